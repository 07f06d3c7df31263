"""The progress of a run: nothing, a line for each event, a table on a terminal that is redrawn, or JSON lines for a program that listens.

A JSON line is an event the moment it happens, or a pulse in between:

    {"event": "breaks", "time": "2026-11-22T10:00:00.123+00:00", "name": "half", "slice": 0, "seconds": 0.01, "rounds": 1, "dimension": 1}
    {"event": "broken", …, "M": 1, "lhs": "1", "rhs": "1/2", "T": 1, "d": 1}
    {"event": "survived", …, "runs": 812, "ratio": 0.98}
    {"event": "shrunk" or "trouble", …}
    {"event": "pulse", …, "running": ["hinge"], "broken": 1, "survived": 3, "open": 2, "failed": 0, "runs": 91234, "seconds": 312.5}

"breaks" is a run that is not judged yet, "broken" one that is judged and recorded.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TextIO

from proofs.campaign import findings
from proofs.campaign.entries import counted
from proofs.campaign.status import Standing, Status
from proofs.campaign.units import Result, Unit

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_ORDER = {"running": 0, "shrinking": 0, "failed": 1, "broken": 2, "open": 3, "survived": 4}
PULSE = 10.0  # seconds
_STYLE = {"broken": "red", "survived": "green", "running": "bold", "shrinking": "red", "failed": "bold red", "open": "dim"}


class View:
    """A view that shows nothing."""

    @contextmanager
    def showing(self, look: Callable[[], Status]) -> Iterator[None]:
        """Show the campaign inside the block; `look` returns its status."""
        yield

    def broke(self, unit: Unit, first: Mapping[str, Any]) -> None:
        """A run broke the conjecture; it is not shrunk, judged or recorded yet."""

    def finished(self, unit: Unit, result: Result) -> None:
        """A unit's result was recorded."""

    def shrunk(self, unit: Unit, result: Result) -> None:
        """A counterexample was shrunk further."""

    def trouble(self, unit: Unit, what: str) -> None:
        """A unit was lost."""

    def tick(self, running: Iterable[tuple[Unit, float]], capacity: int) -> None:
        """Called about twice a second with the running units and the seconds since each was started."""


class LineView(View):
    """A line for each event, for output that is not a terminal."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self.say = say

    def finished(self, unit: Unit, result: Result) -> None:
        self.say(outcome_line(unit, result))

    def shrunk(self, unit: Unit, result: Result) -> None:
        if result.counterexample is not None:
            self.say(f"{unit.name}: shrunk to {findings.size(_figures(result))}")

    def trouble(self, unit: Unit, what: str) -> None:
        self.say(f"{unit.name}, slice {unit.slice}: {what}")


class Live(LineView):
    """A table on a terminal, with a line above it for each broken conjecture and each failure."""

    def __init__(self, console: Console) -> None:
        super().__init__(lambda line: console.print(line, markup=False, highlight=False))
        self.console = console

    @contextmanager
    def showing(self, look: Callable[[], Status]) -> Iterator[None]:
        from rich.live import Live as LiveDisplay

        self.look, self.status = look, look()
        self.stale, self.next_look = False, 0.0
        self.running: dict[str, float] = {}
        self.capacity = 0
        with LiveDisplay(console=self.console, refresh_per_second=4, transient=True, get_renderable=self.render):
            yield

    def finished(self, unit: Unit, result: Result) -> None:
        self.stale = True
        if result.found:
            super().finished(unit, result)

    def tick(self, running: Iterable[tuple[Unit, float]], capacity: int) -> None:
        if self.stale and (began := time.monotonic()) >= self.next_look:
            self.status, self.stale = self.look(), False
            self.next_look = began + 20 * (time.monotonic() - began)  # at most a twentieth of the time goes into looking
        self.running = {unit.name: seconds for unit, seconds in running}
        self.capacity = capacity

    def render(self) -> RenderableType:
        """The present table, cut to the height of the terminal."""
        from rich import box
        from rich.table import Table
        from rich.text import Text

        ranked = sorted(self.status.conjectures, key=lambda c: _ORDER[self._state(c)])
        room = max(3, self.console.height - 6)
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption=self._foot(len(ranked) - room), caption_justify="left")
        table.add_column("conjecture", ratio=1, no_wrap=True)
        for title in ("state", "slices", "runs", "best ratio", "time left"):
            table.add_column(title, justify="left" if title == "state" else "right", no_wrap=True)
        for c in ranked[:room]:
            state = self._state(c)
            name = c.name if c.name == c.theorem else f"{c.name}: {c.conjecture}"
            cells = (f"{c.slices_done}/{c.slices}", f"{c.runs:,}", c.best, duration(self._left(c)) if c.state == "open" else "")
            table.add_row(Text(name), Text(state, style=_STYLE[state]), *cells)
        return table

    def _state(self, c: Standing) -> str:
        if c.name not in self.running:
            return c.state
        return {"open": "running", "broken": "shrinking"}.get(c.state, c.state)

    def _left(self, c: Standing) -> float:
        return max(0.0, c.seconds_left - self.running.get(c.name, 0.0))

    def _foot(self, hidden: int) -> str:
        opened = [c for c in self.status.conjectures if c.state == "open"]
        settled = len(self.status.conjectures) - len(opened)
        left = sum(map(self._left, opened)) / max(1, self.capacity)
        more = f" ({hidden} more not shown)" if hidden > 0 else ""
        return f"{settled} of {len(self.status.conjectures)} settled, {self.capacity} workers, {duration(left)} left at most{more}"


class Events(View):
    """JSON lines to `target`, each written at once, beside what another view shows."""

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
        figures: dict[str, Any] = {"runs": result.counts["runs"], "ratio": result.ratio, "seconds": result.seconds}
        self.write("broken" if result.found else "survived", unit, figures | _figures(result))

    def shrunk(self, unit: Unit, result: Result) -> None:
        self.beside.shrunk(unit, result)
        self.write("shrunk", unit, _figures(result))

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

    def write(self, event: str, unit: Unit | None, content: Mapping[str, Any]) -> None:
        """One line."""
        head: dict[str, Any] = {"event": event, "time": datetime.now(UTC).isoformat(timespec="milliseconds")}
        head |= {} if unit is None else {"name": unit.name, "slice": unit.slice}
        self.target.write(json.dumps(head | dict(content), ensure_ascii=False) + "\n")
        self.target.flush()


def outcome_line(unit: Unit, result: Result) -> str:
    """A finished unit's result in one line."""
    ratio = "" if result.ratio is None else f", best ratio {result.ratio:.6f}"
    tried = f"{counted(result.counts['runs'], unit.game)} in {result.seconds:.1f} s{ratio}"
    if result.proof:
        return f"{unit.name}: {result.proof}"
    if result.counterexample is None:
        return f"{unit.name}: slice {unit.slice} survived: {tried}"
    return f"{unit.name}: broken: {findings.words(_figures(result))}; slice {unit.slice}, {tried}"


def _figures(result: Result) -> dict[str, Any]:
    """What a table shows of its counterexample; nothing if it has none."""
    return {} if result.counterexample is None else findings.figures(json.loads(result.counterexample_file()))


def duration(seconds: float) -> str:
    """Seconds as text: 73 as 1:13."""
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
