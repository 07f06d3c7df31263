"""Online gradient descent (OGD), exactly: w ← w − η·v with v a subgradient of the round's convex loss at w.

SS section 21.4 derives the Perceptron from it. The loss is f_t(w) = 1[y⟨w_t,x⟩ ≤ 0]·max(0, 1 − y⟨w,x⟩), the hinge loss on the
learner's own mistakes. Then v = −y·x on a mistake and 0 elsewhere. So OGD makes the Perceptron's updates, and its weights are η times
the Perceptron's, for every rate η > 0. `OGD` is this learner for `run`, also with the hinge loss of every round.

`descend` is the general algorithm of SS Theorem 21.15. It takes any convex losses, each given or chosen after a look at w, and
projects on a ball if a radius is given. Its regret Σf_t(w_t) − Σf_t(u) is at most ‖u‖²/(2η) + (η/2)Σ‖v_t‖², for ‖u‖ ≤ radius if
there is one. Both numbers are Fractions.

The projection of w on the ball of radius B is w·B/‖w‖, which need not be rational. The theorem does not need it. For every s with
2B/‖w‖ − 1 ≤ s ≤ B/‖w‖ the point s·w lies in the ball, and it is no further than w from any u of the ball, for
‖s·w − u‖² − ‖w − u‖² = (1 − s)(2⟨w,u⟩ − (1 + s)‖w‖²) ≤ (1 − s)‖w‖(2B − (1 + s)‖w‖) ≤ 0. The theorem asks for no more.
`into_ball` takes a rational s from this interval: B/‖w‖ itself where it is rational.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any, ClassVar, Protocol, TypeAlias

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.learners.perceptron import OverTuples, Rule
from perceptron.numbers.exact import dot, exact, positive, vector

Vector: TypeAlias = "tuple[Fraction, ...]"
LOSSES = ("mistakes", "hinge")


class LossOfWeights(Protocol):
    """A convex function of w, exact: its value, and one of its subgradients."""

    def value(self, w: Vector) -> Fraction:
        """f(w)."""

    def subgradient(self, w: Vector) -> Vector:
        """A v with f(u) ≥ f(w) + ⟨v, u − w⟩ for all u."""


@dataclass(frozen=True, init=False)
class MaxAffine:
    """The greatest of some affine functions ⟨g, w⟩ + c. Every piecewise linear convex loss has this form.

    pieces    one or more pairs (g, c) of exact numbers, each g of dimension d

    Its subgradient at w is the g of the first greatest piece. Raises InputError.
    """

    pieces: tuple[tuple[Vector, Fraction], ...]

    def __init__(self, pieces: Iterable[tuple[Iterable[object], object]]) -> None:
        exact_pieces = tuple((vector(g, "slope of the loss"), exact(c, "constant of the loss")) for g, c in pieces)
        if not exact_pieces or len({len(g) for g, _ in exact_pieces}) > 1:
            raise InputError("a loss is the greatest of one or more affine functions of one dimension")
        object.__setattr__(self, "pieces", exact_pieces)

    def value(self, w: Vector) -> Fraction:
        """max ⟨g, w⟩ + c."""
        return self.top(w)[0]

    def subgradient(self, w: Vector) -> Vector:
        """The slope g of the first greatest piece at w."""
        return self.top(w)[1]

    def top(self, w: Vector) -> tuple[Fraction, Vector]:
        """The value at w, and the slope of the first piece that attains it."""
        if len(w) != len(self.pieces[0][0]):
            raise InputError(f"the loss has dimension {len(self.pieces[0][0])}, but w has dimension {len(w)}")
        values = [dot(g, w) + c for g, c in self.pieces]
        best = max(values)
        return best, self.pieces[values.index(best)][0]


def hinge(x: Sequence[Fraction], y: int) -> MaxAffine:
    """max(0, 1 − y⟨w,x⟩). At the kink the subgradient is 0."""
    return MaxAffine([([0] * len(x), 0), ([-y * value for value in x], 1)])


def surrogate(w: Sequence[Fraction], x: Sequence[Fraction], y: int) -> MaxAffine:
    """SS's f_t: the hinge loss of this round if w errs on it (y⟨w,x⟩ ≤ 0), else 0."""
    return hinge(x, y) if y * dot(w, x) <= 0 else MaxAffine([([0] * len(x), 0)])


