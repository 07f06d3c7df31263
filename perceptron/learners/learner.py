"""A learner, in vector algebra or over tuples, and the one class that plays it: `Stepper`, over any representation of vectors."""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Iterable
from copy import copy
from fractions import Fraction
from functools import cache
from inspect import signature
from itertools import islice
from typing import Any, TypeAlias

from perceptron.errors import InputError
from perceptron.learners.plain_data import is_list, list_like
from perceptron.learners.representations import coordinates, vector_of
from perceptron.learners.vectors import NotInAlgebra, Number, Vector, attributes, number_behind, put
from perceptron.numbers.exact import exact

Example: TypeAlias = "Vector | tuple[Fraction, ...]"


class Learner:
    """A learner in vector algebra; it is the Perceptron where a method is not overridden.

    ties           the label that it predicts at a score of 0, or "mistake": either label is one there
    initialises    whether the first example always makes a step, which M does not count

    What `start` sets on the object is the learner's state: vectors, numbers, and lists of them. Nothing else of the object changes.

        >>> from perceptron import Examples, run
        >>> run(Learner(), Examples([["3/5", "4/5"], [1, 0]], [1, -1])).M
        2
    """

    ties: str | int = "mistake"
    initialises: bool = False

    def start(self, zero: Vector) -> Vector:
        """The weights before round 0."""
        return zero

    def score(self, w: Vector, x: Vector) -> Any:
        """The number whose sign is the predicted label."""
        return w @ x

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        """Whether to update in this round."""
        return bool(y * self.score(w, x) <= 0)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """The weights after an update."""
        return w + y * x  # type: ignore[no-any-return]


WORD = re.compile(r"[^\W\d]\w*")


def part_name(name: str, key: object) -> str:
    """The name of an entry of a list or a dictionary. A key that is no word is spelt by codes: distinct keys have distinct names."""
    word = type(key) is str
    if type(key) is int or (word and WORD.fullmatch(str(key)) and key not in ("len", "most", "is")):
        return f"{name}.{key}"
    text = re.sub(r"\W", lambda found: f"~{ord(found[0]):x}~", str(key) if word else repr(key))
    return f"{name}.{text}{'~' if word else '~~'}"


def change_parts(value: Any, change: Callable[[Any, str], Any], name: str = "") -> Any:
    """A part of a learner's state, its lists made anew, with each entry as a function of it and of its name makes it."""
    if is_list(value):
        return list_like(value, (change_parts(part, change, part_name(name, i)) for i, part in enumerate(value)))
    if type(value) is dict:
        return {key: change_parts(part, change, part_name(name, key)) for key, part in value.items()}
    return change(value, name)


def renew_value(value: Any, name: str = "") -> Any:
    """A value with every number a `Number` and every vector an object of its own, as each round finds it.

    So code cannot distinguish a run from a trace by the type of a number, or by which objects are the same."""
    if isinstance(value, Vector):
        return Vector(value.behind)
    if isinstance(value, (str, bytes)) or value is None:
        return value
    number = number_behind(value)
    return value if number is None else Number(number)


@cache
def stored_by_start(kind: type) -> frozenset[str]:
    """The attributes that `start`, or a method whose name it mentions, may set: also one that it sets to the object it had."""
    waiting, met, stored = ["start"], set[str](), set[str]()
    while waiting:
        if (name := waiting.pop()) in met:
            continue
        met.add(name)
        for code in (getattr(vars(k).get(name), "__code__", None) for k in kind.__mro__ if k.__module__ != "builtins"):
            if code is not None:
                stored |= {i.argval for i in dis.get_instructions(code) if i.opname == "STORE_ATTR"}
                waiting += code.co_names
    return frozenset(stored)


def _content(value: Any) -> tuple[int, ...]:
    """An attribute's object, and those that a list or a dictionary has."""
    parts = value if is_list(value) else value.values() if type(value) is dict else ()
    return (id(value), *map(id, parts))


TRUTHS = ("bool", "bool_", "BooleanTrue", "BooleanFalse")  # Python's, numpy's, SymPy's


class TupleLearner(Learner):
    """A learner over tuples of coordinates (`AnyLearner`) in vector algebra. All of its state is in the object that it was made from."""

    def __init__(self, learner: Any) -> None:
        self.learner, self.sees, self.scores = learner, sees_examples(learner), getattr(learner, "score", None) is not None

    def start(self, zero: Vector) -> Vector:
        """The weights before round 0."""
        dimension = len(coordinates(zero))
        return vector_of(weights(self.learner.start(dimension), dimension, "start of the learner"))

    def score(self, w: Vector, x: Vector) -> Any:
        """Its own score if it has one, else ⟨w,x⟩."""
        return exact_score(self.learner.score(coordinates(w), coordinates(x))) if self.scores else w @ x

    def wants_update(self, w: Vector, x: Vector, y: int) -> bool:
        """The answer to a round."""
        return self.answer(y * number_behind(self.score(w, x)), w.norm2.behind, y, coordinates(x) if self.sees else ())

    def answer(self, inner: Any, norm2: Any, y: int, x: tuple[Any, ...]) -> bool:
        """The answer to a round with these numbers."""
        return truth(self.learner.wants_update(inner, norm2, y, x) if self.sees else self.learner.wants_update(inner, norm2, y))

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """The weights after an update."""
        before = coordinates(w)
        return vector_of(weights(self.learner.step(before, coordinates(x), y), len(before), "step of the learner"))


