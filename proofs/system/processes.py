"""Processes for the rooms that use several: how many to use, and how to start and end them safely when a signal arrives."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any

from proofs.system.signals import insist, signals_blocked


def cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# Held while this process is copied, and by threads while they are in code that must not be copied half done. Z3 with a time limit is such
# code, for its clocks are threads. A copy has the records of these threads and not the threads. When it is copied itself, it waits for them
# for ever.
COPYING = threading.RLock()


class Child:
    """A new process that runs `work(pipe, *arguments)`, and this end of the pipe to it.

    It is started by spawn, unless `context` says otherwise. It receives no signal until it calls `answer_signals`. Only a child
    that is not a daemon may have children of its own.
    """

    def __init__(self, work: Callable[..., None], *arguments: object, context: Any = None, daemon: bool = True) -> None:
        context = context or get_context("spawn")
        _start_tracker()
        self.line: Connection
        self.line, theirs = context.Pipe()
        copied = context.get_start_method() == "fork"
        target = partial(_in_copy, work) if copied else work
        self.process = context.Process(target=target, args=(theirs, *arguments), daemon=daemon)
        with COPYING if copied else nullcontext(), signals_blocked(), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a copy of a process with threads: the copy uses none of theirs
            self.process.start()
        theirs.close()

    def end(self, seconds: float = 0.0) -> None:
        """End the process: by force, unless it ends by itself within `seconds`."""
        self.line.close()
        self.process.join(seconds)
        self.process.kill()
        self.process.join()


def _in_copy(work: Callable[..., None], *arguments: object) -> None:
    """`work(*arguments)` in a copy of a process. Garbage collections there leave what was copied alone: to look at it would copy its memory
    page by page, which takes seconds when there are millions of objects."""
    gc.freeze()
    work(*arguments)


def end_with_parent(end: Callable[[], object]) -> None:
    """Called by a new process: when its parent has died, `end` is called."""

    def watch(parent: Any) -> None:
        wait([parent.sentinel])
        end()

    if (parent := parent_process()) is not None:
        threading.Thread(target=watch, args=(parent,), daemon=True).start()


def _start_tracker() -> None:
    """Start the process that `multiprocessing` starts beside a first child.  It lets signals in again when it has done so, and the child
    would hear them."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()


def answer_signals(stop: Callable[[int, FrameType | None], object] | signal.Handlers = signal.SIG_DFL) -> None:
    """Called by a new process: it ignores Ctrl-C, which its parent handles, and `stop` answers SIGTERM, with which the parent ends it."""
    sys.unraisablehook = insist
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGINT})
