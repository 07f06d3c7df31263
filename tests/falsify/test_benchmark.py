"""The falsifier's benchmark: its data is what it says, and its quick part holds with real searches; so do printed forms that are false.

The whole suite takes minutes and runs with `make bench-falsifier`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.falsifier import naive
from benchmarks.falsifier.measure import judged
from benchmarks.falsifier.suite import KINDS, Item, load
from perceptron.errors import InputError
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import from_json, judge
from proofs.falsify import Found, falsify
from proofs.statements.docstrings import PRINTED
from proofs.statements.page import Page
from proofs.theorems import catalogue
from proofs.theorems.witnesses import models
from proofs.verify.checks.property_search import PropertySearch
from tests.amounts import rows, sampled

ROOT = Path(__file__).resolve().parents[2]
ITEMS = load()
QUICK = [item for item in ITEMS if item.quick]
ATTACKS = [(item, True) for item in QUICK] + [
    (item, False) for item in QUICK if item.learner is not None or item.game.learner in ("kernel", "winnow")
]
TRUE = [item for item in ITEMS if not item.false]


def test_the_suite_is_as_large_and_as_mixed_as_it_claims() -> None:
    families = Counter(item.kind for item in ITEMS if item.false)
    assert sum(families.values()) >= 40 and len(TRUE) >= 20
    assert set(families) == set(KINDS) and min(families.values()) >= 3
    assert len({(item.comparison.text, item.game, id(item.learner)) for item in ITEMS}) == len(ITEMS)
    assert all(item.why for item in ITEMS)


def test_what_is_proved_is_in_the_suite_as_true() -> None:
    """No theorem of the catalogue stands in the suite as false."""
    proved = {(page.statement.comparison.text.replace(" ", ""), page.statement.game) for page in catalogue.PAGES}
    assert not [item.id for item in ITEMS if item.false and not item.learner and _spoken(item) in proved]
    assert {"novikoff", "hinge-root", "hinge-simple", "margin-perceptron", "norm-growth"} <= {item.id for item in TRUE}


def _spoken(item: Item) -> tuple[str, Game]:
    return item.comparison.text.replace(" ", ""), item.game


def test_learners_of_the_literature_have_a_true_and_a_false_bound() -> None:
    told = {kind: {id(item.learner) for item in ITEMS if item.learner is not None and item.false == kind} for kind in (True, False)}
    assert len(told[True] & told[False]) >= 20


@pytest.mark.parametrize(("item", "shapes"), sampled(ATTACKS, 9), ids=lambda value: getattr(value, "id", str(value)))
def test_the_quick_ones_fall(item: Item, shapes: bool) -> None:
    outcome = falsify(item.comparison, item.game, turns=40, learner=item.learner, shapes=shapes)
    assert isinstance(outcome, Found), str(outcome)
    found = outcome.counterexample
    assert judged(item, found) and found.game == item.game and "<table>" in found._repr_html_()
    assert item.learner is not None or from_json(json.loads(found.dumps())).dumps() == found.dumps()


@pytest.mark.parametrize("item", sampled(TRUE, 3), ids=lambda item: item.id)
def test_no_true_one_falls(item: Item) -> None:
    outcome = falsify(item.comparison, item.game, turns=1, budget=2, learner=item.learner)
    assert not outcome.found, str(outcome)


@pytest.mark.nocover
@pytest.mark.parametrize("id", [id for (id,) in rows(__file__, "naive.txt")])
def test_the_baseline_is_no_straw_man(id: str) -> None:
    """It breaks what falls easily in every kind of game, and only with runs that the judge accepts."""
    (item,) = (item for item in ITEMS if item.id == id)
    attempt = naive.attack(item.comparison, item.game, 120, shrink=False)
    assert attempt.found is not None and judge(attempt.found).valid and attempt.found.game == item.game


@pytest.mark.parametrize(("text", "word"), rows(__file__, "bad_suites.txt"))
def test_a_bad_suite_is_refused(tmp_path: Path, text: str, word: str) -> None:
    file = tmp_path / "suite.toml"
    file.write_text(eval(text, {"good": 'id = "a"\nconjecture = "M <= 1"\nwhy = "in dimension one"\n'}))
    with pytest.raises(InputError, match=word):
        load(file)


@pytest.mark.nocover
def test_it_runs_from_the_command_line(tmp_path: Path) -> None:
    target = tmp_path / "results.json"
    chosen = ("hinge-single-loss", "progress-without-loss", "mr-3", "--true-budget", "0.3", "--naive-budget", "1.5")
    command = [sys.executable, "-m", "benchmarks.falsifier", *chosen, "--json", str(target)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert "2 of 2 false conjectures broken; 0 false alarms on 1 true ones" in run.stdout and "naive: " in run.stdout
    told = json.loads(target.read_text())
    assert [one["falsifier"]["broken"] for one in told["results"]] == [True, True, False] and told["naive"]["false_alarms"] == []
    nothing = subprocess.run([*command[:3], "no-such-id"], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert nothing.returncode == 2 and "no conjecture" in nothing.stderr


# --- What a source prints and is false falls to the search, afresh: bounds on runs, and claims on instances


@pytest.mark.parametrize("item", [item for item in catalogue.THEOREMS if item.refuted], ids=lambda item: item.id)
def test_every_printed_form_that_is_false_falls(item: Any) -> None:
    if isinstance(item, Page):
        outcome = falsify(parse(item.refuted), item.statement.attacks[0][1], turns=8)
        assert isinstance(outcome, Found) and judge(outcome.counterexample).valid
    else:
        trial = PropertySearch(item.without(PRINTED), 3600, turns=8).run()
        assert trial.found is not None and models.judge(item, PRINTED, trial.found).valid
