"""The compiled loop: float scores with a certified bound on their error, and digits where the bound does not settle the sign.

Throughout, w = high + low + rest, exactly. An update adds to `high` in floats, which rounds it by u·N at most, where u = 2⁻⁵³ and N ≥ ‖w‖;
`low` and `rest` take what was rounded away. So ‖high − w‖ ≤ (K + 1.01)·u·N after K roundings, K at most 2¹², from when `high` was last made
the float nearest to high + low. For a row x of m entries every order of summation, with or without fused multiplications, then gives

    |float score − ⟨w,x⟩| ≤ (m + K + 4)·u·N·‖x‖         (and an absolute error far below 1e-150)

For the Perceptron N² = Σ ‖x‖² over the updates will do: an update never has y⟨w,x⟩ > 0, so ‖w + yx‖² ≤ ‖w‖² + ‖x‖². That is the
norm growth lemma, and it costs the loop one product for each entry, ‖x‖²; where dense rows have a known bound on ‖x‖², only those that it
does not settle, or that make an update, are asked for their own. That beyond this bound the float score has the exact score's sign is the
theorem `certified-sign` of the catalogue, which the kernel proves from the error of one operation (`float-sum`, `float-dot`).
Squares are compared, so there is no root, and a comparison that overflows or meets NaN fails and sends the row to the digits. Where
all entries are multiples of 2^g and N‖x‖ < 2^(52+2g), floats make no error at all: such are whole numbers, counts and one-hot codes.
While N < 2^(53+g) updates make none either, and need no `low`.

What an update adds to `low` may round too, which takes a second exact sum to find. Sparse rows do without where there is room. A float is
a multiple of the last bit of any that is shorter, and so is what sums of such are rounded to and what that rounds away. The last bit of v
is above 2⁻⁵³|v|. So high_j and low_j are multiples of a power of 2 above 2⁻⁵³·room, where `room` is the least |entry| ≠ 0 that an update
has added, or 2^(53+g) on the grid. While |low_j| ≤ (K + 1.01)·u·N is at most `room`, no addition to `low` rounds. For dense rows the
second sum takes as long as to find the least entry; their `room` is 0.

A row is `data[a:b]`, dense where `indptr` is empty, else with its columns in `indices[a:b]`. The last weight is the intercept's if there
is one more weight than columns; its input is 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.certified.ahead import ask_for
from perceptron.runs.engines.certified.digits import PRODUCT_LENGTH, normalise
from perceptron.runs.engines.certified.products import (
    all_finite,
    dot,
    dot_and_square,
    dot_and_square_at,
    exact_sign,
    least_of,
    length2_of,
    square,
)
from perceptron.runs.engines.certified.steps import (
    add_dense,
    add_late,
    add_sparse,
    add_to,
    carry_sparse,
    change,
    give_up,
    keep_row,
    settle,
    step_dense,
    step_sparse,
)
from perceptron.runs.engines.compiling import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

UNIT = 2.0**-53
SLACK = 1 + 1e-6  # covers the errors of order u² and those of computing the bound
TINY = 1e-307  # above the error of an entry's square that underflows, and no subnormal number, since those are slow
NOTHING = 1e-300  # squares below this are not trusted
MOST = 1e280  # squares of lengths above this go to the digits
MOST_ROUNDINGS = 2**12  # of `high`
AHEAD = 4096  # bytes of rows between the one that is asked for and the one in hand
REST = 2.0**-39  # of a rounding, by which each update may move `rest`: two roundings of `low`, of u·(MOST_ROUNDINGS + 3)·u·N at most

# `state`, floats:     N², 2^(104+4g) or 0, a bound on ‖x‖² or 0 if none is known, the Margin Perceptron's (1−ε)γ, ‖high‖,
#                      a number of which all that updates have added are multiples, times 2⁵³
LENGTH2, GRID, LONGEST, THRESHOLD, LEVEL, ROOM = range(6)
# `counts`, integers:  updates, rows that the bound did not settle, the row where to go on, what it was decided to be, whether floats
#                      gave up, whether the next update initialises, the rounds of the passes before, the roundings of `high`
UPDATES, UNSURE, PLACE, DECISION, GAVE_UP, FRESH, ROUNDS, ROUNDINGS = range(8)
UNDECIDED, UPDATE, PASS = range(3)
DONE, ASK, NOT_FINITE = range(3)


@compiled
def share(m: int, roundings: int, updates: int) -> float:
    """C for which a score's error is at most √C·N‖x‖, for rows of m entries."""
    return ((m + 4 + roundings + updates * REST) * UNIT * SLACK) ** 2 * SLACK


