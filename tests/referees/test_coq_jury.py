"""The same data judged by the Python kernel and by the rules that are proved sound in Coq: never a different answer."""

from __future__ import annotations

import pytest

from proofs.cli.files import DAMAGED, DAMAGED_EACH
from proofs.kernel.codec import read
from proofs.referees.arena import CODES, entries
from proofs.referees.coq.gate import TOO_MUCH, accepts, agreement, arena_cases, damaged
from proofs.referees.coq.toolchain import INSTALL, Limit, find
from proofs.system.files import read_json
from proofs.theorems import catalogue
from tests.cli.running import pp
from tests.kernel.mutation import record_of

COQ = find()
pytestmark = [pytest.mark.nocover, pytest.mark.skipif(COQ is None, reason=f"coqc not found; {INSTALL}")]


def test_the_arena_is_judged_as_by_the_kernel() -> None:
    cases = arena_cases()
    assert COQ is not None
    found = agreement(cases, COQ)
    print(f"{len(cases)} files of the arena: {found.words}")
    assert found.different == found.unanswered == () and len(cases) > 100
    assert found.accepted == sum(CODES[name.partition("/")[0]] == 0 for name in cases)


def test_coq_gives_up_where_the_kernel_does_and_judges_the_others() -> None:
    """Coq counts no steps of arithmetic; a limit on time and memory ends what would take all of both."""
    endless = [read(read_json(entry.path)) for entry in entries() if TOO_MUCH in entry.refused]
    assert COQ is not None and endless
    good = catalogue.proofs(["quadratic-root"])
    assert accepts([good, *endless, good], COQ, Limit(seconds=6, memory=2 * 10**9)) == [True, *[None] * len(endless), True]


@pytest.mark.parametrize("id", DAMAGED)
def test_mutants_are_judged_as_by_the_kernel(id: str) -> None:
    proofs = catalogue.proofs([id])
    cases = damaged(proofs, record_of(proofs[-1]), DAMAGED_EACH)
    assert COQ is not None
    found = agreement(cases, COQ)
    print(f"{id}: {len(cases)} mutants, {found.words}")
    assert found.different == found.unanswered == () and found.rejected > DAMAGED_EACH // 3


def test_a_disagreement_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.referees.coq.gate.accepts", lambda cases, coq: [True] * len(cases))
    monkeypatch.setattr("proofs.cli.files.DAMAGED", ("quadratic-root",))
    result = pp("arena", "--coq")
    assert result.exit_code == 1 and "DISAGREEMENT: bad/" in result.stdout and ", 0 disagreements" not in result.stdout
