"""Every theorem and lemma, family by family; `needed` puts those that are asked for in the order of their citations."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import TypeVar

from perceptron.errors import InputError
from proofs.kernel import Proof
from proofs.statements.page import Built, Page, build
from proofs.statements.property import Property
from proofs.statements.provable import Provable, Stated
from proofs.theorems import (
    batch,
    core,
    engine,
    hinge,
    kernels,
    losses,
    lower_bounds,
    margin_perceptron,
    online,
    probability,
    ranges,
    separable,
    winnow,
)

FAMILIES = (core, separable, hinge, ranges, margin_perceptron, losses, online, kernels, winnow, lower_bounds, probability, batch, engine)

LEMMAS: tuple[Provable, ...] = tuple(lemma for family in FAMILIES for lemma in family.LEMMAS)
THEOREMS: tuple[Stated, ...] = tuple(theorem for family in FAMILIES for theorem in family.THEOREMS)
PAGES: tuple[Page, ...] = tuple(page for page in THEOREMS if isinstance(page, Page))
PROPERTIES: tuple[Property, ...] = tuple(page for page in THEOREMS if isinstance(page, Property))

S = TypeVar("S", bound=Stated)


@cache
def _by_id() -> dict[str, Provable]:
    items: list[Provable] = [*LEMMAS, *THEOREMS]
    return {item.id: item for item in items}


def page(id: str) -> Page:
    """The page of a bound on runs. Raises InputError, which lists the known ids."""
    if property_(id) is not None:
        raise InputError(f"{id!r} is not a bound on runs: verify attacks it in its own way")
    return _named(id, PAGES)


def theorem(id: str) -> Stated:
    """A theorem: a bound on runs or a property. Raises InputError, which lists the known ids."""
    return _named(id, THEOREMS)


def property_(id: str) -> Property | None:
    """The property of that id, if there is one: a claim about instances and not about runs."""
    return next((item for item in PROPERTIES if item.id == id), None)


def _named(id: str, items: tuple[S, ...]) -> S:
    found = next((item for item in items if item.id == id), None)
    if found is None:
        raise _unknown(id, [item.id for item in items])
    return found


def _unknown(id: str, known: list[str]) -> InputError:
    """The error for an unknown id. It suggests similar ids, or lists all of them."""
    like = [name for name in known if id and name.startswith(id)][:5] or get_close_matches(id, known, 3, 0.6)
    hint = f"did you mean {' or '.join(like)}?" if like else f"known: {', '.join(known)}"
    return InputError(f"there is no theorem {id!r:.60}; {hint}")


def needed(ids: Iterable[str]) -> list[Provable]:
    """The pages and lemmas with these ids and everything that they cite; each comes after what it cites."""
    order: dict[str, Provable] = {}

    def visit(id: str) -> None:
        item = _by_id()[id]
        for cited in item.cites:
            visit(cited)
        order.setdefault(id, item)

    for id in ids:
        visit(id)
    return list(order.values())


def built(ids: Iterable[str] | None = None) -> dict[str, Built]:
    """The proofs of those theorems (of all of them by default) and of all that they cite, written and replayed, once a process."""
    return {item.id: _built(item.id) for item in needed(ids if ids is not None else [p.id for p in THEOREMS])}


@cache
def _built(id: str) -> Built:
    *cited, item = needed([id])
    return build(item, {other.id: _built(other.id).theorem for other in cited})


def proofs(ids: Iterable[str] | None = None) -> list[Proof]:
    """The kernel proofs as data, in the order in which they are to be replayed."""
    return [b.proof for b in built(ids).values()]
