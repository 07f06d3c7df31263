"""The lock that lets only one process write to a store. It is on a file beside the store; it ends when the process dies."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from perceptron.errors import InputError


def lock_file(store: Path) -> Path:
    """The lock file of a store. It is the same for every link to the store."""
    store = store.resolve()
    return store.with_name(f"{store.name}-lock")


@contextmanager
def locked(store: Path) -> Iterator[None]:
    """Hold the store's lock. Raises InputError if another process holds it, OSError if the lock file cannot be made."""
    path = lock_file(store)
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        if not _taken(handle):
            holder = os.read(handle, 20).decode("ascii", "replace").strip()
            os.close(handle)
            raise InputError(f"{store}: in use by another campaign{f' (process {holder})' if holder else ''}") from None
        if _is_at(handle, path):
            break
        os.close(handle)  # its last holder removed it meanwhile: make a new one
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
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _taken(handle: int) -> bool:
    """Whether the lock could be taken. It is tried three times, because `is_locked` holds it for an instant."""
    for attempt in range(3):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except OSError:
            time.sleep(0.05 * attempt)
    return False


def _is_at(handle: int, path: Path) -> bool:
    try:
        named = os.stat(path)
    except OSError:
        return False
    mine = os.fstat(handle)
    return (named.st_dev, named.st_ino) == (mine.st_dev, mine.st_ino)
