"""The store: one SQLite file with a campaign's plan and its finished units. Each unit is recorded in one transaction.

A kill leaves a transaction complete or undone, and between two of them this one file is the whole store. A damaged one is not worked on:
SQLite checks that its pages are sound, and the rows are read by their types. One process at a time may write. The lock for that is on a
file beside the store; it ends when the process dies.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from proofs.campaign import findings
from proofs.campaign.entries import Entry
from proofs.campaign.rules import OtherLearner, rules_from_data, rules_to_data
from proofs.campaign.units import PROOFS, UNTRIED, Result, Unit, cut

Row = dict[str, Any]

APPLICATION = 0x50504361  # "PPCa", in the file's header
VERSION = (
    4  # until 2 each row had a digest; since 2 a conjecture may be a property; until 3 a proved unit has the state "survived" and a note
)
READABLE = (1, 2, 3, 4)
WITHOUT_DIGESTS = 3
ATTEMPTS = 4  # to take the lock

# Columns with their types; what may be NULL has a question mark.
TABLES = {
    "campaign": "id integer, seed integer, created text, program text",
    "conjecture": "id integer, name text, text text, game text, theorem text?, expected text?, shapes integer",
    "unit": "id integer, conjecture integer, slice integer, seed integer, budget real, state text, seconds real, runs integer, "
    "rounds integer, longest integer, undecided integer, undefined integer, ratio real?, tallies text, note text?, finished text?",
    "witness": "conjecture integer, kind text, unit integer, ratio real?, first real?, shrunk integer, file text",
}
CONSTRAINTS = {
    "campaign": "PRIMARY KEY (id), CHECK (id = 1)",
    "conjecture": "PRIMARY KEY (id), UNIQUE (name)",
    "unit": "PRIMARY KEY (id), UNIQUE (conjecture, seed, slice), FOREIGN KEY (conjecture) REFERENCES conjecture (id), "
    f"CHECK (state IN {('open', 'survived', *PROOFS, 'broken', 'skipped', 'failed')})",
    "witness": "PRIMARY KEY (conjecture, kind), FOREIGN KEY (conjecture) REFERENCES conjecture (id), "
    "FOREIGN KEY (unit) REFERENCES unit (id), CHECK (kind IN ('counterexample', 'nearest'))",
}
PLANNED = "unit.*, name, text, game, shapes"  # what a unit is made of
JOINED = "unit JOIN conjecture ON conjecture.id = unit.conjecture"
KINDS: dict[str, type] = {"integer": int, "real": float, "text": str}
READ: dict[str, Callable[[Any], object]] = {  # what texts hold is read as what it has to be
    "game": lambda text: rules_from_data(json.loads(text)),
    "file": findings.loads,
    "tallies": lambda text: json.loads(text).items(),
}


def columns(table: str) -> list[list[str]]:
    """The names and types of a table's columns."""
    return [column.split() for column in TABLES[table].split(", ")]


