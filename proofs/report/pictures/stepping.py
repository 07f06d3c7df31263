"""A run of the Perceptron, update by update: the weights, and how ⟨u, w⟩ and ‖w‖ keep between γM and R√M until there is no room.

`stepping(run)` shows itself in Jupyter and in any page.  One goes through it with buttons or the arrow keys; they are radio buttons, so
that no script is needed.  Whoever prints it, or has no style sheets, gets all of it.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from itertools import pairwise

from perceptron import measure
from perceptron.errors import InputError
from perceptron.numbers.exact import dot
from proofs.report import style
from proofs.report.pictures.run_data import PlottedRun

MOST = 40  # updates that one still wants to click through
SIZE, EDGE = 300, 34  # of a drawing, and its margin, in pixels
ALONG, LENGTH = "#0b78c1", "#d1590c"  # ⟨u, w⟩ and ‖w‖: apart in light, dark and grey, and one is round, the other square


@dataclass(frozen=True)
class AfterUpdates:
    """After M updates: the weights, where they are drawn, ⟨u, w⟩, ‖w‖², and what the next update adds, with ⟨w, z⟩."""

    updates: int
    weights: tuple[Fraction, ...]
    place: tuple[float, float]
    along: Fraction
    squared: Fraction
    next: tuple[Fraction, ...] | None
    product: Fraction | None

    @property
    def length(self) -> float:
        return math.sqrt(self.squared)


@dataclass(frozen=True)
class Stepping:
    """The states of a run, with γ and R².  What is not in the plane is drawn as it lies from u: along it, and away from it."""

    u: tuple[Fraction, ...]
    gamma: Fraction
    radius2: Fraction
    states: tuple[AfterUpdates, ...]

    @property
    def radius(self) -> float:
        return math.sqrt(self.radius2)

    @property
    def room(self) -> Fraction:
        """R²/γ², where the envelopes meet."""
        return self.radius2 / self.gamma**2

    @cached_property
    def id(self) -> str:
        return "pp" + sha256(repr((self.u, self.gamma, self.states)).encode()).hexdigest()[:8]

    def __repr__(self) -> str:
        rows = [("M", "w", "γM", "⟨u, w⟩", "‖w‖", "R√M"), *map(self.row, self.states)]
        wide = [max(len(row[i]) for row in rows) for i in range(6)]
        return "\n".join("  ".join(cell.rjust(n) for cell, n in zip(row, wide, strict=True)) for row in rows)

    def row(self, s: AfterUpdates) -> tuple[str, ...]:
        """Its numbers, to three places."""
        below, above = self.gamma * s.updates, self.radius * math.sqrt(s.updates)
        shown = ", ".join(map(decimal, s.weights))
        numbers = below, s.along, s.length, above
        return str(s.updates), f"({shown})", *(decimal(value) for value in numbers)

    def _repr_html_(self) -> str:
        last = len(self.states) - 1
        chosen = "".join(f"#{self.id}-{i}:checked~.frames>.f{i}{{display:flex}}" for i in range(last + 1))
        radios = "".join(
            f'<input type="radio" name="{self.id}" id="{self.id}-{i}" aria-label="after {i} updates"{" checked" if not i else ""}>'
            for i in range(last + 1)
        )
        frames = "".join(self._frame(i, s) for i, s in enumerate(self.states))
        head = "".join(f'<th scope="col">{cell}</th>' for cell in ("M", "w", "γM", "⟨u, w⟩", "‖w‖", "R√M"))
        rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in self.row(s))}</tr>" for s in self.states)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        return (
            f'<div class="pp-stepping" role="group" aria-label="a run, update by update"><style>{style("stepping")}\n{chosen}</style>'
            f"<p>Updates so far (click, or use the arrow keys):</p>{radios}"
            f'<div class="frames">{frames}</div>'
            f"<details><summary>all updates as a table</summary>{table}</details></div>"
        )

    def _frame(self, i: int, s: AfterUpdates) -> str:
        m, shown, below, along, length, above = self.row(s)
        said = f"After {m} update{'' if s.updates == 1 else 's'}: w = {shown}. "
        said += f"γM = {below} ≤ ⟨u, w⟩ = {along} ≤ ‖w‖ = {length} ≤ R√M = {above}."
        if s.next is not None and s.product is not None:
            following = ", ".join(map(decimal, s.next))
            said += f" The next mistake adds z = ({following}): ⟨w, z⟩ = {decimal(s.product)} is not positive, and ⟨u, z⟩ is γ at least."
        else:
            said += f" The lower envelope meets the upper one at M = R²/γ² = {decimal(self.room)}: no run gets beyond."
        back = f'<label for="{self.id}-{i - 1}">‹ back</label> ' if i else ""
        on = f'<label for="{self.id}-{i + 1}">next ›</label>' if i + 1 < len(self.states) else ""
        pictures = self._plane(i, s) + self._envelopes(i)
        return f'<div class="frame f{i}">{pictures}<p>{html.escape(said)}</p><p class="turn">{back}{on}</p></div>'

    def _plane(self, i: int, s: AfterUpdates) -> str:
        """The way of the weights, where they are, the direction u, and what comes next."""
        points = [state.place for state in self.states]
        u = tuple(map(float, self.u)) if len(self.u) == 2 else (1.0, 0.0)
        most = max(abs(c) for point in points for c in point) or 1.0
        reach = most / max(abs(c) for c in u)
        ranges = [(min(0.0, reach * u[c], *(p[c] for p in points)), max(0.0, reach * u[c], *(p[c] for p in points))) for c in (0, 1)]
        wide, tall = (high - low for low, high in ranges)
        height = 2 * EDGE + (SIZE - 2 * EDGE) * min(1.0, tall / (wide or 1))
        place = _placed(ranges[0], ranges[1], height, equal=True)
        parts = [_line(place(0, 0), place(u[0] * reach, u[1] * reach), "stroke-dasharray='2 4' stroke='currentColor' opacity='.6'")]
        parts.append(_label(place(u[0] * reach, u[1] * reach), "u"))
        parts += [_line(place(*a), place(*b), "stroke='currentColor' opacity='.35'") for a, b in pairwise(points[: i + 1])]
        here = points[i]
        if s.next is not None:
            after = points[i + 1]
            parts.append(_line(place(*here), place(*after), "stroke='currentColor' stroke-width='2' stroke-dasharray='5 3'"))
            parts.append(_label(place(*after), "+ z"))
        parts.append(_line(place(0, 0), place(*here), f"stroke='{LENGTH}' stroke-width='3'"))
        parts.append(_dot(place(*here), LENGTH, square=True))
        if i:
            parts.append(_label(place(*here), "w"))
        return _svg(parts, f"the weights after {s.updates} updates, the way they came, and the direction u", height)

    def _envelopes(self, i: int) -> str:
        """γM below, R√M above, and the run between them so far."""
        end = float(self.room) * 1.08
        place = _placed((0.0, end), (0.0, self.radius * math.sqrt(end)))
        marks = [end * (k / 60) ** 2 for k in range(61)]
        upper = " ".join("{:.1f},{:.1f}".format(*place(m, self.radius * math.sqrt(m))) for m in marks)
        parts = [f"<polyline points='{upper}' fill='none' stroke='currentColor'/>"]
        parts.append(_line(place(0, 0), place(end, float(self.gamma) * end), "stroke='currentColor' stroke-dasharray='6 3'"))
        parts.append(_label(place(end * 0.4, self.radius * math.sqrt(end * 0.4)), "R√M", up=10, anchor="end"))
        parts.append(_label(place(end * 0.6, float(self.gamma) * end * 0.6), "γM", up=-16))
        parts.append(_line(place(0, 0), place(end, 0), "stroke='currentColor' opacity='.5'"))
        parts.append(_label(place(float(self.room), 0), f"R²/γ² = {decimal(self.room)}", up=-14, anchor="end"))
        for state in self.states[: i + 1]:
            parts.append(_dot(place(state.updates, state.length), LENGTH, square=True))
            parts.append(_dot(place(state.updates, float(state.along)), ALONG))
        s = self.states[i]
        gap = place(s.updates, float(self.gamma) * s.updates), place(s.updates, self.radius * math.sqrt(s.updates))
        parts.append(_line(*gap, "stroke='currentColor' opacity='.4'"))
        parts.append(f"<text x='{EDGE}' y='14' fill='{LENGTH}'>■ ‖w‖</text><text x='{EDGE + 70}' y='14' fill='{ALONG}'>● ⟨u, w⟩</text>")
        return _svg(parts, f"after {s.updates} updates, ⟨u, w⟩ and ‖w‖ lie between the line γM and the curve R√M, which meet at R²/γ²")


def stepping(run: PlottedRun) -> Stepping:
    """The states of a run of the Perceptron, measured exactly.  Raises InputError for very many updates, or where R²/γ² has no meaning."""
    if not run.gamma:
        raise InputError("a run is stepped through between γM and R√M, so γ must be positive")
    steps = list(run.trace.steps())
    if len(steps) > MOST:
        raise InputError(f"the run has {len(steps)} updates; at most {MOST} can be stepped through")

    def place(w: tuple[Fraction, ...]) -> tuple[float, float]:
        point = tuple(map(float, w))
        return (point[0], point[1]) if len(point) == 2 else run.seen_from_u(point)

    at, states = next(run.trace.states()), []
    for k, z in enumerate([*steps, None]):
        product = None if z is None else dot(at, z)
        states.append(AfterUpdates(k, at, place(at), dot(run.u, at), dot(at, at), z, product))
        at = at if z is None else tuple(a + b for a, b in zip(at, z, strict=True))
    return Stepping(run.u, run.gamma, measure(run.trace, run.u, run.gamma, run.radius).R2, tuple(states))


def decimal(value: Fraction | float) -> str:
    """To three places, without zeros at the end."""
    text = f"{float(value):.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("-", "−")


# Drawing ------------------------------------------------------------------------------------------------------------------------------

Place = Callable[[float, float], tuple[float, float]]


def _placed(across: tuple[float, float], up: tuple[float, float], height: float = SIZE, equal: bool = False) -> Place:
    """Where a point of those ranges lies in a drawing of that height; `equal` keeps angles."""
    scales = [(side - 2 * EDGE) / ((high - low) or 1) for side, (low, high) in ((SIZE, across), (height, up))]
    x_scale, y_scale = [min(scales)] * 2 if equal else scales
    return lambda x, y: (EDGE + (x - across[0]) * x_scale, height - EDGE - (y - up[0]) * y_scale)


def _line(a: tuple[float, float], b: tuple[float, float], how: str) -> str:
    return f"<line x1='{a[0]:.1f}' y1='{a[1]:.1f}' x2='{b[0]:.1f}' y2='{b[1]:.1f}' {how}/>"


def _dot(at: tuple[float, float], colour: str, square: bool = False) -> str:
    x, y = at
    if square:
        return f"<rect x='{x - 4:.1f}' y='{y - 4:.1f}' width='8' height='8' fill='{colour}'/>"
    return f"<circle cx='{x:.1f}' cy='{y:.1f}' r='4' fill='{colour}'/>"


def _label(at: tuple[float, float], text: str, up: int = 8, anchor: str = "start") -> str:
    x, y = at[0] + (6 if anchor == "start" else 0), at[1] - up
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='currentColor'>{html.escape(text)}</text>"


def _svg(parts: list[str], words: str, height: float = SIZE) -> str:
    said = html.escape(words, quote=True)
    return (
        f'<svg viewBox="0 0 {SIZE} {height:.0f}" role="img" aria-label="{said}" xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )
