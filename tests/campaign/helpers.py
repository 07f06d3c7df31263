"""The command as a process of its own, a look into a store without the code under test, and a campaign that is watched."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from proofs.campaign.entries import from_python
from proofs.campaign.status import View
from proofs.campaign.store import Store
from proofs.campaign.units import Unit, work
from proofs.campaign.workers import Runner
from proofs.system.processes import Pool

ROOT = Path(__file__).resolve().parents[2]


def argv(*words: object) -> list[str]:
    return [sys.executable, "-m", "proofs.cli", "campaign", *map(str, words)]


def rows(store: Path, table: str = "unit", where: str = "1") -> set[tuple[Any, ...]]:
    """The rows of a table, by plain SQL; none if there is no table yet."""
    connection = sqlite3.connect(store)
    try:
        found: Sequence[tuple[Any, ...]] = connection.execute(f"SELECT * FROM {table} WHERE {where}").fetchall()
        return set(found)
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        return set()
    finally:
        connection.close()


def settled(store: Path) -> set[tuple[Any, ...]]:
    """What is recorded for good."""
    return rows(store, where="state IN ('survived', 'broken', 'skipped')")


# --- A campaign that is watched while it runs


class Watch(View):
    """Remembers what is said, and calls `act` at each tick while units are at work."""

    def __init__(self, act: Callable[[], object] = lambda: None) -> None:
        self.said: list[str] = []
        super().__init__(self.said.append)
        self.act = act

    def tick(self, running: Sequence[tuple[Unit, float]], capacity: int) -> None:
        if running:
            self.act()


def run_with(store: Path, items: list[object], budget: float, act: Callable[[list[int]], object], workers: int = 1) -> list[str]:
    """What is said during a campaign; `act` gets the ids of the processes that have a unit, at each tick."""
    with closing(Pool(work, size=workers)) as pool, Store.create(store, from_python(items), 0, budget) as opened:
        watch = Watch(lambda: act([worker.process.pid for worker in pool.workers if worker.ready and worker.job is not None]))
        Runner(opened, pool, watch).run()
    return watch.said
