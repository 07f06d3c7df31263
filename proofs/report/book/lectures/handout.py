"""A theorem on two pages, made from the same parts as its page in the book."""

from __future__ import annotations

import html
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from proofs.counterexample import Counterexample, judge
from proofs.report.book import markup, pdf, theorem_page
from proofs.report.book.contents import Book
from proofs.report.book.lectures.paper import Paper, converted, drawn, grey, pages
from proofs.report.proofs.linear import TooLong, linear
from proofs.report.proofs.linear_pages import paper
from proofs.report.tables import rounds
from proofs.statements.instance import Instance
from proofs.statements.provable import PRINTED, Provable
from proofs.statements.run_bound import Reach
from proofs.theorems import catalogue
from proofs.theorems.lookup import item
from proofs.verify.checks.evidence import evidence
from proofs.verify.tightness import witnesses

PAGES = 2
FEW = 6  # rounds, or values, that are told in a line


@dataclass(frozen=True)
class Detail:
    """How much a handout tells: levels of lines, counterexamples as tables or in a line each, the picture, and the size of letters."""

    levels: int
    tables: bool
    picture: bool
    points: float


DETAILS = (
    Detail(2, True, True, 10.5),
    Detail(2, True, True, 9.5),
    Detail(2, False, True, 10.5),
    Detail(2, False, True, 9.5),
    Detail(1, False, True, 10.5),
    Detail(1, False, True, 9),
    Detail(1, False, False, 9),
    Detail(1, False, False, 8),
)


def handout(id: str) -> Paper:
    """The most detailed handout of a theorem or lemma that fits on two pages; without Chromium, which counts them, one of middle length.

    Raises InputError for an unknown id.
    """
    theorem = item(id)
    book = Book(catalogue.built([id]), {}, date.today())
    if pdf.browser() is None:
        return made(theorem, book, DETAILS[2])
    with tempfile.TemporaryDirectory() as aside:
        target = Path(aside) / "handout.pdf"
        for detail in DETAILS:
            found = made(theorem, book, detail)
            if found.printed(target) or pages(target) <= PAGES:
                break
    return found


def made(theorem: Provable, book: Book, detail: Detail) -> Paper:
    """The handout in so much detail."""
    parts = [
        f"<h1>{html.escape(theorem.heading)}</h1>",
        _stated(theorem, book),
        _proof(theorem, book, detail.levels),
        _needed(theorem, detail.tables),
        _tight(theorem) if detail.picture else "",
        _printed(theorem),
        f'<p class="quiet">A small kernel has replayed each step: <code>perceptron-proofs show {theorem.id}</code>.</p>',
    ]
    return Paper(theorem.heading, "\n".join(filter(None, parts)), ("handout",), f"body{{font-size:{detail.points}pt}}")


def _stated(theorem: Provable, book: Book) -> str:
    meant = "; ".join(f"{name}: {meaning}" for name, meaning in theorem_page.glossary(theorem, book))
    sources = " · ".join(f"{s}{f' ({s.remark})' if s.remark else ''}" for s in theorem.sources)
    quiet = [f"Symbols. {meant}." if meant else "", f"Sources: {markup.text(sources)}." if sources else ""]
    return converted(theorem_page.claimed(theorem, book)) + "".join(f'<div class="quiet">{converted(text)}</div>' for text in quiet if text)


def _proof(theorem: Provable, book: Book, levels: int) -> str:
    try:
        proof = linear(theorem.id, book.built)
    except TooLong:
        return f"<h2>Proof</h2><p>It is long; <code>perceptron-proofs show {theorem.id}</code> prints it.</p>"
    return f"<h2>Proof</h2>{paper(proof.lines, levels)}"


def _needed(theorem: Provable, tables: bool) -> str:
    """What breaks the theorem without each hypothesis: round by round, or in a line each."""
    told = []
    for name in theorem.hypotheses:
        found = evidence(theorem, name)
        if found is not None and not found.reasons:
            head, short = markup.text(name), _short(found.found)
            whole = theorem_page.shown(theorem, name, found, alone=True)
            told.append(f"### Without “{head}”\n\n{whole}\n" if tables else f"- without *{head}*{f': {short}' if short else ''}\n")
    if not told:
        return ""
    head = "## What each hypothesis is for\n\n" + ("" if tables else "Exact counterexamples; `check ID/HYPOTHESIS` plays them.\n\n")
    return converted(head + "".join(told))


def _short(found: Counterexample | Instance) -> str:
    """A counterexample in a line, if it fits on one."""
    if isinstance(found, Instance):
        values = {**found.naturals, **found.reals}
        parts = [f"{name} = {rounds.real(value)}" for name, value in values.items()] if len(values) <= FEW else []
        return markup.text(", ".join(parts))
    if len(found.rounds) > FEW or found.points is not None:
        return f"a run of {len(found.rounds):,} rounds"
    start = f"w = {rounds.point(found.start)}, " if found.start is not None else ""
    shown = ", ".join(f"{'+' if y > 0 else '−'}{rounds.point(x)}" for x, y in found.rounds)
    sides = " against ".join(judge(found).sides)
    return markup.text(f"{start}u = {rounds.point(found.u)}, γ = {rounds.real(found.gamma)}, examples {shown}: {sides}")


def _tight(theorem: Provable) -> str:
    if not isinstance(getattr(theorem, "reach", None), Reach):
        return ""
    shown = theorem_page.nearest(list(witnesses(theorem)))  # type: ignore[arg-type]  # what has a reach is a theorem
    return "" if shown is None else f"<h2>How tight it is</h2>{drawn(grey(shown[0]), html.escape(shown[1]))}"


def _printed(theorem: Provable) -> str:
    """What the sources print otherwise."""
    lines = [*theorem.misprints, *([theorem.printed_form] if theorem.printed_form and evidence(theorem, PRINTED) else [])]
    listed = "".join(f"- {markup.sentence(line)}\n" for line in lines)
    return converted(f"## What the sources print otherwise\n\n{listed}") if listed else ""
