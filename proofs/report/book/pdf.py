"""The book as one PDF: Sphinx's single page, printed by Chromium, which lays MathML out as on the screen.

What unfolds on a click is printed folded: paper has the line, and the HTML the part below it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from proofs.report.proofs.tags import Part, parts_of, source_of

NAME = "perceptron-proof-companion.pdf"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
SECONDS = 600  # of printing


def browser() -> str | None:
    """The Chromium on this machine, if there is one."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def links_within(page: str) -> str:
    """The single page with the links of graphs leading to its own sections instead of files."""
    return re.sub(r'href="(?:\.\./)?(?:theorems/)?([a-z0-9-]+)\.html"', r'href="#document-theorems/\1"', page)


def fold(page: str) -> str:
    """The page without the parts below the summaries: most of a long book, which a browser would take minutes to lay out unseen."""
    kept, depth, in_summary = list[Part](), 0, False
    for part in parts_of(page):
        if "details" in (part.start, part.end):
            depth += 1 if part.start else -1
        elif "summary" in (part.start, part.end):
            in_summary = bool(part.start)
            if depth == 1:
                part.become("div")
                kept.append(part)
        elif depth == 0 or (depth == 1 and in_summary):
            kept.append(part)
    return source_of(kept)


def write(page: Path, target: Path) -> str:
    """Print the single page of the book to a PDF.  Returns why not, in a line; empty if it is there."""
    page.write_text(links_within(fold(page.read_text(encoding="utf-8"))), encoding="utf-8")
    return print_page(page, target, tagged=False)  # of the book's size they make five times as much


def print_page(page: Path, target: Path, tagged: bool = True) -> str:
    """Print a page of HTML to a PDF, by default with the tags by which a screen reader reads it.

    Returns why not, in a line; empty if it is there."""
    chromium = browser()
    if chromium is None:
        return "no PDF: Chromium, which prints it, is not installed"
    with tempfile.TemporaryDirectory() as profile:
        tagging = "--export-tagged-pdf" if tagged else "--disable-pdf-tagging"
        options = ["--headless", "--disable-gpu", "--no-pdf-header-footer", tagging]
        options += ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []  # root has none
        command = [chromium, *options, f"--user-data-dir={profile}", f"--print-to-pdf={target}", page.as_uri()]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=SECONDS)
        except (OSError, subprocess.SubprocessError) as error:
            return f"no PDF: Chromium could not print it ({type(error).__name__})"
    return "" if target.is_file() else "no PDF: Chromium printed nothing"
