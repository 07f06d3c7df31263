"""What the headline benchmark measures: data made from a seed, such as people have, and who learns from it.

A learner makes passes of the Perceptron in the order of the rows, without intercept; a mistake is y⟨w,x⟩ ≤ 0 before the update. Each
returns its mistakes, None if the library does not tell them, and its weights. river and Vowpal Wabbit get their own form of the rows, which
is made before the time is taken; Vowpal Wabbit has no Perceptron, and learns the hinge loss by plain gradient steps."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import numba
import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron as Rounded
from sklearn.utils._testing import ignore_warnings

from perceptron.estimators import PerceptronClassifier, VotedPerceptronClassifier, WinnowClassifier


class Table(NamedTuple):
    """A name, the rows, their labels −1 and +1, and rows to predict."""

    name: str
    X: Any
    y: Any
    new: Any


def tables(n: int, seed: int = 0, flipped: float = 0.05) -> list[Table]:
    """Rows with labels of a random weight vector, of which a share is flipped. Wide ones are fewer."""
    rng = np.random.default_rng(seed)
    rows, few = n + n // 2, (n + n // 2) // 5
    normal = rng.normal(size=(rows, 50))
    pixels = np.maximum(0.0, np.rint(rng.normal(-60, 90, size=(few, 784)))).clip(max=255)
    frame = pd.DataFrame(normal[:, :20]).rename(columns="x{}".format)
    frame["age"] = rng.integers(18, 100, rows)
    found: list[tuple[str, Any]] = [
        ("float64, 50 columns", normal),
        ("float32, 50 columns", normal.astype(np.float32)),
        ("int16, 50 columns", np.round(100 * normal).astype(np.int16)),
        ("one decimal, 50 columns", np.round(normal, 1)),
        ("0 or 0.1, 20 columns", (normal[:, :20] > 0) * 0.1),
        ("pixels, 784 columns", pixels),
        ("counts, 50 columns", rng.poisson(1.0, size=(rows, 50)).astype(np.float64)),
        ("-1, 0 or 1, 50 columns", rng.integers(-1, 2, size=(rows, 50)).astype(np.float64)),
        ("frame, one column of integers", frame),
        ("one-hot, 20 of 1,000 columns", one_hot(rng, rows)),
        ("sparse, 100 of 50,000 columns", sparse(rng, rows)),
        ("short texts, 50,000 words", texts(rng, rows)),
    ]
    return [labelled(name, X, rng, flipped) for name, X in found]


def labelled(name: str, X: Any, rng: Any, flipped: float) -> Table:
    """The rows with labels, two thirds of them to learn and one to predict."""
    plain = csr_matrix(X) if hasattr(X, "indptr") else np.asarray(X, dtype=np.float64)
    scores = plain @ rng.normal(size=X.shape[1])
    y = np.where(scores > np.median(scores), 1, -1) * np.where(rng.random(X.shape[0]) < flipped, -1, 1)
    n = X.shape[0] * 2 // 3
    return Table(name, X[:n], y[:n], X[n:])


def one_hot(rng: Any, n: int) -> Any:
    """Twenty variables of fifty values each."""
    at = rng.integers(0, 50, size=(n, 20), dtype=np.int32) + np.arange(0, 1000, 50, dtype=np.int32)
    return csr_matrix((np.ones(20 * n), at.ravel(), np.arange(0, 20 * n + 1, 20, dtype=np.int32)), shape=(n, 1000))


def sparse(rng: Any, n: int) -> Any:
    """A hundred entries of a normal distribution."""
    at = np.sort(rng.integers(0, 50_000, size=(n, 100), dtype=np.int32), axis=1)
    made = csr_matrix((rng.normal(size=100 * n), at.ravel(), np.arange(0, 100 * n + 1, 100, dtype=np.int32)), shape=(n, 50_000))
    made.sum_duplicates()
    return made


def texts(rng: Any, n: int) -> Any:
    """Words by Zipf's law, few to a text and in some none; each text is a vector of length 1, as TfidfVectorizer makes it."""
    lengths = np.minimum(rng.poisson(8, n), 100)
    at = np.minimum(rng.zipf(1.3, lengths.sum()), 50_000).astype(np.int32) - 1
    made = csr_matrix((np.log(50_001.0 / (1 + at)), at, np.append(0, np.cumsum(lengths)).astype(np.int32)), shape=(n, 50_000))
    made.sum_duplicates()
    made.data /= np.repeat(np.sqrt(np.asarray(made.multiply(made).sum(axis=1)).ravel()), np.diff(made.indptr))
    return made


