"""An exact certificate as a proof for the kernel: the squares are lines, and one identity adds everything up.

`prove` proves the statement for ⟨u, z(k)⟩ ≥ 1. `prove_margin` proves it for a unit comparator and its margin γ, by citing the first with
u/γ.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from proofs.derive.authoring.certificate import Product, certificate, multiple, product, square, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import gt, inner, le, real
from proofs.kernel import Compare, Formula, Polynomial, Proof, Step, Theorem, Vector
from proofs.worst_case.exact import Certificate
from proofs.worst_case.question import Question, u

SQUARES_PER_LINE = 40  # squares of e ± f that one line adds up, so that the kernel adds short polynomials


def _sum_of_squares(steps: list[Step], squares: list[tuple[Fraction, Vector]]) -> Product:
    """Add lines for these squares. Returns the product for their weighted sum."""
    terms: list[Product] = []
    total = Polynomial({})
    for c, v in squares:
        name, length = f"square {len(steps) + 1}", inner(v, v)
        steps.append(Step(name, "square", Compare(length, ">="), (), {"of": v}))
        terms.append(product(c, name))
        total = total + c * length
    if len(terms) == 1:
        return terms[0]
    added = certificate(*terms)
    name = f"sum {len(steps) + 1}"
    steps.append(Step(name, "certificate", Compare(total, ">="), added.lines, added.data))
    return product(name)


def prove(question: Question, found: Certificate) -> Proof:
    """The proof of objective ≥ value from the hypotheses of the question."""
    steps: list[Step] = []
    terms: list[Product] = []
    for size, group in groupby(found.vectors, key=lambda square: len(square[1].parts) <= 2):
        squares = [(c, v) for c, v in group]
        for first in range(0, len(squares), SQUARES_PER_LINE if size else 1):
            terms.append(_sum_of_squares(steps, squares[first : first + (SQUARES_PER_LINE if size else 1)]))
    terms += [product(m, name) for (name, _), m in zip(question.hypotheses, found.multipliers, strict=True) if m]
    terms += [product(c, square(p)) for c, p in found.reals]
    terms += [product(c) for c in found.constants]
    end = certificate(*terms)
    steps.append(Step("worst case", "certificate", Compare(question.objective - found.value, ">="), end.lines, end.data))
    return Proof(question.id, question.hypotheses, tuple(steps), "worst case")


def prove_margin(question: Question, theorem: Theorem, value: Fraction) -> Proof:
    """The proof of value·γ² ≤ 1 for ‖u‖ ≤ 1 and ⟨u, z(k)⟩ ≥ γ > 0, by citing `theorem` (of a question without loss) at u/γ."""
    gamma = real("γ")
    margins = [(name, f) for name, f in question.hypotheses if name.startswith("margin ")]
    hypotheses: list[tuple[str, Formula]] = [("positive margin", gt(gamma, 0)), ("unit comparator", le(inner(u, u), 1))]
    for name, f in question.hypotheses:
        hypotheses.append((name, Compare(f.left + 1 - gamma, ">=") if name.startswith("margin ") else f))
    claim = le(value * gamma**2, 1)
    d = Derivation(f"{question.id}-margin", hypotheses, {theorem.id: theorem}, claim)
    q, inverse = d.inverse("positive margin", "1/γ")
    sign = certificate(strict(), product("z", "positive margin"), multiple(1, inverse))
    positive = d.have(gt(q, 0), "positive margin", inverse, by=sign)
    for name, f in margins:
        scaled = Compare(q * (f.left + 1) - 1, ">=")
        d.have(scaled, by=certificate(product(positive, name), multiple(1, inverse)))
    cited = d.cite(theorem.id, u=q * u)
    at_u = product(cited, square(gamma)), multiple(-(q * gamma + 1) * inner(u, u), inverse)
    end = d.conclude(cited, "unit comparator", inverse, by=certificate("unit comparator", *at_u))
    d.forget(end, inverse)
    return d.proof()
