"""LaTeX in the chapters as MathML, made while the book is built: no script, no font and no network, and nothing blank."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from docutils import nodes
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from perceptron.errors import InputError
from proofs.report.book.latex_input import to_mathml
from proofs.report.proofs.tags import Part, end_of, parts_of, source_of

PLAIN = re.compile(r"<mo>(&#x02016;|&#x0007C;|&#x0002F;)</mo>")  # ‖, |, /: as operators they stretch and stand off
NEEDLESS = re.compile(r' xmlns="[^"]*"| display="inline"')  # in HTML


def mathml(latex: str, display: str) -> str:
    """A <math> element; `display` is inline or block.  Raises InputError for LaTeX that a page cannot show.

    >>> mathml(r"\\lVert a\\rVert", "inline")
    '<math><mrow><mtext>‖</mtext><mi>a</mi><mtext>‖</mtext></mrow></math>'
    """
    element = PLAIN.sub(lambda sign: f"<mtext>{html.unescape(sign[1])}</mtext>", to_mathml(latex, display))
    return NEEDLESS.sub("", element)


def _mathml_or_source(node: nodes.math | nodes.math_block, display: str) -> str:
    """The formula, or its LaTeX with a warning: an error would end Sphinx' process, and with it the pages that it writes, unseen."""
    try:
        return mathml(node.astext(), display)
    except InputError as error:
        logging.getLogger(__name__).warning(f"the formula {error}", location=node)
        return f"<code>{html.escape(node.astext())}</code>"


def visit_inline(writer: Any, node: nodes.math) -> None:
    writer.body.append(_mathml_or_source(node, "inline"))
    raise nodes.SkipNode


def visit_block(writer: Any, node: nodes.math_block) -> None:
    """A displayed formula, with its number and anchor if it has one."""
    around = node.parent.get("ids", []) if isinstance(node.parent, nodes.Element) else []
    if set(node["ids"]) <= set(around):  # what is around it has the anchor already
        writer.body.append('<div class="math">')
    else:
        writer.body.append(writer.starttag(node, "div", CLASS="math"))
    writer.body.append(_mathml_or_source(node, "block"))
    if number := node.get("number") and get_node_equation_number(writer, node):  # what references to it say
        writer.body.append(f'<span class="eqno">({html.escape(str(number))})</span>')
    writer.body.append("</div>")
    raise nodes.SkipNode


FITS, TINY = 18, 2  # signs that stay together: the least width of a page has room for twice as many; signs that never stand alone
BEFORE, AFTER = "([“‘", ".,;:!?)]”’"  # signs that stay with a formula
DISPLAY = 'display="block"'
COLON = "<mo>:</mo></math>"
OPENING, CLOSING, EITHER, ANGLES = "([{⟨⌊⌈", ")]}⟩⌋⌉", "‖|∥", {"⟨", "⟩"}
RELATIONS, IMPLIES = "=≤≥<>≈≠≡∈→∼≪≫", "⇒⇔⟺"
TALL = {"mfrac", "msqrt", "mroot", "munderover", "munder", "mtable"}
ROWS = {"math", "mrow", "msqrt", "mstyle", "mtd"}
WORD = re.compile(r"[a-z]{2}")
FUNCTION = re.compile(r"ln|log|exp|lim|max|min|sup|inf|sign|sgn|(?:arc)?(?:sin|cos|tan|sinh|cosh|tanh)")
THIN, APPLIED, TIMES = "0.17em", "\u2061", "\u2062"


def breaking(page: str) -> str:
    """The page with formulas that break; the sign of punctuation after a formula stays with it."""
    return source_of(break_formulas(parts_of(page)))


def break_formulas(parts: Sequence[Part]) -> Iterator[Part]:
    """The parts of a page, each formula with its punctuation one part, which may break."""
    at = 0
    while at < len(parts):
        part, at = parts[at], at + 1
        before = ""
        if part.is_text and at < len(parts) and parts[at].start == "math":
            before = part.source[len(part.source.rstrip(BEFORE)) :]
            yield Part(part.source.removesuffix(before), is_text=True)
            part, at = parts[at], at + 1
        if part.start != "math":
            yield part
            continue
        end = end_of(parts, at - 1) + 1
        math, after = source_of(parts[at - 1 : end]), ""
        if end < len(parts) and parts[end].is_text:
            after = parts[end].source[: len(parts[end].source) - len(parts[end].source.lstrip(AFTER))]
            parts[end].source = parts[end].source.removeprefix(after)
        yield Part(_join(before, math, after))
        at = end


