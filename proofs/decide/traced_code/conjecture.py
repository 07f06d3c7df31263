"""A conjecture about a learner's code: the table for its facts, the potential's bound for the known facts, and the rest is algebra.

A bound that is found becomes a page in Python, which `verify`, `show` and the book take as any other: `page_text` writes it, and
`traced_page` reads it again.  The page has the table in words and the potential as a formula. A reader of the file traces the code again,
so the proof is of the code as it is: if that does something else than the page says, the page is refused.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

from sympy import QQ

from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game
from proofs.counterexample.learner_object import Beside, CustomLearner
from proofs.decide.posed import PosedClaim, proved_about
from proofs.decide.prove import ProvedConjecture, finish, library
from proofs.decide.range_facts import with_margin
from proofs.decide.structure import Structure
from proofs.decide.term_facts import learn
from proofs.decide.traced_code.facts import letter, said_row, split, sum_text
from proofs.decide.traced_code.proof import TracedTheorem
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import number, poly, real, seq
from proofs.derive.tracing.held import CodeComparison, hold
from proofs.derive.tracing.potential import START, LengthBound, NoPotential, Potential
from proofs.derive.tracing.problem import Problem
from proofs.derive.tracing.programme import given_potential, solve, without_potential
from proofs.derive.tracing.table import GAMMA, Table
from proofs.derive.tracing.trace import trace
from proofs.derive.tracing.universe import Untraceable
from proofs.statements.page import Page
from proofs.statements.standard_facts import M, R, gamma
from proofs.statements.statement import Statement
from proofs.system.signals import processor_limit
from proofs.system.work_clock import work_time

CITED = ("cauchy-schwarz",)
AT = Fraction(1, 2)  # the margin for which an object is made
TRACING_SECONDS = 60.0  # of processor time, besides what there is for the proof


def proved_of_code(rule: CustomLearner, comparison: Comparison, game: Game, seconds: float) -> ProvedConjecture:
    """The conjecture from the table of a learner's code and its best potential. Raises NotFound, with the reason why there is none."""
    began, game = work_time(), proved_about(game)
    measured = game.radius == "measured" and ("R" in comparison.names or game.norm == "any")
    if game.dropped or game.comparator == "any" or (measured and game.setting != "separable"):
        raise NotFound("a traced learner is known for ‖x‖ ≤ 1, a declared R or separable examples, with ‖u‖ ≤ 1 and no hypothesis dropped")
    if len(counted := comparison.names & {"M", "E"} or {"M"}) != 1:
        raise NotFound("a traced learner is known for bounds on M, or on E")
    own = attributes_in(comparison, rule)
    try:
        learner, table, _ = held_rule(rule, seconds=seconds + TRACING_SECONDS, keep=sorted(own))
        began = max(began, work_time() - seconds / 2)  # the table may take its time
        count = "updates" if counted == {"M"} else "mistakes"
        longest = measured or game.norm == "any"  # of separable examples it is above 0, as the theorem's R
        problem = Problem(table, count, longest, losses_of(comparison, game.setting == "agnostic"))
    except InputError as reason:
        raise NotFound(f"by tracing: {reason}") from None
    exact = {n: v for n, v in rule.parameters(AT).items() if n in own and n not in table.shapes[0]} if not rule.given_margin else {}

    def by(theorem: TracedTheorem, how: str) -> ProvedConjecture:
        statement = replace(posed_traced(theorem, comparison, game, exact), held=partial(facts_of_code, theorem, table, learner))
        return from_potential(statement, began + seconds, how, theorem)

    with suppress(NotFound):
        if table.kept:  # a relation between its numbers needs no potential
            return by(TracedTheorem(problem, without_potential(problem)), "from its code, which was traced")
    try:
        return by(TracedTheorem(*solve(problem, seconds / 3), "W" in comparison.names), "by a potential of its code, which was traced")
    except NoPotential as reason:
        raise NotFound(f"by tracing: {reason}") from None


def attributes_in(comparison: Comparison, rule: CustomLearner) -> frozenset[str]:
    """The learner's numbers in a claim, if they are attributes: `parameters` may give a name to any other number."""
    if isinstance(rule, Beside):
        return comparison.names & {"M_2", "E_2"}
    return frozenset() if hasattr(rule.fresh(AT), "parameters") else comparison.names & rule.names


def losses_of(comparison: Comparison, agnostic: bool) -> str:
    """The losses of which a claim's proof may take account: of updates, or of all rounds."""
    return next((name for name in ("TD_all", "H2_all") if name in comparison.names), "TD") if agnostic else ""


