"""The pages beside those of theorems: the first one, families, sources with errata and bibliography, what can be moved, problem sheets."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from perceptron.extremal.sequences import spiral
from proofs.counterexample import read
from proofs.report.book import markup, mathematics, theorem_page
from proofs.report.book.contents import FAMILIES, PROSE, TABLES, Book
from proofs.report.book.exercises import CHAPTERS, TITLES, sheet
from proofs.report.live.interactions import INTERACTIONS, fragment
from proofs.report.pictures import plots
from proofs.report.pictures.run_data import PlottedRun
from proofs.statements.page import Lemma
from proofs.statements.property import Property
from proofs.statements.provable import PRINTED
from proofs.theorems import catalogue, misprints, sources, witnesses
from proofs.theorems.sources import Erratum, SourceClaim, SourceText
from proofs.theorems.witnesses import models
from proofs.verify.checks.verdict import NOT_APPLICABLE


def first_page(chapters: Sequence[str], book: Book) -> str:
    """What the book is, ways into it, and its contents."""
    names = {f"chapters/{name}" for name in chapters} | {f"theorems/{id}" for id in book.built}
    ways = "".join(
        f"- [](/{name}): {words}\n" for name, words in TABLES["ways"].items() if "/" not in name or name in names or "sources" in name
    )
    trees = [
        markup.toctree([*(f"chapters/{name}" for name in chapters), "interactive", "prove"], "Chapters"),
        markup.toctree([f"families/{name}" for name in book.families], "Theorems"),
        markup.toctree(
            ["conventions", "map", "sources/index", "errata", "bibliography", "problems/index", "genindex"], "To look things up"
        ),
    ]
    rows = [
        (f"[{FAMILIES[name]}](/families/{name}.md)", str(sum(not isinstance(item, Lemma) for item in items)), f"`{items[0].id}`")
        for name, items in book.families.items()
    ]
    families = markup.table(("family", "theorems", "the first"), rows)
    return "\n".join([_counted(book), _picture(book), "## Ways in\n", ways, "## What is proved\n", families, *trees])


def _counted(book: Book) -> str:
    steps = sum(len(built.proof.steps) for built in book.built.values())
    lemmas = sum(isinstance(built.page, Lemma) for built in book.built.values())
    theorems = len(book.built) - lemmas
    return f"On {theorem_page.day(book)} a small kernel replayed {theorems} theorems and {lemmas} lemmas, {steps:,} steps in all.\n"


def _picture(book: Book) -> str:
    run = replace(PlottedRun.extremal(spiral("1/5"), catalogue.page("novikoff").statement.comparison), radius=Fraction(1))
    caption = f"A spiral in space, at γ = 1/5: {run.trace.M} mistakes, and Novikoff’s theorem allows {run.bound}."
    return markup.figure(book.figures, "spiral", plots.picture(run), caption)


def family_page(name: str, book: Book) -> str:
    """What is proved in the family, and how tight it is; its lemmas apart."""
    items = book.families[name]
    theorems = [(f"`{item.id}`", markup.text(item.title), _tight(item.id, book)) for item in items if not isinstance(item, Lemma)]
    lemmas = [(f"`{item.id}`", markup.text(item.title)) for item in items if isinstance(item, Lemma)]
    parts = [f"# {FAMILIES[name]}\n"]
    parts += [markup.table(("theorem", "what it says", "tightness"), theorems)] if theorems else []
    parts += ["## Lemmas\n", markup.table(("lemma", "what it says"), lemmas)] if lemmas else []
    return "\n".join([*parts, markup.toctree(f"/theorems/{item.id}" for item in items)])


def _tight(id: str, book: Book) -> str:
    status = book.verdicts[id].tightness.status if id in book.verdicts else NOT_APPLICABLE
    return "" if status == NOT_APPLICABLE else status


def sources_page() -> str:
    """The five sources, and how their claims fare."""
    rows = []
    for document in sources.DOCUMENTS:
        counts = Counter(claim.how for claim in sources.claims(document))
        work = _work(document)
        title = f"[{document}](/sources/{document.lower()}.md)"
        rows.append((title, f"{markup.text(work.authors)}: {markup.text(work.title)}", *(str(counts[kind]) for kind in sources.KINDS)))
    meanings = "".join(f"- **{kind}**: {meaning}\n" for kind, meaning in sources.KINDS.items())
    tree = markup.toctree(f"/sources/{document.lower()}" for document in sources.DOCUMENTS)
    return f"# The sources, claim by claim\n\n{meanings}\n{markup.table(('', 'source', *sources.KINDS), rows)}\n{tree}"


def source_page(name: str) -> str:
    """Every claim of a source: where, what it says, how it fares, and what proves it."""
    work = _work(name)
    head = f"# {name}: {markup.text(work.title)}\n\n{markup.text(work.authors)}. Read here: {markup.text(work.read)}.\n"
    return "\n".join([head, *map(_claim, sources.claims(name))])


def _claim(claim: SourceClaim) -> str:
    proved = f"Proved as {', '.join(f'`{id}`' for id in claim.ids)}. " if claim.ids else ""
    why = markup.sentence(claim.why) if claim.why else ""
    return f"**{markup.text(claim.place)}** · *{claim.how}*\n: {markup.sentence(claim.says)}\n\n  {proved}{why}\n"


def errata_page() -> str:
    """Every misprint: what is printed, what is true, and the run or instance that shows it."""
    parts = ["# Errata of the sources\n"]
    for head, (meaning, kinds) in sources.LISTS.items():
        parts.append(f"## {head}\n\n{markup.sentence(meaning)}\n")
        parts += [_erratum(e) for e in sources.errata() if e.kind in kinds]
    return "\n".join(parts)


def _erratum(e: Erratum) -> str:
    of = f"\n\n  See {', '.join(f'`{id}`' for id in e.of)}." if e.of else ""
    shown = markup.details("What shows it", _evidence(e)) if e.file else ""
    said = f"{markup.text(e.said)}\n\n  True: {markup.sentence(e.instead)}"
    return f"**{markup.text(e.place)}** · *{e.kind}*\n: {said}{of}\n\n{shown}"


def _evidence(e: Erratum) -> str:
    """The stored run or instance."""
    file = witnesses.named(e.file)
    if file is None:
        raise AssertionError(f"{e.file} is not stored")
    misprint = misprints.find(file.stem) if file.parent.name == "misprints" else None
    if misprint is not None:
        return theorem_page.instance(misprint, PRINTED, misprints.load(misprint), file)
    item = catalogue.shipped()[e.of[0]]
    stored = models.load(item, PRINTED) if isinstance(item, Property) else None
    return theorem_page.instance(item, PRINTED, stored, file) if stored is not None else theorem_page.run(read(file), file)


def bibliography_page() -> str:
    """Every work that is cited, each with an anchor."""
    return "\n".join(["# Bibliography\n", *map(_entry, sources.bibliography())])


def _entry(work: SourceText) -> str:
    read = f" Read here: {markup.text(work.read)}." if work.read else ""
    label = work.short.lower().replace(" ", "-")
    text = f"{markup.text(work.authors)}: *{markup.text(work.title)}*. {markup.text(work.published)}, {work.year}.{read}"
    return f"({label})=\n**{markup.text(work.short)}**\n: {text}\n"


def _work(document: str) -> SourceText:
    return next(work for work in sources.bibliography() if work.short == document)


def interactive_page() -> str:
    parts = [f"## {title}\n\n{markup.block(fragment(name))}" for name, (title, _) in INTERACTIONS.items()]
    return "\n".join([*parts, "## Judge a run of your own\n", theorem_page.judged(catalogue.theorem("novikoff"))])


def llms(book: Book) -> str:
    """What is on which page, for programs that read a site: https://llmstxt.org."""
    listed = [
        f"## {FAMILIES[name]}\n\n" + "".join(f"- [{item.title}](theorems/{item.id}.html)\n" for item in items)
        for name, items in book.families.items()
    ]
    said = " ".join((PROSE / "index.md").read_text(encoding="utf-8").partition("\n\n")[2].split())
    return f"# The Perceptron proof companion\n\n> {said}\n\n" + "\n".join(listed)


