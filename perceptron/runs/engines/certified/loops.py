"""The compiled loop: float scores with a certified bound on their error, and digits where the bound does not settle the sign.

`float_errors` says why the bound suffices. A row is `data[a:b]`, dense where `indptr` is empty, else with its columns in `indices[a:b]`.
The last weight is the intercept's if there is one more weight than columns; its input is 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from perceptron.runs.engines.certified import float_errors
from perceptron.runs.engines.certified.float_errors import MOST, MOST_ROUNDINGS, STEEP, TINY
from perceptron.runs.engines.certified.grid import multiples_of
from perceptron.runs.engines.certified.products import all_finite, dot, dot_and_square, dot_and_sum, dot_at, exact_sign, square, sum_at
from perceptron.runs.engines.certified.steps import ROOM, add_digits_of, add_exactly, add_floats, give_up, product_of, sum_of
from perceptron.runs.engines.compiling import compile_function, inline, prefetch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

# `state`, floats:     N², 2^(104+4g) or 0, c or 0, the greatest ‖x‖² met in the batch, the Margin Perceptron's (1−ε)γ, ‖high‖
LENGTH2, GRID, LATTICE, LONGEST, THRESHOLD, LEVEL = range(6)
# `counts`, integers:  updates, those before this pass, those that `low` and `rest` know of, whether those of this pass wait,
#                      rows that the bound did not settle, the row where to go on, what it was decided to be, whether floats gave up,
#                      whether the next update initialises, the roundings of `high`, whether updates were rounded, whether all rows
#                      of the batch were met
UPDATES, START, ADDED, LAZY, UNSURE, PLACE, DECISION, GAVE_UP, FRESH, ROUNDINGS, ROUNDED, KNOWN = range(12)
SMALLEST = 5e-324
FARTHEST = 2.0**20  # exponents, beyond which powers of floats have few bits that are right
FAINT = 1e-140  # above what a weight is off by whose powers are subnormal, in units of the greatest
AHEAD, LINE = 8, 8  # rows; floats that the cache takes at once
UNDECIDED, UPDATE, PASS, ASK, NOT_FINITE, DONE = range(6)
OPEN = 2  # no sign

share, bound = compile_function(float_errors.share), inline(float_errors.bound)
of_powers = compile_function(float_errors.of_powers)


class Table(NamedTuple):
    """The rows of a pass.

    codes    the class of each row
    order    the rows in their order; empty for all, one after the other
    """

    data: Array
    indices: Array
    indptr: Array
    codes: Array
    order: Array


class Rule(NamedTuple):
    """The learner's rule.

    positive     the class that has the label +1
    intercept    1 if there is one
    ties         0 for "mistake", else the label that is predicted at 0
    down, up     what an update on a row with the label −1 or +1 adds: so often y·x
    """

    positive: int
    intercept: int
    ties: int
    down: int
    up: int


class Weights(NamedTuple):
    """w_j is high[j] + low[j], and where used[j] the digits rest[j], unless updates wait. `reach` says how large high_j and low_j are."""

    high: Array
    low: Array
    rest: Array
    used: Array
    reach: Array


class Work(NamedTuple):
    """Room for sums: of products in digits (`total` and `span` come and go as zero), of a step's loss."""

    total: Array
    span: Array
    lost: Array