@compiled
def bound(of_score: float, of_level: float, length2: float, square: float) -> float:
    """What s² has to exceed. The products are made in this order so that one that underflows is below NOTHING."""
    return of_score * (length2 * square) + of_level * length2 + NOTHING


@compiled
def fold(
    data: Array,
    indices: Array,
    indptr: Array,
    intercept: int,
    codes: Array,
    positive: int,
    order: Array,
    ties: int,
    times_down: int,
    times_up: int,
    pairs: Array,
    rest: Array,
    used: Array,
    late: Array,
    state: Array,
    counts: Array,
    out: Array,
) -> int:
    """One pass over the rows, from counts[PLACE] on. Returns DONE, NOT_FINITE, or ASK at a row that the Margin Perceptron cannot settle.

    codes       the class of each row, of which `positive` has the label +1
    order       the rows of the pass in their order; empty for all, one after the other
    ties        0 for "mistake", else the label that is predicted at 0
    times_…     what an update on a row with the label −1 or +1 adds: so often y·x
    pairs       high and low: one after the other for dense rows, side by side for sparse ones
    late        empty, or the digits of Σ r·(what the update of round r adds), for the average of the weights
    out         empty, or where the update rounds go
    """
    rows, width = len(codes), len(used)
    columns = width - intercept
    dense, shuffled, threshold = len(indptr) == 0, len(order) > 0, state[THRESHOLD]
    stride, high, low = 1 if dense else 2, pairs, pairs[width if dense else 1 :]
    m = columns
    if not dense:
        m = 0
        for i in range(rows):
            m = max(m, indptr[i + 1] - indptr[i])
    m += intercept
    tiny = m * TINY
    total, span = np.zeros(PRODUCT_LENGTH, np.int64), np.array([PRODUCT_LENGTH, -1])
    scratch, lost = np.zeros(1), np.empty(width)
    length2, grid, longest, room = state[LENGTH2], state[GRID], state[LONGEST], state[ROOM]
    whole = 2.0**54 * np.sqrt(grid)  # 2^(106+2g), below which N² says that updates round nothing
    coarse = np.sqrt(whole)
    updates, unsure, floats, fresh = counts[UPDATES], counts[UNSURE], counts[GAVE_UP] == 0, counts[FRESH] != 0
    roundings, known, top, first = counts[ROUNDINGS], dense and longest > 0.0, 0.0, counts[PLACE]
    bias = high[stride * columns] if intercept else 0.0
    # the Margin Perceptron compares s with (1−ε)γ‖w‖, whose own error is at most (d+K+16)·u·(1−ε)γN; (a+b)² ≤ 2a² + 2b²
    margin = threshold >= 0.0
    level = state[LEVEL] * threshold if margin else 0.0
    twice, times_level = (2.0, 2 * threshold**2) if margin else (1.0, 0.0)
    of_score, of_level = twice * share(m, roundings, updates), times_level * share(width + 12, roundings, updates)
    limit = bound(of_score, of_level, length2, longest + tiny)
    ahead = max(1, AHEAD // max(1, len(data) // max(1, rows) * data.itemsize))  # rows
    status = DONE
    rounds = len(order) if shuffled else rows
    for t in range(first, rounds):
        i = order[t] if shuffled else t
        a, b = (i * columns, (i + 1) * columns) if dense else (int(indptr[i]), int(indptr[i + 1]))
        if shuffled and t + ahead < rounds:  # neighbouring rows come by themselves
            later = order[t + ahead]
            if dense:
                ask_for(data, later * columns, (later + 1) * columns)
            else:
                ask_for(data, indptr[later], indptr[later + 1])
                ask_for(indices, indptr[later], indptr[later + 1])
        if known:
            s, q = dot(high, data, a, b), 0.0
        else:
            s, q = dot_and_square(high, data, a, b) if dense else dot_and_square_at(high, data, indices, a, b)
            q += intercept
            top = max(top, q)
            limit = bound(of_score, of_level, length2, q + tiny)
        y = 1.0 if codes[i] == positive else -1.0
        s = y * (s + bias) - level
        if s > 0.0 and s * s > limit and not fresh:
            continue
        if known:
            q = square(data, a, b) + intercept
        own = bound(of_score, of_level, length2, q + tiny)
        if fresh:
            fresh = False
        elif not (s < 0.0 and s * s > own):
            if not np.isfinite(q) and not all_finite(data, a, b):
                status = NOT_FINITE
                break
            if s > 0.0 and s * s > own:
                continue
            if t == first and counts[DECISION] != UNDECIDED:
                passed = counts[DECISION] == PASS
                counts[DECISION] = UNDECIDED
                if passed:
                    continue
            elif margin:
                unsure += 1
                counts[PLACE], status = t, ASK
                break
            else:
                if length2 == 0.0:
                    sign = 0
                elif floats and length2 * q < grid:
                    sign = 1 if s > 0 else -1 if s < 0 else 0
                else:
                    unsure += 1
                    sign = int(y) * exact_sign(data, indices, a, b, intercept, high, low, stride, rest, used, floats, total, span)
                if sign > 0 or (sign == 0 and y == ties):
                    continue
        times = times_up if y > 0 else -times_down
        grown = (length2 + (float(times) * float(times)) * (q + tiny) * (1 + 1e-9)) * (1 + 1e-15)
        if margin:  # its updates may point along w: ‖w + yx‖ ≤ ‖w‖ + ‖x‖
            grown = 2 * (length2 + q + tiny)
        if floats and not grown < MOST:
            give_up(high, low, stride, rest, used, scratch)
            floats = False
        on_grid = floats and grown < whole
        room = min(room, coarse if on_grid else 0.0 if dense else least_of(data, a, b))
        if on_grid:
            if dense:
                add_dense(high, data, a, b, float(times))
            else:
                add_sparse(high, stride, data, indices, a, b, float(times))
            if intercept:
                high[stride * columns] += float(times)
        elif floats and times * times == 1:
            some = False
            if dense:
                some = step_dense(high, low, data, a, b, float(times), lost)
            elif ((roundings + 3) * UNIT) ** 2 * (grown * SLACK) + NOTHING <= room**2:
                carry_sparse(high, low, data, indices, a, b, float(times))
            else:
                some = step_sparse(high, low, data, indices, a, b, float(times), lost)
            if intercept:
                at = stride * columns
                high[at], low[at], lost[columns] = add_to(high[at], low[at], float(times))
                some |= lost[columns] != 0.0
            if some:
                keep_row(indices, a, b, intercept, lost, rest, used, scratch)
            roundings += 1
        else:
            change(data, indices, a, b, intercept, times, high, low, stride, rest, used, floats, scratch)
            roundings += 2
        if roundings >= MOST_ROUNDINGS:
            settle(high, low, stride, width)
            roundings = 0
        if len(late):
            add_late(data, indices, a, b, intercept, times * (counts[ROUNDS] + t + 1), late, scratch)
        if len(out):
            out[updates] = t
        updates += 1
        length2 = grown
        if margin and floats:
            norm2 = length2_of(high, stride, width)
            length2 = max(state[LENGTH2], norm2 * (1 + 1e-9) + 1e-280)
            state[LENGTH2] = length2
            state[LEVEL] = np.sqrt(norm2)
            level = state[LEVEL] * threshold
        bias = high[stride * columns] if intercept else 0.0
        of_score, of_level = twice * share(m, roundings, updates), times_level * share(width + 12, roundings, updates)
        limit = bound(of_score, of_level, length2, longest + tiny)
    state[LENGTH2], state[ROOM] = length2, room
    if not known and first == 0 and status == DONE and rounds == rows:
        state[LONGEST] = top
    counts[UPDATES], counts[UNSURE], counts[GAVE_UP], counts[FRESH] = updates, unsure, 0 if floats else 1, 1 if fresh else 0
    counts[ROUNDINGS] = roundings
    if status == DONE:
        counts[PLACE] = 0
        counts[ROUNDS] += rounds
        for j in range(len(late)):
            normalise(late[j])
    return status
