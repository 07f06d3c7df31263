"""The result for a reader: the solver's value, the theorem, the meaning of the multipliers, and the runs that attain the bound."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from math import nextafter, sqrt

from perceptron.learners.perceptron import MarginPerceptron
from perceptron.numbers.rational_points import sqrt_exact
from proofs.derive.authoring.encoding import write
from proofs.derive.worst_case.exact import ExtremalCertificate
from proofs.derive.worst_case.question import FloatSolution, Question, WorstCaseProgramme
from proofs.derive.worst_case.run import ExtremalRun, run_in_space
from proofs.kernel import Proof, Theorem


@dataclass(frozen=True, repr=False)
class WorstCase:
    """The smallest objective (‖u‖², plus the loss at its price) with which the learner can make M updates, between exact bounds.

    solution                         the solver's answer, in floats
    certificate, proofs, theorems    the lower bound; proofs[0] is for ⟨u, z⟩ ≥ 1 and, without loss, proofs[1] for a unit comparator and γ
    attained                         a run at the lower bound itself, or None
    """

    programme: WorstCaseProgramme
    solution: FloatSolution
    certificate: ExtremalCertificate
    proofs: tuple[Proof, ...]
    theorems: tuple[Theorem, ...]
    attained: ExtremalRun | None

    @cached_property
    def near(self) -> ExtremalRun | None:
        """A run near the lower bound in at most three dimensions, or None. It is computed on first access."""
        return run_in_space(self.programme, self.solution)

    @property
    def question(self) -> Question:
        """The question."""
        return self.programme.question

    @property
    def M(self) -> int:
        """The number of updates."""
        return self.question.M

    @property
    def lower(self) -> Fraction:
        """The proved lower bound: no run with M updates has a smaller objective."""
        return self.certificate.value

    @property
    def upper(self) -> Fraction | None:
        """The objective of an exact run with M updates; None if the solver's run could not be rounded."""
        best = self.attained or self.near  # no run is below one at the lower bound
        return None if best is None else best.objective

    @property
    def gamma(self) -> float:
        """1/√lower, rounded up: with a larger margin of a unit comparator M updates cannot happen. Infinite if nothing is proved."""
        return nextafter(1 / sqrt(self.lower), 2) if self.lower > 0 else float("inf")

    @property
    def possible(self) -> bool | None:
        """Whether M updates can happen at the margin that the Margin Perceptron is promised. None if undecided, or for other learners."""
        learner = self.question.learner
        return self.possible_at(learner.gamma) if isinstance(learner, MarginPerceptron) else None

    def possible_at(self, gamma: Fraction) -> bool | None:
        """Whether M updates can happen at the margin γ, without loss. A proof or a run decides; None if neither does."""
        needed = 1 / gamma**2
        return False if self.lower > needed else True if self.upper is not None and self.upper <= needed else None

    def multipliers(self) -> dict[str, list[Fraction]]:
        """The exact multipliers by kind of hypothesis, in the order of the updates."""
        kinds: dict[str, list[Fraction]] = {}
        for (name, _), m in zip(self.question.hypotheses, self.certificate.multipliers, strict=True):
            kinds.setdefault(name.rstrip("0123456789 "), []).append(m)
        return kinds

    def square(self) -> Fraction | None:
        """t, if the only square is c·‖u − t·w‖², where w are the weights after the last update (Cauchy–Schwarz); else None."""
        if len(self.certificate.vectors) != 1:
            return None
        last, u = self.question.vectors[-2:]
        parts = {v: p.terms[frozenset()] for v, p in self.certificate.vectors[0][1].parts.items()}
        return -parts[last] / parts[u] if set(parts) == {last, u} else None

    def identity(self) -> str:
        """The identity that the kernel checks, in one line. Σ runs over the updates; w are the weights before each and after the last."""
        certificate, t = self.certificate, self.square()
        c = certificate.vectors[0][0] if certificate.vectors else Fraction(0)
        if t is not None:
            c *= certificate.vectors[0][1].parts[self.question.vectors[-1]].terms[frozenset()] ** 2
            terms = [f"{_times(c)}‖u − {_times(t)}w‖²"]
        elif len(certificate.vectors) > 1:
            terms = [f"({len(certificate.vectors)} squares of vectors)"]
        else:
            terms = [f"{_times(c)}‖·‖²"] if c else []
        terms += [f"({len(certificate.reals)} square{'s' * (len(certificate.reals) > 1)} of reals)"] if certificate.reals else []
        for kind, values in self.multipliers().items():
            formula = self._formula(kind)
            if len(values) > 1 and len(set(values)) == 1:
                terms += [f"{_times(values[0])}Σ{formula}"] if values[0] else []
            elif any(values):
                terms.append(f"{_times(values[0])}{formula}" if len(values) == 1 else f"Σ y·{formula}")
        terms += ["(a small constant)"] if any(certificate.constants) else []
        return f"{self._goal()} − {_short(self.lower)} = {' + '.join(terms) or '0'}"

    def _goal(self) -> str:
        loss = self.question.loss
        return "‖u‖²" + (f" + {_times(loss.price)}{loss.total}" if loss.price else "")

    def _formula(self, kind: str) -> str:
        radii = {f.left.terms.get(frozenset(), Fraction(0)) for name, f in self.question.hypotheses if name.startswith("bounded ")}
        rule = f"{self.question.learner.threshold}·‖w‖ " if isinstance(self.question.learner, MarginPerceptron) else ""
        return {
            "margin": "(⟨u, z⟩ + ξ − 1)" if self.question.loss else "(⟨u, z⟩ − 1)",
            "bounded": f"({radii.pop()} − ‖z‖²)" if len(radii) == 1 else "(r² − ‖z‖²)",
            "mistake": f"({rule}− ⟨w, z⟩)" if rule else "(−⟨w, z⟩)",
            "length": "(⟨w, w⟩ − ‖w‖²)",
            "loss": "ξ",
            "total loss": f"({self.question.loss.budget} − {self.question.loss.total})",
            "start": f"({self.question.start**2} − ‖w(0)‖²)",
        }[kind]

    def rows(self) -> list[tuple[str, str]]:
        """The result as (title, value) pairs."""
        s = self.solution
        goal = self._goal()
        largest = (self.lower and sqrt_exact(1 / self.lower)) or Fraction(self.gamma if self.lower else 0)
        margin = "" if self.question.loss.price or not self.lower else f", that is γ ≤ {_short(largest, up=True)}"
        rows = [
            ("question", self.question.words),
            ("solver", f"{s.value:.9g} (Clarabel, {s.status})"),
            ("proved", f"{goal} ≥ {_short(self.lower)}{margin}; accepted by the kernel ({len(self.proofs[0].steps)} steps)"),
            ("multipliers", "; ".join(f"{kind} {_list(values)}" for kind, values in self.multipliers().items())),
            ("identity", self.identity()),
        ]
        if self.attained is not None:
            rows.append(("attained", f"exactly, by a run in dimension {self.attained.dimension}"))
        if self.near is not None:
            rows.append(
                ("a run", f"in dimension {self.near.dimension} with {goal} = {_short(self.near.objective, up=True)}, checked exactly")
            )
        if self.possible is not None:
            at = f"γ = {self.question.learner.gamma}"  # type: ignore[union-attr]
            rows.append(("so", f"{self.M} update{'s' * (self.M > 1)} {'can' if self.possible else 'cannot'} happen at {at}"))
        return rows

    def document(self) -> dict[str, object]:
        """The proofs as the JSON data that `perceptron-proofs replay` reads."""
        return write(self.proofs)

    def __str__(self) -> str:
        return "\n".join(f"{what:12} {value}" for what, value in self.rows())

    __repr__ = __str__  # for a reader: the fields hold matrices

    def _repr_html_(self) -> str:
        cells = (f"<tr><th>{html.escape(what)}</th><td>{html.escape(value)}</td></tr>" for what, value in self.rows())
        return f"<table>{''.join(cells)}</table>"


def _times(c: Fraction) -> str:
    return "" if c == 1 else f"{_short(c)}·"


def _short(c: Fraction, up: bool = False) -> str:
    """A fraction, or nine digits of it, rounded down (or up) so that the bound still holds."""
    if len(str(c)) <= 12:
        return str(c)
    with localcontext(prec=9, rounding=ROUND_CEILING if up else ROUND_FLOOR):
        return f"{(Decimal(c.numerator) / Decimal(c.denominator)).normalize():f}"


def _list(values: Sequence[Fraction]) -> str:
    if len(set(values)) == 1:
        return _short(values[0]) + (f" (each of {len(values)})" if len(values) > 1 else "")
    if len(values) > 6:
        return f"{', '.join(map(_short, values[:3]))}, …, {_short(values[-1])}"
    return ", ".join(map(_short, values))
