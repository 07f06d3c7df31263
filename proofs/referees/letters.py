"""A question whose ∀ are read as letters: enough where a step only moves them about, and quick where Z3 would try instances of each.

Two ∀ that say the same get the same letter.  Z3 orders the summands of a simplified term by when it made them, so the same sum can
stand in two orders; it is compared without its order.  Reading a ∀ as a letter forgets what it says: an answer "unsatisfiable" is right,
any other says nothing.
"""

from __future__ import annotations

from typing import Any

import z3


def with_letters(question: Any) -> Any:
    """`question` with a Boolean letter for each outermost ∀."""
    letters: dict[str, Any] = {}
    pairs = [(q, letters.setdefault(repr(key(q)), z3.Bool(f"letter {len(letters)}"))) for q in outermost(question)]
    return z3.substitute(question, *pairs)


def outermost(e: Any) -> list[Any]:
    if z3.is_quantifier(e):
        return [e]
    return [q for child in e.children() for q in outermost(child)]


def key(e: Any) -> tuple[object, ...]:
    """What `e` says, whatever the order of its sums, products, conjunctions and disjunctions."""
    if z3.is_quantifier(e):
        return ("∀" if e.is_forall() else "∃", *[e.var_sort(i).name() for i in range(e.num_vars())], key(e.body()))
    if z3.is_var(e):
        return ("bound", z3.get_var_index(e))
    parts = [key(child) for child in e.children()]
    if z3.is_add(e) or z3.is_mul(e) or z3.is_and(e) or z3.is_or(e):
        parts.sort(key=repr)
    return (e.decl().name() if parts else e.sexpr(), *parts)
