"""A bound found by tracing as a page in Python, which `verify`, `show` and the book take as any other: written, and read again.

The page has the table in words and the potential as a formula. Whoever reads it traces the code again, so it speaks of the code as it is:
if that does something else than the page says, the page is refused.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from time import monotonic
from typing import Any

from sympy import QQ

from perceptron.errors import InputError
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.counterexample.custom_learner import CustomLearner
from proofs.decide.traced_code.conjecture import AT, CITED, derived, own_letters, posed_traced, traced_rule
from proofs.decide.traced_code.facts import said_row
from proofs.decide.traced_code.proof import TracedTheorem
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.tracing.held import hold
from proofs.derive.tracing.potential import NoPotential, Problem
from proofs.derive.tracing.programme import given_potential
from proofs.derive.tracing.surroundings import attributes
from proofs.derive.tracing.trace import Table
from proofs.statements.page import Page
from proofs.statements.statement import Statement

SECONDS = 20.0  # for what is left to show, where the claim is not the bound itself
Coefficients = Callable[..., Mapping[str, Any]]


def said_rows(table: Table) -> tuple[str, ...]:
    """The table in mathematics, without the lines of the code, which change when something else is written above them."""
    return tuple(map(said_row, table.rows))


def game_of(problem: Problem) -> Game:
    """The rules of play under which a problem's bound is claimed."""
    game = Game(setting="agnostic" if problem.agnostic else "separable", comparator="ball")
    return replace(game, norm="any", radius="declared") if problem.radius else game


def traced_page(
    id: str,
    learner: Any,
    bound: str,
    table: Sequence[str],
    potential: Coefficients,
    count: str = "updates",
    agnostic: bool = False,
    letters: Sequence[str] = (),
    below: Sequence[tuple[str, Fraction]] = (),
    gain: str = "",
) -> Page:
    """The page of a learner's bound.

    table       what its code does in a round, as `bound` prints it
    potential   from R (if the bound has one) and the letters to the coefficients of the potential, by name
    gain        the counter of the rates, if the potential pays for its root

    Raises InputError if the code does something else, or the potential is none of it."""
    rule = CustomLearner(learner)
    made, found = traced_rule(rule, {n: Fraction(attributes(rule.fresh(AT))[n]) for n in letters})
    comparison = parse(bound, extra=frozenset(letters))
    radius = "R" in comparison.names
    problem = Problem(found, count, radius, agnostic, tuple(below), found.values, gain=gain if gain in found.start else "")
    if (now := said_rows(problem.table)) != tuple(table):
        other = next((row for row in now if row not in table), "its rows are fewer, or in another order")
        instead = "if the code did not change, the page is of an older version: write it anew by `perceptron-proofs bound … --page`"
        raise InputError(f"the code of {rule.label} is another than the page says: {other}; {instead}")
    given = numbers(problem, potential(*([problem.R] if radius else []), *(problem.gen[n] for n in problem.letters)))
    try:
        theorem = TracedTheorem(problem, given_potential(problem, given.pop("A"), given))
    except NoPotential as reason:
        raise InputError(f"the potential of this page does not serve for {rule.label}: {reason}") from None
    posed = posed_traced(theorem, comparison, game_of(problem))

    def held() -> frozenset[str]:
        """The names of the facts that are the table, once it has played the same rounds as the code. Raises Untraceable."""
        hold(found, made)
        return frozenset(fact.name for fact in theorem.facts) - {fact.name for fact in theorem.game()}

    statement = Statement(
        id,
        f"{rule.label}, by its code: {comparison.unicode()}",
        (),
        posed.game,
        bound,
        posed.facts,
        posed.symbols,
        parameters={n: (str(found.values[n]),) for n in letters},
        learner=learner,
        held=held,
    )

    def prove(d: Derivation) -> None:
        line, introduced = derived(d, statement, theorem, monotonic() + SECONDS)
        if d.claims[line] != d.claim:
            line = d.conclude(line)
        if introduced:
            d.forget(line, *introduced)

    return Page(statement, prove, cites=CITED)


def numbers(problem: Problem, given: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers and polynomials of the problem's ring as the latter."""
    ring = problem.ring
    return {n: ring.ground_new(QQ(v.numerator, v.denominator)) if isinstance(v, (int, Fraction)) else v for n, v in given.items()}


# -- writing one -------------------------------------------------------------------------------------------------------------------


def page_text(module: str, name: str, id: str, bound: str, claim: str, said: str, theorem: TracedTheorem) -> str:
    """The page as a file. `module` and `name` say where the learner is; `claim` and `said` are the bound and the potential for a reader."""
    problem, found = theorem.problem, theorem.found
    options = [f"count={quoted(problem.count)}"] if problem.count != "updates" else []
    options += ["agnostic=True"] if problem.agnostic else []
    options += [f"letters=[{', '.join(map(quoted, own_letters(problem)))}]"] if own_letters(problem) else []
    options += [f"below=[{', '.join(f'({quoted(n)}, Fraction({str(v)!r}))' for n, v in problem.conditions)}]"] if problem.conditions else []
    options += [f"gain={quoted(problem.gain)}"] if problem.gain else []
    arguments = ", ".join([*(["R"] if problem.radius else []), *problem.letters])
    coefficients = {"A": found.A, "b": found.b, "delta": found.delta} | ({"h": found.slack} if found.slack else {}) | dict(found.others)
    formula = ", ".join(f"{quoted(n)}: {python(p)}" for n, p in coefficients.items())
    words = [f"{claim} for `{name}` of {module}.py, found from its code by `perceptron-proofs bound`.", "", f"The potential is {said}."]
    words += ["No other round raises it. The code is traced again here: if it does something else, this page is refused."]
    prose = "\n".join(textwrap.fill(line, 130, break_on_hyphens=False) for line in words)
    rows = "".join(f"        {quoted(row)},\n" for row in said_rows(problem.table))
    return (
        f'"""{prose}\n"""\n\n'
        + ("from fractions import Fraction\n\n" if "Fraction(" in formula or problem.conditions else "")
        + f"from {module} import {name.split('.')[0]}\n"
        "from proofs.decide.traced_code import traced_page\n\n"
        f"page = traced_page(\n    {quoted(id)},\n    {name},\n    {quoted(bound)},\n    table=(\n{rows}    ),\n"
        f"    potential=lambda{' ' + arguments if arguments else ''}: {{{formula}}},\n"
        + "".join(f"    {option},\n" for option in options)
        + ")\n"
    )


def quoted(text: str) -> str:
    return f'"{text}"' if not {'"', "\\"} & set(text) else repr(text)


def python(p: Any) -> str:
    """A polynomial as an expression of Python that is exact."""
    below = lcm(*(int(c.denominator) for c in p.values())) if p else 1
    whole = p * below
    if p.is_ground:
        value = int(whole.LC) if p else 0
        return str(value) if below == 1 else f"Fraction({value}, {below})"
    return str(whole.as_expr()) if below == 1 else f"({whole.as_expr()}) / {below}"
