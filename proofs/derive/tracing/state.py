"""A learner's state: the attributes that `start` sets, as letters for their numbers and vectors.

A number becomes a letter with its own recurrence, a vector a further generic vector, a list one of either for each entry; a list may have
several lengths. An attribute that stays as it started, or equals the weights, is no letter.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from perceptron.learners.learner import change_parts, part_name
from perceptron.learners.plain_data import is_list
from perceptron.learners.vectors import Number, Vector, attributes, number_behind
from proofs.conjecture.nodes import NAMES
from proofs.derive.tracing.symbols import Scalar
from proofs.derive.tracing.universe import Universe, Untraceable

TAKEN = re.compile(r"[wxyzu]|count|row\d+|s\d+|ξ|" + "|".join(NAMES))  # names that a theorem about a learner has for something else


def letter_of(name: str) -> str:
    """The letter of an attribute: its name, unless the theorem has that for something else."""
    return f"self.{name}" if TAKEN.fullmatch(name) else name


@dataclass(frozen=True)
class Leaf:
    """A number or a vector of the state: its letter, and its value before round 0 (of a vector, nothing)."""

    letter: str
    vector: bool
    begins: Any = None


def shape_of(value: Any, name: str, at: str) -> Any:
    """An attribute with a `Leaf` for each number and vector. Raises Untraceable, with the place, for one that is neither."""

    def leaf(part: Any, name: str) -> Any:
        if isinstance(part, Vector):
            return Leaf(letter_of(name), True)
        if isinstance(part, (set, frozenset, bytes)) or hasattr(part, "dtype"):
            raise Untraceable(f"{at}: self.{name} holds a {type(part).__name__}; write a list of numbers or vectors")
        if not isinstance(part, Number):
            return part
        if not isinstance(part.behind, (Fraction, Scalar)):
            raise Untraceable(f"{at}: self.{name} holds a root; take it in wants_update or step")
        return Leaf(letter_of(name), False, part.behind)

    return change_parts(value, leaf, name)


def fill(shape: Any, values: Callable[[Leaf], Any]) -> Any:
    """A part of the state with these values."""
    return change_parts(shape, lambda part, _: values(part) if isinstance(part, Leaf) else part)


def parts_of_state(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """An attribute and the parts of its lists, each with its name."""
    yield name, value
    if is_list(value) or type(value) is dict:
        for key, part in value.items() if type(value) is dict else enumerate(value):
            yield from parts_of_state(part, part_name(name, key) if name else str(key))


def leaves(shape: Any) -> Iterator[Leaf]:
    """The leaves of a shape."""
    return (part for _, part in parts_of_state(shape) if isinstance(part, Leaf))


FORMS = (".len", ".most", ".is")  # the ends of the names that `forms` gives


def forms(shape: Any, texts: dict[str | None, int]) -> Iterator[tuple[str, int]]:
    """The lengths of the lists of a state, and the numbers of its texts and of None, by their names; a new one gets the next number."""
    for name, part in parts_of_state(shape):
        if is_list(part):
            yield f"{name}.len", len(part)
        if type(part) is deque and part.maxlen is not None:
            yield f"{name}.most", part.maxlen
        if part is None or type(part) is str:
            yield f"{name}.is", texts.setdefault(part, len(texts) + 1)


def values_of(learner: Any, state: Iterable[str], texts: dict[str | None, int]) -> dict[str, Any]:
    """The numbers and vectors of a learner's state, and its `forms`, by their letters."""
    held = attributes(learner)
    parts = {name: held.get(name) for name in state}
    values: dict[str, Any] = {name: Fraction(number) for name, number in forms(parts, texts)}
    for name, part in parts_of_state(parts):
        if (value := part if isinstance(part, Vector) else number_behind(part)) is not None:
            values[letter_of(name)] = value
    return values


@dataclass
class State:
    """The known facts about the letters of the state.

    shapes      the shapes that were met, the first one after `start`
    numbers     numbers that a round changes, with their starts; `vectors` likewise; those in neither stay as they started
    copies      vectors that are a multiple of the weights before each round
    forms       those that have several values, each a number of the state: lengths of lists, and texts
    counters    numbers that begin at 0 or above and never fall
    whole       numbers that begin at a whole number and to which every round adds one
    needed      remainders of numbers, such as k%5, and numbers of a few values, that a path asked for
    cases       the values of a remainder, or of a number that counts the entries of a list, each of which a path has
    away        the coordinates of the weights before round 0, if `start` gives some
    texts       the numbers of texts, and of None"""

    shapes: list[Mapping[str, Any]]
    numbers: dict[str, Fraction] = field(default_factory=dict)
    vectors: set[str] = field(default_factory=set)
    copies: dict[str, Fraction] = field(default_factory=dict)
    forms: set[str] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)
    needed: set[str] = field(default_factory=set)
    cases: dict[str, tuple[Fraction, ...]] = field(default_factory=dict)
    away: tuple[Fraction, ...] = ()
    texts: dict[str | None, int] = field(default_factory=dict)

    def copy(self) -> State:
        """A state of its own with the same letters."""
        parts = self.vectors.copy(), self.copies.copy(), self.forms.copy(), self.counters.copy(), self.whole.copy()
        return State(list(self.shapes), dict(self.numbers), *parts, cases=dict(self.cases), away=self.away, texts=self.texts)

    def universe(self, letters: Mapping[str, Fraction]) -> Universe:
        begun = tuple(n for n in self.counters if self.numbers[n] > 0)
        numbers = (*sorted(self.numbers), *letters)
        return Universe(("w", "z", *sorted(self.vectors)), numbers, tuple(letters), tuple(sorted(self.counters)), begun, tuple(self.whole))

    @property
    def letters(self) -> tuple[Any, ...]:
        """All that a further pass may change."""
        return len(self.shapes), set(self.numbers), self.vectors, self.copies, self.counters, self.whole, self.cases

    def takes(self, shape: Mapping[str, Any]) -> None:
        """Note a shape, if it is new."""
        now = dict(forms(shape, self.texts))
        for known in self.shapes:
            if dict(forms(known, self.texts)) == now:
                return
        first = dict(forms(self.shapes[0], self.texts))
        self.forms |= {name for name in {**first, **now} if first.get(name) != now.get(name)}
        self.numbers |= {name: Fraction(first.get(name, 0)) for name in self.forms}
        begins = {leaf.letter: leaf for leaf in leaves(self.shapes[0])}
        self.shapes.append(fill(shape, lambda leaf: begins.get(leaf.letter, replace(leaf, begins=Fraction(0)))))
