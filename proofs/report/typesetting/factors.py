"""What a reader would factor at sight: a monomial in every term, and perfect squares."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import isqrt

from proofs.kernel import Polynomial
from proofs.kernel.polynomial import Monomial


def divided(m: Monomial, by: Monomial) -> Monomial:
    """m / by, for a divisor."""
    exponents = dict(m)
    for atom, power in by:
        exponents[atom] -= power
    return frozenset((a, p) for a, p in exponents.items() if p)


def common(entries: Sequence[tuple[Monomial, Fraction]]) -> tuple[Monomial, Fraction]:
    """The greatest monomial in every term, and 1/d if every coefficient has the denominator d."""
    exponents = dict(entries[0][0])
    for m, _ in entries[1:]:
        powers = dict(m)
        exponents = {a: min(p, powers[a]) for a, p in exponents.items() if a in powers}
    denominators = {c.denominator for _, c in entries}
    return frozenset(exponents.items()), Fraction(1, denominators.pop()) if len(denominators) == 1 else Fraction(1)


def square_root(p: Polynomial) -> Polynomial | None:
    """A polynomial whose square is p, or None; by long division, leading term first."""
    order = {a: i for i, a in enumerate(sorted({a for m in p.terms for a, _ in m}, key=repr))}

    def lead(q: Polynomial) -> tuple[Monomial, Fraction]:
        def exponents(entry: tuple[Monomial, Fraction]) -> list[int]:
            powers: dict[Hashable, int] = dict(entry[0])
            return [powers.get(a, 0) for a in order]

        return max(q.terms.items(), key=exponents)

    top, coefficient = lead(p)
    scale = fraction_root(coefficient)
    if scale is None or any(power % 2 for _, power in top):
        return None
    first = frozenset((a, power // 2) for a, power in top)
    root = Polynomial({first: scale})
    for _ in range(len(p.terms)):
        rest = p - root * root
        if not rest.terms:
            return root
        m, c = lead(rest)
        if any(power > dict(m).get(a, 0) for a, power in first):
            return None
        root = root + Polynomial({divided(m, first): c / (2 * scale)})
    return None


def fraction_root(c: Fraction) -> Fraction | None:
    """√c if rational."""
    if c <= 0:
        return None
    root = Fraction(isqrt(c.numerator), isqrt(c.denominator))
    return root if root * root == c else None
