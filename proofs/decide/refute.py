"""The false half: runs whose numbers are known without playing them, then those that the search begins with. Each is judged first.

    the ends of the range   orthogonal examples, in rational vectors, or as a spiral in space where they are many
    the laws                zig-zags and spirals with as many updates as should break the claim, by the laws that the search has for
                            them (`proofs.falsify.strategies.long_runs`, `margin_windows`)
    the starts              the known families, and the learner's own starts, as the search plays them

A family claims nothing: only runs that the judge accepts are returned.

`Extremes` are the ends of the range: runs whose numbers have a closed form, thousands at once in floats.

Orthogonal examples of one length, j of them with progress p₁ = ⟨u, z⟩ and the others with p₂, make every example a mistake.  With equal
progress ‖u‖R/√M they have the least TD and the least Σξ² that M, γ, ‖u‖ and R allow.  So this is where a false bound that grows with the
losses fails first.  The draws are a sample, and nothing is claimed from them: `exact_runs` builds the run, and the judge measures it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import islice, pairwise, product, takewhile
from math import inf, sqrt
from typing import Any

import numpy as np

from perceptron.errors import InputError
from perceptron.extremal.sources import Spiral
from perceptron.numbers.rational_points import sqrt_exact, unit_near
from proofs.conjecture import Comparison
from proofs.conjecture.evaluate import compile_term, numpy_functions
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners.kernel import full_text
from proofs.conjecture.nodes import ALL_ROUNDS, Relation
from proofs.counterexample import Counterexample
from proofs.counterexample.learner_object import CustomLearner
from proofs.decide.ranges import KNOWN, lift
from proofs.falsify.against_kernel import extremal_runs
from proofs.falsify.against_learner_object import from_own_start
from proofs.falsify.clock import Budget
from proofs.falsify.evaluator import CannotMeasure, Evaluator
from proofs.falsify.geometries import evaluator_of, geometry_of, run_of
from proofs.falsify.run import Run
from proofs.falsify.shrink import shrink
from proofs.falsify.strategies.apart import PlayedApart
from proofs.falsify.strategies.known_families import KnownFamilies, plain_runs
from proofs.falsify.strategies.long_runs import as_run, in_time, predicted_runs, repeated_runs
from proofs.falsify.strategies.margin_windows import SpiralWindows, spirals
from proofs.system.signals import ended_after
from proofs.system.work_clock import work_time

Array = np.ndarray[Any, Any]

FUNCTIONS = numpy_functions() | {"floor": lambda x: np.floor(x + 1e-12), "ceil": lambda x: np.ceil(x - 1e-12)}
SQUARES = np.array([1, 4, 9, 16, 25])
COUNTS = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 25, 36, 50, 64, 100, 200, 400, 1000, 4000, 20000, 100000])
SMALL = COUNTS[:18]
DRAWS = 20_000
OF_GAMMA = frozenset({"gamma", "TD", "H", "H2"})
GRID, HALVINGS = np.geomspace(1e-3, 1e3, 49), 60  # where a solution for γ is looked for, times γ
FLAT = 1e-5  # less than this of u² is no component
BROKEN = 1e-9  # relative; what is less may be rounding
MEASURED = 36  # longer runs have R = ‖u‖ = 1, so that they may be spirals in space
MOST_TIES, SHORT = 6, 30  # runs where both sides seem equal: how many are tried, and of how many updates


@dataclass(frozen=True)
class Extremes:
    """Runs of M orthogonal examples of length `radius`: `j` with progress p1, the others with p2. Arrays of one length."""

    M: Array
    j: Array
    p1: Array
    p2: Array
    gamma: Array
    radius: Array
    length: Array  # of u

    def values(self) -> dict[str, Array]:
        """The quantities of a conjecture."""
        first, second = np.maximum(0, self.gamma - self.p1), np.maximum(0, self.gamma - self.p2)
        rest = self.M - self.j
        loss, squares = self.j * first + rest * second, self.j * first**2 + rest * second**2
        count = self.M * 1.0
        with np.errstate(all="ignore"):  # a condition may leave gamma no number but 0
            slack, length = loss / self.gamma, np.sqrt(squares) / self.gamma
        sums = {"S2": count * self.radius**2, "TD": loss, "H": slack, "H2": length}
        return {
            "M": count,
            "T": count,
            "d": count + self.leaves_room(),
            "gamma": self.gamma,
            "R": self.radius,
            "U": self.length,
            "W": self.radius * np.sqrt(count),
            "P": self.j * self.p1 + rest * self.p2,
            "eps": np.full_like(count, np.nan),
            **sums,
            **{f"{name}_all": value for name, value in sums.items()},  # each round is an update
        }

    def leaves_room(self) -> Array:
        """Where u is not in the span of the examples, so that it needs a dimension of its own."""
        along = (self.j * self.p1**2 + (self.M - self.j) * self.p2**2) / (self.radius * self.length) ** 2
        return np.asarray(np.abs(1 - along) >= FLAT)

    def each(self, change: Callable[[Array], Array]) -> Extremes:
        """With every array changed."""
        return Extremes(*(change(getattr(self, f.name)) for f in fields(self)))

    def rows(self, chosen: Array | slice) -> Extremes:
        return self.each(lambda a: a[chosen])


def shortfall(comparison: Relation, values: dict[str, Array]) -> Array:
    """By how much the comparison fails, relative to its sides; above 0 it fails, −∞ where a side is not defined."""
    left, right = (compile_term(side, FUNCTIONS) for side in (comparison.left, comparison.right))
    with np.errstate(all="ignore"):
        low, high = left(values), right(values)
        gap = (low - high) if comparison.op in ("<=", "<") else (high - low)
        size = np.broadcast_to(gap / (np.abs(low) + np.abs(high) + 1e-300), values["M"].shape)
        size = np.abs(size) if comparison.op == "=" else size
        size = np.where(np.isfinite(size), size, -np.inf)
    for condition in comparison.conditions:  # where one does not hold, nothing is claimed
        size = np.where(shortfall(condition, values) > (BROKEN if condition.op == "=" else 0), -np.inf, size)
    return size


def place(comparison: Relation, drawn: Extremes) -> Extremes:
    """The runs with γ moved to where the conditions hold: into the window that they leave it, and to a solution of each equation."""
    for condition in comparison.conditions:
        if (window := against_number(condition, "gamma")) is not None:
            sign, c = window
            least = drawn.gamma if sign[0] == "<" else np.maximum(drawn.gamma, c)
            drawn = replace(drawn, gamma=least if sign[0] == ">" else np.minimum(least, c))
        elif fixes_gamma(condition):
            drawn = replace(drawn, gamma=solution(condition, drawn))
    return drawn


def against_number(condition: Relation, name: str) -> tuple[str, float] | None:
    """The sign and the number to which a condition holds a name: (">=", 0.7) for γ ≥ 7/10."""
    held = condition.held_to(name)
    return None if held is None else (held[0], float(compile_term(held[1], FUNCTIONS)({})))


def fixes_gamma(condition: Relation) -> bool:
    return condition.op == "=" and bool(condition.names & OF_GAMMA)


def solution(equation: Relation, drawn: Extremes) -> Array:
    """γ at the first change of sign of the equation's difference, by halving; as it was where there is none."""
    left, right = (compile_term(side, FUNCTIONS) for side in (equation.left, equation.right))

    def difference(gamma: Array) -> Array:
        values = replace(drawn, gamma=gamma).values()
        with np.errstate(all="ignore"):
            return np.broadcast_to(left(values) - right(values), gamma.shape)

    low, high = np.full_like(drawn.gamma, np.nan), drawn.gamma
    before = difference(GRID[0] * drawn.gamma)
    for a, b in pairwise(GRID):
        after = difference(b * drawn.gamma)
        here = np.isnan(low) & (before * after <= 0)
        low, high, before = np.where(here, a * drawn.gamma, low), np.where(here, b * drawn.gamma, high), after
    rising = difference(low) <= 0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        below = (difference(middle) <= 0) == rising
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.where(np.isnan(low), drawn.gamma, high)


