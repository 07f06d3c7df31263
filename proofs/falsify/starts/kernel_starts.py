"""Where the bounds of kernel learners are tight: points that are orthogonal among the features, or nearly.

axes        far out on the axes, for any kernel of products
cube        of entries ±1, orthogonal for ∏(1 + x_i z_i); without its first column, Sylvester's matrix has the products −1, which
            (1 + ⟨x,z⟩)^n makes 0
letters     words of different letters have nothing in common
rows        whatever a matrix has"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from perceptron.kernels import Subsets
from perceptron.numbers.exact import common_denominator
from proofs.conjecture.game import Game
from proofs.falsify.genomes.population import Genome
from proofs.falsify.runs.kernel_comparators import root_above, towards
from proofs.falsify.runs.kernel_lattice import letter
from proofs.falsify.runs.kernel_points import against, as_run, coded, whole_gram
from proofs.falsify.runs.run import Run, Vector
from proofs.falsify.starts import euclidean_starts


def runs(game: Game) -> Iterator[Run]:
    """Points that are orthogonal among the features, or nearly, with labels in turn, and u midway between them."""
    plenty = ((49, 4), (49, 64), (128, 2), (121, 64))  # many are not made in many sizes
    for n, size in (*product((1, 2, 4, 9, 16, 25), (1, 2, 4, 16, 64)), *plenty):
        made = _orthogonal(game, n, size)
        if made is None:
            continue
        grid, xs = made
        ys = tuple(1 - 2 * (i & 1) for i in range(len(xs)))
        found = towards(game, grid, list(zip(ys, xs, strict=True)))
        if found is None:
            continue
        a, at = found
        unit = common_denominator(a)
        u = tuple(int(c * unit) for c in a)
        matrix, below = whole_gram(game, grid, (*xs, *at))
        margins = [y * m for y, m in zip(ys, against(u, matrix, range(len(xs), len(xs) + len(at))), strict=False)]
        if game.demands("bounded examples") and game.norm != "any" and int(matrix[0, 0]) > below:
            continue
        radius = root_above(Fraction(int(matrix[0, 0]), below)) if game.radius == "declared" else None
        if min(margins) > 0:
            moves = tuple(tuple(y * v for v in x) for x, y in zip(xs, ys, strict=True))
            yield as_run(game, grid, moves, ys, u, unit, Fraction(min(margins), below * unit), radius, None, at)


def genomes(game: Game) -> Iterator[Genome]:
    """Those against the Perceptron, where the kernel is its inner product."""
    return euclidean_starts.genomes(replace(game, learner="perceptron", kernel="")) if game.kernel == "linear" else iter(())


def _orthogonal(game: Game, n: int, size: int) -> tuple[int, tuple[Vector, ...]] | None:
    """A grid and points: on the axes, of the cube, powers of letters, or rows of the matrix."""
    if game.points_are == "rows":
        return None if size > 1 or n > 25 else (1, tuple((i + 1,) for i in range(min(n, len(game.kernel_object().matrix)))))  # type: ignore[attr-defined]
    if game.points_are == "strings":
        length = getattr(game.kernel_object(), "length", None) or 1
        return (1, tuple(coded(letter(i) * length) for i in range(n))) if size == (1 if n < 49 else 64) else None
    bounded = game.demands("bounded examples") and game.norm != "any"
    if isinstance(game.kernel_object(), Subsets) and size == 2 and not bounded and n & (n - 1) == 0:
        return 1, tuple(product((1, -1), repeat=max(1, n.bit_length() - 1)))
    if n == 128:
        return None
    if size == 2 and not bounded and n & (n - 1) == 0:
        return 1, tuple(tuple(1 - 2 * ((i & j).bit_count() & 1) for j in range(1, n)) or (1,) for i in range(n))
    d = game.dimension or n
    return (size if bounded else 1, tuple(tuple(size * (i == j) for j in range(d)) for i in range(n))) if n <= d else None
