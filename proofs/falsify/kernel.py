"""Playing against a kernel learner: examples are points, and lengths, margins and the comparator live among the features.

The adversary plays points of a small lattice, whose Gram matrix is made once. Its u is φ(p)/‖φ(p)‖ for a point with a
rational length, or such a one reflected, u − 2⟨u,b⟩b/⟨b,b⟩, which is as long and points anywhere: coefficients on points
are all it takes. It plays the point that errs with the least progress, or the nearest to the boundary, or the longest. The
genes are those of `genome`, read for this."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import isqrt
from operator import mul

from perceptron.exact import common_denominator
from perceptron.kernels import Linear, Polynomial
from proofs.falsify.genome import FACTORS, NAMES
from proofs.falsify.play import Measured, Play, Umpire, Vector
from proofs.game import Game
from proofs.language import Root, Value

DIMENSIONS = (1, 2, 3, 4, 8, 16)
SCALES = tuple(map(Fraction, ["1", "1/2", "2", "1/4", "3/4", "1/3", "3/2", "1/8", "1/10", "3"]))  # of the lattice
MOST_POINTS, MOST_ROUNDS = 130, 200
PAIRED = 100_000  # coordinates of pairs of rounds: every pair is looked at, here and by the judge, who takes some µs for each
ROUNDS, WIDTH, HEAD = 8, 3, 10  # of short runs of anything
Whole = Callable[[Vector, Vector], int]
Comparator = tuple[tuple[Fraction, ...], tuple[Vector, ...]]  # coefficients and their points


@lru_cache(64)
def whole_kernel(game: Game, grid: int, dimension: int) -> tuple[Whole, int]:
    """K(n/grid, m/grid) as a whole number over one denominator, for whole vectors n and m."""
    kernel, square = game.kernel_object(), grid * grid
    if isinstance(kernel, Linear):
        return (lambda n, m: sum(map(mul, n, m))), square
    if isinstance(kernel, Polynomial):
        c, below, degree = kernel.offset.numerator * square, kernel.offset.denominator, kernel.degree
        return (lambda n, m: (c + below * sum(map(mul, n, m))) ** degree), (below * square) ** degree
    return (lambda n, m: math.prod(square + a * b for a, b in zip(n, m, strict=True))), square**dimension


@dataclass(slots=True)
class KernelMeasured(Measured):
    """Squares of lengths are over `below`, inner products with u over below·unit."""

    below: int = 1
    w2: int = 0
    p: int = 0

    def floats(self, eps: float | None) -> dict[str, float]:
        return {name: math.nan if value is None else _float(value) for name, value in self.values(None).items()}

    def values(self, eps: Fraction | None) -> dict[str, Value]:
        play, g = self.play, self.play.gamma
        under = g.denominator * self.below * play.unit
        td = Fraction(self.slack, under)
        return {
            "M": self.counted,
            "T": len(play.moves),
            "d": play.dimension,
            "gamma": g,
            "R": Root(Fraction(self.longest, self.below)) if play.radius is None else play.radius,
            "S2": Fraction(self.s2, self.below),
            "TD": td,
            "H": td / g if g else None,
            "H2": Root(Fraction(self.slack2, under * under) / (g * g)) if g else None,
            "U": Root(Fraction(self.u2, play.unit**2 * self.below)),
            "eps": None,
            "W": Root(Fraction(self.w2, self.below)),
            "P": Fraction(self.p, self.below * play.unit),
        }


def _float(value: int | Fraction | Root) -> float:
    return math.sqrt(value.square) if isinstance(value, Root) else float(value)


class KernelUmpire(Umpire):
    """The umpire for a kernel learner."""

    def measure(self, play: Play) -> Measured | None:
        game, points = self.game, play.points
        if points is None or play.start is not None or not play.moves:
            return None
        kernel, below = whole_kernel(game, play.grid, play.dimension)
        xs = [z if y == 1 else tuple(-n for n in z) for z, y in zip(play.moves, play.labels, strict=True)]
        q, level = play.gamma.denominator, play.gamma.numerator * below * play.unit
        hits: list[tuple[Vector, int]] = []
        lengths = [kernel(x, x) for x in xs]
        s2 = slack = slack2 = w2 = p = 0
        least: int | None = None
        for x, y, length2 in zip(xs, play.labels, lengths, strict=True):
            along = y * sum(c * kernel(point, x) for c, point in zip(play.u, points, strict=True))
            least = along if least is None or along < least else least
            score = y * sum(c * kernel(hit, x) for hit, c in hits)
            if not game.always_updates and (score > 0 or (score == 0 and game.ties == y)):
                continue
            hits.append((x, y))
            w2 += 2 * score + length2
            p += along
            s2 += length2
            if (short := level - q * along) > 0:
                slack += short
                slack2 += short * short
        u2 = sum(a * b * kernel(m, n) for a, m in zip(play.u, points, strict=True) for b, n in zip(play.u, points, strict=True))
        made = KernelMeasured(play, len(hits), max(lengths), s2, slack, slack2, least or 0, [], u2, True, 1, below, w2, p)
        made.keeps = self.keeps_rules(made, min(lengths))
        return made

    def keeps_rules(self, made: KernelMeasured, shortest: int) -> bool:
        """Whether the run keeps every hypothesis in force."""
        game, play, below = self.game, made.play, made.below
        if game.demands("positive margin") and play.gamma <= 0:
            return False
        if game.demands("separable") and made.least * play.gamma.denominator < play.gamma.numerator * below * play.unit:
            return False
        unit2 = play.unit**2 * below
        if game.demands("unit comparator") and (made.u2 > unit2 or (game.comparator == "unit" and made.u2 != unit2)):
            return False
        if game.demands("bounded examples"):
            if (game.norm != "any" and made.longest > below) or (game.norm == "unit" and shortest != below):
                return False
            if play.radius is not None and made.longest > play.radius**2 * below:
                return False
        return game.dimension is None or play.dimension == game.dimension


@dataclass(frozen=True)
class Lattice:
    """Points over a grid that the rules allow, and their Gram matrix over `below`."""

    grid: int
    points: tuple[Vector, ...]
    rows: tuple[tuple[int, ...], ...]
    below: int


@lru_cache(64)
def lattice(game: Game, dimension: int, scale: Fraction) -> Lattice:
    """Small points times the scale."""
    most = next(n for n in (2, 1, 0) if (2 * n + 1) ** dimension <= MOST_POINTS or not n)
    if most:
        corners = sorted(product(range(-most, most + 1), repeat=dimension), key=lambda x: (sum(map(abs, x)), x))
    else:  # many dimensions: up to two coordinates that are not 0
        axes = [tuple(s * (i == j) for j in range(dimension)) for i in range(dimension) for s in (1, -1)]
        pairs = [tuple(a + b for a, b in zip(axes[i], axes[j], strict=True)) for i in range(len(axes)) for j in range(i)]
        corners = [(0,) * dimension, *axes, *pairs][:MOST_POINTS]
    points = [tuple(n * scale.numerator for n in x) for x in corners]
    kernel, below = whole_kernel(game, scale.denominator, dimension)
    if game.demands("bounded examples") and game.norm != "any":
        lengths = [kernel(x, x) for x in points]
        points = [x for x, k in zip(points, lengths, strict=True) if k == below or (k < below and game.norm == "ball")]
    return Lattice(scale.denominator, tuple(points), tuple(tuple(kernel(x, z) for z in points) for x in points), below)


def unit_point(game: Game, grid: int, point: Vector) -> Comparator | None:
    """φ(p)/‖φ(p)‖, if ‖φ(p)‖ is rational and not 0."""
    kernel, below = whole_kernel(game, grid, len(point))
    square = Fraction(kernel(point, point), below)
    top, under = isqrt(square.numerator), isqrt(square.denominator)
    return ((Fraction(under, top),), (point,)) if top and Fraction(top, under) ** 2 == square else None


def reflected(game: Game, grid: int, u: Comparator, b: Comparator) -> Comparator:
    """u − 2⟨u,b⟩b/⟨b,b⟩; u itself if φ-b is null."""
    kernel, _ = whole_kernel(game, grid, len(u[1][0]))

    def inner(a: Comparator, c: Comparator) -> Fraction:
        return sum((x * y * kernel(p, q) for x, p in zip(*a, strict=True) for y, q in zip(*c, strict=True)), Fraction(0))

    if not (length2 := inner(b, b)):
        return u
    share = 2 * inner(u, b) / length2
    made: dict[Vector, Fraction] = dict(zip(u[1], u[0], strict=True))
    for c, p in zip(*b, strict=True):
        made[p] = made.get(p, Fraction(0)) - share * c
    kept = {p: c for p, c in made.items() if c} or {u[1][0]: Fraction(0)}
    return tuple(kept.values()), tuple(kept)


def towards(game: Game, grid: int, terms: Sequence[tuple[int, Vector]]) -> Comparator | None:
    """A unit vector along Σ c·φ(p), or all but along it; None if that is null, or no unit vector is known to begin with."""
    kernel, below = whole_kernel(game, grid, len(terms[0][1]))
    length2 = Fraction(sum(a * b * kernel(x, z) for a, x in terms for b, z in terms), below)
    basic = bases(game, grid, len(terms[0][1]))
    if length2 <= 0 or not basic:
        return None
    near = Fraction(isqrt(int(length2 * 10**8)), 10**4) or Fraction(1)  # all but the length, or the length itself
    made: dict[Vector, Fraction] = {}
    for c, p in terms:
        made[p] = made.get(p, Fraction(0)) + c / near
    if near**2 == length2:
        return tuple(made.values()), tuple(made)
    base, point = basic[0]
    return reflected(game, grid, (base, point), ((*base, *(-c for c in made.values())), (*point, *made)))


def bases(game: Game, grid: int, dimension: int) -> list[Comparator]:
    """Some unit comparators on one point."""
    axis = (1, *(0,) * (dimension - 1))
    tried = [(0,) * dimension, *(tuple(n * part for part in axis) for k in (1, 3, 4, 5, 2, 8, 12) for n in (k * grid,)), axis]
    tried += [tuple(Fraction(k, 4) * grid * part for part in axis) for k in (3, 5)] if grid % 4 == 0 else []  # type: ignore[misc]
    tried = [tuple(int(n) for n in p) for p in tried]
    return [u for p in dict.fromkeys(tried) if (u := unit_point(game, grid, p)) is not None]


def shapes(game: Game) -> Iterator[Play]:
    """Points on the axes with labels in turn, which lie all but orthogonally among the features, and u midway between them."""
    for n, size in product((1, 2, 4, 9, 16, 25), (1, 2, 4, 16)):
        d = game.dimension or n
        if n > d:
            continue
        grid = size if game.demands("bounded examples") and game.norm != "any" else 1
        xs = tuple(tuple(size * (i == j) for j in range(d)) for i in range(n))
        ys = tuple(1 - 2 * (i & 1) for i in range(n))
        kernel, below = whole_kernel(game, grid, d)
        if grid == size and kernel(xs[0], xs[0]) > below:
            continue  # too long
        found = towards(game, grid, list(zip(ys, xs, strict=True)))
        if found is None:
            continue
        a, at = found
        unit = common_denominator(a)
        u = tuple(int(c * unit) for c in a)
        margins = [y * sum(c * kernel(p, x) for c, p in zip(u, at, strict=True)) for x, y in zip(xs, ys, strict=True)]
        radius = Fraction(isqrt(kernel(xs[0], xs[0])) + 1, max(1, isqrt(below))) if game.radius == "declared" else None
        if min(margins) > 0:
            moves = tuple(tuple(y * v for v in x) for x, y in zip(xs, ys, strict=True))
            yield Play(grid, moves, ys, u, unit, Fraction(min(margins), below * unit), radius, None, at)


def among_features(run: Play) -> Play:
    """A run of the Perceptron as one of the linear kernel's, u being a point; its beginning, if it is long."""
    most = most_rounds(run.dimension)
    return replace(run, moves=run.moves[:most], labels=run.labels[:most], u=(run.grid,), points=(run.u,))


