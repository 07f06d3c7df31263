"""Numbers of a state that stay in an interval, from the table: a rate that falls to a floor, a margin that is halved.

The rows that change such a number are affine in it: n becomes a·n + c. The ends that are tried are its start, the constants that it is
set to, and the fixed points c/(1 − a). An end is taken if each row leads from the interval, as far as the row's guards allow, back into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import inf

from proofs.derive.tracing.table import Row, Table
from proofs.derive.tracing.universe import is_ground, letters_of, limits

Interval = tuple[Fraction, Fraction | None]  # without an upper end: None
Slope = tuple[Fraction, Fraction]  # a and c of n ↦ a·n + c


def intervals(table: Table) -> dict[str, Interval]:
    """The interval of each number that a coefficient of the weights, or a guard beside other letters, depends on, where there is one."""
    found = {n: interval_of(table, n) for n in table.start if any(_depends(row, n) for row in table.rows)}
    return {n: interval for n, interval in found.items() if interval is not None}


def _depends(row: Row, n: str) -> bool:
    guards = (letters_of(g.of) for g in row.guards)
    return any(n in letters_of(c) for c in row.weights.values()) or any(n in letters and len(letters) > 1 for letters in guards)


def interval_of(table: Table, n: str) -> Interval | None:
    """The smallest of the intervals that are tried; None if a row is not affine in the number, or leads below each."""
    rows = [row for row in table.rows if not row.error]
    slopes = [_slope(table, row, n) for row in rows]
    known = [slope for slope in slopes if slope is not None]
    if len(known) < len(rows):
        return None
    start = table.start[n]
    ends = sorted({start, *(c / (1 - a) for a, c in known if a < 1)})
    moves = list(zip(rows, known, strict=True))

    def leads_back(low: float | Fraction, high: float | Fraction) -> bool:
        return all(low <= end <= high for row, slope in moves for end in _image(row, n, slope, low, high))

    low = next((end for end in reversed(ends) if end <= start and leads_back(end, inf)), None)
    high = next((end for end in ends if end >= start and low is not None and leads_back(low, end)), None)
    return None if low is None or low == high else (low, high)


def _slope(table: Table, row: Row, n: str) -> Slope | None:
    e = row.numbers[n]
    a = e.diff(table.universe.generators[n])
    c = e - a * table.universe.generators[n]
    return (Fraction(str(a)), Fraction(str(c))) if is_ground(a) and is_ground(c) else None


def _image(row: Row, n: str, slope: Slope, low: float | Fraction, high: float | Fraction) -> Iterator[float | Fraction]:
    """The ends of the interval to which a row leads, from what its guards leave of an interval; nothing if they leave nothing."""
    low, high = limits(row.guards, n, low, high)
    if low <= high:
        a, c = slope
        yield from (a * end + c if a else c for end in (low, high))
