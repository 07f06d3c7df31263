"""Facts of a page against its learner: every fact, definitions included, is checked on exact runs of the page's own learner.

A proof is about everything that keeps the facts, an attack about the learner's runs. Only if the facts hold on the learner's runs are the
two about the same thing. The runs are played by the rules of the page's game, and every fact must hold on each of them, except facts whose
absence in the attack the statement explains (`beyond`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from perceptron import Examples, Trace, run
from perceptron.errors import InputError
from perceptron.numbers.exact import dot
from perceptron.numbers.rational_points import unit_near
from proofs.conjecture.game import Game
from proofs.conjecture.learners.base import Opponent
from proofs.counterexample.learner_object import CustomLearner
from proofs.statements.evaluation import truth
from proofs.statements.page import Page, StatedTheorem
from proofs.statements.run_model import model_of
from proofs.statements.statement import Fact, Statement

RUNS_OF_A_PAGE = 12  # runs that are played for a page
ROUNDS, PASSES = 4, 3  # examples of a run, and how often it goes over them
EDGES, BISECTIONS = 3, 24  # runs at the edge of the learner's rule, and how finely that is found
DIRECTION_DENOMINATOR = 12  # denominators of directions
DECLARED_RADIUS = Fraction(2)  # what is declared where the adversary declares a radius
SCALES = {
    "unit": (Fraction(1),),
    "ball": (Fraction(1), Fraction(1, 2), Fraction(3, 4)),
    "any": (Fraction(1), Fraction(5, 2), Fraction(1, 3)),
}
Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Agreement:
    """`broken`: the first fact that a run breaks, with that run in words (empty if none does).

    `unseen`: facts that could be evaluated on no run.
    `unplayed`: how many runs the learner could not play, and why (empty if it played them all).
    """

    broken: str = ""
    unseen: tuple[Fact, ...] = ()
    unplayed: str = ""

    def untested_facts(self) -> tuple[str, ...]:
        """The untested facts, in words."""
        return (*([self.unplayed] if self.unplayed else []), *(f"not evaluated on runs: {fact.words}" for fact in self.unseen))


def agreement(item: StatedTheorem) -> Agreement:
    """Whether the facts of a theorem hold on the runs of its attack; a property evaluates its facts on every instance that it draws."""
    if not isinstance(item, Page):
        return Agreement()
    statement = item.statement
    if not statement.game.opponent.is_euclidean:
        return Agreement(unseen=statement.facts)
    seen: set[str] = set()
    unplayed: list[str] = []
    try:
        seen |= statement.held() if statement.held is not None else set()
    except InputError as reason:
        return Agreement(str(reason))
    for played in _runs(statement):
        if isinstance(played, str):
            unplayed.append(played)
            continue
        trace, u, gamma = played
        if getattr(trace.learner, "initialises", False) != statement.game.opponent.initialises:
            return Agreement("M leaves out the first update of its learner, which initialises: the statement counts every update")
        radius = DECLARED_RADIUS if statement.game.radius == "declared" else None
        model = model_of(statement, trace, u, gamma, radius)
        for fact in statement.facts:
            true = truth(fact.formula, model)
            if true is not None:
                seen.add(fact.name)
            if true is False and fact.name not in statement.beyond:
                return Agreement(f"{fact.name!r} ({fact.words}) is false on a run of its learner: {_run_in_words(trace, u, gamma)}")
    why = f"{len(unplayed)} of {RUNS_OF_A_PAGE + EDGES} runs are not played: {unplayed[0]}" if unplayed else ""
    return Agreement(unseen=tuple(fact for fact in statement.facts if fact.name not in seen), unplayed=why)


def _runs(statement: Statement) -> Iterator[tuple[Trace, Vector, Fraction] | str]:
    """Runs by the rules of the game, the same ones each time, with the comparator and γ; of one that the learner does not play, why."""
    game, draw = statement.game, random.Random(0)
    opponent = game.opponent if statement.learner is None else CustomLearner(statement.learner)
    for number in range(RUNS_OF_A_PAGE + EDGES):
        dimension = game.dimension or 1 + number % 3
        try:
            if number < RUNS_OF_A_PAGE:
                u, examples, gamma = _play(game, draw, dimension)
                yield run(opponent.learner(gamma), examples), u, gamma
            else:
                yield _at_the_edge(game, opponent, _vector(draw, dimension, "unit"))
        except InputError as reason:
            yield str(reason)


def _at_the_edge(game: Game, opponent: Opponent, u: Vector) -> tuple[Trace, Vector, Fraction]:
    """An example along u, and a second one as long as the learner still updates on it, so that its rule is tested at its end."""

    def play(length: Fraction) -> tuple[Trace, Vector, Fraction]:
        gamma = min(first, length)
        examples = Examples([[first * value for value in u], [length * value for value in u]], [1, 1])
        return run(opponent.learner(gamma), examples), u, gamma

    first = longest = Fraction(1) if game.radius == "measured" else DECLARED_RADIUS
    if game.norm == "unit":
        return play(longest)
    short, long = Fraction(0), longest
    for _ in range(BISECTIONS):
        middle = (short + long) / 2
        short, long = (middle, long) if 1 in play(middle)[0].updates else (short, middle)
    return play(short or longest)


def _play(game: Game, draw: random.Random, dimension: int) -> tuple[Vector, Examples, Fraction]:
    """A comparator, examples and γ as the game allows them."""
    norm = "ball" if game.radius == "declared" else game.norm
    longest = DECLARED_RADIUS if game.radius == "declared" else Fraction(1)
    u = _vector(draw, dimension, game.comparator)
    points: list[Vector] = []
    while len(points) < ROUNDS:
        x = tuple(longest * value for value in _vector(draw, dimension, norm))
        if game.setting == "agnostic" or dot(u, x) != 0:
            points.append(x)
    if game.setting == "separable":
        labels = [1 if dot(u, x) > 0 else -1 for x in points]
        gamma = min(abs(dot(u, x)) for x in points)
    else:
        labels, gamma = [draw.choice((-1, 1)) for _ in points], Fraction(draw.randint(1, 16), 8)
    return u, Examples(points * PASSES, labels * PASSES), gamma


def _vector(draw: random.Random, dimension: int, norm: str) -> Vector:
    """A vector of length 1, at most 1 or any length."""
    direction = [Fraction(draw.randint(-DIRECTION_DENOMINATOR, DIRECTION_DENOMINATOR), DIRECTION_DENOMINATOR) for _ in range(dimension)]
    if not any(direction):
        direction[0] = Fraction(1)
    scale = draw.choice(SCALES[norm])
    return tuple(scale * value for value in unit_near(direction, 64))


def _run_in_words(trace: Trace, u: Vector, gamma: Fraction) -> str:
    """A run in words, so that it can be repeated."""
    rounds = "; ".join(f"({', '.join(map(str, e.x))}) {e.y:+d}" for e in trace.examples[:ROUNDS])
    return f"u = ({', '.join(map(str, u))}), γ = {gamma}, examples {rounds}, {PASSES} times over"