def broken_ones(comparison: Comparison, game: Game, seed: int = 0) -> Iterator[Extremes]:
    """Single runs that seem to break the comparison, small M first; runs near the edge where none does."""
    rng = np.random.default_rng(seed)
    largest_gap: dict[int, tuple[float, Extremes]] = {}
    edge: list[tuple[float, Extremes]] = []
    for drawn in draws(game, rng, counts_of(comparison)):
        drawn = allow(game, place(comparison, drawn))
        if not comparison.names <= drawn.values().keys():
            return  # other numbers of a run have no closed form here
        size = shortfall(comparison, drawn.values())
        if not (size > BROKEN).any() and not any(map(fixes_gamma, comparison.conditions)):
            drawn, size = improve(comparison, game, drawn, size, rng)
        for count in np.unique(drawn.M[size > BROKEN]):
            i = int(np.argmax(np.where(count == drawn.M, size, -np.inf)))
            if size[i] > largest_gap.get(int(count), (0.0, drawn))[0]:
                largest_gap[int(count)] = float(size[i]), drawn.rows(slice(i, i + 1))
        edge += [(float(size[i]), drawn.rows(slice(i, i + 1))) for i in np.argsort(-size)[:3]]
        if comparison.op in ("<", ">"):
            ties = np.flatnonzero(np.abs(size) <= BROKEN)
            edge += [(1.0, drawn.rows(slice(i, i + 1))) for i in ties[np.argsort(drawn.M[ties], kind="stable")][:3]]
    yield from (run for _, (_, run) in sorted(largest_gap.items(), key=lambda item: item[0]))
    yield from (run for size, run in sorted(edge, key=lambda item: -item[0])[:MOST_TIES] if size > -BROKEN and run.M[0] <= SHORT)


