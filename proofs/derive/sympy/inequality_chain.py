"""A chain of inequalities to a bound, checked while it is written: SymPy performs each step, and a wrong step raises an exception.

An `Inequality` holds one relation, left ≤ right. Its methods change it only so that it stays true: they weaken a side, multiply by a
positive term, solve for a symbol, or minimise over a free symbol. So the end follows from the start, which is a fact of the kernel's
proof. But only SymPy says so: see `derivation.PROPOSES`. Signs come from the assumptions on symbols. The argument `where` substitutes for
a restricted symbol a term that expresses the restriction, such as R/(1 + p) for a symbol that is at most R. `arrives` says whether a
derivation ends in the claim that the kernel proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import DerivationLine, SymbolicDerivation, line
from proofs.kernel import Compare, Fn, ForAll, Formula, Implies, Inner, Nat, Polynomial, Real

RELATIONS = {"<=": sp.Le, "<": sp.Lt, "=": sp.Eq}
Where = Mapping[sp.Symbol, sp.Expr]


class WrongStep(Exception):
    """A step of a derivation is wrong, or SymPy cannot show that it is right."""


def positive(names: str) -> tuple[sp.Symbol, ...]:
    """Positive symbols, from their names with spaces between."""
    return tuple(sp.Symbol(name, positive=True) for name in names.split())


def nonnegative(names: str) -> tuple[sp.Symbol, ...]:
    """Non-negative symbols, from their names with spaces between."""
    return tuple(sp.Symbol(name, nonnegative=True) for name in names.split())


def relation(left: Any, op: str, right: Any) -> Any:
    """The relation, not simplified."""
    return RELATIONS[op](sp.sympify(left), sp.sympify(right), evaluate=False)


def vanishes(term: sp.Expr) -> bool:
    """Whether one of the forms of the term is 0."""
    return any(form(term) == 0 for form in (sp.expand, sp.simplify, lambda t: sp.simplify(sp.radsimp(t))))


def is_nonnegative(term: Any, where: Where | None = None, strict: bool = False) -> bool:
    """Whether one of the forms of the term shows that it is not negative (with `strict`, positive)."""
    substituted = sp.sympify(term).subs(dict(where or {}))
    for form in (sp.expand, sp.factor, lambda t: sp.factor(sp.expand(t)), lambda t: sp.factor(sp.simplify(t)), sp.radsimp):
        rewritten = form(substituted)
        if rewritten.is_positive if strict else rewritten.is_nonnegative:
            return True
    return False


def require(holds: bool, words: str, *formulas: Any) -> None:
    if not holds:
        raise WrongStep(f"{words}: {', '.join(map(str, formulas))}")


class Inequality:
    """A relation, left ≤ right, and the lines of its derivation so far, which go on from those of another."""

    def __init__(self, words: str, left: Any, right: Any, op: str = "<=", after: Inequality | None = None) -> None:
        self.left, self.op, self.right = sp.sympify(left), op, sp.sympify(right)
        self.lines: list[DerivationLine] = [] if after is None else [*after.lines]
        self._add_line(words)

    def _add_line(self, words: str) -> None:
        self.note(words, self.right if self.left == self.right else relation(self.left, self.op, self.right))

    def note(self, words: str, *formulas: Any) -> None:
        """Add a line that is not checked: the meaning of a name, or a fact from which the kernel's proof starts."""
        self.lines.append(line(words, *map(sp.sympify, formulas)))

    def equal(self, words: str, left: Any, right: Any) -> sp.Expr:
        """Add the line left = right, apart from the relation. Returns the right side."""
        require(vanishes(sp.sympify(left) - right), words, left, right)
        self.note(words, right if left == right else relation(left, "=", right))
        return sp.sympify(right)

    def check(self, words: str, left: Any, right: Any) -> None:
        """Check left = right without a line for it."""
        require(vanishes(sp.sympify(left) - right), words, left, right)

    def at_most(self, words: str, left: Any, right: Any, where: Where | None = None, strict: bool = False) -> sp.Expr:
        """Add the line left ≤ right, apart from the relation. Returns the right side."""
        require(is_nonnegative(sp.sympify(right) - left, where, strict), words, left, right)
        self.note(words, relation(left, "<" if strict else "<=", right))
        return sp.sympify(right)

    def weaken(self, words: str, *, left: Any = None, right: Any = None, where: Where | None = None, strict: bool = False) -> None:
        """Replace the left side by one that is no greater, or the right side by one that is no less."""
        low, high = self.left if left is None else sp.sympify(left), self.right if right is None else sp.sympify(right)
        require(is_nonnegative(self.left - low, where, strict and left is not None), words, low, self.left)
        require(is_nonnegative(high - self.right, where, strict and right is not None), words, self.right, high)
        self.left, self.right, self.op = low, high, "<" if strict else {"=": "<="}.get(self.op, self.op)
        self._add_line(words)

    def relax_root(self, words: str, root: sp.Expr, above: sp.Expr) -> None:
        """Replace a root on the right side, which grows with it, by a non-negative term whose square is no less."""
        value = sp.Dummy(nonnegative=True)
        grows = self.right.subs(root, value)
        require(grows.has(value) and is_nonnegative(sp.diff(grows, value)), words, self.right, root)
        require(is_nonnegative(above) and is_nonnegative(above**2 - root**2), words, root, above)
        self.right = sp.simplify(grows.subs(value, above))
        self.op = {"=": "<="}.get(self.op, self.op)
        self._add_line(words)

    def rewrite(self, words: str, *, left: Any = None, right: Any = None) -> None:
        """Write the sides in another form."""
        for new, old in ((left, self.left), (right, self.right)):
            require(new is None or vanishes(sp.sympify(new) - old), words, new, old)
        self.left, self.right = self.left if left is None else sp.sympify(left), self.right if right is None else sp.sympify(right)
        self._add_line(words)

    def substitute(self, words: str, values: Mapping[sp.Symbol, Any]) -> None:
        """Substitute values for symbols: what holds for all values holds for these."""
        for name, value in values.items():
            require(not name.is_positive or sp.sympify(value).is_positive is not False, words, name, value)
        self.left, self.right = (side.subs(values, simultaneous=True) for side in (self.left, self.right))
        self._add_line(words)

    def multiply(self, words: str, by: Any, where: Where | None = None) -> None:
        """Multiply both sides by a positive term."""
        require(is_nonnegative(by, where, strict=True), words, by)
        self.left, self.right = (sp.expand(sp.simplify(side * by)) for side in (self.left, self.right))
        self._add_line(words)

    def square_roots(self, words: str) -> None:
        """Take the square roots of both sides, which must not be negative."""
        require(is_nonnegative(self.left) and is_nonnegative(self.right), words, self.left, self.right)
        self.left, self.right = sp.sqrt(self.left), sp.sqrt(self.right)
        self._add_line(words)

    def square(self, words: str) -> None:
        """Square both sides, which must not be negative."""
        require(is_nonnegative(self.left), words, self.left)
        self.left, self.right = self.left**2, sp.expand(self.right**2)
        self._add_line(words)

    def add(self, words: str, term: Any) -> None:
        """Add a term to both sides."""
        self.left, self.right = sp.expand(self.left + term), sp.expand(self.right + term)
        self._add_line(words)

    def solve(self, words: str, of: sp.Symbol) -> None:
        """Solve for `of` a relation of first or second degree that opens upwards: `of` is at most the (larger) root."""
        difference = sp.Poly(sp.expand(self.left - self.right), of)
        require(difference.degree() in (1, 2) and is_nonnegative(difference.LC(), strict=True), words, difference.as_expr())
        roots = sp.roots(difference, multiple=True) if difference.degree() == 2 else [-difference.nth(0) / difference.LC()]
        top = [root for root in roots if all(is_nonnegative(root - other) for other in roots)]
        require(bool(top), words, *roots)
        self.left, self.right = of, sp.simplify(top[0])
        self._add_line(words)

    def minimise(self, words: str, over: sp.Symbol) -> sp.Expr:
        """The value of a free positive symbol at which the right side is least, substituted."""
        require(not self.left.has(over), words, over)
        at = self._stationary(words, self.right, over)
        self.right = sp.simplify(self.right.subs(over, at))
        self._add_line("there")
        return at

    def minimum(self, words: str, term: sp.Expr, over: sp.Symbol, falls: bool = False) -> tuple[sp.Expr, sp.Expr]:
        """Add lines for the minimum of a term, or with `falls` the maximum, apart from the relation. Returns the place and the value."""
        at = self._stationary(words, term, over, falls)
        value = sp.simplify(term.subs(over, at))
        self.note("there it is", value)
        return at, value

    def maximum(self, words: str, term: sp.Expr, over: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
        """Add lines for the maximum of a term."""
        return self.minimum(words, term, over, falls=True)

    def _stationary(self, words: str, term: sp.Expr, over: sp.Symbol, falls: bool = False) -> sp.Expr:
        """The only stationary point; before it the term falls and after it the term grows, or with `falls` the reverse."""
        slope = sp.diff(term, over)
        places = sp.solve(slope, over)
        require(len(places) == 1, words, term, *places)
        at = sp.simplify(places[0])
        sign = -1 if falls else 1
        curvature = sign * sp.diff(slope, over)
        require(vanishes(slope.subs(over, at)), words, slope)
        require(
            is_nonnegative(curvature, strict=True) or is_nonnegative(sp.simplify(sign * slope / (over - at)), strict=True), words, curvature
        )
        self.note(f"{words}: the slope is", slope)
        self.note("which is 0 only at", relation(over, "=", at))
        return at

    def conclude(self, words: str, left: Any, op: str, right: Any, **atoms: Any) -> SymbolicDerivation:
        """End with a relation that the words conclude from the lines, such as a count. Only the kernel checks it."""
        self.left, self.op, self.right = sp.sympify(left), op, sp.sympify(right)
        return self.finish(words, **atoms)

    def finish(self, words: str = "", **atoms: Any) -> SymbolicDerivation:
        """The finished derivation. `atoms` says what the names in the kernel's claim are here."""
        if words:
            self._add_line(words)
        return SymbolicDerivation(tuple(self.lines), self.right, self.left, self.op, atoms)


def key(atom: object) -> str:
    """The name of a kernel atom in a derivation: the name of a real or a sequence, ‘u·z’ for ⟨u, z⟩."""
    match atom:
        case Real(name):
            return name
        case Nat(name):
            return str(name)
        case Inner(pair):
            names = sorted(v.name for v in pair)
            return f"{names[0]}·{names[-1]}"
    raise TypeError(f"{atom!r} is not an atom")


def to_sympy(term: Polynomial, atoms: Mapping[str, sp.Expr]) -> sp.Expr:
    """A kernel term as a SymPy expression. Raises KeyError for an atom that `atoms` lacks."""
    total = sp.Integer(0)
    for monomial, coefficient in term.terms.items():
        product = sp.Rational(coefficient.numerator, coefficient.denominator)
        for atom, power in monomial:
            value = sp.log(to_sympy(atom.argument, atoms)) if isinstance(atom, Fn) else sp.sympify(atoms[key(atom)])
            product *= value**power
        total += product
    return total


def core(claim: Formula) -> Compare:
    """The comparison in a claim, without its quantifiers and conditions."""
    while isinstance(claim, (ForAll, Implies)):
        claim = claim.body if isinstance(claim, ForAll) else claim.conclusion
    if not isinstance(claim, Compare):
        raise TypeError(f"{claim!r} is not a comparison")
    return claim


def arrives(derivation: SymbolicDerivation, claim: Formula, atoms: Mapping[str, sp.Expr]) -> bool:
    """Whether the derivation ends in the claim: the same relation, the difference of its sides the same up to a factor such as 4γ²."""
    proved = core(claim)
    if proved.relation != derivation.op.replace("<", ">"):
        return False
    theirs, ours = to_sympy(proved.left, atoms), derivation.right - derivation.left
    if vanishes(ours):
        return vanishes(theirs)
    ratio = sp.factor(sp.simplify(theirs / ours))
    if any(not (part.is_number or part.as_base_exp()[0].is_Symbol) for part in sp.Mul.make_args(ratio)):
        return False  # such as x/(x + 1), which is positive, too
    return is_nonnegative(ratio, strict=True) or (derivation.op == "=" and ratio.is_number and ratio != 0)
