"""Who does the units of a campaign, and the loop that gives them out and records what comes back.

Workers are processes of this machine or of a dask cluster. Either is asked by futures (`concurrent.futures`). If a worker dies, only its
unit is lost, and is tried once more.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import threading
import time
import traceback
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, replace
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any

from perceptron.errors import InputError
from perceptron.extras import optional
from proofs.campaign.status import View
from proofs.campaign.store import Store, program
from proofs.campaign.units import Unit, examined, work
from proofs.system.processes import Child, answer_signals, end_with_parent, ending

MAX_ATTEMPTS = 2
MAX_FALSE_STARTS = 3
POLL_SECONDS = 0.5  # between two looks at the workers
INTERRUPT_SECONDS = 5.0  # in which interrupted workers can still answer

CONNECT_SECONDS = 10.0  # for a scheduler to answer
FIRST_WORKER_SECONDS = 0.8  # for its first worker to appear
MAX_IDLE_SECONDS = 60.0  # of a cluster without any worker; then the campaign stops
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?(\[[0-9a-fA-F:.%]+\]|[\w.-]+):\d{1,5}")
TOPIC = "perceptron-proofs"  # under which a worker of a cluster says what first breaks a conjecture

Answer = dict[str, Any]


class WorkersUnavailable(InputError):
    """No worker can be started, or the scheduler cannot be reached. What was recorded is kept."""


class Lost(Exception):
    """A unit has no answer, for this reason."""


class Workers(ABC):
    """They do `capacity` units at once, and can take `free` more now."""

    def __init__(self) -> None:
        self._events: SimpleQueue[tuple[Unit, Future[Answer] | Mapping[str, Any]]] = SimpleQueue()

    @property
    @abstractmethod
    def capacity(self) -> int: ...
    @property
    @abstractmethod
    def free(self) -> int: ...
    @abstractmethod
    def _begin(self, unit: Unit) -> Future[Answer]: ...

    @abstractmethod
    def stop(self, unit: Unit) -> None:
        """Stop a unit. An event follows soon, if possible with what the unit has found."""

    @abstractmethod
    def close(self) -> None:
        """End the workers."""

    def submit(self, unit: Unit) -> None:
        """Give a unit to a worker. Only while `free` is positive."""
        self._begin(unit).add_done_callback(lambda future: self._events.put((unit, future)))

    def wait(self, seconds: float) -> Iterator[tuple[Unit, Future[Answer] | Mapping[str, Any]]]:
        """The next events, of which the first is waited for: the future of a unit that is done; or, while it is still shrunk, the time and
        the size of the first run that breaks a unit's conjecture. Raises WorkersUnavailable."""
        with contextlib.suppress(Empty):
            yield self._events.get(timeout=seconds)
            while True:
                yield self._events.get_nowait()


