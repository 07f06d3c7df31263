"""Workers of a running dask cluster. They do the same units, one at a time in each worker process.

This needs the extra `cluster`. Workers may come and go; the unit of a lost worker is given to another one. Every worker must have the
same version of this package; its version is checked before it gets work.
"""

from __future__ import annotations

import logging
import queue
import re
import time
from asyncio import CancelledError
from typing import Any

from perceptron.extras import optional
from proofs.campaign.plan.unit import Unit
from proofs.campaign.plan.work import work
from proofs.campaign.workers.protocol import Answered, Broke, Event, Lost, WorkersUnavailable

CONNECT_SECONDS = 10.0  # for a scheduler to answer
FIRST_WORKER_SECONDS = 0.8  # for its first worker to appear
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?(\[[0-9a-fA-F:.%]+\]|[\w.-]+):\d{1,5}")
TOPIC = "perceptron-proofs"  # under which a worker tells of the first run that breaks a conjecture
MAX_IDLE_SECONDS = 60.0  # without any worker; then the campaign stops


class Cluster:
    """The workers of the scheduler at an address such as tcp://192.168.0.7:8786."""

    def __init__(self, address: str, program: str) -> None:
        Client = optional("distributed", "campaigns on a cluster").Client
        if not _ADDRESS.fullmatch(address):
            raise WorkersUnavailable(f"no dask scheduler can be at {address!a:.100}; an address is like tcp://10.0.0.7:8786")
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported here, in one line
        self._address, self._program = address, program
        self._events: queue.Queue[tuple[str, Any]] = queue.Queue()  # a worker with its future, or TOPIC with what it told
        self._given: dict[str, tuple[Unit, Any]] = {}  # by worker
        self._fit: dict[str, bool] = {}
        self._looked = self._seen = time.monotonic()
        try:
            self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise WorkersUnavailable(f"no dask scheduler answers at {address!r:.100} ({_short(error)})") from None
        try:
            self._client.subscribe_topic(TOPIC, lambda told: self._events.put((TOPIC, told[1])))
            self._await_workers()
        except BaseException:
            self.close()
            raise

    @property
    def capacity(self) -> int:
        return sum(self._fit.values())

    @property
    def free(self) -> int:
        return len(self._idle())

    def submit(self, unit: Unit) -> None:
        address = self._idle()[0]
        future = self._client.submit(_work, unit.to_data(), workers=[address], pure=False, retries=0)
        self._given[address] = (unit, future)
        future.add_done_callback(lambda done: self._events.put((address, done)))

    def wait(self, seconds: float) -> list[Event]:
        events: list[Event] = []
        try:
            address, future = self._events.get(timeout=seconds)
            events += self._ended(address, future)
            while not self._events.empty():
                events += self._ended(*self._events.get())
        except queue.Empty:
            pass
        if time.monotonic() - self._looked > 1:
            events += self._look()
        return events

    def stop(self, unit: Unit) -> None:
        for address, (given, future) in list(self._given.items()):
            if given == unit:
                future.cancel()  # a running one goes on to the end of its slice, but nobody waits for its answer
                self._events.put((address, future))

    def close(self) -> None:
        for _, future in self._given.values():
            future.cancel()
        self._client.close(timeout=2)

    def _idle(self) -> list[str]:
        return [address for address, fit in self._fit.items() if fit and address not in self._given]

    def _ended(self, address: str, future: Any) -> list[Event]:
        if address == TOPIC:
            return [Broke(unit, future["first"]) for unit, _ in self._given.values() if unit.id == future["unit"]]
        if address not in self._given or self._given[address][1] is not future:
            return []  # reported before
        unit, _ = self._given.pop(address)
        try:
            return [Answered(unit, future.result(timeout=CONNECT_SECONDS))]
        except (Exception, CancelledError) as error:  # raised by the worker or by the connection
            return [Lost(unit, f"{type(error).__name__}: {_short(error)}")]

    def _look(self) -> list[Event]:
        """Update the list of workers. The units of workers that are gone are lost."""
        self._looked = time.monotonic()
        try:
            present = set(self._client.nthreads())
            new = sorted(present - set(self._fit))
            versions = self._client.run(_program, workers=new, on_error="return") if new else {}
        except (OSError, TimeoutError, RuntimeError) as error:
            raise WorkersUnavailable(
                f"the scheduler at {self._address} cannot be reached; the records are kept ({_short(error)})"
            ) from None
        self._fit = {address: fit for address, fit in self._fit.items() if address in present}
        self._fit |= {address: version == self._program for address, version in versions.items()}
        if present and not self.capacity and versions:
            other = _short(next(iter(versions.values())))
            raise WorkersUnavailable(f"no worker of {self._address} has perceptron-proofs {self._program} (one says: {other})")
        self._seen = self._looked if self.capacity else self._seen
        if self._looked - self._seen > MAX_IDLE_SECONDS:
            raise WorkersUnavailable(f"the scheduler at {self._address} has had no worker for {MAX_IDLE_SECONDS:g} s; the records are kept")
        gone = [address for address in self._given if address not in present]
        for address in gone:
            self._given[address][1].cancel()
        return [Lost(self._given.pop(address)[0], "its worker was lost") for address in gone]

    def _await_workers(self) -> None:
        until = time.monotonic() + FIRST_WORKER_SECONDS
        self._look()
        while not self.capacity:
            if time.monotonic() > until:
                raise WorkersUnavailable(f"the scheduler at {self._address} has no workers; start some first")
            time.sleep(0.1)
            self._look()


def _work(data: dict[str, Any]) -> dict[str, Any]:
    """Do a unit on a worker, and tell of the first run that breaks its conjecture."""
    from distributed import get_worker

    worker = get_worker()
    return work(data, lambda first: worker.log_event(TOPIC, {"unit": data["id"], "first": first}))


def _program() -> str:
    from proofs.campaign.store.store import program

    return program()


def _short(error: object) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 200 else text[:197] + "..."
