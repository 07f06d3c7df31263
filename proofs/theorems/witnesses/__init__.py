"""The need for each hypothesis: exact runs that break a bound once a hypothesis is dropped, as files <theorem>/<hypothesis>.json.

Where a source prints a false bound, <theorem>/as-printed.json is a run that keeps every hypothesis and breaks that bound.

The files are made by the command `witnesses` (a search with the hypothesis dropped) and never trusted: each is judged again by
`proofs.counterexample` when it is shown.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from perceptron.errors import InputError
from proofs.conjecture import parse
from proofs.counterexample import Counterexample, read
from proofs.statements.page import Page
from proofs.statements.docstrings import PRINTED
from proofs.statements.statement import Statement

FOLDER = Path(__file__).parent
TEACHES = {  # what one sees at a counterexample that is kept as a lesson, by the hypothesis that it is without
    "bounded examples": "The first example is long and points aside. Each of the others, which are short, takes back a little of it.",
    "kernel": "This kernel takes all examples for strangers, so the learner errs where the Perceptron has learned from a similar one.",
    "margin rule": "The same example again and again: its score is soon well above the threshold, but every round is an update.",
    "mistake-driven": "The same example again and again: only the first one is a mistake, but every round is an update.",
    "positive margin": "A negative margin asks for nothing. The same example may come with both labels, for ever.",
    "positive rate": "The slope is 1 everywhere. With a negative rate the learner goes uphill, and every step costs more.",
    "separable": "No vector has this margin on all of the examples, so the updates never end.",
    "sign balance": "A weight that has to count against the label can only shrink, and never turns round: every round is a mistake.",
    "subgradient": "The slope leads to the left, the valley lies to the right: the losses are not convex.",
    "unit comparator": "A longer u has a greater margin. Nothing becomes easier by that, but the bound becomes smaller.",
    "zero start": "The start lies far from u. The learner first has to make that good, and the bound does not count it.",
}


def path(id: str, hypothesis: str, folder: Path = FOLDER, lesson: bool = False) -> Path:
    """Where the witness is kept. `lesson`: where one is kept that is not the smallest, but teaches more."""
    return folder / id / f"{hypothesis.replace(' ', '-')}{'-lesson' * lesson}.json"


def load_refutation(page: Page, folder: Path = FOLDER) -> Counterexample | None:
    """The stored run that breaks the bound as printed, not yet judged; None if there is none.  Raises InputError as `load` does."""
    file = path(page.id, PRINTED, folder)
    if not page.refuted or not file.is_file():
        return None
    run = read(file)
    if run.comparison != parse(page.refuted) or run.game != page.statement.game:
        raise InputError(f"{file.name}: it is about another claim than what is printed")
    return run


def display_path(file: Path, folder: Path = FOLDER) -> str:
    """The file's name in a record: from the top of the source tree, if it is one of ours."""
    return file.relative_to(folder.parents[2]).as_posix() if folder == FOLDER else str(file)


def name(file: Path) -> str:
    """The name of one of our files for `check` and `export`, wherever the package is installed: novikoff/zero-start."""
    return file.relative_to(FOLDER).with_suffix("").as_posix()


def find_witness(text: str) -> Path | None:
    """Our file of that name, also with `.json` and as records have it (from the top of the source tree); None if there is none."""
    short = text.removeprefix(FOLDER.relative_to(FOLDER.parents[2]).as_posix() + "/").removesuffix(".json")
    folder, _, what = short.partition("/")
    known = FOLDER / folder / f"{what.replace(' ', '-')}.json"
    return known if what and "/" not in what and ".." not in short and known.is_file() else None


def load(statement: Statement, hypothesis: str, folder: Path = FOLDER, lesson: bool = False) -> Counterexample | None:
    """The stored run for a hypothesis of a statement, not yet judged; None if there is none. `lesson`: the run that teaches more.

    Raises InputError for a file that is malformed, or is about another conjecture or game than the statement without that hypothesis.
    """
    file = path(statement.id, hypothesis, folder, lesson)
    if not file.is_file():
        return None
    run = read(file)
    comparison, game = statement.without(hypothesis)
    if run.comparison != comparison:
        raise InputError(f"{file.name}: it is about {run.comparison.text!r}")
    if replace(run.game, dimension=game.dimension) != game or game.dimension not in (None, run.dimension):  # a file shows its dimension
        raise InputError(f"{file.name}: it is played by other rules")
    return run
