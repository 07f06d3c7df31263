"""Runs too long for a file that has every example: the file says how the examples go on, and the judge takes them one by one.

    {"format": "perceptron-proofs/recipe-1", "conjecture": "M <= 600000", "learner": …, "setting": …, "norm": …, "comparator": …,
     "u": ["1", "0"], "gamma": "1/1097", "rounds": 600001,
     "first": [{"x": ["1/1097", "1/2"], "y": 1}], "again": [{"x": ["1/1097", "-1096/1097"], "y": 1}, …], "values": {…}}

has the examples of "first" once and then those of "again" over and over, up to the number of rounds. In place of the two,

    "spiral": {"margin": "1/1001", "share": "0", "grid": 1099511627776, "y": 1}

is the spiral in space of `perceptron.extremal`: (margin, v) with v on the grid within the unit ball
and ⟨w,z⟩ just below share·margin·‖w‖, with further coordinates 0 as u has them. With "norm": "unit" instead of a grid all examples have
length 1; margin is then 2s/(1 + s²) for a rational s. And

    "cube": {"y": 1}

is every point of {−1, 1}ᵈ once, for d as the comparator has it, the last coordinate changing first, all with one label. Nothing is
believed of either: the judge looks at every example that comes out.

Any learner is run like this, also a user-supplied one, which no file can contain. Memory does not grow with the rounds, except against a
kernel, which remembers its mistakes. The Perceptron's repetitions are calculated where they are alike (`repetitions`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, cast

from perceptron.errors import InputError
from perceptron.extremal import sources
from perceptron.extremal.sources import Cube, RepeatedExamples, Round, Source, Spiral, Step
from perceptron.learners.learner import Stepper
from perceptron.learners.perceptron import is_mistake
from perceptron.numbers.enclosure import EnclosedReal
from proofs.conjecture.game import Game
from proofs.conjecture.learners import ExactRun
from proofs.conjecture.learners.euclidean import Euclidean, EuclideanRun, inner
from proofs.conjecture.learners.kernel import KernelPlay
from proofs.conjecture.nodes import ALL_ROUNDS
from proofs.counterexample.format import RECIPE, Counterexample, point_json
from proofs.counterexample.repetitions import measure_source
from proofs.counterexample.replay import Replay, Vector

MAX_LISTED = 1000  # examples in "first" or "again"
MAX_BITS = 256  # of the numbers of a spiral
MAX_CUBE = 12  # dimensions of a cube


class Rounds:
    """A source's rounds as fractions, as a counterexample has them; they can be counted and iterated any number of times."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __len__(self) -> int:
        return self.source.count

    def __getitem__(self, which: slice) -> tuple[Round, ...]:
        """The first few."""
        return tuple(sources.rounds(sources.cut(self.source, which.stop)))

    def __iter__(self) -> Iterator[Round]:
        return sources.rounds(self.source)


@dataclass(frozen=True, repr=False)
class Recipe(Counterexample):
    """A counterexample whose rounds are made while they are looked at."""

    @property
    def source(self) -> Source:
        """Where the rounds come from."""
        return cast(Rounds, self.rounds).source

    def to_json(self) -> dict[str, Any]:
        """The file's content as JSON data."""
        return {"format": RECIPE, "rounds": self.source.count} | super().to_json() | {"format": RECIPE}

    def examples_json(self) -> dict[str, Any]:
        return source_json(self.source)


def source_json(source: Source) -> dict[str, Any]:
    """The file's record of a source."""
    match source:
        case Spiral(margin, share, _, _, y, grid, norm):
            kind = {"grid": grid} if norm == "ball" else {"norm": norm}
            return {"spiral": {"margin": str(margin), "share": str(share), **kind, "y": y}}
        case Cube(y=y):
            return {"cube": {"y": y}}
        case RepeatedExamples(first, again):
            parts = {"first": first, "again": again}
            return {name: [{"x": point_json(x), "y": y} for x, y in part] for name, part in parts.items()}
    raise TypeError(f"no file says what {type(source).__name__} is")


def recipe(
    source: Source,
    conjecture: str,
    game: Game,
    u: Vector,
    gamma: Fraction,
    M: int,
    sides: tuple[str, str],
    radius: Fraction | None = None,
    start: Vector | None = None,
    points: Any = None,
) -> Recipe:
    """A counterexample from a source. Raises InputError for a game whose runs are not followed like this."""
    refuse_changed(game)
    return Recipe(conjecture, game, u, gamma, as_rounds(source), M, *sides, radius, start, points)


