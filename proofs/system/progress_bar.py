"""A progress bar on stderr if that is a terminal; elsewhere a line after five seconds and one a minute."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

FIRST_LINE, EACH_LINE = 5.0, 60.0  # seconds until the first line without a terminal, and between two of them


class Progress:
    """A progress report that shows nothing but notes."""

    def describe(self, what: str) -> None:
        """Show the current stage."""

    def step(self, by: float = 1) -> None:
        """Advance the bar."""

    def note(self, line: str) -> None:
        """Print a line that stays."""
        print(line, file=sys.stderr, flush=True)


class Lines(Progress):
    """A progress report for a pipe: lines on stderr, which a thread prints while the work goes on."""

    def __init__(self, what: str, total: float | None) -> None:
        self.what, self.total, self.done, self.began = what, total, 0.0, time.monotonic()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.report, daemon=True)

    def describe(self, what: str) -> None:
        self.what = what

    def step(self, by: float = 1) -> None:
        self.done += by

    def report(self) -> None:
        """Print a line after FIRST_LINE seconds, then each EACH_LINE seconds, until the work has ended."""
        pause = FIRST_LINE
        while not self.ended.wait(pause):
            pause = EACH_LINE
            part = f", {self.done:g} of {self.total:g} done" if self.total and self.total > 1 else ""
            with suppress(OSError, ValueError):
                self.note(f"… {self.what}{part} ({time.monotonic() - self.began:.0f} s so far)")


@contextmanager
def lines(what: str, total: float | None) -> Iterator[Progress]:
    """The progress report for a pipe, whose thread ends with the block."""
    progress = Lines(what, total)
    progress.thread.start()
    try:
        yield progress
    finally:
        progress.ended.set()
        progress.thread.join(timeout=1)


@contextmanager
def bar(what: str, total: float | None, prints: bool = False) -> Iterator[Progress]:
    """A bar up to `total` (None if it is unknown), which is removed at the end of the block; without a terminal, lines.

    `prints`: the work prints a line for each step itself, so that a pipe needs no others.
    """
    if not sys.stderr.isatty():
        if prints:
            yield Progress()
            return
        with lines(what, total) as progress:
            yield progress
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (BarColumn(bar_width=24), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=total)

        class BarProgress(Progress):
            def describe(self, what: str) -> None:
                bars.update(task, description=what)

            def step(self, by: float = 1) -> None:
                bars.advance(task, by)

            def note(self, line: str) -> None:
                bars.console.print(line, markup=False, highlight=False)

        yield BarProgress()
