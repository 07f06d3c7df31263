"""Values of a kernel in floats, with a bound on the error of each, and exactly where a sign needs it.

A source answers for points of its own kind: `values` are K(x, z) in floats, `limits` what they may be off by, `total` has the exact sign of
Σ c·K(x, z). The error bounds rest on IEEE-754 and, for the Gaussian, on an `exp` within eight units in the last place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import mul
from typing import Any, Protocol

import numpy as np

from perceptron.data.arrays import of_floats
from perceptron.data.matrix import IntegerMatrix
from perceptron.errors import InputError
from perceptron.estimators.base import as_float, as_fraction, round_value
from perceptron.estimators.reading import AnyRows, written_out
from perceptron.kernels import Kernel, Linear, Polynomial, kernel_from_spec
from perceptron.numbers.exact import common_denominator, positive
from perceptron.runs.engines.certified import float_errors
from perceptron.runs.engines.integer import RationalRows

UNIT = float_errors.UNIT * 1.01
TINY = 1e-290
SCORE_BITS = 32  # to which a score is right
LOST = 1e-307  # above what is lost of an entry's square that underflows
STRIP = 64  # rows of a matrix that are compared with its columns at a time
ROUNDED = 2.0**-20  # of the greatest |entry|, by which a matrix of float32 or float64 may miss symmetry
STEPS = 1e-60, 1e60  # so that powers of them are floats, and of no few bits
MOST = 2.0**52  # below which floats add whole numbers without error


class KernelValues(Protocol):
    """Kernel values for points, which come in batches that can be joined and picked from.

    whole    whether all values so far are whole numbers, of which floats make no error below 2⁵²
    apart    less than half the number of which all values so far are whole multiples, so that a sum that floats have within it of 0, and
             off by no more than it, is 0; 0 where no such number is known
    """

    whole: bool
    apart: float

    def points(self, X: Any) -> Any:
        """The rows as points, a sequence."""

    def values(self, xs: Any, zs: Any) -> Any:
        """K(x, z) in floats for points x that were learned and every z, shape (xs, zs)."""

    def limits(self, points: Any, learned: Any) -> tuple[Any, Any] | None:
        """Of each point a bound on its values with the learned ones, and on their errors; None if the values themselves have to decide."""

    def keys(self, x: Any, zs: Any) -> tuple[list[Any], int]:
        """Exact values of K(x, z) for every learned z, as numbers over one positive integer."""

    def total(self, coefficients: Sequence[int], keys: Sequence[Any], below: int) -> tuple[int, float]:
        """The sign of Σ c·K, exactly, and the sum as a float with that sign, right to SCORE_BITS but at the ends of the floats' range."""

    def nearly(self, coefficients: Sequence[int], x: Any, zs: Any) -> float:
        """Σ c·K(x, z) in floats where these decide its sign by a nearer bound than `limits`; else 0."""


class Rational:
    """The exact part of a source whose keys are the values themselves, in fractions."""

    apart = 0.0

    def total(self, coefficients: Sequence[int], keys: Sequence[Any], below: int) -> tuple[int, float]:
        """The sum in fractions."""
        value = Fraction(sum(map(mul, coefficients, keys)), below)
        return (value > 0) - (value < 0), as_float(value)

    def limits(self, points: Any, learned: Any) -> tuple[Any, Any] | None:
        """Not known beforehand."""
        return None

    def nearly(self, coefficients: Sequence[int], x: Any, zs: Any) -> float:
        """No nearer bound is known."""
        return 0.0


