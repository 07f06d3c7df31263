"""Short runs of every kind, for numbers that have no closed form and for somebody's own learner: each is played, which takes no time."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import isqrt

from perceptron.extremal.sequences import margin_spiral, plane, spiral
from perceptron.numbers.exact import common_denominator
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample
from proofs.decide.families.candidate import Candidate, axis, in_dimension, listed
from proofs.falsify.evaluator import Evaluator
from proofs.falsify.run import Run

ROOTS = (1, 2, 3, 4, 5)  # √n for n orthonormal examples
REPEATED, LONGEST = (1, 2, 3, 10, 30), 200  # rounds


def plain_candidates(game: Game) -> Iterator[Candidate]:
    """One example over and over; orthonormal ones once and over and over; the zig-zag of the plane; the spirals in space."""
    for run in runs():
        short = len(run.u)
        if game.dimension is None or short <= game.dimension:
            yield run if game.dimension is None else in_dimension(run, game.dimension)


def played(evaluator: Evaluator, candidate: Candidate) -> Counterexample | None:
    """The run of somebody's own learner as a counterexample that nobody has judged yet; None where it breaks nothing."""
    run = run_of(candidate)
    measured = evaluator.measure(run)
    if measured is None or not evaluator.breaks(run, measured):
        return None
    return evaluator.named(measured, evaluator.comparison.sides(evaluator.values(measured)))


def run_of(candidate: Candidate) -> Run:
    """As the search holds runs."""
    grid = common_denominator([value for x, _ in candidate.rounds for value in x])
    moves = tuple(tuple(int(y * value * grid) for value in x) for x, y in candidate.rounds)
    unit = common_denominator(candidate.u)
    labels = tuple(y for _, y in candidate.rounds)
    return Run(grid, moves, labels, tuple(int(value * unit) for value in candidate.u), unit, candidate.gamma)


def runs() -> Iterator[Candidate]:
    """The shortest first; the second half goes through the examples of the first again."""
    one, once = Fraction(1), list(single_passes())
    for count, turns, gamma in product(REPEATED, (1, -1), (one, 3 * one)):
        yield Candidate([((one,), turns**t) for t in range(count)], (one,), gamma)
    yield from once
    for n in (r * r for r in ROOTS[1:]):
        yield Candidate([(axis(n, i // 3), 1) for i in range(3 * n)], (Fraction(1) / isqrt(n),) * n, Fraction(1, isqrt(n)))
    for times, run in product((2, 5), once):
        if len(run.rounds) * times <= LONGEST:
            yield run._replace(rounds=list(run.rounds) * times)


def single_passes() -> Iterator[Candidate]:
    """Orthonormal examples, the zig-zag of the plane and its first two, the spirals in space."""
    for root in ROOTS:
        n = root * root
        yield Candidate([(axis(n, i), 1) for i in range(n)], (Fraction(1, root),) * n, Fraction(1, root))
    for n in (2, 3, 5, 8, 12):
        whole = listed(plane(Fraction(1, n)))
        yield whole._replace(rounds=whole.rounds[:2])
        yield whole
    yield from (listed(spiral(Fraction(1, n))) for n in (3, 5, 8))
    yield from (listed(margin_spiral(Fraction(1, n))) for n in (4, 8))
