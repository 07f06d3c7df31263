"""MyST Markdown from plain text, from HTML and from pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from proofs.report.pictures.plots import Picture
from proofs.report.proofs.render import RenderedText

SPECIAL = re.compile(r"([\\*_\[\]<>$|#{}~^@])")


def text(words: str) -> str:
    """Plain words as Markdown that shows just them; what stands in backticks is code, and a link where it is a theorem's id."""
    parts = re.split(r"(`[^`]*`)", words)
    return "".join(part if part.startswith("`") else SPECIAL.sub(r"\\\1", part) for part in parts)


def sentence(words: str) -> str:
    """Plain words as a sentence in Markdown: begun with a capital unless with a symbol, and ended with a stop."""
    begun = capital(words)
    return text(begun if begun.endswith((".", "!", "?")) else f"{begun}.")


def capital(words: str) -> str:
    """Begun with a capital, unless with a symbol."""
    return words[:1].upper() + words[1:] if re.match(r"[a-z]{2}|a ", words) else words


def block(html: str) -> str:
    """HTML on its own."""
    return f"```{{raw}} html\n{html}\n```\n"


def inline(html: str) -> str:
    """HTML within a line."""
    return "{html}`" + html.replace("|", "&#124;").replace("\n", " ") + "`"


def formula(rendered: RenderedText) -> str:
    """A formula within a line."""
    return inline(rendered.html)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells are Markdown; without any head the table has none."""
    lines = [" | ".join(row) for row in rows]
    kind = "headless" if not any(head) else "listing"
    rule = " | ".join(["---"] * len(head))
    return f"{{.{kind}}}\n" + "".join(f"| {line} |\n" for line in (" | ".join(head), rule, *lines))


def details(summary: str, body: str) -> str:
    """A part that unfolds on a click, also without a script; `body` is Markdown."""
    head = f'<details class="more"><summary>{summary}</summary>'
    return f"{block(head)}\n{body}\n{block('</details>')}"


def figure(figures: dict[str, Picture], name: str, picture: Picture, caption: str) -> str:
    """A numbered figure; the picture is added to `figures`, to be written as a file of that name."""
    figures[name] = picture
    return f"```{{figure}} /figures/{name}.svg\n:name: {name}\n:alt: {picture.words}\n\n{text(caption)}\n```\n"


def toctree(entries: Iterable[str], caption: str = "") -> str:
    """Which pages come next."""
    options = [f":caption: {caption}"] if caption else []
    options += [":hidden:", ":maxdepth: 1"]
    return "\n".join(["```{toctree}", *options, "", *entries, "```", ""])