def counts_of(comparison: Relation) -> Array | None:
    """The number of updates that a condition asks for, or those that a margin from there on leaves room for."""
    for condition in comparison.conditions:
        sign, n = against_number(condition, "M") or ("", 0.0)
        if sign == "=" and n.is_integer() and 0 < n <= COUNTS[-1]:
            return np.array([int(n)])
        sign, c = against_number(condition, "gamma") or ("", 0.0)
        if sign in ("=", ">=", ">") and c > 0 and (most := int(1 / c**2 + 1e-9)) not in COUNTS and 0 < most < COUNTS[-1]:
            return np.array([*COUNTS[most > COUNTS], most])
    return None


def draws(game: Game, rng: np.random.Generator, chosen: Array | None = None) -> Iterator[Extremes]:
    """Uniform progress on the boundary; for agnostic games also uniform and twofold progress inside. `chosen`: the numbers of updates."""
    for counts in (SQUARES, COUNTS) if chosen is None else (chosen,):
        count, radius, length = members(game, rng, counts)
        progress = length * radius / np.sqrt(count)
        gamma = progress * np.where(rng.random(DRAWS) < 0.2, 1.0, np.exp(rng.normal(0, 1.5, DRAWS)))
        yield allow(game, Extremes(count, 0 * count, progress, progress, gamma, radius, length))
    if game.setting == "separable":
        return
    count, radius, length = members(game, rng, SMALL if chosen is None else chosen)
    gamma = length * radius * np.exp(rng.normal(-0.5, 2, DRAWS))
    progress = length * radius / np.sqrt(count) * rng.choice([-1, -0.5, 0, 0.5, 0.9], DRAWS)
    yield Extremes(count, 0 * count, progress, progress, gamma, radius, length)
    j = (rng.random(DRAWS) * count).astype(int)
    angle = rng.random(DRAWS) * 2 * np.pi
    first = np.where(j > 0, length * radius * np.cos(angle) / np.sqrt(np.maximum(j, 1)), 0)
    yield Extremes(count, j, first, length * radius * np.sin(angle) / np.sqrt(count - j), gamma, radius, length)


def members(game: Game, rng: np.random.Generator, counts: Array) -> tuple[Array, Array, Array]:
    """How many examples there are, their length, and that of u."""
    radius, length = sizes(game, rng)
    count = rng.choice(counts, DRAWS)
    return count, np.where(count > MEASURED, 1.0, radius), np.where(count > MEASURED, 1.0, length)


def allow(game: Game, drawn: Extremes) -> Extremes:
    """In a separable game γ is at most the progress."""
    return replace(drawn, gamma=np.minimum(drawn.gamma, drawn.p2)) if game.setting == "separable" else drawn


def sizes(game: Game, rng: np.random.Generator) -> tuple[Array, Array]:
    """R and ‖u‖: 1, or the free choices of the game."""

    def draw(rule: str, ones: float, low: int, high: int) -> Array:
        if rule == "unit":
            return np.ones(DRAWS)
        return np.where(rng.random(DRAWS) < ones, 1.0, 2.0 ** rng.integers(low, high, DRAWS))

    radius = draw(game.norm, 0.5, -6, 7) if game.norm == "any" else draw(game.norm, 0.8, -5, 1)
    length = draw(game.comparator, 0.5, -6, 7) if game.comparator == "any" else draw(game.comparator, 0.8, -5, 1)
    return radius, length


