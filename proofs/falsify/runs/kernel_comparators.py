"""Comparators against a kernel learner: u = Σ a·φ(p), of length exactly 1 in rational numbers.

A point, or a few with small coefficients, whose length is rational is where they begin. Reflected, u − 2⟨u,b⟩b/⟨b,b⟩, such a
one is as long and points anywhere, so that any direction is reached, nearly or exactly. The best direction for given
examples is the one with the largest margin, which is a small quadratic programme in floats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import isqrt

from perceptron.numbers.exact import common_denominator
from proofs.conjecture.game import Game
from proofs.falsify.runs.kernel_points import against, coded, whole_gram
from proofs.falsify.runs.run import Vector

Comparator = tuple[tuple[Fraction, ...], tuple[Vector, ...]]  # coefficients and their points
FINE = 10**7  # of a length that is no rational number
WEIGHTS = 1000  # of a weight in a comparator with the largest margin
TRIED_TOGETHER = 6  # points tried together, with these coefficients
COEFFICIENTS = (1, -1, 2, -2, 3, -3, 4, -4)


def inner(game: Game, grid: int, a: Comparator, b: Comparator) -> Fraction:
    """⟨Σ a·φ(p), Σ b·φ(q)⟩."""
    matrix, below = whole_gram(game, grid, (*a[1], *b[1]))
    m, n = common_denominator(a[0]), common_denominator(b[0])
    rows = against([int(c * m) for c in a[0]], matrix, range(len(a[1])))[len(a[1]) :]
    return Fraction(sum(int(c * n) * row for c, row in zip(b[0], rows, strict=True)), m * n * below)


def unit_point(game: Game, grid: int, point: Vector) -> Comparator | None:
    """φ(p)/‖φ(p)‖, if ‖φ(p)‖ is rational and not 0."""
    matrix, below = whole_gram(game, grid, (point,))
    root = rational_root(Fraction(int(matrix[0, 0]), below))
    return ((1 / root,), (point,)) if root else None


def rational_root(square: Fraction) -> Fraction | None:
    """√square, if that is rational."""
    if square < 0:
        return None
    top, under = isqrt(square.numerator), isqrt(square.denominator)
    return Fraction(top, under) if Fraction(top, under) ** 2 == square else None


def root_above(square: Fraction) -> Fraction:
    """√square, or hardly more."""
    n, m = square.numerator, square.denominator
    root = isqrt(n * m)
    return Fraction(root, m) if root * root == n * m else Fraction(isqrt(n * m * 10**8) + 1, m * 10**4)


def reflected(game: Game, grid: int, u: Comparator, b: Comparator) -> Comparator:
    """u − 2⟨u,b⟩b/⟨b,b⟩; u itself if φ-b is null."""
    if not (length2 := inner(game, grid, b, b)):
        return u
    share = 2 * inner(game, grid, u, b) / length2
    made: dict[Vector, Fraction] = dict(zip(u[1], u[0], strict=True))
    for c, p in zip(*b, strict=True):
        made[p] = made.get(p, Fraction(0)) - share * c
    kept = {p: c for p, c in made.items() if c} or {u[1][0]: Fraction(0)}
    return tuple(kept.values()), tuple(kept)


def towards(game: Game, grid: int, terms: Sequence[tuple[int, Vector]]) -> Comparator | None:
    """A unit vector along Σ c·φ(p), or all but along it; None if that is null, or no unit vector is known to begin with."""
    made: dict[Vector, Fraction] = {}
    for c, p in terms:
        made[p] = made.get(p, Fraction(0)) + c
    along = (tuple(made.values()), tuple(made))
    length2 = inner(game, grid, along, along)
    if length2 <= 0:
        return None
    if (root := rational_root(length2)) is not None:
        return tuple(c / root for c in along[0]), along[1]
    n, m = length2.numerator, length2.denominator
    near = Fraction(isqrt(n * m * FINE**2), m * FINE)
    near = near if near else Fraction(1)
    if game.comparator != "unit" or not game.demands("unit comparator"):
        over = near + Fraction(1, m * FINE)  # a little too short
        return tuple(c / over for c in along[0]), along[1]
    basic = bases(game, grid, len(terms[0][1]))
    if not basic:
        return None
    base, point = basic[0]
    return reflected(game, grid, (base, point), ((*base, *(-c / near for c in along[0])), (*point, *along[1])))


def widest(rows: Sequence[Sequence[int]], below: int, ridge: float) -> list[int] | None:
    """Whole weights of the comparator with the largest margin over examples with these inner products (labels included); None
    where floats fail. ridge: how much loss is allowed for, 0 for none."""
    import numpy as np
    from scipy.optimize import nnls

    matrix = np.array([[n / below for n in row] for row in rows])
    size = float(np.trace(matrix)) / len(rows)
    if not np.isfinite(matrix).all() or size <= 0:
        return None
    matrix = matrix / size + (ridge + 1e-9) * np.eye(len(rows))
    try:
        lower = np.linalg.cholesky(matrix)
        weights = nnls(lower.T, np.linalg.solve(lower, np.ones(len(rows))))[0]
    except (np.linalg.LinAlgError, RuntimeError):
        return None
    most = float(weights.max())
    return [round(WEIGHTS * float(w) / most) for w in weights] if most > 0 and np.isfinite(weights).all() else None


@lru_cache(256)
def bases(game: Game, grid: int, size: int) -> tuple[Comparator, ...]:
    """Some unit comparators on one point, or if there is none, on a few. size: of a vector, or of a string's alphabet."""
    tried = list(dict.fromkeys(_candidates(game, grid, size)))
    found = [u for p in tried if (u := unit_point(game, grid, p)) is not None]
    if found:
        return tuple(found)
    if (few := _of_few(game)) is not None:
        a, points = few
        rest = (0,) * (size - 1)
        return ((a, tuple((p[0] * grid, *rest) for p in points) if game.points_are == "vectors" else points),)
    if game.comparator != "unit" or not game.demands("unit comparator"):
        made = [towards(game, grid, [(1, p)]) for p in tried[:3]]
        return tuple(u for u in made if u is not None)
    return ()