class Stepper:
    """A learner in the course of a run, in any representation of vectors: each round, and each answer, of every run is by this class.

    learner    a `Learner`, or one over tuples (see `AnyLearner`)
    zero       the null vector of the representation; a dimension stands for coordinates
    w          its weights
    fresh      whether the next round makes a step in any case, which M does not count
    state      the attributes that `start` has set

    An example is a vector, or the tuple of its coordinates. Raises InputError for weights that are floats.
    """

    learner: Any
    rule: Any

    def __init__(self, learner: Any, zero: Vector | int) -> None:
        self.learner, self.fresh = learner, initialises(learner)
        self.rule = learner if isinstance(learner, Learner) else TupleLearner(learner)
        before = {name: _content(value) for name, value in attributes(self.rule).items()}
        null = vector_of((Fraction(0),) * zero) if isinstance(zero, int) else zero
        self.w = weights_of(self.rule.start(null), "start", "return zero")
        set_anew = {n for n, v in attributes(self.rule).items() if n not in before or before[n] != _content(v)}
        stored = stored_by_start(type(self.rule))  # type: ignore[arg-type]
        self.state = tuple(n for n in attributes(self.rule) if n in set_anew or n in stored)
        self.renew()

    @property
    def coordinates(self) -> tuple[Any, ...]:
        """The coordinates of the weights: Fractions, or `EnclosedReal` numbers for steps that take a root."""
        return coordinates(self.w)

    def playing(self, learner: Any) -> Stepper:
        """The same state of the run with another learner object, such as a copy."""
        other = copy(self)
        other.learner = other.rule = learner
        if self.rule is not self.learner:
            other.rule = copy(self.rule)
            other.rule.learner = learner
        return other

    def renew(self) -> None:
        """Make the objects of the state anew."""
        self.w = renew_value(self.w)
        for name in self.state:
            put(self.rule, name, change_parts(getattr(self.rule, name, None), renew_value))

    def inner(self, x: Example, y: int) -> Any:
        """y times the score, before the learner sees the label."""
        score = number_behind(self.rule.score(self.w, as_vector(x)))
        if score is None:
            raise NotInAlgebra("score of the learner gives no number; end it with return w @ x")
        return y * score

    def wants(self, x: Example, y: int) -> bool:
        """Whether the learner would make a step."""
        return self.fresh or truth(self.rule.wants_update(self.w, as_vector(x), y))

    def move(self, x: Example, y: int) -> None:
        """Make a step, asked or not."""
        self.w, self.fresh = weights_of(self.rule.step(self.w, as_vector(x), y), "step", "return w + y * x"), False

    def step(self, x: Example, y: int) -> bool:
        """Play a round; whether the learner made a step, be it one that only initialises."""
        self.renew()
        z = as_vector(x)
        if wanted := self.wants(z, y):
            self.move(z, y)
        return wanted

    def round(self, x: Example, y: int) -> bool:
        """Play a round; whether it was an update that M counts."""
        first = self.fresh
        return self.step(x, y) and not first


def as_vector(x: Example) -> Vector:
    """An example as a vector."""
    return x if isinstance(x, Vector) else vector_of(x)


def initialises(learner: Any) -> bool:
    """Whether the first example always makes a step, which M does not count."""
    return bool(getattr(learner, "initialises", False))


def needs(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of the arguments that a call must give by position."""
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):
        return ()
    return tuple(p.name for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD))


def sees_examples(learner: Any) -> bool:
    """Whether the rule of a learner over tuples takes the example as a fourth argument."""
    return len(needs(learner.wants_update)) == 4


def truth(answer: Any) -> bool:
    """The truth value that `wants_update` returns. Raises NotInAlgebra for anything else."""
    if type(answer).__name__ not in TRUTHS and not (isinstance(answer, int) and answer in (0, 1)):
        given = "a number" if isinstance(answer, Number) else f"{answer!r:.60}"
        raise NotInAlgebra(f"wants_update of the learner gives {given}, which is neither True nor False; end it with return bool(…)")
    return bool(answer)


def weights_of(value: Any, method: str, instead: str) -> Vector:
    """The vector that a method gives. Raises NotInAlgebra for anything else."""
    if not isinstance(value, Vector):
        given = "a number" if isinstance(value, Number) else "None" if value is None else f"a {type(value).__name__}"
        raise NotInAlgebra(f"{method} of the learner gives {given}, not a vector; end it with {instead}")
    return value


def exact_score(value: Any) -> Any:
    """A score as a learner gives it: an exact number, or an `EnclosedReal` one. Raises InputError for another."""
    return value if hasattr(value, "ball") else exact(value, "score of the learner")


def weights(values: Any, dimension: int, what: str) -> tuple[Any, ...]:
    """Weights as a learner gives them: d exact numbers, or `EnclosedReal` ones. Raises InputError for others."""
    if not isinstance(values, Iterable):
        raise InputError(f"{what} gives {values!r:.60}, not {dimension} exact numbers")
    listed = islice(values, dimension + 1)
    entries = tuple(value if hasattr(value, "ball") else exact(value, f"{what}, entry {i}") for i, value in enumerate(listed))
    if len(entries) != dimension:
        many = f"more than {dimension} entries" if len(entries) > dimension else f"dimension {len(entries)}, not {dimension}"
        raise InputError(f"{what} has {many}")
    return entries
