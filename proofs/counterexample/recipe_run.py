"""A recipe's run, followed example by example in whole numbers: what `replay` does for a run that is kept, in bounded memory.

The run is made twice at once, by the rule as `replay` has it, in integers, and by the learner object of `perceptron`, each with weights of
its own; they have to agree in every round."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from operator import mul
from typing import TYPE_CHECKING, cast

from perceptron.errors import InputError
from proofs.counterexample.measurement import Replay
from proofs.counterexample.recipe import Recipe

if TYPE_CHECKING:
    from perceptron import Learner


def follow(found: Recipe, learner: Learner) -> tuple[Replay, str]:
    """The run and its measurements, and where the learner object does otherwise (empty if nowhere). Raises InputError where the learner
    cannot begin."""
    game, gamma, below = found.game, found.gamma, found.source.below
    under = lcm(*(value.denominator for value in found.u))
    u = [int(value * under) for value in found.u]
    level, q = gamma.numerator * below * under, gamma.denominator
    margin, ties, below2 = game.learner == "margin", game.ties, below * below
    threshold = (1 - game.eps) * gamma * below  # inner < threshold·‖w‖ in whole numbers, by squares; it may be negative
    c, c2, e2 = threshold.numerator, threshold.numerator**2, threshold.denominator**2
    w, other, norm2 = [0] * len(u), [0] * len(u), 0
    counted = longest = s2 = slack = slack2 = rounds = 0
    shortest = -1
    low: int | None = None
    difference = ""
    for t, (z, y) in enumerate(found.source.steps()):
        rounds = t + 1
        along, length2 = sum(map(mul, u, z)), sum(map(mul, z, z))
        longest = max(longest, length2)
        shortest = length2 if t == 0 else min(shortest, length2)
        low = along if low is None or along < low else low
        if margin and t == 0:
            if not length2:
                raise InputError("example 0 is the zero vector, from which the Margin Perceptron cannot start")
            w, other, norm2 = list(z), list(z), length2
            continue
        inner = sum(map(mul, w, z))
        if not margin:
            wants = inner < 0 or (inner == 0 and y != ties)
        elif c > 0:
            wants = inner < 0 or e2 * inner * inner < c2 * norm2
        else:
            wants = inner < 0 and e2 * inner * inner > c2 * norm2
        length = sum(map(mul, other, other)) if margin else 0  # the Perceptron's rule does not ask for it
        if learner.wants_update(Fraction(sum(map(mul, other, z)), below2), Fraction(length, below2), y):
            other = [a + b for a, b in zip(other, z, strict=True)]
            if not wants and not difference:
                difference = f"round {t}"
        elif wants and not difference:
            difference = f"round {t}"
        if not wants:
            continue
        counted += 1
        s2 += length2
        short = level - q * along
        if short > 0:
            slack += short
            slack2 += short * short
        w = [a + b for a, b in zip(w, z, strict=True)]
        if margin:
            norm2 = sum(map(mul, w, w))
    if not rounds:
        raise InputError("there is no example")
    if not difference and w != other:
        difference = "the final weights"
    final, unit = tuple(Fraction(a, below) for a in w), q * below * under
    play = Replay(
        counted=cast("tuple[int, ...]", range(counted)),  # how many; which ones is not kept
        final=final,
        T=rounds,
        d=len(u),
        gamma=gamma,
        eps=game.eps if margin else None,
        R2=Fraction(longest, below2),
        S2=Fraction(s2, below2),
        TD=Fraction(slack, unit),
        slack2=Fraction(slack2, unit * unit),
        U2=sum((value * value for value in found.u), Fraction(0)),
        margin=Fraction(low or 0, below * under),
        u=found.u,
        shortest2=Fraction(shortest, below2),
    )
    return play, difference
