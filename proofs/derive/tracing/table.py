"""The table of a learner: under these guards w becomes this combination of w and z = y·x, one row for each path through a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isqrt
from typing import Any

from perceptron.learners.vectors import Vector
from perceptron.numbers.rational_points import sqrt_exact
from proofs.derive.tracing.state import forms, leaves
from proofs.derive.tracing.symbols import lift
from proofs.derive.tracing.universe import PATH, SIGNS, Guard, Universe, is_ground, letters_of

GAMMA = "gamma"  # the letter for the margin of the game
Parts = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """One path through a round.

    labels     the labels y for which it is taken
    guards     when it is taken
    updates    whether it is an update
    weights    the new w: {vector: coefficient}
    vectors    the new vectors of the state, likewise
    numbers    the new numbers of the state
    roots      what √0, √1, … are the roots of
    inner      y times the score, which decides whether the label was predicted
    error      the error in which it ends, if it ends in one: no run goes on from there"""

    labels: frozenset[int]
    guards: tuple[Guard, ...]
    updates: bool
    weights: Parts
    vectors: Mapping[str, Parts]
    numbers: Mapping[str, Any]
    roots: tuple[Any, ...]
    inner: Any
    error: str = ""

    @property
    def action(self) -> tuple[Any, ...]:
        """All that it does."""
        return (self.updates, self.weights, dict(self.vectors), dict(self.numbers), self.error, self.roots, self.inner)

    @property
    def conditions(self) -> dict[Any, frozenset[int]]:
        return {g.of: g.signs for g in self.guards}


@dataclass(frozen=True)
class Table:
    """A learner's behaviour in any round.

    universe   the letters that occur
    start      the numbers of the state before round 0; its vectors, and w, start at 0
    shapes     the state's attributes, with a `Leaf` for each number and vector: one shape for every choice of the lists' lengths
    copies     vectors of the state that are multiples of the weights
    ties       the label that is predicted at a score of 0, or "mistake": either label is one there
    values     those of the letters in the object that was traced
    floats     floats of the code, with the numbers as which they are read
    kept       numbers of the state that a claim names and on which no round depends
    cases      the values of numbers of the state that have a few
    away       the coordinates of the weights before round 0, if `start` gives some
    texts      the numbers of texts that the state has, and of None"""

    label: str
    universe: Universe
    rows: tuple[Row, ...]
    start: Mapping[str, Fraction]
    shapes: tuple[Mapping[str, Any], ...] = ({},)
    copies: Mapping[str, Fraction] = field(default_factory=dict)
    ties: str | int = "mistake"
    values: Mapping[str, Fraction] = field(default_factory=dict)
    floats: Mapping[str, Fraction] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    cases: Mapping[str, tuple[Fraction, ...]] = field(default_factory=dict)
    away: tuple[Fraction, ...] = ()
    texts: dict[str | None, int] = field(default_factory=dict)

    @property
    def distance(self) -> Fraction:
        """The length of the weights before round 0, or a little more where that is no fraction."""
        square = sum((a * a for a in self.away), Fraction(0))
        exact = sqrt_exact(square)
        return Fraction(isqrt(int(square * 10**6)) + 1, 10**3) if exact is None else exact

    @property
    def state(self) -> list[str]:
        """The attributes on which a round depends and that a round changes."""
        letters = {*self.start, *(v for row in self.rows for v in row.vectors)}
        parts = {
            name: {leaf.letter for leaf in leaves(shape[name])} | dict(forms({name: shape[name]}, self.texts)).keys()
            for shape in self.shapes
            for name in shape
        }
        return sorted(name for name, own in parts.items() if own & letters)

    def roots_of_w(self, row: Row) -> set[str]:
        """The roots of a row that are ‖w‖."""
        return {f"√{i}" for i, p in enumerate(row.roots) if p == self.universe.in_ring["w·w"]}


def merge(rows: list[Row]) -> tuple[Row, ...]:
    """The rows without repetition, and as one those that do the same for either label."""
    distinct: list[Row] = []
    for row in join(rows):
        twin = next((i for i, r in enumerate(distinct) if r.conditions == row.conditions and r.action == row.action), None)
        if twin is None:
            distinct.append(row)
        else:
            distinct[twin] = replace(distinct[twin], labels=distinct[twin].labels | row.labels)
    return tuple(distinct)


def join(rows: list[Row]) -> list[Row]:
    """Rows that do the same, and whose guards differ in the signs of one polynomial, as one."""
    rows = list(rows)
    for i, row in enumerate(rows):
        for j in range(i):
            other = rows[j]
            if other.labels != row.labels or other.action != row.action or set(other.conditions) != set(row.conditions):
                continue
            differ = [p for p, signs in row.conditions.items() if other.conditions[p] != signs]
            if len(differ) == 1:
                signs = row.conditions[differ[0]] | other.conditions[differ[0]]
                wider = tuple(replace(g, signs=signs) if g.of == differ[0] else g for g in row.guards)
                return join([replace(row, guards=tuple(g for g in wider if g.signs != SIGNS)), *rows[:j], *rows[j + 1 : i], *rows[i + 1 :]])
    return rows


def without_idle_state(table: Table, keep: Iterable[str] = ()) -> Table:
    """The table without state on which nothing depends, but for the numbers to keep."""
    idle = without_idle_state(table) if keep else None
    names, needed = {*table.start, *(v for row in table.rows for v in row.vectors)}, {*keep} & {*table.start}
    while True:
        occurring = set(needed)
        for row in table.rows:
            combinations = [row.weights, *(c for v, c in row.vectors.items() if v in needed)]
            parts = [c for combination in combinations for c in combination.values()]
            parts += [*(g.of for g in row.guards), *row.roots, row.inner, *(e for n, e in row.numbers.items() if n in needed)]
            occurring |= {v for combination in combinations for v in combination}
            occurring |= {name for part in parts for letter in letters_of(part) for name in (letter, *letter.split("·"))}
        if occurring & names == needed:
            break
        needed = occurring & names
    rows = [
        replace(r, vectors={v: c for v, c in r.vectors.items() if v in needed}, numbers={n: e for n, e in r.numbers.items() if n in needed})
        for r in table.rows
    ]
    start = {n: value for n, value in table.start.items() if n in needed}
    kept = tuple(n for n in keep if n in start and idle is not None and n not in idle.start)
    return replace(table, rows=merge(rows), start=start, kept=kept)


def parts_of(vector: Vector) -> Parts:
    """A vector as {name: element of the field}, without the terms that are 0 on this path."""
    path = PATH.get()
    parts = {name: lift(c) for name, c in vector.behind.parts.items()}
    return {name: c for name, c in parts.items() if not path.is_zero(c)}


def alike(one: Parts, other: Parts) -> bool:
    """Whether two combinations are the same on this path."""
    path = PATH.get()
    zero = path.universe.field.zero
    return all(path.is_zero(one.get(v, zero) - other.get(v, zero)) for v in {*one, *other})


def share_of(parts: Parts, weights: Parts) -> Fraction:
    """The multiple of z in a combination over that in the weights, 1 if it is no number: the value of a vector that moves with the
    weights."""
    share = parts["z"] / weights["z"] if "z" in parts and "z" in weights else None
    return Fraction(str(share)) if share is not None and is_ground(share) else Fraction(1)