def held_rule(
    rule: CustomLearner, letters: Mapping[str, Fraction] | None = None, seconds: float = TRACING_SECONDS, keep: Sequence[str] = ()
) -> tuple[Any, Table, CodeComparison]:
    """A learner object, and its table held against its code, in so much processor time. Raises Untraceable."""
    with processor_limit(seconds, f"{rule.label}: tracing a round takes more than {seconds:g} s; it may not end"):
        learner, table = traced_rule(rule, letters, keep)
        return learner, table, hold(table, learner)


def traced_rule(rule: CustomLearner, letters: Mapping[str, Fraction] | None = None, keep: Sequence[str] = ()) -> tuple[Any, Table]:
    """A learner object and its table. If the learner is given the margin, the margin is a letter. Raises Untraceable."""
    if isinstance(rule, Beside):
        both = rule.together(AT, "E_2" in keep)
        return both, trace(both, letters, keep=keep)
    learner = rule.fresh(AT)
    if rule.made is None and type(learner) is not type(rule.given):
        raise Untraceable(f"a copy of {type(rule.given).__name__} is a {type(learner).__name__}; give an object whose copies are like it")
    if rule.made is None:
        return learner, trace(learner, letters, keep=keep)
    return learner, trace(learner, {**(letters or {}), **({GAMMA: AT} if rule.given_margin else {})}, rule.fresh, rule.given, keep)


def posed_traced(theorem: TracedTheorem, comparison: Comparison, game: Game, constants: Mapping[str, Fraction] | None = None) -> PosedClaim:
    """The conjecture with the table for its facts; `constants` are numbers of the learner that no round changes.

    Raises NotFound for names of which the table says nothing."""
    constants = constants or {}
    problem = theorem.problem
    known = {"M" if problem.count == "updates" else "E", "gamma", *own_letters(problem), *constants, *(["R"] if problem.radius else [])}
    known |= {"W"} if theorem.length else set()
    known |= {*([problem.losses] if problem.agnostic else []), *problem.table.kept}
    if unknown := comparison.names - known:
        raise NotFound(f"of {', '.join(sorted(unknown))} the table says nothing")
    if comparison.conditions:
        raise NotFound("a traced learner is known without conditions")
    counted = "M" if problem.count == "updates" else "E"
    terms = {counted: theorem.count(theorem.rounds), "gamma": gamma} | {n: letter(n) for n in own_letters(problem)}
    terms |= ({"R": R} if problem.radius else {}) | ({problem.losses: theorem.slack_sum()} if problem.agnostic else {})
    terms |= {"W": real("W")} if theorem.length else {}
    terms |= {n: poly(value) for n, value in constants.items()} | {n: seq(n)(theorem.rounds) for n in problem.table.kept}
    values: dict[str, tuple[str, ...]] = {n: () for n in (*own_letters(problem), *constants, *problem.table.kept)}
    posed = PosedClaim("bound", comparison.unicode(), (), game, comparison.text, theorem.facts, terms, parameters=values)
    try:
        posed.conclusion  # noqa: B018  # translated here, where what has no term in the kernel can be said
    except InputError as reason:
        raise NotFound(str(reason)) from None
    return posed


def from_potential(posed: PosedClaim, deadline: float, how: str, theorem: TracedTheorem) -> ProvedConjecture:
    """The conjecture from the bound that the potential gives. Raises NotFound."""
    built = library(CITED)
    d = Derivation(posed.id, posed.named_facts, {id: b.theorem for id, b in built.items()}, posed.conclusion)
    line, introduced, where = derive(d, posed, theorem, deadline)
    return finish(d, posed, line, introduced, built, how, where)


def derive(d: Derivation, posed: Statement, theorem: TracedTheorem, deadline: float) -> tuple[str, list[str], tuple[str, ...]]:
    """The line that is the conjecture, the names that were introduced on the way, and where it has a value. Raises NotFound."""
    arithmetic, introduced = with_margin(d)
    for name in (*(["R"] if theorem.problem.radius else []), *own_letters(theorem.problem)):
        arithmetic.sign(R if name == "R" else letter(name), f"{name} > 0")
    count = theorem.not_negative(d)
    if theorem.single:
        arithmetic.sign(number(M), count)
    else:
        arithmetic.fact(count)
    if theorem.found.weights:
        multiplied = theorem.line(d)
        solved = theorem.solve_for_count(d, multiplied, posed)
        if d.claims[solved] == posed.conclusion:
            return solved, introduced, ()
        arithmetic.fact(multiplied)
        if theorem.length:
            arithmetic.fact("W ≥ 0", theorem.length_line(d, count))
    for n in theorem.problem.table.kept:
        arithmetic.fact(*theorem.relations(d, n))
    arithmetic.fact(*(f"{n} < {most}" for n, most in theorem.problem.conditions))
    if theorem.problem.agnostic and theorem.problem.power == 1:
        arithmetic.fact(theorem.lost_not_negative(d))
    where = learn(arithmetic, posed)
    structure = Structure(arithmetic, posed.translation, deadline)
    comparison = parse(posed.bound, extra=posed.parameters)  # with its letters
    return structure.line(comparison.left, comparison.op, comparison.right), introduced, where


