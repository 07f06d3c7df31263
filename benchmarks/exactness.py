"""The certified engine against the Fraction reference, over the whole range of floats.

    make bench-exactness             100,000 runs
    ARGS='--runs 1000 --seed 1'      fewer, and others

Small runs of every kind of entry that is hard for floats: ties, subnormals, 1.8e308, cancellation to the last bit, one decimal, integers
up to 2⁵³; dense and sparse; the Perceptron with each convention for ties and with multiples, and the Margin Perceptron; the mean of each
run’s weights; and the signs of scores of the same rows and of rows a bit beside them. It stops at the first disagreement and prints it.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from benchmarks.options import at_least
from perceptron import MarginPerceptron, Perceptron
from perceptron.estimators.base import as_float
from perceptron.estimators.folds import Mean, certified_scores
from perceptron.runs.engines.certified.fold import CertifiedFold
from perceptron.runs.engines.certified.rows import rows_of

Rng = np.random.Generator
HARD = [5e-324, -5e-324, 1e-310, 2.3e-308, 1e-160, -1e-160, 0.0]
HUGE = [1.7e308, -1.7e308, 1e308, 1e154, -1e154, 1.0, 0.0]
DECIMALS = [0.1, 0.2, 0.3, -0.1, -0.3, 0.7, 1 / 3]


def matrix(rng: Rng) -> Any:
    """A few rows of one kind, some of them repeated; one in eight is long enough for vectors of entries."""
    n, d = int(rng.integers(1, 14)), int(rng.integers(1, 6) if rng.random() < 7 / 8 else rng.integers(6, 80))
    normal = rng.normal(size=(n, d))
    made = [
        lambda: normal,
        lambda: np.round(normal, 1),
        lambda: rng.integers(-3, 4, (n, d)).astype(rng.choice([np.int8, np.int16, np.int32, np.int64, np.float64, np.float32])),
        lambda: normal * 2.0 ** rng.integers(-1060, 1000, (n, d)),
        lambda: rng.choice(HARD, (n, d)),
        lambda: rng.choice(HUGE, (n, d)),
        lambda: normal * 2.0 ** float(rng.integers(-1040, 1020)),
        lambda: rng.choice(DECIMALS, (n, d)),
        lambda: rng.choice(DECIMALS, (n, d)).astype(np.float32),
        lambda: normal[:1] * rng.choice([1, -1, 2, 3], (n, 1)) + rng.choice([0, 0, 1e-16, -2e-16, 1e-30], (n, d)),
        lambda: rng.integers(-(2**53), 2**53 + 1, (n, d)),
    ][int(rng.integers(11))]()
    return made[rng.integers(0, n, n)] if rng.random() < 0.3 else made


def learner(rng: Rng, X: Any) -> tuple[Any, tuple[int, int]]:
    """A learner and what its updates add."""
    if rng.random() < 0.25:
        top = Fraction(min(max(float(np.abs(X.astype(float)).max()), 1e-90), 1e90))
        return MarginPerceptron(top * Fraction(int(rng.integers(1, 9)), 8), Fraction(int(rng.integers(1, 4)), 3)), (1, 1)
    down, up = (1, 1) if rng.random() < 0.7 else rng.choice([0, 1, 2, 3, 7, 10**7, 2**26], 2).tolist()
    ties: list[Any] = ["mistake", 1, -1]
    return Perceptron(ties[int(rng.integers(3))]), (down, up)


def reference(
    X: Any, y: Any, rule: Any, intercept: bool, times: tuple[int, int], passes: int
) -> tuple[list[int], list[Fraction], list[Fraction]]:
    """The definition: updates, weights, and the mean of the weights after each round."""
    rows = [[*map(Fraction, row), *[Fraction(1)] * intercept] for row in X.tolist()]
    w, updates, fresh = [Fraction(0)] * len(rows[0]), [], rule.initialises
    total = w
    for _ in range(passes):
        for t, (x, label) in enumerate(zip(rows, y.tolist(), strict=True)):
            inner = Fraction(label * sum(a * b for a, b in zip(w, x, strict=True)))
            if fresh or rule.rule()(inner, sum(a * a for a in w), label):
                w = [a + times[label > 0] * label * b for a, b in zip(w, x, strict=True)]
                updates.append(t)
            fresh = False
            total = [a + b for a, b in zip(total, w, strict=True)]
    return updates, w, [value / (passes * len(rows)) for value in total]


def beside(rng: Rng, X: Any) -> Any:
    """The rows, and rows of floats once more with some of them moved to the next float."""
    return np.concatenate([X, np.where(rng.random(X.shape) < 0.1, np.nextafter(X, X.dtype.type(0)), X)]) if X.dtype.kind == "f" else X


def signs_hold(fold: CertifiedFold, X: Any, sparse: bool) -> bool:
    """Whether both ways to score these rows find the signs of the exact scores."""
    w, d = fold.weights(), X.shape[1]
    exact = [sum((a * Fraction(b) for a, b in zip(w, row, strict=False)), sum(w[d:], Fraction(0))) for row in X.tolist()]
    given, floats = csr_array(X) if sparse else np.asfortranarray(X), np.array([as_float(value) for value in w])

    def integers(columns: Any) -> tuple[list[list[int]], int]:
        at = slice(None) if columns is None else np.append(columns, range(d, len(w))).astype(np.int64)
        whole, below = fold.integers(at)
        return [whole], below

    coef, intercept = floats[None, :d], floats[d:] if len(w) > d else np.zeros(1)
    scores = [certified_scores(given, coef, intercept, integers, lambda: floats.tolist() == w)[:, 0]]
    if (compiled := fold.scores(rows_of(given))) is not None:
        scores.append(compiled)
    return all(np.sign(each).tolist() == [(value > 0) - (value < 0) for value in exact] for each in scores)


def main() -> None:
    """Compare so many runs."""
    parser = argparse.ArgumentParser("python -m benchmarks.exactness", description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=at_least(1), default=100_000, help="runs to compare (100,000)")
    parser.add_argument("--seed", type=at_least(0), default=0, help="of the runs (0)")
    given = parser.parse_args()
    rng, made, rounds, unsure = np.random.default_rng(given.seed), 0, 0, 0
    while made < given.runs:
        X, intercept, passes = matrix(rng), bool(rng.random() < 0.4), int(rng.integers(1, 4))
        y, (rule, times) = rng.choice([-1, 1], len(X)), learner(rng, X)
        if rule.initialises and not intercept and not X[0].any():
            continue
        rows, out = rows_of(csr_array(X) if rng.random() < 0.35 else X), np.zeros(len(X) * passes, np.int64)
        fold, mean = CertifiedFold(rule, X.shape[1], intercept, times), Mean()
        fold.start_batch(rows)
        for _ in range(passes):
            new = fold.go(rows, y, 1, None, out)
            places = out[fold.updates - new : fold.updates]
            mean.add(fold, rows, places, places, np.where(y > 0, times[1], -times[0])[places], len(y))
        found, floats = out[: fold.updates].tolist(), mean.floats(fold).tolist()
        whole, below = mean.integers(fold)
        updates, w, average = reference(X, y, rule, intercept, times, passes)
        exact = (found, fold.weights(), [Fraction(n, below) for n in whole]) == (updates, w, average)
        if not exact or floats != [as_float(value) for value in average]:
            raise SystemExit(f"run {made} disagrees: {X.tolist()} {X.dtype} {y.tolist()} {rule} {intercept=} {times=} {passes=}")
        if not signs_hold(fold, beside(rng, X), not rows.dense):
            raise SystemExit(f"scores of run {made} disagree: {X.tolist()} {X.dtype} {y.tolist()} {rule} {intercept=} {times=} {passes=}")
        made, rounds, unsure = made + 1, rounds + len(X) * passes, unsure + fold.unsure
    print(f"{made:,} runs, {rounds:,} rounds, {unsure:,} of them decided by digits: no disagreement")


if __name__ == "__main__":
    main()
