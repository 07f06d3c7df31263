"""One pass of the classifiers beside scikit-learn's, and of the kernel classifier beside Gram matrix and loop: ratios of medians.

    make bench                                 prints pytest-benchmark's table and, below it, the ratios
    OPENBLAS_NUM_THREADS=1                     for kernels and sparse rows, so that idle threads are not counted

Time is the processor's. One label in twenty is flipped; about 18 per cent of the rounds are mistakes. Beside each `fit` stands the time of
reading the rows: a compiled loop that adds their entries up. (numpy's exclusive or of the same words is faster, 1.4 ms instead of 2.7 for
float64, and tells how fast the cache is.)

On two cores of a busy server, medians of 15 rounds in turn, `fit` of 100,000 rows took (scikit-learn's time over ours; ours over the time
of reading): float64 2.7 to 3.2 and 1.0 to 1.2, float32 3.4 to 3.6 and 1.5, int16 5.7 and 2.2, sparse rows 0.8 and 3.8 to 4.4. What is
left beyond reading is 100,000 products and 18,000 updates, each of which waits for the product before it and is not foreseen by the
processor: 2.3 ms for int16, of 3.5 with all of `fit`, so that the 10 MB, read in 1.6 ms, are not within twice the time of reading.

On sparse rows the loop's products alone take 13 to 16 ms, and updates in one float 2 more; scikit-learn's whole fit takes 28 to 32.
Updates without any error take 8 to 14 ms, since they touch twice as much memory: exact weights are made in the loop, as no data is kept
from which to make them later. With OpenBLAS's default of several threads scikit-learn's sparse fit counts 48 ms, as idle threads are, and
the ratio is 1.3.
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

from benchmarks.headline.data import tables
from perceptron.estimators import KernelPerceptronClassifier, PerceptronClassifier
from perceptron.runs.engines.compiling import summing

ROWS, BATCH, POINTS = 100_000, 1_000, 5_000
MEDIANS: dict[tuple[str, str], float] = {}
TABLES = {table.name: table for table in tables(ROWS) if "0.1" not in table.name}
timed = pytest.mark.benchmark(timer=process_time, min_rounds=5)


@pytest.fixture(scope="module", autouse=True)
def ratios(request: pytest.FixtureRequest) -> Iterator[None]:
    """Print how many times as long the other side takes."""
    yield
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        for what in dict.fromkeys(what for what, _ in MEDIANS):
            print(f"\n{what}: the other takes {MEDIANS[what, 'other'] / MEDIANS[what, 'exact']:.1f} times as long", end="")
            if (reading := MEDIANS.get((what, "reading"))) is not None:
                print(f", reading the rows {reading / MEDIANS[what, 'exact']:.2f} times", end="")
        print()


@summing
def total(entries: Any) -> Any:
    """The sum of the entries, compiled."""
    added = entries[0] * 0
    for value in entries:
        added += value
    return added


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
    """The entries of the rows, added up once."""
    X = TABLES[name].X
    entries = X.data if hasattr(X, "tocsr") else X.ravel()
    record(benchmark, f"fit, {name}", "reading", lambda: total(entries))


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
