"""What a lecturer takes along: it says what the book says, loads nothing, and fits on its pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perceptron.errors import InputError
from proofs.report.book import pdf
from proofs.report.book.exercises import chapter
from proofs.report.book.lectures import DECKS, Paper, deck, handout, pack, problems
from proofs.report.book.lectures.paper import FIGURES, converted, grey, pages
from proofs.report.proofs.linear import linear
from proofs.report.proofs.pages import paper
from tests.amounts import sampled
from tests.cli.running import pp, refused

chromium = pytest.mark.skipif(pdf.browser() is None, reason="a PDF is printed by Chromium: apt-get install chromium")


def whole(paper: Paper) -> str:
    """The file, which asks for nothing and has nothing to click."""
    assert not re.search(r'(?:src|href)="(?!#|data:)', paper.html) and "<script" not in paper.html
    text = re.sub(r"<(svg|style|code)\b.*?</\1>", "", paper.html, flags=re.DOTALL)
    assert not re.search(r"\$|\\\(|`|\{html\}|:::|```", text), text
    return paper.html


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "browser", lambda: None)


@pytest.mark.usefixtures("no_browser")
def test_a_handout_has_statement_proof_and_counterexamples() -> None:
    text, proof = whole(handout("novikoff")), linear("novikoff")
    assert paper(proof.lines, 2) in text
    assert "without <em>separable</em>: u = 1" in text and "How tight it is" in text and "BL Theorem 1" in text


@pytest.mark.parametrize("id", sampled(["cauchy-schwarz", "online-to-batch", "winnow-fixed-rate"], 1))
@pytest.mark.usefixtures("no_browser")
def test_every_kind_of_theorem_has_a_handout(id: str) -> None:
    assert f"show {id}" in whole(handout(id))


@chromium
@pytest.mark.parametrize("id", sampled(["hinge-l2", "margin-perceptron-sharp"], 1))
def test_a_handout_has_two_pages(tmp_path: Path, id: str) -> None:
    handout(id).save(tmp_path / "handout.pdf")
    assert pages(tmp_path / "handout.pdf") <= 2


@pytest.mark.nocover
@chromium
def test_each_slide_is_a_page(tmp_path: Path) -> None:
    slides = deck("novikoff")
    slides.save(tmp_path / "slides.pdf")
    assert pages(tmp_path / "slides.pdf") == slides.html.count("<section") > 10


@pytest.mark.parametrize("name", sampled(list(DECKS), 1))
def test_slides_show_lines_of_the_proof(name: str) -> None:
    text = whole(deck(name))
    theorem = {"novikoff": "novikoff", "margin_perceptron": "margin-perceptron"}[name]
    bare = [re.sub(r"</?ol.*?>", "", paper([line])) for line in linear(theorem).lines]
    assert [line for line in bare if line not in text] == []
    assert text.count("<figure") >= 2


def test_there_is_no_other_lecture() -> None:
    with pytest.raises(InputError, match="there are margin_perceptron, novikoff"):
        deck("chess")


@pytest.mark.parametrize("solutions", [False, True])
def test_a_problem_sheet_has_its_exercises(solutions: bool) -> None:
    text = whole(problems("hinge", solutions))
    for one in chapter("hinge"):
        assert f"Exercise {one.number}" in text
    assert ("The answer:" in text) is solutions


@pytest.mark.nocover
def test_figures_for_print_have_no_colour_and_tell_their_lines_apart() -> None:
    for name, make in FIGURES.items():
        svg = grey(make()).encoded("svg").decode()
        colours = set(re.findall(r"#([0-9a-f]{6})", svg))
        assert colours and all(c[:2] == c[2:4] == c[4:] for c in colours), name
        for axes in [a for a in grey(make()).figure.axes if hasattr(a, "get_lines")]:
            named = [line for line in axes.get_lines() if line.get_label()[0] != "_"]
            styles = [(line.get_color(), line.get_linestyle(), line.get_marker()) for line in named]
            assert len(styles) == len(set(styles)), name


def test_markdown_of_the_book_is_html_of_its_own() -> None:
    text = converted("(a-b)=\n## T\n\n{html}`<math></math>` [x](/y.md) $a^2$\n\n{.listing}\n| a |\n|---|\n| b |\n")
    assert "<math></math>" in text and "<msup>" in text and "href" not in text and "(a-b)=" not in text and "<td>b</td>" in text


@pytest.mark.nocover
def test_without_chromium_the_pack_is_html_and_says_so(tmp_path: Path, no_browser: None) -> None:
    assert pack(tmp_path, theorems=["novikoff"], chapters=["start"]) == ["no PDFs of pages: Chromium, which prints them, is not installed"]
    names = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.*")}
    assert {"handouts/novikoff.html", "slides/novikoff.html", "problems/start.html", "problems/start-solved.html"} <= names
    assert {f"figures/{name}.pdf" for name in FIGURES} <= names


def test_the_command_refuses_what_it_cannot_write(tmp_path: Path, no_browser: None) -> None:
    refused(pp("handout", "novikof", str(tmp_path / "a.html")), "novikof")
    refused(pp("handout", "progress", str(tmp_path / "a.txt")), "ends in .html or .pdf")
    refused(pp("handout", "progress", str(tmp_path / "a.pdf")), "Chromium, which prints it, is not installed")
    assert pp("handout", "progress", str(tmp_path / "a.html")).exit_code == 0 and (tmp_path / "a.html").is_file()
