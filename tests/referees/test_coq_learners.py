"""The learners in Coq: extracted, compiled and run beside the Python, on thousands of runs with ties and zero vectors."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perceptron import Examples, Hebb, MarginPerceptron, Perceptron, Winnow, run
from perceptron.kernels import Precomputed
from perceptron.kernels.learner import run_kernel
from perceptron.learners.ogd import OGD
from proofs.conjecture.learners.euclidean import AnyMargin
from proofs.referees.coq.toolchain import INSTALL, build_theories, find, read_theories
from tests.amounts import tries
from tests.referees.extracted.ocaml import Program, extracted, q, rationals, rounds, shipped_below, vectors, z

MANY = settings(max_examples=tries(1000, few=40), suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
SMALL = st.sampled_from([Fraction(n, d) for n in (0, 0, 1, -1, 2, -3) for d in (1, 1, 2, 3)])  # with many ties
WIDE = st.fractions(-(10**6), 10**6, max_denominator=10**6)
LABELS, TIES = st.sampled_from((-1, 1)), st.sampled_from(("mistake", 1, -1))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with extracted(tmp_path_factory.mktemp("extracted")) as made:
        yield made


def test_what_the_theorems_rest_on() -> None:
    """No axiom for the bounds on data, and those of the reals for what is said of real numbers."""
    coq = find()
    if coq is None:
        pytest.skip(f"coqc not found: {INSTALL}")
    with build_theories(read_theories("learners") | shipped_below("theory/Space"), coq) as build:
        printed = build.output
    assert printed["learners/Certify"].split("\n") == ["Closed under the global context"] * 2 + [""]
    of_reals = printed["learners/Refinement"] + printed["learners/Multiplicative"]
    axioms = set(re.findall(r"^([\w.]+)\s*$|^([\w.]+) :", of_reals, re.MULTILINE))
    assert {name for pair in axioms for name in pair if name} == {
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    }
    sources = "".join(read_theories("learners").values())
    assert not re.search(r"\b(Admitted|Axiom|Parameter|Conjecture|admit)\b", sources)


@st.composite
def runs(draw: st.DrawFn) -> tuple[list[list[Fraction]], list[int]]:
    """Examples and labels; now and then the zero vector, and an example again."""
    dimension, numbers = draw(st.integers(1, 4)), draw(st.sampled_from((SMALL, SMALL, SMALL, WIDE)))
    x = st.lists(numbers, min_size=dimension, max_size=dimension)
    pool = [*draw(st.lists(x, min_size=1, max_size=4)), [Fraction(0)] * dimension]
    rows = draw(st.lists(st.tuples(st.sampled_from(pool), LABELS), min_size=1, max_size=9))
    return [x for x, _ in rows], [y for _, y in rows]


RATES = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3, 7), Fraction(5)])


@st.composite
def learners(draw: st.DrawFn, dimension: int) -> tuple[Any, list[str], list[Fraction]]:
    """A learner, its words for the program, and where it starts."""
    start = draw(st.lists(SMALL, min_size=dimension, max_size=dimension))
    zero = [Fraction(0)] * dimension
    kind = draw(st.sampled_from(("perceptron", "margin", "hebb", "ogd-mistakes", "ogd-hinge")))
    if kind == "perceptron":
        ties = draw(TIES)
        return Perceptron(ties, start), [kind, str(ties)], start
    if kind == "margin":
        gamma, eps = draw(RATES), draw(st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(1, 5), Fraction(8, 5)]))
        learner = MarginPerceptron(gamma, eps) if eps <= 1 else AnyMargin(gamma, eps)
        return learner, [kind, q(learner.threshold)], zero
    if kind == "hebb":
        first = draw(st.booleans())
        return Hebb(first), [kind, str(int(first))], zero
    rate = draw(RATES)
    return OGD(rate, loss=kind.removeprefix("ogd-"), start=start), [kind, q(rate)], start


@MANY
@given(st.data(), runs())
def test_additive_learners(program: Program, data: st.DataObject, rows: tuple[list[list[Fraction]], list[int]]) -> None:
    xs, ys = rows
    learner, words, start = data.draw(learners(len(xs[0])))
    if isinstance(learner, MarginPerceptron | AnyMargin) and not any(xs[0]):
        xs = [[Fraction(1)] * len(xs[0]), *xs[1:]]  # Python refuses to initialise by the zero vector
    *weights, flags = program.ask("additive", *words, len(xs[0]), *map(q, start), len(xs), *vectors(xs, ys))
    trace = run(learner, Examples(xs, ys))
    assert rounds(flags) == trace.counted_rounds
    assert rationals(weights) == list(trace.final)


@MANY
@given(st.data(), st.integers(1, 7), TIES)
def test_the_kernel_perceptron(program: Program, data: st.DataObject, size: int, ties: str | int) -> None:
    half = [[data.draw(SMALL) for _ in range(i + 1)] for i in range(size)]
    gram = [[half[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]
    ys = data.draw(st.lists(LABELS, min_size=size, max_size=size))
    (flags,) = program.ask("kernel", ties, size, *(q(value) for line in gram for value in line), *(int(y == 1) for y in ys))
    assert rounds(flags) == run_kernel(Precomputed(gram), range(size), ys, ties).updates


@MANY
@given(
    st.sampled_from([Fraction(2), Fraction(3, 2), Fraction(9, 4)]),
    st.sampled_from([Fraction(0), Fraction(0), Fraction(1), Fraction(2), Fraction(5, 2)]),
    st.booleans(),
    TIES,
    st.integers(1, 3).flatmap(lambda d: st.lists(st.tuples(st.tuples(*[st.integers(-2, 2)] * d), LABELS), min_size=1, max_size=9)),
)
def test_winnow(
    program: Program, beta: Fraction, threshold: Fraction, balanced: bool, ties: str | int, rows: list[tuple[tuple[int, ...], int]]
) -> None:
    xs, ys = [x for x, _ in rows], [y for _, y in rows]
    words = [z(n) if i < len(x) else str(int(n == 1)) for x, y in rows for i, n in enumerate((*x, y))]
    *exponents, flags = program.ask("winnow", ties, int(balanced), q(beta), q(threshold), len(xs[0]), len(xs), *words)
    trace = run(Winnow(beta=beta, ties=ties, balanced=balanced, threshold=threshold), Examples(xs, ys))
    assert rounds(flags) == trace.updates
    assert [int(n, 2) for n in exponents] == list(trace.final)


@settings(MANY, max_examples=tries(300, few=20))
@given(runs(), st.data())
def test_a_certified_bound_is_never_below_the_updates(
    program: Program, rows: tuple[list[list[Fraction]], list[int]], data: st.DataObject
) -> None:
    """Coq proves it; here the extracted checker is seen to answer, and the Python run to keep to its answer."""
    xs, ys = rows
    u = [data.draw(st.integers(-3, 3)) for _ in xs[0]]
    examples = Examples(xs, ys)
    g = data.draw(st.integers(-1, 5))
    words = [
        z(int(n * examples.denominator)) if i < len(x) else str(int(n == 1))
        for x, y in zip(xs, ys, strict=True)
        for i, n in enumerate((*x, y))
    ]
    (answer,) = program.ask("certificate", len(u), *map(z, u), z(g), len(xs), *words)
    assert (answer == "refused") == (g <= 0)
    bound = float("inf") if g <= 0 else int(answer, 2)
    assert all(bound >= run(Perceptron(ties), examples).M for ties in ("mistake", 1, -1))
