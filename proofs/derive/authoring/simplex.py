"""Linear equations in numbers that are not negative, solved exactly and without a library: for pages, which have no Z3."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

Column = Mapping[Hashable, Fraction]


def not_negative(columns: Sequence[Column], total: Column) -> list[Fraction] | None:
    """Weights ≥ 0 with Σ weight·column = total, or None if there are none.

    The simplex method on the sum of what is still missing; by Bland's rule, the first column that helps, it comes to an end.
    """
    places = {row: i for i, row in enumerate(dict.fromkeys([*total, *(row for column in columns for row in column)]))}
    table = [[Fraction(0)] * (len(columns) + 1) for _ in places]
    for j, column in enumerate([*columns, total]):
        for row, value in column.items():
            table[places[row]][j] = value
    table = [[-value for value in row] if row[-1] < 0 else row for row in table]
    basis: list[int | None] = [None] * len(table)  # None: what is missing of this row
    missing = [sum(column, Fraction(0)) for column in zip(*table, strict=True)]
    while missing[-1] and (entering := next((j for j, gain in enumerate(missing[:-1]) if gain > 0), None)) is not None:
        ratios = [(row[-1] / row[entering], _rank(basis[i]), i) for i, row in enumerate(table) if row[entering] > 0]
        pivot = min(ratios)[2]
        table[pivot] = [value / table[pivot][entering] for value in table[pivot]]
        for row in (*(row for i, row in enumerate(table) if i != pivot), missing):
            if factor := row[entering]:
                row[:] = [a - factor * b if b else a for a, b in zip(row, table[pivot], strict=True)]
        basis[pivot] = entering
    if missing[-1]:
        return None
    found = [Fraction(0)] * len(columns)
    for i, j in enumerate(basis):
        if j is not None:
            found[j] = table[i][-1]
    return found


def _rank(column: int | None) -> int:
    return -1 if column is None else column
