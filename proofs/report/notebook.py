"""A theorem in a notebook: its statement, the kernel's verdict, SymPy's derivation, and its runs, under one name.

    from proofs import theorem
    novikoff = theorem("novikoff")      statement, hypotheses in words, verdict of the kernel; replayed when it is wanted
    novikoff.derivation                 SymPy's way to the bound
    novikoff.stepping                   the same to click through, beside the kernel's lines
    novikoff.proof                      the proof, step by step
    novikoff.linear                     the same in about eight lines, each of which unfolds
    novikoff.checker                    the kernel's own steps; in the book the page replays them
    novikoff.premises                   its premises
    novikoff.attack(seconds=2)          the search, now
    novikoff.without("separable")       the stored run that breaks it without a hypothesis, judged now
    novikoff.as_printed                 where the sources print something false: what shows it, judged now
    novikoff.tight                      the run that comes nearest to the bound

    Interaction("bounds")               sliders, a run to step through; "hinge", "adversary" and "learner" are the others
    Interaction("bounds").widget()      the same as a widget of Jupyter: its `settings` and `status` are known to Python

Nothing here is evidence of its own: it shows what kernel, search and judge say.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from functools import cached_property, singledispatch
from typing import TYPE_CHECKING, Any

from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.derive.sympy.derivation import SymbolicDerivation, notation, work_out
from proofs.derive.sympy.grammar import relation
from proofs.kernel.axioms import AXIOMS
from proofs.report import fill_template
from proofs.report.live.interactions import Interaction as Interaction
from proofs.report.live.interactions import checker
from proofs.report.pictures.run_data import PlottedRun
from proofs.report.proofs import render
from proofs.report.proofs.linear import linear
from proofs.report.proofs.pages import LinearProof
from proofs.report.proofs.render import RenderedText
from proofs.report.proofs.theorem import inner, misprint_lines
from proofs.report.proofs.worked import SteppedDerivation, lines_beside
from proofs.report.tables.listing import list_lines, table
from proofs.statements.displayed import Likely
from proofs.statements.docstrings import PRINTED
from proofs.statements.instance import Instance
from proofs.statements.page import BuiltProof, Page, Provable
from proofs.statements.property import Property
from proofs.statements.statement import Fact
from proofs.theorems import catalogue
from proofs.theorems.lookup import item as named_item
from proofs.theorems.lookup import name

if TYPE_CHECKING:
    from proofs.falsify import Outcome

SECONDS, HOUR = 2.0, 3600.0


@dataclass(frozen=True)
class Exhibit:
    """A theorem or lemma with its proof, just replayed, and the proofs of all that it cites."""

    item: Provable
    built: dict[str, BuiltProof]

    @property
    def id(self) -> str:
        return self.item.id

    @property
    def title(self) -> str:
        return self.item.title

    @property
    def page(self) -> Page:
        """The page of a bound on runs; Raises InputError for another theorem."""
        if not isinstance(self.item, Page):  # the one door to what only a bound on runs has
            raise InputError(f"{self.id} is not a bound on runs")
        return self.item

    @property
    def bound(self) -> Comparison:
        """The bound as the search and the judge read it."""
        return self.page.statement.comparison

    @property
    def stated(self) -> Any:
        """The bound, with its parameters, as SymPy writes it."""
        statement = self.page.statement
        bound = parse(statement.bound, extra=statement.parameters)
        return relation(bound)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Hypotheses and definitions, in words and as the kernel has them; a lemma has only names."""
        return self.item.facts

    @cached_property
    def proof(self) -> RenderedText:
        """The proof, step by step."""
        own = self.built[self.id]
        return render.proof(own.proof, own.notes, title=self.title, displayed=self._probability, inner=inner(self.item))

    @property
    def _probability(self) -> Likely | None:
        """The claim as a textbook prints it, if it is one on random draws; others are shown as the kernel has them."""
        return self.item.displayed if isinstance(self.item.displayed, Likely) else None

    @cached_property
    def linear(self) -> LinearProof:
        """The proof without citations in about eight lines, each of which unfolds."""
        return linear(self.id, self.built)

    @cached_property
    def checker(self) -> RenderedText:
        """Every step of the kernel; in a page of the book it replays them there, and a reader may alter them."""
        title = f"{self.title}\n{self._kernel()}"
        return RenderedText(title, title, checker(self.id, self.built), mathematics=False)

    @cached_property
    def derivation(self) -> SymbolicDerivation:
        """SymPy's derivation of the bound, a sequence of steps, or the reason why there is none. Raises InputError for a lemma."""
        if self.item.derivation is None:
            raise InputError(f"{self.id}: expected a theorem with a derivation, got a lemma; ask for a theorem that cites it")
        return work_out(self.id, self.item.derivation)

    @property
    def stepping(self) -> SteppedDerivation:
        """SymPy's derivation, one step at a time, with the kernel's line beside each that says the same. Raises InputError for a lemma."""
        return SteppedDerivation(self.derivation, lines_beside(self.id, self.derivation, catalogue.build_ids([self.id])))

    @property
    def premises(self) -> RenderedText:
        """Every theorem and lemma that it rests on, in the order in which the kernel replayed them."""
        rows = [(id, str(len(b.proof.steps)), b.page.title) for id, b in self.built.items()]
        return table(("", "steps", "says"), rows)

    @property
    def misprints(self) -> RenderedText:
        """The different statements in the sources, and for each false one the command that refutes it."""
        return list_lines(misprint_lines(self.item))

    def attack(self, seconds: float | None = None, seed: int = 0, turns: int | None = None) -> Any:
        """Search for a counterexample for a number of seconds, or of turns, which give the same result everywhere: an outcome of `falsify`,
        or the trials on a property."""
        return _attack(self.item, SECONDS if seconds is None and turns is None else seconds, seed, turns)

    def without(self, hypothesis: str) -> Any:
        """The stored run or instance that breaks it once a hypothesis is dropped, judged now; InputError if there is none or it is bad."""
        return self._break(hypothesis, f"without {hypothesis!r}")

    @property
    def as_printed(self) -> Any:
        """The stored run or instance that breaks the sources' statement, judged now. InputError if there is none, or it is bad."""
        return self._break(PRINTED, PRINTED)

    def _break(self, what: str, words: str) -> Any:
        from proofs.verify.checks.evidence import evidence

        stored = evidence(self.item, what)
        if stored is None:
            raise InputError(f"{self.id} {words}: nothing is stored")
        if stored.reasons:
            raise InputError(f"{self.id} {words}: not valid: {'; '.join(stored.reasons)}")
        return _describe(self.item, what, stored.found)

    @property
    def tight(self) -> PlottedRun:
        """The run that comes nearest to the bound.  InputError if the page has none."""
        if self.page.attained is None:
            raise InputError(f"{self.id} has no extremal run")
        return PlottedRun.extremal(self.page.attained(), self.bound)

    def __repr__(self) -> str:
        return f"{self.title}\n{self._kernel()}"

    def _repr_html_(self) -> str:
        given, shown = [f.formula for f in self.facts], self._probability
        hypotheses, meanings, _ = render.part(self.facts, shown)
        return fill_template(
            "proofs/exhibit.html",
            shown=self,
            item=self.item,
            hypotheses=hypotheses,
            meanings=meanings,
            formula=lambda f: render.fact(f, given, shown).html,
            claim=render.formula(self.item.claim or self.built[self.id].theorem.conclusion, given, shown).html,
            stated=notation.mathml(self.stated) if isinstance(self.item, Page) else "",  # the kernel multiplies out
            kernel=self._kernel(),
            sources=" · ".join(f"{s}{f' ({s.remark})' if s.remark else ''}" for s in self.item.sources),
        )

    def _kernel(self) -> str:
        own, whole = len(self.built[self.id].proof.steps), sum(len(b.proof.steps) for b in self.built.values())
        cited = len(self.built) - 1
        those = f"those of the {cited} theorems and lemmas that it rests on" if cited > 1 else "that of the one that it rests on"
        on = f", and {those}, {whole} steps in all" if cited else ""
        axioms = sorted(self.built[self.id].theorem.axioms)
        taken = "; ".join(f"{name} ({AXIOMS[name].__doc__ or 'see the kernel'})" for name in axioms) or "none"
        cites = sorted({f.cited for f in self.facts if f.cited})
        outside = f" Assumed, since no proof here establishes it: {'; '.join(cites)}." if cites else ""
        return f"The kernel has just replayed its proof of {own} step{'s' * (own != 1)}{on}. Axioms: {taken}.{outside}"


