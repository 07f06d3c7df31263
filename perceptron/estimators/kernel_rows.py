"""Values of a kernel in floats, with a bound on the error of each, and exactly where a sign needs it.

A source answers for points of its own kind: `row(x, zs)` are the K(x, z) in floats and what each may be off by, `sign` is the exact sign
of Σ c·K(x, z). The error bounds rest on IEEE-754 and, for the Gaussian, on an `exp` within eight units in the last place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from perceptron.errors import InputError
from perceptron.estimators.base import as_float, as_fraction, rounded
from perceptron.kernels import Kernel, Linear, Polynomial, kernel_from_spec
from perceptron.numbers.exact import dot, positive
from perceptron.runs.engines.certified import float_errors

UNIT = float_errors.UNIT * 1.01
TINY = 1e-290
SCORE_BITS = 32  # to which a score is right
LOST = 1e-307  # above what is lost of an entry's square that underflows
STRIP = 64  # rows of a matrix that are compared with its columns at a time
ROUNDED = 2.0**-20  # of the greatest |entry|, by which a matrix of float32 or float64 may miss symmetry
MOST = 2.0**52  # below which floats add whole numbers without error
Terms = Iterable[tuple[int, Any]]  # coefficients and points


class Source(Protocol):
    """Kernel values for points, which come in batches that can be joined and picked from.

    whole       whether all values so far are whole numbers, of which floats make no error below 2⁵²
    in_loops    (degree, offset, gamma) as the compiled loops take them, None for what they do not know
    """

    whole: bool

    @property
    def in_loops(self) -> tuple[int, float, float] | None:
        """What the compiled loops need to know."""

    def points(self, X: Any) -> Any:
        """The rows as points, a sequence."""

    def row(self, x: Any, zs: Any) -> tuple[Any, Any]:
        """K(x, z) for a point x that was learned and every z, shape (n,), and bounds on their errors."""

    def sign(self, x: Any, terms: Terms) -> int:
        """The sign of Σ c·K(x, z), exactly."""

    def score(self, x: Any, terms: Terms) -> float:
        """Σ c·K(x, z) as a float with its sign, right to SCORE_BITS but at the ends of the floats' range."""


class OfMatrix:
    """(offset + ⟨x,z⟩)^degree on rows of floats."""

    def __init__(self, degree: int, offset: Fraction) -> None:
        self.degree, self.offset, self.whole, self.width = degree, offset, offset.denominator == 1, 0

    @property
    def in_loops(self) -> tuple[int, float, float] | None:
        """The degree and the offset."""
        return self.degree, rounded(self.offset), 0.0

    def sizes(self, squares: Any) -> Any:
        """A bound on the values of each row with all."""
        with np.errstate(all="ignore"):
            return self._largest(squares, squares.max()) ** self.degree * (1 + 1e-9)

    def _largest(self, squares: Any, square: Any) -> Any:
        """|offset| + ‖x‖‖z‖ at most, of the squares of lengths in floats."""
        lost = self.width * LOST
        return np.sqrt(squares + lost) * np.sqrt(square + lost) * (1 + 1e-9) + rounded(abs(self.offset)) + TINY

    def points(self, X: Any) -> Any:
        """The rows as float64, which holds them."""
        made = np.ascontiguousarray(X, dtype=np.float64)
        self.width = made.shape[1]
        self.whole = self.whole and bool((made == np.rint(made)).all())
        return made

    def row(self, x: Any, zs: Any) -> tuple[Any, Any]:
        """|⟨x,z⟩| ≤ ‖x‖‖z‖, within (d+4)·u of which floats have it; each of the products that make the power adds another u."""
        with np.errstate(all="ignore"):
            values = zs @ x + rounded(self.offset)
            largest = self._largest((zs * zs).sum(axis=1), x @ x)
            power = values.copy()
            for _ in range(self.degree - 1):
                power *= values
            if self.whole and not largest.max(initial=0.0) ** self.degree < MOST:
                self.whole = False
            if self.whole:
                return power, np.zeros(len(power))
            return power, self.degree * (len(x) + 8) * UNIT * largest**self.degree + TINY

    def exact(self, x: Any, terms: Terms) -> Fraction:
        """Σ c·K(x, z)."""
        a = [*map(Fraction, x.tolist())]
        products = ((c, dot(a, map(Fraction, z.tolist()))) for c, z in terms)
        return sum((c * (self.offset + product) ** self.degree for c, product in products), Fraction(0))

    def sign(self, x: Any, terms: Terms) -> int:
        """The sign of Σ c·K(x, z), exactly."""
        value = self.exact(x, terms)
        return (value > 0) - (value < 0)

    def score(self, x: Any, terms: Terms) -> float:
        """Σ c·K(x, z) as a float with its sign."""
        return as_float(self.exact(x, terms))


