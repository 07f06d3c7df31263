"""The attack, with real searches: what is false falls, what is proved survives, and everything found is judged by other
code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, from_json, judge, read, write
from proofs.falsify import Found, Interrupted, Survived, falsify, search
from proofs.falsify.against_euclidean import LENGTH, arbitrary_run
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import alphabet
from proofs.falsify.geometries import run_of
from proofs.falsify.search import Search
from proofs.falsify.simplifications import size
from proofs.falsify.spheres import four_squares
from tests.amounts import sampled, tries

ROOT = Path(__file__).resolve().parents[2]
NOVIKOFF = ("M <= R**2/gamma**2", Game(norm="any", radius="declared"))
ROOT_BOUND = ("M <= ((1+sqrt(1+4*gamma*TD))/(2*gamma))**2", Game(setting="agnostic"))
SIMPLE = ("M <= 1/gamma**2 + 2*TD/gamma", Game(setting="agnostic"))
MARGIN = ("M <= 8/gamma**2 - 4", Game(learner="margin"))
ANYTHING = Game(setting="agnostic", norm="any", comparator="any")
CORE = [("W**2 <= S2", ANYTHING), ("P >= gamma*M - TD", ANYTHING), ("gamma*M - TD <= U*sqrt(S2)", ANYTHING)]
GAMES = [
    Game(),
    Game(ties=1),
    Game(ties=-1),
    Game(learner="margin", eps=Fraction(1, 3)),
    Game(learner="margin", norm="unit"),
    Game(learner="hebb"),
    Game(setting="agnostic", comparator="ball"),
    Game(norm="unit"),
    Game(norm="any", radius="declared"),
    Game(dimension=2, setting="agnostic", norm="any", comparator="any"),
    *(game.drop(name) for _, game in (NOVIKOFF, SIMPLE, MARGIN) for name in game.possible),
]


def found(conjecture: str, game: Game | None = None, **options: object) -> Counterexample:
    """A search that must succeed; what it found, judged from its file."""
    outcome = falsify(conjecture, game, turns=100, **options)  # type: ignore[arg-type]
    assert isinstance(outcome, Found), str(outcome)
    counterexample = from_json(json.loads(outcome.counterexample.dumps()))
    assert judge(counterexample).valid
    return counterexample


@pytest.mark.parametrize(("text", "game"), sampled([NOVIKOFF, ROOT_BOUND, SIMPLE, MARGIN, *CORE], 4))
def test_what_is_proved_survives(text: str, game: Game) -> None:
    outcome = falsify(text, game, turns=6)
    assert isinstance(outcome, Survived)
    assert outcome.report.runs > 50 and outcome.report.best is not None
    # The nearest run keeps every hypothesis: all that the judge has against it is that the comparison holds.
    reasons = judge(outcome.report.best).reasons
    assert len(reasons) == 1 and "the comparison holds" in reasons[0]


@pytest.mark.parametrize(
    ("text", "game", "name"),
    sampled([(text, game, name) for text, game in (NOVIKOFF, ROOT_BOUND, SIMPLE, MARGIN) for name in game.possible], 8),
)
def test_every_dropped_hypothesis_falls(text: str, game: Game, name: str, tmp_path: Path) -> None:
    counterexample = found(text, game.drop(name))
    assert counterexample.game.dropped == {name}
    assert len(counterexample.rounds) <= 6 and counterexample.dimension == 1
    write(tmp_path / "c.json", counterexample)
    assert judge(read(tmp_path / "c.json")).valid


@pytest.mark.parametrize("shapes", [True, False])
@pytest.mark.parametrize(
    ("text", "game", "dimension", "most"),
    sampled(
        [
            ("M <= 1/gamma**2 + TD/gamma", None, None, 1),
            ("M <= H2**2 + 2*R*sqrt(S2)/gamma**2", None, None, 1),  # MR (5)
            ("M <= (2*R**2/gamma**2 + H2)**2", None, None, 1),  # MR (6)
            ("M <= 0.4/gamma**2 + 3", None, 2, 25),
            ("M <= 0.95/gamma**2 + 1", None, 3, 40),
            ("M <= 2.2/gamma**2", Game(learner="margin"), None, 60),
            ("M < 1/gamma**2", None, None, 1),
            ("M <= d", None, None, 3),
            ("M = T", None, None, 2),
            ("M <= 0.9/gamma**2", Game(ties=1), None, 3),
            ("M <= 0.9/gamma**2", Game(norm="unit"), None, 3),
        ],
        6,
    ),
)
def test_what_is_false_falls(text: str, game: Game | None, dimension: int | None, most: int, shapes: bool) -> None:
    counterexample = found(text, game, dimension=dimension, shapes=shapes)
    assert len(counterexample.rounds) <= most
    assert dimension is None or counterexample.dimension == dimension


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.nocover)])
@pytest.mark.parametrize("text", ["M <= 0.4/gamma**2 + 2", "M <= 1/gamma**2"])
def test_by_its_turns_a_search_is_the_same_each_time(text: str, workers: int) -> None:
    def tried() -> dict[str, object]:
        outcome = falsify(text, dimension=2, seed=3, shapes=False, turns=12, workers=workers)
        timed = {"seconds", "stale"}
        return {key: value for key, value in outcome.report.to_json().items() if key not in timed} | {
            "found": outcome.counterexample if isinstance(outcome, Found) else None
        }

    one = tried()
    assert one["turns"] == 12 and one["runs"] and (one["found"] is None) == (text == "M <= 1/gamma**2")
    assert tried() == one


@settings(max_examples=tries(150))
@given(st.data())
def test_every_way_of_playing_keeps_the_rules_as_the_judge_sees_them(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    genes = alphabet(game, 12)
    if data.draw(st.booleans()):
        made = run_of(genes.decode(data.draw(st.binary(min_size=len(genes.genes), max_size=len(genes.genes)))), game)
    else:
        made = arbitrary_run(data.draw(st.binary(min_size=LENGTH, max_size=LENGTH)), game)
    comparison = parse("M + T + d + R + S2 + U + W + P >= 1000000")
    evaluator = Evaluator(comparison, game)
    measured = made and evaluator.measure(made)
    if made is None or measured is None:
        return
    verdict = judge(evaluator.witness(made))
    broken = [reason for reason in verdict.reasons if "hypothesis" in reason or "R is" in reason]
    assert measured.keeps == (not broken), broken
    assert evaluator.breaks(made, measured) == verdict.valid
    assert {**measured.values(evaluator.eps)} == verdict.values
    floats = measured.floats(evaluator.float_eps)
    assert floats["M"] == measured.counted and abs(floats["P"] - float(verdict.values["P"] or 0)) < 1e-6  # type: ignore[arg-type]


def test_undecided_is_survival_and_is_said() -> None:
    outcome = falsify("exp(M) <= exp(sqrt(M)*sqrt(M) + TD - TD)*exp(U)/exp(U)", turns=6, seed=1)
    assert isinstance(outcome, Survived) and outcome.report.undecided > 0
    assert "undecided" in str(outcome) and "prove" not in str(outcome).lower()


def test_the_report_is_json_and_never_claims_a_proof() -> None:
    outcome = falsify("M <= 1/gamma**2", turns=4)
    told = json.loads(json.dumps(outcome.report.to_json()))
    assert told["runs"] == outcome.report.runs > 0 and told["seed"] == 0
    assert told["ratio"] == 1 and from_json(told["witness"]) == outcome.report.best
    assert all(f"\n    {name} " in str(search.__doc__) for name in told["strategies"])
    assert "prove" not in str(outcome).lower() and "survived" in str(outcome)


def test_bad_requests_are_refused_by_what_is_wrong_with_them() -> None:
    for budget in (0, -1, float("nan"), float("inf")):
        with pytest.raises(InputError, match="budget"):
            falsify("M <= 1", budget=budget)
    for unfit in ({"seed": True}, {"turns": -1}, {"turns": 1.5}):
        with pytest.raises(InputError, match=next(iter(unfit))):
            falsify("M <= 1", **unfit)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="position 6"):
        falsify("M <= nosuch")
    with pytest.raises(InputError, match="dimension"):
        falsify("M <= 1", dimension=0)
    with pytest.raises(InputError, match="no hypothesis 'margin rule'"):
        Game().drop("margin rule")


def test_what_the_command_spent_on_its_start_is_part_of_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[float] = []
    monkeypatch.setattr(Search, "run", lambda search: left.append(search.deadline - time.monotonic()))
    for spent in (0, 4, 100):
        falsify("M <= 1/gamma**2", budget=6, spent=spent)
    whole, rest, half = left  # half of it is kept in any case
    assert 3 < whole <= 6 and 0 < rest <= 3 and 0 < half <= 3


def test_interrupting_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "mutate", interrupt)
    with pytest.raises(Interrupted) as stopped:
        falsify("M <= 1/gamma**2", budget=3600)
    assert stopped.value.report.runs > 0 and stopped.value.found is None
    monkeypatch.setattr("proofs.falsify.shrink.lower_genome", interrupt)
    with pytest.raises(Interrupted) as stopped:
        falsify("M <= 0.95/gamma**2 + 1", budget=3600, dimension=3)
    assert stopped.value.found is not None and judge(stopped.value.found.counterexample).valid


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_a_search_in_a_process_of_its_own() -> None:
    code = (
        "import threading, proofs.falsify as f\n"
        "from proofs.falsify.search import Search\n"
        "begun, mutate = threading.Event(), Search.mutate\n"
        "def announced(*args, **options):\n"
        "    begun.is_set() or print('searching', flush=True)\n"
        "    begun.set()\n"
        "    return mutate(*args, **options)\n"
        "Search.mutate = announced\n"
        "try: f.falsify('M <= 1/gamma**2', budget=3600)\n"
        "except f.Interrupted as stopped: print(stopped.report.runs)\n"
        "raise SystemExit\n"  # without it CPython may still die of SIGINT: it remembers one that passed through an exec() of text
    )
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "searching\n"
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=600)  # a hang, not a timing
    assert process.returncode == 0 and int(output) > 0


@given(st.integers(0, 10**12))
def test_every_number_is_a_sum_of_its_four_squares(n: int) -> None:
    assert sum(value * value for value in four_squares(n)) == n


def test_size_orders_rounds_before_dimension_before_numbers() -> None:
    game = Game()
    genes = alphabet(game, 12)
    ways = ({}, {"grid": 9, "progress": 20}, {"dimension": 1}, {"rounds": 3, "dimension": 1, "grid": 3, "progress": 64})
    runs = [run_of(genes.make(**values), game) for values in ways]
    sizes = [size(run) for run in runs if run is not None]
    assert len(sizes) == 4 and sizes == sorted(sizes) and sizes[-1][0] > 1


def test_nontrivial_counterexamples_say_something() -> None:
    game = MARGIN[1].drop("separable")
    plain, better = found(MARGIN[0], game), found(MARGIN[0], game, nontrivial=True)
    assert plain.M == 0 and judge(plain).sides[1] == "-2"  # fewest examples first: the bound is empty
    assert better.M >= 1 and Fraction(judge(better).sides[1]) > 0
    outcome = falsify("M <= 1/gamma**2 - d - 1", Game(dimension=1), turns=40, nontrivial=True)
    assert isinstance(outcome, Found) and Fraction(outcome.verdict.sides[1]) > 0


def test_a_search_leaves_no_folder_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Used as a library, where Hypothesis would make `.hypothesis` in whatever the working directory is."""
    monkeypatch.delenv("HYPOTHESIS_STORAGE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    here = tmp_path / "here"
    here.mkdir()
    script = "from proofs.falsify import falsify; falsify('M <= 1/gamma**2', budget=0.5)"
    subprocess.run([sys.executable, "-c", script], cwd=here, check=True, timeout=60)
    assert not list(here.iterdir())
