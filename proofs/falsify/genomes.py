"""A way of playing as a short tuple of small integers: Hypothesis draws it, the search changes it, the shrinker lowers it.

Drawing lists of fractions yields some ten runs a second, and weak adversaries. A genome says how to *respond*: how much progress to
concede, how long the examples are, how near the boundary to stay, where to deviate. `geometries.run_of` turns it into exact moves and
looks at the learner's weights before each one. Every gene is 0 in its plainest setting. The genes come in the order in which a reader
wants them small: rounds, dimension, denominators, and so on.

`Choices` and `DrawnRun` decode a genome, or the bytes of a draw, whatever the geometry. `Population` has the best genomes so far and their
children."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis

GRIDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 13, 15, 17, 20, 25, 30, 40, 50, 65, 100, 200, 401, 1000, 4096, 32768, 1_000_000)
_FACTORS = "1 2 1/2 3 3/2 4 1/4 5/4 3/4 10 1/3 2/3 5 7/4 9/8 1/10 6 8 20 100 1000 11/10 9/10 99/100 101/100 4/3"
FACTORS = tuple(Fraction(text) for text in _FACTORS.split(" "))
MAX_ROUNDS = 4000
MAX_DEVIATIONS = 4
DEVIATION_KINDS = 7  # see `against_euclidean`; one more where labels may be flipped


class Gene(NamedTuple):
    """A name and the number of values 0 … size − 1 that it takes."""

    name: str
    size: int


@dataclass(frozen=True)
class Alphabet:
    """The genes that a game leaves to the adversary, each with its range. A gene that the rules fix has size 1."""

    genes: tuple[Gene, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(gene.size for gene in self.genes)

    def clip(self, values: Iterable[int]) -> tuple[int, ...]:
        """Values brought into range."""
        return tuple(min(max(value, 0), gene.size - 1) for value, gene in zip(values, self.genes, strict=True))

    def make(self, **values: int) -> tuple[int, ...]:
        """A genome from some genes by name; the others are 0. Out of range is clipped."""
        unknown = set(values) - {gene.name for gene in self.genes}
        if unknown:
            raise KeyError(*unknown)
        return self.clip(values.get(gene.name, 0) for gene in self.genes)

    def decode(self, data: bytes) -> tuple[int, ...]:
        """A genome from one byte a gene, monotone: zero bytes give the plain genome, and smaller bytes smaller genes.
        The genes of `_SPREAD` use a byte's whole range; the others are 0 for bytes below 96, so that most genomes
        deviate in a few ways only."""
        return tuple(
            byte * gene.size >> 8
            if gene.name in _SPREAD
            else 0
            if byte < 96
            else min(gene.size - 1, 1 + ((byte - 96) * (gene.size - 1)) // 160)
            for byte, gene in zip(data, self.genes, strict=True)
        )

    def put(self, genome: tuple[int, ...], **values: int) -> tuple[int, ...]:
        """The genome with other values of some genes, brought into range."""
        now = list(genome)
        for name, value in values.items():
            now[self.index(name)] = value
        return self.clip(now)

    def index(self, name: str) -> int:
        return next(i for i, gene in enumerate(self.genes) if gene.name == name)


_SPREAD = frozenset({"rounds", "dimension", "grid", "progress"})
PROGRESS_STEPS = 64  # progress values per halving
MAX_DIMENSION = 6  # that the search tries by itself
KERNEL_DIMENSIONS = (1, 2, 3, 4, 5, 7, 8, 12, 16, 32, 64, 128)  # and against learners that are not Euclid's
WINNOW_DIMENSIONS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 192, 256, 512, 1024)


def alphabet(game: Game, rounds: int) -> Alphabet:
    """The genes for a game with runs of up to `rounds` rounds."""
    free_u = not game.demands(Hypothesis.UNIT_COMPARATOR) or game.comparator == "ball"
    sized = game.norm == "any" or not game.demands(Hypothesis.BOUNDED_EXAMPLES)
    agnostic = game.setting == "agnostic" or Hypothesis.SEPARABLE in game.dropped
    signed = Hypothesis.POSITIVE_MARGIN in game.dropped
    many = len(FACTORS)
    genes = [
        Gene("rounds", rounds),  # rounds − 1
        Gene("dimension", _dimensions(game)),
        Gene("grid", len(GRIDS)),
        Gene("progress", 10 * PROGRESS_STEPS),  # halvings of <û,z> per PROGRESS_STEPS
        Gene("fine", 16),  # <û,z> again, in grid units
        Gene("claim", many),  # gamma = claim × progress
        Gene("sign", 3 if signed else 1),  # of gamma: +, −, 0
        Gene("length", 16),  # of every example but the first, in sixteenths off
        Gene("first", 16),  # of the first example
        Gene("slack", 16),  # how far below the threshold
        Gene("side", 4),  # where the free component goes
        Gene("swing", 2 if agnostic or signed else 1),  # every second move goes against u
        Gene("comparator", many if free_u else 1),  # ‖u‖
        Gene("size", many if sized else 1),  # of the examples
        Gene("radius", many if game.radius == "declared" and not game.demands(Hypothesis.BOUNDED_EXAMPLES) else 1),
        Gene("start", 64 if Hypothesis.ZERO_START in game.dropped else 1),  # w₁ along −u and across it
        Gene("label", 3),  # which y goes with z
        Gene("passes", 8),  # the moves found are gone through again
    ]
    for k in range(MAX_DEVIATIONS):
        genes += [Gene(f"deviate{k}", DEVIATION_KINDS + (game.flips > 0)), Gene(f"when{k}", 64), Gene(f"much{k}", 16)]
    return Alphabet(tuple(genes))


def _dimensions(game: Game) -> int:
    """How many choices there are: the dimension, or how many of very many coordinates are used (the last: all)."""
    if game.dimension is None:
        return {"kernel": len(KERNEL_DIMENSIONS), "winnow": len(WINNOW_DIMENSIONS)}.get(game.learner, MAX_DIMENSION)
    return MAX_DIMENSION + 1 if game.dimension > MAX_DIMENSION else 1


NAMES = tuple(gene.name for gene in alphabet(Game(), 1).genes)


class Choices:
    """The genes by name, and what follows from them and the rules alone."""

    def __init__(self, genes: tuple[int, ...], game: Game) -> None:
        self.gene = dict(zip(NAMES, genes, strict=True))
        self.game = game
        self.U = FACTORS[self.gene["comparator"]]  # the length of u, or what its length is multiplied by
        if game.demands(Hypothesis.UNIT_COMPARATOR) and self.U > 1:
            self.U = 1 / self.U
        self.claimed = FACTORS[self.gene["claim"]]  # gamma, in margins
        if game.demands(Hypothesis.SEPARABLE) and self.gene["sign"] == 0 and self.claimed > 1:
            self.claimed = 1 / self.claimed
        self.claimed *= (1, -1, 0)[self.gene["sign"]]
        self.deviations: dict[int, list[tuple[int, int]]] = {}
        for k in range(MAX_DEVIATIONS):
            if self.gene[f"deviate{k}"]:
                self.deviations.setdefault(self.gene[f"when{k}"], []).append((self.gene[f"deviate{k}"], self.gene[f"much{k}"] + 1))

    def label(self, t: int) -> int:
        """The y of round t, where any will do."""
        if self.game.ties in (1, -1) and self.gene["label"] == 0:
            return -int(self.game.ties)  # the label for which a tie is a mistake
        return (1, -1, 1 - 2 * (t & 1))[self.gene["label"]]

    def passes(self, rounds: int, most: int) -> int:
        """The number of times that the moves are repeated."""
        return min(self.gene["passes"] + 1, max(1, most // rounds))

    def radius(self, longest: Fraction) -> Fraction | None:
        """The radius named, if one is, for examples that are no longer than that."""
        return longest / FACTORS[self.gene["radius"]] if self.game.radius == "declared" else None


class DrawnRun:
    """A short run decoded from bytes 0 and 7 to 9; the geometry interprets the others."""

    def __init__(self, data: bytes, game: Game) -> None:
        self.data, self.game = data, game
        self.claim = FACTORS[data[8] % len(FACTORS)]
        self.times = 1 if game.passes > 1 else 1 + (data[9] >> 4) % 4

    def rounds(self, most: int) -> range:
        """The rounds of one pass."""
        return range(1 + self.data[0] * most // 256)

    def labels(self, rounds: int) -> list[int]:
        """A label for each round."""
        return [1 - 2 * ((self.data[7] >> (t & 7)) & 1) for t in range(rounds)]

    def gamma(self, margins: Iterable[Fraction]) -> Fraction:
        """A gamma that the margins allow, or one near the least of them."""
        least = min(margins)
        if Hypothesis.POSITIVE_MARGIN in self.game.dropped and self.data[9] & 2:
            return -self.claim
        if self.game.demands(Hypothesis.SEPARABLE):
            return least / max(self.claim, 1 / self.claim)
        return least * self.claim if self.data[9] & 1 and least > 0 else self.claim


Genome = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RankedGenome:
    """A genome and how near it came; more updates count for more among equals."""

    score: float
    counted: int
    genome: Genome


class Population:
    """Up to `limit` genomes, no two with the same score and count, and of each kind (the value of the gene `kind`) up to
    `per_kind`, so that one way of playing does not crowd out the others."""

    def __init__(self, draw: random.Random, limit: int = 24, kind: int | None = None, per_kind: int = 10) -> None:
        self.draw, self.limit, self.kind, self.per_kind = draw, limit, kind, per_kind
        self.members: list[RankedGenome] = []

    def offer(self, score: float, counted: int, genome: Genome) -> None:
        """Keep the genome if it is among the best."""
        if len(self.members) == self.limit and score < self.members[-1].score:
            return
        key = (round(score, 9), counted)
        if any((round(e.score, 9), e.counted) == key for e in self.members):
            return
        self.members.append(RankedGenome(score, counted, genome))
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
            return refine(tuple(child), draw.randrange(1, 4), genes)
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


def refine(genome: Genome, halves: int, genes: Alphabet) -> Genome:
    """A margin √2 times smaller (applied a number of times), twice as many rounds, and a finer grid."""
    child, grid = list(genome), genes.index("grid")
    child[genes.index("progress")] += halves * PROGRESS_STEPS // 2
    child[0] = (child[0] + 1) * 2**halves - 1
    child[grid] = min(child[grid] + 2 * halves, len(GRIDS) - 1)
    return genes.clip(child)
