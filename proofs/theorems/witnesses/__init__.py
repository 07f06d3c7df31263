"""What each hypothesis is for: exact runs that break a bound once a hypothesis is dropped, as files <theorem>/<hypothesis>.json.

The files are made by `python -m proofs.theorems.witnesses` (the search, with the hypothesis dropped) and never trusted: whoever shows
one has it judged again by `proofs.counterexample`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from perceptron.errors import InputError
from proofs.counterexample import Counterexample, read
from proofs.statement import Statement

FOLDER = Path(__file__).parent


def path(id: str, hypothesis: str, folder: Path = FOLDER) -> Path:
    """Where the witness is kept."""
    return folder / id / f"{hypothesis.replace(' ', '-')}.json"


def load(statement: Statement, hypothesis: str, folder: Path = FOLDER) -> Counterexample | None:
    """The stored run for a hypothesis of a statement, not yet judged; None if there is none.

    Raises InputError for a file that is malformed, or speaks of another conjecture or game than the statement without that hypothesis.
    """
    file = path(statement.id, hypothesis, folder)
    if not file.is_file():
        return None
    found = read(file)
    if found.comparison.text != statement.comparison.text:
        raise InputError(f"{file.name}: it is about {found.comparison.text!r}")
    game = statement.game.drop(hypothesis)
    if replace(found.game, dimension=game.dimension) != game or game.dimension not in (None, found.dimension):  # a file shows its dimension
        raise InputError(f"{file.name}: it is played by other rules")
    return found
