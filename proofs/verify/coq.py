"""Coq as third referee: its claims, its verdicts on them and on stored counterexamples, and its files."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from proofs.counterexample import coq_file as of_runs
from proofs.counterexample.reader import from_json
from proofs.kernel import Proof, Theorem
from proofs.referees.coq.encode import Untranslatable
from proofs.referees.coq.gate import SHIPPED, WHITELIST, CertificateStanding, CoqCertificate, assume, certify, judge, read_certificate
from proofs.referees.coq.theories import CLAIMS, CoqClaim, misprints, one_file, theories
from proofs.referees.coq.toolchain import INSTALL, Coq, CoqError, build_theories, find, read_theories
from proofs.statements import instance
from proofs.statements.page import Provable
from proofs.system.files import read_json, write_text
from proofs.system.processes import cores
from proofs.theorems import catalogue
from proofs.theorems.lookup import claim
from proofs.theorems.witnesses import FOLDER, models, name
from proofs.theorems.witnesses import coq_file as of_instances
from proofs.verify.assess import Callback
from proofs.verify.checks.verdict import RefereeFinding

MISSING = f"coqc not found; {INSTALL}"
OWN = CoqClaim.family  # of a theorem that is not of the catalogue, which `Claims.v` does not state


def claims(
    items: Iterable[Provable], proofs: Mapping[str, Proof], library: Mapping[str, Theorem], stated: Collection[str]
) -> list[CoqClaim]:
    """The claims for Coq: each of these items that the kernel has accepted, with its words."""
    homes = {id(item): family.__name__.rpartition(".")[2] for family in catalogue.FAMILIES for item in (*family.LEMMAS, *family.THEOREMS)}
    return [
        CoqClaim(
            proofs[item.id],
            library[item.id],
            homes.get(id(item), OWN),
            item.title,
            {fact.name: fact.words for fact in item.facts if fact.words != fact.name},
            item.id in stated,
        )
        for item in items
        if item.id in library
    ]


def _claims_of(ids: list[str], stated: Collection[str]) -> list[CoqClaim]:
    """The claims of these items of the catalogue and of all that they cite, proved just now."""
    built = catalogue.build_ids(ids)
    proofs, library = {id: b.proof for id, b in built.items()}, {id: b.theorem for id, b in built.items()}
    return claims([b.page for b in built.values()], proofs, library, stated)


def standalone_file(id: str) -> str:
    """A theorem and all that it cites as one Coq file, which needs no other."""
    return one_file(_claims_of([id], {id}), read_theories("theory"))


def catalogue_claims() -> list[CoqClaim]:
    """Every theorem and lemma of the catalogue, proved just now."""
    return _claims_of([item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)], {item.id for item in catalogue.THEOREMS})


def findings(asked: list[CoqClaim], on_progress: Callback) -> dict[str, RefereeFinding]:
    """Coq's finding on each theorem, or why there is none."""
    coq = find()
    if coq is None:
        reason = MISSING + certify_asked(asked)
        return {claim.id: RefereeFinding(None, reason=reason) for claim in asked}
    judged = judge(asked, coq, cores(), lambda theory: on_progress(f"Coq: {theory}"))
    steps = {claim.id: len(claim.proof.steps) for claim in asked}
    details: dict[str, object] = {"version": judged.version}
    accepted = {
        id: RefereeFinding(True, steps[id], judged.seconds, "", details | {"assumes": list(judged.accepted[id])}) for id in judged.accepted
    }
    refused = {id: f"Claims.v is not what Coq was asked: {why}" for id, why in misprints(in_catalogue(asked)).items()} | judged.refused
    return accepted | {id: RefereeFinding(False, steps[id], judged.seconds, f"Coq: {why}", details) for id, why in refused.items()}


def in_catalogue(asked: Iterable[CoqClaim]) -> list[CoqClaim]:
    return [claim for claim in asked if claim.family != OWN]


def record(certificate: CoqCertificate, asked: list[CoqClaim]) -> dict[str, CertificateStanding]:
    """A certificate's verdict on these theorems as they are now and as `Claims.v` prints them."""
    standings = certificate.standings(asked)
    wrong = misprints(in_catalogue(asked))
    return {id: CertificateStanding.PRINT if id in wrong and one is CertificateStanding.AS_NOW else one for id, one in standings.items()}


def certify_asked(asked: list[CoqClaim]) -> str:
    """The verdict of the certificate in the package on these theorems, as the end of a sentence; empty if it has none."""
    try:
        shipped_one = read_certificate()
        standings = record(shipped_one, asked)
    except (InputError, OSError, Untranslatable):
        return ""
    stated = [standings[claim.id] for claim in asked if claim.stated]
    as_now = stated.count(CertificateStanding.AS_NOW)
    return f". Coq {shipped_one.version} has checked {as_now} of {len(stated)} as they are now, says the package: `replay --coq`"


Values = tuple[models.Claiming, str, instance.Instance]
PARTS = 4  # files of instances, which Coq compiles side by side


@dataclass(frozen=True)
class JudgedFiles:
    """The names of those that Coq has proved to be counterexamples: runs, and instances.  `refused`: why it stopped at one."""

    runs: tuple[str, ...]
    instances: tuple[str, ...]
    refused: str = ""