def site_map(address: str, pages: Sequence[str]) -> str:
    """The addresses of all pages, for search engines."""
    places = "".join(f"<url><loc>{html.escape(address.rstrip('/'))}/{page}</loc></url>\n" for page in pages)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{places}</urlset>\n'


TITLE = re.compile(r"<title>([^<]*?)(?: - [^<]*)?</title>")
SECTION = re.compile(r'<section id="([^"]+)">\s*(?:<span[^>]*></span>\s*)*<h2>(.*?)<a class="headerlink"', re.DOTALL)
TERM = re.compile(r'<a href="([^"#]+(?:#[^"]*)?)">(?:<strong>)?([^<]+)<')
RANKS = {"chapter": 4, "page": 3, "family": 3, "theorem": 2, "section": 1, "lemma": 0, "term": -40}  # added to how well an entry fits


def entries(book: Book, folder: Path) -> list[dict[str, object]]:
    """What a search finds by name: pages, theorems with their places in the sources, sections that have a title of their own, terms."""
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


def problem_pages() -> dict[str, str]:
    """Each sheet by its name, the lecturer's copy beside it, and the page that leads to them."""
    sheets = {f"problems/{name}": str(sheet(name, "plain")) for name in CHAPTERS}
    sheets |= {f"problems/{name}-solved": str(sheet(name, "solved")) for name in CHAPTERS}
    rows = "\n".join(f"| {title} | [problems]({name}.md) | [with solutions]({name}-solved.md) |" for name, title in TITLES.items())
    tree = markup.toctree([page.removeprefix("problems/") for page in sheets])
    return sheets | {"problems/index": f"| chapter | | |\n|---|---|---|\n{rows}\n\n{tree}"}
