"""A run of a learner that is kept updating shows that it has no bound.

A greedy adversary has a few examples, all with the same margin. It plays one that is counted as long as there is one. If the learner is in
a state that it was in before, the rounds between can be repeated without end: there is no bound. A learner whose weights fade, from w to
αw + βyx, comes only near to such a state; then the example that leads it back exactly is calculated, and played if it has the margin. Else
a run with far more counted rounds than R²/γ² still breaks any bound with a small constant, and is judged exactly.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from perceptron.errors import InputError
from perceptron.learners.learner import Stepper
from perceptron.learners.perceptron import is_mistake
from perceptron.numbers.enclosure import EnclosedReal, NotSeparated, precision
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample
from proofs.counterexample.learner_object import MAX_BITS, CustomLearner, bits
from proofs.decide.refute import attempt
from proofs.derive.tracing.table import Table
from proofs.falsify.geometries import evaluator_of
from proofs.falsify.run import Run
from proofs.system.work_clock import work_time

Vector = tuple[Fraction, ...]
Rounds = list[tuple[Vector, int]]
TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (9, 40, 41), (11, 60, 61))  # (p, ±q)/r have margin p/r with u = (1, 0)
FACTOR, LEAST = 100, 10  # of R²/γ²: beyond the first a run is not followed, and from the second on it is shown
MOST_ROUNDS, FEW_ROUNDS = 4_000, 400
BACK = 4  # states to which a learner may be led back
FINE = 60  # what coordinates that are calculated are rounded to: the denominator


@dataclass(frozen=True)
class Adversary:
    """A player with a few labelled examples that plays one of them that is counted.

    gamma    the margin, which all of them have
    most     rounds that are played
    closes   whether an example that leads back to a state is played too; their own margin is twice gamma, so that it may have less
    aimed    whether the example with this margin on which the score is 0, or just below, is played too"""

    examples: Sequence[tuple[Vector, int]]
    gamma: Fraction
    most: int = MOST_ROUNDS
    closes: bool = False
    aimed: bool = False


@dataclass(frozen=True)
class Endless:
    """A run that is counted too often.

    period   how many of its last rounds can be repeated without end, since they lead from a state to the same; 0 if none do
    always   whether every path through a round is counted, so that any run goes on without end
    factor   the C of the bound C/γ² that it breaks
    run      the run, exact and judged"""

    count: str
    period: int
    factor: Fraction
    run: Counterexample
    always: bool = False

    def __str__(self) -> str:
        if self.always:
            return f"{self.count}: no bound. Every path through a round is an update, so M = T, the number of rounds"
        counted, size = ("M" if self.count == "updates" else "E"), f"{self.run.size}, γ = {self.run.gamma}"
        if self.period:
            last = "its last round leads" if self.period == 1 else f"its last {self.period} rounds lead"
            return f"{self.count}: no bound. There is a run ({size}) that goes on without end: {last} from a state to the same"
        return f"{self.count}: no bound {counted} ≤ C·R²/γ² with C ≤ {self.factor}, which a run breaks ({size})"


def endless(learner: Any, table: Table, count: str, seconds: float) -> Endless | None:
    """A run that shows there is no bound, or none with a small constant; None if none was found in time."""
    rule, deadline = CustomLearner(learner), work_time() + seconds
    if count == "updates" and all(row.updates or row.error for row in table.rows):
        same: Rounds = [((Fraction(1), Fraction(0)), 1)] * LEAST
        if (run := judge(rule, count, same, Fraction(1), Fraction(LEAST - 1))) is not None:
            return Endless(count, 1, Fraction(LEAST - 1), run, always=True)
    fading, longest = fades(table), (Fraction(0), Rounds(), Fraction(1))
    for adversary in adversaries():
        if work_time() > deadline:
            break
        if adversary.closes and not fading:
            continue
        rounds, period = play_greedily(rule, table, count, adversary, fading, deadline)
        factor = (len(rounds) - 1) * adversary.gamma**2
        if period and (judged_run := judge(rule, count, rounds, adversary.gamma, factor)) is not None:
            return Endless(count, period, factor, judged_run)
        longest = max(longest, (Fraction(min(FACTOR, int(factor))), rounds, adversary.gamma), key=lambda run: run[0])
        if longest[0] == FACTOR:
            break
    factor, rounds, gamma = longest
    judged_run = judge(rule, count, rounds, gamma, factor) if factor >= LEAST else None
    return None if judged_run is None else Endless(count, 0, factor, judged_run)


def fades(table: Table) -> list[tuple[Fraction, Fraction]]:
    """Numbers α ≠ 1 and β such that an update may take w to αw + βyx, if weights are all the state that there is."""
    pairs = set()
    for row in table.rows:
        a, b = (row.weights.get(v, table.universe.field.zero) for v in ("w", "z"))
        if row.updates and a != 1 and b and all(p.is_ground for p in (a.numer, a.denom, b.numer, b.denom)):
            pairs.add((Fraction(str(a)), Fraction(str(b))))
    return [] if table.state else sorted(pairs)


def adversaries() -> Iterator[Adversary]:
    """The adversaries that are tried, one after the other."""
    low, side = Fraction(1, 10), Fraction(3, 4)
    yield Adversary([((Fraction(1), Fraction(0)), 1), ((low, Fraction(0)), 1), ((Fraction(-1), Fraction(0)), -1)], low)
    yield Adversary([((low, side / 2), 1), ((low, -side), 1)], low, FEW_ROUNDS)
    for gamma in (low, Fraction(1, 100)):
        yield Adversary([((gamma, side), 1), ((gamma, -side), 1)], gamma / 2, FEW_ROUNDS, closes=True)
    for p, q, r in TRIPLES:
        gamma, side = Fraction(p, r), Fraction(q, r)
        one = [(gamma, side), (gamma, -side)]
        for vectors in (one, [*one, (Fraction(1), Fraction(0))], [(gamma, side / 4), *one, (gamma, Fraction(0))]):
            yield Adversary([(tuple(y * a for a in v), y) for v in vectors for y in (1, -1)], gamma)
    eighth, far = Fraction(1, 8), Fraction(FINE - 1, FINE)
    yield Adversary([((eighth, far), 1), ((eighth, -far), 1)], eighth, aimed=True)


def play_greedily(
    rule: CustomLearner, table: Table, count: str, adversary: Adversary, fading: Sequence[tuple[Fraction, Fraction]], deadline: float
) -> tuple[Rounds, int]:
    """Return the rounds of a greedy adversary, and the number of the last ones that lead back to a state; 0 if none do."""
    play, rounds = Stepper(rule.fresh(adversary.gamma), 2), Rounds()
    met: dict[Any, int] = {}
    before: deque[Vector] = deque(maxlen=BACK)
    with precision(2_000):
        try:
            while len(rounds) < min(adversary.most, int(FACTOR / adversary.gamma**2) + 2):
                exact = not any(isinstance(v, EnclosedReal) for v in play.coordinates)
                state = (play.coordinates, *(repr(getattr(play.learner, n)) for n in table.state)) if exact else len(rounds)
                if state in met:
                    return list(rounds), len(rounds) - met[state]
                met[state] = len(rounds)
                moves = [*returns(play.coordinates, before, fading, adversary), *aim(play.coordinates, adversary)] if exact else []
                before.append(play.coordinates)
                if not counted_round(play, count, rounds, [*moves, *turn(adversary.examples, len(rounds))]) or work_time() > deadline:
                    break
                if bits(play.coordinates) > MAX_BITS:
                    return rounds[:-1], 0
        except (ArithmeticError, ValueError, InputError, NotSeparated):
            pass
    return rounds, 0


def returns(
    w: Vector, before: Sequence[Vector], fading: Sequence[tuple[Fraction, Fraction]], adversary: Adversary
) -> Iterator[tuple[Vector, int]]:
    """Examples that lead the weights back to earlier ones, and have the margin."""
    for old in before if adversary.closes else ():
        for keeps, adds in fading:
            z = tuple((a - keeps * b) / adds for a, b in zip(old, w, strict=True))
            if z[0] >= adversary.gamma and sum(a * a for a in z) <= 1:
                yield from ((tuple(y * a for a in z), y) for y in (1, -1))


def aim(w: Vector, adversary: Adversary) -> Iterator[tuple[Vector, int]]:
    """The example with the margin of the adversary on which the score is 0, or just below."""
    if adversary.aimed and w[1]:
        side = Fraction(ceil(abs(adversary.gamma * w[0] / w[1]) * FINE), FINE) * (-1 if w[0] * w[1] > 0 else 1)
        if adversary.gamma**2 + side**2 <= 1:
            yield (adversary.gamma, side), 1


def turn(examples: Sequence[tuple[Vector, int]], n: int) -> list[tuple[Vector, int]]:
    """The examples from the n-th on, and then those before it."""
    n %= len(examples)
    return [*examples[n:], *examples[:n]]


def counted_round(play: Stepper, count: str, rounds: Rounds, examples: Sequence[tuple[Vector, int]]) -> bool:
    """Play the first of the examples that is counted and changes something, if there is one."""
    ties = getattr(play.learner, "ties", "mistake")
    for x, y in examples:
        later = deepcopy(play)
        mistake = is_mistake(later.inner(x, y), y, ties)
        updated = later.round(x, y)
        if updated if count == "updates" else mistake:
            play.__dict__.update(later.__dict__)
            rounds.append((x, y))
            return True
    return False


def judge(rule: CustomLearner, count: str, rounds: Rounds, gamma: Fraction, factor: Fraction) -> Counterexample | None:
    """The run as a counterexample to a bound with a constant, if the judge accepts it."""
    text = f"{'M' if count == 'updates' else 'E'} <= {factor}/gamma**2"
    comparison, game = parse(text), Game(setting="separable")
    return attempt(evaluator_of(comparison, game, rule=rule), Run.of(rounds, (Fraction(1), Fraction(0)), gamma))
