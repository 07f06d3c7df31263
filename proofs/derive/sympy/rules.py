"""The rules of a derivation. Each checks one step: from the relation before and the premises to the relation after it.

A rule computes its relation where it can: it multiplies, squares, solves, differentiates, and compares the result with the relation that
the step writes. It raises WrongStep if they differ, or if a sign that it needs does not follow. A step that gives something away writes by
how much (`spare`), so that another number in its place is rejected even where the relation stays true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from proofs.derive.sympy.kernel_claims import agrees
from proofs.derive.sympy.signs import Triple, WrongStep, follows, is_nonnegative, require, vanishes

Args = Mapping[str, Any]


def telescope(term: sp.Expr, *limits: Any) -> sp.Expr:
    """The sum of a term g(k + 1) − g(k) as g(n) − g(0); of another term the sum itself."""
    index, low, high = limits[0]
    shifted = [part for part in sp.Add.make_args(sp.expand(term)) if any(f.args[-1] == index + 1 for f in part.atoms(AppliedUndef))]
    later = sp.Add(*shifted)
    if len(limits) == 1 and shifted and sp.expand(term - later + later.subs(index, index - 1)) == 0:
        return later.subs(index, high) - later.subs(index, low - 1)
    return sp.Sum(term, *limits)


@dataclass(frozen=True)
class Situation:
    """One step to check: its words, the relation before (None at a start), the one after, the premises, and the names defined so far."""

    words: str
    before: Triple | None
    after: Triple
    premises: Sequence[Triple]
    defined: Mapping[sp.Symbol, sp.Expr]
    known: frozenset[sp.Symbol]  # the symbols of the steps so far

    def same(self, found: sp.Expr, written: sp.Expr) -> None:
        """Require that a computed term is the written one, definitions put in."""
        require(vanishes(self.plain(found - written)), f"{self.words}: computed and written differ", found, written)

    def plain(self, term: sp.Expr) -> sp.Expr:
        """The term without defined names."""
        term = sp.sympify(term)
        for name, value in reversed(tuple(self.defined.items())):
            term = term.subs(name, value)
        term = term.replace(sp.Sum, telescope)
        return term.doit() if term.has(sp.Sum, sp.Integral, sp.Derivative) else term

    def computes(self, left: sp.Expr, right: sp.Expr, op: str | None = None) -> None:
        """Require that the step's relation is this one."""
        assert self.before is not None
        self.same(left, self.after[0])
        self.same(right, self.after[2])
        require(self.after[1] == (op or self.before[1]), f"{self.words}: the sign of the relation", self.after[1])

    def holds(self, term: sp.Expr, strict: bool = False) -> None:
        """Require that a term is non-negative, or positive; defined names are put in one after the other, the last defined first."""
        written = sp.sympify(term)
        found = follows(written, self.premises, strict)
        for name, value in reversed(tuple(self.defined.items())):
            if not found and written.has(name):
                written = written.subs(name, value)
                found = follows(written, self.premises, strict)
        require(found, f"{self.words}: SymPy cannot show that this is {'positive' if strict else 'not negative'}", term)


def _before(s: Situation) -> Triple:
    require(s.before is not None, f"{s.words}: there is no relation to start from")
    assert s.before is not None
    return s.before


# ------------------------------------------------------------------------------------------------------------------------------------------
# Where a relation comes from


def cite(s: Situation, a: Args) -> None:
    """The relation is a kernel theorem, or a fact that the theorem assumes."""
    require(agrees(s.after, a["claim"], a["atoms"]), f"{s.words}: this is not what {a['of']} says", *s.after)


def claim(s: Situation, a: Args) -> None:
    """The relation is the claim that the kernel has proved, and the end of the derivation."""
    require(s.before is not None and s.before == s.after, f"{s.words}: the end is not the line before", *s.after)
    require(agrees(s.after, a["claim"], a["atoms"], exactly=True), f"{s.words}: this is not what {a['of']} claims", *s.after)


