"""Kernels: exact, what their features say, and the kernel Perceptron is the Perceptron on those features."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, InputError, Perceptron, kernels, measure, run
from perceptron.kernels import CommonSubstrings, Polynomial, Subsets, feature_vectors, gram, is_positive_semidefinite, run_kernel
from perceptron.kernels.made import quadratic, sign
from perceptron.kernels.vectors import four_squares
from tests.amounts import rows, tries

small = st.fractions(-2, 2, max_denominator=3)
points = st.integers(1, 3).flatmap(lambda d: st.lists(st.tuples(*[small] * d), min_size=1, max_size=6))
words = st.lists(st.text("ab", max_size=5), min_size=1, max_size=6)
KERNELS: list[list[Any]] = [[eval(part, vars(kernels) | globals()) for part in row] for row in rows(__file__, "kernels.txt")]
every_kernel = pytest.mark.parametrize("kernel, domain", KERNELS, ids=lambda k: str(k)[:40])


@every_kernel
@given(data=st.data())
@settings(max_examples=tries(25))
def test_a_kernel_is_the_inner_product_of_its_features(kernel: Any, domain: Any, data: st.DataObject) -> None:
    xs = [kernel.point(x) for x in data.draw(domain)]
    matrix = gram(kernel, xs)
    for i, x in enumerate(xs):
        for j, z in enumerate(xs):
            a, b = kernel.features(x), kernel.features(z)
            assert matrix[i][j] == kernel(x, z) == sum(kernel.weight(f) * a[f] * b[f] for f in a if f in b)
    assert all(kernel.weight(f) >= 0 for x in xs for f in kernel.features(x))
    assert gram(kernels.Linear(), feature_vectors(kernel, xs)) == matrix
    assert is_positive_semidefinite(matrix)


long = st.builds(lambda n, shift, d: Fraction(n << 2 * shift, d), st.integers(1, 2**200), st.integers(0, 7), st.integers(1, 2**200))


@given(st.fractions(0, 30, max_denominator=12) | long)
def test_every_rational_is_a_sum_of_four_squares(q: Fraction) -> None:
    """Of many digits too, where looking for them one by one would take hours."""
    parts = four_squares(q)
    assert len(parts) <= 4 and sum(p * p for p in parts) == q and all(p > 0 for p in parts)


@every_kernel
@given(data=st.data())
@settings(max_examples=tries(25))
def test_the_kernel_perceptron_is_the_perceptron_on_the_features(kernel: Any, domain: Any, data: st.DataObject) -> None:
    xs = data.draw(domain) * 2
    ys = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(xs), max_size=len(xs)))
    ties = data.draw(st.sampled_from(["mistake", 1, -1]))
    a = data.draw(st.lists(small, min_size=len(xs), max_size=len(xs)))
    vectors = feature_vectors(kernel, xs)
    dual, primal = run_kernel(kernel, xs, ys, ties), run(Perceptron(ties), Examples(vectors, ys))
    assert dual.updates == primal.updates and dual.M == primal.M == sum(dual.alphas)
    u = [sum((c * v[i] for c, v in zip(a, vectors, strict=True)), Fraction(0)) for i in range(len(vectors[0]))]
    mine, theirs = kernels.measure_kernel(dual, a, xs, "3/4"), measure(primal, u, "3/4")
    for name in ("M", "T", "gamma", "R2", "S2", "TD", "H", "H2sq", "U2", "eps", "W2", "P", "margin", "longest2"):
        assert getattr(mine, name) == getattr(theirs, name), name
    assert dual.gram_trace == theirs.S2
    assert dual.score(xs[0]) == sum((p * q for p, q in zip(primal.final, vectors[0], strict=True)), Fraction(0))


@every_kernel
def test_a_spec_is_json_and_comes_back(kernel: Any, domain: Any) -> None:
    for k in (kernel, kernels.Normalised(kernel)):
        assert kernels.kernel_from_spec(json.loads(json.dumps(k.spec()))) == k


def occurrences(x: str, s: str) -> int:
    return sum(x[i:].startswith(s) for i in range(len(x)))


@given(st.text("ab", max_size=6), st.text("ab", max_size=6), st.integers(1, 3))
@settings(max_examples=tries(60))
def test_strings_in_common_as_counted_by_hand(x: str, z: str, p: int) -> None:
    common = {x[i:j] for i in range(len(x)) for j in range(i + 1, len(x) + 1)} & {
        z[i:j] for i in range(len(z)) for j in range(i + 1, len(z) + 1)
    }
    assert CommonSubstrings("distinct")(x, z) == len(common)
    assert CommonSubstrings()(x, z) == sum(occurrences(x, s) * occurrences(z, s) for s in common)
    assert CommonSubstrings("minimum")(x, z) == sum(min(occurrences(x, s), occurrences(z, s)) for s in common)
    assert CommonSubstrings("distinct", p)(x, z) == len([s for s in common if len(s) == p])
    pairs = [
        n
        for n in range(1, min(len(x), len(z)) + 1)
        for first in combinations(range(len(x)), n)
        for second in combinations(range(len(z)), n)
        if [x[i] for i in first] == [z[i] for i in second]
    ]
    assert kernels.CommonSubsequences()(x, z) == len(pairs)
    assert kernels.CommonSubsequences(p)(x, z) == pairs.count(p)


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(st.integers(-2, 2), min_size=n, max_size=n), min_size=n, max_size=n)))
@settings(max_examples=tries(200))
def test_a_matrix_is_semidefinite_by_its_pivots_or_not_by_its_witness(square: list[list[int]]) -> None:
    n = len(square)
    matrix = [[Fraction(square[max(i, j)][min(i, j)]) for j in range(n)] for i in range(n)]
    found = is_positive_semidefinite(matrix)
    if found:
        assert all(p >= 0 for p in found.pivots) and len(found.pivots) == n
        product = [[sum(found.lower[i][k] * found.pivots[k] * found.lower[j][k] for k in range(n)) for j in range(n)] for i in range(n)]
        assert product == matrix
    else:
        assert found.witness is not None and quadratic(matrix, found.witness) == found.value < 0


def test_degree_one_half_is_no_kernel() -> None:
    x = [Fraction(2, 5), Fraction(2, 5), Fraction(4, 5)]
    three = [[Fraction(0)] * 3, x, [-v for v in x]]
    roots = [
        [Fraction(1), Fraction(1), Fraction(1)],
        [Fraction(1), Fraction(7, 5), Fraction(1, 5)],
        [Fraction(1), Fraction(1, 5), Fraction(7, 5)],
    ]
    assert [[v * v for v in row] for row in roots] == [list(row) for row in gram(Polynomial(1), three)]
    found = is_positive_semidefinite(roots)
    assert not found and found.value < 0
    assert quadratic(roots, [Fraction(-2), Fraction(1), Fraction(1)]) == Fraction(-4, 5)
    with pytest.raises(InputError, match="not a kernel"):
        kernels.Precomputed(roots).features(0)
    with pytest.raises(InputError, match="degree must be a whole number"):
        Polynomial("1/2")


def test_without_features_every_round_can_be_a_mistake() -> None:
    assert run_kernel(kernels.Precomputed([[1, -5], [-5, 1]]), [0, 1] * 20, [1] * 40).M == 40


def test_w_lives_in_feature_space_and_not_among_the_points() -> None:
    kernel = Polynomial(2)
    trace = run_kernel(kernel, [[1], [-1], [1]], [1, -1, 1], ties=-1)
    assert trace.updates == (0,) and trace.score([1]) == 4
    one, two = kernel.point([1]), kernel.point([2])
    assert 2 * kernel(one, one) == 8 != kernel(two, one) == 9  # BL's φ(w)·φ(x) for w = 1 + 1


@given(xs=points, ys=st.lists(st.sampled_from([-1, 1]), min_size=12, max_size=12), ties=st.sampled_from(["mistake", 1, -1]))
@settings(max_examples=tries(40))
def test_a_normalised_kernel_decides_signs_of_sums_of_roots(xs: Sequence[Any], ys: list[int], ties: Any) -> None:
    kernel, rounds = kernels.Normalised(Polynomial(2)), xs * 2  # K(x, x) = (1 + ‖x‖²)², so that the normalised features are rational
    trace = run_kernel(kernel, rounds, ys[: len(rounds)], ties)
    vectors = feature_vectors(kernel, rounds)
    assert trace.updates == run(Perceptron(ties), Examples(vectors, ys[: len(rounds)])).updates
    assert trace.gram_trace == trace.M
    assert gram(kernel, xs) == gram(kernels.Linear(), vectors[: len(xs)])
    irrational = run_kernel(kernels.Normalised(Subsets()), rounds, ys[: len(rounds)], ties)
    unit = [Subsets()(x, x) ** Fraction(1, 2) for x in irrational.points]
    for t, x in enumerate(irrational.points):
        terms = (ys[s] * float(Subsets()(irrational.points[s], x)) / unit[s] for s in irrational.updates if s < t)
        if abs(score := ys[t] * sum(terms)) > 1e-9:
            assert (score < 0) == bool(irrational.alphas[t])


def test_the_sign_of_roots_is_exact() -> None:
    one, two, three, eight = (Fraction(n) for n in (1, 2, 3, 8))
    assert sign([(two, two), (-one, eight)]) == 0
    assert sign([(one, two), (one, three), (-one, Fraction(5)), (-one, one)]) == -1
    close = Fraction(665857, 470832)  # √2 to 12 digits, from above
    assert sign([(close, one), (-one, two)]) == 1 and sign([]) == 0
