"""The store's tables, and the check that a file is an undamaged store.

SQLite detects a broken page. Each row also carries a digest, so that a changed byte in a value is detected too. Triggers make finished
units final: no program that opens the store can undo them, not even this one.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from perceptron.errors import InputError

APPLICATION = 0x50504361  # "PPCa", in the file's header
VERSION = 2  # since 2 a conjecture may be a property
READABLE = (1, 2)

TABLES = {
    "campaign": ("id", "seed", "created", "program"),
    "conjecture": ("id", "name", "text", "game", "theorem", "expected", "shapes"),
    "unit": (
        "id",
        "conjecture",
        "slice",
        "seed",
        "budget",
        "state",
        "seconds",
        "runs",
        "rounds",
        "longest",
        "undecided",
        "undefined",
        "ratio",
        "tallies",
        "note",
        "finished",
    ),
    "witness": ("conjecture", "kind", "unit", "ratio", "first", "shrunk", "file"),
}

SCHEMA = (
    """CREATE TABLE campaign (
    id INTEGER PRIMARY KEY CHECK (id = 1), seed INTEGER NOT NULL, created TEXT NOT NULL, program TEXT NOT NULL, digest TEXT NOT NULL)""",
    """CREATE TABLE conjecture (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, text TEXT NOT NULL, game TEXT NOT NULL, theorem TEXT, expected TEXT,
    shapes INTEGER NOT NULL, digest TEXT NOT NULL)""",
    """CREATE TABLE unit (
    id INTEGER PRIMARY KEY, conjecture INTEGER NOT NULL REFERENCES conjecture (id), slice INTEGER NOT NULL, seed INTEGER NOT NULL,
    budget REAL NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'survived', 'broken', 'skipped', 'failed')),
    seconds REAL NOT NULL, runs INTEGER NOT NULL, rounds INTEGER NOT NULL, longest INTEGER NOT NULL, undecided INTEGER NOT NULL,
    undefined INTEGER NOT NULL, ratio REAL, tallies TEXT NOT NULL, note TEXT, finished TEXT, digest TEXT NOT NULL,
    UNIQUE (conjecture, seed, slice))""",
    """CREATE TABLE witness (
    conjecture INTEGER NOT NULL REFERENCES conjecture (id), kind TEXT NOT NULL CHECK (kind IN ('counterexample', 'nearest')),
    unit INTEGER NOT NULL REFERENCES unit (id), ratio REAL, first REAL, shrunk INTEGER NOT NULL, file TEXT NOT NULL,
    digest TEXT NOT NULL, PRIMARY KEY (conjecture, kind))""",
    """CREATE TRIGGER unit_is_final BEFORE UPDATE ON unit WHEN OLD.state IN ('survived', 'broken', 'skipped')
    BEGIN SELECT RAISE (ABORT, 'a finished unit is final'); END""",
    """CREATE TRIGGER unit_is_kept BEFORE DELETE ON unit BEGIN SELECT RAISE (ABORT, 'units are kept'); END""",
    """CREATE TRIGGER counterexample_is_kept BEFORE DELETE ON witness WHEN OLD.kind = 'counterexample'
    BEGIN SELECT RAISE (ABORT, 'counterexamples are kept'); END""",
)


def digest(table: str, values: Sequence[Any]) -> str:
    """The digest that a row with these values carries."""
    return hashlib.sha256(json.dumps([table, *values], default=repr).encode()).hexdigest()


def is_blank(connection: sqlite3.Connection) -> bool:
    """Whether the database is empty, as after a kill before the first transaction."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    return application == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone()


def create(connection: sqlite3.Connection) -> None:
    """Create the tables, inside the caller's transaction."""
    for statement in SCHEMA:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def examine(connection: sqlite3.Connection, path: Path) -> None:
    """Raise InputError, which says what is wrong, unless the database is an undamaged store."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if is_blank(connection):
        raise InputError(f"{path}: no campaign in it yet; start one with `campaign run`")
    if application != APPLICATION:
        raise InputError(f"{path}: a database of another program, not a campaign store")
    if version not in READABLE:
        raise InputError(f"{path}: a store of version {version}, and this program reads versions {READABLE[0]} to {READABLE[-1]}")
    found = [sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")]
    if Counter(found) != Counter(SCHEMA):  # a damaged one may hold bytes, which have no order beside texts
        raise InputError(f"{path}: damaged: its tables are not those of a campaign store")
    (sound,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if sound != "ok":
        raise InputError(f"{path}: damaged: {' '.join(str(sound).split())}")
    if _is_cut(connection, path):
        raise InputError(f"{path}: damaged: its end is missing")
    for child, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        raise InputError(f"{path}: damaged: a row of {child} refers to a missing row of {parent}")
    for table, columns in TABLES.items():
        for *values, carried in connection.execute(f"SELECT {', '.join(columns)}, digest FROM {table}"):
            if carried != digest(table, values):
                raise InputError(f"{path}: damaged: row {values[0]!a:.40} of {table} is not as it was written")
    if connection.execute("SELECT count(*) FROM campaign").fetchone() != (1,):
        raise InputError(f"{path}: damaged: the campaign's own record is missing")


def _is_cut(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the end of the file is missing, and no journal has it."""
    journal = path.with_name(path.name + "-wal")
    if journal.exists() and journal.stat().st_size:
        return False
    (size,), (pages,) = (connection.execute(f"PRAGMA {what}").fetchone() for what in ("page_size", "page_count"))
    return path.stat().st_size < int(size) * int(pages)
