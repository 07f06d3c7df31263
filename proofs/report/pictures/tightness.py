"""Tightness to be looked at: M over the bound against 1/γ², its gap to 1 on log axes, and runs in the plane and in space.

    ratios(witnesses)        both, side by side: families that attain the bound, tend to it, stay away
    drawn(witnesses)         for each family, the way of the weights in one of its runs
    by_dimension(gammas)     the same theorem on a line, in the plane, in space and with room for all: runs on their exact worst case
    below(gammas)            Margin Perceptron: its runs below 8/γ², 4/γ², φ²/γ² and τ*/γ², times γ²

Each gives a `Picture` of `proofs.report.pictures.plots`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor, log10
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from perceptron import run
from perceptron.extremal.families import MARGIN_HALF
from perceptron.extremal.sequences import Extremal, orthonormal, plane, spiral
from proofs.report.pictures.plots import AIM, BOUND, MISTAKES, WAY, Picture, blank, label_axes, path
from proofs.report.pictures.run_data import PlottedRun

if TYPE_CHECKING:
    from proofs.verify.tightness import JudgedRun, Witness

MOST = {False: 3000, True: 40}  # updates of a run that is drawn: in the plane only a few
PRINTED, SIMPLE, GOLDEN, SHARP = 8.0, 4.0, (3 + 5**0.5) / 2, 2.512862417252339
FARTHEST = 10_000.0
COLOURS = (MISTAKES, BOUND, AIM, *["#cc79a7", "#e69f00", "#56b4e9", "#7f3c8d", "#8c6d31", "#444444", "#a50f15", "#1b9e9e", "#b15928"])
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)  # of a bound: what an axis names
NEAR_ONE = (0.9, 0.92, 0.94, 0.96, 0.98, 1)  # if all runs come as near
MARKERS = "osD^vP*Xh<>p"


def ratios(witnesses: Sequence[Witness]) -> Picture:
    """Left M/bound, right its gap to 1, against 1/γ², for the families along which γ becomes smaller.

    Families with equality on every run are ticks on the level 1.  Series that are the same, such as those of two bounds that agree at
    some ε, are drawn once.
    """
    shown = {_points(w): w for w in reversed(witnesses) if not w.faults and _goes_down(w)}
    order = sorted(shown.items(), key=lambda item: (-item[0][-1][1], item[1].id, item[1].family.name))
    keys = [(w.id, w.family.name if len(order) <= len(COLOURS) else "") for _, w in order]  # a colour for each series, if there are enough
    colours = {key: COLOURS[i % len(COLOURS)] for i, key in enumerate(dict.fromkeys(keys))}
    figure = blank(12.4, 5.2)
    left, right = figure.subplots(1, 2, sharex=True)
    level = [w for w in witnesses if _goes_down(w) and all(r.equal for r in w.runs)]
    if level:
        xs = sorted({float(1 / r.extremal.gamma**2) for w in level for r in w.runs})
        names = ", ".join(dict.fromkeys(w.id for w in level))
        left.plot(xs, [1.0] * len(xs), color=AIM, marker="|", markersize=12, linewidth=0, label=_fold(f"equality: {names}"))
    for number, (points, w) in enumerate(order):
        if w not in level:
            style = {
                "color": colours[keys[number]],
                "marker": MARKERS[number % len(MARKERS)],
                "markersize": 5,
                "linewidth": 1,
                "fillstyle": "none",
            }
            left.plot([x for x, _ in points], [y for _, y in points], label=f"{w.id}, {w.family.name}", **style)
            right.plot([x for x, y in points if y < 1], [1 - y for _, y in points if y < 1], **style)
    for axes, name in ((left, "M / bound"), (right, "1 − M / bound")):
        axes.set_xscale("log")
        axes.set_yscale("log")
        label_axes(axes, "1/γ²", name)
    left.axhline(1, color=BOUND, linewidth=1.2)
    left.set_xlim(0.7, 2 * max((points[-1][0] for points, w in order if w not in level), default=FARTHEST))  # equality may go on and on
    least = min((y for points, _ in order for _, y in points), default=1.0)
    ticks = [tick for tick in (SHARES if least < 0.9 else NEAR_ONE) if tick >= 0.9 * least]
    left.set_yticks(ticks, labels=[f"{tick:g}" for tick in ticks])
    left.set_ylim(min(0.9 * least, 0.9), 1 + 0.1 * (1 - min(least, 0.8)))  # marks on the level 1 are whole
    left.minorticks_off()
    ids = {w.id for w in shown.values()}
    left.set_title(f"How near runs come to the bound{f' of {ids.pop()}' if len(ids) == 1 else ''}", fontsize=10)
    right.set_title("and how fast: what is left to 1", fontsize=10)
    handles, labels = left.get_legend_handles_labels()
    figure.legend(handles, labels, fontsize=7.5, loc="outside right center", framealpha=0.9)
    return Picture(figure, f"M over the bound, and what is missing of 1, against 1/γ² for {len(shown)} series of runs")


def _goes_down(w: Witness) -> bool:
    """Whether the margin becomes smaller along the family."""
    gammas = [run.extremal.gamma for run in w.runs]
    return len(gammas) > 1 and max(gammas) <= 1 and all(a > b for a, b in pairwise(sorted(gammas, reverse=True)))


def _points(w: Witness) -> tuple[tuple[float, float], ...]:
    return tuple(sorted((float(1 / r.extremal.gamma**2), float(Fraction(r.quotient))) for r in w.runs))


def _fold(text: str) -> str:
    return "\n".join(wrap(text, 42))


def draw_families(witnesses: Iterable[Witness]) -> dict[str, Picture]:
    """One picture for each family: its longest run that still shows single steps in the plane, or windings in space."""
    pictures: dict[str, Picture] = {}
    for w in witnesses:
        fitting = [r for r in w.runs if 2 <= r.M <= MOST[len(r.extremal.u) == 2] and not r.fault]
        if fitting and w.family.name not in pictures:
            pictures[w.family.name] = path(as_run(max(fitting, key=lambda r: r.M)))
    return pictures


def as_run(judged: JudgedRun) -> PlottedRun:
    """The run as the pictures of `proofs.report.pictures.plots` take it."""
    extremal, file = judged.extremal, judged.found
    trace = run(extremal.learner, extremal.examples)
    return PlottedRun(trace, extremal.u, extremal.gamma, file.comparison, file.radius, judged.exceeded)


def by_dimension(gammas: Sequence[Fraction]) -> Picture:
    """M of the longest runs in R¹, R², R³ and Rⁿ, n = ⌊1/γ²⌋, over 1/γ², with the bounds of the theorems; examples of length at most 1."""
    figure = blank(6.4, 4.4)
    axes = figure.add_subplot()
    xs = [float(1 / g**2) for g in gammas]
    span = [min(xs) * 10 ** (k / 1200 * log10(max(xs) / min(xs))) for k in range(1201)]
    kinds: tuple[tuple[str, str, Callable[[Fraction], Extremal], Callable[[float], float]], ...] = (
        ("M = ⌊1/γ²⌋ with room for all", "D", lambda g: orthonormal(int(1 / g**2)), lambda x: x),
        ("M = ⌊1/γ²⌋ in space", "o", spiral, lambda x: x),
        ("M = ⌊1/(2γ²)⌋ + 1 in the plane", "s", plane, lambda x: x / 2 + 1),
        ("M = 1 on a line", "^", lambda g: orthonormal(1), lambda x: 1),
    )
    for (name, marker, make, bound), colour, size in zip(kinds, (AIM, MISTAKES, WAY, BOUND), (9, 5, 5, 5), strict=True):
        steps = [floor(bound(x) + 1e-9) for x in span]
        axes.plot(span, steps, color=colour, linewidth=1, linestyle=":" if marker == "o" else "-")
        fitting = [g for g in gammas if marker != "D" or 1 / g**2 <= MOST[False] / 10]
        ms = [make(g).M for g in fitting]
        axes.plot([float(1 / g**2) for g in fitting], ms, marker, color=colour, label=name, markersize=size, fillstyle="none")
    for axis, set_scale in ((axes.xaxis, axes.set_xscale), (axes.yaxis, axes.set_yscale)):
        set_scale("log")
        axis.set_major_formatter("{x:g}")
    label_axes(axes, "1/γ²", "mistakes M")
    axes.set_title("The Perceptron's worst case by dimension", fontsize=10)
    axes.legend(fontsize=8, loc="upper left")
    return Picture(figure, "the Perceptron's worst case in one, two, three and many dimensions, and runs that have it")


def below(gammas: Sequence[Fraction], family: Any = MARGIN_HALF) -> Picture:
    """γ²(M + 1) of the Margin Perceptron's spirals at ε = 1/2 under the constants of its bounds, against 1/γ²."""
    figure = blank(6.4, 4.4)
    axes = figure.add_subplot()
    runs = [family.make(g) for g in gammas]
    xs = [float(1 / e.gamma**2) for e in runs]
    span = [min(xs), max(xs)]
    lines = (
        ("8: BL Theorem 3", PRINTED, BOUND, "-"),
        ("4: the simple bound", SIMPLE, WAY, "--"),
        ("φ²: the golden bound", GOLDEN, WAY, ":"),
        ("2.5128…: the sharp bound", SHARP, AIM, "-"),
    )
    for name, level, colour, dash in lines:
        axes.plot(span, [level, level], color=colour, linestyle=dash, linewidth=1.5)
        x, lift, side = (span[1], -12, "right") if level == SHARP else (span[0], 3, "left")
        axes.annotate(name, (x, level), xytext=(0, lift), textcoords="offset points", fontsize=8, color=colour, ha=side)
    reached = [float((e.M + 1) * e.gamma**2) for e in runs]
    axes.plot(xs, reached, color=MISTAKES, marker="o", markersize=5, linewidth=1, label="runs in R³")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_yticks([1, 1.5, 2, 2.5, 3, 4, 6, 8], labels=["1", "1.5", "2", "2.5", "3", "4", "6", "8"])
    axes.minorticks_off()
    axes.set_ylim(min(2.1, 0.95 * min(reached)), 10)  # every mark is whole
    label_axes(axes, "1/γ²", "γ²·(M + 1)")
    axes.set_title("The Margin Perceptron at ε = 1/2 below its bounds", fontsize=10)
    axes.legend(fontsize=8, loc="upper right")
    return Picture(figure, "runs of the Margin Perceptron under 8/γ², 4/γ², φ²/γ² and 2.5128/γ²")
