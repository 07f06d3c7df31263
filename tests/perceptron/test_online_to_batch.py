"""Online to batch: the choice and its numbers, the theorem on small populations, averages and votes, and how often the bounds fail."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import comb, log, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from perceptron import Examples, InputError, MarginPerceptron, Perceptron, Winnow, datasets, run
from perceptron.analysis import online_to_batch as online
from perceptron.analysis.coverage import coverage, interval
from perceptron.data.matrix import IntegerMatrix
from perceptron.datasets import NAMES, load
from perceptron.learners.custom import own_score
from perceptron.learners.ogd import OGD
from perceptron.learners.vectors import Vector
from tests.amounts import tries
from tests.perceptron.strategies import examples, inner

HALF = Fraction(1, 2)
tables = st.integers(1, 7).flatmap(
    lambda T: st.tuples(*[st.lists(st.fractions(0, 1, max_denominator=3), min_size=T - i, max_size=T - i) for i in range(T)])
)


def c(T: int, k: int, delta: Fraction) -> float:
    return sqrt(log(T * (T + 1) / delta) / (2 * k))


@given(table=tables, delta=st.sampled_from([Fraction(1), Fraction(1, 10)]))
@settings(deadline=None)
def test_the_least_penalised_average_is_chosen(table: tuple[list[Fraction], ...], delta: Fraction) -> None:
    made, T = online.choose(table, delta), len(table)
    values = [float(sum(row, Fraction(0)) / len(row)) + c(T, len(row), delta) for row in table]
    assert values[made.round] <= min(values) + 1e-12
    assert made.empirical == sum(table[made.round], Fraction(0)) / made.examples
    assert made.average == sum((row[0] for row in table), Fraction(0)) / T
    for shown, exact in (
        (made.penalised, values[made.round]),
        (made.printed, float(made.average) + 6 * sqrt(log(2 * (T + 1) / delta) / T)),
        (made.proved, float(made.average) + (4 + sqrt(0.5)) * sqrt(log((T + 1) / delta) / T)),
        (made.spread, float(made.average) + sqrt(log(1 / delta) / (2 * T))),
    ):
        assert -1e-12 <= float(shown) - exact <= 1.1e-6


def test_which_samples_are_too_small_to_say_anything() -> None:
    """(9) is vacuous below 316, 344 and 408 examples, however few the mistakes; the companion's constant halves that."""
    assert [online.least_sample(delta) for delta in ("1/10", "1/20", "1/100")] == [316, 344, 408]
    assert [online.least_sample(delta, online.proved_penalty) for delta in ("1/10", "1/20", "1/100")] == [165, 182, 222]
    assert not online.penalty(315, "1/10") < 1 and online.penalty(316, "1/10") < 1
    assert online.least_sample(1, online.penalty_of_the_first) == 1 and online.penalty_of_the_first(1, 1) < 1


def test_a_delta_below_every_float() -> None:
    """T(T+1)/δ is no float there; the choice is still the first hypothesis, of which most is known."""
    delta = Fraction(1, 10**1000)
    made, _ = online.online_to_batch(Perceptron(1), Examples([[1]] * 8, [1] * 8), delta)
    assert made == online.choose([[0] * (8 - t) for t in range(8)], delta) and made.round == 0
    assert float(made.penalised) == pytest.approx(sqrt((log(72) + 1000 * log(10)) / 16), abs=2e-6)


def test_a_loss_of_minus_a_hundred_breaks_9_half_the_time() -> None:
    """T = 1, L = 1 or −100 with probability ½ each, ‘bounded by one’: the risk is −49½, and δ = 1/4 < 1/2."""
    assert -100 + online.penalty(1, "1/4") < (1 - 100) / 2
    with pytest.raises(InputError, match="from 0 to 1"):
        online.choose([[-100]], "1/4")


def test_examples_that_are_not_independent_break_9() -> None:
    """Half of the population has x = e₁, half x = e₂; the sample is one of them over and over.  (9) then fails on every sample."""
    T = 3000
    made, w = online.online_to_batch(Perceptron(ties=1), Examples([(1, 0)] * T, [1] * T), "1/10")
    risk = HALF  # of whatever errs on e₂, labelled −1: with w₂ = 0 the label 1 is predicted there
    assert w == (0, 0) and made.average == 0 and Fraction(made.printed) < risk


def test_a_hypothesis_that_has_seen_later_examples_breaks_9() -> None:
    """One that knows the whole sample by heart and errs elsewhere: risk 1 − T/N on a population of N."""
    T, N = 400, 10**6
    made = online.choose([[0] * (T - i) for i in range(T)], "1/10")
    assert Fraction(made.printed) < 1 - Fraction(T, N)


