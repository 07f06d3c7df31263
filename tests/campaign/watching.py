"""A campaign that is watched while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from proofs.campaign.entries import from_python
from proofs.campaign.status import LineView
from proofs.campaign.store import Store
from proofs.campaign.units import Unit
from proofs.campaign.workers import Processes, Runner


class Watch(LineView):
    """Remembers what is said, and calls `act` at each tick while units are at work."""

    def __init__(self, act: object = None) -> None:
        self.said: list[str] = []
        super().__init__(self.said.append)
        self.act = act

    def tick(self, running: Iterable[tuple[Unit, float]], capacity: int) -> None:
        if callable(self.act) and list(running):
            self.act()


def run_with(store: Path, items: list[object], budget: float, act: Callable[[Processes], object], workers: int = 1) -> list[str]:
    """What is said during a campaign whose pool is in the test's hands; `act` gets it at each tick."""
    with closing(Processes(workers)) as pool, Store.create(store, from_python(items), 0, budget) as opened:
        watch = Watch(lambda: act(pool))
        Runner(opened, pool, watch).run()
    return watch.said
