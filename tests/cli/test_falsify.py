"""`falsify` and `check`: what is found is a counterexample, whoever looks at it, against every learner and beside another."""

import json
import shlex
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from perceptron import Examples, Winnow, run
from perceptron.kernels import Remembering, Subsets, run_kernel
from proofs import counterexample
from proofs.cli import main
from proofs.counterexample import judge
from proofs.counterexample.reader import rounds
from proofs.statements.docstrings import PRINTED
from proofs.statements.evaluation import holds
from proofs.statements.instance import Draw, Instance, read
from proofs.statements.property import Misprint
from proofs.system.files import read_json
from proofs.theorems import catalogue, misprints
from proofs.theorems.witnesses import models
from proofs.verify.checks.nearness import BYTES, nearness
from proofs.verify.checks.property_search import PropertySearch, PropertySearchInterrupted
from tests.amounts import rows, sampled
from tests.cli.running import Written, answered, pp, refused

FALSE = "M <= 1/gamma**2 - 1"


def test_a_theorem_survives() -> None:
    assert answered(pp("falsify", "novikoff", "--turns", "2"), code=4).startswith("M ≤ R²/γ² survived this search\ntried ")


@pytest.mark.parametrize("hypothesis", sampled(list(catalogue.page("novikoff").statement.game.hypotheses), 2))
def test_without_a_hypothesis_it_does_not(tmp_path: Path, hypothesis: str) -> None:
    file = tmp_path / "broken.json"
    answered(pp("falsify", "novikoff", "--drop", hypothesis, "--turns", "40", "--out", file), code=1)
    assert json.loads(file.read_text())["dropped"] == [hypothesis]
    assert answered(pp("check", file)).startswith("valid: M ≤ R²/γ²")
    assert [p.name for p in tmp_path.iterdir()] == ["broken.json"]


def test_shuffled_passes_are_searched_and_judged(tmp_path: Path) -> None:
    file = tmp_path / "shuffled.json"
    assert pp("falsify", "M <= T/2 + 1", "--passes", "2", "--shuffled", "--turns", "40", "--out", file).exit_code == 1
    answered(pp("check", file), "hypothesis 'same examples' holds")
    file.write_text(json.dumps(json.loads(file.read_text()) | {"passes": 50}))
    assert "50 passes" in pp("check", file).stdout


def test_a_free_conjecture_is_refuted_and_printed() -> None:
    result = pp("falsify", FALSE, "--turns", "40")
    assert result.exit_code == 1
    text = result.stdout[result.stdout.index("\n{\n") :]
    assert json.loads(text)["conjecture"] == FALSE


def test_the_account_as_json_says_whether_it_fell_and_by_what() -> None:
    survived = json.loads(pp("falsify", "novikoff", "--turns", "2", "--json", "-").stdout)
    assert survived["found"] is False and survived["runs"] > 0 and survived["ratio"] == 1.0 and survived["outcome"] == "survived"
    found = json.loads(pp("falsify", FALSE, "--turns", "40", "--json", "-").stdout)
    assert found["found"] is True and found["outcome"] == "refuted" and found["counterexample"]["conjecture"] == FALSE


# --- What the file says of the game; kernels and Winnow, through the command


TRACE = "M <= TD/gamma + S2/gamma"


@pytest.mark.parametrize(("asked", "recorded"), sampled(rows(__file__, "recorded.txt"), 5))
def test_the_file_says_what_game_was_asked_for_and_is_judged_valid(tmp_path: Path, asked: str, recorded: str) -> None:
    file, picture = tmp_path / "f.json", tmp_path / "f.svg"
    assert pp("falsify", *shlex.split(asked), "--turns", "40", "--out", file, "--plot", picture).exit_code == 1
    data = json.loads(file.read_text())
    for name, value in json.loads(recorded).items():
        assert value == (len(data[name]) if isinstance(value, int) else data[name])
    answered(pp("check", file, "--plot", tmp_path / "again.svg"), "two independent runs agree")
    assert picture.read_bytes() == (tmp_path / "again.svg").read_bytes()


