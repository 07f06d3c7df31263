"""Very many short sequences at once, exactly: structure of arrays, blocks of 256 sequences, one lane each.

A round of a block is an array (d, 256) of integers z = y·x. It is made from a seed when it is needed and discarded
afterwards. So a block stays in the processor's nearest cache, and only the sums go to memory. All numbers are int32, or all
are int64: `width` says beforehand which of the two is wide enough. If neither is, there is no batch, so nothing can wrap
around. There is no floating point. The loops are compiled at their first call and cached on disk. Each is so simple that the
compiler vectorises it.

A sequence is base + noise, the noise uniform on −spread … spread (xorshift, one stream for each lane). With `turn` every z is
put on the positive side of u. Each lane measures, in integers (u is whole too):

    M, s2, slack, slack2    the updates, Σ ‖z‖², Σ max(0, level − ⟨u,z⟩) and Σ of its square over them
    least, longest, w2, p   min ⟨u,z⟩ and max ‖z‖² over all rounds; ‖w‖² and ⟨u,w⟩ at the end
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron.runs.engines.compiling import compiled, on_disk

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

LANES = 256
FIELDS = ("M", "s2", "slack", "slack2", "least", "longest", "w2", "p")


@dataclass(frozen=True)
class Plan:
    """A batch of sequences.

    base           T rows of d integers, around which the sequences lie
    u              the comparator, d integers; `unit` is |u|
    spread         the largest noise on an entry
    level          γ in integers: `slack` measures against it
    turn           whether every z is put on the positive side of u
    blocks         how many blocks of 256 sequences
    seed           of the noise
    share          None for the Perceptron's rule ⟨w,z⟩ ≤ 0; for the Margin Perceptron's the Fraction s ≥ 0 in
                   ⟨w,z⟩·|u| < s·g·‖w‖, where g is `level`, or with `turn` the lane's own `least`
    always         whether to update on every round
    initialises    whether round 0 is an update that is not counted
    """

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
        """The number of sequences."""
        return self.blocks * LANES

    @property
    def largest(self) -> int:
        """A bound on the |entries| of the sequences."""
        return self.spread + max(map(abs, chain.from_iterable(self.base)), default=0)

    def width(self) -> int | None:
        """32 or 64: the bits that hold every intermediate result, whatever the noise is. None if 64 do not."""
        T, d, n = len(self.base), len(self.u), self.largest
        progress = sum(map(abs, self.u)) * n  # at least |<u,z>|
        most = max(d * (T * n) ** 2, progress * T, T * (abs(self.level) + progress) ** 2, abs(self.level), *map(abs, self.u), 1)
        if self.spread >= 2**14:  # a random number has 16 bits
            return None
        if self.share is not None:  # compared in 64 bits: (e·unit·inner)² with (c·g)²·‖w‖²
            c, e = self.share.numerator, self.share.denominator
            inner, margin = d * T * n * n, max(abs(self.level), progress)
            if max((e * self.unit * inner) ** 2, (c * margin) ** 2 * d * (T * n) ** 2) >= 2**63:
                return None
        return 32 if most < 2**31 else 64 if most < 2**63 else None


def fold(plan: Plan, blocks: range | None = None, out: Array | None = None) -> dict[str, Array]:
    """Run a batch: for every name of FIELDS an integer array with one entry for each sequence.

    blocks    which of its blocks to run; all by default
    out       the arrays of an earlier call for as many blocks, to be used again

    Raises OverflowError if `width` is None.
    """
    base, u = _arrays(plan)
    blocks = range(plan.blocks) if blocks is None else blocks
    if out is None or out.dtype != base.dtype or out.shape[1] != len(blocks) * LANES:
        out = np.empty((len(FIELDS), len(blocks) * LANES), base.dtype)
    c, e = (0, 1) if plan.share is None else (plan.share.numerator, plan.share.denominator)
    rule = 2 if plan.always else 0 if plan.share is None else 1
    first = blocks.start * LANES
    _fold(base, u, plan.unit, plan.spread, plan.level, plan.turn, plan.seed, first, rule, c, e, plan.initialises, out)
    return dict(zip(FIELDS, out, strict=True))


def sequences(plan: Plan, indices: Sequence[int]) -> list[tuple[tuple[int, ...], ...]]:
    """The sequences with these indices in the batch, made anew from the seed."""
    base, u = _arrays(plan)
    rows = np.empty((*base.shape, 1), base.dtype)
    drawn = []
    for index in indices:
        _make(base, u, plan.spread, plan.turn, plan.seed, index, rows)
        drawn.append(tuple(map(tuple, rows[:, :, 0].tolist())))
    return drawn


def _arrays(plan: Plan) -> tuple[Array, Array]:
    width = plan.width()
    if width is None:
        raise OverflowError("the batch could leave 64 bits")
    kind = np.int32 if width == 32 else np.int64
    return np.array(plan.base, dtype=kind), np.array(plan.u, dtype=kind)


def is_compiled(width: int) -> bool:
    """Whether the loops of that width are compiled already, in this process or in numba's cache on disk.

    If they are not, the first call takes seconds.
    """
    return all(_is_for(width, loop.signatures) or _is_for(width, on_disk(loop)) for loop in (_fold, _make))


def _is_for(width: int, kinds: Iterable[Any]) -> bool:
    return any(kind[0].dtype.bitwidth == width for kind in kinds)


@compiled
def _begin(seed: int, first: int, state: Array) -> None:
    """Set the states of the lanes from index `first` on: splitmix64 of (seed, index), never zero."""
    for lane in range(len(state)):
        mixed = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15) * np.uint64(first + lane + 1)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state[lane] = np.uint32((mixed ^ (mixed >> np.uint64(31))) & np.uint64(0xFFFFFFFF)) | np.uint32(1)


@compiled
def _draw(state: Array, row: Array, least: int, values: int) -> None:
    """Draw a number for every lane, one of least … least + values − 1, by a step of xorshift."""
    for lane in range(len(state)):
        x = state[lane]
        x ^= np.uint32(x << np.uint32(13))
        x ^= np.uint32(x >> np.uint32(17))
        x ^= np.uint32(x << np.uint32(5))
        state[lane] = x
        row[lane] = least + np.int32(np.uint32(np.uint32(x >> np.uint32(16)) * values) >> np.uint32(16))


@compiled
def _make(base: Array, u: Array, spread: int, turn: bool, seed: int, first: int, rows: Array) -> None:
    """Fill rows (T, d, n) with the n sequences from index `first` on."""
    T, d = base.shape
    state, along = np.empty(rows.shape[2], np.uint32), np.empty(rows.shape[2], rows.dtype)
    _begin(seed, first, state)
    for t in range(T):
        along[:] = 0
        for i in range(d):
            _draw(state, rows[t, i], base[t, i] - spread, np.uint32(2 * spread + 1))
            along += u[i] * rows[t, i]
        if turn:
            for lane in range(len(along)):
                if along[lane] < 0:
                    rows[t, :, lane] *= -1


@compiled
def _fold(
    base: Array,
    u: Array,
    unit: int,
    spread: int,
    level: int,
    turn: bool,
    seed: int,
    origin: int,
    rule: int,
    c: int,
    e: int,
    initialises: bool,
    out: Array,
) -> None:
    """Run every block, round by round: draw the round, apply the rule and add to the sums.

    With `turn`, a z on the wrong side is left as it is and its `side` is −1: (n ^ side) − side is ±n.
    """
    T, d = base.shape
    state = np.empty(LANES, np.uint32)
    rows, w = np.empty((d, LANES), out.dtype), np.empty((d, LANES), out.dtype)
    sums, parts = np.empty((len(out), LANES), out.dtype), np.zeros((6, LANES), out.dtype)
    count, s2, slack, slack2, least, longest, w2, p = sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7]
    inner, norm2, along, steps, side, length2 = parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]
    values = np.uint32(2 * spread + 1)
    for first in range(0, out.shape[1], LANES):
        sums[:, :] = 0
        if rule == 1 and turn:  # the rule depends on the margin, for which the sequence is made twice
            _begin(seed, origin + first, state)
            for t in range(T):
                along[:] = 0
                for i in range(d):
                    row, part = rows[i], u[i]
                    _draw(state, row, base[t, i] - spread, values)
                    for lane in range(LANES):
                        along[lane] += part * row[lane]
                for lane in range(LANES):
                    least[lane] = abs(along[lane]) if t == 0 else min(least[lane], abs(along[lane]))
        _begin(seed, origin + first, state)
        w[:, :] = 0
        for t in range(T):
            inner[:] = 0
            norm2[:] = 0
            along[:] = 0
            for i in range(d):
                row, weights, part = rows[i], w[i], u[i]
                _draw(state, row, base[t, i] - spread, values)
                for lane in range(LANES):
                    inner[lane] += weights[lane] * row[lane]
                for lane in range(LANES):
                    norm2[lane] += row[lane] * row[lane]
                for lane in range(LANES):
                    along[lane] += part * row[lane]
            if turn:
                for lane in range(LANES):
                    side[lane] = -1 if along[lane] < 0 else 0
                for lane in range(LANES):
                    inner[lane] = (inner[lane] ^ side[lane]) - side[lane]
                for lane in range(LANES):
                    along[lane] = abs(along[lane])
            if rule == 2 or (initialises and t == 0):
                steps[:] = 1
            elif rule == 0:
                for lane in range(LANES):
                    steps[lane] = 1 if inner[lane] <= 0 else 0
            else:
                length2[:] = 0
                for i in range(d):
                    weights = w[i]
                    for lane in range(LANES):
                        length2[lane] += weights[lane] * weights[lane]
                for lane in range(LANES):
                    left = np.int64(e) * np.int64(unit) * np.int64(inner[lane])
                    right = np.int64(c) * np.int64(least[lane] if turn else level)
                    below = left < 0 or left * left < right * right * np.int64(length2[lane])
                    steps[lane] = 1 if below else 0
            if not (initialises and t == 0):
                for lane in range(LANES):
                    count[lane] += steps[lane]
                for lane in range(LANES):
                    s2[lane] += steps[lane] * norm2[lane]
                if not turn:
                    for lane in range(LANES):
                        short = max(0, level - along[lane]) * steps[lane]
                        slack[lane] += short
                        slack2[lane] += short * short
            for lane in range(LANES):
                longest[lane] = max(longest[lane], norm2[lane])
            if rule != 1 or not turn:
                for lane in range(LANES):
                    least[lane] = along[lane] if t == 0 else min(least[lane], along[lane])
            if turn:
                for lane in range(LANES):
                    steps[lane] = (steps[lane] ^ side[lane]) - side[lane]
            for i in range(d):
                row, weights = rows[i], w[i]
                for lane in range(LANES):
                    weights[lane] += steps[lane] * row[lane]
        for i in range(d):
            weights, part = w[i], u[i]
            for lane in range(LANES):
                w2[lane] += weights[lane] * weights[lane]
            for lane in range(LANES):
                p[lane] += part * weights[lane]
        out[:, first : first + LANES] = sums
