"""A progress bar on stderr if that is a terminal, and nothing otherwise."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Progress:
    """A progress report that shows nothing but notes."""

    def describe(self, what: str) -> None:
        """Show what is being done."""

    def step(self, by: float = 1) -> None:
        """Advance the bar."""

    def note(self, line: str) -> None:
        """Print a line that stays."""
        print(line, file=sys.stderr, flush=True)


@contextmanager
def bar(what: str, total: float | None) -> Iterator[Progress]:
    """A bar up to `total` (None if it is unknown), which is removed at the end of the block."""
    if not sys.stderr.isatty():
        yield Progress()
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