class OfMatrix(Rational):
    """(offset + ⟨x,z⟩)^degree on rows of floats."""

    def __init__(self, degree: int, offset: Fraction) -> None:
        self.degree, self.offset, self.whole = degree, offset, offset.denominator == 1
        self.step: float | None = None  # of which all entries so far are whole multiples; 0 for none, None before any

    def points(self, X: Any) -> Any:
        """The rows as float64, which holds them."""
        made = np.ascontiguousarray(X, dtype=np.float64)
        self.whole = self.whole and bool((made == np.rint(made)).all())
        self.step = common_step(made, self.step)
        square = Fraction(self.step or 0) ** 2
        self.apart = 0.499 * as_float(square**self.degree) if square and (self.offset / square).denominator == 1 else 0.0
        return made

    def values(self, xs: Any, zs: Any) -> Any:
        """By as many products as the degree says."""
        with np.errstate(all="ignore"):
            power = values = xs @ zs.T + round_value(self.offset)
            for _ in range(self.degree - 1):
                power = power * values
        return power

    def limits(self, points: Any, learned: Any) -> tuple[Any, Any] | None:
        """|⟨x,z⟩| ≤ ‖x‖‖z‖, within (d+4)·u of which floats have it; each of the products that make the power adds another u."""
        with np.errstate(all="ignore"):
            lost = points.shape[1] * LOST
            squares, square = np.einsum("ij,ij->i", points, points), np.einsum("ij,ij->i", learned, learned).max(initial=0.0)
            largest = np.sqrt(squares + lost) * np.sqrt(square + lost) * (1 + 1e-9) + round_value(abs(self.offset)) + TINY
            sizes = largest**self.degree * (1 + 1e-9)
            return sizes, self.degree * (points.shape[1] + 8) * UNIT * sizes + TINY

    def keys(self, x: Any, zs: Any) -> tuple[list[Any], int]:
        """The values, by inner products in integers."""
        products, below = inner_products(x, zs)
        offset = self.offset * below
        clear = offset.denominator
        return [(offset.numerator + clear * product) ** self.degree for product in products], (below * clear) ** self.degree


class Gaussian:
    """exp(−γ‖x − z‖²) on rows of floats, for a rational γ."""

    whole, apart = False, 0.0

    def __init__(self, gamma: Fraction) -> None:
        self.gamma = gamma

    def points(self, X: Any) -> Any:
        """The rows as float64, which holds them."""
        return np.ascontiguousarray(X, dtype=np.float64)

    def values(self, xs: Any, zs: Any) -> Any:
        """By ‖x − z‖² = ‖x‖² + ‖z‖² − 2⟨x,z⟩."""
        with np.errstate(all="ignore"):
            exponent = 2 * (xs @ zs.T) - np.einsum("ij,ij->i", zs, zs) - np.einsum("ij,ij->i", xs, xs)[:, None]
            return np.exp(np.minimum(round_value(self.gamma) * exponent, 0.0))

    def limits(self, points: Any, learned: Any) -> tuple[Any, Any] | None:
        """The exponent is within (d+8)·4u·γ(‖x‖+‖z‖)² of the exact one, relatively to which exp ≤ 1 is as far off."""
        with np.errstate(all="ignore"):
            squares = np.einsum("ij,ij->i", points, points) + np.einsum("ij,ij->i", learned, learned).max(initial=0.0)
            off = (points.shape[1] + 8) * 8 * UNIT * round_value(self.gamma) * (squares + LOST)
            return np.ones(len(points)), np.where(off < 1, 2 * off, np.inf) + 16 * UNIT

    def nearly(self, coefficients: Sequence[int], x: Any, zs: Any) -> float:
        """Each value is off by a share of itself, however small it is."""
        c, values = np.array(coefficients, np.float64), self.values(zs, x[None])[:, 0]
        with np.errstate(all="ignore"):
            share = float(self.limits(x[None], zs)[1][0]) + UNIT * (len(c) + 4)  # type: ignore[index]
            total, size = float(c @ values), float(np.abs(c) @ values)
            certain = abs(total) > 1.01 * (2 * share * size + TINY * float(np.abs(c).sum()))
        return total if certain else 0.0

    def keys(self, x: Any, zs: Any) -> tuple[list[Any], int]:
        """The squares ‖x − z‖²."""
        matrix, below = integers_over(np.vstack([zs, x]))
        *lengths, own = matrix.norms2()
        products, _ = inner_products(x, zs)
        return [own + length - 2 * product for length, product in zip(lengths, products, strict=True)], below**2

    def total(self, coefficients: Sequence[int], keys: Sequence[Any], below: int) -> tuple[int, float]:
        """In balls of growing precision. The sum is 0 only if equal exponents cancel (Lindemann)."""
        from flint import arb

        from perceptron.numbers.exact import precision

        of: dict[int, int] = {}
        for c, distance in zip(coefficients, keys, strict=True):
            of[distance] = of.get(distance, 0) + c
        collected = {self.gamma * Fraction(distance, below): c for distance, c in of.items() if c}
        if not collected:
            return 0, 0.0
        least, bits = min(collected), 64
        while True:  # it ends: powers of e with different rational exponents are independent over the rationals
            with precision(bits):
                rate = {e: -arb(e.numerator) / e.denominator for e in collected}
                total = sum(((rate[e] - rate[least]).exp() * c for e, c in collected.items()), arb(0))
                if total.rel_accuracy_bits() >= SCORE_BITS:
                    sign, near = 1 if total > 0 else -1, float((total * rate[least].exp()).mid())
                    return sign, near if near * sign > 0 else as_float(Fraction(sign, 10**400))
            bits *= 2


