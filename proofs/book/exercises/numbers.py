"""Exercises that ask for numbers: each condition is evaluated exactly, and the first that fails is shown with both its sides."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from perceptron.errors import InputError
from perceptron.numbers.exact import parse as number
from proofs.book.exercises.marking import Marked
from proofs.conjecture import parse


@dataclass(frozen=True)
class Choosing:
    """Find values of these names for which every condition holds, each a comparison in the language of conjectures."""

    names: tuple[str, ...]
    conditions: tuple[str, ...]

    @property
    def asks(self) -> str:
        return f"Answer with `{', '.join(f'{name} = …' for name in self.names)}`."

    def read(self, answer: str) -> dict[str, Fraction]:
        """The values in a text such as "x = 1, rho = 3/2".  Raises InputError."""
        values: dict[str, Fraction] = {}
        for part in answer.split(","):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals and len(self.names) == 1:
                name, value = self.names[0], name
            if name not in self.names or name in values:
                raise InputError(f"{part.strip()!r:.60}: give each of {', '.join(self.names)} once, as in {self.names[0]} = 3/2")
            values[name] = number(value)
        if missing := [name for name in self.names if name not in values]:
            raise InputError(f"a value for {', '.join(missing)} is missing")
        return values

    def mark(self, answer: str) -> Marked:
        values = self.read(answer)
        for condition in self.conditions:
            comparison = parse(condition, extra=self.names)
            if comparison.status(values) != "true":
                left, right = comparison.sides(values)
                return Marked(False, f"{comparison.unicode()} does not hold: the sides are {left} and {right}.", values=values)
        return Marked(True, "every condition holds, in exact arithmetic.", values=values)
