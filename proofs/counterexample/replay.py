"""One run on plain Fractions, and what is measured on it: the definitions of design and statement, as short as they can
be written.

It is kept apart from `perceptron.run` on purpose. The judge compares the two, so that a fault in either shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from perceptron.errors import InputError
from proofs.game import Game
from proofs.language import Root, Value

if TYPE_CHECKING:
    from perceptron.quantities import Quantities

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

    def values(self, radius: Fraction | None = None) -> dict[str, Value]:
        """What the names of a conjecture stand for. `radius`: the declared R. Names without a meaning here map to
        None."""
        g = self.gamma
        return {
            "M": len(self.counted),
            "T": self.T,
            "d": self.d,
            "gamma": g,
            "R": Root(self.R2) if radius is None else radius,
            "S2": self.S2,
            "TD": self.TD,
            "H": self.TD / g if g else None,
            "H2": Root(self.slack2 / (g * g)) if g else None,
            "U": Root(self.U2),
            "eps": self.eps,
            "W": Root(_dot(self.final, self.final)),
            "P": None if self.u is None else _dot(self.u, self.final),
        }

    u: Vector | None = None


def replay(game: Game, rounds: Sequence[Round], u: Vector, gamma: Fraction, start: Vector | None = None) -> Replay:
    """Run the game's learner over the rounds (x, y). Raises InputError where the learner cannot begin."""
    d = len(u)
    w = start if start is not None else (Fraction(0),) * d
    counted: list[int] = []
    for t, (x, y) in enumerate(rounds):
        if t == 0 and game.initialises:
            if not any(x):
                raise InputError("example 0 is the zero vector, from which the Margin Perceptron cannot start")
        elif wants_update(game, gamma, y * _dot(w, x), _dot(w, w), y):
            counted.append(t)
        else:
            continue
        w = tuple(a + y * b for a, b in zip(w, x, strict=True))
    margins = [y * _dot(u, x) for x, y in rounds]
    slacks = [max(Fraction(0), gamma - margins[t]) for t in counted]
    return Replay(
        counted=tuple(counted),
        final=w,
        T=len(rounds),
        d=d,
        gamma=gamma,
        eps=game.eps if game.learner == "margin" else None,
        R2=max((_dot(x, x) for x, _ in rounds), default=Fraction(0)),
        S2=sum((_dot(rounds[t][0], rounds[t][0]) for t in counted), Fraction(0)),
        TD=sum(slacks, Fraction(0)),
        slack2=sum((s * s for s in slacks), Fraction(0)),
        U2=_dot(u, u),
        margin=min(margins, default=Fraction(0)),
        u=u,
    )


def wants_update(game: Game, gamma: Fraction, inner: Fraction, norm2: Fraction, y: int) -> bool:
    """The update rules, from inner = y⟨w,x⟩ and norm2 = ‖w‖². The threshold (1−ε)·gamma of the Margin Perceptron may be
    negative here: a game without "positive margin" still has to be played."""
    if game.always_updates:
        return True
    if game.learner == "margin":
        threshold = (1 - game.eps) * gamma
        if threshold > 0:
            return inner < 0 or inner * inner < threshold * threshold * norm2
        return inner < 0 and inner * inner > threshold * threshold * norm2
    return inner < 0 or (inner == 0 and game.ties != y)


def values_of(quantities: Quantities) -> dict[str, Value]:
    """The same names from `perceptron.measure`."""
    q = quantities
    return {
        "M": q.M,
        "T": q.T,
        "d": q.d,
        "gamma": q.gamma,
        "R": Root(q.R2),
        "S2": q.S2,
        "TD": q.TD,
        "H": q.H,
        "H2": Root(q.H2sq),
        "U": Root(q.U2),
        "eps": q.eps,
        "W": Root(q.W2),
        "P": q.P,
    }


def _dot(a: Vector, b: Vector) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))
