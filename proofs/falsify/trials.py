"""The runs that a search tries: each is measured and judged, the best are kept, and the first that breaks the conjecture ends it."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from typing import Any

from proofs.falsify import passes_and_classes
from proofs.falsify.clock import OutOfTime
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.feedback import run_of, streamed_run
from proofs.falsify.genomes import MAX_ROUNDS, Genome, Population, alphabet
from proofs.falsify.outcomes import Outcomes
from proofs.falsify.report import Report, Tally
from proofs.falsify.run import Measured, Run
from proofs.falsify.strategies import streamed_runs

PULSE = 1.0  # seconds


class Broken(BaseException):
    """A run that breaks the conjecture. No Exception, so that Hypothesis lets it pass at once."""

    def __init__(self, run: Run, genome: Genome | None) -> None:
        super().__init__("broken")
        self.run, self.genome = run, genome


class Trials:
    """What a search has tried: its tallies in `report`, the best genomes in `population`, and the run that came nearest.

    last_turn: holds the last turn worth taking (while several processes search, a number that they share); `turn` is the one that is being
    taken, 0 before the strategies take turns."""

    def __init__(self, evaluator: Evaluator, report: Report, deadline: float, last_turn: Any = None) -> None:
        self.evaluator, self.report, self.deadline, self.last_turn, self.turn = evaluator, report, deadline, last_turn, 0
        evaluator.deadline = deadline
        self.kind = alphabet(evaluator.game, MAX_ROUNDS).index("claim")  # the gene that tells kinds of genomes apart
        self.population = Population(random.Random(report.seed), kind=self.kind)
        self.nearest: tuple[float, int, int] = (-math.inf, 0, 0)
        self.nearest_run: Measured | None = None
        self.outcomes = Outcomes()
        self.pulse: Callable[[], object] | None = None  # called every second
        self.pulsed = self.improved = time.monotonic()  # `improved`: when the nearest run was found
        self.recipe: streamed_runs.Recipe | None = None  # of a longer run that came nearer than the nearest that is kept

    def run_of(self, genome: Genome) -> Run | None:
        """The run that a genome stands for."""
        return run_of(genome, self.evaluator.game, self.evaluator.rule, self.deadline)

    def in_passes(self, run: Run | None, way: int = 0) -> Run | None:
        """The run as the rules would have it: with further passes, where these are shuffled."""
        if run is None or not passes_and_classes.are_asked(self.evaluator.game):
            return run
        return passes_and_classes.in_passes(run, self.evaluator.game, way % passes_and_classes.WAYS, self.evaluator.rule, self.deadline)

    def check_time(self) -> None:
        """Raises OutOfTime when the budget is spent or the last turn is over, after which other workers may have found something."""
        now = time.monotonic()
        if self.pulse is not None and now > self.pulsed + PULSE:
            self.pulsed = now
            self.pulse()
        if now > self.deadline or (self.last_turn is not None and self.turn > self.last_turn.value):
            raise OutOfTime

    def declare(self, proof: str) -> None:
        """Note a proof that rests on what a learner object declares of itself."""
        self.report.declared = proof

    def consider(self, strategy: str, run: Run | None, genome: Genome | None = None) -> float:
        """Judge one run; its score (−1 if it is not legal). Raises Broken or OutOfTime."""
        self.check_time()
        if run is None:
            return -1.0
        measured = self.evaluator.measure(run)
        if measured is None or not measured.keeps:
            return -1.0
        score = self.evaluator.score(measured)
        tally = self.count(strategy, run)
        if self.evaluator.breaks(run, measured, score):
            raise Broken(run, genome)
        score = _bounded(score)
        if score > 0.999 and self.evaluator.vacuous(measured):
            score = 0.0
        tally.best = max(tally.best, score)
        self.compare(measured.counted, score)
        self.remember(score, measured, genome)
        return score

    def compare(self, updates: int, score: float) -> None:
        """Count how many runs ended as no other did."""
        self.outcomes.compare((updates, round(score, 3)))
        self.report.judged, self.report.once = self.outcomes.judged, self.outcomes.once

    def count(self, strategy: str, run: Run) -> Tally:
        """The tally of a strategy, with one run more."""
        tally = self.report.strategies.setdefault(strategy, Tally())
        tally.runs += 1
        tally.rounds += len(run.moves)
        self.report.longest = max(self.report.longest, len(run.moves))
        return tally

    def remember(self, score: float, measured: Measured, genome: Genome | None) -> None:
        """Keep the run if it is the nearest, and the genome if it is among the best."""
        if (nearness := _nearness(score, measured)) > self.nearest:
            self.nearest, self.nearest_run, self.improved = nearness, measured, time.monotonic()
        if genome is not None:
            self.population.offer(score, measured.counted, genome)

    def consider_streamed(self, genome: Genome) -> None:
        """Judge one run that is not kept. If it breaks the conjecture, or comes nearest and is not too large, it is made again and kept
        whole; if it is too large, its recipe is kept. Raises Broken."""
        evaluator, run = self.evaluator, streamed_run(genome, self.evaluator.game, self.deadline)
        measured = evaluator.measure(run)
        tally = self.count("streamed runs", run)
        if measured is None or not measured.keeps:
            return
        score = evaluator.score(measured)
        broken = evaluator.breaks(run, measured, score)
        score = _bounded(score)
        tally.best = max(tally.best, score)
        if not broken and _nearness(score, measured) <= self.nearest:
            return
        if broken or len(run.moves) * run.dimension <= streamed_runs.COORDINATES:
            whole = run_of((len(run.moves) - 1, *genome[1:]), evaluator.game)
            if broken and whole is not None and evaluator.breaks(whole):
                raise Broken(whole, genome)
            again = whole and evaluator.measure(whole)
            if again:
                self.remember(score, again, None)
        elif self.recipe is None or score > self.recipe.ratio:
            sides = evaluator.comparison.sides(evaluator.values(measured))
            what = (len(run.moves), run.dimension, measured.counted, score, sides)
            self.recipe = streamed_runs.Recipe(evaluator.comparison, evaluator.game, genome, *what)


def _bounded(score: float) -> float:
    """The score of a run that breaks nothing: above 1 only by rounding, for it was judged exactly."""
    return -0.5 if math.isnan(score) else min(score, 1.0)


def _nearness(score: float, measured: Measured) -> tuple[float, int, int]:
    """By which the nearest run is chosen: the score, then more updates (up to a point), then fewer rounds."""
    return round(score, 12), min(measured.counted, 100), -len(measured.run.moves)
