"""Signals that must not be lost and must not come at a wrong moment, and limits on time by signals.

Processor time is counted by the system, so that a busy machine refuses nothing that an idle one judges; the clock limits the time that a
user waits. Systems without such timers (Windows) and threads other than the main one have no limit.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType
from typing import Any

from proofs.system.work_clock import work_time

RAISE_AGAIN = 0.01  # seconds


def insist(lost: Any) -> None:
    """The hook that Python calls for an exception that it has to drop.  An interruption that fell into a library's callback, such as one of
    the garbage collector, is sent again a moment later, instead of a message; all other exceptions are printed as usual."""
    if lost.exc_type is KeyboardInterrupt:
        again = threading.Timer(RAISE_AGAIN, os.kill, (os.getpid(), signal.SIGTERM))
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(lost)


@contextmanager
def dropped_in_silence(*kinds: type[BaseException]) -> Iterator[None]:
    """Inside the block, an exception of these kinds that Python has to drop is not reported: the code that raises it raises it again."""
    hook = sys.unraisablehook
    sys.unraisablehook = lambda lost: None if lost.exc_type in kinds else hook(lost)
    try:
        yield
    finally:
        sys.unraisablehook = hook


BLOCKED = {signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGALRM") if name in signal.Signals.__members__}


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Inside the block, Ctrl-C, SIGTERM and alarms wait. A process that is started there does not receive them until it unblocks them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, BLOCKED)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


RING_AGAIN = 0.5  # seconds: Python drops what is raised inside a library's callback


class TimeIsUp(BaseException):
    """The time of a block is over; `limit` is the one that ended it. No Exception, so that no other code takes it for a fault."""

    def __init__(self, limit: TimeLimit) -> None:
        super().__init__()
        self.limit = limit


class TimeLimit:
    """A limit on the time of a block, kept by a timer of the system that rings again until it is obeyed.

    number, timer   the signal and the timer that sends it
    seconds         until it rings
    clock           the reading by which the time is up, if the timer may ring too soon
    refusal         the message of the InputError that is raised after the block; if it is empty, the block is just left

    The alarm raises inside the block only. If it rings while a limit begins or ends, the exception would leave a handler and a timer
    behind; so it waits for its next ring.
    """

    def __init__(
        self, number: signal.Signals, timer: int, seconds: float, refusal: str = "", clock: Callable[[], float] | None = None
    ) -> None:
        self.number, self.timer, self.seconds, self.refusal, self.clock = number, timer, seconds, refusal, clock

    def __enter__(self) -> None:
        self.until = 0.0 if self.clock is None else self.clock() + self.seconds
        self.silence = dropped_in_silence(TimeIsUp)
        self.silence.__enter__()
        self.before = signal.signal(self.number, self.ring)
        signal.setitimer(self.timer, self.seconds, RING_AGAIN)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        signal.setitimer(self.timer, 0)
        signal.signal(self.number, self.before)
        self.silence.__exit__(None, None, None)
        if not (isinstance(error, TimeIsUp) and error.limit is self):
            return False
        if self.refusal:
            from perceptron.errors import InputError  # which brings more with it than `--help` has time for

            raise InputError(self.refusal) from None
        return True

    def ring(self, number: int, frame: FrameType | None) -> None:
        """Handle the signal: raise TimeIsUp, unless the time is not up or a limit is just beginning or ending."""
        if self.clock is not None and (left := self.until - self.clock()) > 0:
            signal.setitimer(self.timer, left, RING_AGAIN)
            return
        while frame is not None:
            if frame.f_code in _BEGINNING_AND_ENDING:
                return
            frame = frame.f_back
        raise TimeIsUp(self)


_BEGINNING_AND_ENDING = (TimeLimit.__enter__.__code__, TimeLimit.__exit__.__code__)


def processor_limit(seconds: float, refusal: str) -> AbstractContextManager[None]:
    """Raise InputError with that message when the block has used this number of seconds of processor time; never if `seconds` is 0."""
    if not seconds or not _timers_work():
        return nullcontext()
    return TimeLimit(signal.SIGVTALRM, signal.ITIMER_VIRTUAL, seconds, refusal)


def ended_after(seconds: float) -> AbstractContextManager[None]:
    """Leave the block after a number of seconds of work time. If other code uses alarms, there is no limit."""
    if not _timers_work() or signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        return nullcontext()
    return TimeLimit(signal.SIGALRM, signal.ITIMER_REAL, max(seconds, 1e-3), clock=work_time)


def _timers_work() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
