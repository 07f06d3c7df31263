"""What became of each mutant of a proof file, field by field."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.kernel import Proof, Rejected, Theorem, replay, replay_all
from proofs.kernel.codec import read
from proofs.referees.tampering.mutation import Field, Mutant, mutants
from proofs.referees.tampering.resumed import Resumed

REJECTED, SAME, ANOTHER = "rejected", "same theorem", "another theorem"


@dataclass
class FieldVerdict:
    """What became of the alterations of one field. `accepted` lists those that the kernel accepts, with what they prove if it differs."""

    field: Field
    rejected: int = 0
    accepted: list[tuple[str, str, Theorem | None]] = dataclasses.field(default_factory=list)  # change, verdict, other theorem

    @property
    def carries(self) -> bool:
        """Whether the kernel rejects every alteration of the field."""
        return not self.accepted


@dataclass(frozen=True)
class Tampering:
    """The fields of one theorem's proof, each with its verdict."""

    proof: Proof
    theorem: Theorem
    fields: Sequence[FieldVerdict]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many alterations met with each verdict."""
        counts = Counter({REJECTED: sum(f.rejected for f in self.fields), SAME: 0, ANOTHER: 0})
        counts.update(verdict for f in self.fields for _, verdict, _ in f.accepted)
        return counts

    def to_json(self, stated: Callable[[Theorem], str]) -> dict[str, Any]:
        """The record for `replay --tamper --json`."""
        return {
            "id": self.proof.id,
            "alterations": sum(self.counts.values()),
            **self.counts,
            "fields": [_json(f, stated) for f in self.fields],
        }


def tampering(document: Mapping[str, Any], tell: Callable[[str, float], None] = lambda what, part: None) -> Iterator[Tampering]:
    """Alter every field of a proof file, one at a time, and replay what comes of it; one record for each theorem of the file.

    document    a proof file's JSON, as `codec.read` takes it
    tell        hears what is being altered, and how much of the file was done since it last heard

    A mutant counts as accepted only if the kernel accepts the whole file with it: whatever cites the altered theorem too.
    Raises `Rejected` if the kernel rejects the file as it is.
    """
    proofs = read(document)
    replay_all(proofs)
    library: dict[str, Theorem] = {}
    for i, (proof, record) in enumerate(zip(proofs, document["theorems"], strict=True)):
        judge = Resumed(record, dict(library))
        verdicts: dict[Any, FieldVerdict] = {}
        for number, mutant in enumerate(mutants(record)):
            if number % 100 == 0:
                tell(mutant.field.place, 0)
            verdict = verdicts.setdefault((mutant.field.path, mutant.field.place), FieldVerdict(mutant.field))
            _judge(verdict, mutant, judge, proofs[i + 1 :])
        yield Tampering(proof, judge.theorem, list(verdicts.values()))
        library[proof.id] = judge.theorem
        tell(proof.id, 1 / len(proofs))


def _judge(verdict: FieldVerdict, mutant: Mutant, judge: Resumed, later: Sequence[Proof]) -> None:
    """Add a mutant's fate to that of its field."""
    try:
        _, theorem = judge.judged(mutant)
        if (theorem.hypotheses, theorem.conclusion) == (judge.theorem.hypotheses, judge.theorem.conclusion):
            verdict.accepted.append((mutant.change, SAME, None))
            return
        library = {**judge.library, theorem.id: theorem}
        for proof in later:
            library[proof.id] = replay(proof, library)
        verdict.accepted.append((mutant.change, ANOTHER, theorem))
    except Rejected:
        verdict.rejected += 1


def _json(f: FieldVerdict, stated: Callable[[Theorem], str]) -> dict[str, Any]:
    accepted = [{"change": c, "verdict": v} | ({} if t is None else {"proves": stated(t)}) for c, v, t in f.accepted]
    path = "".join(f"/{key}" for key in f.field.path)  # a JSON pointer into the theorem's record
    return {"place": f.field.place, "path": path, "carries": f.carries, "rejected": f.rejected, "accepted": accepted}
