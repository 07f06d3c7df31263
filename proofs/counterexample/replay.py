"""One run by its definition, and what is measured on it, in one pass.

It is kept apart from `perceptron.run` on purpose. The judge compares the two, so that a fault in either shows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

from proofs.conjecture.game import Game
from proofs.conjecture.learners import ExactRun, Given
from proofs.counterexample.measurement import Replay, Round, Vector


def replay(
    game: Game, rounds: Sequence[Round], u: Vector, gamma: Fraction, start: Vector | None = None, points: tuple[Vector, ...] | None = None
) -> Replay:
    """Run the game's learner over the rounds (x, y). Raises InputError where the learner cannot begin."""
    return measured(game.opponent.exact_run(Given(rounds, u, gamma, start, points)), gamma, game.opponent.eps)


def measured(run: ExactRun, gamma: Fraction, eps: Fraction | None, listed: bool = True) -> Replay:
    """Play a run to its end. Unless `listed` the update rounds are counted only, so that memory does not grow with them."""
    level, q = gamma.numerator * run.unit, gamma.denominator
    counted: list[int] = []
    rounds = updates = 0
    least: int | Fraction | None = None
    longest: int | Fraction = 0
    shortest: int | Fraction = 0
    s2: int | Fraction = 0
    slack: int | Fraction = 0
    slack2: int | Fraction = 0
    for t, step in enumerate(run.steps()):
        rounds = t + 1
        margin, length2 = run.margin(step), run.length2(step)
        least = margin if least is None or margin < least else least
        longest = length2 if t == 0 or length2 > longest else longest
        shortest = length2 if t == 0 or length2 < shortest else shortest
        if not run.update(step):
            continue
        updates += 1
        if listed:
            counted.append(t)
        s2 += length2
        if (short := level - q * margin) > 0:
            slack += short
            slack2 += short * short
    unit = q * run.unit
    return Replay(
        counted=tuple(counted) if listed else cast("tuple[int, ...]", range(updates)),
        final=run.weights(),
        T=rounds,
        d=run.dimension,
        gamma=gamma,
        eps=eps,
        R2=Fraction(longest, run.square),
        S2=Fraction(s2, run.square),
        TD=Fraction(slack, unit),
        slack2=Fraction(slack2, unit * unit),
        U2=run.comparator2(),
        margin=Fraction(least or 0, run.unit),
        W2=run.weights2(),
        P=run.along(),
        shortest2=Fraction(shortest, run.square),
    )
