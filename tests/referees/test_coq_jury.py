"""The same data judged by the Python kernel and by the rules that are proved sound in Coq: never a different answer."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from perceptron.errors import InputError
from proofs.kernel import Proof, Rejected, Theorem, replay, replay_all
from proofs.kernel.codec import read
from proofs.referees.arena import CODES, entries
from proofs.referees.coq.jury import accepts
from proofs.referees.coq.running import Limit
from proofs.referees.coq.toolchain import INSTALL, find
from proofs.referees.tampering import Resumed, mutants
from proofs.system.files import read_json
from proofs.theorems import catalogue
from tests.kernel.mutation import record_of

COQ = find()
pytestmark = pytest.mark.skipif(COQ is None, reason=f"coqc not found; {INSTALL}")
# Small proofs which between them use every rule.
TAMPERED = ("cauchy-schwarz", "quadratic-root", "progress", "novikoff", "hinge-root", "exp-monotone", "mean-sum", "fibonacci-sum")
MUTANTS_OF_EACH = 60
TOO_MUCH = "too much arithmetic"


def kernel_accepts(proofs: list[Proof]) -> bool:
    try:
        replay_all(proofs)
    except Rejected:
        return False
    return True


def test_the_arena_is_judged_as_by_the_kernel() -> None:
    cases, names = [], []
    for entry in entries():
        if TOO_MUCH in entry.refused:
            continue  # below
        try:
            proofs = read(read_json(entry.path))
        except (Rejected, InputError):
            continue  # no proof data that could be handed on
        if proofs:
            cases.append(proofs)
            names.append(entry)
    assert COQ is not None
    answers = dict(zip(names, accepts(cases, COQ), strict=True))
    kernel = {entry: kernel_accepts(case) for entry, case in zip(names, cases, strict=True)}
    different = [f"{e.kind}/{e.name}: kernel {kernel[e]}, Coq {answers[e]}" for e in names if kernel[e] != answers[e]]
    print(f"{len(names)} files of the arena: {sum(answers.values())} accepted by both, {len(different)} disagreements")
    assert not different
    assert all(answers[e] == (CODES[e.kind] == 0) for e in names) and len(names) > 100


def test_coq_gives_up_where_the_kernel_does_and_judges_the_others() -> None:
    """Coq counts no steps of arithmetic; a limit on time and memory ends what would take all of both."""
    endless = [read(read_json(entry.path)) for entry in entries() if TOO_MUCH in entry.refused]
    assert COQ is not None and endless
    good = catalogue.proofs(["quadratic-root"])
    assert accepts([good, *endless, good], COQ, Limit(seconds=15, memory=2 * 10**9)) == [True, *[None] * len(endless), True]


@pytest.mark.parametrize("id", TAMPERED)
def test_mutants_are_judged_as_by_the_kernel(id: str) -> None:
    *cited, original = catalogue.proofs([id])
    library: dict[str, Theorem] = replay_all(cited)
    record = record_of(original)
    every = list(mutants(record))
    reader, cases, kernel = Resumed(record, library), [], []
    for mutant in random.Random(id).sample(every, min(MUTANTS_OF_EACH, len(every))):
        try:
            cases.append([*cited, reader.decoded(mutant.record)])
        except Rejected:
            continue  # the reader refuses it, so that neither kernel sees it
        try:
            replay(cases[-1][-1], library)
            kernel.append(True)
        except Rejected:
            kernel.append(False)
    assert COQ is not None
    coq = accepts(cases, COQ)
    told = Counter(zip(kernel, coq, strict=True))
    print(f"{id}: {len(cases)} mutants, {told[False, False]} rejected by both, {told[True, True]} accepted by both, 0 disagreements")
    assert told[True, False] == told[False, True] == 0 and told[False, False] > MUTANTS_OF_EACH // 3
