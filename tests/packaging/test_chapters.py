"""A chapter prints today what is stored with it; the test names the cells that do not.  `make chapters` stores them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.report.book.contents import CHAPTERS, NOTEBOOKS
from tests.packaging.stored_notebooks import TIMES, executed, stale

SHORT = ("start", "novikoff_in_ten_minutes")  # which `make test` runs too


@pytest.mark.parametrize("name", [name if name in SHORT else pytest.param(name, marks=pytest.mark.nocover) for name in CHAPTERS])
def test_a_chapter_prints_what_is_stored(name: str) -> None:
    file = NOTEBOOKS / f"{name}.ipynb"
    wrong = list(stale(file.read_text(encoding="utf-8"), executed(file)))
    assert not wrong, "\n".join([f"{name} is stale; `make chapters` stores it anew:", *wrong])


def test_no_time_is_stored_as_a_fact(tmp_path: Path) -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in NOTEBOOKS.glob("*.ipynb"))
    assert TIMES.search("tried 9 runs, in 2.3 s (seed 0)") and not TIMES.search(text)
