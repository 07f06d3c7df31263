"""Draws that a search has found, kept by their bytes so that `verify` need not search again.

An instance is a function of the bytes that it is drawn from. Of the search for the nearest instance a few draws decide the result, and of
that for an example of the hypotheses one; they are kept in `draws.json` under a hash of facts and claim. What they show is evaluated each
time. Nothing is believed of a draw: where the instances are other ones now, by another `sample`, the search follows.

    recall(item)             the draws of a property as it is stated now, or None
    save(entries)          write the file, whole or not at all (`python -m proofs.verify.rebuild_draws`)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from proofs.derive.authoring.encoding import encode
from proofs.statements.property import Property
from proofs.system import files

FILE = Path(__file__).with_name("draws.json")


@dataclass(frozen=True)
class KeptDraws:
    """example: the number of the draw on which the hypotheses hold, None where there is none. nearest: the draws that decide which instance
    is nearest; ratio: of that one; held: the instances among which they were found."""

    example: int | None = None
    nearest: tuple[bytes, ...] = ()
    ratio: str = ""
    held: int = 0

    def to_json(self, item: Property) -> dict[str, Any]:
        """The entry of a property in the file."""
        draws = [draw.hex() for draw in self.nearest]
        return {"of": _hash(item), "example": self.example, "ratio": self.ratio, "held": self.held, "nearest": draws}


def recall(item: Property) -> KeptDraws | None:
    """The draws that are kept of a property, if its facts and its claim are what they were."""
    entry = _entries().get(item.id)
    if entry is None or entry["of"] != _hash(item):
        return None
    return KeptDraws(entry["example"], tuple(map(bytes.fromhex, entry["nearest"])), entry["ratio"], entry["held"])


def save(entries: Mapping[str, dict[str, Any]]) -> None:
    """Write the entries of all properties."""
    lines = ",\n".join(f"{json.dumps(id)}: {json.dumps(entry)}" for id, entry in sorted(entries.items()))
    files.write_text(FILE, "{\n" + lines + "\n}\n")
    _entries.cache_clear()


def _hash(item: Property) -> str:
    said = [encode(formula) for _, formula in item.named_facts]
    return hashlib.sha256(json.dumps([said, encode(item.claim)]).encode()).hexdigest()[:24]


@cache
def _entries() -> dict[str, dict[str, Any]]:
    return dict(json.loads(FILE.read_text(encoding="utf-8"))) if FILE.exists() else {}
