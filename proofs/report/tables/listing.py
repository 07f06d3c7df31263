"""Small tables and lists that read well on a terminal and in a notebook."""

from __future__ import annotations

import html
from collections.abc import Sequence

from proofs.report.proofs.render import Rendered


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Rendered:
    """Rows below a head."""
    lines = [tuple(head), *map(tuple, rows)]
    wide = [max(len(line[i]) for line in lines) for i in range(len(head))]
    text = "\n".join("  ".join(cell.ljust(w) for cell, w in zip(line, wide, strict=True)).rstrip() for line in lines)
    body = "".join(_row(line, "th" if number == 0 else "td") for number, line in enumerate(lines))
    return Rendered(text, text, f"<table>{body}</table>", mathematics=False)


def listed(lines: Sequence[str]) -> Rendered:
    """Sentences as a list; if there are none, it says so."""
    if not lines:
        return Rendered("none", "none", "<p>none</p>", mathematics=False)
    text = "\n".join(f"- {line}" for line in lines)
    return Rendered(text, text, f"<ul>{''.join(f'<li>{html.escape(line)}</li>' for line in lines)}</ul>", mathematics=False)


def _row(cells: Sequence[str], tag: str) -> str:
    return f"<tr>{''.join(_cell(text, tag) for text in cells)}</tr>"


def _cell(text: str, tag: str) -> str:
    return f'<{tag} style="text-align:left">{html.escape(text)}</{tag}>'
