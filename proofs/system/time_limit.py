"""Limits on time.  Of processor time, which the system counts, so that a busy machine refuses nothing that an idle one judges; and by the
clock, for what somebody waits for.

Systems without such timers (Windows) and threads other than the main one have no limit."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

from perceptron.errors import InputError
from proofs.system.signals import dropped_in_silence

RAISE_AGAIN = 0.5  # seconds: Python drops what is raised inside a library's callback


class OutOfTime(BaseException):
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
    except OutOfTime:
        raise InputError(refusal) from None


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Leave the block after so long by the clock.  Where alarms are in use by others, there is no limit."""
    if not _timers_work() or signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        yield
        return
    with suppress(OutOfTime), _ringing(signal.SIGALRM, signal.ITIMER_REAL, max(seconds, 1e-3)):
        yield


def _timers_work() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def _ringing(number: signal.Signals, timer: int, seconds: float) -> Iterator[None]:
    """Raise OutOfTime inside the block after so many seconds of that timer."""

    def stop(number: int, frame: object) -> NoReturn:
        raise OutOfTime

    before = signal.signal(number, stop)
    signal.setitimer(timer, seconds, RAISE_AGAIN)
    try:
        with dropped_in_silence(OutOfTime):
            yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)
