"""The main job: every proof written down, read back, replayed by the kernel, re-judged by the referees and attacked; one verdict each.

A proof that a page has just built is not believed.  It is turned into the text of a proof file, and what is replayed is what that text
says; then its hypotheses and conclusion are compared with the statement's, so that no proof of something else can pass.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from perceptron.errors import InputError
from proofs.checks import attack, necessity, outside, tightness
from proofs.derive.encoding import write
from proofs.kernel import Proof, Rejected, Theorem, replay
from proofs.kernel.codec import read
from proofs.kernel.rules import AXIOMS
from proofs.page import Page, Provable, build
from proofs.report.verdict import PROVED, REJECTED, Attack, Finding, Verdict
from proofs.theorems import catalogue, witnesses
from proofs.theorems.loading import shipped

NO_COQ = "the Coq referee is not part of this version"
Tell = Callable[[str], None]


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


def verify(pages: Iterable[Page], options: Options, tell: Tell = lambda stage: None) -> Iterator[Verdict]:
    """A verdict for each page, in order, as soon as it is reached.  `tell` hears what is being done."""
    pages = list(pages)
    tell("writing and replaying the proofs")
    replayed = _written_and_replayed(_with_citations(pages))
    for page in pages:
        yield _verdict(page, replayed, options, tell)


def verify_proofs(document: object, options: Options, tell: Tell = lambda stage: None) -> Iterator[Verdict]:
    """A verdict for each theorem of a proof file.  Raises Rejected if it is no proof file.

    One that is named as a theorem of the catalogue has to be that theorem; any other stands for what it says itself.
    """
    replayed = Replayed()
    proofs = read(document)
    if not proofs:
        raise Rejected("the file holds no proof")
    for proof in proofs:
        tell(f"{proof.id}: kernel")
        replayed.add(proof)
    known = shipped()
    for id, proof in replayed.proofs.items():
        item = known.get(id)
        if isinstance(item, Page):
            yield _verdict(item, replayed, options, tell)
            continue
        if item is not None:
            replayed.check(id, item.named, catalogue.built([id])[id].theorem.conclusion)
        title = getattr(item, "title", "not a theorem of the catalogue: it stands for what it says")
        referees = _referees(proof, replayed, options, tell)
        yield Verdict(id, title, (), _status(id, replayed), "", referees, _axioms(replayed.library.get(id)))


def _with_citations(pages: list[Page]) -> list[Provable]:
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


def _verdict(page: Page, replayed: Replayed, options: Options, tell: Tell) -> Verdict:
    statement = page.statement
    replayed.check(page.id, page.named, page.claim)
    referees = _referees(replayed.proofs.get(page.id), replayed, options, tell, page.id)
    status, theorem = _status(page.id, replayed), replayed.library.get(page.id)
    sources = tuple((source.document, source.number) for source in statement.sources)
    if status == REJECTED or theorem is None:
        return Verdict(page.id, page.title, sources, REJECTED, page.printed, referees, attack=Attack(None, reason="not proved"))
    tell(f"{page.id}: what each hypothesis is for")
    hypotheses = necessity(statement, theorem, options.witnesses)
    tell(f"{page.id}: how tight it is")
    tight = tightness(page)
    tell(f"{page.id}: attack")
    attacked = attack(statement, options.attack)
    assumes = (*_axioms(theorem), *(f"outside the game: {words}" for words in outside(statement, theorem)))
    return Verdict(page.id, page.title, sources, PROVED, page.printed, referees, assumes, hypotheses, tight, attacked)


def _referees(proof: Proof | None, replayed: Replayed, options: Options, tell: Tell, id: str = "") -> dict[str, Finding]:
    id = proof.id if proof else id
    steps = len(proof.steps) if proof else 0
    reason = replayed.reasons.get(id, "")
    found = {"kernel": Finding(not reason, steps, replayed.seconds.get(id, 0.0), reason)}
    if not options.z3:
        found["z3"] = Finding(None, reason="not asked for")
    elif reason or proof is None:
        found["z3"] = Finding(None, reason="the kernel does not accept the proof")
    else:
        tell(f"{id}: Z3")
        found["z3"] = _z3(proof, replayed.library)
    return found | {"coq": Finding(None, reason=NO_COQ)}


def _z3(proof: Proof, library: Mapping[str, Theorem]) -> Finding:
    try:
        from proofs.referees.z3 import judge
    except ImportError as error:
        return Finding(None, reason=f"Z3 is not installed ({error})")
    judged = judge(proof, library)
    counts = judged.counts
    details: dict[str, object] = {"judged": len(proof.steps) - counts.get("structural", 0), "satisfiable": judged.satisfiable}
    if judged.redundant:
        details["redundant"] = list(judged.redundant)
    reason = "" if judged.ok else f"{judged.verdict} at {', '.join(judged.named(judged.verdict)) or 'the hypotheses'}"
    return Finding(judged.ok, len(proof.steps), judged.seconds, reason, details)


def _status(id: str, replayed: Replayed) -> str:
    return PROVED if id in replayed.library and id not in replayed.reasons else REJECTED


def _axioms(theorem: Theorem | None) -> tuple[str, ...]:
    return tuple(f"{name}: {AXIOMS[name].citation}" for name in sorted(theorem.axioms)) if theorem else ()
