"""A progress bar on stderr where somebody watches, and nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Progress:
    """Nobody watches: nothing is shown."""

    def tell(self, what: str) -> None:
        """Say what is being done now."""

    def step(self, by: float = 1) -> None:
        """So much more is done."""

    def note(self, line: str) -> None:
        """A line that stays."""
        print(line, file=sys.stderr, flush=True)


@contextmanager
def bar(what: str, total: float | None) -> Iterator[Progress]:
    """A bar up to `total` (None: not known), gone when the work is over."""
    if not sys.stderr.isatty():
        yield Progress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (BarColumn(bar_width=24), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(what, total=total)

        class Shown(Progress):
            def tell(self, what: str) -> None:
                bars.update(task, description=what)

            def step(self, by: float = 1) -> None:
                bars.advance(task, by)

            def note(self, line: str) -> None:
                bars.console.print(line, markup=False, highlight=False)

        yield Shown()
