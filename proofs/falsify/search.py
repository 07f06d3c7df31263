"""The search: strategies take turns until one of them breaks the conjecture or the budget is spent.

    shapes      the extremal families as they are, once
    feedback    Hypothesis draws genomes (one fixed-length draw of bytes, aimed by `target`), played in feedback
    free        Hypothesis draws short runs of anything
    climb       the best genomes so far, mutated and crossed
    hone        one of the best genomes, changed gene by gene as long as that helps, then stretched
    leap        one of the best genomes, with whole groups of genes made plain at once, then longer
    polish      the best short runs, moved as a whole by a local optimiser in floats and rounded
    long        the best ones with up to a million rounds, streamed
    batch       a hundred thousand sequences at once, compiled (later, and only if there is time to compile it)
    giants      runs of up to a million rounds, where the laws of the families say that only such a run can break it

Turns are counted in runs and not in seconds, so that with the same seed the same run is found first, however fast the
machine."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings, target
from hypothesis import strategies as st

from proofs.falsify.genomes.genome import MAX_ROUNDS, Alphabet, alphabet
from proofs.falsify.genomes.population import Elite, Genome
from proofs.falsify.judging.evaluator import Umpire
from proofs.falsify.moves.arbitrary import LENGTH, free_play
from proofs.falsify.moves.feedback import play, stream
from proofs.falsify.report import Report, Tally
from proofs.falsify.runs.run import Measured, Play
from proofs.falsify.strategies import (
    compiled_batches,
    coordinate_climb,
    extremal_starts,
    group_moves,
    local_optimiser,
    predicted_long_runs,
    streamed_runs,
)
from proofs.system.hypothesis_storage import nothing_left_behind

CAPS = (12, 40, 150, 12, 40, 600, 12, 150, 40, MAX_ROUNDS)  # rounds allowed, turn by turn
BATCHES = 40  # in a turn
POLISHED = 4  # runs in a turn
WORK = 6000  # rounds in a turn of one strategy, roughly


class Broken(BaseException):
    """A run that breaks the conjecture. No Exception, so that Hypothesis lets it pass at once."""

    def __init__(self, play: Play, genome: Genome | None) -> None:
        super().__init__("broken")
        self.play, self.genome = play, genome


class OutOfTime(BaseException):
    """The budget is spent."""


class Search:
    """One search: its random numbers, its elite and its tallies. `run` raises Broken or OutOfTime, and never
    returns."""

    def __init__(self, umpire: Umpire, report: Report, deadline: float, with_shapes: bool = True, cap: Any = None) -> None:
        self.umpire, self.report, self.deadline, self.with_shapes = umpire, report, deadline, with_shapes
        self.cap, self.turn = cap, 0  # cap.value: the last turn that is worth while, see `crew`
        self.niche = alphabet(umpire.game, MAX_ROUNDS).index("claim")
        self.elite = Elite(random.Random(report.seed), niche=self.niche)
        self.nearest: tuple[float, int, int] = (-math.inf, 0, 0)
        self.nearest_run: Measured | None = None
        self.honed: set[Genome] = set()  # better than all their neighbours
        self.turns_of: Counter[int] = Counter()
        self.leapt: set[Genome] = set()
        self.leaps_of: Counter[int] = Counter()
        self.recipe: streamed_runs.Recipe | None = None  # of a longer run that came nearer than the nearest that is kept
        self.streams = umpire.rule is None and umpire.game.is_euclidean and umpire.game.radius == "measured"
        self.polishes = local_optimiser.fits(umpire.game)
        self.batches = umpire.rule is None and compiled_batches.fits(umpire.game)

    def run(self) -> None:
        """Take turns until something is found or the time is up."""
        if self.with_shapes:
            self.try_shapes()
        for turn in self.turns():
            self.turn += 1
            turn()

    def turns(self) -> Iterator[Callable[[], None]]:
        number = 0
        while True:
            cap = self.affordable(CAPS[number % len(CAPS)])
            genes = alphabet(self.umpire.game, cap)
            yield partial(self.feedback, genes, number, _share(cap))
            if number % 2 == 0:
                yield partial(self.free, number, 250)
            yield partial(self.climb, genes, 2 * _share(cap))
            if number % 2 == 1:
                yield self.hone
            if number % 2 == 0 and number:
                yield self.leap
            if number % 3 == 2 and self.polishes:
                yield partial(self.polish, number)
            if number >= compiled_batches.FROM_TURN and number % 4 == 2 and self.batches:
                yield partial(self.batch, number)
            if number == 1 and self.with_shapes and self.umpire.rule is None:
                yield self.giants
            if number % 10 == 9 and self.streams:
                yield partial(self.long, self.elite.genomes()[:2], number // 10)
            number += 1

    def affordable(self, rounds: int) -> int:
        """So many rounds, or as many as a given dimension leaves."""
        return min(rounds, max(12, streamed_runs.COORDINATES // (self.umpire.game.dimension or 1)))

    def consider(self, strategy: str, made: Play | None, genome: Genome | None = None) -> float:
        """Judge one run; its score (−1 if it is not legal). Raises Broken or OutOfTime."""
        self.check_time()
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

    def play(self, genome: Genome) -> Play | None:
        """The run that a genome stands for."""
        return play(genome, self.umpire.game, self.umpire.rule, self.deadline)

    def check_time(self) -> None:
        """Raises OutOfTime when the budget is spent, or other workers have found something in an earlier turn."""
        if time.monotonic() > self.deadline or (self.cap is not None and self.turn > self.cap.value):
            raise OutOfTime

    def remember(self, score: float, measured: Measured, genome: Genome | None) -> None:
        if (nearness := _nearness(score, measured)) > self.nearest:
            self.nearest, self.nearest_run = nearness, measured
        if genome is not None:
            self.elite.offer(score, measured.counted, genome)

    def try_shapes(self) -> None:
        game = self.umpire.game
        for made in extremal_starts.plays(game):
            self.consider("shapes", made)
        for genome in extremal_starts.genomes(game):
            if genome[0] >= self.affordable(MAX_ROUNDS):
                continue
            self.consider("shapes", self.play(genome), genome)

    def feedback(self, genes: Alphabet, part: int, runs: int) -> None:
        def attempt(data: bytes) -> None:
            genome = genes.decode(data)
            target(self.consider("feedback", self.play(genome), genome))

        _draw(attempt, len(genes.genes), self.report.seed * 1_000_003 + 2 * part, runs)

    def free(self, part: int, runs: int) -> None:
        def attempt(data: bytes) -> None:
            target(self.consider("free", free_play(data, self.umpire.game)))

        _draw(attempt, LENGTH, self.report.seed * 1_000_003 + 2 * part + 1, runs)

    def long(self, genomes: list[Genome], part: int) -> None:
        """These genomes with very many more rounds, streamed. What breaks the conjecture, or comes nearest and is not too
        large, is made again and kept whole."""
        for genome in genomes:
            self.check_time()
            most = streamed_runs.ROUNDS[min(part, len(streamed_runs.ROUNDS) - 1)]
            rounds = streamed_runs.affordable(self.umpire, genome, most, self.deadline - time.monotonic())
            if rounds:
                self.try_long(streamed_runs.stretched(genome, rounds, self.umpire.game))

    def try_long(self, genome: Genome) -> None:
        """One streamed run."""
        umpire, made = self.umpire, stream(genome, self.umpire.game, self.deadline)
        measured = umpire.measure(made)
        tally = self.report.strategies.setdefault("long", Tally())
        tally.runs += 1
        tally.rounds += len(made.moves)
        self.report.longest = max(self.report.longest, len(made.moves))
        if measured is None or not measured.keeps:
            return
        score = umpire.score(measured)
        broken = umpire.breaks(made, measured, score)
        score = -0.5 if math.isnan(score) else min(score, 1.0)
        tally.best = max(tally.best, score)
        if not broken and _nearness(score, measured) <= self.nearest:
            return
        if broken or len(made.moves) * made.dimension <= streamed_runs.COORDINATES:
            whole = play((len(made.moves) - 1, *genome[1:]), umpire.game)
            if broken and whole is not None and umpire.breaks(whole):
                raise Broken(whole, genome)
            again = whole and umpire.measure(whole)
            if again:
                self.remember(score, again, None)
        elif self.recipe is None or score > self.recipe.ratio:
            sides = umpire.comparison.sides(umpire.values(measured))
            told = (len(made.moves), made.dimension, measured.counted, score, sides)
            self.recipe = streamed_runs.Recipe(umpire.comparison, umpire.game, genome, *told)

    def giants(self) -> None:
        """What the families' laws foretell to break the conjecture, once, as far as there is time to follow and judge it."""
        for made in predicted_long_runs.giants(self.umpire):
            self.check_time()
            if predicted_long_runs.in_time(self.umpire, made, self.deadline - time.monotonic()):
                self.consider("giants", made)
            else:
                told = f"a run of {len(made.moves):,} rounds (d = {made.dimension}) should break it, by what is foretold in floats"
                self.report.notes.append(f"{told}: there was no time to make and judge it, so give a larger budget")
                return

    def batch(self, part: int) -> None:
        """Batches around nothing and around the best runs so far."""
        if not compiled_batches.affordable(self.deadline - time.monotonic()):
            return
        scorer = compiled_batches.Scorer(self.umpire.comparison, self.umpire.game)
        near = [] if self.nearest_run is None else [self.nearest_run.play]
        near += [run for genome in self.elite.genomes()[:8] if (run := self.play(genome)) is not None]

        def attempt(data: bytes) -> None:
            self.check_time()
            plan = compiled_batches.plan(data, self.umpire.game, near)
            if plan is None or not compiled_batches.affordable(self.deadline - time.monotonic(), plan):
                return
            best = max((self.consider("batch", run, None) for run in compiled_batches.runs(plan, scorer, self.umpire)), default=-1.0)
            tally = self.report.strategies.setdefault("batch", Tally())
            tally.runs += plan.sequences
            tally.rounds += plan.sequences * len(plan.base)
            target(best)

        _draw(attempt, compiled_batches.LENGTH, self.report.seed * 1_000_003 + 2 * part + 500_000, BATCHES)

    def polish(self, part: int) -> None:
        """The best short runs so far, each moved to the best of its neighbourhood."""
        if not local_optimiser.affordable(self.deadline - time.monotonic()):
            return
        polisher = local_optimiser.Polisher(self.umpire.comparison, self.umpire.game, self.umpire.rule)
        draw = random.Random(self.report.seed * 1_000_003 + part)
        near = [] if self.nearest_run is None else [self.nearest_run]
        made = (self.play(genome) for genome in self.elite.genomes())
        near += [one for run in made if run is not None and (one := self.umpire.measure(run)) is not None]
        starts = [run for one in near if (run := polisher.start(one)) is not None]
        for k, run in enumerate(starts[:POLISHED]):
            self.check_time()
            self.consider("polish", polisher.polish(run, (0.0, 0.01, 0.1)[(k + part) % 3], draw, self.check_time))

    def hone(self) -> None:
        """Climb patiently from a genome that was not climbed from yet, each kind in its turn."""
        genes = alphabet(self.umpire.game, self.affordable(MAX_ROUNDS))
        starts = [genome for genome in self.elite.genomes() if genome not in self.honed]
        if not starts:
            return
        start = min(starts, key=lambda genome: self.turns_of[genome[self.niche]])
        self.turns_of[start[self.niche]] += 1
        draw = random.Random(self.report.seed * 1_000_003 + len(self.honed))
        best, topped = coordinate_climb.hone(start, genes, lambda genome: self.consider("hone", self.play(genome), genome), draw)
        if topped:
            self.honed |= {start, best}
            if self.streams and 2 * best[0] > genes.genes[0].size:  # more rounds than that cannot be kept
                self.long([best], 0)

    def leap(self) -> None:
        """Leap from the best genome that was not leapt from yet, each kind in its turn."""
        genes = alphabet(self.umpire.game, self.affordable(MAX_ROUNDS))
        starts = [genome for genome in self.elite.genomes() if genome not in self.leapt]
        if starts:
            start = min(starts, key=lambda genome: self.leaps_of[genome[self.niche]])
            self.leaps_of[start[self.niche]] += 1
            best, topped = group_moves.leap(start, genes, lambda genome: self.consider("leap", self.play(genome), genome))
            self.leapt |= {start, best} if topped else {start}

    def climb(self, genes: Alphabet, runs: int) -> None:
        for _ in range(runs):
            genome = self.elite.child(genes)
            self.consider("climb", self.play(genome), genome)


def _nearness(score: float, measured: Measured) -> tuple[float, int, int]:
    """By which the nearest run is chosen: the score, then more updates (up to a point), then fewer rounds."""
    return round(score, 12), min(measured.counted, 100), -len(measured.play.moves)


def _share(cap: int) -> int:
    return max(16, min(300, WORK // cap))


def _draw(attempt: Callable[[bytes], None], length: int, number: int, runs: int) -> None:
    """Let Hypothesis draw so many byte strings from a seed. Nothing is stored and nothing is shrunk here."""
    wrapped = given(st.binary(min_size=length, max_size=length))(attempt)
    wrapped = seed(number)(wrapped)
    quiet = settings(
        max_examples=runs, database=None, deadline=None, phases=(Phase.generate, Phase.target), suppress_health_check=list(HealthCheck)
    )
    with nothing_left_behind():
        quiet(wrapped)()
