"""What a classifier keeps between two calls, the exact numbers that it learns, and which of several classes it predicts."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import pytest
from flint import arb
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from perceptron import InputError, MarginPerceptron, Perceptron, run
from perceptron.estimators import (
    KernelPerceptronClassifier,
    MarginPerceptronClassifier,
    PerceptronClassifier,
    VotedPerceptronClassifier,
    WinnowClassifier,
)
from perceptron.estimators.folds import make_highest
from perceptron.estimators.reading import rows_beyond_floats
from perceptron.numbers.exact import precision
from perceptron.runs.engines.certified.fold import CertifiedFold
from tests import amounts

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore:X has feature names")

X, Y = np.array([[1.0, 2.0], [3.0, 4.0], [-1.0, 0.5], [2.5, -1.0]]), np.array([0, 1, 0, 1])
GAPS = np.vstack([X, [[np.nan, 1.0]]])
MODELS = [
    PerceptronClassifier(max_iter=20),
    PerceptronClassifier(max_iter=20, average=True),
    MarginPerceptronClassifier(max_iter=20),
    KernelPerceptronClassifier("poly", degree=2, max_iter=20),
    VotedPerceptronClassifier(max_iter=20),
    WinnowClassifier(max_iter=20),
]
each_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: repr(model)[:40])


def _new(model: Any, **parameters: Any) -> Any:
    return type(model)(**model.get_params() | parameters)


@each_model
def test_rows_that_are_refused_leave_the_model_as_it_was(model: Any) -> None:
    CertifiedFold(Perceptron(), 1)  # so that the compiled loop meets the NaN after it has learned the rows before
    plain = _new(model).partial_fit(X, Y)
    refused = _new(model)
    for learn, rows, labels in ((refused.fit, GAPS, [*Y, 1]), (refused.partial_fit, X, [1] * 4), (refused.fit, X, [1] * 4)):
        with pytest.raises(ValueError, match=r"NaN|two classes"):
            learn(rows, labels)
        assert not hasattr(refused, "classes_") and len(pickle.dumps(refused)) < 1500
    refused.partial_fit(X, Y)
    assert (refused.decision_function(X) == plain.decision_function(X)).all() and refused.n_mistakes_ == plain.n_mistakes_
    with pytest.raises(ValueError, match="NaN"):
        refused.fit(GAPS, ["a", "b", "a", "b", "c"])
    assert (refused.predict(X) == plain.predict(X)).all()
    again, straight = refused.partial_fit(X, Y), plain.partial_fit(X, Y)
    assert again.n_mistakes_ == straight.n_mistakes_


@pytest.mark.parametrize("held", range(20))
def test_nan_is_refused_in_rows_that_are_held_out_too(held: int) -> None:
    CertifiedFold(Perceptron(), 1)
    rows = np.arange(40.0).reshape(20, 2) - 20
    labels = (rows[:, 0] > 0).astype(int)
    rows[held, 1] = np.nan
    with pytest.raises(ValueError, match="X contains NaN"):
        PerceptronClassifier(early_stopping=True, random_state=0, max_iter=3).fit(rows, labels)


@each_model
def test_parameters_that_are_set_after_a_fit_do_not_change_it(model: Any) -> None:
    """They are those of the next fit, as in scikit-learn; a run goes on as it began."""
    rows = X + 3
    records = "record" in model.get_params()
    fitted, alone = _new(model).fit(rows, Y), _new(model).fit(rows, Y)
    if records:
        fitted, alone = (_new(model, record=True).fit(rows, Y) for _ in range(2))
    other = {"ties": -1, "fit_intercept": False, "average": not getattr(model, "average", False), "record": False, "gamma": "1/3"}
    fitted.set_params(**{name: value for name, value in other.items() if name in model.get_params()})
    for _ in range(2):
        assert (fitted.decision_function(rows) == alone.decision_function(rows)).all()
        if hasattr(model, "dataset") and not isinstance(model, KernelPerceptronClassifier):
            assert fitted.dataset(rows, Y).examples == alone.dataset(rows, Y).examples
        if records:
            assert fitted.trace() == alone.trace()
        fitted.partial_fit(-rows, Y)
        alone.partial_fit(-rows, Y)


def test_a_record_begins_with_the_run() -> None:
    """Half a run would be another run."""
    for model in (PerceptronClassifier(), KernelPerceptronClassifier()):
        later = model.partial_fit(X, Y).set_params(record=True).partial_fit(X, Y)
        with pytest.raises(InputError, match="record=True"):
            later.trace()


def test_class_weights_are_not_balanced_by_the_first_rows_of_a_stream() -> None:
    model = PerceptronClassifier(class_weight="balanced")
    with pytest.raises(InputError, match="'balanced' is refused where rows come in parts"):
        model.partial_fit(X, Y)
    with pytest.raises(InputError, match="'balanced' is refused where rows come in parts"):
        model.learn_one({"a": 1}, True)
    assert model.fit(X, Y).partial_fit(X, Y).n_mistakes_ > 0


@pytest.mark.parametrize("floats", ["binary", "decimal"])  # compiled, and in fractions
def test_a_promised_margin_is_measured_against_all_rows_of_the_run(floats: str) -> None:
    """Long rows allow for more updates than the short ones that come after them."""
    CertifiedFold(Perceptron(), 1)  # with which small fits are compiled too
    long, short = [[10.0, 1.0, -0.25], [9.0, -1.0, 0.25]], [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]
    model = MarginPerceptronClassifier(gamma="1/2", eps=1, fit_intercept=False, warm_start=True, record=True, floats=floats)
    model.fit(long, [1, 0])
    assert model.halted_ and model.n_mistakes_ > 2 / Fraction(1, 2) ** 2
    model.fit(short, [1, 0])  # without a warning
    assert model.halted_ and model.trace().updates == run(MarginPerceptron("1/2", 1), model.trace().examples).updates


@pytest.mark.parametrize("floats", ["binary", "decimal"])
@pytest.mark.parametrize("size, options", [(1.0, {}), (1.0, {"shuffle": True, "random_state": 0}), (5e-324, {})])
def test_a_promised_margin_is_measured_whatever_interrupts_a_pass(floats: str, size: float, options: dict[str, Any]) -> None:
    """A tie has it go on from the midst of the rows. Squares of the smallest floats vanish."""
    CertifiedFold(Perceptron(), 1)  # with which small fits are compiled too
    rows = size * np.array([[-1, 1], [1, 1], [0, 1], [1, 0]])
    model = MarginPerceptronClassifier(gamma=1, eps=1, fit_intercept=False, floats=floats, **options)
    with pytest.warns(ConvergenceWarning, match="updates exceed 2R²/\\(ε²γ²\\) − 2/ε ≈ " + ("2" if size == 1 else "-2")):
        model.fit(rows, [0, 0, 1, 1])
    assert (model.n_mistakes_, model.n_iter_) == ((3, 2) if size == 1 else (1, 1))


def test_a_pass_that_makes_the_first_step_is_no_pass_without_updates() -> None:
    model = MarginPerceptronClassifier(fit_intercept=False).partial_fit([[1.0, 0.0], [-1.0, 0.0]], [1, 0])
    assert model.n_mistakes_ == 0 and not model.halted_
    assert model.partial_fit([[1.0, 0.0], [-1.0, 0.0]], [1, 0]).halted_


@pytest.mark.parametrize("intercept", [False, True])
def test_a_model_that_has_learned_no_feature_predicts(intercept: bool) -> None:
    model = PerceptronClassifier(fit_intercept=intercept, average=True)  # which is scored without compiled code
    model.learn_one({}, True)
    assert model.predict_one({}) is intercept and model.predict_one({"a": 1}) is intercept


@pytest.mark.parametrize("case", amounts.cases(__file__, "not_learned.txt"))
def test_what_learn_one_refuses(case: list[str]) -> None:
    *first, message = map(eval, case)
    model = PerceptronClassifier()
    with pytest.raises(InputError, match=message):
        model.learn_one(*first)
    assert not hasattr(model, "classes_")
    model.learn_one({"b": 1}, True)
    with pytest.raises(InputError):
        model.learn_one({f"new{j}": 0 for j in range(100)} | {"a": float("nan")}, True)
    assert model.predict_one({"b": 1, "new7": 5}) is True


@each_model
def test_a_model_that_joblib_maps_into_memory_learns_on(model: Any, tmp_path: Path) -> None:
    rows, labels = np.random.default_rng(0).normal(size=(4000, 30)), np.arange(4000) % 3 // 2  # enough for compiled code
    if isinstance(model, KernelPerceptronClassifier | VotedPerceptronClassifier | WinnowClassifier):
        rows, labels = rows[:60], labels[:60]
    fitted = _new(model, max_iter=4).fit(rows, labels)
    joblib.dump(fitted, tmp_path / "model")
    mapped = joblib.load(tmp_path / "model", mmap_mode="r")
    for name in {"coef_", "intercept_", "weights_"} & {*dir(mapped)}:  # which are made when they are asked for
        assert np.array_equal(getattr(mapped, name), getattr(fitted, name))
    mapped.partial_fit(rows, labels)
    fitted.partial_fit(rows, labels)
    assert mapped.n_mistakes_ == fitted.n_mistakes_
    assert np.array_equal(mapped.decision_function(rows), fitted.decision_function(rows))


# --- The classifiers learn the numbers that they are given, also those that float64 does not hold


def test_predictions_are_exact_where_floats_cannot_tell() -> None:
    """The boundary is x₁ = x₂, and 2⁻⁶⁰ to either side of it is told apart by fractions only."""
    model = PerceptronClassifier(fit_intercept=False).fit([[3.0, 1.0], [1.0, 3.0]], ["right", "left"])
    assert model.weights_ == (2, -2)
    big = 2.0**52
    rows = [[big + 1, big], [big, big + 1], [big, big]]
    assert list(model.predict(rows)) == ["right", "left", "left"]
    assert list(np.sign(model.decision_function(rows))) == [1, -1, 0]
    fine = PerceptronClassifier(fit_intercept=False).fit([[0.1, 0.0], [0.0, -0.3]], [1, 0])
    x = [0.1, float.fromhex("-0x1.0p-1070")]
    exactly = sum(a * Fraction(b) for a, b in zip(fine.weights_, x, strict=True))
    assert (fine.decision_function([x])[0] > 0) == (exactly > 0)


@pytest.mark.parametrize(("kind", "numbers", "expected"), amounts.rows(__file__, "beyond_floats.txt"))
def test_what_floats_do_not_hold_is_learned_exactly(kind: str, numbers: str, expected: str) -> None:
    """A conversion to float64 would make the two rows equal, and the weights 0."""
    rows, weights = eval(numbers), eval(expected)
    model = PerceptronClassifier(fit_intercept=False, max_iter=1)
    model.fit(rows, [1, 0])
    assert list(model.weights_) == weights
    assert list(model.predict(rows)) == [1, 1]
    ones = [[1] * len(weights)]
    again = PerceptronClassifier(fit_intercept=False).partial_fit(np.array(ones, float), [1], classes=[0, 1]).partial_fit(rows, [1, 0])
    small = PerceptronClassifier(fit_intercept=False).partial_fit(ones, [1], classes=[0, 1]).partial_fit(rows, [1, 0])
    assert again.weights_ == small.weights_


@pytest.mark.parametrize("value", [float("nan"), float("inf"), Decimal("nan"), Decimal("-inf"), np.longdouble("nan")])
def test_what_is_no_number_is_said_beside_numbers_beyond_floats(value: Any) -> None:
    for model in (PerceptronClassifier(), KernelPerceptronClassifier(), WinnowClassifier()):
        with pytest.raises(ValueError, match=r"NaN|infinity"):
            model.fit(np.array([[value, 2**70 + 1], [1, 2**70]], dtype=object), [0, 1])


@pytest.mark.parametrize("form", [np.array, sparse.csr_array])
def test_read_only_rows_use_the_compiled_loop(form: Any) -> None:
    loops = import_module("perceptron.runs.engines.certified.loops")
    X, y = np.random.default_rng(0).normal(size=(50, 3)), np.arange(50) % 2
    rows, fixed = form(X), form(X)
    for part in [fixed.data, fixed.indices, fixed.indptr] if hasattr(fixed, "indptr") else [fixed]:
        part.flags.writeable = False
    model = PerceptronClassifier(max_iter=2).fit(rows, y)
    scores, compiled = model.decision_function(rows), len(loops.fold.signatures) + len(loops.score.signatures)
    again = PerceptronClassifier(max_iter=2).fit(fixed, y)
    assert again.weights_ == model.weights_ and (again.decision_function(fixed) == scores).all()
    assert len(loops.fold.signatures) + len(loops.score.signatures) == compiled


@pytest.mark.parametrize("floats", ["binary", "decimal"])
def test_a_column_of_dates_is_named_and_what_is_missing_is_not_0(floats: str) -> None:
    model = PerceptronClassifier(floats=floats)
    with pytest.raises(InputError, match="column 'day' of X holds dates"):
        model.fit(pd.DataFrame({"a": [1, 2], "day": pd.date_range("2020", periods=2)}), [0, 1])
    for missing in (None, "", float("nan"), pd.NA):
        with pytest.raises((ValueError, TypeError)):
            model.fit(np.array([[1.5, missing], [2, 1]], dtype=object), [0, 1])
    with pytest.raises(InputError):
        model.learn_one({"a": 1.5, "b": None}, True)


@pytest.mark.parametrize("model", [PerceptronClassifier(), KernelPerceptronClassifier(), VotedPerceptronClassifier(), WinnowClassifier()])
def test_none_in_a_list_is_a_missing_value(model: Any) -> None:
    """scikit-learn's validation lets it pass."""
    with pytest.raises(ValueError, match="NaN"):
        model.fit([[1, None], [2, 3]], [0, 1])
    model.fit([[1, 1], [0, 1]], [0, 1])
    with pytest.raises(ValueError, match="NaN"):
        model.predict([[1, None]])


