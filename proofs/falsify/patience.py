"""Keeping the budget where runs are long: judging is done in plain Fractions, takes its time, and has to end in time too.

How long it takes is found by judging the beginning of a run. A search begins no run that it could not judge any more,
and shrinking leaves the time that its best so far needs."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from proofs.falsify.play import Play, Umpire

GRACE = 1.02  # of the budget: when shrinking ends at the latest
LATEST = 1.07  # when judging ends
SAMPLE = 2500  # coordinates that are judged to know the pace
SMALL = 8 * SAMPLE  # a run with fewer is judged in no time


@dataclass(frozen=True)
class Budget:
    """A stretch of time: when it began (monotonic) and how many seconds it has."""

    started: float
    seconds: float

    @property
    def deadline(self) -> float:
        """When searching ends."""
        return self.started + self.seconds

    @property
    def shrunk(self) -> float:
        """When shrinking ends at the latest."""
        return self.started + GRACE * self.seconds

    @property
    def judged(self) -> float:
        """When the judge must be done."""
        return self.started + LATEST * self.seconds


def judging(umpire: Umpire, run: Play) -> float:
    """About how many seconds judging a run takes; 0 where it is too short to matter."""
    return 0.0 if len(run.moves) * run.dimension <= SMALL else per_round(umpire, run) * len(run.moves)


def per_round(umpire: Umpire, run: Play) -> float:
    """Seconds that judging takes for each round of a run like this one."""
    few = max(1, min(len(run.moves), SAMPLE // run.dimension))
    began = time.monotonic()
    umpire.judge(umpire.witness(replace(run, moves=run.moves[:few], labels=run.labels[:few])))
    return (time.monotonic() - began) / few
