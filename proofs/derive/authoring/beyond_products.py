"""Certificates that the search for products does not find: sums of squares, and points at which a claim does not follow.

The author's lines are read first: signs of names, and equations that define names. Then `Arithmetic` looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from proofs.derive.authoring.arithmetic import Arithmetic, Denominator, Lines, by_power
from proofs.derive.authoring.certificate import certificate, product
from proofs.derive.authoring.certificate_search import Data, NotFound
from proofs.derive.semialgebraic.laurent import Atom, NoNormalForm, atoms
from proofs.derive.typesetting.layout import NO_NAMES, atom
from proofs.derive.typesetting.sentences import theorem_names
from proofs.derive.typesetting.writers import UNICODE
from proofs.kernel import Compare, Nat, Polynomial

POINT_TURNS = 20_000_000  # of Z3, some two seconds
DIGITS = 8


def by_squares(lines: Lines, goal: Compare, facts: Mapping[str, Compare], seconds: float) -> Data:
    """The data of a certificate with products and sums of squares, added to the lines that hold the facts. Raises NotFound."""
    if goal.relation == "=":
        raise NotFound("no certificate line for this claim")
    arithmetic = Arithmetic(lines)
    try:
        read(arithmetic, facts)
        line = arithmetic.prove(goal, seconds)
    except (NoNormalForm, LookupError):
        raise NotFound("the equations cannot be read from left to right") from None
    return dict(lines.steps[-1].data) if lines.steps else certificate(product(line)).data


# -- reading -----------------------------------------------------------------------------------------------------------------------------


def read(arithmetic: Arithmetic[Any], facts: Mapping[str, Compare]) -> None:
    """Give each line's kind to the arithmetic: a sign, an equation with its replacement, or a fact."""
    signed: dict[Atom, str] = {}
    for name, fact in facts.items():
        if fact.relation != "=" and (sign := _name_alone(fact.left)) is not None:
            if sign not in signed or fact.relation == ">":
                signed[sign] = name
        elif fact.relation != "=":
            arithmetic.fact(name)
    for a, name in signed.items():
        arithmetic.sign(Polynomial.atom(a), name)
    for name, fact in facts.items():
        if fact.relation == "=" and fact.left.terms:
            _read_equation(arithmetic, name, fact.left, signed)


def _read_equation(arithmetic: Arithmetic[Any], name: str, p: Polynomial, signed: Mapping[Atom, str]) -> None:
    """q·g = 1, q·(a sum) = 1, a name or a power of one that occurs nowhere else in it, or its first monomial of the highest degree."""
    leads = {a for e in arithmetic.rewriting.equations for a in e.lead}
    for q in _reciprocal_of(p):
        other = by_power(p, q)[1]
        g = _name_alone(other)
        if g is not None and q not in leads and g not in leads:
            arithmetic.reciprocal(Polynomial.atom(q), Polynomial.atom(g), name)
            return
        if g is None and q in signed and arithmetic.signs[q].strict:
            arithmetic.denominators.append(Denominator(q, other, name, signed[q]))
            return
    own = list(_alone(p, leads))
    degree = max(sum(e for _, e in m) for m in p.terms)
    lead = own[0] if own else min((m for m in p.terms if sum(e for _, e in m) == degree), key=repr)
    arithmetic.equation(name, Polynomial({lead: Fraction(1)}))


def _name_alone(p: Polynomial) -> Atom | None:
    """The atom that a polynomial consists of, or None."""
    names = atoms(p)
    return names[0] if len(names) == 1 and p == Polynomial.atom(names[0]) else None


def _reciprocal_of(p: Polynomial) -> Iterator[Atom]:
    """The names q for which p is q·(something without q) − 1, those called 1/… first."""
    if p.terms.get(frozenset()) != -1:
        return
    for q in sorted(atoms(p), key=lambda a: (not str(getattr(a, "name", "")).startswith("1/"), UNICODE.write(atom(a, NO_NAMES)))):
        parts = by_power(p, q)
        if set(parts) == {0, 1} and parts[0] == Polynomial.of(-1):
            yield q


def _alone(p: Polynomial, leads: set[Atom]) -> Iterator[frozenset[tuple[Any, int]]]:
    """Monomials that are a power of a name which occurs in no other: roots first, then names."""
    for m in sorted(p.terms, key=lambda m: (-max((e for _, e in m), default=0), repr(m))):
        if len(m) == 1:
            ((a, _),) = m
            if a not in leads and sum(1 for n in p.terms for b, _ in n if a == b) == 1:
                yield m


# -- points ------------------------------------------------------------------------------------------------------------------------------


def refuting_point(goal: Compare, facts: Mapping[str, Compare]) -> str:
    """Values of the names at which the lines hold and the claim fails, as text; empty if none was found."""
    import z3

    own = z3.Context()
    names = {a: z3.Real(f"x{i}", own) for i, a in enumerate(atoms(goal.left, *(f.left for f in facts.values())))}

    def term(p: Polynomial) -> Any:
        parts = []
        for m, c in p.terms.items():
            value = z3.Q(c.numerator, c.denominator, own)
            for a, e in m:
                for _ in range(e):
                    value = value * names[a]
            parts.append(value)
        return z3.Sum(parts) if parts else z3.Q(0, 1, own)

    def holds(f: Compare) -> Any:
        left = term(f.left)
        return left == 0 if f.relation == "=" else left > 0 if f.relation == ">" else left >= 0

    solver = z3.SolverFor("QF_NRA", own)
    solver.set("rlimit", POINT_TURNS)
    solver.add(*(holds(f) for f in facts.values()), z3.Not(holds(goal)), *(v >= 0 for a, v in names.items() if isinstance(a, Nat)))
    if solver.check() != z3.sat:
        return ""
    model = solver.model()
    shown = theorem_names([goal, *facts.values()])
    values = {UNICODE.write(atom(a, shown)): model.eval(v, model_completion=True) for a, v in names.items()}
    return ", ".join(f"{name} {_value(value)}" for name, value in sorted(values.items()))


def _value(value: Any) -> str:
    if not value.is_real() or hasattr(value, "as_fraction"):
        return f"= {value.as_fraction()}"
    return f"≈ {value.as_decimal(DIGITS).rstrip('?')}"
