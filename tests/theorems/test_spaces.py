"""What pages suppose holds of what they are about: augmented spaces, kernels, trees of examples, equality, and the compiled engine."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron import Examples, Perceptron, measure, run
from perceptron.analysis.online_to_batch import tail_bound
from perceptron.extremal import sequences
from perceptron.extremal.sequences import Extremal
from perceptron.kernels import CommonSubsequences, CommonSubstrings, Polynomial, Subsets, feature_vectors, measure_kernel, run_kernel
from perceptron.numbers.exact import dot
from perceptron.runs.engines.certified import float_errors, loops
from perceptron.runs.engines.certified.fold import CertifiedFold
from perceptron.runs.engines.certified.rows import rows_of
from proofs.statements.evaluation import Model, holds
from proofs.statements.instance import Draw, Instance
from proofs.statements.property import Property
from proofs.statements.run_model import model_of
from proofs.theorems import catalogue
from proofs.theorems.batch.samples import fewer
from proofs.theorems.engine import certified_sign
from proofs.theorems.kernels import kernel_perceptron, polynomial, strings
from proofs.theorems.kernels.strings import count
from proofs.theorems.probability.draws import azuma
from proofs.verify.checks.nearness import BYTES
from tests.amounts import tries

Vector = tuple[Fraction, ...]
vectors = st.tuples(*[st.integers(-3, 3)] * 2)
runs = st.lists(st.tuples(vectors, st.sampled_from([-1, 1])), min_size=1, max_size=7)
deltas = st.fractions(Fraction(1, 4), 3, max_denominator=4)
UNITS = [(Fraction(3, 5), Fraction(4, 5)), (Fraction(1), Fraction(0)), (Fraction(1, 3), Fraction(1, 2))]


def augmented(examples: Examples, delta: Fraction) -> Examples:
    """A coordinate for each round, Δ in its own."""
    T = len(examples)
    rows = [(*e.x, *(delta if i == t else Fraction(0) for i in range(T))) for t, e in enumerate(examples)]
    return Examples(rows, examples.labels)


@given(rounds=runs, delta=deltas, ties=st.sampled_from(["mistake", 1, -1]))
@settings(max_examples=tries(60))
def test_the_predictions_coincide(rounds: list[tuple[tuple[int, int], int]], delta: Fraction, ties: str | int) -> None:
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    old, new = run(Perceptron(ties), examples), run(Perceptron(ties), augmented(examples, delta))
    assert old.updates == new.updates and old.final == new.final[:2]
    for (_, w), (_, wide), e, far in zip(old.weights(), new.weights(), examples, new.examples, strict=True):
        assert dot(w, e.x) == dot(wide, far.x)


@given(rounds=runs, delta=deltas, u=st.sampled_from(UNITS), rho=st.fractions(Fraction(1, 4), 4, max_denominator=4))
@settings(max_examples=tries(60))
def test_the_comparator_is_short_and_separates_by_rho(
    rounds: list[tuple[tuple[int, int], int]], delta: Fraction, u: Vector, rho: Fraction
) -> None:
    """‖u′Z‖² ≤ Z² with Z² = 1 + ρ²‖L‖²/Δ², y⟨u′Z, x′⟩ ≥ ρ at each update, and the displayed inequality."""
    examples = Examples([x for x, _ in rounds], [y for _, y in rounds])
    trace = run(Perceptron(), examples)
    wide, measured = augmented(examples, delta), measure(trace, u, rho)
    losses = [max(Fraction(0), rho - e.y * dot(u, e.x)) if t in trace.updates else Fraction(0) for t, e in enumerate(examples)]
    comparator = (*u, *(e.y * loss / delta for e, loss in zip(examples, losses, strict=True)))
    square = 1 + rho**2 * measured.H2sq / delta**2
    assert dot(comparator, comparator) <= square
    assert all(wide[t].y * dot(comparator, wide[t].x) >= rho for t in trace.updates)
    assert (1 / rho**2 + measured.H2sq / delta**2) * (measured.S2 + trace.M * delta**2) >= trace.M**2


@pytest.mark.parametrize("data", [bytes(80), bytes(range(7, 87)), bytes((37 * i) % 256 for i in range(80))])
def test_the_instances_that_are_drawn_are_runs_in_such_a_space(data: bytes) -> None:
    item = catalogue.property_("hinge-l2-every-delta")
    instance = item.draw(Draw(data))
    axes = instance.vector_sequences["f"]
    assert all(dot(a, b) == (i == j) for i, a in enumerate(axes) for j, b in enumerate(axes))
    assert all(dot(axis, z) == 0 for axis in axes for z in instance.vector_sequences["z"])


# --- What the pages on kernels say holds of the kernels that run, and of the kernel Perceptron that runs


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
    true_of(kernel_perceptron.kernel_perceptron, Instance(3, {}, {}, {"α": alphas, "y": signs, "τ": [Fraction(1)] * 5}, {}, paths))
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
    page, vectors = kernel_perceptron.kernel_trace, feature_vectors(kernel, xs)
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
    degrees = polynomial.polynomial_kernel_products, polynomial.polynomial_kernel, polynomial.subset_kernel
    for item in (*degrees, strings.string_kernel_features, strings.string_kernel_minimum):
        true_of(item, item.draw(Draw(data)))


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
    instance = count(entries, letters, 3, length)
    true_of(strings.string_kernel, instance)
    model = instance.model()
    found = model.sequences["S"](model.encode_list((0, 0, 1, length))).as_rational()
    cut = [["".join(piece) for piece in re.findall(f"[{'abc'[:letters]}]+", word)] for word in words]
    expected = sum(CommonSubstrings("product", length)(one, other) for one in cut[0] for other in cut[1])
    assert found == expected


# --- Azuma's inequality on trees of examples drawn at random: what the kernel proved holds where everything can be counted


half = Fraction(1, 2)
LOSSES = (Fraction(0), half, Fraction(1))
T, N = 2, 2
NODES = 7  # the root 0, then 2h + 1 and 2h + 2 after h
INNER = 3


def tree(weight: Fraction, losses: tuple[Fraction, ...], a: Fraction) -> Model:
    """Two examples, one after the other, of two kinds; `losses` are those of the nodes 1, …, 6."""
    D, loss = [weight, 1 - weight], [Fraction(0), *losses]
    left = [2, 1, 1, 0, 0, 0, 0]
    risk = [D[0] * loss[2 * h + 1] + D[1] * loss[2 * h + 2] for h in range(INNER)]
    gap = [Fraction(0)] * NODES
    for h, z in product(range(INNER), range(N)):
        gap[2 * h + z + 1] = gap[h] + risk[h] - loss[2 * h + z + 1]
    P = [Fraction(gap[h] > T * a) for h in range(NODES)]
    for h in (*range(INNER - 1, -1, -1),):
        P[h] = D[0] * P[2 * h + 1] + D[1] * P[2 * h + 2]
    values = {"D": D, "left": left, "loss": loss, "risk": risk, "gap": gap, "P": P}
    entries = {name: [*v, *[Fraction(0)] * (NODES + 1 - len(v))] for name, v in values.items()}
    model = Instance(NODES - 1, {"N": N, "T": T}, {"a": a}, entries).model()
    return replace(model, base=N)


@given(
    st.sampled_from([Fraction(1, 10), half, Fraction(9, 10)]),
    st.tuples(*[st.sampled_from(LOSSES)] * 6),
    st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(2, 5)]),
)
def test_azuma_on_every_small_tree(weight: Fraction, losses: tuple[Fraction, ...], a: Fraction) -> None:
    model = tree(weight, losses, a)
    assert [name for name, f in azuma.named_facts if not holds(f, model)] == []
    assert azuma.claim is not None and holds(azuma.claim, model)


# --- Where bounds are attained, and where they fail, on runs of the learner itself: Novikoff's shares, MR (5) and (6), scaled runs


def shares(found: Extremal) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """‖w − γMu‖², R²M − ‖w‖², 2γM(⟨u, w⟩ − γM) and γ²M²(1 − ‖u‖²) of a run."""
    trace, u, gamma = run(found.learner, found.examples), found.u, found.gamma
    m, radius = trace.M, max(dot(e.x, e.x) for e in trace.examples)
    w = trace.final
    away = [a - gamma * m * b for a, b in zip(w, u, strict=True)]
    return dot(away, away), radius * m - dot(w, w), 2 * gamma * m * (dot(u, w) - gamma * m), (gamma * m) ** 2 * (1 - dot(u, u))


ATTAINING = [sequences.orthonormal(4), sequences.orthonormal(9), sequences.spiral("5/13"), sequences.spiral("20/101")]


@pytest.mark.parametrize("found", ATTAINING, ids=lambda found: f"M={found.M}")
def test_the_shares_add_up_to_what_is_missing(found: Extremal) -> None:
    radius = max(dot(e.x, e.x) for e in found.examples)
    assert sum(shares(found)) == found.M * (radius - found.gamma**2 * found.M)
    assert all(share >= 0 for share in shares(found))


def test_at_the_bound_no_share_is_left() -> None:
    assert shares(sequences.orthonormal(4)) == (0, 0, 0, 0)
    assert any(shares(sequences.spiral("5/13")))


def test_lemma_1_needs_no_positive_kernel_and_cauchy_schwarz_does() -> None:
    """Positive semi-definiteness enters a proof by the rule `square` alone."""
    built = catalogue.build_ids(["norm-growth", "norm-growth-identity", "novikoff"])
    rules = {id: {step.rule for step in b.proof.steps} for id, b in built.items()}
    assert "square" not in rules["norm-growth"] | rules["norm-growth-identity"]
    assert "square" in rules["cauchy-schwarz"]


# --- The compiled engine's constants are what `certified-sign` asks, and its runs have what that theorem supposes


u = Fraction(1, 2**53)


def kappa(roundings: int) -> Fraction:
    """How far the floats may be from the weights, as a share of N."""
    return (growth(roundings) - u) * (1 + u) + Fraction(101, 100) * u


def growth(m: int) -> Fraction:
    """At least (1 + u)ᵐ⁺¹ − 1, by `float-growth`."""
    return (m + 1) * u / (1 - (m + 1) * u)


@pytest.mark.parametrize("roundings", [0, 1, 7, 5000, float_errors.MOST_ROUNDINGS + 1])
@pytest.mark.parametrize("m", [0, 1, 2, 3, 10, 1000, 10**6, 2**31])
def test_what_the_loop_multiplies_with_is_no_less_than_the_theorem_asks(m: int, roundings: int) -> None:
    assert Fraction(float_errors.UNIT) == u
    most = kappa(roundings)
    spare = (1 - u) ** 4  # for the products with N² and ‖x‖²
    assert Fraction(float_errors.share(m, roundings)) * spare >= (growth(m) * (1 + most) + most) ** 2


entry = st.floats(-1e6, 1e6).filter(lambda v: v == 0 or abs(v) > 1e-6)


@given(rows=st.lists(st.tuples(entry, entry, entry), min_size=1, max_size=6), labels=st.lists(st.booleans(), min_size=6, max_size=6))
@settings(max_examples=tries(60))
def test_a_run_of_the_engine_has_what_the_theorem_supposes(rows: list[tuple[float, ...]], labels: list[bool]) -> None:
    data, codes = np.array(rows), np.array(labels[: len(rows)], np.int64)
    fold, out = CertifiedFold(Perceptron(), 3), np.zeros(len(rows), np.int64)
    fold.go(rows_of(data), codes, out=out)
    steps = [_signed(rows[t], 1 if codes[t] else -1) for t in out[: fold.updates]]
    weights = [(Fraction(0),) * 3]
    for step in steps:
        weights.append(tuple(p + q for p, q in zip(weights[-1], step, strict=True)))
    most, near = kappa(int(fold.counts[loops.ROUNDINGS])), fold.high.copy()
    assert list(weights[-1]) == fold.weights()
    lengths = [sum((_square(v) for v in steps[:k]), Fraction(0)) for k in range(len(steps))] + [Fraction(float(fold.state[loops.LENGTH2]))]
    for row in rows:
        score, exact = float(loops.dot(near, data.ravel(), *_place(rows, row))), _signed(row, 1)
        beyond = Fraction(score) ** 2 > (growth(3) * (1 + most) + most) ** 2 * lengths[-1] * _square(exact)
        instance = _instance(most, score, exact, tuple(map(Fraction, near.tolist())), weights, steps, lengths)
        assert certified_sign.certified_sign.failing(instance) == ("" if beyond else "test")


def _instance(
    most: Fraction,
    score: float,
    row: tuple[Fraction, ...],
    high: tuple[Fraction, ...],
    weights: Sequence[tuple[Fraction, ...]],
    steps: Sequence[tuple[Fraction, ...]],
    lengths: Sequence[Fraction],
) -> Instance:
    M, none = len(steps), (Fraction(0),) * 3
    return Instance(
        M,
        {"M": M},
        {"κ": most, "g": growth(3), "s": Fraction(score), "X": _square(row)},
        {"Q": [*lengths, lengths[-1]]},
        {"h": high, "x": row},
        {"w": [*weights, weights[-1]], "z": [*steps, none, none]},
    )


def _signed(row: Sequence[float], sign: int) -> tuple[Fraction, ...]:
    return tuple(sign * Fraction(v) for v in row)


def _square(v: Sequence[Fraction]) -> Fraction:
    return sum((c * c for c in v), Fraction(0))


def _place(rows: Sequence[tuple[float, ...]], row: tuple[float, ...]) -> tuple[int, int]:
    at = 3 * rows.index(row)
    return at, at + 3


@pytest.mark.parametrize("delta", ["1/2", "1/20", "1/1000"])
def test_command_inverts_the_binomial_tail(delta: str) -> None:
    """Where the command prints U for s errors on n examples, U is 1 or the fact on U holds of it."""
    for n, s in product(range(1, 7), range(7)):
        for p in (Fraction(0), Fraction(1, 3), Fraction(5, 7), Fraction(1)):
            assert fewer(s + 1, n, p) == sum(comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(min(s, n) + 1))
        if s <= n:
            bound = Fraction(tail_bound(s, n, delta))
            assert (bound == 1 if s == n else 0 < bound < 1) and (bound == 1 or fewer(s + 1, n, bound) <= Fraction(delta))