def exhibit(id: str) -> Exhibit:
    """A theorem or lemma by its id, or the one that a FILE.py states; raises InputError with the known ids."""
    item = named_item(name(id))
    return Exhibit(item, catalogue.build_ids([item.id]))


@singledispatch
def _attack(item: Provable, seconds: float | None, seed: int, turns: int | None) -> Any:
    raise InputError(f"{item.id} is a lemma: attack what rests on it")


@_attack.register(Page)
def _search(page: Page, seconds: float | None, seed: int, turns: int | None) -> Outcome:
    from proofs.falsify import falsify

    statement = page.statement
    return falsify(statement.comparison, statement.game, budget=seconds, turns=turns, seed=seed, learner=statement.learner)


@_attack.register(Property)
def _attempt(item: Property, seconds: float | None, seed: int, turns: int | None) -> RenderedText:
    from proofs.verify.checks.property_search import PropertySearch, attack

    trial = attack(item, seconds or SECONDS, seed) if turns is None else PropertySearch(item, seconds or HOUR, seed=seed, turns=turns).run()
    if trial.found is None and trial.broken_by is not None:
        said = f"broken: {trial.broken_by}"
    elif trial.found is None:
        said = f"survived: {trial.drawn:,} instances drawn, in {trial.held:,} of them all facts held, and so did the claim"
    else:
        said = f"broken: {trial.found.to_json()}"
    return RenderedText(f"{item.title}\n{said}", said, f"<p><b>{html.escape(item.title)}</b><br>{html.escape(said)}</p>", mathematics=False)


