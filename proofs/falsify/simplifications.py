"""The measure of a run's size, and the changes to a run that shrinking tries.

The `Shrinker` keeps smaller runs that are still counterexamples, while effort and time last. Each edit proposes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from math import gcd, isqrt, lcm

from perceptron.numbers.exact import common_denominator, simplest
from perceptron.numbers.rational_points import unit_near
from proofs.falsify import passes_and_classes
from proofs.falsify.clock import Budget
from proofs.falsify.evaluator import Evaluator, judging
from proofs.falsify.genomes import FACTORS, GRIDS, Genome
from proofs.falsify.geometries import run_of
from proofs.falsify.kernel_points import bases, code, letter, unit_point
from proofs.falsify.run import Run, Vector
from proofs.falsify.spheres import MOST_AXES, TOLERANCES, plain_point, plain_run
from proofs.system.work_clock import work_time

EFFORT, TIMES = 3_000_000, 20  # coordinates looked at, in all: so many, or so many times those of the run
A_TURN = 10_000  # coordinates, where the search is bounded by its turns

READABLE = 10**6  # a common denominator beyond it says little: then the fractions' own count

Size = tuple[int, ...]


def size(run: Run) -> Size:
    """The key that shrinking minimises: rounds, dimension, zero vectors (they explain nothing), denominators, numerators, signs, in this
    order."""
    empty = sum(not any(z) for z in run.moves) + (run.radius == 0)
    rest = [run.gamma] if run.radius is None else [run.gamma, run.radius]
    grid = run.grid if run.grid <= READABLE else READABLE + sum(_digits(n, run.grid) for z in run.moves for n in z)
    below = grid + run.unit + sum(value.denominator for value in rest)
    above = sum(abs(n) for z in (*run.moves, *(run.points or ())) for n in z) + sum(map(abs, run.u)) + sum(map(abs, run.start or ()))
    above += sum(abs(value.numerator) for value in rest)
    minus = sum(n < 0 for z in run.moves for n in z) + sum(y < 0 for y in run.labels) + sum(n < 0 for n in run.u)
    return len(run.moves), run.dimension, empty, below, above, minus


def _digits(n: int, grid: int) -> int:
    """About how many digits n/grid has below the line, in lowest terms."""
    return (grid // gcd(n, grid)).bit_length() * 3 // 10


class Spent(Exception):
    """No effort or time is left."""


class Shrinker:
    """The smallest run so far, and what may still be spent on it. The remaining time has to do for judging it too, unless that is hopeless
    as it is.

    Where passes are shuffled, `best` is the first pass, which is made small, and `result` has all of them."""

    def __init__(self, evaluator: Evaluator, best: Run, span: Budget) -> None:
        self.evaluator, self.span, self.result = evaluator, span, best
        self.shuffled = passes_and_classes.are_asked(evaluator.game)
        self.on_sphere = evaluator.game.unit_examples and evaluator.game.is_euclidean  # no coordinate moves by itself
        self.best = self.once(best)
        self.size = size(self.best)
        effort = EFFORT if span.turns is None else min(EFFORT, A_TURN * span.turns)
        self.effort = max(effort, TIMES * len(best.moves) * best.dimension)
        self.kept, self.until = 0, math.inf  # what a stage leaves for the later ones: of the effort, and when it ends
        self.improved = False
        self.pace = judging(evaluator, best) / len(self.best.moves)  # seconds of judging for each round
        self.deadline = span.shrunk
        self.leave_time()

    def leave_time(self) -> None:
        """Set the deadline for shrinking further."""
        latest = self.span.judged - 1.2 * self.pace * len(self.best.moves)
        if latest > work_time():
            self.deadline = min(self.span.shrunk, latest)
        self.evaluator.deadline = self.deadline

    @contextmanager
    def stage(self, share: float) -> Iterator[None]:
        """A stage that takes no more than this share of what may still be spent; the rest is for the later ones."""
        now = work_time()
        self.kept, self.until = int((1 - share) * self.effort), now + share * max(0.0, self.deadline - now)
        try:
            yield
        except Spent:
            if self.effort < 0 or work_time() > self.deadline:
                raise
        finally:
            self.kept, self.until = 0, math.inf

    def run_of(self, genome: Genome) -> Run | None:
        """The run that a genome stands for, cut off when the time is up."""
        run = run_of(genome, self.evaluator.game, self.evaluator.rule, self.deadline)
        return run and self.once(run)

    def once(self, run: Run) -> Run:
        """The first of shuffled passes; else the run itself."""
        return passes_and_classes.first_pass(run, self.evaluator.game)

    def whole(self, run: Run) -> Run | None:
        """The run, or one in shuffled passes over it, that breaks the conjecture; None if there is none."""
        if not self.shuffled:
            return run if self.evaluator.breaks(run) else None
        game, rule = self.evaluator.game, self.evaluator.rule
        whole_runs = (passes_and_classes.in_passes(run, game, way, rule, self.deadline) for way in range(passes_and_classes.WAYS))
        return next((whole for whole in whole_runs if whole is not None and self.evaluator.breaks(whole)), None)

    def accept(self, run: Run | None) -> bool:
        """Take the run if it is smaller and breaks the conjecture too."""
        self.effort -= 30
        if self.effort < self.kept or work_time() > min(self.deadline, self.until):
            raise Spent
        if run is None or not run.moves or (len(run.moves), run.dimension) > self.size[:2]:
            return False
        self.effort -= len(run.moves) * run.dimension
        smaller = size(run)
        if smaller >= self.size or (whole := self.whole(run)) is None:
            return False
        self.best, self.result, self.size, self.improved = run, whole, smaller, True
        self.leave_time()
        return True

    def offer(self, run: Run) -> bool:
        """Take the run in lowest terms; against a kernel, whose u changes with its points, also with gamma as the margin then is."""
        run = lowest(run)
        if self.accept(run):
            return True
        measured = None if run.points is None else self.evaluator.measure(run)
        return measured is not None and measured.play.margin > 0 and self.accept(replace(run, gamma=measured.play.margin))


SPHERE_SCALES = (2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 512, 4096)  # how finely points of a sphere are rounded
COARSER, FEW_POINTS = 5, 150  # tolerances tried for each example by itself, of runs with so many rounds at most
FEW_NUMBERS = 90  # numbers in a run that are still worth looking at one by one, in many ways


def lowest(run: Run) -> Run:
    """A run in lowest terms."""
    points = run.points or ()
    common = gcd(run.grid, *(n for z in (*run.moves, *points) for n in z), *(run.start or ()))
    if common > 1:
        moves, points = (tuple(tuple(n // common for n in z) for z in part) for part in (run.moves, points))
        start = run.start and tuple(n // common for n in run.start)
        run = replace(run, grid=run.grid // common, moves=moves, start=start, points=points or None)
    common = gcd(run.unit, *run.u)
    return replace(run, unit=run.unit // common, u=tuple(n // common for n in run.u)) if common > 1 else run


def examples(shrinker: Shrinker) -> None:
    """Leave out blocks of examples, the longest blocks first, from the end."""
    block = max(1, len(shrinker.best.moves) // 2)
    while block:
        at = len(shrinker.best.moves) - block
        while at >= 0:
            run = shrinker.best
            rest = [t for t in range(len(run.moves)) if not at <= t < at + block]
            if rest:
                moves = tuple(run.moves[t] for t in rest)
                shrinker.accept(replace(run, moves=moves, labels=tuple(run.labels[t] for t in rest)))
            at -= block
        block //= 2


def dimensions(shrinker: Shrinker) -> None:
    """Leave out coordinates: of examples and start, and of u or the points that a kernel's u is made of."""
    for axis in reversed(range(shrinker.best.dimension)):
        run = shrinker.best
        if run.dimension > 1:
            moves, points = (tuple(_without(z, axis) for z in part) for part in (run.moves, run.points or ()))
            u, start = (run.u, None) if points else (_without(run.u, axis), run.start and _without(run.start, axis))
            shrinker.offer(replace(run, moves=moves, points=points or None, u=u, start=start))


