"""Certificates to be read: which combination of the facts gives the claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.kernel import Compare, Formula, Polynomial, Step
from proofs.report.typesetting.layout import Arranged, Names, arranged, negative, polynomial
from proofs.report.typesetting.writers import Node, Number, Power, Product, Row, Sum, Symbol, Words


@dataclass(frozen=True, slots=True)
class Check:
    """`identity` is what was checked: either the claim's difference as a combination of facts ("(1) + 2·(a)"), or 0 as a sum of products
    with ζ, the claim's smaller side minus the larger.  A label stands for the larger side minus the smaller, or left minus right of an
    equation."""

    identity: Node
    indirect: bool


GAP = Symbol("ζ")
Term = tuple[Polynomial, list[str], list[Polynomial]]  # coefficient, names of facts, terms to be squared


def check(step: Step, claims: Mapping[str, Formula], labels: Mapping[str, str], names: Names) -> Check | None:
    """The identity behind a certificate step, with each fact named by its label; None if there is nothing to combine."""
    goal = step.claim
    if not isinstance(goal, Compare):
        return None
    shown = arranged(goal, names)
    facts = {p: arranged(f, names) for p in step.premises if isinstance(f := claims[p], Compare)}
    scales = {p: a.scale for p, a in facts.items()}
    cited = {p: _less(Words(labels[p]), a.slack) for p, a in facts.items()}
    multiples: list[Term] = [(m, [name], []) for m, name in _list(step.data["equations"])]
    if goal.relation == "=":
        return Check(_equation(shown, _sum(multiples, scales, cited, shown.scale, names)), False) if multiples else None
    products: list[Term] = []
    for c, factors in _list([step.data["strict"]]) + _list(step.data["terms"]):
        given = [f for f in factors if isinstance(f, str)]
        products.append((Polynomial.of(c), given, [f for f in factors if not isinstance(f, str)]))
    negated = [t for t in products if "z" in t[1]]
    rest = [t for t in products if t not in negated] + multiples
    if len(negated) == 1 and negated[0][1:] == (["z"], []):
        weight = negated[0][0].terms[frozenset()] * shown.scale
        return Check(_equation(shown, _sum(rest, scales, cited, weight, names)), False) if rest else None
    gap = Sum(((False, GAP), (False, Number(Fraction(shown.slack))))) if shown.slack else GAP
    total = _sum(products + multiples, {**scales, "z": shown.scale}, {**cited, "z": gap}, Fraction(1), names)
    return Check(Row((Number(Fraction(0)), Words(" = "), total)), True)


def difference(shown: Arranged) -> Node:
    """The larger side minus the smaller (left minus right of an equation)."""
    large, small = (shown.right, shown.left) if shown.op in ("≤", "<") else (shown.left, shown.right)
    if small == Number(Fraction(0)):
        return large
    if isinstance(small, Sum) and all(less for less, _ in small.terms):
        return Sum(((False, large), *((False, t) for _, t in small.terms)))
    return Sum(((False, large), (True, small)))


def _equation(shown: Arranged, total: Node) -> Node:
    return Row((_less(difference(shown), shown.slack), Words(" = "), total))


def _less(node: Node, slack: int) -> Node:
    return Sum(((False, node), (True, Number(Fraction(slack))))) if slack else node


def _sum(terms: Sequence[Term], scales: Mapping[str, Fraction], cited: Mapping[str, Node], by: Fraction, names: Names) -> Node:
    listed = []
    for coefficient, given, squares in terms:
        scale = 1 / by
        for name in given:
            scale *= scales[name]
        c = coefficient * scale
        less = negative(c)
        factors: list[Node] = [] if c in (Polynomial.of(1), Polynomial.of(-1)) else [polynomial(-c if less else c, names)]
        factors += [_power(cited[name], n) for name, n in Counter(given).items()]
        factors += [_power(polynomial(p, names), 2 * n) for p, n in Counter(squares).items()]
        listed.append((less, factors[0] if len(factors) == 1 else Product(tuple(factors)) if factors else Number(Fraction(1))))
    ordered = sorted(listed, key=lambda t: t[0])
    return ordered[0][1] if len(ordered) == 1 and not ordered[0][0] else Sum(tuple(ordered))


def _power(base: Node, n: int) -> Node:
    if isinstance(base, Power):
        return Power(base.base, base.exponent * n)
    return base if n == 1 else Power(base, n)


def _list(value: object) -> list[tuple[Any, Any]]:
    return value if isinstance(value, list) else []
