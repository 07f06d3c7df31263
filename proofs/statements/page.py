"""A page: a statement with its proof and what surrounds it; a lemma: a bare fact that several proofs cite.

Both are built into kernel proofs by `build`; `prove` only proposes, `replay` judges. A cited theorem is proved when it is first cited.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from perceptron.extremal.families import Family
from perceptron.extremal.sequences import Extremal
from proofs.conjecture import parse
from proofs.conjecture.game import Game
from proofs.derive.authoring.derivation import ByName, Derivation
from proofs.kernel import Formula, Polynomial, Proof, Rejected, Theorem, replay
from proofs.statements.definitions import flat
from proofs.statements.displayed import Display, Likely, Shown
from proofs.statements.docstrings import Proving, as_written, by_its_proof, phrase
from proofs.statements.property import Property
from proofs.statements.standard_facts import SYMBOLS, M, R, bounded
from proofs.statements.statement import Fact, Reach, Source, Statement
from proofs.system.escaping import near

if TYPE_CHECKING:
    from proofs.derive.sympy.derivation import SymbolicDerivation
    from proofs.statements.instance import Instance

LEARNERS_OWN = ("zero start", "mistake-driven", "margin rule")  # hypotheses that a learner object brings along itself
_RADIUS = tuple(bounded(R, updates).formula for updates in (M, M + 1))  # ‖x‖ ≤ R says nothing of an R that is measured


@dataclass(frozen=True)
class Lemma:
    """A fact without a run: `prove` writes its proof from the named formulas. No source states it, and no attack is made on it."""

    sources: ClassVar[tuple[Source, ...]] = ()
    hypotheses: ClassVar[tuple[str, ...]] = ()
    printed_form: ClassVar[str] = ""
    derivation: ClassVar[None] = None

    id: str
    title: str
    words: str
    prove: Callable[[Derivation], object]
    named_facts: tuple[tuple[str, Formula], ...]
    claim: Formula | None = None
    displayed: Shown | None = None
    example: Callable[[], Instance] | None = None  # where its hypotheses hold, if no theorem that rests on it shows as much

    @property
    def heading(self) -> str:
        return f"Lemma {self.id}: {self.title}"

    @property
    def facts(self) -> tuple[Fact, ...]:
        """A lemma's formulas have names and no words."""
        return tuple(Fact(name, name, formula) for name, formula in self.named_facts)


def lemma(
    *facts: Fact | tuple[str, Formula] | tuple[Any, ...], claim: Formula | Display | None = None, **more: Any
) -> Callable[[Proving], Lemma]:
    """@lemma(facts, formulas with their names, or tuples of them, claim=…), above a proof."""
    named_facts = tuple((fact.name, fact.formula) if isinstance(fact, Fact) else fact for fact in flat(facts))
    return by_its_proof(Lemma)(named_facts=named_facts, **as_written(claim, named_facts, more))


