"""Recipes: very long runs in a few lines, judged example by example, and no more believed than any other file."""

from __future__ import annotations

import json
import re
import tracemalloc
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron.errors import InputError
from perceptron.extremal.sources import Cube, RepeatedExamples, Source, Spiral
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, build, from_json, judge, read, write
from proofs.counterexample.recipe import Recipe, follow, recipe
from proofs.counterexample.replay import measure_run
from tests.amounts import rows

HALF = Fraction(1, 2)
ONE = (Fraction(1), Fraction(0))
ZIGZAG = RepeatedExamples(
    (((Fraction(1, 9), Fraction(4, 9)), 1),), (((Fraction(1, 9), Fraction(-8, 9)), 1), ((Fraction(1, 9), Fraction(8, 9)), 1)), 31
)
# A source of rounds, and a game that it is played in.
SOURCES: list[tuple[Source, Game]] = [
    (ZIGZAG, Game()),
    (ZIGZAG, Game(setting="agnostic", ties=-1)),
    (Spiral(Fraction(1, 7), Fraction(0), 48), Game()),
    (Spiral(Fraction(1, 7), Fraction(0), 30, 4, -1, 2**20), Game(ties=1)),
    (Spiral(Fraction(1, 9), HALF, 150), Game(learner="margin")),
    (Spiral(Fraction(20, 101), HALF, 60, 4, norm="unit"), Game(learner="margin", norm="unit")),
    (Cube(3, 8, 1), Game(norm="any", setting="agnostic")),
    (Cube(2, 4, 1), Game(norm="any", setting="agnostic", learner="kernel", kernel="polynomial:degree=2:offset=0")),
]


def made(source: Source, game: Game, gamma: Fraction = Fraction(1, 9), conjecture: str = "M <= 1") -> Recipe:
    """The recipe with the values that following it gives."""
    d = len(next(source.steps())[0])
    axis = tuple(Fraction(int(i == 0)) for i in range(d))
    u, more = ((Fraction(1),), (None, None, (axis,))) if game.kernel else (axis, ())
    blank = recipe(source, conjecture, game, u, gamma, 0, ("", ""), *more)
    play, _ = follow(blank)
    return recipe(source, conjecture, game, u, gamma, len(play.counted), parse(conjecture).sides(play.values()), *more)


@pytest.mark.parametrize("source, game", SOURCES)
def test_a_recipe_is_judged_as_the_same_run_written_out(source: Source, game: Game) -> None:
    short = made(source, game)
    whole = build(parse("M <= 1"), game, tuple(short.rounds), short.u, short.gamma, points=short.points)
    one, two = judge(short), judge(whole)
    assert one.valid and two.valid and one.sides == two.sides and len(short.rounds) == source.count
    assert {n: str(v) for n, v in one.values.items()} == {n: str(v) for n, v in two.values.items()}


@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), max_size=4),
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=4),
    st.integers(1, 120),
    st.sampled_from([Game(setting="agnostic", norm="any", ties=ties) for ties in ("mistake", 1, -1)]),
    st.fractions(Fraction(1, 5), 4, max_denominator=5),
)
def test_repetitions_are_measured_as_if_each_were_played(
    first: list[tuple[int, int]], again: list[tuple[int, int]], count: int, game: Game, gamma: Fraction
) -> None:
    """The last repetition may have other updates than the second: then all are played."""
    parts = [tuple((tuple(map(Fraction, x)), 1 - 2 * (x[0] < 0)) for x in part) for part in (first, again)]
    short = made(RepeatedExamples(*parts, count), game, gamma)
    opponent = game.opponent
    played = measure_run(opponent.exact_run(short.adversary_choice), gamma, None)
    assert follow(short)[0] == replace(played, counted=range(len(played.counted)))  # type: ignore[arg-type]


def test_a_run_of_giant_length_is_judged_at_once() -> None:
    """Its last repetition is no update if γ is a little above the margin that the law allows."""
    n = 10**6  # m = 1/n, C = 1 − m: updates up to about (n − 1)²/2
    m, c = Fraction(1, n), Fraction(n - 1, n)
    for count, valid in (((n - 1) ** 2 // 2, True), (n * n, False)):
        source = RepeatedExamples((((m, c / 2), 1),), (((m, -c), 1), ((m, c), 1)), count)
        found = recipe(source, "M <= 10**6/gamma/3", Game(), ONE, m, count, (str(count), str(10**12) + "/3"))
        assert judge(found).valid == valid


def test_it_survives_a_file(tmp_path: Path) -> None:
    for source, game in SOURCES:
        found = made(source, game)
        write(tmp_path / "r.json", found)
        again = read(tmp_path / "r.json")
        assert isinstance(again, Recipe) and again.source == source and judge(again).valid and again.to_json() == found.to_json()


def test_memory_does_not_grow_with_the_rounds() -> None:
    peaks = []
    for count in (500, 5_000):
        found = recipe(Spiral(Fraction(1, 200), Fraction(0), count), "M <= 1", Game(), (*ONE, Fraction(0)), Fraction(1, 200), 0, ("", ""))
        tracemalloc.start()
        play, difference = follow(found)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert len(play.counted) == count and not difference
    assert peaks[1] < peaks[0] + 50_000


def altered(source: str, change: str) -> Counterexample:
    """Read a recipe's file after a change, which gives fields by their names; None removes a field."""
    data = made(*SOURCES[int(source)]).to_json()
    new = data | eval(change, dict(data))
    return from_json(json.loads(json.dumps({name: value for name, value in new.items() if value is not None})))


@pytest.mark.parametrize(("source", "change", "word"), rows(__file__, "recipes_tampered.txt"))
def test_a_tampered_recipe_is_invalid(source: str, change: str, word: str) -> None:
    verdict = judge(altered(source, change))
    assert not verdict.valid and word in "; ".join(verdict.reasons)


@pytest.mark.parametrize(
    ("R", "length", "valid"),
    [("1", 1, True), ("2", 1, True), ("999/1000", 1, False), ("1/2", 1, False), ("1/2", HALF, True), ("2", 2, True), ("2", 3, False)],
)
def test_the_longest_example_of_a_recipe_may_be_as_long_as_is_declared(R: str, length: Fraction, valid: bool) -> None:
    short, long = (length * Fraction(3, 5), length * Fraction(1, 5)), (length * Fraction(3, 5), length * Fraction(4, 5))
    source = RepeatedExamples(((short, 1),), ((long, 1), (short, 1)), 2)
    data = made(source, Game(norm="any"), length * Fraction(3, 5), "M <= 0").to_json()
    verdict = judge(from_json(json.loads(json.dumps(data | {"R": R}))))
    assert verdict.valid is valid and (valid or f"and R is {R}" in "; ".join(verdict.reasons)), verdict


@pytest.mark.parametrize(("source", "change", "word"), rows(__file__, "recipes_malformed.txt"))
def test_a_malformed_recipe_is_refused(source: str, change: str, word: str) -> None:
    with pytest.raises(InputError, match=word):
        altered(source, change)


@pytest.mark.parametrize(("source", "most", "more", "where"), rows(__file__, "recipe_limits.txt"))
def test_a_recipe_at_a_limit_is_read_and_one_beyond_it_refused(source: str, most: str, more: str, where: str) -> None:
    assert isinstance(altered(source, most), Recipe)
    with pytest.raises(InputError, match=re.escape(where)):
        altered(source, more)


def test_a_whole_counterexample_is_none() -> None:
    assert not isinstance(from_json(build(parse("M <= 0"), Game(), ((ONE, 1),), ONE, Fraction(1)).to_json()), Recipe)
    assert issubclass(Recipe, Counterexample)
