"""The arena: small proof files on which any checker can be tried, sound ones and traps.

The files are in `proofs/arena/`, with a README for authors of checkers. `arena.toml` describes each trap.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "arena"
CODES = {"good": 0, "bad": 1, "malformed": 2}  # the exit code of a file in each folder
REFUSALS = (1, 2)  # either will do: checkers differ in what they call malformed


@dataclass(frozen=True)
class ArenaFile:
    """A file of the arena.

    kind good, bad or malformed about its purpose, in words; of a trap's sound twin, the rejected part of the trap, and a part of the
    kernel's message about it; empty for a good one
    """

    kind: str
    name: str
    about: str
    refused: str

    @property
    def path(self) -> Path:
        return FOLDER / self.kind / f"{self.name}.json"


@dataclass(frozen=True)
class ArenaOutcome:
    """A checker's answer to a file: its exit code, or None if it gave none in time."""

    entry: ArenaFile
    code: int | None

    @property
    def right(self) -> bool:
        return self.code == 0 if self.entry.kind == "good" else self.code in REFUSALS

    @property
    def verdict(self) -> str:
        """One of: right, wrongly accepted, wrongly refused, no answer."""
        if self.right:
            return "right"
        return "wrongly accepted" if self.code == 0 else "wrongly refused" if self.code in REFUSALS else "no answer"


def entries() -> list[ArenaFile]:
    """Every file of the arena, sound ones first."""
    listed = tomllib.loads((FOLDER / "arena.toml").read_text(encoding="utf-8"))
    twins = {name: {"about": f"the same without the trap: {entry['trap']}"} for name, entry in listed["bad"].items()}
    words = {"good": twins | listed["good"], "bad": listed["bad"], "malformed": listed["malformed"]}
    files = ((kind, path.stem) for kind in CODES for path in sorted((FOLDER / kind).glob("*.json")))
    return [
        ArenaFile(kind, name, words[kind][name].get("trap") or words[kind][name]["about"], words[kind][name].get("refused", ""))
        for kind, name in files
    ]


def outcomes(checker: Callable[[Path], int | None], files: Iterable[ArenaFile]) -> Iterator[ArenaOutcome]:
    """A checker's answer to each file; the checker returns an exit code, or None for no answer."""
    return (ArenaOutcome(entry, checker(entry.path)) for entry in files)
