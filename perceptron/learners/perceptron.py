"""The learners of the theorems, each as its update rule in exact numbers.

Each keeps a weight vector w, looks at y⟨w,x⟩ and ‖w‖², and adds y·x when its rule says so. The rules are:

    Perceptron         y⟨w,x⟩ ≤ 0, or one of the two other conventions for ⟨w,x⟩ = 0        (NG, BL, SS, VE, MR)
    MarginPerceptron   y⟨w,x⟩ < (1−ε)γ‖w‖, from w = y·x of the first example              (BL, Theorem 3; ε = 1/2 there)
    Hebb               always; it shows what "update only on mistakes" is for
    Winnow             as the Perceptron, but with ⟨sinh(ηw), x⟩ for ⟨w,x⟩: see `perceptron.learners.winnow`

A learner of this kind owns its rule: `rule(scale)` decides in whole numbers or in Fractions, and every fold of `perceptron.runs` asks
it. Where y·score = 0 stands for a mistake is said once, by `is_mistake`. `ogd.OGD` makes the Perceptron's updates at any rate. Any other
`Learner` can be run too (`perceptron.learners.vectors`), and one over tuples of coordinates (`AnyLearner`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from perceptron.errors import InputError
from perceptron.learners import vectors
from perceptron.learners.learner import Learner
from perceptron.numbers.exact import positive, vector

Vector: TypeAlias = "tuple[Fraction, ...]"
Number: TypeAlias = "int | Fraction"
Ties: TypeAlias = "str | int"
Rule: TypeAlias = Callable[[Number, Number, int], bool]  # y⟨w,x⟩, ‖w‖² and y: whether this is an update


def is_mistake(inner: Any, y: int, ties: Ties) -> bool:
    """Whether a prediction is wrong, where inner = y·score. At a score of 0 `ties` is predicted, or every label is wrong ("mistake")."""
    return bool(inner < 0 or (inner == 0 and ties != y))


def checked_ties(ties: object) -> Ties:
    """A convention for ties. Raises InputError for another value."""
    if type(ties) not in (int, str) or ties not in ("mistake", 1, -1):
        raise InputError(f"ties must be 'mistake', 1 or -1, not {ties!r}")
    return ties


@runtime_checkable
class AnyLearner(Protocol):
    """An object with the methods of a `Learner`, in vector algebra or over tuples.

    A learner that needs coordinates is no subclass of `Learner`, and its methods get tuples of Fractions:

        start(dimension)                        the weights before round 0
        wants_update(inner, norm2, y[, x])      whether to update, where inner = y⟨w,x⟩ and norm2 = ‖w‖²
        step(w, x, y)                           the weights after an update
        score(w, x)                             if it has one: inner is y times this score

        >>> isinstance(Perceptron(), AnyLearner)
        True
    """

    @property
    def start(self) -> Callable[..., Any]: ...

    @property
    def wants_update(self) -> Callable[..., Any]: ...

    @property
    def step(self) -> Callable[..., Any]: ...


class NamedLearner:
    """A learner of the list: a rule in exact numbers, and a name in JSON.

    name            of its JSON form, `spec()`; its fields are the arguments of the class
    promise         the argument that a promised margin gives, if there is one; `needs`: the arguments of which one makes it known
    reads_length    whether the rule looks at ‖w‖²
    initialises     whether the first example always makes a step, which M does not count
    """

    name: ClassVar[str]
    promise: ClassVar[str] = ""
    needs: ClassVar[tuple[str, ...]] = ()
    reads_length: ClassVar[bool] = False
    initialises: bool = False

    @abstractmethod
    def rule(self, scale: int = 1) -> Rule:
        """When there is an update, for inner products and squared lengths that are over scale²."""


class Additive(NamedLearner, Learner):
    """A learner in vector algebra that adds y·x to its weights when its rule says so."""

    def wants_update(self, w: vectors.Vector, x: vectors.Vector, y: int) -> bool:
        """The answer of the rule."""
        return self.rule()(y * self.score(w, x), w.norm2, y)  # type: ignore[arg-type]  # a `Number` for a number


class OverTuples(NamedLearner):
    """A learner over tuples of coordinates that starts at 0, and adds y·x when its rule says so."""

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        """The answer of the rule."""
        return self.rule()(inner, norm2, y)

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """w + y·x."""
        return tuple(a + b if y == 1 else a - b for a, b in zip(w, x, strict=True))

    def start(self, dimension: int) -> Vector:
        """The zero vector."""
        return (Fraction(0),) * dimension


@dataclass(frozen=True, init=False)
class Perceptron(Additive):
    """The Perceptron: w₁ = `start`, and w ← w + y·x on a mistake.

    ties     what happens at ⟨w,x⟩ = 0: "mistake" (always an update: y⟨w,x⟩ ≤ 0), or the label 1 or −1 that is predicted
             there (NG: 1, BL: −1)
    start    d exact numbers; zero by default

    Raises InputError. Source: NG, BL, SS, VE, MR.

        >>> from perceptron import Examples, run
        >>> trace = run(Perceptron(start=[1, 0]), Examples([[1, 0], [0, 1]], [1, 1]))
        >>> trace.updates, trace.final
        ((1,), (Fraction(1, 1), Fraction(1, 1)))
    """

    ties: Ties
    origin: Vector | None
    name: ClassVar = "perceptron"

    def __init__(self, ties: Ties = "mistake", start: Iterable[object] | None = None) -> None:
        object.__setattr__(self, "ties", checked_ties(ties))
        object.__setattr__(self, "origin", None if start is None else vector(start, "start"))

    def start(self, zero: vectors.Vector) -> vectors.Vector:
        """w₁. Raises InputError if it has another dimension than the examples."""
        return zero if self.origin is None else zero.at(self.origin)

    def rule(self, scale: int = 1) -> Rule:
        """Mistakes."""
        ties = self.ties
        return lambda inner, norm2, y: inner < 0 or (inner == 0 and ties != y)  # `is_mistake`, without a further call

    def rescale(self, factor: Fraction | int) -> Perceptron:
        """The learner that on rows times a positive factor makes the updates that this one makes on the rows."""
        return self if self.origin is None else Perceptron(self.ties, [factor * value for value in self.origin])

    def spec(self) -> dict[str, Any]:
        """The learner as JSON data."""
        spec: dict[str, Any] = {"name": "perceptron", "ties": self.ties}
        return spec if self.origin is None else spec | {"start": [str(value) for value in self.origin]}


@dataclass(frozen=True, init=False)
class MarginPerceptron(Additive):
    """BL's Margin Perceptron: w = y·x of the first example, then w ← w + y·x iff y⟨w,x⟩ < (1−ε)γ‖w‖ (strictly).

    gamma    γ > 0, the margin that the learner is promised, in the units of x
    eps      ε with 0 < ε ≤ 1; 1/2 in BL. With 1 it updates iff y⟨w,x⟩ < 0.

    The first example initialises w. M does not count it, and it must not be zero. BL divides by ‖w‖. The rule as written here
    also has a meaning at w = 0, to which inseparable data can lead back: from there on there is no update. Raises
    InputError. Source: BL, Theorem 3.

        >>> from perceptron import Examples, run
        >>> learner = MarginPerceptron(gamma="3/5")
        >>> learner.threshold, learner.bound()
        (Fraction(3, 10), Fraction(164, 9))
        >>> run(learner, Examples([["3/5", "4/5"], ["3/5", "-4/5"]], [1, 1])).M
        1
    """

    gamma: Fraction
    eps: Fraction
    name: ClassVar = "margin"
    promise: ClassVar = "gamma"
    needs: ClassVar = ("gamma",)
    reads_length: ClassVar = True
    initialises = True

    def __init__(self, gamma: object, eps: object = Fraction(1, 2)) -> None:
        object.__setattr__(self, "gamma", positive(gamma, "gamma"))
        object.__setattr__(self, "eps", positive(eps, "eps"))
        if self.eps > 1:
            raise InputError(f"eps must be at most 1, not {self.eps}")

    @cached_property
    def threshold(self) -> Fraction:
        """(1−ε)γ. The learner updates while the margin y⟨w,x⟩/‖w‖ is below it."""
        return (1 - self.eps) * self.gamma

    def rule(self, scale: int = 1) -> Rule:
        """Whether inner < (1−ε)γ·√norm2, decided on the squares."""
        c = self.threshold * scale
        p2, q2 = c.numerator**2, c.denominator**2
        return lambda inner, norm2, y: inner < 0 or q2 * inner * inner < p2 * norm2

    def bound(self, radius2: Fraction = Fraction(1)) -> Fraction:
        """2R²/(ε²γ²) − 2/ε, where R² = radius2; 8/γ² − 4 for ε = 1/2 and R = 1.

        No run on examples with ‖x‖ ≤ R and a margin of at least γ makes more counted updates.
        """
        return 2 * radius2 / (self.eps * self.gamma) ** 2 - 2 / self.eps

    def rescale(self, factor: Fraction | int) -> MarginPerceptron:
        """As for the Perceptron: that with γ times the factor."""
        return MarginPerceptron(self.gamma * factor, self.eps)

    def spec(self) -> dict[str, Any]:
        """The learner as JSON data. gamma is not in it: `learner_from_spec` takes gamma apart."""
        return {"name": "margin", "eps": str(self.eps)}


@dataclass(frozen=True)
class Hebb(Additive):
    """It updates on every round: w ← w + y·x.

    initialises    whether M leaves out the first round, as for the Margin Perceptron

        >>> from perceptron import Examples, run
        >>> run(Hebb(), Examples([[1, 0], [1, 0]], [1, 1])).M
        2
    """

    initialises: bool = False
    name: ClassVar = "hebb"

    def __post_init__(self) -> None:
        if not isinstance(self.initialises, bool):
            raise InputError(f"learner hebb: initialises must be true or false, not {self.initialises!r}")

    def rule(self, scale: int = 1) -> Rule:
        """Always."""
        return lambda inner, norm2, y: True

    def spec(self) -> dict[str, Any]:
        """The learner as JSON data."""
        return {"name": "hebb", "initialises": True} if self.initialises else {"name": "hebb"}