@compile_function
def fold(table: Table, rule: Rule, weights: Weights, work: Work, state: Array, counts: Array, pending: Array, out: Array) -> int:
    """One pass over the rows, from counts[PLACE] on. Returns DONE, NOT_FINITE, or ASK at a row that the Margin Perceptron cannot settle,
    or that needs all updates added first.

    pending how often each row is still to be added, with its label's sign: where a row is often added, once is quicker out where the update
    rounds of this pass go; empty if the caller does not need them

    The tuples are taken apart once, and functions that are inlined get their arrays: a part of a tuple is counted whenever it is read.
    """
    data, indices, indptr, codes, order = table
    positive, intercept, ties, times_down, times_up = rule
    high, low, rest, used, reach = weights
    total, span, lost = work
    rows, width = len(codes), len(used)
    columns = width - intercept
    dense, shuffled, threshold = len(indptr) == 0, len(order) > 0, state[THRESHOLD]
    m = (columns if dense else longest_row(indptr)) + intercept
    tiny = m * TINY
    length2, grid, lattice, longest = state[LENGTH2], state[GRID], half_square(state[LATTICE]), state[LONGEST]
    whole = 2.0**54 * np.sqrt(grid)  # 2^(106+2g), below which N² says that updates round nothing
    updates, unsure, floats, fresh = counts[UPDATES], counts[UNSURE], counts[GAVE_UP] == 0, counts[FRESH] != 0
    added, lazy, rounded, start = counts[ADDED], counts[LAZY] != 0, counts[ROUNDED] != 0, counts[START]
    roundings, known, first = counts[ROUNDINGS], counts[KNOWN] != 0, counts[PLACE]
    bias = high[columns] if intercept else 0.0
    margin = threshold >= 0.0
    level = state[LEVEL] * threshold if margin else 0.0
    of_score, of_level = shares(threshold, m, width, roundings)
    status = DONE
    rounds = len(order) if shuffled else rows
    for t in range(first, rounds):
        i = order[t] if shuffled else t
        if shuffled:
            soon(data, indices, indptr, columns, order[min(t + AHEAD, rounds - 1)])
        a, b = (i * columns, (i + 1) * columns) if dense else (int(indptr[i]), int(indptr[i + 1]))
        if known:
            s, q = dot(high, data, a, b) if dense else dot_at(high, data, indices, a, b), longest
        else:
            s, q = dot_and_square(high, data, a, b) if dense else (dot_at(high, data, indices, a, b), square(data, a, b))
            q += intercept
            longest = max(longest, q)
        y = 1.0 if codes[i] == positive else -1.0
        s = y * (s + bias) - level
        own = bound(of_score, of_level, length2, q + tiny)
        if s > 0.0 and s * s > own and not fresh:
            continue
        ask = roundings >= MOST_ROUNDINGS
        if fresh:
            fresh = False
        elif not (s < 0.0 and s * s > own):
            if not np.isfinite(q) and not all_finite(data, a, b):
                status = NOT_FINITE
                break
            if t == first and counts[DECISION] != UNDECIDED:
                passed = counts[DECISION] == PASS
                counts[DECISION] = UNDECIDED
                if passed:
                    continue
            elif margin:
                unsure += 1
                ask = True
            else:
                if length2 == 0.0 or (floats and own < lattice):
                    sign = 0
                elif floats and not rounded and length2 * q < grid:
                    sign = 1 if s > 0 else -1 if s < 0 else 0
                elif added < updates:
                    sign, ask = -1, True
                else:
                    unsure += 1
                    sign = int(y) * exact_sign(data, indices, a, b, intercept, high, low, rest, used, floats, total, span)
                if sign > 0 or (sign == 0 and y == ties):
                    continue
        times = times_up if y > 0 else -times_down
        grown = (length2 + (float(times) * float(times)) * (q + tiny) * (1 + 1e-9)) * (1 + 1e-15)
        if margin:  # its updates may point along w: ‖w + yx‖ ≤ ‖w‖ + ‖x‖
            grown = 2 * (length2 + q + tiny)
        if ask or (added < updates and not grown < MOST):
            counts[PLACE], status = t, ASK
            break
        if floats and not grown < MOST:
            give_up(high, low, rest, used)
            floats = False
        rounded |= not grown < whole
        if not floats:
            add_digits_of(data, indices, a, b, intercept, times, rest, used)
        elif lazy or not rounded:
            reach[ROOM] = reach[ROOM] if rounded else 0.0
            add_floats(high, data, indices, a, b, intercept, float(times))
            if lazy:
                pending[i] += times
        else:
            size = np.sqrt(grown) * (1 + 1e-9)
            add_exactly(data, indices, a, b, intercept, float(times), size, high, low, rest, used, reach, lost)
        if floats and rounded:
            roundings += 1 if times * times == 1 else 2
        if not (floats and lazy):
            added = updates + 1
        if len(out):
            out[updates - start] = t
        updates += 1
        length2 = grown
        if margin and floats:
            length2, level = lengths(high, state)
        bias = high[columns] if intercept else 0.0
        of_score, of_level = shares(threshold, m, width, roundings)
    state[LENGTH2], state[LONGEST] = length2, longest
    counts[UPDATES], counts[UNSURE], counts[GAVE_UP], counts[FRESH] = updates, unsure, 0 if floats else 1, 1 if fresh else 0
    counts[ROUNDINGS], counts[ROUNDED], counts[ADDED] = roundings, 1 if rounded else 0, added
    if status == DONE:  # a decision that the row did not need, since all updates were added first, is not for the next pass
        counts[PLACE], counts[DECISION], counts[KNOWN] = 0, UNDECIDED, known or rounds == rows
    return status


