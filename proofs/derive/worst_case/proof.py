"""An exact certificate as a proof for the kernel: the squares are lines, and one identity adds everything up.

`prove` proves the statement for ⟨u, z(k)⟩ ≥ 1, `prove_margin` for a unit comparator and its margin γ.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from proofs.derive.authoring.certificate import Product, certificate, product, square
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import gt, inner, le, real
from proofs.derive.worst_case.exact import ExtremalCertificate
from proofs.derive.worst_case.question import Question, u
from proofs.kernel import Compare, Formula, Proof, Vector
from proofs.kernel.polynomial import total

SQUARES_PER_LINE = 40  # squares of e ± f that one line adds up, so that the kernel adds short polynomials
GAMMA = "positive margin"
gamma = real("γ")


def _squares(d: Derivation, vectors: Sequence[tuple[Fraction, Vector]]) -> list[Product]:
    """Lines for the certificate's squares of vectors, short ones added up together. Returns what they add up to."""
    terms: list[Product] = []
    for short, group in groupby(vectors, key=lambda square: len(square[1].parts) <= 2):
        squares, together = list(group), SQUARES_PER_LINE if short else 1
        for first in range(0, len(squares), together):
            some = squares[first : first + together]
            lines = [product(c, d.square(v, f"square {len(d.steps) + 1}")) for c, v in some]
            if len(lines) > 1:
                claim = Compare(total(c * inner(v, v) for c, v in some), ">=")
                lines = [product(d.have(claim, name=f"sum {len(d.steps) + 1}", by=certificate(*lines)))]
            terms += lines
    return terms


def _ended(d: Derivation, claim: Formula, terms: list[Product]) -> Proof:
    """The proof whose last line is the claim, by the sum of these products."""
    end = d.have(claim, name="worst case", by=certificate(*terms))
    return Proof(d.id, d.hypotheses, tuple(d.steps), end)


def prove(question: Question, certified: ExtremalCertificate) -> Proof:
    """The proof of objective ≥ value from the hypotheses of the question."""
    d = Derivation(question.id, question.hypotheses)
    terms = _squares(d, certified.vectors)
    terms += [product(m, name) for (name, _), m in zip(question.hypotheses, certified.multipliers, strict=True) if m]
    terms += [product(c, square(p)) for c, p in certified.reals]
    terms += [product(c) for c in certified.constants]
    return _ended(d, Compare(question.objective - certified.value, ">="), terms)


def prove_margin(question: Question, certified: ExtremalCertificate) -> Proof:
    """The proof of value·γ² ≤ 1 for ‖u‖ ≤ 1 and ⟨u, z(k)⟩ ≥ γ > 0: the identity at u/γ, times γ².

    A question without loss has this; its only hypotheses on u are the margins."""
    hypotheses: list[tuple[str, Formula]] = [(GAMMA, gt(gamma, 0)), ("unit comparator", le(inner(u, u), 1))]
    terms: list[Product] = []
    for (name, f), m in zip(question.hypotheses, certified.multipliers, strict=True):
        margin = name.startswith("margin ")
        hypotheses.append((name, Compare(f.left + (1 - gamma), ">=") if margin else f))
        if m:
            terms.append(product(m, GAMMA, name) if margin else product(m, square(gamma), name))
    terms += [product(c, square(gamma * p)) for c, p in certified.reals]
    terms += [product(c, square(gamma)) for c in certified.constants]
    d = Derivation(f"{question.id}-margin", hypotheses)
    terms = [product("unit comparator"), *_squares(d, [(c, _times_gamma(v)) for c, v in certified.vectors]), *terms]
    return _ended(d, le(certified.value * gamma**2, 1), terms)


def _times_gamma(v: Vector) -> Vector:
    """γ·v(u/γ): what is not u times γ."""
    ((comparator, _),) = u.parts.items()
    return Vector({b: c if b == comparator else c * gamma for b, c in v.parts.items()})
