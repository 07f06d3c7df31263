"""The page of a family of theorems."""

from __future__ import annotations

from proofs.book.contents import FAMILIES, Catalogue
from proofs.book.pages import markup


def page(name: str, catalogue: Catalogue) -> str:
    """What is proved in the family, a line each."""
    items = catalogue.families[name]
    rows = [(f"`{item.id}`", markup.text(item.title)) for item in items]
    table = markup.table(("", "what is proved"), rows)
    return f"# {FAMILIES[name]}\n\n{table}\n{markup.toctree((f'/theorems/{item.id}' for item in items), hidden=True)}"
