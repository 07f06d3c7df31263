"""Kernels whose points are no vectors, strings and the rows of a matrix: played with, written to files, judged; and what is no kernel."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron.errors import InputError
from proofs.cli.posing import parse_learner
from proofs.conjecture import parse
from proofs.conjecture.game import Game, default_game
from proofs.counterexample import from_json, judge
from proofs.falsify import Found, Survived, falsify
from proofs.falsify.kernel_points import bases, coded, inner, towards, whole_gram, widest
from tests.amounts import sampled

STRINGS = ["substrings", "substrings:count=distinct:length=2", "substrings:count=minimum", "subsequences", "subsequences:length=2"]
TENT = "precomputed:matrix=1,1/2,0;1/2,1,1/2;0,1/2,1"
INDEFINITE = "precomputed:matrix=1,-5;-5,1"
DEFINITE = "positive semi-definite"


def posed(text: str, kernel: str, **rules: Any) -> Game:
    return default_game(parse(text).names, learner="kernel", kernel=kernel, **rules)


def attacked(text: str, kernel: str, turns: int = 40, shapes: bool = True, **rules: Any) -> Found | Survived:
    return falsify(text, posed(text, kernel, **rules), turns=turns, shapes=shapes)


@pytest.mark.parametrize("shapes", [True, False])
@pytest.mark.parametrize(
    ("text", "kernel", "dropped"),
    sampled(
        [
            ("M <= 0.7*R**2/gamma**2 + 1", "substrings", ()),
            ("M <= R/gamma", "subsequences:length=2", ()),
            ("M <= TD/gamma + S2/gamma - 1", "substrings:count=minimum", ()),
            ("M <= R**2/gamma**2", "substrings", ("separable",)),
            ("M <= 0.9*R**2/gamma**2", TENT, ()),
            ("M <= TD/gamma + sqrt(S2)/gamma", INDEFINITE, (DEFINITE,)),
            ("M <= R**2/gamma**2 + 2", "precomputed:matrix=0,-1;-1,0", (DEFINITE,)),
        ],
        3,
    ),
)
def test_what_is_false_falls_and_its_file_is_judged(text: str, kernel: str, dropped: tuple[str, ...], shapes: bool) -> None:
    outcome = attacked(text, kernel, 40, shapes, dropped=frozenset(dropped))
    assert isinstance(outcome, Found), outcome
    again = from_json(json.loads(outcome.counterexample.dumps()))
    assert again == outcome.counterexample and judge(again).valid and again.dimension == 0
    assert "<table>" in again._repr_html_()


@pytest.mark.parametrize(("text", "kernel"), [("M <= R**2/gamma**2", "substrings"), ("M <= TD/gamma + sqrt(S2)/gamma", TENT)])
def test_what_is_true_of_kernels_survives(text: str, kernel: str) -> None:
    outcome = attacked(text, kernel, 4)
    assert isinstance(outcome, Survived) and outcome.report.runs > 8 and outcome.report.ratio == 1


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


@pytest.mark.parametrize("data", [STRING_FILE, ROW_FILE])
def test_files_with_strings_and_rows_are_read_as_they_are_written(data: dict[str, Any]) -> None:
    found = from_json(data)
    assert judge(found).valid and found.to_json() == data


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (STRING_FILE | {"points": [["1"]]}, "point 0: a string kernel compares strings"),
        (STRING_FILE | {"examples": [{"x": 1, "y": 1}]}, "example 0: x: a string kernel compares strings"),
        (STRING_FILE | {"examples": [{"x": "a" * 201, "y": 1}]}, "longer than 200"),
        (STRING_FILE | {"points": []}, "'points' must be a list of 1 points"),
        (ROW_FILE | {"examples": [{"x": 2, "y": 1}]}, "2 is not the number of one of the 2 rows"),
        (ROW_FILE | {"examples": [{"x": -1, "y": 1}]}, "not the number"),
        (ROW_FILE | {"examples": [{"x": True, "y": 1}]}, "not the number"),
        (ROW_FILE | {"examples": [{"x": ["1"], "y": 1}]}, "not the number"),
        (ROW_FILE | {"learner": {"name": "kernel", "kernel": {"name": "precomputed", "matrix": [["1", "2"], ["3", "1"]]}}}, "symmetric"),
        (ROW_FILE | {"learner": {"name": "kernel", "kernel": {"name": "precomputed", "matrix": [[0.5]]}}}, "kernel must be an object"),
        (ROW_FILE | {"learner": {"name": "kernel", "kernel": {"name": "precomputed", "matrix": []}}}, "must be like|no rows"),
    ],
)
def test_the_reader_refuses(data: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        from_json(data)


@pytest.mark.parametrize(
    ("kernel", "reason"),
    [
        ("poly:degree=1000000000", "degree must be at most 64"),
        ("poly:degree=2:offset=1e999", "offset is too long"),
        ("poly:degree=NaN", "not a rational number"),
        ("substrings:length=0", "length must be a whole number from 1 on"),
        ("substrings:length=101", "length must be at most 100"),
        ("substrings:length=10000000000", "length must be a whole number"),
        ("substrings:count=all", "count must be one of"),
        ("precomputed:matrix=1,2;3,1", "not symmetric"),
        ("precomputed:matrix=1,NaN;NaN,1", "not a rational number"),
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
