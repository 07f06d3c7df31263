"""The end of a search's time, which is looked at inside a run too."""

from __future__ import annotations


class OutOfTime(BaseException):
    """The budget is spent. No Exception, so that Hypothesis lets it pass at once."""
