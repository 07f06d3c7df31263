"""Changes that may make a run against a kernel learner smaller; see `edits`. Its comparator is made of points, which change with the
examples or not at all."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from perceptron.numbers.exact import common_denominator
from proofs.falsify.runs.kernel_comparators import bases, unit_point
from proofs.falsify.runs.kernel_lattice import letter
from proofs.falsify.runs.kernel_points import against, coded, whole_gram
from proofs.falsify.runs.run import Run, Vector
from proofs.falsify.shrinking import simplifications
from proofs.falsify.shrinking.acceptance import Shrinker


def offered(shrinker: Shrinker, run: Run) -> bool:
    """Whether the run does, with gamma as it is or as the margin then is."""
    run = simplifications.lowest(run)
    if shrinker.accept(run):
        return True
    margin = least(shrinker, run)
    return margin > 0 and shrinker.accept(replace(run, gamma=margin))


def least(shrinker: Shrinker, run: Run) -> Fraction:
    """The least margin."""
    xs = [tuple(y * n for n in z) for z, y in zip(run.moves, run.labels, strict=True)]
    points = run.points or ()
    matrix, below = whole_gram(shrinker.evaluator.game, run.grid, (*xs, *points))
    margins = against(run.u, matrix, range(len(xs), len(xs) + len(points)))
    return Fraction(min(y * m for m, y in zip(margins, run.labels, strict=False)), below * run.unit)


def dimensions(shrinker: Shrinker) -> None:
    """Leave out coordinates."""
    for axis in reversed(range(shrinker.best.dimension)):
        run = shrinker.best
        if run.dimension > 1:
            moves, points = (tuple((*z[:axis], *z[axis + 1 :]) for z in part) for part in (run.moves, run.points or ()))
            offered(shrinker, replace(run, moves=moves, points=points))


def comparators(shrinker: Shrinker) -> None:
    """A comparator on a single point, if its length is rational."""
    game, run = shrinker.evaluator.game, shrinker.best
    single = [unit_point(game, run.grid, p) for p in run.points or ()]
    for known in [*bases(game, run.grid, run.dimension), *single]:
        if known is not None:
            for sign in (1, -1):
                unit = common_denominator(known[0])
                offered(shrinker, replace(shrinker.best, u=tuple(int(sign * c * unit) for c in known[0]), unit=unit, points=known[1]))


def scales(shrinker: Shrinker) -> None:
    """The same whole vectors over a smaller denominator: all points made longer."""
    for grid in range(1, shrinker.best.grid):
        if offered(shrinker, replace(shrinker.best, grid=grid)):
            return


def numbers(shrinker: Shrinker) -> None:
    """Plainer coordinates, one at a time."""
    for t in reversed(range(len(shrinker.best.moves))):
        for i in range(shrinker.best.dimension):
            for value in simplifications.lower(shrinker.best.moves[t][i], shrinker.best.grid, many=False):
                run = shrinker.best
                if offered(shrinker, replace(run, moves=(*run.moves[:t], put(run.moves[t], i, value), *run.moves[t + 1 :]))):
                    break


def signs(shrinker: Shrinker) -> None:
    """Labels +1 where the opposite u, the point or its opposite allows it."""
    run = shrinker.best
    opposite, labels = tuple(tuple(-n for n in part) for part in (run.u, run.labels))
    shrinker.accept(replace(run, u=opposite, labels=labels, moves=tuple(tuple(-n for n in z) for z in run.moves)))
    for t in range(len(shrinker.best.labels)):
        run = shrinker.best
        if run.labels[t] < 0:
            plus = replace(run, labels=put(run.labels, t, 1))  # of the opposite point; strings and rows have none
            if run.dimension == 0:
                plus = replace(plus, moves=(*run.moves[:t], tuple(-n for n in run.moves[t]), *run.moves[t + 1 :]))
            offered(shrinker, plus)


def words(shrinker: Shrinker) -> None:
    """Shorter strings, the same wherever they occur, and earlier letters."""
    if shrinker.evaluator.game.points_are != "strings":
        return
    letters = sorted({abs(n) for z in shrinker.best.moves for n in z})
    for now, earlier in zip(letters, coded("".join(map(letter, range(len(letters))))), strict=True):
        if now != earlier and earlier not in letters:
            respelled(shrinker, {z: tuple(earlier if n == now else n for n in z) for z in strings(shrinker.best)})
    for word in strings(shrinker.best):
        left = word
        for i in reversed(range(len(word))):
            shorter = (*left[:i], *left[i + 1 :])
            if respelled(shrinker, {left: shorter}):
                left = shorter


def strings(run: Run) -> list[Vector]:
    """The strings of a run, each once."""
    return list(dict.fromkeys((*(tuple(map(abs, z)) for z in run.moves), *(run.points or ()))))


def respelled(shrinker: Shrinker, spelt: dict[Vector, Vector]) -> bool:
    """Whether the run with strings spelt otherwise, wherever they occur, does."""
    run = shrinker.best
    words = [tuple(map(abs, z)) for z in run.moves]
    moves = tuple(tuple(y * n for n in spelt.get(z, z)) for z, y in zip(words, run.labels, strict=True))
    return offered(shrinker, replace(run, moves=moves, points=tuple(spelt.get(p, p) for p in run.points or ())))


def put(vector: Vector, i: int, value: int) -> Vector:
    """The vector with one entry changed."""
    return (*vector[:i], value, *vector[i + 1 :])


EDITS = (simplifications.examples, dimensions, scales, simplifications.claims, comparators, numbers, words, signs)
