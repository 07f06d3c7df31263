"""Group moves from a good genome: changes of several genes at once, to which single steps do not lead.

Mutation leaves clutter behind: a deviation here, a shorter example there, a margin that is owed to "fine" and not to "progress". Each of
these holds the others in place, so that no single change helps any more, and a cluttered shape cannot be made longer. Group moves set whole
groups of genes to their plainest value, say the same margin by one gene, move a factor to the next one by size, and try the other
dimensions. Then they make the rest longer as long as that helps. They know of no conjecture or family."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from proofs.falsify.genomes import FACTORS, GRIDS, PROGRESS_STEPS, Alphabet, Genome, refine

ROUNDS_PER_TURN = 80_000  # rounds played in one, roughly
FINE_GRID = GRIDS.index(4096)  # at least, for what is made longer
DEVIATIONS = tuple(f"{what}{k}" for what in ("deviate", "when", "much") for k in range(4))
GROUPS = (DEVIATIONS, ("passes",), ("length", "first", "slack"), ("side", "swing", "label"), ("comparator", "size"), ("start",))
_BY_SIZE = sorted(range(len(FACTORS)), key=lambda i: FACTORS[i])


def improve(genome: Genome, genes: Alphabet, score: Callable[[Genome], float]) -> tuple[Genome, bool]:
    """The best genome that group moves lead to from this one, and whether none leads any further (False if the work ended first).
    `score` plays a genome; what breaks the conjecture never returns from it."""
    left = ROUNDS_PER_TURN
    best, top = genome, score(genome)

    def attempt(trial: Genome) -> float:
        nonlocal left
        left -= 20 + trial[0]
        return score(trial) if left > 0 else -math.inf

    def better(trial: Genome, plainer: bool = False, quick: bool = False) -> bool:
        """Whether it is, with the margin that suits it (or as it is, if quick and better already); then it is the best."""
        nonlocal best, top
        if trial == best or left <= 0:
            return False
        reached = attempt(trial)
        if reached <= top or not quick:
            reached, trial = tune(trial, reached, genes, attempt)
        if reached > top + 1e-9 or (plainer and reached >= top - 1e-9):
            best, top = trial, reached
            return True
        return False

    better(plain(best, genes), plainer=True)
    for group in GROUPS:
        better(genes.put(best, **dict.fromkeys(group, 0)), plainer=True)
    made_up = ("first", "slack", "length") if any(best[genes.index(name)] for name in DEVIATIONS[:4]) else ()
    for name in made_up:  # what a deviation may stand for, without the deviations
        clean = [genes.put(best, **dict.fromkeys(DEVIATIONS, 0), **{name: value}) for value in range(genes.genes[genes.index(name)].size)]
        better(max(((attempt(trial), trial) for trial in clean), key=lambda one: one[0])[1])
    while left > 0:
        before = top
        for trial in factors(best, genes):
            better(trial, quick=True)
        for value in range(min(3, genes.genes[genes.index("dimension")].size)):
            better(genes.put(best, dimension=value, side=0), plainer=value < best[genes.index("dimension")])
        for halves in (4, 2, 1):
            while better(longer(best, halves, genes)):
                pass
        better(tune(best, top, genes, attempt)[1])
        if top <= before:
            return best, left > 0
    return best, False


def tune(genome: Genome, reached: float, genes: Alphabet, score: Callable[[Genome], float]) -> tuple[float, Genome]:
    """The genome with the margin, as "progress" says it, for which it scores best nearby, and that score."""
    progress = genes.index("progress")
    best, top = genome, reached
    for size in (12, 3, 1):
        for step in (size, -size):
            while (reached := score(trial := genes.put(best, progress=best[progress] + step))) > top and trial != best:
                best, top = trial, reached
    return top, best


def plain(genome: Genome, genes: Alphabet) -> Genome:
    """Nothing but rounds, dimension, margin, gamma and the grid, with the margin said by "progress" alone."""
    kept = {name: genome[genes.index(name)] for name in ("rounds", "dimension", "grid", "claim", "sign", "radius")}
    grid = GRIDS[kept["grid"]] * float(FACTORS[genome[genes.index("size")]])
    p = max(1, round(grid * 2.0 ** (-genome[genes.index("progress")] / PROGRESS_STEPS)) + genome[genes.index("fine")])
    return genes.make(**kept, progress=max(0, round(PROGRESS_STEPS * math.log2(grid / p))))


def factors(genome: Genome, genes: Alphabet) -> Iterator[Genome]:
    """Gamma, and the lengths of u and of the examples, by the next greater or smaller factor."""
    for name in ("claim", "comparator", "size", "radius"):
        if genes.genes[genes.index(name)].size == len(FACTORS):
            at = _BY_SIZE.index(genome[genes.index(name)])
            for near in (at - 2, at - 1, at + 1, at + 2):
                if 0 <= near < len(_BY_SIZE):
                    yield genes.put(genome, **{name: _BY_SIZE[near]})


def longer(genome: Genome, halves: int, genes: Alphabet) -> Genome:
    """A genome's shape with 2^halves times the rounds, a margin that fits, and a finer grid."""
    stretched = refine(genome, halves, genes)
    return genes.put(stretched, grid=max(stretched[genes.index("grid")], FINE_GRID))
