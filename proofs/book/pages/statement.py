"""What a theorem says: in words, with its hypotheses as formulas, and where the sources say it."""

from __future__ import annotations

from proofs.book.contents import Book
from proofs.book.pages import markup
from proofs.report.proofs import render
from proofs.report.proofs.where import symbols
from proofs.statements.provable import Provable
from proofs.statements.statement import Fact


def stated(item: Provable, book: Book) -> str:
    """The statement, and on demand what its symbols stand for."""
    names, meanings = glossary(item, book), [f for f in item.facts if f.definition]
    parts = [
        claimed(item, book),
        _sources(item),
        markup.details("What the symbols stand for", markup.table(("symbol", "stands for"), names)) if names else "",
        markup.details("What is meant by them", _facts(item, meanings)) if meanings else "",
    ]
    return "\n".join(filter(None, parts))


def claimed(item: Provable, book: Book) -> str:
    """The statement alone: in words, the hypotheses, the claim."""
    hypotheses = [f for f in item.facts if not f.definition]
    claim = markup.formula(render.claim(book.built[item.id].proof, item.displayed))
    parts = [
        f"{markup.sentence(item.words)}\n" if item.words else "",
        "If\n\n" + _facts(item, hypotheses) if hypotheses else "",
        f"{'then' if hypotheses else 'It says:'} {claim}.\n",
    ]
    return "\n".join(filter(None, parts))


def glossary(item: Provable, book: Book) -> list[tuple[str, str]]:
    """Each symbol with what it stands for."""
    return [(markup.text(name), markup.text(meaning)) for name, meaning in symbols(item, book.built[item.id].proof)]


def _facts(item: Provable, facts: list[Fact]) -> str:
    given = [f.formula for f in item.facts]
    rows = [(markup.text(f.words), markup.formula(render.formula(f.formula, given))) for f in facts]
    return markup.table(("", ""), rows)


def _sources(item: Provable) -> str:
    told = [
        f"[{markup.text(str(s))}](/sources/{s.document.lower()}.md){f' ({markup.text(s.remark)})' if s.remark else ''}"
        for s in item.sources
    ]
    return f"Sources: {' · '.join(told)}\n" if told else ""
