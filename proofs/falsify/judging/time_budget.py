"""Keeping the budget where runs are long: judging is done in plain Fractions, takes its time, and has to end in time too.

How long it takes is found by judging the beginning of a run. A search begins no run that it could not judge, and shrinking leaves the
time that its best run so far needs."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from proofs.falsify.judging.evaluator import Evaluator
from proofs.falsify.runs.run import Run, Vector

SHRINKING_ENDS = 1.02  # of the budget: when shrinking ends at the latest
JUDGING_ENDS = 1.06  # when judging ends
SAMPLED_COORDINATES = 2500  # coordinates that are judged to know the pace
SMALL = 8 * SAMPLED_COORDINATES  # a run with fewer is judged in no time
SAMPLED_KERNEL_ROUNDS = (
    20  # rounds against a kernel that are judged to know the pace; three times as many rounds and points are judged in no time
)
JUDGED = 4  # times as long as measuring a run does judging it take, for somebody's own learner
FOLLOWED = 8e-6  # seconds for a round and a different point, where a kernel's run is followed
_PACES: WeakKeyDictionary[Evaluator, dict[int, float]] = WeakKeyDictionary()  # of judging what a kernel did, by dimension


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
        return self.started + SHRINKING_ENDS * self.seconds

    @property
    def judged(self) -> float:
        """When the judge must be done."""
        return self.started + JUDGING_ENDS * self.seconds


def judging(evaluator: Evaluator, run: Run) -> float:
    """About how many seconds judging a run takes; 0 where it is too short to matter."""
    if evaluator.rule is not None:  # its steps take what they take
        began = time.monotonic()
        evaluator.measure(run)
        return JUDGED * (time.monotonic() - began)
    if run.points is not None:
        return judging_pairs(evaluator, run, run.points)
    return 0.0 if len(run.moves) * run.dimension <= SMALL else per_round(evaluator, run) * len(run.moves)


def judging_pairs(evaluator: Evaluator, run: Run, points: tuple[Vector, ...]) -> float:
    """The same against a kernel, where every pair of rounds and points counts. The pace is found once for each dimension and
    remembered: when it is asked for again there may be no time to spare."""
    rounds = len(run.moves)
    if rounds + len(points) <= 3 * SAMPLED_KERNEL_ROUNDS:
        return 0.0
    if run.streamed:
        return FOLLOWED * len(set(run.moves)) * rounds
    paces = _PACES.setdefault(evaluator, {})
    if run.dimension not in paces:
        sampled = min(SAMPLED_KERNEL_ROUNDS, rounds)
        paces[run.dimension] = sampled * per_round(evaluator, run, sampled) / _work(run.moves[:sampled], points)
    return 1.4 * paces[run.dimension] * _work(run.moves, points)


def _work(moves: tuple[Vector, ...], points: tuple[Vector, ...]) -> float:
    """About what a kernel's run costs: K for each pair of different points, and a sum over the past in each round."""
    different = {max(z, tuple(-n for n in z)) for z in (*moves, *points)}
    return len(different) ** 2 + 0.2 * len(moves) ** 2


def per_round(evaluator: Evaluator, run: Run, sampled: int | None = None) -> float:
    """Seconds that judging takes for each round of a run like this one, measured on its first few rounds."""
    sampled = sampled or max(1, min(len(run.moves), SAMPLED_COORDINATES // run.dimension))
    began = time.monotonic()
    evaluator.judge(evaluator.witness(replace(run, moves=run.moves[:sampled], labels=run.labels[:sampled])))
    return (time.monotonic() - began) / sampled