# -- who learns


Outcome = tuple[int | None, Any]
OTHERS = {"river": "river", "vowpalwabbit": "Vowpal Wabbit"}  # libraries that no extra installs
quietly = ignore_warnings(category=ConvergenceWarning)


@quietly
def exact(X: Any, y: Any, passes: int = 1, learner: str = "perceptron") -> Outcome:
    """This project's classifier; the weights of the Perceptron alone."""
    model = mine(passes, learner, rate(X) if learner == "winnow" else 0.0).fit(X, y)
    return model.n_mistakes_, model.coef_[0] if learner == "perceptron" else None


@quietly
def scikit_learn(X: Any, y: Any, passes: int = 1) -> Outcome:
    """scikit-learn, which does not tell its mistakes."""
    return None, theirs(passes).fit(X, y).coef_[0]


def mine(passes: int, learner: str = "perceptron", eta: float = 0.0) -> Any:
    """This project's classifier, which makes so many passes."""
    if learner == "voted":
        return VotedPerceptronClassifier(fit_intercept=False, max_iter=passes)
    if learner == "winnow":
        return WinnowClassifier(eta=eta, fit_intercept=False, max_iter=passes)
    return PerceptronClassifier(average=learner == "averaged", fit_intercept=False, max_iter=passes, tol=None, shuffle=False)


def theirs(passes: int) -> Any:
    """That of scikit-learn."""
    return Rounded(max_iter=passes, tol=None, shuffle=False, fit_intercept=False)


def float_loop(X: Any, y: Any, passes: int = 1, learner: str = "perceptron") -> Outcome:
    """The loop that one would write, compiled; its second result is what it keeps beside the weights where the learner is another one."""
    X = X if hasattr(X, "indptr") else np.asarray(X)
    w, beside = np.zeros(X.shape[1]), np.full((2, X.shape[1]), float(learner == "winnow"))
    kept = np.zeros((2, passes * len(y) + 1 if learner == "voted" else 1), np.int64)
    loop, rows = (_sparse_loop, (X.data, X.indices, X.indptr)) if hasattr(X, "indptr") else (_dense_loop, (X,))
    mistakes = int(loop(*rows, y, w, beside, kept, RULES[learner], rate(X) if learner == "winnow" else 0.0, passes))
    return mistakes, w if learner == "perceptron" else (w, beside, X[kept[0, :mistakes]])


def rate(X: Any) -> float:
    """Winnow's η for these rows."""
    return float(0.2 / np.abs(X.data if hasattr(X, "indptr") else np.asarray(X)).max() ** 2)


RULES = {"perceptron": 0, "averaged": 1, "voted": 2, "winnow": 3}
AVERAGED, VOTED, WINNOW = 1, 2, 3


@numba.njit(fastmath=True)  # type: ignore[untyped-decorator]
def _dense_loop(X: Any, y: Any, w: Any, beside: Any, kept: Any, rule: int, eta: float, passes: int) -> int:
    mistakes = shown = 0
    for _ in range(passes):
        for t in range(len(y)):
            shown += 1
            s = 0.0
            for j in range(X.shape[1]):
                s += w[j] * X[t, j]
            if y[t] * s <= 0:
                mistakes += 1
                if rule == VOTED:
                    kept[0, mistakes - 1], kept[1, mistakes] = t, 0
                if rule == WINNOW:
                    for j in range(X.shape[1]):
                        factor = np.exp(eta * y[t] * X[t, j])
                        beside[0, j] *= factor
                        beside[1, j] /= factor
                        w[j] = beside[0, j] - beside[1, j]
                else:
                    for j in range(X.shape[1]):
                        w[j] += y[t] * X[t, j]
                if rule == AVERAGED:
                    for j in range(X.shape[1]):
                        beside[0, j] += shown * y[t] * X[t, j]
            if rule == VOTED:
                kept[1, mistakes] += 1
    return mistakes


