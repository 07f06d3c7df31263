"""Moves and labels of a run that are made while they are looked at and not kept, so that a million rounds take no more memory than
three."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, cycle, islice
from typing import Any

from proofs.counterexample.recipe import Source


class Moves:
    """The moves of a source, made afresh each time they are gone through; a slice from the beginning is shorter."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __len__(self) -> int:
        return self.source.count

    def __iter__(self) -> Iterator[Any]:
        return (z for z, _ in self.source.steps())

    def __getitem__(self, which: slice) -> Moves:
        return Moves(self.source.cut(which.stop))


@dataclass(frozen=True)
class Cycled:
    """Some once, then some over and over: moves, or labels."""

    first: tuple[Any, ...]
    again: tuple[Any, ...]
    count: int

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Any]:
        return islice(chain(self.first, cycle(self.again)), self.count)

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, slice):
            return Cycled(self.first, self.again, min(which.stop, self.count))
        if not 0 <= which < self.count:
            raise IndexError(which)
        return self.first[which] if which < len(self.first) else self.again[(which - len(self.first)) % len(self.again)]