def move(w: Sequence[Fraction], rate: Fraction, v: Sequence[Fraction]) -> Vector:
    """w − η·v."""
    return tuple(a - rate * b for a, b in zip(w, v, strict=True))


def into_ball(w: Vector, radius: Fraction) -> Vector:
    """w if ‖w‖ ≤ radius; else s·w with 2B/‖w‖ − 1 ≤ s ≤ B/‖w‖ for B = radius > 0 (see above), and s = B/‖w‖ where that is rational."""
    norm2 = dot(w, w)
    if norm2 <= radius**2:
        return w
    share = radius**2 / norm2  # (B/‖w‖)² = p/q, so B/‖w‖ = √(pq)/q
    root, fine = share.numerator * share.denominator, 1
    s = Fraction(isqrt(root), share.denominator)
    while s * s != share and (fine == 1 or (1 + s) ** 2 < 4 * share):
        fine *= 2**16
        s = Fraction(isqrt(root * fine * fine), share.denominator * fine)
    return tuple(s * value for value in w)


@dataclass(frozen=True, init=False)
class OGD(OverTuples):
    """OGD with a fixed rate η on examples, as a learner for `run`: w ← w + η·y·x where the loss has a slope, from w₁ = 0 or `start`.

    rate      η > 0
    loss      "mistakes": SS's surrogates, with a slope where y⟨w,x⟩ ≤ 0; then it makes the Perceptron's updates, and its weights
              are η times the Perceptron's. "hinge": the hinge loss of every round, with a slope where y⟨w,x⟩ < 1.
    radius    of the ball into which w is brought back after a step; None for no ball
    start     w₁, d exact numbers; None for 0. With "mistakes" that is the Perceptron with rate η from any start.

    M counts the steps. Raises InputError. Source: SS, section 21.4.

        >>> from perceptron import Examples, run
        >>> trace = run(OGD(rate="1/2"), Examples([[1, 0], [0, 1]], [1, 1]))
        >>> trace.M, trace.final
        (2, (Fraction(1, 2), Fraction(1, 2)))
    """

    rate: Fraction
    loss: str
    radius: Fraction | None
    origin: Vector | None
    name: ClassVar = "ogd"

    def __init__(self, rate: object = 1, loss: str = "mistakes", radius: object = None, start: Iterable[object] | None = None) -> None:
        if loss not in LOSSES:
            raise InputError(f"the loss must be one of {', '.join(LOSSES)}, not {loss!r:.40}")
        object.__setattr__(self, "rate", positive(rate, "rate"))
        object.__setattr__(self, "loss", loss)
        object.__setattr__(self, "radius", None if radius is None else positive(radius, "radius"))
        object.__setattr__(self, "origin", None if start is None else vector(start, "start"))

    def start(self, dimension: int) -> Vector:
        """w₁: zero, or the given weights."""
        return super().start(dimension) if self.origin is None else self.origin

    def rule(self, scale: int = 1) -> Rule:
        """Whether the loss has a slope at w."""
        if self.loss == "mistakes":
            return lambda inner, norm2, y: inner <= 0
        return lambda inner, norm2, y: inner < scale**2

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """w + η·y·x, brought back into the ball."""
        after = move(w, self.rate * -y, x)
        return after if self.radius is None else into_ball(after, self.radius)

    def spec(self) -> dict[str, Any]:
        """The learner as JSON data."""
        spec: dict[str, Any] = {"name": "ogd", "rate": str(self.rate), "loss": self.loss}
        spec |= {} if self.radius is None else {"radius": str(self.radius)}
        return spec if self.origin is None else spec | {"start": [str(value) for value in self.origin]}

    def descent(self, examples: Examples) -> Descent:
        """The run by `descend` on the losses of the examples, which gives its regret. Raises InputError for a start other than 0."""
        if self.origin is not None and any(self.origin):
            raise InputError("the regret of OGD is that of a start at 0")

        def loss_of_round(w: Vector, x: Vector, y: int) -> LossOfWeights:
            return surrogate(w, x, y) if self.loss == "mistakes" else hinge(x, y)

        rounds = [(lambda w, x=x, y=y: loss_of_round(w, x, y)) for x, y in examples]
        return descend(rounds, self.rate, examples.dimension, self.radius)


