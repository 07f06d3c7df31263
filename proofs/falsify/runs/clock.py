"""The end of a search's time, which is looked at inside a run too; and since when somebody's own code has been running."""

from __future__ import annotations

import time

PATIENCE = 1.0  # seconds that a call may take, less in a short search


class OutOfTime(BaseException):
    """The budget is spent. No Exception, so that Hypothesis lets it pass at once."""


class Unanswered(BaseException):
    """A call of somebody's own learner has not returned for too long. No Exception, so that the learner does not catch it."""


class Call:
    """The call of a learner that is under way in this process: `since` when (monotonic), or None."""

    since: float | None = None
    patience = PATIENCE  # seconds after which it is given up

    def check(self) -> None:
        """Raises Unanswered if the call takes too long."""
        if self.since is not None and time.monotonic() - self.since > self.patience:
            self.since = None
            raise Unanswered


CALL = Call()
