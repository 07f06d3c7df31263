"""The kernel Perceptron (MR Figure 2, BL on kernels). Instead of weights it has a number α(t) for each round, 1 after a mistake, else 0."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from perceptron.errors import InputError
from perceptron.kernels.base import Kernel
from perceptron.kernels.made import Normalised, sign
from perceptron.learners.learner import Learner, Stepper
from perceptron.learners.perceptron import OverTuples, Rule, Ties, Vector, checked_ties, is_mistake
from perceptron.learners.representations import Combination
from perceptron.learners.vectors import Vector as OpaqueVector
from perceptron.numbers.exact import exact, positive
from perceptron.runs.quantities import Quantities


@dataclass(frozen=True)
class KernelTrace:
    """A finished run of the kernel Perceptron.

    points     the points of the T rounds, as the kernel reads them
    labels     −1 or +1 for each round
    ties       as for `Perceptron`
    updates    the rounds with a mistake, from 0, in order
    """

    kernel: Kernel[Any]
    points: tuple[Any, ...]
    labels: tuple[int, ...]
    ties: str | int
    updates: tuple[int, ...]

    @property
    def M(self) -> int:
        """The number of updates."""
        return len(self.updates)

    @property
    def T(self) -> int:
        """The number of rounds."""
        return len(self.points)

    @property
    def alphas(self) -> tuple[int, ...]:
        """α(t) for every round: 1 at an update, else 0."""
        hit = set(self.updates)
        return tuple(int(t in hit) for t in range(self.T))

    @property
    def gram_trace(self) -> Fraction:
        """Tr K over the update rounds, which is Σ K(x, x). It takes the place of Σ‖x‖²."""
        return sum((self.kernel(self.points[t], self.points[t]) for t in self.updates), Fraction(0))

    def score(self, x: object) -> Fraction:
        """Σ α(s)y(s)K(x(s), x) after the last round, at any point x. Raises InputError where a normalised kernel is irrational."""
        return self._sum(self.kernel.point(x))

    def _sum(self, point: Any) -> Fraction:
        return sum((self.labels[s] * self.kernel(self.points[s], point) for s in self.updates), Fraction(0))


def run_kernel(kernel: Kernel[Any], points: Iterable[object], labels: Iterable[int], ties: str | int = "mistake") -> KernelTrace:
    """Run the kernel Perceptron once over the points, from α = 0.

    kernel    any kernel
    points    T values that `kernel.point` accepts
    labels    T labels, each −1 or +1
    ties      as for `Perceptron`

    The run is that of the Perceptron on φ(x), even where φ cannot be written out. A kernel that is not positive semi-definite is run too,
    but no theorem covers that run. Raises InputError. Source: MR, Figure 2.

        >>> from perceptron.kernels import CommonSubstrings
        >>> trace = run_kernel(CommonSubstrings("distinct"), ["aa", "bb", "ab"], [1, 1, -1])
        >>> trace.updates, trace.gram_trace
        ((0, 1, 2), Fraction(7, 1))
    """
    ties = checked_ties(ties)
    xs = tuple(kernel.point(x, f"point {t}") for t, x in enumerate(points))
    ys = tuple(labels)
    if len(xs) != len(ys):
        raise InputError(f"{len(xs)} points, but {len(ys)} labels")
    for t, y in enumerate(ys):
        if type(y) is not int or y not in (-1, 1):
            raise InputError(f"label {t} must be -1 or 1, not {y!r}")
    base, squares = (kernel.kernel, [kernel.square(x) for x in xs]) if isinstance(kernel, Normalised) else (kernel, None)
    updates: list[int] = []
    for t, (x, y) in enumerate(zip(xs, ys, strict=True)):
        terms = [(ys[s] * base(xs[s], x), s) for s in updates]
        if squares is None:
            score = sum((c for c, _ in terms), Fraction(0))
        else:  # the score is Σ c/√r times a positive root, so its sign is that of Σ c/√r
            score = Fraction(sign((c / squares[s], squares[s]) for c, s in terms))
        if is_mistake(y * score, y, ties):
            updates.append(t)
    return KernelTrace(kernel, xs, ys, ties, tuple(updates))


def measure_kernel(
    trace: KernelTrace, coefficients: Iterable[object], points: Iterable[object], gamma: object, radius: object = None
) -> Quantities:
    """The quantities of a run in feature space, against the comparator u = Σ a_j φ(p_j) and γ.

    trace           a run of the kernel Perceptron
    coefficients    the a_j, exact numbers
    points          the p_j, as many values that the kernel accepts as points
    gamma           γ > 0, in the units of Σ a_j K(p_j, x)
    radius          as in `measure`

    The fields are those of `measure`, with K(x, x) for ‖x‖² and Σ a_j K(p_j, x) for ⟨u,x⟩; d is the dimension of the points
    themselves (0 for strings). Raises InputError.

        >>> from perceptron.kernels import Linear
        >>> trace = run_kernel(Linear(), [[1, 0], [0, 1]], [1, 1])
        >>> q = measure_kernel(trace, coefficients=[1, 1], points=[[1, 0], [0, 1]], gamma=1)
        >>> q.M, q.U2, q.TD
        (2, Fraction(2, 1), Fraction(0, 1))
    """
    kernel, g = trace.kernel, positive(gamma, "gamma")
    a = [exact(value, f"coefficient {j}") for j, value in enumerate(coefficients)]
    p = [kernel.point(value, f"comparator point {j}") for j, value in enumerate(points)]
    if len(a) != len(p):
        raise InputError(f"{len(a)} coefficients, but {len(p)} comparator points")
    declared = None if radius is None else exact(radius, "radius")
    if declared is not None and declared < 0:
        raise InputError(f"radius must not be negative, not {declared}")

    def against(x: Any) -> Fraction:
        return sum((c * kernel(q, x) for c, q in zip(a, p, strict=True)), Fraction(0))

    margins = [y * against(x) for x, y in zip(trace.points, trace.labels, strict=True)]
    lengths = [kernel(x, x) for x in trace.points]
    slacks = [max(Fraction(0), g - margins[t]) for t in trace.updates]
    deviation, longest2 = sum(slacks, Fraction(0)), max(lengths, default=Fraction(0))
    first = trace.points[0] if trace.points else ()
    return Quantities(
        M=trace.M,
        T=trace.T,
        d=len(first) if isinstance(first, tuple) else 0,
        gamma=g,
        R2=longest2 if declared is None else declared**2,
        S2=sum((lengths[t] for t in trace.updates), Fraction(0)),
        TD=deviation,
        H=deviation / g,
        H2sq=sum((s * s for s in slacks), Fraction(0)) / g**2,
        U2=sum((c * against(q) for c, q in zip(a, p, strict=True)), Fraction(0)),
        eps=None,
        W2=sum((trace.labels[t] * trace.score(trace.points[t]) for t in trace.updates), Fraction(0)),
        P=sum((margins[t] for t in trace.updates), Fraction(0)),
        margin=min(margins, default=None),
        longest2=longest2,
    )


# -- any learner in vector algebra


def run_learner(
    learner: Learner, kernel: Kernel[Any], points: Iterable[object], labels: Iterable[int]
) -> tuple[tuple[int, ...], dict[int, Any]]:
    """Run a learner in the feature space of a kernel, where a vector is a combination of the examples.

    learner    a `Learner`, which is copied
    kernel     as for `run_kernel`
    points     one for each round
    labels     −1 or +1 for each round

    Returns the rounds with an update, and the coefficients of the final weights: Σ c(t)·φ(x(t)). Raises InputError.

        >>> from perceptron.kernels import Polynomial
        >>> run_learner(Learner(), Polynomial(2), [[1, 1], [1, -1], [1, 1]], [1, -1, 1])
        ((0, 1), {0: Fraction(1, 1), 1: Fraction(-1, 1)})
    """
    read = [kernel.point(value, f"point {t}") for t, value in enumerate(points)]

    def inner(s: int, t: int) -> Fraction:
        return Fraction(kernel(read[s], read[t]))

    def example(t: int) -> OpaqueVector:
        return OpaqueVector(Combination({t: Fraction(1)}, inner))

    stepper, updates = Stepper(deepcopy(learner), OpaqueVector(Combination({}, inner))), list[int]()
    for t, y in zip(range(len(read)), labels, strict=True):
        if stepper.step(example(t), y):
            updates.append(t)
    return tuple(updates), dict(stepper.w.behind.parts)


# -- the same learner with the methods of `Learner`


class Remembering(OverTuples):
    """The kernel Perceptron on vectors, as a learner object: for a run beside another learner, or in `falsify(learner=…)`.

    Its weights are the sum of y·x over its mistakes, the only part of it that measurements in the space of the examples use; its score is Σ
    y(s)K(x(s), x).

        >>> from perceptron import Examples, run
        >>> from perceptron.kernels import Subsets
        >>> run(Remembering(Subsets()), Examples([[1], [-1]], [1, -1])).M
        2
    """

    def __init__(self, kernel: Kernel[Any], ties: Ties = "mistake") -> None:
        self.kernel, self.ties = kernel, ties
        self.mistakes: list[tuple[Vector, int]] = []

    def start(self, dimension: int) -> Vector:
        """No mistake yet."""
        self.mistakes = []
        return super().start(dimension)

    def score(self, w: Vector, x: Vector) -> Fraction:
        """Σ y(s)K(x(s), x)."""
        return sum((y * self.kernel(z, x) for z, y in self.mistakes), Fraction(0))

    def rule(self, scale: int = 1) -> Rule:
        """Mistakes, as the Perceptron."""
        return lambda score, norm2, y: is_mistake(score, y, self.ties)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """Remember the example."""
        self.mistakes = [*self.mistakes, (x, y)]
        return super().step(w, x, y)
