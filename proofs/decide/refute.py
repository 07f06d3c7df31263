"""The false half: runs of the extremal families, each judged before anything is claimed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import chain, islice
from math import inf, sqrt
from time import monotonic

from perceptron.errors import InputError
from perceptron.extremal.sources import Spiral
from perceptron.numbers.rational_points import sqrt_exact, unit_near
from proofs.conjecture import Comparison
from proofs.conjecture.game import Game
from proofs.conjecture.learners.kernel import full_text
from proofs.conjecture.nodes import ALL_ROUNDS
from proofs.counterexample import Counterexample, build, judge
from proofs.counterexample.custom_learner import CustomLearner, judge_with
from proofs.decide.families import (
    CandidateRun,
    axis,
    flat_candidates,
    followed,
    in_dimension,
    long_runs,
    plain_candidates,
    played,
    seesaws,
    without_a_rule,
)
from proofs.decide.families_of_others import kernel_candidates, margin_candidates, winnow_candidates
from proofs.decide.orthogonal import Extremes, broken_ones, direction
from proofs.decide.ranges import KNOWN, lifted, narrowed
from proofs.falsify.geometries import evaluator_of
from proofs.system.signals import ended_after

ROOM = 1e-5  # by how much a spiral's γ is below 1/√M: nearer to it the grid would have to be refined again and again
UPDATES_A_SECOND = 15_000  # of a spiral, made and judged
LISTED, FOLLOWED = 300, 40  # examples in as many dimensions; uniform runs that are longer than the second are spirals in space
MOST_RUNS = 25
GAMMA_DENOMINATORS = (1, 2, 3, 4, 6, 8, 10, 12, 20, 30, 60, 100, 1000, 10**5, 10**8)
LINEAR = full_text("linear")


def refuted(comparison: Comparison, game: Game, seconds: float = 3.0) -> Counterexample | None:
    """An exact run that breaks the comparison, accepted by the judge, or None."""
    deadline = monotonic() + seconds
    broken_by_candidates = (
        tried(comparison, game, candidate) for candidate in candidates(comparison, game, deadline) if monotonic() < deadline
    )
    long = (run for run in long_runs(comparison, game) if judge(run).valid)
    found = None
    with ended_after(seconds):  # a long run may take longer to build and to judge than all that there is
        found = next((run for run in chain(broken_by_candidates, long) if run is not None), None)
    return found


def refuted_for(rule: CustomLearner, comparison: Comparison, game: Game, seconds: float = 3.0) -> Counterexample | None:
    """A counterexample for a custom learner, from short runs of every kind; None if none of them breaks the conjecture in time."""
    evaluator = evaluator_of(comparison, game, rule=rule)
    with ended_after(seconds):
        for candidate in plain_candidates(game):
            with suppress(InputError):
                if (counterexample := played(evaluator, candidate)) is not None and judge_with(rule, counterexample).valid:
                    return counterexample
    return None


def tried(comparison: Comparison, game: Game, candidate: CandidateRun) -> Counterexample | None:
    """The run as a counterexample, if the judge accepts it."""
    with suppress(InputError):
        counterexample = _written(comparison, game, candidate)
        if counterexample is not None and judge(counterexample).valid:
            return counterexample
    return None


def _written(comparison: Comparison, game: Game, candidate: CandidateRun) -> Counterexample | None:
    """The run with what the game asks for besides: a tie that is a mistake, the radius that is declared, a start."""
    rounds, u, gamma, points = candidate
    if isinstance(rounds, Spiral):
        return followed(comparison, game, rounds, u, gamma)
    if game.ties == 1:
        kernel = game.learner == "kernel"
        rounds = [(x if kernel else tuple(-a for a in x), -y) for x, y in rounds]
        u = tuple(-a for a in u) if kernel else u
    radius = None
    if game.radius == "declared":
        radius = sqrt_exact(max(game.length2(x) for x, _ in rounds))
        if radius is None:
            return None
        if "bounded examples" in game.dropped:
            radius /= 100
    start = (Fraction(-100), *(Fraction(0) for _ in u[1:])) if "zero start" in game.dropped else None
    if game.learner == "kernel" and points is None:
        points = tuple(axis(len(u), i) for i in range(len(u)))
    return build(comparison, game, rounds, u, gamma, radius, start, points)


def candidates(comparison: Comparison, asked: Game, deadline: float = inf) -> Iterator[CandidateRun]:
    """Runs of the range, nearest first; without a hypothesis, those of the game that it leaves, and a few that only want it."""
    game = lifted(asked)
    if game.learner == "winnow":
        yield from winnow_candidates(comparison, game)
    elif game.learner == "kernel" and game.kernel != LINEAR:
        yield from kernel_candidates(comparison, game)
    else:
        if asked.dropped:
            yield from without_a_rule(asked)
        if not game.dropped:
            yield from of_vectors(comparison, game, deadline)


def of_vectors(comparison: Comparison, game: Game, deadline: float) -> Iterator[CandidateRun]:
    """Against the learners with Euclid's inner product."""
    flat = narrowed(comparison, game)
    if not game.is_plain or comparison.names & (ALL_ROUNDS | {"T"}) or not comparison.names <= KNOWN.get(game.learner, frozenset()):
        yield from plain_candidates(game)
    if game.coordinates:
        return
    if game.learner == "margin":
        yield from margin_candidates(comparison, game)
    elif game.dimension is not None or "d" in comparison.names:
        yield from flat_candidates(comparison, flat)
        yield from fitting(comparison, game)
    else:
        for run in islice(broken_ones(comparison, game), MOST_RUNS):
            yield from exact_runs(game, run, deadline)
        yield from seesaws(game)
        if comparison.names & {"W", "P", "S2"} and not comparison.names & (ALL_ROUNDS | {"T"}):
            yield from plain_candidates(game)


