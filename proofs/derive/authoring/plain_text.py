"""Formulas as plain text, for messages to an author. Pages are printed by `proofs.report`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from proofs.kernel import Both, Compare, Fn, ForAll, Formula, Implies, Index, Inner, Nat, Null, Polynomial, Real, Sum, Vec

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
RELATIONS = {">=": "≥", ">": ">", "=": "="}


def said(formula: Formula) -> str:
    """A formula in one line; a comparison with what is positive on its left and the rest on its right."""
    match formula:
        case Compare(left, relation):
            above = {m: c for m, c in left.terms.items() if c > 0}
            below = {m: -c for m, c in left.terms.items() if c < 0}
            return f"{_sum(above)} {RELATIONS[relation]} {_sum(below)}"
        case Null(vector):
            return " + ".join(f"({polynomial(c)})·{atom(b)}" for b, c in vector.parts.items()) + " = 0"
        case Implies(premise, conclusion):
            return f"{said(premise)} ⇒ {said(conclusion)}"
        case Both(first, second):
            return f"{said(first)} and {said(second)}"
        case ForAll(body):
            return f"∀ {said(body)}"


def polynomial(p: Polynomial) -> str:
    return _sum(p.terms)


def atom(a: object) -> str:
    match a:
        case Real(name, index) | Vec(name, index):
            return name if index is None else f"{name}({_index(index)})"
        case Nat(name):
            return _index(Index(name))
        case Inner(pair):
            ends = sorted(map(atom, pair))
            return f"⟨{ends[0]}, {ends[-1]}⟩"
        case Fn(name, argument):
            return f"{name}({polynomial(argument)})"
        case Sum(upto, term):
            return f"Σ_{{<{_index(upto)}}}({polynomial(term)})"
    return str(a)


def _index(index: Index) -> str:
    if index.name is None:
        return str(index.offset)
    bound = index.name
    name = ", ".join(map(_index, bound)) if isinstance(bound, tuple) else "kji"[bound % 3] if isinstance(bound, int) else str(bound)
    return f"{name} + {index.offset}" if index.offset else name


def _sum(terms: Mapping[frozenset[tuple[object, int]], Fraction]) -> str:
    written = ""
    for m, c in sorted(terms.items(), key=lambda term: (-sum(e for _, e in term[0]), sorted(atom(a) for a, _ in term[0]))):
        names = [atom(a) + (str(e).translate(SUPERSCRIPTS) if e > 1 else "") for a, e in sorted(m, key=lambda power: atom(power[0]))]
        size = [str(abs(c))] if abs(c) != 1 or not names else []
        written += (" − " if c < 0 else " + ") if written else "−" if c < 0 else ""
        written += "·".join([*size, *names])
    return written or "0"
