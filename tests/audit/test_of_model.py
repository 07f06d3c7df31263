"""The bounds on a fitted classifier's mistakes, and those in the space of a kernel whose features are not written out."""

import json
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb

from perceptron import InputError, Perceptron, estimators
from perceptron.datasets import load
from perceptron.estimators import KernelPerceptronClassifier, PerceptronClassifier, VotedPerceptronClassifier
from perceptron.estimators.kernel_passes import matrix_of
from perceptron.estimators.kernel_rows import Gaussian
from perceptron.kernels import CommonSubstrings, Polynomial, measure_kernel, run_kernel
from perceptron.numbers.exact import precision
from proofs import mistake_bound
from proofs.audit.kernels import kernel_audit
from proofs.audit.update_bounds import update_bounds
from tests.amounts import sampled
from tests.cli.running import answered, pp

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")

data = load("penguins-adelie-gentoo").examples
X, y = np.array([[float(v) for v in e.x] for e in data]), np.array([e.y for e in data])


@pytest.mark.parametrize(
    "model",
    sampled(
        [
            PerceptronClassifier(),
            estimators.MarginPerceptronClassifier(gamma="1/20"),
            VotedPerceptronClassifier(max_iter=2),
            estimators.WinnowClassifier(eta="1/100", max_iter=2),
            KernelPerceptronClassifier("poly", degree=2, max_iter=2),
        ],
        3,
    ),
    ids=repr,
)
def test_every_classifier_s_run_is_bounded(model: Any) -> None:
    rows, labels = np.rint(X[::5] - X.mean(axis=0)), y[::5]
    found = mistake_bound(model.fit(rows, labels), rows, labels)
    assert model.n_mistakes_ == found.run.M and found.bounds and all(bound.certified for bound in found.bounds)
    assert found.best is None or (Fraction(found.best.value) >= found.run.M and found.why)


@pytest.mark.parametrize(
    "model",
    sampled(
        [
            PerceptronClassifier(max_iter=5),
            PerceptronClassifier(max_iter=5, class_weight={0: "1/3", 2: 2}),
            VotedPerceptronClassifier(max_iter=2),
            KernelPerceptronClassifier("rbf", gamma="1/50", max_iter=5),
        ],
        1,
    ),
    ids=repr,
)
def test_several_classes_have_bounds_by_name_that_add_up(model: Any) -> None:
    labels = np.arange(45) % 3
    rows = 9 * np.eye(3, dtype=int)[labels] + np.random.default_rng(0).integers(-3, 4, size=(45, 3))
    found = mistake_bound(model.fit(rows, labels), rows, labels)
    assert list(found) == [0, 1, 2] and model.n_mistakes_ == found.M
    assert all(bound.certified for audit in found.values() for bound in audit.bounds)
    best = [Fraction(audit.best.value) for audit in found.values()]
    assert all(value >= audit.run.M for audit, value in zip(found.values(), best, strict=True)) and found.value == sum(best)


def test_class_weights_are_bounded_as_the_run_on_weighted_rows() -> None:
    model = PerceptronClassifier(max_iter=10, class_weight="balanced").fit(X[::4], y[::4])
    found = mistake_bound(model, X[::4], y[::4])
    assert found.run.M == model.n_mistakes_ <= Fraction(found.best.value) and found.run.final == model.weights_


def test_a_class_of_weight_0_has_no_bound() -> None:
    model = PerceptronClassifier(class_weight={-1: 0}, max_iter=1).fit(X, y)
    with pytest.raises(InputError, match="weight 0"):
        mistake_bound(model, X, y)


@pytest.mark.parametrize("passes", sampled([0, -1, 2.5, "3", True], 1))
def test_a_bound_is_asked_for_a_positive_number_of_passes(passes: Any) -> None:
    rows, labels = [[1.0], [-1.0]], [1, 0]
    model = PerceptronClassifier().fit(rows, labels)
    with pytest.raises(InputError, match="passes must be a positive integer"):
        mistake_bound(model, rows, labels, passes)
    assert mistake_bound(model, rows, labels, np.int64(1)).run.T == 2


def test_a_gram_matrix_that_rounding_has_made_unsymmetric_has_no_bound() -> None:
    points = np.random.default_rng(5).normal(size=(20, 3))
    gram, labels = points @ points.T, (points[:, 0] > 0).astype(int)
    gram[3, 14] = np.nextafter(gram[3, 14], np.inf)
    model = KernelPerceptronClassifier("precomputed", max_iter=2).fit(gram, labels)
    with pytest.raises(InputError, match=r"K\(14, 3\) is not K\(3, 14\) here; if rounding makes them differ"):
        mistake_bound(model, gram, labels)