def most_rounds(dimension: int) -> int:
    """Rounds that a run in this dimension may have."""
    return max(4, min(MOST_ROUNDS, isqrt(PAIRED // dimension)))


def play(genes: tuple[int, ...], game: Game, deadline: float = math.inf) -> Play | None:
    """The run that a genome plays against a kernel learner; None if it cannot make a move."""
    gene = dict(zip(NAMES, genes, strict=True))
    fine, first, radius, label = gene["fine"], gene["first"], gene["radius"], gene["label"]
    d = game.dimension or DIMENSIONS[min(gene["dimension"], 5)]
    scale = SCALES[gene["grid"] % len(SCALES)]
    known = lattice(game, d, scale)
    basic = bases(game, known.grid, d)
    if not basic or not known.points:
        return None
    rounds, rule = min(gene["rounds"] + 1, most_rounds(d)), gene["slack"]
    a, at = basic[gene["side"] % len(basic)]
    learned = gene["length"] & 1
    if learned:  # errors first, and then the comparator to which they add up
        erred = follow(known, None, 0, game, rounds, rule, False, label, deadline)
        found = towards(game, known.grid, [(y, known.points[i]) for i, y in erred]) if erred else None
        if found is None:
            return None
        a, at = found
    elif fine:  # turned away, by one point or by the difference of two
        p, q = known.points[fine * 7 % len(known.points)], known.points[(first * 5 + gene["length"] // 2) % len(known.points)]
        b = ((Fraction(1), Fraction(-1)), (p, q)) if first and p != q else ((Fraction(1),), (p,))
        a, at = reflected(game, known.grid, (a, at), b)
    U = FACTORS[gene["comparator"]]
    if game.demands("unit comparator") and U > 1:
        U = 1 / U
    unit = common_denominator(a) * U.denominator
    u = tuple(int(c * U * unit) for c in a)
    kernel, _ = whole_kernel(game, known.grid, d)
    margins = [sum(c * kernel(p, x) for c, p in zip(u, at, strict=True)) for x in known.points]
    if learned and not gene["swing"]:
        chosen = [(i, y) for i, y in erred if y * margins[i] > 0]
        levels = sorted({abs(margins[i]) for i, _ in chosen})
    else:
        levels = sorted({abs(m) for m in margins if m})
    if not levels:
        return None
    level = levels[min(len(levels) - 1, (640 - gene["progress"]) * len(levels) // 641)]
    claimed = FACTORS[gene["claim"]]
    if game.demands("separable") and claimed > 1:
        claimed = 1 / claimed
    gamma = claimed * Fraction(level, known.below * unit) * (1, -1, 0)[gene["sign"]]
    if learned and not gene["swing"]:
        chosen = [(i, y) for i, y in chosen if y * margins[i] >= level]
    else:
        chosen = follow(known, margins, level, game, rounds, rule, bool(gene["swing"]), label, deadline)
    if not chosen:
        return None
    times = min(gene["passes"] + 1, max(1, most_rounds(d) // len(chosen)))
    moves = tuple(tuple(y * n for n in known.points[i]) for i, y in chosen) * times
    labels = tuple(y for _, y in chosen) * times
    declared = None
    if game.radius == "declared":
        longest = max(Fraction(known.rows[i][i], known.below) for i, _ in chosen)
        declared = Fraction(isqrt(longest.numerator * longest.denominator * 10**8) + 1, longest.denominator * 10**4) / FACTORS[radius]
    return Play(known.grid, moves, labels, u, unit, gamma, declared, None, at)


def follow(
    known: Lattice, margins: list[int] | None, level: int, game: Game, rounds: int, rule: int, swing: bool, label: int, deadline: float
) -> list[tuple[int, int]]:
    """Points and labels, each chosen after a look at the scores. Without margins the label is any that errs, in turn where both do."""
    scores = [0] * len(known.points)
    chosen: list[tuple[int, int]] = []
    for t in range(rounds):
        if time.monotonic() > deadline:
            break
        best: tuple[tuple[int, ...], int, int] | None = None
        for i, m in enumerate([-s or 1 - 2 * (t & 1) for s in scores] if margins is None else margins):
            against = swing and t & 1
            if (abs(m) < level and not against) or (label == 1 and m > 0) or (label == 2 and m < 0):
                continue
            y = (1 if m > 0 else -1) * (-1 if against else 1)
            score = y * scores[i]
            if not game.always_updates and (score > 0 or (score == 0 and y == game.ties)):
                continue
            worth = ((abs(m), -score), (-score, abs(m)), (-known.rows[i][i], -score), (abs(m) - score, -score))[rule % 4]
            if best is None or worth < best[0]:
                best = worth, i, y
        if best is None:
            break
        _, i, y = best
        chosen.append((i, y))
        scores = [a + y * b for a, b in zip(scores, known.rows[i], strict=True)]
    return chosen


def free(data: bytes, game: Game) -> Play | None:
    """A short run of anything that the bytes spell, with no idea behind it."""
    d = game.dimension or 1 + data[1] % WIDTH
    if d > WIDTH:
        return None
    grid = (1, 2, 3, 4)[data[2] % 4]
    basic = bases(game, grid, d)
    if not basic:
        return None
    a, at = basic[data[3] % len(basic)]
    xs = [tuple(_small(byte) for byte in data[HEAD + t * WIDTH : HEAD + t * WIDTH + d]) for t in range(1 + data[0] * ROUNDS // 256)]
    if data[4] & 1:
        b = ((Fraction(1), Fraction(-1 if data[4] & 2 else 1)), (xs[0], xs[-1])) if xs[0] != xs[-1] else ((Fraction(1),), (xs[0],))
        a, at = reflected(game, grid, (a, at), b)
    unit = common_denominator(a)
    u = tuple(int(c * unit) for c in a)
    kernel, below = whole_kernel(game, grid, d)
    margins = [sum(c * kernel(p, x) for c, p in zip(u, at, strict=True)) for x in xs]
    ys = [1 - 2 * ((data[7] >> (t & 7)) & 1) for t in range(len(xs))]
    if game.demands("separable"):
        ys = [1 if m > 0 else -1 for m in margins]
    least = min(y * m for y, m in zip(ys, margins, strict=True))
    claim = FACTORS[data[8] % len(FACTORS)]
    gamma = Fraction(least, below * unit) / max(claim, 1 / claim) if least > 0 and (game.demands("separable") or data[9] & 1) else claim
    gamma = -gamma if "positive margin" in game.dropped and data[9] & 2 else gamma
    radius = None
    if game.radius == "declared":
        radius = Fraction(isqrt(max(kernel(x, x) for x in xs)) + 1, max(1, isqrt(below)))
    moves = tuple(tuple(y * n for n in x) for x, y in zip(xs, ys, strict=True))
    times = 1 + (data[9] >> 4) % 4
    return Play(grid, moves * times, tuple(ys) * times, u, unit, gamma, radius, None, at)


def _small(byte: int) -> int:
    size = (0, 0, 1, 1, 1, 2, 2, 3)[byte % 8]
    return -size if byte & 128 else size