def improve(comparison: Comparison, game: Game, drawn: Extremes, size: Array, rng: np.random.Generator) -> tuple[Extremes, Array]:
    """The nearest ones with γ moved in smaller and smaller steps: windows of γ that no draw has met."""
    nearest = np.argsort(-size)[:300]
    best, score = drawn.rows(nearest), size[nearest].copy()
    for width in (0.3, 0.1, 0.03, 0.01, 3e-3, 1e-3, 1e-4, 1e-5):
        for _ in range(6):
            moved = allow(game, place(comparison, replace(best, gamma=best.gamma * np.exp(rng.normal(0, width, len(score))))))
            fresh = shortfall(comparison, moved.values())
            better = fresh > score
            best = replace(best, gamma=np.where(better, moved.gamma, best.gamma))
            score = np.maximum(score, fresh)
    return best, score


def direction(run: Extremes) -> list[float]:
    """u over ‖u‖ for a single run: its components along the examples, and the rest in one more coordinate."""
    scale = float(run.radius[0] * run.length[0])
    j, count = int(run.j[0]), int(run.M[0])
    along = [float(run.p1[0] if i < j else run.p2[0]) / scale for i in range(count)]
    rest = 1 - sum(a * a for a in along)
    return along if abs(rest) < FLAT else [*along, sqrt(max(rest, 0.0))]


ROOM = 1e-5  # by how much a spiral's γ is below 1/√M: nearer to it the grid would have to be refined again and again
UPDATES_A_SECOND = 15_000  # of a spiral, made and judged
LISTED, FOLLOWED = 300, 40  # examples in as many dimensions; uniform runs that are longer than the second are spirals in space
MOST_RUNS = 25
SHRINKING = 0.5  # seconds at most for a short run; most take some hundredths
GAMMA_DENOMINATORS = (1, 2, 3, 4, 6, 8, 10, 12, 20, 30, 60, 100, 1000, 10**5, 10**8)
SHORTEST = 20  # updates of a run that a law foretells where orthogonal examples are tried too
MOST_ROUNDS = 200  # of a known family's run, and of a start
LINEAR = full_text("linear")


def refute(
    comparison: Comparison, game: Game, seconds: float = 3.0, rule: CustomLearner | None = None, plain: bool = False
) -> Counterexample | None:
    """An exact run that breaks the comparison, accepted by the judge, or None; of a custom learner if one is given.

    plain   whether a short run is shrunk, as the search does it, to fewer rounds and plainer numbers
    """
    evaluator, deadline, counterexample = evaluator_of(comparison, game, rule=rule), work_time() + seconds, None
    with ended_after(seconds):  # a long run may take longer to build and to judge than all that there is
        for run in takewhile(lambda run: work_time() < deadline, candidates(evaluator, deadline)):
            if (counterexample := attempt(evaluator, run)) is not None:
                if plain and rule is None and len(run.moves) <= SHORT:
                    counterexample = shrunk(evaluator, run) or counterexample
                break
    return counterexample


def shrunk(evaluator: Evaluator, run: Run) -> Counterexample | None:
    """The run made small enough to read, as a counterexample."""
    for smaller in shrink(evaluator, run, None, Budget(work_time(), SHRINKING)):
        run = smaller
    evaluator.deadline = inf
    return attempt(evaluator, run)


def attempt(evaluator: Evaluator, run: Run, deadline: float = inf) -> Counterexample | None:
    """The run as a counterexample, if the judge accepts it; None too for a long one that cannot be followed and judged by the deadline."""
    with suppress(InputError, CannotMeasure):
        if run.streamed and deadline < inf and not in_time(evaluator, run, deadline - work_time()):
            return None
        if evaluator.breaks(run) and evaluator.judge(counterexample := evaluator.witness(run)).valid:
            return counterexample
    return None


