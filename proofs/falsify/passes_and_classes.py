"""Variants of the game for a learner with Euclid's lengths: a finite class of examples, and passes in orders of the adversary's choosing.

Moves from a finite class of examples, such as {−1, 0, 1}ᵈ: every point of the class is looked at, and the one that hurts most is played.

The comparator cannot be turned to an axis here, so a gene chooses it: an axis, the diagonal, or a short whole vector of whole length.

Several passes over the same examples, each in an order of the adversary's choosing.

The first pass is a run as it is. In a later one, among the examples that are left, one that is an update now is played, chosen in the way
that a gene says; a round without an update waits, since it may become one. Other ways keep the order, turn it round, or draw it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import isqrt, lcm
from operator import mul

from perceptron.errors import InputError
from perceptron.numbers.enclosure import NotSeparated, precision
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.learners.euclidean import EuclideanRun, Step
from proofs.counterexample.learner_object import PRECISIONS, CustomLearner
from proofs.falsify.against_euclidean import UNITS, whole_length
from proofs.falsify.against_learner_object import CustomRun, Overlong, custom_run
from proofs.falsify.evaluator import exact_run
from proofs.falsify.genomes import FACTORS, MAX_ROUNDS, NAMES, PROGRESS_STEPS
from proofs.falsify.run import Run, Vector
from proofs.system.work_clock import work_time

MOST_POINTS = 300  # of a class that is looked at in every round


def run_of_class(genes: tuple[int, ...], game: Game, deadline: float = math.inf) -> Run | None:
    """The run that a genome plays against a learner that adds its examples, cut off at the deadline; None if it has no move."""
    gene = dict(zip(NAMES, genes, strict=True))
    d = game.dimension or gene["dimension"] + 1
    numbers = sorted(game.coordinates)
    while game.dimension is None and len(numbers) ** d > MOST_POINTS:
        d -= 1
    if len(numbers) ** d > MOST_POINTS:
        return None
    y = game.tie_label
    grid, (u, unit) = lcm(*(value.denominator for value in numbers)), comparator(gene, game, d)
    signed = [tuple(y * int(value * grid) for value in point) for point in product(numbers, repeat=d)]
    least = max(1.0, 2.0 ** (-gene["progress"] / PROGRESS_STEPS) * max(sum(map(mul, u, z)) for z in signed))
    limit = None if game.norm == "any" or not game.demands(Hypothesis.BOUNDED_EXAMPLES) else grid * grid
    points = [z for z in signed if (limit is None or sum(map(mul, z, z)) <= limit)]
    points = [z for z in points if sum(map(mul, u, z)) >= least] if game.demands(Hypothesis.SEPARABLE) else points
    moves: list[Vector] = []
    w = [0] * d
    while len(moves) <= gene["rounds"] and work_time() < deadline:
        hurtful = [z for z in points if (inner := sum(map(mul, w, z))) < 0 or inner == 0]
        if not hurtful:
            break
        z = max(hurtful, key=lambda z: hurt(w, z, u, gene["side"]))
        moves.append(z)
        w = [a + b for a, b in zip(w, z, strict=True)]
    if not moves:
        return None
    gamma = Fraction(min(sum(map(mul, u, z)) for z in moves), grid * unit)
    if not game.demands(Hypothesis.SEPARABLE):
        gamma = abs(gamma) * FACTORS[gene["claim"]]
    passes = 1 if game.passes > 1 else min(gene["passes"] + 1, max(1, MAX_ROUNDS // len(moves)))
    radius = Fraction(max(map(whole_length, moves)), grid) if game.radius == "declared" and any(map(any, moves)) else None
    return Run(grid, tuple(moves * passes), (y,) * (len(moves) * passes), u, unit, gamma, radius)


def hurt(w: list[int], z: Vector, u: Vector, side: int) -> tuple[int, ...]:
    """The key by which a move is chosen: long weights after it, little progress, or both in turn."""
    growth, progress = 2 * sum(map(mul, w, z)) + sum(map(mul, z, z)), -sum(map(mul, u, z))
    return ((progress, growth), (growth, progress), (progress, -growth), (growth + progress, growth))[side]


def comparator(gene: dict[str, int], game: Game, d: int) -> tuple[Vector, int]:
    """A comparator of the length that the rules ask for, as whole numbers over one."""
    ways: list[tuple[Vector, int]] = [((1,) * d, isqrt(d))] if isqrt(d) ** 2 == d or game.comparator == "any" else []
    ways += [((0,) * i + vector, length) for i in range(d) for vector, length in UNITS.get(d - i, ())]
    if game.comparator == "any" or not game.demands(Hypothesis.UNIT_COMPARATOR):
        ways += [((1,) * k + (0,) * (d - k), 1) for k in range(1, d + 1)] + [
            (tuple(range(1, d + 1)), 1),
            (tuple(2**i for i in range(d)), 1),
        ]
    return ways[(gene["claim"] + gene["first"]) % len(ways)]


GENE = NAMES.index("passes")  # it says the way, for the rules say how many passes there are
WAYS = 8
MOST_LOOKED_AT = 40_000  # pairs of examples in all passes: each that is left is looked at for every one that is played


def are_asked(game: Game) -> bool:
    """Whether a run of this game is made of shuffled passes."""
    return game.shuffled and game.demands(Hypothesis.SAME_EXAMPLES)


def first_pass(run: Run, game: Game) -> Run:
    """The examples of a run in shuffled passes, once; a run of another game as it is."""
    if not are_asked(game):
        return run
    size = len(run.moves) // game.passes
    return replace(run, moves=run.moves[:size], labels=run.labels[:size])


def in_passes(run: Run | None, game: Game, way: int, rule: CustomLearner | None = None, deadline: float = math.inf) -> Run | None:
    """The run as the rules would have it: where passes are shuffled, with further ones over its examples, in orders chosen in one of the
    WAYS (any number says one); None if the learner cannot begin or be followed."""
    if run is None or not are_asked(game):
        return run
    way, size = way % WAYS, max(1, min(len(run.moves), MAX_ROUNDS // game.passes))
    examples = list(zip(run.moves[:size], run.labels[:size], strict=True))
    if way >= 3 or size * size * game.passes > MOST_LOOKED_AT:
        rounds = examples + [example for k in range(1, game.passes) for example in _order(examples, way, k)]
    else:
        try:
            with precision(PRECISIONS[0]):
                play = exact_run(run, game) if rule is None else custom_run(rule, run, deadline)
                rounds = list(_play(examples, game.passes, play, way, deadline))
        except (InputError, Overlong, NotSeparated):
            return None
    moves, labels = zip(*rounds, strict=True)
    return replace(run, moves=moves, labels=labels)


def _order(examples: list[tuple[Vector, int]], way: int, number: int) -> list[tuple[Vector, int]]:
    """The examples of a later pass, without a look at the learner: as they were, backwards, turned by one, or drawn."""
    match way:
        case 4:
            return examples[::-1] if number % 2 else examples
        case 5:
            at = number % len(examples)
            return examples[at:] + examples[:at]
        case 6 | 7:
            return random.Random(10 * number + way).sample(examples, len(examples))
    return examples


def _play(examples: list[Step], passes: int, play: EuclideanRun | CustomRun, way: int, deadline: float) -> Iterator[Step]:
    """Every round, later passes with the updates that the way likes best first: those that leave the longest weights, those that are most
    wrong, or those with the least progress."""
    for one in examples:
        play.update(one)
        yield one
    like: Callable[[Step], float] = [lambda one: -play.inner(one), play.inner, play.margin][way]
    for _ in range(1, passes):
        rest = list(examples)
        while rest and work_time() < deadline:
            wanted = [one for one in rest if play.wants(one)]
            if not wanted:
                break
            best = min(wanted, key=like)
            rest.remove(best)
            play.update(best)
            yield best
        for one in rest:
            play.update(one)
            yield one
