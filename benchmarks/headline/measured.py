"""What the headline benchmark measures: data made from a seed, in the shapes that the promises speak of, and who learns from it.

It is one pass of each library's Perceptron, in the order of the rows, without intercept; a mistake is y⟨w,x⟩ ≤ 0 before the update.

Each returns its mistakes, None if the library does not tell them, and its weights. river and Vowpal Wabbit get their own form of the rows,
which is made before the time is taken; Vowpal Wabbit has no Perceptron, and learns the hinge loss by plain gradient steps."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Perceptron as Rounded
from sklearn.utils._testing import ignore_warnings

from perceptron.estimators import PerceptronClassifier


class Table(NamedTuple):
    """A name, the rows, and their labels −1 and +1."""

    name: str
    X: Any
    y: Any


def tables(n: int, seed: int = 0, flipped: float = 0.05) -> list[Table]:
    """Rows with labels of a random weight vector, of which a share is flipped."""
    rng = np.random.default_rng(seed)
    normal, u = rng.normal(size=(n, 50)), rng.normal(size=50)
    flips = np.where(rng.random(n) < flipped, -1, 1)
    y = np.where(normal @ u > 0, 1, -1) * flips
    tenths, bits = np.round(normal, 1), (normal[:, :20] > 0) * 0.1
    columns = np.sort(rng.integers(0, 50_000, size=(n, 100), dtype=np.int32), axis=1)
    pointers = np.arange(0, 100 * n + 1, 100, dtype=np.int32)
    sparse = csr_matrix((rng.normal(size=100 * n), columns.ravel(), pointers), shape=(n, 50_000))
    sparse.sum_duplicates()
    return [
        Table("float64, 50 columns", normal, y),
        Table("float32, 50 columns", normal.astype(np.float32), y),
        Table("int16, 50 columns", np.round(100 * normal).astype(np.int16), y),
        Table("one decimal, 50 columns", tenths, y),
        Table("0 or 0.1, 20 columns", bits, np.where(bits @ u[:20] > u[:20].sum() * 0.05, 1, -1) * flips),
        Table("sparse, 100 of 50,000 columns", sparse, np.where(sparse @ rng.normal(size=50_000) > 0, 1, -1) * flips),
    ]


Outcome = tuple[int | None, Any]
OTHERS = {"river": "river", "vowpalwabbit": "Vowpal Wabbit"}  # libraries that no extra installs
quietly = ignore_warnings(category=ConvergenceWarning)


@quietly
def exact(X: Any, y: Any) -> Outcome:
    """This project's classifier."""
    model = PerceptronClassifier(fit_intercept=False, max_iter=1).fit(X, y)
    return model.n_mistakes_, model.coef_[0]


@quietly
def scikit_learn(X: Any, y: Any) -> Outcome:
    """scikit-learn, which does not tell its mistakes."""
    return None, Rounded(max_iter=1, tol=None, shuffle=False, fit_intercept=False).fit(X, y).coef_[0]


def float_loop(X: Any, y: Any) -> Outcome:
    """The loop that one would write, with numpy's inner product."""
    w, mistakes = np.zeros(X.shape[1]), 0
    sparse = hasattr(X, "indptr")
    for t in range(len(y)):
        part = slice(X.indptr[t], X.indptr[t + 1]) if sparse else None
        x, at = (X.data[part], X.indices[part]) if sparse else (X[t], slice(None))
        if y[t] * (w[at] @ x) <= 0:
            w[at] += y[t] * x
            mistakes += 1
    return mistakes, w


def river(rows: Any, y: Any) -> Outcome:
    """river, one dictionary after the other."""
    from river.linear_model import Perceptron

    model, mistakes = Perceptron(), 0
    for x, label in zip(rows, y, strict=True):
        mistakes += model.predict_one(x) != (label > 0)
        model.learn_one(x, label > 0)
    return mistakes, None


def vowpal_wabbit(lines: Any, y: Any) -> Outcome:
    """Vowpal Wabbit, one line after the other."""
    from vowpalwabbit import Workspace

    model, mistakes = Workspace("--sgd --power_t 0 -l 1 --loss_function hinge --noconstant --quiet"), 0
    for line, label in zip(lines, y, strict=True):
        example = model.parse(line)
        mistakes += label * model.predict(example) <= 0
        model.learn(example)
        model.finish_example(example)
    return mistakes, None


def dictionaries(X: Any) -> list[dict[int, float]]:
    """The rows as river reads them."""
    if hasattr(X, "indptr"):
        return [dict(zip(X.indices[a:b].tolist(), X.data[a:b].tolist(), strict=True)) for a, b in zip(X.indptr, X.indptr[1:], strict=False)]
    return [dict(enumerate(row)) for row in X.tolist()]


def text_lines(X: Any, y: Any) -> list[str]:
    """The rows as Vowpal Wabbit reads them."""
    return [f"{label} | " + " ".join(f"{k}:{v!r}" for k, v in row.items()) for row, label in zip(dictionaries(X), y.tolist(), strict=True)]


def learners() -> dict[str, tuple[Callable[[Any, Any], Outcome], Callable[[Any, Any], Any], bool]]:
    """Each learner that is installed: how it learns, how it wants its rows, and whether it is a loop in Python, timed on fewer rows."""
    found: dict[str, Any] = {
        "exact": (exact, lambda X, y: X, False),
        "scikit-learn": (scikit_learn, lambda X, y: X, False),
        "float loop": (float_loop, lambda X, y: X, True),
    }
    others = {"river": (river, lambda X, y: dictionaries(X), True), "vowpalwabbit": (vowpal_wabbit, text_lines, True)}
    return found | {OTHERS[name]: learner for name, learner in others.items() if find_spec(name)}


def missing() -> list[str]:
    """What could be compared and is not installed, as pip calls it."""
    return [name for name in OTHERS if not find_spec(name)]