def compute(s: Situation, a: Args) -> None:
    """The relation holds by itself, or by the premises."""
    left, op, right = s.after
    if op == "=":
        require(vanishes(s.plain(right - left)) or s.after in s.premises, f"{s.words}: the two sides differ", left, right)
    else:
        s.same(right - left, a["spare"])
        s.holds(right - left, strict=op == "<")


def define(s: Situation, a: Args) -> None:
    """A new name for a term; a positive name needs a positive term."""
    name, op, term = s.after
    require(op == "=" and name.is_Symbol and name not in s.known and not term.has(name), f"{s.words}: this is no new name", name)
    require(vanishes(term - a["term"]), f"{s.words}: the name is written for another term", term, a["term"])
    if name.is_nonnegative:
        s.holds(term, strict=bool(name.is_positive))


def suppose(s: Situation, a: Args) -> None:
    """A case that `refute` has to end."""
    require(s.after == a["case"], f"{s.words}: the case is written otherwise", *s.after)


def refute(s: Situation, a: Args) -> None:
    """The relation before is false, so the case is not: its opposite holds."""
    left, op, right = _before(s)
    s.holds(left - right, strict=op != "<")
    (case,) = (p for p in s.premises if p == a["case"])
    require(s.after == (case[2], {"<=": "<", "<": "<="}[case[1]], case[0]), f"{s.words}: this is not the opposite of the case", *s.after)


def cases(s: Situation, a: Args) -> None:
    """The relation holds in each case: a positive part is its argument where that is not negative, and else 0."""
    left, op, right = s.after
    s.same(right - left, a["spare"])
    parts: Mapping[sp.Symbol, tuple[sp.Expr, sp.Symbol]] = a["parts"]
    for signs in product((1, -1), repeat=len(parts)):
        gap = right - left
        for number, ((part, (argument, variable)), sign) in enumerate(zip(parts.items(), signs, strict=True)):
            size = sp.Symbol(f"p_{number}", nonnegative=True)
            (at,) = sp.solve(sp.Eq(argument, sign * size), variable)
            gap = gap.subs(part, size if sign > 0 else 0).subs(variable, at)
        require(_split(gap, [sp.Symbol(f"p_{n}", nonnegative=True) for n in range(len(parts))]), f"{s.words}: in the case {signs}", gap)
    require(op == "<=", f"{s.words}: cases show ≤", op)


def _split(gap: sp.Expr, names: Sequence[sp.Symbol]) -> bool:
    """Whether the term is non-negative, if need be once for each of two orders of the names."""
    if is_nonnegative(gap):
        return True
    if len(names) != 2:
        return False
    first, second, more = *names, sp.Symbol("p", nonnegative=True)
    return all(is_nonnegative(gap.subs(x, y + more)) for x, y in ((first, second), (second, first)))


def tangent(s: Situation, a: Args) -> None:
    """A concave function at one place is at most its tangent at another there; a convex one at least."""
    term, over, at, place = a["term"], a["over"], a["at"], a["place"]
    slope = sp.simplify(sp.diff(term, over))
    bend = sp.simplify(sp.diff(slope, over)) * (1 if a["convex"] else -1)
    require(is_nonnegative(bend), f"{s.words}: the second derivative has the wrong sign", bend)
    line = term.subs(over, at) + slope.subs(over, at) * (place - at)
    sides = (line, term.subs(over, place)) if a["convex"] else (term.subs(over, place), line)
    s.same(sides[0], s.after[0])
    s.same(sides[1], s.after[2])
    require(s.after[1] == "<=", f"{s.words}: a tangent gives ≤", s.after[1])


def grows(s: Situation, a: Args) -> None:
    """A term that does not fall from a place on is at least its value there."""
    term, over, start = a["term"], a["over"], a["start"]
    require(over.is_nonnegative and is_nonnegative(start), f"{s.words}: the symbol is not a number from 0 on", over)
    slope = sp.simplify(sp.diff(term, over)).subs(over, start + over)
    require(is_nonnegative(slope), f"{s.words}: the slope is not shown to be non-negative", slope)
    s.same(term.subs(over, start), s.after[0])
    s.same(term.subs(over, start + over), s.after[2])
    require(s.after[1] == "<=", f"{s.words}: growth gives ≤", s.after[1])


