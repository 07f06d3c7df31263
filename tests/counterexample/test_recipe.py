"""Recipes: very long runs in a few lines, judged example by example, and no more believed than any other file."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perceptron.errors import InputError
from perceptron.extremal.sources import Repeated, Source, Spiral
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, build, from_json, judge, read, write
from proofs.counterexample.recipe import Recipe, followed, recipe

HALF = Fraction(1, 2)
ONE = (Fraction(1), Fraction(0))
ZIGZAG = Repeated(
    (((Fraction(1, 9), Fraction(4, 9)), 1),), (((Fraction(1, 9), Fraction(-8, 9)), 1), ((Fraction(1, 9), Fraction(8, 9)), 1)), 31
)
SOURCES: list[tuple[Source, Game]] = [
    (ZIGZAG, Game()),
    (ZIGZAG, Game(setting="agnostic", ties=-1)),
    (Spiral(Fraction(1, 7), Fraction(0), 48), Game()),
    (Spiral(Fraction(1, 7), Fraction(0), 30, 4, -1, 2**20), Game(ties=1)),
    (Spiral(Fraction(1, 9), HALF, 150), Game(learner="margin")),
    (Spiral(Fraction(20, 101), HALF, 60, 4, norm="unit"), Game(learner="margin", norm="unit")),
]


def made(source: Source, game: Game, gamma: Fraction = Fraction(1, 9), conjecture: str = "M <= 1") -> Recipe:
    """The recipe with the values that following it gives."""
    d = len(next(source.steps())[0])
    u = tuple(Fraction(int(i == 0)) for i in range(d))
    blank = recipe(source, conjecture, game, u, gamma, 0, ("", ""))
    play, _ = followed(blank)
    return recipe(source, conjecture, game, u, gamma, len(play.counted), parse(conjecture).sides(play.values()))


@pytest.mark.parametrize("source, game", SOURCES)
def test_a_recipe_is_judged_as_the_same_run_written_out(source: Source, game: Game) -> None:
    short = made(source, game)
    whole = build(parse("M <= 1"), game, tuple(short.rounds), short.u, short.gamma)
    one, two = judge(short), judge(whole)
    assert one.valid and two.valid and one.sides == two.sides and len(short.rounds) == source.count
    assert {n: str(v) for n, v in one.values.items()} == {n: str(v) for n, v in two.values.items()}


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
        play, difference = followed(found)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert len(play.counted) == count and not difference
    assert peaks[1] < peaks[0] + 50_000


@pytest.mark.parametrize(
    "change, word",
    [
        (lambda data: {"rounds": data["rounds"] + 1}, "M is 32"),
        (lambda data: {"values": data["values"] | {"M": data["values"]["M"] - 1}}, "M is 31"),
        (lambda data: {"first": [{"x": ["1/9", "1"], "y": 1}]}, "bounded examples"),
        (lambda data: {"gamma": "1/8"}, "separable"),
    ],
)
def test_a_tampered_recipe_is_invalid(change: Callable[[dict[str, Any]], dict[str, Any]], word: str) -> None:
    data = made(ZIGZAG, Game()).to_json()
    verdict = judge(from_json(data | change(data)))
    assert not verdict.valid and word in "; ".join(verdict.reasons)


def test_a_spiral_that_ends_before_is_no_run_of_so_many_rounds() -> None:
    data = made(Spiral(Fraction(1, 7), Fraction(0), 48), Game()).to_json()
    data["rounds"] = 60
    verdict = judge(from_json(data))
    assert not verdict.valid and "48 rounds, but 60 are recorded" in verdict.reasons[0]


@pytest.mark.parametrize(
    "field, value, word",
    [
        ("rounds", 0, "rounds"),
        ("rounds", 10**12, "rounds"),
        ("rounds", "9", "rounds"),
        ("again", [], "again"),
        ("again", [{"x": ["1"], "y": 1}], "dimension"),
        ("first", [{"x": ["1", "0.5e"], "y": 1}], "first"),
        ("spiral", {}, "either"),
        ("learner", {"name": "perceptron", "ties": "mistake", "start": ["0"]}, "start"),
        ("cube", {"y": 1}, "either"),
        ("extra", 1, "unknown field"),
        ("examples", [], "'examples'"),
    ],
)
def test_a_malformed_recipe_is_refused(field: str, value: object, word: str) -> None:
    data = made(ZIGZAG, Game()).to_json() | {field: value}
    with pytest.raises(InputError, match=word):
        from_json(json.loads(json.dumps(data)))


@pytest.mark.parametrize(
    "source, change, word",
    [
        (2, {"margin": "0"}, "margin"),
        (2, {"share": "1"}, "share"),
        (2, {"grid": 1}, "grid"),
        (2, {"y": 0}, "y must"),
        (2, {"margin": f"1/{10**99}"}, "bits"),
        (2, {"norm": "unit"}, "grid or norm"),
        (-1, {"norm": "ball"}, "must be 'unit'"),
        (-1, {"margin": "1/5"}, "square"),
    ],
)
def test_a_malformed_spiral_is_refused(source: int, change: dict[str, Any], word: str) -> None:
    data = made(*SOURCES[source]).to_json()
    data["spiral"] |= change
    with pytest.raises(InputError, match=word):
        from_json(data)


def test_a_whole_counterexample_is_none() -> None:
    assert not isinstance(from_json(build(parse("M <= 0"), Game(), ((ONE, 1),), ONE, Fraction(1)).to_json()), Recipe)
    assert issubclass(Recipe, Counterexample)
