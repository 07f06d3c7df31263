"""A page: a statement with its proof and what surrounds it; a lemma: a bare fact that several proofs cite.

Both are built into kernel proofs by `build`, in the order of their citations; `prove` only proposes, `replay` judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from perceptron.extremal.families import Family
from perceptron.extremal.sequences import Extremal
from proofs.derive.authoring.derivation import Derivation
from proofs.kernel import Formula, Proof, Rejected, Theorem, replay
from proofs.statements.statement import Source, Statement

if TYPE_CHECKING:
    from proofs.derive.sympy.derivation import Worked
    from proofs.statements.instance import Instance


class Provable(Protocol):
    """What `build` needs of a page or a lemma."""

    @property
    def id(self) -> str: ...
    @property
    def named(self) -> tuple[tuple[str, Formula], ...]: ...
    @property
    def claim(self) -> Formula | None: ...
    @property
    def cites(self) -> tuple[str, ...]: ...
    @property
    def prove(self) -> Callable[[Derivation], object]: ...


@dataclass(frozen=True)
class Lemma:
    """A fact without a run: `prove` writes its proof from the named formulas."""

    id: str
    title: str
    named: tuple[tuple[str, Formula], ...]
    prove: Callable[[Derivation], object]
    cites: tuple[str, ...] = ()
    claim: Formula | None = None
    example: Callable[[], Instance] | None = None  # where its hypotheses hold, if no theorem that rests on it shows as much


@dataclass(frozen=True)
class Page:
    """A theorem of the book.

    `families`: runs that come near the bound, each along a parameter; `attained`: one such run (by default of the first family; its
    docstring says in words what it shows); `limit`: where none attains the bound, why M over the bound tends to 1 along a family;
    `misprints`: what the sources print otherwise, one sentence each; `printed`: how their wording fares (true, true-with-assumptions,
    false); `refuted`: the bound as printed, where that is false.
    """

    statement: Statement
    prove: Callable[[Derivation], object]
    cites: tuple[str, ...]
    printed: str = "true-with-assumptions"
    misprints: tuple[str, ...] = ()
    refuted: str = ""
    attained: Callable[[], Extremal] | None = None
    families: tuple[Family, ...] = ()
    limit: str = ""
    derivation: Callable[[], Worked] | None = None  # SymPy's way to the bound, for show and notebooks

    def __post_init__(self) -> None:
        if self.attained is None and self.families:
            object.__setattr__(self, "attained", self.families[0].shown)

    @property
    def id(self) -> str:
        return self.statement.id

    @property
    def named(self) -> tuple[tuple[str, Formula], ...]:
        return self.statement.named

    @property
    def claim(self) -> Formula:
        return self.statement.conclusion

    @property
    def title(self) -> str:
        return self.statement.title

    @property
    def sources(self) -> tuple[Source, ...]:
        return self.statement.sources


@dataclass(frozen=True)
class Built:
    """A page or lemma with the proof that was written for it and the theorem that the kernel made of it."""

    page: Provable
    proof: Proof
    theorem: Theorem
    notes: Mapping[str, str]


def written(page: Provable, library: Mapping[str, Theorem]) -> tuple[Proof, Mapping[str, str]]:
    """The proof as its author writes it, not yet replayed, and the notes to its lines."""
    d = Derivation(page.id, page.named, library, page.claim)
    page.prove(d)
    return d.proof(), dict(d.notes)


def build(page: Provable, library: Mapping[str, Theorem]) -> Built:
    """Write the proof and replay it; raises `Rejected` if it does not establish the page's own claim from its own hypotheses."""
    proof, notes = written(page, library)
    theorem = replay(proof, library)
    if page.claim is not None and theorem.conclusion != page.claim:
        raise Rejected(f"{page.id}: the proof ends in another claim than the statement's")
    return Built(page, proof, theorem, notes)


def build_all(pages: Iterable[Provable]) -> dict[str, Built]:
    """Pages in an order in which each cites only earlier ones, built."""
    built: dict[str, Built] = {}
    for page in pages:
        built[page.id] = build(page, {id: b.theorem for id, b in built.items()})
    return built
