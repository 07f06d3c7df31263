"""A coordinate climb from one good genome: every gene in turn, plainer, a little up or down, with doubled steps as long as that helps.
When no single gene helps any more, the same shape is tried with a smaller margin and more rounds.

Mutation finds the hills and this finds their tops. It knows of no conjecture or family."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from proofs.falsify.genomes import Alphabet, Genome, refine

ROUNDS_PER_TURN = 60_000  # rounds played in a turn, roughly
CHOICES = 6  # values tried of a gene without an order
_ORDERED = ("rounds", "grid", "progress", "fine", "length", "first", "slack", "start")
_STEPS = {"progress": (1, 8, 32), "rounds": (1, 16)}


def climb(genome: Genome, genes: Alphabet, score: Callable[[Genome], float], draw: random.Random) -> tuple[Genome, bool]:
    """The best genome that a turn's work leads to from this one, and whether it is better than all its neighbours. `score`
    plays a genome; what breaks the conjecture never returns from it."""
    left = ROUNDS_PER_TURN
    best, top = genome, score(genome)

    def better(trial: Genome, plainer: bool = False) -> bool:
        nonlocal best, top, left
        if trial == best:
            return False
        left -= 20 + trial[0]
        reached = score(trial)
        if reached > top or (plainer and reached == top):
            best, top = trial, reached
            return True
        return False

    while left > 0:
        before = top
        for i in _order(genes):
            if left <= 0:
                return best, False
            if i < len(best) and _matters(best, genes, i):
                _along(best, genes, i, better, lambda: best, draw)
        if top > before:
            continue
        if not any(better(refine(best, halves, genes)) for halves in (1, 2, 3)):
            return best, True
    return best, False


def _order(genes: Alphabet) -> list[int]:
    """The genes that can be changed, what matters most first."""
    first = ("progress", "grid", "fine")
    rest = [gene.name for gene in genes.genes if gene.size > 1 and gene.name not in first]
    return [genes.index(name) for name in (*first, *rest)]


def _matters(genome: Genome, genes: Alphabet, i: int) -> bool:
    """Whether the gene has an effect: when and how much a deviation deviates has none while that deviation is off."""
    name = genes.genes[i].name
    return not name.startswith(("when", "much")) or bool(genome[genes.index(f"deviate{name[4:]}")])


def _along(start: Genome, genes: Alphabet, i: int, better: Callable[..., bool], best: Callable[[], Genome], draw: random.Random) -> None:
    """Change one gene for the better."""
    gene = genes.genes[i]
    name = gene.name
    if start[i] and better(genes.put(start, **{name: 0}), plainer=True):
        return
    if not (name in _ORDERED or name.startswith(("when", "much"))):
        for value in _values(gene.size, start[i], draw):
            better(genes.put(best(), **{name: value}))
        return
    for size in _STEPS.get(name, (1,)):
        for step in (size, -size):
            while better(genes.put(best(), **{name: best()[i] + step})):
                step *= 2


def _values(size: int, now: int, draw: random.Random) -> Iterator[int]:
    others = [value for value in range(size) if value != now]
    yield from others if len(others) <= CHOICES else draw.sample(others, CHOICES)
