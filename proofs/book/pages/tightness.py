"""How near runs come to a bound: the nearest drawn, all in a table."""

from __future__ import annotations

from proofs.book.contents import Book
from proofs.book.pages import markup
from proofs.report.pictures import plots
from proofs.report.pictures.plots import Picture
from proofs.report.pictures.tightness import as_run
from proofs.statements.provable import Provable
from proofs.statements.run_bound import Reach
from proofs.verify.checks.verdict import ASYMPTOTIC, ATTAINED
from proofs.verify.tightness import Judged, Witness, best, witnesses

MOST = 60  # updates of a run that is drawn
WORDS = {ATTAINED: "The bound is attained.", ASYMPTOTIC: "No run attains the bound, but the ratio tends to 1."}


def tight(item: Provable, book: Book) -> str:
    """A figure of the nearest run that is short enough, and a table of all."""
    if item.id not in book.verdicts or not isinstance(getattr(item, "reach", None), Reach):
        return ""
    found = list(witnesses(item))  # type: ignore[arg-type]  # it has a verdict, so it is one of the theorems
    top = best(found)
    if top is None:
        return ""
    word = WORDS.get(top.status, f"There is a gap: the nearest run that is known reaches {top.best.decimal} of the bound.")
    reason = f" {markup.sentence(top.limit)}" if top.status == ASYMPTOTIC and top.limit else ""
    return f"{word}{reason}\n\n{_drawn(item, book, found)}\n{_table(found)}"


def _drawn(item: Provable, book: Book, found: list[Witness]) -> str:
    shown = nearest(found)
    if shown is None:
        return ""
    picture, caption = shown
    return markup.figure(book.figures, f"{item.id}-tight", picture, caption)


def nearest(found: list[Witness]) -> tuple[Picture, str] | None:
    """The longest of the short runs, of the nearest family that has one, drawn; and what it is."""
    order = sorted(found, key=lambda w: w.best.decimal, reverse=True)
    for w in order:
        fitting = [run for run in w.runs if 2 <= run.M <= MOST and not run.fault]
        if fitting:
            chosen = max(fitting, key=lambda run: run.M)
            caption = f"{markup.capital(w.family.words)}, at {w.family.parameter} = {chosen.parameter}: M = {chosen.M}."
            return plots.picture(as_run(chosen)), caption
    return None


def _table(found: list[Witness]) -> str:
    rows = [
        (
            markup.text(w.family.words),
            f"{markup.text(w.family.parameter)} = {run.parameter}",
            f"{run.M:,}",
            markup.text(run.bound),
            _ratio(run),
        )
        for w in found
        for run in w.runs
        if not run.fault
    ]
    return markup.table(("runs", "parameter", "M", "bound", "ratio"), rows)


def _ratio(run: Judged) -> str:
    return "attained" if run.attained else run.decimal
