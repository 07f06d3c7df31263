"""An exact certificate as a proof in the kernel's own format: the squares as lines, and one identity that adds everything up.

`prove` gives it for ⟨u, z(k)⟩ ≥ 1; `prove_margin` says the same of a unit comparator and its margin γ, by citing the first with u/γ.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import Any

from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import gt, inner, le, poly, real
from proofs.kernel import Compare, Formula, Polynomial, Proof, Step, Theorem, Vector
from proofs.worst_case.exact import Certificate
from proofs.worst_case.question import Question, u

GROUP = 40  # squares of e ± f that are added up in a line of their own: the kernel then adds short polynomials


def _sum(steps: list[Step], squares: list[tuple[Fraction, Vector]]) -> list[Any]:
    """Lines for these squares, and the term [coefficient, [line]] that stands for their weighted sum."""
    terms: list[list[Any]] = []
    total = Polynomial({})
    for c, v in squares:
        name, square = f"square {len(steps) + 1}", inner(v, v)
        steps.append(Step(name, "square", Compare(square, ">="), (), {"of": v}))
        terms.append([c, [name]])
        total = total + c * square
    if len(terms) == 1:
        return terms[0]
    data = {"strict": [Fraction(1), ["z"]], "terms": terms, "equations": []}
    name = f"sum {len(steps) + 1}"
    steps.append(Step(name, "certificate", Compare(total, ">="), tuple(t[1][0] for t in terms), data))
    return [Fraction(1), [name]]


def prove(question: Question, certificate: Certificate) -> Proof:
    """The proof of objective ≥ value from the question's hypotheses."""
    steps: list[Step] = []
    terms: list[Any] = []
    used: list[str] = []
    for size, group in groupby(certificate.vectors, key=lambda square: len(square[1].parts) <= 2):
        squares = [(c, v) for c, v in group]
        for first in range(0, len(squares), GROUP if size else 1):
            line = _sum(steps, squares[first : first + (GROUP if size else 1)])
            used.append(line[1][0])
            terms.append(line)
    for (name, _), m in zip(question.hypotheses, certificate.multipliers, strict=True):
        if m:
            used.append(name)
            terms.append([m, [name]])
    terms += [[c, [p]] for c, p in certificate.reals]
    terms += [[c, []] for c in certificate.constants]
    claim = Compare(question.objective - certificate.value, ">=")
    data = {"strict": [Fraction(1), ["z"]], "terms": terms, "equations": []}
    steps.append(Step("worst case", "certificate", claim, tuple(used), data))
    return Proof(question.id, question.hypotheses, tuple(steps), "worst case")


def prove_margin(question: Question, theorem: Theorem, value: Fraction) -> Proof:
    """The proof of value·γ² ≤ 1 for ‖u‖ ≤ 1 and ⟨u, z(k)⟩ ≥ γ > 0, by citing `theorem` (of a question without loss) at u/γ."""
    gamma, one = real("γ"), Fraction(1)
    margins = [(name, f) for name, f in question.hypotheses if name.startswith("margin ")]
    hypotheses: list[tuple[str, Formula]] = [("positive margin", gt(gamma, 0)), ("unit comparator", le(inner(u, u), 1))]
    for name, f in question.hypotheses:
        hypotheses.append((name, Compare(f.left + 1 - gamma, ">=") if name.startswith("margin ") else f))
    claim = le(value * gamma**2, 1)
    d = Derivation(f"{question.id}-margin", hypotheses, {theorem.id: theorem}, claim)
    q, inverse = d.inverse("positive margin", "1/γ")
    positive = d.have(
        gt(q, 0),
        "positive margin",
        inverse,
        certificate={"strict": [one, []], "terms": [[one, ["z", "positive margin"]]], "equations": [[poly(1), inverse]]},
    )
    for name, f in margins:
        scaled = Compare(q * (f.left + 1) - 1, ">=")
        terms = [[one, [positive, name]]]
        d.have(scaled, positive, name, inverse, certificate={"strict": [one, ["z"]], "terms": terms, "equations": [[poly(1), inverse]]})
    cited = d.cite(theorem.id, u=q * u)
    end = d.conclude(
        cited,
        "unit comparator",
        inverse,
        certificate={
            "strict": [one, ["z"]],
            "terms": [[one, ["unit comparator"]], [one, [cited, gamma]]],
            "equations": [[-(q * gamma + 1) * inner(u, u), inverse]],
        },
    )
    d.forget(end, inverse)
    return d.proof()
