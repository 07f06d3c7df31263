"""SymPy's formulas in print: subtracted terms come after added ones, 8/γ² − 4 and not −4 + 8/γ²."""

from __future__ import annotations

import html
import re
from typing import Any

from sympy.core.function import AppliedUndef
from sympy.core.symbol import Symbol
from sympy.printing.latex import LatexPrinter
from sympy.printing.mathml import MathMLPresentationPrinter
from sympy.printing.pretty.pretty import PrettyPrinter
from sympy.printing.pretty.pretty_symbology import greek_unicode, pretty_use_unicode


class _PlusFirst:
    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        terms = super()._as_ordered_terms(expr, order=order)  # type: ignore[misc]
        return sorted(terms, key=lambda term: bool(term.as_coeff_Mul()[0] < 0))


class _Latex(_PlusFirst, LatexPrinter):  # type: ignore[misc]
    pass


class _Pretty(_PlusFirst, PrettyPrinter):  # type: ignore[misc]
    def _print_log(self, expr: Any) -> Any:
        return self._print_Function(expr, func_name="ln")


class _MathMl(_PlusFirst, MathMLPresentationPrinter):  # type: ignore[misc]
    def mathml_tag(self, expr: Any) -> Any:
        name = expr.func.__name__ if isinstance(expr, AppliedUndef) else ""
        return greek_unicode.get(name, name) or super().mathml_tag(expr)  # SymPy would write a function K as k, and ξ as xi

    def _print_AppliedUndef(self, expr: Any) -> Any:
        row = self._print_Function(expr)
        if "_" in (name := expr.func.__name__):  # an index, which SymPy lowers in the name of a symbol only
            row.replaceChild(self._print(Symbol(name)), row.firstChild)
        return row


def latex(formulas: Any) -> str:
    """A relation or a term for mathematics mode."""
    upright = {s: rf"\mathrm{{{s.name}}}" for s in formulas.free_symbols if re.fullmatch("[A-Z]{2,}", s.name)}
    named = {s: r"\varepsilon" for s in formulas.free_symbols if s.name == "eps"}
    return str(_Latex({"symbol_names": upright | named, "ln_notation": True}).doprint(formulas))


def pretty(formulas: Any) -> str:
    """A relation or a term for a terminal, over several lines."""
    before = pretty_use_unicode(True)
    try:
        text = _Pretty({"wrap_line": False}).doprint(formulas)
    finally:
        pretty_use_unicode(before)
    return "\n".join(f"    {row}".rstrip() for row in str(text).splitlines())


NUMBERS_SIDE_BY_SIDE = re.compile("(?<=</mn>)<mo>\u2062</mo>(?=<msup><mn>)")  # 2 times 2ᴷ, which would read as 22ᴷ


def mathml(formulas: Any) -> str:
    """A relation or a term as a <math> element."""
    inside = _MathMl({"ln_notation": True}).doprint(formulas).replace("<mo><</mo>", "<mo>&lt;</mo>").replace("<mo>-</mo>", "<mo>−</mo>")
    # replaces the entities that HTML knows and XML does not, and double-struck letters
    inside = re.sub("&(?!lt;|gt;|amp;)[A-Za-z]+;", lambda entity: html.unescape(entity[0]), inside).translate({0x2146: "d", 0x2147: "e"})
    inside = NUMBERS_SIDE_BY_SIDE.sub("<mo>·</mo>", inside)
    return f'<math display="inline"><mstyle displaystyle="true">{inside}</mstyle></math>'
