"""A way to a bound that is checked while it is written: each step names what it does, SymPy does it, and a wrong one raises.

A `Way` holds one relation, left ≤ right, and changes it only by steps that keep it true: weaken a side by what is shown to be no less,
divide by what is positive, solve, take the best value of what is free.  So its end follows from its start, which is what the kernel's
proof has.  It is still SymPy that says so: `worked.PROPOSES`.  Signs come from the symbols' assumptions; `where` puts in for a restricted
symbol what says its restriction, as R/(1 + p) for one of at most R.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import Chain, Line, line

RELATIONS = {"<=": sp.Le, "<": sp.Lt, "=": sp.Eq}
Where = Mapping[sp.Symbol, sp.Expr]


class WrongStep(Exception):
    """A step of a derivation does not hold, or SymPy cannot see that it does."""


def positive(names: str) -> tuple[sp.Symbol, ...]:
    return tuple(sp.Symbol(name, positive=True) for name in names.split())


def nonnegative(names: str) -> tuple[sp.Symbol, ...]:
    return tuple(sp.Symbol(name, nonnegative=True) for name in names.split())


def relation(left: Any, op: str, right: Any) -> Any:
    """The relation, left as it is written."""
    return RELATIONS[op](sp.sympify(left), sp.sympify(right), evaluate=False)


def vanishes(term: sp.Expr) -> bool:
    return any(form(term) == 0 for form in (sp.expand, sp.simplify, lambda t: sp.simplify(sp.radsimp(t))))


def is_nonnegative(term: Any, where: Where | None = None, strict: bool = False) -> bool:
    """Whether one of the forms of the term shows its sign."""
    put = sp.sympify(term).subs(dict(where or {}))
    for form in (sp.expand, sp.factor, lambda t: sp.factor(sp.expand(t)), lambda t: sp.factor(sp.simplify(t)), sp.radsimp):
        made = form(put)
        if made.is_positive if strict else made.is_nonnegative:
            return True
    return False


def need(holds: bool, words: str, *said: Any) -> None:
    if not holds:
        raise WrongStep(f"{words}: {', '.join(map(str, said))}")


class Way:
    """One relation and the lines so far."""

    def __init__(self, words: str, left: Any, right: Any, op: str = "<=") -> None:
        self.left, self.op, self.right = sp.sympify(left), op, sp.sympify(right)
        self.lines: list[Line] = []
        self._tell(words)

    def _tell(self, words: str) -> None:
        self.note(words, self.right if self.left == self.right else relation(self.left, self.op, self.right))

    def note(self, words: str, *said: Any) -> None:
        """What a name means, or what the kernel's proof starts from; nothing is checked."""
        self.lines.append(line(words, *map(sp.sympify, said)))

    def same(self, words: str, left: Any, right: Any) -> sp.Expr:
        """Beside the way: left = right."""
        need(vanishes(sp.sympify(left) - right), words, left, right)
        self.note(words, right if left == right else relation(left, "=", right))
        return sp.sympify(right)

    def check(self, words: str, left: Any, right: Any) -> None:
        """That left = right, without a line for it."""
        need(vanishes(sp.sympify(left) - right), words, left, right)

    def less(self, words: str, left: Any, right: Any, where: Where | None = None, strict: bool = False) -> sp.Expr:
        """Beside the way: left ≤ right."""
        need(is_nonnegative(sp.sympify(right) - left, where, strict), words, left, right)
        self.note(words, relation(left, "<" if strict else "<=", right))
        return sp.sympify(right)

    def weaken(self, words: str, *, left: Any = None, right: Any = None, where: Where | None = None, strict: bool = False) -> None:
        """A left side that is no greater, or a right side that is no less."""
        low, high = self.left if left is None else sp.sympify(left), self.right if right is None else sp.sympify(right)
        need(is_nonnegative(self.left - low, where, strict and left is not None), words, low, self.left)
        need(is_nonnegative(high - self.right, where, strict and right is not None), words, self.right, high)
        self.left, self.right, self.op = low, high, "<" if strict else {"=": "<="}.get(self.op, self.op)
        self._tell(words)

    def relax(self, words: str, root: sp.Expr, above: sp.Expr) -> None:
        """In place of a root on the right, which grows with it, something not negative whose square is no less."""
        value = sp.Dummy(nonnegative=True)
        grown = self.right.subs(root, value)
        need(grown.has(value) and is_nonnegative(sp.diff(grown, value)), words, self.right, root)
        need(is_nonnegative(above) and is_nonnegative(above**2 - root**2), words, root, above)
        self.right = sp.simplify(grown.subs(value, above))
        self.op = {"=": "<="}.get(self.op, self.op)
        self._tell(words)

    def rewrite(self, words: str, *, left: Any = None, right: Any = None) -> None:
        """The same sides in another form."""
        for new, old in ((left, self.left), (right, self.right)):
            need(new is None or vanishes(sp.sympify(new) - old), words, new, old)
        self.left, self.right = self.left if left is None else sp.sympify(left), self.right if right is None else sp.sympify(right)
        self._tell(words)

    def put(self, words: str, values: Mapping[sp.Symbol, Any]) -> None:
        """Values for symbols: what holds of all holds of these."""
        for name, value in values.items():
            need(not name.is_positive or sp.sympify(value).is_positive is not False, words, name, value)
        self.left, self.right = (side.subs(values, simultaneous=True) for side in (self.left, self.right))
        self._tell(words)

    def multiply(self, words: str, by: Any, where: Where | None = None) -> None:
        """Both sides times what is positive."""
        need(is_nonnegative(by, where, strict=True), words, by)
        self.left, self.right = (sp.expand(sp.simplify(side * by)) for side in (self.left, self.right))
        self._tell(words)

    def roots(self, words: str) -> None:
        """The roots of both sides, which are not negative."""
        need(is_nonnegative(self.left) and is_nonnegative(self.right), words, self.left, self.right)
        self.left, self.right = sp.sqrt(self.left), sp.sqrt(self.right)
        self._tell(words)

    def square(self, words: str) -> None:
        """The squares of both sides, which are not negative."""
        need(is_nonnegative(self.left), words, self.left)
        self.left, self.right = self.left**2, sp.expand(self.right**2)
        self._tell(words)

    def add(self, words: str, term: Any) -> None:
        """The same term on both sides."""
        self.left, self.right = sp.expand(self.left + term), sp.expand(self.right + term)
        self._tell(words)

    def solve(self, words: str, of: sp.Symbol) -> None:
        """What a relation of first or second degree, opening upwards, says of `of`: it is at most the (larger) root."""
        difference = sp.Poly(sp.expand(self.left - self.right), of)
        need(difference.degree() in (1, 2) and is_nonnegative(difference.LC(), strict=True), words, difference.as_expr())
        roots = sp.roots(difference, multiple=True) if difference.degree() == 2 else [-difference.nth(0) / difference.LC()]
        top = [root for root in roots if all(is_nonnegative(root - other) for other in roots)]
        need(bool(top), words, *roots)
        self.left, self.right = of, sp.simplify(top[0])
        self._tell(words)

    def minimise(self, words: str, over: sp.Symbol) -> sp.Expr:
        """The value of a free positive symbol at which the right side is least, put in."""
        need(not self.left.has(over), words, over)
        at = self._stationary(words, self.right, over)
        self.right = sp.simplify(self.right.subs(over, at))
        self._tell("there")
        return at

    def least(self, words: str, term: sp.Expr, over: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
        """Beside the way: where a term is least, and how much it is there."""
        at = self._stationary(words, term, over)
        value = sp.simplify(term.subs(over, at))
        self.note("there it is", value)
        return at, value

    def most(self, words: str, term: sp.Expr, over: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
        """Beside the way: where a term is greatest, and how much it is there."""
        at = self._stationary(words, term, over, falls=True)
        value = sp.simplify(term.subs(over, at))
        self.note("there it is", value)
        return at, value

    def _stationary(self, words: str, term: sp.Expr, over: sp.Symbol, falls: bool = False) -> sp.Expr:
        """The only stationary point, before which the term falls and after which it grows (or the other way round)."""
        slope = sp.diff(term, over)
        found = sp.solve(slope, over)
        need(len(found) == 1, words, term, *found)
        at = sp.simplify(found[0])
        sign = -1 if falls else 1
        bent = sign * sp.diff(slope, over)
        need(vanishes(slope.subs(over, at)), words, slope)
        need(is_nonnegative(bent, strict=True) or is_nonnegative(sp.simplify(sign * slope / (over - at)), strict=True), words, bent)
        self.note(f"{words}: the slope is", slope)
        self.note("which is 0 only at", relation(over, "=", at))
        return at

    def conclude(self, words: str, left: Any, op: str, right: Any, **atoms: Any) -> Chain:
        """An end that the words draw from the lines, such as a count: for the kernel alone to check."""
        self.left, self.op, self.right = sp.sympify(left), op, sp.sympify(right)
        return self.end(words, **atoms)

    def end(self, words: str = "", **atoms: Any) -> Chain:
        """The derivation; `atoms` says what the names in the kernel's claim are here."""
        if words:
            self._tell(words)
        return Chain(tuple(self.lines), self.right, self.left, self.op, atoms)
