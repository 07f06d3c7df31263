"""Writes the book: the pages as Markdown beside the notebooks, then Sphinx, then the finished folder moved into its place."""

from __future__ import annotations

import io
import json
import shutil
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import date
from functools import cache
from importlib import metadata
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from proofs.report.book import contents, other_pages, pdf, stored_outputs, theorem_page
from proofs.report.book.contents import FAMILIES, PROSE, TABLES, Book
from proofs.report.book.exercises import sheet
from proofs.report.book.exercises.library import ROOMS, leave_unsolved
from proofs.report.book.latex_input import check_chapters
from proofs.report.book.lectures import courses
from proofs.report.book.mending import mend
from proofs.report.live import files
from proofs.report.live.files import version
from proofs.statements.page import BuiltProof
from proofs.system.processes import cores, possible
from proofs.theorems import catalogue
from proofs.theorems.sources import DOCUMENTS
from proofs.verify.assess import Options, usual_attack
from proofs.verify.checks.verdict import TheoremVerdict
from proofs.verify.pipeline import verify
from proofs.verify.verdict_store import VerdictStore, digest, open_store, texts, versions

EPUB = "perceptron-proof-companion.epub"
STATIC = Path(__file__).parent / "static"
SETTINGS: dict[str, Any] = TABLES["sphinx"] | {"html_static_path": [str(STATIC)]}


def write_sources(folder: Path, book: Book, chapters: Sequence[Path], on_progress: Callable[[str], None]) -> None:
    """Write the folder, which must not exist: the pages of PROSE, and the generated ones. Raises OSError."""
    shutil.copytree(PROSE, folder)
    (folder / "chapters").mkdir()
    for file in chapters:
        text = stored_outputs.restored_notebook(file.read_text(encoding="utf-8"))
        text = text if book.solutions else stored_outputs.unsolved_notebook(text)
        (folder / "chapters" / file.name).write_text(text, encoding="utf-8")
    pages = _pages_by_name(book, chapters, on_progress)
    on_progress("pages of the theorems")
    theorems, figures = theorem_pages(book, open_store(on_progress))
    figures |= {name: picture.encode("svg") for name, picture in book.figures.items()}
    for name, text in (pages | theorems).items():
        file = folder / f"{name}.md"
        file.parent.mkdir(exist_ok=True)
        with file.open("a", encoding="utf-8") as page:
            page.write(f"\n{text}")
    (folder / "figures").mkdir()
    for name, picture in figures.items():
        (folder / "figures" / f"{name}.svg").write_bytes(picture)


EACH = 40  # verdicts, after which a line says how many there are
FEW = 24  # theorems and lemmas, for which further processes do not pay
Pages = tuple[dict[str, str], dict[str, bytes]]  # by name: Markdown, and the figures in it
_forked: list[tuple[Book, VerdictStore | None]] = []  # of which a forked process has a copy: no object of the kernel can be sent to it


def theorem_pages(book: Book, store: VerdictStore | None = None) -> Pages:
    """The pages of theorems and lemmas, with their figures: by as many processes as there are cores, where processes can be forked."""
    ids = [item.id for items in book.families.values() for item in items]
    workers = cores() if len(ids) > FEW and possible() else 1
    _forked[:] = [(book, store)]
    if workers == 1:
        return _some_pages(ids)
    pages, figures = dict[str, str](), dict[str, bytes]()
    with ProcessPoolExecutor(workers, get_context("fork")) as pool:
        for some in pool.map(_some_pages, [ids[i : i + FEW] for i in range(0, len(ids), FEW)]):
            pages |= some[0]
            figures |= some[1]
    return pages, figures


def _some_pages(ids: Sequence[str]) -> Pages:
    pages, figures = dict[str, str](), dict[str, bytes]()
    book, store = _forked[0]
    for id in ids:
        key = page_key(id, book, store) if store is not None else None
        made = store.entry("pages", id, key) if store is not None else None
        if made is None:
            alone = replace(book, figures={})
            text = theorem_page.theorem_page(book.built[id].page, alone)
            made = {"text": text, "figures": {name: picture.encode("svg").decode() for name, picture in alone.figures.items()}}
            if store is not None:
                store.keep("pages", id, key, made)
        pages[f"theorems/{id}"] = made["text"]
        figures |= {name: drawn.encode() for name, drawn in made["figures"].items()}
    return pages, figures


def page_key(id: str, book: Book, store: VerdictStore) -> str | None:
    """The key of a theorem's page: a hash of the code and the libraries that make it, of the theorem, its verdict, and what cites it."""
    keys = [None if other in catalogue.OWN else store.key(other) for other in (id, *book.cited_by[id])]
    record = book.verdicts[id].to_json() if id in book.verdicts else {"referees": {"kernel": {}}}
    record["referees"]["kernel"].pop("seconds", None)
    known = [key for key in keys if key is not None]
    return digest(_code(), json.dumps(record), theorem_page.day(id, book), *known) if len(known) == len(keys) else None


@cache
def _code() -> str:
    return digest(*versions(extras=True), *texts([Path(__file__).parents[1]]))


def _pages_by_name(book: Book, chapters: Sequence[Path], on_progress: Callable[[str], None]) -> dict[str, str]:
    """The pages that are made, as Markdown, by their names."""
    pages = {
        "index": other_pages.first_page([file.stem for file in chapters], book),
        "interactive": other_pages.interactive_page(),
        "prove": str(sheet("prove")) if book.solutions else leave_unsolved(str(sheet("prove"))),
        "map": contents.map_page(book),
        "teaching": other_pages.teaching_page(chapters),
    }
    on_progress("the index of the sources, and the errata")
    pages |= {
        "sources/index": other_pages.sources_page(),
        "errata": other_pages.errata_page(),
        "bibliography": other_pages.bibliography_page(),
    }
    pages |= {f"sources/{name.lower()}": other_pages.source_page(name) for name in DOCUMENTS}
    pages |= other_pages.problem_pages(book.solutions)
    for name in book.families:
        on_progress(f"pages of the family: {FAMILIES[name]}")
        pages[f"families/{name}"] = other_pages.family_page(name, book)
    return pages


