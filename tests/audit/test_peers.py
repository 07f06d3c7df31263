"""The fitted models of other libraries: which are the Perceptron, how many updates they made, and what makes others another learner."""

import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pandas import DataFrame
from scipy.sparse import csr_array
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression, Perceptron, SGDClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from perceptron import InputError
from perceptron.datasets import load
from perceptron.estimators import PerceptronClassifier
from perceptron.estimators.peers import OnePermutation, exact_twins
from proofs import mistake_bound
from tests.cli.running import pp, refused

pytestmark = [
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]

AND, SIDES = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float), np.array([-1, -1, -1, 1])
IRIS, KINDS = load_iris(return_X_y=True)
PAIR, TWO = IRIS[KINDS > 0], KINDS[KINDS > 0]
WHOLE = np.rint(10 * PAIR)
THEOREM: dict[str, Any] = {"shuffle": False, "tol": None}
PLAIN_SGD: dict[str, Any] = {"loss": "perceptron", "penalty": None, "learning_rate": "constant", "eta0": 1.0}


def updates_one_by_one(model: Any, X: Any, y: Any, passes: int) -> int:
    """Count the changes of the weights in calls of the library's own `partial_fit`, a row at a time."""
    model, state, count = type(model)(**model.get_params()), None, 0
    for t in [*range(X.shape[0])] * passes:
        model.partial_fit(X[[t]], y[t : t + 1], classes=np.unique(y))
        now = (*model.coef_[0], *model.intercept_)
        count, state = count + (now != state and any(now)), now
    return count


@pytest.mark.parametrize(
    ("rows", "labels", "passes", "updates"), [(AND, SIDES, 100, 18), (csr_array(AND), SIDES, 1000, 303), (WHOLE, TWO, 20, None)]
)
def test_a_perceptron_in_order_makes_the_updates_of_its_twin(rows: Any, labels: Any, passes: int, updates: int | None) -> None:
    """On CSR rows it is the Perceptron with a constant input of 0.1."""
    model = Perceptron(max_iter=passes, **THEOREM).fit(rows, labels)
    twin = exact_twins(model, rows, labels)[None].model
    assert twin.n_mistakes_ == updates_one_by_one(model, rows, labels, min(passes, twin.n_iter_))
    assert updates in (None, twin.n_mistakes_)


@pytest.mark.parametrize("seed", range(4))
def test_a_shuffled_fit_is_replayed_bit_by_bit_and_bounded(seed: int) -> None:
    """The order of a fit is a power of one permutation, which random_state determines; tol only ends the run."""
    model = Perceptron(random_state=seed).fit(WHOLE, TWO)
    found = mistake_bound(model, WHOLE, TWO)
    assert found.run.M == exact_twins(model, WHOLE, TWO)[None].model.n_mistakes_ <= float(found.best.value)
    assert "in the order of its random_state" in found.notes[0] and found.notes[0].endswith("bit by bit")
    assert (np.array([float(w) for w in found.run.final]) == [*model.coef_[0], *model.intercept_]).all()


def test_the_permutation_is_that_of_the_library() -> None:
    sequences = pytest.importorskip("sklearn.utils._seq_dataset")
    n, seed = 50, 12345
    rows = sequences.ArrayDataset64(np.arange(n, dtype=float)[:, None], np.zeros(n), np.ones(n), seed=1)
    ours = OnePermutation(seed, n, powers=True)
    for _ in range(3):
        rows._shuffle_py(seed)
        theirs = [int(rows._next_py()[0][0][0]) for _ in range(n)]
        assert theirs == ours.permutation(n).tolist()


FITS: dict[str, Callable[[], Any]] = {
    "partial_fit": lambda: [m := Perceptron(), [m.partial_fit(WHOLE, TWO, classes=[1, 2]) for _ in range(3)]][0],
    "without intercept": lambda: Perceptron(fit_intercept=False).fit(WHOLE, TWO),
    "float32": lambda: Perceptron().fit(WHOLE.astype(np.float32), TWO),
    "class weights": lambda: Perceptron(class_weight={1: 2, 2: 4}).fit(WHOLE, TWO),
    "stochastic gradient": lambda: SGDClassifier(random_state=7, **PLAIN_SGD).fit(WHOLE, TWO),
    "rate of 1/4": lambda: Perceptron(eta0=0.25).fit(WHOLE, TWO),
    "rounded rows": lambda: Perceptron().fit(PAIR, TWO),
    "sparse weights": lambda: Perceptron().fit(WHOLE, TWO).sparsify(),
}


