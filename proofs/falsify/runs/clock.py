"""The end of a search's time, which is looked at inside a run too; and since when somebody's own code has been running."""

from __future__ import annotations

import math
import time
from collections.abc import MutableSequence

PATIENCE = 1.0  # seconds that a call may take, less in a short search
RAISED_AGAIN = 0.3  # seconds after which a call that has still not returned is interrupted once more
FORGIVEN = 3  # calls that are given up before runs are played less far


class OutOfTime(BaseException):
    """The budget is spent. No Exception, so that Hypothesis lets it pass at once."""


class Unanswered(BaseException):
    """A call of somebody's own learner has not returned for too long. No Exception, so that the learner does not catch it."""


class Call:
    """The call of a learner that is under way in this process.

    since       when it began (monotonic), or None
    patience    seconds after which it is given up
    most        rounds of a run that are played: fewer once the learner does not return from later ones
    heard       whether Ctrl-C, if it comes, is heard here: a KeyboardInterrupt before is the learner's own
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
        """A call in a run of which so many rounds are over."""
        self.raised = 0.0
        self.watched[1] = rounds
        self.watched[0] = time.monotonic()

    def end(self) -> None:
        """The call is over."""
        self.watched[0] = 0.0

    def check(self) -> None:
        """Raises Unanswered if the call takes too long, and again if that was caught or dropped. After some such calls, no run is played
        as far as that again."""
        now = time.monotonic()
        if self.since is None or now - self.since <= self.patience or now - self.raised < RAISED_AGAIN:
            return
        if not self.raised:
            self.unanswered += 1
            if self.unanswered >= FORGIVEN:
                self.most = min(self.most, max(1.0, self.watched[1] - 1))
        self.raised = now
        raise Unanswered


CALL = Call()