MARK = ".perceptron-book"  # says that a folder is a book, which the next one may replace
Callback = Callable[[str], None]


def build(
    out: Path,
    notebooks: Path = contents.NOTEBOOKS,
    only: Collection[str] | None = None,
    on_progress: Callback = lambda line: None,
    runtime: Path | None = None,
    print_pdf: bool = False,
    write_epub: bool = False,
    address: str = "",
    solutions: bool = True,
) -> list[str]:
    """Write the book to `out`, completely or not at all; `only` limits it to the pages of these theorems and what they cite.

    `runtime` is the unpacked npm package `pyodide`, with which the pages replay proofs; without it they say that they cannot.
    `print_pdf`: also as one PDF, if there is a Chromium to print it. `write_epub`: also as an EPUB.
    `address`: where the folder will be served, which site map and canonical links need.
    `solutions`: False for the book of a class, whose exercises come without theirs.

    Returns what went wrong on the way, a line each.  Raises InputError for a folder without notebooks, for an `out`
    that holds something else and for a `runtime` that is not that package; OSError if `out` cannot be written.
    """
    chapters = contents.chapters(notebooks)
    refuse_other(out)
    check_chapters(chapters)
    if runtime is not None:
        version(runtime)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.", suffix=".part") as aside:
        source, site = Path(aside) / "source", Path(aside) / "html"
        on_progress("replaying the proofs")
        built = catalogue.build_ids([*(only or catalogue.items_by_id()), *catalogue.OWN])
        book = Book(built, verdicts(only, on_progress, built), date.today(), solutions=solutions)
        write_sources(source, book, chapters, on_progress)
        on_progress("Sphinx makes HTML of them")
        warnings = run_sphinx("html", source, site, address)
        if lost := [name for name in ("index", *(f"chapters/{file.stem}" for file in chapters)) if not (site / f"{name}.html").is_file()]:
            raise RuntimeError(f"a process of Sphinx ended before it wrote {', '.join(lost)}: {'; '.join(warnings)}")
        (site / "llms.txt").write_text(other_pages.llms(book), encoding="utf-8")
        if address:
            pages = sorted(file.relative_to(site).as_posix() for file in site.rglob("*.html"))
            (site / "sitemap.xml").write_text(other_pages.site_map(address, pages), encoding="utf-8")
        mend(site)
        if print_pdf:
            on_progress("Chromium prints the PDF")
            run_sphinx("singlehtml", source, Path(aside) / "single")
            warnings += filter(None, [pdf.write(Path(aside) / "single" / "index.html", site / pdf.NAME)])
        if write_epub:
            on_progress("Sphinx makes an EPUB of them")
            reported = run_sphinx("epub", source, Path(aside) / "epub")
            warnings += [line for line in reported if "already registered" not in line]  # by the first of Sphinx's builders
            shutil.move(Path(aside) / "epub" / EPUB, site / EPUB)
        files.write(site / "_static" / files.FOLDER, book.built, runtime, ROOMS, other_pages.entries(book, site))
        if runtime is not None:
            (site / courses.PLAYGROUND).write_text(courses.playground(runtime), encoding="utf-8")
        (site / MARK).touch()
        (site / ".nojekyll").touch()  # or one well-known host leaves out folders that begin with _
        put(out, site)
    return warnings


def refuse_other(out: Path) -> None:
    """Raise InputError unless `out` is new, empty or a book."""
    if out.exists() and not out.is_dir():
        raise InputError(f"{out}: not a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise InputError(f"{out}: the folder holds something else than a book; name an empty or a new one")


def verdicts(only: Collection[str] | None, on_progress: Callback, built: Mapping[str, BuiltProof]) -> dict[str, TheoremVerdict]:
    """The verdicts of kernel, Z3 and search on each theorem, whose proofs are `built`, with those that `verify` has kept."""
    on_progress("reaching the verdicts")
    wanted = [t for t in catalogue.THEOREMS if only is None or t.id in only]
    wanted += catalogue.OWN.values()
    reached = dict[str, TheoremVerdict]()
    options = Options(attack=usual_attack(len(wanted)), workers=cores() if only is None else 1)
    for v in verify(wanted, options, written={id: b.proof for id, b in built.items()}, store=open_store(on_progress)):
        reached[v.id] = v
        if len(reached) % EACH == 0:
            on_progress(f"{len(reached)} of {len(wanted)} verdicts")
    return reached


def run_sphinx(builder: str, source: Path, out: Path, address: str = "") -> list[str]:
    """Have one of Sphinx's builders write to `out`. A second builder continues from the files that the first has read. Returns the
    warnings."""
    from sphinx.application import Sphinx

    warned = io.StringIO()
    doctrees = source.parent / "doctrees"
    app = Sphinx(
        source,
        None,
        out,
        doctrees,
        builder,
        confoverrides=SETTINGS | {"html_baseurl": address, "version": metadata.version("perceptron-proofs")},
        status=None,
        warning=warned,
        parallel=cores(),
    )
    app.build()
    return warned.getvalue().splitlines()


def put(out: Path, site: Path) -> None:
    """Put the finished folder into its place; a book that is there goes away."""
    if out.exists():
        shutil.move(out, site.parent / "old")
    shutil.move(site, out)
