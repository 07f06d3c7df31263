"""The set of two constants for which a bound holds, with the points outside of it at which a run breaks the bound."""

from __future__ import annotations

from math import isfinite

from perceptron.errors import InputError
from proofs.decide.constants import Constants
from proofs.report.pictures.draw import AIM, BOUND, FAINT, MISTAKES, blank, legend
from proofs.report.pictures.plots import Picture

ROOM = 3.0  # times the least first constant: how much of an unbounded set is drawn


def region(found: Constants) -> Picture:
    """The first constant upwards over the second; in the set every point is proved or lies between what is proved.

    Raises InputError for a single constant."""
    question = found.question
    if len(question.over) != 2:
        raise InputError("a set of constants is drawn for two of them")
    points = [(b, a) for b, a in found.curve if isfinite(a)]
    low = min(a for _, a in points) if points else 0.0
    top = max(ROOM * low, low + 2)
    figure = blank(6.0, 4.4)
    axes = figure.add_subplot()
    xs, ys = [b for b, _ in points], [a for _, a in points]
    end = [top if question.rises else min(0.0, low) - 1] * len(xs)
    axes.fill_between(xs, ys, end, where=[y <= top for y in ys], color=AIM, alpha=0.18, linewidth=0, label="the bound holds")
    axes.plot(xs, ys, color=AIM, linewidth=1.8, label="boundary, " + ("proved" if found.is_exact else "in floats"))
    near = [v for v, _ in found.broken if float(v[question.first]) <= top]
    axes.plot(
        [float(v[question.over[1]]) for v in near],
        [float(v[question.first]) for v in near],
        linestyle="none",
        marker="x",
        color=BOUND,
        label="broken by an exact run",
    )
    proved = [(float(b.second), float(b.proved)) for b in found.brackets if b.second is not None and b.proved is not None]
    if proved:
        axes.plot(*zip(*proved, strict=True), linestyle="none", marker="o", color=MISTAKES, label="proved")
    axes.set_ylim(min(0.0, low), top)
    axes.set_xlim(min(xs, default=0.0) - 0.5, min(max(xs, default=1.0), min(xs, default=0.0) + 3))
    axes.grid(color=FAINT, linewidth=0.6)
    axes.set_xlabel(question.over[1])
    axes.set_ylabel(question.first, rotation=0)
    axes.set_title(question.comparison.unicode(), fontsize=10)
    legend(axes)
    return Picture(figure, f"the constants {', '.join(question.over)} for which {question.comparison.unicode()} holds")
