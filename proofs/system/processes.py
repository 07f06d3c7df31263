"""Processes: how many to use, how to start and end them safely when a signal arrives, and somebody else's code in one of its own.

Such code may hang where no signal is heard, use up the memory or end its process: the one that started it goes on, and keeps what it was
told until then. Its process is a copy of this one (fork), so that it may use whatever is in memory here. What it tells is pickled. One
object is not copied: it comes back as the one that is here. Stdout is this process's alone, and the new one writes nothing to it.
"""

from __future__ import annotations

import gc
import io
import math
import os
import pickle
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from multiprocessing import current_process, get_all_start_methods, get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any

from proofs.system.signals import insist, signals_blocked


def cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
        with signals_blocked(), warnings.catch_warnings():
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


MEMORY = 4 << 30  # bytes that such a process may use, beside those that it has from here
PRINTED, WIDTH = 20, 200  # lines of so many characters that are shown of what such a process prints
TICK = 0.1  # seconds: so often it is looked at whether the process is alive
LAST_ANSWER = 4.0  # seconds for what it has to tell after Ctrl-C
_END = "end"
_NAMES = {kind.value: kind.name for kind in signal.Signals}


class Ended(Exception):
    """The process did not do its work to the end: the time was up, or it died."""


def possible() -> bool:
    """Whether this process may start such a one."""
    return "fork" in get_all_start_methods() and not current_process().daemon


def told_by(work: Callable[[Callable[[object], None]], None], until: Callable[[], float], kept: object = None) -> Iterator[Any]:
    """What `work(tell)` tells, in a process of its own.

    until   when the process is ended (monotonic time), which may change with what it tells
    kept    the object that is not copied when it is told of

    Ctrl-C interrupts the new process. This one takes in what the other still has to tell, and is interrupted then. Raises Ended.
    """
    child, interrupted, last = Child(_work, work, kept, context=get_context("fork"), daemon=False), False, math.inf
    try:
        while True:
            try:
                message = _next(child, min(until(), last), kept)
                if message is None:
                    break
                yield message[0]
            except KeyboardInterrupt:
                if interrupted:
                    raise
                interrupted, last = True, time.monotonic() + LAST_ANSWER
                with suppress(ProcessLookupError):
                    os.kill(child.process.pid or 0, signal.SIGINT)
            except Ended:
                if interrupted:
                    raise KeyboardInterrupt from None
                raise
    finally:
        _end_all(child)
    if interrupted:
        raise KeyboardInterrupt


def _next(child: Child, until: float, kept: object) -> tuple[Any] | None:
    """The next message, None after the last. Raises Ended."""
    while (left := until - time.monotonic()) > 0:
        if wait([child.line], min(left, TICK)):
            try:
                message = _Unpickler(child.line.recv_bytes(), kept).load()
            except (EOFError, OSError):
                child.process.join(TICK)
                raise Ended(ending(child.process.exitcode)) from None
            return None if message == _END else message
        if not child.process.is_alive():
            raise Ended(ending(child.process.exitcode))
    raise Ended("did not return in time")


def ending(code: int | None) -> str:
    """How a process ended, in words."""
    if code is not None and code < 0:
        perhaps = ", perhaps for want of memory" if code == -signal.SIGKILL else ""
        return f"was killed by signal {-code} ({_NAMES.get(-code, 'a real-time signal')}{perhaps})"
    return f"ended its process, with exit code {code}"


def _end_all(child: Child) -> None:
    """End the process, and whatever it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.process.pid or 0, signal.SIGKILL)
    child.end()


def _work(line: Connection, work: Callable[[Callable[[object], None]], None], kept: object) -> None:
    """What the new process does. It has a group of its own, which Ctrl-C at a terminal does not reach and which can be ended as one."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    end_with_parent(lambda: os.killpg(0, signal.SIGKILL))
    _keep_off_stdout()
    _limit_memory()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGINT})

    def tell(message: object) -> None:
        line.send_bytes(_pickled((message,), kept))

    try:
        work(tell)
        line.send_bytes(_pickled(_END, kept))
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(70)
    finally:
        sys.stderr.flush()
    os._exit(0)  # threads of that code are not waited for


class _FewLines(io.TextIOBase):
    """What is printed, of which the beginning goes to stderr."""

    def __init__(self) -> None:
        self.lines, self.characters = PRINTED, PRINTED * WIDTH

    def write(self, text: str) -> int:
        if min(self.lines, self.characters) > 0:
            shown = text[: self.characters]
            self.lines, self.characters = self.lines - text.count("\n"), self.characters - len(text)
            over = min(self.lines, self.characters) <= 0
            sys.stderr.write(f"{shown.rstrip()}\n(what else is printed there is not shown)\n" if over else shown)
        return len(text)

    def flush(self) -> None:
        sys.stderr.flush()


def _keep_off_stdout() -> None:
    """What is printed goes to stderr."""
    sys.stdout = _FewLines()
    with suppress(OSError):
        os.dup2(2, 1)


def _limit_memory() -> None:
    """At most MEMORY more than is in use, where the system can tell how much that is."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        with open("/proc/self/statm", "rb") as file:
            used = int(file.read().split()[5]) * resource.getpagesize()
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (used + MEMORY if most < 0 else min(used + MEMORY, most), most))


def _pickled(message: object, kept: object) -> bytes:
    file = io.BytesIO()
    _Pickler(file, kept).dump(message)
    return file.getvalue()


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, kept: object) -> None:
        super().__init__(file)
        self.kept = kept

    def persistent_id(self, thing: object) -> str | None:
        return "kept" if thing is self.kept and thing is not None else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, kept: object) -> None:
        super().__init__(io.BytesIO(data))
        self.kept = kept

    def persistent_load(self, name: object) -> object:
        return self.kept
