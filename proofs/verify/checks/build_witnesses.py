"""Makes the witness files: for each hypothesis of each page the search, with that hypothesis dropped, on the page's own statement.

A file whose run is still valid is kept, so that the files change only where a statement does.  A run without an update, or one that
breaks a bound which is not above zero, teaches little: the search looks for another first, and a file with such a run is replaced if there
is one.  What is written is judged when it is made and again whenever it is shown; nothing rests on this code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse
from proofs.conjecture.evaluate import enclose
from proofs.conjecture.game import Game
from proofs.counterexample import Counterexample, judge, write
from proofs.falsify import Found, falsify
from proofs.statements.page import Page
from proofs.statements.provable import PRINTED
from proofs.theorems.witnesses import FOLDER, load, load_refutation, path


@dataclass(frozen=True)
class Made:
    """What became of one hypothesis: "kept", "written", or "none" (the search found nothing in its time)."""

    id: str
    hypothesis: str
    outcome: str
    file: Path


def make(pages: Iterable[Page], budget: float, folder: Path = FOLDER, again: bool = False) -> Iterator[Made]:
    """One search of up to `budget` seconds for each hypothesis without a telling witness (for each one, if `again`)."""
    for page in pages:
        statement = page.statement
        for hypothesis in statement.droppable:
            file, present = path(statement.id, hypothesis, folder), _present(partial(load, statement, hypothesis, folder))
            yield _made(statement.id, hypothesis, *statement.without(hypothesis), budget, file, None if again else present)
        if page.refuted:
            file, present = path(page.id, PRINTED, folder), _present(partial(load_refutation, page, folder))
            yield _made(page.id, PRINTED, parse(page.refuted), statement.game, budget, file, None if again else present)


def _made(id: str, what: str, conjecture: Comparison, game: Game, budget: float, file: Path, present: Counterexample | None) -> Made:
    if present is not None and is_telling(present):
        return Made(id, what, "kept", file)
    outcome = falsify(conjecture, game, budget=budget, nontrivial=True)
    if not outcome.found and present is not None:
        return Made(id, what, "kept", file)
    if not outcome.found:
        outcome = falsify(conjecture, game, budget=budget)
    if isinstance(outcome, Found):
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, outcome.counterexample)
    return Made(id, what, "written" if outcome.found else "none", file)


def is_telling(found: Counterexample) -> bool:
    """Whether the learner made an update and the bound that it breaks is above zero."""
    return found.M >= 1 and bool(enclose(found.comparison.right, judge(found).values) > 0)


def _present(reader: Callable[[], Counterexample | None]) -> Counterexample | None:
    """The run that is there already, if it is valid."""
    try:
        found = reader()
    except InputError:
        return None
    return found if found is not None and judge(found).valid else None
