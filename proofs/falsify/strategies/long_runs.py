"""Very long runs: predicted long runs and repeated examples.

Predicted long runs. The longest runs there are follow simple laws, those of `perceptron.extremal.longest`. The 2ᵈ points of a cube are
orthogonal to a subset kernel. Gamma may be a multiple of a run's margin, and then each update has some loss. So both sides of the
conjecture are known beforehand for every number of updates, and only the smallest that would break it is made once and followed. Such a
run is written as a recipe (`proofs.counterexample.recipe`): three examples over and over, or a spiral or a cube that is made while it is
looked at.

Repeated examples. A threshold that is never reached, a comparator so long that every margin is large, a learner that updates on every
round, labels that take turns: in each of these the same few examples go on to be updates for ever. Which ones do is seen on a short run,
of any learner. Its quantities then grow by the same amount with every repetition, or their squares by an amount that grows evenly, so
that both sides of the conjecture are predicted for every number of repetitions. The least that would break it is played and judged."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import cast

from perceptron.extremal.families import PLANE
from perceptron.extremal.longest import Longest, Setting, longest, zigzag_updates
from perceptron.extremal.sources import Cube, RepeatedExamples, Source
from perceptron.kernels import Subsets
from proofs.conjecture.evaluate import as_float
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.falsify.against_euclidean import LENGTH
from proofs.falsify.evaluator import Evaluator, judging, per_round
from proofs.falsify.genomes import FACTORS
from proofs.falsify.geometries import geometry_of
from proofs.falsify.run import Cycle, MeasuredRun, Run, SourceMoves, Vector
from proofs.falsify.strategies.known_families import Member

DENOMINATORS = 60  # of the margins of short zig-zags
MAX_UPDATES = 2_000_000  # updates that are played one by one; enough for what a million is asked for
MOST_REPEATED = 10**15  # updates of a run that repeats some examples, where these are not
SHORT = 150  # updates that are for the other strategies to find
_LITTLE = sorted({round(1.12**k) for k in range(75)})  # 1 + 1/k: what a loss on every round gains is often little
CLAIMS = tuple(dict.fromkeys((*FACTORS[:10], *(1 + Fraction(1, k) for k in _LITTLE))))  # gamma over the margin
SAMPLED_LENGTHS = 60  # numbers of rounds looked at before the least one is found by halving
STRETCHES = (1.0, 1.0003, 1.01)  # times the least number of rounds, where rounding to rational numbers costs a little
CUBES = range(5, 11)  # dimensions, for a kernel of subsets


def setting(game: Game) -> Setting:
    """The setting of the longest runs in this game."""
    return Setting(game.dimension, game.unit_examples, game.opponent.share, game.tie_label)


def families(game: Game) -> Iterator[Longest]:
    """The kinds of longest runs whose rules are the game's, the shortest to write first."""
    if game.is_euclidean and not game.always_updates and 0 <= (game.opponent.share or 0) < 1:
        yield from longest(setting(game))  # for another share there is no threshold that a spiral keeps to


