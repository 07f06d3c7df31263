"""Derivations with one step changed: a sign, a constant, a side, a missing square. Each has to raise WrongStep when it is checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from proofs.derive.sympy import rules
from proofs.derive.sympy.derivation import Step, SymbolicDerivation
from proofs.derive.sympy.signs import WrongStep

NUMBERS = {"multiply": "by", "add": "term", "combine": "times", "relax": "above"}  # what these rules are given, a term


@dataclass(frozen=True)
class Mutant:
    """A derivation whose step of that number is changed; `change` says how."""

    number: int
    change: str
    derivation: SymbolicDerivation

    def raises(self) -> bool:
        """Whether the check of the changed step, or of a later one, raises WrongStep."""
        try:
            for number in range(self.number, len(self.derivation.steps)):
                rules.check(self.derivation.steps, number)
        except WrongStep:
            return True
        return False


def _negate(side: Any) -> Any:
    """The side with the sign of its last term changed."""
    terms = side.as_ordered_terms()
    return sp.Add(*terms[:-1], -terms[-1])


def _without_square(side: Any) -> Any:
    """The side with its first square, or root, left out."""
    powers = sorted((p for p in side.atoms(sp.Pow) if p.exp in (2, -2, sp.Rational(1, 2))), key=str)
    return side.xreplace({powers[0]: powers[0].base}) if powers else side


def _relations(step: Step) -> Iterator[tuple[str, tuple[Any, str, Any]]]:
    left, op, right = step.relation
    yield "sign on the left", (_negate(left), op, right)
    yield "sign on the right", (left, op, _negate(right))
    yield "constant on the left", (left + 1, op, right)
    yield "constant on the right", (left, op, right + sp.Rational(1, 7))
    if left != 0:  # 0 ≤ 2x says what 0 ≤ x says
        yield "factor on the right", (left, op, 2 * right)
    yield "missing square on the left", (_without_square(left), op, right)
    yield "missing square on the right", (left, op, _without_square(right))
    if op != "=":  # the sides of an equality may be exchanged
        yield "sides exchanged", (right, op, left)
    if op == "<=":  # ≤ in place of < is weaker, and remains true
        yield "strictness", (left, "<", right)


def mutants(derivation: SymbolicDerivation) -> Iterator[Mutant]:
    """Every mutant of a derivation: each of its steps, changed in each way that gives another relation or argument."""
    for number, step in enumerate(derivation.lines):
        for change, made in _relations(step):
            if (
                any(sp.simplify(a - b) != 0 for a, b in ((made[0], step.relation[0]), (made[2], step.relation[2])))
                or made[1] != step.relation[1]
            ):
                yield Mutant(number, change, derivation._with(number, replace(step, relation=made)))
        if step.rule in NUMBERS:
            key = NUMBERS[step.rule]
            yield Mutant(number, f"constant in {key}", derivation._with(number, replace(step, args={**step.args, key: step.args[key] + 1})))
