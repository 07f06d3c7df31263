"""The roots, reciprocals, extremes, floors and constants of a bound: how the search is to read the facts that define them."""

from __future__ import annotations

from contextlib import suppress

from proofs.conjecture import nodes
from proofs.decide.posed import Posed
from proofs.derive.authoring.arithmetic import Arithmetic, Denominator, atom, by_power, compared
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.plain_text import polynomial
from proofs.derive.authoring.terms import ge, gt, real
from proofs.derive.semialgebraic.rewriting import atoms
from proofs.kernel import Polynomial

KNOWN = ("√M", "√S₂", "1/γ")  # by the facts of the run
SECONDS = 2.0  # for the sign of a denominator


def learn(arithmetic: Arithmetic[Derivation], posed: Posed) -> None:
    """The parts of a term before the term: its sign may hang on theirs. Raises NotFound where √x, ⌊x⌋ or ⌈x⌉ may be of an x < 0.

    Of such an x there need be no root and no natural number ⌊x⌋, and the facts that define one would prove anything."""
    claims, term = arithmetic.derivation.claims, posed.translation.term
    arithmetic.fact(*(line for line in ("π above", "π below") if line in claims))
    meanings = [(name, node) for name, node in posed.definitions.items() if name not in KNOWN]
    for name, node in sorted(meanings, key=lambda named: sum(1 for _ in nodes.walk(named[1]))):
        match node:
            case nodes.Call("min" | "max", arguments):
                arithmetic.fact(*(f"{name}, {place}" for place in range(1, len(arguments) + 1)))
            case nodes.Call("sqrt", (base,)):
                _root(arithmetic, name, 2, term(base))
            case nodes.Pow(base, exponent) if exponent.numerator == 1 and exponent.denominator > 2:
                _root(arithmetic, name, exponent.denominator, term(base))
            case nodes.Call("floor" | "ceil", (argument,)):
                _not_negative(arithmetic, term(argument))
                arithmetic.fact(*(line for line in (name, f"{name} + 1", f"{name} − 1") if line in claims))
            case nodes.Div() | nodes.Pow():
                with suppress(NotFound):
                    _reciprocal(arithmetic, name)


def _not_negative(arithmetic: Arithmetic[Derivation], x: Polynomial) -> None:
    try:
        arithmetic.prove(ge(x, 0), SECONDS)
    except NotFound:
        raise NotFound(f"it was not shown that {polynomial(x)} ≥ 0, so that the bound need not be defined") from None


def _root(arithmetic: Arithmetic[Derivation], name: str, order: int, radicand: Polynomial) -> None:
    """rⁿ = p is read from left to right; if p is one name, from right to left, so that this name is gone."""
    _not_negative(arithmetic, radicand)
    root = real(name)
    arithmetic.sign(root, f"{name} ≥ 0")
    alone = len(radicand.terms) == 1 and len(atoms(radicand)) == 1 and radicand == Polynomial.atom(atoms(radicand)[0])
    fixed = {*arithmetic.reciprocals, *arithmetic.reciprocals.values(), *(a for e in arithmetic.rewriting.equations for a in e.lead)}
    free = alone and atoms(radicand)[0] not in fixed
    arithmetic.equation(name, radicand if free else root**order)


def _reciprocal(arithmetic: Arithmetic[Derivation], name: str) -> None:
    """q·p = 1: p > 0 is proved first, then q > 0."""
    q = real(name)
    claim = compared(arithmetic.derivation.claims[name])
    p = by_power(claim.left, atom(q))[1]
    positive = arithmetic.prove(gt(p, 0), SECONDS)
    sign = arithmetic.derivation.have(gt(q, 0), name, positive)
    arithmetic.fact(positive)
    if len(atoms(p)) == 1 and p == Polynomial.atom(atoms(p)[0]):
        arithmetic.sign(q, sign)
        arithmetic.reciprocal(q, p, name)
    else:
        arithmetic.denominators.append(Denominator(atom(q), p, name, sign))
