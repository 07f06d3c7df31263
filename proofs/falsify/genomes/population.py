"""The best genomes so far and their children, for the search and for the shrinker."""

from __future__ import annotations

import random
from dataclasses import dataclass

from proofs.falsify.genomes.genome import GRIDS, PROGRESS_STEPS, Alphabet

Genome = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A genome and how near it came; more updates count for more among equals."""

    score: float
    counted: int
    genome: Genome


class Population:
    """Up to `limit` genomes, no two with the same score and count, and of each kind (the value of the gene `kind`) up to
    `per_kind`, so that one way of playing does not crowd out the others."""

    def __init__(self, draw: random.Random, limit: int = 24, kind: int | None = None, per_kind: int = 10) -> None:
        self.draw, self.limit, self.kind, self.per_kind = draw, limit, kind, per_kind
        self.members: list[Ranked] = []

    def offer(self, score: float, counted: int, genome: Genome) -> None:
        """Keep the genome if it is among the best."""
        if len(self.members) == self.limit and score < self.members[-1].score:
            return
        key = (round(score, 9), counted)
        if any((round(e.score, 9), e.counted) == key for e in self.members):
            return
        self.members.append(Ranked(score, counted, genome))
        self.members.sort(key=lambda e: (e.score, e.counted), reverse=True)
        if self.kind is not None:
            same = [e for e in self.members if e.genome[self.kind] == genome[self.kind]]
            if len(same) > self.per_kind:
                self.members.remove(same[-1])
        del self.members[self.limit :]

    def genomes(self) -> list[Genome]:
        """The members, the best first."""
        return [member.genome for member in self.members]

    def pick(self) -> Genome:
        """One of the members, the better ones more often."""
        count = len(self.members)
        return self.members[min(self.draw.randrange(count), self.draw.randrange(count))].genome

    def child(self, genes: Alphabet) -> Genome:
        """One or two members with one to three genes changed (reset, nudged, drawn afresh), or the same shape made
        finer."""
        draw = self.draw
        if not self.members:
            return tuple(draw.randrange(gene.size) for gene in genes.genes)
        child = list(self.pick())
        if draw.random() < 0.3:
            other = self.pick()
            child = [a if draw.random() < 0.5 else b for a, b in zip(child, other, strict=True)]
        if draw.random() < 0.15:
            return refined(tuple(child), draw.randrange(1, 4), genes)
        for _ in range(1 + draw.randrange(3)):
            i = draw.randrange(len(child))
            kind = draw.random()
            if kind < 0.15:
                child[i] = 0
            elif kind < 0.6:
                child[i] += draw.choice((-1, 1)) * draw.choice((1, 1, 2, 3, 7, 20))
            else:
                child[i] = draw.randrange(genes.genes[i].size)
        if draw.random() < 0.3:
            child[0] = genes.genes[0].size - 1
        return genes.clip(child)


def refined(genome: Genome, halves: int, genes: Alphabet) -> Genome:
    """A margin √2 times smaller (so many times over), twice as many rounds, and a finer grid."""
    child, grid = list(genome), genes.index("grid")
    child[genes.index("progress")] += halves * PROGRESS_STEPS // 2
    child[0] = (child[0] + 1) * 2**halves - 1
    child[grid] = min(child[grid] + 2 * halves, len(GRIDS) - 1)
    return genes.clip(child)
