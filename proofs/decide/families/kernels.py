"""Points that are orthogonal among the features of a kernel and of one length there, so that they are what e₁ … eₙ are without it.

A `Stock` says how many there are and how long before any is made.  Its n points have what n orthogonal examples have: the Perceptron's
whole range."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

from perceptron.kernels import Kernel, Polynomial, Precomputed, Subsets
from perceptron.kernels.explicit import four_squares
from perceptron.numbers.sphere import sqrt_exact
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.decide.families.candidate import Candidate, Vector, axis
from proofs.decide.families.orthogonal import Extremes, broken_ones, direction

POWERS = (0, 1, 2, 3, 4, 5, 6, 7)  # of 2: how many points
LETTERS = 100
SIZES = (Fraction(1), Fraction(1, 2), Fraction(2), Fraction(8), Fraction(1, 8))
FINE = 10**6  # of a comparator's coefficients
MOST_RUNS = 8


@dataclass(frozen=True)
class Stock:
    """`count` points p with K(p, p) = square > 0 and K(p, q) = 0."""

    count: int
    square: Fraction
    points: Callable[[], Sequence[Any]]


def kernel_candidates(comparison: Comparison, game: Game) -> Iterator[Candidate]:
    """Of each stock the runs that should break the comparison; for a matrix also one row against another."""
    kernel = game.kernel_object()
    bound, exact = game.norm != "any", game.norm == "unit"
    known = [s for s in stocks(kernel, game.points_are) if (s.square == 1 if exact else s.square <= 1 or not bound)]
    pool = [(k, sqrt(s.square)) for s in known for k in range(1, s.count + 1)]
    for place, run in enumerate(broken_ones(comparison, game, stock=pool) if pool else ()):
        if place >= MOST_RUNS:
            break
        yield from of_stock(run, known)
    if isinstance(kernel, Precomputed):
        yield from one_row_for_another(kernel)


def of_stock(run: Extremes, known: list[Stock]) -> Iterator[Candidate]:
    """The run with these numbers, where there are so many points of that length."""
    along, length = direction(run), Fraction(float(run.length[0])).limit_denominator(4096)
    for stock in known:
        if stock.count < len(along) or sqrt(stock.square) != run.radius[0]:
            continue
        points = tuple(stock.points()[: len(along)])
        u = near_on_sphere([Fraction(a).limit_denominator(FINE) for a in along], length**2 / stock.square)
        if u is None:
            continue
        rounds, least = [(point, 1) for point in points[: int(run.M[0])]], min(u[: int(run.M[0])]) * stock.square
        gamma = float(run.gamma[0])
        yield Candidate(rounds, u, least, points)
        if gamma > float(least) * (1 + 1e-9):
            yield Candidate(rounds, u, Fraction(gamma).limit_denominator(1000), points)
        return


def near_on_sphere(direction: Sequence[Fraction], square: Fraction) -> Vector | None:
    """A rational vector of this square near the direction: one that is known, reflected. None in fewer dimensions than that one needs."""
    root = sqrt_exact(square)
    parts = four_squares(square) if root is None else (root,)
    if len(parts) > len(direction):
        return None
    known = (*parts, *(Fraction(0),) * (len(direction) - len(parts)))
    size = sqrt(square / sum(a * a for a in direction))
    mirror = [a - Fraction(float(b) * size).limit_denominator(FINE) for a, b in zip(known, direction, strict=True)]
    below = sum(m * m for m in mirror)
    if below == 0:
        return known
    share = 2 * sum(a * m for a, m in zip(known, mirror, strict=True)) / below
    return tuple(a - share * m for a, m in zip(known, mirror, strict=True))


def stocks(kernel: Kernel[Any], points_are: str) -> Iterator[Stock]:
    """What is known of this kernel."""
    if points_are == "strings":
        word: int = getattr(kernel, "length", None) or 1
        yield Stock(LETTERS, kernel("a" * word, "a" * word), lambda: [chr(0x4E00 + i) * word for i in range(LETTERS)])
    elif isinstance(kernel, Precomputed):
        yield from orthogonal_rows(kernel)
    elif isinstance(kernel, Subsets):
        yield from (Stock(2**power, Fraction(2**power), lambda power=power: corners(power)) for power in POWERS[1:])  # type: ignore[misc]
    elif isinstance(kernel, Polynomial) and kernel.offset:
        for power in POWERS:
            yield Stock(2**power, (kernel.offset * 2**power) ** kernel.degree, lambda power=power: simplex(power, kernel.offset))  # type: ignore[misc]
    elif isinstance(kernel, Polynomial):
        for size in SIZES:
            yield Stock(64, size ** (2 * kernel.degree), lambda size=size: [axis(64, i, size) for i in range(64)])  # type: ignore[misc]


def corners(power: int) -> list[Vector]:
    """The cube {−1, 1}ᵈ: 1 + x_i z_i is 0 where two of its points differ."""
    return [tuple(map(Fraction, point)) for point in product((1, -1), repeat=power)]


def simplex(power: int, offset: Fraction) -> list[Vector]:
    """2^power points with ⟨p, q⟩ = −offset: the rows of Sylvester's matrix without their first entry, once for each of four squares."""
    n = 2**power
    rows = [[1 - 2 * ((i & j).bit_count() & 1) for j in range(1, n)] for i in range(n)]
    return [tuple(part * sign for part in four_squares(offset) for sign in row) or (Fraction(0),) for row in rows]


def orthogonal_rows(kernel: Precomputed) -> Iterator[Stock]:
    """Each row, with those after it that are orthogonal to it and each other and as long."""
    matrix = kernel.matrix
    for i, row in enumerate(matrix):
        chosen = [i]
        for j in range(i + 1, len(matrix)):
            if matrix[j][j] == row[i] and all(matrix[j][k] == 0 for k in chosen):
                chosen.append(j)
        if row[i] > 0:
            yield Stock(len(chosen), row[i], lambda chosen=chosen: chosen)  # type: ignore[misc]


def one_row_for_another(kernel: Precomputed) -> Iterator[Candidate]:
    """A single example, the comparator along another: of a matrix that is no kernel that may be more than any length allows."""
    for i, row in enumerate(kernel.matrix):
        root = sqrt_exact(row[i]) if row[i] > 0 else None
        for j, inner in enumerate(row):
            if root and inner and i != j:
                sign = 1 if inner > 0 else -1
                yield Candidate([(j, 1)], (sign / root,), abs(inner) / root, (i,))
