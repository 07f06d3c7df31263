"""An exact certificate as a proof for the kernel: the squares are lines, and one identity adds everything up.

`prove` proves the statement for ⟨u, z(k)⟩ ≥ 1, `prove_margin` for a unit comparator and its margin γ.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from proofs.derive.authoring.certificate import Product, certificate, product, square
from proofs.derive.authoring.terms import gt, inner, le, real
from proofs.derive.worst_case.exact import ExtremalCertificate
from proofs.derive.worst_case.question import Question, u
from proofs.kernel import Compare, Formula, Polynomial, Proof, Step, Vector

SQUARES_PER_LINE = 40  # squares of e ± f that one line adds up, so that the kernel adds short polynomials
GAMMA = "positive margin"
gamma = real("γ")
Hypotheses = tuple[tuple[str, Formula], ...]


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


def _squares(steps: list[Step], vectors: Sequence[tuple[Fraction, Vector]]) -> list[Product]:
    """Add lines for the certificate's squares of vectors, short ones together. Returns what they add up to."""
    terms: list[Product] = []
    for short, group in groupby(vectors, key=lambda square: len(square[1].parts) <= 2):
        squares, together = list(group), SQUARES_PER_LINE if short else 1
        terms += [_sum_of_squares(steps, squares[first : first + together]) for first in range(0, len(squares), together)]
    return terms


def _ended(id: str, hypotheses: Hypotheses, steps: list[Step], claim: Formula, terms: list[Product]) -> Proof:
    """The proof whose last line is the claim, by the sum of these products."""
    end = certificate(*terms)
    return Proof(id, hypotheses, (*steps, Step("worst case", "certificate", claim, end.lines, end.data)), "worst case")


def prove(question: Question, certified: ExtremalCertificate) -> Proof:
    """The proof of objective ≥ value from the hypotheses of the question."""
    steps: list[Step] = []
    terms = _squares(steps, certified.vectors)
    terms += [product(m, name) for (name, _), m in zip(question.hypotheses, certified.multipliers, strict=True) if m]
    terms += [product(c, square(p)) for c, p in certified.reals]
    terms += [product(c) for c in certified.constants]
    return _ended(question.id, question.hypotheses, steps, Compare(question.objective - certified.value, ">="), terms)


def prove_margin(question: Question, certified: ExtremalCertificate) -> Proof:
    """The proof of value·γ² ≤ 1 for ‖u‖ ≤ 1 and ⟨u, z(k)⟩ ≥ γ > 0: the identity at u/γ, times γ².

    A question without loss has this; its only hypotheses on u are the margins."""
    hypotheses: list[tuple[str, Formula]] = [(GAMMA, gt(gamma, 0)), ("unit comparator", le(inner(u, u), 1))]
    steps: list[Step] = []
    terms = [product("unit comparator"), *_squares(steps, [(c, _times_gamma(v)) for c, v in certified.vectors])]
    for (name, f), m in zip(question.hypotheses, certified.multipliers, strict=True):
        margin = name.startswith("margin ")
        hypotheses.append((name, Compare(f.left + (1 - gamma), ">=") if margin else f))
        if m:
            terms.append(product(m, GAMMA, name) if margin else product(m, square(gamma), name))
    terms += [product(c, square(gamma * p)) for c, p in certified.reals]
    terms += [product(c, square(gamma)) for c in certified.constants]
    return _ended(f"{question.id}-margin", tuple(hypotheses), steps, le(certified.value * gamma**2, 1), terms)


def _times_gamma(v: Vector) -> Vector:
    """γ·v(u/γ): what is not u times γ."""
    ((comparator, _),) = u.parts.items()
    return Vector({b: c if b == comparator else c * gamma for b, c in v.parts.items()})
