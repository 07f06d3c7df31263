"""Time as ratios, and who counted right.

    make bench-headline            100,000 rows; the loops in Python go over the first 5,000
    ARGS='--rows 20000'            fewer

The time is that of the processor, the median of some runs, in one process. "Right" is the exact count on the same rows. On the first 5,000
rows of each table, which is all that the loops see, the definition confirms it in Fractions.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from benchmarks.headline.measured import dictionaries, exact, learners, missing, tables
from benchmarks.options import at_least

LOOPED = 5_000  # rows for what loops in Python
FEWEST = 100  # rows, so that each table has both classes
REPEATS = 5
OWN_RULES = ("river", "Vowpal Wabbit")  # which predict otherwise at 0, or learn another loss: their counts are of other runs


def main() -> None:
    """Print a table for each data set."""
    parser = argparse.ArgumentParser("python -m benchmarks.headline", description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=at_least(FEWEST), default=100_000, help=f"of each table, {FEWEST} at least (100,000)")
    rows = parser.parse_args().rows
    print("time: processor time for a row, as a multiple of this project's; mistakes: its own count, and the exact one on the same rows")
    if absent := missing():
        print(f"not installed, so left out: {', '.join(absent)} (pip install {' '.join(absent)})")
    for table in tables(rows):
        confirm(table.X[:LOOPED], table.y[:LOOPED])
        print(f"\n{table.name}")
        mine = 0.0
        for name, (learn, prepared, loops) in learners().items():
            n = min(rows, LOOPED) if loops else rows
            X, y = table.X[:n], table.y[:n]
            given = prepared(X, y)
            learn(given, y)
            times = []
            for _ in range(1 if loops else REPEATS):
                start = process_time()
                mistakes, weights = learn(given, y)
                times.append((process_time() - start) / n)
            mine = mine or median(times)
            truth, right = exact(X, y)
            off = "" if weights is None or name == "exact" else f"weights off by {np.abs(weights - right).max() / np.abs(right).max():.1e}"
            counted = "does not tell" if mistakes is None else f"{mistakes:,} of {truth:,}"
            if mistakes not in (None, truth):
                counted += "  its own rule" if name in OWN_RULES else "  WRONG"
            print(f"  {name:<14} {median(times) / mine:9.2f} ×   {counted:<26} {off}")


def confirm(X: Any, y: Any) -> None:
    """Hold the exact count and weights against the definition, on Fractions."""
    w, mistakes = [Fraction(0)] * X.shape[1], 0
    for row, label in zip(dictionaries(X), y.tolist(), strict=True):
        x = [(j, Fraction(value)) for j, value in row.items() if value]
        if label * sum(w[j] * value for j, value in x) <= 0:
            mistakes += 1
            for j, value in x:
                w[j] += label * value
    counted, weights = exact(X, y)
    if counted != mistakes or [float(value) for value in w] != weights.tolist():
        raise SystemExit("the exact count differs from the definition")


if __name__ == "__main__":
    main()