def _without(vector: Vector, axis: int) -> Vector:
    return (*vector[:axis], *vector[axis + 1 :])


def coarser_grids(shrinker: Shrinker) -> Iterator[tuple[Run, int]]:
    """The run with each grid that is coarser than its own, while nothing was accepted; none for points of a sphere."""
    run = shrinker.best
    yield from ((run, grid) for grid in GRIDS if grid < run.grid and not shrinker.on_sphere)


def grids(shrinker: Shrinker) -> None:
    """Round the examples to a coarser grid: to the nearest point or inwards, with gamma as it is or as the margin then
    is."""
    for run, grid in coarser_grids(shrinker):
        for inwards in (False, True):
            moves = tuple(tuple(_round(n * grid, run.grid, inwards) for n in z) for z in run.moves)
            start = run.start and tuple(_round(n * grid, run.grid, inwards) for n in run.start)
            rounded = replace(run, grid=grid, moves=moves, start=start)
            if shrinker.accept(lowest(rounded)) or shrinker.accept(lowest(replace(rounded, gamma=rounded.margin))):
                return


def lengths(shrinker: Shrinker) -> None:
    """The whole numbers over a smaller one: longer examples, as simple as they can be, with gamma in proportion or as
    it is."""
    for run, grid in coarser_grids(shrinker):
        longer = replace(run, grid=grid)
        if shrinker.offer(longer) or shrinker.accept(lowest(replace(longer, gamma=run.gamma * run.grid / grid))):
            return