class Processes(Workers):
    """Processes of this machine, which are started by spawn when there is work for them. A thread waits for each."""

    capacity = 1

    def __init__(self, capacity: int) -> None:
        super().__init__()
        self.capacity = capacity
        self._threads = ThreadPoolExecutor(capacity)
        self._starting = threading.Lock()
        self._given: set[Unit] = set()
        self._stopped: set[Unit] = set()
        self._busy: dict[Unit, Child] = {}
        self._idle: list[Child] = []
        self._closed = False

    @property
    def free(self) -> int:
        return self.capacity - len(self._given)

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers that have a unit."""
        return [worker.process.pid or 0 for worker in self._busy.values()]

    def _begin(self, unit: Unit) -> Future[Answer]:
        self._given.add(unit)
        return self._threads.submit(self._answered, unit)

    def _answered(self, unit: Unit) -> Answer:
        """The answer of a process. Raises Lost."""
        worker: Child | None = None
        try:
            worker = self._ready(unit)
            self._busy[unit] = worker
            worker.line.send(asdict(unit))
            while True:
                kind, content = worker.line.recv()
                if kind == "answer":
                    if unit not in self._stopped:
                        self._idle.append(worker)
                    return dict(content)
                if kind == "lost":
                    raise Lost(content)
                self._events.put((unit, content))
        except (EOFError, OSError):
            raise Lost(f"its worker {_ending(worker)}" if unit not in self._stopped else "it was stopped") from None
        finally:
            self._busy.pop(unit, None)
            self._stopped.discard(unit)
            self._given.discard(unit)
            if worker is not None and worker not in self._idle:
                worker.end()

    def _ready(self, unit: Unit) -> Child:
        """A process that waits for a unit. Raises EOFError if the unit was stopped meanwhile, and WorkersUnavailable."""
        while self._idle:
            if (worker := self._idle.pop()).process.is_alive():
                return worker
            worker.end()  # it was killed while it was idle
        for _ in range(MAX_FALSE_STARTS):
            with self._starting:
                worker = Child(_work_until_closed)
            try:
                worker.line.recv()
                if self._closed or unit in self._stopped:
                    raise EOFError
                return worker
            except (EOFError, OSError):
                how = _ending(worker)
                worker.end()
                if self._closed or unit in self._stopped:
                    raise
        raise WorkersUnavailable(f"no worker process can be started: the last {how} before it could work")

    def stop(self, unit: Unit) -> None:
        self._stopped.add(unit)
        if (worker := self._busy.get(unit)) is not None:
            worker.process.terminate()

    def close(self) -> None:
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in list(self._busy.values()):
            worker.process.kill()
        self._threads.shutdown()  # each thread notices that its process is gone
        for worker in self._idle:
            worker.end()


def _ending(worker: Child | None) -> str:
    if worker is None:
        return "could not be started"
    worker.process.join(INTERRUPT_SECONDS)
    return ending(worker.process.exitcode)


def _work_until_closed(pipe: Connection) -> None:
    """Receive units and send answers, until the pipe closes. At SIGTERM the worker sends what it has found and ends."""
    busy = stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        if not busy:
            os._exit(0)
        stopping = True
        raise KeyboardInterrupt

    answer_signals(stop)
    end_with_parent(lambda: os._exit(1))
    import proofs.falsify  # noqa: F401  (`work` needs it: loaded before the first clock starts)

    try:
        pipe.send(("ready", None))
        while not stopping:
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


class Cluster(Workers):
    """The workers of the dask scheduler at an address such as tcp://192.168.0.7:8786, which do one unit each at a time.

    This needs the extra `cluster`. Workers may come and go; dask gives the unit of a lost one to another. Every worker must have the same
    version of this package, which is asked before it gets work.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        Client = optional("distributed", "campaigns on a cluster").Client
        if not _ADDRESS.fullmatch(address):
            raise WorkersUnavailable(f"no dask scheduler can be at {address!a:.100}; an address is like tcp://10.0.0.7:8786")
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported here, in one line
        self._address = address
        self._given: dict[Unit, tuple[str, Future[Answer]]] = {}  # with the worker that is to do it
        self._fit: dict[str, bool] = {}
        self._looked = self._seen = time.monotonic()
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise WorkersUnavailable(f"no dask scheduler answers at {address!r:.100} ({_short(error)})") from None
        try:
            self._client.subscribe_topic(TOPIC, lambda event: self._broke(event[1]["unit"], event[1]["first"]))
            until = time.monotonic() + FIRST_WORKER_SECONDS
            self._look()
            while not self.capacity:
                if time.monotonic() > until:
                    raise WorkersUnavailable(f"the scheduler at {address} has no workers; start some first")
                time.sleep(0.1)
                self._look()
        except BaseException:
            self.close()
            raise

    @property
    def capacity(self) -> int:
        return sum(self._fit.values())

    @property
    def free(self) -> int:
        return len(self._idle())

    def _idle(self) -> list[str]:
        taken = {address for address, _ in self._given.values()}
        return [address for address, fit in self._fit.items() if fit and address not in taken]

    def _begin(self, unit: Unit) -> Future[Answer]:
        address = self._idle()[0]
        worker = self._client.get_executor(workers=[address], allow_other_workers=True, pure=False, retries=0)
        future: Future[Answer] = worker.submit(_work_on_cluster, asdict(unit))
        self._given[unit] = address, future
        future.add_done_callback(lambda _: self._given.pop(unit, None))
        return future

    def _broke(self, unit: int, first: Mapping[str, Any]) -> None:
        for given in list(self._given):
            if given.id == unit:
                self._events.put((given, first))

    def wait(self, seconds: float) -> Iterator[tuple[Unit, Future[Answer] | Mapping[str, Any]]]:
        yield from super().wait(seconds)
        if time.monotonic() - self._looked > 1:
            self._look()

    def stop(self, unit: Unit) -> None:
        if unit in self._given:
            self._given[unit][1].cancel()  # a running one goes on to the end of its slice, but nobody waits for its answer

    def close(self) -> None:
        for _, future in list(self._given.values()):
            future.cancel()
        self._client.close(timeout=2)

    def _look(self) -> None:
        """Update the list of workers."""
        self._looked = time.monotonic()
        try:
            present = set(self._client.nthreads())
            new = sorted(present - set(self._fit))
            versions = self._client.run(program, workers=new, on_error="return") if new else {}
        except (OSError, TimeoutError, RuntimeError) as error:
            why = f"the scheduler at {self._address} cannot be reached; the records are kept ({_short(error)})"
            raise WorkersUnavailable(why) from None
        self._fit = {address: fit for address, fit in self._fit.items() if address in present}
        self._fit |= {address: version == program() for address, version in versions.items()}
        if present and not self.capacity and versions:
            other = _short(next(iter(versions.values())))
            raise WorkersUnavailable(f"no worker of {self._address} has perceptron-proofs {program()} (one says: {other})")
        self._seen = self._looked if self.capacity else self._seen
        if self._looked - self._seen > MAX_IDLE_SECONDS:
            raise WorkersUnavailable(f"the scheduler at {self._address} has had no worker for {MAX_IDLE_SECONDS:g} s; the records are kept")