def induct(s: Situation, a: Args) -> None:
    """From the first step and from each step to the next: the relation at the last step."""
    first, hypothesis, following = s.premises
    now, next_, last, at = a["now"], a["next"], a["last"], a["index"]
    s.same(hypothesis[0].subs(now, next_), following[0])
    s.same(hypothesis[2].subs(at, at + 1), following[2])
    s.same(hypothesis[0].subs(now, a["start"]), first[0])
    s.same(hypothesis[2].subs(at, a["from"]), first[2])
    s.same(hypothesis[0].subs(now, last), s.after[0])
    s.same(hypothesis[2].subs(at, a["upto"]), s.after[2])
    require({hypothesis[1], following[1], s.after[1]} == {"<="} and first[1] in ("<=", "="), f"{s.words}: the signs of the relations")


# ------------------------------------------------------------------------------------------------------------------------------------------
# From one relation to the next


def weaken(s: Situation, a: Args) -> None:
    """The left side becomes no greater, the right side no less, by the spare terms."""
    (low, op, high), (left, was, right) = s.after, _before(s)
    s.same(left - low, a["spare"][0])
    s.same(high - right, a["spare"][1])
    strict = op == "<" and was != "<"
    for gap in (left - low, high - right):
        if not vanishes(s.plain(gap)):
            s.holds(gap, strict)
    require(op in ("<=", "<") and not (was == "<" and op != "<"), f"{s.words}: the sign of the relation", op)
    require(not (strict and vanishes(s.plain(left - low + high - right))), f"{s.words}: nothing makes it strict", op)


def rewrite(s: Situation, a: Args) -> None:
    """The sides in another form."""
    left, _, right = _before(s)
    s.computes(left, right, "<=" if s.after[1] == "<=" else None)  # ≤ follows from = and from <


def substitute(s: Situation, a: Args) -> None:
    """Values for symbols: what holds for all values holds for these."""
    left, _, right = _before(s)
    for name, value in a["values"].items():
        if name.is_Symbol and name.is_nonnegative:
            s.holds(sp.sympify(value), strict=bool(name.is_positive))
    s.computes(*(side.subs(a["values"], simultaneous=True) for side in (left, right)))


def multiply(s: Situation, a: Args) -> None:
    """Both sides times a term that is not negative, or positive if the relation is strict; its denominator is positive."""
    left, op, right = _before(s)
    s.holds(sp.fraction(sp.together(a["by"]))[1], strict=True)
    if op != "=":
        s.holds(a["by"], strict=op == "<")
    s.computes(left * a["by"], right * a["by"])


def add(s: Situation, a: Args) -> None:
    """A term added to both sides."""
    left, _, right = _before(s)
    s.computes(left + a["term"], right + a["term"])


def exchange(s: Situation, a: Args) -> None:
    """Equals put in: a side changes by a multiple of the difference of two equal terms."""
    (low, op, high), (left, was, right), (other,) = s.after, _before(s), s.premises
    require(op == was and other[1] == "=", f"{s.words}: equals are put in, and the sign stays", op)
    for change in (low - left, high - right):
        times = sp.simplify(s.plain(change) / s.plain(other[0] - other[2]))
        require(bool(times.is_number), f"{s.words}: this is no multiple of the difference", change)


def join(one: str, other: str) -> str:
    """The sign of a sum of two relations: strict if the first is."""
    return "<" if one == "<" else "=" if one == other == "=" else "<="


def combine(s: Situation, a: Args) -> None:
    """A premise, or a non-negative multiple of it, added side by side."""
    left, op, right = _before(s)
    (other,) = s.premises
    if other[1] != "=":
        s.holds(a["times"])
    s.computes(left + a["times"] * other[0], right + a["times"] * other[2], join(op, other[1]))


def chain(s: Situation, a: Args) -> None:
    """From A ≤ B and B ≤ C to A ≤ C."""
    (left, op, middle), (other,) = _before(s), s.premises
    s.same(middle, other[0])
    s.computes(left, other[2], min((op, other[1]), key=("<", "<=", "=").index))


