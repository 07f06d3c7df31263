"""Winnow by its definition in powers, its bound on real runs, and the runs that break the bound where a hypothesis is dropped."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import log, log2
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from perceptron import Examples, InputError, Perceptron, learner_from_spec, run
from perceptron.extremal.sequences import fixed_rate, hadamard, one_of_many
from perceptron.learners.winnow import Winnow, WinnowFold, disjunction, l1, longest
from perceptron.runs.engines.certified.fold import CompiledWinnow
from tests.amounts import cases, tries

ONE = Fraction(1)
entries = st.sampled_from([Fraction(n, 6) for n in range(-6, 7)])
learners = st.one_of(
    st.builds(Winnow, beta=st.sampled_from(["2", "3/2", "64", "9/4"]), ties=st.sampled_from(["mistake", 1, -1]), balanced=st.booleans()),
    st.builds(Winnow, eta=st.sampled_from(["1/5", "1", "3"]), threshold=st.sampled_from([0, "1/2"])),
)


def bound(learner: Winnow, n: int, gamma: object) -> float:
    """The bound at a rate at which there is one."""
    found = learner.bound(n, gamma)
    assert found is not None
    return found


def rounds(d: int) -> st.SearchStrategy[list[tuple[tuple[Fraction, ...], int]]]:
    return st.lists(st.tuples(st.tuples(*[entries] * d), st.sampled_from([-1, 1])), max_size=20)


def by_definition(data: Examples, beta: Fraction, ties: str | int = "mistake") -> list[int]:
    """The rounds with a mistake, by the weights w⁺ and w⁻ themselves, for whole examples."""
    plus, minus = [ONE] * data.dimension, [ONE] * data.dimension
    mistakes = []
    for t, (x, y) in enumerate(data):
        score = y * sum((p - m) * c for p, m, c in zip(plus, minus, x, strict=True))
        if score < 0 or (score == 0 and ties != y):
            mistakes.append(t)
            plus = [p * beta ** int(y * c) for p, c in zip(plus, x, strict=True)]
            minus = [m * beta ** int(-y * c) for m, c in zip(minus, x, strict=True)]
    return mistakes


@pytest.mark.parametrize("ties", ["mistake", 1, -1])
@given(data=st.lists(st.tuples(st.tuples(*[st.integers(-2, 2)] * 3), st.sampled_from([-1, 1])), max_size=20))
def test_it_is_the_learner_that_multiplies_two_weights_a_coordinate(ties: str | int, data: list[Any]) -> None:
    examples = Examples([x for x, _ in data], [y for _, y in data], dimension=3)
    for beta in (Fraction(2), Fraction(5, 4)):
        assert list(run(Winnow(beta=beta, ties=ties), examples).updates) == by_definition(examples, beta, ties)


@given(learners, rounds(3))
@settings(max_examples=tries(60))
def test_its_engine_and_the_definition_agree_on_any_rational_examples(learner: Winnow, data: list[Any]) -> None:
    examples = Examples([x for x, _ in data], [y for _, y in data], dimension=3)
    quick, slow = run(learner, examples), run(learner, examples, "fraction")
    assert (quick.engine, slow.engine) == ("balls", "fraction")
    assert quick.updates == slow.updates and quick.final == slow.final
    folds = CompiledWinnow(learner, examples), WinnowFold(learner, examples)
    for _ in range(3):
        first, second = (fold.go() for fold in folds)
        assert first == second and folds[0].weights == folds[1].weights
    assert learner_from_spec(json.loads(json.dumps(learner.spec()))) == learner


@pytest.mark.parametrize("case", cases(__file__, "zeros.txt"))
def test_a_score_of_zero_is_told_from_the_smallest_other(case: list[str]) -> None:
    learner, exponents, x, threshold, below, sign = map(eval, case)
    assert learner.sign(exponents, x, threshold, below) == sign


SIGNS = tuple(product((-1, 0, 1), repeat=3))


@pytest.mark.parametrize("gamma", ["1/5", "1/2", "3/4"])
@given(u=st.tuples(*[st.integers(-3, 3)] * 3).filter(any), seeds=st.lists(st.integers(0, 26), min_size=1, max_size=60))
@settings(max_examples=tries(50))
def test_at_the_rate_of_the_margin_no_run_passes_its_bound(gamma: str, u: tuple[int, ...], seeds: list[int]) -> None:
    margin, length = Fraction(gamma), sum(map(abs, u))
    target = [Fraction(value, length) for value in u]
    rows = [SIGNS[s] for s in seeds]
    scores = [sum(a * b for a, b in zip(target, row, strict=True)) for row in rows]
    kept = [(row, 1 if score > 0 else -1) for row, score in zip(rows, scores, strict=True) if abs(score) >= margin]
    learner = Winnow(eta=margin)
    M = run(learner, Examples([x for x, _ in kept], [y for _, y in kept], dimension=3)).M
    assert l1(target) == 1
    assert M <= bound(learner, 3, margin) <= 2 * log(6) / float(margin**2)


@pytest.mark.parametrize("power", range(1, 9))
def test_sparse_target_costs_winnow_log_n_and_the_perceptron_n(power: int) -> None:
    shown, n = hadamard(power), 2**power
    assert n == run(Perceptron(), shown.examples).M
    learner = Winnow(eta=4)
    assert run(learner, shown.examples).M == learner.bound(n, shown.gamma) == 1 + power  # the bound at rate 4 is attained
    assert bound(Winnow(eta=1), n, 1) <= 2 * log(2 * n)


@pytest.mark.parametrize("beta", ["11/10", "3/2", "2", "1024"])
def test_at_a_fixed_rate_it_errs_for_ever_on_separable_examples(beta: str) -> None:
    shown, learner = fixed_rate(beta, 300), Winnow(beta=beta)
    assert run(learner, shown.examples).M == 300 and longest(shown.examples) <= 1 and l1(shown.u) == 1
    assert {sum((a * b for a, b in zip(shown.u, x, strict=True)), Fraction(0)) for x, _ in shown.examples} == {shown.gamma}
    assert shown.gamma > 0 and learner.bound(2, shown.gamma) is None  # the theorem says nothing at that rate
    tuned = Winnow(eta=shown.gamma)
    assert bound(tuned, 2, shown.gamma) >= run(tuned, shown.examples).M


def test_without_the_second_weights_it_errs_for_ever() -> None:
    data = Examples([[1]] * 50, [-1] * 50)  # u = −1, γ = 1
    assert run(Winnow(eta=1, balanced=False), data).M == 50 and run(Winnow(eta=1), data).M == 1


FINE = 1 + Fraction(1, 10**30)  # ln β has few certain bits in a ball
EDGES = [(FINE - 1 / FINE) * (1 + Fraction(sign, 10**12)) for sign in (-1, 1)]  # beside the weight after one update


def near_floats(eta: str, power: int, form: Any) -> tuple[Winnow, Examples]:
    """Of floats, some of which are ties or nearly so, and of those that two floats do not hold."""
    rng = np.random.default_rng(4)
    X = rng.choice([0.1, 0.2, 0.3, -0.1, -0.3, 1.0, 0.0, 1 + 2**-52], (60, 5)) * np.ldexp(1.0, np.minimum(0, power * rng.integers(0, 2, 5)))
    data = Examples.from_float_array(form(X * 2.0 ** max(0, power)), rng.choice([-1, 1], 60).tolist())
    return Winnow(eta=Fraction(eta) / Fraction(2) ** max(0, power)), data


@pytest.mark.parametrize(
    ("learner", "data"),
    [
        *(near_floats(*each) for each in product(["1/20", "3", "1e-30"], [0, -3, 500, -900], [np.asarray, csr_array])),
        *((Winnow(beta=FINE, threshold=edge), Examples([[1], [1]], [1, 1])) for edge in EDGES),
        (Winnow(eta=1, balanced=False), Examples([[744, 745], [2**61, -5 * 2**60]], [-1, 1])),  # floats hold a bit or two of e^−744
        (Winnow(eta=1, threshold=10**400), Examples([[1], [1]], [1, 1])),
        (Winnow(eta=1, threshold=Fraction(1, 10**500)), Examples([[1], [1]], [-1, -1])),  # no tie, though a float is 0
        (Winnow(eta=Fraction(1, 10**100)), Examples.from_float_array(np.array([[1e-300, 2e-300]] * 4), [1, -1, 1, 1])),
    ],
)
def test_powers_in_floats_settle_what_balls_do_or_leave_it_to_them(learner: Winnow, data: Examples) -> None:
    compiled, balls = CompiledWinnow(learner, data), WinnowFold(learner, data)
    for _ in range(2):
        assert compiled.go() == balls.go() and compiled.weights == balls.weights


@given(
    st.integers(2, 6).flatmap(
        lambda n: st.tuples(
            st.just(n), st.sets(st.integers(0, n - 1), min_size=1), st.lists(st.tuples(*[st.integers(0, 1)] * n), max_size=60)
        )
    )
)
@settings(max_examples=tries(60))
def test_littlestones_winnow_learns_a_disjunction_within_its_bound(drawn: tuple[int, set[int], list[tuple[int, ...]]]) -> None:
    n, relevant, rows = drawn
    data = Examples(rows, [1 if any(row[i] for i in relevant) else -1 for row in rows], dimension=n)
    assert 2 + 3 * len(relevant) * log2(n) >= run(disjunction(n), data).M  # the theorem winnow-or


@pytest.mark.parametrize("power", range(1, 8))
def test_one_of_many_makes_three_mistakes_for_each_doubling(power: int) -> None:
    """The bound 2 + 3 log₂ N is two off, at most, wherever the target is one variable."""
    longest = one_of_many(power)
    assert run(longest.learner, longest.examples).M == len(longest.examples) == longest.M == 3 * power
    assert longest.learner.threshold == longest.examples.dimension == 2**power
    assert all((row[0] == 1) == (y == 1) for row, y in zip(longest.examples.numerators, longest.examples.labels, strict=True))
    assert {entry for row in longest.examples.numerators for entry in row} == {0, 1}


@pytest.mark.parametrize("power", [0, 11, True, Fraction(2)])
def test_one_of_many_rejects_other_powers(power: object) -> None:
    with pytest.raises(InputError, match="from 1 to 10"):
        one_of_many(power)  # type: ignore[arg-type]


def test_a_spec_without_a_rate_takes_the_margin() -> None:
    assert learner_from_spec({"name": "winnow"}, Fraction(1, 4)) == Winnow(eta="1/4")


def test_entries_of_any_size_take_no_power_of_that_size() -> None:
    """β to the power 10²⁰ was written out. Of so large a β only the greatest power counts, as of (3/2)⁶⁰ already."""
    rows, labels = [[1, 0, 0], [0, 1, 0], [1, -1, 0], [-1, 1, 2], [2, 1, -1], [1, 1, -2]] * 3, [1, 1, 1, -1, -1, 1] * 3
    long = [[10**20 * a for a in row] for row in rows]
    large = Winnow(beta=Fraction(3, 2) ** 60)
    assert run(Winnow(beta=Fraction(3, 2)), Examples(long, labels)).updates == run(large, Examples(rows, labels)).updates
