"""The gate: Coq compiles everything, says what each theorem assumes, and its own checker looks at the result once more.

A theorem passes if the generated texts contain nothing that could assume a fact, Coq accepts the proof and the plain statement, and `Print
Assumptions` names the axioms of the real numbers and no others. Findings are kept by content: a theorem that was judged once is not judged
again.

The certificate: which theorems Coq has accepted, as hashes in a file that comes with the package.

It is compared with the theorems as they are now, so that Coq's verdict on an earlier text is never taken for one on this text. It is a
record and no proof: a reader in doubt runs Coq.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from time import perf_counter
from typing import Any

from perceptron.errors import InputError
from proofs.kernel import Formula, Proof, Rejected, replay_all
from proofs.kernel.codec import read
from proofs.referees.arena import entries
from proofs.referees.coq.encode import CoqDefinition, Untranslatable, list_items, proof_term
from proofs.referees.coq.theories import CoqClaim, Theories, faults, one_file, theories, without_comments
from proofs.referees.coq.toolchain import Coq, CoqError, GaveUp, Limit, build_theories, check, closure, keep, keep_key, keys, read_theories
from proofs.referees.tampering import ReplayedProof, mutants
from proofs.system.files import dumps, read_json

SHIPPED = Path(__file__).parent / "certificate.json"
FORMAT = "perceptron-proofs/coq-certificate-1"
LARGEST = 1_000_000  # bytes
ID, THEORY, VERSION, HASH = (re.compile(form) for form in (r"[a-z0-9-]{1,80}", r"\w{1,40}/\w{1,40}", r"[\w.+~-]{1,40}", r"[0-9a-f]{64}"))


class CertificateStanding(Enum):
    """A certificate's verdict on a theorem as it is now."""

    AS_NOW = "checked as it is now"
    PROOF = "checked before its proof, or that of a theorem it cites, changed"
    STATEMENT = "checked before its statement changed"
    THEORY = "checked before the rules changed"
    PRINT = "checked, but Claims.v states something else"
    MISSING = "not checked"
    GONE = "checked, but no longer there"


@dataclass(frozen=True)
class Hashes:
    """SHA-256 of a theorem in plain Coq, and of its proof data together with the proofs of all that it cites."""

    statement: str
    proof: str


@dataclass(frozen=True)
class CoqCertificate:
    """Coq's accepted theorems: its version, the axioms that it printed, the hash of each theory below the proofs, and of each theorem."""

    version: str
    assumes: tuple[str, ...]
    theory: Mapping[str, str]
    theorems: Mapping[str, Hashes]

    @property
    def text(self) -> str:
        """The certificate as JSON, in a fixed order."""
        theorems = {id: {"proof": h.proof, "statement": h.statement} for id, h in sorted(self.theorems.items())}
        record = {"assumes": sorted(self.assumes), "coq": self.version, "format": FORMAT, "theorems": theorems}
        return dumps(record | {"theory": dict(sorted(self.theory.items()))})

    def standings(self, claims: Sequence[CoqClaim]) -> dict[str, CertificateStanding]:
        """The certificate's verdict on each of these theorems, and on those of its own that are not among them."""
        now, same_rules = hashes(claims), self.theory == rules()
        standings = {id: self._standing(self.theorems.get(id), h, same_rules) for id, h in now.items()}
        return standings | {id: CertificateStanding.GONE for id in self.theorems if id not in now}

    def _standing(self, then: Hashes | None, now: Hashes, same_rules: bool) -> CertificateStanding:
        if then is None:
            return CertificateStanding.MISSING
        if then.statement != now.statement:
            return CertificateStanding.STATEMENT
        if then.proof != now.proof:
            return CertificateStanding.PROOF
        return CertificateStanding.AS_NOW if same_rules else CertificateStanding.THEORY


def certify(judged: CoqJudgement, claims: Sequence[CoqClaim]) -> CoqCertificate:
    """The certificate of the theorems that were judged just now."""
    now = hashes(claims)
    assumed = {axiom for axioms in judged.accepted.values() for axiom in axioms}
    return CoqCertificate(judged.version, tuple(sorted(assumed)), rules(), {id: now[id] for id in judged.accepted})