@dataclass(frozen=True)
class Page:
    """A theorem of the book.

    `families`: runs that come near the bound, each along a parameter; `attained`: one such run (by default of the first family; its
    docstring states the theorem in words); `limit`: where none attains the bound, why M over the bound tends to 1 along a family;
    `printed`: how the sources' wording fares (true, true-with-assumptions, false); `refuted`: the bound as printed, where that is false.
    """

    statement: Statement
    prove: Callable[[Derivation], object]
    printed: str = "true-with-assumptions"
    refuted: str = ""
    attained: Callable[[], Extremal] | None = None
    families: tuple[Family, ...] = ()
    limit: str = ""
    derivation: Callable[[], SymbolicDerivation] | None = None  # SymPy's way to the bound, for show and notebooks

    def __post_init__(self) -> None:
        if self.attained is None and self.families:
            object.__setattr__(self, "attained", self.families[0].illustration)

    @property
    def id(self) -> str:
        return self.statement.id

    @property
    def named_facts(self) -> tuple[tuple[str, Formula], ...]:
        """The facts as a proof may assume them."""
        return self.statement.named_facts

    @property
    def claim(self) -> Formula:
        return self.statement.conclusion

    @property
    def title(self) -> str:
        return self.statement.title

    @property
    def heading(self) -> str:
        """The title as it stands above the proof."""
        return self.title

    @property
    def displayed(self) -> Display:
        """The bound itself, of which the claim is the translation."""
        return Display(self.statement.bound, self.statement.symbols)

    @property
    def words(self) -> str:
        return self.statement.words

    @property
    def sources(self) -> tuple[Source, ...]:
        return self.statement.sources

    @property
    def facts(self) -> tuple[Fact, ...]:
        return self.statement.hypotheses

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The hypotheses that a user may drop, without those that the learner satisfies by itself."""
        own = () if self.statement.learner is None else LEARNERS_OWN
        return tuple(name for name in self.statement.droppable if name not in own)

    @property
    def printed_form(self) -> str:
        """As a formula: the refuted form is a text of the conjecture grammar."""
        return parse(self.refuted).unicode() if self.refuted else ""

    @property
    def reach(self) -> Reach | None:
        """The statement itself, with its families; a page's single run is a family of one."""
        families, attained, statement = self.families, self.attained, self.statement
        if not families and attained is not None:
            words = " ".join(inspect.cleandoc(attained.__doc__ or "an extremal run").split())
            families = (Family("run", words, "run", lambda _: attained(), (Fraction(1),)),)
        defaults = {name: Fraction(values[0]) for name, values in statement.parameters.items()}
        return Reach(statement.game, statement.bound, families, self.limit, defaults) if families else None

    def outside(self, used: Collection[str]) -> tuple[str, ...]:
        """Hypotheses that a proof uses and the game does not impose, in words."""
        statement, game = self.statement, self.statement.game
        whose = "outside the game" if statement.learner is None else f"of the learner {type(statement.learner).__name__}"
        imposed = {*statement.droppable, *_keep(game)}
        return tuple(
            f"{whose}: {fact.words}"
            for fact in statement.hypotheses
            if fact.name in used
            and not fact.definition
            and fact.name not in imposed
            and not (game.radius == "measured" and fact.formula in _RADIUS)
        )


StatedTheorem = Page | Property  # a theorem of the book
Provable = StatedTheorem | Lemma  # a claim with a proof; proofs cite lemmas as well


def mistake_bound(
    bound: str,
    game: Game,
    *facts: Fact | tuple[Fact, ...],
    symbols: Mapping[str, Polynomial] = MappingProxyType({}),
    by: Callable[..., Any] | None = None,
    **more: Any,
) -> Callable[[Proving], Page]:
    """@mistake_bound(bound, game, facts or tuples of them), above a proof: the page of a statement.

    `symbols` are names of the bound beyond `SYMBOLS`.  What else a `Statement` and a `Page` have is given by name: `signed`, `families`
    and others.

    With `by=decide` (of `proofs.decide`) the facts are those of the game and of the code of a `learner`, and the proof is the one that
    `decide` finds; the function below has a docstring only. Raises InputError if none is found."""
    stated = {part.name: more.pop(part.name) for part in fields(Statement) if part.name in more}

    def page(prove: Proving) -> Page:
        docstring = phrase(prove)
        if by is not None:
            if facts or symbols:
                raise TypeError("by=decide takes the facts and the names from the game; leave out facts and symbols")
            decision = by(bound, game, learner=stated.get("learner"))
            named, prove = decision.page(id=docstring.id, title=docstring.title, words=docstring.words, **stated)
        else:
            known = {**SYMBOLS, **symbols}
            named = Statement(docstring.id, docstring.title, (), game, bound, flat(facts), known, words=docstring.words, **stated)
        item: Page = docstring.add(Page(docstring.add(named), prove, **more))
        return item

    return page


