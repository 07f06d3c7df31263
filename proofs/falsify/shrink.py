"""Making a counterexample small enough to read: fewest examples, then smallest dimension, then the plainest numbers.

Two levels. The genome (how it was played) can be lowered as a whole: fewer rounds, coarser grid, no deviations; that is
what turns three hundred ugly examples into twenty plain ones. Then the run itself: see `simplifications`. Every candidate is
judged exactly. The order of trials is fixed and the effort is counted in numbers looked at, not in seconds, so the
result is the same each time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import log2

from proofs.falsify.clock import Budget, BudgetSpent
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import GRIDS, PROGRESS_STEPS, Alphabet, Genome, Population, alphabet
from proofs.falsify.report import STAGE
from proofs.falsify.run import Run
from proofs.falsify.simplifications import EDITS, KERNEL_EDITS, Shrinker, Spent
from proofs.falsify.strategies import long_runs

PLAIN_ROUNDS, PLAIN_HALVINGS, PLAIN_STEP = (
    60,
    4,
    4,
)  # of plain shapes: at most so many rounds, margins down to 1/16, a 16th of a halving apart
FORESEEN, LISTED = 25, 100  # rounds that the families are asked for at least, and that are written out at most
TRIES = 400  # genomes tried for each number of rounds that might do; more where runs are short


def shrink(evaluator: Evaluator, broken: Run, genome: Genome | None, span: Budget) -> Iterator[Run]:
    """Smaller and smaller runs that break the conjecture, the given one first; the last one is the result."""
    yield broken
    if broken.streamed and len(broken.moves) > LISTED:
        return  # a recipe is short as it is, and was made for the fewest rounds
    broken = broken.written_out()
    shrinker = Shrinker(evaluator, broken, span)
    try:
        if evaluator.game.is_plain:
            as_foreseen(shrinker)
        yield shrinker.result
        if shrinker.best.streamed:
            return
        with shrinker.stage(STAGE):
            by_genome(shrinker, genome)
        yield shrinker.result
        shrinker.improved = True
        while shrinker.improved:
            shrinker.improved = False
            for edit in EDITS if shrinker.best.points is None else KERNEL_EDITS:
                edit(shrinker)
                yield shrinker.result
    except (Spent, BudgetSpent):
        yield shrinker.result


def by_genome(shrinker: Shrinker, genome: Genome | None) -> None:
    """Make the run smaller by playing it in another way."""
    if genome is not None:
        genome = lower_genome(shrinker, genome)
    genome = fewer_rounds(shrinker, genome)
    if genome is not None:
        coarser_grid(shrinker, lower_genome(shrinker, genome))


def as_foreseen(shrinker: Shrinker) -> None:
    """The runs of the families that should break the conjecture in fewer rounds, with the margin and gamma that are best for that."""
    most = len(shrinker.best.moves) - 1
    for run in long_runs.short_zigzags(shrinker.evaluator, min(most, LISTED)):
        if shrinker.accept(run):
            break
    most = len(shrinker.best.moves) - 1
    for run in long_runs.predicted_runs(shrinker.evaluator, FORESEEN, most) if most >= FORESEEN else ():
        shrinker.accept(run if len(run.moves) > LISTED else run.written_out())


def lower_genome(shrinker: Shrinker, genome: Genome) -> Genome:
    """Every gene as low as it goes while the run still breaks the conjecture and does not grow."""
    lowered = True
    while lowered:
        lowered = False
        for i in range(len(genome)):
            for lower in _below(genome[i]):
                trial = (*genome[:i], lower, *genome[i + 1 :])
                if shrinker.accept(shrinker.run_of(trial)):
                    genome, lowered = trial, True
                    break
    return genome


def _below(value: int) -> Iterator[int]:
    """0, then by halves towards the value."""
    step = value
    while step > 0:
        yield value - step
        step //= 2


def coarser_grid(shrinker: Shrinker, genome: Genome) -> Genome:
    """The coarsest grid on which nearly the same margin still does."""
    genes = alphabet(shrinker.evaluator.game, genome[0] + 1)
    progress, fine, grid = (genes.index(name) for name in ("progress", "fine", "grid"))
    for coarse in range(genome[grid]):
        for step in range(-2, 3):
            for extra in range(3):
                trial = list(genome)
                trial[grid], trial[progress], trial[fine] = coarse, genome[progress] + step, extra
                coarser = genes.clip(trial)
                if shrinker.accept(shrinker.run_of(coarser)):
                    return coarser
    return genome


def fewer_rounds(shrinker: Shrinker, genome: Genome | None) -> Genome | None:
    """Search again, near the genome and afresh, among runs with fewer rounds than the best, as long as that
    succeeds."""
    draw = random.Random(0)
    step = max(1, len(shrinker.best.moves) // 2)
    while step and (rounds := len(shrinker.best.moves)) > step:
        smaller = _search_below(shrinker, alphabet(shrinker.evaluator.game, rounds - step), genome, draw)
        if smaller is None:
            step //= 2
        else:
            genome, step = smaller, max(1, min(step, len(shrinker.best.moves) // 2))
    return genome


def plain_shapes(genes: Alphabet, near: Genome | None) -> Iterator[Genome]:
    """The plain ways of playing with every margin, chosen anew: the spiral, the zig-zag and the line, at the claim that broke it."""
    claims = sorted({0} | ({near[genes.index("claim")]} if near is not None else set()))
    if genes.genes[0].size > PLAIN_ROUNDS:
        return
    for claim in claims:
        for dimension, first in ((2, 0), (1, 8), (1, 0), (0, 0), (3, 0)):
            for progress in range(0, PLAIN_HALVINGS * PROGRESS_STEPS, PLAIN_STEP):
                yield genes.make(rounds=genes.genes[0].size - 1, dimension=dimension, first=first, grid=19, progress=progress, claim=claim)


def _search_below(shrinker: Shrinker, genes: Alphabet, near: Genome | None, draw: random.Random) -> Genome | None:
    """Climb among the runs up to a number of rounds, from the genome with its margin adapted and from a few new ones."""
    population, rounds = Population(draw, 8), genes.genes[0].size
    for genome in plain_shapes(genes, near):
        run = shrinker.run_of(genome)
        if shrinker.accept(run):
            return genome
    progress, grid = genes.index("progress"), genes.index("grid")
    for k in range(TRIES + 4000 // rounds):
        if near is not None and k < TRIES // 4:
            # The same shape: as rounds go down, margins go up with their root.
            trial = list(near)
            trial[0] = rounds - 1
            trial[progress] -= round(PROGRESS_STEPS / 2 * log2((near[0] + 1) / rounds)) + draw.randrange(-12, 13)
            if k % 2:
                trial[grid] = draw.randrange(len(GRIDS))
            genome = genes.clip(trial)
        elif k % 4 == 0:
            genome = tuple(draw.randrange(g.size) if draw.random() < 0.4 else 0 for g in genes.genes)
        else:
            genome = population.child(genes)
        run = shrinker.run_of(genome)
        if shrinker.accept(run):
            return genome
        measured = run and shrinker.evaluator.measure(run)
        if measured and measured.keeps:
            population.offer(shrinker.evaluator.score(measured), measured.counted, genome)
    return None