def test_the_dimension_is_that_of_the_points(tmp_path: Path) -> None:
    file = tmp_path / "f.json"
    assert pp("falsify", TRACE, "--learner", "kernel:linear", "--dim", "3", "--turns", "40", "--out", file).exit_code == 1
    data = json.loads(file.read_text())
    assert {len(p) for p in data["points"]} == {len(e["x"]) for e in data["examples"]} == {3}


@pytest.mark.parametrize(
    ("asked", "change"),
    [
        ((FALSE,), lambda found: {"conjecture": "M <= 1/gamma**2 + 1000"}),
        ((TRACE, "--learner", "kernel:poly:degree=2:offset=0"), lambda found: {"points": [["7" for _ in p] for p in found["points"]]}),
    ],
    ids=["vectors", "kernel"],
)
def test_a_tampered_file_is_invalid(tmp_path: Path, asked: tuple[str, ...], change: Any) -> None:
    file = tmp_path / "f.json"
    assert pp("falsify", *asked, "--turns", "40", "--out", file).exit_code == 1
    found = json.loads(file.read_text())
    file.write_text(json.dumps(found | change(found)))
    assert answered(pp("check", file), code=1).startswith("invalid:")


OWN = Path(__file__).with_name("own_learners.txt").read_text(encoding="utf-8")


LOUD = """
from perceptron import Learner

class Loud(Learner):
    def step(self, w, x, y):
        print("a step")
        return w + y * x
"""


def test_what_a_learner_of_ones_own_prints_leaves_the_report_whole(written: Written) -> None:
    file = written("own.py", OWN)
    done = pp("falsify", "M <= 1/gamma**2 - 1", "--learner", f"{file}:Outer.Inner", "--turns", "40", "--json", "-")
    assert json.loads(answered(done, code=1))["found"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (("decide", "M <= 1/gamma", "--learner"), 1),
        (("best", "M <= a/gamma**2", "--over", "a", "--budget", "2", "--learner"), 3),
        (("bound", "--count", "updates", "--budget", "5"), 0),
    ],
)
def test_prints_of_a_learner_are_kept_off_the_json(written: Written, asked: tuple[str, ...], code: int) -> None:
    done = pp(*asked, f"{written('loud.py', LOUD)}:Loud", "--json", "-")
    assert json.loads(answered(done, code=code))


def test_check_prints_its_verdict_alone(written: Written, tmp_path: Path) -> None:
    loud, found = f"{written('loud.py', LOUD)}:Loud", tmp_path / "found.json"
    assert pp("decide", "M <= 1/gamma", "--learner", loud, "--out", found).exit_code == 1
    checked = pp("check", found, "--learner", loud)
    assert answered(checked, "valid: ").startswith("valid: ") and "a step" not in checked.stdout


def test_a_file_about_a_learner_of_ones_own_is_checked_with_it(tmp_path: Path) -> None:
    own, found, picture = tmp_path / "own.py", tmp_path / "found.json", tmp_path / "run.svg"
    own.write_text(OWN.replace("print", "str"))
    assert pp("falsify", "M + E <= 2", "--learner", f"{own}:Outer.Inner", "--turns", "40", "--out", found).exit_code == 1
    checked = pp("check", found, "--learner", f"{own}:Outer.Inner", "--plot", picture)
    assert checked.exit_code == 0 and "learner Inner" in checked.stdout and picture.exists(), checked.output
    found.write_text(json.dumps(json.loads(found.read_text()) | {"gamma": "10"}))
    assert pp("check", found, "--learner", f"{own}:Outer.Inner").exit_code == 1
    refused(pp("check", found), "--learner FILE.py:NAME")
    refused(pp("check", found, "--learner", f"{own}:Fails"), "speaks of Inner", "not of Fails")
    found.write_text(found.read_text().replace("Outer.Inner", "Fails"))
    refused(pp("check", found, "--learner", f"{own}:Fails"), "found.json: the learner Fails failed: ValueError: never")
    refused(pp("check", found, "--learner", "perceptron"), "FILE.py:NAME")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Dies", ["own.py", "making Dies ended its process, with exit code 0"]),
        ("Hangs", ["own.py", "making Hangs did not return in time"]),
        ("Outer.Missing", ["defines no 'Outer.Missing'"]),
    ],
)
def test_a_file_that_hangs_or_dies_is_said_in_one_line(written: Written, name: str, words: list[str]) -> None:
    file = written("own.py", OWN)
    refused(pp("falsify", "M <= 1", "--learner", f"{file}:{name}", "--budget", "2"), *words)


