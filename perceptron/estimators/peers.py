"""Fitted models of other libraries, replayed exactly where they are the Perceptron.

`exact_twins` reads which rounds a fitted model of scikit-learn or river made, has a `PerceptronClassifier` make them exactly, and compares
the weights. Equal weights are the evidence that both made the same updates, so that a mistake bound on the twin is one on the model. If
they differ, or if a parameter makes the model another learner, InputError names the first reason and the argument that would avoid it.

A model of scikit-learn keeps enough to replay its order. Each pass of `fit` applies one permutation again, which depends on
`random_state` alone, and each `partial_fit` applies it once. `tol` ends a run early and changes no round of it. On sparse rows the
intercept moves by 0.01, as that of the Perceptron with a constant input of 0.1, unless rounding decides a tie.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from importlib.metadata import version
from math import frexp
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, hstack, issparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import PassiveAggressiveClassifier, Perceptron, SGDClassifier
from sklearn.pipeline import Pipeline
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from perceptron.errors import InputError
from perceptron.estimators.perceptrons import PerceptronClassifier

TAKEN = (
    "scikit-learn's Perceptron, SGDClassifier and PassiveAggressiveClassifier, river's linear models that learn with learn_one, and the "
    "classifiers of perceptron.estimators"
)
LARGEST_SEED = np.iinfo(np.int32).max
SPARSE_INPUT = 0.1  # whose square is the step of the intercept on sparse rows
MOST_SLACK = 1 / 8  # of rounding, relative to the largest entry of a column


class Twin(NamedTuple):
    """An exact classifier that made the rounds of a fitted model.

    X, y    the rows with their constant input, if it is not 1, and the labels, as for the twin's `fit`
    note    which theorem's learner the model is, and how closely the weights agree
    """

    model: PerceptronClassifier
    X: Any
    y: Any
    note: str


class Reason(NamedTuple):
    """A fact that makes a fitted model another learner than the Perceptron, and the argument that would make it one."""

    holds: Callable[[Any], bool]
    text: str
    cure: str

    def of(self, model: Any) -> InputError:
        """The error, with the model's own parameters in its text."""
        name = type(model).__name__
        return InputError(f"this {name} is another learner than the Perceptron: {self.text.format(m=model)}; {self.cure}")


def _is_constant(rate: Any) -> bool:
    return type(rate).__name__ == "Constant"


REASONS: dict[str, tuple[Reason, ...]] = {
    "sklearn": (
        Reason(
            lambda m: isinstance(m, PassiveAggressiveClassifier) or m.learning_rate in ("pa1", "pa2"),
            "the length of a passive-aggressive step depends on the loss of its row",
            "use Perceptron(shuffle=False, tol=None)",
        ),
        Reason(lambda m: m.loss != "perceptron", "loss={m.loss!r} also moves on rows that are right", "use loss='perceptron'"),
        Reason(lambda m: m.penalty is not None, "penalty={m.penalty!r} shrinks the weights on every row", "use penalty=None"),
        Reason(
            lambda m: m.learning_rate != "constant",
            "learning_rate={m.learning_rate!r} weighs later rows differently",
            "use learning_rate='constant', eta0=1",
        ),
        Reason(lambda m: m.average, "average={m.average!r} predicts by a mean of the weights", "use average=False"),
        Reason(lambda m: m.early_stopping, "early_stopping holds out rows that the model does not name", "use early_stopping=False"),
        Reason(
            lambda m: m.shuffle and not isinstance(m.random_state, (int, np.integer)),
            "shuffle=True with random_state={m.random_state!r} draws an order that cannot be replayed",
            "use shuffle=False, or an integer as random_state",
        ),
        Reason(
            lambda m: len(m.classes_) > 2 and m.tol is not None and m.n_iter_ < m.max_iter,
            "tol={m.tol!r} ends the learner of each class by itself, and the model keeps the number of passes of the last only",
            "use tol=None",
        ),
    ),
    "river": (
        Reason(
            lambda m: not hasattr(m, "optimizer"),
            "the length of a passive-aggressive step depends on the loss of its row",
            "use linear_model.Perceptron()",
        ),
        Reason(
            lambda m: type(m.loss).__name__ != "Hinge" or m.loss.threshold != 0,
            "its loss also moves on rows that are right",
            "use loss=optim.losses.Hinge(threshold=0)",
        ),
        Reason(lambda m: m.l2 or m.l1, "l2={m.l2!r} and l1={m.l1!r} shrink the weights", "use l2=0 and l1=0"),
        Reason(
            lambda m: type(m.optimizer).__name__ != "SGD" or not _is_constant(m.optimizer.lr),
            "its optimizer weighs rows differently",
            "use optimizer=optim.SGD(1)",
        ),
        Reason(
            lambda m: not _is_constant(m.intercept_lr) or m.intercept_lr.learning_rate not in (0, m.optimizer.learning_rate),
            "its intercept moves at another rate than its weights",
            "use the optimizer's rate as intercept_lr",
        ),
        Reason(
            lambda m: type(m.initializer).__name__ != "Zeros" or m.intercept_init,
            "its weights do not begin at 0",
            "use initializer=None and intercept_init=0",
        ),
    ),
}