def gather(*chapters: ModuleType) -> tuple[tuple[StatedTheorem, ...], tuple[Lemma, ...]]:
    """The theorems and the lemmas that some modules prove, in their order; not those that they import."""
    claims: dict[str, Provable] = {}
    for chapter in chapters:
        for value in vars(chapter).values():
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, Provable) and item.prove.__module__ == chapter.__name__:
                    claims.setdefault(item.id, item)
    items = claims.values()
    return tuple(item for item in items if not isinstance(item, Lemma)), tuple(item for item in items if isinstance(item, Lemma))


def _keep(game: Game) -> Iterator[str]:
    """Hypotheses that every run of a game keeps although it has no rule for them."""
    yield "R ≥ 0"  # measured or declared, it is a length
    if "zero start" not in game.possible:
        yield "zero start"
    if game.eps > 0:
        yield "ε > 0"
    if game.eps <= 1:
        yield "ε ≤ 1"


@dataclass(frozen=True)
class BuiltProof:
    """A page or lemma with the proof that was written for it and the theorem that the kernel made of it."""

    page: Provable
    proof: Proof
    theorem: Theorem
    notes: Mapping[str, str]

    @property
    def cites(self) -> tuple[str, ...]:
        """The theorems and lemmas that the proof cites, the first that it cites first."""
        return citations(self.proof)


def citations(proof: Proof) -> tuple[str, ...]:
    """The ids of a proof's citations, in the order of the first ones."""
    return tuple(dict.fromkeys(str(step.data["theorem"]) for step in proof.steps if step.rule == "cut"))


class Library(ByName[Theorem]):
    """The theorems that proofs may cite: one of the `known` is proved, by `prove`, when a proof first cites it.

    So no order has to be kept. A theorem that is cited again while it is being proved would rest on itself. To ask whether it is there is
    to cite it, so that a line which is written as it stands is like one of `cite`."""

    def __init__(self, known: Collection[str], prove: Callable[[str], Theorem | None]) -> None:
        super().__init__("theorem to cite", {})
        self.known, self.prove, self.under_way = known, prove, set[str]()

    def __contains__(self, id: object) -> bool:
        return super().__contains__(id) or (isinstance(id, str) and id in self.known and self[id] is not None)

    def __missing__(self, id: str) -> Theorem:
        if id not in self.known:
            raise LookupError(f"there is no {self.what} {id!r}{near(id, self.known)}")
        if id in self.under_way:
            raise LookupError(f"{id!r} cannot be cited by what it rests on")
        self.under_way.add(id)
        try:
            theorem = self.prove(id)
        finally:
            self.under_way.remove(id)
        if theorem is None:
            raise LookupError(f"{id!r} cannot be cited: its proof was not accepted")
        self[id] = theorem
        return theorem


def write_page(page: Provable, library: Mapping[str, Theorem]) -> tuple[Proof, Mapping[str, str]]:
    """The proof as its author writes it, not yet replayed, and the notes to its lines."""
    d = Derivation(page.id, page.named_facts, library, page.claim)
    page.prove(d)
    return d.proof(), dict(d.notes)


def build(page: Provable, library: Mapping[str, Theorem]) -> BuiltProof:
    """Write the proof and replay it; raises `Rejected` if it does not establish the page's own claim from its own hypotheses."""
    proof, notes = write_page(page, library)
    theorem = replay(proof, library)
    if page.displayed is not None and not isinstance(page, Page):
        page.displayed.check(page.claim, [f for _, f in page.named_facts])
    if isinstance(page, Property) and isinstance(page.displayed, Likely) and (hidden := page.displayed.inner & {*page.hypotheses}):
        raise Rejected(f"{page.id}: {min(hidden)!r} is a hypothesis, and is not to be read among what is defined for the proof")
    if page.claim is not None and theorem.conclusion != page.claim:
        raise Rejected(f"{page.id}: the proof ends in another claim than the statement's")
    return BuiltProof(page, proof, theorem, notes)
