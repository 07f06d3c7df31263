"""The progress of a run: nothing, a line for each event, or a table on a terminal that is redrawn."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from proofs.campaign.plan import findings, rules
from proofs.campaign.plan.result import Result
from proofs.campaign.plan.unit import Unit
from proofs.campaign.status import Standing, Status

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_ORDER = {"running": 0, "shrinking": 0, "failed": 1, "broken": 2, "open": 3, "survived": 4}
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
        """Called about twice a second with the running units; see `runner.Watcher`."""


class Lines(View):
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


class Live(Lines):
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
        made = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption=self._foot(len(ranked) - room), caption_justify="left")
        made.add_column("conjecture", ratio=1, no_wrap=True)
        for title in ("state", "slices", "runs", "best ratio", "time left"):
            made.add_column(title, justify="left" if title == "state" else "right", no_wrap=True)
        for c in ranked[:room]:
            state = self._state(c)
            name = c.name if c.name == c.theorem else f"{c.name}: {c.conjecture}"
            cells = (f"{c.slices_done}/{c.slices}", f"{c.runs:,}", c.best, duration(self._left(c)) if c.state == "open" else "")
            made.add_row(Text(name), Text(state, style=_STYLE[state]), *cells)
        return made

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


def outcome_line(unit: Unit, result: Result) -> str:
    """A finished unit's result in one line."""
    ratio = "" if result.ratio is None else f", best ratio {result.ratio:.6f}"
    tried = f"{rules.counted(result.counts['runs'], unit.game)} in {result.seconds:.1f} s{ratio}"
    if result.proof:
        return f"{unit.name}: {result.proof}"
    if result.counterexample is None:
        return f"{unit.name}: slice {unit.slice} survived: {tried}"
    return f"{unit.name}: broken: {findings.words(_figures(result))}; slice {unit.slice}, {tried}"


def _figures(result: Result) -> dict[str, Any]:
    return findings.figures(json.loads(result.counterexample_file()))


def duration(seconds: float) -> str:
    """Seconds as text: 73 as 1:13."""
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