def points_of_the_sphere(shrinker: Shrinker) -> None:
    """Examples of length 1 at plainer rational points of their sphere: all by the same tolerance, and then each as far as it goes."""
    if not shrinker.on_sphere:
        return
    if shrinker.best.dimension > MOST_AXES:
        on_a_grid(shrinker)
        return
    for at, tolerance in enumerate(TOLERANCES):
        if any(shrinker.accept(run) for run in _plainer_points(shrinker, tolerance)):
            one_by_one(shrinker, TOLERANCES[max(0, at - COARSER) : at])
            return


def _plainer_points(shrinker: Shrinker, tolerance: float) -> Iterator[Run]:
    """The run with all examples at plainer points within a tolerance. These are as far along u as a plain gamma, or as gamma itself; or
    gamma becomes the margin that they have."""
    run, game = shrinker.best, shrinker.evaluator.game
    points, u, share = _points(run), [n / run.unit for n in run.u], game.opponent.share
    known = shrinker.evaluator.rule is None and not game.always_updates
    first = int(game.initialises) if known else len(points)  # of somebody's own learner it is not known what makes an update
    for gamma in dict.fromkeys((simplest(run.gamma * (1 - Fraction(tolerance)), run.gamma), run.gamma, Fraction(-1))):
        claim = run.gamma if gamma < 0 else gamma
        plainer = _with_points(run, plain_run(points, u, float(gamma), tolerance, None if share is None else float(share * claim), first))
        yield from (replace(plainer, gamma=one) for one in dict.fromkeys((claim, plainer.margin)))


def one_by_one(shrinker: Shrinker, tolerances: Sequence[float]) -> None:
    """Single examples at plainer points still, the plainest first."""
    if len(shrinker.best.moves) > FEW_POINTS:
        return
    for t in range(len(shrinker.best.moves)):
        for tolerance in tolerances:
            run = shrinker.best
            points = _points(run)
            point, along = [float(value) for value in points[t]], ([n / run.unit for n in run.u], float(run.gamma))
            plainer = plain_point(point, tolerance, [along] if run.gamma > 0 else [], isqrt(max(value.denominator for value in points[t])))
            if plainer is not None and shrinker.accept(_with_points(run, [*points[:t], plainer, *points[t + 1 :]])):
                break


