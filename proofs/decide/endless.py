"""Runs that show there is no bound: a learner that is kept updating.

A greedy adversary has a few examples, all with the same margin. It plays one that is counted as long as there is one. If the learner is in
a state that it was in before, the rounds between can be repeated without end: there is no bound. Else a run with far more counted rounds
than R²/γ² still breaks any bound with a small constant, and is judged exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic
from typing import Any

from perceptron.errors import InputError
from perceptron.learners.custom import Play
from perceptron.learners.perceptron import is_mistake
from perceptron.numbers.enclosure import Enclosed, Undecided, precision
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample
from proofs.counterexample.custom_learner import MAX_BITS, CustomLearner, bits, judge_with
from proofs.decide.families import CandidateRun, played
from proofs.derive.tracing import Table, attribute_of, attributes
from proofs.falsify.geometries import evaluator_of

Vector = tuple[Fraction, ...]
Rounds = list[tuple[Vector, int]]
TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (9, 40, 41), (11, 60, 61))  # (p, ±q)/r have margin p/r with u = (1, 0)
FACTOR = 100  # of R²/γ², beyond which a run is shown
MOST_ROUNDS = 4_000


@dataclass(frozen=True)
class Endless:
    """A run that is counted too often.

    period   how many of its last rounds can be repeated without end, since they lead from a state to the same; 0 if none do
    run      the run, exact and judged"""

    count: str
    period: int
    run: Counterexample

    def __str__(self) -> str:
        counted, size = ("M" if self.count == "updates" else "E"), f"{self.run.size}, γ = {self.run.gamma}"
        if self.period:
            last = "its last round leads" if self.period == 1 else f"its last {self.period} rounds lead"
            return f"{self.count}: no bound. There is a run ({size}) that goes on without end: {last} from a state to the same"
        return f"{self.count}: no bound {counted} ≤ C·R²/γ² with C ≤ {FACTOR}, which a run breaks ({size})"


def endless(learner: Any, table: Table, count: str, seconds: float) -> Endless | None:
    """A run that shows there is no bound, or none with a small constant; None if none was found in time."""
    rule, deadline = CustomLearner(learner), monotonic() + seconds
    for pool, gamma in pools():
        if monotonic() > deadline:
            break
        rounds, period = kept_busy(rule, table, count, pool, gamma, deadline)
        if rounds and (found := judged(rule, count, rounds, gamma)) is not None:
            return Endless(count, period, found)
    return None


def pools() -> Iterator[tuple[list[tuple[Vector, int]], Fraction]]:
    """Examples with their labels, and the margin that all of them have."""
    yield [((Fraction(1), Fraction(0)), 1), ((Fraction(1, 10), Fraction(0)), 1), ((Fraction(-1), Fraction(0)), -1)], Fraction(1, 10)
    for p, q, r in TRIPLES:
        gamma, side = Fraction(p, r), Fraction(q, r)
        one = [(gamma, side), (gamma, -side)]
        for vectors in (one, [*one, (Fraction(1), Fraction(0))], [(gamma, side / 4), *one, (gamma, Fraction(0))]):
            yield [(tuple(y * a for a in v), y) for v in vectors for y in (1, -1)], gamma


def kept_busy(
    rule: CustomLearner, table: Table, count: str, pool: list[tuple[Vector, int]], gamma: Fraction, deadline: float
) -> tuple[Rounds, int]:
    """The rounds of a greedy adversary, and after how many of them the learner is in the same state; no rounds if it gave up."""
    play, rounds = Play(rule.fresh(gamma), 2), Rounds()
    met: dict[Any, int] = {}
    with precision(2_000):
        try:
            while len(rounds) < min(MOST_ROUNDS, int(FACTOR / gamma**2) + 2):
                exact = not any(isinstance(v, Enclosed) for v in play.w)
                state = (play.w, *(attributes(play.learner).get(n) for n in state_of(table))) if exact else len(rounds)
                if state in met:
                    return list(rounds), len(rounds) - met[state]
                met[state] = len(rounds)
                if not counted_round(play, count, rounds, pool) or bits(play.w) > MAX_BITS or monotonic() > deadline:
                    return [], 0
        except (ArithmeticError, ValueError, InputError, Undecided):
            return [], 0
    return rounds, 0


def state_of(table: Table) -> list[str]:
    """The attributes on which a round depends."""
    return sorted(map(attribute_of, {*table.start, *(v for row in table.rows for v in row.vectors)}))


def counted_round(play: Play, count: str, rounds: Rounds, pool: list[tuple[Vector, int]]) -> bool:
    """Play the next example of the pool that is counted and changes something, if there is one."""
    ties = getattr(play.learner, "ties", "mistake")
    for i in range(len(pool)):
        x, y = pool[(len(rounds) + i) % len(pool)]
        later = deepcopy(play)
        mistake = is_mistake(later.inner(x, y), y, ties)
        updated = later.round(x, y)
        if updated if count == "updates" else mistake:
            play.__dict__.update(later.__dict__)
            rounds.append((x, y))
            return True
    return False


def judged(rule: CustomLearner, count: str, rounds: Rounds, gamma: Fraction) -> Counterexample | None:
    """The run as a counterexample to a bound with a constant, if the judge accepts it."""
    factor = Fraction(len(rounds) - 1) * gamma**2
    text = f"{'M' if count == 'updates' else 'E'} <= {factor if factor < FACTOR else FACTOR}/gamma**2"
    comparison, game = parse(text), Game(setting="separable")
    found = played(evaluator_of(comparison, game, rule=rule), CandidateRun(rounds, (Fraction(1), Fraction(0)), gamma))
    return found if found is not None and judge_with(rule, found).valid else None
