"""Two games that every deterministic learner loses in every round, with the separator that makes each loss fair.

    orthonormal_game    BL Theorem 2: ⌊1/γ²⌋ mistakes on e_1, e_2, …, separable with margin γ
    dyadic_game         SS, Ldim = ∞ for d ≥ 2: as many mistakes as asked, on the tree of dyadic fractions

The adversary hears the prediction for x and says that the other label is the right one. That is a labelling of a fixed
sequence only if the learner, started afresh, predicts the same again: so each game is played twice, and a learner that
does not is told so. Nothing is taken on trust: the separator is exhibited and its margin measured exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.learners.foreign import Player, Vector, maker, player
from perceptron.numbers.exact import positive


class NotDeterministic(InputError):
    """A learner that predicted otherwise when it was shown the same examples again."""


@dataclass(frozen=True)
class Forced:
    """A lost game: the sequence, on which every round was a mistake, and a separator of it.

    direction points along the separator, u = direction/‖direction‖, and margin2 is the square of the least y⟨u,x⟩.
    """

    examples: Examples
    direction: Vector
    margin2: Fraction

    @property
    def mistakes(self) -> int:
        return len(self.examples)


def orthonormal_game(learner: Any, gamma: object) -> Forced:
    """⌊1/γ²⌋ mistakes of the learner on orthonormal examples, which u = n^(−1/2)·Σ y·x separates with margin n^(−1/2) ≥ γ.

    learner: of any kind that `perceptron.learners.foreign` knows, or what builds a fresh one (a class, a function without
    arguments). Raises InputError unless 0 < γ ≤ 1, and NotDeterministic.
    """
    g = positive(gamma, "gamma")
    if g > 1:
        raise InputError(f"gamma must be at most 1, not {g}: the examples have length 1")
    n = int(1 / (g * g))
    rows = [tuple(Fraction(int(i == t)) for i in range(n)) for t in range(n)]
    ys: list[int] = []

    def show(t: int) -> Vector:
        return rows[t]

    _play(learner, n, show, ys.append)
    direction = tuple(Fraction(y) for y in ys)
    forced = _forced(rows, ys, direction)
    if forced.margin2 < g * g:
        raise ArithmeticError(f"the margin fell below {g}")
    return forced


def dyadic_game(learner: Any, depth: int, dimension: int = 2) -> Forced:
    """`depth` mistakes of the learner on x = (v, 1, 0, …), v the middle of what is left of [0, 1] after each answer.

    y = 1 leaves the part above v and y = −1 the part below, so that w = (−1, a, 0, …) with a in what is left at the end
    is right throughout: ⟨w, x⟩ = a − v. The margin falls like 2^(−depth). Raises InputError for depth < 1 or
    dimension < 2 (on a line the Perceptron makes one mistake), and NotDeterministic.
    """
    for value, least, what in ((depth, 1, "depth"), (dimension, 2, "dimension")):
        if type(value) is not int or value < least:
            raise InputError(f"{what} must be an integer of at least {least}, not {value!r}")
    low, high = Fraction(0), Fraction(1)
    rest = (Fraction(0),) * (dimension - 2)
    rows: list[Vector] = []
    ys: list[int] = []

    def show(t: int) -> Vector:
        rows.append(((low + high) / 2, Fraction(1), *rest))
        return rows[t]

    def hear(y: int) -> None:
        nonlocal low, high
        ys.append(y)
        low, high = (rows[-1][0], high) if y == 1 else (low, rows[-1][0])

    _play(learner, depth, show, hear)
    return _forced(rows, ys, (Fraction(-1), (low + high) / 2, *rest))


def _play(learner: Any, rounds: int, show: Callable[[int], Vector], hear: Callable[[int], object]) -> None:
    """The game, then the same sequence for a fresh learner, which must predict the same."""
    make, seen = maker(learner), list[tuple[Vector, int, int]]()
    first = player(make())
    for t in range(rounds):
        x = show(t)
        guess = _guess(first, x, t)
        y = -1 if guess == 1 else 1
        hear(y)
        first.update(x, y)
        seen.append((x, y, guess))
    again = player(make())
    for t, (x, y, guess) in enumerate(seen):
        if (other := _guess(again, x, t)) != guess:
            raise NotDeterministic(f"the learner is not deterministic: in round {t} it predicted {guess}, and {other} when played again")
        again.update(x, y)


def _guess(learner: Player, x: Vector, t: int) -> int:
    guess = learner.predict(x)
    if isinstance(guess, bool) or guess not in (-1, 0, 1):
        raise InputError(f"round {t}: a prediction is −1, 0 or 1, not {guess!r}")
    return int(guess)


def _forced(rows: Sequence[Vector], ys: Sequence[int], direction: Vector) -> Forced:
    """The game's outcome, its margin measured. Raises ArithmeticError if the direction does not separate."""
    gains = [y * sum((a * b for a, b in zip(direction, x, strict=True)), Fraction(0)) for x, y in zip(rows, ys, strict=True)]
    if min(gains) <= 0:
        raise ArithmeticError("the direction does not separate the examples")
    return Forced(Examples(rows, ys), direction, min(gains) ** 2 / sum((a * a for a in direction), Fraction(0)))
