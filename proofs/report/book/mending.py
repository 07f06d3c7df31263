"""Mends the pages that Sphinx writes: landmarks, headings, exponents, wide pictures, links of graphs, and styles in one file."""

from __future__ import annotations

import os
import re
from pathlib import Path

from proofs.report import style
from proofs.report.book import mathematics, other_pages
from proofs.report.proofs.pages import level_headings

SHARED = "proofs.css"  # the styles that proofs bring along for notebooks
STYLES = ("lines", "steps", "graph")  # which proofs bring along for notebooks
UNSEEN = ("*.map", "debug.css", "objects.inv", ".buildinfo")  # for developers of the theme, links to the book, later builds

EMPTY_HEAD = re.compile(r"<th\b([^>]*)>\s*(?:<p>\s*</p>)?\s*</th>")
GREY = re.compile(r"color:(#555|#888)\b")  # in the outputs of notebooks, which are stored
IMAGE = re.compile(r'(<img\b[^>]*? src="([^"]*)")')
BOX, LABEL = re.compile(r'<g( class="(?!here").*?)</g>'), re.compile(r">([^<]*)</tspan>")  # a page's own box leads nowhere
STRETCHED = 4  # times as wide as high


def wide(page: str, folder: Path) -> str:
    """The page with a class for pictures that would be illegible at the width of a page: they scroll."""
    return IMAGE.sub(lambda image: f'{image[1]} class="wide"' if _shape(folder / image[2]) > STRETCHED else image[0], page)


def _shape(file: Path) -> float:
    """Width over height of a PNG, by its header; 1 for any other file."""
    head = file.read_bytes()[:24] if file.suffix == ".png" and file.is_file() else b""
    return int.from_bytes(head[16:20], "big") / int.from_bytes(head[20:24], "big") if len(head) == 24 else 1.0


def link_page(page: str, book: Path, here: Path, suffix: str = ".html") -> str:
    """The page with links for the boxes of a graph in a notebook's output, which knows of no book."""

    def to_theorem(box: re.Match[str]) -> str:
        target = book / "theorems" / f"{''.join(LABEL.findall(box[0]))}{suffix}"
        return f'<a href="{os.path.relpath(target, here)}"{box[1]}</a>' if target.is_file() else box[0]

    return BOX.sub(to_theorem, page)


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
        file.write_text(link_page(wide(mend_page(page), file.parent), folder, file.parent, suffix), encoding="utf-8")
    for file in [file for name in UNSEEN for file in folder.rglob(name)]:
        file.unlink()
    (folder / "_static").mkdir(exist_ok=True)
    (folder / "_static" / SHARED).write_text("\n".join([*styles, style("roots")]), encoding="utf-8")


def mend_page(page: str) -> str:
    """The page with names for its landmarks, one main heading, headings that skip no level, no empty head of a column, no fixed grey.

    >>> mend_page("<h1>a</h1><h3>b</h3><h3>c</h3>")
    '<h1>a</h1><h2>b</h2><h2>c</h2>'
    """
    page = page.replace('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="contents of the book">')
    page = re.sub(r'<aside class="(toc-drawer[^"]*)">', r'<aside class="\1" aria-label="contents of this page">', page)
    page = page.replace('role="heading">', 'role="heading" aria-level="2">')
    page = GREY.sub(r"color:var(--color-foreground-secondary,#555)", page)
    if "<h1" not in page and (title := other_pages.TITLE.search(page)):
        page = re.sub(r'(<article role="main"[^>]*>)', rf"\1<h1>{title[1]}</h1>", page)
    page = mathematics.notation(mathematics.breaking(page))
    return level_headings(EMPTY_HEAD.sub(r"<td\1></td>", page))
