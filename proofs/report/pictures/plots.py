"""Runs to be looked at: where the weights go, and how the mistakes stand to the bound, round by round.

    picture(run)                      both, side by side, for a counterexample or a `PlottedRun`
    path(run)                         the examples as arrows, the weights' way, the comparator and its margin
    under(bounds, runs, …)            many runs as points, below bounds as curves
    region(constants)                 the two constants for which a bound holds, and the points at which a run breaks it

Each gives a `Picture`, which shows itself in Jupyter and writes itself to an SVG, PNG or PDF file. No figure is ever held by pyplot, so
nothing needs a display or a backend. All numbers are measured exactly and become floats only to be drawn. The colours differ for people
that see red and green alike, and in print: mistakes blue, the bound orange, the comparator green.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perceptron.errors import InputError
from perceptron.extras import optional, require
from proofs.report.pictures.run_data import PlottedRun, Point

if TYPE_CHECKING:
    from proofs.counterexample import Counterexample
    from proofs.decide.constants import Constants

MISTAKES, BOUND, AIM, WAY, FAINT, IDLE = "#0072b2", "#d55e00", "#009e73", "#222222", "#dddddd", "#999999"
CURVES = ((BOUND, "-"), (WAY, "--"), (AIM, ":"), ("#cc79a7", "-."), ("#56b4e9", "-"), ("#e69f00", "--"))  # colour and dash
ARROWS = 24  # updates up to which every example is an arrow
MARKS = 60  # points of the way up to which each is marked


def blank(width: float, height: float) -> Any:
    """An empty figure of a size in inches, laid out when it is drawn."""
    return optional("matplotlib.figure", "pictures").Figure(figsize=(width, height), layout="constrained", facecolor="white")


def label_axes(axes: Any, along: str, up: str, rotation: int = 90) -> None:
    """Label both axes, over a faint grid."""
    axes.grid(color=FAINT, linewidth=0.6)
    axes.set_xlabel(along)
    axes.set_ylabel(up, rotation=rotation)


def legend(axes: Any) -> None:
    axes.legend(fontsize=8, framealpha=0.9, loc="best")


def draw_path(figure: Any, cell: Any, run: PlottedRun) -> None:
    """The way of w into one cell of a figure."""
    if run.dimension == 1:
        _line(figure.add_subplot(cell), run)
    elif run.dimension == 2:
        axes = figure.add_subplot(cell)
        _flat(axes, [(p[0], p[1]) for p in run.way], [(z[0], z[1]) for z in run.steps], [(z[0], z[1]) for z in run.idle()])
        _aim_flat(axes, run)
        label_axes(axes, "first coordinate", "second coordinate")
        axes.set_aspect("equal", adjustable="datalim")
        legend(axes)
    elif run.dimension == 3:
        _space(figure.add_subplot(cell, projection="3d"), run)
    else:
        axes = figure.add_subplot(cell)
        see = run.seen_from_u
        _flat(axes, [see(p) for p in run.way], [see(z) for z in run.steps], [see(z) for z in run.idle()])
        axes.axvline(float(run.gamma) / _length(run), color=AIM, linestyle="--", linewidth=1, label="⟨u, z⟩ = γ")
        label_axes(axes, "along u", f"distance from the axis of u (d = {run.dimension})")
        legend(axes)


def _length(run: PlottedRun) -> float:
    return math.sqrt(sum(float(a) ** 2 for a in run.u)) or 1.0


def _line(axes: Any, run: PlottedRun) -> None:
    """Dimension one: the weights over the updates, with the step of each."""
    values = [p[0] for p in run.way]
    axes.plot(range(len(values)), values, drawstyle="steps-post", color=WAY, marker="o", markersize=4, linewidth=1.4, label="w")
    if run.steps:
        axes.plot(
            range(len(run.steps)), [z[0] for z in run.steps], linestyle="none", marker="^", color=MISTAKES, markersize=6, label="z = y·x"
        )
    axes.axhline(float(run.u[0]), color=AIM, linewidth=3, alpha=0.5, zorder=1, label="u")
    label_axes(axes, "updates", "the one coordinate")
    axes.set_xlim(-0.05 * len(values), 1.05 * len(values) - 1)
    if len(values) <= 13:
        axes.set_xticks(range(len(values)))
    legend(axes)


def _flat(axes: Any, way: list[tuple[float, float]], steps: list[tuple[float, float]], idle: list[tuple[float, float]]) -> None:
    if idle:
        axes.plot(*zip(*idle, strict=True), linestyle="none", marker=".", color=IDLE, markersize=4, label="z without an update")
    if len(different := dict.fromkeys(steps)) <= ARROWS:
        for i, (x, y) in enumerate(different):
            arrow = {"arrowstyle": "-|>", "color": MISTAKES, "shrinkA": 0, "shrinkB": 0, "linewidth": 1.2, "alpha": 0.75}
            axes.annotate("", (x, y), (0, 0), arrowprops=arrow)
            axes.plot([x], [y], color=MISTAKES, marker=".", markersize=1, label=None if i else "z = y·x of an update")
    else:
        axes.plot(*zip(*steps, strict=True), linestyle="none", marker=".", color=MISTAKES, markersize=5, label="z = y·x of an update")
    mark = {"marker": "o", "markersize": 3.5} if len(way) <= MARKS else {}
    axes.plot(*zip(*way, strict=True), color=WAY, linewidth=1.1, label="path of w", **mark)
    axes.plot(*way[-1], marker="s", color=WAY, markersize=6)


def _aim_flat(axes: Any, run: PlottedRun) -> None:
    """The comparator as an arrow, and the line where ⟨u, z⟩ = γ: every example on its far side has the margin."""
    u = (float(run.u[0]), float(run.u[1]))
    length = _length(run)
    arrow = {"arrowstyle": "-|>", "color": AIM, "linewidth": 3, "mutation_scale": 20, "alpha": 0.6, "shrinkA": 0, "shrinkB": 0, "zorder": 1}
    axes.annotate("", u, (0, 0), arrowprops=arrow)
    axes.plot([], [], color=AIM, linewidth=3, alpha=0.6, label="u")
    foot = tuple(a * float(run.gamma) / length**2 for a in u)
    if any(u):
        axes.axline(foot, (foot[0] - u[1], foot[1] + u[0]), color=AIM, linestyle="--", linewidth=1, label="⟨u, z⟩ = γ")


def _space(axes: Any, run: PlottedRun) -> None:
    def columns(points: list[Point] | tuple[Point, ...]) -> list[tuple[float, ...]]:
        return list(zip(*points, strict=True))

    origin = [0.0] * len(run.steps)
    if run.steps and len(run.steps) <= ARROWS:
        axes.quiver(origin, origin, origin, *columns(run.steps), color=MISTAKES, linewidth=1, arrow_length_ratio=0.12, alpha=0.75)
        axes.plot([], [], [], color=MISTAKES, label="z = y·x of an update")
    elif run.steps:
        axes.scatter(*columns(run.steps), s=4, color=MISTAKES, label="z = y·x of an update")
    if idle := list(run.idle()):
        axes.scatter(*columns(idle), s=3, color=IDLE, label="z without an update")
    mark = {"marker": "o", "markersize": 3} if len(run.way) <= MARKS else {}
    axes.plot(*columns(run.way), color=WAY, linewidth=1.1, label="path of w", **mark)
    axes.scatter(*[[a] for a in run.way[-1]], color=WAY, marker="s", s=22)
    u = [float(a) for a in run.u]
    reach = max(1.0, sum(a * b for a, b in zip(run.way[-1], u, strict=True)) / _length(run) ** 2)
    axes.plot(*[[0, a * reach] for a in u], color=AIM, linestyle=":", linewidth=1)
    axes.quiver(0, 0, 0, *u, color=AIM, linewidth=2, arrow_length_ratio=0.15)
    axes.plot([], [], [], color=AIM, linewidth=2, label="u")
    axes.tick_params(labelsize=7)
    for set_label, which in ((axes.set_xlabel, "first"), (axes.set_ylabel, "second"), (axes.set_zlabel, "third")):
        set_label(f"{which} coordinate", fontsize=8)
    legend(axes)


SUFFIXES = ("svg", "png", "pdf")
POINTS = 400  # rounds that are drawn at most
NARROW = 0.03  # of the height of a picture: what cannot be seen
COLOURS = 48  # of a picture in a notebook


@dataclass(frozen=True)
class Picture:
    """A figure with a description in words, for readers that cannot see it."""

    figure: Any
    words: str

    def encode(self, suffix: str) -> bytes:
        """The figure in a format of SUFFIXES; the same figure gives the same bytes."""
        if suffix not in SUFFIXES:
            raise InputError(f"a picture is written as {', '.join(SUFFIXES)}, not as {suffix!r}")
        matplotlib = optional("matplotlib", "pictures")
        stamp = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}[suffix]
        buffer = io.BytesIO()
        with matplotlib.rc_context({"svg.hashsalt": "perceptron-proofs", "svg.fonttype": "path"}):
            self.figure.savefig(buffer, format=suffix, dpi=130, metadata=stamp)
        return buffer.getvalue()

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all; its name says the format.  Raises InputError for another suffix, OSError."""
        from proofs.system.files import write_bytes

        write_bytes(path, self.encode(suffix_of(path)))

    def _repr_png_(self) -> tuple[bytes, dict[str, str]]:
        """For Jupyter: in few colours, which a notebook stores in a third of the space, and with its description for readers that cannot
        see it."""
        from PIL import Image  # Matplotlib brings it

        buffer = io.BytesIO()
        with Image.open(io.BytesIO(self.encode("png"))) as whole:
            whole.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(buffer, "png", optimize=True)
        return buffer.getvalue(), {"alt": self.words}

    def __repr__(self) -> str:
        return f"<{self.words}>"