def monotone(s: Situation, a: Args) -> None:
    """A side grows with a symbol: a term that is no less in its place on the right, or no greater on the left."""
    left, op, right = _before(s)
    (premise,) = s.premises
    name, value = (premise[2], premise[0]) if a["side"] == "left" else (premise[0], premise[2])
    side = left if a["side"] == "left" else right
    require(name.is_Symbol and side.has(name), f"{s.words}: the side does not have the symbol", name)
    s.holds(sp.diff(side, name))
    new = side.subs(name, value)
    s.computes(*((new, right) if a["side"] == "left" else (left, new)), "<" if op == "<" else "<=")


def sum_up(s: Situation, a: Args) -> None:
    """The relations for all k below a number, added up."""
    left, op, right = _before(s)
    over = (a["index"], 0, a["upto"] - 1)
    s.computes(sp.Sum(left, over), sp.Sum(right, over), "=" if op == "=" else "<=")


def square(s: Situation, a: Args) -> None:
    """Both sides squared, the smaller one not being negative."""
    left, op, right = _before(s)
    if op != "=":
        s.holds(left)
    s.computes(left**2, right**2)


def square_roots(s: Situation, a: Args) -> None:
    """From a² ≤ b² to a ≤ b, where b is not negative; a may have either sign if the step says so, and the two are not equal."""
    left, op, right = _before(s)
    s.same(left, s.after[0] ** 2)
    s.same(right, s.after[2] ** 2)
    s.holds(s.after[2])
    if op == "=" or not a["signed"]:
        s.holds(s.after[0])
    require(s.after[1] == op, f"{s.words}: the sign of the relation", s.after[1])


GROWING: Mapping[str, Callable[[sp.Expr], sp.Expr]] = {"log": sp.log, "exp": sp.exp, "floor": sp.floor, "sqrt": sp.sqrt}


def apply(s: Situation, a: Args) -> None:
    """An increasing function of both sides; a logarithm needs a positive smaller side, a floor a whole one."""
    left, op, right = _before(s)
    function = GROWING[a["function"]]
    if a["function"] == "log":
        s.holds(left, strict=True)
        s.same(sp.expand_log(sp.log(left), force=True), sp.expand_log(s.after[0], force=True))
        s.same(sp.expand_log(sp.log(right), force=True), sp.expand_log(s.after[2], force=True))
        require(s.after[1] == op, f"{s.words}: the sign of the relation", s.after[1])
        return
    if a["function"] == "floor":
        require(a["whole"] == left, f"{s.words}: the left side is not the number that is whole", left)
        if op == "<":  # a whole number below right is at most ⌈right⌉ − 1
            s.computes(left, sp.ceiling(right) - 1, "<=")
        else:
            s.computes(left, sp.floor(right), "<=")
        return
    s.computes(function(left), function(right))


def solve(s: Situation, a: Args) -> None:
    """A relation of first or second degree that opens upwards: the symbol is at most the larger root."""
    left, op, right = _before(s)
    of = a["of"]
    difference = sp.Poly(sp.expand(left - right), of)
    lead = difference.LC()
    require(
        difference.degree() in (1, 2) and is_nonnegative(lead, strict=True), f"{s.words}: it does not open upwards", difference.as_expr()
    )
    if difference.degree() == 1:
        s.computes(of, -difference.nth(0) / lead)
        return
    root = s.after[2]
    s.same(difference.as_expr().subs(of, root), sp.Integer(0))  # it is a root,
    s.holds(root + difference.nth(1) / (2 * lead))  # and not before the vertex: the larger one
    require(s.after[0] == of and s.after[1] == op != "=", f"{s.words}: the symbol is not alone", *s.after)


def extremum(s: Situation, a: Args) -> None:
    """The only stationary point of a term: before it the term falls and after it grows, or with `falls` the reverse."""
    term, over = a["term"], a["over"]
    left, op, at = s.after
    require(left == over and op == "=", f"{s.words}: a place is written as symbol = term", left)
    slope = sp.diff(term, over)
    places = [place for place in sp.solve(slope, over) if place.is_positive is not False or not over.is_positive]
    require(len(places) == 1 and vanishes(sp.simplify(places[0] - at)), f"{s.words}: the slope is 0 elsewhere", *places)
    curvature = (-1 if a["falls"] else 1) * sp.diff(slope, over)
    turned = sp.simplify((-1 if a["falls"] else 1) * slope / (over - at))
    require(is_nonnegative(curvature, True) or is_nonnegative(turned, True), f"{s.words}: the slope does not change its sign", curvature)


