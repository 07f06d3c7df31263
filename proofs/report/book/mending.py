"""Mends the pages that Sphinx writes: landmarks, headings, exponents, wide pictures, links of graphs, and styles in one file."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from proofs.report import style
from proofs.report.book.mathematics import break_formulas, raise_exponents
from proofs.report.proofs.tags import Part, end_of, level_headings, parts_of, source_of

SHARED = "proofs.css"  # the styles that proofs bring along for notebooks
STYLES = ("lines", "steps", "graph")  # which proofs bring along for notebooks
UNSEEN = ("*.map", "debug.css", "objects.inv", ".buildinfo")  # for developers of the theme, links to the book, later builds

GREY = re.compile(r"color:(#555|#888)\b")  # in the styles of notebooks' outputs, which are stored
STRETCHED = 4  # times as wide as high
LANDMARKS = {"sidebar-drawer": "contents of the book", "toc-drawer": "contents of this page"}


def widen(parts: Sequence[Part], folder: Path) -> None:
    """Give a class to pictures that would be illegible at the width of a page: they scroll."""
    for part in parts:
        if part.start == "img" and _shape(folder / part.attributes.get("src", "")) > STRETCHED:
            part.change(class_="wide")


def _shape(file: Path) -> float:
    """Width over height of a PNG, by its header; 1 for any other file."""
    head = file.read_bytes()[:24] if file.suffix == ".png" and file.is_file() else b""
    return int.from_bytes(head[16:20], "big") / int.from_bytes(head[20:24], "big") if len(head) == 24 else 1.0


def link_boxes(parts: Sequence[Part], book: Path, here: Path, suffix: str = ".html") -> None:
    """Make links of the boxes of a graph in a notebook's output, which knows of no book."""
    for at, part in enumerate(parts):
        if part.start != "g" or part.attributes.get("class", "here").startswith("here"):  # a page's own box leads nowhere
            continue
        end = end_of(parts, at)
        label = "".join(text.source for text, after in pairwise(parts[at:end]) if text.is_text and after.end == "tspan")
        target = book / "theorems" / f"{label}{suffix}"
        if target.is_file():
            part.become("a", {"href": os.path.relpath(target, here)} | part.attributes)
            parts[end].become("a")


def mend(folder: Path, suffix: str = ".html") -> None:
    """Mend every page of a folder; leave out what no reader sees, and move the styles that proofs bring along into one file of `_static`.

    Pages are the files with this suffix.

    Raises OSError.
    """
    styles = [style(name) for name in STYLES]
    for file in folder.rglob(f"*{suffix}"):
        page = file.read_text(encoding="utf-8")
        for brought in styles:
            page = page.replace(f"<style>{brought}</style>", "")
        parts = mend_parts(parts_of(page))
        widen(parts, file.parent)
        link_boxes(parts, folder, file.parent, suffix)
        file.write_text(source_of(parts), encoding="utf-8")
    for file in [file for name in UNSEEN for file in folder.rglob(name)]:
        file.unlink()
    (folder / "_static").mkdir(exist_ok=True)
    (folder / "_static" / SHARED).write_text("\n".join([*styles, style("roots")]), encoding="utf-8")


def mend_parts(parts: Sequence[Part]) -> list[Part]:
    """The page with names for its landmarks, one main heading, headings that skip no level, no empty head of a column, no fixed grey."""
    mended = list(break_formulas(parts))
    for at, part in enumerate(mended):
        given = part.attributes
        if words := LANDMARKS.get(given.get("class", "").partition(" ")[0] if part.start == "aside" else ""):
            part.change(aria_label=words)
        if given.get("role") == "heading":
            part.change(aria_level="2")
        if "style" in given:
            part.change(style=GREY.sub(r"color:var(--color-foreground-secondary,#555)", given["style"]))
        if part.start == "th":
            inside = mended[at + 1 : (end := end_of(mended, at))]
            if all("p" in (inner.start, inner.end) or inner.source.isspace() for inner in inside):
                mended[at : end + 1] = [Part(part.source), *(Part("") for _ in inside), Part("</td>", end="td")]
                mended[at].become("td", part.attributes)
    if not any(part.start == "h1" for part in mended):
        title = next((text.source for tag, text in pairwise(mended) if tag.start == "title" and text.is_text), "")
        main = next((at for at, part in enumerate(mended) if part.start == "article" and part.attributes.get("role") == "main"), -1) + 1
        if title and main:
            mended[main:main] = parts_of(f"<h1>{title.partition(' - ')[0]}</h1>")
    raise_exponents(mended)
    level_headings(mended)
    return mended
