"""The verdict on one theorem: the kernel's judgement of its proof, combined with the checks beside it.

It is separate from the replaying, which goes from theorem to theorem, so that several processes can work on verdicts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter

from perceptron.errors import InputError
from proofs.derive.authoring.encoding import write
from proofs.kernel import Proof, Rejected, Theorem, replay
from proofs.kernel.axioms import AXIOMS
from proofs.kernel.codec import read
from proofs.statements.page import Library, Provable, StatedTheorem, citations, write_page
from proofs.statements.statement import Fact
from proofs.theorems import misprints, sources, witnesses
from proofs.theorems.catalogue import items_by_id
from proofs.verify.checks.attack import attack
from proofs.verify.checks.definitions import introduce
from proofs.verify.checks.evidence import necessity, refutation
from proofs.verify.checks.learner_facts import agreement
from proofs.verify.checks.nonvacuity import BY_Z3, example
from proofs.verify.checks.verdict import CITED, NOT_ASKED, PROVED, REJECTED, Attack, RefereeFinding, TheoremVerdict
from proofs.verify.tightness import tightness
from proofs.verify.verdict_store import VerdictStore

ATTACK_SECONDS, LONGEST = 1.4, 0.2  # for the attacks on all theorems together, by default, and at most on one
IN_DOUBT = 2.0  # seconds at least for the attack on what is not proved
Callback = Callable[[str], None]


def usual_attack(theorems: int) -> float:
    """Seconds of search for each of a number of theorems by default."""
    return min(LONGEST, ATTACK_SECONDS / max(1, theorems))


@dataclass(frozen=True)
class Options:
    """`z3`, `coq`: ask these referees; `attack`: seconds of search for each theorem (0: none); `witnesses`: where counterexamples are;
    `workers`: processes that reach verdicts at once, on theorems of the catalogue."""

    z3: bool = True
    coq: bool = False
    attack: float = LONGEST
    witnesses: Path = witnesses.FOLDER
    workers: int = 1


@dataclass(frozen=True)
class Outcome:
    """The kernel's verdict on a proof: whether it accepted it as a proof of the statement, or (`reason`) why not; and the names of the
    hypotheses and axioms that its theorem rests on."""

    accepted: bool
    used: frozenset[str] = frozenset()
    axioms: frozenset[str] = frozenset()
    reason: str = ""
    steps: int = 0
    seconds: float = 0.0

    @property
    def status(self) -> str:
        return PROVED if self.accepted else REJECTED


def verdict(page: StatedTheorem, outcome: Outcome, proof: Proof | None, options: Options, on_progress: Callback) -> TheoremVerdict:
    """The verdict on a page; `proof`: for Z3, if it is enabled."""
    if not outcome.accepted:
        on_progress(f"{page.id}: attack, since it may be false")
        attacked = attack(page, max(options.attack, IN_DOUBT) if options.attack else 0)
        return replace(_reject(page, referees(page.id, outcome, proof, on_progress), "not proved"), attack=attacked)
    on_progress(f"{page.id}: the facts on runs of its learner")
    agreed = agreement(page)
    if agreed.broken:
        judged, remark = referees(page.id, outcome, proof, on_progress), f"what runs is not what is stated: {agreed.broken}"
        return _reject(page, judged, "it would be about something else", remark)
    on_progress(f"{page.id}: what each hypothesis is for")
    names = introduce(page, page.facts, outcome.used)
    refused = [fact for fact in names.restrictive if fact.name in outcome.used]
    if refused:
        said = ", ".join(f"{fact.name!r} ({fact.words})" for fact in refused)
        remark = f"called a definition, but the kernel does not see that there is always such a thing: {said}; as a hypothesis it may stand"
        return _reject(page, referees(page.id, outcome, proof, on_progress), "its statement may hide a hypothesis", remark)
    hypotheses = necessity(page, outcome.used, names.lets_be, options.witnesses)
    printed, unrefuted = refutation(page, options.witnesses)
    on_progress(f"{page.id}: how tight it is")
    tight = tightness(page)
    on_progress(f"{page.id}: attack")
    attacked = attack(page, options.attack)
    judged = referees(page.id, outcome, proof, on_progress)
    on_progress(f"{page.id}: on what all hypotheses hold")
    held = example(page) or (BY_Z3 if judged["z3"].details.get("satisfiable") else None)
    cited = _cite(page.facts, outcome.used)
    misprinted, remarks = _misprints(page.id, unrefuted)
    status, assumes = (
        CITED if cited else PROVED,
        (*cited, *axioms(outcome), *page.outside(outcome.used - set(names.lets_be)), *agreed.untested_facts()),
    )
    return TheoremVerdict(
        page.id,
        page.title,
        _sources(page),
        status,
        page.printed,
        judged,
        assumes,
        hypotheses,
        tight,
        attacked,
        printed,
        remarks,
        None if held is None else held.to_json(),
        misprinted,
    )


def _reject(page: StatedTheorem, judged: dict[str, RefereeFinding], unattacked: str, *remarks: str) -> TheoremVerdict:
    """The verdict on what does not stand: why it was not attacked, and what speaks against it."""
    attacked = Attack(None, reason=unattacked)
    return TheoremVerdict(page.id, page.title, _sources(page), REJECTED, page.printed, judged, attack=attacked, remarks=remarks)


def _sources(page: StatedTheorem) -> tuple[tuple[str, str], ...]:
    return tuple((source.document, source.number) for source in page.sources)


def referees(id: str, outcome: Outcome, proof: Proof | None, on_progress: Callback) -> dict[str, RefereeFinding]:
    """The findings of kernel and Z3 (if it is given the proof). Z3 gets no proof that the kernel rejects; Coq judges all of them
    elsewhere."""
    findings = {"kernel": RefereeFinding(outcome.accepted, outcome.steps, outcome.seconds, outcome.reason)}
    on_progress(f"{id}: Z3")
    if not outcome.accepted:
        findings["z3"] = RefereeFinding(None, reason="the kernel does not accept the proof")
    else:
        findings["z3"] = RefereeFinding(None, reason=NOT_ASKED) if proof is None else z3_finding(proof)
    return findings | {"coq": RefereeFinding(None, reason=NOT_ASKED)}


def z3_finding(proof: Proof) -> RefereeFinding:
    """Z3's finding on a proof that the kernel has just accepted."""
    try:
        import z3
    except ImportError as error:
        return RefereeFinding(None, reason=f"Z3 is not installed ({error})")
    z3.set_param("ctrl_c", False)  # which Python answers
    from proofs.referees.z3 import OK, STRUCTURAL, UNKNOWN, judge

    judged = judge(proof)
    details: dict[str, object] = {"judged": len(proof.steps) - len(judged.steps_with(STRUCTURAL)), "satisfiable": judged.satisfiable}
    details["version"] = z3.get_version_string()
    if judged.redundant:
        details["redundant"] = list(judged.redundant)
    if judged.verdict == UNKNOWN:
        return RefereeFinding(None, len(proof.steps), judged.seconds, "", details, judged.steps_with(UNKNOWN))
    ok = judged.verdict == OK
    reason = "" if ok else f"{judged.verdict} at {', '.join(judged.steps_with(judged.verdict))} by Z3 {details['version']}"
    return RefereeFinding(ok, len(proof.steps), judged.seconds, reason, details)


