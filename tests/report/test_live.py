"""What runs within a page, without the page: its Python with no library beside it, and its numbers against those of python-flint."""

import json
import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.counterexample import from_json, judge
from proofs.derive.authoring.encoding import write
from proofs.kernel import replay_all
from proofs.kernel.codec import read
from proofs.report.live.in_page import answers, balls, playground
from proofs.report.live.interactions import INTERACTIONS, Interaction, checker
from proofs.theorems import catalogue, witnesses
from tests.report.conftest import with_nothing_but_the_runtime

# --- the kernel


@pytest.fixture(scope="module")
def novikoff() -> dict[str, Any]:
    return json.loads(json.dumps(write([b.proof for b in catalogue.build_ids(["novikoff"]).values()])))


def test_a_proof_is_accepted_step_by_step(novikoff: dict[str, Any]) -> None:
    told: list[tuple[str, int]] = []
    said = json.loads(answers.replay_text(json.dumps(novikoff), lambda id, count: told.append((id, count))))
    assert said == {"accepted": [t["id"] for t in novikoff["theorems"]]}
    assert told == [(t["id"], n) for t in novikoff["theorems"] for n in range(1, len(t["steps"]) + 1)]


def test_an_altered_step_is_rejected_where_it_is(novikoff: dict[str, Any]) -> None:
    altered = json.loads(json.dumps(novikoff))
    step = altered["theorems"][-1]["steps"][-2]
    step["claim"]["Compare"][0]["Polynomial"][0][0] = "7"
    told: list[int] = []
    said = json.loads(answers.replay_text(json.dumps(altered), lambda id, count: told.append(count) if id == "novikoff" else None))
    assert said["theorem"] == "novikoff" and repr(step["name"]) in said["rejected"]
    assert told == list(range(1, len(altered["theorems"][-1]["steps"]) - 1))


def test_watching_does_not_change_what_the_kernel_proves(novikoff: dict[str, Any]) -> None:
    proofs = read(novikoff)
    assert replay_all([answers.watch(p, lambda id, count: None) for p in proofs]) == replay_all(proofs)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1",
        "[]",
        '{"format": "x"}',
        '{"format": "perceptron-proofs/proof-1", "theorems": []}',
        '{"format": 1, "format": 2}',
        "[" * 9999,
    ],
)
def test_what_is_no_proof_is_rejected_in_words(text: str) -> None:
    assert json.loads(answers.replay_text(text))["rejected"]


def test_what_is_proved_can_be_read(novikoff: dict[str, Any]) -> None:
    said = json.loads(answers.state(json.dumps(novikoff)))
    assert said["conclusion"].startswith("<math>") and "if separable: for all k < M: ⟨u, z(k)⟩ ≥ γ" in said["conditions"]


# --- the judge

RUN = {"u": ["1"], "gamma": "1", "examples": [{"x": ["1"], "y": 1}]}
RULES = {"learner": {"name": "perceptron", "ties": "mistake"}, "setting": "separable", "norm": "ball", "comparator": "unit"}
HEAD = {"format": "perceptron-proofs/counterexample-1", "conjecture": "M <= log(2)/gamma**2"}


def test_an_edited_run_is_judged_and_becomes_a_file() -> None:
    said = json.loads(answers.judge(json.dumps(HEAD | RULES | RUN)))
    assert said["valid"] and said["M"] == 1 and json.loads(said["file"])["values"]["lhs"] == "1"
    said = json.loads(answers.judge(json.dumps(HEAD | RULES | RUN | {"gamma": "2"})))
    assert not said["valid"] and any("separable" in reason for reason in said["reasons"])


@pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps(HEAD | RULES | RUN | {"u": ["x"]})])
def test_a_malformed_run_is_an_error_in_words(text: str) -> None:
    assert json.loads(answers.judge(text))["error"]


