"""The mistakes of an audit under each of its bounds, round by round."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from perceptron import MarginPerceptron
from perceptron.learners.winnow import Winnow
from perceptron.numbers.rational_points import sqrt_below
from proofs.audit import Audit, Bound
from proofs.audit.learners import bounds_of
from proofs.report.pictures.plots import CURVES, MISTAKES, Picture, blank, label_axes, legend
from proofs.system.escaping import visible

MOST_CURVES = 6
POINTS = 400  # updates at which a bound is drawn
FAR = 20  # times M: bounds beyond are said and not drawn


def audit_plot(audit: Audit) -> Picture:
    """M after each round, and beside it the bounds on the run up to there, each at its comparator; the least bounds first.

    The numbers at the end are the certified ones; those before it are floats, to be looked at.
    """
    figure = blank(7.6, 4.6)
    axes = figure.add_subplot()
    rounds, mistakes = _mistakes(audit)
    axes.plot(rounds, mistakes, drawstyle="steps-post", color=MISTAKES, linewidth=1.8, label=f"updates, M = {audit.run.M:,}")
    shown = _render(audit)
    drawn = [b for b in shown if float(b.value) <= FAR * max(1, audit.run.M)][:MOST_CURVES]
    for b, (colour, dash) in zip(drawn, CURVES * MOST_CURVES, strict=False):
        xs, values = _curve(audit, b)
        axes.plot(
            [*xs, audit.rounds],
            [*values, float(b.value)],
            drawstyle="steps-post",
            color=colour,
            linestyle=dash,
            linewidth=1.4,
            label=f"{b.id}: {float(b.value):,.4g}",
        )
    axes.set_xlim(0, audit.rounds)
    axes.set_ylim(0, 1.08 * max([audit.run.M, *(float(b.value) for b in drawn)], default=1))
    label_axes(axes, "rounds", "updates")
    axes.set_title(_title(audit, len(drawn), len(shown)), fontsize=10, parse_math=False)
    legend(axes)
    names = ", ".join(f"{b.id} {float(b.value):.4g}" for b in drawn)
    return Picture(figure, f"{audit.run.M} updates on {audit.data.name} over {audit.rounds} rounds, under {names or 'no bound'}")


def _render(audit: Audit) -> list[Bound]:
    """Of bounds with one value the first."""
    first: dict[str, Bound] = {}
    for b in audit.bounds:
        if not b.trivial:
            first.setdefault(b.value, b)
    return list(first.values())


def _mistakes(audit: Audit) -> tuple[list[int], list[int]]:
    first = int(isinstance(audit.run.learner, MarginPerceptron))
    at = [t + 1 for t in audit.run.rounds[first:]]
    step = max(1, len(at) // 4000)
    rounds = [0, *at[step - 1 :: step], audit.rounds]
    return rounds, [0, *range(step, len(at) + 1, step), len(at)][: len(rounds)]


def _curve(audit: Audit, b: Bound) -> tuple[Any, Any]:
    """The bound over the rounds: its term at the sums up to each of some updates."""
    import numpy as np

    examples, run = audit.data.examples, audit.run
    if isinstance(run.learner, Winnow):  # its bounds depend on no sum over the rounds
        return np.array([0, audit.rounds]), np.full(2, float(b.value))
    n, first = len(examples), int(isinstance(run.learner, MarginPerceptron))
    hits = [t % n for t in run.rounds]
    unit = sqrt_below(Fraction(examples.longest2())) or Fraction(1)  # R over the common denominator
    z = examples.in_floats(hits, unit)
    z = z.toarray() if hasattr(z, "toarray") else z
    gamma = float(b.gamma * examples.denominator / unit)
    short = (1 - (z @ np.array([float(a) for a in b.u])) / gamma).clip(min=0)
    short[:first] = 0
    squares = (z * z).sum(axis=1)
    squares[:first] = 0
    marks = np.unique(np.linspace(first, len(hits), POINTS).astype(int))
    sums = [np.concatenate([[0.0], np.cumsum(a)])[marks] for a in (short, short * short, squares)]
    weights = np.array([float(np.linalg.norm(w)) for w in _sums(z, marks)])
    rounds = np.array([0] + [t + 1 for t in run.rounds])[marks]
    bound = next(known for known in bounds_of(run.learner, examples) if known.id == b.id)  # type: ignore[arg-type]
    named = {"gamma": np.full(len(marks), gamma), "TD": gamma * sums[0], "H": sums[0], "H2": sums[1] ** 0.5, "S2": sums[2], "W": weights}
    fixed = {"M": marks - first, "T": rounds, "d": examples.dimension, "R": 1.0, "U": 1.0, "eps": float(getattr(run.learner, "eps", 0))}
    return rounds, bound.floats(fixed | named)


def _sums(z: Any, marks: Any) -> Any:
    """The weights after each of some updates."""
    import numpy as np

    total, before = np.zeros(z.shape[1]), 0
    for mark in marks.tolist():
        total = total + z[before:mark].sum(axis=0)
        before = mark
        yield total


def _title(audit: Audit, drawn: int, shown: int) -> str:
    name = visible(audit.data.name)
    if not drawn:
        return f"{name}: the updates; " + (f"every bound is above {FAR} times their number" if shown else "no bound says anything of them")
    rest = f"; {shown - drawn} more are greater" if shown > drawn else ""
    return f"{name}: the updates under {drawn} bound{'s' * (drawn != 1)}{rest}"
