"""One run on plain Fractions, and what is measured on it: the definitions of design and statement, as short as they can
be written.

It is kept apart from `perceptron.run` on purpose. The judge compares the two, so that a fault in either shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import TYPE_CHECKING

from perceptron.errors import InputError
from proofs.conjecture.game import Game
from proofs.counterexample.measurement import Replay, Round, Vector

if TYPE_CHECKING:
    pass


def replay(
    game: Game, rounds: Sequence[Round], u: Vector, gamma: Fraction, start: Vector | None = None, points: tuple[Vector, ...] | None = None
) -> Replay:
    """Run the game's learner over the rounds (x, y), in whole numbers over one denominator. Raises InputError where the
    learner cannot begin."""
    if game.learner == "kernel":
        from proofs.counterexample.kernel_run import replay_kernel

        return replay_kernel(game, rounds, u, gamma, points or ())
    if game.learner == "winnow":
        from proofs.counterexample.winnow_run import replay_winnow

        return replay_winnow(game, rounds, u, gamma)
    d = len(u)
    below = lcm(*(value.denominator for x, _ in rounds for value in x), *(value.denominator for value in start or ()))
    under = lcm(*(value.denominator for value in u))
    w = [0] * d if start is None else _times(below, start)  # the weights, times below
    steps = [_times(y * below, x) for x, y in rounds]  # y·x, times below
    counted: list[int] = []
    for t, z in enumerate(steps):
        if t == 0 and game.initialises:
            if not any(z):
                raise InputError("example 0 is the zero vector, from which the Margin Perceptron cannot start")
        elif wants_update(game, gamma, Fraction(_dot(w, z), below**2), Fraction(_dot(w, w), below**2), rounds[t][1]):
            counted.append(t)
        else:
            continue
        w = [a + b for a, b in zip(w, z, strict=True)]
    whole_u = _times(under, u)
    margins = [_dot(whole_u, z) for z in steps]  # times under·below
    slacks = [max(Fraction(0), gamma - Fraction(margins[t], under * below)) for t in counted]
    return Replay(
        counted=tuple(counted),
        final=tuple(Fraction(a, below) for a in w),
        T=len(rounds),
        d=d,
        gamma=gamma,
        eps=game.eps if game.learner == "margin" else None,
        R2=Fraction(max((_dot(z, z) for z in steps), default=0), below**2),
        S2=Fraction(sum(_dot(steps[t], steps[t]) for t in counted), below**2),
        TD=sum(slacks, Fraction(0)),
        slack2=sum((s * s for s in slacks), Fraction(0)),
        U2=Fraction(_dot(whole_u, whole_u), under**2),
        margin=Fraction(min(margins, default=0), under * below),
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


def _times(n: int, x: Vector) -> list[int]:
    """n·x, where that is whole."""
    return [value.numerator * (n // value.denominator) for value in x]


def _dot(a: Iterable[int], b: Iterable[int]) -> int:
    return sum(map(mul, a, b))
