"""The order of attempts: the exact set by elimination and a theorem for each piece; else values proved and values refuted."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, isfinite
from typing import Any

import sympy as sp

from perceptron.numbers.exact import simplest
from proofs.conjecture.game import Game, default_game
from proofs.conjecture.nodes import ALL_ROUNDS
from proofs.counterexample import Counterexample
from proofs.counterexample.learner_object import rule_of
from proofs.decide.attempts import decide
from proofs.decide.constants.answer import Cell, ConstantBracket, Constants, ConstantsQuestion, Values, constants_of, posed_over
from proofs.decide.constants.elimination import Curve, NotAlgebraic, candidates, cell, curve, direct, least, only_piece, pieces
from proofs.decide.prove import ProvedConjecture
from proofs.decide.refute import refute
from proofs.system.work_clock import work_time

CELL_SECONDS, POINT_SECONDS, RUN_SECONDS = 20.0, 4.0, 2.0
OUTSIDE = Fraction(1, 100)  # of the constant: how far outside a point is
FAR = 100
EVERY = 6  # point of the curve outside of which a run is shown
NEAR = 0.001  # relative: how near to a value in floats others are tried
SHOWN = tuple(map(Fraction, ("-1", "0", "1/2", "1", "2", "4")))  # values of the second constant for brackets
SIMPLE, ROUNDING = 100, Fraction(1, 10**4)  # a least constant so near to a simple fraction is that one
MOST, LEAST = 10**6, Fraction(1, 4)
CLOSE = Fraction(1, 100)  # relative
SHARE = 0.25  # of the time that is left, for one verdict


def best(bound: str, over: str, game: Game | None = None, budget: float = 60.0, learner: Any = None) -> Constants:
    """The constants for which a bound holds.

    bound    a comparison with ≤ or ≥ and one or two unknown constants, such as "M <= a/gamma**2 + b*TD/gamma"
    over     their names, "a,b"; the first is the one that is bounded in terms of the second
    budget   seconds, about: an attempt that has begun is finished
    learner  an object as `decide` takes it: constants are then proved by its table or refuted by its runs

    Raises InputError for bad input, or where a larger first constant does not either weaken or strengthen the bound.
    """
    began = work_time()
    names = constants_of(over)
    rule = None if learner is None else rule_of(learner)
    own = frozenset[str]() if rule is None else rule.names
    comparison = posed_over(bound, names, own)
    game = game or default_game(comparison.names - {*names, *own})
    question = ConstantsQuestion(comparison, names, game, rule=rule)
    if rule is not None:
        return _time(_by_verdicts(question, began + budget, f"no closed forms of the runs of {rule.label} are known"), began)
    if game.learner != "perceptron" or game.dropped or game.dimension is not None or comparison.names & ALL_ROUNDS:
        why = "no closed forms of the range's ends are known for this game and these quantities"
        return _time(_by_verdicts(question, began + budget, why), began)
    question = direct(question)
    points = curve(question) if len(names) == 2 else []
    try:
        return _time(_exact(question, points, began + budget), began)
    except (NotAlgebraic, sp.PolynomialError) as reason:
        return _time(_between(question, points, began + budget, str(reason)), began)


def _time(found: Constants, began: float) -> Constants:
    return replace(found, seconds=work_time() - began)


def _exact(question: ConstantsQuestion, points: Curve, deadline: float) -> Constants:
    """Every piece of the boundary as a cell; runs that break the bound just outside. Raises NotAlgebraic."""
    factors = candidates(question)
    parts = pieces(question, factors, points) if points else [only_piece(question, factors)]
    if not parts or (not points and not isfinite(parts[0].value)):
        raise NotAlgebraic("no constant is enough, or no piece of the boundary was found")
    cells: tuple[Cell, ...] = tuple(cell(question, piece, place, CELL_SECONDS) for place, piece in enumerate(parts, 1))
    value = None if points else parts[0].value
    outside = _outside_of(question, [(b, a) for b, a in points if isfinite(a)][::EVERY] or [(None, parts[0].value)])
    if (low := parts[0].low) is not None:  # at that end, or just beyond it, no first constant is enough
        outside.insert(0, _values(question, Fraction(FAR if question.rises else -FAR), low if parts[0].opens else low - OUTSIDE))
    broken, missed = _break(question, outside)
    drawn = tuple((float(b), a) for b, a in points)
    brackets = () if value is None or cells[0].proof is not None else (_halve(question, None, deadline, value),)
    return Constants(question, 0.0, cells, brackets, drawn, broken, missed, value, cells[-1].reason)


def _outside_of(question: ConstantsQuestion, points: Sequence[tuple[Fraction | None, float]]) -> list[Values]:
    values = []
    for second, first in points:
        step = OUTSIDE * max(Fraction(1), Fraction(abs(first)).limit_denominator(100))
        moved = Fraction(first).limit_denominator(10**4) - (step if question.rises else -step)
        values.append(_values(question, moved, second))
    return values


def _values(question: ConstantsQuestion, first: Fraction, second: Fraction | None) -> Values:
    return {question.first: first} | ({} if second is None else {question.over[1]: second})


def _break(question: ConstantsQuestion, points: list[Values]) -> tuple[tuple[tuple[Values, Counterexample], ...], tuple[Values, ...]]:
    runs = [(values, refute(question.at(values), question.game, RUN_SECONDS)) for values in points]
    return tuple((v, run) for v, run in runs if run is not None), tuple(v for v, run in runs if run is None)


# -- brackets ------------------------------------------------------------------------------------------------------------------------


def _between(question: ConstantsQuestion, points: Curve, deadline: float, tried: str) -> Constants:
    """Near the least constant in floats: the nearest that is proved above it, and the nearest that a run refutes below it."""
    known = dict(points)
    places: list[tuple[Fraction | None, float]] = (
        [(b, known[b]) for b in SHOWN if isfinite(known[b])] if points else [(None, least(question))]
    )
    brackets = []
    for second, value in places:
        if work_time() > deadline:
            break
        brackets.append(_halve(question, second, deadline, value if isfinite(value) else None))
    drawn = tuple((float(b), a) for b, a in points)
    single = None if points else places[0][1]
    return Constants(question, 0.0, (), tuple(brackets), drawn, value=single, tried=tried)


def _by_verdicts(question: ConstantsQuestion, deadline: float, tried: str) -> Constants:
    """By verdicts alone; of two constants the first for a few values of the second."""
    question = _with_way(question)
    seconds: Sequence[Fraction | None] = SHOWN if len(question.over) > 1 else (None,)
    brackets = []
    for place, second in enumerate(seconds):
        until = work_time() + (deadline - work_time()) / (len(seconds) - place)
        brackets.append(_halve(question, second, until))
    return Constants(question, 0.0, brackets=tuple(brackets), tried=tried)


def _with_way(question: ConstantsQuestion) -> ConstantsQuestion:
    """Whether a larger constant weakens the claim, where runs with closed forms say so; it does where the bound is M ≤ …"""
    with suppress(KeyError):  # a quantity that those runs do not have
        return direct(question)
    return question


def _halve(question: ConstantsQuestion, second: Fraction | None, deadline: float, value: float | None = None) -> ConstantBracket:
    """From 1 outwards until one is proved, inwards until one is refuted, then the simplest number in the middle between the two; near the
    least constant first, where floats say which that is."""
    way = 1 if question.rises else -1
    low: tuple[Fraction, Counterexample] | None = None
    high: tuple[Fraction, ProvedConjecture] | None = None
    first = [Fraction(way)] if value is None else _near(way * value)
    number: Fraction | None = first.pop()
    while number is not None and work_time() < deadline:
        patience = max(POINT_SECONDS, (deadline - work_time()) * SHARE)  # a verdict comes as soon as there is one
        said = decide(question.at(_values(question, way * number, second)), question.game, patience, learner=question.rule)
        if said.proof is not None:
            high = number, said.proof
        elif said.counterexample is not None:
            low = number, said.counterexample
        elif not first:
            break
        number = first.pop() if first else _next(low and low[0], high and high[0])
    below, above = (None if one is None else way * one[0] for one in (low, high))
    return ConstantBracket(second, above, below, high and high[1], low and low[1])


def _near(value: float) -> list[Fraction]:
    """Just below the value; and the simple fraction that it is, or a little more."""
    plain, step = Fraction(value).limit_denominator(SIMPLE), NEAR * max(0.1, abs(value))
    least = plain if abs(plain - Fraction(value)) < ROUNDING else Fraction(ceil((value + step) * 10**4), 10**4)
    return [Fraction(floor((value - step) * 10**4), 10**4), least]


def _next(low: Fraction | None, high: Fraction | None) -> Fraction | None:
    """Which number is tried next, where those up to `low` are too small and `high` is enough; None where that is known well."""
    if low is None or high is None:
        number = (2 * low if low > 0 else _inwards(-low)) if low is not None else _inwards(high or Fraction(0))
        return number if abs(number) < MOST else None
    width = high - low
    return simplest(low + width / 4, high - width / 4) if width > CLOSE * max(abs(low), CLOSE) else None


def _inwards(number: Fraction) -> Fraction:
    """1, ½, ¼, 0, −1, −2, −4, …"""
    return number / 2 if number > LEAST else Fraction(-1) if number == 0 else 2 * number if number < 0 else Fraction(0)
