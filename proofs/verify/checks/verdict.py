"""A verdict: everything the companion found out about one theorem, as data; `table` prints it, `to_json` is what `verify --json` writes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from proofs.derive.authoring.encoding import encode
from proofs.kernel import Formula, Theorem

PROVED, CITED, REJECTED = "proved", "cited", "rejected"
ROLES = NEEDS, STARTS_FROM, DOES_WITHOUT, USES = (
    "needs",
    "starts from",
    "does without",
    "uses (no counterexample without it stored)",
)  # of hypotheses
ATTAINED, ASYMPTOTIC, SLACK, NOT_APPLICABLE = "attained", "asymptotic", "slack", "not-applicable"

NOT_ASKED = "not asked for"  # why a referee was skipped that nobody asked


@dataclass(frozen=True, slots=True)
class RefereeFinding:
    """One referee's finding: `ok` (None: it was not asked, and `reason` says why), steps judged, seconds; `details` for the record.

    `undecided`: steps on which it could not make up its mind in its time.  Then it has withheld its verdict, not given one against.
    """

    ok: bool | None
    steps: int = 0
    seconds: float = 0.0
    reason: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    undecided: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        if self.ok is None and not self.undecided:
            return {"skipped": self.reason}
        record = {"ok": self.ok, "steps": self.steps, "seconds": round(self.seconds, 3), **self.details}
        record |= {"undecided": list(self.undecided)} if self.undecided else {}
        return record | {"reason": self.reason} if self.ok is False else record


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Whether the theorem needs a hypothesis: yes (`witness`: an exact run that breaks the bound without it, re-judged just now; or
    `proof`: what there is by it), no (`proof`: the kernel's theorem does not rest on it), or None: the proof uses it, and no run is known
    that breaks the bound without it.

    `fault`: a stored witness that the judge did not accept, with the reason; that is a fault, not an open question.
    """

    name: str
    needed: bool | None
    witness: dict[str, Any] | None = None
    proof: str = ""
    fault: str = ""

    @property
    def role(self) -> str:
        """In one word what `needed`, `witness` and `proof` say together."""
        if self.needed is None:
            return USES
        if not self.needed:
            return DOES_WITHOUT
        return STARTS_FROM if self.witness is None else NEEDS

    def to_json(self) -> dict[str, Any]:
        record: dict[str, Any] = {"name": self.name, "needed": self.needed, "role": self.role, "witness": self.witness}
        if self.proof:
            record["proof"] = self.proof
        return record | {"fault": self.fault} if self.fault else record


@dataclass(frozen=True, slots=True)
class Tightness:
    """The nearness of a run of the learner, or of an instance, to the bound.  `ratio` is a decimal rounded down, 1 where it is attained.

    where: the term that is 0 wherever it is attained, such as “TD = 0”; elsewhere: the best ratio where that is not 0. reason: why there is
    nothing to measure, by the formula of the claim: “no bound: an identity”."""

    status: str
    witness: str = ""
    M: int | None = None
    bound: str = ""
    ratio: str = ""
    fault: str = ""
    where: tuple[str, ...] = ()
    elsewhere: str = ""
    reason: str = ""

    def __str__(self) -> str:
        """Text such as “attained where TD = 0, elsewhere 0.9 (M = 25, bound 25)”."""
        if self.status == NOT_APPLICABLE:
            return self.reason or "–"
        reached = self.status if self.status == ATTAINED else f"{self.status}, {self.ratio} reached"
        restricted = f" where {' and '.join(self.where)}, elsewhere {self.elsewhere}" if self.where else ""
        return f"{reached}{restricted} ({self.witness if self.M is None else f'M = {self.M}, bound {self.bound}'})"

    def to_json(self) -> dict[str, Any]:
        if self.status == NOT_APPLICABLE:
            return {"status": self.status} | ({"reason": self.reason} if self.reason else {})
        record: dict[str, Any] = {"status": self.status, "witness": self.witness, "M": self.M, "bound": self.bound, "ratio": self.ratio}
        record |= {"where": list(self.where), "elsewhere": self.elsewhere} if self.where else {}
        return record | {"fault": self.fault} if self.fault else record


