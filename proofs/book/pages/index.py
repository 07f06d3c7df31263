"""The first page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from perceptron.extremal.sequences import spiral
from proofs.book.contents import Book
from proofs.book.pages import markup, verdict
from proofs.report.pictures import plots
from proofs.report.pictures.run_data import Run
from proofs.statements.page import Lemma
from proofs.theorems import catalogue

WORDS = """# The Perceptron proof companion

The Perceptron makes few mistakes: that is a theorem, in fact a family of theorems. This book states each, proves it in lines that unfold,
attacks it, shows what every hypothesis is for, and says how tight it is and where the sources misprint it.
"""
WAYS = {  # into the book, each with what it is
    "chapters/novikoff_in_ten_minutes": "the first theorem, from nothing but linear algebra",
    "theorems/novikoff": "a theorem’s page: its proof, its verdict, its counterexamples",
    "errata": "what the sources misprint, each with the exact run that shows it",
    "sources/index": "the five sources, claim by claim",
    "map": "all citations as a picture, in which every box is a link",
    "interactive": "bounds with sliders, runs to step through, two games",
}


def page(chapters: Sequence[str], book: Book) -> str:
    """What the book is, ways into it, and its contents."""
    names = {f"chapters/{name}" for name in chapters} | {f"theorems/{id}" for id in book.built}
    ways = "".join(f"- [](/{name}): {words}\n" for name, words in WAYS.items() if "/" not in name or name in names or "sources" in name)
    trees = [
        markup.toctree([*(f"chapters/{name}" for name in chapters), "interactive"], "Chapters"),
        markup.toctree([f"families/{name}" for name in book.families], "Theorems"),
        markup.toctree(
            ["conventions", "map", "sources/index", "errata", "bibliography", "problems/index", "genindex"], "To look things up"
        ),
    ]
    return "\n".join([WORDS, _counted(book), _picture(book), "Ways in:\n", ways, *trees])


def _counted(book: Book) -> str:
    steps = sum(len(built.proof.steps) for built in book.built.values())
    lemmas = sum(isinstance(built.page, Lemma) for built in book.built.values())
    theorems = len(book.built) - lemmas
    return f"On {verdict.day(book)} a small kernel replayed {theorems} theorems and {lemmas} lemmas, {steps:,} steps in all.\n"


def _picture(book: Book) -> str:
    run = replace(Run.extremal(spiral("1/5"), catalogue.page("novikoff").statement.comparison), radius=Fraction(1))
    caption = f"A spiral in space, at γ = 1/5: {run.trace.M} mistakes, and Novikoff’s theorem allows {run.bound}."
    return markup.figure(book.figures, "spiral", plots.picture(run), caption)
