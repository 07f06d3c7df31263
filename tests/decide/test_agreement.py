"""What the prover was told is what the game plays: for every learner and every option of a game the facts of a proof hold on its drawn
runs, and a fact that is none of the game's is caught before it becomes a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from benchmarks.decide.suite import entries
from benchmarks.falsifier.suite import load
from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game
from proofs.decide import attempts
from proofs.decide import posed as posing
from proofs.decide.posed import PosedClaim, pose
from proofs.decide.prove import Contradiction, refuse_contradicted
from proofs.decide.ranges import KNOWN
from proofs.derive.authoring.certificate_search import NotFound
from proofs.falsify import falsify
from tests.amounts import cases, sampled, tries
from tests.cli.running import pp

# Learners, and the rules that name them.
LEARNERS: dict[str, dict[str, Any]] = {
    "perceptron": {},
    "ties=1": {"ties": 1},
    "ties=-1": {"ties": -1},
    "margin": {"learner": "margin"},
    "margin:eps=1": {"learner": "margin", "eps": Fraction(1)},
    "kernel:linear": {"learner": "kernel", "kernel": "linear"},
    "kernel:poly": {"learner": "kernel", "kernel": "poly:degree=2:offset=1"},
    "kernel:substrings": {"learner": "kernel", "kernel": "substrings"},
    "kernel:precomputed": {"learner": "kernel", "kernel": "precomputed:matrix=1,1/2;1/2,1"},
}
UNIT = (Fraction(-1), Fraction(0), Fraction(1))
# Ways to play, and their rules.
WAYS: dict[str, dict[str, Any]] = {
    "once": {},
    "flips": {"flips": 1},
    "passes": {"passes": 3},
    "shuffled": {"passes": 2, "shuffled": True},
    "flips in shuffled passes": {"flips": 2, "passes": 2, "shuffled": True},
    "a finite class": {"coordinates": UNIT, "norm": "any"},
    "a finite class with flips": {"coordinates": UNIT, "norm": "any", "flips": 2},
    "any labels": {"dropped": frozenset({"separable"})},
    "any lengths": {"dropped": frozenset({"bounded examples", "unit comparator"})},
}


def games(learner: str, way: str) -> list[Game]:
    """A draw of those with other options beside these, another one for each learner and way."""
    found = list(_games(LEARNERS[learner], WAYS[way]))
    return Random(learner + way).sample(found, min(len(found), tries(12, few=5)))


def _games(learner: dict[str, Any], way: dict[str, Any]) -> Iterator[Game]:
    """What does not go together is left out."""
    others = product(("separable", "agnostic"), ("unit", "ball", "any"), ("unit", "ball", "any"), ("measured", "declared"), (None, 1, 2))
    for setting, norm, comparator, radius, dimension in others:
        rules = {"setting": setting, "norm": norm, "comparator": comparator, "radius": radius, "dimension": dimension}
        with suppress(InputError):
            yield Game(**rules | learner | way)


def agrees(statement: PosedClaim) -> None:
    """Its facts hold on the runs of its game, and each of them says something about one of these."""
    compared = refuse_contradicted(statement)
    assert compared.runs and compared.seen == {fact.name for fact in statement.facts}, statement.asked


@pytest.mark.more
@pytest.mark.parametrize("way", sampled(list(WAYS), 3))
@pytest.mark.parametrize("learner", LEARNERS)
def test_the_facts_that_are_posed_hold_on_runs_of_the_game(learner: str, way: str) -> None:
    made = 0
    for game in games(learner, way):
        names = KNOWN[game.learner] - ({"E"} if game.learner == "kernel" else set())
        with suppress(NotFound):
            statement = pose(parse(" + ".join(sorted(names)) + " >= -1000"), game)
            made += 1
            agrees(statement)
    euclidean = "kernel" not in learner
    assert made or (not euclidean and way != "once") or "margin" in learner


def wrongly(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Let the prover be told of another game than is asked about."""
    right: Callable[[Game], Game] = posing.proved_about
    monkeypatch.setattr(posing, "proved_about", lambda game: right(replace(game, **changes)))


@pytest.mark.parametrize("case", cases(__file__, "other_games.txt"))
def test_a_fact_of_another_game_is_caught(case: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked, told, fact = map(eval, case)
    wrongly(monkeypatch, **told)
    statement = pose(parse("M >= -1"), Game(**asked))
    with pytest.raises(Contradiction, match=fact):
        refuse_contradicted(statement)


def test_a_proof_about_another_game_is_an_internal_error_and_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("clarabel")
    wrongly(monkeypatch, flips=0)
    monkeypatch.setattr(attempts, "refute", lambda *_, **__: None)
    failed = pp("decide", "M <= 1/gamma**2 + 2", "--label-noise", "1", "--budget", "100")
    assert failed.exit_code == 70 and "nothing was decided" in failed.stderr and "is true" not in failed.stdout


# Seconds for the prover.  The proofs below take up to three quarters of one; where there is none it uses up all that it is given.
IN_VAIN, PROVER = 0.5, 2.0
FALSE = [(entry.claimed[0], entry.game, True) for entry in entries() if not entry.true and len(entry.claimed) == 1]
FALSE += [(item.comparison, item.game, True) for item in load() if item.learner is None and item.false]
TEXTS = ("M <= 1/gamma**2 + 2", "M <= 1/gamma**2 + 2*TD/gamma", "M <= S2/gamma**2", "M <= R**2*U**2/gamma**2")
ASKED = [(parse(text), Game(**way), False) for text in TEXTS for way in WAYS.values()]
ASKED += [(parse(text), Game(**LEARNERS[learner], norm="any"), False) for text in TEXTS[2:] for learner in LEARNERS if "kernel" in learner]


@pytest.mark.parametrize(("comparison", "game", "false"), sampled(FALSE + ASKED, 6), ids=lambda told: getattr(told, "text", None))
def test_what_is_proved_is_not_false_and_no_search_breaks_it(comparison: Comparison, game: Game, false: bool) -> None:
    """The prover alone, without the closed forms; then, where nobody has said whether it is true, the search alone."""
    proved = False
    with suppress(NotFound):
        proved = bool(attempts.prove(pose(comparison, game), IN_VAIN if false else PROVER))
    assert not (proved and (false or falsify(comparison, game, turns=12).found))
