"""The loop of a campaign: it gives units to workers, short slices of every conjecture first, and records the answers until none is open."""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from perceptron.errors import InputError
from proofs.campaign.plan.result import Result, examined
from proofs.campaign.plan.unit import Unit
from proofs.campaign.store.store import Store
from proofs.campaign.workers.protocol import Answered, Broke, Event, Lost, WorkerPool, WorkersUnavailable

MAX_ATTEMPTS = 2
POLL_SECONDS = 0.5  # between two looks at the workers
INTERRUPT_SECONDS = 5.0  # in which interrupted workers can still answer


class Watcher(Protocol):
    """The events of a run, for a view."""

    def broke(self, unit: Unit, first: Mapping[str, Any]) -> None: ...
    def finished(self, unit: Unit, result: Result) -> None: ...
    def shrunk(self, unit: Unit, result: Result) -> None: ...
    def trouble(self, unit: Unit, what: str) -> None: ...
    def tick(self, running: Iterable[tuple[Unit, float]], capacity: int) -> None:
        """Called about twice a second with the units at work and the seconds since each was started."""


class Runner:
    """One run of a campaign. `decide`: whether the first slice of a conjecture asks for a closed form and a proof before it searches."""

    def __init__(self, store: Store, pool: WorkerPool, watcher: Watcher, decide: bool = False) -> None:
        self.store, self.pool, self.watcher = store, pool, watcher
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
                self._tick()
                for event in self.pool.wait(POLL_SECONDS):
                    self._record(event)
        except KeyboardInterrupt:
            self._record_interrupted()
            raise

    def _start_units(self) -> None:
        while self.pool.free > 0 and (unit := self._next_unit()) is not None:
            self.waiting[unit.conjecture].remove(unit)
            self.running[unit] = time.monotonic()
            self.pool.submit(replace(unit, decides=unit.slice == 0 and unit.conjecture in self.posed))

    def _next_unit(self) -> Unit | None:
        """The shortest slice that waits, preferably of a conjecture that has no running unit."""
        busy = {unit.conjecture for unit in self.running}
        heads = [units[-1] for units in self.waiting.values() if units]
        return min(heads, key=lambda unit: (unit.conjecture in busy, unit.slice, unit.conjecture), default=None)

    def _tick(self) -> None:
        now = time.monotonic()
        self.watcher.tick([(unit, now - since) for unit, since in self.running.items()], self.pool.capacity)

    def _record(self, event: Event) -> None:
        """Handle an event. After a Ctrl-C in between it is handled again: the transaction was rolled back, or it refuses a repetition."""
        try:
            self._handle(event)
        except KeyboardInterrupt:
            self._handle(event)
            raise

    def _handle(self, event: Event) -> None:
        unit = event.unit
        if isinstance(event, Broke):
            self.watcher.broke(unit, event.first)
            return
        if isinstance(event, Lost):
            self._lost(unit, event.why)
            return
        try:
            result = examined(event.data, unit)
        except InputError as error:
            self._lost(unit, str(error))
            return
        self.running.pop(unit, None)
        if unit.shrink_only:
            self.store.shrunk(unit, result if result.whole else None)
            self.watcher.shrunk(unit, result)
        elif not result.whole and not result.found:
            self._requeue(unit)
        elif self.store.finish(unit, result):
            self.watcher.finished(unit, result)
            if result.settles:
                self._close_conjecture(unit)

    def _close_conjecture(self, unit: Unit) -> None:
        """Drop the open units of a conjecture that is broken or proved. If shrinking was cut short, that remains to be done."""
        self.waiting[unit.conjecture] = [shrinking for shrinking in self.store.units_to_shrink() if shrinking.id == unit.id]
        for other in self.running:
            if other.conjecture == unit.conjecture:
                self.pool.stop(other)

    def _lost(self, unit: Unit, why: str) -> None:
        self.running.pop(unit, None)
        key = (unit.id, unit.shrink_only)
        self.tried[key] += 1
        if self._is_broken(unit):
            return
        if self.tried[key] < MAX_ATTEMPTS:
            self.watcher.trouble(unit, f"{why}; tried once more")
            self._requeue(unit)
        elif unit.shrink_only:
            self.store.shrunk(unit, None)
        else:
            self.watcher.trouble(unit, f"{why}; given up until the next resume")
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
            self.pool.stop(unit)
        while self.running and (left := until - time.monotonic()) > 0:
            with contextlib.suppress(WorkersUnavailable):
                for event in self.pool.wait(left):
                    if isinstance(event, Broke):
                        continue
                    self.running.pop(event.unit, None)
                    if isinstance(event, Answered):
                        self._record_found(event)

    def _record_found(self, event: Answered) -> None:
        with contextlib.suppress(InputError):
            result = examined(event.data, event.unit)
            if event.unit.shrink_only:
                if result.whole:
                    self.store.shrunk(event.unit, result)
            elif (result.whole or result.found) and self.store.finish(event.unit, result):
                self.watcher.finished(event.unit, result)
