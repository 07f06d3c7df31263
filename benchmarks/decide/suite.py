"""The conjectures of the benchmark: `conjectures.txt`, a line each."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from proofs.conjecture import Comparison, parse
from proofs.conjecture.game import Game, default_game

FILE = Path(__file__).with_name("conjectures.txt")
READ: dict[str, Any] = {"eps": Fraction, "dimension": int}


@dataclass(frozen=True)
class Entry:
    """A conjecture, its rules of play, and whether it is true."""

    true: bool
    comparison: Comparison
    game: Game


def entries(path: Path = FILE) -> list[Entry]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_entry(line) for line in lines if line.strip() and not line.startswith("#")]


def _entry(line: str) -> Entry:
    truth, text, rules = (part.strip() for part in line.split("|"))
    comparison = parse(text, conditions=True)
    changes = {name: READ.get(name, str)(value) for name, value in (rule.split("=") for rule in rules.split())}
    return Entry(truth == "T", comparison, default_game(comparison.names, **changes))
