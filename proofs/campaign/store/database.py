"""Rows of a SQLite file, each with its digest, read and written in transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from proofs.campaign.store.schema import TABLES, digest

Row = dict[str, Any]


class Database:
    """A connection to the file at `path`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path, self.connection = path, connection

    def rows(self, table: str, rest: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows of a table; `rest` is the SQL after FROM TABLE."""
        columns = TABLES[table]
        found = self.connection.execute(f"SELECT {', '.join(columns)} FROM {table} {rest}", values)
        return [dict(zip(columns, row, strict=True)) for row in found]

    def insert(self, table: str, row: Row) -> None:
        """Add a row, with its digest."""
        columns = TABLES[table]
        values = [row[column] for column in columns]
        marks = ", ".join("?" * (len(columns) + 1))
        self.connection.execute(f"INSERT INTO {table} ({', '.join(columns)}, digest) VALUES ({marks})", [*values, digest(table, values)])

    def update(self, table: str, row: Row) -> None:
        """Replace the row with the same key."""
        columns = TABLES[table]
        values = [row[column] for column in columns]
        keys = ("conjecture", "kind") if table == "witness" else ("id",)
        assigned = ", ".join(f"{column} = ?" for column in (*columns, "digest"))
        where = " AND ".join(f"{key} = ?" for key in keys)
        self.connection.execute(
            f"UPDATE {table} SET {assigned} WHERE {where}", [*values, digest(table, values), *(row[key] for key in keys)]
        )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Inside the block, all changes are made or none."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise

    def checkpoint(self) -> None:
        """Write the journal into the file, unless another connection is reading."""
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def connect(path: Path, mode: str, write: bool = True) -> sqlite3.Connection:
    """A connection. One for reading still lets SQLite clear up its journal, unless the medium is read-only."""
    connection = _opened(path, mode)
    try:
        try:
            connection.execute("PRAGMA schema_version").fetchone()
        except sqlite3.OperationalError:
            if write or path.with_name(path.name + "-wal").exists():
                raise
            connection.close()
            connection = _opened(path, "ro&immutable=1")
        for pragma in ("foreign_keys = ON", "synchronous = FULL", "trusted_schema = OFF", "cell_size_check = ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute(f"PRAGMA query_only = {'OFF' if write else 'ON'}")
    except BaseException:
        connection.close()
        raise
    return connection


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=10, check_same_thread=False)
