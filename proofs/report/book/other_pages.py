"""The pages beside those of theorems: the first one, families, sources with errata and bibliography, what can be moved, problem sheets."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from perceptron.extremal.sequences import spiral
from proofs.counterexample import read
from proofs.report import fill_template
from proofs.report.book import markup, mathematics, theorem_page
from proofs.report.book.contents import FAMILIES, PROSE, TABLES, Book
from proofs.report.book.exercises import CHAPTERS, TITLES, chapter, sheet
from proofs.report.live.interactions import INTERACTIONS, fragment
from proofs.report.pictures import plots
from proofs.report.pictures.run_data import PlottedRun
from proofs.report.tables.sources import quote
from proofs.statements.docstrings import PRINTED
from proofs.statements.page import Lemma
from proofs.statements.property import Property
from proofs.theorems import catalogue, misprints, sources, witnesses
from proofs.theorems.sources import Erratum, SourceText
from proofs.theorems.witnesses import models
from proofs.verify.checks.verdict import NOT_APPLICABLE


def first_page(chapters: Sequence[str], book: Book) -> str:
    """The first page: the purpose of the book, ways into it, and its contents."""
    names = {f"chapters/{name}" for name in chapters} | {f"theorems/{id}" for id in book.built}
    lemmas = sum(isinstance(built.page, Lemma) for built in book.built.values())
    families = [
        (f"[{FAMILIES[name]}](/families/{name}.md)", str(sum(not isinstance(item, Lemma) for item in items)), f"`{items[0].id}`")
        for name, items in book.families.items()
    ]
    return fill_template(
        "book/first.md",
        md=markup,
        day=theorem_page.long_date(book.day),
        theorems=len(book.built) - lemmas,
        lemmas=lemmas,
        steps=sum(len(built.proof.steps) for built in book.built.values()),
        picture=_picture(book),
        ways={name: words for name, words in TABLES["ways"].items() if "/" not in name or name in names or "sources" in name},
        families=families,
        chapters=[*(f"chapters/{name}" for name in chapters), "playground", "interactive", "prove"],
        pages=[f"families/{name}" for name in book.families],
    )


WORDS_A_MINUTE = 120  # of a reader of proofs, an estimate; a cell of code takes a minute


def teaching_page(files: Sequence[Path]) -> str:
    """The page for lecturers: week, time and prior knowledge of each chapter that the book has, and a lecture by minute."""
    rows = []
    for file in files:
        if (known := TABLES["teaching"].get(file.stem)) is None:
            continue
        week, name, before = known
        points = sum(one.points for one in chapter(name))
        problems = f"[{len(chapter(name))} exercises](/problems/{name}.md), {points} points"
        rows.append((str(week), f"[](/chapters/{file.stem}.ipynb)", f"{_minutes(file)}", before, problems))
    return fill_template("book/teaching.md", md=markup, rows=rows)


def _minutes(notebook: Path) -> int:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    words: int = sum(len("".join(cell["source"]).split()) for cell in cells if cell["cell_type"] == "markdown")
    return round(words / WORDS_A_MINUTE) + sum(1 for cell in cells if cell["cell_type"] == "code")


def _picture(book: Book) -> str:
    run = replace(PlottedRun.extremal(spiral("1/5"), catalogue.page("novikoff").statement.comparison), radius=Fraction(1))
    caption = f"A spiral in space, at γ = 1/5: {run.trace.M} mistakes, and Novikoff’s theorem allows {run.bound}."
    return markup.figure(book.figures, "spiral", plots.picture(run), caption)


def family_page(name: str, book: Book) -> str:
    """The page of a family: its theorems, and how tight they are; its lemmas apart."""
    rows: dict[bool, list[tuple[str, ...]]] = {False: [], True: []}
    for item in book.families[name]:
        status = book.verdicts[item.id].tightness.status if item.id in book.verdicts else NOT_APPLICABLE
        tight = () if isinstance(item, Lemma) else ("" if status == NOT_APPLICABLE else status,)
        rows[isinstance(item, Lemma)].append((f"`{item.id}`", markup.text(item.title), *tight))
    pages = [f"/theorems/{item.id}" for item in book.families[name]]
    return fill_template("book/family.md", md=markup, family=FAMILIES[name], theorems=rows[False], lemmas=rows[True], pages=pages)


def sources_page() -> str:
    """The five sources, and how their claims fare."""
    rows = []
    for document in sources.DOCUMENTS:
        counts, work = Counter(claim.how for claim in sources.claims(document)), _work(document)
        named = f"{markup.text(work.authors)}: {markup.text(work.title)}"
        rows.append((f"[{document}](/sources/{document.lower()}.md)", named, *(str(counts[kind]) for kind in sources.KINDS)))
    pages = [f"/sources/{document.lower()}" for document in sources.DOCUMENTS]
    return fill_template("book/sources.md", md=markup, kinds=sources.KINDS, rows=rows, pages=pages)


def source_page(name: str) -> str:
    """Every claim of a source."""
    return fill_template("book/source.md", md=markup, work=_work(name), claims=sources.claims(name), typed=quote)


def errata_page() -> str:
    """Every misprint."""
    return fill_template("book/misprinted.md", md=markup, lists=sources.LISTS, errata=sources.errata(), typed=quote, evidence=_evidence)


def _evidence(e: Erratum) -> str:
    """The stored run or instance."""
    file = witnesses.find_witness(e.file)
    if file is None:
        raise AssertionError(f"{e.file} is not stored")
    misprint = misprints.find(file.stem) if file.parent.name == "misprints" else None
    if misprint is not None:
        return theorem_page.instance(misprint, PRINTED, misprints.load(misprint), file)
    item = catalogue.items_by_id()[e.of[0]]
    stored = models.load(item, PRINTED) if isinstance(item, Property) else None
    return theorem_page.instance(item, PRINTED, stored, file) if stored is not None else theorem_page.run(read(file), file)


def bibliography_page() -> str:
    """Every work that is cited, each with an anchor."""
    return fill_template("book/bibliography.md", md=markup, works=sources.bibliography())


def _work(document: str) -> SourceText:
    return next(work for work in sources.bibliography() if work.short == document)


def interactive_page() -> str:
    shown = [(title, fragment(name)) for name, (title, _) in INTERACTIONS.items()]
    return fill_template("book/interactive.md", md=markup, interactions=shown, form=theorem_page.judge_item(catalogue.theorem("novikoff")))


def llms(book: Book) -> str:
    """An index of the pages for programs that read a site: https://llmstxt.org."""
    said = " ".join((PROSE / "index.md").read_text(encoding="utf-8").partition("\n\n")[2].split())
    return fill_template("book/llms.txt", said=said, families=book.families, titles=FAMILIES)


