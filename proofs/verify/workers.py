"""Verdicts reached in several processes: this one writes and replays the proofs, and hands each theorem that is through to a worker.

Workers are fresh processes.  What they are told is plain data, the text of the proof among it, and never a kernel object: the hash of one
that another process made would be wrong, and only the kernel makes theorems.  A worker that dies is reported in a line, and its theorem is
given to another one, once.
"""

from __future__ import annotations

import json
import traceback
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait

from perceptron.errors import InputError
from proofs.kernel.codec import read
from proofs.statements.provable import Provable, Stated
from proofs.system.processes import Child, answer_signals
from proofs.system.signals import signals_blocked
from proofs.theorems import catalogue
from proofs.verify.assess import Options, Outcome, Replayed, Tell, verdict
from proofs.verify.checks.verdict import TheoremVerdict

END_SECONDS = 2.0  # seconds that a worker has to end once it is silent


@dataclass(frozen=True)
class VerdictTask:
    """A theorem of the catalogue, what the kernel made of its proof, and the text of that proof if it was accepted."""

    id: str
    outcome: Outcome
    text: str


def work(line: Connection, options: Options) -> None:
    """A worker's life: take a task, tell the stages, answer with the verdict; until the line is closed."""
    answer_signals()
    with suppress(EOFError, OSError):  # the parent is gone
        while True:
            task: VerdictTask = line.recv()
            try:
                line.send(("verdict", reached(task, options, lambda stage: line.send(("tell", stage)))))
            except OSError:
                raise
            except Exception:
                line.send(("failed", traceback.format_exc()))


def reached(task: VerdictTask, options: Options, tell: Tell) -> TheoremVerdict:
    """The verdict on a task's theorem."""

    proofs = read(json.loads(task.text)) if task.text and options.z3 else [None]
    return verdict(catalogue.theorem(task.id), task.outcome, proofs[0], options, tell)


class Worker(Child):
    """A process, the line to it, and what it is doing."""

    def __init__(self, number: int, options: Options) -> None:
        super().__init__(work, options)
        self.number = number
        self.task: VerdictTask | None = None

    def give(self, task: VerdictTask) -> None:
        self.task = task
        with suppress(OSError):  # it is dead, as `listen` will notice
            self.line.send(task)


class VerdictWorkers:
    """The workers, the tasks that wait, and the verdicts that were reached."""

    def __init__(self, options: Options, tell: Tell, note: Tell) -> None:
        self.tell, self.note = tell, note
        self.waiting: deque[VerdictTask] = deque()
        self.retried: set[str] = set()
        self.verdicts: dict[str, TheoremVerdict] = {}
        self.alive: list[Worker] = []
        try:
            for number in range(options.workers):
                self.alive.append(Worker(number, replace(options, workers=1)))
        except BaseException:
            self.end()
            raise

    @property
    def busy(self) -> bool:
        return bool(self.waiting) or any(worker.task is not None for worker in self.alive)

    def listen(self, seconds: float | None) -> None:
        """Hand out tasks, and take in what the workers have to say; wait so long for it (None: until there is something)."""
        self._hand_out()
        by_line = {worker.line: worker for worker in self.alive}
        for line in wait(list(by_line), seconds):
            worker = by_line[line]  # type: ignore[index]
            try:
                kind, said = worker.line.recv()
            except (EOFError, OSError):
                self._died(worker)
                continue
            if kind == "tell":
                self.tell(said)
            elif kind == "failed":
                raise RuntimeError(f"in a worker process:\n{said}")
            else:
                self.verdicts[said.id], worker.task = said, None
        self._hand_out()

    def _hand_out(self) -> None:
        for worker in self.alive:
            if worker.task is None and self.waiting:
                worker.give(self.waiting.popleft())

    def _died(self, worker: Worker) -> None:
        """A worker has died.  Raises InputError if it was the last, or if its theorem has cost another one its life before."""
        worker.end(END_SECONDS)
        self.alive.remove(worker)
        task, said = worker.task, f"worker {worker.number} died with exit code {worker.process.exitcode}"
        if task is not None and task.id in self.retried:
            raise InputError(f"{said} at {task.id}, as did another before; is there memory enough? (--workers 1 does without them)")
        if not self.alive:
            raise InputError(f"{said}, and no other is left; is there memory enough? (--workers 1 does without them)")
        if task is None:
            self.note(said)
            return
        self.note(f"{said} at {task.id}, which another worker takes over")
        self.retried.add(task.id)
        self.waiting.appendleft(task)

    def end(self) -> None:
        for worker in self.alive:
            worker.end()
        self.alive = []


def verdicts(pages: list[Stated], items: Iterable[Provable], options: Options, tell: Tell, note: Tell) -> Iterator[TheoremVerdict]:
    """A verdict for each page, in order.  After Ctrl-C also those that were reached out of order."""
    wanted = {page.id: page for page in pages}
    workers = VerdictWorkers(replace(options, workers=min(options.workers, len(wanted))), tell, note)
    order = deque(wanted)

    def next_ones() -> Iterator[TheoremVerdict]:
        while order and order[0] in workers.verdicts:
            yield workers.verdicts[order.popleft()]

    try:
        replayed = Replayed()
        for item in items:
            replayed.add_page(item)
            if item.id in wanted:
                replayed.check(item.id, item.named, item.claim)
                outcome = replayed.outcome(item.id)
                workers.waiting.append(VerdictTask(item.id, outcome, replayed.texts[item.id] if outcome.accepted else ""))
            workers.listen(0)
            yield from next_ones()
        while workers.busy:
            workers.listen(None)
            yield from next_ones()
    except KeyboardInterrupt:
        with signals_blocked():
            workers.end()
        yield from (workers.verdicts[id] for id in order if id in workers.verdicts)
        raise
    finally:
        with signals_blocked():
            workers.end()
