"""A chain of inequalities to a bound, checked while it is written: SymPy performs each step, and a wrong step raises an exception.

An `Inequality` holds one relation, left ≤ right. It starts from a theorem that the kernel has proved (`by="progress"`), from a fact of a
theorem (`by="hinge-l2#unit comparator"`), or from nothing, where SymPy itself shows it. Its methods change it only so that it stays true.
Signs come from the assumptions on symbols and from `since`, inequalities of the same derivation. All steps are recorded; the last is
compared with the claim of the theorem by `finish`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import sympy as sp

from proofs.conjecture import Comparison
from proofs.derive.sympy.derivation import Step, SymbolicDerivation
from proofs.derive.sympy.rules import STARTS, check, check_suppositions
from proofs.derive.sympy.signs import WrongStep, require
from proofs.kernel import Formula


def positive(names: str) -> tuple[sp.Symbol, ...]:
    """Positive symbols, from their names with spaces between."""
    return tuple(sp.Symbol(name, positive=True) for name in names.split())


def nonnegative(names: str) -> tuple[sp.Symbol, ...]:
    """Non-negative symbols, from their names with spaces between."""
    return tuple(sp.Symbol(name, nonnegative=True) for name in names.split())


def real(names: str) -> tuple[sp.Symbol, ...]:
    """Real symbols, from their names with spaces between."""
    return tuple(sp.Symbol(name, real=True) for name in names.split())


@dataclass
class Record:
    """The steps of a derivation that is being written, and the derivations that were taken into it."""

    steps: list[Step] = field(default_factory=list)
    taken: dict[int, int] = field(default_factory=dict)  # the number of a step of another record, by its identity

    def add(self, step: Step) -> int:
        """Check a step and add it. Raises WrongStep and adds nothing if it is wrong."""
        self.steps.append(step)
        try:
            check(self.steps, len(self.steps) - 1)
        except WrongStep:
            del self.steps[-1]
            raise
        return len(self.steps) - 1


class Inequality:
    """A relation, left ≤ right (or < or =), at a step of a record; `after` says whose record it goes on with."""

    def __init__(
        self, words: str, left: Any, right: Any, op: str = "<=", *, by: str = "", after: Inequality | None = None, **atoms: Any
    ) -> None:
        self.record: Record = Record() if after is None else after.record
        self.at = -1
        if by:
            self._step(words, "cite", left, op, right, of=by, claim=self.claim_of(by), atoms=atoms)
        else:
            spare = sp.sympify(right) - sp.sympify(left)
            self._step(words, "compute", left, op, right, spare=spare)

    def claim_of(self, by: str) -> Formula | Comparison:
        """The claim of a theorem, or after # one of its facts."""
        raise NotImplementedError("proofs.theorems.chain looks the claims up")

    def _step(self, words: str, rule: str, left: Any, op: str, right: Any, *, since: Iterable[Inequality] = (), **args: Any) -> None:
        of = None if rule in STARTS else self.at
        relation = sp.sympify(left), op, sp.sympify(right)
        self.at = self.record.add(Step(words, rule, relation, of, tuple(one.at for one in since), args))

    @property
    def step(self) -> Step:
        return self.record.steps[self.at]

    @property
    def left(self) -> Any:
        return self.step.relation[0]

    @property
    def op(self) -> str:
        return self.step.relation[1]

    @property
    def right(self) -> Any:
        return self.step.relation[2]

    # --- other relations of the same derivation

    def _beside(self, words: str, rule: str, left: Any, op: str, right: Any, *, since: Iterable[Inequality] = (), **args: Any) -> Self:
        made = self.copy()
        made._step(words, rule, left, op, right, since=since, **args)
        return made

    def copy(self) -> Self:
        """The relation as it is now, to go on from it in two ways."""
        made = type(self).__new__(type(self))
        made.record, made.at = self.record, self.at
        return made

    def cite(self, words: str, left: Any, right: Any, op: str = "<=", *, by: str, **atoms: Any) -> Self:
        """Another relation of the derivation, which the kernel has proved or a theorem assumes."""
        return self._beside(words, "cite", left, op, right, of=by, claim=self.claim_of(by), atoms=atoms)

    def equal(self, words: str, left: Any, right: Any) -> Self:
        """Another relation: an equality that SymPy shows."""
        return self._beside(words, "compute", left, "=", right, spare=sp.Integer(0))

    def at_most(self, words: str, left: Any, right: Any, since: Iterable[Inequality] = (), strict: bool = False) -> Self:
        """Another relation: an inequality that SymPy shows."""
        spare = sp.sympify(right) - sp.sympify(left)
        return self._beside(words, "compute", left, "<" if strict else "<=", right, since=since, spare=spare)

    def name(self, words: str, symbol: sp.Symbol, term: Any, since: Iterable[Inequality] = ()) -> sp.Symbol:
        """Define a symbol as a term. Returns the symbol."""
        self._beside(words, "define", symbol, "=", term, since=since, term=sp.sympify(term))
        return symbol

    def suppose(self, words: str, left: Any, op: str, right: Any) -> Self:
        """A case, which has to be refuted."""
        case = sp.sympify(left), op, sp.sympify(right)
        return self._beside(words, "suppose", *case, case=case)

    def by_cases(self, words: str, left: Any, right: Any, parts: Mapping[sp.Symbol, tuple[Any, sp.Symbol]]) -> Self:
        """Another relation, shown for each sign of some arguments: `parts` has for a positive part its argument, and what to solve for."""
        return self._beside(words, "cases", left, "<=", right, spare=sp.sympify(right) - sp.sympify(left), parts=parts)

    def minimum(self, words: str, term: Any, over: sp.Symbol, at: Any, falls: bool = False) -> Self:
        """The place where a term is least, or with `falls` greatest, as the relation over = place."""
        return self._beside(words, "extremum", over, "=", at, term=sp.sympify(term), over=over, falls=falls)

    def maximum(self, words: str, term: Any, over: sp.Symbol, at: Any) -> Self:
        """The place where a term is greatest."""
        return self.minimum(words, term, over, at, falls=True)

    def tangent(self, words: str, term: Any, over: sp.Symbol, at: Any, place: Any, convex: bool = False) -> Self:
        """Another relation: a concave term at a place is at most its tangent at another, or a convex one at least."""
        term, at, place = map(sp.sympify, (term, at, place))
        line = term.subs(over, at) + sp.simplify(sp.diff(term, over)).subs(over, at) * (place - at)
        sides = (line, term.subs(over, place)) if convex else (term.subs(over, place), line)
        return self._beside(words, "tangent", sides[0], "<=", sides[1], term=term, over=over, at=at, place=place, convex=convex)

    def grows(self, words: str, term: Any, over: sp.Symbol, start: Any = 0) -> Self:
        """Another relation: a term whose slope is not negative is at least its value at the start, at `over` beyond it."""
        term, start = sp.sympify(term), sp.sympify(start)
        left, right = term.subs(over, start), term.subs(over, start + over)
        return self._beside(words, "grows", left, "<=", right, term=term, over=over, start=start)

    def induct(self, words: str, case: Inequality, first: Inequality, **places: Any) -> Self:
        """Another relation, by induction: this one follows from the case, for each index; `places` says where the sequence is at which."""
        made = {name.removesuffix("_"): sp.sympify(place) for name, place in places.items()}
        left, right = case.left.subs(made["now"], made["last"]), case.right.subs(made["index"], made["upto"])
        return self._beside(words, "induct", left, "<=", right, since=[first, case, self], **made)

    # --- the next relation

    def weaken(self, words: str, *, left: Any = None, right: Any = None, since: Iterable[Inequality] = (), strict: bool = False) -> None:
        """Replace the left side by one that is no greater, or the right side by one that is no less."""
        low, high = self.left if left is None else sp.sympify(left), self.right if right is None else sp.sympify(right)
        op = "<" if strict or self.op == "<" else "<="
        self._step(words, "weaken", low, op, high, since=since, spare=(self.left - low, high - self.right))

    def follow(self, words: str, other: Inequality) -> None:
        """From A ≤ B and the other one, B ≤ C, to A ≤ C."""
        op = min((self.op, other.op), key=("<", "<=", "=").index)
        self._step(words, "chain", self.left, op, other.right, since=[other])

    def grow(self, words: str, other: Inequality, side: str = "right") -> None:
        """A side grows with a symbol that the other relation bounds: put the bound in its place."""
        name, value = (other.right, other.left) if side == "left" else (other.left, other.right)
        low, high = (one.subs(name, value) if which == side else one for which, one in (("left", self.left), ("right", self.right)))
        self._step(words, "monotone", low, "<" if self.op == "<" else "<=", high, since=[other], side=side)

    def exchange(self, words: str, equal: Inequality, *, left: Any = None, right: Any = None) -> None:
        """Put equals in: a side changes by a multiple of the difference of two terms that are equal."""
        low, high = self.left if left is None else left, self.right if right is None else right
        self._step(words, "exchange", low, self.op, high, since=[equal])

    def combine(self, words: str, other: Inequality, times: Any = 1, *, left: Any = None, right: Any = None) -> None:
        """Add a multiple of another relation, side by side."""
        low = sp.expand(self.left + times * other.left) if left is None else left
        high = sp.expand(self.right + times * other.right) if right is None else right
        op = "<" if self.op == "<" else "=" if self.op == other.op == "=" else "<="
        self._step(words, "combine", low, op, high, since=[other], times=sp.sympify(times))

    def rewrite(self, words: str, *, left: Any = None, right: Any = None, op: str | None = None) -> None:
        """Write the sides in another form, defined names put in or taken out."""
        self._step(words, "rewrite", self.left if left is None else left, op or self.op, self.right if right is None else right)

    def substitute(self, words: str, values: Mapping[sp.Expr, Any], *, since: Iterable[Inequality] = ()) -> None:
        """Substitute values for symbols: what holds for all values holds for these."""
        given = {name: sp.sympify(value) for name, value in values.items()}
        left, right = (side.subs(given, simultaneous=True) for side in (self.left, self.right))
        self._step(words, "substitute", left, self.op, right, since=since, values=given)

    def multiply(self, words: str, by: Any, *, since: Iterable[Inequality] = (), left: Any = None, right: Any = None) -> None:
        """Multiply both sides by a positive term."""
        by = sp.sympify(by)
        low, high = (
            sp.expand(sp.simplify(side * by)) if given is None else given for side, given in ((self.left, left), (self.right, right))
        )
        self._step(words, "multiply", low, self.op, high, since=since, by=by)

    def add(self, words: str, term: Any, *, left: Any = None, right: Any = None) -> None:
        """Add a term to both sides."""
        low, high = (sp.expand(side + term) if given is None else given for side, given in ((self.left, left), (self.right, right)))
        self._step(words, "add", low, self.op, high, term=sp.sympify(term))

    def sum_up(self, words: str, index: sp.Symbol, upto: Any, *, left: Any = None, right: Any = None) -> None:
        """Add the relations up for all values of the index below a number."""
        low, high = (
            sp.Sum(side, (index, 0, upto - 1)) if given is None else given for side, given in ((self.left, left), (self.right, right))
        )
        op = "=" if self.op == "=" else "<="
        self._step(words, "sum_up", low, op, high, index=index, upto=sp.sympify(upto))

    def square(self, words: str, *, since: Iterable[Inequality] = (), right: Any = None) -> None:
        """Square both sides, which must not be negative."""
        self._step(words, "square", self.left**2, self.op, self.right**2 if right is None else right, since=since)

    def square_roots(self, words: str, *, left: Any = None, right: Any = None, since: Iterable[Inequality] = ()) -> None:
        """Take the square roots of both sides, which must not be negative."""
        low, high = (sp.sqrt(side) if given is None else given for side, given in ((self.left, left), (self.right, right)))
        self._step(words, "square_roots", low, self.op, high, since=since, signed=low.is_nonnegative is not True)

    def apply(
        self, words: str, function: str, *, left: Any = None, right: Any = None, since: Iterable[Inequality] = (), **args: Any
    ) -> None:
        """Apply an increasing function to both sides: log, exp or sqrt."""
        made = {"log": sp.log, "exp": sp.exp, "sqrt": sp.sqrt}[function]
        low, high = made(self.left) if left is None else left, made(self.right) if right is None else right
        self._step(words, "apply", low, self.op, high, since=since, function=function)

    def floor(self, words: str) -> None:
        """Round the right side down, the left side being whole."""
        right = sp.ceiling(self.right) - 1 if self.op == "<" else sp.floor(self.right)
        self._step(words, "apply", self.left, "<=", right, function="floor", whole=self.left)

    def solve(self, words: str, of: sp.Symbol, right: Any = None) -> None:
        """Solve for `of` a relation of first or second degree that opens upwards: `of` is at most the (larger) root."""
        if right is None:
            difference = sp.Poly(sp.expand(self.left - self.right), of)
            require(difference.degree() in (1, 2), f"{words}: it is of no first or second degree", difference.as_expr())
            a, b = difference.LC(), difference.nth(difference.degree() - 1)
            c = difference.nth(0)
            right = -c / a if difference.degree() == 1 else (-b + sp.sqrt(sp.expand(b**2 - 4 * a * c))) / (2 * a)
        self._step(words, "solve", of, self.op, right, of=of)

    def minimise(self, words: str, over: sp.Symbol, at: Any, right: Any = None) -> None:
        """Put in the value of a free symbol at which the right side is least."""
        place = self.minimum(f"{words}: the right side is least in {over} at", self.right, over, at)
        made = sp.simplify(self.right.subs(over, sp.sympify(at))) if right is None else right
        self._step("there", "least", self.left, self.op, made, since=[place])

    def maximise(self, words: str, over: sp.Symbol, at: Any, left: Any = None) -> None:
        """Put in the value of a free symbol at which the left side is greatest."""
        place = self.maximum(f"{words}: the left side is greatest in {over} at", self.left, over, at)
        made = sp.simplify(self.left.subs(over, sp.sympify(at))) if left is None else left
        self._step("there", "greatest", made, self.op, self.right, since=[place])

    def relax_root(self, words: str, root: sp.Expr, above: Any, right: Any = None) -> None:
        """Replace a root on the right side, which grows with it, by a non-negative term whose square is no less."""
        made = sp.simplify(self.right.subs(root, above)) if right is None else right
        spare = sp.expand(above**2 - root**2)
        self._step(words, "relax", self.left, "<" if self.op == "<" else "<=", made, root=root, above=above, spare=spare)

    def refute(self, words: str, case: Inequality, since: Iterable[Inequality] = ()) -> None:
        """The relation is false, so the case is not: its opposite, as the next relation."""
        left, op, right = case.step.relation
        self._step(words, "refute", right, {"<=": "<", "<": "<="}[op], left, since=[case, *since], case=case.step.relation)

    def finish(self, of: str, **atoms: Any) -> SymbolicDerivation:
        """The finished derivation, whose last relation is the claim of that theorem; `atoms` maps the names in the claim to the symbols
        here."""
        self._step("the claim", "claim", self.left, self.op, self.right, of=of, claim=self.claim_of(of), atoms=atoms)
        used = self._use()
        check_suppositions(used)
        return SymbolicDerivation(tuple(used), atoms)

    def _use(self) -> list[Step]:
        """All steps of the record up to the end."""
        return self.record.steps[: self.at + 1]