def _points(run: Run) -> list[tuple[Fraction, ...]]:
    return [tuple(Fraction(n, run.grid) for n in z) for z in run.moves]


def _with_points(run: Run, points: Sequence[tuple[Fraction, ...]]) -> Run:
    grid = lcm(*(value.denominator for point in points for value in point))
    return lowest(replace(run, grid=grid, moves=tuple(tuple(int(value * grid) for value in point) for point in points)))


def on_a_grid(shrinker: Shrinker) -> None:
    """Examples of length 1 in many dimensions, by a grid on the plane in which the sphere is seen."""
    for fine in SPHERE_SCALES:
        run = shrinker.best
        coarser = _with_points(run, [unit_near([value.limit_denominator(20 * fine) for value in point], fine) for point in _points(run)])
        if shrinker.accept(replace(coarser, gamma=coarser.margin)) or shrinker.accept(coarser):
            return


def _round(n: int, unit: int, inwards: bool) -> int:
    """n/unit as a whole number: the nearest, or the next towards zero."""
    if inwards:
        return n // unit if n >= 0 else -(-n // unit)
    return (2 * n + unit) // (2 * unit)


def claims(shrinker: Shrinker) -> None:
    """Plainer gamma and radius."""
    for gamma in _plainer(shrinker.best.gamma):
        shrinker.accept(replace(shrinker.best, gamma=gamma))
    if shrinker.best.radius is not None:
        for radius in _plainer(shrinker.best.radius):
            shrinker.accept(replace(shrinker.best, radius=radius))


def _plainer(value: Fraction) -> Iterator[Fraction]:
    """Plain numbers, then ever finer neighbours of the value."""
    sign = -1 if value < 0 else 1
    yield from (sign * factor for factor in FACTORS)
    yield from (value.limit_denominator(n) for n in (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 100, 1000))


def comparators(shrinker: Shrinker) -> None:
    """An axis as the comparator, with the examples as they are, or turned with it if they all point along u."""
    run = shrinker.best
    for axis in range(run.dimension):
        for length in (1, 2, 3):
            u = tuple(length * (i == axis) for i in range(run.dimension))
            shrinker.accept(replace(run, u=u, unit=1))


def numbers(shrinker: Shrinker) -> None:
    """Plainer coordinates of examples and start, one at a time."""
    many = shrinker.best.points is None and len(shrinker.best.moves) * shrinker.best.dimension > FEW_NUMBERS
    for t in () if shrinker.on_sphere else reversed(range(len(shrinker.best.moves))):
        for i in range(shrinker.best.dimension):
            for value in lower(shrinker.best.moves[t][i], shrinker.best.grid, many):
                run = shrinker.best
                moves = (*run.moves[:t], _put(run.moves[t], i, value), *run.moves[t + 1 :])
                if shrinker.offer(replace(run, moves=moves)):
                    break
    for i in range(len(shrinker.best.start or ())):
        start = shrinker.best.start or ()
        for value in lower(start[i], shrinker.best.grid, many=False):
            if shrinker.accept(lowest(replace(shrinker.best, start=_put(start, i, value)))):
                break


def lower(n: int, grid: int, many: bool) -> Iterator[int]:
    """Smaller whole numbers: 0, one, then by halves towards n."""
    sign, size = (-1, -n) if n < 0 else (1, n)
    tried = [0] if many else [0, grid, -grid]
    step = size
    while step and not many:
        step //= 2
        tried.append(sign * (size - step - (step == 0)))
    yield from (value for value in dict.fromkeys(tried) if abs(value) <= size and value != n)


