"""A few runs of a game, drawn by the moves of the search: for whoever wants to hold something against them and not to break anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import Rule
from proofs.falsify import passes_and_classes
from proofs.falsify.euclidean_starts import LENGTH
from proofs.falsify.feedback import run_of
from proofs.falsify.genomes import alphabet
from proofs.falsify.geometries import evaluator_of, geometry_of
from proofs.falsify.run import Run

RUNS, TRIES, ROUNDS = 12, 60, 8  # runs, how many are drawn for them at most, and how long they are


@lru_cache(maxsize=32)
def drawn(game: Game) -> tuple[Run, ...]:
    """Runs of a game against its own learner."""
    return tuple(draw(game))


def draw(game: Game, rule: Rule | None = None) -> Iterator[Run]:
    """RUNS runs within the rules, the same ones each time: arbitrary ones, and ones that answer to the weights; with flips where labels may
    be flipped."""
    random, genes = Random(0), alphabet(game, ROUNDS)
    evaluator, kept = evaluator_of(parse("M >= 0"), game, rule=rule), 0
    for t in range(TRIES):
        if t % 2:
            run = run_of(genes.decode(random.randbytes(len(genes.genes))), game, rule)
        else:
            run = geometry_of(game).arbitrary_run(random.randbytes(LENGTH), game)
        if run is not None and game.flips and t % 3:
            run = flipped(run, random.sample(range(len(run.moves)), min(game.flips, len(run.moves))))
        if run is not None and passes_and_classes.are_asked(game):
            run = passes_and_classes.in_passes(
                passes_and_classes.first_pass(run, game) if t % 2 else run, game, t % passes_and_classes.WAYS, rule
            )
        if run is not None and (measured := evaluator.measure(run)) is not None and measured.keeps:
            yield run
            if (kept := kept + 1) == RUNS:
                return


def flipped(run: Run, places: list[int]) -> Run:
    """The run with the labels of some rounds flipped."""
    signs = [-1 if t in places else 1 for t in range(len(run.moves))]
    moves = tuple(tuple(s * n for n in z) for s, z in zip(signs, run.moves, strict=True))
    return replace(run, moves=moves, labels=tuple(s * y for s, y in zip(signs, run.labels, strict=True)))
