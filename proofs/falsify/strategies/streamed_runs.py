"""Runs of up to a million rounds: a good genome with a smaller margin and very many more rounds, streamed.

Only measurements of such a run are kept. If one comes nearer to a bound than any run before, its genome is saved, from which it can be
made again."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample
from proofs.falsify.clock import per_round
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.feedback import run_of
from proofs.falsify.genomes import GRIDS, PROGRESS_STEPS, Genome, alphabet
from proofs.falsify.run import Run

ROUNDS = (10_000, 100_000, 1_000_000)
COORDINATES = 400_000  # in a run that is kept whole


@dataclass(frozen=True)
class Recipe:
    """How a run too long to be kept is made again, and what was measured on it."""

    comparison: Comparison
    game: Game
    genome: Genome
    rounds: int
    dimension: int
    M: int
    ratio: float
    sides: tuple[str, str]

    def run_of(self) -> Run:
        """The run itself, in memory."""
        made = run_of((self.rounds - 1, *self.genome[1:]), self.game)
        if made is None:
            raise ValueError("the recipe makes no run")
        return made

    def run(self) -> Counterexample:
        """The run as a counterexample file would have it (whether it breaks the conjecture is another matter)."""
        made = self.run_of()
        return made.named(self.comparison, self.game, self.M, self.sides)

    def to_json(self) -> dict[str, Any]:
        """The recipe as JSON data: the genes by name, those that are 0 left out."""
        names = (gene.name for gene in alphabet(self.game, self.rounds).genes)
        genes = {name: value for name, value in zip(names, self.genome, strict=True) if value and name != "rounds"}
        sides = {"lhs": self.sides[0], "rhs": self.sides[1]}
        return {"rounds": self.rounds, "dimension": self.dimension, "M": self.M, "ratio": self.ratio, **sides, "genes": genes}


def recall(told: dict[str, Any], comparison: Comparison, game: Game) -> Recipe:
    """The recipe that `to_json` told."""
    genome = alphabet(game, told["rounds"]).make(rounds=told["rounds"] - 1, **told["genes"])
    sides = (told["lhs"], told["rhs"])
    return Recipe(comparison, game, genome, told["rounds"], told["dimension"], told["M"], told["ratio"], sides)


def stretched(genome: Genome, rounds: int, game: Game) -> Genome:
    """A way of playing, for so many rounds: a margin that is smaller by the root of how many more they are."""
    genes, far = alphabet(game, rounds), list(genome)
    far[0], far[genes.index("passes")] = rounds - 1, 0
    far[genes.index("grid")] = len(GRIDS) - 1
    far[genes.index("progress")] += round(PROGRESS_STEPS / 2 * math.log2(rounds / (genome[0] + 1))) - 4
    return genes.clip(far)


def affordable(evaluator: Evaluator, genome: Genome, most: int, seconds: float) -> int:
    """The greatest of ROUNDS up to `most` for which there is time to stream such a run, make it whole, and judge it; 0 if
    there is none. The pace is that of the genome's own, short run."""
    began = time.monotonic()
    run = run_of(genome, evaluator.game)
    if run is None or evaluator.measure(run) is None:
        return 0
    pace = 2.5 * (time.monotonic() - began) / len(run.moves) + per_round(evaluator, run)
    return max((n for n in ROUNDS if n <= most and n * pace < seconds), default=0)
