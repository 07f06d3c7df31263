"""A bound with unknown constants, and which way the first of them weakens it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game
from proofs.conjecture.nodes import CONSTANTS, FUNCTIONS, NAMES

NAME = re.compile(r"[a-z][a-z0-9]*\Z", re.ASCII)


@dataclass(frozen=True)
class Question:
    """`comparison` has the unknown constants `over`, one or two; the game is that of the quantities.

    rises   whether a larger first constant weakens the claim, so that a least value is asked for
    signed  whether that is so for negative constants, too; if not, only those ≥ 0 are looked at"""

    comparison: Comparison
    over: tuple[str, ...]
    game: Game
    rises: bool = True
    signed: bool = True

    @property
    def first(self) -> str:
        return self.over[0]

    def at(self, values: Mapping[str, Fraction]) -> Comparison:
        """The conjecture with numbers for the constants."""
        pattern = rf"\b({'|'.join(self.over)})\b"
        return parse(re.sub(pattern, lambda found: f"({values[found[0]]})", self.comparison.text))


def constants_of(text: str) -> tuple[str, ...]:
    """The names in a list such as "a,b". Raises InputError unless they are one or two new names."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if not NAME.match(name) or name in {*NAMES, *CONSTANTS, *FUNCTIONS}:
            raise InputError(f"an unknown constant has a name such as a or b that means nothing else, not {name!r:.60}")
    if len(set(names)) != len(names) or len(names) > 2:
        raise InputError(f"one or two unknown constants can be asked for, not {text!r:.60}")
    return names


def posed_over(text: str, over: tuple[str, ...]) -> Comparison:
    """The bound as a comparison. Raises InputError if a constant does not occur or the relation is neither ≤ nor ≥."""
    comparison = parse(text, extra=over)
    if missing := [name for name in over if name not in comparison.names]:
        raise InputError(f"{', '.join(missing)} does not occur in {text}")
    if comparison.op not in ("<=", ">="):
        raise InputError("the best constants are those of a bound with <= or >=")
    return comparison