def store(folder: Path = FOLDER) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name and the content of each file in the folder that holds a counterexample."""
    for file in sorted(folder.rglob("*.json")):
        data = read_json(file)
        if isinstance(data, dict) and ("conjecture" in data or data.get("format") == instance.FORMAT):
            yield name(file) if folder == FOLDER else file.stem, data


def judge_counterexamples(coq: Coq, on_progress: Callable[[str], object] = lambda _: None, folder: Path = FOLDER) -> JudgedFiles:
    """Coq on every counterexample in the folder.  Raises InputError for a file that is malformed or has no translation."""
    runs: dict[str, str] = {}
    values: dict[str, Values] = {}
    for called, data in store(folder):
        if "conjecture" in data:
            runs[called] = of_runs.judgement(from_json(data))
        else:
            id, without, broken = instance.read(data)
            values[called] = claim(id), without, broken
    theories = of_instances.theories() | _theories(runs, values)  # those for runs are among the first
    try:
        with build_theories(theories, coq, cores(), on_progress) as build:
            assumed_ = {axiom for theory, output in build.output.items() if theory.startswith("stored/") for axiom in assume(output)}
    except CoqError as error:
        return JudgedFiles((), (), f"{_at(theories[error.theory], error.line)}: {error}")
    if not assumed_ <= WHITELIST:
        return JudgedFiles((), (), f"they assume {', '.join(sorted(assumed_ - WHITELIST))}")
    return JudgedFiles(tuple(runs), tuple(values))


def _theories(runs: Mapping[str, str], values: Mapping[str, Values]) -> dict[str, str]:
    """A theory for the runs and some for the instances."""
    theories_ = {"stored/Runs": _theory("learners", of_runs.THEORIES, runs)} if runs else {}
    for part in range(PARTS):
        formulas = Formulas()
        texts = {called: of_instances.judgement(*value, formulas.short) for called, value in list(values.items())[part::PARTS]}
        theories_ |= {f"stored/Instances{part}": _theory("instances", ["Instances"], texts, formulas.defined_names)} if texts else {}
    return theories_


class Formulas:
    """A formula of many instances is written once, for reading it takes Coq longer than judging it."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def short(self, formula: str) -> str:
        return self.names.setdefault(formula, f"formula{len(self.names)}")

    @property
    def defined_names(self) -> str:
        return "".join(f"Definition {name} : formula := {formula}.\n" for formula, name in self.names.items())


def _theory(folder: str, required: Iterable[str], texts: Mapping[str, str], before: str = "") -> str:
    """A module for each text, and one question what all that they prove assumes."""
    parts = [f"From Perceptron.{folder} Require Import {' '.join(required)}.\n", before]
    parts += [f"\n(* {called} *)\nModule c{n}.{text}End c{n}.\n" for n, (called, text) in enumerate(texts.items())]
    everything = "".join(f"(c{n}.broken, " for n in range(len(texts))) + "tt" + ")" * len(texts)
    return "".join([*parts, f"Definition everything := {everything}.\nPrint Assumptions everything.\n"])


def _at(theory: str, line: int) -> str:
    """The name of the counterexample to which a line of a theory belongs."""
    above = re.findall(r"^\(\* (.*) \*\)\nModule", "\n".join(theory.splitlines()[:line]), re.MULTILINE)
    return str(above[-1]) if above else "none of them"


CHIEF = (  # for a referee in a hurry: at most 200 lines with what is needed to read them
    "norm-growth", "master-inequality", "novikoff", "optimality", "hinge-root", "hinge-l1", "margin-perceptron",
    "margin-perceptron-sharp", "hinge-surrogate", "hinge-subgradient", "ogd-regret", "kernel-perceptron",
)  # fmt: skip
AUDIT = """# For a referee in a hurry

Made by `make docs`; do not edit. What has to be believed of the companion, on one page: what a space is, and twelve of its theorems as
[Claims.v](../proofs/referees/coq/Claims.v) states them, which has them all. The rest is checked: a small kernel replays each proof, and so
does Coq, with the kernel's rules proved sound.

A run is its updates: `z k` is what update k adds to the weights `w k`, y·x for an example x with label y; `ξ k` is what y⟨u, x⟩ lacks of
the margin γ. That runs of the programs keep these hypotheses is proved in [folds/](../proofs/referees/coq/folds).

```coq
"""
SPACE = re.compile(r"^Record space :=.*?^}\.$|^Definition same.*?$", re.MULTILINE | re.DOTALL)


def audit_page() -> str:
    """The definitions and the chief statements as a Markdown page."""
    generated = theories(catalogue_claims())
    record, same = SPACE.findall(read_theories("theory")["theory/Space"])
    statements = (generated.titles[id] + generated.stated[id].partition("Proof.")[0] for id in CHIEF)
    return f"{AUDIT}{record}\n{same}  (* x ≡ y *)\n{''.join(statements)}```\n"


def write_audit() -> int:
    """The page for a referee, to stdout."""
    print(audit_page(), end="")
    return 0


def write_claims() -> int:
    """Every theorem in plain Coq."""
    write_text(CLAIMS, theories(catalogue_claims()).texts["claims/Claims"])
    return 0


def write_certificate() -> int:
    """Write a certificate of the theorems that Coq accepts now.  Exit code 1 if it rejects a theorem, which the certificate then leaves
    out; 2 without Coq."""
    coq = find()
    if coq is None:
        print(f"error: coqc not found; {INSTALL}", file=sys.stderr)
        return 2
    claims = catalogue_claims()
    judged = judge(claims, coq, cores(), lambda theory: print(f"Coq: {theory}", file=sys.stderr))
    write_text(SHIPPED, certify(judged, claims).text)
    print(f"Coq {judged.version} has checked {len(judged.accepted)} theorems: {SHIPPED}")
    for id, why in judged.refused.items():
        print(f"refused: {id}: {why}")
    return 1 if judged.refused else 0


if __name__ == "__main__":
    sys.exit({"claims": write_claims, "audit": write_audit, "certificate": write_certificate}[sys.argv[1]]())
