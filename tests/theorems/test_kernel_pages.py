"""What the pages on kernels say holds of the kernels that run, and of the kernel Perceptron that runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Perceptron, run
from perceptron.kernels import CommonSubsequences, CommonSubstrings, Polynomial, Subsets, feature_vectors, measure_kernel, run_kernel
from proofs.statements.evaluation import holds
from proofs.statements.instance import Draw, Instance
from proofs.statements.property import Property
from proofs.statements.run_model import model_of
from proofs.theorems.kernels import kernel_perceptron, polynomial, strings, subsets, substrings
from proofs.theorems.kernels.string_samples import counted
from proofs.verify.checks.property_search import BYTES
from tests.amounts import tries

small = st.fractions(-1, 1, max_denominator=2)
labels = st.lists(st.sampled_from([-1, 1]), min_size=6, max_size=6)
RUNS: list[tuple[Any, Any]] = [
    (Polynomial(2), st.lists(st.tuples(small, small), min_size=6, max_size=6)),
    (Subsets(), st.lists(st.tuples(small, small, small), min_size=6, max_size=6)),
    (CommonSubstrings("product", 1), st.lists(st.text("ab", max_size=3), min_size=6, max_size=6)),
    (CommonSubsequences(2), st.lists(st.text("ab", max_size=4), min_size=6, max_size=6)),
]
every_run = pytest.mark.parametrize("kernel, domain", RUNS, ids=lambda k: str(k)[:30])


def true_of(item: Property, instance: Instance) -> None:
    assert item.failing(instance) == ""
    assert holds(item.claim, instance.model())


@every_run
@given(data=st.data())
@settings(max_examples=tries(20))
def test_the_kernel_perceptron_that_runs_satisfies_figure_2(kernel: Any, domain: Any, data: st.DataObject) -> None:
    xs, ys = data.draw(domain), data.draw(labels)
    trace = run_kernel(kernel, xs[:5], ys[:5])
    features, points = feature_vectors(kernel, xs[:5]), [kernel.point(x) for x in xs[:5]]
    size = max(5, len(features[0]))

    def wide(x: Sequence[Fraction]) -> tuple[Fraction, ...]:
        return (*x, *[Fraction(0)] * (size - len(x)))

    alphas, signs = [Fraction(a) for a in trace.alphas], [Fraction(y) for y in ys[:5]]
    signed = [a * y for a, y in zip(alphas, signs, strict=True)]
    coefficients = [wide(signed[:t]) for t in range(5)]
    weights = [
        wide([sum((c * v[i] for c, v in zip(signed[:t], features, strict=False)), Fraction(0)) for i in range(len(features[0]))])
        for t in range(5)
    ]
    paths = {
        "φ": [wide(v) for v in features],
        "e": [wide([Fraction(s == t) for s in range(5)]) for t in range(5)],
        "K": [wide([kernel(x, at) for x in points]) for at in points],
        "c": coefficients,
        "w": weights,
    }
    true_of(kernel_perceptron.page, Instance(3, {}, {}, {"α": alphas, "y": signs}, {}, paths))
    for t, alpha in enumerate(trace.alphas):
        assert alpha == (ys[t] * run_kernel(kernel, xs[:t], ys[:t]).score(xs[t]) <= 0)


@every_run
@given(data=st.data())
@settings(max_examples=tries(20))
def test_the_trace_bound_holds_of_a_kernel_run_with_its_own_quantities(kernel: Any, domain: Any, data: st.DataObject) -> None:
    xs, ys = data.draw(domain), data.draw(labels)
    a = data.draw(st.lists(small, min_size=6, max_size=6))
    trace = run_kernel(kernel, xs, ys)
    q = measure_kernel(trace, a, xs, Fraction(1, 2))
    page, vectors = kernel_perceptron.trace, feature_vectors(kernel, xs)
    u = tuple(sum((c * v[i] for c, v in zip(a, vectors, strict=True)), Fraction(0)) for i in range(len(vectors[0])))
    model = model_of(page.statement, run(Perceptron(), Examples(vectors, ys)), u, Fraction(1, 2))
    broken = {fact.name for fact in page.statement.hypotheses if not holds(fact.formula, model)}
    assert broken <= {"unit comparator"} and (q.U2 > 1) == bool(broken)
    assert trace.gram_trace == q.S2
    if not broken:  # M ≤ H + √Tr K/γ
        assert trace.M <= q.H or trace.gram_trace * 4 >= (trace.M - q.H) ** 2


@given(data=st.binary(min_size=BYTES, max_size=BYTES))
@settings(max_examples=tries(25))
def test_lists_of_features_are_what_the_pages_say(data: bytes) -> None:
    for item in (polynomial.products, polynomial.page, subsets.page, strings.page, strings.minimum):
        true_of(item, item.sample(Draw(data)))


def test_the_minimum_of_counts_is_what_the_string_kernel_adds_up() -> None:
    x, z = "aababa", "babb"
    total = sum(min(x.count(s), z.count(s)) for s in "ab")
    assert CommonSubstrings("minimum", 1)(x, z) == total == 3
    first, second = feature_vectors(CommonSubstrings("minimum", 1), [x, z])
    assert sum(p * q for p, q in zip(first, second, strict=True)) == total


word = st.text("abc", max_size=3)


@given(words=st.tuples(word, word), letters=st.integers(1, 3), length=st.integers(1, 2))
@settings(max_examples=tries(8))
def test_the_string_kernel_of_the_page_is_the_one_that_runs(words: tuple[str, str], letters: int, length: int) -> None:
    """A letter that the alphabet does not have ends a substring, as the end of the string does."""
    entries = [[*("abc".index(letter) for letter in word), *[3] * (4 - len(word))] for word in (*words, "", "")]
    instance = counted(entries, letters, 3, length)
    true_of(substrings.page, instance)
    model = instance.model()
    found = model.sequences["S"](model.listed((0, 0, 1, length))).as_rational()
    cut = [["".join(piece) for piece in re.findall(f"[{'abc'[:letters]}]+", word)] for word in words]
    expected = sum(CommonSubstrings("product", length)(one, other) for one in cut[0] for other in cut[1])
    assert found == expected
