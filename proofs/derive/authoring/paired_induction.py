"""Two claims as one formula for an induction: ‘P and Q’ is written as ‘not (P implies not Q)’.

The kernel can split a conjunction, but it has no rule that forms one. With ⊥ for −1 ≥ 0 its rules for implication and cases suffice.
"""

from __future__ import annotations

from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, implies
from proofs.kernel import Compare, ForAll, Formula, Index
from proofs.kernel.formula import opened

FALSE = ge(-1, 0)


def pair(p: Formula, q: Formula) -> Formula:
    """The formula ‘P and Q’."""
    return implies(implies(p, implies(q, FALSE)), FALSE)


def joined(d: Derivation, p: str, q: str) -> str:
    """The line ‘P and Q’ from the lines P and Q."""
    denied = d.assume(implies(d.claims[p], implies(d.claims[q], FALSE)))
    half = d.line("apply", implies(d.claims[q], FALSE), [denied, p])
    return d.discharge(d.line("apply", FALSE, [half, q]), denied)


def split(d: Derivation, both: str, p: Formula, q: Formula) -> tuple[str, str]:
    """The lines P and Q, each p ≥ 0 or for all numbers p ≥ 0, from the line ‘P and Q’."""
    return _part(d, both, p, q, 0), _part(d, both, p, q, 1)


def _part(d: Derivation, both: str, p: Formula, q: Formula, which: int) -> str:
    wanted, over = (p, q)[which], list[Index]()
    while isinstance(wanted, ForAll):
        over.append(Index(f"k{len(d.steps)}_{len(over)}"))
        wanted = opened(wanted, over[-1])
    if not isinstance(wanted, Compare) or wanted.relation != ">=":
        raise TypeError("only a claim p ≥ 0 can be taken out of a pair")

    def on(case: str) -> str:
        if d.claims[case] == wanted:
            return case
        assumed = d.assume(p), d.assume(q)
        line = assumed[which]
        for index in over:
            line = d.at(line, index)
        absurd = d.have(FALSE, line, case)
        denied = d.discharge(d.discharge(absurd, assumed[1]), assumed[0])
        return d.have(wanted, d.line("apply", FALSE, [both, denied]))

    line = d.cases(wanted.left, on)
    for index in reversed(over):
        line = d.generalise(line, index)
    return line
