"""The loop that gives a campaign's units to workers and records what comes back.

Workers are processes of this machine (`proofs.system.processes.Pool`) or of a dask cluster, and say the same of their units. If one dies,
only its unit is lost, and is tried once more.
"""

from __future__ import annotations

import contextlib
import logging
import re
import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any

from perceptron.errors import InputError
from perceptron.extras import optional
from proofs.campaign.status import View, outcome, shrunk
from proofs.campaign.store import Store, program
from proofs.campaign.units import Result, Unit, examine, work
from proofs.system.processes import Event, Workers, ending

MAX_ATTEMPTS = 2
POLL_SECONDS = 0.5  # between two looks at the workers
INTERRUPT_SECONDS = 5.0  # in which interrupted workers can still answer

CONNECT_SECONDS = 10.0  # for a scheduler to answer
FIRST_WORKER_SECONDS = 0.8  # for its first worker to appear
MAX_IDLE_SECONDS = 60.0  # of a cluster without any worker; then the campaign stops
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?(\[[0-9a-fA-F:.%]+\]|[\w.-]+):\d{1,5}")
TOPIC = "perceptron-proofs"  # under which a worker of a cluster says what first breaks a conjecture

Answer = dict[str, Any]


class WorkersUnavailable(InputError):
    """The scheduler cannot be reached, or has no workers. All records are kept."""


