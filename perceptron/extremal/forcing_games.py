"""Two games that every deterministic learner loses in every round, though a separator exists for the labels.

    orthonormal_game    BL Theorem 2: ⌊1/γ²⌋ mistakes on e_1, e_2, …, separable with margin γ
    dyadic_game         SS, Ldim = ∞ for d ≥ 2: any number of mistakes, on the tree of dyadic fractions

The adversary sees the prediction for x and declares the other label to be right. This labels a fixed sequence only if a fresh
copy of the learner makes the same predictions. So each game is played twice, and a learner that predicts differently is
refused. The separator is returned, and its margin is measured exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from perceptron.data.examples import Examples
from perceptron.errors import InputError
from perceptron.learners.custom import Player, maker, player
from perceptron.learners.perceptron import Vector
from perceptron.numbers.exact import positive


class NotDeterministic(InputError):
    """A learner that predicted differently on the same examples."""


@dataclass(frozen=True)
class LostGame:
    """A lost game.

    examples     a sequence on which the learner errs in every round
    direction    a vector along the separator u = direction/‖direction‖
    margin2      the square of min y⟨u,x⟩
    """

    examples: Examples
    direction: Vector
    margin2: Fraction

    @property
    def mistakes(self) -> int:
        """The number of mistakes, which is the number of rounds."""
        return len(self.examples)


def orthonormal_game(learner: Any, gamma: object) -> LostGame:
    """n = ⌊1/γ²⌋ mistakes of the learner on orthonormal examples, which u = n^(−1/2)·Σ y·x separates with margin n^(−1/2) ≥ γ.

    learner    of any kind that `perceptron.learners.custom` knows, or a class or function without arguments that makes one
    gamma      0 < γ ≤ 1

    Raises InputError, and NotDeterministic. Source: BL, Theorem 2.

        >>> from perceptron import Perceptron
        >>> orthonormal_game(Perceptron, "1/3").mistakes
        9
    """
    g = positive(gamma, "gamma")
    if g > 1:
        raise InputError(f"gamma must be at most 1, not {g}: the examples have length 1")
    n = int(1 / (g * g))
    rows = [tuple(Fraction(int(i == t)) for i in range(n)) for t in range(n)]
    ys: list[int] = []

    _play(learner, n, rows.__getitem__, ys.append)
    direction = tuple(Fraction(y) for y in ys)
    forced = _lost_game(rows, ys, direction)
    if forced.margin2 < g * g:
        raise ArithmeticError(f"the margin fell below {g}")
    return forced


def dyadic_game(learner: Any, depth: int, dimension: int = 2) -> LostGame:
    """`depth` mistakes of the learner on x = (v, 1, 0, …), where v is the midpoint of an interval that each answer halves.

    learner      as in `orthonormal_game`
    depth        the number of rounds, at least 1
    dimension    d, at least 2 (on a line the Perceptron makes one mistake)

    The interval is [0, 1] at first. y = 1 keeps its part above v, and y = −1 the part below. So w = (−1, a, 0, …) with a in the
    last interval is right in every round: ⟨w, x⟩ = a − v. The margin falls like 2^(−depth). Raises InputError, and
    NotDeterministic. Source: SS, Littlestone dimension of halfspaces.

        >>> from perceptron import Perceptron
        >>> dyadic_game(Perceptron, 5).mistakes
        5
    """
    for value, least, what in ((depth, 1, "depth"), (dimension, 2, "dimension")):
        if type(value) is not int or value < least:
            raise InputError(f"{what} must be an integer of at least {least}, not {value!r}")
    low, high = Fraction(0), Fraction(1)
    rest = (Fraction(0),) * (dimension - 2)
    rows: list[Vector] = []
    ys: list[int] = []

    def next_point(t: int) -> Vector:
        rows.append(((low + high) / 2, Fraction(1), *rest))
        return rows[t]

    def halve(y: int) -> None:
        nonlocal low, high
        ys.append(y)
        low, high = (rows[-1][0], high) if y == 1 else (low, rows[-1][0])

    _play(learner, depth, next_point, halve)
    return _lost_game(rows, ys, (Fraction(-1), (low + high) / 2, *rest))


def _play(learner: Any, rounds: int, next_point: Callable[[int], Vector], answer: Callable[[int], object]) -> None:
    """Play the game, then show the same sequence to a fresh learner, which must predict the same."""
    make, played = maker(learner), list[tuple[Vector, int, int]]()
    first = player(make())
    for t in range(rounds):
        x = next_point(t)
        guess = _guess(first, x, t)
        y = -1 if guess == 1 else 1
        answer(y)
        first.update(x, y)
        played.append((x, y, guess))
    again = player(make())
    for t, (x, y, guess) in enumerate(played):
        if (other := _guess(again, x, t)) != guess:
            raise NotDeterministic(f"the learner is not deterministic: in round {t} it predicted {guess}, and {other} when played again")
        again.update(x, y)


def _guess(learner: Player, x: Vector, t: int) -> int:
    guess = learner.predict(x)
    if isinstance(guess, bool) or guess not in (-1, 0, 1):
        raise InputError(f"round {t}: a prediction is −1, 0 or 1, not {guess!r}")
    return int(guess)


def _lost_game(rows: Sequence[Vector], ys: Sequence[int], direction: Vector) -> LostGame:
    """The game's outcome, with its measured margin. Raises ArithmeticError if the direction does not separate."""
    gains = [y * sum((a * b for a, b in zip(direction, x, strict=True)), Fraction(0)) for x, y in zip(rows, ys, strict=True)]
    if min(gains) <= 0:
        raise ArithmeticError("the direction does not separate the examples")
    return LostGame(Examples(rows, ys), direction, min(gains) ** 2 / sum((a * a for a in direction), Fraction(0)))
