"""Time as ratios, and who counted right.

    make bench-headline            100,000 rows
    ARGS='--rows 20000'            fewer; --only text for the tables with that in their name
    ARGS='--learner winnow'        averaged, voted or winnow, beside a compiled loop of floats

A number is another library's processor time as a multiple of this project's, the median over pairs of runs, one after the other: below 1 it
is the faster. BLAS has one thread: others of its threads would spin while they wait, which is counted to whoever runs then. Memory is the
most that numpy and Python held at a time, with the rows, likewise. On the first rows of each table the definition, in Fractions, confirms
the count and the weights.
"""

from __future__ import annotations

import argparse
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.headline.measured import (
    RULES,
    Table,
    dictionaries,
    exact,
    float_loop,
    mine,
    missing,
    peers,
    quietly,
    scikit_learn,
    tables,
    theirs,
)  # fmt: skip
from benchmarks.options import at_least

LOOPED = 5_000  # rows for what goes through dictionaries
CONFIRMED = 100_000  # entries that are gone through in Fractions
FEWEST = 100  # rows, so that each table has both classes
REPEATS = 5
TEN = 10  # passes


def main() -> None:
    """Print a line for each data set."""
    parser = argparse.ArgumentParser("python -m benchmarks.headline", description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=at_least(FEWEST), default=100_000, help=f"of most tables, {FEWEST} at least (100,000)")
    parser.add_argument("--only", default="", help="tables with this in their name")
    parser.add_argument("--learner", choices=list(RULES), default="perceptron", help="another one: beside a compiled loop alone")
    given = parser.parse_args()
    threadpool_limits(1)
    learner, plain = given.learner, given.learner == "perceptron"
    print("processor time as a multiple of this project's: below 1 the other is faster")
    if plain and (absent := missing()):
        print(f"not installed, so left out: {', '.join(absent)} (pip install {' '.join(absent)})")
    titles = ["fit", f"fit {TEN}", "predict", "memory fit", "predict"] * plain + ["loop", f"loop {TEN}"] + [*peers()] * plain
    print(f"{'' if plain else learner:<30}" + "".join(f"{title:>14}" for title in titles) + "  mistakes of one pass")
    for table in tables(given.rows):
        if given.only in table.name:
            numbers = ratios(table) if plain else looped(table, learner)
            print(f"{table.name:<30}" + "".join(f"{ratio:14.2f}" for ratio in numbers) + f"  {counted(table, learner)}", flush=True)
    if plain:
        print("fit, predict, memory: scikit-learn; loop: compiled, of floats; river: by learn_one, as ours; Vowpal Wabbit: from its cache")


@quietly
def ratios(table: Table) -> list[float]:
    """The numbers of a line."""
    confirm(table)
    X, y, new = table.X, table.y, table.new
    ours, other = mine(1).fit(X, y), theirs(1).fit(X, y)
    found = [
        paired(lambda: scikit_learn(X, y), lambda: exact(X, y)),
        paired(lambda: scikit_learn(X, y, TEN), lambda: exact(X, y, TEN)),
        paired(lambda: other.predict(new), lambda: ours.predict(new)),
        memory(X, lambda: scikit_learn(X, y), lambda: exact(X, y)),
        memory(new, lambda: other.predict(new), lambda: ours.predict(new)),
        *looped(table),
    ]
    some, labels = X[:LOOPED], y[:LOOPED]
    for peer in peers().values():
        rows = peer.prepared(some, labels)
        found.append(paired(lambda p=peer, r=rows: p.learn(r, labels), lambda p=peer, r=rows: p.ours(some, r, labels)))  # type: ignore[misc]
    return found


def looped(table: Table, learner: str = "perceptron") -> list[float]:
    """What a loop of floats for this learner takes, in one pass and in ten."""
    X, y = table.X, table.y
    return [paired(lambda n=n: float_loop(X, y, n, learner), lambda n=n: exact(X, y, n, learner)) for n in (1, TEN)]  # type: ignore[misc]


def paired(other: Callable[[], Any], ours: Callable[[], Any]) -> float:
    """How many times as long the other takes: the median over pairs of runs, after one of each."""
    other(), ours()
    return median(seconds(other) / seconds(ours) for _ in range(REPEATS))


def seconds(call: Callable[[], Any]) -> float:
    """The processor time of a call."""
    start = process_time()
    call()
    return process_time() - start


def memory(X: Any, other: Callable[[], Any], ours: Callable[[], Any]) -> float:
    """How many times as much the other holds, with the rows."""
    parts = [X.data, X.indices, X.indptr] if hasattr(X, "indptr") else [np.asarray(X)]
    held = sum(part.nbytes for part in parts)
    return (held + peak(other)) / (held + peak(ours))


def peak(call: Callable[[], Any]) -> int:
    """The most bytes that a call held."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def counted(table: Table, learner: str) -> str:
    """The exact mistakes of one pass, and what floats make of them."""
    (mistakes, weights), (rounded, _) = exact(table.X, table.y, 1, learner), float_loop(table.X, table.y, 1, learner)
    off = 0.0 if weights is None else np.abs(scikit_learn(table.X, table.y)[1] - weights).max() / np.abs(weights).max()
    return f"{mistakes:,}" + f", the loop {rounded:,}" * (rounded != mistakes) + f", scikit-learn's weights off by {off:.1e}" * bool(off)


def confirm(table: Table) -> None:
    """Hold the exact count and weights against the definition, on Fractions."""
    n = max(1, min(len(table.y), CONFIRMED // (table.X.nnz // len(table.y) + 1 if hasattr(table.X, "nnz") else table.X.shape[1])))
    X, y = table.X[:n], table.y[:n]
    if len(set(y.tolist())) < 2:
        return
    w, mistakes = [Fraction(0)] * X.shape[1], 0
    for row, label in zip(dictionaries(X), y.tolist(), strict=True):
        x = [(int(j), Fraction(value)) for j, value in row.items() if value]
        if label * sum(w[j] * value for j, value in x) <= 0:
            mistakes += 1
            for j, value in x:
                w[j] += label * value
    counted, weights = exact(X, y)
    if counted != mistakes or [float(value) for value in w] != weights.tolist():
        raise SystemExit(f"{table.name}: the exact count differs from the definition")


if __name__ == "__main__":
    main()