def suffix_of(path: str | Path) -> str:
    """svg, png or pdf; raises InputError for another ending, or if no picture can be drawn for want of Matplotlib."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in SUFFIXES:
        raise InputError(f"{path}: the file name of a picture ends in .svg, .png or .pdf")
    require("matplotlib", "pictures")
    return suffix


def picture(what: Counterexample | PlottedRun) -> Picture:
    """Where the weights go, and beside it both sides of the comparison."""
    run = what if isinstance(what, PlottedRun) else PlottedRun.of(what)
    figure = blank(10.4, 4.3)
    cells = figure.add_gridspec(1, 2, width_ratios=(1, 1.1))
    draw_path(figure, cells[0], run)
    _sides(figure.add_subplot(cells[1]), run)
    figure.suptitle(run.title, fontsize=9)
    return Picture(figure, f"a run of {run.T} rounds in dimension {run.dimension}, and {run.comparison.unicode()} round by round")


def path(run: PlottedRun) -> Picture:
    """The update steps z = y·x as arrows (beyond a few as points), the way of w, the comparator u and where ⟨u, z⟩ = γ.

    One dimension is drawn over the rounds, two and three as they are, and more as seen from the comparator: how far along u, and how far
    from that axis, the two numbers of the proofs.
    """
    figure = blank(5.2, 4.6)
    draw_path(figure, figure.add_gridspec(1, 1)[0], run)
    figure.suptitle(run.title, fontsize=9)
    return Picture(figure, f"the way of the weights in dimension {run.dimension} over {run.T} rounds")


def under(
    curves: Mapping[str, Callable[[float], float]],
    series: Mapping[str, Sequence[tuple[float, float]]],
    along: str,
    up: str,
    reach: float,
    start: float = 0.0,
    top: float | None = None,
) -> Picture:
    """Runs as points below bounds as curves, from `start` to `reach`, up to `top` (by default the curves' maximum)."""
    figure = blank(6.0, 4.2)
    axes = figure.add_subplot()
    grid = [start + (reach - start) * k / 200 for k in range(201)]
    for (name, curve), (colour, dash) in zip(curves.items(), CURVES * len(curves), strict=False):
        axes.plot(grid, [curve(x) for x in grid], color=colour, linestyle=dash, linewidth=1.6, label=name)
    for number, marker, (name, points) in zip(range(len(series)), "o^sDvP*X" * len(series), series.items(), strict=False):
        xs, ys = zip(*points, strict=True) if points else ((), ())
        axes.plot(xs, ys, linestyle="none", marker=marker, markersize=5, alpha=0.8, label=name, color=f"C{number}")
    axes.set_xlim(start - 0.02 * (reach - start), reach)
    axes.set_ylim(0, 1.05 * max(curve(x) for curve in curves.values() for x in (start, reach)) if top is None else top)
    label_axes(axes, along, up)
    axes.set_title(f"{up} of runs, and bounds, over {along}", fontsize=9)
    legend(axes)
    return Picture(figure, f"{up} over {along}: {', '.join([*series, *curves])}")


def _sides(axes: Any, run: PlottedRun) -> None:
    rounds, left, right = run.sides(POINTS)
    styles = ((MISTAKES, "-", "o"), (BOUND, "--", "s"))
    for name, values, (colour, dash, marker) in zip(run.labels, (left, right), styles, strict=True):
        mark = {"marker": marker, "markersize": 4} if len(rounds) <= 40 else {}
        axes.plot(rounds, values, drawstyle="steps-post", color=colour, linestyle=dash, linewidth=1.6, label=name, **mark)
    margin = 0.04 * run.T + 0.1
    if run.ends_broken:
        holds = [t for t, a, b in zip(rounds, left, right, strict=True) if not run.is_broken(a, b)]
        first = next((t for t in rounds if t > max(holds, default=-1)), run.T)
        label = f"broken: {left[-1]:.5g} against {right[-1]:.5g}"
        axes.axvspan(first, run.T + margin, facecolor=BOUND, edgecolor=BOUND, hatch="//", alpha=0.2, linewidth=0, label=label)
    axes.set_xlim(-margin, run.T + margin)
    whole = [value for value in (*left, *right) if math.isfinite(value)]
    last = [value for value in (*left, right[-1]) if math.isfinite(value)]  # a bound may begin far above
    axes.set_ylim(min(0.0, *whole, 0.0), min(1.08 * max(whole, default=1.0), 2.5 * max(last, default=1.0)) or 1)
    label_axes(axes, "rounds", "")
    if run.T <= 12:
        axes.set_xticks(range(run.T + 1))
    legend(axes)
    if run.ends_broken and abs(left[-1] - right[-1]) < NARROW * axes.get_ylim()[1]:
        _enlarge(axes, left[-1], right[-1])


def _enlarge(axes: Any, left: float, right: float) -> None:
    """The end of a run that breaks its bound by so little that the two sides meet in the picture."""
    inset = axes.inset_axes((0.66, 0.05, 0.26, 0.28))  # below the stairs
    for value, colour, dash, marker in ((left, MISTAKES, "-", "o"), (right, BOUND, "--", "s")):
        inset.plot([0, 1], [value, value], color=colour, linestyle=dash, marker=marker, markersize=4, linewidth=1.6)
        inset.annotate(f"{value:.5g}", (0.5, value), xytext=(0, 3), textcoords="offset points", fontsize=7, color=colour, ha="center")
    gap = abs(left - right)
    inset.set_ylim(min(left, right) - 0.5 * gap, max(left, right) + gap)
    inset.set_xticks([])
    inset.set_yticks([])
    inset.set_title("the end, enlarged", fontsize=7)


ROOM = 3.0  # times the least first constant: how much of an unbounded set is drawn


def region(constants: Constants) -> Picture:
    """The first constant upwards over the second; in the set every point is proved or lies between proved points.

    Raises InputError for a single constant."""
    question = constants.question
    if len(question.over) != 2:
        raise InputError("a set of constants is drawn for two of them")
    points = [(b, a) for b, a in constants.curve if isfinite(a)]
    low = min(a for _, a in points) if points else 0.0
    top = max(ROOM * low, low + 2)
    figure = blank(6.0, 4.4)
    axes = figure.add_subplot()
    xs, ys = [b for b, _ in points], [a for _, a in points]
    end = [top if question.rises else min(0.0, low) - 1] * len(xs)
    axes.fill_between(xs, ys, end, where=[y <= top for y in ys], color=AIM, alpha=0.18, linewidth=0, label="the bound holds")
    axes.plot(xs, ys, color=AIM, linewidth=1.8, label="boundary, " + ("proved" if constants.is_exact else "in floats"))
    near = [v for v, _ in constants.broken if float(v[question.first]) <= top]
    axes.plot(
        [float(v[question.over[1]]) for v in near],
        [float(v[question.first]) for v in near],
        linestyle="none",
        marker="x",
        color=BOUND,
        label="broken by an exact run",
    )
    proved = [(float(b.second), float(b.proved)) for b in constants.brackets if b.second is not None and b.proved is not None]
    if proved:
        axes.plot(*zip(*proved, strict=True), linestyle="none", marker="o", color=MISTAKES, label="proved")
    axes.set_ylim(min(0.0, low), top)
    axes.set_xlim(min(xs, default=0.0) - 0.5, min(max(xs, default=1.0), min(xs, default=0.0) + 3))
    label_axes(axes, question.over[1], question.first, rotation=0)
    axes.set_title(question.comparison.unicode(), fontsize=10)
    legend(axes)
    return Picture(figure, f"the constants {', '.join(question.over)} for which {question.comparison.unicode()} holds")