@pytest.mark.parametrize(
    "form",
    [np.float32, sparse.csr_array, sparse.coo_matrix, lambda rows: rows.astype(str), lambda rows: pd.DataFrame(rows, dtype="float32")],
)
def test_a_float_is_the_decimal_that_prints_it_in_every_form_of_rows(form: Any) -> None:
    model = PerceptronClassifier(fit_intercept=False, max_iter=1, floats="decimal").fit(form(np.array([[0.1, 0.3], [0.7, 0.0]])), [1, 0])
    assert model.weights_ == (Fraction(-6, 10), Fraction(3, 10))


def test_integers_that_are_floats_are_read_as_numbers_whatever_their_size() -> None:
    """A column of integers, be it of time stamps, leaves a frame one of numbers: its rows are those of the arrays."""
    frame = pd.DataFrame({"a": [0.5, -1.0, 2.0], "at": [2**60, 1_700_000_000 * 10**9, -(2**60)], "n": pd.array([1, 2, 3], "Int8")})
    assert rows_beyond_floats(frame) is None and rows_beyond_floats(frame.assign(at=2**60 + 1)) is not None
    model = PerceptronClassifier(max_iter=3).fit(frame, [0, 1, 1])
    rows = [[Fraction(a) for a in row] for row in frame.astype(object).to_numpy().tolist()]
    assert model.weights_ == PerceptronClassifier(max_iter=3).fit(rows, [0, 1, 1]).weights_


