"""Sparse polynomials over ℚ: the only arithmetic that a proof rests on.

A monomial is a frozenset of (atom, exponent) pairs and a polynomial a mapping from monomials to non-zero fractions, so that two
polynomials are equal exactly when they are the same function of their atoms.

Arithmetic is counted while proofs are replayed, so that a hostile proof ends in a rejection and not in a long run. The count decides
nothing else: within the limit, the results are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from contextvars import ContextVar, copy_context
from fractions import Fraction
from math import prod
from typing import TypeVar

Monomial = frozenset[tuple[Hashable, int]]
T = TypeVar("T")
WORK, WORK_OF_A_STEP = 10**6, 500  # what a replay may cost, and how much more for each step: many times what any proof here needs
left: ContextVar[list[int]] = ContextVar("left")  # how much the replay under way may still cost


class Rejected(Exception):
    """The kernel does not accept this: the message says what and why."""


def need(condition: bool, why: str) -> None:
    """Reject unless `condition` holds; unlike `assert` it stays under `python -O`."""
    if not condition:
        raise Rejected(why)


def limited(action: Callable[..., T], *arguments: object) -> T:
    """Return the result of the action, with a limit on the work of all that it calls: its caller's, if there is one."""
    context = copy_context()
    if left not in context:
        context.run(left.set, [WORK])
    return context.run(action, *arguments)


def spend(*factors: Polynomial | int) -> None:
    """Count the product as work; a polynomial counts its terms, their atoms and the words of its coefficients.  Outside a replay nothing is
    counted."""
    if (budget := left.get(None)) is not None:
        budget[0] -= prod(f if isinstance(f, int) else 1 + sum(1 + len(m) + weight(c) for m, c in f.terms.items()) for f in factors)
        need(budget[0] >= 0, "the proof takes too much arithmetic")


def weight(c: Fraction) -> int:
    """The length of a fraction in machine words."""
    return (c.numerator.bit_length() + c.denominator.bit_length()) // 64


def times(a: Monomial, b: Monomial) -> Monomial:
    exponents = dict(a)
    for atom, power in b:
        exponents[atom] = exponents.get(atom, 0) + power
    return frozenset(exponents.items())


class Polynomial:
    """An immutable polynomial with rational coefficients in hashable atoms."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[Monomial, Fraction]) -> None:
        need(all([type(c) is Fraction for c in terms.values()]), "a coefficient is not an exact fraction")
        self.terms = {m: c for m, c in terms.items() if c}
        self._hash = 0  # until it is needed
        spend(self)

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
        return total((self, Polynomial.of(other)))

    def __neg__(self) -> Polynomial:
        return Polynomial({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Polynomial | Fraction | int) -> Polynomial:
        return self + (-Polynomial.of(other))

    def __rsub__(self, other: Fraction | int) -> Polynomial:
        return Polynomial.of(other) - self

    def __mul__(self, other: Polynomial | Fraction | int) -> Polynomial:
        if not isinstance(other, (Polynomial, Fraction, int)):
            return NotImplemented
        factor = Polynomial.of(other)
        spend(self, factor)
        return collected((times(m, n), c * d) for m, c in self.terms.items() for n, d in factor.terms.items())

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        need(type(exponent) is int and exponent >= 0, f"{exponent!r} is not a natural exponent")
        return self if exponent == 1 else prod((self for _ in range(exponent)), start=Polynomial.of(1))

    def __eq__(self, other: object) -> bool:
        spend(self)
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        self._hash = self._hash or hash(frozenset(self.terms.items()))
        return self._hash


def collected(terms: Iterable[tuple[Monomial, Fraction]]) -> Polynomial:
    """The sum of terms c·m, in which a monomial may occur again."""
    coefficients: dict[Monomial, Fraction] = {}
    for m, c in terms:
        if m in coefficients:
            c += coefficients[m]
            spend(weight(c) ** 2)
        coefficients[m] = c
    return Polynomial(coefficients)


def total(parts: Iterable[Polynomial]) -> Polynomial:
    """The sum of polynomials."""
    return collected(term for part in parts for term in part.terms.items())


ZERO = Polynomial({})
