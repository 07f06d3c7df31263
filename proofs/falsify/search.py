"""The search: strategies take turns until one of them breaks the conjecture or the budget is spent.

    shapes      the extremal families as they are, once feedback    Hypothesis draws genomes (one fixed-length draw of
    bytes, aimed by `target`); the adversary plays them in feedback free        Hypothesis draws short runs of anything
    climb       the best genomes so far, mutated and crossed

Turns are counted in runs and not in seconds, so that with the same seed the same run is found first, however fast the
machine."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from hypothesis import HealthCheck, Phase, given, seed, settings, target
from hypothesis import strategies as st

from proofs.falsify import shapes
from proofs.falsify.adversary import play
from proofs.falsify.free import LENGTH, free_play
from proofs.falsify.genome import GRIDS, MAX_ROUNDS, PROGRESS_STEPS, Alphabet, alphabet
from proofs.falsify.play import Measured, Play, Umpire
from proofs.falsify.report import Report, Tally

Genome = tuple[int, ...]

CAPS = (12, 40, 150, 12, 40, 600, 12, 150, 40, MAX_ROUNDS)  # rounds allowed, turn by turn
WORK = 6000  # rounds in a turn of one strategy, roughly
ELITE = 24


class Broken(BaseException):
    """A run that breaks the conjecture. No Exception, so that Hypothesis lets it pass at once."""

    def __init__(self, play: Play, genome: Genome | None) -> None:
        super().__init__("broken")
        self.play, self.genome = play, genome


class OutOfTime(BaseException):
    """The budget is spent."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A genome and how near it came; more updates count for more among equals."""

    score: float
    counted: int
    genome: Genome


class Search:
    """One search: its random numbers, its elite and its tallies. `run` raises Broken or OutOfTime, and never
    returns."""

    def __init__(self, umpire: Umpire, report: Report, deadline: float, with_shapes: bool = True) -> None:
        self.umpire, self.report, self.deadline, self.with_shapes = umpire, report, deadline, with_shapes
        self.random = random.Random(report.seed)
        self.elite: list[Ranked] = []
        self.nearest: tuple[float, int, int] = (-math.inf, 0, 0)
        self.nearest_run: Measured | None = None

    def run(self) -> None:
        """Take turns until something is found or the time is up."""
        if self.with_shapes:
            self.try_shapes()
        for turn in self.turns():
            turn()

    def turns(self) -> Iterator[Callable[[], None]]:
        number = 0
        while True:
            cap = CAPS[number % len(CAPS)]
            genes = alphabet(self.umpire.game, cap)
            yield partial(self.feedback, genes, number, _share(cap))
            if number % 2 == 0:
                yield partial(self.free, number, 250)
            yield partial(self.climb, genes, cap, 2 * _share(cap))
            number += 1

    def consider(self, strategy: str, made: Play | None, genome: Genome | None = None) -> float:
        """Judge one run; its score (−1 if it is not legal). Raises Broken or OutOfTime."""
        if time.monotonic() > self.deadline:
            raise OutOfTime
        if made is None:
            return -1.0
        measured = self.umpire.measure(made)
        if measured is None or not measured.keeps:
            return -1.0
        score = self.umpire.score(measured)
        tally = self.report.strategies.setdefault(strategy, Tally())
        tally.runs += 1
        tally.rounds += len(made.moves)
        self.report.longest = max(self.report.longest, len(made.moves))
        if self.umpire.breaks(made, measured, score):
            raise Broken(made, genome)
        score = -0.5 if math.isnan(score) else min(score, 1.0)  # above 1 only by rounding: it was judged exactly
        tally.best = max(tally.best, score)
        self.remember(score, measured, genome)
        return score

    def remember(self, score: float, measured: Measured, genome: Genome | None) -> None:
        nearness = (round(score, 12), min(measured.counted, 100), -len(measured.play.moves))
        if nearness > self.nearest:
            self.nearest, self.nearest_run = nearness, measured
        if genome is None or (len(self.elite) == ELITE and score < self.elite[-1].score):
            return
        key = (round(score, 9), measured.counted)
        if any((round(e.score, 9), e.counted) == key for e in self.elite):
            return
        self.elite.append(Ranked(score, measured.counted, genome))
        self.elite.sort(key=lambda e: (e.score, e.counted), reverse=True)
        del self.elite[ELITE:]

    def try_shapes(self) -> None:
        game = self.umpire.game
        for made in shapes.plays(game):
            self.consider("shapes", made)
        for genome in shapes.genomes(game):
            self.consider("shapes", play(genome, game), genome)

    def feedback(self, genes: Alphabet, part: int, runs: int) -> None:
        def attempt(data: bytes) -> None:
            genome = genes.decode(data)
            target(self.consider("feedback", play(genome, self.umpire.game), genome))

        _draw(attempt, len(genes.genes), self.report.seed * 1_000_003 + 2 * part, runs)

    def free(self, part: int, runs: int) -> None:
        def attempt(data: bytes) -> None:
            target(self.consider("free", free_play(data, self.umpire.game)))

        _draw(attempt, LENGTH, self.report.seed * 1_000_003 + 2 * part + 1, runs)

    def climb(self, genes: Alphabet, cap: int, runs: int) -> None:
        for _ in range(runs):
            genome = self.mutated(genes, cap)
            self.consider("climb", play(genome, self.umpire.game), genome)

    def mutated(self, genes: Alphabet, cap: int) -> Genome:
        """A child of one or two of the elite, with one to three genes changed: reset, nudged, or drawn afresh."""
        draw = self.random
        if not self.elite:
            return tuple(draw.randrange(gene.size) for gene in genes.genes)
        parent = list(self.pick().genome)
        if draw.random() < 0.3:
            other = self.pick().genome
            parent = [a if draw.random() < 0.5 else b for a, b in zip(parent, other, strict=True)]
        if draw.random() < 0.15:
            _refine(parent, draw.randrange(1, 4), genes)
            return genes.clip(parent)
        for _ in range(1 + draw.randrange(3)):
            i = draw.randrange(len(parent))
            kind, size = draw.random(), genes.genes[i].size
            if kind < 0.15:
                parent[i] = 0
            elif kind < 0.6:
                parent[i] += draw.choice((-1, 1)) * draw.choice((1, 1, 2, 3, 7, 20))
            else:
                parent[i] = draw.randrange(size)
        if draw.random() < 0.3:
            parent[0] = cap - 1
        return genes.clip(parent)

    def pick(self) -> Ranked:
        return self.elite[min(self.random.randrange(len(self.elite)), self.random.randrange(len(self.elite)))]


def _refine(genome: list[int], halves: int, genes: Alphabet) -> None:
    """The same shape with a margin √2 times smaller (so many times over), and twice as many rounds."""
    genome[genes.index("progress")] += halves * PROGRESS_STEPS // 2
    genome[0] = (genome[0] + 1) * 2**halves - 1
    grid = genes.index("grid")
    genome[grid] = min(genome[grid] + 2 * halves, len(GRIDS) - 1)


def _share(cap: int) -> int:
    return max(16, min(300, WORK // cap))


def _draw(attempt: Callable[[bytes], None], length: int, number: int, runs: int) -> None:
    """Let Hypothesis draw so many byte strings from a seed. Nothing is stored and nothing is shrunk here."""
    wrapped = given(st.binary(min_size=length, max_size=length))(attempt)
    wrapped = seed(number)(wrapped)
    settings(
        max_examples=runs,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.target),
        suppress_health_check=list(HealthCheck),
    )(wrapped)()
