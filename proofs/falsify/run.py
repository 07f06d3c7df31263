"""A run as the search holds it: exact integers over one denominator, and its measurements.

Moves and labels may be made while they are looked at and not kept (`SourceMoves`, `Cycle`), so that a million rounds take no more
memory than three."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, cycle, islice
from operator import mul
from typing import Any, cast

from perceptron.extremal.sources import RepeatedExamples, Source, cut
from perceptron.numbers.exact import common_denominator
from proofs.conjecture import Comparison, Value
from proofs.conjecture.game import Game
from proofs.conjecture.learners import Opponent
from proofs.counterexample import Counterexample
from proofs.counterexample.recipe import Recipe, as_rounds, refuse_changed
from proofs.counterexample.replay import Replay


class SourceMoves:
    """The moves of a source, made afresh at each iteration; a slice from the beginning is shorter."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __len__(self) -> int:
        return self.source.count

    def __iter__(self) -> Iterator[Any]:
        return (z for z, _ in self.source.steps())

    def __getitem__(self, which: slice) -> SourceMoves:
        return SourceMoves(cut(self.source, which.stop))


@dataclass(frozen=True)
class Cycle:
    """Some once, then some over and over: moves, or labels."""

    first: tuple[Any, ...]
    again: tuple[Any, ...]
    count: int

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Any]:
        return islice(chain(self.first, cycle(self.again)), self.count)

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, slice):
            return Cycle(self.first, self.again, min(which.stop, self.count))
        if not 0 <= which < self.count:
            raise IndexError(which)
        return self.first[which] if which < len(self.first) else self.again[(which - len(self.first)) % len(self.again)]


Vector = tuple[int, ...]
FOLDED, MAX_PERIOD = 100, 6  # rounds of a run that is written by a count if it repeats itself, and after how many it may


