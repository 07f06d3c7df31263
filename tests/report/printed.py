"""The built catalogue, and what the names of a theorem look like in print."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from proofs.kernel import Formula
from proofs.kernel.formula import names as names_in
from proofs.report.typesetting.layout import Names
from proofs.report.typesetting.writers import Quoted
from proofs.statements.page import Built
from proofs.theorems import catalogue
from tests.report.values import SUBSCRIPTS

SEEDS = (1, 2, 3)


@cache
def built() -> dict[str, Built]:
    return catalogue.built([item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)])


def shortest_first() -> list[Built]:
    """In the order in which an error that is everywhere is soonest seen."""
    return sorted(built().values(), key=lambda b: len(b.proof.steps))


def definitions(b: Built) -> list[Formula]:
    """The formulas that may define a composite name of a proof."""
    return [f for _, f in b.proof.hypotheses] + [s.claim for s in b.proof.steps if s.rule in ("root", "inverse")]


@cache
def defining_names(id: str) -> frozenset[tuple[str, str | int]]:
    """The names in the definitions of a proof of the catalogue."""
    return frozenset(key for f in definitions(built()[id]) for key in names_in(f) if isinstance(key[1], str))


def printed_names(b: Built, names: Names, here: Iterable[Formula]) -> dict[str, list[tuple[str, str]]]:
    """The (kind, name) that each printed name may mean in some formulas; naturals that a derivation numbered only if they occur there."""
    met = {key for f in here for key in names_in(f) if isinstance(key[1], str)}
    numbered = {key for key in met if key[0] == "nat" and re.fullmatch("k[0-9]+", str(key[1]))}
    known: dict[str, list[tuple[str, str]]] = {}
    for kind, name in met | defining_names(b.proof.id):
        head, bracket, inside = str(name).partition("(")
        text = head.translate(SUBSCRIPTS) + bracket + inside
        if re.fullmatch("k[0-9]+", str(name)):
            if (kind, name) not in numbered:
                continue
            text = names.spelled[kind, str(name)]
        shown = names.symbol(kind, str(name))
        text = shown.text if isinstance(shown, Quoted) else text
        known.setdefault(text, []).append((kind, str(name)))
    return known
