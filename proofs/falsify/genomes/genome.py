"""A way of playing as a short tuple of small integers: Hypothesis draws it, the search changes it, the shrinker lowers it.

Drawing lists of fractions yields some ten runs a second, and weak adversaries. A genome says how to *respond*: how much progress to
concede, how long the examples are, how near the boundary to stay, where to deviate. `feedback.run_of` turns it into exact moves and
looks at the learner's weights before each one. Every gene is 0 in its plainest setting. The genes come in the order in which a reader
wants them small: rounds, dimension, denominators, and so on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from proofs.conjecture.game import Game

GRIDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 13, 15, 17, 20, 25, 30, 40, 50, 65, 100, 200, 401, 1000, 4096, 32768, 1_000_000)
_FACTORS = "1 2 1/2 3 3/2 4 1/4 5/4 3/4 10 1/3 2/3 5 7/4 9/8 1/10 6 8 20 100 1000 11/10 9/10 99/100 101/100 4/3"
FACTORS = tuple(Fraction(text) for text in _FACTORS.split(" "))
MAX_ROUNDS = 4000
MAX_DEVIATIONS = 4
DEVIATION_KINDS = 7  # see `moves.against_euclidean`; one more where labels may be flipped


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

    def changed(self, genome: tuple[int, ...], name: str, value: int) -> tuple[int, ...]:
        """The genome with another value of one gene."""
        at = self.index(name)
        return (*genome[:at], value, *genome[at + 1 :])

    def index(self, name: str) -> int:
        return next(i for i, gene in enumerate(self.genes) if gene.name == name)


_SPREAD = frozenset({"rounds", "dimension", "grid", "progress"})
PROGRESS_STEPS = 64  # progress values per halving
MAX_DIMENSION = 6  # that the search tries by itself
KERNEL_DIMENSIONS = (1, 2, 3, 4, 5, 7, 8, 12, 16, 32, 64, 128)  # and against learners that are not Euclid's
WINNOW_DIMENSIONS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 192, 256, 512, 1024)


def alphabet(game: Game, rounds: int) -> Alphabet:
    """The genes for a game with runs of up to `rounds` rounds."""
    free_u = not game.demands("unit comparator") or game.comparator == "ball"
    sized = game.norm == "any" or not game.demands("bounded examples")
    agnostic = game.setting == "agnostic" or "separable" in game.dropped
    signed = "positive margin" in game.dropped
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
        Gene("radius", many if game.radius == "declared" and not game.demands("bounded examples") else 1),
        Gene("start", 64 if "zero start" in game.dropped else 1),  # w₁ along −u and across it
        Gene("label", 3),  # which y goes with z
        Gene("passes", 8),  # the moves found are gone through again
    ]
    for k in range(MAX_DEVIATIONS):
        genes += [Gene(f"deviate{k}", DEVIATION_KINDS + (game.flips > 0)), Gene(f"when{k}", 64), Gene(f"much{k}", 16)]
    if on_spheres(game):
        genes.append(Gene("sphere", 3))  # examples of length 1: by further coordinates, on the circle, on the sphere
    return Alphabet(tuple(genes))


def on_spheres(game: Game) -> bool:
    """Whether examples have length exactly 1 in a dimension that the adversary chooses."""
    return game.unit_examples and game.dimension is None and game.is_euclidean


def _dimensions(game: Game) -> int:
    """How many choices there are: the dimension, or how many of very many coordinates are used (the last: all)."""
    if game.dimension is None:
        return {"kernel": len(KERNEL_DIMENSIONS), "winnow": len(WINNOW_DIMENSIONS)}.get(game.learner, MAX_DIMENSION)
    return MAX_DIMENSION + 1 if game.dimension > MAX_DIMENSION else 1


NAMES = tuple(gene.name for gene in alphabet(Game(), 1).genes)
