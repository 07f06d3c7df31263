"""Kernels made from other data: from a Gram matrix, and from another kernel by normalising it to K(x, x) = 1.

First what decides about them, exactly: the sign of Σ c_i·√r_i, and whether a symmetric matrix is a Gram matrix. LDLᵀ over ℚ decides; where
it is not one, a vector v with vᵀKv < 0 shows it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any, TypeAlias

from perceptron.errors import InputError
from perceptron.kernels.base import Features, Kernel, P, Vector
from perceptron.numbers.exact import vector
from perceptron.numbers.rational_points import sqrt_exact


def sign(terms: Iterable[tuple[Fraction, Fraction]]) -> int:
    """The sign, −1, 0 or 1, of Σ c·√r over terms (c, r) with r > 0.

    Terms whose roots have a rational quotient are added up. The remaining roots are linearly independent over ℚ (Besicovitch
    1940), so the sum is 0 only if no term remains. Otherwise integer bounds on the roots are refined until they decide.
    """
    classes: dict[Fraction, Fraction] = {}
    for c, r in terms:
        for known in classes:
            if (root := sqrt_exact(r / known)) is not None:
                classes[known] += c * root
                break
        else:
            classes[r] = c
    left = [(c, r) for r, c in classes.items() if c]
    if len(left) < 2:
        return 0 if not left else 1 if left[0][0] > 0 else -1
    bits = 32
    while True:
        low = high = Fraction(0)
        for c, r in left:
            below = Fraction(isqrt((r.numerator << 2 * bits) // r.denominator), 1 << bits)  # ≤ √r < below + 2^−bits
            ends = c * below, c * (below + Fraction(1, 1 << bits))
            low, high = low + min(ends), high + max(ends)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        bits *= 2


# -- Gram matrices --------------------------------------------------------------------------------------------------------------------


Matrix: TypeAlias = "tuple[Vector, ...]"


@dataclass(frozen=True)
class Definiteness:
    """Whether a symmetric n × n matrix K is positive semi-definite, with a witness. As a condition it is true or false.

    pivots     n numbers ≥ 0 with K = L·diag(pivots)·Lᵀ, if K is positive semi-definite; else those found before the witness
    lower      L, unit lower triangular
    witness    None, or a v with vᵀKv = `value` < 0
    """

    pivots: Vector
    lower: Matrix
    witness: Vector | None = None
    value: Fraction = Fraction(0)

    def __bool__(self) -> bool:
        return self.witness is None


def gram(kernel: Kernel[P], points: Iterable[object]) -> Matrix:
    """The n × n matrix of K(x_i, x_j).

    kernel    any kernel
    points    n values that `kernel.point` accepts

    Raises InputError.

        >>> from perceptron.kernels import Linear
        >>> gram(Linear(), [[1, 0], [1, 1]])[1]
        (Fraction(1, 1), Fraction(2, 1))
    """
    read = [kernel.point(value, f"point {i}") for i, value in enumerate(points)]
    rows = [[kernel(x, z) for z in read[: i + 1]] for i, x in enumerate(read)]
    return tuple(tuple(rows[max(i, j)][min(i, j)] for j in range(len(rows))) for i in range(len(rows)))


def symmetric(values: object, what: str = "matrix") -> Matrix:
    """A symmetric matrix of exact numbers from nested lists. Raises InputError."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise InputError(f"{what}: {type(values).__name__} is not a list of rows")
    rows = tuple(vector(row, f"{what}, row {i}") for i, row in enumerate(values))
    for i, row in enumerate(rows):
        if len(row) != len(rows):
            raise InputError(f"{what}, row {i} has {len(row)} entries; a square matrix of {len(rows)} rows is needed")
        for j in range(i):
            if row[j] != rows[j][i]:
                raise InputError(f"{what} is not symmetric: entry ({i}, {j}) is {row[j]}, entry ({j}, {i}) is {rows[j][i]}")
    return rows


def quadratic(matrix: Sequence[Sequence[Fraction]], v: Sequence[Fraction]) -> Fraction:
    """vᵀKv."""
    return sum((v[i] * v[j] * entry for i, row in enumerate(matrix) for j, entry in enumerate(row)), Fraction(0))


