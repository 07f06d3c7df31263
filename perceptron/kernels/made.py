"""Kernels made from other data: from a Gram matrix, and from another kernel by normalising it to K(x, x) = 1."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from perceptron.errors import InputError
from perceptron.kernels.base import Features, Kernel, P
from perceptron.kernels.gram import Definiteness, Matrix, is_positive_semidefinite, symmetric
from perceptron.kernels.roots import rational_root


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
        root = rational_root(square)
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
        root = rational_root(square)
        if root is None:
            raise InputError(f"the normalised features are irrational: K(x, x) = {square}")
        return {feature: value / root for feature, value in self.kernel.features(x).items()}

    def weight(self, feature: Hashable) -> Fraction:
        """The weight of the feature in K."""
        return self.kernel.weight(feature)

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "normalised", "kernel": self.kernel.spec()}