SILENT = {"script", "style", "pre", "code", "math", "svg", "textarea", "title"}
BRACKETS = r"\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
RAISED = re.compile(rf"(?<=[\w)\]⟩‖])\^(?:{BRACKETS}|([A-ZΘΩ]\([^()]*\)|[^\W_]|\*))")
LOWERED = re.compile(rf"(?<=[\w)\]‖])_(?:{BRACKETS}|(?<=‖_)([^\W_]))|(?<!\w)([^\W\d_]{{1,3}})_([^\W_]{{1,3}})(?!\w)")


def notation(page: str) -> str:
    """The page with the exponents and indices of its prose raised and lowered; in titles and code they are as they are typed.

    >>> notation("<p>Azuma: e^(−2Ta²), by <code>e^x</code> and ‖L_φ‖₁</p>")
    '<p>Azuma: e<sup>−2Ta²</sup>, by <code>e^x</code> and ‖L<sub>φ</sub>‖₁</p>'
    """
    parts = parts_of(page)
    raise_exponents(parts)
    return source_of(parts)


def raise_exponents(parts: Sequence[Part]) -> None:
    """Raise and lower the exponents and indices in the texts of a page."""
    silent = ""
    for part in parts:
        silent = silent or (part.start if part.start in SILENT else "")
        if part.is_text and not silent:
            part.source = _typeset(part.source)
        if part.end == silent:
            silent = ""


def _typeset(text: str) -> str:
    if not MARKS.search(text):
        return text
    text = NORM.sub("<sub>∞</sub>", SIGNED.sub("\u00a0\\1\u00a0", text))
    return _lower(_lower(RAISED.sub(lambda m: f"<sup>{m[1] or m[2]}</sup>", text)))  # twice: x_(i_(t−1))


MARKS = re.compile("[_^+−∞]")  # one of which each pattern below has
SIGNED = re.compile(r"(?<=[^\W_]) ([+−]) (?=[^\W_]{1,2}\b)")  # m + 1, which stays together
NORM = re.compile(r"(?<=‖)∞")


def _lower(text: str) -> str:
    return LOWERED.sub(lambda m: f"{m[3] or ''}<sub>{m[1] or m[2] or m[4]}</sub>", text)


def pieces(math: str) -> list[str]:
    """A <math> element as those that may stand on different lines.

    >>> made = pieces("<math><mi>alpha_beta</mi><mo>≤</mo><mi>gamma</mi><mo>+</mo><mi>delta</mi></math>")
    >>> [re.sub("<[^>]*>", "", piece) for piece in made]
    ['alpha_beta', '≤gamma+delta']
    """
    root = ElementTree.fromstring(math)
    _tidy(root)
    style = dict(root.attrib)
    if len(root) == 1 and root[0].tag == "mstyle":
        style |= root[0].attrib
        root = root[0]
    parts = _split(list(root))
    if len(parts) > 1 and style.pop("display", "") == "block":
        style["displaystyle"] = "true"  # within a line, as tall as alone
    return [_write(part, style) for part in parts]


_pieces = lru_cache(maxsize=50_000)(pieces)  # the pages of a book share most of their formulas


def _join(before: str, math: str, after: str) -> str:
    parts = list(_pieces(math))
    if len(parts) > 1 and DISPLAY in math:
        return f'{before}<span class="formula">{"".join(parts)}</span>{after}'
    parts[0] = before + parts[0]
    parts[-1] += after
    last = len(parts) - 1
    whole = (f'<span class="together">{m}</span>' if (before and not i) or (after and i == last) else m for i, m in enumerate(parts))
    return "".join(whole).replace(COLON, COLON + " ")


def _write(part: Iterable[Element], style: dict[str, str]) -> str:
    root = Element("math", style)
    for child in part:
        if len(root) and child.tag == root[-1].tag == "mtext":
            root[-1].text = f"{root[-1].text}{child.text}"  # brackets side by side
        else:
            root.append(child)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def _tidy(row: Element) -> None:
    """Rows within rows dissolved, but for those whose brackets grow with what they hold; thin spaces around names of functions."""
    for child in row:
        if child.tag == "mi" and (child.text or "") in ANGLES:
            child.tag = "mtext"  # as a letter it would slant
        _tidy(child)
    if row.tag not in ROWS:
        return
    if len(row) > 1 and _sign(row[0]) in OPENING + EITHER and _sign(row[-1]) in CLOSING + EITHER and not _tall(row):
        for bracket in (row[0], row[-1]):
            bracket.tag = "mtext"  # as an operator it stretches, and then stands off
            bracket.attrib.clear()
    row[:] = list(_space(list(_dissolve(row))))


