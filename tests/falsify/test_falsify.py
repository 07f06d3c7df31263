"""The attack, with real searches: what is false falls, what is proved survives, and everything found is judged by other code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.falsifier.learners import HALF, FixedMargin
from perceptron import Examples, Perceptron
from perceptron import run as learned
from perceptron.errors import InputError
from proofs.conjecture import claims, parse
from proofs.conjecture.game import Game, default_game
from proofs.counterexample import Counterexample, from_json, judge, read, write
from proofs.counterexample.learner_object import Beside, claims_for
from proofs.decide.posed import pose
from proofs.derive.authoring.certificate_search import NotFound
from proofs.falsify import Found, Interrupted, Survived, falsify, search, several
from proofs.falsify.against_euclidean import LENGTH, arbitrary_run
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.genomes import alphabet
from proofs.falsify.geometries import evaluator_of, geometry_of, run_of
from proofs.falsify.passes_and_classes import in_passes
from proofs.falsify.run import Run
from proofs.falsify.search import Search
from proofs.falsify.strategies.interface import StrategyView
from proofs.falsify.strategies.known_families import plain_runs
from proofs.system.work_clock import work_time
from tests.amounts import cases, sampled, tries
from tests.conjecture.sentences import sentences

ROOT = Path(__file__).resolve().parents[2]
NOVIKOFF = ("M <= R**2/gamma**2", Game(norm="any", radius="declared"))
ROOT_BOUND = ("M <= ((1+sqrt(1+4*gamma*TD))/(2*gamma))**2", Game(setting="agnostic"))
SIMPLE = ("M <= 1/gamma**2 + 2*TD/gamma", Game(setting="agnostic"))
MARGIN = ("M <= 8/gamma**2 - 4", Game(learner="margin"))
ANYTHING = Game(setting="agnostic", norm="any", comparator="any")
CORE = [("W**2 <= S2", ANYTHING), ("P >= gamma*M - TD", ANYTHING), ("gamma*M - TD <= U*sqrt(S2)", ANYTHING)]
# Games of every kind; those without one of their hypotheses come to them.
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
]
GAMES += [game.drop(name) for _, game in (NOVIKOFF, SIMPLE, MARGIN) for name in game.possible]


def found(conjecture: str, game: Game | None = None, **options: object) -> Counterexample:
    """A search that must succeed; what it found, judged from its file."""
    outcome = falsify(conjecture, game, turns=25, **options)  # type: ignore[arg-type]
    assert isinstance(outcome, Found), str(outcome)
    counterexample = from_json(json.loads(outcome.counterexample.dumps()))
    assert judge(counterexample).valid
    return counterexample


@pytest.mark.parametrize(("text", "game"), sampled([NOVIKOFF, ROOT_BOUND, SIMPLE, MARGIN, *CORE], 4))
def test_what_is_proved_survives(text: str, game: Game) -> None:
    outcome = falsify(text, game, turns=3)
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


@pytest.mark.parametrize("shapes", sampled([False, True], 1))
@pytest.mark.parametrize("case", sampled(cases(__file__, "false_conjectures.txt"), 6))
def test_what_is_false_falls(case: list[str], shapes: bool) -> None:
    text, game, dimension, most = map(eval, case)
    counterexample = found(text, game, dimension=dimension, shapes=shapes)
    assert len(counterexample.rounds) <= most
    assert dimension is None or counterexample.dimension == dimension


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.nocover)])
@pytest.mark.parametrize(
    ("text", "game", "falls"),
    [
        ("M <= 0.4/gamma**2 + 2", Game(dimension=2), True),
        ("M <= 1/gamma**2", Game(dimension=2), False),
        ("M <= 1.5*R**2*log(2*d)/gamma**2 - 1", Game(learner="kernel", kernel="poly:degree=3"), True),
        ("M <= 1.5*R**2*log(2*d)/gamma**2 - 1", Game(learner="winnow"), True),
    ],
)
def test_by_its_turns_a_search_is_the_same_each_time(text: str, game: Game, falls: bool, workers: int) -> None:
    def tried() -> dict[str, object]:
        outcome = falsify(text, game, seed=3, shapes=False, turns=12, workers=workers)
        if workers > 1 and isinstance(outcome, Found):  # the report counts how far the others were when they stopped
            return {"turns": outcome.report.turns, "found": outcome.counterexample}
        return {key: value for key, value in outcome.report.to_json().items() if key not in {"seconds", "stale"}} | {
            "found": outcome.counterexample if isinstance(outcome, Found) else None
        }

    one = tried()
    assert one["turns"] == 12 and one.get("runs", 1) and (one["found"] is not None) == falls
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
    assert measured.values() == verdict.values
    floats = evaluator.floats(measured)
    assert floats["M"] == measured.counted and abs(floats["P"] - float(verdict.values["P"] or 0)) < 1e-6  # type: ignore[arg-type]


def test_undecided_is_survival_and_is_said() -> None:
    outcome = falsify("exp(M) <= exp(sqrt(M)*sqrt(M) + TD - TD)*exp(U)/exp(U)", turns=6, seed=1)
    assert isinstance(outcome, Survived) and outcome.report.undecided > 0
    assert "undecided" in str(outcome) and "prove" not in str(outcome).lower()


def test_the_report_is_json_and_never_claims_a_proof() -> None:
    """What was not seen is estimated by Good and Turing."""
    outcome = falsify("M <= 1/gamma**2", turns=8)
    report, told = outcome.report, json.loads(json.dumps(outcome.report.to_json()))
    assert told["runs"] == report.runs > 0 and told["seed"] == 0
    assert told["ratio"] == 1 and from_json(told["witness"]) == report.best
    assert report.residual is not None and 0 <= report.residual <= 1 and report.judged <= report.runs
    assert 0 <= report.stale <= report.seconds + 0.1 and "of a new kind" in str(report.lines())
    assert told["outcomes"] == {"runs": report.judged, "once": report.once}
    assert all(f"\n    {name} " in str(search.__doc__) for name in told["strategies"])
    assert "prove" not in str(outcome).lower() and "survived" in str(outcome)


def test_bad_requests_are_refused_by_what_is_wrong_with_them() -> None:
    for unfit in ({"budget": float("inf")}, {"seed": True}, {"turns": 1.5}, *({"workers": n} for n in (0, True, 65, 1.5))):
        with pytest.raises(InputError, match=next(iter(unfit))):
            falsify("M <= 1", **unfit)  # type: ignore[arg-type]
    for rules in ({"shuffled": 1, "passes": 2}, {"coordinates": (0.5,)}):
        with pytest.raises(InputError, match=next(iter(rules))):
            Game(**rules)  # type: ignore[arg-type]


def test_what_the_command_spent_on_its_start_is_part_of_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[float] = []
    monkeypatch.setattr(Search, "run", lambda search: left.append(search.deadline - work_time()))
    for spent in (0, 400, 10_000):
        falsify("M <= 1/gamma**2", budget=600, spent=spent)
    whole, rest, half = left  # half of it is kept in any case
    assert 300 < whole <= 600 and 0 < rest <= 300 and 0 < half <= 300


def test_interrupting_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "mutate", interrupt)
    with pytest.raises(Interrupted) as stopped:
        falsify("M <= 1/gamma**2", budget=3600)
    assert stopped.value.report.runs > 0 and stopped.value.found is None
    monkeypatch.setattr("proofs.falsify.shrink.by_genome", interrupt)
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


# --- More than one counterexample


def test_several_counterexamples_show_different_things() -> None:
    found = list(several(parse("M <= 0.9/gamma**2"), Game(), 3, budget=3600, turns=20))
    assert len(found) == 3
    assert len({(c.lhs, c.rhs, c.size) for c in (one.counterexample for one in found)}) == 3
    assert all(judge(from_json(one.counterexample.to_json())) and one.counterexample.game == Game() for one in found)


def test_of_a_true_conjecture_there_is_none() -> None:
    assert not list(several(parse("M <= 1/gamma**2"), Game(), 2, budget=3600, turns=1))


def test_the_first_run_is_told_before_it_is_shrunk() -> None:
    heard = []
    outcome = falsify("M <= 0.9/gamma**2 + 1", turns=40, on_found=heard.append)
    assert isinstance(outcome, Found) and len(heard) == 1
    assert (heard[0].rounds, heard[0].dimension) == outcome.first_size and heard[0].seconds == outcome.first_seconds
    assert outcome.first_size[0] >= len(outcome.counterexample.rounds)
    assert f"found after {outcome.first_seconds:.2f} s" in str(outcome)


# --- Several workers: the same result every time, what they tried added up, and a death that is said


def test_a_learner_that_cannot_be_pickled_is_searched_too() -> None:
    outcome = falsify("M <= 1/gamma**2", learner=lambda gamma: FixedMargin(HALF), turns=40, workers=2)
    assert isinstance(outcome, Found)


@dataclass
class Signals:
    """A strategy that proposes nothing. When it is first asked, it sends a signal to its worker, or to the process that started it."""

    number: int
    upwards: bool = False
    alone: bool = False  # in the first worker only
    name = "signals"

    def runs(self, seen: StrategyView, turn: int) -> Iterator[Run]:
        if turn == 0:
            os.kill(os.getppid() if self.upwards else os.getpid(), self.number)
        yield from ()


def test_a_dead_worker_is_said() -> None:
    outcome = falsify("M <= 1/gamma**2", turns=8, workers=2, strategies=[Signals(signal.SIGKILL, alone=True)])
    assert isinstance(outcome, Survived)
    assert len(outcome.report.notes) == 1 and "died with exit code -9" in str(outcome)


def test_interrupting_keeps_what_the_workers_tried() -> None:
    with pytest.raises(Interrupted) as stopped:
        falsify("M <= 1/gamma**2", budget=3600, workers=2, strategies=[Signals(signal.SIGINT, upwards=True, alone=True)])
    assert stopped.value.report.runs > 0 and stopped.value.report.best is not None


def test_workers_that_are_told_to_stop_say_what_they_tried() -> None:
    outcome = falsify("M <= 1/gamma**2", budget=3600, workers=2, strategies=[Signals(signal.SIGTERM)])
    assert isinstance(outcome, Survived) and outcome.report.runs > 0
    assert len(outcome.report.notes) == 2 and all(note.endswith("told to stop before its time") for note in outcome.report.notes)


def dies(*_: object) -> None:
    os._exit(1)


def test_no_worker_left_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.falsify.processes.work", dies)
    with pytest.raises(InputError, match="all workers died"):
        falsify("M <= 1/gamma**2", budget=3600, workers=2)


# --- Every sentence of the grammar is evaluated or refused in one line: what the search calls broken the judge accepts, from a file too


# Rules of games, beside those of a conjecture itself.
RULES: list[dict[str, Any]] = [
    {},
    {"ties": 1, "norm": "unit"},
    {"setting": "agnostic", "comparator": "any"},
    {"learner": "margin", "norm": "any"},
    {"learner": "kernel", "kernel": "poly:degree=2"},
    {"learner": "winnow", "rate": "eta=1/4"},
    {"passes": 2, "flips": 1},
    {"dropped": frozenset({"positive margin", "unit comparator"})},
]
ISSUE = ["M <= e*TD/gamma", "M <= pi*TD", "M <= TD*log(2)", "floor(P**(1/3)) <= 1", "0**0 = 1", "M <= 9**200", "M < 1/(d - 1)"]


def with_all(test: Any) -> Any:
    for text in ISSUE:
        test = example(text, {"setting": "agnostic"}, False)(example(text, {}, False)(test))
    return test


@with_all
@settings(max_examples=tries(300, 40))
@given(sentences(), st.sampled_from(RULES), st.booleans())
def test_judge_accepts_a_run_that_refutes_a_sentence(text: str, rules: dict[str, Any], nontrivial: bool) -> None:
    try:
        comparisons = claims(text)
        game = default_game(frozenset[str]().union(*(one.names for one in comparisons)), **rules)
        evaluators = [evaluator_of(one, game, nontrivial) for one in comparisons]
    except InputError as refusal:
        assert "\n" not in str(refusal)
        return
    genes, geometry = alphabet(game, 12), geometry_of(game)
    genomes = (genome for genome in geometry.extremal_genomes(game) if genome[0] < 12)
    runs = [*islice(plain_runs(game), 3 * (not game.kernel)), *(run_of(genome, game) for genome in islice(genomes, 6))]
    for evaluator in evaluators:
        assert len(genes.genes) and evaluator.comparison.unicode()
        for run in runs:
            measured = None if run is None else evaluator.measure(run)
            if run is None or measured is None:
                continue
            evaluator.score(measured)
            if evaluator.breaks(run, measured):
                found = from_json(json.loads(evaluator.witness(run).dumps()))
                assert judge(found).valid, judge(found)
        try:
            assert pose(evaluator.comparison, game).conclusion is not None
        except NotFound:
            continue


@settings(max_examples=tries(100, 10))
@given(sentences(("M_2", "E_2")))
def test_two_learners_beside_each_other_are_said_by_a_file(text: str) -> None:
    game, other = Game(), Game(learner="margin")
    rule = Beside(game.opponent, other.opponent)
    try:
        evaluators = [evaluator_of(one, game, rule=rule) for one in claims_for(text, rule)]
    except InputError:
        return
    genomes = (genome for genome in geometry_of(game).extremal_genomes(game) if genome[0] < 12)
    for genome in islice(genomes, 3):
        run = run_of(genome, game, rule)
        for evaluator in evaluators:
            if run is not None and evaluator.breaks(run):
                found = from_json(json.loads(evaluator.witness(run).dumps()))
                assert judge(found).valid, judge(found)


def test_a_learner_beside_another_is_refused_in_a_file_where_it_cannot_be() -> None:
    rule = Beside(Game().opponent, Game(learner="margin").opponent)
    run = next(plain_runs(Game()))
    evaluator = evaluator_of(claims_for("M <= 0", rule)[0], Game(), rule=rule)
    data = evaluator.witness(run).to_json()
    for record, words in (
        ({"name": "winnow", "eta": "1/4", "beside": {"name": "margin"}}, "lengths are Euclid's"),
        (data["learner"] | {"beside": {"name": "kernel", "kernel": {"name": "substrings"}}}, "compares strings"),
        (data["learner"] | {"beside": "margin"}, "must be an object"),
        (data["learner"] | {"start": ["1"]}, "remove the start"),
    ):
        with pytest.raises(InputError, match=words):
            from_json(data | {"learner": record})


# --- What a researcher asks: conditions, two sides, finite classes, label noise, several passes, final weights; and as a state machine


CLASS = (Fraction(-1), Fraction(0), Fraction(1))


def fallen(text: str, game: Game | None = None) -> Found:
    outcome = falsify(text, game, turns=8)
    assert isinstance(outcome, Found), str(outcome)
    again = from_json(outcome.counterexample.to_json())
    assert judge(again) and again.game == outcome.counterexample.game
    return outcome


def test_a_condition_binds_the_adversary() -> None:
    assert not falsify("M <= 4 where gamma >= 1/2", turns=1).found
    outcome = fallen("M <= 4 where gamma >= 1/3")
    assert outcome.counterexample.gamma >= Fraction(1, 3) and outcome.counterexample.M > 4
    assert outcome.counterexample.comparison.unicode() == "M ≤ 4 where γ ≥ 1/3"


@pytest.mark.nocover
def test_of_a_claim_with_several_sides_the_false_one_is_shown() -> None:
    outcome = fallen("0 <= M <= 1/gamma**2 and W <= 0.9*R*sqrt(M)")
    assert outcome.counterexample.comparison.unicode() == "‖w‖ ≤ 0.9·R·√M"
    outcome_true = falsify("0 <= M <= 1/gamma**2", turns=1)
    assert isinstance(outcome_true, Survived)
    assert any("survived too" in note for note in outcome_true.report.notes)


def test_flipped_labels_are_as_many_as_may_be_and_wrong_by_the_margin(tmp_path: Path) -> None:
    outcome = fallen("M <= 1/gamma^2", Game(flips=2))
    wrong = [t for t, (x, y) in enumerate(outcome.counterexample.rounds) if y * _along(outcome, x) < 0]
    assert 1 <= len(wrong) <= 2
    data = outcome.counterexample.to_json()
    assert data["flips"] == 2
    assert not judge(from_json({name: value for name, value in data.items() if name != "flips"}))
    assert not falsify("M <= 1/gamma^2 + 100/gamma^2", Game(flips=1), turns=1).found


def test_examples_of_a_finite_class() -> None:
    game = Game(norm="any", comparator="any", coordinates=CLASS)
    outcome = fallen("M <= 0.5*R**2*U**2/gamma**2 + 1", game)
    assert all(set(x) <= set(CLASS) for x, _ in outcome.counterexample.rounds)
    assert not falsify("M <= R**2*U**2/gamma**2", game, turns=1).found
    data = outcome.counterexample.to_json()
    assert not judge(from_json(data | {"coordinates": ["5"]}))
    half = falsify("M <= 1", Game(norm="any", coordinates=(Fraction(1, 2), Fraction(-1, 2))), turns=8)
    assert isinstance(half, Found) and half.verdict.valid


def test_several_passes_are_played_by_the_learner(tmp_path: Path) -> None:
    outcome = fallen("M <= T/4 + 1", Game(passes=3))
    write(tmp_path / "found.json", outcome.counterexample)
    again = read(tmp_path / "found.json")
    assert judge(again) and again.game.passes == 3
    rows = [x for x, _ in again.rounds] * 3
    assert again.M == learned(Perceptron(), Examples(rows, [y for _, y in again.rounds] * 3)).M
    assert outcome.verdict.values["T"] == len(rows)


def test_shuffled_passes_are_permutations_of_one_set(tmp_path: Path) -> None:
    """Bounds in T are false by later passes alone: the first has no more than T/2 rounds."""
    outcome = fallen("M <= T/2 + 1", Game(passes=2, shuffled=True))
    c = outcome.counterexample
    half = len(c.rounds) // 2
    assert len(c.rounds) == 2 * half == outcome.verdict.values["T"]
    assert sorted(c.rounds[:half]) == sorted(c.rounds[half:])
    assert c.M == learned(Perceptron(), Examples([x for x, _ in c.rounds], [y for _, y in c.rounds])).M
    data = c.to_json()
    changed = [*data["examples"][:-1], {"x": ["0"] * c.dimension, "y": 1}]
    for broken, why in ((changed, "same examples"), (data["examples"][:-1], "same examples")):
        verdict = judge(from_json(data | {"examples": broken}))
        assert not verdict and any(why in reason for reason in verdict.reasons)
    once = judge(from_json({name: value for name, value in data.items() if name not in ("passes", "shuffled")}))
    assert once, "the same run without that rule"
    assert not falsify("M <= 1/gamma**2", Game(passes=3, shuffled=True), turns=1).found
    margin = Game(learner="margin", setting="agnostic", passes=2, shuffled=True)
    assert in_passes(Run(1, ((0,), (1,)), (1, 1), (1,), 1, Fraction(1)), margin, 0) is None, "it cannot begin with 0"


def test_labels_may_be_flipped_in_every_pass() -> None:
    outcome = fallen("M <= 1/gamma^2", Game(flips=1, passes=2, shuffled=True))
    c = outcome.counterexample
    assert len({(x, y) for x, y in c.rounds if y * _along(outcome, x) < 0}) <= 1
    assert sum(y * _along(outcome, x) < 0 for x, y in c.rounds) in (0, 2)


def test_the_final_weights_may_be_asked_about() -> None:
    """After one pass an example may be on the wrong side still."""
    outcome = fallen("F >= 0")
    c = outcome.counterexample
    w = learned(Perceptron(), Examples([x for x, _ in c.rounds], [y for _, y in c.rounds])).final
    assert min(y * sum(a * b for a, b in zip(w, x, strict=True)) for x, y in c.rounds) < 0


def _along(outcome: Found, x: tuple[Fraction, ...]) -> Fraction:
    return sum((a * b for a, b in zip(outcome.counterexample.u, x, strict=True)), Fraction(0))
