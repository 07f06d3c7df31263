"""A derivation that SymPy computes, line by line, for a reader: how one would find the bound.

SymPy proposes, the kernel disposes: nothing here is evidence. Each line consists of words and formulas that SymPy computed. `matches`
compares the last formula with the bound of the statement, and `inequality_chain.arrives` with the claim that the kernel proved. A
derivation is written as text for a terminal, as LaTeX, and as MathML, which browsers show without a network.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from proofs.conjecture import Comparison, nodes
from proofs.derive.on_demand import Deferred

if TYPE_CHECKING:
    import sympy as sp
else:
    from proofs.derive.on_demand import sympy as sp  # imported when a derivation is computed

notation = Deferred("proofs.derive.sympy.notation")

PROPOSES = "SymPy proposes this; whether the bound holds is for the kernel to say, which knows nothing of SymPy."
_POSITIVE = {"gamma", "R", "eps", "B", "eta"}
_SHOWN = {"eps": "epsilon", "S2": "S_2", "H2": "H_2"}


def symbol(name: str) -> sp.Symbol:
    """The SymPy symbol for a name of the conjecture grammar. All are non-negative, and γ, R, ε, B and η positive."""
    shown = _SHOWN.get(name, name)
    return sp.Symbol(shown, positive=True) if name in _POSITIVE else sp.Symbol(shown, nonnegative=True)


@dataclass(frozen=True)
class DerivationLine:
    """A step in words, with the formulas that it gives: relations, equations or terms."""

    words: str
    formulas: Sequence[Any]


def line(words: str, *formulas: Any) -> DerivationLine:
    return DerivationLine(words, formulas)


@dataclass(repr=False)
class SymbolicDerivation:
    """The lines of a derivation, and the bound `left ≤ right` in which they end (by `op`: <=, < or =). Jupyter shows it.

    `atoms` says what the names in the kernel's claim are here, for `inequality_chain.arrives`."""

    lines: tuple[DerivationLine, ...]
    right: sp.Expr
    left: sp.Expr = field(default_factory=lambda: symbol("M"))
    op: str = "<="
    atoms: Mapping[str, sp.Expr] = field(default_factory=dict)

    def matches(self, comparison: Comparison) -> bool:
        """Whether `left ≤ right` is this comparison: both sides are equal as SymPy expressions."""
        stated = (comparison.left, comparison.right) if comparison.op == self.op else (comparison.right, comparison.left)
        if comparison.op != self.op and comparison.op != self.op.replace("<", ">"):
            return False
        return all(sp.simplify(to_sympy(side) - found) == 0 for side, found in zip(stated, (self.left, self.right), strict=True))

    def steps(self) -> tuple[tuple[str, str], ...]:
        """(words, LaTeX) pairs."""
        return tuple((at.words, r",\quad ".join(map(notation.latex, at.formulas))) for at in self.lines)

    @property
    def unicode(self) -> str:
        """The text for a terminal, with formulas over several lines."""
        return "\n".join(f"{at.words}:\n" + "\n".join(notation.pretty(formulas) for formulas in at.formulas) for at in self.lines) + "\n"

    @property
    def html(self) -> str:
        """An HTML list, with the formulas in MathML."""
        items = "".join(f"<li>{html.escape(at.words)}: {' &#160; '.join(map(notation.mathml, at.formulas))}</li>" for at in self.lines)
        return f'<ol class="pp-worked">{items}</ol>'

    def __str__(self) -> str:
        return self.unicode

    __repr__ = __str__  # for a reader at a prompt

    def _repr_html_(self) -> str:
        style = "<style>.pp-worked li{margin:.45em 0;line-height:1.9}.pp-worked math{font-size:1.1em}</style>"
        return f'{style}{self.html}<p style="color:var(--color-foreground-secondary,#555);font-size:.9em">{PROPOSES}</p>'


def derived(*lines: DerivationLine, **atoms: sp.Expr) -> SymbolicDerivation:
    """The derivation that ends in the relation of its last line, left ≤ right."""
    (end,) = lines[-1].formulas
    return SymbolicDerivation(lines, end.gts, end.lts, atoms=atoms)


