"""What is set right in the finished HTML for readers who hear a page or go through it by keys."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from proofs.report.book.build import mend, mended


@given(st.lists(st.integers(1, 6), min_size=1).map(lambda levels: [1, *levels]))
def test_no_heading_skips_a_level(levels: list[int]) -> None:
    page = "".join(f'<h{level} class="a">t</h{level}>' for level in levels)
    found = [(int(a), int(b)) for a, b in re.findall(r"<h(\d) class=\"a\">t</h(\d)>", mended(page))]
    assert len(found) == len(levels) and all(a == b for a, b in found)
    depths = [a for a, _ in found]
    assert all(after <= before + 1 for before, after in pairwise(depths))
    assert [a < b for a, b in pairwise(depths)] == [a < b for a, b in pairwise(levels)]


def test_headings_in_order_stay() -> None:
    page = "<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>"
    assert mended(page) == page


def test_a_page_without_a_main_heading_gets_its_title() -> None:
    page = '<title>Search - The book</title><article role="main" id="m"><p>x</p>'
    assert mended(page).endswith('<article role="main" id="m"><h1>Search</h1><p>x</p>')


def test_empty_heads_and_fixed_grey_go_and_landmarks_are_named(tmp_path: Path) -> None:
    file = tmp_path / "p.html"
    file.write_text(
        '<aside class="sidebar-drawer"><h1>a</h1><p role="heading">b</p><th class="head"><p></p></th><p style="color:#555">c</p>'
    )
    mend(tmp_path)
    text = file.read_text()
    assert 'aria-label="contents of the book"' in text and 'role="heading" aria-level="2"' in text
    assert '<td class="head"></td>' in text and "color:#555" not in text
