"""A few examples over and over, many thousands of times: where the learner never has enough of them.

A threshold that is never reached, a comparator so long that every margin is large, a learner that updates on every round, labels that
take turns: in each of these the same examples go on to be updates for ever. Which ones do is seen on a short run, of any learner. Its
quantities then grow by the same amount with every repetition, or their squares by an amount that grows evenly, so that both sides of the
conjecture are predicted for every number of repetitions. The least that would break it is played and judged."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from proofs.conjecture.game import Game
from proofs.falsify.euclidean_starts import LENGTH
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import FACTORS
from proofs.falsify.geometries import geometry_of
from proofs.falsify.run import Measured, Run
from proofs.falsify.strategies.interface import Seen
from proofs.falsify.strategies.predicted_long_runs import MAX_UPDATES, least

CYCLES = (8, 16, 32)  # repetitions on which the law is seen
DRAWN, EXAMPLES = 120, 3  # arbitrary runs looked at, and how many of their examples are repeated
PATTERNS = ((1,), (1, -1), (0,), (1, 1, -1), (1, -1, -1), (-1,))  # on a line
LENGTHS = (1, 10, 1000, Fraction(1, 10))  # of a comparator that is free
CHOSEN = 3  # patterns that are played
REPEATED, SHORT = 4, 12  # how many of the nearest runs are repeated, and their rounds at most


@dataclass(frozen=True)
class Repetition:
    """Examples that go on to be updates, and what is predicted of them."""

    pattern: Run
    predicted: Callable[[int], float]  # how hard the conjecture is pressed, after so many repetitions

    def least(self) -> int | None:
        """The fewest rounds that should break the conjecture."""
        size = len(self.pattern.moves)
        found = least(lambda cycles: self.predicted(cycles) > 1 + 1e-9, CYCLES[0], MAX_UPDATES // size)
        return None if found is None else found * size


class RepeatedNearest:
    """The strategy that repeats what came nearest, against a learner that nobody has studied. One that forgets errs on it for ever."""

    name = "repeated examples"

    def __init__(self) -> None:
        self.tried: set[Run] = set()

    def runs(self, seen: Seen, turn: int) -> Iterator[Run]:
        """The nearest short runs, as often as it should take."""
        for measured in seen.best_runs(REPEATED):
            pattern = measured.run
            if pattern.streamed or len(pattern.moves) > SHORT or pattern in self.tried:
                continue
            self.tried.add(pattern)
            law = repetition(seen.evaluator, pattern)
            if law is not None and (rounds := law.least()) is not None:
                yield pattern.prolonged(rounds)


def repeated_runs(evaluator: Evaluator, seed: int = 0) -> Iterator[Run]:
    """Runs that should break the conjecture as predicted, the fewest rounds first."""
    found: dict[int, Run] = {}
    for pattern in patterns(evaluator.game, seed):
        law = repetition(evaluator, pattern)
        rounds = None if law is None else law.least()
        if rounds is not None and rounds not in found:
            found[rounds] = pattern
    for rounds in sorted(found)[:CHOSEN]:
        yield found[rounds].prolonged(rounds)


def patterns(game: Game, seed: int) -> Iterator[Run]:
    """Examples to be repeated: plain ones on a line, and the first few of arbitrary runs."""
    if game.points_are == "vectors" and not game.kernel:
        yield from on_a_line(game)
    draw, geometry = random.Random(seed), geometry_of(game)
    for _ in range(DRAWN):
        run = geometry.arbitrary_run(draw.randbytes(LENGTH), game)
        for k in range(1, 1 + min(EXAMPLES, len(run.moves) if run else 0)):
            if run is not None:
                yield replace(run, moves=run.moves[:k], labels=run.labels[:k])


def on_a_line(game: Game) -> Iterator[Run]:
    """The plainest ones, with u along the first axis."""
    rest = (0,) * ((game.dimension or 1) - 1)
    free = game.comparator == "any" or not game.demands("unit comparator")
    y = game.tie_label
    radius = Fraction(1) if game.radius == "declared" else None
    for along in PATTERNS:
        moves = tuple((n, *rest) for n in along)
        for length in LENGTHS if free else (1,):
            size = Fraction(length)
            for claim in FACTORS[:12] if game.setting == "agnostic" or "separable" in game.dropped else (1,):
                yield Run(1, moves, (y,) * len(moves), (size.numerator, *rest), size.denominator, size * claim, radius)


def repetition(evaluator: Evaluator, pattern: Run) -> Repetition | None:
    """The law of a pattern, if its updates go on for ever."""
    seen: list[Measured] = []
    for cycles in CYCLES:
        measured = evaluator.measure(pattern.prolonged(cycles * len(pattern.moves)))
        if measured is None or not measured.keeps:
            return None
        seen.append(measured)
    one, two, three = (measured.counted for measured in seen)
    if two == one or three - two != 2 * (two - one):
        return None
    laws = {name: law(values) for name, values in _by_name([evaluator.floats(measured) for measured in seen]).items()}
    return Repetition(pattern, lambda cycles: evaluator.ratio({name: told(cycles) for name, told in laws.items()}))


def _by_name(seen: list[dict[str, float]]) -> dict[str, tuple[float, ...]]:
    return {name: tuple(values[name] for values in seen) for name in seen[0]}


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
