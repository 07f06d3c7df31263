"""The compiled loop: float scores with a certified bound on their error, and digits where the bound does not settle the sign.

Throughout, w = high + low + rest, exactly, and ‖high − w‖ ≤ 1.01·u·N, where u = 2⁻⁵³ and N ≥ ‖w‖. For a row x of m entries every order
of summation, with or without fused multiplications, then gives

    |float score − ⟨w,x⟩| ≤ (m + 4)·u·N·‖x‖         (and an absolute error far below 1e-150)

For the Perceptron N² = Σ ‖x‖² over the updates will do: an update never has y⟨w,x⟩ > 0, so ‖w + yx‖² ≤ ‖w‖² + ‖x‖². That is the
norm growth lemma, and it costs the loop one product for each entry. That beyond this bound the float score has the exact score's sign
is the theorem `certified-sign` of the catalogue, which the kernel proves from the error of one operation (`float-sum`, `float-dot`).
Squares are compared, so there is no root, and a comparison that overflows or meets NaN fails and sends the row to the digits. Where
all entries are multiples of 2^g and N‖x‖ < 2^(52+2g), floats make no error at all: such are whole numbers, counts and one-hot codes.

A row is `data[a:b]`, dense where `indptr` is empty, else with its columns in `indices[a:b]`. The last weight is the intercept's if there
is one more weight than columns; its input is 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.certified.digits import PRODUCT_LENGTH, normalise
from perceptron.runs.engines.certified.products import all_finite, dot, dot_and_square, dot_at, exact_sign, square
from perceptron.runs.engines.certified.steps import add_late, add_to, change, give_up, keep_row, step_dense, step_sparse
from perceptron.runs.engines.compiling import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

UNIT = 2.0**-53
SLACK = 1 + 1e-6  # covers the errors of order u² and those of computing the bound
TINY = 5e-324  # the error of an entry's square that underflows
NOTHING = 1e-300  # squares of scores below this are not trusted
MOST = 1e280  # squares of lengths above this go to the digits

# `state`, floats:     N², 2^(104+4g) or 0, the greatest ‖x‖² or 0 if unknown, the Margin Perceptron's (1−ε)γ, ‖high‖
LENGTH2, GRID, LONGEST, THRESHOLD, LEVEL = range(5)
# `counts`, integers:  updates, rows that the bound did not settle, the row where to go on, what it was decided to be, whether floats
#                      gave up, whether the next update initialises, the rounds of the passes before
UPDATES, UNSURE, PLACE, DECISION, GAVE_UP, FRESH, ROUNDS = range(7)
UNDECIDED, UPDATE, PASS = range(3)
DONE, ASK, NOT_FINITE = range(3)


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
    high: Array,
    low: Array,
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
    late        empty, or the digits of Σ r·(what the update of round r adds), for the average of the weights
    out         empty, or where the update rounds go
    """
    rows, columns = len(codes), len(high) - intercept
    dense, shuffled = len(indptr) == 0, len(order) > 0
    m = columns
    if not dense:
        m = 0
        for i in range(rows):
            m = max(m, indptr[i + 1] - indptr[i])
    m += intercept
    tiny = m * TINY
    share = ((m + 4) * UNIT * SLACK) ** 2 * SLACK
    total, span = np.zeros(PRODUCT_LENGTH, np.int64), np.array([PRODUCT_LENGTH, -1])
    scratch, lost = np.zeros(1), np.empty(len(high))
    length2, grid, longest, threshold = state[LENGTH2], state[GRID], state[LONGEST], state[THRESHOLD]
    updates, unsure, floats = counts[UPDATES], counts[UNSURE], counts[GAVE_UP] == 0
    known, top, first = longest > 0.0, 0.0, counts[PLACE]
    bias = high[columns] if intercept else 0.0
    # the Margin Perceptron compares s with (1−ε)γ‖w‖, whose own error is at most (d+16)·u·(1−ε)γN; (a+b)² ≤ 2a² + 2b²
    margin = threshold >= 0.0
    level = state[LEVEL] * threshold if margin else 0.0
    if margin:
        share *= 2
    around = 2 * ((len(high) + 16) * UNIT * SLACK * threshold) ** 2 * SLACK if margin else 0.0
    everywhere = share * (length2 * (longest + tiny)) + around * length2 + NOTHING
    status = DONE
    rounds = len(order) if shuffled else rows
    for t in range(first, rounds):
        i = order[t] if shuffled else t
        a, b = (i * columns, (i + 1) * columns) if dense else (int(indptr[i]), int(indptr[i + 1]))
        if not dense:
            s, q = dot_at(high, data, indices, a, b), square(data, a, b) + intercept
            limit = share * (length2 * (q + tiny)) + around * length2 + NOTHING
        elif known:
            s, q, limit = dot(high, data, a, b), 0.0, everywhere
        else:
            s, q = dot_and_square(high, data, a, b)
            q += intercept
            limit = share * (length2 * (q + tiny)) + around * length2 + NOTHING
            top = max(top, q)
        s += bias
        y = 1 if codes[i] == positive else -1
        if y < 0:
            s = -s
        s -= level
        if s > 0.0 and s * s > limit and not counts[FRESH]:
            continue
        if dense and known:
            q = square(data, a, b) + intercept
            limit = share * (length2 * (q + tiny)) + around * length2 + NOTHING
        if counts[FRESH]:
            counts[FRESH] = 0
        elif not (s < 0.0 and s * s > limit):
            if not np.isfinite(q) and not all_finite(data, a, b):
                status = NOT_FINITE
                break
            if s > 0.0 and s * s > limit:
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
                    sign = y * exact_sign(data, indices, a, b, intercept, high, low, rest, used, floats, total, span)
                if sign > 0 or (sign == 0 and y == ties):
                    continue
        times = times_up if y > 0 else -times_down
        grown = (length2 + (float(times) * float(times)) * (q + tiny) * (1 + 1e-9)) * (1 + 1e-15)
        if margin:  # its updates may point along w: ‖w + yx‖ ≤ ‖w‖ + ‖x‖
            grown = 2 * (length2 + q + tiny)
        if floats and not grown < MOST:
            give_up(high, low, rest, used, scratch)
            floats = False
        if floats and (times == 1 or times == -1):  # here and not in a function, since passing twelve arrays costs more than the step
            some = step_dense(high, low, data, a, b, float(times), lost) if dense else False
            if not dense:
                some = step_sparse(high, low, data, indices, a, b, float(times), lost)
            if intercept:
                high[columns], low[columns], lost[columns] = add_to(high[columns], low[columns], float(times))
                some |= lost[columns] != 0.0
            if some:
                keep_row(indices, a, b, intercept, lost, rest, used, scratch)
        else:
            change(data, indices, a, b, intercept, times, high, low, rest, used, floats, scratch)
        if len(late):
            add_late(data, indices, a, b, intercept, times * (counts[ROUNDS] + t + 1), late, scratch)
        if len(out):
            out[updates] = t
        updates += 1
        length2 = grown
        if margin and floats:
            length2 = max(state[LENGTH2], square(high, 0, len(high)) * (1 + 1e-9) + 1e-280)
            state[LENGTH2] = length2
            state[LEVEL] = np.sqrt(square(high, 0, len(high)))
            level = state[LEVEL] * threshold
        bias = high[columns] if intercept else 0.0
        everywhere = share * (length2 * (longest + tiny)) + around * length2 + NOTHING
    state[LENGTH2] = length2
    if not known and first == 0 and status == DONE and rounds == rows:
        state[LONGEST] = top
    counts[UPDATES], counts[UNSURE], counts[GAVE_UP] = updates, unsure, 0 if floats else 1
    if status == DONE:
        counts[PLACE] = 0
        counts[ROUNDS] += rounds
        for j in range(len(late)):
            normalise(late[j])
    return status