def axioms(outcome: Outcome) -> tuple[str, ...]:
    """The axioms that a theorem rests on, each with its statement."""
    return tuple(f"{name}: {AXIOMS[name].__doc__ or 'see the kernel'}" for name in sorted(outcome.axioms))


def _cite(facts: Iterable[Fact], used: Collection[str]) -> tuple[str, ...]:
    """The outside theorems among the hypotheses that a theorem rests on, each in words."""
    return tuple(f"cited, {fact.cited}: {fact.words}" for fact in facts if fact.cited and fact.name in used)


def _misprints(id: str, unrefuted: str) -> tuple[tuple[dict[str, str], ...], tuple[str, ...]]:
    """The false sentences on a theorem's page, each with its file, and the faults of those files, judged now."""
    records, remarks = [], [unrefuted]
    for misprint in misprints.on_page(id):
        file, fault = misprints.judge(misprint)
        e = sources.shown_by(witnesses.name(misprints.path(misprint)))
        records.append({"document": e.document, "number": e.at, "printed": e.quotation, "instead": e.instead, "file": file})
        remarks.append(fault)
    return tuple(records), tuple(filter(None, remarks))


@dataclass
class ReplayedProofs:
    """Proofs read back from their written form, the kernel's verdict on each, and the reason why others have none.

    `items`: the pages and lemmas that were written, each after its citations. `written`: proofs that this process has written before, which
    are not written again. `store`: those of earlier processes."""

    items: dict[str, Provable] = field(default_factory=dict)
    proofs: dict[str, Proof] = field(default_factory=dict)
    library: dict[str, Theorem] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    written: Mapping[str, Proof] = field(default_factory=dict)
    store: VerdictStore | None = None
    on_warning: Callback = lambda line: None

    def __post_init__(self) -> None:
        self.citable = Library(items_by_id(), self._prove)

    def _prove(self, id: str) -> Theorem | None:
        self.add_page(items_by_id()[id])
        self.refuse_another(items_by_id()[id])
        return self.library.get(id)

    def refuse_another(self, item: Provable) -> None:
        """Raise InputError if the proof under the id of an item is that of another one."""
        if self.items[item.id] is not item:
            raise InputError(f"{item.id!r} is the id of another theorem here; give the page another id")

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

    def add_page(self, item: Provable) -> None:
        """Write the proof of a page or lemma (dependencies first), then parse it back from JSON."""
        if item.id in self.items or self._add_kept(item):
            return
        try:
            if (proof := self.written.get(item.id)) is None:
                proof = write_page(item, self.citable)[0]
            for id in citations(proof):
                self.citable[id]
            text = json.dumps(write([proof]))
            if item.id in self.items:  # it cites what has its id
                return
            self._add_text(item, text)
            if self.store is not None and item.id in self.library and items_by_id().get(item.id) is item:
                self.store.keep_proof(item.id, text, citations(proof))
        except Exception as error:  # a page is the author's code, and whatever goes wrong in it leaves its theorem unproved
            self.items.setdefault(item.id, item)
            self.reasons[item.id] = (
                str(error) if isinstance(error, (InputError, Rejected)) else f"no proof: {type(error).__name__}: {error}"
            )

    def _add_text(self, item: Provable, text: str) -> None:
        """Have the kernel replay the proof that a text holds."""
        self.items[item.id], self.texts[item.id] = item, text
        (proof,) = read(json.loads(text))
        self.add(proof)

    def _add_kept(self, item: Provable) -> bool:
        """Take the text of the proof from the store, if it is there and proves the statement; a text that does not is written anew."""
        kept = self.store.proof(item.id) if self.store is not None and items_by_id().get(item.id) is item else None
        if kept is None:
            return False
        text, cited = kept
        with suppress(Rejected, LookupError, ValueError):
            for id in cited:
                self.citable[id]
            self._add_text(item, text)
            self.check(item.id, item.named_facts, item.claim or self.library[item.id].conclusion)
        if item.id in self.library and item.id not in self.reasons:
            return True
        self.on_warning(f"the stored proof of {item.id!r} is not one of its statement; it is written anew")
        for entries in (self.items, self.texts, self.proofs, self.library, self.reasons):
            entries.pop(item.id, None)
        return False

    def citations(self, ids: Iterable[str]) -> set[str]:
        """All that the proofs of these cite, directly or not."""
        cited, waiting = set[str](), [*ids]
        while waiting:
            id = waiting.pop()
            more = {*citations(self.proofs[id])} - cited if id in self.proofs else set()
            cited |= more
            waiting += more
        return cited

    def check(self, id: str, named: object, claim: object) -> None:
        """Withdraw a theorem that is not the one that was stated."""
        theorem = self.library.get(id)
        if theorem is None:
            return
        if theorem.conclusion != claim:
            self.reasons[id] = "the proof ends in another claim than the statement's"
        elif self.proofs[id].hypotheses != named:
            self.reasons[id] = "the proof starts from other hypotheses than the statement's"

    def _may_keep(self, id: str, options: Options) -> bool:
        """Whether verdicts on this theorem are kept: it is one of the catalogue, whose witnesses are where they always are."""
        return self.store is not None and self.items.get(id) is items_by_id().get(id) and options.witnesses == witnesses.FOLDER

    def kept_verdict(self, id: str, options: Options) -> TheoremVerdict | None:
        """The verdict of an earlier run with the kernel's finding of this one, if there is one that still serves."""
        outcome = self.outcome(id)
        if self.store is None or not outcome.accepted or not self._may_keep(id, options):
            return None
        kept = self.store.verdict(id, options.z3, options.attack)
        kernel = {"kernel": RefereeFinding(True, outcome.steps, outcome.seconds)}
        return None if kept is None else replace(kept, referees=kept.referees | kernel)

    def keep(self, v: TheoremVerdict, options: Options) -> None:
        """Keep a verdict that holds, and that no referee left open for want of time."""
        if self.store is not None and v.holds and self._may_keep(v.id, options) and not any(f.undecided for f in v.referees.values()):
            self.store.keep_verdict(v, options.z3, options.attack)

    def outcome(self, id: str) -> Outcome:
        proof = self.proofs.get(id)
        steps, seconds = len(proof.steps) if proof else 0, self.seconds.get(id, 0.0)
        theorem, reason = self.library.get(id), self.reasons.get(id, "")
        if theorem is None:
            return Outcome(False, reason=reason, steps=steps, seconds=seconds)
        used = frozenset(name for name, _ in theorem.hypotheses)
        return Outcome(id not in self.reasons, used, theorem.axioms, reason, steps, seconds)
