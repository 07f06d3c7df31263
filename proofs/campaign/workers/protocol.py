"""Who does the work: worker processes here, or a cluster.  Both take units one at a time for each place, and report by events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from perceptron.errors import InputError
from proofs.campaign.plan.unit import Unit


class CrewFailed(InputError):
    """No worker can be had: none starts, or the scheduler is out of reach.  One line; what was recorded is kept."""


@dataclass(frozen=True)
class Answered:
    """A worker's answer for a unit."""

    unit: Unit
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Lost:
    """A unit without an answer: its worker died, or raised an error."""

    unit: Unit
    why: str


Event = Answered | Lost


class Crew(Protocol):
    """`places`: how many units at once; `free`: how many more can be given now."""

    @property
    def places(self) -> int: ...
    @property
    def free(self) -> int: ...
    def give(self, unit: Unit) -> None:
        """Have a unit done; only while `free` is positive."""

    def wait(self, seconds: float) -> Sequence[Event]:
        """What happened; waits that long at most for something to.  Raises CrewFailed."""

    def stop(self, unit: Unit) -> None:
        """Have a unit stopped: an event comes soon, with what it found so far if it can tell."""

    def close(self) -> None:
        """Let the workers go."""