@compile_function
def lengths(high: Array, state: Array) -> tuple[float, float]:
    """The Margin Perceptron's N² and (1−ε)γ‖high‖ after an update."""
    norm2 = square(high, 0, len(high))
    state[LENGTH2], state[LEVEL] = max(state[LENGTH2], norm2 * (1 + 1e-9) + 1e-280), np.sqrt(norm2)
    return state[LENGTH2], state[LEVEL] * state[THRESHOLD]


@inline
def soon(data: Array, indices: Array, indptr: Array, columns: int, i: int) -> None:
    """Have row i in the cache when its turn comes: rows in an order of their own come from anywhere."""
    dense = len(indptr) == 0
    a, b = (i * columns, (i + 1) * columns) if dense else (int(indptr[i]), int(indptr[i + 1]))
    for k in range(a, b, LINE):
        prefetch(data, k)
        if not dense:
            prefetch(indices, k)


@compile_function
def score(table: Table, weights: Weights, work: Work, columns: int, intercept: int, state: Array, counts: Array, scores: Array) -> int:
    """The score of every row, each with the sign of the exact one. Returns DONE or NOT_FINITE.

    columns    the entries of a dense row; there may be more weights, for features that are yet to come
    """
    data, indices, indptr, _, _ = table
    high, low, rest, used, _ = weights
    dense, rounded, length2, c = len(indptr) == 0, 2.0**52 * np.sqrt(state[GRID]), state[LENGTH2], state[LATTICE]
    m = (columns if dense else longest_row(indptr)) + intercept
    tiny, bias = m * TINY, high[len(used) - 1] if intercept else 0.0
    of_score = share(m, counts[ROUNDINGS])
    for i in range(len(scores)):
        a, b = (i * columns, (i + 1) * columns) if dense else (int(indptr[i]), int(indptr[i + 1]))
        s, q = dot_and_square(high, data, a, b) if dense else (dot_at(high, data, indices, a, b), square(data, a, b))
        s, q = s + bias, q + intercept
        least = bound(of_score, 0.0, length2, q + tiny)
        if not s * s > least:
            if not np.isfinite(q) and not all_finite(data, a, b):
                return NOT_FINITE
            if least < half_square(c) and multiples_of(data[a:b], c):
                s = 0.0
            elif not (length2 < 4 * rounded and length2 * q < rounded and multiples_of(data[a:b], 1.0)):
                sign = exact_sign(data, indices, a, b, intercept, high, low, rest, used, True, work.total, work.span)
                s = 0.0 if sign == 0 else sign * max(sign * s, SMALLEST)
        scores[i] = s
    return DONE


@compile_function
def add_rows(table: Table, weights: Weights, work: Work, columns: int, intercept: int, times: Array, on_grid: bool) -> None:
    """w += times·x for the rows in `order`, exactly; |times| < 2⁵².

    on_grid    whether that rounds nothing in floats
    """
    data, indices, indptr, _, order = table
    high, low, rest, used, reach = weights
    dense, lost = len(indptr) == 0, work.lost
    for n in range(len(order)):
        i = order[n]
        soon(data, indices, indptr, columns, order[min(n + AHEAD, len(order) - 1)])
        a, b = (i * columns, (i + 1) * columns) if dense else (int(indptr[i]), int(indptr[i + 1]))
        if on_grid:
            reach[ROOM] = 0.0
            add_floats(high, data, indices, a, b, intercept, float(times[n]))
        else:
            add_exactly(data, indices, a, b, intercept, float(times[n]), 0.0, high, low, rest, used, reach, lost)


