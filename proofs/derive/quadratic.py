"""SymPy's share of a hinge bound: set up the quadratic in √M, solve it, pick the root, say it in LaTeX.

Every hinge bound starts from γM − TD ≤ R√M, that is a·s² ≤ b·s + c with s = √M and a > 0.  SymPy solves a·s² − b·s − c = 0 and names the
larger root; that s lies below it is a claim for the kernel (lemma `quadratic-root`), not for SymPy.  The two are compared in
`matches`: the bound that SymPy arrives at is the bound that the statement prints.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from proofs.language import Comparison, nodes

_POSITIVE = {"gamma", "R"}


def symbol(name: str) -> sp.Symbol:
    """The SymPy symbol of a name of the conjecture grammar; all are non-negative, γ and R positive."""
    shown = {"TD": r"\mathrm{TD}", "gamma": r"\gamma", "S2": "S_2"}.get(name, name)
    return sp.Symbol(shown, positive=True) if name in _POSITIVE else sp.Symbol(shown, nonnegative=True)


@dataclass(frozen=True)
class Quadratic:
    """a·s² ≤ b·s + c in s = √M, with a > 0, b ≥ 0 and c ≥ 0."""

    a: sp.Expr
    b: sp.Expr
    c: sp.Expr

    @staticmethod
    def in_root_of_updates(leading: str, linear: str, constant: str) -> Quadratic:
        """leading·M ≤ linear·√M + constant, each a name or a number."""
        a, b, c = (sp.Integer(int(t)) if t.isdigit() else symbol(t) for t in (leading, linear, constant))
        return Quadratic(a, b, c)

    @property
    def s(self) -> sp.Symbol:
        return sp.Symbol("s", real=True)

    @property
    def polynomial(self) -> sp.Expr:
        """a·s² − b·s − c, which is at most 0."""
        return self.a * self.s**2 - self.b * self.s - self.c

    @cached_property
    def roots(self) -> tuple[sp.Expr, sp.Expr]:
        """Both roots, the smaller first: they differ by √(b² + 4ac)/a ≥ 0."""
        low, high = sp.solve(self.polynomial, self.s)
        return (high, low) if sp.simplify(high - low).is_nonpositive else (low, high)

    @property
    def root(self) -> sp.Expr:
        """The larger root: an upward parabola is at most 0 only up to here."""
        return self.roots[1]

    @cached_property
    def bound(self) -> sp.Expr:
        """M = s² is at most the square of the larger root, for that root is not negative."""
        return sp.factor(self.root) ** 2

    def matches(self, comparison: Comparison) -> bool:
        """Whether the right side of `M <= …` is this bound, as an identity of SymPy expressions."""
        return sp.simplify(to_sympy(comparison.right) - self.bound) == 0

    def steps(self) -> tuple[tuple[str, str], ...]:
        """The derivation for a reader: (words, LaTeX) pairs."""
        s, M = self.s, sp.Symbol("M")
        low, high = self.roots
        return (
            ("the core gives", sp.latex(self.a * M) + r" \le " + sp.latex(self.b * sp.sqrt(M) + self.c)),
            ("write s for the root of M", sp.latex(self.polynomial) + r" \le 0"),
            ("its discriminant is", r"\Delta = " + sp.latex(sp.expand(self.b**2 + 4 * self.a * self.c))),
            ("its roots are", f"s_1 = {sp.latex(low)},\\quad s_2 = {sp.latex(high)}"),
            ("it opens upwards, so", f"{sp.latex(s)} \\le s_2"),
            ("square, both sides being non-negative", r"M \le " + sp.latex(self.bound)),
        )

    def _repr_latex_(self) -> str:
        rows = r"\\ ".join(rf"\text{{{words}:}}\quad & {latex}" for words, latex in self.steps())
        return rf"$$\begin{{aligned}} {rows} \end{{aligned}}$$"


def to_sympy(node: nodes.Node) -> sp.Expr:
    """A term of the conjecture grammar as a SymPy expression, for display and for SymPy's own derivations."""
    match node:
        case nodes.Number(value):
            return sp.Rational(value.numerator, value.denominator)
        case nodes.Name(name):
            return {"phi": sp.GoldenRatio, "e": sp.E, "pi": sp.pi}.get(name, symbol(name))
        case nodes.Neg(arg):
            return -to_sympy(arg)
        case nodes.Add(left, right):
            return to_sympy(left) + to_sympy(right)
        case nodes.Sub(left, right):
            return to_sympy(left) - to_sympy(right)
        case nodes.Mul(left, right):
            return to_sympy(left) * to_sympy(right)
        case nodes.Div(left, right):
            return to_sympy(left) / to_sympy(right)
        case nodes.Pow(base, exponent):
            return to_sympy(base) ** sp.Rational(exponent.numerator, exponent.denominator)
        case nodes.VariablePow(base, power):
            return to_sympy(base) ** to_sympy(power)
        case nodes.Call(fn, args):
            functions = {"sqrt": sp.sqrt, "log": sp.log, "exp": sp.exp, "floor": sp.floor, "ceil": sp.ceiling, "min": sp.Min, "max": sp.Max}
            return functions[fn](*map(to_sympy, args))
    raise TypeError(f"{node!r} is no term")
