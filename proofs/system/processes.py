"""What rooms with several processes share: how many to use, and starting and ending them without an interruption in between."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Child:
    """A process that was started here, and the line to it: `work(its end of the line, *told)` runs there.

    It begins afresh, unless `context` says otherwise.  It hears no signal before `answer_signals` is called there.
    """

    def __init__(self, work: Callable[..., None], *told: object, context: Any = None) -> None:
        context = context or get_context("spawn")
        self.line: Connection
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, *told), daemon=True)
        with unheard():
            self.process.start()
        theirs.close()

    def end(self, patience: float = 0.0) -> None:
        """End it, by force unless it ends by itself in so many seconds."""
        self.line.close()
        self.process.join(patience)
        self.process.kill()
        self.process.join()


def answer_signals(stop: Callable[[int, FrameType | None], object] | signal.Handlers = signal.SIG_DFL) -> None:
    """For a process that was just started: Ctrl-C is its parent's, who ends it by SIGTERM, to which `stop` answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGINT})


@contextmanager
def unheard() -> Iterator[None]:
    """Interruptions wait, and a process that is started here does not hear them either until it is ready to answer."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
