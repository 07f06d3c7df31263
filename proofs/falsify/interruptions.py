"""What ends a search from outside: Ctrl-C, which is not lost, and the end of the time while somebody's own code is running.

A library may swallow an exception raised inside its callback, so both are raised again until they are heard. Where alarms are in use by
others, in another thread, or on a system without them, Ctrl-C is raised once, and a learner that never returns is waited for."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from proofs.falsify.runs.clock import CALL, OutOfTime, Unanswered
from proofs.system.signals import dropped_in_silence

RAISE_AGAIN = 5.0  # seconds until an interruption without effect is raised again
TICK = 0.2  # the same for the end of the time; so often it is looked at whether somebody's own code has returned
GRACE = 0.02  # of the budget, that somebody's own code has to come to an end of its own


class Alarm:
    """Raises OutOfTime at a time; `rang` says whether it did. Before, a call of a learner that does not return is given up."""

    def __init__(self, works: bool) -> None:
        self.works, self.until, self.anywhere, self.rang = works, math.inf, False, False

    def set(self, until: float, anywhere: bool = False) -> None:
        """Ring at this time (monotonic) and no other; never, if that is infinite. Unless `anywhere`, only while a learner's call is under
        way: the search looks at the time itself."""
        self.until, self.anywhere = until, anywhere
        if self.works:
            signal.setitimer(signal.ITIMER_REAL, 0.0 if until == math.inf else TICK, TICK)

    def ring(self) -> None:
        """Called when a timer ends."""
        if time.monotonic() >= self.until and (self.anywhere or CALL.since is not None):
            self.rang = True
            raise OutOfTime
        CALL.check()


@contextmanager
def interruptible() -> Iterator[Alarm]:
    """While this lasts, Ctrl-C is insisted on, and the alarm can be set."""
    before = signal.getsignal(signal.SIGINT)
    ours = threading.current_thread() is threading.main_thread() and hasattr(signal, "SIGALRM") and callable(before)
    alarm = Alarm(ours and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL)
    if not alarm.works:
        yield alarm
        return
    interrupted = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        if number == signal.SIGALRM and not interrupted:
            alarm.ring()
            return
        interrupted = CALL.heard = True
        signal.setitimer(signal.ITIMER_REAL, RAISE_AGAIN, RAISE_AGAIN)
        if callable(before):
            before(signal.SIGINT, frame)

    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGINT, stop)
    CALL.heard = False
    try:
        with dropped_in_silence(OutOfTime, Unanswered):
            yield alarm
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGINT, before)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        CALL.heard = True