def test_large_floats_beside_whole_numbers_are_floats() -> None:
    """They need no fractions, which the Gaussian does not take."""
    for X in ([[1e300, 1], [0, 0]], pd.DataFrame({"a": [1e300, 0.0], "b": [1, 0]})):
        assert list(KernelPerceptronClassifier("rbf").fit(X, [1, 0]).predict(X)) == [1, 0]


@pytest.mark.parametrize("kind", [">f8", ">f4", ">i4"])
def test_the_order_of_bytes_makes_no_difference(kind: str) -> None:
    X = np.array([[1, 2], [-3, 4], [5, -6]]) / (1 if kind[1] == "i" else 3)
    swapped = X.astype(kind)
    assert (
        PerceptronClassifier().fit(swapped, [0, 1, 0]).weights_ == PerceptronClassifier().fit(swapped.astype(kind[1:]), [0, 1, 0]).weights_
    )


def test_labels_of_one_byte_may_be_far_apart() -> None:
    X, y = [[1, 0], [0, 1], [-1, -1]], np.array([-100, 0, 100], np.int8)
    assert list(PerceptronClassifier().fit(X, y).predict(X)) == [-100, 0, 100]


def test_classes_whose_weights_need_fractions_are_averaged_beside_others() -> None:
    """The loops are loaded, and average whole multiples only for weights of 1."""
    X, y = np.round(np.random.default_rng(3).normal(size=(30, 2)), 1), np.arange(30) % 3
    CertifiedFold(Perceptron(), 1)
    weighted = PerceptronClassifier(average=True, class_weight={0: 2}, max_iter=2).fit(X, y)
    alone = PerceptronClassifier(average=True, max_iter=2).fit(X, y)
    assert weighted.weights_[1:] == alone.weights_[1:]


