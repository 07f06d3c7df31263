"""Writes the book: the pages as Markdown beside the notebooks, then Sphinx, then the finished folder moved into its place."""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Callable, Collection
from datetime import date
from pathlib import Path

from perceptron.errors import InputError
from perceptron.extras import require
from proofs.book import accessible, contents, lean, pdf, sources
from proofs.book.contents import Book
from proofs.book.exercises import in_page
from proofs.report.live import files
from proofs.report.live.runtime import version
from proofs.report.proofs import linear_pages, pages
from proofs.system.processes import cores
from proofs.theorems import catalogue
from proofs.theorems.lookup import shipped
from proofs.verify.assess import Options
from proofs.verify.checks.verdict import Verdict
from proofs.verify.pipeline import verify

ATTACK_SECONDS = 0.05  # for each theorem
STYLES = [linear_pages.STYLE, pages.STYLE]  # which proofs bring along for notebooks
MARK = ".perceptron-book"  # says that a folder is a book, which the next one may replace
Tell = Callable[[str], None]


def build(
    out: Path,
    notebooks: Path = contents.NOTEBOOKS,
    only: Collection[str] | None = None,
    tell: Tell = lambda line: None,
    runtime: Path | None = None,
    print_pdf: bool = False,
) -> list[str]:
    """Write the book to `out`, completely or not at all; `only` limits it to the pages of these theorems and what they cite.

    `runtime` is the unpacked npm package `pyodide`, with which the pages replay proofs; without it they say that they cannot.
    `print_pdf`: also as one PDF, if there is a Chromium to print it.

    Returns what went wrong on the way, a line each.  Raises InputError for a missing library, for a folder without notebooks, for an `out`
    that holds something else and for a `runtime` that is not that package; OSError if `out` cannot be written.
    """
    for library in ("sphinx", "myst_nb", "furo", "latex2mathml"):
        require(library, "books")
    chapters = contents.chapters(notebooks)
    refuse_other(out)
    if runtime is not None:
        version(runtime)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.", suffix=".part") as aside:
        source, made = Path(aside) / "source", Path(aside) / "html"
        tell("replaying the proofs")
        book = Book(catalogue.built(only or shipped()), verdicts(only, tell), date.today())
        sources.write(source, book, chapters, tell)
        tell("Sphinx makes HTML of them")
        warnings = run_sphinx("html", source, made)
        accessible.mend(made)
        lean.slim(made, STYLES)
        if print_pdf:
            tell("Chromium prints the PDF")
            run_sphinx("singlehtml", source, Path(aside) / "single")
            warnings += filter(None, [pdf.write(Path(aside) / "single" / "index.html", made / pdf.NAME)])
        files.write(made / "_static" / files.FOLDER, book.built, runtime, in_page.ROOMS)
        (made / MARK).touch()
        replace(out, made)
    return warnings


def refuse_other(out: Path) -> None:
    """Raise InputError unless `out` is new, empty or a book."""
    if out.exists() and not out.is_dir():
        raise InputError(f"{out}: not a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise InputError(f"{out}: the folder holds something else than a book; name an empty or a new one")


def verdicts(only: Collection[str] | None, tell: Tell) -> dict[str, Verdict]:
    """What kernel, Z3 and search say of each theorem, today."""
    tell("reaching the verdicts")
    wanted = [t for t in catalogue.THEOREMS if only is None or t.id in only]
    return {v.id: v for v in verify(wanted, Options(attack=ATTACK_SECONDS, workers=cores() if only is None else 1))}


def run_sphinx(builder: str, source: Path, out: Path) -> list[str]:
    """Have one of Sphinx's builders write to `out`.  A second builder goes on from what the first has read.  Returns the warnings."""
    from sphinx.application import Sphinx

    from proofs.book.settings import SETTINGS

    warned = io.StringIO()
    doctrees = source.parent / "doctrees"
    app = Sphinx(source, None, out, doctrees, builder, confoverrides=SETTINGS, status=None, warning=warned, parallel=cores())
    app.build()
    return warned.getvalue().splitlines()


def replace(out: Path, made: Path) -> None:
    """Put the finished folder into its place; a book that is there goes away."""
    if out.exists():
        shutil.move(out, made.parent / "old")
    shutil.move(made, out)
