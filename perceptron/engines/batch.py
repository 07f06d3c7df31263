"""Very many short sequences at once, exactly: structure of arrays, blocks of 64 sequences, one lane each.

A block of T rounds in dimension d is an array (T, d, 64) of integers z = y·x, made from a seed where it is used, so that
nothing but the sums goes through memory. Two widths: int16 rows with int32 sums, and int32 rows with int64 sums. Which
one is certain beforehand is `width`'s to say; beyond both there is no batch, and nothing can wrap around. There is no
floating point. The loops are compiled when first called, and cached on disk.

A sequence is base + noise, the noise uniform on −spread … spread (xorshift, one stream a lane). With `turn` every z is put
on u's side. Measured on each lane, in integers (u is whole too):

    M, s2, slack, slack2    the updates, Σ ‖z‖², Σ max(0, level − ⟨u,z⟩) and Σ of its square over them
    least, longest, w2, p   min ⟨u,z⟩ and max ‖z‖² over all rounds; ‖w‖² and ⟨u,w⟩ at the end
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

LANES = 64
FIELDS = ("M", "s2", "slack", "slack2", "least", "longest", "w2", "p")


@dataclass(frozen=True)
class Plan:
    """A batch: `blocks` blocks of sequences around `base` (T rows of d integers) with integer comparator u and `level`.

    share: None for the Perceptron's rule ⟨w,z⟩ ≤ 0; for the Margin Perceptron's the Fraction s ≥ 0 in
    ⟨w,z⟩·|u| < s·g·‖w‖, where g is `level`, or with `turn` each lane's own `least`, and |u| is `unit`. always: update on
    every round. initialises: round 0 is an update that is not counted."""

    base: tuple[tuple[int, ...], ...]
    u: tuple[int, ...]
    unit: int
    spread: int
    level: int
    turn: bool
    blocks: int
    seed: int
    share: Fraction | None = None
    always: bool = False
    initialises: bool = False

    @property
    def sequences(self) -> int:
        """How many sequences the batch has."""
        return self.blocks * LANES

    @property
    def largest(self) -> int:
        """No entry of a sequence is longer than this."""
        return self.spread + max((abs(n) for row in self.base for n in row), default=0)

    def width(self) -> int | None:
        """32 or 64, the bits of sums that hold every intermediate result whatever the noise is; None if neither does."""
        T, d, n = len(self.base), len(self.u), self.largest
        reach = sum(map(abs, self.u)) * n  # of <u,z>
        most = max(d * (T * n) ** 2, reach * T, T * (abs(self.level) + reach) ** 2, abs(self.level), 1)
        if self.share is not None:  # compared in 64 bits: (e·unit·inner)² with (c·g)²·‖w‖²
            c, e = self.share.numerator, self.share.denominator
            inner, margin = d * T * n * n, max(abs(self.level), reach)
            if max((e * self.unit * inner) ** 2, (c * margin) ** 2 * d * (T * n) ** 2) >= 2**63:
                return None
        if most < 2**31 and n < 2**15 and max(map(abs, self.u), default=0) < 2**15:
            return 32
        return 64 if most < 2**63 and n < 2**31 and max(map(abs, self.u), default=0) < 2**31 else None


def fold(plan: Plan) -> dict[str, Array]:
    """Run a batch: for every name of FIELDS an integer array with one entry a sequence. Raises OverflowError if `width`
    has no answer."""
    base, u, out, sums = _arrays(plan)
    c, e = (0, 1) if plan.share is None else (plan.share.numerator, plan.share.denominator)
    rule = 2 if plan.always else 0 if plan.share is None else 1
    _fold(base, u, plan.unit, plan.spread, plan.level, plan.turn, plan.seed, rule, c, e, plan.initialises, sums, out)
    return dict(zip(FIELDS, out, strict=True))


def sequence(plan: Plan, index: int) -> tuple[tuple[int, ...], ...]:
    """The sequence with that index in the batch, made again from the seed."""
    base, u, _, sums = _arrays(plan, blocks=0)
    rows = np.empty((*base.shape, LANES), base.dtype)
    _make(base, u, plan.spread, plan.turn, plan.seed, index // LANES, rows, sums)
    return tuple(tuple(int(n) for n in row) for row in rows[:, :, index % LANES])


def _arrays(plan: Plan, blocks: int | None = None) -> tuple[Array, Array, Array, Array]:
    width = plan.width()
    if width is None:
        raise OverflowError("the batch could leave 64 bits")
    small, wide = (np.int16, np.int32) if width == 32 else (np.int32, np.int64)
    count = (plan.blocks if blocks is None else blocks) * LANES
    base = np.array(plan.base, dtype=small)
    return base, np.array(plan.u, dtype=small), np.empty((len(FIELDS), count), dtype=wide), np.empty((len(plan.u) + 4, LANES), dtype=wide)


def _compiled(function: Callable[..., Any]) -> Any:
    """numba's njit, with its cache on disk if it finds a place to write."""
    try:
        return numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # "no locator available"
        return numba.njit(nogil=True)(function)


