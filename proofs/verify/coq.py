"""The third referee: what Coq says of the theorems that the kernel has accepted, and the claims that it is asked about."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from perceptron.errors import InputError
from proofs.kernel import Proof, Theorem
from proofs.referees.coq import INSTALL, Claim, Standing, Untranslatable, find, judge, one_file, read_certificate, shipped
from proofs.statements.provable import Provable
from proofs.system.processes import cores
from proofs.theorems import catalogue
from proofs.verify.assess import Tell
from proofs.verify.checks.verdict import Finding

MISSING = f"coqc not found; {INSTALL}"


def claims(items: Iterable[Provable], proofs: Mapping[str, Proof], library: Mapping[str, Theorem], stated: Collection[str]) -> list[Claim]:
    """What Coq is asked about: each of these items that the kernel has accepted, with its words."""
    homes = {item.id: family.__name__.rpartition(".")[2] for family in catalogue.FAMILIES for item in (*family.LEMMAS, *family.THEOREMS)}
    return [
        Claim(
            proofs[item.id],
            library[item.id],
            homes.get(item.id, "own"),
            item.title,
            {fact.name: fact.words for fact in item.facts if fact.words != fact.name},
            item.id in stated,
        )
        for item in items
        if item.id in library
    ]


def standalone_file(id: str) -> str:
    """A theorem and all that it cites as one Coq file, which needs no other."""
    built = catalogue.built([id])
    proofs, library = {key: b.proof for key, b in built.items()}, {key: b.theorem for key, b in built.items()}
    return one_file(claims([b.page for b in built.values()], proofs, library, {id}), shipped("theory"))


def catalogue_claims() -> list[Claim]:
    """Every theorem and lemma of the catalogue, proved just now."""
    built = catalogue.built([item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)])
    proofs, library = {id: b.proof for id, b in built.items()}, {id: b.theorem for id, b in built.items()}
    return claims([b.page for b in built.values()], proofs, library, {item.id for item in catalogue.THEOREMS})


def findings(asked: list[Claim], tell: Tell) -> dict[str, Finding]:
    """Coq's finding on each theorem, or why there is none."""
    coq = find()
    if coq is None:
        reason = MISSING + certified(asked)
        return {claim.id: Finding(None, reason=reason) for claim in asked}
    judged = judge(asked, coq, cores(), lambda theory: tell(f"Coq: {theory}"))
    steps = {claim.id: len(claim.proof.steps) for claim in asked}
    details: dict[str, object] = {"version": judged.version}
    found = {id: Finding(True, steps[id], judged.seconds, "", details | {"assumes": list(judged.accepted[id])}) for id in judged.accepted}
    return found | {id: Finding(False, steps[id], judged.seconds, f"Coq: {why}", details) for id, why in judged.refused.items()}


def certified(asked: list[Claim]) -> str:
    """What the certificate in the package says of these theorems, as the end of a sentence; nothing if it can say nothing."""
    try:
        shipped_one = read_certificate()
        standings = shipped_one.standings(asked)
    except (InputError, OSError, Untranslatable):
        return ""
    stated = [standings[claim.id] for claim in asked if claim.stated]
    as_now = stated.count(Standing.AS_NOW)
    return f". Coq {shipped_one.version} has checked {as_now} of {len(stated)} as they are now, says the package: `replay --coq`"
