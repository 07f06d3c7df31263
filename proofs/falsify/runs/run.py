"""A run as the search holds it: exact integers over one denominator, and what was measured on it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import mul
from typing import NamedTuple

from proofs.conjecture import Comparison, Root, Value
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample
from proofs.counterexample.recipe import Source, recipe

Vector = tuple[int, ...]


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

    @property
    def source(self) -> Source | None:
        """Where the moves come from, if they are made while they are looked at and are not kept: see `predicted_long_runs`."""
        return getattr(self.moves, "source", None)

    @property
    def dimension(self) -> int:
        return len(self.u) if self.points is None else len(self.points[0])

    def comparator(self) -> tuple[Fraction, ...]:
        """u, as fractions."""
        return tuple(Fraction(n, self.unit) for n in self.u)

    def rounds(self) -> tuple[tuple[tuple[Fraction, ...], int], ...]:
        """(x, y) of every round, as fractions."""
        pairs = zip(self.moves, self.labels, strict=True)
        return tuple((tuple(Fraction(y * n, self.grid) for n in z), y) for z, y in pairs)

    def named(self, comparison: Comparison, game: Game, M: int, sides: tuple[str, str]) -> Counterexample:
        """The run in the format of counterexample files, with values that are known already."""
        if self.source is not None:
            return recipe(self.source, comparison.text, game, self.comparator(), self.gamma, M, sides, self.radius)
        start = None if self.start is None else tuple(Fraction(n, self.grid) for n in self.start)
        where = (comparison.text, game, self.comparator(), self.gamma, self.rounds())
        points = None if self.points is None else tuple(tuple(Fraction(n, self.grid) for n in p) for p in self.points)
        return Counterexample(*where, M, *sides, self.radius, start, points)


class Totals(NamedTuple):
    """What is summed over a run; see `Measured`, whose fields these are."""

    counted: int
    longest: int
    s2: int
    slack: int
    slack2: int
    least: int


@dataclass(slots=True)
class Measured:
    """The quantities of a run as integers: sums over counted rounds in units of 1/grid², 1/(grid·unit) and so on."""

    run: Run
    counted: int
    longest: int
    s2: int
    slack: int  # Σ max(0, p·grid·unit − q·<u,z>) with gamma = p/q, so TD = slack / (q·grid·unit)
    slack2: int
    least: int  # min <u,z>
    weights: list[int]
    u2: int
    keeps: bool  # the rules that are cheap to check here: lengths and margins
    scale: int = 1  # the weights are over grid·scale
    passes: int = 1
    more: Mapping[str, Value] = field(default_factory=dict)  # over all rounds, and of the learner itself: by name

    def floats(self, eps: float | None) -> dict[str, float]:
        run = self.run
        g, grid, unit = run.gamma.numerator / run.gamma.denominator, run.grid, run.unit
        td = self.slack / (run.gamma.denominator * grid * unit)
        return {
            "M": float(self.counted),
            "T": float(len(run.moves) * self.passes),
            "d": float(run.dimension),
            "gamma": g,
            "R": _root(self.longest, grid) if run.radius is None else float(run.radius),
            "S2": self.s2 / (grid * grid),
            "TD": td,
            "H": td / g if g else math.nan,
            "H2": _root(self.slack2, run.gamma.denominator * grid * unit) / abs(g) if g else math.nan,
            "U": _root(self.u2, unit),
            "eps": math.nan if eps is None else eps,
            "W": _root(sum(map(mul, self.weights, self.weights)), grid * self.scale),
            "P": sum(map(mul, run.u, self.weights)) / (grid * self.scale * unit),
            **{name: as_float(value) for name, value in self.more.items()},
        }

    def values(self, eps: Fraction | None) -> dict[str, Value]:
        """The same, exactly."""
        run = self.run
        g, grid, unit = run.gamma, run.grid, run.unit
        below = g.denominator * grid * unit
        td = Fraction(self.slack, below)
        return {
            "M": self.counted,
            "T": len(run.moves) * self.passes,
            "d": run.dimension,
            "gamma": g,
            "R": Root(Fraction(self.longest, grid * grid)) if run.radius is None else run.radius,
            "S2": Fraction(self.s2, grid * grid),
            "TD": td,
            "H": td / g if g else None,
            "H2": Root(Fraction(self.slack2, below * below) / (g * g)) if g else None,
            "U": Root(Fraction(self.u2, unit * unit)),
            "eps": eps,
            "W": Root(Fraction(sum(map(mul, self.weights, self.weights)), (grid * self.scale) ** 2)),
            "P": Fraction(sum(map(mul, run.u, self.weights)), grid * self.scale * unit),
            **self.more,
        }


def _root(square: int, below: int) -> float:
    """√square / below, also where they are beyond a float."""
    return math.sqrt(square) / below if max(square, below) < 1 << 1000 else math.isqrt(square) / below


def as_float(value: Value) -> float:
    """A value as a float; NaN where there is none, or none so large."""
    try:
        return math.nan if value is None else math.sqrt(value.square) if isinstance(value, Root) else float(value)
    except OverflowError:
        return math.nan
