"""The best short runs, each moved as a whole to the best of its neighbourhood by the local optimiser."""

from __future__ import annotations

import random
from collections.abc import Iterator

from proofs.falsify.runs.run import Run
from proofs.falsify.strategies import local_optimiser
from proofs.falsify.strategies.interface import Seen

RUNS = 4  # in a turn
BEST = 1000  # runs that are looked at for such as the optimiser can move
SPREADS = (0.0, 0.01, 0.1)  # how far a run is thrown before it is moved


class Polishing:
    """The strategy."""

    name = "polish"

    def runs(self, seen: Seen, turn: int) -> Iterator[Run]:
        """What the best runs become; nothing while there is no time to load the optimiser."""
        if not local_optimiser.affordable(seen.left()):
            return
        optimiser = local_optimiser.LocalOptimiser(seen.comparison, seen.game, seen.evaluator.rule)
        draw = random.Random(seen.number(turn))
        near = (run for one in seen.best_runs(BEST) if (run := optimiser.start(one)) is not None)
        starts = list(dict.fromkeys(seen.evaluator.enough(run) for run in near))
        for k, run in enumerate(starts[:RUNS]):
            seen.check_time()
            yield from optimiser.optimised(run, SPREADS[(k + turn) % len(SPREADS)], draw, seen.check_time)
