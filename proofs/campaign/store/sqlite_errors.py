"""SQLite's errors as lines that a reader can act on."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from perceptron.errors import InputError


@contextmanager
def readable_errors(path: Path) -> Iterator[None]:
    """Inside the block, SQLite's errors become InputError (not a store, or damaged) or OSError (disk, permissions)."""
    refuse_non_files(path)
    try:
        yield
    except sqlite3.Error as error:
        raise readable(error, path) from error
    except UnicodeDecodeError as error:  # raised for SQLite's own messages
        raise InputError(f"{path}: damaged (text in it is not UTF-8)") from error


def readable(error: sqlite3.Error, path: Path) -> InputError | OSError:
    """The readable error."""
    code = (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return OSError(errno.ENOSPC, "no space left; everything finished before is kept", str(path))
    if code == sqlite3.SQLITE_IOERR:
        return OSError(errno.EIO, "the disk cannot be read or written; everything finished before is kept", str(path))
    if code == sqlite3.SQLITE_READONLY:
        return OSError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    if code == sqlite3.SQLITE_CANTOPEN:
        return OSError(errno.EACCES, "cannot be opened", str(path))
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
