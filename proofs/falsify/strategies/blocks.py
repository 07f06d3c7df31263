"""Runs in blocks: one example k times and then its mirror image l times, or both in turn; orthonormal examples r times each.

A learner that remembers is slow to forget. A sum or a vote over all rounds, small steps, learners that give up or do not ask are played k
rounds of one example, which they then know too well, and l rounds of its mirror image on the other side of u, which they get wrong for as
long. k and l are found by doubling: the geometries that came nearest go on with runs that are longer and longer, as long as that helps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import isqrt
from time import monotonic

from proofs.conjecture.game import Game
from proofs.falsify.run import Run, Vector
from proofs.falsify.strategies.interface import Seen

# (c, s, n) with c² + s² = n²: the example (c, s)/n makes the progress c/n along u, and so does its mirror image (c, −s)/n
TRIPLES = ((1, 0, 1), (4, 3, 5), (20, 21, 29), (3, 4, 5), (28, 45, 53), (8, 15, 17), (5, 12, 13), (7, 24, 25), (9, 40, 41), (20, 99, 101))
LENGTHS = ((1, 1), (3, 3), (1, 12), (12, 1), (12, 12), (48, 12), (12, 48), (48, 48), (150, 1), (1, 150), (150, 48), (150, 150))
MOST_TURNS = 12
CLAIMS = (Fraction(1), Fraction(2), Fraction(1, 2))  # gamma over the progress, where losses are allowed
BASES, TIMES = (2, 3, 4, 5), (1, 2, 4, 8)  # √n for n orthonormal examples, and how often each is repeated
PROLONGED, MOST_ROUNDS = 4, 200_000  # geometries that are prolonged, and the rounds of a run
SHARE = 0.15  # of the time that is left, for one turn


@dataclass(frozen=True)
class Blocks:
    """k rounds of one example, then l of its mirror image, or l times its mirror image and it in turn."""

    triple: tuple[int, int, int]
    claim: Fraction
    k: int
    l: int  # noqa: E741 - as in the text
    in_turn: bool = False

    def run(self, game: Game) -> Run:
        c, s, n = self.triple
        d = game.dimension or 2
        y = game.tie_label
        there, back = ((c, side, *(0,) * (d - 2))[:d] for side in (s, -s))
        wrong = [tuple(-a for a in there)] * game.flips
        tail: list[Vector] = [back, there] * self.l if self.in_turn else [back] * self.l
        moves = (*wrong, *[there] * self.k, *tail)
        radius = Fraction(1) if game.radius == "declared" else None
        return Run(n, moves, (y,) * len(moves), (1, *(0,) * (d - 1)), 1, Fraction(c, n) * self.claim, radius)

    def longer(self) -> Iterator[Blocks]:
        """With one of the blocks, or both, twice as long."""
        for k, l in ((2 * self.k, self.l), (self.k, 2 * self.l), (2 * self.k, 2 * self.l)):  # noqa: E741
            yield replace(self, k=k, l=l)


def fits(game: Game) -> bool:
    """Whether examples of length 1 in the plane, one after the other, are allowed."""
    return game.is_euclidean and not game.coordinates and not game.shuffled


class RunsInBlocks:
    """The strategy: every geometry with a few lengths in its first turn, then the nearest ones prolonged."""

    name = "runs in blocks"

    def __init__(self) -> None:
        self.scores: dict[Blocks, float] = {}

    def runs(self, seen: Seen, turn: int) -> Iterator[Run]:
        """Only what breaks the conjecture or comes nearest is proposed."""
        until = monotonic() + SHARE * (1 + (turn > 0)) * seen.left()
        first = ((one, one.run(seen.game)) for one in short_blocks(seen.game)) if turn == 0 else ()
        if turn == 0:
            yield from in_space(seen.game)
        for one, run in first:
            if monotonic() < until:
                yield from self.scored(seen, one, run)
        for one in sorted(self.scores, key=lambda one: -self.scores[one])[: PROLONGED if turn else 0]:
            yield from self.prolonged(seen, one, until)
        if self.scores:
            yield max(self.scores, key=lambda one: self.scores[one]).run(seen.game)

    def prolonged(self, seen: Seen, one: Blocks, until: float) -> Iterator[Run]:
        """Twice as long again and again, with the first of the longer ones that is nearer, as long as one is."""
        going = True
        while going:
            going = False
            for longer in one.longer():
                if longer.k + 2 * longer.l > MOST_ROUNDS or monotonic() > until:
                    return
                if longer not in self.scores:
                    yield from self.scored(seen, longer, longer.run(seen.game))
                if self.scores[longer] > self.scores[one]:
                    one, going = longer, True
                    break

    def scored(self, seen: Seen, one: Blocks, run: Run) -> Iterator[Run]:
        """The run if it seems to break the conjecture; its score is kept."""
        seen.check_time()
        measured = seen.evaluator.measure(run)
        score = -1.0 if measured is None or not measured.keeps else seen.evaluator.score(measured)
        self.scores[one] = score if score == score else -1.0  # NaN where a side is not defined
        if score > 1 - 1e-9:
            yield run


def short_blocks(game: Game) -> Iterator[Blocks]:
    """The shortest first, of every geometry that the dimension has room for."""
    claims = CLAIMS if game.setting == "agnostic" else CLAIMS[:1]
    for (k, l), triple, claim, in_turn in product(LENGTHS, TRIPLES, claims, (False, True)):  # noqa: E741
        if (triple[1] == 0 or game.dimension != 1) and not (in_turn and l > MOST_TURNS):
            yield Blocks(triple, claim, k, l, in_turn)


def in_space(game: Game) -> Iterator[Run]:
    """Orthonormal examples, each so many times in a row, the first as often or once."""
    for root, times, first in product(BASES, TIMES, (0, 1)):
        n = root * root
        if game.dimension in (None, n):
            moves = tuple(tuple(int(i == j) for j in range(n)) for i in range(n) for _ in range(1 if first and not i else times))
            radius = Fraction(1) if game.radius == "declared" else None
            yield Run(1, moves, (game.tie_label,) * len(moves), (1,) * n, isqrt(n), Fraction(1, root), radius)