@_compiled
def _make(base: Array, u: Array, spread: int, turn: bool, seed: int, block: int, rows: Array, sums: Array) -> None:
    """Fill rows (T, d, LANES) with the sequences of a block; uses sums[0]."""
    T, d = base.shape
    state = np.empty(LANES, np.uint32)
    for lane in range(LANES):  # splitmix64 of (seed, block, lane), never zero
        mixed = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15) * np.uint64(block * LANES + lane + 1)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state[lane] = np.uint32((mixed ^ (mixed >> np.uint64(31))) & np.uint64(0xFFFFFFFF)) | np.uint32(1)
    values = np.uint32(2 * spread + 1)
    for t in range(T):
        for i in range(d):
            row, centre = rows[t, i], base[t, i] - spread
            for lane in range(LANES):
                x = state[lane]
                x ^= np.uint32(x << np.uint32(13))
                x ^= np.uint32(x >> np.uint32(17))
                x ^= np.uint32(x << np.uint32(5))
                state[lane] = x
                row[lane] = centre + np.int32(np.uint32(np.uint32(x >> np.uint32(16)) * values) >> np.uint32(16))
        if turn:
            along = sums[0]
            along[:] = 0
            for i in range(d):
                row, part = rows[t, i], u[i]
                for lane in range(LANES):
                    along[lane] += part * row[lane]
            for i in range(d):
                row = rows[t, i]
                for lane in range(LANES):
                    row[lane] = -row[lane] if along[lane] < 0 else row[lane]


@_compiled
def _fold(
    base: Array,
    u: Array,
    unit: int,
    spread: int,
    level: int,
    turn: bool,
    seed: int,
    rule: int,
    c: int,
    e: int,
    initialises: bool,
    sums: Array,
    out: Array,
) -> None:
    """Every block in turn: make it, find each lane's least <u,z> and longest ‖z‖², run the rule and sum up."""
    T, d = base.shape
    rows = np.empty((T, d, LANES), base.dtype)
    w, inner, norm2, along, steps = sums[:d], sums[d], sums[d + 1], sums[d + 2], sums[d + 3]
    fresh = np.empty_like(inner)
    for block in range(out.shape[1] // LANES):
        _make(base, u, spread, turn, seed, block, rows, sums)
        first = block * LANES
        count, s2, slack, slack2 = out[0, first:], out[1, first:], out[2, first:], out[3, first:]
        least, longest, w2, p = out[4, first:], out[5, first:], out[6, first:], out[7, first:]
        for lane in range(LANES):
            count[lane] = s2[lane] = slack[lane] = slack2[lane] = longest[lane] = w2[lane] = p[lane] = 0
        if rule == 1:
            for t in range(T):
                along[:] = 0
                for i in range(d):
                    row, part = rows[t, i], u[i]
                    for lane in range(LANES):
                        along[lane] += part * row[lane]
                for lane in range(LANES):
                    least[lane] = along[lane] if t == 0 else min(least[lane], along[lane])
        w[:, :] = 0
        for t in range(T):
            inner[:] = 0
            norm2[:] = 0
            along[:] = 0
            for i in range(d):
                row, weights, part = rows[t, i], w[i], u[i]
                for lane in range(LANES):
                    inner[lane] += weights[lane] * row[lane]
                    norm2[lane] += row[lane] * row[lane]
                    along[lane] += part * row[lane]
            if rule == 2 or (initialises and t == 0):
                steps[:] = 1
            elif rule == 0:
                for lane in range(LANES):
                    steps[lane] = 1 if inner[lane] <= 0 else 0
            else:
                fresh[:] = 0
                for i in range(d):
                    weights = w[i]
                    for lane in range(LANES):
                        fresh[lane] += weights[lane] * weights[lane]
                for lane in range(LANES):
                    left = np.int64(e) * np.int64(unit) * np.int64(inner[lane])
                    right = np.int64(c) * np.int64(least[lane] if turn else level)
                    below = left < 0 or left * left < right * right * np.int64(fresh[lane])
                    steps[lane] = 1 if below else 0
            for i in range(d):
                row, weights = rows[t, i], w[i]
                for lane in range(LANES):
                    weights[lane] += steps[lane] * row[lane]
            if initialises and t == 0:
                steps[:] = 0
            for lane in range(LANES):
                count[lane] += steps[lane]
                s2[lane] += steps[lane] * norm2[lane]
                longest[lane] = max(longest[lane], norm2[lane])
            if rule != 1:
                for lane in range(LANES):
                    least[lane] = along[lane] if t == 0 else min(least[lane], along[lane])
            if not turn:
                for lane in range(LANES):
                    short = max(0, level - along[lane]) * steps[lane]
                    slack[lane] += short
                    slack2[lane] += short * short
        for i in range(d):
            weights, part = w[i], u[i]
            for lane in range(LANES):
                w2[lane] += weights[lane] * weights[lane]
                p[lane] += part * weights[lane]
