"""A local optimiser in floats. It takes a short run in which every round is an update, moves all examples and gamma at once to press
the conjecture harder (SLSQP), and rounds the best to a fine grid.

With M = T fixed the constraints are smooth: every round stays an update, ‖x‖ ≤ 1, and the margin where the rules demand it. They are
kept by a little more than asked for (`SAFETY`), so that rounding does no harm; where that leaves the conjecture all but broken, once
more by much less. Examples of length exactly 1 are moved on their sphere and rounded to rational points of it, as fine as needed. What
comes out is only a proposal: it is measured and judged exactly like every other run.

What somebody's own learner does along a run is asked of it, round by round, and described by numbers that can be moved (`Round`). A
step is taken as affine in the weights and in z = y·x, with the derivatives that it has on this run (differences of exact steps). The
threshold of an update is taken as θ·‖w‖ᵖ·gammaᵠ, with the θ, p and q that the learner's answers have there. That is exact everywhere
for fixed margins, margins that go with ‖w‖ or gamma, decaying rates and fading weights, and near the run for projections. It only
serves proposals: the learner itself plays what is made of it, exactly."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import compress
from math import lcm, log, sqrt
from operator import mul
from typing import TYPE_CHECKING, Any, cast

from perceptron.learners.custom import weights
from perceptron.numbers.enclosure import Undecided
from perceptron.numbers.rational_points import unit_near
from proofs.conjecture import ALL_ROUNDS, Comparison
from proofs.conjecture.evaluate import compile_term, numpy_functions
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import CustomLearner, Faulty
from proofs.falsify.custom_learner import Overlong, Session
from proofs.falsify.evaluator import updates_of
from proofs.falsify.run import Measured, Run, Vector
from proofs.falsify.strategies.interface import Seen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


STEP = 1e-7


class Quotients:
    """A function of many points at once, and its derivatives at one point by differences, remembered for the last point."""

    def __init__(self, function: Callable[[Array], tuple[Array, Array]], np: Any) -> None:
        self.function, self.np = function, np
        self.at: Array | None = None
        self.known: tuple[float, Array, Array, Array] | None = None

    def __call__(self, x: Array) -> tuple[float, Array, Array, Array]:
        """Value, constraints, gradient, and the constraints' Jacobian."""
        np = self.np
        if self.known is None or not np.array_equal(x, self.at):
            value, held = self.function(np.vstack([x, x + STEP * np.eye(len(x))]))
            value, held = np.nan_to_num(value, nan=1.0), np.nan_to_num(held, nan=-1.0)
            self.at = x.copy()
            self.known = float(value[0]), held[0], (value[1:] - value[0]) / STEP, ((held[1:] - held[0]) / STEP).T
        return self.known


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


def steps(rule: CustomLearner, run: Run) -> tuple[Run, list[Round]]:
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
    quotients = [[[float((new[i] - base[i]) / DIFFERENCE) for new in moved] for i in range(d)] for moved in (ahead, across)]
    return quotients[0], quotients[1]


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
    """Many runs at once, near the one that was asked about."""

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
        thresholds: Array = self.theta[None] * length ** self.by_length[None] * (g[:, None] / self.gamma) ** self.by_gamma[None]
        return thresholds


GRID, FINEST_GRID = 2**24, 2**40
SAFETY, LEAST_SAFETY = 3e-6, 2e-9  # that the constraints keep beyond what is asked for
NEARLY = 1e-3  # a score so near to equality is polished once more
POINTS = (12, 60, 500, 2**13, 2**18, 2**24)  # how finely points of a sphere are rounded, one after the other
MAX_COORDINATES = 60  # coordinates
ITERATIONS = 40
LOADING = 3.0  # seconds that must be left for it, on a busy machine too


def fits(game: Game) -> bool:
    """Whether this optimiser knows the rules: additive learners from zero."""
    known = game.is_euclidean and game.is_plain
    return known and not game.dropped & {"zero start", "positive margin", "bounded examples", "unit comparator"}


