"""How a run looks: colours, and the way of the weights in one, two, three and more dimensions.

The colours are told apart by people who see red and green alike, and in print: mistakes blue, the bound orange, the comparator green.
"""

from __future__ import annotations

import math
from typing import Any

from perceptron.extras import optional
from proofs.report.pictures.run_data import Point, Run

MISTAKES, BOUND, AIM, WAY, FAINT, IDLE = "#0072b2", "#d55e00", "#009e73", "#222222", "#dddddd", "#999999"
CURVES = ((BOUND, "-"), (WAY, "--"), (AIM, ":"), ("#cc79a7", "-."), ("#56b4e9", "-"), ("#e69f00", "--"))  # colour and dash
ARROWS = 24  # updates up to which every example is an arrow
MARKS = 60  # points of the way up to which each is marked


def blank(width: float, height: float) -> Any:
    """An empty figure of so many inches, laid out when it is drawn."""
    return optional("matplotlib.figure", "pictures").Figure(figsize=(width, height), layout="constrained", facecolor="white")


def legend(axes: Any) -> None:
    axes.legend(fontsize=8, framealpha=0.9, loc="best")


def draw_path(figure: Any, cell: Any, run: Run) -> None:
    """The way of w into one cell of a figure."""
    if run.dimension == 1:
        _line(figure.add_subplot(cell), run)
    elif run.dimension == 2:
        axes = figure.add_subplot(cell)
        _flat(axes, [(p[0], p[1]) for p in run.way], [(z[0], z[1]) for z in run.steps], [(z[0], z[1]) for z in run.idle()])
        _aim_flat(axes, run)
        axes.set_xlabel("first coordinate")
        axes.set_ylabel("second coordinate")
        axes.set_aspect("equal", adjustable="datalim")
        legend(axes)
    elif run.dimension == 3:
        _space(figure.add_subplot(cell, projection="3d"), run)
    else:
        axes = figure.add_subplot(cell)
        see = run.seen_from_u
        _flat(axes, [see(p) for p in run.way], [see(z) for z in run.steps], [see(z) for z in run.idle()])
        axes.axvline(float(run.gamma) / _length(run), color=AIM, linestyle="--", linewidth=1, label="⟨u, z⟩ = γ")
        axes.set_xlabel("along u")
        axes.set_ylabel(f"distance from the axis of u (d = {run.dimension})")
        legend(axes)


def _length(run: Run) -> float:
    return math.sqrt(sum(float(a) ** 2 for a in run.u)) or 1.0


def _line(axes: Any, run: Run) -> None:
    """Dimension one: the weights over the updates, with the step of each."""
    values = [p[0] for p in run.way]
    axes.plot(range(len(values)), values, drawstyle="steps-post", color=WAY, marker="o", markersize=4, linewidth=1.4, label="w")
    if run.steps:
        axes.plot(
            range(len(run.steps)), [z[0] for z in run.steps], linestyle="none", marker="^", color=MISTAKES, markersize=6, label="z = y·x"
        )
    axes.axhline(float(run.u[0]), color=AIM, linewidth=3, alpha=0.5, zorder=1, label="u")
    axes.grid(color=FAINT, linewidth=0.6)
    axes.set_xlim(-0.05 * len(values), 1.05 * len(values) - 1)
    axes.set_xlabel("updates")
    axes.set_ylabel("the one coordinate")
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
    axes.plot(*zip(*way, strict=True), color=WAY, linewidth=1.1, label="the way of w", **mark)
    axes.plot(*way[-1], marker="s", color=WAY, markersize=6)
    axes.grid(color=FAINT, linewidth=0.6)


def _aim_flat(axes: Any, run: Run) -> None:
    """The comparator as an arrow, and the line where ⟨u, z⟩ = γ: every example on its far side has the margin."""
    u = (float(run.u[0]), float(run.u[1]))
    length = _length(run)
    arrow = {"arrowstyle": "-|>", "color": AIM, "linewidth": 3, "mutation_scale": 20, "alpha": 0.6, "shrinkA": 0, "shrinkB": 0, "zorder": 1}
    axes.annotate("", u, (0, 0), arrowprops=arrow)
    axes.plot([], [], color=AIM, linewidth=3, alpha=0.6, label="u")
    foot = tuple(a * float(run.gamma) / length**2 for a in u)
    if any(u):
        axes.axline(foot, (foot[0] - u[1], foot[1] + u[0]), color=AIM, linestyle="--", linewidth=1, label="⟨u, z⟩ = γ")


def _space(axes: Any, run: Run) -> None:
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
    axes.plot(*columns(run.way), color=WAY, linewidth=1.1, label="the way of w", **mark)
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
