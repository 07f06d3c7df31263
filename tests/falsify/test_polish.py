"""The local optimiser: what it proposes keeps the rules as measured exactly, and presses harder than what it was given."""

from __future__ import annotations

import random

import pytest

from proofs.falsify import Found, falsify
from proofs.falsify.adversary import play
from proofs.falsify.genome import alphabet
from proofs.falsify.play import Umpire
from proofs.falsify.polish import Polisher, fits
from proofs.falsify.search import Search
from proofs.game import Game
from proofs.language import parse


@pytest.mark.parametrize(
    ("text", "game", "dimension", "rounds", "at_least"),
    [
        ("M <= 1/gamma**2", Game(), 3, 8, 0.999),
        ("M <= 1/gamma**2", Game(ties=1), 3, 8, 0.999),
        ("M <= R**2/gamma**2", Game(norm="any", radius="declared"), 3, 8, 0.999),
        ("M <= 2.5/gamma**2", Game(learner="margin"), 3, 16, 0.85),
        ("M <= 1/gamma**2 + TD/gamma", Game(setting="agnostic"), 2, 6, 1.3),
        ("gamma*M - TD <= U*sqrt(S2)", Game(setting="agnostic", norm="any", comparator="any"), 2, 6, 0.999),
        ("P >= gamma*M - TD", Game(setting="agnostic"), 2, 6, 0.999),
    ],
)
def test_it_presses_as_hard_as_there_is(text: str, game: Game, dimension: int, rounds: int, at_least: float) -> None:
    umpire, genes = Umpire(parse(text), game), alphabet(game, rounds)
    polisher = Polisher(umpire.comparison, game)
    measured = umpire.measure(play(genes.make(rounds=rounds - 1, dimension=dimension - 1, grid=20, progress=96), game))  # type: ignore[arg-type]
    assert measured is not None and fits(game)
    start = polisher.start(measured)
    assert start is not None
    best = 0.0
    for seed in range(3):
        made = polisher.polish(start, 0.02, random.Random(seed))
        again = made and umpire.measure(made)
        if made is not None and again is not None:
            assert again.keeps
            best = max(best, umpire.score(again))
    assert best >= at_least


def test_the_search_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for other in ("feedback", "climb"):
        monkeypatch.setattr(Search, other, lambda *_: None)
    outcome = falsify("M <= 1/gamma**2 + 0.6*TD/gamma", budget=20, shapes=False, seed=3)
    assert isinstance(outcome, Found)
    assert set(outcome.report.strategies) <= {"free", "polish", "batch"}


def test_it_leaves_alone_what_it_does_not_know() -> None:
    assert not fits(Game(norm="unit")) and not fits(Game().drop("zero start"))
