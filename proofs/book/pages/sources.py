"""The index of the sources, claim by claim, the errata and the bibliography."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from proofs.book.pages import hypotheses, markup
from proofs.counterexample import read
from proofs.statements.property import Property
from proofs.statements.provable import PRINTED
from proofs.theorems import misprints, sources, witnesses
from proofs.theorems.lookup import shipped
from proofs.theorems.sources import Claim, Erratum, Work
from proofs.theorems.witnesses import models


def index() -> str:
    """The five sources, and how their claims fare."""
    rows = []
    for document in sources.DOCUMENTS:
        counts = Counter(claim.how for claim in sources.claims(document))
        work = _work(document)
        title = f"[{document}](/sources/{document.lower()}.md)"
        rows.append((title, f"{markup.text(work.authors)}: {markup.text(work.title)}", *(str(counts[kind]) for kind in sources.KINDS)))
    meanings = "".join(f"- **{kind}**: {meaning}\n" for kind, meaning in sources.KINDS.items())
    tree = markup.toctree((f"/sources/{document.lower()}" for document in sources.DOCUMENTS), hidden=True)
    return f"# The sources, claim by claim\n\n{meanings}\n{markup.table(('', 'source', *sources.KINDS), rows)}\n{tree}"


def document(name: str) -> str:
    """Every claim of a source: where, what it says, how it fares, and what proves it."""
    work = _work(name)
    head = f"# {name}: {markup.text(work.title)}\n\n{markup.text(work.authors)}. Read here: {markup.text(work.read)}.\n"
    return "\n".join([head, *map(_claim, sources.claims(name))])


def _claim(claim: Claim) -> str:
    proved = f"Proved as {', '.join(f'`{id}`' for id in claim.ids)}. " if claim.ids else ""
    why = markup.sentence(claim.why) if claim.why else ""
    return f"**{markup.text(claim.place)}** · *{claim.how}*\n: {markup.sentence(claim.says)}\n\n  {proved}{why}\n"


def errata() -> str:
    """Every misprint: what is printed, what is true, and the run or instance that shows it."""
    parts = ["# Errata of the sources\n"]
    for name, entries in groupby(sources.errata(), key=lambda e: e.document):
        parts.append(f"## {name}\n")
        parts += [_erratum(e) for e in entries]
    return "\n".join(parts)


def _erratum(e: Erratum) -> str:
    printed = f"Printed: {markup.sentence(e.printed)}\n\n  True: " if e.printed else ""
    of = ", ".join(f"`{id}`" for id in e.of)
    shown = markup.details("What shows it", _evidence(e)) if e.file else ""
    return f"**{markup.text(e.place)}**\n: {printed}{markup.sentence(e.instead)}\n\n  See {of}.\n\n{shown}"


def _evidence(e: Erratum) -> str:
    """The stored run or instance."""
    file = witnesses.named(e.file)
    if file is None:
        raise AssertionError(f"{e.file} is not stored")
    misprint = misprints.find(file.stem) if file.parent.name == "misprints" else None
    if misprint is not None:
        return hypotheses.instance(misprint, PRINTED, misprints.load(misprint), file)
    item = shipped()[e.of[0]]
    stored = models.load(item, PRINTED) if isinstance(item, Property) else None
    return hypotheses.instance(item, PRINTED, stored, file) if stored is not None else hypotheses.run(read(file), file)


def bibliography() -> str:
    """Every work that is cited, each with an anchor."""
    return "\n".join(["# Bibliography\n", *map(_entry, sources.bibliography())])


def _entry(work: Work) -> str:
    read = f" Read here: {markup.text(work.read)}." if work.read else ""
    label = work.short.lower().replace(" ", "-")
    text = f"{markup.text(work.authors)}: *{markup.text(work.title)}*. {markup.text(work.published)}, {work.year}.{read}"
    return f"({label})=\n**{markup.text(work.short)}**\n: {text}\n"


def _work(document: str) -> Work:
    return next(work for work in sources.bibliography() if work.short == document)