class Gaussian:
    """exp(−γ‖x − z‖²) on rows of floats, for a rational γ."""

    whole = False

    def __init__(self, gamma: Fraction) -> None:
        self.gamma, self.width = gamma, 0

    @property
    def in_loops(self) -> tuple[int, float, float] | None:
        """The degree 0, which stands for this kernel, and γ."""
        return 0, 0.0, rounded(self.gamma)

    def sizes(self, squares: Any) -> Any:
        """A bound on the error of each row's values with all; see `row`."""
        with np.errstate(all="ignore"):
            return self._off(squares + squares.max())

    def _off(self, squares: Any) -> Any:
        """The error of a value, of which ‖x‖² + ‖z‖² in floats is given."""
        off = (self.width + 8) * 8 * UNIT * rounded(self.gamma) * (squares + LOST)
        return np.where(off < 1, 2 * off, np.inf) + 16 * UNIT

    def points(self, X: Any) -> Any:
        """The rows as float64, which holds them."""
        made = np.ascontiguousarray(X, dtype=np.float64)
        self.width = made.shape[1]
        return made

    def row(self, x: Any, zs: Any) -> tuple[Any, Any]:
        """The exponent is within (d+8)·4u·γ(‖x‖+‖z‖)² of the exact one, relatively to which exp ≤ 1 is as far off."""
        with np.errstate(all="ignore"):
            squares = (zs * zs).sum(axis=1)
            length2 = x @ x
            exponent = rounded(self.gamma) * (2 * (zs @ x) - squares - length2)
            return np.exp(np.minimum(exponent, 0.0)), self._off(squares + length2)

    def sign(self, x: Any, terms: Terms) -> int:
        """The sign in balls of growing precision. The sum is 0 only if equal exponents cancel (Lindemann)."""
        from perceptron.learners.winnow import ball_precision

        return self._ball(x, terms, ball_precision)[0]

    def score(self, x: Any, terms: Terms) -> float:
        """Σ c·K(x, z) as a float with its sign."""
        from perceptron.learners.winnow import ball_precision

        sign, value = self._ball(x, terms, ball_precision)
        return value if value * sign > 0 else as_float(Fraction(sign, 10**400))

    def _ball(self, x: Any, terms: Terms, precision: Callable[[int], Any]) -> tuple[int, float]:
        from flint import arb

        a, collected = [*map(Fraction, x.tolist())], {}  # type: ignore[var-annotated]
        for c, z in terms:
            exponent = self.gamma * sum(((p - Fraction(q)) ** 2 for p, q in zip(a, z.tolist(), strict=True)), Fraction(0))
            collected[exponent] = collected.get(exponent, 0) + c
        collected = {exponent: c for exponent, c in collected.items() if c}
        if not collected:
            return 0, 0.0
        least, bits = min(collected), 64
        while True:  # it ends: powers of e with different rational exponents are independent over the rationals
            with precision(bits):
                rate = {e: -arb(e.numerator) / e.denominator for e in collected}
                total = sum((rate[e] - rate[least]).exp() * c for e, c in collected.items())
                if total.rel_accuracy_bits() >= SCORE_BITS:
                    whole = total * rate[least].exp()
                    return (1 if total > 0 else -1), float(whole.mid())
            bits *= 2