@dataclass(frozen=True, slots=True)
class Attack:
    """A short search on the same statement, and the counterexample if one was found.  Survival is no proof.

    played: runs of the learner itself that did not break it; drawn: instances that did not."""

    survived: bool | None
    played: int = 0
    seconds: float = 0.0
    found: dict[str, Any] | None = None
    reason: str = ""
    drawn: int = 0

    @property
    def trials(self) -> int:
        """Runs and instances together."""
        return self.played + self.drawn

    def describe(self) -> str:
        """Text such as “73 runs played by the learner, 60 instances drawn”."""
        kinds = (self.played, "run", " played by the learner"), (self.drawn, "instance", " drawn")
        return ", ".join(f"{n:,} {kind}{'s' * (n != 1)}{how}" for n, kind, how in kinds if n) or "0 runs"

    @property
    def ending_text(self) -> str:
        """How the run that broke it ended, in words."""
        file = self.found or {}
        if "examples" not in file:
            return ""
        rounds = len(file["examples"])
        return f": M = {file['values']['M']} after {rounds} round{'s' * (rounds != 1)}, against {file['values']['rhs']}"

    def to_json(self) -> dict[str, Any]:
        if self.survived is None:
            return {"skipped": self.reason}
        record: dict[str, Any] = {"survived": self.survived, "runs": self.trials, "played": self.played, "drawn": self.drawn}
        record |= {"seconds": round(self.seconds, 3)}
        return record if self.found is None else record | {"counterexample": self.found}


@dataclass(frozen=True)
class FileTheorem:
    """The theorem that a proof in a file establishes, and every hypothesis that the proof declares."""

    theorem: Theorem
    declared: tuple[tuple[str, Formula], ...]

    @property
    def digest(self) -> str:
        """SHA-256 of the hypotheses that it rests on, its conclusion and its axioms; names of hypotheses and steps do not count."""
        formulas = [encode(f) for f in (*(f for _, f in self.theorem.hypotheses), self.theorem.conclusion)]
        return hashlib.sha256(json.dumps([formulas, sorted(self.theorem.axioms)]).encode()).hexdigest()


@dataclass(frozen=True)
class TheoremVerdict:
    """One theorem.  `status` is `proved` only if the kernel replayed the proof from its written form to the very statement; if that proof
    starts from outside theorems it is `cited`, and `assumes` names them before the axioms.

    `example`: the example on which all hypotheses hold, so that the theorem is not vacuous; None if nothing is known. `refutation`: where
    `printed` is false, the file that shows it; `remarks`: the faults of the page itself, that file included."""

    id: str
    title: str
    sources: tuple[tuple[str, str], ...]
    status: str
    printed: str
    referees: dict[str, RefereeFinding]
    assumes: tuple[str, ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    tightness: Tightness = Tightness(NOT_APPLICABLE)
    attack: Attack = Attack(None, reason="not asked for")
    refutation: str | None = None
    remarks: tuple[str, ...] = ()
    example: dict[str, Any] | None = None
    misprints: tuple[dict[str, str], ...] = ()  # false sentences around the theorem, each with the file of an instance that shows it
    said: FileTheorem | None = None  # what a proof file says, where it is one that was verified
    day: str = ""  # on which the checks beside the kernel were made, where this is the verdict of an earlier run

    @property
    def faults(self) -> tuple[str, ...]:
        """Whatever speaks against the theorem, one sentence each."""
        faults = [f"{name}: {f.reason or 'not accepted'}" for name, f in self.referees.items() if f.ok is False]
        faults += [f"hypothesis {h.name!r}: {h.fault}" for h in self.hypotheses if h.fault]
        if self.tightness.fault:
            faults.append(f"extremal run: {self.tightness.fault}")
        if self.attack.survived is False:
            faults.append(f"the attack found a counterexample{self.attack.ending_text}")
        faults += self.remarks
        if self.status == REJECTED and not faults:
            faults.append("not proved")
        return tuple(faults)

    @property
    def holds(self) -> bool:
        return self.status in (PROVED, CITED) and not self.faults

    def to_json(self) -> dict[str, Any]:
        """The record of `verify --json`; `misprints` and `faults` only if there are any, `checked` only if that was in an earlier run."""
        record: dict[str, Any] = {
            "id": self.id,
            "title": self.title,
            "sources": [{"document": document, "number": number} for document, number in self.sources],
            "status": self.status,
            "printed": self.printed,
            "refutation": self.refutation,
            "referees": {name: finding.to_json() for name, finding in self.referees.items()},
            "assumes": list(self.assumes),
            "hypotheses": [h.to_json() for h in self.hypotheses],
            "nonvacuous": self.example,
            "tightness": self.tightness.to_json(),
            "attack": self.attack.to_json(),
        }
        record |= {"misprints": list(self.misprints)} if self.misprints else {}
        record |= {"checked": self.day} if self.day else {}
        return record | {"faults": list(self.faults)} if self.faults else record
