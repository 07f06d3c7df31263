"""The interface of a pool of workers: it takes as many units at once as it has places for, and reports events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from perceptron.errors import InputError
from proofs.campaign.plan.unit import Unit


class WorkersUnavailable(InputError):
    """No worker can be started, or the scheduler cannot be reached. What was recorded is kept."""


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


@dataclass(frozen=True)
class Broke:
    """A worker has a run that breaks a unit's conjecture, and goes on to shrink it; `first` has its seconds, rounds and dimension."""

    unit: Unit
    first: Mapping[str, Any]


Event = Answered | Lost | Broke


class WorkerPool(Protocol):
    """Workers. `capacity` is how many units they do at once, and `free` how many more they can take now."""

    @property
    def capacity(self) -> int: ...
    @property
    def free(self) -> int: ...
    def submit(self, unit: Unit) -> None:
        """Give a unit to a worker. Only while `free` is positive."""

    def wait(self, seconds: float) -> Sequence[Event]:
        """The next events; waits at most `seconds` for one. Raises WorkersUnavailable."""

    def stop(self, unit: Unit) -> None:
        """Stop a unit. An event follows soon, if possible with what the unit has found."""

    def close(self) -> None:
        """End the workers."""
