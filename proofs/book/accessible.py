"""What theme and notebooks leave out for readers who hear a page, go through it by keys or read it in the dark, set right in the HTML."""

from __future__ import annotations

import re
from pathlib import Path

from proofs.book import formulas

EMPTY_HEAD = re.compile(r"<th\b([^>]*)>\s*(?:<p>\s*</p>)?\s*</th>")
HEADING = re.compile(r"<(/?)h([1-6])\b")
GREY = re.compile(r"color:(#555|#888)\b")  # in the outputs of notebooks, which are stored
IMAGE = re.compile(r'(<img\b[^>]*? src="([^"]*)")')
STRETCHED = 4  # times as wide as high
TITLE = re.compile(r"<title>([^<]*?)(?: - [^<]*)?</title>")


def wide(page: str, folder: Path) -> str:
    """The page with a class for pictures that would be illegible at the width of a page: they scroll."""
    return IMAGE.sub(lambda image: f'{image[1]} class="wide"' if _shape(folder / image[2]) > STRETCHED else image[0], page)


def _shape(file: Path) -> float:
    """Width over height of a PNG, by its header; 1 for any other file."""
    head = file.read_bytes()[:24] if file.suffix == ".png" and file.is_file() else b""
    return int.from_bytes(head[16:20], "big") / int.from_bytes(head[20:24], "big") if len(head) == 24 else 1.0


def mend(folder: Path) -> None:
    """Do so in every page of a folder."""
    for file in folder.rglob("*.html"):
        file.write_text(wide(mended(file.read_text(encoding="utf-8")), file.parent), encoding="utf-8")


def mended(page: str) -> str:
    """The page with names for its landmarks, one main heading, headings that skip no level, no empty head of a column, no fixed grey.

    >>> mended("<h1>a</h1><h3>b</h3><h3>c</h3>")
    '<h1>a</h1><h2>b</h2><h2>c</h2>'
    """
    page = page.replace('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="contents of the book">')
    page = re.sub(r'<aside class="(toc-drawer[^"]*)">', r'<aside class="\1" aria-label="contents of this page">', page)
    page = page.replace('role="heading">', 'role="heading" aria-level="2">')
    page = GREY.sub(r"color:var(--color-foreground-secondary,#555)", page)
    if "<h1" not in page and (title := TITLE.search(page)):
        page = re.sub(r'(<article role="main"[^>]*>)', rf"\1<h1>{title[1]}</h1>", page)
    page = formulas.breaking(page)
    return HEADING.sub(_Levels(), EMPTY_HEAD.sub(r"<td\1></td>", page))


class _Levels:
    """Each heading, opened and closed, one below the last one that is above it."""

    def __init__(self) -> None:
        self.open: list[int] = []

    def __call__(self, found: re.Match[str]) -> str:
        if not found[1]:
            level = int(found[2])
            while self.open and self.open[-1] >= level:
                self.open.pop()
            self.open.append(level)
        return f"<{found[1]}h{len(self.open)}"
