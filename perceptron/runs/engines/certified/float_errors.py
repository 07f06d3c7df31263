"""How far a float score may be off: the analysis on which the compiled loop and the classifiers' scores rest, and its numbers.

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

Winnow's weights are e^a − e^{−a} or e^a for a = rate·g, where no |a| is so large that e^a or e^{−a} has fewer bits than a float. The rate
is the float nearest to it, and g the sum of two floats, so a is within 3u of its value, relatively, the power within (1 + |a|)·3u and what
`sinh` or `exp` may be off by: eight units in the last place, on which this rests. So a score is within `of_powers` times Σ |w_i x_i| of the
exact one. Two floats hold each g where all entries are whole multiples of a unit and no g is above 2^104 of them: what rounding leaves is
a multiple of it too, and 2^51 at most.

For given weights w, each float of which is within 2⁻⁵² of its exact value, a score is within `of_sum` times Σ |w_i x_i|.
"""

from __future__ import annotations

UNIT = 2.0**-53  # u
SLACK = 1 + 1e-6  # covers the errors of order u² and those of computing the bound
TINY = 1e-307  # above the error of an entry's square that underflows, and no subnormal number, since those are slow
NOTHING = 1e-300  # squares below this are not trusted
MOST = 1e280  # squares of lengths above this go to the digits
MOST_ROUNDINGS = 2**12  # of `high`: the K above
REST = 2.0**-39  # of a rounding, by which each update may move `rest`: two roundings of `low`, of u·(MOST_ROUNDINGS + 3)·u·N at most


def of_sum(entries: int) -> float:
    """C for which ⟨w,x⟩ in floats is within C·Σ |w_i x_i| of the exact one, apart from what underflows, for so many entries."""
    return (entries + 8) * 2 * UNIT


def share(m: int, roundings: int, updates: int) -> float:
    """C for which a score's error is at most √C·N‖x‖, for rows of m entries."""
    return ((m + 4 + roundings + updates * REST) * UNIT * SLACK) ** 2 * SLACK


def bound(of_score: float, of_level: float, length2: float, square: float) -> float:
    """What s² has to exceed. The products are made in this order so that one that underflows is below NOTHING."""
    return of_score * (length2 * square) + of_level * length2 + NOTHING


def carries(roundings: int, length2: float, room: float) -> bool:
    """Whether what an update adds to `low` rounds nothing, with N² = length2 after it."""
    return ((roundings + 3) * UNIT) ** 2 * (length2 * SLACK) + NOTHING <= room**2


def of_powers(entries: int, most: float) -> float:
    """C for which Winnow's score is within C·Σ |w_i x_i| of the exact one, apart from what underflows, where no |a| is above `most`."""
    return (entries + 4 * most + 40) * UNIT * SLACK
