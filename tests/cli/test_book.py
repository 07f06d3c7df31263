"""`book` and its PDF: what is written, that the next book replaces it, and what there is without Chromium."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest.importorskip("myst_nb", reason="the book needs the extra `book`")

from proofs.report.book import contents, pdf
from tests.cli.running import pp


def test_without_chromium_the_pdf_is_skipped_with_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "page.html").write_text("<p>a page</p>")
    assert "not installed" in pdf.write(tmp_path / "page.html", tmp_path / "page.pdf")
    assert not (tmp_path / "page.pdf").exists()


def test_what_unfolds_is_printed_folded() -> None:
    page = "<p>a</p><details><summary>b <i>c</i></summary>d<details><summary>e</summary>f</details></details><p>g</p>"
    assert pdf.folded(page) == "<p>a</p><div>b <i>c</i></div><p>g</p>"


@pytest.mark.skipif(pdf.browser() is None, reason="Chromium is not installed")
def test_chromium_prints_a_page_with_mathml(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text('<meta charset="utf-8"><p>a page with <math><mi>γ</mi></math></p>', encoding="utf-8")
    assert pdf.write(tmp_path / "page.html", tmp_path / "page.pdf") == ""
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.nocover
def test_a_book_is_written_and_the_next_one_replaces_it(tmp_path: Path) -> None:
    out, chapters = tmp_path / "out", tmp_path / "chapters"  # all chapters are in the book that tests/report looks at
    chapters.mkdir()
    shutil.copy(contents.NOTEBOOKS / "start.ipynb", chapters)
    for _ in range(2):
        result = pp("book", str(out), "--only", "progress", "--notebooks", str(chapters))
        assert result.exit_code == 0, result.output
        assert "pages of the family" in result.output and str(out / "index.html") in result.output
        assert (out / "theorems" / "progress.html").is_file() and not (out / "old").exists()
        assert (out / "chapters" / "start.html").is_file() and (out / ".nojekyll").is_file()
        (out / "old").touch()
    assert {file.name for file in tmp_path.iterdir()} == {"chapters", "out"}  # nothing is left beside it