def _rounds(value: float) -> bool:
    """Whether products with the value round: it is no power of two."""
    return frexp(value)[0] != 0.5


# Each explains weights that differ; the last one holds always.
DIFFERENCES: tuple[Reason, ...] = (
    Reason(
        lambda run: _rounds(run.rate),
        "eta0={m.rate!r} is no power of two, so that its steps round, and the rounding decides ties",
        "use eta0=1",
    ),
    Reason(
        lambda run: any(weight and _rounds(float(weight)) for weight in (run.class_weight or {}).values()),
        "its class weights are no powers of two, so that its steps round, and the rounding decides ties",
        "use class_weight=None, or powers of two",
    ),
    Reason(
        lambda run: run.has_intercept and issparse(run.X),
        "on sparse rows its intercept moves by 0.01, which rounds, and the rounding decides ties",
        "use dense rows, or fit_intercept=False",
    ),
    Reason(lambda run: run.bits < 53, "its weights are float32, and rounding decided a row", "fit it to float64 rows"),
    Reason(
        lambda run: not _are_whole(run.X),
        "its weights are not those of {m.passes} exact passes over these rows, which rounding changes if an entry is no whole number",
        "fit it to rows times a power of ten; else give the rows of the fit in their order, fitted once from zero without sample_weight",
    ),
    Reason(
        lambda run: True,
        "its weights are not those of {m.passes} passes over these rows",
        "give the rows of the fit in their order, fitted once from zero without sample_weight",
    ),
)


def _are_whole(X: Any) -> bool:
    values = np.asarray(X.data if issparse(X) else X, dtype=np.float64)
    return bool((values == np.rint(values)).all())


class _BinaryFit(NamedTuple):
    """A binary learner in a fitted model: the weights at its end, and the rounds that it made."""

    X: Any
    y: Any
    weights: Any  # the intercept last, if it has one
    has_intercept: bool
    passes: int
    rate: float
    class_weight: dict[Any, Fraction] | None = None
    order: np.random.RandomState | None = None
    bits: int = 53


class OnePermutation(np.random.RandomState):
    """The orders that scikit-learn's stochastic gradient descent takes with one seed, as its `shuffle` makes them.

    powers    whether pass k has the k-th power of the permutation, as in `fit`; else each pass has the same, as calls of `partial_fit`
    """

    def __init__(self, seed: int, n: int, powers: bool) -> None:
        super().__init__(0)
        self.powers, self.now = powers, np.arange(n)
        self.first, seed = np.arange(n), seed or 1
        for i in range(n - 1):
            seed ^= seed << 13 & 0xFFFFFFFF
            seed ^= seed >> 17
            seed ^= seed << 5 & 0xFFFFFFFF
            j = i + (seed & LARGEST_SEED) % (n - i)
            self.first[[i, j]] = self.first[[j, i]]

    def permutation(self, rows: Any) -> Any:
        """The order of the next pass."""
        self.now = self.now[self.first] if self.powers else self.first
        return self.now


@contextmanager
def _one_line() -> Iterator[None]:
    """Raise InputError in place of scikit-learn's ValueError, with its text in one line, and hide warnings about names of columns."""
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "X (has|does not have) (valid )?feature names", UserWarning)
            yield
    except InputError:
        raise
    except ValueError as error:
        raise InputError(" ".join(str(error).split())) from None


