"""The learners that the theorems speak of, each as its update rule in exact numbers.

All of them keep a weight vector w, look at y⟨w,x⟩ and ‖w‖², and add y·x when the rule says so. They differ in when:

    Perceptron         y⟨w,x⟩ ≤ 0, or one of the two other conventions for ⟨w,x⟩ = 0        (NG, BL, SS, VE, MR)
    MarginPerceptron   y⟨w,x⟩ < (1−ε)γ‖w‖, from w = y·x of the first example              (BL, Theorem 3; ε = 1/2 there)
    Hebb               always: what "update only on mistakes" forbids
    Winnow             as the Perceptron, but with ⟨sinh(ηw), x⟩ for ⟨w,x⟩: see `perceptron.learners.winnow`

`ogd.OGD` makes the Perceptron's updates of any length. Anything with the methods of `Learner` can be run too, whatever
its step is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from perceptron.errors import InputError
from perceptron.numbers.exact import positive, vector

if TYPE_CHECKING:
    pass

Vector: TypeAlias = "tuple[Fraction, ...]"


@runtime_checkable
class Learner(Protocol):
    """What `run` asks of a learner. All numbers are exact Fractions; y is −1 or +1.

    A learner may also have `initialises = True`: then the first example always makes a step, which M does not count. And
    a method `score(w, x)`: then inner is y·score, of which only the sign may count.
    """

    def start(self, dimension: int) -> Vector:
        """The weights before round 0."""

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        """Whether this round is an update, from inner = y⟨w,x⟩ and norm2 = ‖w‖²."""

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """The weights after an update."""


class Additive:
    """The step of the Perceptron family: w + y·x."""

    def step(self, w: Vector, x: Vector, y: int) -> Vector:
        """w + y·x."""
        return tuple(a + b if y == 1 else a - b for a, b in zip(w, x, strict=True))

    def start(self, dimension: int) -> Vector:
        """The zero vector."""
        return (Fraction(0),) * dimension


@dataclass(frozen=True, init=False)
class Perceptron(Additive):
    """The Perceptron: w₁ = `start` (zero by default), update w ← w + y·x on a mistake.

    ties says what happens at ⟨w,x⟩ = 0: "mistake" (always an update: y⟨w,x⟩ ≤ 0), or the label 1 or −1 that is
    predicted there (NG: 1, BL: −1). Raises InputError for another value.
    """

    ties: str | int
    origin: Vector | None
    initialises: ClassVar[bool] = False

    def __init__(self, ties: str | int = "mistake", start: Iterable[object] | None = None) -> None:
        if type(ties) not in (int, str) or ties not in ("mistake", 1, -1):
            raise InputError(f"ties must be 'mistake', 1 or -1, not {ties!r}")
        object.__setattr__(self, "ties", ties)
        object.__setattr__(self, "origin", None if start is None else vector(start, "start"))

    def start(self, dimension: int) -> Vector:
        """w₁: zero, or what was asked for."""
        if self.origin is None:
            return (Fraction(0),) * dimension
        if len(self.origin) != dimension:
            raise InputError(f"start has dimension {len(self.origin)}, but the examples have dimension {dimension}")
        return self.origin

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        """y⟨w,x⟩ < 0, and at 0 what `ties` says."""
        return inner < 0 or (inner == 0 and self.ties != y)

    def spec(self) -> dict[str, Any]:
        """The learner as JSON data."""
        spec: dict[str, Any] = {"name": "perceptron", "ties": self.ties}
        return spec if self.origin is None else spec | {"start": [str(value) for value in self.origin]}


@dataclass(frozen=True, init=False)
class MarginPerceptron(Additive):
    """BL's Margin Perceptron: w = y·x of the first example, then w ← w + y·x iff y⟨w,x⟩ < (1−ε)γ‖w‖ (strictly).

    gamma > 0 is the margin that the learner is promised and 0 < eps ≤ 1 (1/2 in BL; 1 updates iff y⟨w,x⟩ < 0). The
    first example only initialises, so M does not count it, and it must not be zero. BL divides by ‖w‖; the rule
    multiplied out, as above, also has a meaning at w = 0, which inseparable data can lead back to: no update, for ever.
    Raises InputError.
    """

    gamma: Fraction
    eps: Fraction
    initialises: ClassVar[bool] = True

    def __init__(self, gamma: object, eps: object = Fraction(1, 2)) -> None:
        object.__setattr__(self, "gamma", positive(gamma, "gamma"))
        object.__setattr__(self, "eps", positive(eps, "eps"))
        if self.eps > 1:
            raise InputError(f"eps must be at most 1, not {self.eps}")

    @cached_property
    def threshold(self) -> Fraction:
        """(1−ε)γ: an update is due while the margin y⟨w,x⟩/‖w‖ is below it."""
        return (1 - self.eps) * self.gamma

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        """inner < (1−ε)γ·√norm2, decided by comparing squares."""
        return inner < 0 or inner**2 < self.threshold**2 * norm2

    def bound(self, radius2: Fraction = Fraction(1)) -> Fraction:
        """2R²/(ε²γ²) − 2/ε, which is 8/γ² − 4 for ε = 1/2 and R = 1.

        No run makes more counted updates on examples with ‖x‖² ≤ R² = radius2 and a margin of at least γ.
        """
        return 2 * radius2 / (self.eps * self.gamma) ** 2 - 2 / self.eps

    def spec(self) -> dict[str, Any]:
        """The learner as JSON data; gamma travels beside it (see `learner_from_spec`)."""
        return {"name": "margin", "eps": str(self.eps)}


@dataclass(frozen=True)
class Hebb(Additive):
    """Updates on every round. With `initialises`, M leaves out the first round, as for the Margin Perceptron."""

    initialises: bool = False

    def wants_update(self, inner: Fraction, norm2: Fraction, y: int) -> bool:
        """Always."""
        return True

    def spec(self) -> dict[str, Any]:
        """The learner as JSON data."""
        return {"name": "hebb", "initialises": True} if self.initialises else {"name": "hebb"}