def affordable(seconds: float) -> bool:
    """Whether there is time to come to this optimiser now, which has to be loaded once."""
    return seconds > LOADING or "scipy.optimize" in sys.modules


class LocalOptimiser:
    """The optimiser for one conjecture and game."""

    def __init__(self, comparison: Comparison, game: Game, rule: CustomLearner | None = None) -> None:
        import numpy as np

        functions = numpy_functions()
        self.np, self.game, self.op, self.wide = np, game, comparison.op, bool(comparison.names & ALL_ROUNDS)
        self.left, self.right = (compile_term(side, functions) for side in (comparison.left, comparison.right))
        self.conditions = [(c.op, compile_term(c.left, functions), compile_term(c.right, functions)) for c in comparison.conditions]
        self.share = 0.0 if game.always_updates else float(game.opponent.share or 0)
        self.rule, self.path = rule, cast("Path | None", None)
        self.numbers: dict[str, float] = {}  # of somebody's learner, by name
        self.safety, self.on_sphere, self.reached = SAFETY, game.unit_examples, 0.0
        self.skip = 1 if (game.initialises if rule is None else rule.initialises) else 0

    def start(self, measured: Measured) -> Run | None:
        """The run without the rounds that were no updates, if it is short enough and more than one round."""
        run = measured.run
        if (measured.counted + self.skip) * run.dimension > MAX_COORDINATES:
            return None
        kept = tuple(compress(run.moves, updates_of(run, self.game))) if self.rule is None else self.learner_steps(run)[0].moves
        short = len(kept) > 1 and len(kept) * run.dimension <= MAX_COORDINATES
        return Run(run.grid, kept, (1,) * len(kept), run.u, run.unit, run.gamma) if short else None

    def learner_steps(self, run: Run) -> tuple[Run, list[Round]]:
        """The rounds on which somebody's learner makes a step; none if it cannot be asked about steps that it does not make."""
        try:
            return steps(cast("CustomLearner", self.rule), run)
        except (Faulty, Overlong, Undecided):
            return replace(run, moves=(), labels=()), []

    def optimised(self, run: Run, noise: float, draw: random.Random, check: Callable[[], None] = lambda: None) -> Iterator[Run]:
        """A run near this one that presses the conjecture as hard as its neighbourhood allows, rounded more and more finely.
        check: called again and again meanwhile, to stop it by an exception."""
        np = self.np
        self.safety = SAFETY
        x = self.moved(run, np.array(run.moves, float) / run.grid, float(run.gamma), noise, draw, check)
        if x is None:
            return
        yield from self.rounded(run, x, GRID)
        if -NEARLY < self.reached < NEARLY:
            self.safety = LEAST_SAFETY
            x = self.moved(run, x[:-1].reshape(len(run.moves), -1), float(x[-1]), 0.0, draw, check)
            if x is not None:
                yield from self.rounded(run, x, FINEST_GRID)

    def moved(self, run: Run, moves: Array, gamma: float, noise: float, draw: random.Random, check: Callable[[], None]) -> Array | None:
        """Examples and gamma, moved in floats; None if floats fail. `reached` is then how hard they press, 0 being equality."""
        from scipy.optimize import minimize

        np, T, d = self.np, len(run.moves), run.dimension
        u = np.array(run.u, float) / run.unit
        moves = moves + noise * np.array([[draw.gauss(0, 1) for _ in range(d)] for _ in run.moves])
        x0 = np.append(moves.ravel(), gamma)
        if self.rule is not None:
            same, rounds = self.learner_steps(run)
            if len(same.moves) < T:
                return None
            self.path = Path(rounds, float(run.gamma), np)
        self.numbers = {} if self.rule is None else {name: float(n) for name, n in self.rule.parameters(run.gamma).items()}

        def both(points: Array) -> tuple[Array, Array]:
            check()
            with np.errstate(all="ignore"):
                return self.pressure(points, T, d, u), self.constraints(points, T, d, u)

        evaluate, equal = Quotients(both, np), T if self.on_sphere else 0  # the first constraints are equations on a sphere
        kinds = [("ineq", slice(equal, None)), ("eq", slice(0, equal))] if equal else [("ineq", slice(None))]
        constraints = [
            {"type": kind, "fun": lambda x, part=part: evaluate(x)[1][part], "jac": lambda x, part=part: evaluate(x)[3][part]}
            for kind, part in kinds
        ]
        with np.errstate(all="ignore"):
            result = minimize(
                lambda x: evaluate(x)[0],
                x0,
                jac=lambda x: evaluate(x)[2],
                method="SLSQP",
                constraints=constraints,
                options={"maxiter": ITERATIONS, "ftol": 1e-10 if self.safety == SAFETY else 1e-13},
            )
        if not np.isfinite(result.x).all() or np.abs(result.x).max() > 1e6:
            return None
        self.reached = -float(result.fun)
        moved: Array = result.x
        return moved

    def rounded(self, run: Run, x: Array, grid: int) -> Iterator[Run]:
        """What floats found as runs: on a grid, or on the sphere by ever finer points."""
        places, gamma = x[:-1].reshape(len(run.moves), -1).tolist(), Fraction(round(float(x[-1]) * grid), grid)
        if not self.on_sphere:
            yield from filter(None, [self.made(run, grid, tuple(tuple(round(n * grid) for n in z) for z in places), gamma)])
            return
        for fine in POINTS:
            points = [unit_near([Fraction(n) for n in z], fine) for z in places]
            below = lcm(*(value.denominator for point in points for value in point))
            rounded = self.made(run, below, tuple(tuple(int(value * below) for value in point) for point in points), gamma)
            yield from filter(None, [rounded])

    def made(self, run: Run, grid: int, whole: tuple[Vector, ...], gamma: Fraction) -> Run | None:
        """The run with these examples, and with their margin where the rules demand one."""
        if self.game.demands("separable"):
            gamma = Fraction(min(sum(map(mul, run.u, z)) for z in whole), grid * run.unit)
        if gamma <= 0:
            return None
        y = -int(self.game.ties) if self.game.ties in (1, -1) else 1
        radius = Fraction(1) if self.game.radius == "declared" else None
        return Run(grid, whole, (y,) * len(whole), run.u, run.unit, gamma, radius)

    def pressure(self, points: Array, T: int, d: int, u: Array) -> Array:
        """Minus how hard each point (a row) presses the conjecture, all rounds taken as updates."""
        np, g = self.np, points[:, -1]
        values = self.named(points[:, :-1].reshape(-1, T, d), g, u)
        left, right = self.left(values) + 0 * g, self.right(values) + 0 * g
        if self.op in (">=", ">"):
            left, right = right, left
        pressed = (left - right) / (np.abs(left) + np.abs(right) + 1e-9)
        return -np.abs(pressed) if self.op == "=" else -pressed

    def conditions_kept(self, values: dict[str, Any]) -> Array:
        """By how much the conditions of the claim hold."""
        kept = []
        for op, left, right in self.conditions:
            low, high = left(values) + 0 * values["gamma"], right(values) + 0 * values["gamma"]
            room = low - high if op in (">=", ">") else high - low
            kept.append(-abs(room) if op == "=" else room - self.safety)
        found: Array = self.np.stack(kept, axis=1)
        return found

    def named(self, z: Array, g: Array, u: Array) -> dict[str, Any]:
        """What the names stand for, for each run (a row), all rounds taken as updates."""
        np, (_, T, d) = self.np, z.shape
        counted = z[:, self.skip :]
        along, w = counted @ u, z.sum(axis=1) if self.path is None else self.path.weights(z)[1]
        slack = np.maximum(0.0, g[:, None] - along)
        length2 = (z * z).sum(axis=2)
        td = slack.sum(axis=1)
        return {
            "M": float(T - self.skip),
            "T": float(T),
            "d": float(d),
            "gamma": g,
            "R": 1.0 if self.game.radius == "declared" or self.game.unit_examples else np.sqrt(length2.max(axis=1)),
            "S2": float(T - self.skip) if self.game.unit_examples else (counted * counted).sum(axis=(1, 2)),
            "TD": td,
            "H": td / g,
            "H2": np.sqrt((slack * slack).sum(axis=1)) / g,
            "U": float(np.sqrt(u @ u)),
            "eps": float(self.game.eps),
            "W": np.sqrt((w * w).sum(axis=1)),
            "P": w @ u,
            **(self.over_all_rounds(z, w, g, u) if self.wide else {}),
            **self.numbers,
        }

    def over_all_rounds(self, z: Array, w: Array, g: Array, u: Array) -> dict[str, Array]:
        """The names ALL_ROUNDS, all rounds taken as updates."""
        np = self.np
        inner, slack = (self.before(z) * z).sum(axis=2), np.maximum(0.0, g[:, None] - z @ u)
        loss, slack2 = np.maximum(0.0, 1 - inner), (slack * slack).sum(axis=1)
        sums = {"E": (inner <= SAFETY).sum(axis=1), "L": loss.sum(axis=1), "L2": np.sqrt((loss * loss).sum(axis=1))}
        along2, sizes = (z @ u) ** 2, abs(z)
        sums |= {"G2": along2[:, self.skip :].sum(axis=1), "G2_all": along2.sum(axis=1), "R_min": np.sqrt((z * z).sum(axis=2).min(axis=1))}
        sums |= {"R_1": sizes.sum(axis=2).max(axis=1), "R_inf": sizes.max(axis=(1, 2))}
        sums |= {"U_1": abs(u).sum() + 0 * g, "U_inf": abs(u).max() + 0 * g}
        sums |= {"F": np.einsum("ntd,nd->nt", z, w).min(axis=1), "S2_all": (z * z).sum(axis=(1, 2)), "TD_all": slack.sum(axis=1)}
        return sums | {"H_all": slack.sum(axis=1) / g, "H2_all": np.sqrt(slack2) / g}

    def before(self, z: Array) -> Array:
        """The weights before every step."""
        weights: Array = self.np.cumsum(z, axis=1) - z if self.path is None else self.path.weights(z)[0]
        return weights

    def constraints(self, points: Array, T: int, d: int, u: Array) -> Array:
        """What must stay above zero, for each point."""
        np, game = self.np, self.game
        z, g = points[:, :-1].reshape(-1, T, d), points[:, -1]
        before = self.before(z)
        length2 = (z * z).sum(axis=2)
        parts = [1 - length2 if self.on_sphere else 1 - self.safety - length2, (g - 1e-6)[:, None]]
        if not game.always_updates:
            if self.path is not None:
                threshold = self.path.thresholds(before, g)
            else:
                threshold = self.share * g[:, None] * np.sqrt((before * before).sum(axis=2) + 1e-18)
            parts.append((threshold - (before * z).sum(axis=2) - self.safety)[:, 1:])
        if game.demands("separable"):
            parts.append(z @ u - g[:, None])
        if self.conditions:
            parts.append(self.conditions_kept(self.named(z, g, u)))
        return np.concatenate(parts, axis=1)


RUNS = 4  # in a turn
BEST = 1000  # runs that are looked at for such as the optimiser can move
SPREADS = (0.0, 0.01, 0.1)  # how far a run is thrown before it is moved


class Polishing:
    """The strategy."""

    name = "local optimiser"

    def runs(self, seen: Seen, turn: int) -> Iterator[Run]:
        """What the best runs become; nothing while there is no time to load the optimiser."""
        if not affordable(seen.left()):
            return
        optimiser = LocalOptimiser(seen.comparison, seen.game, seen.evaluator.rule)
        draw = random.Random(seen.number(turn))
        near = (run for one in seen.best_runs(BEST) if (run := optimiser.start(one)) is not None)
        starts = list(dict.fromkeys(seen.evaluator.enough(run) for run in near))
        for k, run in enumerate(starts[:RUNS]):
            seen.check_time()
            yield from optimiser.optimised(run, SPREADS[(k + turn) % len(SPREADS)], draw, seen.check_time)
