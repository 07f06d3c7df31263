"""Theorems and lemmas as functions that are their proofs, with the title, the claim and the places in print in the docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Concatenate, ParamSpec, TypeVar

from proofs.derive.authoring.derivation import Derivation
from proofs.derive.on_demand import written_beside
from proofs.derive.sympy.derivation import NoDerivation
from proofs.kernel import Formula
from proofs.statements.displayed import Display
from proofs.statements.statement import Source

PRINTED_AND, UNDERIVED = "Printed, and ", "No derivation: "
PRINTED = "as printed"  # what a refutation of a printed form is filed under, where a needed hypothesis has its name


Proving = Callable[[Derivation], object]
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class DocstringClaim:
    """The fields of a claim in the docstring of the function that is its proof."""

    id: str
    title: str
    words: str
    more: Mapping[str, Any]  # `sources` and `printed`, if it says where the claim is printed, and a `derivation`

    def add(self, item: Any) -> Any:
        """The claim with the fields of its docstring."""
        return replace(item, **{field.name: self.more[field.name] for field in fields(item) if field.name in self.more})


def phrase(prove: Proving) -> DocstringClaim:
    """`hinge_order_strict` proves "hinge-order-strict", and its docstring says what that is:

        The title.

        The claim in a sentence.

        Printed, and true with assumptions:
        - MR Theorem 1: what its wording leaves out

        No derivation: why SymPy has nothing to find; otherwise it has a function of the same name in a module of derivations beside.

    All but the title may be missing.  Other paragraphs are for the reader of the page."""
    title, *paragraphs = inspect.cleandoc(prove.__doc__ or "").split("\n\n")
    if not title:
        raise TypeError(f"{prove.__name__} has no docstring to begin with the title of what it proves; `python -OO` leaves them out")
    worked = written_beside(prove.__module__.rpartition(".")[0], prove.__name__)
    more: dict[str, Any] = {} if worked is None else {"derivation": worked}
    for paragraph in paragraphs:
        head, *items = re.split(r"\n- ", paragraph)
        if head.startswith(PRINTED_AND):
            more["printed"] = head.removeprefix(PRINTED_AND).rstrip(":").replace(" ", "-")
            more["sources"] = tuple(source(join(entry)) for entry in items)
        elif head.startswith(UNDERIVED):
            more["derivation"] = NoDerivation(join(head).removeprefix(UNDERIVED))
    words = next((p for p in paragraphs[:1] if not p.startswith(("Proof", PRINTED_AND, UNDERIVED))), "")
    return DocstringClaim(prove.__name__.strip("_").replace("_", "-"), join(title).removesuffix("."), join(words).removesuffix("."), more)


def as_written(claim: Formula | Display | None, facts: Iterable[tuple[str, Formula]], more: dict[str, Any]) -> dict[str, Any]:
    """A claim for the kernel, with how it is displayed: written by its author as he would print it, it is multiplied out."""
    if not isinstance(claim, Display):
        return {**more, "claim": claim}
    return {**more, "claim": claim.formula([formula for _, formula in facts]), "displayed": claim}


def join(paragraph: str) -> str:
    return re.sub(r"[ \n]+", " ", paragraph)


def source(entry: str) -> Source:
    """A place as ‘MR Theorem 1: what its wording leaves out’."""
    place, _, remark = entry.partition(": ")
    document, _, number = place.partition(" ")
    return Source(document, number, remark)


def by_its_proof(make: Callable[Concatenate[str, str, str, Proving, P], T]) -> Callable[P, Callable[[Proving], T]]:
    """The decorator that makes a claim of its proof, from the other arguments of `make`."""

    def give(*rest: P.args, **named: P.kwargs) -> Callable[[Proving], T]:
        def make_prove(prove: Proving) -> T:
            docstring = phrase(prove)
            item: T = docstring.add(make(docstring.id, docstring.title, docstring.words, prove, *rest, **named))
            return item

        return make_prove

    return give
