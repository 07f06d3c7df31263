"""What the kernel is told of a learner holds on the learner that runs, and a bound is read alike by the kernel and by the judge."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, InputError, MarginPerceptron, Perceptron, Trace, run
from perceptron.analysis.online_to_batch import online_to_batch
from perceptron.learners.losses import enclose
from perceptron.learners.ogd import OGD
from perceptron.numbers.exact import dot, precision
from proofs.conjecture import Root, parse
from proofs.conjecture.evaluate import exact
from proofs.conjecture.game import Game
from proofs.conjecture.surd import Surd
from proofs.counterexample import Counterexample
from proofs.derive.authoring.terms import real
from proofs.kernel import Compare, Fn, Nat, Polynomial
from proofs.kernel.axioms import ln
from proofs.statements.completion import complete
from proofs.statements.evaluation import Model, holds, truth
from proofs.statements.instance import Instance
from proofs.statements.page import Page
from proofs.statements.property import Property
from proofs.statements.run_model import model_of
from proofs.statements.statement import Statement
from proofs.theorems import catalogue, witnesses
from proofs.theorems.batch.samples import Tree
from proofs.theorems.batch.samples import instance as instance_of
from proofs.theorems.kernels.features import list_code
from tests.amounts import rows, tries

PAGES = catalogue.PAGES
ONE = Fraction(1)


def declared(statement: Statement, radius: Fraction | None) -> Fraction | None:
    return (radius or ONE) if statement.game.radius == "declared" else None


def failing(statement: Statement, model: Model) -> set[str]:
    """The facts that are false there; a definition of a quotient or root without an exact value is passed over."""
    known = {fact: truth(fact.formula, model) for fact in statement.hypotheses}
    assert all(true is not None or fact.definition or fact.name in statement.beyond for fact, true in known.items())
    return {fact.name for fact, true in known.items() if not true and not (true is None and fact.definition)}


@pytest.mark.parametrize("page", [p for p in PAGES if p.attained], ids=lambda p: p.id)
def test_tight_run_keeps_every_hypothesis(page: Page) -> None:
    extremal = page.attained()
    trace = run(extremal.learner, extremal.examples[:25])
    model = model_of(page.statement, trace, extremal.u, extremal.gamma, declared(page.statement, None))
    assert failing(page.statement, model) == set()
    assert truth(page.claim, model) is True


def stored() -> Iterator[tuple[Page, str, Counterexample]]:
    for page in PAGES:
        for hypothesis in page.statement.droppable:
            found = witnesses.load(page.statement, hypothesis)
            if found is not None:
                yield page, hypothesis, found


@pytest.mark.parametrize("page, hypothesis, found", [pytest.param(*s, id=f"{s[0].id}-{s[1]}") for s in stored()])
def test_a_witness_breaks_the_hypothesis_it_is_for_and_no_other(page: Page, hypothesis: str, found: Counterexample) -> None:
    try:
        learner = found.learner
    except InputError:
        pytest.skip("the Margin Perceptron does not run with γ ≤ 0; the judge multiplies its rule out")
    trace = run(learner, Examples([x for x, _ in found.rounds], [y for _, y in found.rounds]))
    model = model_of(page.statement, trace, found.u, found.gamma, found.radius)
    if (name := hypothesis.removesuffix(" ≥ 0")) in page.statement.signed:
        model = replace(model, reals={**model.reals, name: Surd.rational(-1) * model.reals[name]})
    broken = failing(page.statement, model)
    if page.statement.parameters and hypothesis in page.statement.beyond:
        assert not broken and truth(page.claim, model)  # at the parameter's own value
        return
    assert broken == {hypothesis}
    assert not truth(page.claim, model)


def vectors(dimension: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*[st.integers(-3, 3)] * dimension)


runs = st.integers(1, 3).flatmap(
    lambda d: st.tuples(
        st.lists(st.tuples(vectors(d), st.sampled_from([-1, 1])), min_size=1, max_size=6),
        vectors(d).filter(any),
        st.fractions(Fraction(1, 8), 2, max_denominator=8),
        st.sampled_from(["mistake", 1, -1]),
    )
)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.id)
@given(drawn=runs)
@settings(max_examples=tries(20, few=3))
def test_any_run_of_a_learner_satisfies_definitions_and_claim(page: Page, drawn) -> None:  # type: ignore[no-untyped-def]
    rounds, u, gamma, ties = drawn
    scale = Fraction(1, 4)  # so that some runs keep ‖x‖ ≤ 1 and ‖u‖ ≤ 1
    examples = Examples([[scale * value for value in x] for x, _ in rounds], [y for _, y in rounds])
    comparator = tuple(scale * value for value in u)
    statement = page.statement
    if statement.game.dimension not in (None, len(u)):
        return
    if statement.game.learner == "margin":
        if not any(examples[0].x):
            return
        learner: Perceptron | MarginPerceptron = MarginPerceptron(gamma, statement.game.eps)
    else:
        learner = Perceptron(ties)
    trace = run(learner, examples)
    model = model_of(statement, trace, comparator, gamma, declared(statement, None))
    broken = failing(statement, model)
    assert broken <= {"unit comparator", "bounded examples", "separable"}  # the adversary's choices; the learner's own facts hold
    if not broken:
        assert truth(page.claim, model) is not False


@pytest.fixture
def plain() -> Model:
    """A model in which M = 1."""
    return model_of(catalogue.page("novikoff").statement, run(Perceptron(), Examples([[1]], [1])), (ONE,), ONE, ONE)


def number(of: int | Fraction) -> Polynomial:
    return Polynomial.of(of)


def test_a_formula_without_a_value_on_runs_is_refused(plain: Model) -> None:
    with pytest.raises(InputError, match="no value"):
        holds(Compare(Polynomial.atom(Fn("sin", number(2))), ">="), plain)
    with pytest.raises(InputError, match="not positive has no value"):
        holds(Compare(ln(number(0)), ">="), plain)


@pytest.mark.parametrize("apart", [Fraction(1), Fraction(1, 10**50)])
def test_logarithms_are_compared_as_finely_as_it_takes(plain: Model, apart: Fraction) -> None:
    assert holds(Compare(ln(number(2 + apart)) - ln(number(2)), ">"), plain)
    assert not holds(Compare(ln(number(2)) - ln(number(2 + apart)), ">="), plain)
    assert holds(Compare(ln(number(1)), "="), plain) and not holds(Compare(ln(number(1)), ">"), plain)
    thirds = number(Fraction(2, 3)) * Polynomial.atom(Nat("M")) + Fraction(1, 3)
    assert holds(Compare(ln(thirds), "="), plain)  # the argument is 1 exactly, whatever the precision


def test_equality_of_logarithms_is_decided_by_prime_factors(plain: Model) -> None:
    assert holds(Compare(ln(number(4)) - 2 * ln(number(2)), "="), plain)
    assert holds(Compare(ln(number(6)) * ln(number(2)) - ln(number(2)) ** 2 - ln(number(2)) * ln(number(3)), "="), plain)
    assert not holds(Compare(ln(number(6)) - ln(number(5)), "="), plain)
    rooted = replace(plain, reals={"r": Surd.root(Fraction(2))})
    with pytest.raises(InputError, match="bits do not decide"):
        holds(Compare(ln(number(2)) - 2 * ln(real("r")), "="), rooted)


# --- A bound is read twice, by the judge of runs and by the kernel's translation; both must mean the same


NAMES = ("M", "gamma", "TD", "R", "H")
SYMBOLS = {name: real(name) for name in NAMES}
magnitude = st.fractions(Fraction(1, 6), 6, max_denominator=6)


def stated(bound: str) -> Statement:
    return Statement("s", "s", (), Game(), bound, (), SYMBOLS)


@pytest.mark.parametrize(("bound",), rows(__file__, "bounds.txt"))
@given(values=st.tuples(*[magnitude] * len(NAMES)))
def test_the_kernel_and_the_judge_read_a_bound_alike(bound: str, values: tuple[Fraction, ...]) -> None:
    statement, known = stated(bound), dict(zip(NAMES, values, strict=True))
    reals = {name: Surd.rational(value) for name, value in known.items()}
    for name, node in statement.definitions.items():
        meaning = exact(node, known)
        if meaning is None:
            return  # a nested root without an exact form
        reals[name] = meaning
    model = Model(reals, {}, {}, {}, {}, 0)
    assert all(holds(fact.formula, model) for fact in statement.hypotheses)
    assert holds(statement.conclusion, model) is parse(bound).holds(known)


@pytest.mark.parametrize("bound", ["M <= exp(gamma)", "M <= 2**d", "M <= d", "M <= pi", "M <= gamma**(1/3)"])
def test_what_the_kernel_cannot_say_is_refused(bound: str) -> None:
    with pytest.raises(InputError, match="no term"):
        _ = stated(bound).conclusion


def test_a_parameter_is_attacked_at_each_of_its_values() -> None:
    statement = Statement("s", "s", (), Game(), "M <= B/(B - 1)*H", (), SYMBOLS | {"B": real("B")}, parameters={"B": ("3/2", "2")})
    assert [c.text for c, _ in statement.attacks] == ["M <= 3/2/(3/2 - 1)*H", "M <= 2/(2 - 1)*H"]


# --- Online gradient descent, other rates and starts, online to batch; Winnow is in tests/theorems/test_bounds_on_runs.py


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
    instance = complete(Instance(trace.M, {"M": trace.M}, numbers, {}, {"u": u}, {"w": weights, "z": steps}), page.facts)
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
def test_ogd_on_surrogates_keeps_the_facts_of_its_theorems(drawn, rate: Fraction) -> None:  # type: ignore[no-untyped-def]
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
    instance = complete(Instance(plain.T, {"T": plain.T}, {"η": rate}, values, {"u": u}, paths), regret.facts)
    assert broken(regret, instance) == set() and holds(regret.claim, instance.model())


@given(data, st.integers(1, 3), st.fractions(0, 1, max_denominator=4), st.fractions(Fraction(1, 100), 1, max_denominator=100))
@settings(max_examples=tries(25))
def test_what_online_to_batch_chooses_is_what_the_theorem_speaks_of(drawn, T: int, share: Fraction, delta: Fraction) -> None:  # type: ignore[no-untyped-def]
    """On every sample of up to three examples, each one of two: averages, losses met, and which hypothesis is chosen."""
    kinds = drawn[0][:2]
    weights = (share, 1 - share) if len(kinds) == 2 else (Fraction(1),)
    base = max(len(weights), T + 2)

    def examples(h: int) -> Examples:
        return Examples([kinds[z][0] for z in list_code(h, base)], [kinds[z][1] for z in list_code(h, base)])

    def loss(h: int, z: int) -> Fraction:
        x, y = kinds[z]
        learnt = run(Perceptron(), examples(h)).final if h else (Fraction(0),) * len(x)
        return Fraction(y * dot(learnt, x) <= 0)

    tree = Tree(T, weights, loss)
    page = catalogue.theorem("online-to-batch")
    instance = complete(instance_of(tree, delta), page.facts)
    assert tree.base == base and broken(page, instance) == set() and holds(page.claim, instance.model())
    average, met = instance.sequences["average"], instance.sequences["met"]
    for h in tree.histories()[-1]:
        found, _ = online_to_batch(Perceptron(), examples(h), delta)
        own = T - 1 - found.round
        assert found.empirical == average[tree.after(h, own)]
        assert found.average == sum((Fraction(met[tree.after(h, k)]) for k in range(T)), Fraction(0)) / T
        with precision():
            log = enclose(T * (T + 1) / delta).log()
            penalised = [enclose(Fraction(average[tree.after(h, k)])) + (log / (2 * (k + 1))).sqrt() for k in range(T)]
        assert all(k == own or penalised[own] < penalised[k] for k in range(T))
        assert Fraction(found.printed) >= Fraction(found.proved) >= found.average
