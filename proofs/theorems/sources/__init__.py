"""The five sources: what they are, what each of their claims became here, and where they misprint.

`bibliography.toml` has the authors and the versions that were read; `ng.toml`, `bl.toml`, `ss.toml`, `mr.toml` and `ve.toml` go through a
source claim by claim, each with the theorems that prove it and how faithfully, and then erratum by erratum, with the true statement and the
file that shows it; `find` gives the theorems on a place such as "MR (5)". `quotations` says what stands in quotation marks. No room of the
proofs rests on any of this.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from proofs.statements.page import StatedTheorem
from proofs.theorems import catalogue

FOLDER = Path(__file__).parent
DOCUMENTS = ("NG", "BL", "SS", "MR", "VE")
KINDS = {
    "faithful": "proved as it is printed",
    "statement repaired": "as it is printed it is false; the true form is proved",
    "proof repaired": "what is printed is true and proved; its proof has a gap or a slip, or a hypothesis stands in the text around it",
    "weaker": "less is proved than is printed",
    "outside": "nothing is proved",
}
FALSE, FLAW, SLIP, REMARK, CONVERSION = "false statement", "flaw in a proof", "slip of the pen", "remark", "conversion"
LISTS = {  # the three lists of errata: what each is, and the kinds that it has
    "Misprints": (
        "what is printed is false as it stands, a step of a proof does not follow, or a letter or a word is wrong",
        (FALSE, FLAW, SLIP),
    ),
    "Remarks": (
        "what is printed is true as its author means it; something that a proof needs is left to the reader, or there is more to say",
        (REMARK,),
    ),
    "Damage of the conversion": (
        "the texts were read in a conversion from the printed page; what looks like its damage is not held against the source",
        (CONVERSION,),
    ),
}


@dataclass(frozen=True)
class SourceText:
    """A text by its abbreviation; `read`: which parts of it the companion went through (empty for works that are only cited)."""

    short: str
    authors: str
    title: str
    published: str
    year: str
    read: str = ""


@dataclass(frozen=True)
class SourceClaim:
    """A claim of a source at a place, in the companion's words; `ids` prove it, `how` is one of `KINDS`, and `why` if it is not
    faithful."""

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
    """A remark on a place: `printed` in the source's own words, or in ours its subject (`about`); `instead`, the true statement.

    `of`: the theorems on whose pages it stands; `file`: the name under which `check` judges the counterexample; empty if none is needed.
    """

    place: str
    kind: str
    printed: str
    about: str
    instead: str
    of: tuple[str, ...]
    file: str

    @property
    def document(self) -> str:
        return self.place.partition(" ")[0]

    @property
    def at(self) -> str:
        return self.place.partition(" ")[2]

    @property
    def quotation(self) -> str:
        """The printed words, in quotation marks; or the subject, without."""
        return f"“{self.printed}”" if self.printed else self.about


@cache
def bibliography() -> tuple[SourceText, ...]:
    """The five sources first, then the works that pages cite."""
    data = tomllib.loads((FOLDER / "bibliography.toml").read_text(encoding="utf-8"))
    return tuple(SourceText(short, **fields) for short, fields in data.items())


@cache
def claims(document: str) -> tuple[SourceClaim, ...]:
    """The claims of a source, in its own order.  Raises InputError for a document that is not one of the five."""
    return tuple(
        SourceClaim(document_name(document), **{**entry, "ids": tuple(entry["ids"])}) for entry in _read(document_name(document))["claim"]
    )


def _read(document: str) -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((FOLDER / f"{document.lower()}.toml").read_text(encoding="utf-8"))


def document_name(document: str) -> str:
    """The abbreviation as it is written here.  Raises InputError for a document that is not one of the five."""
    if document.upper() not in DOCUMENTS:
        raise InputError(f"there is no source {document!r:.40}; the sources are {', '.join(DOCUMENTS)}")
    return document.upper()


def find(place: str) -> tuple[StatedTheorem, ...]:
    """The theorems on a place of a source, such as "MR (5)", "BL Theorem 2" or "NG (3)", the most direct first.

    Raises InputError for an unknown document, and with the document's places if nothing is known of this one.
    """
    document, _, at = place.strip().partition(" ")
    wanted, document = _terms(at), document_name(document)
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
    """Every misprint, remark and damage of the conversion, list by list and source by source."""
    entries = [_erratum(document, **entry) for document in DOCUMENTS for entry in _read(document)["erratum"]]
    order = [kinds for _, kinds in LISTS.values()]
    return tuple(sorted(entries, key=lambda e: (next(n for n, kinds in enumerate(order) if e.kind in kinds), e.kind == SLIP)))


def _erratum(document: str, *, at: str, true: str, ids: tuple[str, ...] = (), **rest: str) -> Erratum:
    return Erratum(f"{document} {at}", rest["kind"], rest.get("printed", ""), rest.get("about", ""), true, tuple(ids), rest.get("file", ""))


def on_page(id: str) -> tuple[Erratum, ...]:
    """Those that stand on the page of a theorem."""
    return tuple(e for e in errata() if id in e.of)


def shown_by(file: str) -> Erratum:
    """The erratum that a stored counterexample shows."""
    return next(e for e in errata() if e.file == file)
