"""The loop: units to workers, short slices of every conjecture first; answers into the store; until nothing is open."""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol

from perceptron.errors import InputError
from proofs.campaign.plan.result import Result, examined
from proofs.campaign.plan.unit import Unit
from proofs.campaign.store.store import Store
from proofs.campaign.workers.protocol import Answered, Crew, CrewFailed, Event, Lost

TRIES = 2
TICK = 0.5  # seconds between two looks
LAST_WORDS = 5.0  # seconds that interrupted workers get


class Watcher(Protocol):
    """Who is told what happens."""

    def finished(self, unit: Unit, result: Result) -> None: ...
    def shrunk(self, unit: Unit, result: Result) -> None: ...
    def trouble(self, unit: Unit, what: str) -> None: ...
    def tick(self, running: Iterable[tuple[Unit, float]], places: int) -> None:
        """Now and then: the units at work, with the seconds that each has been."""


class Runner:
    """One run of a campaign."""

    def __init__(self, store: Store, crew: Crew, watcher: Watcher) -> None:
        self.store, self.crew, self.watcher = store, crew, watcher
        self.waiting: dict[int, list[Unit]] = defaultdict(list)  # by conjecture, the next one last
        self.running: dict[Unit, float] = {}
        self.tried: dict[tuple[int, bool], int] = defaultdict(int)
        for unit in sorted([*store.to_do(), *store.to_shrink()], key=lambda unit: -unit.slice):
            self.waiting[unit.conjecture].append(unit)

    def run(self) -> None:
        """Work until nothing is open.  On KeyboardInterrupt what the workers have found so far is recorded first."""
        try:
            while self.running or any(self.waiting.values()):
                self._give()
                self._tick()
                for event in self.crew.wait(TICK):
                    self._kept(event)
        except KeyboardInterrupt:
            self._last_words()
            raise

    def _give(self) -> None:
        while self.crew.free > 0 and (unit := self._next()) is not None:
            self.waiting[unit.conjecture].remove(unit)
            self.running[unit] = time.monotonic()
            self.crew.give(unit)

    def _next(self) -> Unit | None:
        """The shortest slice waiting; of a conjecture that nobody works on, if there is one."""
        busy = {unit.conjecture for unit in self.running}
        heads = [units[-1] for units in self.waiting.values() if units]
        return min(heads, key=lambda unit: (unit.conjecture in busy, unit.slice, unit.conjecture), default=None)

    def _tick(self) -> None:
        now = time.monotonic()
        self.watcher.tick([(unit, now - since) for unit, since in self.running.items()], self.crew.places)

    def _kept(self, event: Event) -> None:
        """Handle an event; if Ctrl-C comes between, once more, since the transaction was rolled back or else refuses to repeat."""
        try:
            self._handle(event)
        except KeyboardInterrupt:
            self._handle(event)
            raise

    def _handle(self, event: Event) -> None:
        unit = event.unit
        if isinstance(event, Lost):
            self._lost(unit, event.why)
            return
        try:
            result = examined(event.data, unit)
        except InputError as error:
            self._lost(unit, str(error))
            return
        self.running.pop(unit, None)
        if unit.again:
            self.store.shrunk(unit, result if result.whole else None)
            self.watcher.shrunk(unit, result)
        elif not result.whole and not result.found:
            self._wait_again(unit)
        elif self.store.finish(unit, result):
            self.watcher.finished(unit, result)
            if result.found:
                self._settled(unit)

    def _settled(self, unit: Unit) -> None:
        """Nothing more to do for a broken conjecture, but to shrink what was found if that was cut short."""
        self.waiting[unit.conjecture] = [again for again in self.store.to_shrink() if again.id == unit.id]
        for other in self.running:
            if other.conjecture == unit.conjecture:
                self.crew.stop(other)

    def _lost(self, unit: Unit, why: str) -> None:
        self.running.pop(unit, None)
        key = (unit.id, unit.again)
        self.tried[key] += 1
        if self._is_settled(unit):
            return
        if self.tried[key] < TRIES:
            self.watcher.trouble(unit, f"{why}; tried once more")
            self._wait_again(unit)
        elif unit.again:
            self.store.shrunk(unit, None)
        else:
            self.watcher.trouble(unit, f"{why}; given up until the next resume")
            self.store.fail(unit, why)

    def _is_settled(self, unit: Unit) -> bool:
        return not unit.again and self.store.is_broken(unit.conjecture)

    def _wait_again(self, unit: Unit) -> None:
        if not self._is_settled(unit) and unit not in self.waiting[unit.conjecture]:
            self.waiting[unit.conjecture].append(unit)

    def _last_words(self) -> None:
        """Stop all workers, and record what they found: whole outcomes and counterexamples."""
        until = time.monotonic() + LAST_WORDS
        for unit in self.running:
            self.crew.stop(unit)
        while self.running and (left := until - time.monotonic()) > 0:
            with contextlib.suppress(CrewFailed):
                for event in self.crew.wait(left):
                    self.running.pop(event.unit, None)
                    if isinstance(event, Answered):
                        self._keep_found(event)

    def _keep_found(self, event: Answered) -> None:
        with contextlib.suppress(InputError):
            result = examined(event.data, event.unit)
            if event.unit.again:
                if result.whole:
                    self.store.shrunk(event.unit, result)
            elif (result.whole or result.found) and self.store.finish(event.unit, result):
                self.watcher.finished(event.unit, result)
