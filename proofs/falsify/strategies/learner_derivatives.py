"""What somebody's learner does along one run, as numbers that a local optimiser can move: asked of the learner, round by round.

A step is taken as affine in the weights and in z = y·x, with the derivatives that it has on this run (differences of exact steps). The
threshold of an update is taken as θ·‖w‖ᵖ·gammaᵠ, with the θ, p and q that the learner's answers have there. That is exact everywhere
for fixed margins, margins that go with ‖w‖ or gamma, decaying rates and fading weights, and near the run for projections. It only
serves proposals: the learner itself plays what is made of it, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt
from typing import TYPE_CHECKING, Any

from perceptron.learners.foreign import weights
from proofs.counterexample.custom_learner import Rule
from proofs.falsify.runs.custom_learner_session import Session
from proofs.falsify.runs.run import Run, Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

GROWTH = 1.25  # times as much, to see how a threshold grows
DIFFERENCE = Fraction(1, 2**20)  # the differences of which derivatives are made
_POWERS = 3.0  # the greatest exponent believed


@dataclass(frozen=True, slots=True)
class Round:
    """One step from weights w: the new ones are there + ahead·(w′ − w) + across·(z′ − z) where w′ and z′ are near w and z; and
    the threshold before it with its exponents."""

    w: list[float]
    z: list[float]
    there: list[float]
    ahead: list[list[float]]
    across: list[list[float]]
    theta: float
    by_length: float
    by_gamma: float


def steps(rule: Rule, run: Run) -> tuple[Run, list[Round]]:
    """The run without the rounds on which the learner makes no step, and what it does on the others."""
    session, other = Session(rule, run.gamma, run.dimension, run.grid), None
    if rule.told:
        other = Session(rule, run.gamma * Fraction(GROWTH), run.dimension, run.grid)
    kept, rounds = [], []
    for z, y in zip(run.moves, run.labels, strict=True):
        if not session.wants(z, y):
            if not session.plain:
                session.take(z, y)  # it may remember having been asked
            continue
        threshold = (0.0, 0.0, 0.0) if session.fresh else _threshold(session, other, y, run.grid)
        w = [n / run.grid for n in session.floats()]
        ahead, across = _derivatives(session, z, y)
        if not session.take(z, y):
            continue
        if other is not None and not other.take(z, y):
            other = None  # with another gamma it goes another way
        there = [n / run.grid for n in session.floats()]
        kept.append((z, y))
        rounds.append(Round(w, [n / run.grid for n in z], there, ahead, across, *threshold))
    moves, labels = tuple(z for z, _ in kept), tuple(y for _, y in kept)
    return Run(run.grid, moves, labels, run.u, run.unit, run.gamma, run.radius), rounds


def _derivatives(session: Session, z: Vector, y: int) -> tuple[list[list[float]], list[list[float]]]:
    """Those of the step, in the weights and in z."""
    d = len(z)
    if session.additive:
        identity = [[float(i == j) for j in range(d)] for i in range(d)]
        return identity, identity
    w, x = session.weights(), session.x(z, y)

    def step(w: tuple[Any, ...], x: tuple[Fraction, ...]) -> tuple[Any, ...]:
        learner = session.double()
        return session.call(lambda: weights(learner.step(w, x, y), d, "step of the learner"))

    base = step(w, x)
    ahead = [step((*w[:i], w[i] + DIFFERENCE, *w[i + 1 :]), x) for i in range(d)]
    across = [step(w, (*x[:i], x[i] + y * DIFFERENCE, *x[i + 1 :])) for i in range(d)]
    made = [[[float((new[i] - base[i]) / DIFFERENCE) for new in moved] for i in range(d)] for moved in (ahead, across)]
    return made[0], made[1]


def _threshold(session: Session, other: Session | None, y: int, grid: int) -> tuple[float, float, float]:
    """θ, p and q: the threshold is θ·‖w‖ᵖ·gammaᵠ in this state of the learner."""
    norm2 = session.norm2
    if session.roots is not None or not norm2:
        return (session.threshold(y, grid) / (grid * grid), 0.0, 0.0) if session.roots is not None else (0.0, 0.0, 0.0)
    square = grid * grid
    now = session.threshold(y, grid) / square
    session.norm2 = norm2 * Fraction(GROWTH) ** 2
    longer = session.threshold(y, grid) / square
    session.norm2 = norm2
    by_length = _power(now, longer)
    by_gamma = 0.0 if other is None else _power(now, other.threshold(y, grid) / square)
    return now / sqrt(norm2) ** by_length, by_length, by_gamma


def _power(now: float, then: float) -> float:
    """The exponent with which a quantity grows that is `then` where something else is GROWTH times as much."""
    if now == 0 or then / now <= 0:
        return 0.0
    return max(-_POWERS, min(_POWERS, log(then / now) / log(GROWTH)))


class Path:
    """The same for many runs at once, near the one that was asked about."""

    def __init__(self, rounds: list[Round], gamma: float, np: Any) -> None:
        self.np, self.gamma, self.rounds = np, gamma, rounds
        self.steps = [[np.array(part) for part in (one.w, one.z, one.there, one.ahead, one.across)] for one in rounds]
        self.theta = np.array([one.theta for one in rounds])
        self.by_length = np.array([one.by_length for one in rounds])
        self.by_gamma = np.array([one.by_gamma for one in rounds])

    def weights(self, z: Array) -> tuple[Array, Array]:
        """Before every step, and after the last, for runs z of shape (n, T, d)."""
        w = self.np.broadcast_to(self.steps[0][0], z[:, 0].shape)
        before = []
        for t, (w0, z0, there, ahead, across) in enumerate(self.steps):
            before.append(w)
            w = there + (w - w0) @ ahead.T + (z[:, t] - z0) @ across.T
        return self.np.stack(before, axis=1), w

    def thresholds(self, before: Array, g: Array) -> Array:
        """The greatest ⟨w,z⟩ of every round that makes a step, from the weights before it and gamma."""
        length = self.np.sqrt((before * before).sum(axis=2) + 1e-18)
        found: Array = self.theta[None] * length ** self.by_length[None] * (g[:, None] / self.gamma) ** self.by_gamma[None]
        return found
