"""A local optimiser in floats. It takes a short run in which every round is an update, moves all examples and gamma at once to press
the conjecture harder (SLSQP), and rounds the best to a fine grid.

With M = T fixed the constraints are smooth: every round stays an update, ‖x‖ ≤ 1, and the margin where the rules demand it. They are
kept by a little more than asked for (`SAFETY`), so that rounding does no harm; where that leaves the conjecture all but broken, once
more by much less. Examples of length exactly 1 are moved on their sphere and rounded to rational points of it, as fine as needed. What
comes out is only a proposal: it is measured and judged exactly like every other run."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import compress
from math import lcm
from typing import TYPE_CHECKING, Any

from perceptron.numbers.rational_points import unit_near
from proofs.conjecture import Comparison
from proofs.conjecture.evaluate import compile_term, numpy_functions
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.falsify.evaluator import Evaluator, updates_of
from proofs.falsify.run import MeasuredRun, Run, Vector
from proofs.falsify.strategies.interface import StrategyView

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


GRID, FINEST_GRID = 2**24, 2**40
SAFETY, LEAST_SAFETY = 3e-6, 2e-9  # that the constraints keep beyond what is asked for
NEARLY = 1e-3  # a score so near to equality is polished once more
POINTS = (12, 60, 500, 2**13, 2**18, 2**24)  # how finely points of a sphere are rounded, one after the other
MAX_COORDINATES = 60  # of a run that is moved
ITERATIONS = 40
LOADING = 3.0  # seconds that must be left for it, on a busy machine too


def fits(evaluator: Evaluator) -> bool:
    """Whether this optimiser knows the rules: additive learners of the list from zero, and quantities that are sums over updates."""
    game = evaluator.game
    known = evaluator.rule is None and not evaluator.wide and game.is_euclidean and game.is_plain
    return known and not game.dropped & {"zero start", "positive margin", "bounded examples", "unit comparator"}


def affordable(seconds: float) -> bool:
    """Whether there is time to come to this optimiser now, which has to be loaded once."""
    return seconds > LOADING or "scipy.optimize" in sys.modules


class LocalOptimiser:
    """The optimiser for one conjecture and game."""

    def __init__(self, comparison: Comparison, game: Game) -> None:
        import numpy as np

        functions = numpy_functions()
        self.np, self.game, self.op = np, game, comparison.op
        self.left, self.right = (compile_term(side, functions) for side in (comparison.left, comparison.right))
        self.conditions = [(c.op, compile_term(c.left, functions), compile_term(c.right, functions)) for c in comparison.conditions]
        self.share = 0.0 if game.always_updates else float(game.opponent.share or 0)
        self.safety, self.on_sphere, self.reached = SAFETY, game.unit_examples, 0.0
        self.skip = int(game.initialises)

    def start(self, measured: MeasuredRun) -> Run | None:
        """The run without the rounds that were no updates, if it is short enough and more than one round."""
        run = measured.run
        if (measured.counted + self.skip) * run.dimension > MAX_COORDINATES:
            return None
        kept = tuple(compress(run.moves, updates_of(run, self.game)))
        short = len(kept) > 1 and len(kept) * run.dimension <= MAX_COORDINATES
        return Run(run.grid, kept, (1,) * len(kept), run.u, run.unit, run.gamma) if short else None

    def optimise(self, run: Run, noise: float, draw: random.Random, check: Callable[[], None] = lambda: None) -> Iterator[Run]:
        """A run near this one that presses the conjecture as hard as its neighbourhood allows, rounded more and more finely.
        check: called again and again meanwhile, to stop it by an exception."""
        np = self.np
        self.safety = SAFETY
        x = self.move(run, np.array(run.moves, float) / run.grid, float(run.gamma), noise, draw, check)
        if x is None:
            return
        yield from self.rounding(run, x, GRID)
        if -NEARLY < self.reached < NEARLY:
            self.safety = LEAST_SAFETY
            x = self.move(run, x[:-1].reshape(len(run.moves), -1), float(x[-1]), 0.0, draw, check)
            if x is not None:
                yield from self.rounding(run, x, FINEST_GRID)

    def move(self, run: Run, moves: Array, gamma: float, noise: float, draw: random.Random, check: Callable[[], None]) -> Array | None:
        """Examples and gamma, moved in floats; None if floats fail. `reached` is then how hard they press, 0 being equality."""
        from scipy.optimize import minimize

        np, T, d = self.np, len(run.moves), run.dimension
        u = np.array(run.u, float) / run.unit
        moves = moves + noise * np.array([[draw.gauss(0, 1) for _ in range(d)] for _ in run.moves])
        x0 = np.append(moves.ravel(), gamma)

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

    def rounding(self, run: Run, x: Array, grid: int) -> Iterator[Run]:
        """Runs near the optimiser's floats: on a grid, or on the sphere by ever finer points."""
        places, gamma = x[:-1].reshape(len(run.moves), -1).tolist(), Fraction(round(float(x[-1]) * grid), grid)
        if not self.on_sphere:
            yield from filter(None, [self.make(run, grid, tuple(tuple(round(n * grid) for n in z) for z in places), gamma)])
            return
        for fine in POINTS:
            points = [unit_near([Fraction(n) for n in z], fine) for z in places]
            below = lcm(*(value.denominator for point in points for value in point))
            rounded = self.make(run, below, tuple(tuple(int(value * below) for value in point) for point in points), gamma)
            yield from filter(None, [rounded])

    def make(self, run: Run, grid: int, whole: tuple[Vector, ...], gamma: Fraction) -> Run | None:
        """The run with these examples, and with their margin where the rules demand one."""
        radius = Fraction(1) if self.game.radius == "declared" else None
        rounded = Run(grid, whole, (self.game.tie_label,) * len(whole), run.u, run.unit, gamma, radius)
        rounded = replace(rounded, gamma=rounded.margin) if self.game.demands(Hypothesis.SEPARABLE) else rounded
        return rounded if rounded.gamma > 0 else None

    def pressure(self, points: Array, T: int, d: int, u: Array) -> Array:
        """Minus how hard each point (a row) presses the conjecture, all rounds taken as updates."""
        np, g = self.np, points[:, -1]
        values = self.name_values(points[:, :-1].reshape(-1, T, d), g, u)
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
        margins: Array = self.np.stack(kept, axis=1)
        return margins

    def name_values(self, z: Array, g: Array, u: Array) -> dict[str, Any]:
        """Values of the names for each run (a row), all rounds taken as updates."""
        np, (_, T, d) = self.np, z.shape
        counted = z[:, self.skip :]
        along, w = counted @ u, z.sum(axis=1)
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
        }

    def constraints(self, points: Array, T: int, d: int, u: Array) -> Array:
        """Numbers that must stay above zero, for each point."""
        np, game = self.np, self.game
        z, g = points[:, :-1].reshape(-1, T, d), points[:, -1]
        before = np.cumsum(z, axis=1) - z  # the weights before every step
        length2 = (z * z).sum(axis=2)
        parts = [1 - length2 if self.on_sphere else 1 - self.safety - length2, (g - 1e-6)[:, None]]
        if not game.always_updates:
            threshold = self.share * g[:, None] * np.sqrt((before * before).sum(axis=2) + 1e-18)
            parts.append((threshold - (before * z).sum(axis=2) - self.safety)[:, 1:])
        if game.demands(Hypothesis.SEPARABLE):
            parts.append(z @ u - g[:, None])
        if self.conditions:
            parts.append(self.conditions_kept(self.name_values(z, g, u)))
        return np.concatenate(parts, axis=1)


RUNS = 4  # in a turn
BEST = 1000  # runs that are looked at for such as the optimiser can move
SPREADS = (0.0, 0.01, 0.1)  # how far a run is thrown before it is moved


class Polishing:
    """The strategy."""

    name = "local optimiser"

    def runs(self, seen: StrategyView, turn: int) -> Iterator[Run]:
        """Improvements of the best runs; none while there is no time to load the optimiser."""
        if not affordable(seen.left()):
            return
        optimiser = LocalOptimiser(seen.comparison, seen.game)
        draw = random.Random(seen.number(turn))
        near = (run for one in seen.best_runs(BEST) if (run := optimiser.start(one)) is not None)
        starts = list(dict.fromkeys(seen.evaluator.enough(run) for run in near))
        for k, run in enumerate(starts[:RUNS]):
            seen.check_time()
            yield from optimiser.optimise(run, SPREADS[(k + turn) % len(SPREADS)], draw, seen.check_time)
