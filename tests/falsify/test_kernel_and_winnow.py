"""Kernel learners and Winnow: played against in their own geometry, judged by runs of another make than the search's."""

from __future__ import annotations

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
from proofs.cli.posing import parse_learner
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.conjecture.learners.winnow import sign
from proofs.counterexample import build, from_json, judge, replay
from proofs.falsify import Found, Survived, falsify
from proofs.falsify.against_winnow import Scores
from proofs.falsify.kernel_points import bases, code, inner, reflect, towards, unit_point, whole_gram
from proofs.report.pictures.run_data import PlottedRun

KERNELS = ["linear", "poly:degree=2", "poly:degree=2:offset=0", "poly:degree=3:offset=1/2", "subsets"]
STRINGS = ["substrings", "substrings:count=distinct:length=2", "substrings:count=minimum", "subsequences", "subsequences:length=2"]
INDEFINITE = "precomputed:matrix=1,-5;-5,1"
DEFINITE = "positive semi-definite"
RATES = ["eta=gamma", "eta=1/3", "beta=3/2", "beta=2"]
small = st.integers(-3, 3)
vectors = st.lists(small, min_size=2, max_size=2).map(lambda x: tuple(Fraction(n, 2) for n in x))
rounds = st.lists(st.tuples(vectors, st.sampled_from([1, -1])), min_size=1, max_size=6)


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
    assert drawn.trace.counted_rounds == mine.counted and drawn.bound


@given(rounds, st.sampled_from(RATES), st.sampled_from(["mistake", 1, -1]), st.booleans())
def test_winnow_s_replay_is_the_engine_s_run(played: Any, rate: str, ties: Any, balanced: bool) -> None:
    game = Game(learner="winnow", rate=rate, ties=ties, dropped=frozenset(() if balanced else {"balanced weights"}))
    gamma = Fraction(1, 4)
    mine = replay(game, played, (Fraction(1), Fraction(-1, 2)), gamma)
    trace = run(game.opponent.learner(gamma), Examples([x for x, _ in played], [y for _, y in played]))
    assert (mine.counted, mine.final) == (trace.counted_rounds, trace.final)
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
        u = reflect(game, 2, base, ((Fraction(1), Fraction(2)), whole))
        assert inner(game, 2, u, u) == 1


# --- Kernels whose points are no vectors, strings and the rows of a matrix: played with, written to files, judged; and what is no kernel


def attacked(text: str, kernel: str, **rules: Any) -> Found | Survived:
    return falsify(text, Game(learner="kernel", kernel=kernel, norm="any", **rules), turns=40)


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
    matrix, below = whole_gram(game, 1, tuple(map(code, words)))
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
