"""A theorem on two pages, made from the same parts as its page in the book; slides, problem sheets, and all that a lecturer takes along in
one folder.
"""

from __future__ import annotations

import html
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from perceptron.errors import InputError
from proofs.conjecture import parse
from proofs.counterexample import Counterexample, judge
from proofs.derive.typesetting.tex_prose import tex_text
from proofs.derive.typesetting.writers import HTML, LATEX
from proofs.report import fill_template
from proofs.report.book import markup, pdf, theorem_page
from proofs.report.book.contents import TABLES, Book
from proofs.report.book.exercises import CHAPTERS, sheet
from proofs.report.book.lectures.paper import FIGURES, RUNS, Paper, convert, draw, grey, latex, latex_file, pages
from proofs.report.pictures.stepping import stepping
from proofs.report.proofs.linear import linear
from proofs.report.proofs.pages import LinearProof, ProofLine, latex_lines, paper
from proofs.report.proofs.theorem import derivation
from proofs.report.tables import listing
from proofs.statements.instance import Instance
from proofs.statements.page import Provable
from proofs.theorems import catalogue, sources
from proofs.theorems.lookup import item

PAGES = 2
FEW = 6  # rounds, or values, that are told in a line


@dataclass(frozen=True)
class Detail:
    """The extent of a handout: levels of lines, counterexamples as tables or in a line each, the picture, the size of letters, SymPy's
    derivation."""

    levels: int
    tables: bool
    picture: bool
    points: float
    derivation: bool = True


DETAILS = (
    Detail(2, True, True, 10.5),
    Detail(2, True, True, 9.5),
    Detail(2, False, True, 10.5),
    Detail(2, False, True, 9.5),
    Detail(1, False, True, 10.5),
    Detail(1, False, True, 9),
    Detail(1, False, False, 8),
    Detail(1, False, True, 9, derivation=False),
    Detail(1, False, False, 8, derivation=False),
)


def handout(id: str) -> Paper:
    """The most detailed handout of a theorem or lemma that fits on two pages; without Chromium, which counts them, one of middle length.

    Raises InputError for an unknown id.
    """
    theorem = item(id)
    book = Book(catalogue.build_ids([id]), {}, date.today())
    if pdf.browser() is None:
        return make(theorem, book, DETAILS[2])
    with tempfile.TemporaryDirectory() as aside:
        target = Path(aside) / "handout.pdf"
        for detail in DETAILS:
            fitting = make(theorem, book, detail)
            if fitting.print_pdf(target) or pages(target) <= PAGES:
                break
    return fitting


def make(theorem: Provable, book: Book, detail: Detail) -> Paper:
    """The handout in so much detail."""
    meant = "; ".join(f"{name}: {meaning}" for name, meaning in theorem_page.glossary(theorem, book))
    sources = " · ".join(f"{s}{f' ({s.remark})' if s.remark else ''}" for s in theorem.sources)
    sources += f"; {theorem_page.works(theorem)}" if sources else ""
    quiet = [f"Symbols. {meant}." if meant else "", f"Sources: {markup.text(sources)}." if sources else ""]
    proof = linear(theorem.id, book.built)
    page = fill_template(
        "lectures/handout.html",
        theorem=theorem,
        stated=convert(theorem_page.claim(theorem, book)),
        quiet=[convert(text) for text in quiet if text],
        proof=paper(proof.lines, detail.levels),
        found=theorem_page.find(theorem, book, proof) if detail.derivation else "",
        needed=convert(_need(theorem, detail.tables)),
        figure=_tight(theorem) if detail.picture else "",
        printed=convert(_print(theorem)),
    )
    parts = proof.to("latex", detail.levels), derivation(theorem, "latex"), latex(_need(theorem, False) + _print(theorem))
    tex = latex_file("\n".join(parts))
    return Paper(theorem.heading, page, ("handout",), f"body{{font-size:{detail.points}pt}}", tex)


def _need(theorem: Provable, tables: bool) -> str:
    """The counterexamples without each hypothesis: round by round, or in a line each."""
    parts = []
    for name, stored in theorem_page.drop(theorem):
        if stored is not None:
            head, short = markup.text(name), _short(stored.found)
            whole = theorem_page.render_item(theorem, name, stored, alone=True)
            parts.append(f"### Without “{head}”\n\n{whole}\n" if tables else f"- without *{head}*: {short}\n")
    if not parts:
        return ""
    return "## What each hypothesis is for\n\n" + "".join(parts) + "\n"


