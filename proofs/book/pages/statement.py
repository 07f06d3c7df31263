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
    built = book.built[item.id]
    hypotheses, meanings = ([f for f in item.facts if f.definition is kind] for kind in (False, True))
    claim = markup.formula(render.claim(built.proof, item.displayed))
    names = [(markup.text(name), markup.text(meaning)) for name, meaning in symbols(item, built.proof)]
    parts = [
        f"{markup.sentence(item.words)}\n" if item.words else "",
        "If\n\n" + _facts(item, hypotheses) if hypotheses else "",
        f"{'then' if hypotheses else 'It says:'} {claim}.\n",
        _sources(item),
        markup.details("What the symbols stand for", markup.table(("symbol", "stands for"), names)) if names else "",
        markup.details("What is meant by them", _facts(item, meanings)) if meanings else "",
    ]
    return "\n".join(filter(None, parts))


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
