"""Any online learner as a player, which predicts a label for x and then learns the right one.

predict(x) -> −1, 0 or 1 and update(x, y)     used as it is; x is a tuple of Fractions; 0 means that either label is a mistake
a `Learner` of this package                   plays by its own rule
predict and partial_fit (scikit-learn)        gets floats; classes −1 and 1; the prediction before the first example is −1
predict_one and learn_one (river)             gets a dictionary of floats; None and False count as −1
a function of (history, x)                    history is the list of (x, y) so far
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from inspect import signature
from typing import Any, Protocol, TypeAlias

from perceptron.errors import InputError
from perceptron.learners.perceptron import Learner

Vector: TypeAlias = "tuple[Fraction, ...]"


class Player(Protocol):
    """The methods that a game calls."""

    def predict(self, x: Vector) -> int:
        """The predicted label, or 0 if either label is a mistake."""

    def update(self, x: Vector, y: int) -> object:
        """Learn the right label."""


def player(learner: Any) -> Player:
    """A learner of one of the kinds listed above, as a player. Raises InputError for anything else."""
    if isinstance(learner, Learner):
        return _Own(learner)
    if hasattr(learner, "predict") and hasattr(learner, "partial_fit"):
        return _Estimator(learner)
    if hasattr(learner, "predict_one") and hasattr(learner, "learn_one"):
        return _Stream(learner)
    if callable(getattr(learner, "predict", None)) and callable(getattr(learner, "update", None)):
        return learner  # type: ignore[no-any-return]
    if callable(learner):
        return _Function(learner)
    raise InputError(f"{type(learner).__name__} is not a learner: it needs predict and update, or see perceptron.learners.foreign")


def maker(learner: Any) -> Callable[[], Any]:
    """A function without arguments that makes a fresh learner.

    learner    a class or a function without arguments, which is returned as it is; a learner, which is copied in its present
               state; or a function of (history, x), which needs no copy

    Raises InputError for anything else.
    """
    if not isinstance(learner, type) and any(hasattr(learner, name) for name in ("predict", "predict_one", "wants_update")):
        untouched = deepcopy(learner)
        return lambda: deepcopy(untouched)
    if not callable(learner):
        raise InputError(f"{type(learner).__name__} is not a learner: it needs predict and update, or see perceptron.learners.foreign")
    return (lambda: learner) if not isinstance(learner, type) and _takes_two(learner) else learner


def _takes_two(function: Callable[..., Any]) -> bool:
    """Whether a call needs exactly two arguments."""
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    return sum(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters) == 2


class _Own:
    """A learner of this package. It predicts 0 where it would update with either label."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.w: Vector | None = None

    def predict(self, x: Vector) -> int:
        wrong = [y for y in (-1, 1) if self._wants(x, y)]
        return 0 if len(wrong) != 1 else -wrong[0]

    def update(self, x: Vector, y: int) -> None:
        if self._wants(x, y):
            self.w = self.learner.step(self._weights(x), x, y)

    def _wants(self, x: Vector, y: int) -> bool:
        w = self._weights(x)
        if self.w is None and getattr(self.learner, "initialises", False):
            return True
        return bool(self.learner.wants_update(y * _dot(w, x), _dot(w, w), y))

    def _weights(self, x: Vector) -> Vector:
        return self.learner.start(len(x)) if self.w is None else self.w


class _Estimator:
    def __init__(self, model: Any) -> None:
        self.model, self.fitted = model, False

    def predict(self, x: Vector) -> int:
        return int(self.model.predict([[float(value) for value in x]])[0]) if self.fitted else -1

    def update(self, x: Vector, y: int) -> None:
        self.model.partial_fit([[float(value) for value in x]], [y], classes=[-1, 1])
        self.fitted = True


class _Stream:
    def __init__(self, model: Any) -> None:
        self.model = model

    def predict(self, x: Vector) -> int:
        guess = self.model.predict_one(_named(x))
        return -1 if guess is None or guess is False else int(guess)

    def update(self, x: Vector, y: int) -> None:
        self.model.learn_one(_named(x), y)


class _Function:
    def __init__(self, predict: Callable[[list[tuple[Vector, int]], Vector], int]) -> None:
        self.function, self.history = predict, list[tuple[Vector, int]]()

    def predict(self, x: Vector) -> int:
        return self.function(list(self.history), x)

    def update(self, x: Vector, y: int) -> None:
        self.history.append((x, y))


def _named(x: Vector) -> dict[str, float]:
    return {f"x{i}": float(value) for i, value in enumerate(x)}


def _dot(a: Vector, b: Vector) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))
