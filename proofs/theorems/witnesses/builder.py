"""Makes the witness files: for each hypothesis of each page the search, with that hypothesis dropped, on the page's own statement.

A file whose run is still valid is kept, so that the files change only where a statement does.  What is written is judged when it is made
and again whenever it is shown; nothing rests on this code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from perceptron.errors import InputError
from proofs.counterexample import judge, write
from proofs.falsify import Found, falsify
from proofs.game import Game
from proofs.language import Comparison, parse
from proofs.page import Page
from proofs.statement import Statement
from proofs.theorems.witnesses import FOLDER, PRINTED, load, load_refutation, path


@dataclass(frozen=True)
class Made:
    """What became of one hypothesis: "kept", "written", or "none" (the search found nothing in its time)."""

    id: str
    hypothesis: str
    outcome: str
    file: Path


def make(pages: Iterable[Page], budget: float, folder: Path = FOLDER, again: bool = False) -> Iterator[Made]:
    """One search of up to `budget` seconds for each hypothesis without a valid witness (for each one, if `again`)."""
    for page in pages:
        statement = page.statement
        for hypothesis in statement.game.hypotheses:
            file = path(statement.id, hypothesis, folder)
            if not again and _is_valid(statement, hypothesis, folder):
                yield Made(statement.id, hypothesis, "kept", file)
                continue
            yield _search(statement.id, hypothesis, statement.comparison, statement.game.drop(hypothesis), budget, file)
        if page.refuted and (again or not _is_refuted(page, folder)):
            yield _search(page.id, PRINTED, parse(page.refuted), statement.game, budget, path(page.id, PRINTED, folder))


def _search(id: str, what: str, conjecture: Comparison, game: Game, budget: float, file: Path) -> Made:
    outcome = falsify(conjecture, game, budget=budget)
    if isinstance(outcome, Found):
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, outcome.counterexample)
    return Made(id, what, "written" if outcome.found else "none", file)


def _is_refuted(page: Page, folder: Path) -> bool:
    try:
        found = load_refutation(page, folder)
    except InputError:
        return False
    return found is not None and judge(found).valid


def _is_valid(statement: Statement, hypothesis: str, folder: Path) -> bool:
    try:
        found = load(statement, hypothesis, folder)
    except InputError:
        return False
    return found is not None and judge(found).valid