def least(s: Situation, a: Args) -> None:
    """The right side at its least: the value of a free symbol put in."""
    left, _, right = _before(s)
    (place,) = s.premises
    over = place[0]
    require(not left.has(over), f"{s.words}: the left side is not free of", over)
    extremum(Situation(s.words, None, place, (), s.defined, s.known), {"term": right, "over": over, "falls": False})
    s.computes(left, right.subs(over, place[2]))


def greatest(s: Situation, a: Args) -> None:
    """The left side at its greatest: the value of a free symbol put in."""
    left, _, right = _before(s)
    (place,) = s.premises
    over = place[0]
    require(not right.has(over), f"{s.words}: the right side is not free of", over)
    extremum(Situation(s.words, None, place, (), s.defined, s.known), {"term": left, "over": over, "falls": True})
    s.computes(left.subs(over, place[2]), right)


def relax(s: Situation, a: Args) -> None:
    """A root on the right side, which grows with it, replaced by a non-negative term whose square is no less."""
    left, op, right = _before(s)
    root, above = a["root"], a["above"]
    value = sp.Dummy(nonnegative=True)
    grows = right.subs(root, value)
    require(grows.has(value) and is_nonnegative(sp.diff(grows, value)), f"{s.words}: it does not grow with the root", right, root)
    s.holds(above)
    s.same(above**2 - root**2, a["spare"])
    s.holds(sp.expand(above**2 - root**2))
    s.computes(left, grows.subs(value, above), "<" if op == "<" else "<=")


RULES: dict[str, Callable[[Situation, Args], None]] = {
    rule.__name__: rule
    for rule in (
        cite, claim, compute, define, suppose, refute, cases, tangent, grows, induct, weaken, rewrite, substitute, multiply, add,
        exchange, combine, chain, monotone, sum_up, square, square_roots, apply, solve, extremum, least, greatest, relax,
    )
}  # fmt: skip
STARTS = {"cite", "compute", "define", "suppose", "cases", "extremum", "tangent", "grows", "induct"}


def check(steps: Sequence[Any], index: int) -> None:
    """Raise WrongStep unless the step of that index follows from those before it."""
    step = steps[index]
    earlier = steps[:index]
    require(step.rule in RULES, "there is no such rule", step.rule)
    require((step.of is None) == (step.rule in STARTS), f"{step.words}: where the step comes from", step.rule)
    require(all(0 <= at < index for at in (*step.uses, step.of or 0)) or index == 0, f"{step.words}: a premise comes later", step.uses)
    defined = {one.relation[0]: one.relation[2] for one in earlier if one.rule == "define"}
    known = frozenset(name for one in earlier for side in one.relation[::2] for name in side.free_symbols)
    before = None if step.of is None else steps[step.of].relation
    premises = [steps[at].relation for at in step.uses]
    try:
        RULES[step.rule](Situation(step.words, before, step.relation, premises, defined, known), step.args)
    except (TypeError, ValueError, KeyError, NotImplementedError, sp.PolynomialError, AttributeError, IndexError) as error:
        raise WrongStep(f"{step.words}: {error}") from error


def check_suppositions(steps: Sequence[Any]) -> None:
    """Raise WrongStep if the end rests on a case that nothing refutes."""
    open_: set[int] = set()
    resting: list[set[int]] = []
    for index, step in enumerate(steps):
        own = set().union(*(resting[at] for at in step.uses), resting[step.of] if step.of is not None else set())
        if step.rule == "suppose":
            own = {index}
        elif step.rule == "refute":
            own -= {at for at in step.uses if steps[at].relation == step.args["case"]}
        elif step.rule == "induct":
            own -= {step.uses[1]}
        resting.append(own)
        open_ = own
    require(not open_, "the end rests on a case that nothing refutes", *open_)