def inner_classifier(model: Any, X: Any) -> tuple[Any, Any]:
    """Return the classifier inside pipelines and parameter searches, and the rows that it learned. Raises InputError if they do not fit."""
    with _one_line():
        while True:
            if isinstance(model, Pipeline):
                steps, model = model[:-1], model.steps[-1][1]
                X = steps.transform(X) if len(steps) else X
            elif hasattr(model, "best_estimator_"):
                model = model.best_estimator_
            else:
                return model, X


def exact_twins(model: Any, X: Any, y: Any) -> dict[Any, Twin]:
    """Return the exact twins of a fitted model by class, or one with the key None if there are two classes.

    Parameters
    ----------
    model
        a fitted model of scikit-learn or river
    X, y
        the rows and labels of the fit, in their order; for river dictionaries, or a frame

    Raises InputError with the first reason if the model is another learner than the Perceptron, or if the rows do not fit it.
    """
    library = type(model).__module__.partition(".")[0]
    reader = {"sklearn": _of_sklearn, "river": _of_river}.get(library)
    if reader is None or not (isinstance(model, SGDClassifier | Perceptron | PassiveAggressiveClassifier) or hasattr(model, "learn_one")):
        raise InputError(f"a mistake bound is for fitted models of {TAKEN}, not for {type(model).__name__}")
    with _one_line():
        fitted = reader(model, X, y)
    name = f"{library if library == 'river' else 'scikit-learn'} {version(library if library == 'river' else 'scikit-learn')}"
    return {key: _twin(model, one, f"{name} {type(model).__name__}") for key, one in fitted.items()}


def _refuse_another(model: Any, library: str) -> None:
    for reason in REASONS[library]:
        if reason.holds(model):
            raise reason.of(model)


def _passes_of(model: Any, rounds: int, n: int) -> int:
    """The number of passes. Raises InputError if the model learned other rows."""
    if not n or rounds % n or not rounds:
        raise InputError(
            f"this {type(model).__name__} learned {rounds} rounds, which are no whole number of passes over the {n} rows given: give all "
            "rows that it learned, in their order"
        )
    return rounds // n


def _of_sklearn(model: Any, X: Any, y: Any) -> dict[Any, _BinaryFit]:
    check_is_fitted(model)
    _refuse_another(model, "sklearn")
    X, labels = validate_data(model, X, y, reset=False, accept_sparse="csr")
    classes, n = model.classes_, X.shape[0]
    if unknown := set(labels.tolist()) - set(classes.tolist()):
        raise InputError(f"y: expected the classes of the fit, {classes.tolist()}, found {unknown.pop()!r}; give the labels of the fit")
    X = csr_array(X) if issparse(X) else X
    passes = _passes_of(model, int(model.t_) - 1, n)
    binary = len(classes) == 2
    seeds = [model.random_state] if binary else check_random_state(model.random_state).randint(LARGEST_SEED, size=len(classes))
    found, coef = {}, model.coef_.toarray() if issparse(model.coef_) else model.coef_
    for k, weights in enumerate(np.column_stack([coef, model.intercept_])):
        code = 1 if binary else k
        signs = np.where(labels == classes[code], 1, -1)
        order = None
        if model.shuffle:
            random = check_random_state(seeds[k])
            random.randint(1, LARGEST_SEED)  # which is drawn for samples with replacement
            order = OnePermutation(int(random.randint(LARGEST_SEED)), n, powers=passes == model.n_iter_)
        found[None if binary else classes[k].item()] = _BinaryFit(
            X,
            labels if binary else signs,
            weights if model.fit_intercept else weights[:-1],
            model.fit_intercept,
            passes,
            float(model.eta0),
            _class_weight(model, labels, code, binary),
            order,
            np.finfo(model.coef_.dtype).nmant + 1,
        )
    return found


def _class_weight(model: Any, labels: Any, code: int, binary: bool) -> dict[Any, Fraction] | None:
    """The weights of the two classes of one learner; of several classes the rest has weight 1."""
    if model.class_weight is None:
        return None
    classes = model.classes_.tolist()
    if model.class_weight == "balanced":
        weights = [Fraction(len(labels), len(classes) * int((labels == name).sum())) for name in classes]
    else:
        weights = [Fraction(str(model.class_weight.get(name, 1))) for name in classes]
    return dict(zip(classes, weights, strict=True)) if binary else {-1: Fraction(1), 1: weights[code]}