@pytest.mark.parametrize("how", [{"shuffle": True}, {"early_stopping": True}, {"shuffle": True, "early_stopping": True}])
def test_a_fit_in_an_order_of_its_own_is_bounded_in_that_order(how: dict[str, Any]) -> None:
    """The run in the order of the rows makes other mistakes, and its bound would say nothing of the fit."""
    rows, labels = np.rint(X[::3] - X.mean(axis=0)), y[::3] * np.where(np.arange(len(y[::3])) % 9, 1, -1)  # some labels are wrong
    model = PerceptronClassifier(max_iter=4, random_state=1, record=True, **how).fit(rows, labels)
    found = mistake_bound(model, rows, labels)
    assert found.run.M == model.n_mistakes_ <= Fraction(found.best.value)
    assert found.run.M != mistake_bound(model, rows, labels, passes=4).run.M
    with pytest.raises(InputError, match="not the rows of one fit"):
        mistake_bound(model, rows[1:], labels[1:])
    model.set_params(record=False).fit(rows, labels)
    with pytest.raises(InputError, match="record=True"):
        mistake_bound(model, rows, labels)


# --- The bounds in the space of a kernel whose features are not written out


rng = np.random.default_rng(7)
POINTS = rng.integers(-4, 5, size=(40, 2)) / 4
SIDES = np.where((POINTS**2).sum(axis=1) + rng.normal(size=40) / 8 > 0.7, 1, 0)
words = ["aba", "abb", "bab", "baa", "cca", "ccb", "cab", "bcc"] * 2
kinds = [1, 1, 1, 1, 0, 0, 1, 0] * 2


def by_hand(x: Any, z: Any) -> float:
    return float((1 + x @ z) ** 2)


@pytest.mark.parametrize(
    ("model", "rows", "labels"),
    sampled(
        [
            (KernelPerceptronClassifier("rbf", gamma="1/2", max_iter=4), POINTS, SIDES),
            (KernelPerceptronClassifier(CommonSubstrings(), max_iter=3), words, kinds),
            (KernelPerceptronClassifier(by_hand, max_iter=4), POINTS, SIDES),
            (KernelPerceptronClassifier("precomputed", max_iter=4), (1 + POINTS @ POINTS.T) ** 2, SIDES),
        ],
        2,
    ),
    ids=["gaussian", "strings", "function", "precomputed"],
)
def test_a_kernel_without_written_features_has_bounds(model: Any, rows: Any, labels: Any) -> None:
    found = mistake_bound(model.fit(rows, labels), rows, labels)
    assert found.run.M == model.n_mistakes_ <= Fraction(found.best.value) < found.rounds
    assert found.why and all(bound.certified for bound in found.bounds)
    assert {bound.id for bound in found.bounds} >= {"hinge-l1", "hinge-root", "weights-l2"}


def test_the_bounds_by_kernel_values_are_those_by_features() -> None:
    model = KernelPerceptronClassifier("poly", degree=2, max_iter=6).fit(POINTS, SIDES)
    by_features = {bound.id: float(bound.value) for bound in mistake_bound(model, POINTS, SIDES).bounds}
    by_values = {bound.id: float(bound.value) for bound in kernel_audit(model.run_over(POINTS, SIDES, 6), model.learner_).bounds}
    assert by_values.keys() == by_features.keys() and by_values == pytest.approx(by_features, rel=5e-3)


def test_what_is_measured_at_a_comparator_is_exact_where_the_kernel_is() -> None:
    model = KernelPerceptronClassifier("poly", degree=2, max_iter=1).fit(POINTS, SIDES)
    rows = [[Fraction(a) for a in row] for row in POINTS.tolist()]
    trace = run_kernel(Polynomial(2), rows, [2 * int(label) - 1 for label in SIDES])
    found = kernel_audit(model.run_over(POINTS, SIDES, 1), model.learner_)
    assert found.run.M == trace.M
    for bound in found.bounds:
        q = measure_kernel(trace, bound.u, rows, bound.gamma)
        assert (q.H, q.margin) == (bound.hinge, bound.margin) and q.U2 <= 1


def test_a_gaussian_comparator_is_measured_at_the_safe_end() -> None:
    model = KernelPerceptronClassifier("rbf", gamma="1/2", max_iter=2).fit(POINTS, SIDES)
    found = kernel_audit(model.run_over(POINTS, SIDES, 2), model.learner_)
    signs, hits = 2 * SIDES - 1, found.run.hits
    with precision(300):
        squares = [[Fraction(sum((a - b) ** 2)) for b in POINTS] for a in POINTS]
        gram = [[(-arb(square.numerator) / (2 * square.denominator)).exp() for square in row] for row in squares]
        for bound in found.bounds:
            u = [arb(c.numerator) / c.denominator for c in bound.u]
            along = [sum((c * k for c, k in zip(u, row, strict=True)), arb(0)) for row in gram]
            assert sum((c * a for c, a in zip(u, along, strict=True)), arb(0)) <= 1
            gamma = arb(bound.gamma.numerator) / bound.gamma.denominator
            losses = [1 - int(sign) * a / gamma for sign, a in zip(signs, along, strict=True)]
            loss = sum((int(times) * short for times, short in zip(hits, losses, strict=True) if short > 0), arb(0))
            said = arb(bound.hinge.numerator) / bound.hinge.denominator
            assert loss <= said and said - loss < 1e-12


