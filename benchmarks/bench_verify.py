"""How long `verify` takes over the whole catalogue, in a process of its own, and its stages: writing, replaying, judging by Z3.

The time on the clock depends on who else is on the machine; `cpu seconds`, of all processes together, hardly does.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from typing import Any

import pytest

from proofs.kernel import replay_all
from proofs.theorems import catalogue
from proofs.verify.assess import ReplayedProofs, z3_finding


def used() -> float:
    """Processor seconds of all children that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


@pytest.mark.parametrize("workers", [1, 2])
def test_the_whole_catalogue(benchmark: Any, workers: int) -> None:
    command = [sys.executable, "-m", "proofs.cli", "verify", "--workers", str(workers), "--json", "-"]
    spent: list[float] = []
    held: list[int] = []

    def verify() -> None:
        before = used()
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        spent.append(used() - before)
        held.append(sum("faults" not in record for record in json.loads(done.stdout)))

    benchmark.pedantic(verify, rounds=1)
    benchmark.extra_info |= {"cpu seconds": round(min(spent), 2), "theorems": held[-1]}
    assert set(held) == {len(catalogue.THEOREMS)}


def written() -> ReplayedProofs:
    replayed = ReplayedProofs()
    for theorem in catalogue.THEOREMS:
        replayed.add_page(theorem)
    return replayed


@pytest.fixture(scope="module")
def replayed() -> ReplayedProofs:
    return written()


def test_proofs_are_written_read_and_replayed(benchmark: Any) -> None:
    assert not benchmark.pedantic(written, rounds=1).reasons


def test_the_kernel_alone(benchmark: Any, replayed: ReplayedProofs) -> None:
    benchmark.pedantic(replay_all, args=(list(replayed.proofs.values()),), rounds=1)


def test_z3_alone(benchmark: Any, replayed: ReplayedProofs) -> None:
    findings = benchmark.pedantic(lambda: [z3_finding(replayed.proofs[t.id]) for t in catalogue.THEOREMS], rounds=1)
    assert all(found.ok is not False for found in findings)