class NoDerivation(SymbolicDerivation):
    """The reason why a theorem has no derivation by SymPy: there is no constant to find, and the kernel checks the rest."""

    def __init__(self, why: str) -> None:
        self.why, self.lines = why, ()

    @property
    def unicode(self) -> str:
        return f"{self.why}\n"

    @property
    def html(self) -> str:
        return f"<p>{html.escape(self.why)}</p>"

    def matches(self, comparison: Comparison) -> bool:
        return False

    def _repr_html_(self) -> str:
        return self.html

    def __call__(self) -> NoDerivation:
        """Itself, so that a page can use it as its derivation."""
        return self


def quadratic_roots(a: sp.Expr, b: sp.Expr, c: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Both s with a·s² = b·s + c for a > 0, b ≥ 0 and c ≥ 0, the smaller first. They differ by √(b² + 4ac)/a ≥ 0."""
    s = sp.Symbol("s", real=True)
    low, high = sp.solve(a * s**2 - b * s - c, s)
    return (high, low) if sp.simplify(high - low).is_nonpositive else (low, high)


def quadratic(a: sp.Expr, b: sp.Expr, c: sp.Expr) -> SymbolicDerivation:
    """a·s² ≤ b·s + c in s = √M, with a > 0, b ≥ 0 and c ≥ 0, solved for the larger root, beyond which an upward parabola is positive.

    Every hinge bound starts here, from γM − TD ≤ R√M. The kernel proves that s lies below the larger root (lemma `quadratic-root`).
    """
    M, s, (low, high) = symbol("M"), sp.Symbol("s", real=True), quadratic_roots(a, b, c)
    bound = sp.factor(high) ** 2
    lines = (
        line("the core gives", le(a * M, b * sp.sqrt(M) + c)),
        line("write s for the root of M", le(a * s**2 - b * s - c, 0)),
        line("its discriminant is", eq(sp.Symbol("Delta"), sp.expand(b**2 + 4 * a * c))),
        line("its roots are", eq(sp.Symbol("s_1"), low), eq(sp.Symbol("s_2"), high)),
        line("it opens upwards, so s is at most the larger one", le(s, sp.Symbol("s_2"))),
        line("square, both sides being non-negative", le(M, bound)),
    )
    return SymbolicDerivation(lines, bound)


def le(left: sp.Expr, right: sp.Expr) -> sp.Le:
    """left ≤ right as it is written: SymPy would make True of what it can decide."""
    return sp.Le(left, right, evaluate=False)


def eq(left: sp.Expr, right: sp.Expr) -> sp.Eq:
    """left = right as it is written."""
    return sp.Eq(left, right, evaluate=False)


def relation(bound: Comparison) -> Any:
    """A comparison of the conjecture grammar as a SymPy relation."""
    kinds = {"<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt, "=": sp.Eq}
    return kinds[bound.op](to_sympy(bound.left), to_sympy(bound.right), evaluate=False)


def to_sympy(node: nodes.Node) -> sp.Expr:
    """A term of the conjecture grammar as a SymPy expression, for display and for SymPy's own derivations."""
    match node:
        case nodes.Number(value):
            return sp.Rational(value.numerator, value.denominator)
        case nodes.Name(name):
            return {"phi": sp.GoldenRatio, "e": sp.E, "pi": sp.pi}.get(name, symbol(name))
        case nodes.Neg() | nodes.Add() | nodes.Sub() | nodes.Mul():
            return nodes.arithmetic(node, to_sympy)
        case nodes.Div(left, right):
            return to_sympy(left) / to_sympy(right)
        case nodes.Pow(base, exponent):
            return to_sympy(base) ** sp.Rational(exponent.numerator, exponent.denominator)
        case nodes.VariablePow(base, power):
            return to_sympy(base) ** to_sympy(power)
        case nodes.Call(fn, args):
            functions = {"sqrt": sp.sqrt, "log": sp.log, "exp": sp.exp, "floor": sp.floor, "ceil": sp.ceiling, "min": sp.Min, "max": sp.Max}
            return functions[fn](*map(to_sympy, args))
    raise TypeError(f"{node!r} is not a term")
