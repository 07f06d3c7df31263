"""Runs of up to a million rounds for conjectures that nothing shorter breaks: predicted in floats, then made once and followed.

The longest runs there are follow simple laws, those of `perceptron.extremal.longest`. The 2ᵈ points of a cube are orthogonal to a subset
kernel. Gamma may be a multiple of a run's margin, and then each update has some loss. So both sides of the conjecture are known beforehand
for every number of updates, and only the smallest that would break it is tried. Such a run is written as a recipe
(`proofs.counterexample.recipe`): three examples over and over, or a spiral or a cube that is made while it is looked at.
`repeated_examples` predicts what has no such law.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import cast

from perceptron.extremal.longest import Longest, Setting, longest, zigzag_updates
from perceptron.extremal.sequences import plane
from perceptron.extremal.sources import Cube, Repeated, Source
from perceptron.kernels import Subsets
from proofs.conjecture.game import Game
from proofs.falsify.clock import judging, per_round
from proofs.falsify.euclidean_starts import as_runs
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import FACTORS
from proofs.falsify.run import Cycled, Moves, Run, Vector

MAX_UPDATES = 2_000_000  # updates; enough for what a million is asked for
SHORT = 150  # updates that are for the other strategies to find
_LITTLE = sorted({round(1.12**k) for k in range(75)})  # 1 + 1/k: what a loss on every round gains is often little
CLAIMS = tuple(dict.fromkeys((*FACTORS[:10], *(1 + Fraction(1, k) for k in _LITTLE))))  # gamma over the margin
SAMPLED_LENGTHS = 60  # numbers of rounds looked at before the least one is found by halving
STRETCHES = (1.0, 1.0003, 1.01)  # times the least number of rounds, where rounding to rational numbers costs a little
DENOMINATORS = 60  # of the margins of short zig-zags
CUBES = range(5, 11)  # dimensions, for a kernel of subsets


def setting(game: Game) -> Setting:
    """What the longest runs are made for in this game."""
    return Setting(game.dimension, game.unit_examples, game.opponent.share, game.tie_label)


def families(game: Game) -> Iterator[Longest]:
    """The kinds of longest runs whose rules are the game's, the shortest to write first."""
    if game.is_euclidean and not game.always_updates and 0 <= (game.opponent.share or 0) < 1:
        yield from longest(setting(game))  # for another share there is no threshold that a spiral keeps to


def predicted(kind: Longest, evaluator: Evaluator, updates: int, claim: Fraction = Fraction(1), margin: float = 0.0) -> float:
    """The left side over the right one after so many updates, with the margin that goes with them or another; NaN where it is not
    defined."""
    m, d = margin or kind.margin(updates), evaluator.game.dimension or kind.dimension
    g, loss = m * float(claim), max(0.0, float(claim) - 1) * m
    values = {
        "M": updates,
        "T": updates + kind.first,
        "d": d,
        "gamma": g,
        "R": 1,
        "U": 1,
        "S2": updates,
        "W": updates * m,
        "P": updates * m,
    }
    values |= {"TD": updates * loss, "H": updates * loss / g, "H2": math.sqrt(updates) * loss / g}
    eps = math.nan if evaluator.float_eps is None else evaluator.float_eps
    return evaluator.ratio({name: float(value) for name, value in values.items()} | {"eps": eps})


def least(breaks: Callable[[int], bool], shortest: int, most: int) -> int | None:
    """About the least number in a range for which `breaks` holds, looked for on a scale of ratios."""
    below = shortest - 1
    for k in range(SAMPLED_LENGTHS + 1):
        n = round(shortest * (most / shortest) ** (k / SAMPLED_LENGTHS))
        if breaks(n):
            while n - below > 1:
                middle = (n + below) // 2
                n, below = (middle, below) if breaks(middle) else (n, middle)
            return n
        below = n
    return None


def least_updates(family: Longest, evaluator: Evaluator, claim: Fraction, shortest: int, most: int) -> int | None:
    """The least number of updates in this range that would break the conjecture, if one would."""
    return least(lambda updates: predicted(family, evaluator, updates, claim) > 1 + 1e-9, shortest, most)


def predicted_runs(evaluator: Evaluator, shortest: int = SHORT, most: int = MAX_UPDATES) -> Iterator[Run]:
    """Runs with so many updates that should break the conjecture as predicted, the shortest of each family."""
    game = evaluator.game
    if evaluator.rule is not None or evaluator.wide or most < shortest:
        return  # somebody's own learner, or quantities over all rounds: no law is known
    if isinstance(game.opponent.kernel and game.kernel_object(), Subsets):
        yield from cubes(game, shortest, most)
    for family in families(game):
        claims = [c for c in CLAIMS if (c <= 1 or not game.demands("separable")) and (c == 1 or game.opponent.share is None)]
        found = sorted((n, CLAIMS.index(c)) for c in claims if (n := least_updates(family, evaluator, c, shortest, most)) is not None)
        for n, c in found[:1]:
            for more in STRETCHES:
                yield as_run(family.make(math.ceil(n * more)), game, CLAIMS[c])


def short_zigzags(evaluator: Evaluator, most: int) -> Iterator[Run]:
    """Zig-zags of the plane with as many updates as their margin allows, at most so many, that should break the conjecture."""
    game = evaluator.game
    if (
        evaluator.rule is not None
        or evaluator.wide
        or game.dimension not in (None, 2)
        or not list(families(game))
        or game.opponent.share is not None
    ):
        return
    readable = next(families(game))
    margins = sorted({Fraction(p, q) for q in range(2, DENOMINATORS) for p in range(1, q)}, reverse=True)
    for margin in margins:
        updates = zigzag_updates(margin)
        if updates > most:
            return
        for claim in FACTORS[:10] if not game.demands("separable") else FACTORS[:1]:
            if predicted(readable, evaluator, updates, claim, float(margin)) > 1 - 1e-9:
                for run in as_runs(plane(margin, game.ties), game):
                    yield replace(run, gamma=run.gamma * claim)


def cubes(game: Game, shortest: int, most: int) -> Iterator[Run]:
    """The points of {−1, 1}ᵈ, all with one label, and u = ±φ(0): the margin is 1 and no two points have anything in common."""
    if game.demands("bounded examples") and (game.norm != "any" or game.radius == "declared"):
        return
    y = game.tie_label
    for d in CUBES:
        if shortest <= 2**d <= most and game.dimension in (None, d):
            moves, labels = cast("tuple[Vector, ...]", Moves(Cube(d, 2**d, y))), cast("tuple[int, ...]", Cycled((), (y,), 2**d))
            yield Run(1, moves, labels, (y,), 1, Fraction(1), None, None, ((0,) * d,))


def in_time(evaluator: Evaluator, made: Run, seconds: float) -> bool:
    """Whether so many seconds are enough to follow a run, measure it again, and judge it."""
    if made.points is not None:
        return 1.6 * judging(evaluator, made) < seconds
    return 1.6 * per_round(evaluator, made) * len(made.moves) < seconds


def as_run(source: Source, game: Game, claim: Fraction) -> Run:
    """A source as a run; gamma is so many times its margin."""
    z, y = next(source.steps())
    d = len(z)
    margin = min(y * x[0] for x, y in (*source.first, *source.again)) if isinstance(source, Repeated) else Fraction(z[0], source.below)
    moves, labels = cast("tuple[Vector, ...]", Moves(source)), cast("tuple[int, ...]", Cycled((), (y,), source.count))
    radius = Fraction(1) if game.radius == "declared" else None
    return Run(source.below, moves, labels, (1, *(0,) * (d - 1)), 1, margin * claim, radius)
