"""A theorem on two pages, made from the same parts as its page in the book."""

from __future__ import annotations

import html
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from proofs.book import pdf
from proofs.book.contents import Book
from proofs.book.lectures.figures import grey
from proofs.book.lectures.markdown import converted
from proofs.book.lectures.paper import Paper, drawn, pages
from proofs.book.pages import hypotheses, markup, statement, tightness
from proofs.report.proofs.linear import TooLong, linear
from proofs.report.proofs.linear_pages import because
from proofs.report.proofs.lines import Line, Lines
from proofs.report.typesetting.mathml import HTML
from proofs.statements.provable import PRINTED, Provable
from proofs.statements.run_bound import Reach
from proofs.theorems import catalogue
from proofs.theorems.lookup import item
from proofs.verify.checks.evidence import evidence
from proofs.verify.tightness import witnesses

PAGES = 2
STYLE = """
.proof,.proof ol{list-style:none;padding-left:0;margin:.2em 0}.proof ol{padding-left:1.6em;font-size:.95em}
.proof>li{margin:.35em 0}.n{display:inline-block;min-width:2em;color:#444}.why{color:#444;font-size:.86em}.source{font-style:italic;font-size:.86em;margin-left:1em}
.two{columns:2;column-gap:2em}figure.drawn svg{width:100%;height:auto;max-height:6cm}
"""


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
            paper = made(theorem, book, detail)
            if paper.printed(target) or pages(target) <= PAGES:
                break
    return paper


def made(theorem: Provable, book: Book, detail: Detail) -> Paper:
    """The handout in so much detail."""
    parts = [
        f"<h1>{html.escape(theorem.heading)}</h1>",
        converted(statement.stated(theorem, book)),
        _proof(theorem, book, detail.levels),
        _needed(theorem, detail.tables),
        _tight(theorem) if detail.picture else "",
        _printed(theorem),
        f'<p class="quiet">Each line stands for steps that a small kernel has replayed: <code>perceptron-proofs show {theorem.id}</code>.</p>',
    ]
    return Paper(theorem.heading, "\n".join(filter(None, parts)), f"{STYLE}body{{font-size:{detail.points}pt}}")


def _proof(theorem: Provable, book: Book, levels: int) -> str:
    try:
        proof = linear(theorem.id, book.built)
    except TooLong:
        return f"<h2>Proof</h2><p>It is long; <code>perceptron-proofs show {theorem.id}</code> prints it.</p>"
    return f'<h2>Proof</h2><ol class="proof">{"".join(_lines(proof, proof.lines, levels))}</ol>'


def _lines(proof: Lines, lines: tuple[Line, ...], levels: int) -> Iterator[str]:
    for line in lines:
        source = f'<span class="source">{html.escape(line.note)}</span>' if line.note else ""
        below = f"<ol>{''.join(_lines(proof, line.lines, levels - 1))}</ol>" if levels > 1 and line.lines else ""
        claim = HTML.write(line.chain or line.claim)
        yield f'<li><span class="n">{line.label}</span>{claim}{source} <span class="why">{HTML.prose(because(line))}</span>{below}</li>'


def _needed(theorem: Provable, tables: bool) -> str:
    """What breaks the theorem without each hypothesis."""
    told = []
    for name in theorem.hypotheses:
        found = evidence(theorem, name)
        if found is not None and not found.reasons:
            told.append((name, hypotheses.shown(theorem, name, found, alone=True)))
    if not told:
        return ""
    if tables:
        listed = "".join(f"### Without “{markup.text(name)}”\n\n{shown}\n" for name, shown in told)
        return f'<h2>What each hypothesis is for</h2><div class="two">{converted(listed)}</div>'
    names = "; ".join(f"<i>{html.escape(name)}</i>: <code>check {theorem.id}/{name.replace(' ', '-')}</code>" for name, _ in told)
    return f"<h2>What each hypothesis is for</h2><p>Without each there is an exact counterexample. {names}.</p>"


def _tight(theorem: Provable) -> str:
    if not isinstance(getattr(theorem, "reach", None), Reach):
        return ""
    shown = tightness.nearest(list(witnesses(theorem)))  # type: ignore[arg-type]  # what has a reach is a theorem
    return "" if shown is None else f"<h2>How tight it is</h2>{drawn(grey(shown[0]), html.escape(shown[1]))}"


def _printed(theorem: Provable) -> str:
    """What the sources print otherwise."""
    lines = [*theorem.misprints, *([theorem.printed_form] if theorem.printed_form and evidence(theorem, PRINTED) else [])]
    listed = "".join(f"- {markup.sentence(line)}\n" for line in lines)
    return converted(f"## What the sources print otherwise\n\n{listed}") if listed else ""