def candidates(evaluator: Evaluator, deadline: float = inf) -> Iterator[Run]:
    """Runs of the range, nearest first, then those that laws foretell, then the starts of a search; for a custom learner known families."""
    comparison, asked = evaluator.comparison, evaluator.game
    game = lift(asked)
    if evaluator.rule is not None:
        for pair in PlayedApart.against(evaluator):  # first, since it is for two learners only and takes little time
            yield from pair.plays(asked, random.Random(0))
        yield from from_own_start(evaluator.rule, asked)
        yield from short(plain_runs(game, remembers=True))
        return
    known = not game.dropped and game.is_plain and comparison.names <= KNOWN.get(game.learner, frozenset()) - ALL_ROUNDS - {"T"}
    of_vectors = game.is_euclidean or game.kernel == LINEAR
    orthogonal = of_vectors and game.learner != "margin"
    if orthogonal and not game.dropped and not game.coordinates:
        for run in of_range(comparison, game, deadline):
            yield from filter(None, [by_the_rules(run, asked)])
    free = orthogonal and game.dimension is None and "d" not in comparison.names  # the ends of the range are in many dimensions
    if game.is_plain:  # the laws are those of a run that is gone through once, with any examples
        yield from predicted_runs(evaluator, SHORTEST if free else 2)
    if asked.flips and orthogonal and asked.passes == 1:
        yield from wrong_labels_first(asked)
    if not (free and known and not comparison.names & {"W", "P", "S2"}):
        yield from starts(evaluator)
    if game.is_plain and not evaluator.wide:
        yield from repeated_runs(evaluator)


def starts(evaluator: Evaluator) -> Iterator[Run]:
    """Spirals in a window of γ, the known families, and the learner's own."""
    game = evaluator.game
    if SpiralWindows.fits(evaluator):
        yield from spirals(evaluator)
    if game.learner == "kernel":
        yield from extremal_runs(game)
    elif KnownFamilies.fits(game):
        yield from short(plain_runs(game, remembers=evaluator.wide))
    for genome in geometry_of(game).extremal_genomes(game):
        if genome[0] < MOST_ROUNDS and (run := run_of(genome, game)) is not None:
            yield run


def short(runs: Iterator[Run]) -> Iterator[Run]:
    return (run for run in runs if len(run.moves) <= MOST_ROUNDS)


def by_the_rules(run: Run, game: Game) -> Run | None:
    """The run with the game's further demands: a tie that is a mistake, the radius that is declared, the points of a kernel's u."""
    if run.streamed:
        return run
    if game.tie_label < 0 and game.learner == "kernel":  # whose points stay what they are
        run = replace(run, moves=tuple(tuple(-n for n in z) for z in run.moves), u=tuple(-n for n in run.u))
    run = replace(run, labels=tuple(game.tie_label * y for y in run.labels))
    if game.learner == "kernel":
        run = replace(run, points=tuple(tuple(run.grid * (i == j) for j in range(len(run.u))) for i in range(len(run.u))))
    if game.radius == "declared":
        if (radius := sqrt_exact(Fraction(max(sum(n * n for n in z) for z in run.moves), run.grid**2))) is None:
            return None
        run = replace(run, radius=radius / 100 if Hypothesis.BOUNDED_EXAMPLES in game.dropped else radius)
    return run


def of_range(comparison: Comparison, game: Game, deadline: float) -> Iterator[Run]:
    """Orthogonal examples, as far as there is room for them, and the seesaw."""
    room = inf if game.dimension is None else game.dimension
    for extreme in islice(broken_ones(comparison, game), MOST_RUNS):
        for run in exact_runs(game, extreme, deadline) if int(extreme.M[0]) <= room else ():
            if run.dimension <= room:
                yield run if run.streamed else in_dimension(run, game.dimension or run.dimension)
    yield from seesaws(game)


def exact_runs(game: Game, run: Extremes, deadline: float = inf) -> Iterator[Run]:
    """The run with these numbers in rational vectors, for a few rational γ nearby."""
    count = int(run.M[0])
    if count > UPDATES_A_SECOND * (deadline - work_time()):
        return  # it would not be built and judged in time
    followed = game.is_plain and not int(run.j[0]) and run.p2[0] > 0 and run.radius[0] == 1 == run.length[0]  # uniform, and in one pass
    if count > (FOLLOWED if followed and game.dimension is None else LISTED):
        if followed and game.is_euclidean:  # a kernel learner looks back at every mistake
            yield long_spiral(run, game)
        return
    radius, length = (Fraction(float(a[0])).limit_denominator(4096) for a in (run.radius, run.length))
    u = tuple(length * a for a in unit_near([Fraction(a).limit_denominator(10**6) for a in direction(run)], 2**30))
    rounds = [(tuple(radius * (i == t) for i in range(len(u))), 1) for t in range(count)]
    least = min(radius * a for a in u[:count])
    for gamma in gammas(float(run.gamma[0]), least, game):
        yield Run.of(rounds, u, gamma)


