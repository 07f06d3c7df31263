"""Two learners driven apart: examples on which one of them updates and the other does not.

Both play the same sequence, so that their weights are alike until a tie, a threshold or a prefix separates them. A play begins with some
drawn examples that are an update for either. From then on it plays, while there is one, an example that only the one learner updates on;
of these the one after which that learner's weights are longest, or its progress is least.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from operator import mul
from typing import TYPE_CHECKING

from proofs.conjecture.game import Game
from proofs.conjecture.learners.euclidean import Euclidean
from proofs.counterexample.learner_object import Beside
from proofs.falsify.run import Run, Vector
from proofs.falsify.strategies.interface import StrategyView

if TYPE_CHECKING:
    from proofs.falsify.evaluator import Evaluator

GRIDS = {2: (5, 13, 25), 3: (3, 5, 7), 4: (3,)}  # the length of the longest example in whole numbers, by dimension
PLAYS = 20  # in a turn
MOST_ROUNDS, MOST_OPENING = 40, 4


class Part:
    """One of the learners at its weights, for examples over the grid."""

    def __init__(self, learner: Euclidean, gamma: Fraction, grid: int, dimension: int) -> None:
        self.rule, self.fresh, self.w = learner.rule(gamma, grid), learner.initialises, (0,) * dimension

    def updates(self, z: Vector, y: int) -> bool:
        return self.fresh or bool(self.rule(sum(map(mul, self.w, z)), sum(map(mul, self.w, self.w)), y))

    def play(self, z: Vector, y: int) -> None:
        if self.updates(z, y):
            self.fresh, self.w = False, tuple(a + b for a, b in zip(self.w, z, strict=True))


class PlayedApart:
    name = "two learners apart"

    def __init__(self, first: Euclidean, second: Euclidean) -> None:
        self.learners = first, second

    @staticmethod
    def against(evaluator: Evaluator) -> list[PlayedApart]:
        """The strategy, if two learners of the list, both with Euclid's lengths, play vectors of any coordinates once; else none."""
        rule, game = evaluator.rule, evaluator.game
        plain = game.is_plain and not game.dropped and game.radius == "measured" and (game.dimension or 2) in GRIDS
        if plain and isinstance(rule, Beside) and isinstance(rule.first, Euclidean) and isinstance(rule.second, Euclidean):
            return [PlayedApart(rule.first, rule.second)]
        return []

    def runs(self, seen: StrategyView, turn: int) -> Iterator[Run]:
        for run in self.plays(seen.game, random.Random(seen.number(turn))):
            seen.check_time()
            yield run

    def plays(self, game: Game, drawn: random.Random) -> Iterator[Run]:
        """The runs of a turn, with the comparator e₁."""
        for _ in range(PLAYS):
            d = game.dimension or drawn.choice(list(GRIDS))
            grid = drawn.choice(GRIDS[d])
            least = drawn.randint(1, max(1, grid // 2))
            whole = [z for z in product(range(-grid, grid + 1), repeat=d) if z[0] >= least]
            points = [z for z in whole if (n := sum(map(mul, z, z))) == grid**2 or (n < grid**2 and game.norm != "unit")]
            if points and (rounds := self.play(points, Fraction(least, grid), grid, drawn)):
                moves, labels = zip(*rounds, strict=True)
                yield Run(grid, moves, labels, (1, *(0,) * (d - 1)), 1, Fraction(least, grid))

    def play(self, points: list[Vector], gamma: Fraction, grid: int, drawn: random.Random) -> list[tuple[Vector, int]]:
        """The rounds against both, of which the drawn one is to update more often."""
        parts = [Part(one, gamma, grid, len(points[0])) for one in self.learners]
        wrong, right = drawn.sample(parts, 2)
        opening, shortest, rounds = drawn.randint(0, MOST_OPENING), drawn.random() < 0.5, list[tuple[Vector, int]]()
        while len(rounds) < MOST_ROUNDS:
            moves = [(z, y) for z in points for y in (1, -1)]
            apart = [one for one in moves if wrong.updates(*one) and not right.updates(*one)]
            if len(rounds) < opening:
                open_to = [one for one in moves if wrong.updates(*one) or right.updates(*one)]
                chosen = drawn.choice(open_to) if open_to else None
            else:
                w = wrong.w
                lengths = [(2 * sum(map(mul, w, z)) + sum(map(mul, z, z)), -z[0]) for z, _ in apart]
                keys = [(b, a) if shortest else (a, b) for a, b in lengths]
                chosen = apart[max(range(len(apart)), key=keys.__getitem__)] if apart else None
            if chosen is None:
                break
            rounds.append(chosen)
            for part in parts:
                part.play(*chosen)
        return rounds