@compile_function
def means(weights: Weights, late: Weights, T: int, found: Array, unsure: Array) -> None:
    """((T+1)·w_j − late_j)/T for every j: the nearest float, or `unsure` where the loss here, or digits, may make it another."""
    rounds, more = float(T), float(T + 1)
    for j in range(len(found)):
        a, b, c = weights.high[j], late.high[j], more * weights.low[j]
        p, e = product_of(more, a)
        s, f = sum_of(p, -b)
        rest, size = f + e + c - late.low[j], abs(f) + abs(e) + abs(c) + abs(late.low[j])
        q = s / rounds
        p, e = product_of(q, rounds)
        after = ((s - p) - e + rest) / rounds
        error = (size / rounds + abs(after)) * 2.0**-48
        found[j] = q + after
        ordinary = abs(a) + abs(b) == 0.0 or (abs(found[j]) > 1e-200 and abs(a) + abs(b) < 1e200)
        if weights.used[j] or late.used[j] or not ordinary or q + (after - error) != q + (after + error):
            unsure[j] = 1


@inline
def half_square(c: float) -> float:
    """The square of c²/2, or a little less: of a score that is off by less, and not beyond that."""
    return c**4 / 4.001


@compile_function
def longest_row(indptr: Array) -> int:
    """The entries of the sparse row that has the most."""
    m = 0
    for i in range(len(indptr) - 1):
        m = max(m, indptr[i + 1] - indptr[i])
    return m


@compile_function
def shares(threshold: float, m: int, width: int, roundings: int) -> tuple[float, float]:
    """The first two arguments of `bound` until the next update.

    The Margin Perceptron compares s with (1−ε)γ‖w‖, whose own error is at most (d+K+16)·u·(1−ε)γN; (a+b)² ≤ 2a² + 2b².
    """
    of_score = share(m, roundings)
    if threshold < 0.0:
        return of_score, 0.0
    return 2 * of_score, 2 * threshold**2 * share(width + 12, roundings)


@compile_function
def winnow(
    table: Table, positive: int, intercept: int, g: Array, w: Array, learner: tuple[float, bool, float, int], counts: Array, out: Array
) -> int:
    """A pass of Winnow, from counts[PLACE] on. Returns DONE, ASK at a row that floats do not settle, or NOT_FINITE where they do not hold
    the exponents, which are lost then.

    g the exponents, g[0, j] + g[1, j] exactly; `w`: room for the weights, e^{rate·g} − e^{−rate·g} or e^{rate·g}, times e^−shift learner
    the rate; whether weights are differences; the threshold of the score; the label that is predicted at 0, if any
    """
    data, indices, indptr, codes, _ = table
    rate, balanced, threshold, ties = learner
    high, low, width, dense = g[0], g[1], len(w), len(indptr) == 0
    columns, first, updates, decision = width - intercept, counts[PLACE], counts[UPDATES], counts[DECISION]
    m = (columns if dense else longest_row(indptr)) + intercept + 1
    most, shift, largest = powers(high, low, w, rate, balanced)
    bias, level = w[columns] if intercept else 0.0, threshold * np.exp(-shift)
    for t in range(first, len(codes)):
        a, b = (t * columns, (t + 1) * columns) if dense else (int(indptr[t]), int(indptr[t + 1]))
        y = 1.0 if codes[t] == positive else -1.0
        s, size = dot_and_sum(w, data, a, b) if dense else (dot_at(w, data, indices, a, b), sum_at(data, a, b))
        s, size = y * (s + bias - level), size + intercept + abs(threshold)
        if t == first and decision != UNDECIDED:
            if decision == PASS:
                continue
        elif not abs(s) > (of_powers(m, most) * 2 * largest + FAINT) * size + TINY:
            sign = sign_at(data, indices, a, b, intercept, high, low, rate, balanced, threshold, m)
            if sign == OPEN:
                counts[PLACE], counts[UPDATES] = t, updates
                return ASK
            if y * sign > 0 or (sign == 0 and y == ties):
                continue
        elif s > 0:
            continue
        top, lost = add_exponents(data, indices, a, b, intercept, y, high, low, rate)
        most = max(most, top)
        if lost or not most < FARTHEST:
            return NOT_FINITE
        if most > shift + STEEP:
            most, shift, largest = powers(high, low, w, rate, balanced)
            level = threshold * np.exp(-shift)
        else:
            square = np.exp(-2 * shift)
            for k in range(b - a):
                j = k if dense else int(indices[a + k])
                if dense and data[a + k] == 0:
                    continue
                w[j], size = power(rate * (high[j] + low[j]), balanced, shift, square)
                largest = max(largest, size)
            if intercept:
                w[columns], size = power(rate * (high[columns] + low[columns]), balanced, shift, square)
                largest = max(largest, size)
        bias = w[columns] if intercept else 0.0
        out[updates] = t
        updates += 1
    counts[UPDATES] = updates
    return DONE


