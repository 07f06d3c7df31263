"""The clock of budgets: it stands still while this process waits for a processor.

On a busy machine a process is ready to run, but another one has the processor. Linux counts that time for each process. `work_time`
leaves it out, so that a budget buys the same work on a busy machine as on an idle one. A clock that only counted processor time would
not do, because a learner that sleeps must also come to its end.

A budget still ends by the clock: `work_time` advances by at least 1/STRETCH of the time that passes. `unserved` is the time that this
rule has added to the clock without any work. Other systems have no such count; there `work_time` is `time.monotonic`.
"""

from __future__ import annotations

import os
import time

STRETCH = 8.0  # times its budget that a search may take by the clock
BURST = 2.0  # seconds of waiting that the process may save up, to be left out later
NOTED = 0.05  # share of a budget that is not worth a note if the clock took it away
RESOLUTION = 1e-3  # seconds within which the count of the system is not read again


class WorkClock:
    """The work time of one process.

    process   its number; by default the process that asks

    It shows `time.monotonic()` less the time that the process has waited since its start.
    """

    def __init__(self, process: int | None = None) -> None:
        self._path = f"/proc/{'self' if process is None else process}/schedstat"
        self._file: int | None = None
        self.restart()

    def restart(self) -> None:
        """Read the count of the system anew: it begins again in a copy of a process."""
        self.close()
        try:
            self._file = os.open(self._path, os.O_RDONLY)
        except OSError:
            self._file = None
        waited = self._waiting()
        self._state = time.monotonic(), waited, waited, 0.0, BURST

    def close(self) -> None:
        """Close the file of the system's count."""
        if self._file is not None:
            os.close(self._file)
        self._file = None

    def _waiting(self) -> float:
        """Seconds since its start that the process was ready to run but had no processor; 0 if the system does not report it."""
        if self._file is None:
            return 0.0
        try:
            return int(os.pread(self._file, 96, 0).split()[1]) * 1e-9
        except (OSError, IndexError, ValueError):  # the process has ended
            return 0.0

    def read(self) -> float:
        """Seconds of work time, comparable only with other readings of this clock."""
        seen, waited, behind, unserved, credit = self._state  # one whole state: a signal's handler may read the clock too
        now = time.monotonic()
        if now - seen >= RESOLUTION and self._file is not None:
            waits = self._waiting()
            idle, credit = max(0.0, waits - waited), credit + (now - seen) * (1 - 1 / STRETCH)
            left_out = min(idle, credit)
            behind += left_out
            self._state = now, waits, behind, unserved + idle - left_out, min(BURST, credit - left_out)
        return now - behind

    @property
    def waiting_seconds(self) -> float:
        """Seconds by which the clock went on although the process waited."""
        return self._state[3]


_OWN = WorkClock()
work_time = _OWN.read
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_OWN.restart)


class Work:
    """A stretch of work with a budget in seconds, which begins when it is made."""

    def __init__(self, budget: float) -> None:
        self.budget, self._unserved = budget, _OWN.waiting_seconds

    def cut_short(self) -> str:
        """Return how much of the budget was worked if the clock ended the stretch before; else the empty text."""
        lost = _OWN.waiting_seconds - self._unserved
        if lost < NOTED * self.budget:
            return ""
        return f"{max(0.0, self.budget - lost):.1f} of {self.budget:g} s of work done: other programs had the processor"


def by_the_clock(moment: float) -> float:
    """A moment of this process's work time as `time.monotonic()` of a process that never waits, such as one that starts now."""
    return moment + time.monotonic() - work_time()
