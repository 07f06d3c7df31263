"""MyST Markdown from plain text and from HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from proofs.report.proofs.render import Rendered

SPECIAL = re.compile(r"([\\*_\[\]<>$|#{}~^])")


def text(words: str) -> str:
    """Plain words as Markdown that shows just them; what stands in backticks is code, and a link where it is a theorem's id."""
    parts = re.split(r"(`[^`]*`)", words)
    return "".join(part if part.startswith("`") else SPECIAL.sub(r"\\\1", part) for part in parts)


def block(html: str) -> str:
    """HTML on its own."""
    return f"```{{raw}} html\n{html}\n```\n"


def inline(html: str) -> str:
    """HTML within a line."""
    return "{html}`" + html.replace("|", "&#124;").replace("\n", " ") + "`"


def formula(rendered: Rendered) -> str:
    return inline(rendered.html)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells are Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def details(summary: str, body: str) -> str:
    """What is unfolded on demand, also without a script; `body` is Markdown."""
    return f"{block(f'<details><summary>{summary}</summary>')}\n{body}\n{block('</details>')}"


def toctree(entries: Iterable[str], caption: str = "", hidden: bool = False, depth: int = 1) -> str:
    options = [f":caption: {caption}"] if caption else []
    options += [":hidden:"] if hidden else []
    options += [f":maxdepth: {depth}"]
    return "\n".join(["```{toctree}", *options, "", *entries, "```", ""])
