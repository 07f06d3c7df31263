"""Where a claim says something of a run: its conditions hold, and its sides have values.

A quotient has a value where its denominator is not 0, a root where its radicand is not negative, a logarithm where its argument is above 0.
The prover shows that for every run, or the verdict names the condition (`range_facts.learn`).  Which runs meet all conditions, and whether
any does, is a claim too: that 1 ≤ 0 under these conditions.  A run that breaks it meets them; a proof of it says that none does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice

import numpy as np

from proofs.conjecture import Comparison, compose, nodes, under
from proofs.conjecture.evaluate import compile_term
from proofs.conjecture.game import Game
from proofs.conjecture.hypotheses import Hypothesis
from proofs.conjecture.nodes import SIGNED, Node, Number, Relation
from proofs.conjecture.pretty import term as unicode_text
from proofs.decide.refute import FUNCTIONS, candidates, draws
from proofs.falsify.geometries import draw_game, evaluator_of
from proofs.system.work_clock import work_time

ONE, ZERO = Number(Fraction(1)), Number(Fraction(0))
TRIED = 200  # runs, before no run is taken to meet the conditions
ABOVE_ZERO = frozenset({"gamma", "T", "d", "R", "U"})  # in a separable game with a positive margin
SIGNS = {">": "> 0", ">=": "≥ 0", "≠": "≠ 0"}


def without_power(node: Node) -> Node:
    """The base of a power, which is 0 where the power is."""
    return without_power(node.base) if isinstance(node, nodes.Pow) and node.exponent > 0 else node


def demand(node: Node, sign: str) -> str:
    """“2·γ ≠ 1” for a denominator 2γ − 1, and likewise for ≥ and >."""
    if isinstance(node, nodes.Sub):
        return f"{unicode_text(node.left)} {SIGNS[sign].split()[0]} {unicode_text(node.right)}"
    return f"{unicode_text(node)} {SIGNS[sign]}"


def demands(comparison: Comparison, game: Game) -> Iterator[Relation]:
    """The conditions without which a side has no value, where they are not plain from the signs of the quantities."""
    above = (
        ABOVE_ZERO if game.setting == "separable" and game.demands(Hypothesis.POSITIVE_MARGIN) and not game.flips else frozenset({"T", "d"})
    )
    above |= {"gamma"} if game.demands(Hypothesis.POSITIVE_MARGIN) else set()
    part: Node
    for node in dict.fromkeys(chain(nodes.walk(comparison.left), nodes.walk(comparison.right))):
        match node:
            case nodes.Div(_, denominator):
                sign, part = ">", nodes.Pow(without_power(denominator), Fraction(2))
                plain = is_positive(denominator, above)
            case nodes.Pow(base, exponent) if exponent < 0 or exponent.denominator > 1:
                even = exponent.denominator == 1
                sign, part = (">" if exponent < 0 else ">="), nodes.Pow(without_power(base), Fraction(2)) if even else base
                plain = is_positive(base, above) if exponent < 0 else is_nonnegative(base, above)
            case nodes.Call("sqrt", (part,)):
                sign, plain = ">=", is_nonnegative(part, above)
            case nodes.Call("log", (part,)) | nodes.VariablePow(part, _):
                sign, plain = ">", is_positive(part, above)
            case _:
                continue
        if not plain:
            yield Relation(f"{unicode_text(part)} {sign} 0", part, sign, ZERO)


def is_positive(node: Node, above: frozenset[str]) -> bool:
    """Whether a term is above 0 whatever the quantities are, as its shape says; those in `above` are."""
    match node:
        case Number(value):
            return value > 0
        case nodes.Name(name):
            return name in above or name in nodes.CONSTANTS
        case nodes.Mul(a, b) | nodes.Div(a, b):
            return is_positive(a, above) and is_positive(b, above)
        case nodes.Add(a, b):
            return any(is_positive(p, above) and is_nonnegative(q, above) for p, q in ((a, b), (b, a)))
        case nodes.Pow(base, _) | nodes.VariablePow(base, _) | nodes.Call("sqrt" | "ceil", (base,)):
            return is_positive(base, above)
        case nodes.Call("min", parts):
            return all(is_positive(part, above) for part in parts)
        case nodes.Call("max", parts):
            return any(is_positive(part, above) for part in parts)
    return isinstance(node, nodes.Call) and node.fn == "exp"


def is_nonnegative(node: Node, above: frozenset[str]) -> bool:
    """Whether a term is not below 0 whatever the quantities are, as its shape says."""
    match node:
        case Number(value):
            return value >= 0
        case nodes.Name(name):
            return name in above or name not in SIGNED
        case nodes.Mul(a, b) | nodes.Add(a, b):
            return is_nonnegative(a, above) and is_nonnegative(b, above)
        case nodes.Div(a, b):
            return is_nonnegative(a, above) and is_positive(b, above)
        case nodes.Pow(base, exponent):
            return (exponent.denominator == 1 and exponent.numerator % 2 == 0) or is_nonnegative(base, above)
        case nodes.Call("floor" | "ceil", (part,)):
            return is_nonnegative(part, above)
        case nodes.Call("min", parts):
            return all(is_nonnegative(part, above) for part in parts)
        case nodes.Call("max", parts):
            return any(is_nonnegative(part, above) for part in parts)
    return (isinstance(node, nodes.Call) and node.fn == "sqrt") or is_positive(node, above)


def extremes(node: Node, game: Game) -> tuple[float, float]:
    """The least and the greatest value of a term on runs with closed forms, in floats: what these refute need not be tried to be shown.
    From 0 to 0 if nothing is known."""
    values = next(draws(game, np.random.default_rng(0))).values()
    if not {n.name for n in nodes.walk(node) if isinstance(n, nodes.Name)} <= {*values, *nodes.CONSTANTS}:
        return 0.0, 0.0
    with np.errstate(all="ignore"):
        drawn_values = np.broadcast_to(compile_term(node, FUNCTIONS)(values), values["M"].shape)
    defined = drawn_values[np.isfinite(drawn_values)]
    return (float(defined.min()), float(defined.max())) if defined.size else (0.0, 0.0)


def that_no_run_meets(conditions: tuple[Relation, ...]) -> Comparison:
    """The claim that no run meets these conditions."""
    return under(compose(ONE, "<=", ZERO), conditions)


def is_met(comparison: Comparison, conditions: tuple[Relation, ...], game: Game, seconds: float) -> bool:
    """Whether a run was found that meets the conditions and gives the claim a value: a closed form moved to where they hold, or drawn."""
    deadline = work_time() + seconds
    probe = that_no_run_meets(conditions)
    evaluator = evaluator_of(replace(probe, left=comparison.left, right=comparison.right), game)
    for run in islice(chain(candidates(evaluator_of(probe, game), deadline), draw_game(game)), TRIED):
        if work_time() > deadline:
            return False
        measured = evaluator.measure(run)
        if measured is not None and measured.keeps and evaluator.says_something(measured):
            return True
    return False
