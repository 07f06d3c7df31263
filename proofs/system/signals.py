"""Signals that must not be lost, and must not come at a wrong moment."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

RAISE_AGAIN = 0.01  # seconds


def insist(lost: Any) -> None:
    """What Python calls for an exception that it has to drop.  An interruption that fell into a library's callback, such as one of the
    garbage collector, is sent again a moment later, instead of a message; anything else is told as ever."""
    if lost.exc_type is KeyboardInterrupt:
        again = threading.Timer(RAISE_AGAIN, os.kill, (os.getpid(), signal.SIGTERM))
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(lost)


@contextmanager
def dropped_in_silence(*kinds: type[BaseException]) -> Iterator[None]:
    """Inside the block, an exception of these kinds that Python has to drop is not told: whoever raises it raises it again."""
    told = sys.unraisablehook
    sys.unraisablehook = lambda lost: None if lost.exc_type in kinds else told(lost)
    try:
        yield
    finally:
        sys.unraisablehook = told


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Inside the block, SIGINT and SIGTERM wait. A process that is started there does not receive them until it unblocks them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
