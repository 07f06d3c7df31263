"""The main job: every proof written down, read back, replayed by the kernel, re-judged by the referees and attacked; one verdict each.

A proof that a page has just built is not believed.  It is turned into the text of a proof file, and what is replayed is what that text
says; then its hypotheses and conclusion are compared with the statement's, so that no proof of something else can pass.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from perceptron.errors import InputError
from proofs import property_checks as instances
from proofs.aside import z3_aside
from proofs.checks import attack, necessity, outside, refutation
from proofs.derive.encoding import write
from proofs.kernel import Proof, Rejected, Theorem, replay
from proofs.kernel.codec import read
from proofs.kernel.rules import AXIOMS
from proofs.page import Page, Provable, build
from proofs.property import Property
from proofs.report.verdict import CITED, PROVED, REJECTED, Attack, Finding, Verdict
from proofs.statement import Fact
from proofs.theorems import catalogue, misprints, witnesses
from proofs.theorems.loading import shipped
from proofs.tight import tightness

NO_COQ = "the Coq referee is not part of this version"
Tell = Callable[[str], None]
Judge = Callable[[str], Finding]
Stated = Page | Property


@dataclass(frozen=True)
class Options:
    """`z3`: ask the second referee; `attack`: seconds of search for each theorem (0: none); `witnesses`: where counterexamples are."""

    z3: bool = True
    attack: float = 0.2
    witnesses: Path = witnesses.FOLDER


@dataclass
class Replayed:
    """Proofs read back from their written form, what the kernel made of each, and why it made nothing of the others."""

    proofs: dict[str, Proof] = field(default_factory=dict)
    library: dict[str, Theorem] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def add(self, proof: Proof) -> None:
        if proof.id in self.proofs:
            raise Rejected(f"two proofs are called {proof.id!r}")
        self.proofs[proof.id] = proof
        began = perf_counter()
        try:
            self.library[proof.id] = replay(proof, self.library)
        except Rejected as reason:
            self.reasons[proof.id] = str(reason)
        self.seconds[proof.id] = perf_counter() - began

    def check(self, id: str, named: object, claim: object) -> None:
        """Withdraw a theorem that is not the one that was stated."""
        theorem = self.library.get(id)
        if theorem is None:
            return
        if theorem.conclusion != claim:
            self.reasons[id] = "the proof ends in another claim than the statement's"
        elif self.proofs[id].hypotheses != named:
            self.reasons[id] = "the proof starts from other hypotheses than the statement's"


def verify(pages: Iterable[Stated], options: Options, tell: Tell = lambda stage: None) -> Iterator[Verdict]:
    """A verdict for each page, in order, as soon as it is reached.  `tell` hears what is being done."""
    pages = list(pages)
    tell("writing and replaying the proofs")
    replayed = _written_and_replayed(_with_citations(pages))
    for page in pages:
        replayed.check(page.id, page.named, page.claim)
    with _second_judge(replayed, [page.id for page in pages], options) as z3:
        for page in pages:
            yield _verdict(page, replayed, z3, options, tell)


def verify_proofs(document: object, options: Options, tell: Tell = lambda stage: None) -> Iterator[Verdict]:
    """A verdict for each theorem of a proof file.  Raises Rejected if it is no proof file.

    One that is named as a theorem of the catalogue has to be that theorem; any other stands for what it says itself.
    """
    replayed = Replayed()
    proofs = read(document)
    if not proofs:
        raise Rejected("the file holds no proof")
    known = shipped()
    for proof in proofs:
        tell(f"{proof.id}: kernel")
        replayed.add(proof)
        if (item := known.get(proof.id)) is not None:
            claim = item.claim or catalogue.built([item.id])[item.id].theorem.conclusion
            replayed.check(item.id, item.named, claim)
    with _second_judge(replayed, list(replayed.proofs), options) as z3:
        for id in replayed.proofs:
            item = known.get(id)
            if isinstance(item, Stated):
                yield _verdict(item, replayed, z3, options, tell)
                continue
            title = getattr(item, "title", "not a theorem of the catalogue: it stands for what it says")
            referees, axioms = _referees(id, replayed, z3, tell), _axioms(replayed.library.get(id))
            yield Verdict(id, title, (), _status(id, replayed), "", referees, axioms)


def _second_judge(replayed: Replayed, ids: list[str], options: Options) -> AbstractContextManager[Judge]:
    """Z3 on whatever the kernel accepts of those proofs."""
    if not options.z3:
        skipped = Finding(None, reason="not asked for")
        return nullcontext(lambda id: skipped)
    return z3_aside({id: replayed.proofs[id] for id in ids if _status(id, replayed) == PROVED})


def _with_citations(pages: list[Stated]) -> list[Provable]:
    """The pages and all that they cite, each after what it cites.  A page of the user's may cite the catalogue."""
    known = shipped()
    mine = [page for page in pages if known.get(page.id) is not page]
    for page in mine:
        if unknown := [id for id in page.cites if id not in known]:
            raise InputError(f"{page.id} cites {unknown[0]!r}, which the catalogue does not have")
    items = catalogue.needed([id for page in pages for id in (page.cites if page in mine else (page.id,))])
    for page in mine:
        if any(item.id == page.id for item in items):
            raise InputError(f"{page.id!r} is a theorem of the catalogue that is cited here; give the page another id")
    return [*items, *mine]


