"""The learners with Euclid's lengths as opponents: moves in feedback, and where a search starts.

Let u point along the first axis (every run can be turned so). A move z = y·x = (p, v) concedes the least progress p that the margin allows.
It is found in floats on the boundary of the allowed moves, from the weights w = (a, b), then rounded to the grid:

    ⟨w,z⟩    just at the threshold of an update (0, or (1−ε)γ‖w‖), unless "slack" stays below it
    ‖z‖      as long as allowed, unless "length" says otherwise
    v        −τ·b/‖b‖ + σ·f with f ⟂ b: τ is the part that ⟨w,z⟩ needs, σ the part that the length leaves; f goes where "side" says

With plain genes this is the spiral in R³ that attains the bounds up to rounding, for every threshold; in the plane, with "first" one half,
the zig-zag. Where the rules ask for examples of length exactly 1 a move is a point of a rational sphere. Genes ask for more or less than
that, and deviations alter single rounds.

Genomes of the spirals, zig-zags and one-point runs are where a search starts. The families of `perceptron.extremal` are played by
`strategies.known_families`. The search is strong without either (`falsify(…, shapes=False)`).

The adversary in feedback is strong where a bound is pressed by mistakes, but a conjecture may be false for a duller reason. So bytes also
spell small examples, labels and comparators one by one. This is the breadth beside that depth, and Hypothesis shrinks it well."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt, lcm
from operator import mul
from typing import Any, NamedTuple, cast

from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners.euclidean import Euclidean, EuclideanRun
from proofs.falsify.genomes import FACTORS, GRIDS, MAX_DIMENSION, MAX_ROUNDS, PROGRESS_STEPS, Choices, DrawnRun, alphabet
from proofs.falsify.run import Run, Vector
from proofs.falsify.spheres import MOST_PRIMES, Sphere
from proofs.system.work_clock import work_time


class Aim(NamedTuple):
    """The aim of the move of round `t`, in grid units: progress and length, `slack` below the threshold of an update, and the free
    component where `side` says. No move is longer than `longest`."""

    p: int
    length: float
    longest: float
    slack: float
    side: int
    t: int


def aimed_move(w: list[float], grid: int, aim: Aim, threshold: Callable[[], float], push: float = 0.0) -> Vector | None:
    """The ideal move in whole grid units, rounded after a push inwards by a number of them; None if there is none.

    threshold: what ⟨w,z⟩ must not exceed for an update; it is computed only where it matters."""
    d, b, (p, length, longest, slack, side, t) = len(w), w[1:], aim
    if d == 1:
        return (p,)
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
            v = combine(b, size, -tau, math.sqrt(max(0.0, across * across - tau * tau)), side, t)
    if push:
        return (p, *(math.trunc(x) for x in v))
    return (p, *(round(x) for x in v))


def combine(b: list[float], size: float, along: float, free: float, side: int, t: int) -> list[float]:
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


PUSHES = (0.0, 0.6, 1.5)  # grid units by which a rounded move is pushed back into what is allowed


def run_of(genes: tuple[int, ...], game: Game, deadline: float = math.inf) -> Run | None:
    """The run that a genome plays, cut off at the deadline (work time); None if it cannot make a single move."""
    return EuclideanMoves(genes, game).run(deadline)


class EuclideanMoves:
    """The moves that a genome makes against a Perceptron, Margin Perceptron or Hebb's rule; `w` are the learner's weights in grid units."""

    played: Any  # the learner's run over the moves so far

    def __init__(self, genes: tuple[int, ...], game: Game) -> None:
        rounds, dimension, grid, progress, fine, _, _, length, first, slack, side, swing, _, size, _, start = genes[:16]
        self.game, self.share, self.chosen = game, game.opponent.share, Choices(genes, game)
        self.U, self.deviations = self.chosen.U, self.chosen.deviations
        self.rounds = rounds + 1
        self.d = game.dimension or dimension + 1
        if self.d > MAX_DIMENSION and dimension < MAX_DIMENSION:
            self.d = dimension + 1  # in many dimensions only the first few are used, or all
        self.sphere = None
        if game.unit_examples:
            self.d = min(self.d, 3)
            self.sphere = Sphere(self.d, min(MOST_PRIMES, 1 + grid // 2))
        self.grid = GRIDS[grid] if self.sphere is None else self.sphere.grid
        self.longest = float(self.grid * FACTORS[size])
        self.p = max(1, round(self.grid * 2.0 ** (-progress / PROGRESS_STEPS) * FACTORS[size]) + fine)
        if self.sphere is not None:
            self.p = self.sphere.least(2.0 ** (-progress / PROGRESS_STEPS), fine)
        self.gamma = self.chosen.claimed * Fraction(self.p, self.grid) * self.U
        self.gamma_level = self.p
        self.pace = 0.0 if self.share is None else float(self.share * self.gamma)  # the threshold, in lengths of w
        self.length, self.first, self.slack, self.side = 1 - length / 16, 1 - first / 16, slack / 16, side
        self.swing, self.start = swing, self.starting(start) if start else None
        self.w = self.begun()
        self.moves: list[Vector] = []
        self.labels: list[int] = []
        self.flipping, self.flips_left = 0, game.flips  # labels to be flipped from here on

    def begun(self) -> list[float]:
        """The learner's weights before the first move."""
        start = None if self.start is None else tuple(Fraction(n, self.grid) for n in self.start)
        self.played = run = EuclideanRun(cast(Euclidean, self.game.opponent), (), self.grid, (Fraction(0),) * self.d, self.gamma, start)
        return [*run.w]

    def starting(self, gene: int) -> Vector:
        """w₁: back along −u, and across."""
        back, across = gene & 7, gene >> 3
        v = [0] * self.d
        v[0] = -back * self.grid
        if self.d > 1:
            v[1] = across * self.grid
        return tuple(v)

    def play(self, deadline: float) -> None:
        """Make the moves, one by one."""
        for t in range(self.rounds):
            move = self.next_move(t)
            if move is None or (deadline < math.inf and work_time() > deadline):
                return
            self.take(move)

    def run(self, deadline: float) -> Run | None:
        """The whole run; None if no move can be made."""
        self.play(deadline)
        if not self.moves:
            return None
        passes = 1 if self.game.passes > 1 else self.chosen.passes(len(self.moves), MAX_ROUNDS)
        self.moves *= passes
        self.labels *= passes
        moves = tuple(self.moves)
        if self.game.dimension is not None:  # the sphere in space is played in more dimensions too
            moves = tuple((*z, *(0,) * (self.game.dimension - len(z))) for z in moves)
        dimension = len(moves[0])
        u = (self.U.numerator, *(0,) * (dimension - 1))
        start = None if self.start is None else (*self.start, *(0,) * (dimension - self.d))
        labels = tuple(self.labels)
        radius = self.chosen.radius(Fraction(max(map(whole_length, self.moves)), self.grid))
        return Run(self.grid, moves, labels, u, self.U.denominator, self.gamma, radius, start)

    def take(self, z: Vector) -> None:
        """Make a move."""
        y = self.next_label()
        self.learn(z, y)
        self.moves.append(z)
        self.labels.append(y)

    def learn(self, z: Vector, y: int) -> None:
        """Let the learner see a move."""
        self.played.update((z, y))
        self.w = self.played.w

    def next_label(self) -> int:
        """The y that goes with the next z."""
        return self.chosen.label(len(self.moves))

    def threshold(self) -> float:
        """The largest <w,z> (in grid² units) at which the learner updates."""
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
            return self.on_sphere(self.sphere, Aim(p, length * self.longest, self.longest, slack, side, len(self.moves)))
        for push in PUSHES:
            aim = Aim(p, length * self.longest, self.longest, slack, side, len(self.moves))
            z = aimed_move(self.w, self.grid, aim, self.threshold, push)
            if z is None:
                return None
            if sum(map(mul, z, z)) > self.longest * self.longest:
                continue
            if self.allowed(z):
                return z
        return None

    def on_sphere(self, sphere: Sphere, aim: Aim) -> Vector | None:
        """A point of the sphere near the ideal move. Where that is short of length 1, it concedes more progress."""
        z = aimed_move(self.w, self.grid, aim, self.threshold)
        if z is None:
            return None
        across2 = sum(n * n for n in z[1:]) / self.grid**2
        ideal = [math.copysign(math.sqrt(max(0.0, 1 - across2)), aim.p), *(n / self.grid for n in z[1:])]
        least = self.gamma_level if self.game.demands(Hypothesis.SEPARABLE) else None
        for point in sphere.near(ideal):
            if (least is None or abs(point[0]) >= least) and self.allowed(point):
                return point
        return None

    def allowed(self, z: Vector) -> bool:
        """Whether the move is an update (y as `take` will choose it, a tie counting as one)."""
        if self.game.always_updates or (self.game.initialises and not self.moves):
            return any(z)
        inner = sum(map(mul, self.w, z))
        return inner <= 0 if self.share is None else inner < self.threshold() * (1 - 1e-12)


