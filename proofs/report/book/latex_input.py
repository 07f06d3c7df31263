"""LaTeX as latex2mathml reads it: the forms that it or Chromium gets wrong are rewritten, and a formula that a page cannot show is refused.

latex2mathml passes on, without an error, commands and environments that it does not know, and returns XML that is ill-formed for `aligned`
and for `<` in `\\text`.  Chromium ignores mathvariant, except "normal", and columnalign, and draws no box of menclose."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from latex2mathml.commands import MATRICES
from latex2mathml.converter import convert

from perceptron.errors import InputError

ENVIRONMENTS = {"aligned": "split", "align": "align*", "dcases": "cases", "equation": "", "equation*": ""}
GATHERED = {"gathered", "gather", "gather*"}
KNOWN = {name.removeprefix("\\") for name in MATRICES}
ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}(\[[tbc]\])?")
LIMITS = re.compile(r"(\\(?:max|min|sup|inf|lim|limsup|liminf|argmax|argmin|operatorname\*\s*\{[^{}]*\}))(?=\s*_)")
TEXT = re.compile(r"(\\(?:text|textrm|textbf|textit|textnormal|mbox|hbox)\s*\{)([^{}]*)(\})")
SPECIAL = re.compile(r"\\([&%#_$])|([<>&])")  # in text, where latex2mathml escapes nothing
PRIVATE = 0xE000  # code points that stand for SPECIAL signs while latex2mathml reads
STYLED = re.compile(r'<(m[ino]|mtext) mathvariant="(bold|italic|bold-italic)">([^<]*)</\1>')
STYLES = {"bold": "font-weight:bold", "italic": "font-style:italic", "bold-italic": "font-weight:bold;font-style:italic"}
LETTER = re.compile(r'<mi mathvariant="normal">([A-Za-z])</mi>')
NAMES = re.compile(r'(?:<mi mathvariant="normal">[A-Za-z]</mi>){2,}')  # the letters of \\mathrm{TD}, which is one name
SCRIPTED = {  # a pair of signs, of which an exponent or index belongs to both and is written behind the second
    first: re.compile(rf"\\{first}\b(?:(?!\\[{first[0]}{last[0]}]{first[1:]}\b|\\right|\\[bB]ig|\\\\|&).)*\\{last}(?=\s*[_^])", re.DOTALL)
    for first, last in (("lVert", "rVert"), ("lvert", "rvert"), ("langle", "rangle"), ("lfloor", "rfloor"), ("lceil", "rceil"))
}
CELL = re.compile(r'<mtd columnalign="(left|right|center)"(?=(/| /|>)(<mi />)?)')
BOX = re.compile(r'<menclose notation="box">(.*?)</menclose>', re.DOTALL)
BOXED = r'<mpadded style="border:1px solid;padding:0.25em">\1</mpadded>'


def to_mathml(latex: str, display: str) -> str:
    """The MathML that latex2mathml makes, mended; `display` is inline or block.  Raises InputError for LaTeX that a page cannot show."""
    text = _rewrite(latex, display)
    try:
        made = str(convert(text, display=display))
    except Exception as error:  # of many kinds, some of them IndexError
        raise InputError(f"{_quote(latex)} is no LaTeX that can be read ({type(error).__name__})") from None
    made = BOX.sub(BOXED, STYLED.sub(_style, NAMES.sub(_name, made)))
    if why := _fault(made):
        raise InputError(f"{_quote(latex)} {why}")
    made = CELL.sub(_cell, made)
    return re.sub("[\ue000-\ue0ff]", lambda sign: html.escape(chr(ord(sign[0]) - PRIVATE)), made)


def _cell(found: re.Match[str]) -> str:
    """A cell with its alignment in CSS, since Chromium ignores columnalign; those on both sides of the & of `aligned` touch."""
    joint = ";padding-right:0" if found[1] == "right" else ";padding-left:0" if found[3] else ""
    side = f"text-align:{found[1]};text-align:-webkit-{found[1]}"  # Chromium knows the latter alone in a cell
    return f'<mtd style="{side}{joint}"'


def _name(letters: re.Match[str]) -> str:
    return f"<mi>{LETTER.sub(lambda letter: letter[1], letters[0])}</mi>"


def _quote(latex: str) -> str:
    return f"“{' '.join(latex.split()):.100}”"


def _rewrite(latex: str, display: str) -> str:
    def environment(found: re.Match[str]) -> str:
        word, name = found[1], ENVIRONMENTS.get(found[2], found[2])
        if name in GATHERED:
            return r"\begin{array}{c}" if word == "begin" else r"\end{array}"
        if name and name not in KNOWN:
            raise InputError(f"{_quote(latex)} has the environment {name}, which a page cannot show; use aligned, gathered, cases or array")
        return name and rf"\{word}{{{name}}}"

    def escape(text: re.Match[str]) -> str:
        return text[1] + SPECIAL.sub(lambda sign: chr(PRIVATE + ord(sign[1] or sign[2])), text[2]) + text[3]

    text = TEXT.sub(escape, ENVIRONMENT.sub(environment, latex))
    for pair in SCRIPTED.values():
        text = pair.sub(r"{\g<0>}", text)  # else engines for speech read ‖a‖² + ‖b‖ as the norm of ‖² +
    return LIMITS.sub(r"\1\\limits", text) if display == "block" else text


def _style(found: re.Match[str]) -> str:
    """A letter or digit in its own character of that style; other signs in a style of CSS."""
    tag, style, text = found[1], found[2], html.unescape(found[3])
    if tag in ("mi", "mn") and style != "italic" and len(text) == 1:
        kind = "SMALL" if text.islower() else "CAPITAL"
        name = unicodedata.name(text, "")  # GREEK SMALL LETTER GAMMA, DIGIT ONE
        name = name if text.isdigit() else f"{kind} {name.rpartition('LETTER ')[2]}"
        for bold in (style.replace("-", " ").upper(), "BOLD"):
            try:
                return f"<{tag}>{unicodedata.lookup(f'MATHEMATICAL {bold} {name}')}</{tag}>"
            except KeyError:
                continue
    return f'<{tag} style="{STYLES[style]}">{found[3]}</{tag}>'


def _fault(made: str) -> str:
    """Why a page cannot show this MathML; empty if it can."""
    try:
        root = ElementTree.fromstring(made)
    except ElementTree.ParseError:
        return "has a sign in a place where it has no meaning, such as & outside of an environment"
    for part in root.iter():
        tag, text = part.tag.rpartition("}")[2], part.text or ""
        if command := re.search(r"\\[A-Za-z]+", text):
            return f"has the command {command[0]}, which a page cannot show"
        if (tag == "mi" and text.strip() in {"{", "}", "&"}) or (tag == "mtext" and "$" in text):
            return f"has a {'$' if '$' in text else text.strip()} in a place where it has no meaning"
        if tag == "menclose":
            return "has lines across or around a part, which a page cannot show"
        if part.get("linebreak") == "newline":
            return r"has a line break \\ outside of aligned, gathered, cases and array"
    return ""


def check_chapters(files: Sequence[Path]) -> None:
    """Raise InputError, which names notebook, cell and formula, for the first formula of a chapter that a page cannot show."""
    for file in files:
        try:
            cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        except (ValueError, KeyError, TypeError):
            raise InputError(f"{file} is no notebook: it is not JSON with a list of cells") from None
        for number, cell in enumerate(cells, 1):
            for latex, display in _formulas_of_cell(cell):
                try:
                    to_mathml(latex, display)
                except InputError as error:
                    raise InputError(f"{file}, cell {number}: the formula {error}") from None


def _formulas_of_cell(cell: Any) -> Iterator[tuple[str, str]]:
    """The formulas of a cell of Markdown, or those that code has printed as LaTeX and no HTML stands for."""
    if cell.get("cell_type") == "markdown":
        yield from formulas("".join(cell.get("source", "")))
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if "text/latex" in data and "text/html" not in data:
            yield from formulas("".join(data["text/latex"]))


def formulas(text: str) -> Iterator[tuple[str, str]]:
    """The formulas in Markdown, as MyST reads it, each with its display."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.amsmath import amsmath_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.myst_role import myst_role_plugin

    parser = MarkdownIt("commonmark").enable("table").use(myst_role_plugin).use(dollarmath_plugin).use(amsmath_plugin)
    yield from _formulas(parser.parse(text))


def _formulas(tokens: Sequence[Any]) -> Iterator[tuple[str, str]]:
    for token in tokens:
        if token.type == "math_inline" or (token.type == "myst_role" and token.meta["name"] == "math"):
            yield token.content, "inline"
        elif token.type.startswith(("math_", "amsmath")) or (token.type == "fence" and token.info.strip() == "{math}"):
            yield token.content, "block"
        yield from _formulas(token.children or [])
