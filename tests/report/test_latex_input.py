"""LaTeX of a lecturer's own chapter is shown as it is meant, or refused with its place."""

import re
from pathlib import Path

import nbformat
import pytest

from perceptron.errors import InputError
from proofs.report.book.contents import NOTEBOOKS, chapters
from proofs.report.book.latex_input import check_chapters, formulas
from proofs.report.book.mathematics import mathml, pieces
from tests.amounts import rows
from tests.cli.running import pp, refused
from tests.report.browsing import opened
from tests.report.conftest import npm_file


@pytest.mark.parametrize(("latex", "shown"), rows(__file__, "own_latex.txt"))
def test_latex_that_was_wrong_in_a_page_has_the_right_elements(latex: str, shown: str) -> None:
    made = mathml(latex, "block")
    assert shown in re.sub(r' (?:(?:display|column|row)\w*="[^"]*"|style="text-align[^"]*")', "", made), made
    assert pieces(made)


@pytest.mark.parametrize(("latex", "words"), rows(__file__, "no_latex.txt"))
def test_latex_that_a_page_cannot_show_is_refused(latex: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        mathml(latex, "block")


def test_command_names_chapter_cell_and_formula(tmp_path: Path) -> None:
    cells = [nbformat.v4.new_markdown_cell(text) for text in ("# Mine\n\n$a$", "text $$\\begin{multline}a\\\\b\\end{multline}$$")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "mine.ipynb")
    words = f"{tmp_path / 'mine.ipynb'}, cell 2: the formula “\\begin{{multline}}"
    refused(pp("book", tmp_path / "out", "--notebooks", tmp_path), words, "use aligned")
    printed = nbformat.v4.new_output("display_data", data={"text/latex": "$\\displaystyle \\foo x$"})
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x", outputs=[printed])]), tmp_path / "mine.ipynb")
    refused(pp("book", tmp_path / "out", "--notebooks", tmp_path), "mine.ipynb, cell 1: the formula", "the command \\foo")
    (tmp_path / "mine.ipynb").write_text("[1]")
    refused(pp("book", tmp_path / "out", "--notebooks", tmp_path), "mine.ipynb is no notebook")


def test_formulas_of_markdown_are_found_in_all_their_forms() -> None:
    text = "a $b$ and\n\n$$c$$\n\n\\begin{align}d&=e\\end{align}\n\n```{math}\nf\n```\n\n| $g$ |\n|---|\n| `$h$` |\n\n{math}`i` {doc}`j`\n"
    assert [latex.strip() for latex, _ in formulas(text)] == ["b", "c", "\\begin{align}d&=e\\end{align}", "f", "g", "i"]


def test_shipped_chapters_have_only_formulas_that_pages_show() -> None:
    check_chapters(chapters(NOTEBOOKS))


def test_chromium_draws_boxes_and_bold_letters_and_limits_below(browser: object, tmp_path: Path) -> None:
    aligned = r"\begin{aligned}a+b&=c+d+e\\f&=f\end{aligned}"
    formulas = {"box": r"\boxed{x}", "bold": r"\boldsymbol{w}", "under": r"\max_{x} f", "aligned": aligned}
    body = "".join(f'<p id="{name}">{mathml(latex, "block")}</p>' for name, latex in formulas.items())
    (tmp_path / "page.html").write_text(f'<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title>{body}', encoding="utf-8")
    with opened(browser, tmp_path / "page.html") as page:
        assert page.evaluate("getComputedStyle(document.querySelector('#box mpadded')).borderTopWidth") == "1px"
        assert page.inner_text("#bold") == "𝒘"
        first, second = (page.locator("#aligned mtd:nth-child(2) mo:nth-of-type(1)").nth(row).bounding_box()["x"] for row in (0, 1))
        ends = [page.locator("#aligned mtd:nth-child(1) mi:last-of-type").nth(row).bounding_box() for row in (0, 1)]
        assert abs(first - second) < 1 and abs(ends[0]["x"] + ends[0]["width"] - ends[1]["x"] - ends[1]["width"]) < 1
        top, bottom = (page.locator(f"#under munder > {part}").bounding_box()["y"] for part in ("mo", "mrow"))
        assert bottom > top + 5


SPEAK = """async (formulas) => {
  await SRE.setupEngine({locale: "en", domain: "clearspeak", modality: "speech"});
  await SRE.engineReady();
  return formulas.map((formula) => SRE.toSpeech(formula));
}"""


def test_formulas_are_read_aloud_by_an_engine_as_they_are_meant(browser: object, tmp_path: Path) -> None:
    """An exponent behind a norm is that of the norm; the engine has no regard to `intent`, so the structure must say it."""
    engine, *maps = (npm_file("speech-rule-engine@4.1.5", f"lib/{name}") for name in ("sre.js", "mathmaps/base.json", "mathmaps/en.json"))
    if engine is None:
        pytest.skip("npm is missing, or has no network")
    spoken = {latex: words for latex, words in rows(__file__, "spoken.txt")}
    (tmp_path / "page.html").write_text('<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title><p>', encoding="utf-8")
    with opened(browser, tmp_path / "page.html") as page:
        page.evaluate(
            "(maps) => { window.SREfeature = { custom: async (name) => maps[name] }; }", dict(zip(("base", "en"), maps, strict=True))
        )
        page.add_script_tag(content=engine)
        assert page.evaluate(SPEAK, [mathml(latex, "block") for latex in spoken]) == list(spoken.values())
