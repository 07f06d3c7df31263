"""Parts of the book's pages: formulas that break well, headings and landmarks, styles, and whatever is false as printed."""

import html
import re
import shutil
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.report import style
from proofs.report.book import contents, markup, other_pages, pdf, theorem_page
from proofs.report.book.build import MARK, theorem_pages, verdicts
from proofs.report.book.contents import Book
from proofs.report.book.mathematics import FITS, breaking, mathml, pieces
from proofs.report.book.mending import SHARED, link_boxes, mend, mend_parts
from proofs.report.proofs import render
from proofs.report.proofs.tags import parts_of, source_of
from proofs.statements.page import StatedTheorem
from proofs.theorems import catalogue
from proofs.verify.verdict_store import VerdictStore
from tests.amounts import rows
from tests.cli.running import Written, pp, refused


def test_pages_by_several_processes_are_those_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book(catalogue.build_ids(["novikoff", "hinge-simple"]), {}, date(2026, 1, 2))
    alone = theorem_pages(book)
    monkeypatch.setattr("proofs.report.book.build.FEW", 2)
    monkeypatch.setattr("proofs.report.book.build.cores", lambda: 2)
    assert theorem_pages(book) == alone and alone[0].keys() == {f"theorems/{id}" for id in book.built}


def test_a_page_of_a_theorem_is_kept_until_its_verdict_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PERCEPTRON_PROOFS_STORE", str(tmp_path))
    built = catalogue.build_ids(["novikoff"])
    reached = verdicts(["novikoff"], lambda line: None, built)
    book, made = Book(built, reached, date(2026, 1, 2)), list[str]()
    monkeypatch.setattr("proofs.report.book.build.theorem_page.theorem_page", lambda item, _: made.append(item.id) or f"page of {item.id}")
    first = theorem_pages(book, VerdictStore(tmp_path))
    assert set(made) == built.keys() and theorem_pages(book, VerdictStore(tmp_path)) == first and len(made) == len(built)
    changed = replace(reached["novikoff"], remarks=("a remark",))
    theorem_pages(replace(book, verdicts={"novikoff": changed}), VerdictStore(tmp_path))
    assert made[len(built) :] == ["novikoff"]
    theorem_pages(replace(book, day=date(2026, 1, 3)), VerdictStore(tmp_path, fresh=True))
    assert set(made[len(built) + 1 :]) == built.keys()


def text(page: str) -> str:
    return re.sub(r"<[^>]*>|\s", "", html.unescape(page))


def signs(made: list[str]) -> list[str]:
    return [text(piece) for piece in made]


@pytest.mark.parametrize(("latex", "broken"), rows(__file__, "pieces.txt"))
def test_the_places(latex: str, broken: str) -> None:
    assert signs(pieces(mathml(latex, "inline"))) == broken.split(" | ")


def test_line_breaks_spare_quantifiers_and_precede_relations() -> None:
    fact = next(f for f in catalogue.page("novikoff").facts if f.name == "mistake-driven")
    made = signs(pieces(render.formula(fact.formula).html))
    assert made[0].startswith("for") and made[0].endswith(":") and len(made) == 2


def test_a_display_breaks_too_and_stays_tall() -> None:
    made = breaking(mathml(r"aaaaaaaaaaaaaaaa = \frac{b}{c} bbbbbbbbbbbbbbbbbbbbb", "block"))
    assert made.startswith('<span class="formula"><math displaystyle="true">') and made.count("<math") == 2
    assert breaking(mathml("a = b", "block")).startswith('<math display="block">')


def test_the_full_stop_stays_with_the_last_piece() -> None:
    made = breaking(f"so ({mathml(r'aaaaaaaaaaaaaa = bbbbbbbbbbbbbb', 'inline')}).")
    assert re.search(r'<span class="together">\(<math>.*</math></span><span class="together"><math>.*</math>\)\.</span>$', made)


def test_a_name_of_a_function_does_not_touch_its_argument() -> None:
    assert '<mi>ln</mi><mspace width="0.17em"></mspace><mi>n</mi>' in breaking(mathml(r"\ln n", "inline"))
    assert "mspace" not in breaking(mathml(r"\ln(2n)", "inline"))


def test_a_sign_after_an_equals_sign_belongs_to_its_number() -> None:
    assert '<mo form="prefix">−</mo>' in breaking(mathml("u = -1", "inline"))
    assert "prefix" not in breaking(mathml("u - 1", "inline"))


TERMS = st.recursive(
    st.sampled_from(["a", "bcd", r"\gamma", "12", r"\frac{a}{b}", r"\ln x"]),
    lambda inner: (
        st.builds("{} {} {}".format, inner, st.sampled_from(["+", "-", r"\cdot", r"\le", "="]), inner)
        | st.builds(r"({})".format, inner)
        | st.builds(r"\langle {}, {}\rangle".format, inner, inner)
    ),
    max_leaves=20,
)