class Cluster(Workers):
    """The workers of the dask scheduler at an address such as tcp://192.168.0.7:8786, which do one unit each at a time.

    This needs the extra `cluster`. Workers may come and go; dask gives the unit of a lost one to another. Every worker must have the same
    version of this package, which is checked before it gets work.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        Client = optional("distributed", "campaigns on a cluster").Client
        if not _ADDRESS.fullmatch(address):
            raise WorkersUnavailable(f"no dask scheduler can be at {address!a:.100}; an address is like tcp://10.0.0.7:8786")
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported here, in one line
        self.size, self._address, self._news = 0, address, threading.Event()
        self._given: dict[Unit, Future[Answer]] = {}
        self._fit: dict[str, bool] = {}
        self._looked = self._seen = time.monotonic()
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise WorkersUnavailable(f"no dask scheduler answers at {address!r:.100} ({_short(error)})") from None
        try:
            self._client.subscribe_topic(TOPIC, lambda event: self._broke(*event[1]))
            with contextlib.suppress(TimeoutError):
                self._client.wait_for_workers(1, FIRST_WORKER_SECONDS)
            self._look()
            if not self.size:
                raise WorkersUnavailable(f"the scheduler at {address} has no workers; start some first")
        except BaseException:
            self.close()
            raise

    @property
    def free(self) -> int:
        return self.size - len(self._given)

    def give(self, job: Unit) -> None:
        fit = [address for address, fit in self._fit.items() if fit]
        workers = self._client.get_executor(workers=fit, allow_other_workers=True, pure=False, retries=0)
        self._given[job] = future = workers.submit(_work_on_cluster, job)
        future.add_done_callback(partial(self._on_end, job))

    def _on_end(self, unit: Unit, future: Future[Answer]) -> None:
        self._given.pop(unit, None)
        error = None if future.cancelled() else future.exception()
        if future.cancelled():
            self._say(Event(unit, "raised", InputError("it was stopped")))
        else:
            self._say(Event(unit, "done", future.result()) if error is None else Event(unit, "raised", error))

    def _broke(self, unit: int, first: Mapping[str, Any]) -> None:
        for given in [given for given in list(self._given) if given.id == unit]:
            self._say(Event(given, "message", first))

    def _say(self, event: Event) -> None:
        self.events.append(event)
        self._news.set()

    def listen(self, seconds: float) -> None:
        self._news.wait(seconds)
        self._news.clear()
        if time.monotonic() - self._looked > 1:
            self._look()

    def stop(self, job: Unit) -> None:
        if job in self._given:
            self._given[job].cancel()  # a running one goes on to the end of its slice, but nobody waits for its answer

    def close(self) -> None:
        for future in list(self._given.values()):
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
        self.size = sum(self._fit.values())
        if versions and not self.size:
            other = _short(next(iter(versions.values())))
            raise WorkersUnavailable(f"no worker of {self._address} has perceptron-proofs {program()} (one says: {other})")
        self._seen = self._looked if self.size else self._seen
        if self._looked - self._seen > MAX_IDLE_SECONDS:
            raise WorkersUnavailable(f"the scheduler at {self._address} has had no worker for {MAX_IDLE_SECONDS:g} s; the records are kept")


def _work_on_cluster(unit: Unit) -> Answer:
    """Do a unit on a worker, and report the first run that breaks its conjecture."""
    from distributed import get_worker

    worker = get_worker()
    return work(unit, lambda first: worker.log_event(TOPIC, (unit.id, first)))


def _short(error: object) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 200 else text[:197] + "..."


class Runner:
    """One run of a campaign: short slices of every conjecture come first, and answers are recorded until no unit is open.

    decide    whether the first slice of a conjecture asks for a closed form and a proof before it searches
    """

    def __init__(self, store: Store, workers: Workers, view: View, decide: bool = False) -> None:
        self.store, self.workers, self.view, self.interrupted = store, workers, view, False
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
                self.view.tick([(unit, now - since) for unit, since in self.running.items()], self.workers.size)
                self._record(POLL_SECONDS)
        except KeyboardInterrupt:
            self.interrupted, until = True, time.monotonic() + INTERRUPT_SECONDS
            for unit in self.running:
                self.workers.stop(unit)
            with contextlib.suppress(InputError):
                while self.running and (left := until - time.monotonic()) > 0:
                    self._record(left)
            raise

    def _start_units(self) -> None:
        while self.workers.free > 0 and (unit := self._next_unit()) is not None:
            self.waiting[unit.conjecture].remove(unit)
            self.running[unit] = time.monotonic()
            self.workers.give(replace(unit, decides=unit.slice == 0 and unit.conjecture in self.posed))

    def _next_unit(self) -> Unit | None:
        """The shortest slice that waits, preferably of a conjecture that has no running unit."""
        busy = {unit.conjecture for unit in self.running}
        heads = [units[-1] for units in self.waiting.values() if units]
        return min(heads, key=lambda unit: (unit.conjecture in busy, unit.slice, unit.conjecture), default=None)

    def _record(self, seconds: float) -> None:
        """Handle the next events. One whose handling is interrupted comes again; if the store has it already, it refuses a repetition."""
        for event in self.workers.wait(seconds):
            unit: Unit = event.job
            if event.kind == "message":
                self.view.on_progress(unit, "breaks", event.content)
                continue
            try:
                result = result_of(event)
            except Exception as error:  # of the worker, of the connection to it, or of the examination
                self._record_loss(
                    unit, str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {_short(error)}{_where(error)}"
                )
            else:
                self._keep(unit, result)
            self.running.pop(unit, None)

    def _keep(self, unit: Unit, result: Result) -> None:
        if unit.shrink_only:
            if result.whole or not self.interrupted:
                self.store.shrunk(unit, result if result.whole else None)
                self.view.on_progress(unit, "shrunk", *shrunk(unit, result))
        elif not result.whole and not result.has_counterexample:
            self._requeue(unit)
        elif self.store.finish(unit, result):
            self.view.on_progress(unit, *outcome(unit, result))
            if result.settles:
                self._close_conjecture(unit)

    def _close_conjecture(self, unit: Unit) -> None:
        """Drop the open units of a conjecture that is broken or proved. If shrinking was cut short, that remains to be done."""
        self.waiting[unit.conjecture] = [shrinking for shrinking in self.store.units_to_shrink() if shrinking.id == unit.id]
        for other in self.running:
            if other.conjecture == unit.conjecture and other != unit:
                self.workers.stop(other)

    def _record_loss(self, unit: Unit, why: str) -> None:
        """A unit has no answer, for this reason: it is tried once more, unless it was stopped."""
        self.tried[unit.id, unit.shrink_only] += 1
        if self.interrupted or self._is_settled(unit):
            return
        if self.tried[unit.id, unit.shrink_only] < MAX_ATTEMPTS:
            self._trouble(unit, f"{why}; tried once more")
            self._requeue(unit)
        elif unit.shrink_only:
            self.store.shrunk(unit, None)
        else:
            self._trouble(unit, f"{why}; given up until the next resume")
            self.store.fail(unit, why)

    def _trouble(self, unit: Unit, what: str) -> None:
        self.view.on_progress(unit, "trouble", {"what": what}, f"{unit.name}, slice {unit.slice}: {what}")

    def _is_settled(self, unit: Unit) -> bool:
        """Whether its conjecture was broken or proved meanwhile, so that there is nothing left to search."""
        return not unit.shrink_only and not self.store.is_open(unit)

    def _requeue(self, unit: Unit) -> None:
        if not self._is_settled(unit) and unit not in self.waiting[unit.conjecture]:
            self.waiting[unit.conjecture].append(unit)


def result_of(event: Event) -> Result:
    """The result in a unit's last event. Raises the error that was raised, and InputError for a unit that was stopped before it had
    anything to say, for a lost one, and for an answer that is not believed."""
    if event.kind == "raised":  # a worker's KeyboardInterrupt is no Ctrl-C here
        raise event.content if isinstance(event.content, Exception) else InputError("it was stopped")
    if event.kind == "lost":
        raise InputError(f"its worker {ending(event.content)}")
    return examine(event.content, event.job)


def _where(error: Exception) -> str:
    """The file and line where a worker raised an error, which its traceback names last."""
    places = re.findall(r'([^/\\"]+)", line (\d+)', "".join(getattr(error, "__notes__", ())))
    return " ({}, line {})".format(*places[-1]) if places else ""
