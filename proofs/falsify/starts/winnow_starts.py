"""Where Winnow's bound is nearly tight: the plainest runs, with every margin, on one coordinate or on all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from proofs.conjecture.game import Game
from proofs.falsify.genomes.genome import PROGRESS_STEPS, WINNOW_DIMENSIONS, alphabet
from proofs.falsify.genomes.population import Genome
from proofs.falsify.runs.run import Run


def runs(game: Game) -> Iterator[Run]:
    """None that is not a genome's."""
    return iter(())


def genomes(game: Game) -> Iterator[Genome]:
    """The plainest genomes."""
    known = [i for i, d in enumerate(WINNOW_DIMENSIONS) if d & (d - 1) == 0 and d <= 64] if game.dimension is None else [0]
    for rounds in (4, 16, 256):
        genes = alphabet(game, rounds)
        for dimension, few, halves, side in product(known, (0, 1, 15), range(9), (0, 1)):
            if (side and game.demands("balanced weights")) or (rounds > 16 and (few == 1 or dimension > 9)):
                continue  # both ways are alike
            yield genes.make(rounds=rounds - 1, dimension=dimension, grid=20, fine=few, progress=halves * PROGRESS_STEPS // 2, side=side)
    large = [i for i, d in enumerate(WINNOW_DIMENSIONS) if d > 128] if game.dimension is None else []
    for dimension, halves in product(large, range(0, 8, 2)):  # each takes its time
        yield alphabet(game, 16).make(rounds=15, dimension=dimension, grid=20, progress=halves * PROGRESS_STEPS // 2)
