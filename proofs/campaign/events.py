"""The progress of a run as JSON lines, for a program that listens: an event the moment it happens, and a pulse in between.

    {"event": "breaks", "time": "2026-11-22T10:00:00.123+00:00", "name": "half", "slice": 0, "seconds": 0.01, "rounds": 1, "dimension": 1}
    {"event": "broken", …, "M": 1, "lhs": "1", "rhs": "1/2", "T": 1, "d": 1}
    {"event": "survived", …, "runs": 812, "ratio": 0.98}
    {"event": "shrunk" or "trouble", …}
    {"event": "pulse", …, "running": ["hinge"], "broken": 1, "survived": 3, "open": 2, "failed": 0, "runs": 91234, "seconds": 312.5}

"breaks" is a run that is not judged yet, "broken" one that is judged and recorded. Each line is written at once."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TextIO

from proofs.campaign.plan import findings
from proofs.campaign.plan.result import Result
from proofs.campaign.plan.unit import Unit
from proofs.campaign.status import Status
from proofs.campaign.view import View

PULSE = 10.0  # seconds


class Events(View):
    """JSON lines to `target`, beside what another view shows."""

    def __init__(self, target: TextIO, beside: View | None = None, pulse: float = PULSE) -> None:
        self.target, self.beside, self.pulse = target, beside or View(), pulse
        self.next = 0.0

    @contextmanager
    def showing(self, look: Callable[[], Status]) -> Iterator[None]:
        self.look = look
        with self.beside.showing(look):
            yield
        self.beat([])

    def broke(self, unit: Unit, first: Mapping[str, Any]) -> None:
        self.beside.broke(unit, first)
        self.write("breaks", unit, dict(first))

    def finished(self, unit: Unit, result: Result) -> None:
        self.beside.finished(unit, result)
        told: dict[str, Any] = {"runs": result.counts["runs"], "ratio": result.ratio, "seconds": result.seconds}
        self.write("broken" if result.found else "survived", unit, told | _shown(result))

    def shrunk(self, unit: Unit, result: Result) -> None:
        self.beside.shrunk(unit, result)
        self.write("shrunk", unit, _shown(result))

    def trouble(self, unit: Unit, what: str) -> None:
        self.beside.trouble(unit, what)
        self.write("trouble", unit, {"what": what})

    def tick(self, running: Iterable[tuple[Unit, float]], capacity: int) -> None:
        running = list(running)
        self.beside.tick(running, capacity)
        if time.monotonic() >= self.next:
            self.beat([unit.name for unit, _ in running])

    def beat(self, running: list[str]) -> None:
        """A pulse."""
        standings = self.look().conjectures
        states = {state: sum(c.state == state for c in standings) for state in ("broken", "survived", "open", "failed")}
        done = {"runs": sum(c.runs for c in standings), "seconds": round(sum(c.seconds for c in standings), 3)}
        self.write("pulse", None, {"running": running} | states | done)
        self.next = time.monotonic() + self.pulse

    def write(self, event: str, unit: Unit | None, told: Mapping[str, Any]) -> None:
        """One line."""
        head: dict[str, Any] = {"event": event, "time": datetime.now(UTC).isoformat(timespec="milliseconds")}
        head |= {} if unit is None else {"name": unit.name, "slice": unit.slice}
        self.target.write(json.dumps(head | dict(told), ensure_ascii=False) + "\n")
        self.target.flush()


def _shown(result: Result) -> dict[str, Any]:
    return {} if result.counterexample is None else findings.figures(json.loads(result.counterexample_file()))