def gammas(near: float, least: Fraction, game: Game) -> Iterator[Fraction]:
    """Rationals near γ, the least progress first if γ is just that."""
    if abs(near - least) < 1e-9 * abs(near):
        yield least
    near_it = [
        *(Fraction(round(near * n), n) for n in GAMMA_DENOMINATORS),
        *(Fraction(near).limit_denominator(n) for n in (1000, 10**6)),
        least,
    ]
    yield from (gamma for gamma in dict.fromkeys(near_it) if gamma > 0 and (game.setting == "agnostic" or gamma <= least))


def long_spiral(run: Extremes, game: Game) -> Run:
    """Thousands of updates in three dimensions, where u makes the same progress at each."""
    count = int(run.M[0])
    margin = Fraction(int(10**8 * (1 - ROOM) / sqrt(count)), 10**8)
    exactly = abs(float(run.gamma[0] / run.p2[0]) - 1) < 1e-9
    gamma = margin if exactly else Fraction(float(run.gamma[0])).limit_denominator(1000)
    return replace(as_run(Spiral(margin, Fraction(0), count), game, Fraction(1)), gamma=gamma)


def in_dimension(run: Run, dimension: int) -> Run:
    """The run among more coordinates, which are 0."""
    more = (0,) * (dimension - run.dimension)
    start = None if run.start is None else (*run.start, *more)
    return replace(run, moves=tuple((*z, *more) for z in run.moves), u=(*run.u, *more), start=start)


def seesaws(game: Game) -> Iterator[Run]:
    """z = −1, +1, −1, …: every second loss is γ + 1, the greatest that there is. On the line; in a separable game in the plane, nearly."""
    if game.setting == "separable" and game.dimension in (None, 2):
        for n, count in product((10, 100, 1000, 10**5), (2, 3, 4)):
            u, moves = (1, 0), tuple((2 * n, (-1) ** t * (n * n - 1)) for t in range(count))
            yield Run(n * n + 1, moves, (1,) * count, u, 1, Fraction(2 * n, n * n + 1))
    if game.setting == "agnostic" and game.dimension in (None, 1):
        for sign, count in product((-1, 1), (1, 2, 3, 4, 5, 7, 9, 15, 25, 49, 101)):
            for gamma in map(Fraction, ("1/100", "1/10", "1/4", "1/2", "1", "2")):
                yield Run(1, tuple((sign * (-1) ** t,) for t in range(count)), (1,) * count, (1,), 1, gamma)


SPIRAL_GRID, NEAR = 1000, range(-3, 4)


def wrong_labels_first(game: Game) -> Iterator[Run]:
    """Wrong labels at once or after one right example, each as far from u as a tie allows, and then a spiral of ties in space."""
    if game.dimension not in (None, 3):
        return
    for percent, late in product(range(100, 12, -1), (1, 0)):
        grid, margin = SPIRAL_GRID, percent * SPIRAL_GRID // 100
        moves, w = list[tuple[int, ...]](), (0, 0, 0)
        while len(moves) < MOST_ROUNDS:
            along, length = margin, sqrt(sum(a * a for a in w))
            if late <= len(moves) < late + game.flips:
                along = -int(grid * sqrt(w[1] ** 2 + w[2] ** 2) / length) if length else -grid
            if (move := longest_tie(w, along, grid)) is None:
                break
            moves.append(move)
            w = (w[0] + move[0], w[1] + move[1], w[2] + move[2])
        if len(moves) > late + game.flips:
            yield Run(grid, tuple(moves), (1,) * len(moves), (1, 0, 0), 1, Fraction(margin, grid))


def longest_tie(w: tuple[int, int, int], along: int, grid: int) -> tuple[int, int, int] | None:
    """The move z with ⟨u, z⟩ = `along`, ⟨w, z⟩ ≤ 0 and ‖z‖ ≤ `grid` after which the weights are longest, among those near a tie."""
    across, room = sqrt(w[1] ** 2 + w[2] ** 2), sqrt(grid * grid - along * along)
    e = (w[1] / across, w[2] / across) if across else (1.0, 0.0)
    level = min(room, max(-room, -along * w[0] / across)) if across else 0.0
    aside = sqrt(max(0.0, room * room - level * level))
    middle = round(level * e[0] - aside * e[1]), round(level * e[1] + aside * e[0])
    tied = [(along, middle[0] + i, middle[1] + j) for i, j in product(NEAR, NEAR)]
    allowed = [z for z in tied if sum(a * a for a in z) <= grid * grid and w[0] * z[0] + w[1] * z[1] + w[2] * z[2] <= 0]
    return max(allowed, key=lambda z: sum((a + b) ** 2 for a, b in zip(w, z, strict=True)), default=None)
