"""Z3 judges in a thread of its own while the main thread looks for certificates, with Z3 too: neither may touch the other's context."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BOTH = """
from proofs.derive.authoring.certificate_search import search, Shape
from proofs.kernel import Compare, Polynomial, Real
from proofs.theorems import catalogue
from proofs.verify.z3_thread import z3_in_background

x, y = Polynomial.atom(Real("x")), Polynomial.atom(Real("y"))
facts = {"a": Compare(x - 1, ">="), "b": Compare(y - x, ">=")}
built = catalogue.built(["winnow", "hinge-l2"])
with z3_in_background({id: b.proof for id, b in built.items()}) as finding:
    found = [search(Compare(x * y - 1, ">="), facts, 5.0, [Shape(2, 0, 0)]) for _ in range(400)]
    judged = [finding(id).ok for id in built]
assert all(data == found[0] for data in found) and all(judged), judged
"""


def test_certificates_are_searched_while_z3_judges() -> None:
    """In a process of its own: where one context served both threads, the process died."""
    done = subprocess.run([sys.executable, "-c", BOTH], cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


COPIES = """
from multiprocessing import get_context
from threading import Event, Thread

import z3
from proofs.referees.z3 import answer_of
from proofs.system.processes import Child

def judge():
    context = z3.Context()
    x, y = z3.Reals("x y", context)
    while not ended.is_set():
        solver = z3.Solver(ctx=context)
        solver.set("timeout", 1000)
        solver.add(x * y > 1, x + y < 1, x > 0)
        answer_of(solver)

def second(line):
    line.send("there")

def first(line):
    child = Child(second, context=get_context("fork"))
    line.send(child.line.recv() if child.line.poll(20) else "nobody")

ended = Event()
judging = Thread(target=judge, daemon=True)
judging.start()
for _ in range(60):
    child = Child(first, context=get_context("fork"), daemon=False)
    told = child.line.recv() if child.line.poll(20) else "nothing"
    child.end()
    assert told == "there", told
ended.set()
judging.join()
"""


def test_a_copy_of_the_process_that_is_made_while_z3_judges_can_be_copied() -> None:
    """It hung, for Z3's clocks are threads, and a copy has none of them."""
    done = subprocess.run([sys.executable, "-c", COPIES], cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
