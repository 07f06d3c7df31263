"""LaTeX in the chapters as MathML, made while the book is built: no script, no font and no network, and nothing blank."""

from __future__ import annotations

import html
import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.util.math import get_node_equation_number

PLAIN = re.compile(r"<mo>(&#x02016;|&#x0007C;|&#x0002F;)</mo>")  # ‖, |, /: as operators they stretch and stand off
NEEDLESS = re.compile(r' xmlns="[^"]*"| display="inline"')  # in HTML


def mathml(latex: str, display: str) -> str:
    """A <math> element; `display` is inline or block.

    >>> mathml(r"\\lVert a\\rVert", "inline")
    '<math><mrow><mtext>‖</mtext><mi>a</mi><mtext>‖</mtext></mrow></math>'
    """
    made = PLAIN.sub(lambda sign: f"<mtext>{html.unescape(sign[1])}</mtext>", str(convert(latex, display=display)))
    return NEEDLESS.sub("", made)


def visit_inline(writer: Any, node: nodes.math) -> None:
    writer.body.append(mathml(node.astext(), "inline"))
    raise nodes.SkipNode


def visit_block(writer: Any, node: nodes.math_block) -> None:
    """A displayed formula, with its number and anchor if it has one."""
    around = node.parent.get("ids", []) if isinstance(node.parent, nodes.Element) else []
    if set(node["ids"]) <= set(around):  # what is around it has the anchor already
        writer.body.append('<div class="math">')
    else:
        writer.body.append(writer.starttag(node, "div", CLASS="math"))
    writer.body.append(mathml(node.astext(), "block"))
    if number := node.get("number") and get_node_equation_number(writer, node):  # what references to it say
        writer.body.append(f'<span class="eqno">({html.escape(str(number))})</span>')
    writer.body.append("</div>")
    raise nodes.SkipNode