def test_all_runs_here_are_judged_alike_with_nothing_but_the_runtime(tmp_path: Path) -> None:
    """Only the standard library and what `runtime.js` holds: every stored run keeps its verdict, and a proof is accepted and printed."""
    files = [str(f) for f in sorted(Path(witnesses.__file__).parent.rglob("*.json")) if '"conjecture"' in f.read_text(encoding="utf-8")]
    proof = json.dumps(write([b.proof for b in catalogue.build_ids(["cauchy-schwarz"]).values()]))
    code = """
from proofs.counterexample import judge, read
from proofs.report.live.in_page import answers
wrong = [file for file in given["files"] if not judge(read(file))]
said = wrong, json.loads(answers.replay_text(given["proof"])), json.loads(answers.state(given["proof"]))["id"]
"""
    said = with_nothing_but_the_runtime(tmp_path, code, {"files": files, "proof": proof})
    assert len(files) > 100 and said == [[], {"accepted": ["cauchy-schwarz"]}, "cauchy-schwarz"]


# --- the search

POSED = [
    ("M <= 1/gamma**2 + TD/gamma", {}),
    ("M < 1/gamma", {}),
    ("M <= R**2/gamma**2", {"norm": "any"}),
    ("E <= M/2", {"learner": "margin"}),
]
POSED += [
    ("M <= 0.9/gamma**2 + 3", {"comparator": "ball"}),
    ("M <= 1/gamma**2 and W >= 2", {"ties": 1}),
    ("M <= 2*ln(d)/gamma**2", {"learner": "winnow"}),
]


def test_playground_with_the_runtime_alone_finds_valid_runs(tmp_path: Path) -> None:
    """The page's answers come from the search itself, on stand-ins for its libraries; a run that it saves passes the judge here."""
    code = """
from proofs.report.live.in_page.playground import answer
said = [json.loads(answer(json.dumps({"conjecture": text, "game": game}))) for text, game in given]
"""
    said = with_nothing_but_the_runtime(tmp_path, code, POSED, more=["hypothesis"])
    assert [one["found"] for one in said] == [text != "M <= R**2/gamma**2" for text, _ in POSED]
    for one in said:
        run = from_json(json.loads(one["file"]))
        assert judge(run).valid is one["found"] and [run.lhs, run.rhs] == one["sides"] and one["tried"] != "0 runs, 0 rounds"
        assert [row["counted"] for row in one["rounds"]].count(True) == (run.M if one["rounds"] else 0)
        assert all(a["after"] == b["w"] for a, b in pairwise(one["rounds"]))


@pytest.mark.parametrize("asked", [{"conjecture": "M <=", "game": {}}, {"conjecture": "M <= 1", "game": {"norm": "round"}}])
def test_playground_asked_what_it_cannot_read_says_why(asked: dict[str, Any]) -> None:
    assert "norm must be" in (said := json.loads(playground.answer(json.dumps(asked)))["error"]) or "position 5" in said


def test_playground_names_a_command_with_the_same_rules() -> None:
    """A user who copies it asks `decide` the same question."""
    game = {"learner": "perceptron", "ties": 1, "norm": "any", "comparator": "ball", "setting": "agnostic"}
    named = json.loads(playground.answer(json.dumps({"conjecture": "M <= 1", "game": game})))["command"]
    rules = "--norm any --comparator ball --setting agnostic --learner perceptron:ties=+1"
    assert named == f"perceptron-proofs decide 'M <= 1' {rules}"


# --- numbers

Operation = Callable[..., Any]
OPERATIONS: dict[str, Operation] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "**": lambda a, b: a**b,
    "sqrt": lambda a, b: a.sqrt(),
    "log": lambda a, b: a.log(),
    "exp": lambda a, b: a.exp(),
    "sinh": lambda a, b: a.sinh(),
    "floor": lambda a, b: a.floor(),
    "ceil": lambda a, b: a.ceil(),
    "min": lambda a, b: a.min(b),
    "max": lambda a, b: a.max(b),
    "-1": lambda a, b: -a,
    "abs": lambda a, b: abs(a),
    "int": lambda a, b: 1 / (3 - a * 2),
}
numbers = st.fractions(min_value=-40, max_value=40, max_denominator=50)


