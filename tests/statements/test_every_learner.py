"""What `perceptron` runs satisfies the facts that the kernel is told: online gradient descent, other rates and starts, online to batch.

The Perceptron and the Margin Perceptron are in test_learner_facts.py, Winnow in tests/theorems/test_winnow_bound.py.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Perceptron, Trace, run
from perceptron.analysis.online_to_batch import online_to_batch
from perceptron.learners.losses import Ball, enclosed, precision
from perceptron.learners.ogd import OGD
from proofs.conjecture import Root
from proofs.kernel.formula import names
from proofs.statements.evaluation import dot, holds
from proofs.statements.instance import Instance
from proofs.statements.property import Property
from proofs.theorems import catalogue

Vector = tuple[Fraction, ...]
small = st.fractions(-2, 2, max_denominator=4)
rates = st.fractions(Fraction(1, 8), 4, max_denominator=8)
data = st.integers(1, 3).flatmap(
    lambda d: st.tuples(
        st.lists(st.tuples(st.tuples(*[small] * d), st.sampled_from([-1, 1])), min_size=1, max_size=6),
        st.tuples(*[small] * d),
        st.tuples(*[small] * d),
    )
)


def property_(id: str) -> Property:
    found = catalogue.theorem(id)
    assert isinstance(found, Property)
    return found


def broken(item: Property, instance: Instance) -> set[str]:
    model = instance.model()
    return {fact.name for fact in item.facts if not holds(fact.formula, model)}


def before_each_round(trace: Trace) -> list[Vector]:
    return [w for _, w in trace.weights()] + [trace.final]


def after_each_update(trace: Trace) -> list[Vector]:
    weights = before_each_round(trace)
    return [weights[0], *(weights[t + 1] for t in trace.updates)]


def signed(examples: Examples) -> list[Vector]:
    return [tuple(e.y * value for value in e.x) for e in examples]


def padded(values: list[Vector], count: int, by: Vector) -> list[Vector]:
    return values + [by] * (count - len(values))


@given(data, rates)
@settings(max_examples=40, deadline=None)
def test_any_rate_from_any_start_keeps_the_facts_of_learning_rate(drawn, rate: Fraction) -> None:  # type: ignore[no-untyped-def]
    rounds, start, u = drawn
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    trace = run(OGD(rate, start=start), examples)
    steps, weights = list(trace.steps()), after_each_update(trace)
    margins = [dot(u, z) for z in signed(examples)]
    gamma = min(margins) if min(margins) > 0 else Fraction(1)
    count = trace.M + 2
    instance = Instance(
        trace.M,
        {"M": trace.M},
        {
            "η": rate, "1/η": 1 / rate, "γ": gamma, "1/γ": 1 / gamma, "R": Root(max(dot(e.x, e.x) for e in examples)),
            "‖w₁‖": Root(dot(start, start)),
        },
        {},
        {"u": u},
        # after update M the recurrence goes on with a step of 0
        {"w": padded(weights, count, weights[-1]), "z": padded(steps, count, (Fraction(0),) * len(u))},
    )  # fmt: skip
    page = property_("learning-rate")
    false = broken(page, instance)
    assert false <= {"unit comparator", "separable"}, "what the adversary chooses; the rest is the learner's"
    assert ("separable" in false) == any(dot(u, z) < gamma for z in steps)
    if not false:
        assert holds(page.claim, instance.model())


@given(data, rates)
@settings(max_examples=40, deadline=None)
def test_two_runs_in_proportion_keep_the_facts_of_scaled_run(drawn, rate: Fraction) -> None:  # type: ignore[no-untyped-def]
    rounds, start, a = drawn
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    plain, scaled = run(Perceptron(start=start), examples), run(OGD(rate, start=[rate * value for value in start]), examples)
    counts = {name: [0, *accumulate(int(t in trace.updates) for t in range(trace.T))] for name, trace in (("m", plain), ("n", scaled))}
    paths = {"w": before_each_round(plain), "o": before_each_round(scaled), "z": [*signed(examples), (Fraction(0),) * len(a)]}
    instance = Instance(plain.T - 1, {}, {"η": rate}, counts, {"a": a}, paths)
    for id in ("scaled-run", "scaled-run-mistakes"):
        page = property_(id)
        assert broken(page, instance) == set()
        assert holds(page.claim, instance.model())
    assert plain.updates == scaled.updates


@given(data, rates)
@settings(max_examples=40, deadline=None)
def test_ogd_on_the_surrogates_keeps_the_facts_of_ogd_perceptron_and_of_its_regret(drawn, rate: Fraction) -> None:  # type: ignore[no-untyped-def]
    rounds, a, u = drawn
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    plain, descending = run(Perceptron(), examples), run(OGD(rate), examples)
    zero = (Fraction(0),) * len(a)
    paths = {"w": before_each_round(plain), "o": before_each_round(descending), "z": [*signed(examples), zero]}
    instance = Instance(plain.T - 1, {}, {"η": rate}, {}, {"a": a}, paths)
    page = property_("ogd-perceptron")
    assert broken(page, instance) == set() and holds(page.claim, instance.model())

    descent = OGD(rate).descent(examples)
    assert descent.final == descending.final and list(descent.weights) == before_each_round(descending)[:-1]
    assert descent.regret(u) <= descent.bound(u)
    learner, comparator = ([f.value(w) for f, w in zip(descent.losses, at, strict=True)] for at in (descent.weights, [u] * plain.T))
    squares = [dot(v, v) for v in descent.subgradients]
    regret = property_("ogd-regret")
    sums = {"Σf(w)": learner, "Σf(u)": comparator, "V": squares}
    instance = Instance(
        plain.T,
        {"T": plain.T},
        {"η": rate, "1/η": 1 / rate},
        {name: [0, *accumulate([*values, Fraction(0)])] for name, values in sums.items()}
        | {"f(w)": [*learner, 0, 0], "f(u)": [*comparator, 0, 0]},
        {"u": u},
        {"w": [*descent.weights, descent.final, descent.final], "v": [*descent.subgradients, zero, zero]},
    )
    assert broken(regret, instance) == set() and holds(regret.claim, instance.model())


def rounded(value: Ball, up: bool) -> Fraction:
    """A rational number just above a real one, or just below."""
    end = value.upper() if up else value.lower()
    mantissa, exponent = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


@given(data, st.fractions(Fraction(1, 100), 1, max_denominator=100))
@settings(max_examples=40, deadline=None)
def test_what_online_to_batch_chooses_keeps_the_facts_of_the_theorem(drawn, delta: Fraction) -> None:  # type: ignore[no-untyped-def]
    """Its averages, penalties and choice are the theorem's; hypothesis k has k + 1 examples left, and risks are not the program's."""
    rounds, _, _ = drawn
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    found, chosen = online_to_batch(Perceptron(), examples, delta)
    T, hypotheses = found.T, before_each_round(run(Perceptron(), examples))[:-1]
    wrong = [[Fraction(dot(w, z) <= 0) for z in signed(examples)[t:]] for t, w in enumerate(hypotheses)]
    averages, met = [sum(row, Fraction(0)) / len(row) for row in wrong][::-1], [row[0] for row in wrong][::-1]
    with precision():
        log, long_log = (enclosed(value).log() for value in ((T + 1) / delta, T * (T + 1) / delta))
        penalties = [rounded((long_log / (2 * (k + 1))).sqrt(), up=False) for k in range(T)]
        a, b = rounded((log / (2 * T)).sqrt(), up=False), rounded((log / T).sqrt(), up=True)
    padding = [Fraction(0)] * 2
    columns = {"average": averages + padding, "loss": met + padding, "c": penalties + padding, "risk": averages + padding}
    sums = {f"Σ{name}": [Fraction(0), *accumulate(columns[name])][: T + 2] for name in ("loss", "c", "risk")}
    reals = {"δ": delta, "1/δ": 1 / delta, "1/T": Fraction(1, T), "a": a, "b": b, "√½": Root(Fraction(1, 2))}
    instance = Instance(T, {"T": T, "i": T - 1 - found.round}, reals, columns | sums)
    known = {name for values in (instance.naturals, instance.reals, instance.sequences) for name in values}
    told = [fact for fact in property_("online-to-batch").facts if {name for _, name in names(fact.formula)} <= known]
    assert {fact.name for fact in told if not holds(fact.formula, instance.model())} <= {"Azuma"}, "with the averages for the risks"
    assert {"c", "chosen"} <= {fact.name for fact in told}
    assert chosen == hypotheses[found.round] and found.average == sum(met) / T and found.empirical == averages[T - 1 - found.round]
    with precision():  # b is a·√2
        extra = (4 + enclosed(Fraction(1, 2)).sqrt()) * enclosed(a) * enclosed(Fraction(2)).sqrt()
        assert enclosed(Fraction(found.proved)) >= enclosed(found.average) + extra
    assert Fraction(found.penalised) >= found.empirical + penalties[T - 1 - found.round]
    assert Fraction(found.printed) >= Fraction(found.proved) >= found.average
