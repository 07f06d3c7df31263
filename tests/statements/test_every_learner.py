"""What `perceptron` runs satisfies the facts that the kernel is told: online gradient descent, other rates and starts, online to batch.

The Perceptron and the Margin Perceptron are in test_learner_facts.py, Winnow in tests/theorems/test_bounds_on_runs.py.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Perceptron, Trace, run
from perceptron.analysis.online_to_batch import online_to_batch
from perceptron.learners.losses import enclosed
from perceptron.learners.ogd import OGD
from perceptron.numbers.exact import dot, precision
from proofs.conjecture import Root
from proofs.statements.completion import completed
from proofs.statements.evaluation import holds
from proofs.statements.instance import Instance
from proofs.statements.property import Property
from proofs.theorems import catalogue
from proofs.theorems.batch.samples import Tree
from proofs.theorems.batch.samples import instance as instance_of
from proofs.theorems.kernels.features import listed
from tests.amounts import tries

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


@given(data, rates)
@settings(max_examples=tries(40))
def test_any_rate_from_any_start_keeps_the_facts_of_learning_rate(drawn, rate: Fraction) -> None:  # type: ignore[no-untyped-def]
    rounds, start, u = drawn
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    trace = run(OGD(rate, start=start), examples)
    steps, weights = list(trace.steps()), after_each_update(trace)
    margins = [dot(u, z) for z in signed(examples)]
    gamma = min(margins) if min(margins) > 0 else Fraction(1)
    page = catalogue.theorem("learning-rate")
    numbers = {"η": rate, "γ": gamma, "R": Root(max(dot(e.x, e.x) for e in examples))}
    # after update M the recurrence goes on with a step of 0
    instance = completed(Instance(trace.M, {"M": trace.M}, numbers, {}, {"u": u}, {"w": weights, "z": steps}), page.facts)
    false = broken(page, instance)
    assert false <= {"unit comparator", "separable"}, "what the adversary chooses; the rest is the learner's"
    assert ("separable" in false) == any(dot(u, z) < gamma for z in steps)
    if not false:
        assert holds(page.claim, instance.model())


@given(data, rates)
@settings(max_examples=tries(40))
def test_two_runs_in_proportion_keep_the_facts_of_scaled_run(drawn, rate: Fraction) -> None:  # type: ignore[no-untyped-def]
    rounds, start, a = drawn
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    plain, scaled = run(Perceptron(start=start), examples), run(OGD(rate, start=[rate * value for value in start]), examples)
    counts = {name: [0, *accumulate(int(t in trace.updates) for t in range(trace.T))] for name, trace in (("m", plain), ("n", scaled))}
    counts["τ"] = [1] * (plain.T + 1)
    paths = {"w": before_each_round(plain), "o": before_each_round(scaled), "z": [*signed(examples), (Fraction(0),) * len(a)]}
    instance = Instance(plain.T - 1, {}, {"η": rate}, counts, {"a": a}, paths)
    for id in ("scaled-run", "scaled-run-mistakes"):
        page = catalogue.theorem(id)
        assert broken(page, instance) == set()
        assert holds(page.claim, instance.model())
    assert plain.updates == scaled.updates


@given(data, rates)
@settings(max_examples=tries(40))
def test_ogd_on_the_surrogates_keeps_the_facts_of_ogd_perceptron_and_of_its_regret(drawn, rate: Fraction) -> None:  # type: ignore[no-untyped-def]
    rounds, a, u = drawn
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    plain, descending = run(Perceptron(), examples), run(OGD(rate), examples)
    zero = (Fraction(0),) * len(a)
    paths = {"w": before_each_round(plain), "o": before_each_round(descending), "z": [*signed(examples), zero]}
    instance = Instance(plain.T - 1, {}, {"η": rate}, {"τ": [1] * (plain.T + 1)}, {"a": a}, paths)
    page = catalogue.theorem("ogd-perceptron")
    assert broken(page, instance) == set() and holds(page.claim, instance.model())

    descent = OGD(rate).descent(examples)
    assert descent.final == descending.final and list(descent.weights) == before_each_round(descending)[:-1]
    assert descent.regret(u) <= descent.bound(u)
    learner, comparator = ([f.value(w) for f, w in zip(descent.losses, at, strict=True)] for at in (descent.weights, [u] * plain.T))
    regret = catalogue.theorem("ogd-regret")
    values, paths = {"f(w)": learner, "f(u)": comparator}, {"w": [*descent.weights, descent.final], "v": descent.subgradients}
    instance = completed(Instance(plain.T, {"T": plain.T}, {"η": rate}, values, {"u": u}, paths), regret.facts)
    assert broken(regret, instance) == set() and holds(regret.claim, instance.model())


@given(data, st.integers(1, 3), st.fractions(0, 1, max_denominator=4), st.fractions(Fraction(1, 100), 1, max_denominator=100))
@settings(max_examples=tries(25))
def test_what_online_to_batch_chooses_is_what_the_theorem_speaks_of(drawn, T: int, share: Fraction, delta: Fraction) -> None:  # type: ignore[no-untyped-def]
    """On every sample of up to three examples, each one of two: averages, losses met, and which hypothesis is chosen."""
    kinds = drawn[0][:2]
    weights = (share, 1 - share) if len(kinds) == 2 else (Fraction(1),)
    base = max(len(weights), T + 2)

    def examples(h: int) -> Examples:
        return Examples([kinds[z][0] for z in listed(h, base)], [kinds[z][1] for z in listed(h, base)])

    def loss(h: int, z: int) -> Fraction:
        x, y = kinds[z]
        learnt = run(Perceptron(), examples(h)).final if h else (Fraction(0),) * len(x)
        return Fraction(y * dot(learnt, x) <= 0)

    tree = Tree(T, weights, loss)
    page = catalogue.theorem("online-to-batch")
    instance = completed(instance_of(tree, delta), page.facts)
    assert tree.base == base and broken(page, instance) == set() and holds(page.claim, instance.model())
    average, met = instance.sequences["average"], instance.sequences["met"]
    for h in tree.histories()[-1]:
        found, _ = online_to_batch(Perceptron(), examples(h), delta)
        own = T - 1 - found.round
        assert found.empirical == average[tree.after(h, own)]
        assert found.average == sum((Fraction(met[tree.after(h, k)]) for k in range(T)), Fraction(0)) / T
        with precision():
            log = enclosed(T * (T + 1) / delta).log()
            penalised = [enclosed(Fraction(average[tree.after(h, k)])) + (log / (2 * (k + 1))).sqrt() for k in range(T)]
        assert all(k == own or penalised[own] < penalised[k] for k in range(T))
        assert Fraction(found.printed) >= Fraction(found.proved) >= found.average
