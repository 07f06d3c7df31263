"""Breadth: Hypothesis draws what a batch of sequences is like, a compiled loop runs 131,072 of them exactly, and whatever comes
near the bound is measured and judged once more one by one. Without Numba (the extra `fast`) a search goes without batches.

A batch scatters whole-number noise around nothing or around the best runs so far, with a whole comparator. Lanes are
ranked in floats over numpy arrays; no lane counts for anything until `Evaluator` has measured it afresh as a run.

The loop takes some seconds to compile the first time that it is used on a machine, so a search comes to it late
(`FROM_TURN`) and only with so much of its budget left that this does not matter (`COMPILING`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any

from perceptron.extras import installed
from proofs.conjecture import Comparison
from proofs.conjecture.evaluate import compile_term
from proofs.conjecture.game import Game
from proofs.falsify.against_euclidean import UNITS
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.run import Run

if TYPE_CHECKING:
    from perceptron.runs.engines.batch import Plan

FROM_TURN = 10
LOADING, COMPILING = 3.0, 40.0  # seconds that must be left for it, on a busy machine too
BLOCKS, AT_ONCE = 512, 64  # of 256 sequences each; so many are ranked at once, which fits into a cache
LENGTH = 12  # bytes that describe a batch
ROUNDS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 30)
SPREADS = (1, 2, 3, 4, 6, 8, 12, 16)
WIDEST = 16  # dimensions
CANDIDATES = 4  # lanes of a batch that are looked at again
_FINE_GRID = 4096


def fits(game: Game) -> bool:
    """Whether batches can play this game: one of the known learners from zero, and no examples of length exactly 1."""
    unit = game.unit_examples
    lifted = game.dropped & {"zero start", "positive margin", "bounded examples"}
    return game.is_euclidean and not unit and game.ties == "mistake" and not lifted


def affordable(seconds: float, made: Plan | None = None) -> bool:
    """Whether there is time to come to batches now, or to this one."""
    if not installed("numba") or (seconds < LOADING and "perceptron.runs.engines.batch" not in sys.modules):
        return False
    from perceptron.runs.engines.batch import is_compiled

    width = 32 if made is None else made.width()
    return width is not None and (seconds > COMPILING or is_compiled(width))


def plan(data: bytes, game: Game, around: Sequence[Run]) -> Plan | None:
    """The batch that LENGTH bytes describe, around one of the given runs or around nothing; None if it could overflow."""
    from perceptron.runs.engines.batch import Plan

    rounds = ROUNDS[data[0] % len(ROUNDS)]
    d = game.dimension or 1 + data[1] % 5
    if d > WIDEST:
        return None
    spread = SPREADS[data[2] % len(SPREADS)]
    base: tuple[tuple[int, ...], ...] = ((0,) * d,) * rounds
    u, unit = UNITS[d][data[3] % len(UNITS[d])] if d in UNITS else ((1, *(0,) * (d - 1)), 1)
    if around and data[4] & 1:
        near = around[data[5] % len(around)]
        if len(near.moves) <= 60 and near.dimension <= 8:
            grid = (8, 16, 32, 64, 128)[data[6] % 5]
            base = tuple(tuple(round(n * grid / near.grid) for n in z) for z in near.moves)
            u, unit, spread = near.u, near.unit, min(spread, 4)
    made = Plan(
        base,
        u,
        unit,
        spread,
        level=max(1, unit * spread * (1 + data[7] % 16) // 8),
        turn=game.demands("separable"),
        blocks=BLOCKS,
        seed=int.from_bytes(data[8:12], "big"),
        share=None if game.always_updates else game.opponent.share,
        always=game.always_updates,
        initialises=game.initialises,
    )
    return None if made.width() is None else made


class Scorer:
    """Ranks the lanes of a batch in floats."""

    def __init__(self, comparison: Comparison, game: Game) -> None:
        import numpy as np

        functions = numpy_functions()
        self.np, self.game, self.op, self.names = np, game, comparison.op, comparison.names
        self.left, self.right = (compile_term(side, functions) for side in (comparison.left, comparison.right))
        self.out: Any = None  # arrays of sums to be used again

    def values(self, plan: Plan, sums: Mapping[str, Any]) -> dict[str, Any]:
        """The names that the comparison needs, for all lanes (of one entry where all agree); examples are scaled into the unit
        ball where the rules ask for it."""
        np, game = self.np, self.game
        bounded = game.norm != "any" and game.demands("bounded examples")
        with np.errstate(all="ignore"):
            longest = np.sqrt(sums["longest"], dtype=float)
            size = longest if bounded else 1.0
            over = 1 / (size * plan.unit)
            level = sums["least"] if plan.turn else float(plan.level)
            ways: dict[str, Callable[[], Any]] = {
                "M": lambda: sums["M"].astype(float),
                "T": lambda: float(len(plan.base)),
                "d": lambda: float(len(plan.u)),
                "gamma": lambda: level * over,
                "R": lambda: 1.0 if bounded and game.radius != "declared" else longest / size,
                "S2": lambda: sums["s2"] / (size * size),
                "TD": lambda: 0.0 if plan.turn else sums["slack"] * over,
                "H": lambda: 0.0 if plan.turn else sums["slack"] / level,
                "H2": lambda: 0.0 if plan.turn else np.sqrt(sums["slack2"], dtype=float) / level,
                "U": lambda: float(sum(n * n for n in plan.u)) ** 0.5 / plan.unit,
                "eps": lambda: float(game.eps),
                "W": lambda: np.sqrt(sums["w2"], dtype=float) / size,
                "P": lambda: sums["p"] * over,
            }
            return {name: np.asarray(way(), dtype=float) for name, way in ways.items() if name in self.names}

    def best(self, plan: Plan, sums: Mapping[str, Any]) -> list[tuple[float, int]]:
        """The lanes that press the comparison hardest, with how hard: those that seem to break it first."""
        np = self.np
        with np.errstate(all="ignore"):
            values = self.values(plan, sums)
            left, right = (np.broadcast_to(side(values), sums["M"].shape) for side in (self.left, self.right))
            if self.op in (">=", ">"):
                left, right = right, left
            if self.op == "=":
                score = 1 + np.abs(left - right) / (np.abs(left) + np.abs(right) + 1)
            else:
                score = left / right
                if not (right > 0).all():
                    score = np.where(right > 0, score, 1 + (left - right) / (np.abs(left) + np.abs(right) + 1e-9))
            score = np.where(np.isfinite(score) & (sums["longest"] > 0) & ((sums["least"] > 0) if plan.turn else True), score, -np.inf)
        lanes: list[tuple[float, int]] = []
        while len(lanes) < CANDIDATES and (top := float(score[lane := int(score.argmax())])) > -np.inf:  # most tie at −∞: no partition
            lanes.append((top, lane))
            score[lane] = -np.inf
        return lanes


def runs(plan: Plan, scorer: Scorer, evaluator: Evaluator) -> list[Run]:
    """Run a batch; the best of its sequences, as runs that keep the rules."""
    from perceptron.runs.engines.batch import LANES, fold, sequences

    found: list[tuple[float, int, int, int]] = []  # how hard it presses, which it is, its longest and its least
    for first in range(0, plan.blocks, AT_ONCE):
        sums = fold(plan, range(first, min(first + AT_ONCE, plan.blocks)), scorer.out)
        scorer.out = sums["M"].base
        found += [(top, first * LANES + at, int(sums["longest"][at]), int(sums["least"][at])) for top, at in scorer.best(plan, sums)]
    found = sorted(found, key=lambda one: -one[0])[:CANDIDATES]
    made = sequences(plan, [lane for _, lane, _, _ in found])
    return [_as_run(rows, longest2, least, plan, evaluator.game) for rows, (_, _, longest2, least) in zip(made, found, strict=True)]


def _as_run(rows: tuple[tuple[int, ...], ...], longest2: int, least: int, plan: Plan, game: Game) -> Run:
    """One sequence as a run: shrunk into the unit ball where the rules ask for it, and gamma as its lane had it."""
    times = 1 if isqrt(longest2) ** 2 == longest2 else _FINE_GRID  # √longest2 is times/reach, from above
    reach = isqrt(times * times * longest2 - 1) + 1 if longest2 else 1
    bounded = game.norm != "any" and game.demands("bounded examples")
    grid = reach if bounded else times
    moves = rows if times == 1 else tuple(tuple(times * n for n in z) for z in rows)
    level = least if plan.turn else plan.level
    radius = Fraction(reach, grid) if game.radius == "declared" else None
    return Run(grid, moves, (1,) * len(moves), plan.u, plan.unit, Fraction(times * level, grid * plan.unit), radius)


def numpy_functions() -> dict[str, Any]:
    """The functions of the language on numpy arrays."""
    import numpy as np

    functions: dict[str, Any] = {name: getattr(np, name) for name in ("sqrt", "log", "exp", "floor", "ceil")}
    return functions | {"min": _folded(np.minimum), "max": _folded(np.maximum)}


def _folded(function: Any) -> Any:
    def fold(*terms: Any) -> Any:
        result = terms[0]
        for term in terms[1:]:
            result = function(result, term)
        return result

    return fold
