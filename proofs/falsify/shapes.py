"""Starting shapes: the extremal families of the literature, to be deformed by the climber.

    spiral      R³, the least progress at the threshold of an update: attains ⌊1/γ²⌋, and for the Margin Perceptron its
    own constant zig-zag     R², first example half as long: about 1/(2γ²) orthonormal e₁ … e_k with u = (1, …, 1)/√k, k
    a square: attains every bound of the Perceptron, also with slack one point   the same example again, with
    alternating labels where that is allowed ties        runs that stay exactly on the boundary, with either label

The search is strong without them (`falsify(…, shapes=False)`); with them it starts from where the mathematics ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs.falsify.genome import FACTORS, GRIDS, MAX_ROUNDS, PROGRESS_STEPS, alphabet
from proofs.falsify.play import Play
from proofs.game import Game

_FINE = GRIDS.index(32768)


def genomes(game: Game) -> Iterator[tuple[int, ...]]:
    """Genomes of the spirals, zig-zags and one-point runs, short before long."""
    for rounds in (4, 16, 64, 256, 1000, MAX_ROUNDS):
        genes, last = alphabet(game, rounds), rounds - 1
        for halves in range(10):
            if 2**halves > rounds or rounds > 16 * 2**halves:
                continue  # some 2^halves rounds are what such a margin is good for
            progress = halves * PROGRESS_STEPS // 2
            for claim in range(8 if rounds < 1000 else 1):
                yield genes.make(rounds=last, dimension=2, grid=_FINE, progress=progress, claim=claim)
            for claim in (0, 1):
                yield genes.make(rounds=last, dimension=1, grid=_FINE, progress=progress, claim=claim, first=8)
    genes = alphabet(game, 10)
    for grid in range(6):
        for claim in range(6):
            for swing in (0, 1):
                yield genes.make(rounds=9, grid=grid, claim=claim, swing=swing, label=claim % 3, start=5)
            yield genes.make(rounds=9, grid=grid, claim=claim, sign=1, swing=claim % 2, comparator=1, radius=1)


def plays(game: Game) -> Iterator[Play]:
    """Runs that are no genome's: the orthonormal families, with every slack."""
    if game.dimension is not None:
        return
    for k in (1, 2, 3, 4, 5):
        n = k * k
        for claim in FACTORS[:8]:
            if game.demands("separable") and claim > 1:
                continue
            moves = tuple(tuple(int(i == j) for j in range(n)) for i in range(n))
            for label in (1, -1):
                radius = Fraction(1) if game.radius == "declared" else None
                yield Play(1, moves, (label,) * n, (1,) * n, k, claim / k, radius)
