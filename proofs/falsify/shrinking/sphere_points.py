"""Plain rational points of a sphere near given ones: of all within a tolerance, one with about the smallest denominator.

Seen from the pole opposite to the largest coordinate, the rational points of the sphere are the points p/q of a plane, and their
denominators are about q². Of the p/q near a place the one with the smallest q is taken, found by trying all q in floats. So a tolerance t
needs denominators of about 1/t on the circle and t^(−4/3) on the sphere, and not 1/t² as a fixed grid does. With a comparator, only
points that are not less far along it count, so that no margin is lost."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import isqrt

TOLERANCES = tuple(2.0**-k for k in range(1, 36, 2))
MOST_AXES = 4  # dimensions in which all q are tried
MOST_Q = 60_000


def plain_point(
    point: Sequence[Fraction], tolerance: float, u: Sequence[Fraction] = (), least: float = -1.0
) -> tuple[Fraction, ...] | None:
    """A plain unit vector within about the tolerance of a point of length 1, and with ⟨u,·⟩ not below `least`; None if none is found that
    is plainer than the point."""
    import numpy as np

    pole = max(range(len(point)), key=lambda i: abs(point[i]))
    sign, rest = (1 if point[pole] > 0 else -1), [i for i in range(len(point)) if i != pole]
    place = np.array([float(point[i]) / (1 + abs(float(point[pole]))) for i in rest])
    if not len(rest):
        return tuple(point)
    plainer = isqrt(max(value.denominator for value in point))
    q = np.arange(1, 2 + min(MOST_Q, plainer, int(8 * tolerance ** -(len(rest) / (len(rest) + 1)))))
    away = tolerance * (1 + float(place @ place)) / 2
    below = np.floor(np.outer(q, place))
    best: tuple[int, tuple[int, ...]] | None = None
    for corner in product((0, 1), repeat=len(rest)):
        p = below + np.array(corner)
        fits = np.abs(p / q[:, None] - place).max(axis=1) <= away
        if u:
            square = (p * p).sum(axis=1) / (q * q)
            along = (sign * float(u[pole]) * (1 - square) + 2 * (p / q[:, None]) @ np.array([float(u[i]) for i in rest])) / (1 + square)
            fits &= along >= least - 1e-15
        at = int(fits.argmax())
        if fits[at] and (best is None or int(q[at]) < best[0]):
            best = int(q[at]), tuple(int(n) for n in p[at])
    return None if best is None else _on_sphere(*best, pole, sign)


def _on_sphere(q: int, p: tuple[int, ...], pole: int, sign: int) -> tuple[Fraction, ...]:
    """The point of the sphere that is seen at p/q."""
    square = sum(n * n for n in p)
    entries = [Fraction(2 * n * q, q * q + square) for n in p]
    entries.insert(pole, Fraction(sign * (q * q - square), q * q + square))
    return tuple(entries)
