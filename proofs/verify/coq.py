"""The third referee: what Coq says of the theorems that the kernel has accepted, and the claims that it is asked about."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from importlib.resources import files
from pathlib import Path

from proofs.kernel import Proof, Theorem
from proofs.referees.coq import INSTALL, Claim, find, judge, one_file, shipped, theories
from proofs.statements.provable import Provable
from proofs.system.files import write_text
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
        return {claim.id: Finding(None, reason=MISSING) for claim in asked}
    judged = judge(asked, coq, cores(), lambda theory: tell(f"Coq: {theory}"))
    steps = {claim.id: len(claim.proof.steps) for claim in asked}
    details: dict[str, object] = {"version": judged.version}
    found = {id: Finding(True, steps[id], judged.seconds, "", details | {"assumes": list(judged.accepted[id])}) for id in judged.accepted}
    return found | {id: Finding(False, steps[id], judged.seconds, f"Coq: {why}", details) for id, why in judged.refused.items()}


if __name__ == "__main__":  # `make claims`
    write_text(Path(str(files("proofs.referees.coq") / "Claims.v")), theories(catalogue_claims()).texts["claims/Claims"])