POPULATION = [((1, 0), 1, Fraction(1, 2)), ((1, 1), -1, Fraction(1, 3)), ((0, 1), 1, Fraction(1, 6))]


def errs(w: tuple[Fraction, ...], x: tuple[int, int], y: int) -> bool:
    return y * sum(a * b for a, b in zip(w, x, strict=True)) <= 0


def test_cited_inequalities_hold_on_an_enumerated_population() -> None:
    """All 3⁶ samples of a small population, with their probabilities: each cited event is as rare as the proof takes it to be."""
    T, delta = 6, Fraction(1)
    above, below, azuma = [Fraction(0)] * T, [Fraction(0)] * T, Fraction(0)
    a = sqrt(log((T + 1) / delta) / (2 * T))
    for sample in product(POPULATION, repeat=T):
        weight = Fraction(1)
        for _, _, share in sample:
            weight *= share
        trace = run(Perceptron(), Examples([x for x, _, _ in sample], [y for _, y, _ in sample]))
        hypotheses = [w for _, w in trace.weights()]
        risks = [sum((share for x, y, share in POPULATION if errs(w, x, y)), Fraction(0)) for w in hypotheses]
        averages = [Fraction(sum(errs(w, x, y) for x, y, _ in sample[i:]), T - i) for i, w in enumerate(hypotheses)]
        for i in range(T):
            gap = float(risks[i] - averages[i])
            above[i] += weight * (gap > c(T, T - i, delta))
            below[i] += weight * (-gap > c(T, T - i, delta))
        met = sum(errs(w, x, y) for w, (x, y, _) in zip(hypotheses, sample, strict=True))
        azuma += weight * (float(sum(risks) - met) > T * a)
        made, _ = online.online_to_batch(Perceptron(), trace.examples, delta)
        assert made.average == Fraction(met, T) == Fraction(trace.M, T)
        values = [float(average) + c(T, T - i, delta) for i, average in enumerate(averages)]
        assert values[made.round] == min(values)
    assert max(above + below) <= delta / (T * (T + 1)) and azuma <= delta / (T + 1)
    assert max(above + below) > 0 and sum(above) + sum(below) + azuma <= 3 * delta / (T + 1)


def test_risk_on_noisy_samples_is_below_the_bounds() -> None:
    """T = 1200, one label in twenty wrong, 20 samples: the risk, known exactly, is below every bound, and (9) is below 1."""
    generator = random.Random(7)
    points = [(1, a, b) for a in range(-3, 4) for b in range(-3, 4) if 2 * a - b + 1 != 0]
    truth = {x: 1 if 2 * x[1] - x[2] + 1 > 0 else -1 for x in points}
    noise = Fraction(1, 20)
    for _ in range(20):
        xs = [generator.choice(points) for _ in range(1200)]
        ys = [truth[x] if generator.random() >= noise else -truth[x] for x in xs]
        made, w = online.online_to_batch(Perceptron(), Examples(xs, ys), "1/10")
        wrong = {y: sum(errs(w, x, y * truth[x]) for x in points) for y in (1, -1)}  # type: ignore[arg-type]
        risk = ((1 - noise) * wrong[1] + noise * wrong[-1]) / len(points)
        assert not made.vacuous
        assert all(risk <= Fraction(bound) for bound in (made.penalised, made.proved, made.printed))


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_data_sets_have_a_chosen_hypothesis(name: str) -> None:
    examples = load(name).examples
    made, w = online.online_to_batch(Perceptron(), examples, "1/10")
    wrong = sum(e.y * sum(a * b for a, b in zip(w, e.x, strict=True)) <= 0 for e in examples[made.round :])
    assert made.empirical == Fraction(wrong, made.examples) and made.average == Fraction(run(Perceptron(), examples).M, len(examples))
    assert made.vacuous and Fraction(made.penalised) < Fraction(made.proved) < 1 < Fraction(made.printed)


@pytest.mark.parametrize("ties, average", [("mistake", Fraction(1, 2)), (1, Fraction(0)), (-1, Fraction(1, 2))])
def test_a_tie_is_what_the_learner_makes_of_it(ties: str | int, average: Fraction) -> None:
    made, _ = online.online_to_batch(Perceptron(ties), Examples([[1], [1]], [1, 1]))
    assert made.average == average


rows = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.integers(-1, 1)), min_size=1, max_size=25)
BEYOND_FLOATS = [Winnow(eta="1e-400"), Winnow(eta=2000), Winnow(eta=2000, balanced=False)]
learners = st.sampled_from(
    [Perceptron(), Perceptron(ties=1), MarginPerceptron("1/3"), Winnow(eta="1/2"), Winnow(beta=2, ties=-1), *BEYOND_FLOATS]
)