class Store:
    """An open store. Raises InputError for a file that is not a store or is damaged, OSError for a full disk and the like."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path, self.connection = path, connection

    @classmethod
    @contextmanager
    def create(cls, path: Path, entries: Sequence[Entry], seed: int, budget: float) -> Iterator[Store]:
        """A new store with the whole plan. After a failure the file is removed."""
        is_new = not path.exists() or path.stat().st_size == 0
        try:
            with connect(path, write=True) as connection:
                store = cls(path, connection)
                if not store._is_blank():
                    store._examine()
                    said = "the file has a campaign already; go on with `campaign resume`, or use another file"
                    raise FileExistsError(errno.EEXIST, said, str(path))
                with store._transaction():
                    store._plan(entries, seed, budget)
                is_new = False
                yield store
        except BaseException:
            for end in ("", "-journal") if is_new else ():
                path.with_name(path.name + end).unlink(missing_ok=True)
            raise

    @classmethod
    @contextmanager
    def open(cls, path: Path, write: bool = False) -> Iterator[Store]:
        """An existing store, after an examination. Before one with digests is written to, they are removed."""
        path.stat()  # raises FileNotFoundError
        with connect(path, write) as connection:
            store = cls(path, connection)
            store._examine()
            if write and store._pragma("user_version") < WITHOUT_DIGESTS:
                with store._transaction():
                    for table in TABLES:
                        connection.execute(f"ALTER TABLE {table} DROP COLUMN digest")
                    connection.execute(f"PRAGMA user_version = {WITHOUT_DIGESTS}")
            yield store

    # --- reading

    def rows(self, table: str, rest: str = "", *values: object) -> list[sqlite3.Row]:
        """The rows of a table; `rest` is the SQL after FROM TABLE."""
        return self.connection.execute(f"SELECT * FROM {table} {rest}", values).fetchall()

    def campaign(self) -> sqlite3.Row:
        """The campaign's own record."""
        return self.rows("campaign")[0]

    def conjectures(self) -> list[sqlite3.Row]:
        """The conjectures in their order."""
        return self.rows("conjecture", "ORDER BY id")

    def units(self) -> list[sqlite3.Row]:
        """The units, short slices first."""
        return self.rows("unit", "ORDER BY slice, conjecture")

    def witnesses(self) -> list[sqlite3.Row]:
        """Counterexamples and nearest runs."""
        return self.rows("witness", "ORDER BY conjecture, kind")

    def open_units(self) -> list[Unit]:
        """The open units."""
        return [
            _unit(row) for row in self.connection.execute(f"SELECT {PLANNED} FROM {JOINED} WHERE state = 'open' ORDER BY slice, conjecture")
        ]

    def is_open(self, unit: Unit) -> bool:
        """Whether nothing is recorded of it yet, nor anything that makes it needless."""
        return bool(self.rows("unit", "WHERE id = ? AND state = 'open'", unit.id))

    def units_to_shrink(self) -> list[Unit]:
        """Units to repeat with more time to shrink their counterexample, if the conjecture's budget has time left."""
        left = "(SELECT total(budget) FROM unit AS other WHERE other.conjecture = conjecture.id AND state = 'skipped') AS left_over"
        whose, to_shrink = f"{JOINED} JOIN witness ON witness.unit = unit.id WHERE kind = 'counterexample' AND shrunk = 0", list[Unit]()
        for row in self.connection.execute(f"SELECT {PLANNED}, first, {left} FROM {whose}"):
            needed = 1.2 * row["first"] + 1
            length = min(row["budget"] + row["left_over"], 2 * needed + max(row["budget"], 10))
            if length > max(needed, 1.5 * row["budget"]):
                to_shrink.append(replace(_unit(row), budget=length, shrink_only=True))
        return to_shrink

    # --- writing

    def finish(self, unit: Unit, result: Result) -> bool:
        """Record a unit's result. Returns False, and records nothing, if the unit was finished already."""
        with self._transaction():
            known = {} if self._pragma("user_version") == VERSION or result.columns["state"] not in PROOFS else {"state": "survived"}
            recorded = self._update("unit", {**result.columns, **known, "finished": _now()}, "id = ? AND state = 'open'", unit.id)
            if not recorded:
                return False
            of_kind = {
                "counterexample": (result.counterexample, {"first": result.first, "shrunk": int(result.is_shrunk)}),
                "nearest": (result.nearest, {"ratio": result.columns["ratio"], "shrunk": 1}),
            }
            for kind, (finding, about) in of_kind.items():
                if finding is not None:
                    self._keep({"conjecture": unit.conjecture, "unit": unit.id, "kind": kind, "file": finding.dumps(), **about})
            if result.settles:
                skipped = {"state": "skipped", "finished": _now()}
                self._update("unit", skipped, "conjecture = ? AND state IN ('open', 'failed')", unit.conjecture)
        return True

    def shrunk(self, unit: Unit, result: Result | None) -> None:
        """Record the smaller counterexample of a unit that was repeated; None if it found no smaller one."""
        with self._transaction():
            (witness,) = self.rows("witness", "WHERE unit = ? AND kind = 'counterexample'", unit.id)
            file = "" if result is None or result.counterexample is None else result.counterexample.dumps()
            smaller = {"file": file} if 0 < len(file) <= len(witness["file"]) else {}
            self._update("witness", {"shrunk": 1, **smaller}, "unit = ? AND kind = 'counterexample'", unit.id)

    def fail(self, unit: Unit, note: str) -> None:
        """Record that a unit could not be finished; `reopen` makes it open again."""
        with self._transaction():
            self._update("unit", {"state": "failed", "note": note[:1000]}, "id = ? AND state = 'open'", unit.id)

    def reopen(self, budget: float | None = None) -> None:
        """Open the units that failed or were not tried, and add slices so that each undecided conjecture gets `budget` seconds in all."""
        unbroken = "conjecture NOT IN (SELECT conjecture FROM witness WHERE kind = 'counterexample')"
        unproved = f"conjecture NOT IN (SELECT conjecture FROM unit WHERE state IN {('survived', *PROOFS)} AND note IS NOT NULL)"
        with self._transaction():
            untried = f"state = 'failed' OR (state = 'skipped' AND note = ? AND {unbroken})"
            self._update("unit", {"state": "open", "note": None}, untried, UNTRIED)
            planned = [] if budget is None else self.rows("unit", f"WHERE {unbroken} AND {unproved} ORDER BY conjecture")
            for conjecture, grouped in groupby(planned, lambda unit: unit["conjecture"]):
                units = list(grouped)
                more = cut(budget or 0.0, sum(unit["budget"] for unit in units), len(units))
                self._slices(conjecture, self.campaign()["seed"], more, len(units))

    def _plan(self, entries: Sequence[Entry], seed: int, budget: float) -> None:
        for table, constraint in CONSTRAINTS.items():
            typed = [f"{name} {kind.removesuffix('?')}{'' if '?' in kind else ' NOT NULL'}" for name, kind in columns(table)]
            self.connection.execute(f"CREATE TABLE {table} ({', '.join([*typed, constraint])})")
        self.connection.execute(f"PRAGMA application_id = {APPLICATION}")
        self.connection.execute(f"PRAGMA user_version = {VERSION}")
        self._insert("campaign", {"id": 1, "seed": seed, "created": _now(), "program": program()})
        for id, entry in enumerate(entries, 1):
            game = json.dumps(rules_to_data(entry.game))
            row = {"id": id, "name": entry.name, "text": entry.text, "game": game, "theorem": entry.theorem}
            self._insert("conjecture", row | {"expected": entry.expected, "shapes": int(entry.shapes)})
            self._slices(id, seed, cut(entry.budget or budget), 0)

    def _slices(self, conjecture: int, seed: int, lengths: Sequence[float], begun: int) -> None:
        for number, length in enumerate(lengths, begun):
            counts = dict.fromkeys(("seconds", "runs", "rounds", "longest", "undecided", "undefined"), 0)
            row = {"conjecture": conjecture, "slice": number, "seed": seed + number, "budget": length, "state": "open", "tallies": "{}"}
            self._insert("unit", row | counts)

    def _keep(self, witness: Row) -> None:
        """Record a witness if it is the first of its kind, or a nearest run that is nearer than the recorded one."""
        kept = self.rows("witness", "WHERE conjecture = ? AND kind = ?", witness["conjecture"], witness["kind"])
        if not kept or (witness["kind"] == "nearest" and (witness.get("ratio") or 0.0) > (kept[0]["ratio"] or 0.0)):
            self._insert("witness", witness)

    def _insert(self, table: str, row: Row) -> None:
        self.connection.execute(
            f"INSERT OR REPLACE INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values())
        )

    def _update(self, table: str, row: Row, where: str, *values: object) -> int:
        """Returns how many rows were changed."""
        assigned = ", ".join(f"{column} = ?" for column in row)
        return self.connection.execute(f"UPDATE {table} SET {assigned} WHERE {where}", [*row.values(), *values]).rowcount

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Inside the block, all changes are made or none."""
        self.connection.execute("BEGIN IMMEDIATE")
        with self.connection:
            yield

    # --- examination

    def _pragma(self, name: str) -> Any:
        return self.connection.execute(f"PRAGMA {name}").fetchone()[0]

    def _is_blank(self) -> bool:
        """Whether the database is empty, as after a kill before the first transaction."""
        return self._pragma("application_id") == 0 and not self.rows("sqlite_master")

    def _examine(self) -> None:
        """Raise InputError with the fault unless the database is an undamaged store."""
        if self._is_blank():
            raise InputError(f"{self.path}: no campaign in it yet; start one with `campaign run`")
        if self._pragma("application_id") != APPLICATION:
            raise InputError(f"{self.path}: a database of another program, not a campaign store")
        if (written := self._pragma("user_version")) not in READABLE:
            raise InputError(f"{self.path}: a store of version {written}, and this program reads versions {READABLE[0]} to {VERSION}")
        try:
            self._examine_contents()
        except OtherLearner as error:
            raise InputError(f"{self.path}: {error}") from None
        except InputError as error:
            raise InputError(f"{self.path}: damaged: {error}") from None

    def _examine_contents(self) -> None:
        if (sound := self._pragma("integrity_check(1)")) != "ok":
            raise InputError(" ".join(str(sound).split()))
        if (size := self.path.stat().st_size) < (
            whole := self._pragma("page_size") * self._pragma("page_count")
        ) and not self._has_journal():
            raise InputError(f"the file was cut off: it has {size} of {whole} bytes")
        if missing := self.connection.execute("PRAGMA foreign_key_check").fetchone():
            raise InputError(f"a row of {missing['table']} refers to a missing row of {missing['parent']}")
        if len(self.rows("campaign")) != 1:
            raise InputError("the campaign's own record is missing")
        try:
            for table in TABLES:
                for name, kind in columns(table):
                    for (value,) in self.connection.execute(f"SELECT {name} FROM {table}"):
                        if not (isinstance(value, KINDS[kind.rstrip("?")]) or (value is None and "?" in kind)):
                            raise ValueError(f"{name} of {table}")
                        READ.get(name, str)(value)
        except OtherLearner:
            raise
        except (ValueError, AttributeError, RecursionError) as error:
            raise InputError(f"a row has an unexpected value ({' '.join(str(error).split()):.100})") from None

    def _has_journal(self) -> bool:
        """Whether a journal of an earlier version, or of a killed process, has data that the file lacks."""
        journals = [self.path.with_name(self.path.name + end) for end in ("-wal", "-journal")]
        return any(journal.exists() and journal.stat().st_size for journal in journals)


def _unit(row: sqlite3.Row) -> Unit:
    """The unit in a PLANNED row."""
    named = (row["id"], row["conjecture"], row["name"], row["text"], json.loads(row["game"]))
    return Unit(*named, row["slice"], row["seed"], row["budget"], bool(row["shapes"]))


def program() -> str:
    """This program's version."""
    try:
        return version("perceptron-proofs")
    except PackageNotFoundError:
        return "not installed"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


