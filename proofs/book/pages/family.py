"""The page of a family of theorems."""

from __future__ import annotations

from proofs.book.contents import FAMILIES, Book
from proofs.book.pages import markup
from proofs.statements.page import Lemma
from proofs.verify.checks.verdict import NOT_APPLICABLE


def page(name: str, book: Book) -> str:
    """What is proved in the family, and how tight it is; its lemmas apart."""
    items = book.families[name]
    theorems = [(f"`{item.id}`", markup.text(item.title), _tight(item.id, book)) for item in items if not isinstance(item, Lemma)]
    lemmas = [(f"`{item.id}`", markup.text(item.title)) for item in items if isinstance(item, Lemma)]
    parts = [f"# {FAMILIES[name]}\n"]
    parts += [markup.table(("theorem", "what it says", "tightness"), theorems)] if theorems else []
    parts += ["## Lemmas\n", markup.table(("lemma", "what it says"), lemmas)] if lemmas else []
    return "\n".join([*parts, markup.toctree((f"{item.id} </theorems/{item.id}>" for item in items), hidden=True)])


def _tight(id: str, book: Book) -> str:
    status = book.verdicts[id].tightness.status if id in book.verdicts else NOT_APPLICABLE
    return "" if status == NOT_APPLICABLE else status
