"""What the classifiers keep from one call to the next: neither rows that were refused nor parameters that were set since."""

from __future__ import annotations

import importlib
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pytest

from perceptron import InputError, MarginPerceptron, Perceptron, run
from perceptron.estimators import (
    KernelPerceptronClassifier,
    MarginPerceptronClassifier,
    PerceptronClassifier,
    VotedPerceptronClassifier,
    WinnowClassifier,
)
from perceptron.runs.engines.certified.fold import CertifiedFold

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
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
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
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_nan_is_refused_in_rows_that_are_held_out_too(held: int) -> None:
    CertifiedFold(Perceptron(), 1)
    rows = np.arange(40.0).reshape(20, 2) - 20
    labels = (rows[:, 0] > 0).astype(int)
    rows[held, 1] = np.nan
    with pytest.raises(ValueError, match="X contains NaN"):
        PerceptronClassifier(early_stopping=True, random_state=0, max_iter=3).fit(rows, labels)


def test_a_class_that_is_new_is_named_as_it_was_written() -> None:
    with pytest.raises(InputError, match="class 'c' was not among the classes of the first call"):
        PerceptronClassifier().partial_fit(X, ["a", "b", "a", "b"]).partial_fit(X, ["a", "c", "a", "b"])


@each_model
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
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


@pytest.mark.parametrize("engine", ["compiled", "fractions"])
def test_a_promised_margin_is_measured_against_all_rows_of_the_run(engine: str) -> None:
    """Long rows allow for more updates than the short ones that come after them."""
    if engine == "compiled":
        CertifiedFold(Perceptron(), 1)
    long, short = [[10.0, 1.0, -0.25], [9.0, -1.0, 0.25]], [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]
    rows = [part if engine == "compiled" else [[*map(Fraction, row)] for row in part] for part in (long, short)]
    model = MarginPerceptronClassifier(gamma="1/2", eps=1, fit_intercept=False, warm_start=True, record=True).fit(rows[0], [1, 0])
    assert model.halted_ and model.n_mistakes_ > 2 / Fraction(1, 2) ** 2
    model.fit(rows[1], [1, 0])  # without a warning
    assert model.halted_ and model.trace().updates == run(MarginPerceptron("1/2", 1), model.trace().examples).updates


def test_a_pass_that_makes_the_first_step_is_no_pass_without_updates() -> None:
    model = MarginPerceptronClassifier(fit_intercept=False).partial_fit([[1.0, 0.0], [-1.0, 0.0]], [1, 0])
    assert model.n_mistakes_ == 0 and not model.halted_
    assert model.partial_fit([[1.0, 0.0], [-1.0, 0.0]], [1, 0]).halted_


@pytest.mark.parametrize(
    ("x", "y", "classes", "message"),
    [
        ({"a": 1}, "x", ["x"], "two classes are needed"),
        ({"a": 1}, None, (False, True), "class None was not among"),
        ({"a": "red"}, True, (False, True), "no number"),
        ({"a": [1, 2]}, True, (False, True), "no number"),
        ({"a": float("inf")}, True, (False, True), "infinit"),
    ],
)
def test_what_learn_one_refuses(x: Any, y: Any, classes: Any, message: str) -> None:
    model = PerceptronClassifier()
    with pytest.raises(InputError, match=message):
        model.learn_one(x, y, classes)
    assert not hasattr(model, "classes_")
    model.learn_one({"b": 1}, True)
    with pytest.raises(InputError):
        model.learn_one({f"new{j}": 0 for j in range(100)} | {"a": float("nan")}, True)
    assert model.predict_one({"b": 1, "new7": 5}) is True


@each_model
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_model_that_joblib_maps_into_memory_learns_on(model: Any, tmp_path: Path) -> None:
    rows, labels = np.random.default_rng(0).normal(size=(4000, 30)), np.arange(4000) % 3 // 2  # enough for compiled code
    if isinstance(model, KernelPerceptronClassifier | VotedPerceptronClassifier | WinnowClassifier):
        rows, labels = rows[:60], labels[:60]
    fitted = _new(model, max_iter=4).fit(rows, labels)
    joblib.dump(fitted, tmp_path / "model")
    mapped = joblib.load(tmp_path / "model", mmap_mode="r").partial_fit(rows, labels)
    fitted.partial_fit(rows, labels)
    assert mapped.n_mistakes_ == fitted.n_mistakes_
    assert np.array_equal(mapped.decision_function(rows), fitted.decision_function(rows))


@pytest.mark.parametrize("make", [PerceptronClassifier, MarginPerceptronClassifier])
def test_the_end_of_a_river_pipeline(make: Any) -> None:
    """Where river is installed: it is no dependency."""
    pytest.importorskip("river")
    compose, evaluate, metrics, base, preprocessing = (
        importlib.import_module(f"river.{name}") for name in ("compose", "evaluate", "metrics", "base", "preprocessing")
    )
    rows = [({"a": k % 7 - 3, "b": (k * k) % 5}, k % 7 > 2) for k in range(200)]
    alone, pipe, right = make(), compose.Pipeline(preprocessing.Binarizer(threshold=-100), make()), 0
    for x, y in rows:
        right += pipe.predict_one(x) == y
        alone.learn_one(dict.fromkeys(x, True), y)
        pipe.learn_one(x, y)
    assert pipe[make.__name__].n_mistakes_ == alone.n_mistakes_ > 0
    base.Classifier.register(make)
    again = compose.Pipeline(preprocessing.Binarizer(threshold=-100), make())
    assert evaluate.progressive_val_score(iter(rows), again, metrics.Accuracy()).get() == right / len(rows)
