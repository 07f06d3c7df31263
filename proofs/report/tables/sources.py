"""The sources to be read: bibliography, claims with the theorems that prove them, errata, and theorems by family or source."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import groupby
from operator import itemgetter

from perceptron.errors import InputError
from proofs.report import fill_template
from proofs.statements.page import StatedTheorem
from proofs.theorems import catalogue, sources
from proofs.theorems.sources import Erratum, SourceClaim

WIDTH = 100
MARKS = {"faithful": "=", "statement repaired": "!", "proof repaired": "~", "weaker": "<", "outside": "-"}
NumberList = tuple[str, StatedTheorem]


def records(document: str | None) -> list[dict[str, object]]:
    """The bibliography, or the claims of one document, as JSON data."""
    if document is None:
        return [asdict(work) for work in sources.bibliography()]
    return [asdict(claim) for claim in sources.claims(document)]


def bibliography_text() -> str:
    """Each work in two to four lines."""
    return "\n\n".join(_work(work) for work in sources.bibliography())


def _work(work: sources.SourceText) -> str:
    lines = [f"{work.authors}: {work.title}. {work.published}, {work.year}."]
    if work.read:
        lines.append(f"Read here: {work.read}.")
    return "\n".join(_wrap(line, f"{work.short:8}" if line is lines[0] else " " * 8) for line in lines)


def claims_text(document: str) -> str:
    """The number of claims by verdict with its mark; then each claim: mark, place, words, the theorems that prove it, and remarks."""
    claims = sources.claims(document)
    blocks = [_claim(claim) for claim in claims]
    counts = ", ".join(f"{sum(claim.how == kind for claim in claims)} {kind} ({MARKS[kind]})" for kind in sources.KINDS)
    return "\n".join([f"{len(claims)} claims: {counts}", "", *blocks])


def _claim(claim: SourceClaim) -> str:
    lines = [_wrap(f"{claim.at}: {claim.says}", f"{MARKS[claim.how]} ")]
    if claim.ids:
        lines.append(_wrap(", ".join(claim.ids), "    → "))
    if claim.why:
        lines.append(_wrap(claim.why, "      "))
    return "\n".join(lines)


def coverage_markdown() -> str:
    """All claims of all sources as one Markdown page."""
    works = {work.short: work for work in sources.bibliography()}
    documents = [(document, works[document], sources.claims(document)) for document in sources.DOCUMENTS]
    return fill_template("tables/coverage.md", kinds=sources.KINDS, documents=documents, cells=_cells, typed=quote)


def errata_text(errata: Sequence[Erratum]) -> str:
    """The three lists, an entry in a few lines, and how many there are."""
    blocks = [part for head, entries in _lists(errata) for part in ("", head, "", *map(_erratum, entries))]
    shown = sum(bool(e.file) for e in errata)
    return "\n".join([*blocks[1:], "", f"{len(errata)} entries, {shown} with a counterexample that `perceptron-proofs check NAME` judges"])


def _lists(errata: Sequence[Erratum]) -> list[tuple[str, list[Erratum]]]:
    lists = [(head, [e for e in errata if e.kind in kinds]) for head, (_, kinds) in sources.LISTS.items()]
    return [(head, entries) for head, entries in lists if entries]


def _erratum(e: Erratum) -> str:
    lines = [_wrap(f"{e.place}: {e.quotation}", ""), _wrap(e.instead, "    true: ")]
    notes = [e.kind, *([f"page: {', '.join(e.of)}"] if e.of else []), *([f"check: {e.file}"] if e.file else [])]
    return "\n".join([*lines, "    " + "    ".join(notes)])


def errata_markdown(errata: Sequence[Erratum]) -> str:
    """The three lists as a Markdown page, with the policy."""
    return fill_template("tables/errata.md", lists=sources.LISTS, errata=_lists(errata), cells=_cells, typed=quote)


def select(source: str | None, family: str | None) -> list[NumberList]:
    """The theorems with the name of their family.  Raises InputError for an unknown family, source or place."""
    names = {room.__name__.rpartition(".")[2]: room for room in catalogue.FAMILIES}
    if family is not None and family not in names:
        raise InputError(f"there is no family {family!r:.40}; the families are {', '.join(names)}")
    listed = [(name, theorem) for name, room in names.items() for theorem in room.THEOREMS if family in (None, name)]
    if source is None:
        return listed
    if source.strip().upper() in sources.DOCUMENTS:
        wanted = {id for claim in sources.claims(source.strip()) for id in claim.ids}
        wanted |= {t.id for _, t in listed if any(s.document == sources.document_name(source.strip()) for s in t.sources)}
    else:
        wanted = {t.id for t in sources.find(source)}
    return [(name, theorem) for name, theorem in listed if theorem.id in wanted]


def theorems_text(listed: Sequence[NumberList]) -> str:
    """The theorems below their families."""
    blocks = []
    for name, members in groupby(listed, key=itemgetter(0)):
        blocks += [f"{name.replace('_', ' ')}", *(_wrap(t.title, f"  {t.id:32} ", " " * 35) for _, t in members), ""]
    return "\n".join([*blocks, f"{len(listed)} theorems"])


def quote(names: Iterable[str]) -> str:
    """Names in backticks, in a row."""
    return ", ".join(f"`{name}`" for name in names)


def _cells(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _wrap(text: str, first: str, rest: str | None = None) -> str:
    return textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first) if rest is None else rest)


def choices(place: str, theorems: Iterable[StatedTheorem]) -> str:
    """The output of `show` for a place or a word on which there are several theorems."""
    lines = [_wrap(t.title, f"  {t.id:32} ", " " * 35) for t in theorems]
    return "\n".join([f"On {place} there are {len(lines)} theorems; `show ID` prints the proof of one:", *lines])
