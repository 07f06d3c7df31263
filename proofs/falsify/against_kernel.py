"""A kernel learner as the search meets it: examples are points, and lengths, margins and the comparator live among the features.

Every pair of points is multiplied once, and lengths, margins and scores are read off that matrix.

The adversary plays points of a small lattice (see `kernel_points`). Either u comes first, one of the known comparators; then each move is
a point that errs with the least progress, or the nearest to the boundary, or the longest. Or the errors come first, with any labels, and
then the u that they add up to.

The bounds are tight on points that are orthogonal among the features, or nearly, and there the search starts:

    axes        far out on the axes, for any kernel of products
    cube        of entries ±1, orthogonal for ∏(1 + x_i z_i); without its first column, Sylvester's matrix has the products −1, which
                (1 + ⟨x,z⟩)^n makes 0
    letters     words of different letters have nothing in common
    rows        whatever a matrix has"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from perceptron.errors import InputError
from perceptron.kernels import Subsets
from perceptron.learners.perceptron import is_mistake
from perceptron.numbers.exact import common_denominator
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners import ExactRun
from proofs.falsify import against_euclidean
from proofs.falsify.genomes import KERNEL_DIMENSIONS, Choices, DrawnRun, Genome
from proofs.falsify.kernel_points import (
    KINDS,
    SCALES,
    Comparator,
    Lattice,
    against,
    bases,
    code,
    lattice,
    letter,
    root_above,
    towards,
    whole_gram,
)
from proofs.falsify.run import Run, Vector
from proofs.system.work_clock import work_time


def refuse_unplayable(game: Game) -> None:
    """Raise InputError for a matrix that is no kernel, if it has to be one, or that leaves no u."""
    game.refuse_indefinite()
    if game.points_are == "rows" and not bases(game, 1, 1):
        why = "no combination of the rows that was tried has a rational length, as a comparator of length 1 needs"
        raise InputError(f"{why}: ask for --comparator ball")


class PointsRun(ExactRun):
    """A run on points by number. Their products are one matrix, from which scores are read off."""

    def __init__(self, run: Run, game: Game) -> None:
        if run.points is None or run.start is not None:
            raise InputError("a kernel learner starts at 0, and its comparator is made of points")
        xs = [z if y == 1 else tuple(-n for n in z) for z, y in zip(run.moves, run.labels, strict=True)]
        number: dict[Vector, int] = {}
        for x in (*run.points, *xs):
            number.setdefault(x, len(number))
        self.matrix, below = whole_gram(game, run.grid, tuple(number))
        at = [number[p] for p in run.points]
        self.along_u = against(run.u, self.matrix, at)
        self.squares, self.rounds = [int(n) for n in self.matrix.diagonal()], list(zip((number[x] for x in xs), run.labels, strict=True))
        self.unit, self.square, self.dimension = below * run.unit, below, run.dimension
        self.u2 = Fraction(sum(c * self.along_u[i] for c, i in zip(run.u, at, strict=True)), run.unit**2 * below)
        self.always, self.ties = game.always_updates, game.ties
        self.scores, self.w2, self.p = 0 * self.matrix[0], 0, 0

    def steps(self) -> list[tuple[int, int]]:
        return self.rounds

    def margin(self, step: tuple[int, int]) -> int:
        return step[1] * self.along_u[step[0]]

    def length2(self, step: tuple[int, int]) -> int:
        return self.squares[step[0]]

    def update(self, step: tuple[int, int]) -> bool:
        i, y = step
        score = y * int(self.scores[i])
        if not self.always and not is_mistake(score, y, self.ties):
            return False
        self.scores = self.scores + y * self.matrix[i]
        self.w2, self.p = self.w2 + 2 * score + self.squares[i], self.p + y * self.along_u[i]
        return True

    def weights(self) -> tuple[Fraction, ...]:
        return ()  # among the features

    def weights2(self) -> Fraction:
        return Fraction(self.w2, self.square)

    def along(self) -> Fraction:
        return Fraction(self.p, self.unit)

    def comparator2(self) -> Fraction:
        return self.u2


MAX_ROUNDS = 1000
PAIRED = 4_000_000  # coordinates of pairs of rounds: every pair is looked at by the judge
ROUNDS, WIDTH, HEAD = 8, 3, 10  # of short runs of anything
SIZES = (0, 0, 1, 1, 1, 2, 2, 3)  # of entries


def run_of(genes: tuple[int, ...], game: Game, deadline: float = math.inf) -> Run | None:
    """The run that a genome plays against a kernel learner; None if it cannot make a move."""
    if game.kernel == "linear" and genes[-1] & 1 == 0:  # the last gene's least bit is free: either way of playing
        few = (min(genes[0], MAX_ROUNDS - 1), *genes[1:])
        run = against_euclidean.run_of(few, replace(game, learner="perceptron", kernel=""), deadline)
        return run and among_features(run)
    chosen = Choices(genes, game)
    gene = chosen.gene
    d = game.dimension or KERNEL_DIMENSIONS[min(gene["dimension"], len(KERNEL_DIMENSIONS) - 1)]
    known = lattice(game, d, SCALES[gene["grid"] % len(SCALES)], KINDS[(gene["length"] >> 1) % 3])
    if not known.points:
        return None
    rounds = min(gene["rounds"] + 1, most_rounds(d))
    learned = gene["length"] & 1  # errors first, and then the comparator
    erred = errors_in_feedback(known, None, 0, chosen, rounds, False, deadline) if learned else []
    basic = bases(game, known.grid, known.size)
    if learned:
        u = towards(game, known.grid, [(y, known.points[i]) for i, y in erred]) if erred else None
    else:
        u = basic[gene["side"] % len(basic)] if basic else None
    if u is None:
        return None
    a, at = u
    unit = common_denominator(a) * chosen.U.denominator
    whole = tuple(int(c * chosen.U * unit) for c in a)
    margins = along(game, known, whole, at)
    if learned and not gene["swing"]:
        erred = [(i, y) for i, y in erred if y * margins[i] > 0]
        levels = sorted({abs(margins[i]) for i, _ in erred})
    else:
        levels = sorted({abs(m) for m in margins if m})
    if not levels:
        return None
    high = gene["progress"] if learned else 640 - gene["progress"]  # plainest where all errors are kept, or progress is largest
    level = levels[min(len(levels) - 1, high * len(levels) // 641)]
    gamma = chosen.claimed * Fraction(level, known.below * unit)
    if learned and not gene["swing"]:
        erred = [(i, y) for i, y in erred if y * margins[i] >= level]
    else:
        erred = errors_in_feedback(known, margins, level, chosen, rounds, bool(gene["swing"]), deadline)
    if not erred:
        return None
    times = chosen.passes(len(erred), most_rounds(d))
    moves = tuple(tuple(y * n for n in known.points[i]) for i, y in erred) * times
    labels = tuple(y for _, y in erred) * times
    longest = root_above(max(Fraction(int(known.matrix[i, i]), known.below) for i, _ in erred))
    return Run(known.grid, moves, labels, whole, unit, gamma, chosen.radius(longest), None, at, game.points_are)


def along(game: Game, known: Lattice, u: Vector, points: tuple[Vector, ...]) -> list[int]:
    """⟨u, φ(x)⟩ for all points of the lattice."""
    number: dict[Vector, int] = {}
    for x in (*known.points, *points):
        number.setdefault(x, len(number))
    matrix, _ = (known.matrix, 0) if len(number) == len(known.points) else whole_gram(game, known.grid, tuple(number))
    return against(u, matrix, [number[p] for p in points])[: len(known.points)]


def errors_in_feedback(
    known: Lattice, margins: list[int] | None, level: int, chosen: Choices, rounds: int, swing: bool, deadline: float
) -> list[tuple[int, int]]:
    """Points and labels, each chosen after a look at the scores. Without margins any label that errs will do; where both do, they take
    turns."""
    import numpy as np

    game, matrix, label, rule = chosen.game, known.matrix, chosen.gene["label"], chosen.gene["slack"] % 4
    scores, lengths = 0 * matrix[0], matrix.diagonal()
    exact = [0] if margins is None else margins
    m = np.array(exact, dtype=np.int64 if max(map(abs, exact)) < 1 << 62 else object)
    picked: list[tuple[int, int]] = []
    for t in range(rounds):
        if work_time() > deadline:
            break
        if margins is None:
            m = np.where(scores == 0, 1 - 2 * (t & 1), -scores)
        against_u = swing and t & 1
        y = np.where(m > 0, 1, -1) * (-1 if against_u else 1)
        score = y * scores
        fits = abs(m) >= (0 if against_u else level)
        if label:
            fits = fits & ~((m > 0) if label == 1 else (m < 0))
        if not game.always_updates:
            fits = fits & ((score < 0) | ((score == 0) & (y != game.ties if game.ties in (1, -1) else True)))
        at = np.flatnonzero(fits)
        if not len(at):
            break
        size = abs(m[at])
        first, second = ((size, -score[at]), (-score[at], size), (-lengths[at], -score[at]), (size - score[at], -score[at]))[rule]
        at = at[first == first.min()]
        second = second[first == first.min()]
        i = int(at[int(np.argmin(second))])
        picked.append((i, int(y[i])))
        scores = scores + matrix[i] if y[i] == 1 else scores - matrix[i]
    return picked


def among_features(run: Run) -> Run:
    """A run of the Perceptron as one of the linear kernel's, u being a point; its beginning, if it is long."""
    most = most_rounds(run.dimension)
    return replace(run, moves=run.moves[:most], labels=run.labels[:most], u=(run.grid,), points=(run.u,))


