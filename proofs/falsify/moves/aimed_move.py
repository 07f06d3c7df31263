"""The move that hurts a learner with Euclid's lengths most, from a look at its weights.

Write w = (a, b) and z = y·x = (p, v), with u along the first axis. The move is found in floats on the boundary of what the rules allow,
then rounded to the grid:

    p        the progress
    ⟨w,z⟩    just at the threshold of an update (0, or (1−ε)γ‖w‖), unless "slack" stays below it
    ‖z‖      as long as allowed, unless "length" says otherwise
    v        −τ·b/‖b‖ + σ·f with f ⟂ b: τ is what ⟨w,z⟩ needs, σ what the length leaves; f goes where "side" says

With plain genes this is the spiral in R³ that attains the bounds up to rounding, for every threshold; in the plane, with "first" one half,
the zig-zag."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import mul

from proofs.falsify.runs.run import Vector


def aimed_move(
    w: list[float],
    p: int,
    length: float,
    longest: float,
    grid: int,
    threshold: Callable[[], float],
    slack: float,
    side: int,
    push: float,
    t: int,
) -> Vector | None:
    """The ideal move of round t in whole grid units, rounded after a push of so many of them inwards; None if there is none.

    threshold: what ⟨w,z⟩ must not exceed for an update; it is asked for only where it matters."""
    d, b = len(w), w[1:]
    size = math.sqrt(sum(map(mul, b, b)))
    room = length * length - p * p
    if room < 0:
        return (p, *(0,) * (d - 1)) if abs(p) <= longest else None
    across = max(0.0, math.sqrt(room) - push)
    if size == 0:
        v = [0.0] * (d - 1)
        v[(side & 1) % (d - 1)] = across
    else:
        target = threshold() - slack * grid * size
        tau = (w[0] * p - target) / size + push
        if tau > across + 2:
            return None
        tau = min(max(tau, -across), across)
        if d == 2:
            tau = across if slack == 0 or tau < 0 else tau + (across - tau) * (1 - slack)
            v = [-tau * b[0] / size]
        else:
            v = combined(b, size, -tau, math.sqrt(max(0.0, across * across - tau * tau)), side, t)
    if push:
        return (p, *(math.trunc(x) for x in v))
    return (p, *(round(x) for x in v))


def combined(b: list[float], size: float, along: float, free: float, side: int, t: int) -> list[float]:
    """along·b/‖b‖ + free·f with a unit vector f ⟂ b."""
    n = len(b)
    flip = -1 if side & 1 and t & 1 else 1
    if n == 2:
        f = [-b[1] / size * flip, b[0] / size * flip]
    else:
        axis = (t + 1) % n if side < 2 else (min(range(n), key=lambda i: abs(b[i])) if side == 2 else (t // 2) % n)
        f, scale = _perpendicular(b, size, axis)
        if scale < 1e-9:
            f, scale = _perpendicular(b, size, (axis + 1) % n)
        f = [flip * x / scale for x in f]
    return [along * x / size + free * y for x, y in zip(b, f, strict=True)]


def _perpendicular(b: list[float], size: float, axis: int) -> tuple[list[float], float]:
    """The part of an axis that is perpendicular to b, and its length."""
    share = b[axis] / size
    f = [-share * x / size for x in b]
    f[axis] += 1
    return f, math.sqrt(sum(x * x for x in f))