@pytest.mark.parametrize("rate", [Fraction(1, 3), Fraction(1000)])
def test_the_values_of_a_gaussian_are_enclosed_to_the_last_bit(rate: Fraction) -> None:
    source = Gaussian(rate)
    made = matrix_of(source, source.points([[0.0], [0.5], [0.1]]))
    with precision(400):
        exponents = [[-rate * (Fraction(a) - Fraction(b)) ** 2 for b in (0.0, 0.5, 0.1)] for a in (0.0, 0.5, 0.1)]
        for row, values in zip(exponents, made.numerators, strict=True):
            for e, n in zip(row, values, strict=True):
                value = (arb(e.numerator) / e.denominator).exp() * made.denominator
                assert n <= value and value <= n + made.slack


@pytest.mark.parametrize("bound", update_bounds(Perceptron(), 5), ids=lambda bound: bound.id)
def test_every_bound_grows_with_what_is_taken_at_its_upper_end(bound: Any) -> None:
    lengths = ("R", "S2", "W", "U")
    base = {"gamma": 0.3, "M": 9.0, "T": 40.0, "R": 1.2, "S2": 8.0, "W": 2.5, "U": 0.9, "TD": 1.5, "H": 5.0, "H2": 1.7}
    values = [float(bound.floats(base))]
    for name in (*lengths, "TD", "H", "H2"):
        values.append(float(bound.floats(base | {name: base[name] * 1.2})))
    assert min(values) == values[0] < inf and max(values) > values[0]


@pytest.mark.parametrize(
    ("kernel", "count", "words"),
    [
        (lambda x, z: float(x @ z) - 1.0, 12, "negative eigenvalue"),
        (lambda x, z: float(x[0] * z[1]), 12, "is not K"),
        ("rbf", 1001, "1000 rows"),
        (by_hand, 201, "200 rows"),
    ],
)
def test_what_has_no_bound_is_refused_in_a_line(kernel: Any, count: int, words: str) -> None:
    rows, labels = np.linspace(0.25, 1, 2 * count).reshape(count, 2), np.arange(count) % 2
    model = KernelPerceptronClassifier(kernel, max_iter=1).fit(rows[:4], labels[:4])
    with pytest.raises(InputError, match=words) as told:
        mistake_bound(model, rows, labels)
    assert "\n" not in str(told.value)


def table(folder: Path, rows: Any, labels: Any) -> str:
    path = folder / "d.csv"
    path.write_text("".join(",".join(map(str, [*row, label])) + "\n" for row, label in zip(rows, labels, strict=True)), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("ties", sampled(["mistake", 1, -1], 1))
def test_the_command_audits_a_gaussian_kernel_as_the_classifier_does(ties: str | int, tmp_path: Path) -> None:
    option = f"kernel:gaussian:gamma=1/2:ties={ties if ties == 'mistake' else f'{ties:+d}'}"
    result = pp("audit", table(tmp_path, POINTS.tolist(), SIDES.tolist()), "--learner", option, "--passes", "4", "--json", "-")
    found = json.loads(result.output)
    model = KernelPerceptronClassifier("rbf", gamma="1/2", ties=ties, max_iter=4).fit(POINTS, SIDES)
    expected = mistake_bound(model, POINTS, SIDES)
    assert (found["updates"], found["passes"], found["halted"]) == (model.n_mistakes_, model.n_iter_, model.halted_)
    assert found["best"] == expected.best.id and found["bounds"] == [bound.to_json() for bound in expected.bounds]


def test_decimals_are_exact_in_a_gaussian_kernel(tmp_path: Path) -> None:
    """The third score is 0: 0.3 is as far from 0.2 as from 0.4, which floats deny."""
    rows, labels = [["0.2"], ["0.4"], ["0.3"]], ["a", "b", "b"]
    assert abs(0.3 - 0.2) != abs(0.4 - 0.3)
    for ties, mistakes in (("mistake", 3), ("+1", 2)):
        learner = f"kernel:gaussian:gamma=2:ties={ties}"
        answered(pp("audit", table(tmp_path, rows, labels), "--learner", learner), f"updates M = {mistakes} in one pass")
