"""Time: the budget of a search, its end inside the code of a user-supplied learner, and Ctrl-C.

Times are work time (`proofs.system.work_clock`): a search on a busy machine tries as much as on an idle one. The search also checks
inside a run since when the learner's code has been running (`LearnerCall`). A library may swallow an exception that is raised inside its
callback, so Ctrl-C and the end of the time are raised again until they take effect. If other code uses alarms, in another thread, or on a
system without alarms, Ctrl-C is raised once, and the search waits for a learner that does not return."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Iterator, MutableSequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from proofs.system.signals import dropped_in_silence
from proofs.system.work_clock import work_time

PATIENCE = 1.0  # seconds that a call may take, less in a short search
RAISED_AGAIN = 0.3  # seconds after which a call that has still not returned is interrupted once more
FORGIVEN = 3  # calls that are given up before runs are played less far


class BudgetSpent(BaseException):
    """The budget is spent. No Exception, so that Hypothesis lets it pass at once."""


class NoAnswer(BaseException):
    """A call of a user-supplied learner has not returned for too long. No Exception, so that the learner does not catch it."""


class LearnerCall:
    """The call of a learner that is under way in this process.

    since       when it began (work time), or None
    patience    seconds after which it is given up
    most        rounds of a run that are played: fewer once the learner does not return from later ones
    heard       whether Ctrl-C, if it comes, is handled here: a KeyboardInterrupt before is the learner's own
    watched     when the call began (0: none is under way) and after how many rounds of its run; another process may look at it
    """

    def __init__(self) -> None:
        self.patience, self.most, self.unanswered = PATIENCE, math.inf, 0
        self.heard, self.raised = True, 0.0
        self.watched: MutableSequence[float] = [0.0, 0.0]

    @property
    def since(self) -> float | None:
        return self.watched[0] or None

    def begin(self, rounds: int) -> None:
        """A call in a run after a number of rounds."""
        self.raised = 0.0
        self.watched[1] = rounds
        self.watched[0] = work_time()

    def end(self) -> None:
        """The call is over."""
        self.watched[0] = 0.0

    def check(self) -> None:
        """Raises NoAnswer if the call takes too long, and again if that was caught or dropped. After some such calls, no run is played
        as far as that again."""
        now = work_time()
        if self.since is None or now - self.since <= self.patience or now - self.raised < RAISED_AGAIN:
            return
        if not self.raised:
            self.unanswered += 1
            if self.unanswered >= FORGIVEN:
                self.most = min(self.most, max(1.0, self.watched[1] - 1))
        self.raised = now
        raise NoAnswer


CALL = LearnerCall()


RAISE_AGAIN = 5.0  # seconds until an interruption without effect is raised again
TICK = 0.2  # the same for the end of the time; so often it is looked at whether somebody's own code has returned
GRACE = 0.02  # of the budget, that somebody's own code has to come to an end of its own


class Alarm:
    """Raises BudgetSpent at a time; `rang` says whether it did. Before, a call of a learner that does not return is given up."""

    def __init__(self, works: bool) -> None:
        self.works, self.until, self.anywhere, self.rang = works, math.inf, False, False

    def set(self, until: float, anywhere: bool = False) -> None:
        """Ring at this work time and no other; never, if that is infinite. Unless `anywhere`, only while a learner's call is under
        way: the search looks at the time itself."""
        self.until, self.anywhere = until, anywhere
        if self.works:
            signal.setitimer(signal.ITIMER_REAL, 0.0 if until == math.inf else TICK, TICK)

    def ring(self) -> None:
        """Called when a timer ends."""
        if work_time() >= self.until and (self.anywhere or CALL.since is not None):
            self.rang = True
            raise BudgetSpent
        CALL.check()


@contextmanager
def interruptible() -> Iterator[Alarm]:
    """While this lasts, Ctrl-C is insisted on, and the alarm can be set."""
    before = signal.getsignal(signal.SIGINT)
    ours = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer") and callable(before)
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
        with dropped_in_silence(BudgetSpent, NoAnswer):
            yield alarm
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGINT, before)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        CALL.heard = True


SHRINKING_ENDS = 1.02  # of the budget: when shrinking ends at the latest
JUDGING_ENDS = 1.06  # when judging ends


@dataclass(frozen=True)
class Budget:
    """The budget of a search: when it began and its seconds, in work time. Or its turns, if a number of them is given: then shrinking has
    as much effort as these turns."""

    started: float
    seconds: float
    turns: int | None = None

    @property
    def deadline(self) -> float:
        """When searching ends."""
        return self.started + self.seconds

    @property
    def shrunk(self) -> float:
        """When shrinking ends at the latest."""
        return self.started + SHRINKING_ENDS * self.seconds

    @property
    def judged(self) -> float:
        """When the judge must be done."""
        return self.started + JUDGING_ENDS * self.seconds