def own_letters(problem: Problem) -> list[str]:
    """The letters but the margin, which is the game's, and γ‖w(0)‖."""
    return [n for n in problem.letters if n not in (GAMMA, START)]


def bound_text(potential: Potential, problem: Problem) -> str:
    """The potential's bound as a conjecture."""
    if any(problem.table.start[n] for n in potential.numbers):
        raise NotFound("the state does not start at 0")
    counted = "M" if problem.count == "updates" else "E"
    if potential.still:
        return f"{counted} <= 0"
    if problem.gain:
        more = f" + {over_gamma(problem, 2 * problem.begun * potential.bound, 2)}" if problem.begun else ""
        return f"{counted} <= {over_gamma(problem, potential.bound**2, 4)}{more}"
    losses = ""
    if potential.slack:
        field = potential.ring.to_field()
        weight = field.field_new(potential.slack) / field.field_new(potential.delta)
        many, over = product_text(problem, weight.numer), product_text(problem, weight.denom)
        below = [part for part in (over, "gamma" * (problem.power == 1)) if part not in ("", "1")]
        total = f"{many}*{problem.losses}{'**2' * (problem.power == 2)}"
        losses = f" + {total}" + (f"/({'*'.join(below)})" if len(below) > 1 else f"/{below[0]}" if below else "")
    return f"{counted} <= {over_gamma(problem, potential.bound, 2)}{losses}"


def length_text(potential: Potential, problem: Problem) -> str:
    """The bound on ‖w‖ that the potential gives, as a conjecture."""
    field = potential.ring.to_field()
    return f"W <= {over_gamma(problem, 2 * field.field_new(potential.b) / field.field_new(potential.A), 1)}"


def over_gamma(problem: Problem, element: Any, power: int) -> str:
    """An element divided by a power of gamma."""
    if START in problem.letters:  # γ‖w(0)‖ by the margin
        away, margin = problem.table.distance, problem.gen[GAMMA if GAMMA in problem.letters else START]
        x = margin * QQ(away.numerator, away.denominator)
        field, sides = element.field, (side.compose(problem.gen[START], x) for side in (element.numer, element.denom))
        element = field.field_new(next(sides)) / field.field_new(next(sides))
    below = element.denom
    while GAMMA in problem.letters and not below % problem.gen[GAMMA]:
        below, power = below // problem.gen[GAMMA], power + 1
    num, den = product_text(problem, element.numer), product_text(problem, below)
    margin = f"gamma**{power}" if power > 1 else "gamma"
    return f"{num}/{margin}" if den == "1" else f"{num}/({den}*{margin})"


def product_text(problem: Problem, p: Any) -> str:
    """A polynomial as a product of factors that cannot be split, in the language of conjectures."""
    size, factors = split(problem, p)
    parts = [] if size == 1 and factors else [str(size) if size.denominator == 1 and size > 0 else f"({size})"]
    for factor, power in factors:
        text = write(factor)
        base = text if factor.is_monomial else f"({text})"
        parts.append(base if power == 1 else f"{base}**{power}")
    return "*".join(parts)


def write(p: Any) -> str:
    """A polynomial in R and letters in the language of conjectures: added terms come first, and powers of R."""
    names = ["gamma" if symbol.name == START else symbol.name for symbol in p.ring.symbols]
    return sum_text(p, names, lambda n, e: f"{n}**{e}" if e > 1 else n, "*", lambda term: (term[1] < 0, -term[0][-1]))


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
    kept: str = "",
) -> Page:
    """The page of a learner's bound.

    table       what its code does in a round, as `bound` prints it
    potential   from R (if the bound has one) and the letters to the coefficients of the potential, by name
    gain        the counter of the rates, if the potential pays for its root
    kept        the counter, or ALONG for ⟨u, w⟩, by which ‖w‖² is bounded in every round, if the proof uses that

    Raises InputError if the code does something else, or the potential is none of it."""
    rule = CustomLearner(learner)
    fresh, traced_table = traced_rule(rule, {n: rule.parameters(AT)[n] for n in letters})
    comparison = parse(bound, extra=frozenset(letters))
    radius = "R" in comparison.names
    losses, gain = losses_of(comparison, agnostic), gain if gain in traced_table.start else ""
    holds = LengthBound(kept) if kept else None
    problem = Problem(traced_table, count, radius, losses, tuple(below), traced_table.values, holds, gain=gain)
    if (now := said_rows(traced_table)) != tuple(table):
        other = next((row for row in now if row not in table), "its rows are fewer, or in another order")
        instead = "if the code did not change, the page is of an older version: write it anew by `perceptron-proofs bound … --page`"
        raise InputError(f"the code of {rule.label} is another than the page says: {other}; {instead}")
    given = numbers(problem, potential(*([problem.R] if problem.radius else []), *(problem.gen[n] for n in problem.letters)))
    try:
        theorem = TracedTheorem(problem, given_potential(problem, given.pop("A"), given), "W" in comparison.names)
    except NoPotential as reason:
        raise InputError(f"the potential of this page does not serve for {rule.label}: {reason}") from None
    posed = posed_traced(theorem, comparison, game_of(problem))

    statement = Statement(
        id,
        f"{rule.label}, by its code: {comparison.unicode()}",
        (),
        posed.game,
        bound,
        posed.facts,
        posed.symbols,
        parameters={n: (str(traced_table.values[n]),) for n in letters},
        learner=learner,
        held=partial(facts_of_code, theorem, traced_table, fresh),
    )

    def prove(d: Derivation) -> None:
        line, introduced, _ = derive(d, statement, theorem, work_time() + SECONDS)
        if d.claims[line] != d.claim:
            line = d.conclude(line)
        if introduced:
            d.forget(line, *introduced)

    return Page(statement, prove)