def is_positive_semidefinite(matrix: object) -> Definiteness:
    """Whether a symmetric matrix is positive semi-definite, with a witness, by LDLᵀ without pivoting in fractions.

    matrix    n rows of n exact numbers, symmetric

    A negative pivot, or a zero pivot with an entry below it, gives the witness. It takes about n³/3 operations on fractions.
    Raises InputError.

        >>> bool(is_positive_semidefinite([[1, "1/2"], ["1/2", 1]]))
        True
        >>> verdict = is_positive_semidefinite([[1, 2], [2, 1]])
        >>> verdict.witness, verdict.value
        ((Fraction(-2, 1), Fraction(1, 1)), Fraction(-3, 1))
    """
    original = symmetric(matrix)
    rest = [list(row) for row in original]
    n = len(rest)
    lower = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    pivots: list[Fraction] = []
    for k in range(n):
        pivot = rest[k][k]
        below = next((i for i in range(k + 1, n) if rest[i][k]), None)
        v = [Fraction(0)] * n
        if pivot < 0:
            v[k] = Fraction(1)
        elif pivot == 0 and below is not None:  # v is t at k and 1 at below, so vᵀKv = 2t·rest[below][k] + rest[below][below] = −1
            v[below], v[k] = Fraction(1), -(rest[below][below] + 1) / (2 * rest[below][k])
        if any(v):
            for j in reversed(range(k)):  # so that (Lᵀv)_j = 0, and the earlier pivots contribute nothing
                v[j] = -sum((lower[i][j] * v[i] for i in range(j + 1, n)), Fraction(0))
            return Definiteness(tuple(pivots), tuple(map(tuple, lower)), tuple(v), quadratic(original, v))
        pivots.append(pivot)
        for i in range(k + 1, n) if pivot else ():
            lower[i][k] = rest[i][k] / pivot
            for j in range(k + 1, i + 1):
                rest[i][j] -= lower[i][k] * rest[j][k]
                rest[j][i] = rest[i][j]
    return Definiteness(tuple(pivots), tuple(map(tuple, lower)))


# -- the kernels ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, init=False)
class Precomputed:
    """K as a given matrix. A point is the number of a row, from 0.

    matrix    n rows of n exact numbers, symmetric

    The matrix need not be positive semi-definite (see `definiteness`), so that one can see what goes wrong without that. Raises
    InputError.

        >>> kernel = Precomputed([[1, 2], [2, 1]])
        >>> kernel(0, 1), bool(kernel.definiteness)
        (Fraction(2, 1), False)
    """

    matrix: Matrix

    def __init__(self, matrix: object) -> None:
        object.__setattr__(self, "matrix", symmetric(matrix, "kernel matrix"))

    def point(self, value: object, what: str = "point") -> int:
        """The number of a row."""
        if type(value) is not int or not 0 <= value < len(self.matrix):
            raise InputError(f"{what}: {value!r} is not the number of one of the {len(self.matrix)} rows")
        return value

    def __call__(self, x: int, z: int) -> Fraction:
        """The entry (x, z)."""
        return self.matrix[x][z]

    @cached_property
    def definiteness(self) -> Definiteness:
        """Whether the matrix is positive semi-definite, with pivots or a witness."""
        return is_positive_semidefinite(self.matrix)

    def features(self, x: int) -> Features:
        """Row x of L in K = L·D·Lᵀ. Raises InputError if K is not positive semi-definite: then it has no features."""
        self._needs_features()
        return {j: value for j, value in enumerate(self.definiteness.lower[x]) if value and self.definiteness.pivots[j]}

    def weight(self, feature: Hashable) -> Fraction:
        """The pivot of LDLᵀ with the feature's number."""
        self._needs_features()
        return self.definiteness.pivots[self.point(feature, "feature")]

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "precomputed", "matrix": [[str(value) for value in row] for row in self.matrix]}

    def _needs_features(self) -> None:
        if (v := self.definiteness.witness) is not None:
            raise InputError(f"not a kernel: vᵀKv = {self.definiteness.value} for v = ({', '.join(map(str, v))})")


@dataclass(frozen=True)
class Normalised:
    """K(x, z)/√(K(x, x)·K(z, z)) for another kernel K. All feature vectors are unit vectors, as in BL, Theorem 1.

    kernel    K, which is not itself normalised

    Raises InputError for K(x, x) ≤ 0. Raises it also for a single value whose root is irrational; `run_kernel` decides the signs of
    scores exactly without such values.

        >>> from perceptron.kernels import Linear
        >>> Normalised(Linear())((Fraction(2), Fraction(0)), (Fraction(3), Fraction(4)))
        Fraction(3, 5)
    """

    kernel: Kernel[Any]

    def __post_init__(self) -> None:
        if isinstance(self.kernel, Normalised):
            raise InputError("a normalised kernel cannot be normalised again")

    def point(self, value: object, what: str = "point") -> Any:
        """A point of K."""
        return self.kernel.point(value, what)

    def __call__(self, x: P, z: P) -> Fraction:
        """K(x, z)/√(K(x, x)·K(z, z)). Raises InputError where the root is irrational."""
        value, square = self.kernel(x, z), self.square(x) * self.square(z)
        if not value or x == z:
            return Fraction(int(x == z))
        root = sqrt_exact(square)
        if root is None:
            raise InputError(f"the normalised kernel's value {value}/√({square}) is irrational")
        return value / root

    def square(self, x: P) -> Fraction:
        """K(x, x), which is ‖φ(x)‖² before normalising. Raises InputError unless it is positive."""
        value = self.kernel(x, x)
        if value <= 0:
            raise InputError(f"a point with K(x, x) = {value} cannot be normalised")
        return value

    def features(self, x: P) -> Features:
        """φ(x)/√K(x, x). Raises InputError where the root is irrational."""
        square = self.square(x)
        root = sqrt_exact(square)
        if root is None:
            raise InputError(f"the normalised features are irrational: K(x, x) = {square}")
        return {feature: value / root for feature, value in self.kernel.features(x).items()}

    def weight(self, feature: Hashable) -> Fraction:
        """The weight of the feature in K."""
        return self.kernel.weight(feature)

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "normalised", "kernel": self.kernel.spec()}
