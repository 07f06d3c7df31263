"""How far a float score may be off: the analysis on which the compiled loop and the classifiers' scores rest, and its numbers.

Throughout, w = high + low + rest, exactly. An update adds to `high` in floats, which rounds it by u·N at most, where u = 2⁻⁵³ and N ≥ ‖w‖;
`low` and `rest` take the rounding errors. Where the same rows are learned again and again, that waits until the mean is read, and is then
added up anew from the rows and the number of times that each was added. So ‖high − w‖ ≤ (K + 1.01)·u·N after K roundings, K at most 2²⁰,
from when `high` was last made the float nearest to w. For a row x of m entries every order of summation, with or without fused
multiplications, then gives

    |float score − ⟨w,x⟩| ≤ (m + K + 4)·u·N·‖x‖         (and an absolute error far below 1e-150)

For the Perceptron N² = Σ ‖x‖² over the updates will do: an update never has y⟨w,x⟩ > 0, so ‖w + yx‖² ≤ ‖w‖² + ‖x‖². That is the norm
growth lemma, and it costs the loop one product for each entry, ‖x‖², until all rows were met: then the greatest stands for all. That
beyond this bound the float score has the exact score's sign is the theorem `certified-sign` of the catalogue, which the kernel proves
from the error of one operation (`float-sum`, `float-dot`).

Squares are compared, so there is no root, and a comparison that overflows or meets NaN fails and sends the row to the digits. Where all
entries are multiples of 2^g and N‖x‖ < 2^(52+2g), floats make no error at all: such are whole numbers, counts and one-hot codes. While N <
2^(53+g) updates make none either, and `high` is w. Where all entries are multiples of some number c, as in rows of 0 and 0.1, scores are
multiples of c²: one that is off by less than c²/2, and not beyond that, is of an exact 0.

What an update adds to `low` may round too, which takes a second exact sum to find. Sparse rows do without where there is room. A float is
a multiple of the last bit of any that is shorter, and so is what sums and products by whole numbers are rounded to and what that rounds
away. The last bit of v is above 2⁻⁵³|v|. So high_j and low_j are multiples of a power of 2 above 2⁻⁵³·room, where `room` is the least
|entry| ≠ 0 that was added. While a bound on |low_j| is at most `room`, no addition to `low` rounds; one more row adds at most four
roundings of the greatest |high_j| to it.

Winnow's weights are e^a − e^{−a} or e^a for a = rate·g, in units of e^shift so that none overflows. The rate is the float nearest to it,
and g the sum of two floats, which hold it: the loss of a step is examined. So a − shift is within 4u of the greater |a|, and a power within
that, relatively, and what `exp` may be off by: eight units in the last place, on which this rests. So a score is within `of_powers` times Σ
(e^a + e^{−a})|x_i| of the exact one. Where a bound by the greatest of all powers does not settle a row, one by its own powers is tried.

For given weights w, each float of which is within 2⁻⁵² of its exact value, a score is within `of_sum` times Σ |w_i x_i|.
"""

from __future__ import annotations

UNIT = 2.0**-53  # u
SLACK = 1 + 1e-6  # covers the errors of order u² and those of computing the bound
TINY = 1e-307  # above the error of an entry's square that underflows, and no subnormal number, since those are slow
NOTHING = 1e-300  # squares below this are not trusted
MOST = 1e280  # squares of lengths above this go to the digits
STEEP = 700.0  # e^700 and e^−700 have all their bits in floats
MOST_ROUNDINGS = 2**20  # of `high`: the K above


def of_sum(entries: int) -> float:
    """C for which ⟨w,x⟩ in floats is within C·Σ |w_i x_i| of the exact one, apart from underflow, for this number of entries."""
    return (entries + 8) * 2 * UNIT


def share(m: int, roundings: int) -> float:
    """C for which a score's error is at most √C·N‖x‖, for rows of m entries."""
    return ((m + 4 + roundings) * UNIT * SLACK) ** 2 * SLACK


def bound(of_score: float, of_level: float, length2: float, square: float) -> float:
    """The bound that s² has to exceed. The products are made in this order so that one that underflows is below NOTHING."""
    return of_score * (length2 * square) + of_level * length2 + NOTHING


def of_powers(entries: int, most: float) -> float:
    """C for which Winnow's score is within C·Σ (e^a + e^{−a})|x_i| of the exact one, where no |a| is above `most`, but for underflow."""
    return (entries + 4 * most + 40) * UNIT * SLACK
