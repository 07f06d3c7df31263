"""The five sources: what they are, what each of their claims became here, and where they misprint.

`bibliography.toml` says who wrote what and what was read; `ng.toml`, `bl.toml`, `ss.toml`, `mr.toml` and `ve.toml` go through a source
claim by claim, each with the theorems that prove it and how faithfully; `find` gives the theorems on a place such as "MR (5)"; `errata`
gathers every misprint with the true statement and the file that shows it.  No room of the proofs rests on any of this.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from perceptron.errors import InputError
from proofs.statements.provable import PRINTED, Stated
from proofs.statements.statement import Source
from proofs.theorems import catalogue, misprints, witnesses

FOLDER = Path(__file__).parent
DOCUMENTS = ("NG", "BL", "SS", "MR", "VE")
KINDS = {
    "faithful": "proved as it is printed",
    "repaired": "printed wrongly, or without a hypothesis that is needed; the true form is proved",
    "weaker": "less is proved than is printed",
    "outside": "nothing is proved",
}


@dataclass(frozen=True)
class Work:
    """A text by its abbreviation; `read`: which parts of it the companion went through (empty for works that are only cited)."""

    short: str
    authors: str
    title: str
    published: str
    year: str
    read: str = ""


@dataclass(frozen=True)
class Claim:
    """What a source says at a place, in the companion's words; `ids` prove it, `how` is one of `KINDS`, and `why` if it is not faithful."""

    document: str
    at: str
    says: str
    how: str
    ids: tuple[str, ...]
    why: str = ""

    @property
    def place(self) -> str:
        return f"{self.document} {self.at}"


@dataclass(frozen=True)
class Erratum:
    """A misprint: where, what is printed (empty where `instead` says it), what is true, on which theorems' pages, and what shows it.

    `file`: the name under which `check` judges the counterexample to the printed form; empty where none is needed to see it.
    """

    place: str
    printed: str
    instead: str
    of: tuple[str, ...]
    file: str = ""

    @property
    def document(self) -> str:
        return self.place.split()[0]


@cache
def bibliography() -> tuple[Work, ...]:
    """The five sources first, then the works that pages cite."""
    data = tomllib.loads((FOLDER / "bibliography.toml").read_text(encoding="utf-8"))
    return tuple(Work(short, **fields) for short, fields in data.items())


@cache
def claims(document: str) -> tuple[Claim, ...]:
    """What a source claims, in its own order.  Raises InputError for a document that is not one of the five."""
    file = FOLDER / f"{known(document).lower()}.toml"
    entries = tomllib.loads(file.read_text(encoding="utf-8"))["claim"]
    return tuple(Claim(known(document), **{**entry, "ids": tuple(entry["ids"])}) for entry in entries)


def known(document: str) -> str:
    """The abbreviation as it is written here.  Raises InputError for a document that is not one of the five."""
    if document.upper() not in DOCUMENTS:
        raise InputError(f"there is no source {document!r:.40}; the sources are {', '.join(DOCUMENTS)}")
    return document.upper()


def find(place: str) -> tuple[Stated, ...]:
    """The theorems on a place of a source, such as "MR (5)", "BL Theorem 2" or "NG (3)", the most direct first.

    Raises InputError for an unknown document, and with the document's places if nothing is known of this one.
    """
    document, _, at = place.strip().partition(" ")
    wanted, document = _terms(at), known(document)
    ids = [id for claim in claims(document) if wanted <= _terms(claim.at) for id in claim.ids]
    cited = [t.id for t in catalogue.THEOREMS if any(s.document == document and wanted <= _terms(s.number) for s in t.sources)]
    if not wanted or not ids + cited:
        places = "; ".join(claim.at for claim in claims(document))
        raise InputError(f"nothing is known of {place!r:.60}; the places of {document} are: {places}")
    return tuple(catalogue.theorem(id) for id in dict.fromkeys(ids + cited))


def is_place(text: str) -> bool:
    """Whether it looks like a place of a source rather than an id."""
    return text.strip().partition(" ")[0].upper() in DOCUMENTS


def _terms(at: str) -> frozenset[str]:
    """The words of a place, with (2)–(5) meaning each number from 2 to 5."""
    spread = re.sub(r"\((\d+)\)[–-]\((\d+)\)", lambda m: " ".join(f"({n})" for n in range(int(m[1]), int(m[2]) + 1)), at)
    return frozenset(re.findall(r"\(\d+(?:\.\d+)?\)|[^\s,;()]+", spread.lower()))


@cache
def errata() -> tuple[Erratum, ...]:
    """Every misprint of the sources, source by source: sentences with an instance, theorems that are false as printed, and remarks.

    What several pages say in the same words is one entry with all of them.
    """
    merged: dict[tuple[str, str], Erratum] = {}
    for e in (*_with_instances(), *_false_theorems(), *_remarks()):
        key = (e.document, e.printed or e.instead)
        merged[key] = _joined(merged[key], e) if key in merged else e
    return tuple(sorted(merged.values(), key=lambda e: DOCUMENTS.index(e.document)))


def _joined(first: Erratum, second: Erratum) -> Erratum:
    instead = first.instead if second.instead in first.instead else f"{first.instead.removesuffix('.')}. {second.instead}"
    return replace(first, instead=instead, of=first.of + second.of)


def _with_instances() -> Iterator[Erratum]:
    for m in misprints.MISPRINTS:
        yield Erratum(str(m.source), m.source.remark, m.instead, (m.of,), witnesses.name(misprints.path(m)))


def _false_theorems() -> Iterator[Erratum]:
    """A theorem that is false as printed; what its page says of that, or else its title, is what is true."""
    for theorem in catalogue.THEOREMS:
        if theorem.printed_form:
            source = _false_at(theorem)
            printed = re.sub(rf"^({source.document}|{re.escape(source.number)}|before [^:]*|the list): ", "", theorem.printed_form)
            true = ". ".join([theorem.title, *theorem.misprints[:1]])
            yield Erratum(str(source), printed, true, (theorem.id,), witnesses.name(witnesses.path(theorem.id, PRINTED)))


def _false_at(theorem: Stated) -> Source:
    """The source whose wording is refuted: the first whose remark says so, else the first with a remark."""
    return next((s for s in theorem.sources if "false" in s.remark), next((s for s in theorem.sources if s.remark), theorem.sources[0]))


def _remarks() -> Iterator[Erratum]:
    """What pages say of misprints in a sentence of their own, such as "NG: ‘putting together (3) and (4)’ should read (3) and (5)."."""
    for theorem in catalogue.THEOREMS:
        for sentence in theorem.misprints[1 if theorem.printed_form else 0 :]:
            documents = [name for name in DOCUMENTS if re.match(rf"[^:]*\b{name}", sentence)] or [theorem.sources[0].document]
            at = re.match(rf"{documents[0]}( [^:]*)?:", sentence)
            yield Erratum(documents[0] + (at[1] or "" if at else ""), "", sentence, (theorem.id,))
