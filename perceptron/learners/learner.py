"""A learner in vector algebra, and the one function that plays it: `Stepper`, over any representation of vectors."""

from __future__ import annotations

import dis
from functools import cache
from typing import Any

from perceptron.learners.vectors import NotInAlgebra, Number, Vector, attributes, number_behind, put


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


def renew_value(value: Any) -> Any:
    """A part of a learner's state with every number a `Number` and every vector an object of its own, as each round finds it.

    So code cannot distinguish a run from a trace by the type of a number, or by which objects are the same."""
    if type(value) in (list, tuple):
        return type(value)(map(renew_value, value))
    if type(value) is dict:
        return {key: renew_value(part) for key, part in value.items()}
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
    parts = value if type(value) is list else value.values() if type(value) is dict else ()
    return (id(value), *map(id, parts))


TRUTHS = ("bool", "bool_", "BooleanTrue", "BooleanFalse")  # Python's, numpy's, SymPy's


class Stepper:
    """A learner in the course of a run, in the representation in which its null vector is given.

    w        its weights
    state    the attributes that `start` has set"""

    def __init__(self, learner: Learner, zero: Vector) -> None:
        self.learner = learner
        before = {name: _content(value) for name, value in attributes(learner).items()}
        self.w = weights_of(learner.start(zero), "start", "return zero")
        set_anew = {n for n, v in attributes(learner).items() if n not in before or before[n] != _content(v)}
        stored = stored_by_start(type(learner))  # type: ignore[arg-type]
        self.state = tuple(n for n in attributes(learner) if n in set_anew or n in stored)
        self.renew()

    def renew(self) -> None:
        """Make the objects of the state anew."""
        self.w = renew_value(self.w)
        for name in self.state:
            put(self.learner, name, renew_value(getattr(self.learner, name, None)))

    def inner(self, x: Vector, y: int) -> Any:
        """y times the score."""
        score = number_behind(self.learner.score(self.w, x))
        if score is None:
            raise NotInAlgebra("score of the learner gives no number; end it with return w @ x")
        return y * score

    def wants(self, x: Vector, y: int) -> bool:
        """The learner's answer to a round."""
        return truth(self.learner.wants_update(self.w, x, y))

    def move(self, x: Vector, y: int) -> None:
        """Make a step."""
        self.w = weights_of(self.learner.step(self.w, x, y), "step", "return w + y * x")

    def round(self, x: Vector, y: int, fresh: bool = False) -> bool:
        """Play a round; whether the learner made a step, which it does in any case if it is `fresh`."""
        self.renew()
        if wanted := fresh or self.wants(x, y):
            self.move(x, y)
        return wanted


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
