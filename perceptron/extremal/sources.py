"""Examples made on demand, as many as the caller reads: what runs of a million rounds are written as.

Repeated    some examples once, then some over and over
Spiral      the spiral in space of `spirals`, move by move
Cube        the points of {−1, 1}ᵈ
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, cycle, islice, product
from math import lcm
from typing import Any, TypeAlias

from perceptron.data.examples import Examples
from perceptron.extremal import spirals
from perceptron.extremal.spirals import GRID

Round: TypeAlias = "tuple[Any, int]"  # x (a vector, a string or the number of a row) and y
Step: TypeAlias = "tuple[tuple[int, ...], int]"  # z = y·x in whole numbers, and y


@dataclass(frozen=True)
class RepeatedExamples:
    """Some examples once, then some over and over; for a kernel they may be strings or rows, which have no `steps`."""

    first: tuple[Round, ...]
    again: tuple[Round, ...]
    count: int

    @property
    def below(self) -> int:
        return lcm(*(value.denominator for x, _ in (*self.first, *self.again) for value in x))

    def steps(self) -> Iterator[Step]:
        """The rounds in whole numbers."""
        below = self.below
        once, then = ([(tuple(int(y * value * below) for value in x), y) for x, y in part] for part in (self.first, self.again))
        return islice(chain(once, cycle(then)), self.count)


@dataclass(frozen=True)
class Spiral:
    """The spiral in space with this margin, in `dimension` ≥ 3 dimensions; y·x lies just below the threshold with that share. Examples are
    in the unit ball, on a grid, or have length 1."""

    margin: Fraction
    share: Fraction
    count: int
    dimension: int = 3
    y: int = 1
    grid: int = GRID
    norm: str = "ball"
    behind: int = 0  # w starts at −behind·margin·u

    def game(self) -> spirals.Spiral:
        """The game that makes the examples. Raises InputError for a margin with an irrational √(1 − margin²), if they have length 1."""
        return spirals.game(self.margin, self.share, self.norm, self.grid, self.behind)

    @property
    def below(self) -> int:
        return lcm(self.margin.denominator, self.game().scale)

    def list_rounds(self) -> Examples:
        """The rounds, all at once; fewer than `count` if the spiral ends before."""
        zs = [z for z, _ in self.steps()]
        return Examples.from_integers([tuple(self.y * n for n in z) for z in zs], [self.y] * len(zs), self.below, self.dimension)

    def steps(self) -> Iterator[Step]:
        """The rounds in whole numbers, likewise."""
        game, below, rest = self.game(), self.below, (0,) * (self.dimension - 3)
        forward, unit = int(self.margin * below), below // game.scale
        for p, q in islice(game.moves(), self.count):
            yield (forward, unit * p, unit * q, *rest), self.y


@dataclass(frozen=True)
class Cube:
    """The points of {−1, 1}ᵈ, each once, the last coordinate changing first, all with the label y."""

    dimension: int
    count: int
    y: int = 1
    below: int = 1

    def steps(self) -> Iterator[Step]:
        """The rounds in whole numbers."""
        return ((tuple(self.y * n for n in x), self.y) for x in islice(product((1, -1), repeat=self.dimension), self.count))


Source: TypeAlias = "RepeatedExamples | Spiral | Cube"  # `count` examples, in whole numbers over the denominator `below`


def rounds(source: Source) -> Iterator[Round]:
    """The examples as (x, y), in fractions; repeated objects as they are."""
    if isinstance(source, RepeatedExamples):
        return islice(chain(source.first, cycle(source.again)), source.count)
    below = source.below
    return ((tuple(Fraction(y * n, below) for n in z), y) for z, y in source.steps())


def cut(source: Source, count: int) -> Source:
    """Its first rounds."""
    return replace(source, count=min(count, source.count))