@pytest.mark.parametrize("name", FITS)
def test_a_fit_has_a_twin_with_its_weights(name: str) -> None:
    rows = PAIR if name == "rounded rows" else WHOLE
    twin = exact_twins(FITS[name](), rows, TWO)[None]
    assert twin.note.endswith(f"within the rounding of {twin.model.n_mistakes_} additions" if name == "rounded rows" else "bit by bit")


def test_sparse_rows_given_as_dense_are_found_by_the_weights() -> None:
    model = Perceptron(max_iter=1000, **THEOREM).fit(csr_array(AND), SIDES)
    assert "constant input of 0.1: 303 updates" in exact_twins(model, AND, SIDES)[None].note


def test_several_classes_are_bounded_each_in_its_own_order() -> None:
    rows = np.rint(10 * IRIS)
    model = Perceptron(tol=None, max_iter=5).fit(rows, KINDS)
    found = mistake_bound(model, rows, KINDS)
    assert [*found] == [0, 1, 2] and all(one.notes[0].endswith("bit by bit") for one in found.values())
    assert [[float(w) for w in one.run.final] for one in found.values()] == np.column_stack([model.coef_, model.intercept_]).tolist()


def test_the_last_step_of_a_pipeline_is_bounded_on_the_transformed_rows() -> None:
    model = make_pipeline(StandardScaler(), Perceptron(**THEOREM, max_iter=10)).fit(PAIR, TWO)
    assert mistake_bound(model, PAIR, TWO).run.passes == 10


@pytest.mark.parametrize(
    "model",
    [
        GridSearchCV(make_pipeline(StandardScaler(), Perceptron(**THEOREM)), {"perceptron__max_iter": [3]}),
        make_pipeline(StandardScaler(), GridSearchCV(Perceptron(**THEOREM), {"max_iter": [3]})),
        make_pipeline(make_pipeline(StandardScaler()), PerceptronClassifier(max_iter=3)),
    ],
    ids=["a search over pipelines", "a pipeline with a search", "a classifier of the package"],
)
def test_the_classifier_inside_pipelines_and_searches_is_bounded(model: Any) -> None:
    scaled = StandardScaler().fit_transform(PAIR)
    alone = mistake_bound(PerceptronClassifier(max_iter=3).fit(scaled, TWO), scaled, TWO)
    assert mistake_bound(model.fit(PAIR, TWO), PAIR, TWO).run.M == alone.run.M > 0


def test_a_pipeline_of_one_step_is_bounded_on_the_rows_themselves() -> None:
    assert mistake_bound(make_pipeline(Perceptron(max_iter=3, **THEOREM)).fit(WHOLE, TWO), WHOLE, TWO).run.passes == 3