def _of_river(model: Any, X: Any, y: Any) -> dict[Any, _BinaryFit]:
    _refuse_another(model, "river")
    rows: Sequence[Mapping[Any, Any]] = X.to_dict("records") if hasattr(X, "to_dict") else list(X)
    if not all(isinstance(row, Mapping) for row in rows):
        raise InputError("rows for a river model must be dictionaries, or a frame, as learn_one read them")
    names = [*dict.fromkeys(name for row in rows for name in row)]
    table = np.array([[row.get(name, 0) for name in names] for row in rows], dtype=np.float64)
    passes, known, moves = _passes_of(model, int(model.optimizer.n_iterations), len(rows)), model.weights, model.intercept_lr.learning_rate
    weights = [float(known.get(name, 0)) for name in names] + [float(model.intercept)] * bool(moves)
    return {
        None: _BinaryFit(table, np.array([*map(bool, y)]), np.array(weights), bool(moves), passes, float(model.optimizer.learning_rate))
    }


def _twin(model: Any, fitted: _BinaryFit, name: str) -> Twin:
    """The first replay whose weights are those of the model. Raises InputError if none is."""
    layouts = (issparse(fitted.X), not issparse(fitted.X)) if fitted.has_intercept and name.startswith("scikit") else (False,)
    for sparse in layouts:
        found = _replay(fitted, sparse, name)
        if found is not None:
            return found
    raise next(Reason(r.holds, r.text.format(m=fitted), r.cure) for r in DIFFERENCES if r.holds(fitted)).of(model)


def _replay(fitted: _BinaryFit, sparse: bool, name: str) -> Twin | None:
    """The twin with a constant input of 1, or of 0.1 as on sparse rows; None if its weights are not those of the model."""
    X = fitted.X
    if sparse:
        X = csr_array(X)
        X = csr_array(hstack([X, np.full((X.shape[0], 1), SPARSE_INPUT)]))
    twin = PerceptronClassifier(
        fit_intercept=fitted.has_intercept and not sparse,
        max_iter=fitted.passes,
        class_weight=fitted.class_weight,
        shuffle=fitted.order is not None,
        random_state=fitted.order,
        record=fitted.order is not None,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        twin.fit(X, fitted.y)
    exact = np.array([float(weight) for weight in twin.weights_]) * fitted.rate
    if sparse:
        exact[-1] *= SPARSE_INPUT
    equal = exact == fitted.weights
    rounds = np.full(len(exact), any(reason.holds(fitted._replace(has_intercept=False)) for reason in DIFFERENCES[:-1]))
    rounds[-1] |= sparse  # its intercept alone, if no other sum rounds
    if not (equal | rounds).all() or not (equal.all() or _within_rounding(twin, X, fitted, exact)):
        return None
    end = "bit by bit" if equal.all() else f"within the rounding of {twin.n_mistakes_} additions"
    constant = f"a constant input of {SPARSE_INPUT if sparse else 1}" if fitted.has_intercept else "no intercept"
    order = "" if fitted.order is None else " in the order of its random_state"
    times = f"{twin.n_iter_} pass{'es' * (twin.n_iter_ > 1)}"
    learner = f"{name} is the Perceptron with score 0 as a mistake and {constant}"
    note = f"{learner}: {twin.n_mistakes_} updates in {times}{order}; the replayed weights equal the fitted ones {end}"
    return Twin(twin, X, fitted.y, note)


def _within_rounding(twin: PerceptronClassifier, X: Any, fitted: _BinaryFit, exact: Any) -> bool:
    """Whether the weights differ by no more than the rounding of the updates' sum, so that no entry near the largest of a column is
    missing in it. M terms of at most x sum up to within M²·x·2^-bits, and two roundings more a term for the rate and the class weight."""
    slack = (twin.n_mistakes_ + 2) ** 2 * 2.0**-fitted.bits
    if slack > MOST_SLACK:
        return False
    largest = abs(csr_array(X)).max(axis=0).toarray().reshape(-1) if issparse(X) else np.abs(np.asarray(X, dtype=float)).max(axis=0)
    constants = [1.0] * (len(exact) - len(largest))
    steps = np.append(largest, constants) * float(max((fitted.class_weight or {None: Fraction(1)}).values())) * fitted.rate
    if issparse(X) and not constants and fitted.has_intercept:
        steps[-1] *= SPARSE_INPUT
    return bool((np.abs(exact - fitted.weights) <= slack * steps).all())