def _short(broken: Counterexample | Instance) -> str:
    """A counterexample in a line: written out, or how large it is."""
    if isinstance(broken, Instance):
        values, others = {**broken.naturals, **broken.reals}, (broken.sequences, broken.vectors, broken.vector_sequences)
        if not values or len(values) > FEW:
            return f"values of {len(values) + sum(map(len, others))} names at which all else holds, and the claim does not"
        return markup.text(", ".join(f"{name} = {listing.real(value)}" for name, value in values.items()))
    if len(broken.rounds) > FEW or broken.points is not None:
        return f"a run of {len(broken.rounds):,} rounds"
    start = f"w = {listing.point(broken.start)}, " if broken.start is not None else ""
    shown = ", ".join(f"{'+' if y > 0 else '−'}{listing.point(x)}" for x, y in broken.rounds)
    sides = " against ".join(judge(broken).sides)
    return markup.text(f"{start}u = {listing.point(broken.u)}, γ = {listing.real(broken.gamma)}, examples {shown}: {sides}")


def _tight(theorem: Provable) -> str:
    shown = theorem_page.nearest(theorem_page.reaching(theorem))
    return "" if shown is None else draw(grey(shown[0]), html.escape(shown[1]))


def _print(theorem: Provable) -> str:
    """The different statements in the sources."""
    kinds = sources.LISTS["Misprints"][1]
    said = [f"{e.place}: {e.quotation}. True: {e.instead}" for e in sources.on_page(theorem.id) if e.kind in kinds]
    listed = "".join(f"- {markup.sentence(line)}\n" for line in said)
    return f"## What the sources print otherwise\n\n{listed}" if listed else ""


LECTURE = "## A lecture of 90 minutes"  # and all that follows it on the book's page for lecturers
MAIN: tuple[str, ...] = tuple(TABLES["handouts"])


def pack(
    folder: Path, on_progress: Callable[[str], None] = lambda line: None, theorems: Sequence[str] = MAIN, chapters: Sequence[str] = CHAPTERS
) -> list[str]:
    """Write the handouts of `theorems`, slides, the problem sheets of `chapters`, figures and an index to a folder, as HTML, LaTeX and PDF.

    Returns the missing parts, a line each: without Chromium there are no PDFs of pages. Raises OSError.
    """
    missing = [] if pdf.browser() else ["no PDFs of pages: Chromium, which prints them, is not installed"]
    listed: dict[str, str] = {}
    for name, printed in _papers(on_progress, theorems, chapters):
        listed[name] = printed.title
        file = folder / f"{name}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        printed.save(file)
        printed.save(file.with_suffix(".tex"))
        if not missing and (reason := printed.print_pdf(file.with_suffix(".pdf"))):
            return [f"{name}: {reason}"]
    on_progress("figures")
    (folder / "figures").mkdir(parents=True, exist_ok=True)
    for name, make in FIGURES.items():
        grey(make()).save(folder / "figures" / f"{name}.pdf")
    (folder / "index.html").write_text(_index(listed, (".html", ".tex") if missing else (".html", ".pdf", ".tex")).html, encoding="utf-8")
    return missing


def _index(listed: dict[str, str], forms: Sequence[str]) -> Paper:
    """The pack's own page: its contents, by kind, and where; then a plan of a lecture, and how a class is marked."""
    files = listed | {f"figures/{name}": name.replace("-", " ") for name in FIGURES}
    kinds: dict[str, dict[str, str]] = {}
    for name, title in files.items():
        kinds.setdefault(name.partition("/")[0], {})[name] = title
    plan = LECTURE + fill_template("book/teaching.md", md=markup, rows=[]).partition(LECTURE)[2]
    return Paper("For lecturers", fill_template("lectures/pack.html", kinds=kinds, forms=forms, plan=convert(plan)))


