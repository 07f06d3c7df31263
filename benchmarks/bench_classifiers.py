"""One pass of the classifiers beside scikit-learn's, and of the kernel classifier beside Gram matrix and loop: ratios of medians.

    make bench                                 prints pytest-benchmark's table and, below it, the ratios
    OPENBLAS_NUM_THREADS=1                     for kernels and sparse rows, so that idle threads are not counted

Time is the processor's. One label in twenty is flipped, so that 18 per cent of the rounds are mistakes, 36 of the sparse ones. Where a
table says that none is flipped, 3 per cent are. Beside each `fit` stands the time of reading the rows: numpy's exclusive or of their words,
the fastest that it has. Tables of integers and float32 are read from the cache.

On two cores of a busy server (Zen 4), medians: scikit-learn's time over ours, and ours over the time of reading

    float64     3.5 and 2.7 to 3.5; none flipped 4.8 and 1.8 to 2.3        sparse          1.35 and 4.7
    float32     3.4 and 7 to 11;    none flipped 4.6 and 6 to 8            partial_fit     2.7
    int16       6.7 and 17 to 25;   none flipped 10 and 14

What is left beyond reading is 100,000 products, 15 ns each, and 18,000 updates, 60 to 85 ns each: an update waits for the product before it
and is not foreseen by the processor. Without exact weights the pass over float64 takes a sixth less. On sparse rows the products alone take
10 of 19 ms, since weights come from the second cache.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import Perceptron as Rounded
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

from benchmarks.headline.measured import tables
from perceptron.estimators import KernelPerceptronClassifier, PerceptronClassifier

ROWS, BATCH, POINTS = 100_000, 1_000, 5_000
MEDIANS: dict[tuple[str, str], float] = {}
CLEAN = [table._replace(name=f"{table.name}, none flipped") for table in tables(ROWS, flipped=0.0)[:3]]
TABLES = {table.name: table for table in [*tables(ROWS), *CLEAN] if "0.1" not in table.name}
timed = pytest.mark.benchmark(timer=process_time, min_rounds=5)


@pytest.fixture(scope="module", autouse=True)
def ratios(request: pytest.FixtureRequest) -> Iterator[None]:
    """Print how many times as long the other side takes."""
    yield
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        for what in dict.fromkeys(what for what, _ in MEDIANS):
            print(f"\n{what}: the other takes {MEDIANS[what, 'other'] / MEDIANS[what, 'exact']:.1f} times as long", end="")
            if (reading := MEDIANS.get((what, "reading"))) is not None:
                print(f", which is {MEDIANS[what, 'exact'] / reading:.1f} times that of reading the rows", end="")
        print()


def record(benchmark: Any, what: str, side: str, call: Callable[[], Any]) -> None:
    """Time a call, and keep its median."""
    benchmark.group = what
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        call()
        benchmark(call)
    if benchmark.stats is not None:
        MEDIANS[what, side] = benchmark.stats.stats.median


@timed
@pytest.mark.parametrize("name", TABLES)
def test_reading(benchmark: Any, name: str) -> None:
    """The entries of the rows, and where they stand, read once."""
    X = TABLES[name].X
    words = [a.ravel().view(np.int64) for a in ((X.data, X.indices) if hasattr(X, "tocsr") else (X,))]
    record(benchmark, f"fit, {name}", "reading", lambda: [np.bitwise_xor.reduce(a) for a in words])


@timed
@pytest.mark.parametrize("side", ["exact", "other"])
@pytest.mark.parametrize("name", TABLES)
def test_fit(benchmark: Any, name: str, side: str) -> None:
    """One pass through `fit`, input check included."""
    X, y = TABLES[name].X, TABLES[name].y
    other = Rounded(max_iter=1, tol=None, shuffle=False)
    record(benchmark, f"fit, {name}", side, lambda: (PerceptronClassifier(max_iter=1) if side == "exact" else other).fit(X, y))


@timed
@pytest.mark.parametrize("side", ["exact", "other"])
def test_partial_fit(benchmark: Any, side: str) -> None:
    """`partial_fit` in batches."""
    X, y = TABLES["float64, 50 columns"].X, TABLES["float64, 50 columns"].y

    def call() -> None:
        model = PerceptronClassifier() if side == "exact" else Rounded(shuffle=False)
        for first in range(0, ROWS, BATCH):
            model.partial_fit(X[first : first + BATCH], y[first : first + BATCH], classes=[-1, 1])

    record(benchmark, "partial_fit, float64", side, call)


@timed
@pytest.mark.parametrize("side", ["exact", "other"])
@pytest.mark.parametrize("kernel", ["poly", "rbf"])
def test_kernel(benchmark: Any, kernel: str, side: str) -> None:
    """One pass of the kernel Perceptron, or the Gram matrix and a loop over it."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(POINTS, 20))
    y = np.where((X[:, :5] ** 2).sum(axis=1) + X[:, 6] * X[:, 7] > 5, 1, -1)

    def loop() -> None:
        gram = polynomial_kernel(X, degree=2, gamma=1, coef0=1) if kernel == "poly" else rbf_kernel(X, gamma=0.05)
        alphas = np.zeros(POINTS)
        for t in range(POINTS):
            if y[t] * (gram[t] @ alphas) <= 0:
                alphas[t] += y[t]

    model = KernelPerceptronClassifier(kernel, degree=2, gamma=0.05, max_iter=1)
    record(benchmark, f"kernel {kernel}", side, (lambda: model.fit(X, y)) if side == "exact" else loop)
