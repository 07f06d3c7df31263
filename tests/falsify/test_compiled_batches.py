"""The compiled batches say what `perceptron.run` and `measure` say of every single sequence, up to the edge of the guard."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Hebb, MarginPerceptron, Perceptron, measure, run
from perceptron.runs.engines.batch import FIELDS, LANES, Plan, fold, is_compiled, sequences
from proofs.conjecture import ALL_ROUNDS, NAMES, parse
from proofs.conjecture.game import Game
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.strategies import compiled_batches
from proofs.falsify.strategies.compiled_batches import Scorer, fits, plan, runs
from tests.amounts import tries

GAMES = [
    Game(),
    Game(setting="agnostic"),
    Game(learner="margin", eps=Fraction(1, 3)),
    Game(learner="hebb"),
    Game(norm="any", radius="declared"),
    Game(setting="agnostic", norm="any", comparator="any", dimension=3),
    Game(learner="margin").drop("margin rule"),
]


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    d, T = draw(st.integers(1, 4)), draw(st.integers(1, 7))
    top = draw(st.sampled_from([3, 100, 3000, 14_000, 40_000, 2**30]))
    entries = st.integers(-top, top)
    base = tuple(tuple(draw(entries) for _ in range(d)) for _ in range(T))
    u = tuple(draw(st.lists(st.integers(-3, 3), min_size=d, max_size=d)))
    share = draw(st.sampled_from([None, Fraction(1, 2), Fraction(2, 3), Fraction(0)]))
    spread, level = draw(st.integers(0, 5)), draw(st.integers(1, 2 * top))
    made = Plan(base, u, draw(st.integers(1, 5)), spread, level, draw(st.booleans()), 1, draw(st.integers(0, 2**32 - 1)), share)
    return made if share is None else Plan(**{**made.__dict__, "initialises": True})


@settings(max_examples=tries(40))
@given(plans(), st.integers(0, LANES - 1))
def test_every_lane_is_an_exact_run(made: Plan, lane: int) -> None:
    if made.width() is None:
        with pytest.raises(OverflowError):
            fold(made)
        return
    sums = {name: int(column[lane]) for name, column in fold(made).items()}
    (rows,) = sequences(made, [lane])
    pairs = [pair for z, b in zip(rows, made.base, strict=True) for pair in zip(z, b, strict=True)]
    assert made.turn or all(abs(n - centre) <= made.spread for n, centre in pairs)
    along = [sum(a * b for a, b in zip(made.u, z, strict=True)) for z in rows]
    level = min(along) if made.turn and made.share is not None else made.level
    if made.share is None:
        learner: object = Perceptron()
    elif level <= 0 or not made.share or not any(rows[0]):
        return
    else:  # ⟨w,z⟩ < share·(level/unit)·‖w‖
        learner = MarginPerceptron(Fraction(level, made.unit), 1 - made.share)
    trace = run(learner, Examples.from_integers(rows, [1] * len(rows)), "int")  # type: ignore[arg-type]
    q = measure(trace, made.u, Fraction(made.level))
    assert (sums["M"], sums["s2"], sums["w2"], sums["p"]) == (q.M, q.S2, q.W2, q.P)
    assert (sums["least"], sums["longest"]) == (q.margin, q.longest2)
    if not made.turn:
        assert (sums["slack"], sums["slack2"]) == (q.TD, q.H2sq * made.level**2)
    assert not made.turn or min(along) >= 0


def test_the_guard_is_neither_late_nor_far_too_early() -> None:
    at = {n: Plan(((n,),) * 4, (1,), 1, 0, 1, False, 1, 0).width() for n in (10, 8_000, 16_000, 2**28, 2**31)}
    assert at == {10: 32, 8_000: 32, 16_000: 64, 2**28: 64, 2**31: None}
    assert Plan(((0,),), (1,), 1, 2**14, 1, False, 1, 0).width() is None  # a draw has 16 bits


def test_a_search_does_not_wait_for_the_compiler_near_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Plan(((1,),) * 3, (1,), 1, 1, 1, False, 1, 1)
    fold(made), sequences(made, [0])
    assert is_compiled(32) and compiled_batches.affordable(0.1) and compiled_batches.affordable(0.1, made)
    monkeypatch.setattr("perceptron.runs.engines.batch.is_compiled", lambda width: width == 64)
    assert not compiled_batches.affordable(20) and not compiled_batches.affordable(20, made)
    assert compiled_batches.affordable(20, Plan(((2**20,),), (1,), 1, 1, 1, False, 1, 1)) and compiled_batches.affordable(50)
    assert not compiled_batches.affordable(50, Plan(((2**40,),), (1,), 1, 1, 1, False, 1, 1))


def test_hebb_is_always() -> None:
    made = Plan(((2, 1), (1, 1)), (1, 0), 1, 1, 1, False, 1, 3, always=True)
    sums = fold(made)
    assert set(sums) == set(FIELDS) and sums["M"].tolist() == [2] * LANES
    trace = run(Hebb(), Examples.from_integers(sequences(made, [9])[0], [1, 1]))
    assert sums["w2"][9] == sum(n * n for n in trace.final)


@settings(max_examples=tries(40))
@given(st.binary(min_size=compiled_batches.LENGTH, max_size=compiled_batches.LENGTH), st.sampled_from(GAMES))
def test_what_a_batch_proposes_keeps_the_rules_and_is_ranked_rightly(data: bytes, game: Game) -> None:
    assert fits(game)
    names = [name for name in NAMES if name not in ALL_ROUNDS and (name != "eps" or game.learner == "margin")]
    comparison = parse(" + ".join(names) + " <= 1000000")
    evaluator, scorer, made = Evaluator(comparison, game), Scorer(comparison, game), plan(data, game, ())
    if made is None:
        return
    sums = fold(made)
    lanes, found = [lane for _, lane in scorer.best(made, sums)], runs(made, scorer, evaluator)
    values = {name: np.asarray(column) for name, column in scorer.values(made, sums).items()}
    for lane, one in zip(lanes, found, strict=True):
        measured = evaluator.measure(one)
        assert measured is not None and measured.keeps
        if game.learner == "margin":
            continue  # whose rule may turn on the last digit of gamma
        exact = evaluator.floats(measured)
        for name in set(names) - {"eps"}:
            ranked = values[name].flat[lane if values[name].size > 1 else 0]
            assert abs(ranked - exact[name]) <= 1e-2 * (1 + abs(exact[name])), name
