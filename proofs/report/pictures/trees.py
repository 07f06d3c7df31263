"""The tree that halfspaces shatter (SS section 21.4): the middles of dyadic intervals, and the way of an adversary's labels down it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from perceptron.errors import InputError
from proofs.report.pictures.plots import AIM, BOUND, FAINT, IDLE, MISTAKES, WAY, Picture, blank

DEPTH = 6  # below it the nodes cannot be told apart


def interval(labels: Sequence[int]) -> tuple[Fraction, Fraction]:
    """Where a may still be after these labels: above the middle for 1, below it for −1.  Raises InputError for another label."""
    low, high = Fraction(0), Fraction(1)
    for y in labels:
        if y not in (-1, 1):
            raise InputError(f"a label is −1 or 1, not {y!r}")
        middle = (low + high) / 2
        low, high = (middle, high) if y == 1 else (low, middle)
    return low, high


def shatter(labels: Sequence[int], depth: int = 4) -> Picture:
    """The tree of that depth; the labels' path in bold, the interval that is left below it, and its middle a.

    A node v is the example (v, 1), and w = (−1, a) has ⟨w, x⟩ = a − v: the right branch is label 1.  Raises InputError for a depth
    outside 1 … 6 or more labels than that.
    """
    if type(depth) is not int or not 1 <= depth <= DEPTH or len(labels) > depth:
        raise InputError(f"the depth must be from 1 to {DEPTH} and no less than the number of labels, not {depth!r}")
    figure = blank(8.0, 0.9 + 0.8 * depth)
    axes = figure.add_subplot()
    for level in range(depth):
        for path in product((-1, 1), repeat=level):
            low, high = interval(path)
            here, on_way = (low + high) / 2, tuple(labels[:level]) == path
            for y in (-1, 1):
                ends = interval((*path, y))
                there = (ends[0] + ends[1]) / 2
                taken = on_way and level < len(labels) and labels[level] == y
                colour, width = (MISTAKES, 2.4) if taken else (FAINT, 1.0)
                axes.plot([float(here), float(there)], [-level, -level - 1], color=colour, linewidth=width, zorder=1)
                if taken:
                    middle, side = (float(here + there) / 2 + 0.008 * y, -level - 0.45), "left" if y == 1 else "right"
                    axes.annotate(f"y = {'+' if y == 1 else '−'}1", middle, color=MISTAKES, fontsize=8, ha=side, va="bottom")
            axes.text(
                float(here),
                -level,
                str(here),
                ha="center",
                va="center",
                fontsize=9 if level < 4 else 7,
                color=WAY if on_way else IDLE,
                bbox={"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": MISTAKES if on_way else FAINT},
            )
    low, high = interval(labels)
    axes.plot([float(low), float(high)], [-depth - 0.35] * 2, color=AIM, linewidth=5, solid_capstyle="butt")
    axes.plot([float(low + high) / 2], [-depth - 0.35], marker="o", color=BOUND)
    axes.annotate(f"a = {(low + high) / 2}", (float(low + high) / 2, -depth - 0.5), ha="center", va="top", fontsize=9, color=BOUND)
    axes.set_xlim(0, 1)
    axes.set_ylim(-depth - 1, 0.5)
    axes.set_axis_off()
    return Picture(figure, f"the tree of depth {depth} with the path {', '.join(f'{y:+d}' for y in labels)}, a = {(low + high) / 2}")
