"""What the shrinker measures and accepts: a smaller run that still breaks the conjecture, while effort and time
last."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import gcd

from proofs.falsify.feedback import run_of
from proofs.falsify.genomes.population import Genome
from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.judging.time_budget import Budget, judging
from proofs.falsify.moves import shuffled_passes
from proofs.falsify.runs.run import Run

EFFORT, TIMES = 3_000_000, 20  # coordinates looked at, in all: so many, or so many times those of the run

READABLE = 10**6  # a common denominator beyond it says little: then the fractions' own count

Size = tuple[int, ...]


def size(run: Run) -> Size:
    """What is made small, in this order: rounds, dimension, zero vectors (they explain nothing), denominators,
    numerators, signs."""
    empty = sum(not any(z) for z in run.moves) + (run.radius == 0)
    rest = [run.gamma] if run.radius is None else [run.gamma, run.radius]
    grid = run.grid if run.grid <= READABLE else READABLE + sum(_digits(n, run.grid) for z in run.moves for n in z)
    below = grid + run.unit + sum(value.denominator for value in rest)
    above = sum(abs(n) for z in (*run.moves, *(run.points or ())) for n in z) + sum(map(abs, run.u)) + sum(map(abs, run.start or ()))
    above += sum(abs(value.numerator) for value in rest)
    minus = sum(n < 0 for z in run.moves for n in z) + sum(y < 0 for y in run.labels) + sum(n < 0 for n in run.u)
    return len(run.moves), run.dimension, empty, below, above, minus


def _digits(n: int, grid: int) -> int:
    """About how many digits n/grid has below the line, in lowest terms."""
    return (grid // gcd(n, grid)).bit_length() * 3 // 10


class Spent(Exception):
    """No effort or time is left."""


class Shrinker:
    """The smallest run so far, and what may still be spent on it. What is left of the time has to do for judging it too,
    unless that is hopeless as it is.

    Where passes are shuffled, `best` is the first pass, which is what is made small, and `result` has all of them."""

    def __init__(self, evaluator: Evaluator, best: Run, span: Budget) -> None:
        self.evaluator, self.span, self.result = evaluator, span, best
        self.shuffled = shuffled_passes.are_asked(evaluator.game)
        self.on_sphere = evaluator.game.unit_examples and evaluator.game.is_euclidean  # no coordinate moves by itself
        self.best = self.once(best)
        self.size = size(self.best)
        self.effort = max(EFFORT, TIMES * len(best.moves) * best.dimension)
        self.kept, self.until = 0, math.inf  # what a stage leaves for the later ones: of the effort, and when it ends
        self.improved = False
        self.pace = judging(evaluator, best) / len(self.best.moves)  # seconds of judging for each round
        self.deadline = span.shrunk
        self.leave_time()

    def leave_time(self) -> None:
        """Set the deadline for shrinking further."""
        latest = self.span.judged - 1.2 * self.pace * len(self.best.moves)
        if latest > time.monotonic():
            self.deadline = min(self.span.shrunk, latest)
        self.evaluator.deadline = self.deadline

    @contextmanager
    def stage(self, share: float) -> Iterator[None]:
        """A stage that takes no more than this share of what may still be spent; what is left is for the later ones."""
        now = time.monotonic()
        self.kept, self.until = int((1 - share) * self.effort), now + share * max(0.0, self.deadline - now)
        try:
            yield
        except Spent:
            if self.effort < 0 or time.monotonic() > self.deadline:
                raise
        finally:
            self.kept, self.until = 0, math.inf

    def run_of(self, genome: Genome) -> Run | None:
        """The run that a genome stands for, cut off when the time is up."""
        made = run_of(genome, self.evaluator.game, self.evaluator.rule, self.deadline)
        return made and self.once(made)

    def once(self, run: Run) -> Run:
        """The first of shuffled passes; else the run itself."""
        return shuffled_passes.first_pass(run, self.evaluator.game) if self.shuffled else run

    def whole(self, run: Run) -> Run | None:
        """The run, or one in shuffled passes over it, that breaks the conjecture; None if there is none."""
        if not self.shuffled:
            return run if self.evaluator.breaks(run) else None
        game, rule = self.evaluator.game, self.evaluator.rule
        made = (shuffled_passes.in_passes(run, game, way, rule, self.deadline) for way in range(shuffled_passes.WAYS))
        return next((whole for whole in made if whole is not None and self.evaluator.breaks(whole)), None)

    def accept(self, run: Run | None) -> bool:
        """Take the run if it is smaller and breaks the conjecture too."""
        self.effort -= 30
        if self.effort < self.kept or time.monotonic() > min(self.deadline, self.until):
            raise Spent
        if run is None or not run.moves or (len(run.moves), run.dimension) > self.size[:2]:
            return False
        self.effort -= len(run.moves) * run.dimension
        smaller = size(run)
        if smaller >= self.size or (whole := self.whole(run)) is None:
            return False
        self.best, self.result, self.size, self.improved = run, whole, smaller, True
        self.leave_time()
        return True
