"""The answers in docs/solvers.md are those of the solvers that are installed in the versions of the page."""

import re
import shutil
from importlib.util import find_spec

import pytest

from benchmarks.solvers.__main__ import QUESTIONS, SOLVERS, answer, number
from tests.cli.running import ROOT

PAGE = (ROOT / "docs" / "solvers.md").read_text(encoding="utf-8")
HEADS, _, *ROWS = [[cell.strip() for cell in re.split(r" ?\| ?", line)[1:-1]] for line in PAGE.splitlines() if line[:1] == "|"]
QUICK = [key for key in QUESTIONS if "exponential" not in key]


def test_the_page_has_every_question_and_never_a_wrong_answer_to_algebra() -> None:
    """The referee asks only algebra, in which no version here errs."""
    assert [row[0] for row in ROWS] == [question["says"] for question in QUESTIONS.values()]
    algebra = [row for row in ROWS if row[-1] == "algebra"]
    assert len(algebra) >= 5 and not [row for row in algebra if "✗" in "".join(row)]
    assert all("unsat ✓" in row or "sat ✓" in row for row in algebra)


@pytest.mark.parametrize("name", SOLVERS)
def test_an_installed_solver_answers_as_the_page_says(name: str) -> None:
    """A new version with another answer fails here once it is the version of the page."""
    program, ask = SOLVERS[name]
    if not (find_spec(program) or shutil.which(program)) or (head := f"{name} {number(program)}") not in HEADS:
        pytest.skip(f"{name} is not installed in the version of the page")
    column = HEADS.index(head)
    assert {key: answer(ask, QUESTIONS[key]) for key in QUICK} == {
        key: row[column] for key, row in zip(QUESTIONS, ROWS, strict=True) if key in QUICK
    }
