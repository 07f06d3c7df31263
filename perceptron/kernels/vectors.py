"""The kernels of the sources on vectors: ⟨x, z⟩, (1 + ⟨x, z⟩)^d and ∏(1 + x_i z_i), each with its features.  Source: BL, kernels."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, lcm, prod
from typing import Any

from perceptron.errors import InputError
from perceptron.kernels.base import Features, OfVectors, Vector, same_length, whole
from perceptron.numbers.exact import exact

LARGEST_DEGREE = 64
LARGEST_MAP = 200_000  # features that are written out


@dataclass(frozen=True)
class Linear(OfVectors):
    """K(x, z) = ⟨x, z⟩: the Perceptron itself."""

    def __call__(self, x: Vector, z: Vector) -> Fraction:
        """⟨x, z⟩."""
        same_length(x, z)
        return inner(x, z)

    def features(self, x: Vector) -> Features:
        """Coordinate i."""
        return {i: value for i, value in enumerate(x) if value}

    def weight(self, feature: Hashable) -> Fraction:
        """1."""
        return Fraction(1)

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "linear"}


@dataclass(frozen=True, init=False)
class Polynomial(OfVectors):
    """K(x, z) = (offset + ⟨x, z⟩)^degree, for a whole degree ≥ 0 and an offset ≥ 0.

    Its features are the monomials x^α of degree |α| ≤ degree, weighted by degree!/(α!·(degree − |α|)!)·offset^(degree − |α|).  With another
    degree or a negative offset it is no kernel: points 0, x, −x with x = (2/5, 2/5, 4/5) show it for degree 1/2.  Raises InputError for
    those.
    """

    degree: int
    offset: Fraction

    def __init__(self, degree: object, offset: object = 1) -> None:
        object.__setattr__(self, "degree", whole(degree, "degree"))
        object.__setattr__(self, "offset", exact(offset, "offset"))
        if self.degree > LARGEST_DEGREE:
            raise InputError(f"degree must be at most {LARGEST_DEGREE}, not {self.degree}")
        if self.offset < 0:
            raise InputError(f"offset must not be negative, not {self.offset}: with it there are no features")

    def __call__(self, x: Vector, z: Vector) -> Fraction:
        """(offset + ⟨x, z⟩)^degree."""
        same_length(x, z)
        return (self.offset + inner(x, z)) ** self.degree

    def features(self, x: Vector) -> Features:
        """Monomial α, a tuple of exponents, at x."""
        if comb(len(x) + self.degree, self.degree) > LARGEST_MAP:
            raise InputError(f"degree {self.degree} in dimension {len(x)} has more than {LARGEST_MAP} features")
        low = self.degree if not self.offset else 0
        values = {a: prod((v**e for v, e in zip(x, a, strict=True)), start=Fraction(1)) for a in _exponents(len(x), self.degree)}
        return {a: value for a, value in values.items() if value and sum(a) >= low}

    def weight(self, feature: Hashable) -> Fraction:
        """degree!/(α!·(degree − |α|)!)·offset^(degree − |α|)."""
        exponents = _tuple(feature)
        rest = self.degree - sum(exponents)
        ways = factorial(self.degree) // prod(map(factorial, exponents), start=factorial(rest))
        return ways * prod([self.offset] * rest, start=Fraction(1))

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "polynomial", "degree": self.degree, "offset": str(self.offset)}


@dataclass(frozen=True)
class Subsets(OfVectors):
    """K(x, z) = ∏(1 + x_i z_i): the features are the products of the coordinates in every subset, 2^n of them."""

    def __call__(self, x: Vector, z: Vector) -> Fraction:
        """∏(1 + x_i z_i)."""
        same_length(x, z)
        pairs = [(a * b).as_integer_ratio() for a, b in zip(x, z, strict=True) if a and b]
        return Fraction(prod(p + q for p, q in pairs), prod(q for _, q in pairs))

    def features(self, x: Vector) -> Features:
        """∏ x_i over a subset, a tuple of coordinates."""
        if len(x) > 16:
            raise InputError(f"{len(x)} coordinates have 2^{len(x)} subsets, too many to write out")
        found: dict[Hashable, Fraction] = {(): Fraction(1)}
        for i, value in enumerate(x):
            if value:
                found |= {(*_tuple(subset), i): product * value for subset, product in found.items()}
        return found

    def weight(self, feature: Hashable) -> Fraction:
        """1."""
        return Fraction(1)

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "subsets"}


def inner(x: Vector, z: Vector) -> Fraction:
    """⟨x, z⟩ as one sum of integers over one denominator: of zeros and whole numbers, as here, that is far faster than fractions."""
    above = zip([a.numerator for a in x], [b.numerator for b in z], strict=True)
    shared = [(n * m, x[i].denominator * z[i].denominator) for i, (n, m) in enumerate(above) if n and m]
    under = lcm(*(below for _, below in shared))
    return Fraction(sum(n * (under // below) for n, below in shared), under)


def _exponents(dimension: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every tuple of exponents with a sum of at most `most`."""
    if not dimension:
        yield ()
        return
    for first in range(most + 1):
        for rest in _exponents(dimension - 1, most - first):
            yield (first, *rest)


def _tuple(feature: Hashable) -> tuple[int, ...]:
    if not isinstance(feature, tuple):
        raise InputError(f"{feature!r} is no feature of this kernel")
    return feature