def test_class_weights_are_exact_multiples() -> None:
    X, y = np.array([[1.0, 0.1], [0.3, -1.0], [0.2, 0.7]]), [1, 0, 0]
    model = PerceptronClassifier(fit_intercept=False, max_iter=1, class_weight={0: 0.1, 1: 3}).fit(X, y)
    w = [Fraction(0)] * 2
    for row, label in zip(X.tolist(), y, strict=True):
        side, weight = (1, Fraction(3)) if label else (-1, Fraction(1, 10))
        if side * sum(a * Fraction(b) for a, b in zip(w, row, strict=True)) <= 0:
            w = [a + side * weight * Fraction(b) for a, b in zip(w, row, strict=True)]
    assert list(model.weights_) == w
    tenth = PerceptronClassifier(fit_intercept=False, max_iter=1, class_weight={0: np.float32(0.1), 1: np.int64(3)}).fit(X, y)
    assert tenth.weights_ == model.weights_  # the decimal that it prints as
    with pytest.raises(InputError, match="26 bits"):
        PerceptronClassifier(class_weight={0: 1, 1: "1/1000000007"}).fit(X, y)
    with pytest.raises(InputError, match="sample_weight is refused"):
        PerceptronClassifier().fit(X, y, sample_weight=[1, 2, 1])


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, lambda X: [[Fraction(a) / 3 for a in row] for row in X.tolist()]])
def test_a_run_with_class_weights_is_the_run_on_rows_times_their_weights(form: Any) -> None:
    rng = np.random.default_rng(3)
    X, y, several = rng.integers(-9, 9, size=(60, 3)), rng.integers(0, 2, 60), rng.integers(0, 3, 60)
    model = PerceptronClassifier(max_iter=3, class_weight={0: "1/3", 1: 2}, record=True).fit(form(X), y)
    assert model.trace().final == model.weights_ and model.n_mistakes_ == model.trace().M
    assert model.trace(positive=0).final == tuple(-a for a in model.weights_)
    several_model = PerceptronClassifier(max_iter=3, class_weight={0: 3, 2: "1/2"}, record=True).fit(form(X), several)
    assert [several_model.trace(name).final for name in range(3)] == list(several_model.weights_)
    with pytest.raises(InputError, match="weight 0"):
        PerceptronClassifier(max_iter=1, class_weight={0: 0}, record=True).fit(form(X), y).trace()