@given(TERMS)
def test_nothing_is_lost_or_turned_round(latex: str) -> None:
    whole = mathml(latex, "inline")
    made = pieces(whole)
    assert text("".join(made)) == text(whole)
    if len(text(whole)) <= FITS:
        assert len(made) == 1


# --- What is set right in the finished HTML for readers who hear a page or go through it by keys


def mend_page(page: str) -> str:
    return source_of(mend_parts(parts_of(page)))


PIECES = ("<p>", "</p>", "a < b ", "&lt;", "<br>", "<style>p > q</style>", "<!-- <p> -->", "<a href='x>y'>", "<g/>", "<", "\n")


@given(st.lists(st.sampled_from(PIECES)))
def test_a_page_consists_of_its_parts(pieces: list[str]) -> None:
    page = "".join(pieces)
    parts = parts_of(page)
    assert source_of(parts) == page and not any(one.is_text and two.is_text for one, two in pairwise(parts))
    assert sum(part.start == "style" for part in parts) == page.count("<style>") and all("&amp;" not in part.source for part in parts)


def test_attributes_of_a_tag_are_read_and_written_with_quotes() -> None:
    (part,) = parts_of('<img alt=\'a "b"\' hidden src=x.png data-q="1&amp;2"/>')
    assert part.attributes == {"alt": 'a "b"', "hidden": "", "src": "x.png", "data-q": "1&2"} and part.empty
    part.change(class_="wide")
    assert part.source == '<img alt="a &quot;b&quot;" hidden="" src="x.png" data-q="1&amp;2" class="wide">'


@given(st.lists(st.integers(1, 6), min_size=1).map(lambda levels: [1, *levels]))
def test_no_heading_skips_a_level(levels: list[int]) -> None:
    page = "".join(f'<h{level} class="a">t</h{level}>' for level in levels)
    found = [(int(a), int(b)) for a, b in re.findall(r"<h(\d) class=\"a\">t</h(\d)>", mend_page(page))]
    assert len(found) == len(levels) and all(a == b for a, b in found)
    depths = [a for a, _ in found]
    assert all(after <= before + 1 for before, after in pairwise(depths))
    assert [a < b for a, b in pairwise(depths)] == [a < b for a, b in pairwise(levels)]


def test_headings_in_order_stay() -> None:
    page = "<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>"
    assert mend_page(page) == page


def test_a_page_without_a_main_heading_gets_its_title() -> None:
    page = '<title>Search - The book</title><article role="main" id="m"><p>x</p>'
    assert mend_page(page).endswith('<article role="main" id="m"><h1>Search</h1><p>x</p>')


def test_empty_heads_and_fixed_grey_go_and_landmarks_are_named(tmp_path: Path, written: Written) -> None:
    file = written(
        "p.html", '<aside class="sidebar-drawer"><h1>a</h1><p role="heading">b</p><th class="head"><p></p></th><p style="color:#555">c</p>'
    )
    mend(tmp_path)
    text = file.read_text()
    assert 'aria-label="contents of the book"' in text and 'role="heading" aria-level="2"' in text
    assert '<td class="head"></td>' in text and "color:#555" not in text


def test_a_box_of_a_graph_leads_to_its_theorem_if_that_is_another_page(tmp_path: Path) -> None:
    (tmp_path / "theorems").mkdir()
    (tmp_path / "theorems" / "a-b.html").touch()
    inside = '<text><tspan x="1">{}</tspan><tspan x="1">b</tspan></text>'
    known, unknown = inside.format("a-"), inside.format("c-")
    page = f'<g class="bound">{known}</g><g class="here">{known}</g><g class="bound">{unknown}</g>'
    link = f'<a href="../theorems/a-b.html" class="bound">{known}</a>'
    link_boxes(parts := parts_of(page), tmp_path, tmp_path / "chapters")
    assert source_of(parts) == page.replace(f'<g class="bound">{known}</g>', link)


# --- The styles that many proofs bring along stand in one file of the book


def test_what_pages_share_is_in_one_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(f"<style>{style('lines')}</style><h1>t</h1><pre>if x:\n    y</pre>", encoding="utf-8")
    (tmp_path / "furo.css.map").touch()
    mend(tmp_path)
    assert style("lines") in (tmp_path / "_static" / SHARED).read_text(encoding="utf-8")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["_static", "a.html", "b.html"]
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == "<h1>t</h1><pre>if x:\n    y</pre>"


# --- Whatever is false as it is printed stands on a theorem's page, with what shows it


FALSE = [theorem for theorem in catalogue.THEOREMS if theorem.printed_form]


