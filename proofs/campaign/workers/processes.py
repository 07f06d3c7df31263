"""Workers as processes of this machine, started by spawn, each with its own pipe.

If a worker dies, only its unit is lost: the pipe breaks, the unit is reported as lost, and another process is started. A worker ends
itself when its parent dies.
"""

from __future__ import annotations

import contextlib
import os
import traceback
from collections.abc import Iterator
from multiprocessing import connection
from typing import Any

from proofs.campaign.plan.unit import Unit
from proofs.campaign.plan.work import work
from proofs.campaign.workers.protocol import Answered, Broke, Event, Lost, WorkersUnavailable
from proofs.system.processes import Child, answer_signals, end_with_parent

MAX_FALSE_STARTS = 3
STOP_SECONDS = 5.0  # for a worker that was stopped to answer


class _Worker(Child):
    """A process, the line to it, and the unit that it has."""

    def __init__(self) -> None:
        super().__init__(_work_until_closed)
        self.ready = self.ending = False
        self.unit: Unit | None = None


class Processes:
    """A pool of `capacity` processes, which are started when there is work for them."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._workers: list[_Worker] = []
        self._false_starts = 0

    @property
    def free(self) -> int:
        return self.capacity - sum(worker.unit is not None for worker in self._workers)

    @property
    def ready(self) -> list[int]:
        """The process ids of the workers that have started."""
        return [worker.process.pid or 0 for worker in self._workers if worker.ready]

    def submit(self, unit: Unit) -> None:
        for idle in [worker for worker in self._workers if worker.unit is None and not worker.process.is_alive()]:
            self._retire(idle)  # it was killed while it was idle
        worker = next((worker for worker in self._workers if worker.unit is None), None)
        if worker is None:
            worker = _Worker()
            self._workers.append(worker)
        worker.unit = unit
        with contextlib.suppress(OSError):  # it died: `wait` will report this
            worker.line.send(unit.to_data())

    def wait(self, seconds: float) -> list[Event]:
        busy = [worker for worker in self._workers if worker.unit is not None]
        ready = connection.wait([worker.line for worker in busy], seconds) if busy else []
        return [event for worker in busy if worker.line in ready for event in self._received(worker)]

    def _received(self, worker: _Worker) -> Iterator[Event]:
        try:
            kind, content = worker.line.recv()
        except (EOFError, OSError):
            yield from self._died(worker)
            return
        if kind == "ready":
            worker.ready, self._false_starts = True, 0
            return
        if kind == "first":
            if worker.unit is not None:
                yield Broke(worker.unit, content)
            return
        unit, worker.unit = worker.unit, None
        if worker.ending:
            self._retire(worker)
        if unit is not None:
            yield Answered(unit, content) if kind == "answer" else Lost(unit, content)

    def _died(self, worker: _Worker) -> Iterator[Event]:
        worker.process.join(STOP_SECONDS)
        code = worker.process.exitcode
        how = f"was killed by signal {-code}" if code is not None and code < 0 else f"ended with exit code {code}"
        self._retire(worker)
        if worker.unit is not None and worker.ending:
            yield Lost(worker.unit, "it was stopped")
        elif not worker.ready:
            self._false_starts += 1
            if self._false_starts >= MAX_FALSE_STARTS:
                raise WorkersUnavailable(f"no worker process can be started: the last {how} before it could work")
            if worker.unit is not None:
                self.submit(worker.unit)  # it had not started the unit
        elif worker.unit is not None:
            yield Lost(worker.unit, f"its worker {how}")

    def stop(self, unit: Unit) -> None:
        for worker in self._workers:
            if worker.unit == unit:
                worker.ending = True
                worker.process.terminate()

    def _retire(self, worker: _Worker) -> None:
        worker.end()
        self._workers.remove(worker)

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()


def _work_until_closed(pipe: connection.Connection) -> None:
    """Receive units and send answers, until the pipe closes. At SIGTERM the worker sends what it has found and ends."""
    busy = ending = False

    def stop(*_: object) -> None:
        nonlocal ending
        if not busy:
            os._exit(0)
        ending = True
        raise KeyboardInterrupt

    answer_signals(stop)
    end_with_parent(lambda: os._exit(1))
    import proofs.falsify  # noqa: F401  (`work` needs it: loaded before the first clock starts)

    try:
        pipe.send(("ready", None))
        while not ending:
            data = pipe.recv()
            answer: tuple[str, Any]
            try:
                busy = True
                answer = "answer", work(data, lambda first: pipe.send(("first", first)))
            except KeyboardInterrupt:
                answer = "lost", "it was stopped"
            except Exception as error:
                answer = "lost", _one_line(error)
            pipe.send(answer)
            busy = False
    except (EOFError, OSError, KeyboardInterrupt):
        return  # the parent has closed the pipe


def _one_line(error: Exception) -> str:
    """An error in one line, with its file and line number."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    return " ".join(f"{type(error).__name__}: {error}{where}".split())[:500]