class OfKernel(Rational):
    """Any exact kernel of `perceptron.kernels`, on vectors, strings or rows of a matrix."""

    whole = False

    def __init__(self, kernel: Kernel[Any]) -> None:
        self.kernel = kernel

    def points(self, X: Any) -> Any:
        """The values as points of the kernel."""
        rows = X.tolist() if hasattr(X, "tolist") else list(X)
        made = np.empty(len(rows), dtype=object)
        for t, value in enumerate(rows):
            exact = [Fraction(v) if isinstance(v, float) else v for v in value] if isinstance(value, list) else value
            made[t] = self.kernel.point(exact, f"row {t}")
        return made

    def values(self, xs: Any, zs: Any) -> Any:
        """The exact values, rounded."""
        return np.array([[round_value(self.kernel(x, z)) for z in zs] for x in xs])

    def keys(self, x: Any, zs: Any) -> tuple[list[Any], int]:
        """The exact values."""
        return [self.kernel(z, x) for z in zs], 1


class OfFunction(Rational):
    """A function of two points, whose values are taken as the dyadic rationals that they are."""

    whole = False

    def __init__(self, function: Callable[[Any, Any], Any]) -> None:
        self.function = function

    def points(self, X: Any) -> Any:
        """The rows as they are."""
        if isinstance(X, np.ndarray) and X.ndim == 2:
            return X
        made = np.empty(len(X), dtype=object)
        made[:] = list(X)
        return made

    def values(self, xs: Any, zs: Any) -> Any:
        """The values, rounded if they are no floats."""
        return np.array([[round_value(self._value(x, z)) for z in zs] for x in xs])

    def _value(self, x: Any, z: Any) -> Fraction:
        return as_fraction(self.function(x, z), "value of the kernel")

    def keys(self, x: Any, zs: Any) -> tuple[list[Any], int]:
        """The values."""
        return [self._value(z, x) for z in zs], 1


class GramRows(Rational):
    """Rows of a Gram matrix: of a fit, each row against all rows of the fit; later against the same."""

    whole = True

    def points(self, X: Any) -> Any:
        """The rows of the matrix, each with its own number in front."""
        self.whole = self.whole and bool((np.asarray(X) == np.rint(X)).all())
        return np.column_stack([np.arange(len(X)), np.asarray(X, dtype=np.float64)])

    def values(self, xs: Any, zs: Any) -> Any:
        """The columns of the matrix that belong to the x, which in a symmetric matrix are their rows."""
        return zs[:, 1 + xs[:, 0].astype(np.int64)].T

    def keys(self, x: Any, zs: Any) -> tuple[list[Any], int]:
        """Entries of the matrix."""
        return [Fraction(float(x[1 + int(z[0])])) for z in zs], 1