@singledispatch
def _describe(item: Provable, what: str, evidence: Any) -> Any:
    """The counterexample for the reader; it displays itself."""
    return evidence


@_describe.register(Property)
def _instance(item: Property, what: str, instance: Instance) -> RenderedText:
    values = instance.to_json()
    kinds = [kind for kind in values.values() if isinstance(kind, dict)]
    rows = [(name, _render(value)) for kind in kinds for name, value in kind.items()]
    weaker = item.without(what)
    kept = [f"✓ {f.words}" for f in weaker.facts if not f.definition]
    own = item.displayed if weaker.claim == item.claim else None
    claim = render.formula(weaker.claim, [f.formula for f in item.facts], own)
    worth, listing = table(("name", "value"), rows), list_lines([*kept, f"✗ the claim does not hold: {claim}"])
    head = f"{item.title}\n" + (item.printed_form if what == PRINTED else f"without {what!r}")
    text = f"{head}\n{worth}\n{listing}"
    return RenderedText(text, text, f"<p>{html.escape(head).replace(chr(10), '<br>')}</p>{worth.html}{listing.html}", mathematics=False)


def _render(value: Any) -> str:
    if isinstance(value, dict):
        return " + ".join(f"{c}·√{n}" for c, n in value["sum"]) if "sum" in value else f"√{value['root']}"
    return f"({', '.join(map(_render, value))})" if isinstance(value, list) else str(value)
