"""The book's Markdown as HTML by itself, without Sphinx: formulas as MathML, and no links, since paper has none."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from proofs.book import mathematics

Makers = Mapping[str, Callable[[str], str]]  # what stands for a fence ```{name} argument
RAW = "{raw} html"


def converted(text: str, makers: Makers | None = None) -> str:
    """HTML from Markdown with $…$, {html}`…`, tables and fences of raw HTML.  `makers` give the HTML of further fences."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.attrs import attrs_block_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.myst_role import myst_role_plugin

    parser = MarkdownIt("commonmark").enable("table").use(myst_role_plugin).use(attrs_block_plugin)
    parser.use(dollarmath_plugin, renderer=_formula)
    rules: dict[str, Callable[..., str]] = {
        "myst_role": _role,
        "fence": lambda tokens, at, *_: _fence(tokens[at], makers or {}),
        "link_open": lambda *_: "",
        "link_close": lambda *_: "",
    }
    for name, rule in rules.items():
        parser.add_render_rule(name, lambda self, *given, rule=rule: rule(*given))
    return _unfolded(str(parser.render(text)))


def _formula(latex: str, options: Mapping[str, bool]) -> str:
    return mathematics.mathml(latex, "block" if options["display_mode"] else "inline")


def _role(tokens: Sequence[Any], at: int, *_: Any) -> str:
    """{html}`…` is HTML; no other role is on paper more than its text."""
    token = tokens[at]
    return str(token.content) if token.meta["name"] == "html" else html.escape(token.content)


def _fence(token: Any, makers: Makers) -> str:
    info = token.info.strip()
    if info == RAW:
        return str(token.content)
    name, _, argument = info.partition("} ")
    if name.removeprefix("{") in makers:
        return makers[name.removeprefix("{")](argument)
    return f"<pre>{html.escape(token.content)}</pre>"


def _unfolded(page: str) -> str:
    """What unfolds on a click is open on paper; labels of sections are for links."""
    page = re.sub(r"<p>\([\w-]+\)=</p>\n?", "", page)
    return re.sub(r"<details(?! open)", "<details open", page)