# --- SQLite's errors as lines that a reader can act on


@contextmanager
def connect(path: Path, write: bool) -> Iterator[sqlite3.Connection]:
    """A connection. One for reading still lets SQLite clear up after a killed process. Inside the block SQLite's errors become InputError
    (not a store, or damaged) or OSError (disk, permissions)."""
    refuse_non_files(path)
    pragmas = ["foreign_keys = ON", "synchronous = FULL", "trusted_schema = OFF", "cell_size_check = ON"]
    try:
        with closing(sqlite3.connect(path.resolve(), isolation_level=None, timeout=10)) as connection:
            connection.row_factory = sqlite3.Row
            for pragma in [*pragmas, "journal_mode = DELETE" if write else "query_only = ON"]:
                connection.execute(f"PRAGMA {pragma}").fetchall()
            yield connection
    except sqlite3.Error as error:
        raise _readable(error, path) from error
    except UnicodeDecodeError as error:  # raised for SQLite's own messages
        raise InputError(f"{path}: damaged (text in it is not UTF-8)") from error


def _readable(error: sqlite3.Error, path: Path) -> InputError | OSError:
    code = (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
    on_disk = {
        sqlite3.SQLITE_FULL: (errno.ENOSPC, "no space left; everything finished before is kept"),
        sqlite3.SQLITE_IOERR: (errno.EIO, "the disk cannot be read or written; everything finished before is kept"),
        sqlite3.SQLITE_READONLY: (errno.EACCES, os.strerror(errno.EACCES)),
        sqlite3.SQLITE_CANTOPEN: (errno.EACCES, "cannot be opened"),
    }
    if code in on_disk:
        return OSError(*on_disk[code], str(path))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return InputError(f"{path}: in use by another program")
    if code == sqlite3.SQLITE_NOTADB:
        return InputError(f"{path}: not a campaign store, or damaged (file is not a database)")
    return InputError(f"{path}: damaged ({' '.join(str(error).split()):.200})")


def refuse_non_files(path: Path) -> None:
    """Raise OSError or InputError for a folder, a device or a pipe, and for a path in a missing folder."""
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(path.parent))
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise InputError(f"{path}: not a file, so not a campaign store")


