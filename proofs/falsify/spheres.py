"""Rational points of spheres, for games with ‖x‖ = 1: points over one denominator, and plain points.

`Sphere`: what moves are rounded to. On the sphere a latitude is a point of one circle and the longitude one of another, so that
everything is over the product; in higher dimensions the rest is zeros, since the sphere already attains what there is to attain.

`plain_point`: of all points within a tolerance, one with about the smallest denominator. Seen from the pole opposite to the largest
coordinate, the rational points of the sphere are the points p/q of a plane, and their denominators are about q². Of the p/q near a place
the one with the smallest q is taken, found by trying all q in floats. So a tolerance t needs denominators of about 1/t on the circle and
t^(−4/3) on the sphere, and not 1/t² as a fixed grid does. Only points on given sides of planes count, so that no margin is lost and an
update stays an update. So the points of a run are taken one after the other, each with a look at the weights that those before it made."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import acos, atan2, isqrt, pi
from operator import mul

from perceptron.numbers.rational_points import SPLIT_PRIMES, Point, circle

MOST_PRIMES = len(SPLIT_PRIMES)
LATITUDE_PRIMES = 7  # what a latitude may use; longitudes matter more
OFFSETS = (0, 1, -1, 2, -2, 3, -3, 5, -5, 8, -8, 13, -13)


class Sphere:
    """The unit vectors of dimension d ≤ 3 that a choice of primes gives, as whole vectors over `grid`."""

    def __init__(self, dimension: int, primes: int) -> None:
        self.d = dimension
        self.longitudes = circle(primes)
        self.latitudes = circle(min(primes, LATITUDE_PRIMES))
        self.grid = (1, 1, self.longitudes[2], self.longitudes[2] * self.latitudes[2])[dimension]

    def latitude(self, progress: float, finer: int = 0) -> Point:
        """A point (p, s), s ≥ 0, with p at least `progress` of the circle's radius; `finer` steps further in."""
        angles, points, _ = self.latitudes if self.d == 3 else self.longitudes
        at = bisect_left(angles, acos(min(1.0, max(-1.0, progress))) + 1e-15) - 1 - finer
        p, s = points[max(0, at)]
        return p, abs(s)

    def least(self, progress: float, finer: int) -> int:
        """The first coordinate, over the grid, of the moves that concede so much progress."""
        if self.d == 1:
            return 1
        return self.latitude(progress, finer)[0] * (self.longitudes[2] if self.d == 3 else 1)

    def near(self, ideal: list[float]) -> list[tuple[int, ...]]:
        """Points near an ideal unit vector, nearly the nearest first. On the sphere none has a smaller first coordinate."""
        if self.d == 1:
            return [(1 if ideal[0] >= 0 else -1,)]
        angles, points, _ = self.longitudes
        across = ideal[1] if self.d == 2 else ideal[2]
        along = ideal[0] if self.d == 2 else ideal[1]
        at = bisect_left(angles, atan2(across, along) % (2 * pi))
        near = [points[(at + offset) % len(points)] for offset in OFFSETS]
        if self.d == 2:
            return list(near)
        p, s = self.latitude(ideal[0])
        return [(p * self.longitudes[2], s * q, s * r) for q, r in near]


TOLERANCES = tuple(2.0**-k for k in range(1, 37, 3))
MOST_AXES = 4  # dimensions in which all q are tried
MOST_Q = 60_000
FLAT = 1e-9  # a length or a square that counts as 0
CLEARLY = 1e-12  # below a threshold that is no rational number

UnitVector = tuple[Fraction, ...]
Side = tuple[Sequence[float], float]  # ⟨normal, ·⟩ is at least so much


