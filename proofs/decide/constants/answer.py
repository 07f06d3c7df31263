"""A bound with unknown constants, and the answer: the set of constants for which it holds, and what shows it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game
from proofs.conjecture.nodes import CONSTANTS, FUNCTIONS, NAMES
from proofs.counterexample import Counterexample
from proofs.counterexample.learner_object import CustomLearner
from proofs.decide.prove import ProvedConjecture, count, evidence

NAME = re.compile(r"[a-z][a-z0-9]*\Z", re.ASCII)


@dataclass(frozen=True)
class ConstantsQuestion:
    """`comparison` has the unknown constants `over`, one or two; the game is that of the quantities.

    rises   whether a larger first constant weakens the claim, so that a least value is wanted
    signed  whether that is so for negative constants, too; if not, only those ≥ 0 are looked at
    rule    a learner object, for which the bound is decided"""

    comparison: Comparison
    over: tuple[str, ...]
    game: Game
    rises: bool = True
    signed: bool = True
    rule: CustomLearner | None = None

    @property
    def first(self) -> str:
        return self.over[0]

    def at(self, values: Mapping[str, Fraction]) -> Comparison:
        """The conjecture with numbers for the constants."""
        return self.comparison.substitute(values)


def constants_of(text: str) -> tuple[str, ...]:
    """The names in a list such as "a,b". Raises InputError unless they are one or two new names."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if not NAME.match(name) or name in {*NAMES, *CONSTANTS, *FUNCTIONS}:
            raise InputError(f"an unknown constant has a name such as a or b that means nothing else, not {name!r:.60}")
    if len(set(names)) != len(names) or len(names) > 2:
        raise InputError(f"one or two unknown constants can be asked for, not {text!r:.60}")
    return names


def posed_over(text: str, over: tuple[str, ...], own: Iterable[str] = ()) -> Comparison:
    """The bound as a comparison; `own` are names of a learner object. Raises InputError if a constant does not occur or the relation is
    neither ≤ nor ≥."""
    if taken := sorted({*over} & {*own}):
        raise InputError(f"--over {taken[0]}: the learner has a number of this name; give the constant another name")
    comparison = parse(text, extra=(*over, *own))
    if missing := [name for name in over if name not in comparison.names]:
        raise InputError(f"{', '.join(missing)} does not occur in {text}")
    if comparison.op not in ("<=", ">="):
        raise InputError("the best constants are those of a bound with <= or >=")
    return comparison


Values = Mapping[str, Fraction]


@dataclass(frozen=True)
class Cell:
    """A part of the set, by its conditions in the grammar of conjectures; `proof` has the constants as names, so it is for all of them."""

    conditions: tuple[str, ...]
    proof: ProvedConjecture | None
    reason: str = ""  # why there is no proof

    def unicode(self, over: tuple[str, ...]) -> str:
        return " and ".join(parse(condition, extra=over).unicode() for condition in self.conditions)


@dataclass(frozen=True)
class ConstantBracket:
    """For one value of the second constant, if there are two: a first constant that is proved, and one that a run refutes."""

    second: Fraction | None
    proved: Fraction | None
    refuted: Fraction | None
    proof: ProvedConjecture | None = None
    run: Counterexample | None = None


