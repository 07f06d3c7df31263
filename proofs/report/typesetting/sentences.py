"""Whole formulas as sentences: "for all k < M: ⟨w(k), z(k)⟩ ≤ 0"."""

from __future__ import annotations

from collections.abc import Iterable

from proofs.kernel import Both, Compare, Formula, Implies, Nat, Null
from proofs.kernel.formula import names as names_in
from proofs.report.typesetting.arrange import arranged, null
from proofs.report.typesetting.layout import NO_NAMES, Names
from proofs.report.typesetting.nodes import Node, Row, Symbol, Words


def sentence(f: Formula, names: Names = NO_NAMES) -> Node:
    """`f` as it is to be read, with names for its bound indices."""
    if isinstance(f, Compare):
        return arranged(f, names).row
    if isinstance(f, Null):
        return null(f.vector, names)
    if isinstance(f, Both):
        return Row((sentence(f.first, names), Words(" and "), sentence(f.second, names)))
    if isinstance(f, Implies):
        return Row((_grouped(f.premise, names), Words(" ⇒ "), _grouped(f.conclusion, names)))
    taken = {names.natural(name) for kind, name in names_in(f) if kind == "nat"}
    inside = names.inside(taken)
    k, body = Symbol(inside.bound[-1]), f.body
    if isinstance(body, Implies) and isinstance(body.premise, Compare):
        guard = arranged(body.premise, inside)
        if guard.left == k and guard.op in ("≤", "<"):
            return Row((Words("for all "), guard.row, Words(": "), sentence(body.conclusion, inside)))
    return Row((Words("for all "), k, Words(": "), sentence(body, inside)))


def _grouped(f: Formula, names: Names) -> Node:
    whole = sentence(f, names)
    return whole if isinstance(f, (Compare, Null)) else Row((Words("("), whole, Words(")")))


def display_names(formulas: Iterable[Formula]) -> Names:
    """Short names for the free naturals that a derivation numbered (k17): the same letter unless two occur together."""
    together: dict[str, set[str]] = {}
    for f in formulas:
        here = {name for kind, name in names_in(f) if kind == "nat" and isinstance(name, str)}
        for name in here:
            together.setdefault(name, set()).update(here - {name})
    shown: dict[str, str] = {}
    for name, neighbours in together.items():
        if name[:1] == "k" and name[1:].isdecimal():
            taken = {shown.get(n, n) for n in neighbours}
            shown[name] = next(x for x in (*"kjilmn", name) if x not in taken)
    return Names(shown)


def trivial(f: Formula) -> bool:
    """A comparison of natural numbers: bookkeeping about indices."""
    return isinstance(f, Compare) and all(isinstance(a, Nat) for m in f.left.terms for a, _ in m)


def evident(f: Formula) -> bool:
    """M + 1 ≥ 0 and the like."""
    return isinstance(f, Compare) and trivial(f) and f.relation == ">=" and all(c > 0 for c in f.left.terms.values())
