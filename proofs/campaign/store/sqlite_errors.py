"""SQLite's errors as the lines that a reader can act on."""

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
def told(path: Path) -> Iterator[None]:
    """Turn what SQLite raises inside into InputError (not a store, or damaged) or OSError (disk, permissions)."""
    refuse_others(path)
    try:
        yield
    except sqlite3.Error as error:
        raise translated(error, path) from error
    except UnicodeDecodeError as error:  # out of SQLite's own messages
        raise InputError(f"{path}: damaged (text in it is not UTF-8)") from error


def translated(error: sqlite3.Error, path: Path) -> InputError | OSError:
    """The error that says it."""
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


def refuse_others(path: Path) -> None:
    """Raise OSError or InputError for what can be no store: a folder, a device, a pipe; or one whose folder is not there."""
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(path.parent))
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise InputError(f"{path}: not a file, so no campaign store")