def _papers(on_progress: Callable[[str], None], theorems: Sequence[str], chapters: Sequence[str]) -> Iterator[tuple[str, Paper]]:
    """Each paper with the name of its file."""
    for name in DECKS:
        on_progress(f"slides: {name}")
        yield f"slides/{name}", deck(name)
    for chapter in chapters:
        on_progress(f"problems: {chapter}")
        yield f"problems/{chapter}", problems(chapter)
        yield f"solutions/{chapter}", problems(chapter, solutions=True)
    for id in theorems:
        on_progress(f"handout: {id}")
        yield f"handouts/{id}", handout(id)


FOLDER = Path(__file__).parent / "decks"
DECKS = tuple(sorted(file.stem for file in FOLDER.glob("*.md")))


def deck(name: str) -> Paper:
    """The slides of a lecture.  Raises InputError with the known ones."""
    if name not in DECKS:
        raise InputError(f"no lecture {name!r:.40}; there are {', '.join(DECKS)}")
    texts = re.split(r"(?m)^---$", (FOLDER / f"{name}.md").read_text(encoding="utf-8"))
    slides = [convert(text, MAKERS) for text in texts]
    heads = [text.strip().partition("\n") for text in texts]
    frames = [(tex_text(head.lstrip("# ")), latex(rest, TEX_MAKERS)) for head, _, rest in heads]
    tex = latex_file(fill_template("lectures/frames.tex", frames=frames), "beamer")
    return Paper(heads[0][0].lstrip("# "), fill_template("lectures/slides.html", slides=slides), ("slides",), latex=tex)


@cache
def _linear(id: str) -> LinearProof:
    return linear(id)


def _claim(argument: str) -> str:
    return f'<div class="claim">{HTML.write(_linear(argument.strip()).claim)}</div>'


def _lines(argument: str) -> str:
    return paper(_choose(argument))


def _choose(argument: str) -> list[ProofLine]:
    """The lines of a proof from one number to another."""
    id, first, last = argument.split()
    level = [line for line in _linear(id).all() if line.label.count(".") == first.count(".")]
    chosen = [line for line in level if _key(first) <= _key(line.label) <= _key(last)]
    if not chosen:
        raise InputError(f"{id} has no lines {first} to {last}")
    return chosen


def _key(label: str) -> list[int]:
    return [int(part) for part in label.split(".")]


def _figure(argument: str) -> str:
    name = argument.strip()
    if name not in FIGURES:
        raise InputError(f"no figure {name!r}; there are {', '.join(FIGURES)}")
    return draw(FIGURES[name]())


def _stepping(argument: str) -> str:
    """A run that a lecturer steps through on the screen; a PDF has its last step."""
    return stepping(RUNS[argument.strip()]())._repr_html_()


MAKERS = {"claim": _claim, "lines": _lines, "figure": _figure, "stepping": _stepping}
IMAGE = r"\centering\includegraphics[width=\textwidth,height=0.72\textheight,keepaspectratio]{../figures/%s.pdf}" + "\n\n"
TEX_MAKERS = {
    "claim": lambda argument: f"\\[{LATEX.write(_linear(argument.strip()).claim)}\\]\n\n",
    "lines": lambda argument: latex_lines(_choose(argument)),
    "figure": lambda argument: IMAGE % argument.strip(),
    "stepping": lambda argument: IMAGE % argument.strip(),
}


SPACED = "main>p:has(>strong:first-child){margin-top:1.2em;break-after:avoid}"  # the head of each exercise
TYPED = re.compile(r"`([^`\n]*)`")


def problems(chapter: str, solutions: bool = False, seed: str = "") -> Paper:
    """A sheet (see `sheet`) or a student's variants of it, without solutions or with them.  Raises InputError for another chapter."""
    asked = sheet(chapter, "solved" if solutions else "plain", seed=seed)
    text = TYPED.sub(_as_formula, str(asked))
    return Paper(asked.title.partition(": ")[2], convert(text), style=SPACED, latex=latex_file(latex(text)))


def _as_formula(code: re.Match[str]) -> str:
    """A typed comparison as a printed formula; other text stays."""
    try:
        formula = parse(code[1].replace("…", BLANK), extra=(BLANK,)).latex()
    except InputError:
        return code[0]
    return "${}$".format(formula.replace(rf"\mathrm{{{BLANK}}}", r"\ldots{}"))


BLANK = "blank"  # a name for what is to be filled in; variants have names of one letter