def _work_on_cluster(data: dict[str, Any]) -> Answer:
    """Do a unit on a worker, and tell of the first run that breaks its conjecture."""
    from distributed import get_worker

    worker = get_worker()
    return work(data, lambda first: worker.log_event(TOPIC, {"unit": data["id"], "first": first}))


def _short(error: object) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 200 else text[:197] + "..."


class Runner:
    """One run of a campaign: short slices of every conjecture come first, and answers are recorded until no unit is open.

    decide    whether the first slice of a conjecture asks for a closed form and a proof before it searches
    """

    def __init__(self, store: Store, workers: Workers, view: View, decide: bool = False) -> None:
        self.store, self.workers, self.view = store, workers, view
        self.posed = {row["id"] for row in store.conjectures() if decide and row["theorem"] is None}
        self.waiting: dict[int, list[Unit]] = defaultdict(list)  # for each conjecture, the next unit last
        self.running: dict[Unit, float] = {}
        self.tried: dict[tuple[int, bool], int] = defaultdict(int)
        for unit in sorted([*store.open_units(), *store.units_to_shrink()], key=lambda unit: -unit.slice):
            self.waiting[unit.conjecture].append(unit)

    def run(self) -> None:
        """Work until no unit is open. A KeyboardInterrupt is raised only after the workers' findings are recorded."""
        try:
            while self.running or any(self.waiting.values()):
                self._start_units()
                now = time.monotonic()
                self.view.tick([(unit, now - since) for unit, since in self.running.items()], self.workers.capacity)
                for unit, event in self.workers.wait(POLL_SECONDS):
                    self._record(unit, event)
        except KeyboardInterrupt:
            self._record_interrupted()
            raise

    def _start_units(self) -> None:
        while self.workers.free > 0 and (unit := self._next_unit()) is not None:
            self.waiting[unit.conjecture].remove(unit)
            self.running[unit] = time.monotonic()
            self.workers.submit(replace(unit, decides=unit.slice == 0 and unit.conjecture in self.posed))

    def _next_unit(self) -> Unit | None:
        """The shortest slice that waits, preferably of a conjecture that has no running unit."""
        busy = {unit.conjecture for unit in self.running}
        heads = [units[-1] for units in self.waiting.values() if units]
        return min(heads, key=lambda unit: (unit.conjecture in busy, unit.slice, unit.conjecture), default=None)

    def _record(self, unit: Unit, event: Future[Answer] | Mapping[str, Any]) -> None:
        """Handle an event. After a Ctrl-C in between it is handled again: the transaction was rolled back, or it refuses a repetition."""
        try:
            self._handle(unit, event)
        except KeyboardInterrupt:
            self._handle(unit, event)
            raise

    def _handle(self, unit: Unit, event: Future[Answer] | Mapping[str, Any]) -> None:
        if not isinstance(event, Future):
            self.view.broke(unit, event)
            return
        try:
            result = examined(event.result(), unit)
        except WorkersUnavailable:
            raise
        except Exception as error:  # of the worker, of the connection to it, or of the examination
            self._lost(unit, str(error) if isinstance(error, (Lost, InputError)) else f"{type(error).__name__}: {_short(error)}")
            return
        self.running.pop(unit, None)
        if unit.shrink_only:
            self.store.shrunk(unit, result if result.whole else None)
            self.view.shrunk(unit, result)
        elif not result.whole and not result.found:
            self._requeue(unit)
        elif self.store.finish(unit, result):
            self.view.finished(unit, result)
            if result.settles:
                self._close_conjecture(unit)

    def _close_conjecture(self, unit: Unit) -> None:
        """Drop the open units of a conjecture that is broken or proved. If shrinking was cut short, that remains to be done."""
        self.waiting[unit.conjecture] = [shrinking for shrinking in self.store.units_to_shrink() if shrinking.id == unit.id]
        for other in self.running:
            if other.conjecture == unit.conjecture:
                self.workers.stop(other)

    def _lost(self, unit: Unit, why: str) -> None:
        self.running.pop(unit, None)
        key = (unit.id, unit.shrink_only)
        self.tried[key] += 1
        if self._is_broken(unit):
            return
        if self.tried[key] < MAX_ATTEMPTS:
            self.view.trouble(unit, f"{why}; tried once more")
            self._requeue(unit)
        elif unit.shrink_only:
            self.store.shrunk(unit, None)
        else:
            self.view.trouble(unit, f"{why}; given up until the next resume")
            self.store.fail(unit, why)

    def _is_broken(self, unit: Unit) -> bool:
        return not unit.shrink_only and self.store.is_broken(unit.conjecture)

    def _requeue(self, unit: Unit) -> None:
        if not self._is_broken(unit) and unit not in self.waiting[unit.conjecture]:
            self.waiting[unit.conjecture].append(unit)

    def _record_interrupted(self) -> None:
        """Stop all workers, and record the complete results and the counterexamples that they return."""
        until = time.monotonic() + INTERRUPT_SECONDS
        for unit in self.running:
            self.workers.stop(unit)
        while self.running and (left := until - time.monotonic()) > 0:
            with contextlib.suppress(WorkersUnavailable):
                for unit, event in self.workers.wait(left):
                    if isinstance(event, Future):
                        self.running.pop(unit, None)
                        self._record_found(unit, event)

    def _record_found(self, unit: Unit, event: Future[Answer]) -> None:
        try:
            result = examined(event.result(), unit)
        except Exception:  # as in `_handle`; the unit stays open
            return
        if unit.shrink_only:
            if result.whole:
                self.store.shrunk(unit, result)
        elif (result.whole or result.found) and self.store.finish(unit, result):
            self.view.finished(unit, result)
