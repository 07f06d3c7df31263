"""Processes: as many as the machine lends to this one, and copies of this one that leave its memory alone."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from multiprocessing import get_context

import pytest

from proofs.system.own_process import possible, told_by
from proofs.system.processes import Child


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not bind processes to processors")
def test_only_the_processors_that_are_lent_are_counted() -> None:
    code = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); from proofs.system.processes import cores; print(cores())"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "1\n"


@pytest.mark.skipif(not possible(), reason="this system does not copy processes")
def test_garbage_collections_in_a_copy_look_at_nothing_that_was_copied() -> None:
    many, here = [[i] for i in range(100_000)], len(gc.get_objects())
    [there] = told_by(lambda tell: tell(len(gc.get_objects())), lambda: float("inf"))
    assert there < 10_000 < len(many) < here
    child = Child(lambda line: line.send(len(gc.get_objects())), context=get_context("fork"))
    assert child.line.recv() < 10_000
    child.end(10)
