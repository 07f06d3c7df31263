"""A derivation that SymPy works out, line by line, to be read: how somebody would find the bound.

SymPy proposes, the kernel disposes: nothing here is evidence.  Each line is words and what SymPy computed; `matches` compares the last
with the bound that the statement prints, `claims.arrives` with the claim that the kernel proved.  In text for a terminal, LaTeX, and
MathML, which browsers show without a network.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from proofs.conjecture import Comparison, nodes

if TYPE_CHECKING:
    import sympy as sp
else:
    from proofs.derive.on_demand import sympy as sp  # which is imported when a derivation is worked out

PROPOSES = "SymPy proposes this; whether the bound holds is for the kernel to say, which knows nothing of SymPy."
_POSITIVE = {"gamma", "R", "eps", "B", "eta"}
_SHOWN = {"eps": "epsilon", "S2": "S_2", "H2": "H_2"}


def symbol(name: str) -> sp.Symbol:
    """The SymPy symbol of a name of the conjecture grammar; all are non-negative, and γ, R, ε, B and η positive."""
    shown = _SHOWN.get(name, name)
    return sp.Symbol(shown, positive=True) if name in _POSITIVE else sp.Symbol(shown, nonnegative=True)


@dataclass(frozen=True)
class Line:
    """What is done, and what comes of it: a relation, an equation, a term, or several of them."""

    words: str
    said: Sequence[Any]


def line(words: str, *said: Any) -> Line:
    return Line(words, said)


class Worked:
    """Lines and the bound `left ≤ right` that they arrive at; shows itself in Jupyter."""

    @property
    def lines(self) -> tuple[Line, ...]:
        raise NotImplementedError

    @property
    def left(self) -> sp.Expr:
        return symbol("M")

    @property
    def right(self) -> sp.Expr:
        raise NotImplementedError

    @property
    def op(self) -> str:
        """How left and right compare: <=, < or =."""
        return "<="

    def matches(self, comparison: Comparison) -> bool:
        """Whether `left ≤ right` is this comparison, both sides being equal as SymPy expressions."""
        stated = (comparison.left, comparison.right) if comparison.op == self.op else (comparison.right, comparison.left)
        if comparison.op != self.op and comparison.op != self.op.replace("<", ">"):
            return False
        return all(sp.simplify(to_sympy(side) - found) == 0 for side, found in zip(stated, (self.left, self.right), strict=True))

    def steps(self) -> tuple[tuple[str, str], ...]:
        """(words, LaTeX) pairs."""
        return tuple((at.words, r",\quad ".join(map(_latex, at.said))) for at in self.lines)

    @property
    def unicode(self) -> str:
        """For a terminal, formulas over several lines."""
        return "\n".join(f"{at.words}:\n" + "\n".join(_indented(said) for said in at.said) for at in self.lines) + "\n"

    @property
    def html(self) -> str:
        """A list with the formulas in MathML."""
        items = "".join(f"<li>{html.escape(at.words)}: {' &#160; '.join(map(mathml, at.said))}</li>" for at in self.lines)
        return f'<ol class="pp-worked">{items}</ol>'

    def __str__(self) -> str:
        return self.unicode

    __repr__ = __str__  # what a reader wants to see at a prompt

    def _repr_html_(self) -> str:
        style = "<style>.pp-worked li{margin:.45em 0;line-height:1.9}.pp-worked math{font-size:1.1em}</style>"
        return f'{style}{self.html}<p style="color:#555;font-size:.9em">{PROPOSES}</p>'


@dataclass(frozen=True, repr=False)
class Chain(Worked):
    """Lines as they are given."""

    told: tuple[Line, ...]
    bound: sp.Expr
    of: sp.Expr = field(default_factory=lambda: symbol("M"))
    how: str = "<="
    atoms: Mapping[str, sp.Expr] = field(default_factory=dict)  # what the names in the kernel's claim are here, for `claims.arrives`

    @property
    def op(self) -> str:
        return self.how

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.told

    @property
    def left(self) -> sp.Expr:
        return self.of

    @property
    def right(self) -> sp.Expr:
        return self.bound


@dataclass(frozen=True, repr=False)
class Nothing(Worked):
    """Why SymPy has no share: there is no constant to be found, and what is to be checked the kernel checks."""

    why: str

    @property
    def lines(self) -> tuple[Line, ...]:
        return ()

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

    def __call__(self) -> Nothing:
        """So that a page can have it as its derivation."""
        return self


@dataclass(frozen=True, repr=False)
class Quadratic(Worked):
    """a·s² ≤ b·s + c in s = √M, with a > 0, b ≥ 0 and c ≥ 0: set up, solved, and the larger root picked.

    Every hinge bound starts so, from γM − TD ≤ R√M.  That s lies below the larger root is a claim for the kernel (lemma `quadratic-root`).
    """

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

    @property
    def right(self) -> sp.Expr:
        return self.bound

    @property
    def lines(self) -> tuple[Line, ...]:
        M, s, (low, high) = symbol("M"), self.s, self.roots
        return (
            line("the core gives", le(self.a * M, self.b * sp.sqrt(M) + self.c)),
            line("write s for the root of M", le(self.polynomial, 0)),
            line("its discriminant is", eq(sp.Symbol("Delta"), sp.expand(self.b**2 + 4 * self.a * self.c))),
            line("its roots are", eq(sp.Symbol("s_1"), low), eq(sp.Symbol("s_2"), high)),
            line("it opens upwards, so s is at most the larger one", le(s, sp.Symbol("s_2"))),
            line("square, both sides being non-negative", le(M, self.bound)),
        )


def le(left: sp.Expr, right: sp.Expr) -> sp.Le:
    """left ≤ right as it is written: SymPy would make True of what it can decide."""
    return sp.Le(left, right, evaluate=False)


def eq(left: sp.Expr, right: sp.Expr) -> sp.Eq:
    """left = right as it is written."""
    return sp.Eq(left, right, evaluate=False)


def relation(bound: Comparison) -> Any:
    """A comparison of the conjecture grammar as SymPy writes it."""
    kinds = {"<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt, "=": sp.Eq}
    return kinds[bound.op](to_sympy(bound.left), to_sympy(bound.right), evaluate=False)


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


# Notations ----------------------------------------------------------------------------------------------------------------------------


def _latex(said: Any) -> str:
    upright = {s: rf"\mathrm{{{s.name}}}" for s in said.free_symbols if re.fullmatch("[A-Z]{2,}", s.name)}
    return str(sp.latex(said, symbol_names=upright | {symbol("eps"): r"\varepsilon"}, ln_notation=True))


def _indented(said: Any) -> str:
    text = sp.pretty(said, use_unicode=True, wrap_line=False)
    return "\n".join(f"    {row}".rstrip() for row in str(text).splitlines())


def mathml(said: Any) -> str:
    """A relation or a term as a <math> element."""
    inside = sp.mathml(said, printer="presentation", ln_notation=True).replace("<mo><</mo>", "<mo>&lt;</mo>")
    # names that HTML knows and XML does not; and plain letters for double-struck ones
    inside = re.sub("&(?!lt;|gt;|amp;)[A-Za-z]+;", lambda entity: html.unescape(entity[0]), inside).translate({0x2146: "d", 0x2147: "e"})
    return f'<math display="inline"><mstyle displaystyle="true">{inside}</mstyle></math>'
