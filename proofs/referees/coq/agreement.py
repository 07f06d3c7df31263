"""Kernel and Coq on the same proof data, sound or not: how often both accept it, both reject it, or differ."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from perceptron.errors import InputError
from proofs.kernel import Proof, Rejected, replay_all
from proofs.kernel.codec import read
from proofs.referees.arena import entries
from proofs.referees.coq.jury import accepts
from proofs.referees.coq.toolchain import Coq
from proofs.referees.tampering import Resumed, mutants
from proofs.system.files import read_json

TOO_MUCH = "too much arithmetic"  # the kernel counts its steps; Coq is stopped at a limit, and says nothing


@dataclass(frozen=True)
class Agreement:
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


def agreement(cases: Mapping[str, Sequence[Proof]], coq: Coq) -> Agreement:
    """What kernel and Coq say of each case, a list of proofs of which later ones may cite earlier ones."""
    kernel = [_accepted(case) for case in cases.values()]
    pairs = list(zip(cases, kernel, accepts(list(cases.values()), coq), strict=True))
    return Agreement(
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


def damaged(proofs: Sequence[Proof], record: dict[str, Any], number: int) -> dict[str, list[Proof]]:
    """Up to so many ways to damage the last of these proofs, the same each time, by what is altered. `record`: as its file has it."""
    *cited, original = proofs
    reader, every = Resumed(record, replay_all(cited)), list(mutants(record))
    cases = {}
    for place, mutant in enumerate(random.Random(original.id).sample(every, min(number, len(every)))):
        try:
            cases[f"{original.id}, damaged {place}"] = [*cited, reader.decoded(mutant.record)]
        except Rejected:
            continue  # the reader refuses it, so that neither kernel sees it
    return cases


def _accepted(proofs: Sequence[Proof]) -> bool:
    try:
        replay_all(proofs)
    except Rejected:
        return False
    return True