def most_rounds(dimension: int) -> int:
    """Rounds that a run in this dimension may have."""
    return max(4, min(MAX_ROUNDS, isqrt(PAIRED // dimension)))


def arbitrary_run(data: bytes, game: Game) -> Run | None:
    """The short arbitrary run that the bytes spell."""
    drawn = DrawnRun(data, game)
    d = game.dimension or 1 + data[1] % WIDTH
    if d > WIDTH:
        return None
    grid = (1, 2, 3, 4)[data[2] % 4] if game.points_are == "vectors" else 1
    basic = bases(game, grid, d)
    if not basic:
        return None
    xs = [_point(data[HEAD + t * WIDTH : HEAD + t * WIDTH + WIDTH], game, d) for t in drawn.rounds(ROUNDS)]
    u = basic[data[3] % len(basic)]
    margins, longest2 = measured_points(game, grid, xs, u)
    ys = [1 if m > 0 else -1 for m in margins] if game.demands(Hypothesis.SEPARABLE) else drawn.labels(len(xs))
    gamma = drawn.gamma(y * m for y, m in zip(ys, margins, strict=True))
    return on_points(game, grid, list(zip(xs, ys, strict=True)) * drawn.times, u, gamma, longest2)


def measured_points(game: Game, grid: int, xs: Sequence[Vector], u: Comparator) -> tuple[list[Fraction], Fraction]:
    """⟨u, φ(x)⟩ for these points, and the greatest ‖φ(x)‖²."""
    (a, at), unit = u, common_denominator(u[0])
    matrix, below = whole_gram(game, grid, (*xs, *at))
    along_u = against([int(c * unit) for c in a], matrix, range(len(xs), len(xs) + len(at)))[: len(xs)]
    return [Fraction(n, below * unit) for n in along_u], Fraction(max(int(n) for n in matrix.diagonal()[: len(xs)]), below)


def on_points(game: Game, grid: int, rounds: Sequence[tuple[Vector, int]], u: Comparator, gamma: Fraction, longest2: Fraction) -> Run:
    """The rounds (point, label) as a run, with a radius just above the longest if one is named."""
    (a, at), unit = u, common_denominator(u[0])
    moves = tuple(tuple(y * n for n in x) for x, y in rounds)
    radius = root_above(longest2) if game.radius == "declared" and longest2 >= 0 else None
    labels, whole = tuple(y for _, y in rounds), tuple(int(c * unit) for c in a)
    return Run(grid, moves, labels, whole, unit, gamma, radius, None, at, game.points_are)


def _point(cell: bytes, game: Game, d: int) -> Vector:
    """The point that WIDTH bytes spell."""
    kernel: Any = game.kernel_object()
    if game.points_are == "rows":
        return (1 + cell[0] % len(kernel.matrix),)
    if game.points_are == "strings":
        return code("".join("ab"[byte & 1] for byte in cell for _ in range(byte >> 1 & 1)))
    return tuple(-SIZES[byte % 8] if byte & 128 else SIZES[byte % 8] for byte in cell[:d])


def extremal_runs(game: Game) -> Iterator[Run]:
    """Points that are orthogonal among the features, or nearly, with labels in turn, and u midway between them."""
    plenty = ((49, 4), (49, 64), (128, 2), (121, 64))  # many are not made in many sizes
    for n, size in (*product((1, 2, 4, 9, 16, 25), (1, 2, 4, 16, 64)), *plenty):
        family = _orthogonal(game, n, size)
        if family is None:
            continue
        grid, xs = family
        ys = tuple(1 - 2 * (i & 1) for i in range(len(xs)))
        comparator = towards(game, grid, list(zip(ys, xs, strict=True)))
        if comparator is None:
            continue
        margins, longest2 = measured_points(game, grid, xs, comparator)
        if game.demands(Hypothesis.BOUNDED_EXAMPLES) and game.norm != "any" and longest2 > 1:
            continue
        if (gamma := min(y * m for y, m in zip(ys, margins, strict=True))) > 0:
            yield on_points(game, grid, list(zip(xs, ys, strict=True)), comparator, gamma, longest2)


def extremal_genomes(game: Game) -> Iterator[Genome]:
    """Those against the Perceptron, where the kernel is its inner product."""
    if game.kernel == "linear":
        yield from against_euclidean.extremal_genomes(replace(game, learner="perceptron", kernel=""))


def _orthogonal(game: Game, n: int, size: int) -> tuple[int, tuple[Vector, ...]] | None:
    """A grid and points: on the axes, of the cube, powers of letters, or rows of the matrix."""
    if game.points_are == "rows":
        return None if size > 1 or n > 25 else (1, tuple((i + 1,) for i in range(min(n, len(game.kernel_object().matrix)))))  # type: ignore[attr-defined]
    if game.points_are == "strings":
        length = getattr(game.kernel_object(), "length", None) or 1
        return (1, tuple(code(letter(i) * length) for i in range(n))) if size == (1 if n < 49 else 64) else None
    bounded = game.demands(Hypothesis.BOUNDED_EXAMPLES) and game.norm != "any"
    if isinstance(game.kernel_object(), Subsets) and size == 2 and not bounded and n & (n - 1) == 0:
        return 1, tuple(product((1, -1), repeat=max(1, n.bit_length() - 1)))
    if n == 128:
        return None
    if size == 2 and not bounded and n & (n - 1) == 0:
        return 1, tuple(tuple(1 - 2 * ((i & j).bit_count() & 1) for j in range(1, n)) or (1,) for i in range(n))
    d = game.dimension or n
    return (size if bounded else 1, tuple(tuple(size * (i == j) for j in range(d)) for i in range(n))) if n <= d else None