def as_rounds(source: Source) -> tuple[Round, ...]:
    """A source's rounds, for callers that take a tuple of them."""
    return cast("tuple[Round, ...]", Rounds(source))


def refuse_changed(game: Game) -> None:
    """Raise InputError for a game that a recipe is not made for."""
    if not game.is_plain:
        raise InputError("a recipe says its rounds itself: it is not for flipped labels, finite classes or several passes")


# -- its run, followed example by example ------------------------------------------------------------------------------------------------
#
# What `replay` does for a run that is kept, in bounded memory. The run is made twice, by definition and by the learner object of
# `perceptron`, each with weights of its own; they have to agree. Against a kernel, the second way keeps the score of every point and the
# first one the coefficients.


class Steps:
    """A source's rounds in whole numbers over `below`; they can be iterated any number of times."""

    def __init__(self, source: Source, below: int) -> None:
        self.source, self.times = source, below // source.below

    def __iter__(self) -> Iterator[Step]:
        if self.times == 1:
            return self.source.steps()
        return ((tuple(self.times * n for n in z), y) for z, y in self.source.steps())


class DoubleRun(EuclideanRun):
    """A run, and the learner object beside it; `difference` says where that one does otherwise (empty if nowhere)."""

    def __init__(self, found: Recipe, opponent: Euclidean) -> None:
        below = lcm(found.source.below, *(value.denominator for value in found.start or ()))
        super().__init__(opponent, Steps(found.source, below), below, found.u, found.gamma, found.start)
        self.learner, self.other, self.played, self.difference = found.learner, list(self.w), 0, ""

    def state(self) -> list[list[int]]:
        return [self.w, self.other]

    def repeat(self, since: list[list[int]], times: int) -> None:
        self.w, self.other = self.extrapolate(since, times)

    def update(self, step: Step) -> bool:
        z, y = step
        first = self.fresh
        counted = super().update(step)
        length2 = inner(self.other, self.other) if self.asks_length else 0  # the Perceptron's rule does not ask for it
        product, square = Fraction(inner(self.other, z), self.square), Fraction(length2, self.square)
        also = first or self.learner.rule()(product, square, y)  # type: ignore[attr-defined]
        if also:
            self.other = [a + b for a, b in zip(self.other, z, strict=True)]
        if also != (counted or first) and not self.difference:
            self.difference = f"round {self.played}"
        self.played += 1
        return counted


def follow(found: Recipe) -> tuple[Replay, str]:
    """The run and its measurements, and where the learner object does otherwise. Raises InputError where the learner cannot begin."""
    opponent, wide = found.opponent, bool(found.comparison.names & ALL_ROUNDS)

    def make() -> ExactRun:
        return DoubleRun(found, opponent) if isinstance(opponent, Euclidean) else opponent.exact_run(found.adversary_choice)

    run, play = measure_source(make, found.source, found.gamma, opponent.eps, isinstance(opponent, Euclidean), wide)
    if not play.T:
        raise InputError("there is no example")
    if isinstance(run, DoubleRun):
        return play, run.difference or ("the final weights" if run.w != run.other else "")
    return play, _kernel_difference(found, run, play) if isinstance(run, KernelPlay) else _difference(found, play)


def _difference(found: Recipe, play: Replay) -> str:
    """Where the learner object, asked round by round, does otherwise."""
    again = Stepper(found.learner, found.dimension)
    updates = sum(again.round(x, y) for x, y in found.rounds)
    if updates != len(play.counted):
        return "the number of updates"
    known = not any(isinstance(value, EnclosedReal) for value in play.final)
    return "the final weights" if known and again.coordinates != play.final else ""


def _kernel_difference(found: Recipe, run: KernelPlay, play: Replay) -> str:
    """Where a run that keeps the score of every point does otherwise."""
    numbers = sorted({x for x, _ in run.rounds})
    scores = dict.fromkeys(numbers, Fraction(0))
    for (x, y), weight in zip(run.rounds, play.final, strict=True):
        score = y * scores[x]
        updates = run.always or is_mistake(score, y, found.game.ties)
        if updates != bool(weight):
            return "the update rounds"
        for z in numbers if updates else ():
            if k := run.product(x, z):
                scores[z] += y * k
    return ""
