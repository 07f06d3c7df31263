"""The main job: every proof written down, read back, replayed by the kernel, re-judged by the referees and attacked; one verdict each.

A proof that a page has just built is not believed. It is turned into the text of a proof file, and the kernel replays that text; then its
hypotheses and conclusion are compared with the statement's, so that no proof of something else can pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from proofs.derive.authoring.abbreviations import upgrade
from proofs.kernel import Formula, Proof, Rejected
from proofs.kernel.codec import read
from proofs.referees.coq.theories import CoqClaim
from proofs.statements.page import StatedTheorem
from proofs.theorems import catalogue
from proofs.theorems.catalogue import items_by_id
from proofs.verify.assess import Callback, Options, ReplayedProofs, axioms, referees, verdict
from proofs.verify.checks.nonvacuity import BY_Z3
from proofs.verify.checks.verdict import FileTheorem, RefereeFinding, TheoremVerdict
from proofs.verify.coq import claims, findings
from proofs.verify.verdict_store import VerdictStore

CONTRADICTION = "the hypotheses contradict each other: the theorem says nothing"


def verify(
    pages: Iterable[StatedTheorem],
    options: Options,
    on_progress: Callback = lambda stage: None,
    on_warning: Callback = lambda line: None,
    written: Mapping[str, Proof] = MappingProxyType({}),
    store: VerdictStore | None = None,
) -> Iterator[TheoremVerdict]:
    """A verdict for each page, in order, as soon as it is reached. `on_progress(text)` is called at the start of each stage,
    `on_warning(text)` for warnings. Proofs that were `written` before are replayed, and not written again. With a `store`,
    the verdicts of an earlier run stand where nothing has changed since, but for the kernel's part. With all theorems come the lemmas that
    none of them cites: a verdict on each that the kernel rejects.

    With several workers, a script of the user's needs the guard `if __name__ == "__main__"`, as for any process that Python starts."""
    pages, replayed = list(pages), ReplayedProofs(written=written, store=store, on_warning=on_warning)
    yield from _on_pages(pages, replayed, options, on_progress, on_warning)
    if len(pages) == len(catalogue.THEOREMS):
        yield from _on_uncited(on_progress, replayed)


def _on_uncited(on_progress: Callback, replayed: ReplayedProofs | None = None) -> Iterator[TheoremVerdict]:
    """A verdict on each lemma that no theorem replayed so far cites and the kernel rejects."""
    on_progress("the lemmas that no theorem cites")
    replayed = ReplayedProofs() if replayed is None else replayed
    cited = replayed.citations(page.id for page in catalogue.THEOREMS)
    for lemma in catalogue.LEMMAS:
        if lemma.id in cited:
            continue
        replayed.add_page(lemma)
        if lemma.claim is not None:
            replayed.check(lemma.id, lemma.named_facts, lemma.claim)
        outcome = replayed.outcome(lemma.id)
        if not outcome.accepted:
            yield TheoremVerdict(
                lemma.id, lemma.title, (), outcome.status, "", {"kernel": RefereeFinding(False, outcome.steps, reason=outcome.reason)}
            )


def _on_pages(
    pages: list[StatedTheorem], replayed: ReplayedProofs, options: Options, on_progress: Callback, on_warning: Callback
) -> Iterator[TheoremVerdict]:
    mine = [page for page in pages if items_by_id().get(page.id) is not page]
    if not options.coq and min(options.workers, len(pages)) > 1 and not mine:
        from proofs.verify.workers import verdicts

        yield from verdicts(pages, replayed, options, on_progress, on_warning)
        return
    on_progress("writing and replaying the proofs")
    # For Coq with the lemmas that none cites too, in the catalogue's order, so that what it is asked is what the certificate records.
    whole = options.coq and len(pages) == len(catalogue.THEOREMS)
    for item in (*(catalogue.LEMMAS if whole else ()), *sorted(pages, key=lambda page: items_by_id().get(page.id) is not page)):
        replayed.add_page(item)
        replayed.refuse_another(item)
    for page in pages:
        replayed.check(page.id, page.named_facts, page.claim)
    coq = _third_judge(replayed, [page.id for page in pages], on_progress) if options.coq else {}
    for page in pages:
        proof = replayed.proofs.get(page.id) if options.z3 else None
        reached = replayed.kept_verdict(page.id, options)
        if reached is None:
            reached = verdict(page, replayed.outcome(page.id), proof, options, on_progress)
            replayed.keep(reached, options)
        yield _receive(reached, coq)


def verify_proofs(document: object, options: Options, on_progress: Callback = lambda stage: None) -> Iterator[TheoremVerdict]:
    """A verdict for each theorem of a proof file.  Raises Rejected if it is no proof file.

    One that is named as a theorem of the catalogue has to be that theorem; any other one stands for its own statement.
    """
    replayed = ReplayedProofs()
    proofs = upgrade(read(document))
    if not proofs:
        raise Rejected("the file holds no proof")
    known, stated = items_by_id(), {page.id: page for page in catalogue.THEOREMS}
    for proof in proofs:
        on_progress(f"{proof.id}: kernel")
        replayed.add(proof)
        if (item := known.get(proof.id)) is not None:
            claim = item.claim or catalogue.build_ids([item.id])[item.id].theorem.conclusion
            replayed.check(item.id, item.named_facts, claim)
    coq = findings([CoqClaim(replayed.proofs[id], theorem) for id, theorem in replayed.library.items()], on_progress) if options.coq else {}
    for id, proof in replayed.proofs.items():
        outcome, theorem, shown = replayed.outcome(id), replayed.library.get(id), proof if options.z3 else None
        said = FileTheorem(theorem, proof.hypotheses) if theorem is not None and outcome.accepted else None
        if id in stated:
            yield _receive(replace(verdict(stated[id], outcome, shown, options, on_progress), said=said), coq)
            continue
        title = known[id].title if id in known else "not a theorem of the catalogue: it stands for what it says"
        judged = referees(id, outcome, shown, on_progress)
        held = BY_Z3.to_json() if judged["z3"].details.get("satisfiable") else None
        remarks = (CONTRADICTION,) if said is not None and options.z3 and held is None and contradict(proof.hypotheses) else ()
        yield _receive(
            TheoremVerdict(id, title, (), outcome.status, "", judged, axioms(outcome), remarks=remarks, example=held, said=said), coq
        )


def contradict(hypotheses: Iterable[tuple[str, Formula]]) -> bool:
    """Whether Z3 finds that the hypotheses cannot hold together."""
    from proofs.referees.z3 import has_no_model

    return has_no_model([f for _, f in hypotheses])


def _third_judge(replayed: ReplayedProofs, ids: list[str], on_progress: Callback) -> dict[str, RefereeFinding]:
    """Coq on whatever the kernel accepts."""
    library = {id: theorem for id, theorem in replayed.library.items() if replayed.outcome(id).accepted}
    return findings(claims(replayed.items.values(), replayed.proofs, library, ids), on_progress)


def _receive(v: TheoremVerdict, coq: Mapping[str, RefereeFinding]) -> TheoremVerdict:
    """The verdict with what Coq says, if it was asked."""
    return replace(v, referees=v.referees | {"coq": coq[v.id]}) if v.id in coq else v
