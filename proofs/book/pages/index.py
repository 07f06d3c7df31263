"""The first page."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.book.contents import Book
from proofs.book.pages import markup

WORDS = """# The Perceptron proof companion

The Perceptron makes few mistakes: that is a theorem, in fact a family of theorems. This book states each, proves it step by step, attacks
it, shows what every hypothesis is for, and says how tight it is and where the sources misprint it. A small kernel has replayed every proof.
"""


def page(chapters: Sequence[str], book: Book) -> str:
    trees = [
        markup.toctree([f"chapters/{name}" for name in chapters], "Chapters"),
        markup.toctree([f"families/{name}" for name in book.families], "Theorems"),
        markup.toctree(
            ["conventions", "map", "sources/index", "errata", "bibliography", "problems/index", "genindex"], "To look things up"
        ),
    ]
    return "\n".join([WORDS, *trees])
