"""Every theorem and lemma, family by family; `needed` puts those that are asked for in the order of their citations."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from perceptron.errors import InputError
from proofs.kernel import Proof
from proofs.statements.page import Built, Page, Provable, build_all
from proofs.statements.property import Property
from proofs.theorems import batch, core, hinge, kernels, losses, lower_bounds, margin_perceptron, online, separable, winnow

FAMILIES = (core, separable, hinge, margin_perceptron, losses, online, kernels, winnow, lower_bounds, batch)

LEMMAS: tuple[Provable, ...] = tuple(lemma for family in FAMILIES for lemma in family.LEMMAS)
THEOREMS: tuple[Page | Property, ...] = tuple(theorem for family in FAMILIES for theorem in family.THEOREMS)
PAGES: tuple[Page, ...] = tuple(page for page in THEOREMS if isinstance(page, Page))
PROPERTIES: tuple[Property, ...] = tuple(page for page in THEOREMS if isinstance(page, Property))


@cache
def _by_id() -> dict[str, Provable]:
    items: list[Provable] = [*LEMMAS, *THEOREMS]
    return {item.id: item for item in items}


def page(id: str) -> Page:
    """The page of a bound on runs; raises InputError with the known ids."""
    found = _by_id().get(id)
    if isinstance(found, Property):
        raise InputError(f"{id!r} is no bound on a run: verify attacks it in its own way")
    if not isinstance(found, Page):
        raise _unknown(id, [p.id for p in PAGES])
    return found


def theorem(id: str) -> Page | Property:
    """A theorem of either kind; raises InputError with the known ids."""
    found = _by_id().get(id)
    if not isinstance(found, (Page, Property)):
        raise _unknown(id, [p.id for p in THEOREMS])
    return found


def _unknown(id: str, known: list[str]) -> InputError:
    """What to say of a name that is none: those that are like it, or else all."""
    like = [name for name in known if id and name.startswith(id)][:5] or get_close_matches(id, known, 3, 0.6)
    hint = f"did you mean {' or '.join(like)}?" if like else f"known: {', '.join(known)}"
    return InputError(f"there is no theorem {id!r:.60}; {hint}")


def needed(ids: Iterable[str]) -> list[Provable]:
    """Those pages and lemmas and all that they cite, each after what it cites."""
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
    """The proofs of those theorems (of all of them by default) and of all that they cite, written and replayed."""
    return build_all(needed(ids if ids is not None else [p.id for p in THEOREMS]))


def proofs(ids: Iterable[str] | None = None) -> list[Proof]:
    """The kernel proofs as data, in the order in which they are to be replayed."""
    return [b.proof for b in built(ids).values()]