def _written_and_replayed(items: list[Provable]) -> Replayed:
    replayed = Replayed()
    theorems: dict[str, Theorem] = {}
    for item in items:
        try:
            built = build(item, theorems)
            theorems[item.id] = built.theorem
            (proof,) = read(json.loads(json.dumps(write([built.proof]))))
            replayed.add(proof)
        except Exception as error:  # a page is the author's code, and whatever goes wrong in it leaves its theorem unproved
            replayed.reasons[item.id] = str(error) if isinstance(error, Rejected) else f"no proof: {type(error).__name__}: {error}"
    return replayed


def _verdict(page: Stated, replayed: Replayed, z3: Judge, options: Options, tell: Tell) -> Verdict:
    status, theorem = _status(page.id, replayed), replayed.library.get(page.id)
    sources = tuple((source.document, source.number) for source in page.sources)
    if status == REJECTED or theorem is None:
        referees = _referees(page.id, replayed, z3, tell)
        return Verdict(page.id, page.title, sources, REJECTED, page.printed, referees, attack=Attack(None, reason="not proved"))
    tell(f"{page.id}: what each hypothesis is for")
    if isinstance(page, Property):
        return _property_verdict(page, sources, replayed, z3, options, tell)
    statement = page.statement
    hypotheses = necessity(statement, theorem, options.witnesses)
    tell(f"{page.id}: how tight it is")
    tight = tightness(page)
    printed, unrefuted = refutation(page, options.witnesses)
    tell(f"{page.id}: attack")
    attacked = attack(statement, options.attack)
    whose = "outside the game" if statement.learner is None else f"of the learner {type(statement.learner).__name__}"
    cited = _cited(statement.facts, theorem)
    status = CITED if cited else PROVED
    assumes = (*cited, *_axioms(theorem), *(f"{whose}: {words}" for words in outside(statement, theorem)))
    referees = _referees(page.id, replayed, z3, tell)
    found, remarks = _misprints(page.id, unrefuted)
    return Verdict(
        page.id, page.title, sources, status, page.printed, referees, assumes, hypotheses, tight, attacked, printed, remarks, found,
    )  # fmt: skip


def _property_verdict(
    item: Property, sources: tuple[tuple[str, str], ...], replayed: Replayed, z3: Judge, options: Options, tell: Tell
) -> Verdict:
    theorem = replayed.library[item.id]
    hypotheses = instances.necessity(item, theorem, options.witnesses)
    printed, unrefuted = instances.refutation(item, options.witnesses)
    tell(f"{item.id}: attack")
    attacked = instances.attack(item, options.attack)
    referees = _referees(item.id, replayed, z3, tell)
    cited = _cited(item.facts, theorem)
    tell(f"{item.id}: how tight it is")
    tight, status, assumes = tightness(item), CITED if cited else PROVED, cited + _axioms(theorem)
    found, remarks = _misprints(item.id, unrefuted)
    return Verdict(
        item.id, item.title, sources, status, item.printed, referees, assumes, hypotheses, tight, attacked, printed, remarks, found,
    )  # fmt: skip


def _misprints(id: str, unrefuted: str) -> tuple[tuple[dict[str, str], ...], tuple[str, ...]]:
    """The false sentences on a theorem's page, each with its file, and what is wrong with those files, judged now."""
    found, remarks = [], [unrefuted]
    for misprint in misprints.on_page(id):
        file, fault = misprints.judged(misprint)
        source, instead = misprint.source, misprint.instead
        found.append({"document": source.document, "number": source.number, "printed": source.remark, "instead": instead, "file": file})
        remarks.append(fault)
    return tuple(found), tuple(filter(None, remarks))


def _referees(id: str, replayed: Replayed, z3: Judge, tell: Tell) -> dict[str, Finding]:
    reason, proof = replayed.reasons.get(id, ""), replayed.proofs.get(id)
    found = {"kernel": Finding(not reason, len(proof.steps) if proof else 0, replayed.seconds.get(id, 0.0), reason)}
    tell(f"{id}: Z3")
    found["z3"] = z3(id) if _status(id, replayed) == PROVED else Finding(None, reason="the kernel does not accept the proof")
    return found | {"coq": Finding(None, reason=NO_COQ)}


def _status(id: str, replayed: Replayed) -> str:
    return PROVED if id in replayed.library and id not in replayed.reasons else REJECTED


def _cited(facts: Iterable[Fact], theorem: Theorem) -> tuple[str, ...]:
    """The outside theorems among the hypotheses that a theorem rests on, each in words."""
    used = dict(theorem.hypotheses)
    return tuple(f"cited, {fact.cited}: {fact.words}" for fact in facts if fact.cited and fact.name in used)


def _axioms(theorem: Theorem | None) -> tuple[str, ...]:
    return tuple(f"{name}: {AXIOMS[name].__doc__ or 'see the kernel'}" for name in sorted(theorem.axioms)) if theorem else ()