_FINE_GRID = GRIDS.index(32768)


def extremal_genomes(game: Game) -> Iterator[tuple[int, ...]]:
    """Genomes of the spirals, zig-zags and one-point runs, short before long."""
    for rounds in (4, 16, 64, 256, 1000, MAX_ROUNDS):
        genes, last = alphabet(game, rounds), rounds - 1
        for halves in range(10):
            if 2**halves > rounds or rounds > 64 * 2**halves:
                continue  # some 2^halves rounds are what such a margin is good for, for small ε some ten times more
            progress = halves * PROGRESS_STEPS // 2
            for claim in range(8 if rounds < 1000 else 1):
                yield genes.make(rounds=last, dimension=2, grid=_FINE_GRID, progress=progress, claim=claim)
            for claim in (0, 1):
                yield genes.make(rounds=last, dimension=1, grid=_FINE_GRID, progress=progress, claim=claim, first=8)
    genes = alphabet(game, 10)
    for grid in range(6):
        for claim in range(6):
            for swing in (0, 1):
                yield genes.make(rounds=9, grid=grid, claim=claim, swing=swing, label=claim % 3, start=5)
            yield genes.make(rounds=9, grid=grid, claim=claim, sign=1, swing=claim % 2, comparator=1, radius=1)


ROUNDS, DIMENSION, HEAD = 12, 4, 10
LENGTH = HEAD + ROUNDS * DIMENSION