def exact_runs(game: Game, run: Extremes, deadline: float = inf) -> Iterator[CandidateRun]:
    """The run with these numbers in rational vectors, for a few rational γ nearby."""
    count = int(run.M[0])
    if count > UPDATES_A_SECOND * (deadline - monotonic()):
        return  # it would not be built and judged in time
    uniform = not int(run.j[0]) and run.p2[0] > 0 and run.radius[0] == 1 == run.length[0]
    if count > (FOLLOWED if uniform and game.dimension is None else LISTED):
        yield from long_spirals(run) if uniform and game.is_euclidean else ()  # a kernel learner looks back at every mistake
        return
    radius, length = (Fraction(float(a[0])).limit_denominator(4096) for a in (run.radius, run.length))
    unit = unit_near([Fraction(a).limit_denominator(10**6) for a in direction(run)], 2**30)
    u = tuple(length * a for a in unit)
    rounds = [(tuple(radius * (i == t) for i in range(len(u))), 1) for t in range(count)]
    least = min(radius * a for a in u[:count])
    for gamma in gammas(float(run.gamma[0]), least, game):
        yield CandidateRun(rounds, u, gamma)


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


def long_spirals(run: Extremes) -> Iterator[CandidateRun]:
    """Thousands of updates in three dimensions, where u makes the same progress at each."""
    count = int(run.M[0])
    margin = Fraction(int(10**8 * (1 - ROOM) / sqrt(count)), 10**8)
    exactly = abs(float(run.gamma[0] / run.p2[0]) - 1) < 1e-9
    gamma = margin if exactly else Fraction(float(run.gamma[0])).limit_denominator(1000)
    yield CandidateRun(Spiral(margin, Fraction(0), count), axis(3), gamma)


def fitting(comparison: Comparison, game: Game) -> Iterator[CandidateRun]:
    """Orthogonal examples, of which a space has room for few."""
    for run in broken_ones(comparison, game):
        for found in exact_runs(game, run) if game.dimension is None or int(run.M[0]) <= game.dimension else ():
            if game.dimension is None or len(found.u) <= game.dimension:
                yield found if game.dimension is None else in_dimension(found, game.dimension)