def test_winnow_is_exact_where_its_weights_are_subnormal() -> None:
    """Such floats have few digits, so that a score of long rows is far off."""
    model = WinnowClassifier(eta="1/3", fit_intercept=False, max_iter=1).fit([[-2e-323, -1.63e-322], [2.2e-322, -9e-323]], [1, 0])
    row = [3.5000000000000004e301, -1.1433333333333347e302]
    assert model.learner_.score(model.exponents_[0], tuple(map(Fraction, row))) == 1
    assert model.decision_function([row])[0] > 0


# --- Of several classes the one with the greatest exact score is predicted, the first of them where several have it


SCORED = [
    PerceptronClassifier(fit_intercept=False, max_iter=2),
    KernelPerceptronClassifier("poly", degree=2, max_iter=2),
    KernelPerceptronClassifier("rbf", gamma="1/3", max_iter=2),
    WinnowClassifier(eta="1/3", fit_intercept=False, max_iter=2),
]


def _ball(value: Fraction) -> Any:
    return arb(value.numerator) / value.denominator


def _scores(model: Any, x: list[Fraction]) -> list[Any]:
    """The scores of a row by their definition, in balls of the present precision."""
    if isinstance(model, PerceptronClassifier):
        return [_ball(sum((a * b for a, b in zip(w, x, strict=True)), Fraction(0))) for w in model.weights_]
    if isinstance(model, WinnowClassifier):
        return [sum((2 * (_ball(a) / 3).sinh() * _ball(b) for a, b in zip(g, x, strict=True)), arb(0)) for g in model.exponents_]

    def kernel(z: list[Fraction]) -> Any:
        if model.kernel == "rbf":
            return (-_ball(sum(((a - b) ** 2 for a, b in zip(x, z, strict=True)), Fraction(0))) / 3).exp()
        return _ball((1 + sum(a * b for a, b in zip(x, z, strict=True))) ** 2)

    parts = zip(model.dual_coef_, model.support_vectors_, strict=True)
    return [sum((int(c) * kernel([*map(Fraction, z)]) for c, z in zip(cs, zs.tolist(), strict=True)), arb(0)) for cs, zs in parts]


