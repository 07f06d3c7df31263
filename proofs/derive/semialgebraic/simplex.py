"""Linear equations in numbers that are not negative, solved exactly and without a library, as pages need that have no Z3.

`in_floats` says which of many numbers are needed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
Row = dict[Hashable, Fraction]
PER_ENTRY = 1  # the microseconds for an entry of the table
TINY = 1e-11  # a weight in floats that is 0


def not_negative(
    columns: Sequence[Mapping[K, Fraction]], total: Mapping[K, Fraction], spend: Callable[[int], object] = int
) -> list[Fraction] | None:
    """Weights ≥ 0 with Σ weight·column = total, or None if there are none. `spend` is called with the work and may end it by an exception.

    The simplex method on the sum of the gaps; by Bland's rule, the first column that helps, it comes to an end.
    """
    places = {row: i for i, row in enumerate(dict.fromkeys([*total, *(row for column in columns for row in column)]))}
    spend(len(places) * (len(columns) + 1))
    table = [[Fraction(0)] * (len(columns) + 1) for _ in places]
    for j, column in enumerate([*columns, total]):
        for row, value in column.items():
            table[places[row]][j] = value
    table = [[-value for value in line] if line[-1] < 0 else line for line in table]
    basis: list[int | None] = [None] * len(table)  # None: what is missing of this row
    missing = [sum((line[j] for line in table), Fraction(0)) for j in range(len(columns) + 1)]
    while missing[-1] and (entering := next((j for j, gain in enumerate(missing[:-1]) if gain > 0), None)) is not None:
        ratios = [(line[-1] / line[entering], _rank(basis[i]), i) for i, line in enumerate(table) if line[entering] > 0]
        pivot = min(ratios)[2]
        spend(PER_ENTRY * len(missing) * sum(1 for line in (*table, missing) if line[entering]))
        table[pivot] = [value / table[pivot][entering] for value in table[pivot]]
        for line in (*(line for i, line in enumerate(table) if i != pivot), missing):
            if factor := line[entering]:
                line[:] = [a - factor * b if b else a for a, b in zip(line, table[pivot], strict=True)]
        basis[pivot] = entering
    if missing[-1]:
        return None
    weights = [Fraction(0)] * len(columns)
    for i, chosen in enumerate(basis):
        if chosen is not None:
            weights[chosen] = table[i][-1]
    return weights


def _rank(column: int | None) -> int:
    return -1 if column is None else column


def in_floats(rows: Sequence[Row]) -> list[int]:
    """Which weights are not 0 in a solution in floats, so that few are left to be found exactly; none where there is none."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csr_matrix

    place = {m: i for i, m in enumerate(dict.fromkeys(m for row in rows for m in row))}
    entries = [(place[m], j, float(c)) for j, row in enumerate(rows) for m, c in row.items()]
    at, of, value = zip(*entries, strict=True)
    total = np.zeros(len(place))
    total[place[""]] = 1.0
    solution = linprog(np.ones(len(rows)), A_eq=csr_matrix((value, (at, of)), shape=(len(place), len(rows))), b_eq=total, method="highs")
    return [] if solution.x is None else [j for j, weight in enumerate(solution.x) if weight > TINY]
