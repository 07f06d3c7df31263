"""Thousands of updates: a few examples over and over, or a spiral, followed instead of listed.

How its numbers go on is known from a law or seen on the first rounds (`proofs.falsify.strategies`), so the least length that should break
a conjecture is found before any such run is played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice

from perceptron.extremal.sources import Source
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, replay
from proofs.counterexample.recipe import as_rounds, recipe
from proofs.falsify.evaluator import Unmeasured
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.run import Run
from proofs.falsify.strategies.predicted_long_runs import predicted_runs
from proofs.falsify.strategies.repeated_examples import CHOSEN, on_a_line, repetition

SHORTEST = 20  # updates
MOST_PATTERNS = 24


def followed(comparison: Comparison, game: Game, source: Source, u: tuple[Fraction, ...], gamma: Fraction) -> Counterexample:
    """The run of a source as a counterexample that nobody has judged yet."""
    run = replay(game, as_rounds(source), u, gamma)
    radius = Fraction(1) if game.radius == "declared" else None
    return recipe(source, comparison.text, game, u, gamma, len(run.counted), comparison.sides(run.values(radius)), radius)


def long_runs(comparison: Comparison, game: Game) -> Iterator[Counterexample]:
    """Runs as counterexamples that nobody has judged yet."""
    if not game.is_plain:
        return
    evaluator = evaluator_of(comparison, game)
    for run in predicted_runs(evaluator, SHORTEST):
        with suppress(Unmeasured):
            yield evaluator.witness(run)
    if evaluator.wide:
        return  # over all rounds nothing is predicted
    known = ((run, law) for run in islice(turns(game), MOST_PATTERNS) if (law := repetition(evaluator, run)) is not None)
    for run, law in islice(((run, law) for run, law in known if law.least() is not None), CHOSEN):
        with suppress(Unmeasured):
            yield evaluator.witness(run.prolonged(law.least() or 0))


def turns(game: Game) -> Iterator[Run]:
    """One example whose label takes turns, or one again and again."""
    if game.is_euclidean:
        yield from on_a_line(game)
        return
    radius, origin = Fraction(1) if game.radius == "declared" else None, (Fraction(0),)
    points = None
    if game.learner == "kernel" and game.points_are == "vectors":
        points = ((0,),) if game.kernel_object()(origin, origin) == 1 else ((1,),)
    if game.points_are == "vectors" and (game.dimension or 1) == 1:
        for labels in ((1, -1), (1, 1)):
            moves = tuple((y,) for y in labels)
            yield Run(1, moves, labels, (1,), 1, Fraction(1), radius, None, points)