@pytest.mark.parametrize("name", ["coef_", "intercept_"])
def test_weights_one_ulp_off_are_refused_if_nothing_rounds(name: str) -> None:
    """Sums of whole numbers are exact, so that the slack for rounding does not apply to them."""
    model = Perceptron(max_iter=4, **THEOREM).fit(AND, SIDES)
    assert model.intercept_[0] and mistake_bound(model, AND, SIDES).run.M
    setattr(model, name, np.nextafter(getattr(model, name), np.inf))
    with pytest.raises(InputError, match="its weights are not those of 4 passes over these rows"):
        mistake_bound(model, AND, SIDES)


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "penalty": (lambda: Perceptron(penalty="l2"), "penalty='l2' shrinks the weights .*; use penalty=None"),
    "loss": (lambda: SGDClassifier(), "loss='hinge' also moves on rows that are right; use loss='perceptron'"),
    "rate": (lambda: Perceptron(eta0=0.1, max_iter=20, **THEOREM), "eta0=0.1 is no power of two, .*; use eta0=1"),
    "schedule": (lambda: SGDClassifier(**PLAIN_SGD | {"learning_rate": "invscaling"}), "learning_rate='invscaling'"),
    "mean": (lambda: SGDClassifier(average=True, **PLAIN_SGD), "average=True predicts by a mean of the weights"),
    "held out": (lambda: Perceptron(early_stopping=True), "early_stopping holds out rows"),
    "order": (lambda: Perceptron(random_state=None), "shuffle=True with random_state=None .*; use shuffle=False"),
    "class weights": (lambda: Perceptron(class_weight="balanced"), "class weights are no powers of two"),
    "passive-aggressive": (
        lambda: SGDClassifier(loss="hinge", penalty=None, learning_rate="pa1"),
        "the length of a passive-aggressive step",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_another_learner_is_refused_with_its_first_reason(name: str) -> None:
    make, words = REFUSED[name]
    rows, labels = np.tile(AND, (5, 1)), np.tile(SIDES, 5)
    with pytest.raises(InputError, match=words) as told:
        mistake_bound(make().fit(rows, labels), rows, labels)
    assert "\n" not in str(told.value)


def test_the_passive_aggressive_classifier_is_refused_while_it_exists() -> None:
    models = pytest.importorskip("sklearn.linear_model")
    if not hasattr(models, "PassiveAggressiveClassifier"):
        pytest.skip("this version has it only as SGDClassifier(learning_rate='pa1')")
    with pytest.raises(InputError, match="passive-aggressive step depends on the loss"):
        mistake_bound(models.PassiveAggressiveClassifier().fit(AND, SIDES), AND, SIDES)


def test_tol_with_several_classes_is_refused() -> None:
    with pytest.raises(InputError, match=r"tol=0.001 ends the learner of each class by itself, .*; use tol=None"):
        mistake_bound(Perceptron().fit(WHOLE[::2], np.arange(50) % 3), WHOLE[::2], np.arange(50) % 3)


@pytest.mark.parametrize(
    ("rows", "labels", "words"),
    [
        (WHOLE[::-1], TWO[::-1], "its weights are not those of 17 passes over these rows; give the rows of the fit in their order"),
        (WHOLE[:60], TWO[:60], "rounds, which are no whole number of passes over the 60 rows given"),
        (WHOLE[:, :3], TWO, "X has 3 features, but Perceptron is expecting 4"),
        (WHOLE, TWO[:60], r"inconsistent numbers of samples: \[100, 60\]"),
        (WHOLE[0], TWO, "Expected 2D array, got 1D array"),
        (WHOLE, np.where(np.arange(100) == 3, np.nan, TWO), "y contains NaN"),
        (
            WHOLE,
            np.where(np.arange(100) == 3, 7, TWO),
            r"y: expected the classes of the fit, \[1, 2\], found 7; give the labels of the fit",
        ),
    ],
)
def test_other_rows_than_those_of_the_fit_are_refused(rows: Any, labels: Any, words: str) -> None:
    with pytest.raises(InputError, match=words) as found:
        mistake_bound(Perceptron(random_state=1).fit(WHOLE, TWO), rows, labels)
    assert "\n" not in str(found.value)


def test_rounding_that_decides_a_row_is_named() -> None:
    """In tenths ties are decided by rounding; times ten the same seed gives a twin bit by bit."""
    with pytest.raises(InputError, match="which rounding changes if an entry is no whole number; fit it to rows times a power of ten"):
        mistake_bound(Perceptron(random_state=3).fit(PAIR, TWO), PAIR, TWO)


def test_sample_weights_are_found_by_the_weights() -> None:
    with pytest.raises(InputError, match="without sample_weight"):
        mistake_bound(Perceptron().fit(WHOLE, TWO, sample_weight=np.arange(1, 101)), WHOLE, TWO)


def test_a_model_of_no_such_library_is_refused_with_those_that_are_taken() -> None:
    with pytest.raises(InputError, match=r"SGDClassifier and .* not for LogisticRegression"):
        mistake_bound(LogisticRegression().fit(AND, SIDES), AND, SIDES)


# --- river


def test_river_s_perceptron_is_bounded_by_learn_one() -> None:
    linear_model = pytest.importorskip("river.linear_model")
    model, rows = linear_model.Perceptron(), [dict(zip("ab", row, strict=True)) for row in AND.tolist()]
    for _ in range(10):
        for x, y in zip(rows, SIDES > 0, strict=True):
            model.learn_one(x, bool(y))
    found = mistake_bound(model, rows, SIDES > 0)
    assert (found.run.M, found.run.passes) == (18, 9) and found.notes[0].endswith("bit by bit")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda lm, optim: lm.PAClassifier(), "passive-aggressive"),
        (lambda lm, optim: lm.LogisticRegression(), "use loss=optim.losses.Hinge"),
        (lambda lm, optim: lm.Perceptron(l2=0.1), "l2=0.1"),
        (lambda lm, optim: lm.LogisticRegression(optim.SGD(1), optim.losses.Hinge(0)), "intercept moves at another rate"),
        (lambda lm, optim: lm.LogisticRegression(optim.Adam(1), optim.losses.Hinge(0)), "optimizer"),
    ],
)
def test_another_learner_of_river_is_refused(make: Callable[[Any, Any], Any], words: str) -> None:
    linear_model, optim = pytest.importorskip("river.linear_model"), pytest.importorskip("river.optim")
    model = make(linear_model, optim)
    model.learn_one({"a": 1.0}, True)
    with pytest.raises(InputError, match=words):
        mistake_bound(model, [{"a": 1.0}], [True])