def both(value: Fraction) -> tuple[Any, Any]:
    return flint.arb(value.numerator) / value.denominator, balls.arb(value.numerator) / value.denominator


def ends(ball: Any) -> tuple[Fraction, Fraction]:
    """The bounds of one of ours."""
    return tuple(Fraction(man * (-1) ** sign) * Fraction(2) ** exponent for sign, man, exponent, _ in ball.bounds)  # type: ignore[return-value]


@given(numbers, numbers, st.lists(st.sampled_from(sorted(OPERATIONS)), max_size=4), st.sampled_from([53, 64, 200]))
def test_a_ball_here_and_one_of_flint_hold_the_same_number(a: Fraction, b: Fraction, operations: list[str], bits: int) -> None:
    with flint.ctx.workprec(bits + 40), balls.ctx.workprec(bits):
        (true, mine), (other, own) = both(a), both(b)
        for name in operations:
            true, mine = OPERATIONS[name](true, other), OPERATIONS[name](mine, own)
        if not mine.is_finite() or not true.is_finite():
            return
        low, high = ends(mine)
        assert not true < flint.arb(low.numerator) / low.denominator and not true > flint.arb(high.numerator) / high.denominator
        for n in (-1, 0, 1, 3):
            assert not (mine < n and true > n) and not (mine > n and true < n)
            assert not (mine == n and not true.contains(n))
        whole = mine.unique_fmpz()
        assert whole is None or true.unique_fmpz() in (None, whole)


@given(numbers, st.sampled_from(["exp", "sinh", "floor", "ceil", "-1"]))
def test_a_ball_here_is_narrow(a: Fraction, name: str) -> None:
    with balls.ctx.workprec(100):
        low, high = ends(OPERATIONS[name](both(a)[1], None))
        assert high - low <= max(abs(low), abs(high), 1) / 2**80 or name in ("floor", "ceil")


def test_a_ball_knows_nothing_beyond_its_functions() -> None:
    zero, minus = balls.arb(0), balls.arb(-1)
    for ball in (1 / zero, zero.log(), minus.sqrt(), minus.log(), minus ** (balls.arb(1) / 2), balls.arb(2**40).exp(), zero**-1):
        assert not ball.is_finite() and not any((ball < 0, ball > 0, ball <= 0, ball >= 0, ball == 0, ball == ball))
        assert ball.unique_fmpz() is None and ball.str(10) == "nan"


@pytest.mark.parametrize("n, degree", [(0, 2), (1, 5), (8, 3), (9, 3), (2**300, 100), (2**300 - 1, 100)])
def test_an_integer_root_is_rounded_down(n: int, degree: int) -> None:
    assert balls.fmpz(n).root(degree) == int(flint.fmpz(n).root(degree))


@given(st.fractions(min_value=Fraction(1, 10**9), max_value=10**9))
def test_numbers_are_printed_as_flint_prints_them(a: Fraction) -> None:
    true, mine = both(a)
    assert math.isclose(float(mine.str(10)), float(true.str(10, radius=False)), rel_tol=2e-9)


# --- the page


def test_the_page_says_everything_without_a_script(novikoff: dict[str, Any]) -> None:
    text = checker("novikoff", catalogue.build_ids(["novikoff"]))
    assert text.count("data-step=") == len(novikoff["theorems"][-1]["steps"]) and "M ≤ R²/γ²" in text
    assert all(f'data-id="{t["id"]}"' in text for t in novikoff["theorems"]) and "perceptron-proofs verify novikoff" in text


# --- what moves


@pytest.mark.parametrize("name", INTERACTIONS)
def test_a_notebook_shows_an_interaction_whole(name: str) -> None:
    shown = Interaction(name)
    text = shown._repr_html_()
    assert (
        f'data-live="{name}"' in text
        and text.count("<tr>") > 4
        and text.count("<script>") == 1
        and "src=" not in text.partition("<script>")[0]
    )
    assert len(repr(shown).splitlines()) > 5


def test_an_unknown_interaction_is_refused() -> None:
    with pytest.raises(InputError, match="there is no 'chess'; there are bounds"):
        Interaction("chess")