class OfKernel:
    """Any exact kernel of `perceptron.kernels`, on vectors, strings or rows of a matrix."""

    whole = False
    in_loops = None

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

    def row(self, x: Any, zs: Any) -> tuple[Any, Any]:
        """The exact values, rounded."""
        values = np.array([rounded(self.kernel(x, z)) for z in zs])
        return values, 2 * UNIT * np.abs(values) + TINY

    def exact(self, x: Any, terms: Terms) -> Fraction:
        """Σ c·K(x, z)."""
        return sum((c * self.kernel(z, x) for c, z in terms), Fraction(0))

    sign, score = OfMatrix.sign, OfMatrix.score


class OfFunction:
    """A function of two points, whose values are taken as the dyadic rationals that they are."""

    whole = False
    in_loops = None

    def __init__(self, function: Callable[[Any, Any], Any]) -> None:
        self.function = function

    def points(self, X: Any) -> Any:
        """The rows as they are."""
        if isinstance(X, np.ndarray) and X.ndim == 2:
            return X
        made = np.empty(len(X), dtype=object)
        made[:] = list(X)
        return made

    def row(self, x: Any, zs: Any) -> tuple[Any, Any]:
        """The values, rounded if they are no floats."""
        values = np.array([rounded(self._value(x, z)) for z in zs])
        return values, 2 * UNIT * np.abs(values) + TINY

    def _value(self, x: Any, z: Any) -> Fraction:
        return as_fraction(self.function(x, z), "value of the kernel")

    def exact(self, x: Any, terms: Terms) -> Fraction:
        """Σ c·K(x, z)."""
        return sum((c * self._value(z, x) for c, z in terms), Fraction(0))

    sign, score = OfMatrix.sign, OfMatrix.score


class Precomputed:
    """Rows of a Gram matrix: of a fit, each row against all rows of the fit; later against the same."""

    whole = True
    in_loops = None

    def points(self, X: Any) -> Any:
        """The rows of the matrix, each with its own number in front."""
        self.whole = self.whole and bool((np.asarray(X) == np.rint(X)).all())
        return np.column_stack([np.arange(len(X)), np.asarray(X, dtype=np.float64)])

    def row(self, x: Any, zs: Any) -> tuple[Any, Any]:
        """The column of the matrix that belongs to x, which in a symmetric matrix is its row."""
        values = zs[:, 1 + int(x[0])]
        return values, np.zeros(len(values))

    def exact(self, x: Any, terms: Terms) -> Fraction:
        """Σ c·K(x, z)."""
        return sum((c * Fraction(float(x[1 + int(z[0])])) for c, z in terms), Fraction(0))

    sign, score = OfMatrix.sign, OfMatrix.score


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


def source(kernel: Any, degree: int, gamma: Any, coef0: Any) -> Source:
    """The source that a classifier's parameters name.

    kernel                 None or "linear"; "poly", (coef0 + ⟨x,z⟩)^degree; "rbf", exp(−gamma‖x−z‖²); "precomputed"; a specification such
                           as {"name": "polynomial", "degree": 2}; a kernel of `perceptron.kernels`; or a function of two points
    degree, gamma, coef0   for the kernels that are named

    Raises InputError.
    """
    if isinstance(kernel, str) and kernel in ("linear", "poly", "rbf", "precomputed"):
        if kernel == "rbf":
            return Gaussian(positive(as_fraction(gamma, "gamma"), "gamma"))
        if kernel == "precomputed":
            return Precomputed()
        kernel = Linear() if kernel == "linear" else Polynomial(degree, as_fraction(coef0, "coef0"))
    elif isinstance(kernel, str):
        raise InputError(f"kernel must be linear, poly, rbf or precomputed, a specification, a kernel or a function, not {kernel!r}")
    if kernel is None or isinstance(kernel, Mapping):
        kernel = kernel_from_spec({"name": "linear"} if kernel is None else kernel)
    if isinstance(kernel, Linear):
        return OfMatrix(1, Fraction(0))
    if isinstance(kernel, Polynomial) and kernel.degree:
        return OfMatrix(kernel.degree, kernel.offset)
    if hasattr(kernel, "point"):
        return OfKernel(kernel)
    if callable(kernel):
        return OfFunction(kernel)
    raise InputError(f"kernel must be linear, poly, rbf or precomputed, a specification, a kernel or a function, not {kernel!r}")
