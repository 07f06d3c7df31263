"""Signs and definitions of the terms of a claim, as lines of a derivation: its roots, quotients, powers and whole parts.

If no sign is found without which the claim has no value, this sign is a condition that the verdict names.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import chain

from proofs.conjecture import nodes
from proofs.decide.definedness import demand, extremes, is_nonnegative, without_power
from proofs.decide.logarithms import Logarithms, curve
from proofs.decide.posed import OF_COORDINATES
from proofs.derive.authoring.arithmetic import Arithmetic, Denominator, atom, by_power, compare_claim
from proofs.derive.authoring.certificate import certificate, product, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.steps import ln_below
from proofs.derive.authoring.terms import ge, gt, poly, real
from proofs.derive.semialgebraic.laurent import atoms
from proofs.derive.typesetting.layout import polynomial
from proofs.derive.typesetting.writers import UNICODE
from proofs.kernel import Compare, Index, Polynomial, Real
from proofs.kernel.axioms import ln
from proofs.statements.statement import Statement

OF_THE_RUN = ("√M", "√S₂", "1/γ")  # by the facts of the run
SIGN_SECONDS = 2.0  # for the sign of a denominator


def learn(arithmetic: Arithmetic[Derivation], posed: Statement) -> tuple[str, ...]:
    """The parts of a term before the term: its sign may depend on theirs. Returns the conditions under which the claim has a value and
    which were not shown, such as “γ ≥ 2”. Raises NotFound if ⌊x⌋ or ⌈x⌉ may be of an x < 0, of which there is no natural number.

    If x < 0, the facts that define √x prove anything; so do those of 1/x if x = 0. So each is shown before these facts can be used, or is
    a condition that the verdict names, and `attempts` looks for a run that meets it."""
    claims, term, where = arithmetic.derivation.claims, posed.translation.term, list[str]()
    arithmetic.fact(*(line for line in ("π above", "π below") if line in claims))
    meanings = [(name, node) for name, node in posed.definitions.items() if name not in OF_THE_RUN]
    for name, node in sorted(meanings, key=lambda named: sum(1 for _ in nodes.walk(named[1]))):
        if isinstance(node, nodes.Call) and node.fn in ("sqrt", "floor", "ceil") and curve(*node.args):
            Logarithms(arithmetic, posed.translation).learn(*node.args)
        match node:
            case nodes.Call("min" | "max", arguments):
                arithmetic.fact(*(f"{name}, {place}" for place in range(1, len(arguments) + 1)))
            case nodes.Call("sqrt", (base,)):
                where += _render(arithmetic, posed, base, ">=")
                _root(arithmetic, name, 2, term(base))
                if atoms(term(base)):
                    _beside_lengths(arithmetic, real(name))
            case nodes.Pow(base, exponent) if exponent.numerator == 1 and exponent.denominator > 2:
                where += _render(arithmetic, posed, base, ">=")
                _root(arithmetic, name, exponent.denominator, term(base))
            case nodes.Call("floor" | "ceil", (argument,)):
                _not_negative(arithmetic, term(argument))
                arithmetic.sign(term(node), arithmetic.derivation.natural(Index(name)))
                arithmetic.fact(*(line for line in (name, f"{name} + 1", f"{name} − 1") if line in claims))
            case nodes.Div() | nodes.Pow():
                for part in curve(node):
                    _logarithm_above_zero(arithmetic, part)
                try:
                    _reciprocal(arithmetic, name)
                except NotFound:
                    where += _not_zero(arithmetic, posed, node)
            case nodes.VariablePow(base, _):
                _positive(arithmetic, term(base))
    sides = chain(nodes.walk(posed.comparison.left), nodes.walk(posed.comparison.right))
    for node in dict.fromkeys(node.args[0] for node in sides if isinstance(node, nodes.Call) and node.fn == "log"):
        where += [] if isinstance(node, nodes.Number) and node.value > 0 else _render(arithmetic, posed, node, ">")
    return tuple(dict.fromkeys(where))


def _render(arithmetic: Arithmetic[Derivation], posed: Statement, node: nodes.Node, sign: str) -> list[str]:
    """Nothing if the term was shown to be ≥ 0 (or > 0), else this condition."""
    least, _ = extremes(node, posed.game)
    if sign == ">=" and is_nonnegative(node, frozenset({"gamma"})):
        return []
    with suppress(NotFound):
        if least >= 0:
            _from_first_mistake(arithmetic, Compare(posed.translation.term(node), sign))
            return []
    return [demand(node, sign)]


def _not_zero(arithmetic: Arithmetic[Derivation], posed: Statement, node: nodes.Div | nodes.Pow) -> list[str]:
    """Nothing if the denominator was shown to be above 0 or below 0, else the condition that it is not 0."""
    base = without_power(node.right if isinstance(node, nodes.Div) else nodes.Pow(node.base, -node.exponent))
    least, most = extremes(base, posed.game)
    for side, is_possible in ((1, least >= 0), (-1, most <= 0)):
        with suppress(NotFound):
            if is_possible:
                _from_first_mistake(arithmetic, Compare(side * posed.translation.term(base), ">"))
                return []
    return [demand(base, "≠")]


def _from_first_mistake(arithmetic: Arithmetic[Derivation], claim: Compare) -> str:
    """A line of the claim, for which M ≥ 1 may be used too. Raises NotFound."""
    more = [line for line in ("first mistake",) if line in arithmetic.derivation.claims]
    return arithmetic.prove(claim, SIGN_SECONDS, using=[*more, *arithmetic.facts])


def _logarithm_above_zero(arithmetic: Arithmetic[Derivation], node: nodes.Node) -> None:
    """ln c > 0 for a number c > 1, by c ln c ≥ c − 1, where it is a denominator such as that of a logarithm to the base 2."""
    if isinstance(node, nodes.Call) and isinstance(node.args[0], nodes.Number) and (c := node.args[0].value) > 1:
        d, value = arithmetic.derivation, poly(c)
        arithmetic.sign(ln(value), d.have(gt(ln(value), 0), ln_below(d, value, d.have(gt(value, 0)))))


def _not_negative(arithmetic: Arithmetic[Derivation], x: Polynomial) -> None:
    try:
        arithmetic.prove(ge(x, 0), SIGN_SECONDS)
    except NotFound:
        raise NotFound(f"it was not shown that {UNICODE.write(polynomial(x))} ≥ 0, so that the bound need not be defined") from None


def _positive(arithmetic: Arithmetic[Derivation], x: Polynomial) -> None:
    try:
        arithmetic.prove(gt(x, 0), SIGN_SECONDS)
    except NotFound:
        raise NotFound(f"it was not shown that {UNICODE.write(polynomial(x))} > 0, so that its power need not be defined") from None


def _root(arithmetic: Arithmetic[Derivation], name: str, order: int, radicand: Polynomial) -> None:
    """rⁿ = p is read from left to right; if p is one name, from right to left, so that this name is gone."""
    root = real(name)
    arithmetic.sign(root, f"{name} ≥ 0")
    alone = len(radicand.terms) == 1 and len(atoms(radicand)) == 1 and radicand == Polynomial.atom(atoms(radicand)[0])
    fixed = {*arithmetic.reciprocals, *arithmetic.reciprocals.values(), *(a for e in arithmetic.rewriting.equations for a in e.lead)}
    free = alone and atoms(radicand)[0] not in fixed
    arithmetic.equation(name, radicand if free else root**order)


def _beside_lengths(arithmetic: Arithmetic[Derivation], root: Polynomial) -> None:
    """√p ≥ ℓ for each length and each other root ℓ with ℓ² ≤ p, and the other way round, where that is known at once."""
    for of, sign in list(arithmetic.signs.items()):
        other = Polynomial.atom(of)
        if other == root or not isinstance(of, Real) or not (of.name[0] in "√‖" or of.name in OF_COORDINATES):
            continue
        for low, high, positive in ((other, root, arithmetic.signs[atom(root)]), (root, other, sign)):
            with suppress(NotFound):
                squared = arithmetic.prove(ge(high**2, low**2), 0)
                by = certificate(strict("z", "z"), product(2, "z", positive.line), product(squared))
                arithmetic.fact(arithmetic.derivation.have(ge(high, low), by=by))


def _reciprocal(arithmetic: Arithmetic[Derivation], name: str) -> None:
    """q·p = 1: p > 0 is proved first, then q > 0."""
    q = real(name)
    claim = compare_claim(arithmetic.derivation.claims[name])
    p = by_power(claim.left, atom(q))[1]
    positive = arithmetic.prove(gt(p, 0), SIGN_SECONDS)
    above = arithmetic.derivation.have(gt(q, 0), name, positive)
    arithmetic.fact(positive)
    if len(atoms(p)) == 1 and p == Polynomial.atom(atoms(p)[0]) == arithmetic.rewriting.normal(p):
        arithmetic.sign(q, above)
        arithmetic.reciprocal(q, p, name)
    else:
        arithmetic.denominators.append(Denominator(atom(q), p, name, above))
        if len(p.terms) == 1:  # where q is not in the claim, but in what is known of a logarithm
            arithmetic.fact(*(arithmetic.derivation.have(ge(sign * (q * p - 1), 0), name) for sign in (1, -1)))
