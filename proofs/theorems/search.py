"""Search the catalogue in the field's words: titles, statements, sources, authors, and terms that readers use for them."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from proofs.statements.provable import Provable
from proofs.theorems import catalogue, sources

MOST = 12  # theorems that a search lists


@dataclass(frozen=True)
class Hits:
    """The theorems and lemmas that a text finds, best first, and a remark on a term that the catalogue does not cover."""

    theorems: tuple[Provable, ...]
    remark: str = ""


def words_of(text: str) -> list[str]:
    """The words of a text in small letters without accents; ρ and γ are words too."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c)).replace("ρ", " rho "))


@cache
def _terms() -> tuple[dict[tuple[str, ...], tuple[str, ...]], dict[tuple[str, ...], str]]:
    data = tomllib.loads((Path(__file__).parent / "field_terms.toml").read_text(encoding="utf-8"))
    ids = {tuple(words_of(term)): tuple(named) for term, named in data["terms"].items()}
    return ids, {tuple(words_of(term)): remark for term, remark in data["nothing"].items()}


@cache
def _texts() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """For each theorem the words of its id and title, and those of all else that is printed of it."""
    works = {work.short: f"{work.authors} {work.title}" for work in sources.bibliography()}
    said: dict[str, list[str]] = {id: [] for id in catalogue.shipped()}
    for claim in (claim for document in sources.DOCUMENTS for claim in sources.claims(document)):
        for id in claim.ids:
            said[id].append(f"{claim.place} {claim.says} {claim.why} {works[claim.document]}")
    return {
        item.id: (
            frozenset(words_of(f"{item.id} {item.title}")),
            frozenset(
                words_of(" ".join([item.words, *(f"{s} {works.get(s.document, '')} {s.remark}" for s in item.sources), *said[item.id]]))
            ),
        )
        for item in (*catalogue.THEOREMS, *catalogue.LEMMAS)
    }


def _begins(word: str, words: Iterable[str]) -> bool:
    return any(one == word or (len(word) > 2 and one.startswith(word)) for one in words)


def search(text: str) -> Hits:
    """Find the theorems whose printed text has all words of `text`, after those of a field's term in it.

    >>> [theorem.id for theorem in search("Freund").theorems][0]
    'hinge-l2'
    """
    asked = words_of(text)
    if not asked:
        return Hits(())
    terms, lacking = _terms()
    by_term = [id for term, ids in terms.items() if all(word in asked for word in term) for id in ids]
    ranked = []
    for place, (id, (head, rest)) in enumerate(_texts().items()):
        if all(_begins(word, head) or _begins(word, rest) for word in asked):
            ranked.append((-sum(_begins(word, head) for word in asked), place, id))
    found = list(dict.fromkeys([*by_term, *(id for _, _, id in sorted(ranked))]))
    remarks = [remark for term, remark in lacking.items() if all(word in asked for word in term)]
    return Hits(tuple(catalogue.shipped()[id] for id in found[:MOST]), "; ".join(remarks))
