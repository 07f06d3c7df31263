"""Kernel learners and Winnow: played against in their own geometry, judged by code that shares nothing with the search."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron import Examples, run
from perceptron.errors import InputError
from perceptron.kernels import feature_vectors, run_kernel
from perceptron.learners.winnow import Winnow
from proofs.campaign import entries
from proofs.cli.posing import parse_learner
from proofs.conjecture import parse
from proofs.conjecture.game import Game, default_game
from proofs.conjecture.learners.winnow import sign
from proofs.counterexample import build, from_json, judge, replay
from proofs.falsify import Found, Survived, falsify
from proofs.falsify.against_winnow import Scores
from proofs.falsify.kernel_points import bases, coded, inner, reflected, towards, unit_point, whole_gram, widest
from proofs.report.pictures.run_data import PlottedRun
from tests.amounts import sampled

KERNELS = ["linear", "poly:degree=2", "poly:degree=2:offset=0", "poly:degree=3:offset=1/2", "subsets"]
STRINGS = ["substrings", "substrings:count=distinct:length=2", "substrings:count=minimum", "subsequences", "subsequences:length=2"]
TENT = "precomputed:matrix=1,1/2,0;1/2,1,1/2;0,1/2,1"
INDEFINITE = "precomputed:matrix=1,-5;-5,1"
DEFINITE = "positive semi-definite"
RATES = ["eta=gamma", "eta=1/3", "beta=3/2", "beta=2"]
small = st.integers(-3, 3)
vectors = st.lists(small, min_size=2, max_size=2).map(lambda x: tuple(Fraction(n, 2) for n in x))
rounds = st.lists(st.tuples(vectors, st.sampled_from([1, -1])), min_size=1, max_size=6)


def posed(text: str, **rules: Any) -> Game:
    return default_game(parse(text).names, **rules)


@pytest.mark.parametrize("shapes", sampled([False, True], 1))
@pytest.mark.parametrize(
    ("conjecture", "rules"),
    sampled(
        [
            ("M <= TD/gamma + S2/gamma", {"learner": "kernel", "kernel": "poly:degree=2:offset=0"}),  # MR's Tr K for its root
            ("M <= TD/gamma + S2/gamma", {"learner": "kernel", "kernel": "linear"}),
            ("M <= 0.9*R**2/gamma**2", {"learner": "kernel", "kernel": "subsets"}),
            ("M <= 1/gamma**2", {"learner": "kernel", "kernel": "poly:degree=2"}),  # K(x,x) is not bounded by 1
            ("M <= 0.7*R**2/gamma**2 + 1", {"learner": "kernel", "kernel": "substrings"}),
            ("M <= R/gamma", {"learner": "kernel", "kernel": "subsequences:length=2"}),
            ("M <= TD/gamma + S2/gamma - 1", {"learner": "kernel", "kernel": "substrings:count=minimum"}),
            ("M <= R**2/gamma**2", {"learner": "kernel", "kernel": "substrings", "dropped": {"separable"}}),
            ("M <= 0.9*R**2/gamma**2", {"learner": "kernel", "kernel": TENT}),
            ("M <= TD/gamma + sqrt(S2)/gamma", {"learner": "kernel", "kernel": INDEFINITE, "dropped": {DEFINITE}}),
            ("M <= R**2/gamma**2 + 2", {"learner": "kernel", "kernel": "precomputed:matrix=0,-1;-1,0", "dropped": {DEFINITE}}),
            ("M <= 1.5*log(2*d)/gamma**2", {"learner": "winnow"}),
            ("M <= 2*log(d)/gamma**2", {"learner": "winnow"}),
            ("M <= 2*log(2*d)/gamma**2", {"learner": "winnow", "dropped": {"balanced weights"}}),
            ("M <= 2*log(2*d)/gamma**2", {"learner": "winnow", "dropped": {"mistake-driven"}}),
            ("M <= 2*log(2*d)/gamma**2", {"learner": "winnow", "dropped": {"separable"}}),
            ("M <= 2*log(2*d)/gamma**2", {"learner": "winnow", "dropped": {"bounded examples"}}),
            ("M <= 2*log(2*d)/gamma**2", {"learner": "winnow", "dropped": {"unit comparator"}}),
            ("M <= 2*log(2*d)/gamma**2", {"learner": "winnow", "rate": "eta=1/4"}),  # a rate that is not told the margin
        ],
        7,
    ),
)
def test_false_conjectures_fall(conjecture: str, rules: dict[str, Any], shapes: bool) -> None:
    outcome = falsify(conjecture, posed(conjecture, **rules), turns=40, shapes=shapes)
    assert isinstance(outcome, Found), outcome
    again = from_json(json.loads(outcome.counterexample.dumps()))
    assert again == outcome.counterexample and again.to_json() == outcome.counterexample.to_json() and judge(again).valid
    vectors = str(rules.get("kernel", "linear")).startswith(("linear", "poly", "subsets"))
    assert (again.dimension > 0) == vectors and "<table>" in again._repr_html_()


@pytest.mark.parametrize(
    ("conjecture", "rules"),
    sampled(
        [
            ("M <= TD/gamma + sqrt(S2)/gamma", {"learner": "kernel", "kernel": "poly:degree=2"}),
            ("M <= R**2/gamma**2", {"learner": "kernel", "kernel": "subsets"}),
            ("M <= R**2/gamma**2", {"learner": "kernel", "kernel": "substrings"}),
            ("M <= TD/gamma + sqrt(S2)/gamma", {"learner": "kernel", "kernel": TENT}),
            ("M <= 2*log(2*d)/gamma**2", {"learner": "winnow"}),
        ],
        2,
    ),
)
def test_true_bounds_survive(conjecture: str, rules: dict[str, Any]) -> None:
    outcome = falsify(conjecture, posed(conjecture, **rules), turns=4)
    assert isinstance(outcome, Survived) and outcome.report.runs > 8 and 0.5 < outcome.report.ratio <= 1


@given(rounds, st.sampled_from(KERNELS), st.sampled_from(["mistake", 1, -1]), st.booleans())
def test_a_kernel_s_replay_is_the_perceptron_on_features(played: Any, kernel: str, ties: Any, always: bool) -> None:
    game = Game(learner="kernel", kernel=kernel, ties=ties, dropped=frozenset({"mistake-driven"} if always else ()))
    a, points = (Fraction(2), Fraction(-1, 3)), (played[0][0], played[-1][0])
    mine = replay(game, played, a, Fraction(1, 2), points=points)
    if not always:
        assert mine.counted == run_kernel(game.kernel_object(), [x for x, _ in played], [y for _, y in played], ties).updates
    features = feature_vectors(game.kernel_object(), [*points, *(x for x, _ in played)])
    u = tuple(a[0] * p + a[1] * q for p, q in zip(*features[:2], strict=True))
    plain = Game(ties=ties, dropped=frozenset({"mistake-driven"} if always else ()))
    other = replay(plain, [(f, y) for f, (_, y) in zip(features[2:], played, strict=True)], u, Fraction(1, 2))
    ignored = {"d"}
    assert {n: v for n, v in mine.values().items() if n not in ignored} == {n: v for n, v in other.values().items() if n not in ignored}
    drawn = PlottedRun.of(build(parse("M <= T - 100*M + W*P"), game, played, a, Fraction(1, 2), points=points))
    assert drawn.trace.counted == mine.counted and drawn.bound


@given(rounds, st.sampled_from(RATES), st.sampled_from(["mistake", 1, -1]), st.booleans())
def test_winnow_s_replay_is_the_engine_s_run(played: Any, rate: str, ties: Any, balanced: bool) -> None:
    game = Game(learner="winnow", rate=rate, ties=ties, dropped=frozenset(() if balanced else {"balanced weights"}))
    gamma = Fraction(1, 4)
    mine = replay(game, played, (Fraction(1), Fraction(-1, 2)), gamma)
    trace = run(game.opponent.learner(gamma), Examples([x for x, _ in played], [y for _, y in played]))
    assert (mine.counted, mine.final) == (trace.counted, trace.final)
    values = mine.values()
    assert values["U"].square == Fraction(9, 4)  # type: ignore[union-attr]
    assert values["R"].square == max(max(map(abs, x)) for x, _ in played) ** 2  # type: ignore[union-attr]


@given(st.lists(small, min_size=3, max_size=3), st.lists(small, min_size=3, max_size=3), st.integers(1, 3), st.sampled_from(RATES))
def test_three_ways_to_winnow_s_sign(g: list[int], x: list[int], below: int, rate: str) -> None:
    game = Game(learner="winnow", rate=rate)
    learner = cast(Winnow, game.opponent.learner(Fraction(1, 2)))
    exponents = tuple(Fraction(n, below) for n in g)
    scores = Scores(game, Fraction(1, 2), 3, below)
    scores.g = g
    scores.weigh()
    assert sign(learner, exponents, tuple(map(Fraction, x))) == learner.score(exponents, tuple(map(Fraction, x))) == scores.sign(tuple(x))


@given(vectors, vectors, st.sampled_from(KERNELS))
def test_reflections_are_unit_vectors(p: Any, q: Any, kernel: str) -> None:
    game = Game(learner="kernel", kernel=kernel, norm="any")
    base = unit_point(game, 2, (2, 0)) or unit_point(game, 2, (0, 0))
    whole = tuple(tuple(int(2 * n) for n in x) for x in (p, q))
    matrix, below = whole_gram(game, 2, whole)
    assert Fraction(int(matrix[0, 1]), below) == game.kernel_object()(p, q)
    if base is not None:
        u = reflected(game, 2, base, ((Fraction(1), Fraction(2)), whole))
        assert inner(game, 2, u, u) == 1


KERNEL_FILE: dict[str, Any] = {
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
WINNOW_FILE: dict[str, Any] = {
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


STRING_FILE: dict[str, Any] = {
    "format": "perceptron-proofs/counterexample-1",
    "conjecture": "M <= TD/gamma + S2/gamma - 1",
    "learner": {"name": "kernel", "kernel": {"name": "substrings", "count": "product", "length": 1}, "ties": "mistake"},
    "setting": "agnostic",
    "norm": "any",
    "comparator": "unit",
    "u": ["1"],
    "points": ["a"],
    "gamma": "1",
    "examples": [{"x": "a", "y": 1}, {"x": "", "y": 1}],
    "values": {"M": 2, "lhs": "2", "rhs": "1"},
}
ROW_FILE = STRING_FILE | {
    "learner": {"name": "kernel", "kernel": {"name": "precomputed", "matrix": [["1", "1/2"], ["1/2", "1"]]}, "ties": "mistake"},
    "points": [0],
    "examples": [{"x": 0, "y": 1}],
    "values": {"M": 1, "lhs": "1", "rhs": "0"},
}


@pytest.mark.parametrize("data", [KERNEL_FILE, STRING_FILE, ROW_FILE, WINNOW_FILE])
def test_files_are_read_as_they_are_written(data: dict[str, Any]) -> None:
    found = from_json(data)
    assert judge(found).valid and found.to_json() == data
    assert "<table>" in found._repr_html_()


def changed(data: dict[str, Any], *path: Any, to: Any) -> dict[str, Any]:
    data = copy.deepcopy(data)
    inner: Any = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return data


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (changed(KERNEL_FILE, "learner", "kernel", "degree", to=1), "the right side is"),
        (changed(KERNEL_FILE, "learner", "kernel", to={"name": "subsets"}), "the comparison holds"),
        (changed(KERNEL_FILE, "points", to=[["2"]]), "'unit comparator' does not hold: ‖u‖² is 16"),
        (changed(KERNEL_FILE, "u", to=["1/2"]), "'unit comparator' does not hold"),
        (changed(KERNEL_FILE, "setting", to="separable"), "'separable' does not hold"),
        (changed(changed(KERNEL_FILE, "norm", to="ball"), "examples", 0, "x", to=["2"]), "example 0 has ‖x‖² = 16"),
        (changed(KERNEL_FILE, "values", "M", to=2), "M is 1, but 2 is recorded"),
        (changed(WINNOW_FILE, "learner", "eta", to="1/4") | {"conjecture": "M <= 2*log(2*d)/gamma**2"}, "the comparison holds"),
        (changed(WINNOW_FILE, "learner", "ties", to=1), "the comparison holds"),
        (changed(WINNOW_FILE, "u", to=["3/2"]), "'unit comparator' does not hold"),
        (changed(WINNOW_FILE, "examples", 0, "x", to=["3/2"]), "'bounded examples' does not hold"),
        (changed(WINNOW_FILE, "gamma", to="-1"), "eta must be positive"),
        (changed(changed(WINNOW_FILE, "learner", to={"name": "winnow", "beta": "2"}), "examples", 0, "x", to=[str(10**12)]), "bits"),
    ],
)
def test_the_judge_says_what_a_tampered_file_lacks(data: dict[str, Any], reason: str) -> None:
    verdict = judge(from_json(data))
    assert not verdict.valid and any(reason in said for said in verdict.reasons), verdict.reasons


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({k: v for k, v in KERNEL_FILE.items() if k != "points"}, "'points' must be a list of 1 points"),
        (changed(KERNEL_FILE, "points", to=[["1"], ["2"]]), "'points' must be a list of 1 points"),
        (changed(KERNEL_FILE, "points", to=[["1", "2"]]), "example 0: x has dimension 1"),
        (changed(KERNEL_FILE, "points", to=[[0.5]]), "exact number"),
        (changed(KERNEL_FILE, "examples", to=[{"x": ["1/2"], "y": 1}] * 5001), "all pairs"),
        (changed(KERNEL_FILE, "learner", "kernel", to="linear"), "kernel must be an object"),
        (changed(KERNEL_FILE, "learner", "always", to=True), "'always' is true just where 'mistake-driven' is dropped"),
        (KERNEL_FILE | {"dropped": ["mistake-driven"]}, "'always' is true just where"),
        (KERNEL_FILE | {"eps": "1/2"}, "kernel has none"),
        (WINNOW_FILE | {"points": [["1"]]}, "only a kernel's comparator"),
        (changed(WINNOW_FILE, "learner", "balanced", to=False), "'balanced' is false just where"),
        (changed(WINNOW_FILE, "learner", to={"name": "winnow"}), "winnow has eta or beta"),
        (changed(WINNOW_FILE, "learner", to={"name": "winnow", "beta": "2", "eta": "1"}), "winnow has eta or beta"),
        (changed(WINNOW_FILE, "learner", to={"name": "winnow", "eta": f"1/{10**30}"}), "too long a number"),
        (WINNOW_FILE | {"dropped": ["zero start"]}, "no hypothesis 'zero start' to drop"),
        (STRING_FILE | {"points": [["1"]]}, "point 0: a string kernel compares strings"),
        (STRING_FILE | {"examples": [{"x": 1, "y": 1}]}, "example 0: x: a string kernel compares strings"),
        (STRING_FILE | {"examples": [{"x": "a" * 201, "y": 1}]}, "longer than 200"),
        (STRING_FILE | {"points": []}, "'points' must be a list of 1 points"),
        (ROW_FILE | {"examples": [{"x": 2, "y": 1}]}, "2 is not the number of one of the 2 rows"),
        (ROW_FILE | {"examples": [{"x": ["1"], "y": 1}]}, "not the number"),
        (ROW_FILE | {"learner": {"name": "kernel", "kernel": {"name": "precomputed", "matrix": [[0.5]]}}}, "kernel must be an object"),
        (ROW_FILE | {"learner": {"name": "kernel", "kernel": {"name": "precomputed", "matrix": []}}}, "must be like|no rows"),
    ],
)
def test_the_reader_refuses(data: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        from_json(data)


def test_campaigns_know_these_learners() -> None:
    kernel = entries.learner_rules({"name": "kernel", "kernel": {"name": "polynomial", "degree": 2}})
    assert kernel == {"learner": "kernel", "kernel": "polynomial:degree=2"}
    assert entries.learner_rules("winnow") == {"learner": "winnow"}
    assert entries.learner_rules({"name": "winnow", "beta": "3/2", "ties": 1}) == {"learner": "winnow", "ties": 1, "rate": "beta=3/2"}
    with pytest.raises(InputError, match="kernel must be an object"):
        entries.learner_rules("kernel")
    for given_rules in (kernel, {"learner": "winnow", "rate": "eta=1/4"}):
        game = Game(**given_rules)
        assert entries.rules_from_data(json.loads(json.dumps(entries.rules_to_data(game)))) == game


@pytest.mark.parametrize("rules", sampled([{"learner": "kernel", "kernel": "poly:degree=3"}, {"learner": "winnow"}], 1))
def test_the_same_seed_finds_the_same_run(rules: dict[str, Any]) -> None:
    conjecture = "M <= 1.5*R**2*log(2*d)/gamma**2 - 1"
    one, other = (falsify(conjecture, posed(conjecture, **rules), turns=40, seed=3, shapes=False) for _ in range(2))
    assert isinstance(one, Found) and isinstance(other, Found)
    assert one.counterexample == other.counterexample


# --- Kernels whose points are no vectors, strings and the rows of a matrix: played with, written to files, judged; and what is no kernel


def posed_for(text: str, kernel: str, **rules: Any) -> Game:
    return default_game(parse(text).names, learner="kernel", kernel=kernel, **rules)


def attacked(text: str, kernel: str, turns: int = 40, shapes: bool = True, **rules: Any) -> Found | Survived:
    return falsify(text, posed_for(text, kernel, **rules), turns=turns, shapes=shapes)


def test_a_matrix_that_is_no_kernel_refutes_nothing() -> None:
    text = "M <= R**2/gamma**2"
    with pytest.raises(InputError, match=r"not a kernel, since vᵀKv = -24 for v = \(5, 1\)"):
        attacked(text, INDEFINITE)
    outcome = attacked(text, INDEFINITE, dropped=frozenset({DEFINITE}))
    assert isinstance(outcome, Found)
    claimed = outcome.counterexample.to_json()
    del claimed["dropped"]
    verdict = judge(from_json(claimed))
    assert not verdict.valid and any(DEFINITE in reason and "vᵀKv = -24" in reason for reason in verdict.reasons)


def test_a_matrix_without_a_rational_unit_comparator_says_so() -> None:
    with pytest.raises(InputError, match="--comparator ball"):
        attacked("M <= 0.9*R**2/gamma**2", "precomputed:matrix=2,1;1,3")
    assert isinstance(attacked("M <= 0.9*R**2/gamma**2", "precomputed:matrix=2,1;1,3", comparator="ball"), Found)


@given(st.lists(st.text("ab", max_size=5), min_size=1, max_size=4, unique=True), st.sampled_from(STRINGS))
def test_the_matrix_of_strings_is_the_kernel_s(words: list[str], kernel: str) -> None:
    game = Game(learner="kernel", kernel=kernel, norm="any")
    matrix, below = whole_gram(game, 1, tuple(map(coded, words)))
    assert below == 1 and matrix.tolist() == [[game.kernel_object()(x, z) for z in words] for x in words]


@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=3, max_size=3))
def test_towards_is_a_unit_vector_nearly_along(rows: list[list[int]]) -> None:
    products = [[sum(a * b for a, b in zip(x, z, strict=True)) for z in rows] for x in rows]
    matrix = ";".join(",".join(str(n + (i == j)) for j, n in enumerate(row)) for i, row in enumerate(products))
    game = Game(learner="kernel", kernel=f"precomputed:matrix={matrix}", norm="any")
    u = towards(game, 1, [(3, (1,)), (-2, (2,)), (1, (3,))])
    if u is None:
        assert not bases(game, 1, 1)
    else:
        assert inner(game, 1, u, u) == 1
        asked = ((Fraction(3), Fraction(-2), Fraction(1)), ((1,), (2,), (3,)))
        assert inner(game, 1, u, asked) ** 2 > Fraction(999, 1000) * inner(game, 1, asked, asked)


def test_the_widest_comparator_has_the_largest_margin() -> None:
    weights = widest([[4, 0], [0, 1]], 1, 0)  # lengths 2 and 1, orthogonal: margins are alike for 1 to 4
    assert weights is not None and abs(weights[1] - 4 * weights[0]) <= 4


@pytest.mark.parametrize(
    ("kernel", "reason"),
    [
        ("poly:degree=1000000000", "degree must be at most 64"),
        ("poly:degree=2:offset=1e999", "offset is too long"),
        ("substrings:length=101", "length must be at most 100"),
        ("precomputed:matrix=1e300", "too long a number"),
        ("precomputed:matrix=" + ";".join(["1"] * 65), "65 rows: at most 64"),
        ("precomputed", "needs the field 'matrix'"),
    ],
)
def test_malformed_kernels_are_refused(kernel: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        Game(learner="kernel", kernel=kernel)


def test_strings_have_no_dimension() -> None:
    with pytest.raises(InputError, match="strings, which have no dimension"):
        Game(learner="kernel", kernel="substrings", dimension=2)


@pytest.mark.parametrize("text", ["1, 1/2\n1/2, 1\n", '[[1, "1/2"], ["1/2", 1]]'])
def test_a_matrix_in_a_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "gram"
    file.write_text(text)
    assert Game(**parse_learner(f"kernel:precomputed:file={file}")).kernel == "precomputed:matrix=1,1/2;1/2,1"


@pytest.mark.parametrize("text", ["", "[]", "{}", "[1]", "1,NaN\nNaN,1", "[[NaN]]", "1;2", "[[0.5]]", "1,2", "[" * 100_000])
def test_what_is_no_matrix_in_a_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "gram"
    file.write_text(text)
    with pytest.raises(InputError) as refused:
        Game(**parse_learner(f"kernel:precomputed:file={file}"))
    assert "\n" not in str(refused.value)
