"""The families of `perceptron.extremal`, played against any learner and in any game whose rules they keep, with their parameters optimised.

A family is played in the learner's own lengths: within the unit ball or the cube, towards u of length 1 by Euclid or by the sum of its
entries, among more coordinates where the dimension is given. Where labels may be wrong, wrong ones come first; where there are passes, or
the same examples may come again, they do.

In the first turn the parameters are those of the families' ranges, the plainest first. Later the nearest runs are changed: one parameter at
a time, to its neighbours in the range, whole numbers doubled beyond it, two of them at once. Against a learner that remembers this is how
long blocks are found: one example some hundred times, and then its mirror image."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, product
from math import prod
from operator import mul
from typing import Any

from perceptron.errors import InputError
from perceptron.extremal.families import FAR_START, KNOWN, MIRRORED, Family
from perceptron.extremal.sequences import Extremal
from perceptron.learners.perceptron import Perceptron
from perceptron.numbers.exact import common_denominator
from perceptron.numbers.rational_points import sqrt_exact, unit_near
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.falsify import passes_and_classes
from proofs.falsify.against_euclidean import whole_length
from proofs.falsify.against_learner_object import from_own_start
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.run import Run, Vector
from proofs.falsify.strategies.interface import StrategyView

CLAIMS = (Fraction(1), Fraction(2), Fraction(1, 2), Fraction(9, 8), Fraction(33, 32), Fraction(10))  # gamma over the margin
FINE = 1000  # of u, where its length is irrational
MOST_ROUNDS, MOST_COORDINATES = 200_000, 2_000_000  # of a run
ROUNDS_PER_TURN, ROUNDS_PER_CLIMB = 12_000, 10_000  # played, roughly
MOST_TIME = 1 / 4  # of what is left of the budget, for the families that begin a turn, and again for a climb: a learner may be slow
LENGTHS = ((1, 1), (12, 12), (48, 12), (12, 48), (150, 150))  # of blocks
CLIMBED = 2  # families, in a turn, from the nearest run of each
CLOSE = 0.5  # to breaking the conjecture: a run from which the first turn goes on at once
LITTLE, GAIN = 1e-4, 1.2  # by how much a neighbour is to be nearer, and how many times as near a step that is followed further


@dataclass(frozen=True)
class Member:
    """A family with a value for each of its parameters, and the game's additions.

    claim     gamma over the margin
    again     how often the whole is played; in shuffled passes, the way that their order is chosen
    flipped   0: the wrong labels first; 1: each of them taken back at once
    label     0: all as a tie asks for it; 1: in turn"""

    family: Family
    values: tuple[Any, ...]
    claim: Fraction = CLAIMS[0]
    again: int = 1
    flipped: int = 0
    label: int = 0

    def run(self, game: Game) -> Run | None:
        """The run, or None where the game has no room for it."""
        try:
            extremal = _make(self.family, self.values)
        except InputError:
            return None
        return None if extremal is None else as_run(extremal, game, self)

    def neighbours(self, game: Game) -> Iterator[Member]:
        """With one parameter changed, or two whole numbers doubled at once."""
        larger = [i for i, value in enumerate(self.values) if type(value) is int and value > 1]
        for i, j in combinations(larger, 2):
            yield self.put({i: 2 * self.values[i], j: 2 * self.values[j]})
        for i, (among, value) in enumerate(zip(self.family.ranges.values(), self.values, strict=True)):
            yield from (self.put({i: other}) for other in steps(among, value))
        if not game.demands(Hypothesis.SEPARABLE):
            yield from (replace(self, claim=claim) for claim in CLAIMS)
        yield from (replace(self, again=n) for n in (2 * self.again, self.again + 1))
        yield replace(self, label=1 - self.label)
        yield from [replace(self, flipped=1 - self.flipped)] if game.flips else []

    def put(self, new: dict[int, Any]) -> Member:
        """With other values at some places."""
        return replace(self, values=tuple(new.get(i, value) for i, value in enumerate(self.values)))


def steps(among: tuple[Any, ...], value: Any) -> Iterator[Any]:
    """A parameter's neighbouring values by size, a whole number doubled and halved too, and a reciprocal halved."""
    order = sorted(among)
    yield from (*[a for a in order if a < value][-1:], *[a for a in order if a > value][:1])
    if type(value) is int and value > 1:
        yield from (2 * value, value // 2)
    elif isinstance(value, Fraction) and value == order[0] and 0 < value < 1:
        yield value / 2
    elif isinstance(value, Fraction) and value == order[-1] > 1:
        yield 2 * value


@lru_cache(maxsize=256)
def _make(family: Family, values: tuple[Any, ...]) -> Extremal | None:
    """The family's run, unless it would be larger than runs are here: one block comes after the other, elsewhere sizes multiply."""
    sizes = [value if value >= 1 else 1 / value for value in values if value]
    return family.make(*values) if (sum if family is MIRRORED else prod)(sizes) <= MOST_ROUNDS else None


def as_run(made: Extremal, game: Game, how: Member) -> Run | None:
    """The examples by the rules of the game, as far as these can be kept by scaling; None if not."""
    examples, y = made.examples, game.tie_label
    moves = [tuple(y * n for n in row) for row, y in zip(examples.numerators, examples.labels, strict=True)]
    labels = list(examples.labels) if len(set(examples.labels)) > 1 else [y] * len(moves)
    if how.label:
        labels = [y if t & 1 else -y for t in range(len(moves))]
    d, grid, winnow = len(made.u), examples.denominator, game.learner == "winnow"
    if game.dimension is not None:
        more = (0,) * (game.dimension - d)
        moves, d = [(*z, *more) for z in moves], max(d, game.dimension)
    again = 1 if game.passes > 1 else how.again
    if (game.dimension or d) < d or len(moves) * again > MOST_ROUNDS or len(moves) * again * d > MOST_COORDINATES:
        return None
    grid, moves = _in_bounds(game, grid, moves, winnow)
    u, unit = _comparator((*made.u, *(Fraction(0),) * (d - len(made.u))), game, winnow)
    least = min(abs(sum(map(mul, u, z))) for z in set(moves))
    signs = (-1, 1) if how.flipped else (-1,)
    wrong = [tuple(sign * n for n in moves[0]) for sign in signs] * game.flips
    moves, labels = wrong + moves * again, [y] * len(wrong) + labels * again
    radius = Fraction(max(whole_length(z, winnow) for z in set(moves)), grid) if game.radius == "declared" else None
    origin = made.learner.origin if isinstance(made.learner, Perceptron) else None
    start = None if origin is None else tuple(int(n * examples.denominator) for n in (*origin, *(Fraction(0),) * (d - len(origin))))
    if start is not None and Hypothesis.ZERO_START not in game.dropped:
        return None
    return Run(grid, tuple(moves), tuple(labels), u, unit, Fraction(least, grid * unit) * how.claim, radius, start)


def _in_bounds(game: Game, grid: int, moves: list[Vector], winnow: bool) -> tuple[int, list[Vector]]:
    """The grid on which examples are no longer than they may be, or have the coordinates that they may have."""
    if game.coordinates and game.demands(Hypothesis.FINITE_CLASS):
        p, q = max(map(abs, game.coordinates)).as_integer_ratio()
        return max(abs(n) for z in moves for n in z) * q, [tuple(p * n for n in z) for z in moves]
    if game.norm == "any" or not game.demands(Hypothesis.BOUNDED_EXAMPLES):
        return grid, moves
    longest = max(whole_length(z, winnow) for z in set(moves))
    return longest if game.unit_examples else max(grid, longest), moves


def _comparator(u: tuple[Fraction, ...], game: Game, winnow: bool) -> tuple[Vector, int]:
    """u in whole numbers over one, of the length that the game asks for."""
    if game.demands(Hypothesis.UNIT_COMPARATOR):
        square = sum((n * n for n in u), Fraction(0))
        length = sum(map(abs, u), Fraction(0)) if winnow else sqrt_exact(square)
        u = unit_near(u, FINE) if length is None else tuple(n / length for n in u)
    unit = common_denominator(u)
    return tuple(int(n * unit) for n in u), unit


def starts(game: Game, remembers: bool = False) -> Iterator[Member]:
    """The members at the ranges' first values: of each family the plainest first, the families in turn.

    remembers   whether the learner may: one that does not is wrong on blocks no longer than on their examples"""
    families = [
        f for f in KNOWN if (f is not FAR_START or Hypothesis.ZERO_START in game.dropped) and (f is not MIRRORED or remembers or game.flips)
    ]
    each = [iter(sorted(_points(family, game), key=lambda one: one[0])) for family in families]
    while each:
        for points in list(each):
            point = next(points, None)
            if point is None:
                each.remove(points)
            else:
                yield point[1]


def blocks() -> Iterator[Member]:
    """Long and short blocks of each slope: the moves that a learner with memory is played first."""
    for (k, l), slope in product(LENGTHS, MIRRORED.ranges["slope"]):  # noqa: E741
        yield Member(MIRRORED, (slope, k, l, 0))


def _points(family: Family, game: Game) -> Iterator[tuple[int, Member]]:
    """The family's parameters, and how far they are from the plainest."""
    claims = CLAIMS if not game.demands(Hypothesis.SEPARABLE) else CLAIMS[:1]
    ways = range(passes_and_classes.WAYS if game.shuffled else 1)
    flipped = (1, 0) if game.flips else (0,)
    for (c, claim), way, taken_back, *values in product(enumerate(claims), ways, flipped, *(enumerate(a) for a in family.ranges.values())):
        yield c + way + sum(i for i, _ in values), Member(family, tuple(value for _, value in values), claim, 1 + way, taken_back)


def plain_runs(game: Game, remembers: bool = False) -> Iterator[Run]:
    """The runs of the families' ranges that the game has room for."""
    for one in starts(game, remembers):
        if (run := one.run(game)) is not None:
            yield run


class KnownFamilies:
    """The strategy: the families' ranges to begin with, then the nearest runs with other parameters."""

    name = "known families"

    def __init__(self, evaluator: Evaluator) -> None:
        self.game, self.rule = evaluator.game, evaluator.rule
        self.remembers = evaluator.rule is not None or evaluator.wide
        self.waiting = starts(self.game, self.remembers)
        self.scores: dict[Member, float] = {}
        self.topped: set[Member] = set()  # no neighbour is nearer
        self.climbs: Counter[str] = Counter()  # by family

    @staticmethod
    def fits(game: Game) -> bool:
        """Whether examples are vectors and u is one of them."""
        return game.points_are == "vectors" and not game.kernel

    def runs(self, seen: StrategyView, turn: int) -> Iterator[Run]:
        """Only what seems to break the conjecture is proposed, and the nearest run."""
        if self.rule is not None and turn == 0:
            yield from from_own_start(self.rule, self.game)
        left, ends = ROUNDS_PER_TURN, (1 - MOST_TIME) * seen.left()
        for one in chain(blocks() if self.remembers and turn == 0 else (), self.waiting):
            left -= yield from self.score_of(seen, one)
            if left < 0 or seen.left() < ends:
                break
        climbed = self.nearest()[:CLIMBED] if turn else [one for one in self.nearest()[:1] if self.remembers and self.scores[one] > CLOSE]
        for one in climbed:
            self.climbs[one.family.name] += 1
            yield from self.climb(seen, one, (1 - MOST_TIME) * seen.left())
        if self.scores and (run := max(self.scores, key=lambda one: self.scores[one]).run(self.game)) is not None:
            yield run

    def nearest(self) -> list[Member]:
        """The nearest run of each family from which there may be a way on, in the order of their turns."""
        nearest: dict[str, Member] = {}
        for one in sorted((one for one in self.scores if one not in self.topped), key=lambda one: -self.scores[one]):
            nearest.setdefault(one.family.name, one)
        first = MIRRORED if self.remembers else None
        return sorted(nearest.values(), key=lambda one: (self.climbs[one.family.name], one.family is not first, -self.scores[one]))

    def climb(self, seen: StrategyView, one: Member, ends: float) -> Iterator[Run]:
        """From one run to a neighbour that is nearer, again and again; the remaining work grows with the gain.

        ends   how many seconds of the budget it leaves to the others"""
        left = ROUNDS_PER_CLIMB
        while left > 0:
            before = one
            for near in one.neighbours(self.game):
                left -= 0 if near in self.scores else (yield from self.score_of(seen, near))
                if self.scores[near] > self.scores[one] + LITTLE:
                    left = max(left, ROUNDS_PER_CLIMB) if self.scores[near] > GAIN * self.scores[one] else left
                    one = near
                    break
                if left < 0 or seen.left() < ends:
                    return
            if one is before:
                self.topped.add(one)
                return

    def score_of(self, seen: StrategyView, one: Member) -> Generator[Run, None, int]:
        """The run if it seems to break the conjecture; its score is kept. Returns how many rounds that took."""
        seen.check_time()
        self.scores[one] = -1.0
        run = one.run(self.game)
        run = passes_and_classes.in_passes(run, self.game, one.again - 1, seen.evaluator.rule)
        if run is None:
            return 1
        measured = seen.evaluator.measure(run)
        score = -1.0 if measured is None or not measured.keeps else seen.evaluator.score(measured)
        self.scores[one] = score if score == score else -1.0  # NaN where a side is not defined
        if score > 1 - 1e-9:
            yield run
        return 20 + len(run.moves)
