"""The adversary that plays in feedback: from a genome to exact moves, each one chosen after a look at the learner's
weights.

Let u point along the first axis (every run can be turned so) and write w = (a, b), z = y·x = (p, v). The move is found
in floats on the boundary of what the rules allow, then rounded to the grid and checked in integers:

    p        the progress: the least that the margin allows, unless a gene concedes more or less
    ⟨w,z⟩    just at the threshold of an update (0, or (1−ε)γ‖w‖), unless "slack" stays below it
    ‖z‖      as long as allowed, unless "length" says otherwise
    v        −τ·b/‖b‖ + σ·f with f ⟂ b: τ is what ⟨w,z⟩ needs, σ what the length leaves; f goes where "side" says

With plain genes this is the spiral in R³ that attains the bounds up to rounding, for every threshold; in the plane,
with "first" one half, the zig-zag. Deviations alter single rounds, which is what shrinking and climbing work on."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from operator import mul
from typing import cast

from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import Rule
from proofs.falsify.genomes.genome import FACTORS, GRIDS, MAX_DEVIATIONS, MAX_DIMENSION, MAX_ROUNDS, PROGRESS_STEPS
from proofs.falsify.moves import against_kernel, against_winnow
from proofs.falsify.runs.custom_learner_session import Session
from proofs.falsify.runs.four_squares import WIDTH, four_squares
from proofs.falsify.runs.rational_sphere import MOST_PRIMES, Sphere
from proofs.falsify.runs.run import Play, Vector

_FIRST_DEVIATION = 18
_KEPT = 64  # moves that a streamed run remembers, more than a deviation looks back
_PUSHES = (0.0, 0.6, 1.5)  # grid units by which a rounded move is pushed back into what is allowed


def play(genes: tuple[int, ...], game: Game, rule: Rule | None = None, deadline: float = math.inf) -> Play | None:
    """The run that a genome plays against the game's learner, or somebody's own, cut off at the deadline (monotonic time);
    None if it cannot make a single move."""
    if not game.is_euclidean and rule is None:
        if game.kernel == "linear" and genes[-1] & 1 == 0:  # the last gene's least bit is free: either way of playing
            few = (min(genes[0], against_kernel.MOST_ROUNDS - 1), *genes[1:])
            run = _Game(few, replace(game, learner="perceptron", kernel="")).run(deadline)
            return run and against_kernel.among_features(run)
        return (against_kernel if game.learner == "kernel" else against_winnow).play(genes, game, deadline)
    return (_Game(genes, game) if rule is None else _Against(genes, game, rule)).run(deadline)


def stream(genes: tuple[int, ...], game: Game, deadline: float = math.inf) -> Play:
    """The same run with moves that are made while they are looked at and not kept, so that a million rounds take no more
    memory than a hundred. Its length is known only afterwards; no passes, and no declared radius."""
    state = _Game(genes, game)
    made = Moves(genes, game, deadline)
    u = (state.U.numerator, *(0,) * (made.dimension - 1))
    labels = cast("tuple[int, ...]", Labels(state, made))
    return Play(state.grid, cast("tuple[Vector, ...]", made), labels, u, state.U.denominator, state.gamma)


class _Game:
    def __init__(self, genes: tuple[int, ...], game: Game) -> None:
        rounds, dimension, grid, progress, fine, claim, sign, length, first, slack, side = genes[:11]
        swing, comparator, size, radius, start, label, passes = genes[11:_FIRST_DEVIATION]
        self.game = game
        self.rounds = rounds + 1
        self.d = game.dimension or dimension + 1
        if self.d > MAX_DIMENSION and dimension < MAX_DIMENSION:
            self.d = dimension + 1  # in many dimensions only the first few are used, or all
        unit = game.norm == "unit" and game.demands("bounded examples")
        self.sphere = None  # points of length exactly 1 in a given dimension; without one, coordinates are added
        if unit and game.dimension is not None:
            self.d = min(self.d, 3)
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
        self.length, self.first, self.slack, self.side = 1 - length / 16, 1 - first / 16, slack / 16, side
        self.swing, self.label, self.passes = swing, label, passes
        self.radius_factor = FACTORS[radius]
        self.start = self.starting(start) if start else None
        self.deviations: dict[int, list[tuple[int, int]]] = {}
        for k in range(MAX_DEVIATIONS):
            kind, when, much = genes[_FIRST_DEVIATION + 3 * k : _FIRST_DEVIATION + 3 * k + 3]
            if kind:
                self.deviations.setdefault(when, []).append((kind, much + 1))
        self.pads = unit and game.dimension is None
        self.w: list[float] = [0] * self.d if self.start is None else list(self.start)
        if self.pads:
            self.w += [0] * WIDTH
        self.moves: list[Vector] = []
        self.labels: list[int] = []
        self.played = 0

    def starting(self, gene: int) -> Vector:
        """w₁: back along −u, and across."""
        back, across = gene & 7, gene >> 3
        v = [0] * self.d
        v[0] = -back * self.grid
        if self.d > 1:
            v[1] = across * self.grid
        return tuple(v)

    def rolled(self, deadline: float) -> Iterator[Vector]:
        """Play, move by move."""
        for t in range(self.rounds):
            move = self.next_move(t)
            if move is None or (deadline < math.inf and time.monotonic() > deadline):
                return
            self.take(move)
            yield move

    def run(self, deadline: float) -> Play | None:
        for _ in self.rolled(deadline):
            pass
        if not self.moves:
            return None
        passes = min(self.passes + 1, max(1, MAX_ROUNDS // len(self.moves)))
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
        return Play(self.grid, made, labels, u, self.U.denominator, self.gamma, self.declared(), start)

    def declared(self) -> Fraction | None:
        """The radius named: the longest example, rounded up to a rational."""
        if self.game.radius != "declared":
            return None
        longest2 = max(sum(map(mul, z, z)) for z in self.moves)
        root = math.isqrt(longest2)
        whole = root if root * root == longest2 else root + 1
        return Fraction(whole, self.grid) / self.radius_factor

    def take(self, z: Vector) -> None:
        """Play a move and follow the learner."""
        y = self.next_label()
        first = self.game.initialises and not self.played
        if first or self.updates(z, y):
            self.w = [a + b for a, b in zip(self.w, z, strict=True)]
        self.note(z, y)

    def note(self, z: Vector, y: int) -> None:
        """The move is made."""
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
        """The learner's rule, exactly (in floats to a hair for the Margin Perceptron: the umpire decides)."""
        if self.game.always_updates:
            return True
        inner = sum(map(mul, self.w, z))
        if self.game.learner == "margin":
            return inner < self.threshold() * (1 - 1e-12) or inner < 0 <= self.gamma
        return inner < 0 or (inner == 0 and y != self.game.ties)

    def threshold(self) -> float:
        """What <w,z> (in grid² units) must not exceed for an update."""
        if self.game.learner == "margin":
            share = float((1 - self.game.eps) * self.gamma)
            return share * math.sqrt(sum(map(mul, self.w, self.w))) * self.grid
        return 0.0

    def next_move(self, t: int) -> Vector | None:
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
            elif kind == 6 and self.moves:
                return self.moves[-1 - (much - 1) % len(self.moves)]
        if self.sphere is not None:
            return self.on_sphere(p, length, slack, side)
        for push in _PUSHES:
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
            if (least is None or point[0] >= least) and self.allowed(point):
                return point
        return None

    def padded(self, z: Vector) -> Vector:
        """z with four further coordinates that make it as long as the grid, turned against w."""
        squares = four_squares(self.grid * self.grid - sum(map(mul, z, z)))
        return (*z, *(-x if w > 0 else x for x, w in zip(squares, self.w[self.d :], strict=True)))

    def allowed(self, z: Vector) -> bool:
        """Whether the move is an update (y as `take` will choose it, a tie counting as one)."""
        if self.game.always_updates or (self.game.initialises and not self.played):
            return any(z)
        inner = sum(map(mul, self.w, z))
        return inner <= 0 if self.game.learner != "margin" else inner < self.threshold() * (1 - 1e-12)

    def aim(self, p: int, length: float, slack: float, side: int, push: float) -> Vector | None:
        """The ideal move in floats, rounded to the grid after a push of so many grid units inwards."""
        d = self.d
        if d == 1:
            return (p,)
        b = self.w[1:d]
        size2 = sum(map(mul, b, b))
        size = math.sqrt(size2)
        room = length * length - p * p
        if room < 0:
            return (p, *(0,) * (d - 1)) if abs(p) <= self.longest else None
        across = max(0.0, math.sqrt(room) - push)
        if size == 0:
            v = [0.0] * (d - 1)
            v[(side & 1) % (d - 1)] = across
        else:
            target = self.threshold() - slack * self.grid * size
            tau = (self.w[0] * p - target) / size + push
            if tau > across + 2:
                return None
            tau = min(max(tau, -across), across)
            if d == 2:
                tau = across if slack == 0 or tau < 0 else tau + (across - tau) * (1 - slack)
                v = [-tau * b[0] / size]
            else:
                v = self.turn(b, size, -tau, math.sqrt(max(0.0, across * across - tau * tau)), side)
        if push:
            return (p, *(math.trunc(x) for x in v))
        return (p, *(round(x) for x in v))

    def turn(self, b: list[float], size: float, along: float, free: float, side: int) -> list[float]:
        """along·b/‖b‖ + free·f with f ⟂ b a unit vector."""
        n = len(b)
        t = self.played
        if n == 2:
            flip = -1 if (side & 1 and t & 1) else 1
            f = [-b[1] / size * flip, b[0] / size * flip]
        else:
            axis = (t + 1) % n if side < 2 else (min(range(n), key=lambda i: abs(b[i])) if side == 2 else (t // 2) % n)
            share = b[axis] / size
            f = [-share * x / size for x in b]
            f[axis] += 1
            scale = math.sqrt(sum(x * x for x in f))
            if scale < 1e-9:
                axis = (axis + 1) % n
                f = [-(b[axis] / size) * x / size for x in b]
                f[axis] += 1
                scale = math.sqrt(sum(x * x for x in f))
            sign = -1 if side & 1 and t & 1 else 1
            f = [sign * x / scale for x in f]
        return [along * x / size + free * y for x, y in zip(b, f, strict=True)]


class _Against(_Game):
    """The same play against any learner object: its rule is asked exactly, its threshold found by asking."""

    def __init__(self, genes: tuple[int, ...], game: Game, rule: Rule) -> None:
        super().__init__(genes, game)
        self.session = Session(rule, self.gamma, len(self.w), self.grid)
        self.w = self.session.floats()

    def take(self, z: Vector) -> None:
        y = self.next_label()
        if self.session.take(z, y):
            self.w = self.session.floats()
        self.note(z, y)

    def threshold(self) -> float:
        return 0.0 if self.session.fresh else self.session.threshold(self.next_label(), self.longest)

    def allowed(self, z: Vector) -> bool:
        return any(z) and self.session.wants(z, self.next_label())


class _Rolling(_Game):
    """A game that keeps its last moves only."""

    def note(self, z: Vector, y: int) -> None:
        super().note(z, y)
        if len(self.moves) > 2 * _KEPT:
            del self.moves[:_KEPT], self.labels[:_KEPT]


class Moves:
    """The moves of a genome, made afresh each time they are gone through; the length is that of the last time."""

    def __init__(self, genes: tuple[int, ...], game: Game, deadline: float) -> None:
        self.genes, self.game, self.deadline, self.count = genes, game, deadline, 0
        self.dimension = game.dimension or len(_Game(genes, game).w)

    def __iter__(self) -> Iterator[Vector]:
        self.count = 0
        for z in _Rolling(self.genes, self.game).rolled(self.deadline):
            self.count += 1
            yield (*z, *(0,) * (self.dimension - len(z))) if len(z) < self.dimension else z

    def __len__(self) -> int:
        return self.count


class Labels:
    """The labels that go with them."""

    def __init__(self, state: _Game, moves: Moves) -> None:
        self.state, self.moves = state, moves

    def __getitem__(self, t: int) -> int:
        return self.state.label_at(t)

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[int]:
        return map(self.state.label_at, range(len(self)))