# --- the command


PENGUINS = load("penguins-adelie-gentoo")


def write_model(model: Any, folder: Path) -> str:
    path = folder / "model.pkl"
    path.write_bytes(pickle.dumps(model))
    return str(path)


def fit_penguins(model: Any) -> Any:
    names = {label: name for name, label in PENGUINS.classes.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return model.fit([[float(v) for v in e.x] for e in PENGUINS.examples], [names[e.y] for e in PENGUINS.examples])


def test_the_command_bounds_a_model_in_a_file_and_certifies_it(tmp_path: Path) -> None:
    path, certificate = write_model(fit_penguins(Perceptron(max_iter=3, **THEOREM)), tmp_path), str(tmp_path / "c.json")
    result = pp("audit", PENGUINS.name.removesuffix(".csv"), "--model", path, "--certify", certificate)
    assert result.exit_code == 0 and "is the Perceptron with score 0 as a mistake" in " ".join(result.output.split())
    assert pp("check", certificate).exit_code == 0


@pytest.mark.parametrize(
    ("model", "options", "words"),
    [(Perceptron(penalty="l1"), [], "penalty='l1'"), (Perceptron(), ["--passes", "3"], "--passes: not with --model")],
)
def test_the_command_names_what_it_refuses(model: Any, options: list[str], words: str, tmp_path: Path) -> None:
    result = pp("audit", PENGUINS.name.removesuffix(".csv"), "--model", write_model(fit_penguins(model), tmp_path), *options)
    refused(result, words)


@pytest.mark.parametrize("model", [Perceptron(), make_pipeline(StandardScaler(), Perceptron())], ids=["alone", "in a pipeline"])
def test_a_model_that_is_not_fitted_is_refused(model: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not fitted yet"):
        mistake_bound(model, WHOLE, TWO)
    refused(pp("audit", PENGUINS.name.removesuffix(".csv"), "--model", write_model(model, tmp_path)), "that has none, or is not fitted")


@pytest.mark.parametrize("names", [PENGUINS.features[::-1], "abcd"], ids=["permuted", "others"])
def test_the_command_finds_the_columns_of_a_frame_by_name(names: Any, tmp_path: Path) -> None:
    """Other names than those of the file leave the columns in their order; the weights show whether it is right."""
    frame = DataFrame([[float(v) for v in e.x] for e in PENGUINS.examples], columns=[*PENGUINS.features])
    frame = frame[[*names]] if names != "abcd" else frame.set_axis([*names], axis=1)
    labels = [{label: name for name, label in PENGUINS.classes.items()}[e.y] for e in PENGUINS.examples]
    for model in (Perceptron(max_iter=3, **THEOREM), make_pipeline(StandardScaler(), Perceptron(max_iter=3, **THEOREM))):
        path = write_model(model.fit(frame, labels), tmp_path)
        result = pp("audit", PENGUINS.name.removesuffix(".csv"), "--model", path)
        assert result.exit_code == 0 and "is the Perceptron with score 0 as a mistake" in " ".join(result.output.split())


def test_a_file_without_a_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.pkl"
    path.write_text("no model", encoding="utf-8")
    refused(pp("audit", PENGUINS.name.removesuffix(".csv"), "--model", str(path)), "expected a fitted model written by pickle or joblib")