@dataclass(frozen=True)
class Descent:
    """A finished run of T rounds: the losses, the weights before each round, the subgradients used, and the weights at the end."""

    rate: Fraction
    radius: Fraction | None
    losses: tuple[LossOfWeights, ...]
    weights: tuple[Vector, ...]
    subgradients: tuple[Vector, ...]
    final: Vector

    def loss(self) -> Fraction:
        """Σf_t(w_t)."""
        return sum((f.value(w) for f, w in zip(self.losses, self.weights, strict=True)), Fraction(0))

    def loss_of(self, u: Iterable[object]) -> Fraction:
        """Σf_t(u)."""
        u = vector(u, "u")
        return sum((f.value(u) for f in self.losses), Fraction(0))

    def regret(self, u: Iterable[object]) -> Fraction:
        """Σf_t(w_t) − Σf_t(u), which is at most `bound(u)`."""
        return self.loss() - self.loss_of(u)

    def bound(self, u: Iterable[object]) -> Fraction:
        """‖u‖²/(2η) + (η/2)Σ‖v_t‖² (SS Theorem 21.15).

        Raises InputError for a u outside the ball or of another dimension. It does so too if f_t(u) ≥ f_t(w_t) + ⟨v_t, u − w_t⟩
        fails in a round: the theorem needs this, and every subgradient of a convex loss satisfies it.
        """
        u = vector(u, "u")
        if len(u) != len(self.final):
            raise InputError(f"u has dimension {len(u)}, not {len(self.final)}")
        if self.radius is not None and dot(u, u) > self.radius**2:
            raise InputError(f"u lies outside the ball of radius {self.radius} that the weights are kept in")
        for t, (f, w, v) in enumerate(zip(self.losses, self.weights, self.subgradients, strict=True)):
            if f.value(u) < f.value(w) + dot(v, u) - dot(v, w):
                raise InputError(f"round {t}: the loss is not convex, or the vector given is not a subgradient")
        lengths = sum((dot(v, v) for v in self.subgradients), Fraction(0))
        return dot(u, u) / (2 * self.rate) + self.rate * lengths / 2


def descend(
    losses: Iterable[LossOfWeights | Callable[[Vector], LossOfWeights]], rate: object, dimension: int, radius: object = None
) -> Descent:
    """OGD from w₁ = 0 over the losses, in order.

    losses       each a `Loss`, or an adversary: a function that is called with w and returns the loss
    rate         η > 0
    dimension    d
    radius       of the ball, > 0, or None

    Raises InputError for a rate or radius that is not positive, and for subgradients that are not exact or of another dimension.
    Source: SS, Theorem 21.15.

        >>> descent = descend([hinge([Fraction(1)], 1)] * 2, rate="1/2", dimension=1)
        >>> descent.regret([1]), descent.bound([1])
        (Fraction(3, 2), Fraction(3, 2))
    """
    eta, ball = positive(rate, "rate"), None if radius is None else positive(radius, "radius")
    w: Vector = (Fraction(0),) * dimension
    met: list[LossOfWeights] = []
    weights, slopes = [], []
    for t, entry in enumerate(losses):
        f = entry(w) if callable(entry) else entry
        v = vector(f.subgradient(w), f"round {t}: subgradient")
        if len(v) != dimension:
            raise InputError(f"round {t}: the subgradient has dimension {len(v)}, not {dimension}")
        met.append(f)
        weights.append(w)
        slopes.append(v)
        w = move(w, eta, v)
        w = w if ball is None else into_ball(w, ball)
    return Descent(eta, ball, tuple(met), tuple(weights), tuple(slopes), w)
