"""The file format of counterexamples and the judge: strict reading, whole writing, and nothing taken on trust."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Examples, Hebb, MarginPerceptron, Perceptron, measure, run
from perceptron.errors import InputError
from perceptron.numbers.exact import dot
from proofs.conjecture import Root, parse
from proofs.conjecture.game import Game
from proofs.conjecture.nodes import ALL_ROUNDS
from proofs.counterexample import Counterexample, build, from_json, judge, read, replay, values_of, write

ONE = Fraction(1)

ALTERNATING: dict[str, Any] = {
    "format": "perceptron-proofs/counterexample-1",
    "conjecture": "M <= 1/gamma**2 + TD/gamma",
    "learner": {"name": "perceptron", "ties": "mistake"},
    "setting": "agnostic",
    "norm": "unit",
    "comparator": "unit",
    "u": ["3/5", "4/5"],
    "gamma": "1",
    "examples": [{"x": ["1", "0"], "y": 1}, {"x": ["0", "1"], "y": 1}],
    "values": {"M": 2, "lhs": "2", "rhs": "8/5"},
}
MARGIN: dict[str, Any] = ALTERNATING | {
    "conjecture": "M <= 1/(3*gamma**2)",
    "learner": {"name": "margin", "eps": "1/2"},
    "setting": "separable",
    "u": ["1", "0"],
    "gamma": "3/5",
    "examples": [{"x": ["3/5", "4/5"], "y": 1}, {"x": ["3/5", "-4/5"], "y": 1}],
    "values": {"M": 1, "lhs": "1", "rhs": "≈ 0.92592592593"},
}
IRRATIONAL: dict[str, Any] = ALTERNATING | {"conjecture": "M <= sqrt(2)/gamma**2", "values": {"M": 2, "lhs": "2", "rhs": "≈ 1.414213562"}}

KERNEL: dict[str, Any] = {
    "format": "perceptron-proofs/counterexample-1",
    "conjecture": "M <= TD/gamma + S2/gamma",
    "learner": {"name": "kernel", "kernel": {"name": "polynomial", "degree": 2, "offset": "0"}, "ties": "mistake"},
    "setting": "agnostic",
    "norm": "any",
    "comparator": "unit",
    "u": ["1"],
    "points": [["1"]],
    "gamma": "1",
    "examples": [{"x": ["1/2"], "y": 1}],
    "values": {"M": 1, "lhs": "1", "rhs": "13/16"},
}
WINNOW: dict[str, Any] = {
    "format": "perceptron-proofs/counterexample-1",
    "conjecture": "M <= log(2*d)/gamma**2",
    "learner": {"name": "winnow", "eta": "gamma", "ties": "mistake"},
    "setting": "separable",
    "norm": "ball",
    "comparator": "unit",
    "u": ["1"],
    "gamma": "1",
    "examples": [{"x": ["1"], "y": 1}],
    "values": {"M": 1, "lhs": "1", "rhs": "≈ 0.6931471806"},
}
STRINGS = KERNEL | {
    "conjecture": "M <= TD/gamma + S2/gamma - 1",
    "learner": {"name": "kernel", "kernel": {"name": "substrings", "count": "product", "length": 1}, "ties": "mistake"},
    "points": ["a"],
    "examples": [{"x": "a", "y": 1}, {"x": "", "y": 1}],
    "values": {"M": 2, "lhs": "2", "rhs": "1"},
}
ROWS = STRINGS | {
    "learner": {"name": "kernel", "kernel": {"name": "precomputed", "matrix": [["1", "1/2"], ["1/2", "1"]]}, "ties": "mistake"},
    "points": [0],
    "examples": [{"x": 0, "y": 1}],
    "values": {"M": 1, "lhs": "1", "rhs": "0"},
}


def changed(data: dict[str, Any], *path: Any, to: Any) -> dict[str, Any]:
    data = copy.deepcopy(data)
    inner: Any = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return data


@pytest.mark.parametrize("data", [ALTERNATING, MARGIN, IRRATIONAL, KERNEL, STRINGS, ROWS, WINNOW])
def test_a_counterexample_is_judged_valid_and_survives_writing(data: dict[str, Any], tmp_path: Path) -> None:
    found = from_json(data)
    verdict = judge(found)
    assert verdict.valid and not verdict.reasons
    assert found.to_json() == data and "<table>" in found._repr_html_()
    write(tmp_path / "c.json", found)
    assert read(tmp_path / "c.json") == found
    assert [p.name for p in tmp_path.iterdir()] == ["c.json"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (changed(ALTERNATING, "conjecture", to="M <= 1/gamma**2 + 2*TD/gamma"), "the comparison holds"),
        (changed(ALTERNATING, "conjecture", to="M <= 1/(gamma - 1)"), "not defined"),
        (changed(ALTERNATING, "u", to=["1", "1"]), "'unit comparator' does not hold"),
        (changed(ALTERNATING, "gamma", to="-1"), "'positive margin' does not hold"),
        (changed(ALTERNATING, "setting", to="separable"), "'separable' does not hold"),
        (changed(ALTERNATING, "examples", 1, "x", to=["0", "1/2"]), "'bounded examples' does not hold: example 1"),
        (ALTERNATING | {"R": "1/2", "norm": "any"}, "'bounded examples' does not hold: example 0"),
        (ALTERNATING | {"R": "-2", "norm": "any"}, "R is -2"),
        (changed(ALTERNATING, "learner", to={"name": "perceptron", "start": ["-1", "0"]}), "'zero start' does not hold"),
        (changed(ALTERNATING, "examples", 1, "x", to=["1", "0"]), "M is 1, but 2 is recorded"),
        (changed(ALTERNATING, "values", "M", to=3), "M is 2, but 3 is recorded"),
        (changed(ALTERNATING, "values", "rhs", to="1"), "the right side is 8/5"),
        (changed(ALTERNATING, "values", "rhs", to="≈ 1.60"), None),  # to the last digit shown
        (changed(ALTERNATING, "values", "rhs", to="≈ 1.62"), "the right side is 8/5"),
        (IRRATIONAL | {"conjecture": "M <= TD*log(2) - log(4)*3/10", "values": {"M": 2, "lhs": "2", "rhs": "≈ 0.000000000"}}, None),
        (
            IRRATIONAL | {"conjecture": "M <= TD*log(2) - log(4)*3/10", "values": {"M": 2, "lhs": "2", "rhs": "≈ 0"}},
            "the right side is ≈ 0.000000000",
        ),
        (IRRATIONAL | {"conjecture": "M > exp(9^99)", "values": {"M": 2, "lhs": "2", "rhs": "≈ 1.000e+99999999999"}}, "the right side is"),
        (IRRATIONAL | {"conjecture": "M > exp(exp(9^99))", "values": {"M": 2, "lhs": "2", "rhs": "≈ beyond reach"}}, "undecided"),
        (changed(ALTERNATING, "values", "lhs", to="two"), "the left side is 2, but 'two' is recorded"),
        (changed(IRRATIONAL, "values", "rhs", to="1.414213562"), "the right side is ≈ 1.414213562"),
        (changed(IRRATIONAL, "values", "rhs", to="≈ 1.414213569"), "the right side is"),
        (changed(MARGIN, "gamma", to="4/5"), "'separable' does not hold"),
        (changed(MARGIN, "examples", 0, "x", to=["0", "0"]), "cannot start"),
        (changed(KERNEL, "learner", "kernel", "degree", to=1), "the right side is"),
        (changed(KERNEL, "learner", "kernel", to={"name": "subsets"}), "the comparison holds"),
        (changed(KERNEL, "points", to=[["2"]]), "'unit comparator' does not hold: ‖u‖² is 16"),
        (changed(KERNEL, "u", to=["1/2"]), "'unit comparator' does not hold"),
        (changed(KERNEL, "setting", to="separable"), "'separable' does not hold"),
        (changed(changed(KERNEL, "norm", to="ball"), "examples", 0, "x", to=["2"]), "example 0 has ‖x‖² = 16"),
        (changed(KERNEL, "values", "M", to=2), "M is 1, but 2 is recorded"),
        (changed(WINNOW, "learner", "eta", to="1/4") | {"conjecture": "M <= 2*log(2*d)/gamma**2"}, "the comparison holds"),
        (changed(WINNOW, "learner", "ties", to=1), "the comparison holds"),
        (changed(WINNOW, "u", to=["3/2"]), "'unit comparator' does not hold"),
        (changed(WINNOW, "examples", 0, "x", to=["3/2"]), "'bounded examples' does not hold"),
        (changed(WINNOW, "gamma", to="-1"), "eta must be positive"),
        (changed(changed(WINNOW, "learner", to={"name": "winnow", "beta": "2"}), "examples", 0, "x", to=[str(10**12)]), "bits"),
    ],
)
def test_the_judge_says_why_not(data: dict[str, Any], reason: str | None) -> None:
    verdict = judge(from_json(data))
    assert bool(verdict) is (reason is None)
    assert reason is None or any(reason in line for line in verdict.reasons)


def test_a_dropped_hypothesis_is_not_asked_for() -> None:
    novikoff = parse("M <= R**2/gamma**2")
    game = Game(norm="any", radius="declared")
    ex = [((ONE,), 1), ((ONE,), -1)]
    cases: list[tuple[str, Counterexample]] = [
        ("separable", build(novikoff, game.drop("separable"), ex, (ONE,), ONE, ONE)),
        ("positive margin", build(novikoff, game.drop("positive margin"), ex, (ONE,), -ONE, ONE)),
        ("unit comparator", build(novikoff, game.drop("unit comparator"), ex[:1], (2 * ONE,), 2 * ONE, ONE)),
        ("bounded examples", build(novikoff, game.drop("bounded examples"), ex[:1], (ONE,), ONE, ONE / 2)),
        ("zero start", build(novikoff, game.drop("zero start"), ex[:1] * 2, (ONE,), ONE, ONE, (-3 * ONE,))),
        ("mistake-driven", build(novikoff, game.drop("mistake-driven"), ex[:1] * 2, (ONE,), ONE, ONE)),
    ]
    for name, found in cases:
        assert judge(found).valid, name
        data = json.loads(found.dumps())
        assert from_json(data) == found and data["dropped"] == [name]
        if name != "mistake-driven":
            del data["dropped"]
            assert f"hypothesis '{name}' does not hold" in " ".join(judge(from_json(data)).reasons)


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ([], "a JSON object"),
        ({k: v for k, v in ALTERNATING.items() if k != "u"}, "'u' is missing"),
        (ALTERNATING | {"note": 1}, "unknown field 'note'"),
        (ALTERNATING | {"format": "x"}, "'format'"),
        (ALTERNATING | {"conjecture": "M <= nosuch"}, "position 6"),
        (ALTERNATING | {"conjecture": 3}, "'conjecture' must be text"),
        (ALTERNATING | {"learner": "perceptron"}, "'learner'"),
        (ALTERNATING | {"learner": {"name": "perceptron", "ties": 0}}, "ties"),
        (ALTERNATING | {"learner": {"name": "perceptron", "eta": 1}}, "'eta'"),
        (ALTERNATING | {"learner": {"name": "perceptron", "start": ["1"]}}, "start has dimension 1"),
        (ALTERNATING | {"setting": "both"}, "setting"),
        (ALTERNATING | {"dropped": "separable"}, "'dropped'"),
        (ALTERNATING | {"dropped": ["separable"]}, "no hypothesis 'separable'"),
        (ALTERNATING | {"dropped": ["mistake-driven"]}, "keeps its own rule"),
        (ALTERNATING | {"eps": "1/2"}, "'eps'"),
        (ALTERNATING | {"R": 0.5}, "'R'"),
        (ALTERNATING | {"u": []}, "'u'"),
        (ALTERNATING | {"u": ["1", True]}, "'u', entry 1"),
        (ALTERNATING | {"gamma": "one"}, "'gamma'"),
        (ALTERNATING | {"examples": []}, "'examples'"),
        (changed(ALTERNATING, "examples", 1, to={"x": ["1", "0"]}), "example 1"),
        (changed(ALTERNATING, "examples", 1, "y", to=2), "example 1: y"),
        (changed(ALTERNATING, "examples", 1, "y", to=True), "example 1: y"),
        (changed(ALTERNATING, "examples", 1, "x", to=["1"]), "example 1: x has dimension 1"),
        (changed(ALTERNATING, "examples", 0, "x", 1, to=None), "example 0: x, entry 1"),
        (ALTERNATING | {"values": {"M": 2}}, "'values'"),
        (changed(ALTERNATING, "values", "M", to=-1), "'values': M"),
        (changed(ALTERNATING, "values", "lhs", to=2), "'values': lhs"),
        ({k: v for k, v in KERNEL.items() if k != "points"}, "'points' must be a list of 1 points"),
        (changed(KERNEL, "points", to=[["1"], ["2"]]), "'points' must be a list of 1 points"),
        (changed(KERNEL, "points", to=[["1", "2"]]), "example 0: x has dimension 1"),
        (changed(KERNEL, "points", to=[[0.5]]), "exact number"),
        (changed(KERNEL, "examples", to=[{"x": ["1/2"], "y": 1}] * 5001), "all pairs"),
        (changed(KERNEL, "learner", "kernel", to="linear"), "kernel must be an object"),
        (changed(KERNEL, "learner", "always", to=True), "'always' is true just where 'mistake-driven' is dropped"),
        (KERNEL | {"dropped": ["mistake-driven"]}, "'always' is true just where"),
        (KERNEL | {"eps": "1/2"}, "kernel has none"),
        (WINNOW | {"points": [["1"]]}, "only a kernel's comparator"),
        (changed(WINNOW, "learner", "balanced", to=False), "'balanced' is false just where"),
        (changed(WINNOW, "learner", to={"name": "winnow"}), "winnow has eta or beta"),
        (changed(WINNOW, "learner", to={"name": "winnow", "beta": "2", "eta": "1"}), "winnow has eta or beta"),
        (changed(WINNOW, "learner", to={"name": "winnow", "eta": f"1/{10**30}"}), "too long a number"),
        (WINNOW | {"dropped": ["zero start"]}, "no hypothesis 'zero start' to drop"),
        (STRINGS | {"points": [["1"]]}, "point 0: a string kernel compares strings"),
        (STRINGS | {"examples": [{"x": 1, "y": 1}]}, "example 0: x: a string kernel compares strings"),
        (STRINGS | {"examples": [{"x": "a" * 201, "y": 1}]}, "longer than 200"),
        (STRINGS | {"points": []}, "'points' must be a list of 1 points"),
        (ROWS | {"examples": [{"x": 2, "y": 1}]}, "2 is not the number of one of the 2 rows"),
        (ROWS | {"examples": [{"x": ["1"], "y": 1}]}, "not the number"),
        (ROWS | {"learner": {"name": "kernel", "kernel": {"name": "precomputed", "matrix": [[0.5]]}}}, "kernel must be an object"),
        (ROWS | {"learner": {"name": "kernel", "kernel": {"name": "precomputed", "matrix": []}}}, "must be like"),
    ],
)
def test_malformed_fields_are_refused_by_name(data: Any, where: str) -> None:
    with pytest.raises(InputError) as refusal:
        from_json(data)
    assert where in str(refusal.value) and "\n" not in str(refusal.value)


@pytest.mark.parametrize(("content", "why"), [(b"", "not JSON"), (b'{"gamma": 0.5}', "the number 0.5 is not exact")])
def test_files_that_are_not_of_the_format(content: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(InputError) as refusal:
        read(path)
    assert why in str(refusal.value) and str(path) in str(refusal.value) and "\n" not in str(refusal.value)
    with pytest.raises(InputError, match="No such file"):
        read(tmp_path / "missing.json")


COORDINATES = st.fractions(-2, 2, max_denominator=5)


@given(
    st.integers(1, 3).flatmap(
        lambda d: st.tuples(
            st.lists(st.tuples(st.tuples(*[COORDINATES] * d), st.sampled_from([-1, 1])), min_size=1, max_size=8),
            st.tuples(*[COORDINATES] * d),
        )
    ),
    st.fractions(Fraction(1, 4), 2, max_denominator=4),
    st.sampled_from(["mistake", 1, -1, "margin", "hebb"]),
)
def test_the_plain_loop_and_the_engines_measure_the_same(played: Any, gamma: Fraction, kind: str | int) -> None:
    rounds, u = played
    learner: Any
    if kind == "margin":
        game, learner = Game(learner="margin"), MarginPerceptron(gamma)
    elif kind == "hebb":
        game, learner = Game(learner="hebb"), Hebb()
    else:
        game, learner = Game(ties=kind), Perceptron(ties=kind)
    if kind == "margin" and not any(rounds[0][0]):
        return
    trace = run(learner, Examples([x for x, _ in rounds], [y for _, y in rounds]))
    mine, theirs = replay(game, rounds, u, gamma).values(), values_of(measure(trace, u, gamma))
    assert mine == theirs
    assert isinstance(mine["R"], Root)
    inner = [y * dot(w, x) for (_, w), (x, y) in zip(trace.weights(), rounds, strict=True)]
    along, length2 = [y * dot(u, x) for x, y in rounds], [dot(x, x) for x, _ in rounds]
    loss, short = [max(0, 1 - a) for a in inner], [max(0, gamma - a) for a in along]
    by_definition = {
        "E": sum(a < 0 or (a == 0 and y != game.ties) for a, (_, y) in zip(inner, rounds, strict=True)),
        "L": sum(loss),
        "L2": Root(Fraction(sum(a * a for a in loss))),
        "F": min(y * dot(trace.final, x) for x, y in rounds),
        "S2_all": sum(length2),
        "TD_all": sum(short),
        "H_all": sum(short) / gamma,
        "H2_all": Root(sum((a * a for a in short), Fraction(0)) / gamma**2),
        "G2": sum(along[t] ** 2 for t in trace.counted),
        "G2_all": sum(a * a for a in along),
        "R_min": Root(min(length2)),
        "R_1": max(sum(map(abs, x)) for x, _ in rounds),
        "R_inf": max(max(map(abs, x)) for x, _ in rounds),
        "U_1": sum(map(abs, u)),
        "U_inf": max(map(abs, u)),
    }
    assert by_definition.keys() == ALL_ROUNDS
    play = replay(game, rounds, u, gamma, wide=True)
    assert by_definition.items() <= play.values().items() and play.margin == min(along)


def test_the_judge_loads_nothing_of_the_search() -> None:
    search = ("proofs.falsify", "proofs.kernel", "hypothesis", "sympy", "numpy")
    code = f"import sys, proofs.counterexample\nprint([m for m in sys.modules if m.startswith({search})])"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