@pytest.mark.parametrize("theorem", FALSE, ids=lambda theorem: theorem.id)
def test_what_is_printed_and_false_is_shown_with_its_counterexample(theorem: StatedTheorem) -> None:
    page = theorem_page.on_page(theorem)
    assert markup.sentence(theorem.printed_form) in page and f"check {theorem.id}/as-printed" in page


# --- The command and its PDF: what is written, and what there is without Chromium


def test_without_chromium_the_pdf_is_skipped_with_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "page.html").write_text("<p>a page</p>")
    assert "not installed" in pdf.write(tmp_path / "page.html", tmp_path / "page.pdf")
    assert not (tmp_path / "page.pdf").exists()


def test_what_unfolds_is_printed_folded() -> None:
    page = "<p>a</p><details><summary>b <i>c</i></summary>d<details><summary>e</summary>f</details></details><p>g</p>"
    assert pdf.fold(page) == "<p>a</p><div>b <i>c</i></div><p>g</p>"


@pytest.mark.skipif(pdf.browser() is None, reason="Chromium is not installed")
def test_chromium_prints_a_page_with_mathml(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text('<meta charset="utf-8"><p>a page with <math><mi>γ</mi></math></p>', encoding="utf-8")
    assert pdf.write(tmp_path / "page.html", tmp_path / "page.pdf") == ""
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.nocover
def test_a_book_is_written_in_the_place_of_the_one_before(tmp_path: Path) -> None:
    pytest.importorskip("myst_nb", reason="the book needs the extra `book`")
    out, chapters = tmp_path / "out", tmp_path / "chapters"  # all chapters are in the book that the others look at
    for file in (out / MARK, out / "old", chapters / "start.ipynb"):
        file.parent.mkdir(exist_ok=True)
        file.touch()
    shutil.copy(contents.NOTEBOOKS / "start.ipynb", chapters)
    result = pp("book", out, "--only", "progress", "--notebooks", chapters)
    assert result.exit_code == 0 and "pages of the family" in result.output and str(out / "index.html") in result.output, result.output
    written = [out / "theorems" / "progress.html", out / "chapters" / "start.html", out / ".nojekyll", out / MARK]
    assert all(file.is_file() for file in written) and not (out / "old").exists()
    assert {file.name for file in tmp_path.iterdir()} == {"chapters", "out"}  # nothing is left beside it


def test_two_pages_of_ones_own_with_one_id_are_refused(tmp_path: Path) -> None:
    """The book had the second alone."""
    pytest.importorskip("myst_nb", reason="the book needs the extra `book`")
    guide = contents.NOTEBOOKS / "own_proof.py"
    again = Path(shutil.copy(guide, tmp_path / "again.py"))
    words = "own_proof.py and", "again.py have pages with the id 'fixed-margin'"
    refused(pp("book", tmp_path / "out", "--with", guide, "--with", again), *words)


def test_statement_names_the_texts_behind_its_sources() -> None:
    """NG, MR and the others stand on every page and handout, and a reader who does not know them looks in vain."""
    book = Book(catalogue.build_ids(["novikoff"]), {}, date.today())
    stated = theorem_page.state(catalogue.theorem("novikoff"), book)
    for words in ("NG is Andrew Ng", "BL is Avrim Blum", "MR is Mehryar Mohri and Afshin Rostamizadeh", "VE is Santosh Vempala"):
        assert words in stated
    assert "SS is" not in stated and theorem_page.works(catalogue.theorem("dimension-two")) == ""


def test_lecturers_find_week_time_and_sheet_of_every_chapter() -> None:
    files = contents.chapters(contents.NOTEBOOKS)
    page = other_pages.teaching_page(files)
    assert [file.stem for file in files] == [row for row in contents.TABLES["teaching"] if f"(/chapters/{row}.ipynb)" in page]
    weeks = [week for week, *_ in contents.TABLES["teaching"].values()]
    assert weeks == sorted(weeks) and all(f"/problems/{name}.md" in page for _, name, _ in contents.TABLES["teaching"].values())
    assert "novikoff_in_ten_minutes" not in other_pages.teaching_page(files[:1])


def test_a_lecture_of_90_minutes_leaves_no_minute_out() -> None:
    page = other_pages.teaching_page([])
    spans = [(int(start), int(end)) for start, end in re.findall(r"^\| (\d+)–(\d+) \|", page, re.MULTILINE)]
    assert spans[0][0] == 0 and spans[-1][1] == 90 and all(a[1] == b[0] for a, b in pairwise(spans))
    for name, start, end in (("novikoff", 10, 40), ("hinge_bound", 50, 75)):
        slides = (contents.PROSE.parent / "lectures" / "decks" / f"{name}.md").read_text(encoding="utf-8")
        assert f"| {start}–{end} |" in page and f"slides/{name}" in page and f"About {end - start} minutes" in slides
