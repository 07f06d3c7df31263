"""Signals that must not be lost and must not come at a wrong moment, and limits on time by signals.

Processor time is counted by the system, so that a busy machine refuses nothing that an idle one judges; the clock is for what somebody
waits for. Systems without such timers (Windows) and threads other than the main one have no limit.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

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
    """No Exception, so that nobody takes it for a fault of the file on its way out."""


@contextmanager
def processor_limit(seconds: float, refusal: str) -> Iterator[None]:
    """Raise InputError with that message when the block has worked so long; never if `seconds` is 0."""
    if not seconds or not _timers_work():
        yield
        return
    try:
        with _ringing(signal.SIGVTALRM, signal.ITIMER_VIRTUAL, seconds):
            yield
    except TimeIsUp:
        from perceptron.errors import InputError  # which brings more with it than `--help` has time for

        raise InputError(refusal) from None


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Leave the block after so long by the clock.  Where alarms are in use by others, there is no limit."""
    if not _timers_work() or signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        yield
        return
    with suppress(TimeIsUp), _ringing(signal.SIGALRM, signal.ITIMER_REAL, max(seconds, 1e-3)):
        yield


def _timers_work() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def _ringing(number: signal.Signals, timer: int, seconds: float) -> Iterator[None]:
    """Raise TimeIsUp inside the block after so many seconds of that timer."""

    def stop(number: int, frame: object) -> NoReturn:
        raise TimeIsUp

    before = signal.signal(number, stop)
    signal.setitimer(timer, seconds, RING_AGAIN)
    try:
        with dropped_in_silence(TimeIsUp):
            yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)
