"""The kernels of the sources on vectors: ⟨x, z⟩, (1 + ⟨x, z⟩)^d and ∏(1 + x_i z_i), each with its features. Source: BL, kernels."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, isqrt, lcm, prod
from typing import Any

from perceptron.errors import InputError
from perceptron.kernels.base import Features, Kernel, OfVectors, Vector, same_length, whole
from perceptron.numbers.exact import exact

MAX_DEGREE = 64
MAX_FEATURES = 200_000  # that are written out
MAX_SUBSET_COORDINATES = 16  # whose subsets are written out


@dataclass(frozen=True)
class Linear(OfVectors):
    """K(x, z) = ⟨x, z⟩, with which the kernel Perceptron is the Perceptron.

    >>> Linear()((Fraction(1), Fraction(2)), (Fraction(3), Fraction(0)))
    Fraction(3, 1)
    """

    def __call__(self, x: Vector, z: Vector) -> Fraction:
        """⟨x, z⟩."""
        same_length(x, z)
        return inner(x, z)

    def features(self, x: Vector) -> Features:
        """i ↦ x_i."""
        return {i: value for i, value in enumerate(x) if value}

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "linear"}


@dataclass(frozen=True, init=False)
class Polynomial(OfVectors):
    """K(x, z) = (offset + ⟨x, z⟩)^degree.

    degree    a whole number from 0 to 64
    offset    an exact number ≥ 0

    Its features are the monomials x^α of degree |α| ≤ degree, weighted by degree!/(α!·(degree − |α|)!)·offset^(degree − |α|). With
    another degree or a negative offset this is not a kernel: for degree 1/2 the points 0, x, −x with x = (2/5, 2/5, 4/5) show it.
    Raises InputError. Source: BL, kernels.

        >>> Polynomial(2)((Fraction(1), Fraction(2)), (Fraction(3), Fraction(0)))
        Fraction(16, 1)
    """

    degree: int
    offset: Fraction

    def __init__(self, degree: object, offset: object = 1) -> None:
        object.__setattr__(self, "degree", whole(degree, "degree"))
        object.__setattr__(self, "offset", exact(offset, "offset"))
        if self.degree > MAX_DEGREE:
            raise InputError(f"degree must be at most {MAX_DEGREE}, not {self.degree}")
        if self.offset < 0:
            raise InputError(f"offset must not be negative, not {self.offset}: this is not a kernel")

    def __call__(self, x: Vector, z: Vector) -> Fraction:
        """(offset + ⟨x, z⟩)^degree."""
        same_length(x, z)
        return (self.offset + inner(x, z)) ** self.degree

    def features(self, x: Vector) -> Features:
        """α ↦ x^α, where α is a tuple of d exponents."""
        if comb(len(x) + self.degree, self.degree) > MAX_FEATURES:
            raise InputError(f"degree {self.degree} in dimension {len(x)} has more than {MAX_FEATURES} features")
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
    """K(x, z) = ∏(1 + x_i z_i). Its 2^n features are the products of the coordinates in every subset. Source: BL, kernels.

    >>> Subsets()((Fraction(1), Fraction(1)), (Fraction(1), Fraction(0)))
    Fraction(2, 1)
    """

    def __call__(self, x: Vector, z: Vector) -> Fraction:
        """∏(1 + x_i z_i)."""
        same_length(x, z)
        above = below = 1
        for a, b in zip(x, z, strict=True):
            if n := a.numerator * b.numerator:
                m = a.denominator * b.denominator
                if n == -m:
                    return Fraction(0)
                above, below = above * (n + m), below * m
        return Fraction(above, below)

    def features(self, x: Vector) -> Features:
        """S ↦ ∏ x_i over i in S, where S is a tuple of coordinates."""
        if len(x) > MAX_SUBSET_COORDINATES:
            raise InputError(f"{len(x)} coordinates have 2^{len(x)} subsets, too many to write out")
        products: dict[Hashable, Fraction] = {(): Fraction(1)}
        for i, value in enumerate(x):
            if value:
                products |= {(*_tuple(subset), i): product * value for subset, product in products.items()}
        return products

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "subsets"}


def inner(x: Vector, z: Vector) -> Fraction:
    """⟨x, z⟩ as one sum of integers over one denominator: for zeros and whole numbers this is far faster than Fractions."""
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
        raise InputError(f"{feature!r} is not a feature of this kernel")
    return feature


# -- the feature map as rational vectors, with which the Perceptron makes the kernel Perceptron's run


SEARCHED = 2**24  # up to which two squares are looked for one by one
BASES = (2, 3, 5, 7, 11, 13)  # of which one is almost always no square modulo a prime


def feature_vectors(kernel: Kernel[Any], points: Iterable[object]) -> list[Vector]:
    """Rational vectors φ(x_i) with ⟨φ(x_i), φ(x_j)⟩ = K(x_i, x_j), one for each point.

    kernel    any kernel
    points    values that `kernel.point` accepts

    The vectors have one dimension, as small as the features of these points allow (at least 1). A feature of weight q takes up to
    four coordinates: every rational q ≥ 0 is a sum of four squares of rationals (Lagrange), so no root is needed. Raises
    InputError where the kernel's features are irrational, or too many.

        >>> from perceptron.kernels import Polynomial
        >>> [list(map(int, v)) for v in feature_vectors(Polynomial(2), [[1], [2]])]
        [[1, 1, 1, 1], [1, 2, 2, 4]]
    """
    maps = [kernel.features(kernel.point(value, f"point {i}")) for i, value in enumerate(points)]
    names: dict[Hashable, tuple[Fraction, ...]] = {f: () for features in maps for f in features}
    for feature in names:
        names[feature] = four_squares(kernel.weight(feature))
    zero = Fraction(0)
    return [tuple(c * features.get(f, zero) for f, parts in names.items() for c in parts) or (zero,) for features in maps]


def four_squares(number: Fraction) -> tuple[Fraction, ...]:
    """At most four positive rationals whose squares add up to `number` ≥ 0."""
    roots = _squares(number.numerator * number.denominator, 4)
    return tuple(Fraction(n, number.denominator) for n in roots or ())


def _squares(n: int, most: int) -> tuple[int, ...] | None:
    """Positive integers, `most` at most, whose squares add up to n ≥ 0; of a greater n the first that are found."""
    if n == 0:
        return ()
    if n % 4 == 0 and (most < 4 or n % 8 == 0):  # then all of them are even
        halves = _squares(n // 4, most)
        return halves and tuple(2 * part for part in halves)
    if most == 3 and n % 8 == 7:  # Legendre: there are none
        return None
    if most == 2 and n > SEARCHED:
        return _two_squares(n)
    if most == 1:
        return (isqrt(n),) if isqrt(n) ** 2 == n else None
    for first in range(isqrt(n), 0, -1):
        if first * first * most < n:
            return None  # the others are no greater
        if (rest := _squares(n - first * first, most - 1)) is not None:
            return (first, *rest)
    return None


def _two_squares(n: int) -> tuple[int, int] | None:
    """The two of a prime of the form 4k + 1, or of twice one (Hermite and Serret); None for almost all other numbers."""
    if n % 2 == 0:
        half = _two_squares(n // 2)
        return half and (half[0] + half[1], abs(half[0] - half[1]))
    roots = (pow(base, n // 4, n) for base in BASES) if n % 4 == 1 else ()
    if (root := next((root for root in roots if root * root % n == n - 1), None)) is None:
        return None
    greater, less = n, root
    while less * less > n:
        greater, less = less, greater % less
    other = isqrt(n - less * less)
    return (less, other) if less * less + other * other == n else None
