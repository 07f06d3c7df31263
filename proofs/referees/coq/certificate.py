"""The certificate: which theorems Coq has accepted, as hashes in a file that comes with the package.

It is compared with the theorems as they are now, so that nobody takes what Coq said of an earlier text for what it says of this one.
It is a record and no proof: whoever doubts it runs Coq.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from perceptron.errors import InputError
from proofs.referees.coq.gate import WHITELIST, CoqJudgement, programs
from proofs.referees.coq.theories import CoqClaim, theories, without_comments
from proofs.referees.coq.toolchain import shipped
from proofs.system.files import dumps, read_json

SHIPPED = Path(__file__).parent / "certificate.json"
FORMAT = "perceptron-proofs/coq-certificate-1"
LARGEST = 1_000_000  # bytes
ID, THEORY, VERSION, HASH = (re.compile(form) for form in (r"[a-z0-9-]{1,80}", r"\w{1,40}/\w{1,40}", r"[\w.+~-]{1,40}", r"[0-9a-f]{64}"))


class CertificateStanding(Enum):
    """What a certificate says of a theorem as it is now."""

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
    """What Coq accepted: its version, the axioms that it printed, the hash of each theory below the proofs, and of each theorem."""

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
        """What it says of each of these theorems, and of those of its own that are not among them."""
        now, same_rules = hashes(claims), self.theory == rules()
        told = {id: self._standing(self.theorems.get(id), h, same_rules) for id, h in now.items()}
        return told | {id: CertificateStanding.GONE for id in self.theorems if id not in now}

    def _standing(self, then: Hashes | None, now: Hashes, same_rules: bool) -> CertificateStanding:
        if then is None:
            return CertificateStanding.MISSING
        if then.statement != now.statement:
            return CertificateStanding.STATEMENT
        if then.proof != now.proof:
            return CertificateStanding.PROOF
        return CertificateStanding.AS_NOW if same_rules else CertificateStanding.THEORY


def certify(judged: CoqJudgement, claims: Sequence[CoqClaim]) -> CoqCertificate:
    """The certificate of what was judged just now."""
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
    made = theories(claims)
    proofs: dict[str, str] = {}
    for claim in claims:
        proofs[claim.id] = _hash(made.replays[claim.id], *(proofs[id] for id in sorted(claim.theorem.cites)))
    printed = {id: " ".join(without_comments(text).split()) for id, text in made.stated.items()}
    return {id: Hashes(_hash(text), proofs[id]) for id, text in printed.items()}


def rules() -> dict[str, str]:
    """The hash of each theory that is written by hand: the rules, their soundness, and the programs that bounds are carried over to."""
    return {name: _hash(text) for name, text in {**shipped("theory"), **programs()}.items()}


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _is(form: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None