@dataclass(frozen=True, slots=True)
class Run:
    """A run: examples x = label · move / grid, the comparator u / unit, gamma, and what else the adversary names."""

    grid: int
    moves: tuple[Vector, ...]  # z = y·x, times grid
    labels: tuple[int, ...]
    u: Vector  # times unit
    unit: int
    gamma: Fraction
    radius: Fraction | None = None
    start: Vector | None = None  # times grid
    points: tuple[Vector, ...] | None = None  # times grid: those that a kernel's u is made of, u being their coefficients
    points_are: str = "vectors"  # or strings by their code points, or the rows of a matrix by their numbers plus 1

    @classmethod
    def of(
        cls,
        rounds: Sequence[tuple[Any, int]],
        u: Sequence[Fraction],
        gamma: Fraction,
        radius: Fraction | None = None,
        start: Sequence[Fraction] | None = None,
        points: Sequence[Sequence[Fraction]] | None = None,
    ) -> Run:
        """A run of vectors that are given as fractions."""
        grid = common_denominator([a for vector in (*(x for x, _ in rounds), start or (), *(points or ())) for a in vector])
        unit, begun = common_denominator(u), None if start is None else _whole(start, grid)
        moves = tuple(_whole([y * a for a in x], grid) for x, y in rounds)
        placed = None if points is None else tuple(_whole(p, grid) for p in points)
        return cls(grid, moves, tuple(y for _, y in rounds), _whole(u, unit), unit, gamma, radius, begun, placed)

    @property
    def streamed(self) -> bool:
        """Whether the moves are made while they are looked at and are not kept: see `endless`."""
        moves: Any = self.moves
        return isinstance(moves, Cycle) or hasattr(moves, "source")

    @property
    def source(self) -> Source | None:
        """Where such moves come from, as a file says it."""
        moves: Any = self.moves
        if not isinstance(moves, Cycle):
            return getattr(moves, "source", None)
        labels = cast("Cycle", self.labels)
        parts = ((moves.first, labels.first), (moves.again, labels.again))
        first, again = (replace(self, moves=listed, labels=ys).listed() for listed, ys in parts)
        return RepeatedExamples(first, again, len(moves))

    def prolong(self, count: int) -> Run:
        """The moves of a listed run over and over, up to a number of rounds."""
        moves, labels = Cycle((), self.moves, count), Cycle((), self.labels, count)
        return replace(self, moves=cast(Any, moves), labels=cast(Any, labels))

    @property
    def dimension(self) -> int:
        if self.points_are != "vectors":
            return 0
        return len(self.u) if self.points is None else len(self.points[0])

    @property
    def margin(self) -> Fraction:
        """The least y⟨u,x⟩, where u is a vector."""
        return Fraction(min(sum(map(mul, self.u, z)) for z in self.moves), self.grid * self.unit)

    def comparator(self) -> tuple[Fraction, ...]:
        """u, as fractions."""
        return tuple(Fraction(n, self.unit) for n in self.u)

    def written_out(self) -> Run:
        """The run with moves that are kept."""
        return replace(self, moves=tuple(self.moves), labels=tuple(self.labels))

    def folded(self) -> Run:
        """The run as a few examples over and over, if it is a long one that goes on like that."""
        if self.streamed or len(self.moves) < FOLDED:
            return self
        rounds = list(zip(self.moves, self.labels, strict=True))
        for period in range(1, MAX_PERIOD + 1):
            at = next((t for t in reversed(range(len(rounds) - period)) if rounds[t] != rounds[t + period]), -1) + 1
            if at <= len(rounds) // 4:
                moves, labels = (
                    Cycle(part[:at], part[at : at + period], len(rounds)) for part in (self.moves, cast("tuple[Any, ...]", self.labels))
                )
                return replace(self, moves=cast(Any, moves), labels=cast(Any, labels))
        return self

    def rounds(self) -> tuple[tuple[Any, int], ...]:
        """(x, y) of every round, as fractions; of moves that are not kept, they are made while they are looked at."""
        return self.listed() if (source := self.source) is None else as_rounds(source)

    def steps(self, times: int = 1) -> Iterable[tuple[Vector, int]]:
        """(z, y) of every round, a number of times over; they can be iterated again."""
        return StreamedSteps(self) if self.streamed else list(zip(self.moves, self.labels, strict=True)) * times

    def listed(self) -> tuple[tuple[Any, int], ...]:
        """(x, y) of every round, for moves that are kept."""
        return tuple((self.point(z, y), y) for z, y in zip(self.moves, self.labels, strict=True))

    def point(self, z: Vector, y: int = 1) -> Any:
        """y·z as a file has it: a vector of fractions, a string or the number of a row."""
        if self.points_are == "vectors":
            return tuple(Fraction(y * n, self.grid) for n in z)
        return "".join(chr(y * n) for n in z) if self.points_are == "strings" else y * z[0] - 1

    def named(self, comparison: Comparison, game: Game, M: int, sides: tuple[str, str], rule: Opponent | None = None) -> Counterexample:
        """The run in the format of counterexample files, with values that are known already. rule: a learner object."""
        if self.streamed:
            refuse_changed(game)
        kind = Recipe if self.streamed else Counterexample
        chosen = (comparison.text, game, self.comparator(), self.gamma, self.rounds(), M, *sides)
        return kind(*chosen, self.radius, self.begun(), self.points_named(), rule=rule)

    def begun(self) -> tuple[Fraction, ...] | None:
        """The start as fractions."""
        return None if self.start is None else tuple(Fraction(n, self.grid) for n in self.start)

    def points_named(self) -> Any:
        """The points that a kernel's u is made of, as a file has them."""
        return None if self.points is None else tuple(map(self.point, self.points))


@dataclass(frozen=True)
class StreamedSteps:
    """The rounds of a run whose moves are made while they are looked at. A spiral may end before its count."""

    run: Run

    def __iter__(self) -> Iterator[tuple[Vector, int]]:
        return zip(self.run.moves, self.run.labels, strict=False)


def _whole(vector: Sequence[Fraction], unit: int) -> Vector:
    """The vector in whole multiples of a fraction of 1."""
    return tuple(int(a * unit) for a in vector)


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """A run, its measurements, and whether it keeps the rules that are cheap to check here: lengths and margins."""

    run: Run
    play: Replay
    keeps: bool

    @property
    def counted(self) -> int:
        """The updates that M counts."""
        return len(self.play.counted)

    def values(self) -> dict[str, Value]:
        """Exact values of a conjecture's names."""
        return self.play.values(self.run.radius)
