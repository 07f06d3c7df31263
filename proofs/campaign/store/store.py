"""The store: one SQLite file with a campaign's plan and its finished units. Each unit is recorded in one transaction.

A kill leaves a transaction complete or undone. After each transaction SQLite's journal is written into the file, so that this one file is
the whole store.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from proofs.campaign.plan import rules
from proofs.campaign.plan.entries import Entry
from proofs.campaign.plan.result import Result
from proofs.campaign.plan.slices import cut
from proofs.campaign.plan.unit import Unit
from proofs.campaign.store.database import Database, Row, connect
from proofs.campaign.store.schema import create, examine, is_blank
from proofs.campaign.store.sqlite_errors import readable_errors


class Store(Database):
    """An open store. Raises InputError for a file that is not a store or is damaged, OSError for a full disk and the like."""

    @classmethod
    @contextmanager
    def create(cls, path: Path, entries: Sequence[Entry], seed: int, budget: float) -> Iterator[Store]:
        """A new store with the whole plan. After a failure the file is removed."""
        is_new = not path.exists()
        try:
            with readable_errors(path), closing(connect(path, "rwc")) as connection:
                if not is_blank(connection):
                    examine(connection, path)
                    raise FileExistsError(
                        17, "the file has a campaign already; go on with `campaign resume`, or use another file", str(path)
                    )
                is_new = is_new or path.stat().st_size == 0
                connection.execute("PRAGMA journal_mode = WAL")
                store = cls(path, connection)
                with store.transaction():
                    create(connection)
                    store._plan(entries, seed, budget)
                is_new = False
                yield store
        except BaseException:
            if is_new:
                for end in ("", "-wal", "-shm", "-journal"):
                    with suppress(OSError):
                        path.with_name(path.name + end).unlink()
            raise

    @classmethod
    @contextmanager
    def open(cls, path: Path, write: bool = False) -> Iterator[Store]:
        """An existing store, after an examination."""
        path.stat()  # raises FileNotFoundError
        with readable_errors(path), closing(connect(path, "rw", write)) as connection:
            examine(connection, path)
            yield cls(path, connection)

    # --- reading

    def campaign(self) -> Row:
        """The campaign's own record."""
        return next(iter(self.rows("campaign", "")))

    def conjectures(self) -> list[Row]:
        """The conjectures in their order."""
        return self.rows("conjecture", "ORDER BY id")

    def units(self, state: str | None = None) -> list[Row]:
        """The units, or those in one state, short slices first."""
        where, values = ("", ()) if state is None else ("WHERE state = ?", (state,))
        return self.rows("unit", f"{where} ORDER BY slice, conjecture", values)

    def witnesses(self) -> list[Row]:
        """Counterexamples and nearest runs."""
        return self.rows("witness", "ORDER BY conjecture, kind")

    def open_units(self) -> list[Unit]:
        """The open units."""
        by_id = {row["id"]: row for row in self.conjectures()}
        return [_unit(row, by_id[row["conjecture"]]) for row in self.units("open")]

    def is_broken(self, conjecture: int) -> bool:
        """Whether a counterexample to it is recorded."""
        return bool(self.rows("witness", "WHERE conjecture = ? AND kind = 'counterexample'", (conjecture,)))

    def units_to_shrink(self) -> list[Unit]:
        """Units to repeat with more time to shrink their counterexample, if the conjecture's budget has time left."""
        by_id, made = {row["id"]: row for row in self.conjectures()}, []
        for row in self.rows("witness", "WHERE kind = 'counterexample' AND shrunk = 0"):
            units = self.rows("unit", "WHERE conjecture = ?", (row["conjecture"],))
            unit = next(u for u in units if u["id"] == row["unit"])
            left = sum(u["budget"] for u in units if u["state"] == "skipped")
            needed = 1.2 * row["first"] + 1
            length = min(unit["budget"] + left, 2 * needed + max(unit["budget"], 10))
            if length > max(needed, 1.5 * unit["budget"]):
                made.append(_unit(unit, by_id[row["conjecture"]], budget=length))
        return made

    # --- writing

    def finish(self, unit: Unit, result: Result) -> bool:
        """Record a unit's result. Returns False, and records nothing, if the unit was finished already."""
        with self.transaction():
            row = self.rows("unit", "WHERE id = ?", (unit.id,))[0]
            if row["state"] != "open":
                return False
            row |= result.row() | {"finished": _now()}
            self.update("unit", row)
            for witness in result.witnesses():
                self._keep_nearest({"conjecture": row["conjecture"], "unit": row["id"], **witness})
            if result.settles:
                for other in self.rows("unit", "WHERE conjecture = ? AND state IN ('open', 'failed')", (row["conjecture"],)):
                    self.update("unit", other | {"state": "skipped", "finished": _now()})
        self.checkpoint()
        return True

    def shrunk(self, unit: Unit, result: Result | None) -> None:
        """Record the smaller counterexample of a unit that was repeated; None if it found no smaller one."""
        with self.transaction():
            (row,) = self.rows("witness", "WHERE unit = ? AND kind = 'counterexample'", (unit.id,))
            row["shrunk"] = 1
            if result is not None and result.found and len(result.counterexample_file()) <= len(row["file"]):
                row["file"] = result.counterexample_file()
            self.update("witness", row)
        self.checkpoint()

    def fail(self, unit: Unit, note: str) -> None:
        """Record that a unit could not be finished; `reopen` makes it open again."""
        with self.transaction():
            row = self.rows("unit", "WHERE id = ? AND state = 'open'", (unit.id,))
            for found in row:
                self.update("unit", found | {"state": "failed", "note": note[:1000]})
        self.checkpoint()

    def reopen(self, budget: float | None = None) -> None:
        """Open the failed units, and add slices so that each undecided conjecture gets `budget` seconds in all."""
        with self.transaction():
            for row in self.rows("unit", "WHERE state = 'failed'"):
                self.update("unit", row | {"state": "open", "note": None})
            if budget is None:
                return
            seed = self.campaign()["seed"]
            planned: dict[int, list[float]] = {}
            settled = {row["conjecture"] for row in self.units("broken")}
            settled |= {row["conjecture"] for row in self.units("survived") if row["note"]}  # proved
            for row in self.units():
                planned.setdefault(row["conjecture"], []).append(row["budget"])
            for conjecture, lengths in planned.items():
                if conjecture not in settled:
                    self._slices(conjecture, seed, cut(budget, sum(lengths), len(lengths)), len(lengths))
        self.checkpoint()

    def _plan(self, entries: Sequence[Entry], seed: int, budget: float) -> None:
        self.insert("campaign", {"id": 1, "seed": seed, "created": _now(), "program": program()})
        for id, entry in enumerate(entries, 1):
            game = json.dumps(rules.to_data(entry.game))
            row = {"id": id, "name": entry.name, "text": entry.text, "game": game, "theorem": entry.theorem}
            self.insert("conjecture", row | {"expected": entry.expected, "shapes": int(entry.shapes)})
            self._slices(id, seed, cut(entry.budget or budget), 0)

    def _slices(self, conjecture: int, seed: int, lengths: Sequence[float], begun: int) -> None:
        (last,) = self.connection.execute("SELECT coalesce(max(id), 0) FROM unit").fetchone()
        for i, length in enumerate(lengths):
            number = begun + i
            row = {"id": last + 1 + i, "conjecture": conjecture, "slice": number, "seed": seed + number, "budget": float(length)}
            counts = dict.fromkeys(("runs", "rounds", "longest", "undecided", "undefined"), 0)
            empty = {"state": "open", "seconds": 0.0, **counts, "ratio": None, "tallies": "{}", "note": None, "finished": None}
            self.insert("unit", row | empty)

    def _keep_nearest(self, witness: Row) -> None:
        """Record a witness if it is the first of its kind, or a nearest run that is nearer than the recorded one."""
        kept = self.rows("witness", "WHERE conjecture = ? AND kind = ?", (witness["conjecture"], witness["kind"]))
        if not kept:
            self.insert("witness", witness)
        elif witness["kind"] == "nearest" and (witness["ratio"] or 0.0) > (kept[0]["ratio"] or 0.0):
            self.update("witness", witness)


def program() -> str:
    """This program's version."""
    try:
        return version("perceptron-proofs")
    except PackageNotFoundError:
        return "not installed"


def _unit(row: Row, conjecture: Row, budget: float | None = None) -> Unit:
    length = row["budget"] if budget is None else budget
    game = json.loads(conjecture["game"])
    named = (row["id"], conjecture["id"], conjecture["name"], conjecture["text"], game)
    return Unit(*named, row["slice"], row["seed"], length, bool(conjecture["shapes"]), shrink_only=budget is not None)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
