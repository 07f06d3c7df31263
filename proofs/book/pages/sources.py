"""The index of the sources, claim by claim, the errata and the bibliography."""

from __future__ import annotations

from itertools import groupby

from proofs.book.pages import markup
from proofs.theorems import sources


def index() -> str:
    """Every claim of the five sources with what proves it."""
    parts = ["# The sources, claim by claim\n"]
    parts += [f"- **{kind}**: {meaning}\n" for kind, meaning in sources.KINDS.items()]
    for document in sources.DOCUMENTS:
        work = next(w for w in sources.bibliography() if w.short == document)
        parts.append(f"\n## {document}: {markup.text(work.title)}\n\n{markup.text(work.authors)}. Read here: {markup.text(work.read)}.\n\n")
        rows = [
            (markup.text(c.at), markup.text(c.says), ", ".join(f"`{id}`" for id in c.ids), c.how, markup.text(c.why))
            for c in sources.claims(document)
        ]
        parts.append(markup.table(("where", "what it says", "proved by", "how", "remark"), rows))
    return "".join(parts)


def errata() -> str:
    """Every misprint: what is printed, what is true."""
    parts = ["# Errata of the sources\n"]
    for document, entries in groupby(sources.errata(), key=lambda e: e.document):
        rows = [
            (markup.text(e.place), markup.text(e.printed), markup.text(e.instead), ", ".join(f"`{id}`" for id in e.of)) for e in entries
        ]
        parts.append(f"\n## {document}\n\n" + markup.table(("where", "printed", "true", "page"), rows))
    return "".join(parts)


def bibliography() -> str:
    """Every work that is cited, each with an anchor."""
    parts = ["# Bibliography\n"]
    for work in sources.bibliography():
        read = f" Read here: {markup.text(work.read)}." if work.read else ""
        published = f"{markup.text(work.published)}, {work.year}"
        parts.append(f"**{markup.text(work.short)}** {markup.text(work.authors)}: *{markup.text(work.title)}*. {published}.{read}\n")
    return "\n".join(parts)