def plain_point(place: Sequence[float], tolerance: float, sides: Sequence[Side] = (), most: int = MOST_Q) -> UnitVector | None:
    """A plain unit vector within about the tolerance of a place on the sphere, and on these sides; None if none is found whose plane point
    has a denominator of at most `most`."""
    import numpy as np

    pole = max(range(len(place)), key=lambda i: abs(place[i]))
    sign, rest = (1 if place[pole] > 0 else -1), [i for i in range(len(place)) if i != pole]
    if not rest:
        return (Fraction(sign),)
    seen = np.array([place[i] / (1 + abs(place[pole])) for i in rest])
    q = np.arange(1, 2 + min(MOST_Q, most, int(8 * tolerance ** -(len(rest) / (len(rest) + 1)))))
    away = tolerance * (1 + float(seen @ seen)) / 2
    below = np.floor(np.outer(q, seen))
    best: tuple[int, tuple[int, ...]] | None = None
    for corner in product((0, 1), repeat=len(rest)):
        p = below + np.array(corner)
        fits = np.abs(p / q[:, None] - seen).max(axis=1) <= away
        square = (p * p).sum(axis=1) / (q * q)
        for normal, least in sides:
            along = sign * normal[pole] * (1 - square) + 2 * (p / q[:, None]) @ np.array([normal[i] for i in rest])
            fits &= along >= (least - 1e-15) * (1 + square)
        at = int(fits.argmax())
        if fits[at] and (best is None or int(q[at]) < best[0]):
            best = int(q[at]), tuple(int(n) for n in p[at])
    return None if best is None else _on_sphere(*best, pole, sign)


def plain_run(
    points: Sequence[UnitVector], u: Sequence[float], gamma: float, tolerance: float, share: float | None, first: int
) -> list[UnitVector]:
    """Plainer points for all rounds in their order, each an update like the one whose place it takes, and as far along u as gamma, if that
    is above 0. Where none is found, the point stays.

    share: ⟨w,z⟩ is to stay below so much ‖w‖, or at most 0 if None. first: this number of rounds are updates whatever ⟨w,z⟩ is."""
    w, plain_w, plainer = [0.0] * len(points[0]), [0.0] * len(points[0]), list[UnitVector]()
    ahead: list[Side] = [(u, gamma)] if gamma > 0 and any(u) else []
    for t, point in enumerate(points):
        place, sides = [float(a) for a in point], list(ahead)
        if t >= first and any(plain_w):
            back = [-a for a in _unit(plain_w)]
            sides.append((back, 0.0 if share is None else CLEARLY - share))
            place = _as_seen(place, u, _unit(w), [-a for a in back])
        plainer.append(plain_point(place, tolerance, sides, isqrt(max(value.denominator for value in point))) or point)
        w, plain_w = ([a + float(b) for a, b in zip(old, z, strict=True)] for old, z in ((w, point), (plain_w, plainer[-1])))
    return plainer


def _as_seen(z: Sequence[float], u: Sequence[float], before: Sequence[float], now: Sequence[float]) -> list[float]:
    """The unit vector nearest to z that is as far along u, and as far along the new weights as z along those before; z itself if there is
    none."""
    length = math.sqrt(_dot(u, u))
    if not length:
        return list(z)
    along = [a / length for a in u]
    turned = _dot(now, along)
    side = [a - turned * b for a, b in zip(now, along, strict=True)]
    if (across := math.sqrt(_dot(side, side))) < FLAT:
        return list(z)
    side = [a / across for a in side]
    x = _dot(along, z)
    y = (_dot(before, z) - turned * x) / across
    rest = [a - x * b - _dot(side, z) * c for a, b, c in zip(z, along, side, strict=True)]
    square, room = _dot(rest, rest), 1 - x * x - y * y
    if room < 0 or square < FLAT:
        return list(z)
    more = math.sqrt(room / square)
    return [x * b + y * c + more * a for a, b, c in zip(rest, along, side, strict=True)]


def _unit(w: Sequence[float]) -> list[float]:
    length = math.sqrt(_dot(w, w))
    return [a / length for a in w] if length else list(w)


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(map(mul, a, b))


def _on_sphere(q: int, p: tuple[int, ...], pole: int, sign: int) -> tuple[Fraction, ...]:
    """The point of the sphere that is seen at p/q."""
    square = sum(n * n for n in p)
    entries = [Fraction(2 * n * q, q * q + square) for n in p]
    entries.insert(pole, Fraction(sign * (q * q - square), q * q + square))
    return tuple(entries)
