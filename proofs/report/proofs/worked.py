"""SymPy's derivation beside the kernel's lines: which steps state a line's claim, and the derivation one step at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from proofs.derive.sympy.derivation import PROPOSES, SymbolicDerivation, notation
from proofs.report import fill_template
from proofs.report.proofs.linear import linear
from proofs.report.proofs.pages import ProofLine
from proofs.statements.page import BuiltProof


def lines_beside(
    id: str, worked: SymbolicDerivation, built: Mapping[str, BuiltProof], lines: Sequence[ProofLine] | None = None
) -> dict[int, ProofLine]:
    """The steps that state the claim of a line of the proof: number of the step and line.  `lines`: those of the proof, if they are
    known."""
    lines = linear(id, built).lines if lines is None else lines
    labels = worked.same_lines([(line.label, line.formula) for line in lines])
    return {number: line for number, label in labels.items() for line in lines if line.label == label}


@dataclass(frozen=True)
class SteppedDerivation:
    """A derivation to click through, in Jupyter and in any page. Each step has been computed again."""

    worked: SymbolicDerivation
    lines: Mapping[int, ProofLine]

    def __post_init__(self) -> None:
        self.worked.check()

    def __repr__(self) -> str:
        return repr(self.worked)

    def _repr_html_(self) -> str:
        steps = [
            {
                "words": step.text,
                "formula": notation.mathml(step.formula),
                "uses": [number for number in (step.of, *step.uses) if number is not None],
            }
            for step in self.worked.lines
        ]
        if not steps:
            return self.worked.html
        id = "pp" + sha256(self.worked.unicode.encode()).hexdigest()[:8]
        return fill_template("proofs/stepping.html", id=id, steps=steps, lines=self.lines, proposes=PROPOSES)