@compile_function
def powers(high: Array, low: Array, w: Array, rate: float, balanced: bool) -> tuple[float, float, float]:
    """The greatest |a|, a shift, 0 or far from it, for which no weight overflows, and the greatest e^{|a| − shift} or e^{a − shift}."""
    most = 0.0
    for j in range(len(w)):
        most = max(most, abs(rate * (high[j] + low[j])))
    shift = most if most > STEEP else 0.0
    square, largest = np.exp(-2 * shift), np.exp(-shift)
    for j in range(len(w)):
        w[j], size = power(rate * (high[j] + low[j]), balanced, shift, square)
        largest = max(largest, size)
    return most, shift, largest


@inline
def power(a: float, balanced: bool, shift: float, square: float) -> tuple[float, float]:
    """(e^a − e^{−a})·e^−shift or e^{a−shift}, and the greater of the powers; `square` is e^{−2·shift}."""
    e = np.exp((abs(a) if balanced else a) - shift)
    if not balanced:
        return e, e
    return (np.copysign(e - (square / e if square > 0.0 else 0.0), a) if a != 0.0 else 0.0), e


@inline
def add_exponents(
    data: Array, indices: Array, a: int, b: int, intercept: int, y: float, high: Array, low: Array, rate: float
) -> tuple[float, bool]:
    """g += y·x. The greatest |rate·g_j| of those that change, and whether two floats do not hold one."""
    x, dense, most, lost, last = data[a:b], len(indices) == 0, 0.0, False, len(high) - 1
    for k in range(len(x) + intercept):
        j, value = last, 1.0
        if k < len(x):
            j, value = k if dense else int(indices[a + k]), np.float64(x[k])
        high[j], rest = sum_of(high[j], y * value)
        low[j], e = sum_of(low[j], rest)
        high[j], low[j] = sum_of(high[j], low[j])
        most, lost = max(most, abs(rate * (high[j] + low[j]))), lost | (e != 0.0)
    return most, lost


@compile_function
def sign_at(
    data: Array,
    indices: Array,
    a: int,
    b: int,
    intercept: int,
    high: Array,
    low: Array,
    rate: float,
    balanced: bool,
    threshold: float,
    m: int,
) -> int:
    """The sign of Winnow's score for a row that the bound on all weights does not settle: by the row's own weights, in units of the
    greatest of them, beside which those of `winnow` may be 0 though they are not. OPEN where floats do not settle it either."""
    dense, last, most, none, top = len(indices) == 0, len(high) - 1, 0.0, threshold == 0.0, 0.0 if threshold != 0.0 else -np.inf
    for k in range(b - a + intercept):
        j = last if k == b - a else k if dense else int(indices[a + k])
        if k == b - a or data[a + k] != 0:
            at = rate * (high[j] + low[j])
            most, none = max(most, abs(at)), none and balanced and high[j] + low[j] == 0.0
            top = max(top, abs(at) if balanced else at)
    if none:
        return 0
    level = threshold * np.exp(-top) if threshold != 0.0 else 0.0
    square, s, size, total = np.exp(-2 * top), -level, abs(level), abs(threshold)
    for k in range(b - a + intercept):
        j, x = last, 1.0
        if k < b - a:
            j, x = k if dense else int(indices[a + k]), np.float64(data[a + k])
        if x != 0.0:
            weight, e = power(rate * (high[j] + low[j]), balanced, top, square)
            s, size, total = s + weight * x, size + 2 * e * abs(x), total + abs(x)
    return OPEN if not abs(s) > of_powers(m, most) * size + FAINT * total + TINY else 1 if s > 0 else -1