def read_certificate(path: str | Path = SHIPPED) -> CoqCertificate:
    """The certificate in a file.  Raises InputError if it is none, and OSError."""
    record = read_json(path, LARGEST)

    def need(holds: bool, what: str) -> None:
        if not holds:
            raise InputError(f"{path}: no certificate of what Coq has checked: {what}")

    need(isinstance(record, dict) and record.get("format") == FORMAT, f"its format is not {FORMAT}")
    need(
        record.keys() == {"assumes", "coq", "format", "theorems", "theory"},
        "it has other fields than assumes, coq, format, theorems, theory",
    )
    need(_is(VERSION, record["coq"]), "coq is no version")
    need(isinstance(record["assumes"], list) and all(isinstance(axiom, str) for axiom in record["assumes"]), "assumes is no list of names")
    for axiom in record["assumes"]:
        need(axiom in WHITELIST, f"{axiom!r:.60} is none of the axioms of the real numbers")
    need(isinstance(record["theory"], dict) and isinstance(record["theorems"], dict), "theory and theorems are objects")
    for name, hashed in record["theory"].items():
        need(_is(THEORY, name) and _is(HASH, hashed), f"{name!r:.60} is no theory with its SHA-256")
    for id, pair in record["theorems"].items():
        whole = isinstance(pair, dict) and pair.keys() == {"proof", "statement"} and all(_is(HASH, h) for h in pair.values())
        need(_is(ID, id) and whole, f"{id!r:.60} is no theorem with the SHA-256 of its statement and proof")
    theorems = {id: Hashes(pair["statement"], pair["proof"]) for id, pair in record["theorems"].items()}
    return CoqCertificate(record["coq"], tuple(record["assumes"]), record["theory"], theorems)


def hashes(claims: Sequence[CoqClaim]) -> dict[str, Hashes]:
    """Of each theorem among these claims, of which each cites only earlier ones.  Raises Untranslatable."""
    written = theories(claims)
    proofs: dict[str, str] = {}
    for claim in claims:
        proofs[claim.id] = _hash(written.replays[claim.id], *(proofs[id] for id in sorted(claim.theorem.cites)))
    printed = {id: " ".join(without_comments(text).split()) for id, text in written.stated.items()}
    return {id: Hashes(_hash(text), proofs[id]) for id, text in printed.items()}