def common_step(values: Any, step: float | None) -> float | None:
    """A number of which all entries are whole multiples: `step`, or for None the least |entry| but 0; 0 if it is not, None without any.

    For batch after batch, and without compiled code, which `lattice` in perceptron.runs.engines.certified is for large tables.
    """
    least = float(np.abs(values).min(where=values != 0, initial=np.inf)) if step is None else step
    if least == np.inf:
        return None
    if not STEPS[0] < least < STEPS[1]:
        return 0.0
    odd = least.as_integer_ratio()[0]
    odd //= odd & -odd
    with np.errstate(all="ignore"):
        units = values / (least / odd)  # by a power of two, so without rounding
        held = (np.abs(units) < 2.0**62).all() and (units == np.rint(units)).all()
    return least if held and not (units.astype(np.int64) % odd).any() else 0.0


def integers_over(rows: Any) -> tuple[IntegerMatrix, int]:
    """Rows of floats or of fractions as integers over one denominator."""
    if rows.dtype != object:
        return of_floats(rows)
    below = common_denominator(rows.ravel())
    return IntegerMatrix.of(np.array([[int(value * below) for value in row] for row in rows], dtype=object).reshape(rows.shape)), below


def inner_products(x: Any, zs: Any) -> tuple[list[int], int]:
    """⟨x,z⟩ for every row z, as integers over the square of a denominator."""
    matrix, below = integers_over(np.vstack([zs, x]))
    return matrix.times([n for _, n in matrix.entries(len(zs))])[: len(zs)], below**2


def refuse_asymmetric(gram: Any) -> None:
    """Raise InputError unless a square matrix of kernel values, shape (n, n), is symmetric but for rounding, as scikit-learn's are."""
    rounded = ROUNDED * max(float(gram.max(initial=0)), -float(gram.min(initial=0)))
    for first in range(0, len(gram), STRIP):
        above, below = gram[first : first + STRIP, first:], gram[first:, first : first + STRIP].T
        differ = above != below
        if differ.any() and (far := differ & (np.abs(above.astype(np.float64) - below) > rounded)).any():
            i, j = (np.argwhere(far)[0] + first).tolist()
            raise InputError(
                f"a precomputed kernel is symmetric, and here row {i} has {gram[i, j]} in column {j}, but row {j} has {gram[j, i]} in "
                f"column {i}"
            )


def scale_of(rows: AnyRows) -> Fraction:
    """1/(d·variance of all entries), in floats as scikit-learn's SVC has it. Raises InputError for rows that floats do not hold."""
    if isinstance(rows, RationalRows):
        raise InputError('gamma="scale" is a float, and these rows have entries that no float64 holds: give gamma')
    variance = float(written_out(rows).astype(np.float64, copy=False).var())
    return Fraction(1 / (rows.d * variance)) if 0 < variance < np.inf else Fraction(1)


def source(kernel: Any, degree: int, gamma: Any, coef0: Any) -> KernelValues:
    """The source that a classifier's parameters name.

    kernel                 None or "linear"; "poly", (coef0 + ⟨x,z⟩)^degree; "rbf", exp(−gamma‖x−z‖²); "precomputed"; a specification such
                           as {"name": "polynomial", "degree": 2}; a kernel of `perceptron.kernels`; or a function of two points
    degree, gamma, coef0   for the kernels that are named

    Raises InputError.
    """
    kernel = "linear" if kernel is None else kernel
    if isinstance(kernel, str) and kernel in ("linear", "poly", "rbf", "precomputed"):
        if kernel == "rbf":
            return Gaussian(positive(as_fraction(gamma, "gamma"), "gamma"))
        if kernel == "precomputed":
            return GramRows()
        kernel = Linear() if kernel == "linear" else Polynomial(degree, as_fraction(coef0, "coef0"))
    elif isinstance(kernel, str):
        raise InputError(f"kernel must be linear, poly, rbf or precomputed, a specification, a kernel or a function, not {kernel!r}")
    if isinstance(kernel, Mapping):
        kernel = kernel_from_spec(kernel)
    if isinstance(kernel, Linear):
        return OfMatrix(1, Fraction(0))
    if isinstance(kernel, Polynomial) and kernel.degree:
        return OfMatrix(kernel.degree, kernel.offset)
    if hasattr(kernel, "point"):
        return OfKernel(kernel)
    if callable(kernel):
        return OfFunction(kernel)
    raise InputError(f"kernel must be linear, poly, rbf or precomputed, a specification, a kernel or a function, not {kernel!r}")
