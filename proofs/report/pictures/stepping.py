"""A run of the Perceptron, update by update: the weights, and how ⟨u, w⟩ and ‖w‖ keep between γM and R√M until there is no room.

`stepping(run)` shows itself in Jupyter and in any page. Readers step through it with buttons or the arrow keys; they are radio buttons, so
that no script is needed. In print, or without style sheets, all of it is shown.
"""

from __future__ import annotations

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
from proofs.report import columns, fill_template
from proofs.report.pictures.run_data import PlottedRun

MOST = 40  # updates that one still wants to click through
SIZE, MARGIN = 300, 34  # of a drawing, and its margin, in pixels
HEADS = ("M", "w", "γM", "⟨u, w⟩", "‖w‖", "R√M")
ALONG, LENGTH = "#0b78c1", "#d1590c"  # ⟨u, w⟩ and ‖w‖: apart in light, dark and grey, and one is round, the other square
Place = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Plan:
    """A drawing: where it puts a point, its height, the end of u, and the steps of the way."""

    put: Place
    height: float
    u: tuple[float, float]
    way: list[tuple[tuple[float, float], tuple[float, float]]]


@dataclass(frozen=True)
class AfterUpdates:
    """After M updates: the weights, where they are drawn, ⟨u, w⟩, ‖w‖², and the gain of the next update, with ⟨w, z⟩."""

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
    """The states of a run, with γ and R². Vectors outside the plane are drawn by their angle to u: along it, and away from it."""

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
        return "\n".join(columns([HEADS, *map(self.row, self.states)], ">"))

    def row(self, s: AfterUpdates) -> tuple[str, ...]:
        """Its numbers, to three places."""
        below, above = self.gamma * s.updates, self.radius * math.sqrt(s.updates)
        shown = ", ".join(map(decimal, s.weights))
        numbers = below, s.along, s.length, above
        return str(s.updates), f"({shown})", *(decimal(value) for value in numbers)

    def _repr_html_(self) -> str:
        end = float(self.room) * 1.08
        place = place_across((0.0, end), (0.0, self.radius * math.sqrt(end)))

        def high(m: float) -> tuple[float, float]:
            return place(m, self.radius * math.sqrt(m))

        return fill_template(
            "pictures/stepping.html",
            run=self,
            plan=self.plan(),
            rows=[self.row(s) for s in self.states],
            heads=HEADS,
            decimal=decimal,
            end=end,
            place=place,
            high=high,
            low=lambda m: place(m, float(self.gamma) * m),
            upper=" ".join("{:.1f},{:.1f}".format(*high(end * (k / 60) ** 2)) for k in range(61)),
            size=SIZE,
            edge=MARGIN,
            along=ALONG,
            length=LENGTH,
        )

    def plan(self) -> Plan:
        """The drawing of the weights' way, as high as it needs to be."""
        points = [state.place for state in self.states]
        u = tuple(map(float, self.u)) if len(self.u) == 2 else (1.0, 0.0)
        most = max(abs(c) for point in points for c in point) or 1.0
        tip = (u[0] * most / max(map(abs, u)), u[1] * most / max(map(abs, u)))
        across, up = ((min(0.0, tip[c], *(p[c] for p in points)), max(0.0, tip[c], *(p[c] for p in points))) for c in (0, 1))
        height = 2 * MARGIN + (SIZE - 2 * MARGIN) * min(1.0, (up[1] - up[0]) / ((across[1] - across[0]) or 1))
        return Plan(place_across(across, up, height, equal=True), height, tip, list(pairwise(points)))


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


def place_across(across: tuple[float, float], up: tuple[float, float], height: float = SIZE, equal: bool = False) -> Place:
    """Where a point of those ranges lies in a drawing of that height; `equal` keeps angles."""
    scales = [(side - 2 * MARGIN) / ((high - low) or 1) for side, (low, high) in ((SIZE, across), (height, up))]
    x_scale, y_scale = [min(scales)] * 2 if equal else scales
    return lambda x, y: (MARGIN + (x - across[0]) * x_scale, height - MARGIN - (y - up[0]) * y_scale)
