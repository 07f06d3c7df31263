"""What a run measures, exactly: the numbers that a conjecture's names stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from perceptron.numbers.enclosure import Enclosed
from proofs.conjecture import Root, Value

if TYPE_CHECKING:
    from perceptron.runs.quantities import Quantities

Vector = tuple[Fraction, ...]
Round = tuple[Vector, int]


@dataclass(frozen=True)
class Replay:
    """A run and its measurements; lengths as squares. `counted`: the update rounds (0-based) that M counts."""

    counted: tuple[int, ...]
    final: Vector
    T: int
    d: int
    gamma: Fraction
    eps: Fraction | None
    R2: Fraction  # max ‖x‖² over all rounds
    S2: Fraction
    TD: Fraction
    slack2: Fraction  # Σ max(0, gamma − y⟨u,x⟩)² over the counted rounds
    U2: Fraction
    margin: Fraction  # min y⟨u,x⟩ over all rounds
    W2: Fraction  # ‖w‖² and ⟨u,w⟩ at the end
    P: Fraction
    shortest2: Fraction = Fraction(0)  # min ‖x‖², where it was looked at
    more: Mapping[str, Value] = field(default_factory=dict)  # over all rounds, and of the learner itself: by name

    def values(self, radius: Fraction | None = None) -> dict[str, Value]:
        """What the names of a conjecture stand for. `radius`: the declared R. Names without a meaning here map to
        None."""
        g = self.gamma
        return {
            "M": len(self.counted),
            "T": self.T,
            "d": self.d,
            "gamma": g,
            "R": length(self.R2) if radius is None else radius,
            "S2": self.S2,
            "TD": self.TD,
            "H": self.TD / g if g else None,
            "H2": Root(self.slack2 / (g * g)) if g else None,
            "U": length(self.U2),
            "eps": self.eps,
            "W": length(self.W2),
            "P": self.P,
            **self.more,
        }


def values_of(quantities: Quantities) -> dict[str, Value]:
    """The same names from `perceptron.measure`."""
    q = quantities
    return {
        "M": q.M,
        "T": q.T,
        "d": q.d,
        "gamma": q.gamma,
        "R": length(q.R2),
        "S2": q.S2,
        "TD": q.TD,
        "H": q.H,
        "H2": Root(q.H2sq),
        "U": length(q.U2),
        "eps": q.eps,
        "W": length(q.W2),
        "P": q.P,
    }


def length(square: Fraction | Enclosed) -> Value:
    """√square; None where a matrix that is no kernel makes a square negative, or a root that was taken leaves it open."""
    if isinstance(square, Enclosed):
        return Enclosed(square.ball.sqrt()) if square.ball > 0 else None
    return Root(square) if square >= 0 else None