def predict(kind: Longest, evaluator: Evaluator, updates: int, claim: Fraction = Fraction(1), margin: float = 0.0) -> float:
    """The left side over the right one after a number of updates, with the margin that goes with them or another; NaN where it is not
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
    return evaluator.ratio({name: float(value) for name, value in values.items()} | {"eps": as_float(evaluator.eps)})


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
    return least(lambda updates: predict(family, evaluator, updates, claim) > 1 + 1e-9, shortest, most)


def predicted_runs(evaluator: Evaluator, shortest: int = SHORT, most: int | None = None) -> Iterator[Run]:
    """Runs with this number of updates that should break the conjecture as predicted, the shortest of each family."""
    game, at_most = evaluator.game, MAX_UPDATES if most is None else most
    if evaluator.rule is not None or evaluator.wide or at_most < shortest:
        return  # somebody's own learner, or quantities over all rounds: no law is known
    if isinstance(game.opponent.kernel and game.kernel_object(), Subsets):
        yield from cubes(game, shortest, at_most)
    for family in families(game):
        at_most = most or (MOST_REPEATED if family.repeats and evaluator.calculates_repetitions else MAX_UPDATES)
        claims = [c for c in CLAIMS if (c <= 1 or not game.demands(Hypothesis.SEPARABLE)) and (c == 1 or game.opponent.share is None)]
        shortest_by_claim = sorted(
            (n, CLAIMS.index(c)) for c in claims if (n := least_updates(family, evaluator, c, shortest, at_most)) is not None
        )
        for n, c in shortest_by_claim[:1]:
            for more in STRETCHES:
                yield as_run(family.make(math.ceil(n * more)), game, CLAIMS[c])


def short_zigzags(evaluator: Evaluator, most: int) -> Iterator[Run]:
    """Zig-zags of the plane with as many updates as their margin allows, up to a limit, that should break the conjecture."""
    game = evaluator.game
    kinds = list(families(game)) if evaluator.rule is None and not evaluator.wide else []
    if not kinds or game.dimension not in (None, 2) or game.opponent.share is not None:
        return
    for margin in sorted({Fraction(p, q) for q in range(2, DENOMINATORS) for p in range(1, q)}, reverse=True):
        if (updates := zigzag_updates(margin)) > most:
            return
        for claim in FACTORS[:10] if not game.demands(Hypothesis.SEPARABLE) else FACTORS[:1]:
            if predict(kinds[0], evaluator, updates, claim, float(margin)) > 1 - 1e-9:
                yield from filter(None, [Member(PLANE, (margin,), claim).run(game)])


def cubes(game: Game, shortest: int, most: int) -> Iterator[Run]:
    """The points of {−1, 1}ᵈ, all with one label, and u = ±φ(0): the margin is 1 and no two points have anything in common."""
    if game.demands(Hypothesis.BOUNDED_EXAMPLES) and (game.norm != "any" or game.radius == "declared"):
        return
    y = game.tie_label
    for d in CUBES:
        if shortest <= 2**d <= most and game.dimension in (None, d):
            moves, labels = cast("tuple[Vector, ...]", SourceMoves(Cube(d, 2**d, y))), cast("tuple[int, ...]", Cycle((), (y,), 2**d))
            yield Run(1, moves, labels, (y,), 1, Fraction(1), None, None, ((0,) * d,))


def in_time(evaluator: Evaluator, made: Run, seconds: float) -> bool:
    """Whether this number of seconds suffices to follow a run, measure it again, and judge it."""
    if made.points is not None:
        return 1.6 * judging(evaluator, made) < seconds
    return 1.6 * per_round(evaluator, made) * len(made.moves) < seconds


def as_run(source: Source, game: Game, claim: Fraction) -> Run:
    """A source as a run; gamma is a multiple of its margin."""
    z, y = next(source.steps())
    d = len(z)
    margin = (
        min(y * x[0] for x, y in (*source.first, *source.again)) if isinstance(source, RepeatedExamples) else Fraction(z[0], source.below)
    )
    moves, labels = cast("tuple[Vector, ...]", SourceMoves(source)), cast("tuple[int, ...]", Cycle((), (y,), source.count))
    radius = Fraction(1) if game.radius == "declared" else None
    return Run(source.below, moves, labels, (1, *(0,) * (d - 1)), 1, margin * claim, radius)


CYCLES = (8, 16, 32)  # repetitions on which the law is seen
DRAWN, EXAMPLES = 120, 3  # arbitrary runs looked at, and how many of their examples are repeated
PATTERNS = ((1,), (1, -1), (0,), (1, 1, -1), (1, -1, -1), (-1,))  # on a line
LENGTHS = (1, 10, 1000, Fraction(1, 10))  # of a comparator that is free
SHORT_EXAMPLES = (2, 4, 10, 100)  # how often they go into 1: a rule may pass over them
ZIGZAGS = (3, 5, 9, 15, 30, 100)  # k of two examples (2k, ±(k² − 1))/(k² + 1): a learner that forgets may have them wrong in turn for ever
CHOSEN = 3  # patterns that are played


def repeated_runs(evaluator: Evaluator, seed: int = 0) -> Iterator[Run]:
    """Runs that should break the conjecture as predicted, the fewest rounds first."""
    by_rounds: dict[int, Run] = {}
    for pattern in patterns(evaluator.game, seed):
        if (rounds := rounds_needed(evaluator, pattern)) is not None:
            by_rounds.setdefault(rounds, pattern)
    for rounds in sorted(by_rounds)[:CHOSEN]:
        yield by_rounds[rounds].prolong(rounds)


def patterns(game: Game, seed: int) -> Iterator[Run]:
    """Examples to be repeated: plain ones on a line, and the first few of arbitrary runs."""
    if game.points_are == "vectors" and not game.kernel:
        yield from on_a_line(game)
        if game.setting == "separable" and game.comparator != "any":
            yield from short_and_in_turn(game)
    draw, geometry = random.Random(seed), geometry_of(game)
    for _ in range(DRAWN):
        run = geometry.arbitrary_run(draw.randbytes(LENGTH), game)
        for k in range(1, 1 + min(EXAMPLES, len(run.moves) if run else 0)):
            if run is not None:
                yield replace(run, moves=run.moves[:k], labels=run.labels[:k])


def on_a_line(game: Game) -> Iterator[Run]:
    """The plainest ones, with u along the first axis."""
    rest = (0,) * ((game.dimension or 1) - 1)
    free = game.comparator == "any" or not game.demands(Hypothesis.UNIT_COMPARATOR)
    y = game.tie_label
    radius = Fraction(1) if game.radius == "declared" else None
    for along in PATTERNS:
        moves = tuple((n, *rest) for n in along)
        for length in LENGTHS if free else (1,):
            size = Fraction(length)
            for claim in FACTORS[:12] if game.setting == "agnostic" or Hypothesis.SEPARABLE in game.dropped else (1,):
                yield Run(1, moves, (y,) * len(moves), (size.numerator, *rest), size.denominator, size * claim, radius)


def short_and_in_turn(game: Game) -> Iterator[Run]:
    """One short example, and two whose parts across u cancel, all with the margin γ."""
    radius, y = (Fraction(1) if game.radius == "declared" else None), game.tie_label
    for n in () if game.norm == "unit" else SHORT_EXAMPLES:
        yield Run(n, ((1, *(0,) * ((game.dimension or 1) - 1)),), (y,), (1, *(0,) * ((game.dimension or 1) - 1)), 1, Fraction(1, n), radius)
    for k in ZIGZAGS if game.dimension != 1 else ():
        rest, along, across = (0,) * ((game.dimension or 2) - 2), 2 * k, k * k - 1
        moves = (along, across, *rest), (along, -across, *rest)
        yield Run(k * k + 1, moves, (y, y), (1, 0, *rest), 1, Fraction(along, k * k + 1), radius)


def rounds_needed(evaluator: Evaluator, pattern: Run) -> int | None:
    """The fewest rounds of a pattern, over and over, that should break the conjecture; None if its updates and mistakes do not go on for
    ever, or none should."""
    seen: list[MeasuredRun] = []
    for cycles in CYCLES:
        measured = evaluator.measure(pattern.prolong(cycles * len(pattern.moves)))
        if measured is None or not measured.keeps:
            return None
        seen.append(measured)
    floats, size = [evaluator.floats(measured) for measured in seen], len(pattern.moves)
    one, two, three = (measured.counted + values.get("E", 0) for measured, values in zip(seen, floats, strict=True))
    if two == one or three - two != 2 * (two - one):
        return None
    laws = {name: law(tuple(values[name] for values in floats)) for name in floats[0]}

    def breaks(cycles: int) -> bool:
        return evaluator.ratio({name: predicted(cycles) for name, predicted in laws.items()}) > 1 + 1e-9

    needed = least(breaks, CYCLES[0], (MOST_REPEATED if evaluator.calculates_repetitions else MAX_UPDATES) // size)
    return None if needed is None else needed * size


def law(values: tuple[float, ...]) -> Callable[[int], float]:
    """How a quantity goes on, from its values at CYCLES: evenly, or as the root of a quadratic."""
    a, b, c = CYCLES
    x, y, z = values
    slope = (z - y) / (c - b)
    if math.isclose(y - x, slope * (b - a), rel_tol=1e-9, abs_tol=1e-12):
        return lambda cycles: z + slope * (cycles - c)
    first, second = (y * y - x * x) / (b - a), (z * z - y * y) / (c - b)
    bend = (second - first) / (c - a)
    return lambda cycles: math.sqrt(max(0.0, x * x + (cycles - a) * (first + bend * (cycles - b))))