def rules() -> dict[str, str]:
    """The hash of each theory that is written by hand: the rules, their soundness, and the programs that bounds are carried over to."""
    return {name: _hash(text) for name, text in {**read_theories("theory"), **programs()}.items()}


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _is(form: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None


WHITELIST = frozenset({  # what the standard library's real numbers and their logarithm are made of
    "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic",
})  # fmt: skip
APPLIED = re.compile(r"\bNeeded\.(\w+)")  # a theorem in a theory of `folds`
Callback = Callable[[str], object]


@dataclass
class CoqJudgement:
    """Coq's verdict on each id: the axioms that an accepted theorem rests on, or the reason for its rejection.  `fresh`: the number of
    theories compiled just now."""

    version: str
    accepted: dict[str, tuple[str, ...]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    fresh: int = 0
    seconds: float = 0.0


def judge(claims: Sequence[CoqClaim], coq: Coq, jobs: int = 2, on_progress: Callback = lambda _: None) -> CoqJudgement:
    """Coq's finding on each of these claims, of which each cites only earlier ones.

    A claim that Coq refuses is left out together with all that cite it, and the others are judged."""
    began = perf_counter()
    judged = CoqJudgement(coq.version)
    left = list(claims)
    while left:
        try:
            written = theories(left)
        except Untranslatable as error:
            left = _without(left, error.id, str(error), judged)
            continue
        try:
            _judge(written, judged, coq, jobs, on_progress)
            break
        except CoqError as error:
            left = _without(left, _culprit(written, error), str(error), judged)
    judged.seconds = perf_counter() - began
    return judged


def _judge(made: Theories, judged: CoqJudgement, coq: Coq, jobs: int, on_progress: Callback) -> None:
    for theory, word in faults(made.texts):
        raise CoqError(theory, 0, f"a generated text uses {word!r}")
    folds = programs({made.names[id] for id in made.stated})
    texts = {**read_theories("theory"), **made.texts, **folds, "claims/Assumptions": _ask([made.names[id] for id in made.stated], folds)}
    axioms = assume(_look(texts, judged, coq, jobs, on_progress))
    if not axioms <= WHITELIST:
        raise CoqError("claims/Claims", 0, f"the theorems assume {', '.join(sorted(axioms - WHITELIST))}")
    judged.accepted |= {id: tuple(sorted(axioms)) for id in made.stated}


def programs(stated: Collection[str] | None = None) -> dict[str, str]:
    """The theories that carry bounds over to runs of programs, with those of the learners that they rest on.

    Given the names of the theorems that `Claims.v` states, only the theories that apply no others."""
    learners, folds = read_theories("learners"), read_theories("folds")
    theories: dict[str, str] = {}
    for name in folds:
        below = closure(name, learners | folds)
        applied = {theorem for text in below.values() for theorem in APPLIED.findall(text)}
        if applied and (stated is None or applied <= set(stated)):
            theories |= below
    return theories


def carried_over(name: str, prove: Callable[[list[str]], Sequence[CoqClaim]]) -> str:
    """A theory of `folds` and all that it builds on as one text that needs nothing but Coq, without a question about its assumptions.

    `prove` is given the ids of the theorems that it applies: their claims, and those of what they cite."""
    above = closure(name, read_theories("learners") | read_theories("folds"))
    applied = {theorem for text in above.values() for theorem in APPLIED.findall(text)}
    return one_file(prove(sorted(theorem.replace("_", "-") for theorem in applied)), read_theories("theory"), above)


def _culprit(made: Theories, error: CoqError) -> str | None:
    """The theorem for which Coq refuses a theory: the one of the line, or the one that a theorem about runs applies there."""
    if error.theory in made.texts and error.line:
        return made.theorem_at(error.theory, error.line)
    if error.theory.startswith("folds/") and error.line:
        lines = read_theories("folds")[error.theory].splitlines()
        above, below = "\n".join(lines[: error.line]), "\n".join(lines[error.line :])
        applied = APPLIED.search(above.rpartition("Theorem ")[2] + below.partition("Qed.")[0])
        return next((id for id, name in made.names.items() if applied and name == applied[1]), None)
    return None


def _look(texts: dict[str, str], judged: CoqJudgement, coq: Coq, jobs: int, on_progress: Callback) -> str:
    """Coq's print of the theorems' assumptions, once all is compiled and checked."""
    key = hashlib.sha256("".join(keys(texts, coq.version).values()).encode()).hexdigest()
    output = keep_key(f"{key}-gate")
    if output is None:
        with build_theories(texts, coq, jobs, on_progress) as build:
            judged.fresh += len(build.compiled)
            check(build, coq, on_progress)
            output = build.output["claims/Assumptions"]
        keep(f"{key}-gate", output)
    return output


def _ask(stated: Iterable[str], folds: Mapping[str, str]) -> str:
    """One question for all theorems at once: none of them assumes more than the answer says, and to ask of each takes a second each."""
    required, asked = "From Perceptron.claims Require Import Claims.\n", list(stated)
    for name, text in folds.items():
        if name.startswith("folds/"):
            module = name.partition("/")[2]
            required += f"From Perceptron.folds Require {module}.\n"
            asked += [f"@Perceptron.folds.{module}.{theorem}" for theorem in re.findall(r"^ *Theorem (\w+)", text, re.MULTILINE)]
    everything = "".join(f"({name}, " for name in asked) + "tt" + ")" * len(asked)
    return f"{required}Definition everything := {everything}.\nPrint Assumptions everything.\n"


def assume(output: str) -> frozenset[str]:
    """The axioms that Coq printed, by name."""
    if "Closed under the global context" in output:
        return frozenset()
    axioms = output.partition("Axioms:")[2]
    return frozenset(re.findall(r"^([\w.']+)(?= :|\n +:)", axioms, flags=re.MULTILINE)) or frozenset({"what nobody knows"})


def _without(left: list[CoqClaim], culprit: str | None, why: str, judged: CoqJudgement) -> list[CoqClaim]:
    """The claims without the one that is refused, and without all that cite it; none, if it is unknown."""
    if culprit is None:
        judged.refused |= {claim.id: why for claim in left}
        return []
    judged.refused[culprit] = why
    gone = {culprit}
    for claim in left:
        if cited := gone & claim.theorem.cites:
            gone.add(claim.id)
            judged.refused[claim.id] = f"it cites {min(cited)}, which is refused"
    return [claim for claim in left if claim.id not in gone]


HEAD = "From Perceptron.theory Require Import Replay.\n"
CASES_A_FILE = 40
LIMIT = Limit(seconds=60, memory=3 * 10**9)  # of one file


def accepts(cases: Sequence[Sequence[Proof]], coq: Coq, limit: Limit = LIMIT) -> list[bool | None]:
    """For each case, a list of proofs of which later ones may cite earlier ones: whether Coq accepts them all; None if it gave up.

    Data that is of no rule's form, so that it has no translation, is refused."""
    texts = {number: text for number, case in enumerate(cases) if (text := _case(number, case)) is not None}
    answers: dict[int, bool | None] = {}
    translated = tuple(texts)
    files = [translated[n : n + CASES_A_FILE] for n in range(0, len(translated), CASES_A_FILE)]
    while files:
        named = {f"jury/From{file[0]}To{file[-1]}": file for file in files}
        theories = {name: HEAD + "".join(texts[number] for number in file) for name, file in named.items()}
        try:
            with build_theories({**read_theories("theory"), **theories}, coq, limit=limit) as build:
                answers |= dict(answer for name in named for answer in _answers(build.output[name]))
            break
        except GaveUp as stopped:
            if stopped.theory not in named:
                raise
            file = named[stopped.theory]
            files.remove(file)
            half = len(file) // 2
            if half:  # which case is it?  What is compiled already is kept
                files += [file[:half], file[half:]]
            else:
                answers[file[0]] = None
    return [answers.get(number, False) for number in range(len(cases))]


def _case(number: int, case: Sequence[Proof]) -> str | None:
    """The case as Coq text that prints its answer, or None if the data is of no rule's form."""
    entries: dict[str, CoqDefinition] = {}
    lines = []
    try:
        for place, proof in enumerate(case):
            if proof.id in entries:
                return None
            entry = _entry(proof, f"case{number}_{place}")
            term, cited = proof_term(entry, entries)
            library = list_items(entries[id].name for id in cited)
            lines.append(f"Definition {entry.name} : option statement := Eval vm_compute in established_from {library} ({term}).\n")
            entries[proof.id] = entry
    except (Untranslatable, RecursionError):
        return None
    everything = list_items(entry.name for entry in entries.values())
    return "".join(lines) + f"Eval vm_compute in ({number}%nat, accepted {everything}).\n"


def _entry(proof: Proof, name: str) -> CoqDefinition:
    """The proof, with the statement that it claims to establish: that gives names to the names, and Coq computes the statement that it does
    establish."""
    claims: dict[str, Formula] = {**dict(proof.hypotheses), **{step.name: step.claim for step in proof.steps}}
    if proof.conclusion not in claims:
        raise Untranslatable(f"{proof.id}: there is no step {proof.conclusion!r:.40}")
    return CoqDefinition(proof, proof.hypotheses, claims[proof.conclusion], name)


def _answers(output: str) -> Iterator[tuple[int, bool]]:
    for line in output.splitlines():
        if answer := re.match(r" *= \((\d+)(?:%nat)?, (true|false)\)", line):
            yield int(answer[1]), answer[2] == "true"


TOO_MUCH = "too much arithmetic"  # the kernel counts its steps; Coq is stopped at a limit, and says nothing


@dataclass(frozen=True)
class CoqAgreement:
    """How many texts both accept and both reject, and the names of those on which they differ, or of which Coq says nothing within its
    limit."""

    accepted: int
    rejected: int
    different: tuple[str, ...]
    unanswered: tuple[str, ...]

    @property
    def words(self) -> str:
        """The counts as a line."""
        silent = f", {len(self.unanswered)} without an answer of Coq" * bool(self.unanswered)
        return f"{self.accepted} accepted by both, {self.rejected} rejected by both, {len(self.different)} disagreements{silent}"


def agreement(cases: Mapping[str, Sequence[Proof]], coq: Coq) -> CoqAgreement:
    """The verdicts of kernel and Coq on each case, a list of proofs of which later ones may cite earlier ones."""
    kernel = [_is_accepted(case) for case in cases.values()]
    pairs = list(zip(cases, kernel, accepts(list(cases.values()), coq), strict=True))
    return CoqAgreement(
        accepted=sum(k and c is True for _, k, c in pairs),
        rejected=sum(not k and c is False for _, k, c in pairs),
        different=tuple(name for name, k, c in pairs if c is not None and k is not c),
        unanswered=tuple(name for name, _, c in pairs if c is None),
    )


def arena_cases() -> dict[str, list[Proof]]:
    """The files of the arena that are proof data, by kind and name; without those that only a limit on arithmetic stops."""
    cases = {}
    for entry in entries():
        if TOO_MUCH in entry.refused:
            continue
        try:
            proofs = read(read_json(entry.path))
        except (Rejected, InputError):
            continue  # no proof data that could be handed on
        if proofs:
            cases[f"{entry.kind}/{entry.name}"] = proofs
    return cases


def damage(proofs: Sequence[Proof], record: dict[str, Any], number: int) -> dict[str, list[Proof]]:
    """A number of ways to damage the last of these proofs, the same each time, by the altered part. `record`: as its file has it."""
    *cited, original = proofs
    reader, every = ReplayedProof(record, replay_all(cited)), list(mutants(record))
    cases = {}
    for place, mutant in enumerate(random.Random(original.id).sample(every, min(number, len(every)))):
        try:
            cases[f"{original.id}, damaged {place}"] = [*cited, reader.decode(mutant.record)]
        except Rejected:
            continue  # the reader refuses it, so that neither kernel sees it
    return cases


def _is_accepted(proofs: Sequence[Proof]) -> bool:
    try:
        replay_all(proofs)
    except Rejected:
        return False
    return True
