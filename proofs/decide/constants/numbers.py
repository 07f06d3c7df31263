"""How large the first constant has to be, in floats: the most that any run at an end of the range asks for.

The runs are those of `extremes`.  Those with equal progress are taken on a fine grid of γ, and the grid is refined where it asks for most.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from perceptron.errors import InputError
from proofs.conjecture.game import Game
from proofs.decide.constants.question import Question
from proofs.decide.families.orthogonal import COUNTS, Array, Extremes, allowed, broken, draws

LIMIT = 1e4  # a constant beyond it is none: γ√M reaches 10⁶ on the grid, so where ever larger ones are asked for they are seen
STEPS = 60  # halvings of [−LIMIT, LIMIT]
EXACT = 1e-15  # relative; less is rounding
SAMPLED = 1000  # of the other runs
MARGINS = np.exp(np.linspace(-14, 14, 281))  # γ√M
NEAREST, ZOOMS, FINE = 12, 10, np.linspace(-1, 1, 25)


def least(question: Question, second: float | None = None) -> float:
    """The least first constant that no run breaks (the greatest where it strengthens); ±∞ if there is none, or all will do."""
    runs = _runs(question.game)
    asked = needed(question, runs, second)
    best = float(asked.max())
    width = float(np.log(MARGINS[1] / MARGINS[0]))
    for _ in range(ZOOMS):
        if not abs(best) < LIMIT:
            break
        chosen = runs.rows(np.argsort(-asked)[:NEAREST])
        runs = repeated(chosen, len(FINE))
        moved = runs.gamma * np.exp(width * np.tile(FINE, len(chosen.M)))
        runs = allowed(question.game, replace(runs, gamma=moved))
        asked = needed(question, runs, second)
        best, width = max(best, float(asked.max())), width / 8
    sign = 1 if question.rises else -1
    return sign * best if abs(best) < 0.99 * LIMIT else sign * np.inf * np.sign(best)


def needed(question: Question, runs: Extremes, second: float | None = None) -> Array:
    """For each run the least t such that the constant t (−t where it strengthens) is enough."""
    values: dict[str, Any] = runs.values()
    if second is not None:
        values[question.over[1]] = np.full(len(runs.M), second)
    sign = 1 if question.rises else -1
    low = np.full(len(runs.M), -LIMIT if question.signed else 0.0)
    high = np.full(len(runs.M), LIMIT)
    for _ in range(STEPS):
        middle = (low + high) / 2
        fails = broken(question.comparison, values | {question.first: sign * middle}) > EXACT
        low, high = np.where(fails, middle, low), np.where(fails, high, middle)
    return high


def directed(question: Question) -> Question:
    """The question with the way in which its first constant weakens the claim, for all constants or else for those ≥ 0.

    Raises InputError if there is no one way."""
    for signed, samples in ((True, (-1e4, -1.0, 0.0, 0.5, 1.0, 2.0, 1e4)), (False, (0.0, 0.5, 1.0, 2.0, 1e4))):
        holds = [_holds(question, t) for t in samples]
        up = any((later & ~earlier).any() for earlier, later in pairwise(holds))
        down = any((earlier & ~later).any() for earlier, later in pairwise(holds))
        if not (up and down) and (up or down or not signed):
            return replace(question, rises=not down, signed=signed)
    raise InputError(f"a larger {question.first} weakens the bound for some runs and strengthens it for others")


def _holds(question: Question, first: float) -> Array:
    runs = _runs(question.game)
    values = runs.values() | {name: np.full(len(runs.M), 1.5) for name in question.over[1:]}
    return broken(question.comparison, values | {question.first: np.full(len(runs.M), first)}) <= EXACT


@lru_cache(maxsize=4)
def _runs(game: Game) -> Extremes:
    rng = np.random.default_rng(0)
    count = np.repeat(COUNTS, len(MARGINS))
    one = np.ones(len(count))
    progress = 1 / np.sqrt(count)
    grid = allowed(game, Extremes(count, 0 * count, progress, progress, progress * np.tile(MARGINS, len(COUNTS)), one, one))
    return joined([grid, *(drawn.rows(rng.choice(len(drawn.M), SAMPLED, replace=False)) for drawn in draws(game, rng))])


def joined(parts: list[Extremes]) -> Extremes:
    return Extremes(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Extremes)))


def repeated(runs: Extremes, times: int) -> Extremes:
    return Extremes(*(np.repeat(getattr(runs, f.name), times) for f in fields(Extremes)))