def _put(vector: Vector, i: int, value: int) -> Vector:
    return (*vector[:i], value, *vector[i + 1 :])


def signs(shrinker: Shrinker) -> None:
    """Labels +1, and each coordinate the way round that has fewer minus signs."""
    shrinker.accept(replace(shrinker.best, labels=(1,) * len(shrinker.best.labels)))
    for t in range(len(shrinker.best.labels)):
        shrinker.accept(replace(shrinker.best, labels=_put(shrinker.best.labels, t, 1)))
    for i in range(shrinker.best.dimension):
        run = shrinker.best
        moves = tuple(_put(z, i, -z[i]) for z in run.moves)
        start = run.start and _put(run.start, i, -run.start[i])
        shrinker.accept(replace(run, moves=moves, u=_put(run.u, i, -run.u[i]), start=start))


EDITS = (examples, dimensions, grids, points_of_the_sphere, lengths, claims, comparators, numbers, signs)


# -- against a kernel learner, whose comparator is made of points, which change with the examples or not at all ----------------------------


def kernel_comparators(shrinker: Shrinker) -> None:
    """A comparator on a single point, if its length is rational."""
    game, run = shrinker.evaluator.game, shrinker.best
    single = [unit_point(game, run.grid, p) for p in run.points or ()]
    for known in [*bases(game, run.grid, run.dimension), *single]:
        if known is not None:
            for sign in (1, -1):
                unit = common_denominator(known[0])
                shrinker.offer(replace(shrinker.best, u=tuple(int(sign * c * unit) for c in known[0]), unit=unit, points=known[1]))


def kernel_signs(shrinker: Shrinker) -> None:
    """Labels +1 where the opposite u, the point or its opposite allows it."""
    run = shrinker.best
    opposite, labels = tuple(tuple(-n for n in part) for part in (run.u, run.labels))
    shrinker.accept(replace(run, u=opposite, labels=labels, moves=tuple(tuple(-n for n in z) for z in run.moves)))
    for t in range(len(shrinker.best.labels)):
        run = shrinker.best
        if run.labels[t] < 0:
            plus = replace(run, labels=_put(run.labels, t, 1))  # of the opposite point; strings and rows have none
            if run.dimension == 0:
                plus = replace(plus, moves=(*run.moves[:t], tuple(-n for n in run.moves[t]), *run.moves[t + 1 :]))
            shrinker.offer(plus)


def words(shrinker: Shrinker) -> None:
    """Shorter strings, the same wherever they occur, and earlier letters."""
    if shrinker.evaluator.game.points_are != "strings":
        return
    letters = sorted({abs(n) for z in shrinker.best.moves for n in z})
    for now, earlier in zip(letters, code("".join(map(letter, range(len(letters))))), strict=True):
        if now != earlier and earlier not in letters:
            respell(shrinker, {z: tuple(earlier if n == now else n for n in z) for z in strings(shrinker.best)})
    for word in strings(shrinker.best):
        left = word
        for i in reversed(range(len(word))):
            shorter = (*left[:i], *left[i + 1 :])
            if respell(shrinker, {left: shorter}):
                left = shorter


def strings(run: Run) -> list[Vector]:
    """The strings of a run, each once."""
    return list(dict.fromkeys((*(tuple(map(abs, z)) for z in run.moves), *(run.points or ()))))


def respell(shrinker: Shrinker, spelt: dict[Vector, Vector]) -> bool:
    """Whether the run with strings spelt otherwise, wherever they occur, does."""
    run = shrinker.best
    words = [tuple(map(abs, z)) for z in run.moves]
    moves = tuple(tuple(y * n for n in spelt.get(z, z)) for z, y in zip(words, run.labels, strict=True))
    return shrinker.offer(replace(run, moves=moves, points=tuple(spelt.get(p, p) for p in run.points or ())))


KERNEL_EDITS = (examples, dimensions, lengths, claims, kernel_comparators, numbers, words, kernel_signs)
