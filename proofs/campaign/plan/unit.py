"""A unit of work: a claim, the rules of its attack, a seed and a number of seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Unit:
    """The task of a worker, as plain data.

    budget         seconds
    shapes         whether the search may use the known extremal families
    shrink_only    whether it repeats a seed only to shrink its counterexample further
    decides        whether the closed forms and the prover come before the search: what is proved is not searched
    """

    id: int
    conjecture: int
    name: str
    text: str
    game: Mapping[str, Any] = field(compare=False)
    slice: int
    seed: int
    budget: float
    shapes: bool
    shrink_only: bool = False
    decides: bool = field(default=False, compare=False)

    def to_data(self) -> dict[str, Any]:
        """The unit as JSON data."""
        return asdict(self)
