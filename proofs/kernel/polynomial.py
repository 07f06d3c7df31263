"""Sparse polynomials over ℚ: the only arithmetic that a proof rests on.

A monomial is a frozenset of (atom, exponent) pairs and a polynomial a mapping from monomials to non-zero fractions, so that two
polynomials are equal exactly when they are the same function of their atoms.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction

Monomial = frozenset[tuple[Hashable, int]]
LARGEST_PRODUCT = 10**5  # terms multiplied at once: beyond any proof here, and what a hostile file may cost


class Rejected(Exception):
    """The kernel does not accept this: the message says what and why."""


def need(condition: bool, why: str) -> None:
    """Reject unless `condition` holds; unlike `assert` it stays under `python -O`."""
    if not condition:
        raise Rejected(why)


def times(a: Monomial, b: Monomial) -> Monomial:
    exponents = dict(a)
    for atom, power in b:
        exponents[atom] = exponents.get(atom, 0) + power
    return frozenset(exponents.items())


class Polynomial:
    """An immutable polynomial with rational coefficients in hashable atoms."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[Monomial, Fraction]) -> None:
        need(all(type(c) is Fraction for c in terms.values()), "a coefficient is not an exact fraction")
        self.terms = {m: c for m, c in terms.items() if c}
        self._hash = hash(frozenset(self.terms.items()))

    @staticmethod
    def of(value: Polynomial | Fraction | int) -> Polynomial:
        if isinstance(value, Polynomial):
            return value
        need(isinstance(value, (int, Fraction)), f"{value!r} is not an exact number")
        return Polynomial({frozenset(): Fraction(value)})

    @staticmethod
    def atom(atom: Hashable) -> Polynomial:
        return Polynomial({frozenset({(atom, 1)}): Fraction(1)})

    def __add__(self, other: Polynomial | Fraction | int) -> Polynomial:
        total = dict(self.terms)
        for m, c in Polynomial.of(other).terms.items():
            total[m] = total.get(m, Fraction(0)) + c
        return Polynomial(total)

    def __neg__(self) -> Polynomial:
        return Polynomial({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Polynomial | Fraction | int) -> Polynomial:
        return self + (-Polynomial.of(other))

    def __rsub__(self, other: Fraction | int) -> Polynomial:
        return Polynomial.of(other) - self

    def __mul__(self, other: Polynomial | Fraction | int) -> Polynomial:
        if not isinstance(other, (Polynomial, Fraction, int)):
            return NotImplemented
        need(len(self.terms) * len(Polynomial.of(other).terms) <= LARGEST_PRODUCT, "a product of polynomials has too many terms")
        total: dict[Monomial, Fraction] = {}
        for m, c in self.terms.items():
            for n, d in Polynomial.of(other).terms.items():
                key = times(m, n)
                total[key] = total.get(key, Fraction(0)) + c * d
        return Polynomial(total)

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        need(type(exponent) is int and exponent >= 0, f"{exponent!r} is not a natural exponent")
        power = Polynomial.of(1)
        for _ in range(exponent):
            power = power * self
        return power

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        return self._hash


ZERO = Polynomial({})