@pytest.mark.parametrize(
    ("name", "words"), [("Outer.Inner", ""), ("YTwice", "inner is y⟨w, x⟩ already"), ("NoY", "test y * (w @ x)"), ("Sure", "")]
)
def test_a_rule_with_a_factor_y_too_many_is_remarked(written: Written, name: str, words: str) -> None:
    """`Sure` answers the labels alike, too, but also x and −x."""
    told = pp("falsify", "M <= 1", "--learner", f"{written('own.py', OWN)}:{name}", "--turns", "20").stderr
    assert ("remark: wants_update of" in told, words in told) == (bool(words), True)


# --- `falsify --beside`: two learners on one sequence, also of different kinds


def falsified(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["falsify", *words, "--turns", "4", "--search"])
    return result.exit_code, result.output


@pytest.mark.parametrize("other", sampled(["kernel:subsets", "winnow:eta=1/4"], 1))
def test_the_second_learner_plays_the_same_sequence_by_its_own_rule(other: str, tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    code, told = falsified("M_2 <= 3", "--beside", other, "--out", str(file))
    assert code == 1, told
    data = read_json(file, 10**6)
    played = rounds(data["examples"], len(data["u"]))
    xs, ys = [x for x, _ in played], [y for _, y in played]
    made = run(Winnow(eta=Fraction(1, 4)), Examples(xs, ys)).M if "winnow" in other else run_kernel(Subsets(), xs, ys).M
    assert f"{made} <= 3" in told and made > 3
    answered(pp("decide", "M_2 <= 3", "--beside", other, "--budget", "8"), "M_2 ≤ 3 is false", code=1)
    checked = pp("check", file, "--plot", tmp_path / "run.svg")
    assert checked.exit_code == 0 and "with " in checked.stdout and (tmp_path / "run.svg").exists(), checked.output
    refused(pp("export", file, "--format", "coq"), "not M_2")


def test_kernel_learner_with_weights_makes_the_same_mistakes() -> None:
    xs, ys = [(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0)] * 2, [1, -1, -1, 1, -1] * 2
    examples = Examples(xs, ys)
    points = [tuple(map(Fraction, x)) for x in xs]
    assert run(Remembering(Subsets()), examples).updates == run_kernel(Subsets(), points, ys).updates


def test_the_original_is_written_beside_the_shrunk(tmp_path: Path) -> None:
    shrunk, first = tmp_path / "shrunk.json", tmp_path / "first.json"
    code, told = falsified("M <= 0.9/gamma**2 + 1", "--out", str(shrunk), "--original", str(first))
    assert code == 1 and ", then reduced" in told
    small, large = counterexample.read(shrunk), counterexample.read(first)
    assert judge(small).valid and judge(large).valid and len(large.rounds) >= len(small.rounds)
    assert f"T = {len(large.rounds):,}, d = {large.dimension}, γ = {large.gamma}, M = {large.M}" in told


def test_a_learner_of_ones_own_plays_beside_one_of_the_list(tmp_path: Path) -> None:
    own, file = tmp_path / "own.py", tmp_path / "found.json"
    own.write_text(
        "from fractions import Fraction\nfrom perceptron.learners.perceptron import OverTuples\n"
        "class Half(OverTuples):\n    def __init__(self): self._half = Fraction(1, 2)\n"
        "    def parameters(self): return {'beta': self._half}\n"
        "    def wants_update(self, inner, norm2, y): return inner <= self._half\n"
    )
    code, told = falsified("M <= M_2 + beta", "--learner", f"{own}:Half", "--beside", "perceptron", "--out", str(file))
    assert code == 1, told
    assert pp("check", str(file), "--learner", f"{own}:Half").exit_code == 0


# --- What is not a bound on runs: instances, drawn, judged, shrunk and written for `check`


def test_a_property_survives_and_says_what_was_tried() -> None:
    result = pp("falsify", "ogd-regret", "--turns", "1", "--seed", "3")
    assert result.exit_code == 4
    assert "survived this search\ndrew " in result.stdout and "(seed 3, " in result.stdout and ", 1 turns)" in result.stdout


def test_the_account_as_json_has_the_nearest_instance() -> None:
    told = json.loads(pp("falsify", "hinge-order-bl", "--turns", "1", "--json", "-").stdout)
    assert told["found"] is False and told["outcome"] == "survived" and told["counterexample"] is None and 0 < told["held"] <= told["drawn"]
    assert told["drawn"] == told["held"] + sum(told["outside"].values())
    item, (_, _, instance) = catalogue.theorem("hinge-order-bl"), read(told["witness"])
    assert nearness(item.claim, instance.model()) == told["ratio"] > 0.5 and holds(item.claim, instance.model())


BROKEN = [("ogd-regret", "zero start"), ("support-vectors-nearest", "short"), ("admissible-loss-huber", PRINTED)]


@pytest.mark.parametrize("id, what", BROKEN)
def test_without_a_hypothesis_it_falls_and_check_agrees(tmp_path: Path, id: str, what: str) -> None:
    file = tmp_path / "broken.json"
    answered(pp("falsify", id, "--drop", what.replace(" ", "-"), "--turns", "40", "--out", file), "is false", code=1)
    assert answered(pp("check", file)).startswith("valid: ")
    assert json.loads(file.read_text())["without"] == what


def test_the_same_seed_finds_the_same_instance() -> None:
    item = catalogue.theorem("support-vectors-nearest").without("short")
    one, two = (PropertySearch(item, 3600, seed=5, turns=40).run().found for _ in range(2))
    assert one is not None and two is not None and one.to_json() == two.to_json()


def test_a_property_that_is_a_bound_on_runs_is_played_too() -> None:
    answered(pp("falsify", "winnow-rate", "--turns", "1"), "as a bound on runs:", " runs, ", code=4)


def test_a_file_that_drops_nothing_is_judged_against_the_theorem_itself(written: Written) -> None:
    item = catalogue.theorem("ogd-regret")
    file = written("whole.json", models.dumps(item, "", item.draw(Draw(bytes(BYTES)))))
    answered(pp("check", file), "with every hypothesis", "the claim holds", code=1)


@pytest.mark.parametrize("misprint", misprints.MISPRINTS[:2], ids=lambda m: m.id)
def test_a_misprint_is_judged(tmp_path: Path, misprint: Misprint) -> None:
    file, id = tmp_path / "m.json", misprint.id
    answered(pp("falsify", id, "--out", file), "nothing was searched", code=1)
    assert pp("check", file).exit_code == 0


def test_the_printed_form_of_a_page_falls() -> None:
    assert pp("falsify", "squared-hinge", "--drop", "as-printed", "--turns", "40").exit_code == 1


def test_where_the_draws_keep_what_is_dropped_the_kept_instance_is_judged() -> None:
    item = catalogue.property_("hinge-order-mr")
    tried = PropertySearch(item, 3600, "b ≥ 0", turns=1).run()
    assert tried.found is not None and tried.kept and item.without("b ≥ 0").broken_by(tried.found)
    assert any("kept with the theorem" in line for line in tried.lines())
    assert PropertySearch(item, 3600, "b ≥ 0", shape=(7, 7), turns=1).run().found is None  # not of the shape that was asked for


def test_ctrl_c_keeps_what_was_tried() -> None:
    item = catalogue.theorem("hinge-order-bl")
    drawn = 0

    def sample(draw: Draw) -> Instance:
        nonlocal drawn
        drawn += 1
        if drawn == 40:
            raise KeyboardInterrupt
        return item.draw(draw)

    with pytest.raises(PropertySearchInterrupted) as stopped:
        PropertySearch(replace(item, sample=sample), 3600).run()
    trial = stopped.value.trial
    assert trial.drawn == 40 and trial.held == 39 and trial.found is None and "39 keep all hypotheses" in next(trial.lines())
