"""Every theorem and lemma, family by family; `build_ids` has the proofs of the named theorems."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeVar

from perceptron.errors import InputError
from proofs.kernel import Proof
from proofs.statements.page import BuiltProof, Library, Page, build
from proofs.statements.property import Property
from proofs.statements.page import Provable, StatedTheorem
from proofs.system.escaping import near
from proofs.theorems import (
    batch,
    claims,
    core,
    engine,
    experts,
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

FAMILIES = (
    core,
    separable,
    hinge,
    ranges,
    margin_perceptron,
    losses,
    online,
    kernels,
    winnow,
    experts,
    lower_bounds,
    probability,
    batch,
    engine,
)

LEMMAS: tuple[Provable, ...] = tuple(lemma for family in FAMILIES for lemma in family.LEMMAS)
THEOREMS: tuple[StatedTheorem, ...] = tuple(theorem for family in FAMILIES for theorem in family.THEOREMS)
PAGES: tuple[Page, ...] = tuple(page for page in THEOREMS if isinstance(page, Page))
PROPERTIES: tuple[Property, ...] = tuple(page for page in THEOREMS if isinstance(page, Property))

S = TypeVar("S", bound=StatedTheorem)


OWN: dict[str, StatedTheorem] = {}  # theorems of a user's own files, taken in for this process by `take_in`


@cache
def items_by_id() -> dict[str, Provable]:
    """Every page and lemma of the catalogue by its id."""
    items: list[Provable] = [*LEMMAS, *THEOREMS]
    return {item.id: item for item in items}


def take_in(own: StatedTheorem) -> StatedTheorem:
    """Have a theorem of a user's own file known by its id, as those of the catalogue are, to the end of the process.

    Raises InputError for an id that the catalogue has, or a statement that cannot be read."""
    if own.id in items_by_id():
        raise InputError(f"{own.id!r} is a theorem of the catalogue; give the page another id")
    _ = own.named_facts
    OWN[own.id] = own
    return own


def page(id: str) -> Page:
    """The page of a bound on runs. Raises InputError, which suggests similar ids."""
    if property_(id) is not None:
        raise InputError(f"{id!r} is not a bound on runs: verify attacks it in its own way")
    return _name(id, PAGES)


def theorem(id: str) -> StatedTheorem:
    """A theorem: a bound on runs or a property. Raises InputError, which suggests similar ids."""
    return _name(id, THEOREMS)


def property_(id: str) -> Property | None:
    """The property of that id, if there is one: a claim about instances and not about runs."""
    return next((item for item in (*PROPERTIES, *OWN.values()) if item.id == id and isinstance(item, Property)), None)


def _name(id: str, items: tuple[S, ...]) -> S:
    known = next((item for item in items if item.id == id), None)
    if known is not None:
        return known
    if id in OWN:
        return OWN[id]  # type: ignore[return-value]  # `page` has refused a property before
    raise _unknown(id, [item.id for item in items])


def _unknown(id: str, known: list[str]) -> InputError:
    """The error for an unknown id. It suggests similar ids, or `list`; of a lemma it says which command takes it."""
    if id in items_by_id():
        return InputError(f"a theorem is expected, not the lemma {id!r}; `show {id}` prints it, and each theorem that cites it replays it")
    begun = [name for name in known if id and name.startswith(id)][:5]
    listed = f"; `list` prints the {len(known)} ids, and `show` takes a word of the field"
    hint = f"; did you mean {' or '.join(begun)}?" if begun else near(id, known) or listed
    return InputError(f"there is no theorem {id!r:.60}{hint}")


def with_citations(ids: Iterable[str]) -> list[Provable]:
    """The pages and lemmas with these ids and everything that they cite; each comes after its citations."""
    return [b.page for b in build_ids(ids).values()]


def neighbours_first(id: str) -> tuple[StatedTheorem, ...]:
    """All theorems, those of the family of a lemma first, which are likely to rest on it."""
    own = [theorem for family in FAMILIES if id in {item.id for item in family.LEMMAS} for theorem in family.THEOREMS]
    return tuple({theorem.id: theorem for theorem in (*own, *THEOREMS)}.values())


def build_ids(ids: Iterable[str] | None = None) -> dict[str, BuiltProof]:
    """The proofs of those theorems (of all of them by default) and of all that they cite, each after its citations; written and replayed
    once a process."""
    chain: dict[str, BuiltProof] = {}

    def visit(id: str) -> None:
        one = build(OWN[id], _LIBRARY) if id in OWN else _build(id)
        for cited in one.cites:
            if cited not in chain:
                visit(cited)
        chain.setdefault(id, one)

    for id in ids if ids is not None else [p.id for p in THEOREMS]:
        visit(id)
    return chain


@cache
def _build(id: str) -> BuiltProof:
    return build(items_by_id()[id], _LIBRARY)


_LIBRARY = Library(items_by_id(), lambda id: _build(id).theorem)


def proofs(ids: Iterable[str] | None = None) -> list[Proof]:
    """The kernel proofs as data, in the order in which they are to be replayed."""
    return [b.proof for b in build_ids(ids).values()]


claims.register(items_by_id, build_ids)