@dataclass(frozen=True)
class Constants:
    """The answer: exact if every cell has a proof, else brackets.

    curve     for drawing: the second constant, and the least first one in floats
    broken    points just outside, each with a run that breaks the bound there
    missed    points just outside for which no run was found
    """

    question: ConstantsQuestion
    seconds: float
    cells: tuple[Cell, ...] = ()
    brackets: tuple[ConstantBracket, ...] = ()
    curve: tuple[tuple[float, float], ...] = ()
    broken: tuple[tuple[Values, Counterexample], ...] = ()
    missed: tuple[Values, ...] = ()
    value: float | None = None  # of a single constant
    tried: str = ""

    @property
    def is_exact(self) -> bool:
        """Whether every cell has a proof and every point tried outside a run. Between those points the boundary rests on elimination."""
        return bool(self.cells) and all(cell.proof is not None for cell in self.cells) and not self.missed

    @property
    def rests_on(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(cited.id for proof in self.proofs for cited in proof.cited))

    @property
    def proofs(self) -> tuple[ProvedConjecture, ...]:
        parts = (*(cell.proof for cell in self.cells), *(bracket.proof for bracket in self.brackets))
        return tuple(proof for proof in parts if proof is not None)

    def evidence(self) -> dict[str, Any]:
        """The content of the `--out` file: the proofs, with all that they cite, for `replay`."""
        return evidence(self.proofs)

    def to_json(self) -> dict[str, Any]:
        return {
            "bound": self.question.comparison.text,
            "over": list(self.question.over),
            "exact": self.is_exact,
            "cells": [{"conditions": list(cell.conditions), "proved": cell.proof is not None} for cell in self.cells],
            "brackets": [
                {name: None if value is None else str(value) for name, value in _name(bracket).items()} for bracket in self.brackets
            ],
            "outside": [{"at": _texts(values), "run": run.to_json()} for values, run in self.broken],
            "rests_on": list(self.rests_on),
            "seconds": round(self.seconds, 3),
        }

    def lines(self) -> list[str]:
        said = self.question.comparison.unicode()
        return [*self._cells(said), *self._brackets(said), *self._outside()]

    def latex_rows(self) -> Iterator[tuple[str, str]]:
        """The rows of a LaTeX table: conditions on the constants, or values of them, and what backs them."""

        def formula(*texts: str) -> str:
            return ", ".join(f"${parse(text, extra=self.question.over).latex()}$" for text in texts)

        def at(values: Mapping[str, Fraction | None]) -> str:
            return formula(*(f"{name} = {value}" for name, value in values.items() if value is not None))

        yield from ((formula(*cell.conditions), _render(cell)) for cell in self.cells)
        for bracket in self.brackets:
            second = {name: bracket.second for name in self.question.over[1:]}
            if bracket.proved is not None:
                yield at({self.question.first: bracket.proved} | second), "proved by the kernel"
            if bracket.refuted is not None and bracket.run is not None:
                yield at({self.question.first: bracket.refuted} | second), _describe_run(bracket.run)
        yield from ((at(values), _describe_run(run)) for values, run in self.broken[:1])

    def _cells(self, said: str) -> list[str]:
        if not self.cells:
            return []
        near = "" if self.value is None or len(self.cells[0].conditions) == 1 else f"  ({self.question.first} ≈ {self.value:.10g})"
        rows = [f"  {cell.unicode(self.question.over)}{near}   [{_render(cell)}]" for cell in self.cells]
        return [f"{said} holds if", *rows]

    def _brackets(self, said: str) -> list[str]:
        if not self.brackets:
            return [] if self.cells else [f"{said}: nothing was decided ({self.tried})"]
        why = "not every piece is proved" if self.cells else self.tried
        return [f"{said}: no exact set ({why}); between what is proved and what is refuted", *map(self._bracket, self.brackets)]

    def _bracket(self, bracket: ConstantBracket) -> str:
        where = "" if bracket.second is None else f"{self.question.over[1]} = {bracket.second}: "
        if bracket.proved is None and bracket.refuted is not None and bracket.run is not None:
            side = "up to" if self.question.rises else "from"
            return f"  {where}for no {self.question.first} {side} {float(bracket.refuted):.10g}: refuted by a run ({bracket.run.size})"
        parts = [
            f"{word} at {self.question.first} = {float(value):.10g}"
            for word, value in (("proved", bracket.proved), ("refuted", bracket.refuted))
            if value is not None
        ]
        return f"  {where}{', '.join(parts) or 'nothing was decided'}"

    def _outside(self) -> list[str]:
        if not self.broken:
            return []
        values, run = self.broken[0]
        at = ", ".join(f"{name} = {value}" for name, value in values.items())
        where = "nowhere else, by SymPy's elimination" if self.is_exact else "outside"
        points = count(len(self.broken), "point") + " just outside"
        refuted = f"{where}: {points} refuted by exact runs; at {at} by M = {run.M}, γ = {run.gamma}"
        return [refuted, *([f"no run was found at {count(len(self.missed), 'point')}"] if self.missed else [])]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        first, *rest = self.lines()
        return f"<p>{html.escape(first)}</p><ul>{''.join(f'<li>{html.escape(line.strip())}</li>' for line in rest)}</ul>"


def _render(cell: Cell) -> str:
    if cell.proof is None:
        return "not proved"
    where = f", where {' and '.join(cell.proof.where)}" if cell.proof.where else ""
    return f"kernel, {len(cell.proof.proof.steps)} steps{where}"


def _describe_run(run: Counterexample) -> str:
    return f"refuted by a run with $M = {run.M}$, $\\gamma = {run.gamma}$"


def _name(bracket: ConstantBracket) -> dict[str, Fraction | None]:
    return {"second": bracket.second, "proved": bracket.proved, "refuted": bracket.refuted}


def _texts(values: Values) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}
