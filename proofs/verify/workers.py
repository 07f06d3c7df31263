"""Verdicts reached in several processes: this one writes and replays the proofs, and hands each theorem that is through to a worker.

Workers are fresh processes.  What they are told is plain data, the text of the proof among it, and never a kernel object: the hash of one
that another process made would be wrong.  A worker that dies is told of in a line, and its theorem is given to another one, once.
"""

from __future__ import annotations

import json
import multiprocessing as mp
import signal
import traceback
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait

from perceptron.errors import InputError
from proofs.kernel import Proof, Theorem
from proofs.kernel.codec import read
from proofs.statements.provable import Provable, Stated
from proofs.system.processes import unheard
from proofs.theorems import catalogue
from proofs.verify.assess import Options, Outcome, Tell, verdict
from proofs.verify.checks.verdict import Finding, Verdict
from proofs.verify.replayed import Replayed

PATIENCE = 2.0  # seconds that a worker has to end when it is told to


@dataclass(frozen=True)
class Task:
    """A theorem of the catalogue, the text of its proof, and of the kernel's theorem what is not in that text."""

    id: str
    text: str
    outcome: Outcome  # without the theorem
    used: tuple[str, ...]
    axioms: frozenset[str]
    cites: frozenset[str]

    def theorem(self) -> tuple[Theorem, Proof]:
        """The kernel's theorem, as the parent has it, and the proof."""
        (proof,) = read(json.loads(self.text))
        claim = next(step.claim for step in proof.steps if step.name == proof.conclusion)
        hypotheses = tuple((name, f) for name, f in proof.hypotheses if name in self.used)
        return Theorem(self.id, hypotheses, claim, self.axioms, self.cites), proof


def task_of(id: str, replayed: Replayed) -> Task:
    outcome = replayed.outcome(id)
    theorem = outcome.theorem
    if theorem is None:
        return Task(id, "", outcome, (), frozenset(), frozenset())
    used = tuple(name for name, _ in theorem.hypotheses)
    return Task(id, replayed.texts[id], replace(outcome, theorem=None), used, theorem.axioms, theorem.cites)


def work(line: Connection, options: Options) -> None:
    """A worker's life: take a task, tell the stages, answer with the verdict; until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the parent, which ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGINT})
    with suppress(EOFError, OSError):  # the parent is gone
        while True:
            task: Task = line.recv()
            try:
                line.send(("verdict", reached(task, options, lambda stage: line.send(("tell", stage)))))
            except OSError:
                raise
            except Exception:
                line.send(("failed", traceback.format_exc()))


def reached(task: Task, options: Options, tell: Tell) -> Verdict:
    """The verdict on a task's theorem."""
    page, outcome = catalogue.theorem(task.id), task.outcome
    proof: Proof | None = None
    if task.text:
        theorem, proof = task.theorem()
        outcome = replace(outcome, theorem=theorem)

    def z3() -> Finding:
        if proof is None or not options.z3:
            return Finding(None, reason="not asked for")
        from proofs.verify.z3_thread import z3_here

        return z3_here(proof)

    return verdict(page, outcome, z3, options, tell)


class Worker:
    """A process, the line to it, and what it is doing."""

    def __init__(self, number: int, options: Options) -> None:
        context = mp.get_context("spawn")
        self.number = number
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, options), daemon=True)
        with unheard():
            self.process.start()
        theirs.close()
        self.task: Task | None = None

    def give(self, task: Task) -> None:
        self.task = task
        with suppress(OSError):  # it is dead, as will be heard
            self.line.send(task)

    def end(self) -> None:
        self.line.close()
        if self.process.is_alive():
            self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join(PATIENCE)


class Crew:
    """The workers, the tasks that wait, and the verdicts that are there."""

    def __init__(self, options: Options, tell: Tell, note: Tell) -> None:
        self.tell, self.note = tell, note
        self.waiting: deque[Task] = deque()
        self.lost: set[str] = set()
        self.verdicts: dict[str, Verdict] = {}
        self.workers: list[Worker] = []
        try:
            for number in range(options.workers):
                self.workers.append(Worker(number, replace(options, workers=1)))
        except BaseException:
            self.end()
            raise

    @property
    def busy(self) -> bool:
        return bool(self.waiting) or any(worker.task is not None for worker in self.workers)

    def listen(self, seconds: float | None) -> None:
        """Hand out tasks, and take in what the workers have to say; wait so long for it (None: until there is something)."""
        self.hand_out()
        lines = {worker.line: worker for worker in self.workers}
        for line in wait(list(lines), seconds):
            worker = lines[line]  # type: ignore[index]
            try:
                kind, said = worker.line.recv()
            except (EOFError, OSError):
                self.bury(worker)
                continue
            if kind == "tell":
                self.tell(said)
            elif kind == "failed":
                raise RuntimeError(f"in a worker process:\n{said}")
            else:
                self.verdicts[said.id], worker.task = said, None
        self.hand_out()

    def hand_out(self) -> None:
        for worker in self.workers:
            if worker.task is None and self.waiting:
                worker.give(self.waiting.popleft())

    def bury(self, worker: Worker) -> None:
        """A worker has died.  Raises InputError where nobody is left, or its theorem was the end of another one too."""
        worker.end()
        self.workers.remove(worker)
        task, said = worker.task, f"worker {worker.number} died with exit code {worker.process.exitcode}"
        if task is not None and task.id in self.lost:
            raise InputError(f"{said} at {task.id}, as did another before; is there memory enough? (--workers 1 does without them)")
        if not self.workers:
            raise InputError(f"{said}, and no other is left; is there memory enough? (--workers 1 does without them)")
        if task is None:
            self.note(said)
            return
        self.note(f"{said} at {task.id}, which another takes over")
        self.lost.add(task.id)
        self.waiting.appendleft(task)

    def end(self) -> None:
        for worker in self.workers:
            worker.end()
        self.workers = []


def verdicts(pages: list[Stated], items: Iterable[Provable], options: Options, tell: Tell, note: Tell) -> Iterator[Verdict]:
    """A verdict for each page, in order.  After Ctrl-C also those that were reached out of order."""
    wanted = {page.id: page for page in pages}
    crew = Crew(replace(options, workers=min(options.workers, len(wanted))), tell, note)
    order = deque(wanted)

    def there() -> Iterator[Verdict]:
        while order and order[0] in crew.verdicts:
            yield crew.verdicts[order.popleft()]

    try:
        replayed = Replayed()
        for item in items:
            replayed.add_page(item)
            if item.id in wanted:
                replayed.check(item.id, item.named, item.claim)
                crew.waiting.append(task_of(item.id, replayed))
            crew.listen(0)
            yield from there()
        while crew.busy:
            crew.listen(None)
            yield from there()
    except KeyboardInterrupt:
        with unheard():
            crew.end()
        yield from (crew.verdicts[id] for id in order if id in crew.verdicts)
        raise
    finally:
        with unheard():
            crew.end()