@numba.njit(fastmath=True)  # type: ignore[untyped-decorator]
def _sparse_loop(data: Any, indices: Any, indptr: Any, y: Any, w: Any, beside: Any, kept: Any, rule: int, eta: float, passes: int) -> int:
    mistakes = shown = 0
    for _ in range(passes):
        for t in range(len(y)):
            shown += 1
            s = 0.0
            for k in range(indptr[t], indptr[t + 1]):
                s += w[indices[k]] * data[k]
            if y[t] * s <= 0:
                mistakes += 1
                if rule == VOTED:
                    kept[0, mistakes - 1], kept[1, mistakes] = t, 0
                for k in range(indptr[t], indptr[t + 1]):
                    j = indices[k]
                    if rule == WINNOW:
                        factor = np.exp(eta * y[t] * data[k])
                        beside[0, j] *= factor
                        beside[1, j] /= factor
                        w[j] = beside[0, j] - beside[1, j]
                    else:
                        w[j] += y[t] * data[k]
                        if rule == AVERAGED:
                            beside[0, j] += shown * y[t] * data[k]
            if rule == VOTED:
                kept[1, mistakes] += 1
    return mistakes


# -- one example after the other


def one_by_one(rows: Any, y: Any) -> Outcome:
    """This project's classifier, one dictionary after the other."""
    model = PerceptronClassifier(fit_intercept=False)
    for x, label in zip(rows, y.tolist(), strict=True):
        model.learn_one(x, label > 0)
    return model.n_mistakes_, None


def river(rows: Any, y: Any) -> Outcome:
    """river, one dictionary after the other."""
    from river.linear_model import Perceptron

    model = Perceptron()
    for x, label in zip(rows, y.tolist(), strict=True):
        model.learn_one(x, label > 0)
    return None, None


def vowpal_wabbit(options: str, y: Any) -> Outcome:
    """Vowpal Wabbit, from its cache."""
    from vowpalwabbit import Workspace

    Workspace(f"{HINGE} {options}").finish()
    return None, None


HINGE = "--sgd --power_t 0 -l 1 --loss_function hinge --noconstant --quiet"


def dictionaries(X: Any) -> list[dict[str, float]]:
    """The rows as river reads them."""
    if hasattr(X, "indptr"):
        each = zip(X.indptr, X.indptr[1:], strict=False)
        return [dict(zip(map(str, X.indices[a:b].tolist()), X.data[a:b].tolist(), strict=True)) for a, b in each]
    return [dict(zip(map(str, range(X.shape[1])), row, strict=True)) for row in np.asarray(X).tolist()]


def cached(X: Any, y: Any) -> str:
    """The options by which Vowpal Wabbit reads the rows from its cache, which is made here."""
    from vowpalwabbit import Workspace

    folder = Path(mkdtemp())
    rows = zip(dictionaries(X), y.tolist(), strict=True)
    (folder / "rows").write_text("".join(f"{label} | {' '.join(f'{k}:{v!r}' for k, v in row.items())}\n" for row, label in rows))
    Workspace(f"{HINGE} -d {folder / 'rows'} --cache_file {folder / 'cache'} -k").finish()
    return f"--cache_file {folder / 'cache'}"


class Peer(NamedTuple):
    """A library that learns in one pass: what it does, how it wants its rows, and what of this project it is to be compared with."""

    learn: Callable[[Any, Any], Outcome]
    prepared: Callable[[Any, Any], Any]
    ours: Callable[[Any, Any, Any], Outcome]


def peers() -> dict[str, Peer]:
    """The libraries beside scikit-learn that are installed."""
    found = {
        "river": Peer(river, lambda X, y: dictionaries(X), lambda X, given, y: one_by_one(given, y)),
        "vowpalwabbit": Peer(vowpal_wabbit, cached, lambda X, given, y: exact(X, y)),
    }
    return {OTHERS[name]: peer for name, peer in found.items() if find_spec(name)}


def missing() -> list[str]:
    """What could be compared and is not installed, as pip calls it."""
    return [name for name in OTHERS if not find_spec(name)]