def _dissolve(row: Element) -> Iterator[Element]:
    for child in row:
        if child.tag != "mrow" or _grows(child):
            yield child
            continue
        if len(child) > 1 and child[0].tag == "mo" and _sign(child[0]) in "+−-±":
            child[0].set("form", "prefix")
        yield from child


def _grows(row: Element) -> bool:
    return any(part.tag == "mo" and _sign(part) in OPENING + CLOSING + EITHER and part.get("stretchy") != "false" for part in row)


def _space(row: list[Element]) -> Iterator[Element]:
    """The elements of a row, with room around a function without brackets."""
    for part, after in zip_longest(row, row[1:]):
        if after is not None and part.tag == "mo" and after.tag == "mo" and _sign(after) in "+−-±" and _sign(part) not in CLOSING:
            after.set("form", "prefix")  # −1 after = or a comma, not a difference
        yield part
        if after is not None and (
            (_is_function(part) and _is_operand(after)) or (_is_function(after) and (_is_operand(part) or _sign(part) in CLOSING))
        ):
            yield Element("mspace", width=THIN)


def _is_function(part: Element) -> bool:
    name = part[0] if part.tag in ("msub", "msup", "msubsup") else part
    return name.tag == "mi" and FUNCTION.fullmatch(name.text or "") is not None


def _is_operand(part: Element) -> bool:
    return part.tag in ("mi", "mn", "mfrac", "msqrt", "msub", "msup", "msubsup", "mstyle")


def _tall(row: Element) -> bool:
    return any(part.tag in TALL for part in row.iter())


def _sign(part: Element) -> str:
    """The sign that an operator or a short text is; a space for any other element, which is no bracket and no relation."""
    text = (part.text or "").strip()
    return text if part.tag in ("mo", "mtext") and len(text) == 1 else " "


def _width(part: Element) -> int:
    """In signs; a fraction is as wide as its wider side."""
    if part.tag == "mfrac":
        return max(map(_width, part))
    return len((part.text or "").strip(f"{APPLIED}{TIMES}")) + sum(map(_width, part))


def _split(row: list[Element]) -> list[list[Element]]:
    """The row in parts that fit, split at the highest places that there are, all of the same rank; each part again if it has to be."""
    if sum(map(_width, row)) <= FITS and ":" not in map(_sign, row[:-1]):
        return [row]
    ranks = _ranks(row)
    for best in sorted({rank for rank in ranks[1:] if rank is not None}):
        cuts = _cuts(row, [i for i, rank in enumerate(ranks) if i and rank == best])
        if len(cuts) > 2:
            break
    else:
        return [row]
    for i in cuts[1:-1]:
        if _sign(row[i]) in "+−-":
            row[i].set("form", "infix")
    return [part for start, end in pairwise(cuts) for part in _split(row[start:end])]


def _cuts(row: list[Element], places: list[int]) -> list[int]:
    """From the first to the last, with those of the places between that leave nothing tiny on either side."""
    cuts = [0]
    for place in places:
        if sum(map(_width, row[cuts[-1] : place])) > TINY and sum(map(_width, row[place:])) > TINY:
            cuts.append(place)
    return [*cuts, len(row)]


def _ranks(row: list[Element]) -> list[tuple[int, int] | None]:
    """How good a place each is to break before it: first the depth in brackets, then what stands there; None where there is none."""
    ranks: list[tuple[int, int] | None] = []
    depth, standing, before = 0, set[str](), " "
    for part in row:
        sign = _sign(part)
        if sign in CLOSING or sign in standing:
            depth -= 1
        kind = _kind(part, sign, before)
        ranks.append(None if kind is None else (depth, kind))
        if sign in EITHER:
            depth += sign not in standing
            standing ^= {sign}
        elif sign in OPENING:
            depth += 1
        before = sign
    return ranks


def _kind(part: Element, sign: str, before: str) -> int | None:
    if before == ":" or sign in IMPLIES or (part.tag == "mtext" and WORD.search(part.text or "")):
        return 0
    if before in ",;":
        return 1
    if sign in RELATIONS:
        return 2
    if sign in "+−-±" and part.get("form") != "prefix":
        return 3
    return 4 if sign in "·×" else None