# Whole vectors of whole length: dimension -> (vector, length).
UNITS: dict[int, tuple[tuple[Vector, int], ...]] = {
    1: (((1,), 1),),
    2: (((1, 0), 1), ((3, 4), 5), ((5, 12), 13), ((8, 15), 17), ((7, 24), 25), ((20, 21), 29)),
    3: (((1, 0, 0), 1), ((1, 2, 2), 3), ((2, 3, 6), 7), ((1, 4, 8), 9), ((2, 6, 9), 11), ((3, 4, 12), 13)),
    5: (((1, 0, 0, 0, 0), 1), ((1, 1, 1, 2, 3), 4)),
    4: (((1, 0, 0, 0), 1), ((1, 1, 1, 1), 2), ((1, 1, 3, 5), 6), ((1, 2, 2, 4), 5), ((2, 4, 5, 6), 9)),
}


def arbitrary_run(data: bytes, game: Game) -> Run | None:
    """The run that LENGTH bytes spell; None if the rules leave nothing of it. Against Winnow its lengths are ‖x‖∞ and ‖u‖₁."""
    d, winnow = game.dimension or 1 + data[1] % DIMENSION, game.learner == "winnow"
    if d > DIMENSION:
        return None
    drawn, of_length_1 = DrawnRun(data, game), game.unit_examples and not winnow
    vectors: list[tuple[Vector, int]] = []
    for t in drawn.rounds(ROUNDS):
        cell = data[HEAD + t * DIMENSION : HEAD + (t + 1) * DIMENSION]
        vectors.append(_unit(cell, d) if of_length_1 else _of_class(cell, d, game) if game.coordinates else _plain(cell, d))
    u, unit = _unit(data[2:6], d)
    unit = sum(map(abs, u)) if winnow else unit
    factor = FACTORS[data[6] % len(FACTORS)]
    if not game.demands(Hypothesis.UNIT_COMPARATOR) or (game.comparator == "ball" and factor <= 1):
        u, unit = tuple(factor.numerator * n for n in u), factor.denominator * unit
    grid = lcm(*(length for _, length in vectors))
    moves = [tuple(n * (grid // length) for n in z) for z, length in vectors]
    if game.demands(Hypothesis.SEPARABLE) and Hypothesis.POSITIVE_MARGIN not in game.dropped:  # turn every example to u's side
        moves = [z if sum(map(mul, u, z)) > 0 else tuple(-n for n in z) for z in moves]
        moves = [z for z in moves if sum(map(mul, u, z)) > 0]
    if not moves:
        return None
    lengths = [whole_length(z, winnow) for z in moves]
    longest = max(lengths)
    if winnow and game.unit_examples:
        moves = [z for z, length in zip(moves, lengths, strict=True) if length == longest]
    if not of_length_1 and game.norm != "any" and game.demands(Hypothesis.BOUNDED_EXAMPLES) and not game.coordinates:
        grid = max(1, longest)
    gamma = drawn.gamma(Fraction(sum(map(mul, u, z)), grid * unit) for z in moves)
    radius = None
    if game.radius == "declared":
        radius = Fraction(longest, grid) / (1 if game.demands(Hypothesis.BOUNDED_EXAMPLES) else drawn.claim)
    start = tuple(-4 * grid * n for n in u) if Hypothesis.ZERO_START in game.dropped else None
    return Run(grid, tuple(moves * drawn.times), tuple(drawn.labels(len(moves)) * drawn.times), u, unit, gamma, radius, start)


def whole_length(z: Vector, winnow: bool = False) -> int:
    """‖z‖ rounded up to a whole number; against Winnow ‖z‖∞."""
    if winnow:
        return max(map(abs, z))
    square = sum(map(mul, z, z))
    return isqrt(square - 1) + 1 if square else 0


def _plain(cell: bytes, d: int) -> tuple[Vector, int]:
    return tuple(_small(byte) for byte in cell[:d]), 1


def _of_class(cell: bytes, d: int, game: Game) -> tuple[Vector, int]:
    """A point of a finite class."""
    below = lcm(*(value.denominator for value in game.coordinates))
    return tuple(int(game.coordinates[byte % len(game.coordinates)] * below) for byte in cell[:d]), below


def _small(byte: int) -> int:
    """0 for half of the bytes, else ±1, ±2, ±3, ±4."""
    if byte < 128:
        return 0
    size = 1 + ((byte - 128) >> 1) % 16
    size = 1 if size < 8 else 2 if size < 12 else 3 if size < 15 else 4
    return -size if byte & 1 else size


def _unit(cell: bytes, d: int) -> tuple[Vector, int]:
    """A vector of whole length, its coordinates turned round and their signs changed, as the bytes say."""
    choices = UNITS[d]
    vector, length = choices[cell[0] % len(choices)]
    shift, signs = cell[1] % d, cell[2]
    vector = vector[shift:] + vector[:shift]
    return tuple(-n if (signs >> i) & 1 else n for i, n in enumerate(vector)), length