@given(rows, st.data(), learners)
@settings(deadline=None)
def test_every_learner_is_scored_by_its_own_prediction(xs: list[tuple[int, ...]], data: st.DataObject, learner: Any) -> None:
    """Winnow's weights are exponents: what ⟨w,x⟩ says of them is nothing that it predicts."""
    xs = [(1, 2, 0), *xs]
    ys = data.draw(st.lists(st.sampled_from([1, -1]), min_size=len(xs), max_size=len(xs)))
    examples = Examples(xs, ys)
    score = own_score(learner) or (lambda w, x: sum(a * b for a, b in zip(w, x, strict=True)))
    ties = getattr(learner, "ties", "mistake")
    weights = [w for _, w in run(learner, examples).weights()]
    table = [[int(e.y * score(w, e.x) < 0 or (score(w, e.x) == 0 and ties != e.y)) for e in examples[t:]] for t, w in enumerate(weights)]
    made, w = online.online_to_batch(learner, examples)
    assert made == online.choose(table, "1/20") and w == weights[made.round]


# --- Averaged and voted hypotheses, exact binomial intervals, and how often the bounds of online to batch fail


class Forgetful(Perceptron):
    """It halves its weights at an update."""

    def step(self, w: Vector, x: Vector, y: int) -> Any:
        return w / 2 + y * x


@settings(max_examples=tries(60))
@given(examples(max_rounds=12), st.sampled_from([Perceptron(), Perceptron(1), OGD("1/3"), Forgetful()]))
def test_averaged_and_voted_are_what_their_definitions_say(data: Examples, learner: Perceptron) -> None:
    assume(len(data) > 0)
    trace = run(learner, data)
    weights = [w for _, w in trace.weights()]
    mean = tuple(sum(column, Fraction(0)) / len(weights) for column in zip(*weights, strict=True))
    assert online.average(trace) == mean
    for ties in ("mistake", 1, -1):

        def errs(w: tuple[Fraction, ...], x: tuple[Fraction, ...], y: int, ties: str | int = ties) -> bool:
            s = y * inner(w, x)
            return s < 0 or (s == 0 and ties != y)

        assert online.errors_of(learner, mean, data, ties) == sum(errs(mean, x, y) for x, y in data)
        assert online.voted_errors(trace, data, ties) == sum(2 * sum(errs(w, x, y) for w in weights) >= len(weights) for x, y in data)


@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from(["19/20", "9/10", "99/100"]))
def test_the_ends_of_an_interval_have_the_tails_that_define_them(drawn: tuple[int, int], confidence: str) -> None:
    k, n = drawn
    low, high = interval(k, n, confidence)
    half = float(1 - Fraction(confidence)) / 2

    def tail(p: float, counts: range) -> float:
        return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in counts)

    assert (low == 0) if k == 0 else tail(low, range(k, n + 1)) == pytest.approx(half, rel=1e-6)
    assert (high == 1) if k == n else tail(high, range(k + 1)) == pytest.approx(half, rel=1e-6)


@given(st.integers(1, 40).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from(["9/10", "1/20", "1/10000000000"]))
def test_a_tail_bound_is_the_greatest_risk_that_the_tail_allows(drawn: tuple[int, int], delta: str) -> None:
    k, n = drawn

    def tail(p: Fraction) -> Fraction:
        return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k + 1)), Fraction(0))

    bound, step = Fraction(online.tail_bound(k, n, delta)), Fraction(1, 10**6)
    assert (bound == 1 if k == n else tail(bound) < Fraction(delta)) and (bound < 2 * step or tail(bound - 2 * step) >= Fraction(delta))


def test_the_least_tail_bound_of_all_hypotheses_is_chosen_and_holds() -> None:
    """Each hypothesis is tested here one by one; its risk is its share of errors on the population."""
    data, delta, failed = datasets.load("penguins-adelie-chinstrap").examples, Fraction(1, 4), 0
    for seed in range(tries(20, few=5)):
        draw = random.Random(seed)
        sample = data.take([draw.randrange(len(data)) for _ in range(60)])
        trace = run(Perceptron(), sample)
        weights = [w for _, w in trace.weights()]
        bounds = [online.tail_bound(online.errors_of(Perceptron(), w, sample[t:]), 60 - t, delta / 60) for t, w in enumerate(weights)]
        chosen, bound = online.tail_choice(trace, delta)
        assert bound == bounds[chosen] == min(bounds, key=Fraction)
        failed += Fraction(online.errors_of(Perceptron(), weights[chosen], data), len(data)) > Fraction(bound)
    assert interval(failed, seed + 1)[0] <= delta


