"""The roots, reciprocals, extremes, floors and constants of a bound: how the search is to read the facts that define them."""

from __future__ import annotations

from contextlib import suppress

from proofs.conjecture import nodes
from proofs.decide.posed import Posed
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.terms import ge, gt, real
from proofs.derive.semialgebraic.arithmetic import Arithmetic, Denominator, atom, by_power, compared
from proofs.derive.semialgebraic.rewriting import atoms
from proofs.kernel import Polynomial

KNOWN = ("√M", "√S₂", "1/γ")  # by the facts of the run
SECONDS = 2.0  # for the sign of a denominator


def learn(arithmetic: Arithmetic, posed: Posed) -> None:
    """Roots and plain lines first: the sign of a denominator may hang on them. Raises NotFound where ⌊x⌋ or ⌈x⌉ may be of an x < 0."""
    meanings = {name: node for name, node in posed.definitions.items() if name not in KNOWN}
    for name, node in meanings.items():
        if isinstance(node, nodes.Call) and node.fn in ("min", "max"):
            arithmetic.fact(*(f"{name}, {place}" for place in range(1, len(node.args) + 1)))
        elif isinstance(node, nodes.Call) and node.fn == "sqrt":
            _root(arithmetic, name, 2)
        elif isinstance(node, nodes.Pow) and node.exponent.numerator == 1 and node.exponent.denominator > 2:
            _root(arithmetic, name, node.exponent.denominator)
    arithmetic.fact(*(line for line in ("π above", "π below") if line in arithmetic.derivation.claims))
    for name, node in meanings.items():
        if isinstance(node, nodes.Div) or (isinstance(node, nodes.Pow) and node.exponent < 0):
            with suppress(NotFound):
                _reciprocal(arithmetic, name)
    for name, node in meanings.items():
        if isinstance(node, nodes.Call) and node.fn in ("floor", "ceil"):
            _not_negative(arithmetic, posed.translation.term(node.args[0]))
            arithmetic.fact(*(line for line in (name, f"{name} + 1", f"{name} − 1") if line in arithmetic.derivation.claims))


def _not_negative(arithmetic: Arithmetic, x: Polynomial) -> None:
    """x ≥ 0. Without it there need be no natural number that is ⌊x⌋, and the facts that define one would prove anything."""
    arithmetic.prove(ge(x, 0), SECONDS)


def _root(arithmetic: Arithmetic, name: str, order: int) -> None:
    """rⁿ = p is read from left to right; if p is one name, from right to left, so that this name is gone."""
    root = real(name)
    arithmetic.sign(root, f"{name} ≥ 0")
    radicand = root**order - compared(arithmetic.derivation.claims[name]).left
    alone = len(radicand.terms) == 1 and len(atoms(radicand)) == 1 and radicand == Polynomial.atom(atoms(radicand)[0])
    fixed = {*arithmetic.reciprocals, *arithmetic.reciprocals.values(), *(a for e in arithmetic.rewriting.equations for a in e.lead)}
    free = alone and atoms(radicand)[0] not in fixed
    arithmetic.equation(name, radicand if free else root**order)


def _reciprocal(arithmetic: Arithmetic, name: str) -> None:
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