def facts_of_code(theorem: TracedTheorem, table: Table, learner: Any) -> frozenset[str]:
    """The names of the facts that are the table, once it has played the same rounds as the code. Raises Untraceable."""
    hold(table, learner)
    return frozenset(fact.name for fact in theorem.facts) - {fact.name for fact in theorem.game()}


def numbers(problem: Problem, given: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers and polynomials of the problem's ring as the latter."""
    ring = problem.ring
    return {n: ring.ground_new(QQ(v.numerator, v.denominator)) if isinstance(v, (int, Fraction)) else v for n, v in given.items()}


# -- writing one -------------------------------------------------------------------------------------------------------------------


def page_text(module: str, name: str, id: str, bound: str, claim: str, said: str, table: Table, theorem: TracedTheorem) -> str:
    """The page as a file. `module` and `name` say where the learner is; `claim` and `said` are the bound and the potential for a reader."""
    problem, best = theorem.problem, theorem.found
    options = [f"count={quote(problem.count)}"] if problem.count != "updates" else []
    options += ["agnostic=True"] if problem.agnostic else []
    letters = own_letters(problem)
    options += [f"letters=[{', '.join(map(quote, letters))}]"] if letters else []
    options += [f"below=[{', '.join(f'({quote(n)}, Fraction({str(v)!r}))' for n, v in problem.conditions)}]"] if problem.conditions else []
    options += [f"gain={quote(problem.gain)}"] if problem.gain else []
    options += [f"kept={quote(problem.kept.of)}"] if problem.kept else []
    arguments = ", ".join([*(["R"] if problem.radius and not best.still else []), *problem.letters])
    coefficients = {"A": best.A, "b": best.b, "delta": best.delta} | ({"h": best.slack} if best.slack else {}) | dict(best.others)
    formula = ", ".join(f"{quote(n)}: {python(p)}" for n, p in coefficients.items())
    words = [f"{claim} for `{name}` of {module}.py, found from its code by `perceptron-proofs bound`.", "", f"The potential is {said}."]
    words += ["No other round raises it. The code is traced again here: if it does something else, this page is refused."]
    prose = "\n".join(textwrap.fill(line, 130, break_on_hyphens=False) for line in words)
    rows = "".join(f"        {quote(row)},\n" for row in said_rows(table))
    return (
        f'"""{prose}\n"""\n\n'
        + ("from fractions import Fraction\n\n" if "Fraction(" in formula or problem.conditions else "")
        + f"from {module} import {name.split('.')[0]}\n"
        "from proofs.decide.traced_code import traced_page\n\n"
        f"page = traced_page(\n    {quote(id)},\n    {name},\n    {quote(bound)},\n    table=(\n{rows}    ),\n"
        f"    potential=lambda{' ' + arguments if arguments else ''}: {{{formula}}},\n"
        + "".join(f"    {option},\n" for option in options)
        + ")\n"
    )


def quote(text: str) -> str:
    return f'"{text}"' if not {'"', "\\"} & set(text) else repr(text)


def python(p: Any) -> str:
    """A polynomial as an expression of Python that is exact."""
    below = lcm(*(int(c.denominator) for c in p.values())) if p else 1
    whole = p * below
    if p.is_ground:
        value = int(whole.LC) if p else 0
        return str(value) if below == 1 else f"Fraction({value}, {below})"
    return str(whole.as_expr()) if below == 1 else f"({whole.as_expr()}) / {below}"
