"""The book of a class: its pages have the exercises and hints, and no solution."""

import json
from datetime import date
from pathlib import Path

import pytest

pytest.importorskip("myst_nb", reason="the book needs the extra `book`")

from proofs.report.book.build import verdicts, write_sources
from proofs.report.book.contents import NOTEBOOKS, Book
from proofs.report.book.exercises import exercise
from proofs.theorems import catalogue


@pytest.mark.parametrize("solutions", [False, True])
def test_write_sources_for_students_has_no_solution(tmp_path: Path, solutions: bool) -> None:
    """A class gets the book without solutions, in the chapters, the sheets and the page of proofs; a teacher's book has them."""
    chapter = NOTEBOOKS / "novikoff_in_ten_minutes.ipynb"
    built = catalogue.build_ids(["novikoff", *catalogue.OWN])
    book = Book(built, verdicts(["novikoff"], lambda line: None, built), date.today(), solutions=solutions)
    write_sources(tmp_path / "source", book, [chapter], lambda line: None)
    written = [file for file in (tmp_path / "source").rglob("*.*") if file.suffix in (".md", ".ipynb")]
    files = {str(file.relative_to(tmp_path / "source")): file.read_text(encoding="utf-8") for file in written}
    asked = [exercise(id) for id in ("novikoff-1", "prove-4", "hinge-3")]
    for one, page in zip(asked, (f"chapters/{chapter.name}", "prove.md", "problems/hinge-solved.md"), strict=True):
        sentence = one.solution.split("\n")[0][:40]
        shown = [name for name, text in files.items() if sentence in text or json.dumps(sentence)[1:-1] in text]
        assert (page in shown) is solutions and (solutions or not shown), one
    assert any("<summary>Solution" in text for text in files.values()) is solutions
    assert any("solved.md" in text for text in files.values()) is solutions
    assert all("<summary>Hint 1" in files[name] for name in (f"chapters/{chapter.name}", "prove.md"))