# --- the lock


def lock_file(store: Path) -> Path:
    """The lock file of a store. It is one for every link to the store."""
    store = store.resolve()
    return store.with_name(f"{store.name}-lock")


@contextmanager
def lock(store: Path) -> Iterator[None]:
    """Hold the store's lock. Raises InputError if another process holds it, OSError if the lock file cannot be made."""
    path = lock_file(store)
    for _ in range(ATTEMPTS):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        with suppress(OSError):  # `is_locked` holds it for an instant, or its last holder has removed the file meanwhile
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.stat(path), os.fstat(handle)):
                break
        holder = os.read(handle, 20).decode("ascii", "replace").strip()
        os.close(handle)
        time.sleep(0.05)
    else:
        raise InputError(f"{store}: in use by another campaign{f' (process {holder})' if holder else ''}")
    try:
        with suppress(OSError):  # on a full disk the file does not name its holder
            os.ftruncate(handle, 0)
            os.pwrite(handle, str(os.getpid()).encode(), 0)
        yield
    finally:
        with suppress(OSError):
            path.unlink()  # while it is locked, so that nobody holds a lock on a file that is gone
        os.close(handle)


def is_locked(store: Path) -> bool:
    """Whether a process holds the store's lock."""
    try:
        handle = os.open(lock_file(store), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    with closing(os.fdopen(handle)):
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False
