"""The false half: runs whose numbers are known without playing them, then those that the search begins with. Each is judged first.

    the ends of the range   orthogonal examples (`orthogonal`), in rational vectors, or as a spiral in space where they are many
    the laws                zig-zags and spirals with as many updates as should break the claim, by the laws that the search has for
                            them (`proofs.falsify.strategies.long_runs`, `margin_windows`)
    the starts              the known families, and the learner's own starts, as the search plays them

A family claims nothing: what is told is a run that the judge accepts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product, takewhile
from math import inf, sqrt
from time import monotonic

from perceptron.errors import InputError
from perceptron.extremal.sources import Spiral
from perceptron.numbers.rational_points import sqrt_exact, unit_near
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.conjecture.learners.kernel import full_text
from proofs.conjecture.nodes import ALL_ROUNDS
from proofs.counterexample import Counterexample
from proofs.counterexample.custom_learner import CustomLearner
from proofs.decide.orthogonal import Extremes, broken_ones, direction
from proofs.decide.ranges import KNOWN, lifted
from proofs.falsify.against_kernel import extremal_runs
from proofs.falsify.evaluator import Evaluator, Unmeasured
from proofs.falsify.geometries import evaluator_of, geometry_of, run_of
from proofs.falsify.run import Run
from proofs.falsify.strategies.known_families import KnownFamilies, plain_runs
from proofs.falsify.strategies.long_runs import as_run, in_time, predicted_runs, repeated_runs
from proofs.falsify.strategies.margin_windows import SpiralWindows, spirals
from proofs.system.signals import ended_after

ROOM = 1e-5  # by how much a spiral's γ is below 1/√M: nearer to it the grid would have to be refined again and again
UPDATES_A_SECOND = 15_000  # of a spiral, made and judged
LISTED, FOLLOWED = 300, 40  # examples in as many dimensions; uniform runs that are longer than the second are spirals in space
MOST_RUNS = 25
GAMMA_DENOMINATORS = (1, 2, 3, 4, 6, 8, 10, 12, 20, 30, 60, 100, 1000, 10**5, 10**8)
SHORTEST = 20  # updates of a run that a law foretells where orthogonal examples are tried too
MOST_ROUNDS = 200  # of a known family's run, and of a start
LINEAR = full_text("linear")


def refuted(comparison: Comparison, game: Game, seconds: float = 3.0, rule: CustomLearner | None = None) -> Counterexample | None:
    """An exact run that breaks the comparison, accepted by the judge, or None; of a custom learner if one is given."""
    evaluator, deadline, found = evaluator_of(comparison, game, rule=rule), monotonic() + seconds, None
    with ended_after(seconds):  # a long run may take longer to build and to judge than all that there is
        runs = takewhile(lambda run: monotonic() < deadline, candidates(evaluator, deadline))
        found = next((one for run in runs if (one := tried(evaluator, run)) is not None), None)
    return found


def tried(evaluator: Evaluator, run: Run, deadline: float = inf) -> Counterexample | None:
    """The run as a counterexample, if the judge accepts it; None too for a long one that cannot be followed and judged by the deadline."""
    with suppress(InputError, Unmeasured):
        if run.streamed and deadline < inf and not in_time(evaluator, run, deadline - monotonic()):
            return None
        if evaluator.breaks(run) and evaluator.judge(found := evaluator.witness(run)).valid:
            return found
    return None


def candidates(evaluator: Evaluator, deadline: float = inf) -> Iterator[Run]:
    """Runs of the range, nearest first, then those that laws foretell, then the starts of a search; for a custom learner known families."""
    comparison, asked = evaluator.comparison, evaluator.game
    game = lifted(asked)
    if evaluator.rule is not None:
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
    """The run with what the game asks for besides: a tie that is a mistake, the radius that is declared, the points of a kernel's u."""
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
        run = replace(run, radius=radius / 100 if "bounded examples" in game.dropped else radius)
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
    if count > UPDATES_A_SECOND * (deadline - monotonic()):
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
    """On the line z = −1, +1, −1, …: every second loss is γ + 1, the greatest that there is."""
    if game.setting == "agnostic" and game.dimension in (None, 1):
        for sign, count in product((-1, 1), (1, 2, 3, 4, 5, 7, 9, 15, 25, 49, 101)):
            for gamma in map(Fraction, ("1/100", "1/10", "1/4", "1/2", "1", "2")):
                yield Run(1, tuple((sign * (-1) ** t,) for t in range(count)), (1,) * count, (1,), 1, gamma)
