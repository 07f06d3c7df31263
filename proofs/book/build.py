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
from proofs.book import contents
from proofs.book.contents import Book
from proofs.report.live import files
from proofs.report.live.runtime import version
from proofs.system.processes import cores
from proofs.theorems import catalogue
from proofs.theorems.lookup import shipped
from proofs.theorems.sources import DOCUMENTS
from proofs.verify.assess import Options
from proofs.verify.checks.verdict import Verdict
from proofs.verify.pipeline import verify

ATTACK_SECONDS = 0.05  # for each theorem
MARK = ".perceptron-book"  # says that a folder is a book, which the next one may replace
PROSE = Path(__file__).parent / "prose"
Tell = Callable[[str], None]


def build(
    out: Path,
    notebooks: Path = contents.NOTEBOOKS,
    only: Collection[str] | None = None,
    tell: Tell = lambda line: None,
    runtime: Path | None = None,
) -> list[str]:
    """Write the book to `out`, completely or not at all; `only` limits it to the pages of these theorems and what they cite.

    `runtime` is the unpacked npm package `pyodide`, with which the pages replay proofs; without it they say that they cannot.

    Returns Sphinx's warnings.  Raises InputError for a missing library, for a folder without notebooks and for an `out` that holds
    something else, or a `runtime` that is not that package; OSError if it cannot be written.
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
        write_sources(source, book, chapters, tell)
        tell("Sphinx makes HTML of them")
        warnings = run_sphinx(source, made, Path(aside) / "doctrees")
        files.write(made / "_static" / files.FOLDER, book.built, runtime)
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


def write_sources(folder: Path, book: Book, chapters: list[Path], tell: Tell) -> None:
    """Everything that Sphinx reads."""
    from proofs.book.pages import family, graph, index, sources, theorem

    shutil.copytree(PROSE, folder)
    (folder / "chapters").mkdir()
    for file in chapters:
        shutil.copy(file, folder / "chapters")
    pages = {"index": index.page([file.stem for file in chapters], book)}
    tell("the index of the sources, and the errata")
    pages |= {"sources/index": sources.index(), "errata": sources.errata(), "bibliography": sources.bibliography()}
    pages |= {f"sources/{name.lower()}": sources.document(name) for name in DOCUMENTS}
    pages |= {"map": f"# Which theorem rests on which\n\n{graph.whole(book)}"}
    pages |= {f"families/{name}": family.page(name, book) for name in book.families}
    for name, items in book.families.items():
        tell(f"pages of {contents.FAMILIES[name]}")
        pages |= {f"theorems/{item.id}": theorem.page(item, book) for item in items}
    for name, text in pages.items():
        file = folder / f"{name}.md"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (folder / "figures").mkdir()
    for name, picture in book.figures.items():
        picture.save(folder / "figures" / f"{name}.svg")


def run_sphinx(source: Path, out: Path, doctrees: Path, builder: str = "html") -> list[str]:
    """What Sphinx warned of."""
    from sphinx.application import Sphinx

    from proofs.book.settings import SETTINGS

    warned = io.StringIO()
    app = Sphinx(source, None, out, doctrees, builder, confoverrides=SETTINGS, status=None, warning=warned, parallel=2)
    app.build(force_all=True)
    return warned.getvalue().splitlines()


def replace(out: Path, made: Path) -> None:
    """Put the finished folder into its place; a book that is there goes away."""
    if out.exists():
        shutil.move(out, made.parent / "old")
    shutil.move(made, out)
