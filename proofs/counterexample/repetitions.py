"""The measurements of a run that repeats some examples, of which most repetitions are calculated and not played.

Let the same rounds be updates in two repetitions of the same examples. Then both change the weights by the same vector Δ, and from one
repetition to the next y⟨w, x⟩ changes, in a given round, by the same number. The Perceptron asks whether this number is below 0, or at
most 0. If the answers in the first repetition are those in the last one, which starts at w + nΔ, they are the same in all between. So only
these two are played, and each sum over the others is a multiple.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import cast

from perceptron.errors import InputError
from perceptron.extremal.sources import RepeatedExamples, Source
from proofs.conjecture.learners import ExactRun
from proofs.conjecture.learners.euclidean import EuclideanRun
from proofs.counterexample.replay import Replay, measure_run

MOST_PLAYED = 10_000_000  # rounds that are played one by one
MOST_REPEATED = 10**15  # rounds of a run that repeats some examples
FEWEST = 8  # repetitions that are calculated


def measure_source(
    make: Callable[[], ExactRun], source: Source | None, gamma: Fraction, eps: Fraction | None, euclidean: bool, wide: bool = False
) -> tuple[ExactRun, Replay]:
    """Play the run that `make` returns, whose rounds are those of the source, and measure it. Raises InputError if it is too long.

    euclidean   whether `make` returns an EuclideanRun"""
    if euclidean and isinstance(source, RepeatedExamples) and not wide:
        repeated = cast(EuclideanRun, make())
        if repeated.asks_only_the_sign and (play := _by_repetition(repeated, source, gamma, eps)) is not None:
            return repeated, play
    if source is not None and source.count > MOST_PLAYED:
        raise InputError(f"{source.count:,} rounds are more than the {MOST_PLAYED:,} that can be played one by one")
    run = make()
    return run, measure_run(run, gamma, eps, listed=False, wide=wide)


def _by_repetition(run: EuclideanRun, source: RepeatedExamples, gamma: Fraction, eps: Fraction | None) -> Replay | None:
    """The measurements; None if the repetitions are few, or the last one has other updates than the second."""
    before, size = len(source.first), len(source.again)
    repetitions, rest = divmod(source.count - before, size)
    if repetitions < FEWEST:
        return None
    steps = list(islice(run.steps(), before + size))
    once, again = steps[:before], steps[before:]

    def play(rounds: list[tuple[tuple[int, ...], int]]) -> Replay:
        run.rounds = rounds
        return measure_run(run, gamma, eps)

    start = play([*once, *again])
    state = run.state()
    second = play(again)
    skipped = repetitions - 3
    run.repeat(state, skipped)
    end = play([*again, *again[:rest]])
    if tuple(t for t in end.counted if t < size) != second.counted:
        return None

    def total(name: str) -> Fraction:
        return cast(Fraction, getattr(start, name) + (1 + skipped) * getattr(second, name) + getattr(end, name))

    parts = (start, second, end)
    updates = len(start.counted) + (1 + skipped) * len(second.counted) + len(end.counted)
    return Replay(
        counted=cast("tuple[int, ...]", range(updates)),
        final=run.weights(),
        T=source.count,
        d=run.dimension,
        gamma=gamma,
        eps=eps,
        R2=max(part.R2 for part in parts),
        S2=total("S2"),
        TD=total("TD"),
        slack2=total("slack2"),
        U2=run.comparator2(),
        margin=min(part.margin for part in parts),
        W2=run.weights2(),
        P=run.along(),
        shortest2=min(part.shortest2 for part in parts),
        more=run.numbers(),
    )
