"""Verdicts reached in several processes: this one writes and replays the proofs, and hands each theorem that is through to a worker.

Workers are fresh processes. Their messages are plain data, the text of the proof among it, and never a kernel object: the hash of one that
another process made would be wrong, and only the kernel makes theorems. A worker that dies is reported in a line, and its theorem is given
to another one, once.
"""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace

from perceptron.errors import InputError
from proofs.kernel.codec import read
from proofs.statements.page import StatedTheorem
from proofs.system.processes import Pool, ending
from proofs.theorems import catalogue
from proofs.verify.assess import Callback, Options, Outcome, ReplayedProofs, verdict
from proofs.verify.checks.verdict import TheoremVerdict


@dataclass(frozen=True)
class VerdictTask:
    """A theorem of the catalogue, the kernel's verdict on its proof, and the text of that proof if it was accepted."""

    id: str
    outcome: Outcome
    text: str


def reach(task: VerdictTask, on_progress: Callback, options: Options) -> TheoremVerdict:
    """The verdict on a task's theorem, in a worker."""
    proofs = read(json.loads(task.text)) if task.text and options.z3 else [None]
    return verdict(catalogue.theorem(task.id), task.outcome, proofs[0], options, on_progress)


class VerdictWorkers:
    """The workers, and the verdicts that were reached."""

    def __init__(self, pool: Pool, on_reached: Callable[[TheoremVerdict], None], on_progress: Callback, on_warning: Callback) -> None:
        self.pool, self.on_reached, self.on_progress, self.on_warning = pool, on_reached, on_progress, on_warning
        self.retried: set[str] = set()
        self.verdicts: dict[str, TheoremVerdict] = {}

    def listen(self, seconds: float) -> None:
        """Read the workers' messages, and wait a limited time for them. Raises the exception that a worker has raised."""
        for event in self.pool.wait(seconds):
            if event.kind == "message":
                self.on_progress(event.content)
            elif event.kind == "done":
                self.verdicts[event.job.id] = event.content
                self.on_reached(event.content)
            elif event.kind == "raised":
                raise event.content
            else:
                self.retry(event.job, f"a worker {ending(event.content)} at {event.job.id}")

    def retry(self, task: VerdictTask, said: str) -> None:
        """Give a theorem to another worker.  Raises InputError if it has cost one its life before."""
        if task.id in self.retried:
            raise InputError(f"{said}, as did another before; is there memory enough? (--workers 1 does without them)")
        self.on_warning(f"{said}, which another worker takes over")
        self.retried.add(task.id)
        self.pool.give(task)


def verdicts(
    pages: list[StatedTheorem], replayed: ReplayedProofs, options: Options, on_progress: Callback, on_warning: Callback
) -> Iterator[TheoremVerdict]:
    """A verdict for each page, in order.  After Ctrl-C also those that were reached out of order."""
    wanted = {page.id: page for page in pages}
    order = deque(wanted)
    with closing(Pool(reach, replace(options, workers=1), size=min(options.workers, len(wanted)))) as pool:
        workers = VerdictWorkers(pool, lambda v: replayed.keep(v, options), on_progress, on_warning)

        def next_ones() -> Iterator[TheoremVerdict]:
            while order and order[0] in workers.verdicts:
                yield workers.verdicts[order.popleft()]

        try:
            for page in wanted.values():
                replayed.add_page(page)
                replayed.check(page.id, page.named_facts, page.claim)
                if (kept := replayed.kept_verdict(page.id, options)) is not None:
                    workers.verdicts[page.id] = kept
                    yield from next_ones()
                    continue
                outcome = replayed.outcome(page.id)
                pool.give(VerdictTask(page.id, outcome, replayed.texts[page.id] if outcome.accepted else ""))
                workers.listen(0)
                yield from next_ones()
            while pool.busy:
                workers.listen(math.inf)
                yield from next_ones()
        except KeyboardInterrupt:
            pool.close()
            yield from (workers.verdicts[id] for id in order if id in workers.verdicts)
            raise