@pytest.mark.parametrize("learner", [Perceptron(), MarginPerceptron("1/10"), Winnow(eta="1/4")], ids=["perceptron", "margin", "winnow"])
def test_the_bounds_fail_no_more_often_than_they_may(learner: Perceptron | MarginPerceptron | Winnow) -> None:
    data = datasets.load("penguins-adelie-chinstrap").examples
    found = coverage(learner, data, T=60, runs=25, delta="1/4", seed=1)
    assert found == coverage(learner, data, T=60, runs=25, delta="1/4", seed=1)
    for name in found.failures:
        assert found.interval(name)[0] <= Fraction(1, 4)  # no contradiction to 1 − δ
        assert found.failures[name] + found.vacuous[name] <= 25
    assert 0 < found.risk < 1


def test_hypotheses_side_by_side() -> None:
    data = datasets.load("penguins-adelie-gentoo").examples
    sample, held = data[::2], data[1::2]
    chosen, found = online.beside(Perceptron(), sample, held)
    by_name = {c.name: c for c in found}
    assert by_name["averaged"].held == online.tail_bound(by_name["averaged"].errors, len(held), "1/20")
    assert list(by_name) == ["chosen", "by the tail", "voted", "averaged", "last"]
    assert by_name["chosen"].bound == chosen.penalised and float(by_name["voted"].bound) == 2 * float(chosen.spread)
    assert by_name["last"].errors == online.errors_of(Perceptron(), run(Perceptron(), sample).final, held)
    _, without = online.beside(Winnow(eta=1), sample, None)
    assert [(c.name, c.errors, c.held) for c in without] == [(name, None, None) for name in ("chosen", "by the tail", "voted", "last")]


@pytest.mark.nocover
def test_sparse_examples_that_nobody_could_write_out() -> None:
    """1,500 × 100,000; each example has an entry of the target, and one that is seen nowhere else."""
    T, d = 1500, 100_000
    rng = np.random.default_rng(0)
    signs, target = rng.choice([-1, 1], T), rng.integers(0, 20, T)
    indices = np.column_stack([target, np.arange(T) + 20]).ravel()
    entries = np.column_stack([2 * signs, rng.choice([-1, 1], T)]).ravel()
    sparse = Examples.from_sparse(csr_array((entries, indices, 2 * np.arange(T + 1)), shape=(T, d)), signs.tolist())
    chosen, found = online.beside(Perceptron(), sparse[:1200], sparse[1200:])
    assert chosen.average == Fraction(20, 1200) and chosen.empirical == 0
    assert {c.errors for c in found} == {0}


@pytest.mark.parametrize("kind", ["floats", "long decimals", "sparse"])
@pytest.mark.parametrize("learner", [Perceptron(), MarginPerceptron("1/100"), Winnow(eta="1/4")], ids=["perceptron", "margin", "winnow"])
def test_tables_in_a_form_of_their_own_have_the_same_hypotheses(kind: str, learner: Any) -> None:
    """Half the labels are noise, some rows are those before them, and one in nine is 0: ties too are decided exactly."""
    rng = np.random.default_rng(3)
    X = rng.standard_normal((120, 90))
    X[1::4], X[::9] = X[::4], 0
    X[0] = 1
    ys = np.where((X[:, 0] >= 0) ^ (rng.random(120) < 0.5), 1, -1).tolist()
    plain = Examples([[Fraction(str(v)) if kind == "long decimals" else Fraction(v) for v in row] for row in X.tolist()], ys)
    whole = np.array(plain.numerators, dtype=object)
    if kind == "floats":
        table = Examples.from_float_array(X, ys)
    elif kind == "long decimals":
        table = Examples.from_matrix(IntegerMatrix.of(whole), plain.denominator, ys)
    else:
        table = Examples.from_float_array(csr_array(X), ys)
    assert table == plain and table.matrix().long
    assert online.beside(learner, table[:100], table[100:], "1/3") == online.beside(learner, plain[:100], plain[100:], "1/3")
    assert online.online_to_batch(learner, table) == online.online_to_batch(learner, plain)


def test_long_work_tells_how_far_it_is() -> None:
    told: list[int] = []
    coverage(Perceptron(), Examples([[1, 2], [2, 1]], [1, -1]), T=2, runs=3, on_progress=told.append)
    assert told == [0, 1, 2]
    data = datasets.load("penguins-adelie-chinstrap").examples
    online.beside(Perceptron(), data, None, on_progress=told.append)
    assert told[3] == 0 and told[3:] == sorted(told[3:]) and told[-1] < len(data)
