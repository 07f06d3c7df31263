"""Processes: how many to use, and pools of them, which do this one's work.

A process of a pool does one job at a time, and sends its partial results, so that little is lost when it dies. It may hang without handling
signals, use up the memory or end: its job is lost, and the others go on. Signals reach it from its pool alone. Ctrl-C at the terminal is
for the process that waits for the pool; when that one dies, its pool ends.

Unlike `concurrent.futures`, workers send partial results, and the death of one process loses one job only.
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
import traceback
import warnings
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from multiprocessing import current_process, get_all_start_methods, get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, Literal

from perceptron.errors import InputError
from proofs.system.garbage import collect_seldom
from proofs.system.signals import BLOCKED, insist, signals_blocked
from proofs.system.work_clock import WorkClock

TICK = 0.1  # seconds: so often it is looked at whether a process is alive
FALSE_STARTS = 3  # processes that die one after the other before they can work
LAST_ANSWER = 4.0  # seconds for what a process has to tell after Ctrl-C
MEMORY = 4 << 30  # bytes that somebody else's code may use, beside what its process has from here
PRINTED, WIDTH = 20, 200  # lines of so many characters that are shown of what it prints
_NAMES = {kind.value: kind.name for kind in signal.Signals}


def cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_workers(workers: object, most: int) -> int:
    """The number of workers. Raises InputError unless it is from 1 to `most`."""
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= most:
        raise InputError(f"workers must be an integer from 1 to {most}, not {workers!r:.40}")
    return workers


def forks() -> bool:
    """Whether this system copies processes."""
    return "fork" in get_all_start_methods()


def possible() -> bool:
    """Whether this process may run user code in a process of its own."""
    return forks() and not current_process().daemon


def ending(code: int | None) -> str:
    """How a process ended, in words."""
    if code is not None and code < 0:
        perhaps = ", perhaps for want of memory" if code == -signal.SIGKILL else ""
        return f"was killed by signal {-code} ({_NAMES.get(-code, 'a real-time signal')}{perhaps})"
    return f"ended its process, with exit code {code}"


@dataclass(frozen=True)
class Event:
    """An event of a job. A message may come at any time. At last the job is done (`content` is the answer), has raised (the exception, its
    traceback as a note), or is lost because its process died (the exit code)."""

    job: Any
    kind: Literal["message", "done", "raised", "lost"]
    content: Any


class Workers(ABC):
    """A worker pool that runs at most `size` jobs at a time."""

    size: int

    def __init__(self) -> None:
        self.events: deque[Event] = deque()

    def wait(self, seconds: float = math.inf) -> Iterator[Event]:
        """The next events, of which the first is waited for. Each is kept until the caller asks for the next: where handling it is
        interrupted, it comes again."""
        if not self.events:
            self.listen(seconds)
        while self.events:
            yield self.events[0]
            self.events.popleft()

    @property
    @abstractmethod
    def free(self) -> int:
        """How many more jobs could be begun now."""

    @abstractmethod
    def give(self, job: Any) -> None:
        """Have a job done."""

    @abstractmethod
    def listen(self, seconds: float) -> None:
        """Read messages until there is an event or the time is up."""

    @abstractmethod
    def stop(self, job: Any) -> None:
        """Interrupt a job. Its last event follows soon, if possible with its findings."""

    @abstractmethod
    def close(self) -> None:
        """End at once."""


class Pool(Workers):
    """Processes that do a job by `work(job, on_progress, *shared)`. They are started when there is something to do.

    size      how many there are at most
    copies    whether they are copies of this process (fork), which may use whatever is in memory here; by default they are fresh (spawn):
              `work` and the shared objects are pickled, and a script of the user's needs the guard `if __name__ == "__main__"`
    apart     whether they run a user's code: each has a group of processes of its own, which is ended as one, a limit on memory,
              and a stdout that leads to stderr

    A shared object that is sent is not copied: it comes back as the one that is here.
    """

    def __init__(self, work: Callable[..., Any], *shared: Any, size: int = 1, copies: bool = False, apart: bool = False) -> None:
        super().__init__()
        self.work, self.shared, self.size, self.apart = work, shared, size, apart
        self.context: Any = get_context("fork" if copies else "spawn")
        self.waiting: deque[Any] = deque()
        self.workers: list[_Worker] = []
        self.false_starts = 0

    @property
    def free(self) -> int:
        return self.size - len(self.busy)

    @property
    def busy(self) -> list[Any]:
        """The jobs that are not ended."""
        return [*(worker.job for worker in self.workers if worker.job is not None), *self.waiting]

    def work_time(self, job: Any = None) -> float:
        """The work time of the process that does this job, or of the busy process that is furthest behind; if there is none, the time."""
        clocks = [worker.clock for worker in self.workers if worker.job is not None and job in (None, worker.job)]
        return min((clock.read() for clock in clocks), default=time.monotonic())

    def give(self, job: Any) -> None:
        with signals_blocked():
            self.waiting.append(job)
            self._hand_out()

    def listen(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.events:
            left = max(0.0, until - time.monotonic())
            wait([worker.line for worker in self.workers], min(left, TICK))
            with signals_blocked():
                for worker in list(self.workers):
                    self._hear(worker)
                self._hand_out()
            if not left:
                return

    def stop(self, job: Any) -> None:
        for worker in self.workers:
            if worker.job == job:
                worker.stopped = True
                worker.process.terminate()

    def kill(self, job: Any) -> None:
        """End a job and its process, without an event."""
        with signals_blocked():
            for worker in [worker for worker in self.workers if worker.job == job]:
                self._end(worker)

    def close(self) -> None:
        with signals_blocked():
            self.waiting.clear()
            for worker in list(self.workers):
                self._end(worker)

    def _hand_out(self) -> None:
        """Give jobs that wait to processes that are idle or new."""
        while self.waiting:
            worker = next((worker for worker in self.workers if worker.job is None), None)
            if worker is None and len(self.workers) == self.size:
                return
            if worker is None:
                worker = _Worker(self)
                self.workers.append(worker)
            worker.job = self.waiting.popleft()
            if worker.ready:
                self._send(worker)

    def _send(self, worker: _Worker) -> None:
        with suppress(OSError):  # it is dead, as will be noticed
            worker.line.send(worker.job)

    def _hear(self, worker: _Worker) -> None:
        """Take in the next thing that a process says, or that it has died."""
        alive = worker.process.is_alive()  # asked first: what it said before it died is heard
        try:
            if not worker.line.poll():
                if not alive:
                    raise EOFError
                return
            kind, content = _unpickle(worker.line.recv_bytes(), self.shared)
        except (EOFError, OSError, pickle.UnpicklingError):
            self._on_death(worker)
            return
        if kind == "ready":
            worker.ready, self.false_starts = True, 0
            self._send(worker)
            return
        self.events.append(Event(worker.job, kind, _receive(*content) if kind == "raised" else content))
        if kind != "message":
            worker.job = None
            if worker.stopped:
                self._end(worker)

    def _on_death(self, worker: _Worker) -> None:
        """Its job is lost; it is given to another process if it was not begun. Raises InputError if none can be started."""
        self._end(worker, TICK)
        how = worker.process.exitcode
        if worker.ready or worker.stopped:
            self.events.extend([Event(worker.job, "lost", how)] if worker.job is not None else [])
            return
        self.waiting.appendleft(worker.job)
        self.false_starts += 1
        if self.false_starts >= FALSE_STARTS:
            raise InputError(f"no worker process can be started: the last {ending(how)} before it could work; is there memory enough?")

    def _end(self, worker: _Worker, seconds: float = 0.0) -> None:
        """End a process by force, unless it ends by itself within `seconds`; if it is apart, whatever it has started too."""
        self.workers.remove(worker)
        worker.line.close()
        worker.clock.close()
        if self.apart:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(worker.process.pid or 0, signal.SIGKILL)
        worker.process.join(seconds)
        worker.process.kill()
        worker.process.join()


class _Worker:
    """A process of a pool, this end of the line to it, and its job; `ready` once it listens. Only one that is apart may start others."""

    def __init__(self, pool: Pool) -> None:
        self.job: Any = None
        self.ready = self.stopped = False
        if hasattr(signal, "pthread_sigmask"):
            resource_tracker.ensure_running()  # to start it later would let signals in, which the new process would hear
        self.line: Connection
        self.line, theirs = pool.context.Pipe()
        arguments = (theirs, pool.work, pool.shared, pool.context.get_start_method() == "fork", pool.apart)
        self.process = pool.context.Process(target=_live, args=arguments, daemon=not pool.apart)
        with signals_blocked(), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a copy of a process with threads: the copy uses none of theirs
            self.process.start()
        self.clock = WorkClock(self.process.pid)
        theirs.close()


def _live(line: Connection, work: Callable[..., Any], shared: Sequence[Any], copied: bool, apart: bool) -> None:
    """A process's life: receive a job, run it, send messages and the result; until the line is closed. SIGTERM interrupts a job, and ends a
    process that has none."""
    busy = False

    def stop(number: int, frame: FrameType | None) -> None:
        if not busy:
            os._exit(0)
        handler = signal.getsignal(signal.SIGINT)
        (handler if callable(handler) else signal.default_int_handler)(signal.SIGINT, frame)

    def say(kind: str, content: object) -> None:
        data = _pickle((kind, content), shared)
        with signals_blocked():
            line.send_bytes(data)

    if copied:  # a garbage collection would copy page by page the memory of all that was there, which takes seconds for millions of objects
        gc.freeze()
    collect_seldom()
    if apart:
        os.setpgid(0, 0)
        _keep_off_stdout()
        _limit_memory()
    sys.unraisablehook = insist
    signal.signal(signal.SIGINT, signal.default_int_handler if apart else signal.SIG_IGN)
    signal.signal(signal.SIGTERM, stop)
    _end_with_parent(lambda: os.killpg(0, signal.SIGKILL) if apart else os._exit(1))
    if hasattr(signal, "pthread_sigmask"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, BLOCKED)
    try:
        say("ready", None)
        while True:
            job = line.recv()
            try:
                busy = True
                said: tuple[str, Any] = "done", work(job, lambda content: say("message", content), *shared)
            except BaseException as error:
                error.add_note(traceback.format_exc())
                said = "raised", _sendable(error)
            say(*said)
            busy = False
    except (EOFError, OSError, KeyboardInterrupt):
        pass  # nobody listens any more
    finally:
        sys.stderr.flush()
        os._exit(0)  # threads of somebody else's code are not waited for


def _end_with_parent(end: Callable[[], object]) -> None:
    """When the process that started this one has died, `end` is called."""

    def watch(parent: Any) -> None:
        wait([parent.sentinel])
        end()

    threading.Thread(target=watch, args=(parent_process(),), daemon=True).start()


def _sendable(error: BaseException) -> tuple[bytes, str]:
    """The exception, or another with its words if it cannot be pickled, as bytes; and the words."""
    said = f"{type(error).__name__}: {error}"
    try:
        data = pickle.dumps(error)
        pickle.loads(data)
    except Exception:
        data = pickle.dumps(RuntimeError(f"{said}\n{traceback.format_exc()}"))
    return data, " ".join(said.split())[:500]


def _receive(data: bytes, said: str) -> BaseException:
    """The exception, or one with its words if its class belongs to user code, which only the other process has loaded."""
    try:
        error: BaseException = pickle.loads(data)
    except Exception:
        return InputError(said)
    return error


class ProcessEnded(Exception):
    """The process did not do its work to the end: the time was up, or it died."""


def apart(work: Callable[[Callable[[object], None]], Any], until: Callable[[], float], kept: object = None) -> Iterator[Event]:
    """The events of `work(on_progress)`, in a process of its own.

    until   when the process is ended (its work time), which may change with its messages
    kept    the object that is not copied with its messages

    Ctrl-C interrupts the new process. This process still takes in the messages of the other, and is interrupted then. Raises Ended.
    """
    last, over = math.inf, False
    with closing(Pool(_alone, work, kept, copies=True, apart=True)) as pool:
        pool.give("alone")
        while not over:
            try:
                if (left := min(until(), last) - pool.work_time()) <= 0:
                    raise ProcessEnded("did not return in time")
                for event in pool.wait(left):
                    if event.kind == "lost":
                        raise ProcessEnded(ending(event.content))
                    yield event
                    over = event.kind != "message"
            except KeyboardInterrupt:
                if last < math.inf:
                    raise
                last = pool.work_time() + LAST_ANSWER
                pool.stop("alone")
            except ProcessEnded:
                if last < math.inf:
                    break
                raise
    if last < math.inf:
        raise KeyboardInterrupt


def _alone(job: str, on_progress: Callable[[object], None], work: Callable[[Callable[[object], None]], Any], kept: object) -> Any:
    return work(on_progress)


class _FewLines(io.TextIOBase):
    """A stream that passes the beginning of the output on to stderr."""

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


@contextmanager
def prints_on_stderr() -> Iterator[None]:
    """Send the beginning of what user code prints to stderr: on stdout is the result of a command."""
    with redirect_stdout(_FewLines()):
        yield


def _keep_off_stdout() -> None:
    """Send the process's output to stderr."""
    sys.stdout = _FewLines()
    with suppress(OSError):
        os.dup2(2, 1)


