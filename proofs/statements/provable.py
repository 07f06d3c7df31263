"""The common part of pages, properties and lemmas, so that code that builds, checks or shows one need not ask which kind it is.

`Provable` is a claim with a proof: a bound on runs (`Page`), another claim (`Property`) or a fact that proofs cite (`Lemma`).
`StatedTheorem` is a theorem of the book: a page or a property. Only code that needs runs in place of instances separates the two, in
`proofs.verify.checks`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from proofs.derive.authoring.derivation import Derivation
from proofs.derive.on_demand import written_beside
from proofs.derive.sympy.derivation import NoDerivation
from proofs.kernel import Formula
from proofs.statements.displayed import Display, Shown
from proofs.statements.statement import Fact, Reach, Source

if TYPE_CHECKING:
    from proofs.derive.sympy.derivation import SymbolicDerivation

PRINTED_AND, UNDERIVED = "Printed, and ", "No derivation: "
PRINTED = "as printed"  # what a refutation of a printed form is filed under, where a needed hypothesis has its name


class Provable(Protocol):
    """A claim with its proof, and what there is to read about it; a lemma has little of that."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def heading(self) -> str:
        """The title as it stands above the proof."""

    @property
    def words(self) -> str:
        """The claim in a sentence; empty where the title says it."""

    @property
    def sources(self) -> tuple[Source, ...]: ...
    @property
    def facts(self) -> tuple[Fact, ...]:
        """Hypotheses and definitions, in words and as formulas."""

    @property
    def named_facts(self) -> tuple[tuple[str, Formula], ...]:
        """The facts as a proof may assume them."""

    @property
    def claim(self) -> Formula | None:
        """The last line that the proof must have; None for a lemma whose proof may end in any line."""

    @property
    def displayed(self) -> Shown | None:
        """The claim as its author writes it; None where the kernel's is shown."""

    @property
    def prove(self) -> Callable[[Derivation], object]: ...
    @property
    def derivation(self) -> Callable[[], SymbolicDerivation] | None:
        """SymPy's way to the claim, if it has one."""

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The names of the hypotheses that a user may drop."""

    @property
    def printed_form(self) -> str:
        """The claim as a source prints it, if that is false; empty otherwise."""


class StatedTheorem(Provable, Protocol):
    """A theorem of the book."""

    @property
    def claim(self) -> Formula: ...
    @property
    def printed(self) -> str:
        """How the sources' wording fares: true, true-with-assumptions or false."""

    @property
    def reach(self) -> Reach | None:
        """The bound on runs that it is, or amounts to, with the runs that come near; None if there are none."""

    def outside(self, used: Collection[str]) -> tuple[str, ...]:
        """Those of the hypotheses used that an attack does not keep to, since it does not know of them, in words."""


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