def site_map(address: str, pages: Sequence[str]) -> str:
    """The addresses of all pages, for search engines."""
    return fill_template("book/sitemap.xml", address=address.rstrip("/"), pages=pages)


TITLE = re.compile(r"<title>([^<]*?)(?: - [^<]*)?</title>")
SECTION = re.compile(r'<section id="([^"]+)">\s*(?:<span[^>]*></span>\s*)*<h2>(.*?)<a class="headerlink"', re.DOTALL)
TERM = re.compile(r'<a href="([^"#]+(?:#[^"]*)?)">(?:<strong>)?([^<]+)<')
RANKS = {"chapter": 4, "page": 3, "family": 3, "theorem": 2, "section": 1, "lemma": 0, "term": -40}  # added to how well an entry fits


def entries(book: Book, folder: Path) -> list[dict[str, object]]:
    """The entries that a search finds by name: pages, theorems with their places in the sources, sections that have a title of their own,
    terms."""
    listed: list[dict[str, object]] = []

    def add(kind: str, title: str, link: str, names: Sequence[str] = (), text: str = "") -> None:
        plain = html.unescape(title)
        entry = {"kind": kind, "title": plain, "html": mathematics.notation(html.escape(plain)), "link": link, "names": names, "text": text}
        listed.append(entry | {"also": TABLES["also"].get(link, ()), "rank": RANKS[kind]})

    for id, built in book.built.items():
        item = built.page
        kind = "lemma" if isinstance(item, Lemma) else "theorem"
        add(kind, item.title, f"theorems/{id}.html", [id, *map(str, item.sources)], f"{item.words} {FAMILIES[book.family[id]]}")
    pages = {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.html"))}
    pages = {name: page for name, page in pages.items() if not name.startswith(("theorems/", "_", "search"))}
    sections = [(name, *section) for name, page in pages.items() for section in SECTION.findall(page)]
    often = Counter(head for _, _, head in sections)
    for name, page in pages.items():
        kind = {"chapters": "chapter", "families": "family"}.get(name.partition("/")[0], "page")
        if title := TITLE.search(page):
            add(kind, title[1], name)
    for name, anchor, head in sections:
        if often[head] == 1:
            add("section", re.sub(r"<[^>]*>", "", head), f"{name}#{anchor}")
    known = {entry["title"] for entry in listed} | {*book.built}
    for link, term in TERM.findall(pages.get("genindex.html", "").partition("genindextable")[2]):
        if "#" in link and term not in known and len(term) > 2:
            known.add(term)
            add("term", term, link)
    return listed


def problem_pages(solutions: bool = True) -> dict[str, str]:
    """Each sheet by its name, with `solutions` the lecturer's copy beside it, and the page that leads to them."""
    sheets = {f"problems/{name}": str(sheet(name, "plain")) for name in CHAPTERS}
    sheets |= {f"problems/{name}-solved": str(sheet(name, "solved")) for name in CHAPTERS if solutions}
    pages = [page.removeprefix("problems/") for page in sheets]
    return sheets | {"problems/index": fill_template("book/problems.md", md=markup, titles=TITLES, pages=pages, solutions=solutions)}