def _limit_memory() -> None:
    """At most MEMORY more than is in use, where the system reports how much that is."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        with open("/proc/self/statm", "rb") as file:
            used = int(file.read().split()[5]) * resource.getpagesize()
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (used + MEMORY if most < 0 else min(used + MEMORY, most), most))


class _Pickler(pickle.Pickler):
    """It writes a shared object as its number."""

    numbers: dict[int, int]

    def persistent_id(self, obj: object) -> int | None:
        return self.numbers.get(id(obj))


class _Unpickler(pickle.Unpickler):
    """It reads a number as the shared object that is here."""

    shared: Sequence[Any]

    def persistent_load(self, pid: Any) -> Any:
        return self.shared[pid]


def _pickle(message: object, shared: Sequence[Any]) -> bytes:
    """The message as bytes, in which a shared object is its number."""
    file = io.BytesIO()
    pickler = _Pickler(file)
    pickler.numbers = {id(thing): i for i, thing in enumerate(shared) if thing is not None}
    pickler.dump(message)
    return file.getvalue()


def _unpickle(data: bytes, shared: Sequence[Any]) -> Any:
    """The message in bytes, with the shared objects that are here."""
    unpickler = _Unpickler(io.BytesIO(data))
    unpickler.shared = shared
    return unpickler.load()