@lru_cache(64)
def _of_few(game: Game) -> Comparator | None:
    """A few of the first points with small coefficients and a rational length. Vectors are on a line: in more dimensions and on another
    grid the same ones have the same inner products."""
    points = list(dict.fromkeys(_candidates(game, 1, 1)))[: TRIED_TOGETHER + 2]
    matrix, below = whole_gram(game, 1, tuple(points))
    rows = [[int(n) for n in row] for row in matrix]
    for count in (2, 3, 4):
        for at in combinations(range(len(points) if count == 2 else min(TRIED_TOGETHER, len(points))), count):
            for c in product(COEFFICIENTS[: 8 - 2 * (count - 2)], repeat=count):
                square = sum(a * b * rows[i][j] for a, i in zip(c, at, strict=True) for b, j in zip(c, at, strict=True))
                if square > 0 and isqrt(square * below) ** 2 == square * below:
                    length = Fraction(isqrt(square * below), below)
                    return tuple(Fraction(a) / length for a in c), tuple(points[i] for i in at)
    return None


def _candidates(game: Game, grid: int, size: int) -> Iterator[Vector]:
    if game.points_are == "strings":
        yield from (coded(letter * n) for n in (1, 2, 3, 4, 5, 8) for letter in "ab")
    elif game.points_are == "rows":
        yield from ((i + 1,) for i in range(len(game.kernel_object().matrix)))  # type: ignore[attr-defined]
    else:
        rest = (0,) * (size - 1)
        yield (0, *rest)
        yield from ((k * grid, *rest) for k in (1, 3, 4, 5, 2, 8, 12))
        yield (1, *rest)
        yield from ((k * grid // 4, *rest) for k in (3, 5) if grid % 4 == 0)
