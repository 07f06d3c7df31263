"""Moves against the learners with Euclid's lengths, in feedback.

Let u point along the first axis (every run can be turned so). A move z = y·x = (p, v) concedes the least progress p that the margin allows.
It is found in floats on the boundary of what the rules allow, from a look at the weights w = (a, b), then rounded to the grid:

    ⟨w,z⟩    just at the threshold of an update (0, or (1−ε)γ‖w‖), unless "slack" stays below it
    ‖z‖      as long as allowed, unless "length" says otherwise
    v        −τ·b/‖b‖ + σ·f with f ⟂ b: τ is what ⟨w,z⟩ needs, σ what the length leaves; f goes where "side" says

With plain genes this is the spiral in R³ that attains the bounds up to rounding, for every threshold; in the plane, with "first" one half,
the zig-zag. Where the rules ask for examples of length exactly 1 a move is a point of a rational sphere, or gets four more coordinates.
Genes ask for more or less than that, and deviations alter single rounds."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from operator import mul

from perceptron.learners.perceptron import is_mistake
from proofs.conjecture.game import Game
from proofs.falsify.genomes import FACTORS, GRIDS, MAX_DEVIATIONS, MAX_DIMENSION, MAX_ROUNDS, PROGRESS_STEPS
from proofs.falsify.run import Run, Vector
from proofs.falsify.spheres import MOST_PRIMES, WIDTH, Sphere, four_squares


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


_FIRST_DEVIATION = 18
_SPHERE = _FIRST_DEVIATION + 3 * MAX_DEVIATIONS  # the gene that games on spheres have
PUSHES = (0.0, 0.6, 1.5)  # grid units by which a rounded move is pushed back into what is allowed


def run_of(genes: tuple[int, ...], game: Game, deadline: float = math.inf) -> Run | None:
    """The run that a genome plays, cut off at the deadline (monotonic time); None if it cannot make a single move."""
    return EuclideanMoves(genes, game).run(deadline)


class EuclideanMoves:
    """The moves that a genome makes against a Perceptron, Margin Perceptron or Hebb's rule; `w` are the learner's weights in grid units."""

    def __init__(self, genes: tuple[int, ...], game: Game) -> None:
        rounds, dimension, grid, progress, fine, claim, sign, length, first, slack, side = genes[:11]
        swing, comparator, size, radius, start, label, passes = genes[11:_FIRST_DEVIATION]
        self.game, self.share = game, game.opponent.share
        self.rounds = rounds + 1
        self.d = game.dimension or dimension + 1
        if self.d > MAX_DIMENSION and dimension < MAX_DIMENSION:
            self.d = dimension + 1  # in many dimensions only the first few are used, or all
        unit = game.unit_examples
        self.sphere = None  # points of length exactly 1 in a given dimension; without one, coordinates are added
        sphere = genes[_SPHERE] if len(genes) > _SPHERE else 0
        if unit and (game.dimension is not None or sphere):
            self.d = sphere + 1 if sphere else min(self.d, 3)
            self.sphere = Sphere(self.d, min(MOST_PRIMES, 1 + grid // 2))
        self.grid = GRIDS[grid] if self.sphere is None else self.sphere.grid
        self.longest = float(self.grid * FACTORS[size])
        self.factor = FACTORS[size]
        self.p = max(1, round(self.grid * 2.0 ** (-progress / PROGRESS_STEPS) * self.factor) + fine)
        if self.sphere is not None:
            self.p = self.sphere.least(2.0 ** (-progress / PROGRESS_STEPS), fine)
        self.U = FACTORS[comparator]
        if game.demands("unit comparator") and self.U > 1:
            self.U = 1 / self.U
        claimed = FACTORS[claim]
        if game.demands("separable") and sign == 0 and claimed > 1:
            claimed = 1 / claimed
        self.gamma = claimed * Fraction(self.p, self.grid) * self.U * (1, -1, 0)[sign]
        self.gamma_level = self.p
        self.pace = 0.0 if self.share is None else float(self.share * self.gamma)  # the threshold, in lengths of w
        self.length, self.first, self.slack, self.side = 1 - length / 16, 1 - first / 16, slack / 16, side
        self.swing, self.label, self.passes = swing, label, passes
        self.radius_factor = FACTORS[radius]
        self.start = self.starting(start) if start else None
        self.deviations: dict[int, list[tuple[int, int]]] = {}
        for k in range(MAX_DEVIATIONS):
            kind, when, much = genes[_FIRST_DEVIATION + 3 * k : _FIRST_DEVIATION + 3 * k + 3]
            if kind:
                self.deviations.setdefault(when, []).append((kind, much + 1))
        self.pads = unit and self.sphere is None
        self.w: list[float] = [0] * self.d if self.start is None else list(self.start)
        if self.pads:
            self.w += [0] * WIDTH
        self.moves: list[Vector] = []
        self.labels: list[int] = []
        self.played = 0
        self.flipping, self.flips_left = 0, game.flips  # labels to be flipped from here on

    def starting(self, gene: int) -> Vector:
        """w₁: back along −u, and across."""
        back, across = gene & 7, gene >> 3
        v = [0] * self.d
        v[0] = -back * self.grid
        if self.d > 1:
            v[1] = across * self.grid
        return tuple(v)

    def rolled(self, deadline: float) -> Iterator[Vector]:
        """The moves, one by one."""
        for t in range(self.rounds):
            move = self.next_move(t)
            if move is None or (deadline < math.inf and time.monotonic() > deadline):
                return
            self.take(move)
            yield move

    def run(self, deadline: float) -> Run | None:
        """The whole run; None if no move can be made."""
        for _ in self.rolled(deadline):
            pass
        if not self.moves:
            return None
        passes = 1 if self.game.passes > 1 else min(self.passes + 1, max(1, MAX_ROUNDS // len(self.moves)))
        self.moves *= passes
        self.labels *= passes
        made = tuple(self.moves)
        if self.pads:  # paddings that were never needed
            used = [i for i in range(len(self.w)) if i < self.d or any(z[i] for z in made)]
            made = tuple(tuple(z[i] for i in used) for z in made)
        if self.game.dimension is not None:  # the sphere in space is played in more dimensions too
            made = tuple((*z, *(0,) * (self.game.dimension - len(z))) for z in made)
        dimension = len(made[0])
        u = (self.U.numerator, *(0,) * (dimension - 1))
        start = None if self.start is None else (*self.start, *(0,) * (dimension - self.d))
        labels = tuple(self.labels)
        return Run(self.grid, made, labels, u, self.U.denominator, self.gamma, self.declared(), start)

    def declared(self) -> Fraction | None:
        """The radius named: the longest example, rounded up to a rational."""
        if self.game.radius != "declared":
            return None
        longest2 = max(sum(map(mul, z, z)) for z in self.moves)
        root = math.isqrt(longest2)
        whole = root if root * root == longest2 else root + 1
        return Fraction(whole, self.grid) / self.radius_factor

    def take(self, z: Vector) -> None:
        """Make a move and update the learner."""
        y = self.next_label()
        first = self.game.initialises and not self.played
        if first or self.updates(z, y):
            self.w = [a + b for a, b in zip(self.w, z, strict=True)]
        self.note(z, y)

    def note(self, z: Vector, y: int) -> None:
        """Write a move down."""
        self.moves.append(z)
        self.labels.append(y)
        self.played += 1

    def next_label(self) -> int:
        """The y that goes with the next z."""
        return self.label_at(self.played)

    def label_at(self, t: int) -> int:
        """The y of round t."""
        if self.game.ties in (1, -1) and self.label == 0:
            return -int(self.game.ties)  # the label for which a tie is a mistake
        return 1 if self.label == 0 else -1 if self.label == 1 else 1 - 2 * (t & 1)

    def updates(self, z: Vector, y: int) -> bool:
        """The learner's rule: exactly, or nearly for the Margin Perceptron, whose threshold is a float here (the evaluator decides)."""
        if self.game.always_updates:
            return True
        inner = sum(map(mul, self.w, z))
        if self.share is not None:
            return inner < self.threshold() * (1 - 1e-12) or inner < 0 <= self.gamma
        return is_mistake(inner, y, self.game.ties)

    def threshold(self) -> float:
        """What <w,z> (in grid² units) must not exceed for an update."""
        return 0.0 if self.share is None else self.pace * math.sqrt(sum(map(mul, self.w, self.w))) * self.grid

    def next_move(self, t: int) -> Vector | None:
        """The move of round t; None if there is none."""
        p, length, slack, side = self.p, self.length if t else self.first, self.slack, self.side
        if self.swing and t & 1:
            p = -p
        for kind, much in self.deviations.get(t, ()) if self.deviations else ():
            if kind == 1:
                p += round(self.grid * much / 16)
            elif kind == 2:
                p = round(p * (1 - much / 8))
            elif kind == 3:
                length *= 1 - much / 16.5
            elif kind == 4:
                slack = much / 16
            elif kind == 5:
                side = much & 3
            elif kind == 7:
                self.flipping = min(much, self.flips_left)
            elif kind == 6 and self.moves:
                return self.moves[-1 - (much - 1) % len(self.moves)]
        if self.flipping:
            self.flipping, self.flips_left, p = self.flipping - 1, self.flips_left - 1, -p
        if self.sphere is not None:
            return self.on_sphere(p, length, slack, side)
        for push in PUSHES:
            z = self.aim(p, length * self.longest, slack, side, push)
            if z is None:
                return None
            if sum(map(mul, z, z)) > self.longest * self.longest:
                continue
            if self.pads:
                z = self.padded(z)
            if self.allowed(z):
                return z
        return None

    def on_sphere(self, p: int, length: float, slack: float, side: int) -> Vector | None:
        """A point of the sphere near the ideal move. Where that is short of length 1, it concedes more progress."""
        z = self.aim(p, length * self.longest, slack, side, 0.0)
        if z is None or self.sphere is None:
            return None
        across2 = sum(n * n for n in z[1:]) / self.grid**2
        ideal = [math.copysign(math.sqrt(max(0.0, 1 - across2)), p), *(n / self.grid for n in z[1:])]
        least = self.gamma_level if self.game.demands("separable") else None
        for point in self.sphere.near(ideal):
            if (least is None or abs(point[0]) >= least) and self.allowed(point):
                return point
        return None

    def aim(self, p: int, length: float, slack: float, side: int, push: float) -> Vector | None:
        """The ideal move of the next round, rounded."""
        if self.d == 1:
            return (p,)
        return aimed_move(self.w[: self.d], p, length, self.longest, self.grid, self.threshold, slack, side, push, self.played)

    def padded(self, z: Vector) -> Vector:
        """z with four further coordinates that make it as long as the grid, turned against w."""
        squares = four_squares(self.grid * self.grid - sum(map(mul, z, z)))
        return (*z, *(-x if w > 0 else x for x, w in zip(squares, self.w[self.d :], strict=True)))

    def allowed(self, z: Vector) -> bool:
        """Whether the move is an update (y as `take` will choose it, a tie counting as one)."""
        if self.game.always_updates or (self.game.initialises and not self.played):
            return any(z)
        inner = sum(map(mul, self.w, z))
        return inner <= 0 if self.share is None else inner < self.threshold() * (1 - 1e-12)
