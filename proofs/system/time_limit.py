"""A limit on processor time.  The system counts it, so that a busy machine refuses nothing that an idle one judges."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from perceptron.errors import InputError


class OutOfTime(BaseException):
    """No Exception, so that nobody takes it for a fault of the file on its way out."""


@contextmanager
def processor_limit(seconds: float, refusal: str) -> Iterator[None]:
    """Raise InputError with that message when the block has worked so long; never if `seconds` is 0.

    Systems without such a timer (Windows) and threads other than the main one have no limit."""
    if not seconds or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> NoReturn:
        raise OutOfTime

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    except OutOfTime:
        raise InputError(refusal) from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