def _tables() -> Iterator[tuple[Any, Any]]:
    """Rows whose scores often are equal, or nearly so, since their entries are the same in another order."""
    rng = np.random.default_rng(0)
    for _ in range(40):
        entries = rng.choice([0.1, 0.2, 0.3, -0.1, 0.7], 3)
        X = np.array([np.roll(entries, k) for k in range(3)] * 2)
        yield X, np.vstack([np.full((1, 3), 0.1), np.full((1, 3), 0.7), rng.choice([0.1, 0.2, 0.3, 0.1 + 0.2], (3, 3))])


@pytest.mark.parametrize("model", SCORED, ids=lambda model: f"{type(model).__name__} {getattr(model, 'kernel', '')}")
def test_the_class_with_the_greatest_exact_score_is_predicted(model: Any) -> None:
    zero = 2.0**-300  # below every difference of these scores that is not 0
    with precision(500):
        for X, points in _tables():
            model.fit(X, [0, 1, 2] * 2)
            for point, predicted, floats in zip(points, model.predict(points), model.decision_function(points), strict=True):
                exact, best = _scores(model, [*map(Fraction, point.tolist())]), 0
                for j, score in enumerate(exact):
                    best = j if score - exact[best] > zero else best
                assert predicted == best
                assert [*np.sign(floats)] == [1 if score > zero else -1 if score < -zero else 0 for score in exact]


@pytest.mark.parametrize("top", [5e-324, 1.0, 1.7976931348623157e308, -5e-324, -1.0, -1.7976931348623157e308])
def test_a_score_is_put_first_without_changing_a_sign(top: float) -> None:
    scores = np.array([[-1.7976931348623157e308, top, top]])
    signs = np.sign(scores)
    make_highest(scores, np.full((1, 3), np.inf), lambda _, a, b: a - b)
    assert scores.argmax() == 2 and (np.sign(scores) == signs).all() and np.isfinite(scores).all()


@pytest.mark.parametrize("model", [VotedPerceptronClassifier(max_iter=2), WinnowClassifier("1e-299", max_iter=2)])
def test_rows_beyond_the_largest_float_are_scored(model: Any) -> None:
    X, y = [[10**300], [-(10**309)]], [0, 1]
    assert list(model.fit(X, y).predict(X)) == y
