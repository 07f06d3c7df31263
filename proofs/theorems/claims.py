"""The proved theorems by id, for derivations that cite it: the catalogue registers itself here when it is imported.

`claim_of("progress")` is the claim of a theorem or lemma; `claim_of("hinge-l2#unit comparator")` is a fact that the theorem assumes. The
catalogue imports the families, and a derivation belongs to a family, so that neither can import the catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from proofs.conjecture import Comparison, parse
from proofs.kernel import Formula
from proofs.statements.page import BuiltProof, Page
from proofs.statements.page import Provable

_ITEMS: list[Callable[[], Mapping[str, Provable]]] = []
_BUILT: list[Callable[[list[str]], Mapping[str, BuiltProof]]] = []


def register(items: Callable[[], Mapping[str, Provable]], built: Callable[[list[str]], Mapping[str, BuiltProof]]) -> None:
    """Look ids up in these from now on: every page and lemma by its id, and the proofs of some."""
    _ITEMS[:], _BUILT[:] = [items], [built]


@cache
def claim_of(by: str) -> Formula | Comparison:
    """The claim of a theorem or lemma, or after # a fact of it. Raises KeyError if there is none, LookupError without the catalogue."""
    if not _ITEMS:
        raise LookupError("expected the catalogue of theorems to be imported, found none; import proofs.theorems.catalogue first")
    id, _, fact = by.partition("#")
    item = _ITEMS[0]()[id]
    if fact:
        return dict(item.named_facts)[fact]
    if isinstance(item, Page):
        return parse(item.statement.bound, extra=item.statement.parameters)
    if item.claim is not None:
        return item.claim
    proof = _BUILT[0]([id])[id].proof
    return next(step.claim for step in proof.steps if step.name == proof.conclusion)
