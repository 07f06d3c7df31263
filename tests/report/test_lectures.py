"""What a lecturer takes along: it says what the book says, loads nothing, and fits on its pages."""

import html
import json
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from perceptron.errors import InputError
from proofs.report.book import pdf
from proofs.report.book.exercises import CHAPTERS, chapter, exercise, sheet
from proofs.report.book.formula_words import describe_formula
from proofs.report.book.lectures import DECKS, Paper, deck, handout, pack, problems
from proofs.report.book.lectures.handout import FOLDER
from proofs.report.book.lectures.paper import FIGURES, convert, grey, pages
from proofs.report.book.mathematics import breaking, mathml, notation
from proofs.report.proofs.linear import linear
from proofs.report.proofs.pages import paper
from tests.amounts import sampled
from tests.cli.running import pp, refused
from tests.report.browsing import TARGETS, VIEWS, ask, opened, told, violations, visits
from tests.report.conftest import npm_file, package

chromium = pytest.mark.skipif(pdf.browser() is None, reason="a PDF is printed by Chromium: apt-get install chromium")


def whole(paper: Paper) -> str:
    """The file, which asks for nothing; only slides have something to click."""
    assert not re.search(r'(?:src|href)="(?!#|data:)', paper.html) and ("<script" in paper.html) is ("slides" in paper.styles)
    text = re.sub(r"<(svg|style|code|script)\b.*?</\1>", "", paper.html, flags=re.DOTALL)
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
    assert f"<code>{id}</code>" in handout(id).html and whole(handout(id))


@chromium
@pytest.mark.parametrize("id", sampled(["hinge-l2", "margin-perceptron-sharp"], 1))
def test_a_handout_has_two_pages(tmp_path: Path, id: str) -> None:
    handout(id).save(tmp_path / "handout.pdf")
    assert pages(tmp_path / "handout.pdf") <= 2


@chromium
def test_a_printed_page_has_tags_and_its_formulas_in_words(tmp_path: Path) -> None:
    """Else a screen reader finds no headings, and reads ‖w‖² as two lines and a 2."""
    Paper("t", convert("# T\n\n$\\lVert w\\rVert^2$")).save(tmp_path / "t.pdf")
    data = (tmp_path / "t.pdf").read_bytes()
    assert b"/StructTreeRoot" in data and b"/S /H1" in data and b"the norm of \\( w \\) squared" in data


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"\langle u, w\rangle \ge \gamma M", "the inner product ( u , w ) ≥ γ M"),
        (r"\lfloor R^2/\gamma^2\rfloor", "the floor of ( R squared / γ squared )"),
        (r"\frac{1}{2}\sqrt{x^3}", "( 1 ) over ( 2 ) the square root of ( x cubed )"),
        (r"\sum_{i=1}^n x_i^k", "∑ from i = 1 to n x sub i to the power ( k )"),
        (r"\binom{n}{k}", "( n choose k )"),
    ],
)
def test_a_formula_in_words_says_what_it_means(latex: str, words: str) -> None:
    assert describe_formula(mathml(latex, "block")) == words


@pytest.mark.nocover
@chromium
def test_each_slide_is_a_page(tmp_path: Path) -> None:
    slides = deck("novikoff")
    slides.save(tmp_path / "slides.pdf")
    assert pages(tmp_path / "slides.pdf") == slides.html.count("<section") > 10


@pytest.mark.parametrize("name", sampled(list(DECKS), 1))
def test_slides_show_lines_of_the_proof(name: str) -> None:
    text = whole(deck(name))
    theorem = "hinge-simple" if name == "hinge_bound" else name.replace("_", "-")
    bare = [re.sub(r"</?ol.*?>", "", notation(breaking(paper([line])))) for line in linear(theorem).lines]
    assert [line for line in bare if line not in text] == []
    slides = (FOLDER / f"{name}.md").read_text(encoding="utf-8").split("\n---\n")
    assert "minutes.*" in slides[0] and "{figure}" in slides[1]  # how long it takes, and something to look at first
    assert text.count("<figure") == sum(slide.count("{figure}") for slide in slides)
    assert any("{figure}" in slide for slide in slides[2:-4]), "the middle of a lecture has a picture too"
    assert all(re.search(r"```\n\n\w", slide) for slide in slides if "{figure}" in slide), "a picture without a sentence"
    assert not re.search(r"</math></span>[.,;:)]", text), "a full stop on a line of its own"


def test_slides_fill_the_screen_and_turn_by_keys(browser: Any, tmp_path: Path) -> None:
    """On the slide with a run the arrow keys belong to its slider."""
    slides = deck("novikoff")
    slides.save(tmp_path / "slides.html")
    with opened(browser, tmp_path / "slides.html") as page:
        height = page.evaluate("Math.max(...[...document.querySelectorAll('section')].map((slide) => slide.scrollHeight))")
        assert height <= page.locator("section").first.bounding_box()["height"], "a slide is higher than its page"
        page.get_by_role("button", name="full screen").click()
        page.wait_for_function("document.body.classList.contains('presenting')")
        shown = page.locator("section:visible")
        for number in range(2, 10):
            page.keyboard.press("ArrowRight")
            assert shown.count() == 1 and shown.get_attribute("aria-label") == f"slide {number}"
        page.locator("input[type=range]").focus()
        page.keyboard.press("ArrowRight")
        assert shown.get_attribute("aria-label") == "slide 9" and page.locator(".f1").is_visible()
        page.evaluate("document.exitFullscreen()")
        page.wait_for_function("!document.body.classList.contains('presenting')")
        assert shown.count() == slides.html.count("<section")


def test_there_is_no_other_lecture() -> None:
    with pytest.raises(InputError, match="there are hinge_bound, margin_perceptron, novikoff, winnow"):
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
        svg = grey(make()).encode("svg").decode()
        colours = set(re.findall(r"#([0-9a-f]{6})", svg))
        assert colours and all(c[:2] == c[2:4] == c[4:] for c in colours), name
        for axes in [a for a in grey(make()).figure.axes if hasattr(a, "get_lines")]:
            named = [line for line in axes.get_lines() if line.get_label()[0] != "_"]
            styles = [(line.get_color(), line.get_linestyle(), line.get_marker()) for line in named]
            assert len(styles) == len(set(styles)), name


def test_markdown_of_the_book_is_html_of_its_own() -> None:
    text = convert("(a-b)=\n## T\n\n{html}`<math></math>` [x](/y.md) $a^2$\n\n{.listing}\n| a |\n|---|\n| b |\n")
    assert "<math></math>" in text and "<msup>" in text and "href" not in text and "(a-b)=" not in text and "<td>b</td>" in text


def test_the_command_refuses_what_it_cannot_write(tmp_path: Path, no_browser: None) -> None:
    refused(pp("handout", "progress", str(tmp_path / "a.pdf")), "Chromium, which prints it, is not installed")
    assert pp("handout", "progress", str(tmp_path / "a.html")).exit_code == 0 and (tmp_path / "a.html").is_file()


# --- in LaTeX


def typeset(folder: Path, *papers: Paper) -> None:
    for number, printed in enumerate(papers):
        printed.save(folder / f"{number}.tex")
        text = (folder / f"{number}.tex").read_text(encoding="utf-8")
        assert text.count(r"\begin{") == text.count(r"\end{") > 0 and not re.search("</?[a-z]+", text)
        if shutil.which("pdflatex"):
            command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"{number}.tex"]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
            assert done.returncode == 0 and "Overfull \\hbox" not in done.stdout, done.stdout[-3000:]


@pytest.mark.usefixtures("no_browser")
def test_handout_sheet_and_slides_compile(tmp_path: Path) -> None:
    typeset(tmp_path, handout("novikoff"), problems("prove", solutions=True), problems("hinge", seed="ada"), deck("hinge_bound"))


@pytest.mark.nocover
@pytest.mark.usefixtures("no_browser")
def test_all_sheets_and_slides_compile(tmp_path: Path) -> None:
    assert "Chromium" in " ".join(pack(tmp_path, theorems=["winnow", "hinge-l2"], chapters=["novikoff"]))
    listed = re.findall(r'href="(.*?)"', (tmp_path / "index.html").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(f.relative_to(tmp_path).as_posix() for f in tmp_path.rglob("*/*.*"))
    typeset(tmp_path / "slides", *(deck(name) for name in DECKS), *(problems(name, True) for name in CHAPTERS), handout("online-to-batch"))


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_sheet_on_paper_has_formulas_and_no_words_of_the_command_line(name: str) -> None:
    for solutions in (False, True):
        text = problems(name, solutions).latex
        assert not re.search(r"perceptron-proofs|exercise\(|check\(|falsify\(|notebook|script", text)
        assert "belongs in place of" not in text or r"\texttt{M" not in text


def test_on_paper_a_blank_is_dots_and_no_letter_of_a_variant_is() -> None:
    assert exercise("margin-3", "3").answer == "X = 3/4" and r"\texttt{X = 3/4}" in problems("margin", True, "3").latex
    assert r"$M = \ldots{}$" in problems("margin").latex


# --- for a course: the notebooks of two platforms, and a package for the others


def exported(platform: str, file: Path, *options: object) -> Path:
    assert pp("exercises", "export", "novikoff", "--format", platform, "--seed", "ada", *options, "-o", file).exit_code == 0
    return file


def cells_of(platform: str, folder: Path) -> Any:
    import nbformat  # for seconds, of which most tests need none

    return nbformat.read(exported(platform, folder / "sheet.ipynb"), as_version=4).cells


def test_a_notebook_for_nbgrader_asks_marks_and_tells_no_answer(tmp_path: Path) -> None:
    cells = cells_of("nbgrader", tmp_path)
    grading = [cell.metadata.nbgrader for cell in cells]
    ones = sheet("novikoff", seed="ada").exercises
    assert [(g.grade_id, g.points) for g in grading if g.grade] == [(f"{one.id}-mark", one.points) for one in ones]
    assert [g.grade_id for g in grading if not g.locked] == [f"{one.id}-answer" for one in ones]
    space: dict[str, object] = {}
    for cell in cells:
        if cell.cell_type == "code":
            exec(cell.source, space)
    test = next(cell.source for cell in cells if cell.metadata.nbgrader.grade_id == "novikoff-2-mark")
    with pytest.raises(AssertionError, match="is false"):
        exec(test, space | {"novikoff_2": "1/gamma**2"})
    with pytest.raises(AssertionError, match="to be marked by hand, no points until then: undecided"):
        exec(test, space | {"novikoff_2": f"{exercise('novikoff-2', 'ada').answer} - max(0, R - 1000)"})
    assert "to be marked by hand" in cells[0].source, "who sees the test fail has to know what becomes of the answer"
    asked = "".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert all(one.hints[1] in asked and one.hints[2] not in asked and one.solution not in asked for one in ones)


def test_a_notebook_for_otter_has_its_blocks(tmp_path: Path) -> None:
    cells = cells_of("otter", tmp_path)
    marks = [cell.source.split("\n")[0] for cell in cells if cell.cell_type == "raw"]
    block = ["# BEGIN QUESTION", "# BEGIN SOLUTION", "# END SOLUTION", "# BEGIN TESTS", "# END TESTS", "# END QUESTION"]
    assert marks == ["# ASSIGNMENT CONFIG", *block * len(chapter("novikoff"))] and not any(cell.metadata for cell in cells)


PARSE = """
const questions = require("./gift-parser.js").parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(questions.filter((question) => question.type !== "Category")));
"""


def test_questions_for_moodle_are_read_by_a_parser_of_gift(tmp_path: Path) -> None:
    """gift-pegjs has the grammar of Moodle's format: each question has its id, its key and its wrong answers, as they were."""
    parser, node = npm_file("gift-pegjs@1.0.2", "lib/gift-parser.js"), shutil.which("node")
    if parser is None or node is None:
        pytest.skip("npm or node is missing, or npm has no network")
    (tmp_path / "gift-parser.js").write_text(parser, encoding="utf-8")
    for name in CHAPTERS:
        text = pp("exercises", "export", name, "--format", "gift", "--seed", "ada").output
        done = subprocess.run([node, "-e", PARSE], input=text, cwd=tmp_path, capture_output=True, text=True, check=True)
        questions = {question["title"]: question for question in json.loads(done.stdout)}
        assert list(questions) == [one.id for one in sheet(name, seed="ada").exercises]
        for one in chapter(name, "ada"):
            choices = questions[one.id]["choices"]
            if questions[one.id]["type"] == "Numerical":
                assert (choices["number"], choices["range"]) == (int(one.answer), 0)
                continue
            told = [(c["isCorrect"], html.unescape(c["text"]["text"]).removeprefix("<code>").removesuffix("</code>")) for c in choices]
            assert told[0] == (True, one.answer) and {answer for right, answer in told if not right} == {*one.wrong}
            assert "$" not in questions[one.id]["stem"]["text"]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if (runtime := package()) is None:
        pytest.skip("npm is missing, or has no network")
    folder = tmp_path_factory.mktemp("course")
    zipfile.ZipFile(exported("scorm", folder / "sheet.zip", "--runtime", runtime)).extractall(folder)
    return folder


def test_a_package_lists_its_files_by_the_schema(unpacked: Path) -> None:
    tree = ElementTree.parse(unpacked / "imsmanifest.xml")
    listed = {file.get("href") for file in tree.iter("{http://www.imsproject.org/xsd/imscp_rootv1p1p2}file")}
    held = {file.relative_to(unpacked).as_posix() for file in unpacked.rglob("*.*") if file.is_file()}
    assert listed == held - {"imsmanifest.xml", "sheet.zip"}
    assert "Solution" not in (unpacked / "index.html").read_text(encoding="utf-8")
    schemas = os.environ.get("SCORM_XSD")
    if schemas is None:
        pytest.skip("the rest needs SCORM_XSD=DIR, a folder with ADL's adlcp_rootv1p2.xsd and IMS' imscp_rootv1p1p2.xsd")
    etree = pytest.importorskip("lxml.etree")
    names = {"adlcp_rootv1p2": "adlnet.org", "imscp_rootv1p1p2": "imsproject.org"}
    both = "".join(f'<x:import namespace="http://www.{of}/xsd/{name}" schemaLocation="{name}.xsd"/>' for name, of in names.items())
    text = f'<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">{both}</x:schema>'
    etree.XMLSchema(etree.fromstring(text, base_url=f"{schemas}/")).assertValid(etree.parse(unpacked / "imsmanifest.xml"))


def opened_by_course(browser: Any, unpacked: Path, before: dict[str, str]) -> Any:
    """The page of a package, with a course that holds these data from an earlier sitting."""
    page = browser.new_page()
    page.set_default_timeout(120_000)
    page.add_init_script(f"window.before = {json.dumps(before)};")
    page.add_init_script(path=Path(__file__).with_name("course.js"))
    page.goto((unpacked / "index.html").as_uri())
    return page


@pytest.mark.nocover
def test_pages_for_a_course_meet_wcag_2_2(browser: Any, unpacked: Path, tmp_path: Path) -> None:
    """Hints to click had rows too low for a finger.  A platform shows the package; a class sees slides, handouts and sheets."""
    papers = {"handout": handout("novikoff"), "sheet": problems("courses"), "solutions": problems("courses", True)}
    for name, printed in papers.items():
        printed.save(tmp_path / f"{name}.html")
    files = {unpacked / "index.html", *tmp_path.glob("*.html")}
    assert not (wrong := told(visits(browser, dict.fromkeys(files, VIEWS[:1]), files))), wrong


@pytest.mark.parametrize("name", sampled(list(DECKS), 1))
def test_slides_meet_wcag_2_2_in_the_width_of_a_screen(browser: Any, tmp_path: Path, name: str) -> None:
    deck(name).save(tmp_path / "slides.html")
    with opened(browser, tmp_path / "slides.html", viewport={"width": VIEWS[2][0], "height": 900}) as page:
        assert not violations(page, TARGETS)


def test_page_of_a_proof_has_one_main_part_and_one_title(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(pp("show", "progress", "--format", "html").output, encoding="utf-8")
    with opened(browser, tmp_path / "page.html") as page:
        facts = ask(page, "facts")
        assert (facts["mains"], facts["heads"]) == (1, 1) and page.inner_text("h1")
        assert not violations(page, TARGETS)


def answer_novikoff_1(page: Any, answer: str, verdict: str) -> None:
    box = page.locator("#exercise-novikoff-1")
    box.locator("input").fill(answer)
    box.locator("input").press("Enter")
    box.locator(".live-status", has_text=verdict).wait_for()


@pytest.mark.nocover
def test_the_page_of_a_package_marks_and_tells_the_course(browser: Any, unpacked: Path) -> None:
    page = opened_by_course(browser, unpacked, {})
    assert page.inner_text("#course") == "1 of 11 points" and page.evaluate("told") == []
    answer_novikoff_1(page, "M", "Not accepted")
    assert page.evaluate("told") == []
    answer_novikoff_1(page, exercise("novikoff-1", "ada").answer, "Accepted")
    assert page.inner_text("#course") == "2 of 11 points"
    assert page.evaluate("[kept['cmi.core.score.raw'], kept['cmi.core.lesson_status']]") == ["18", "incomplete"]
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    assert page.evaluate("[kept.finished, kept['cmi.suspend_data'], kept['cmi.core.exit']]") == ["yes", "novikoff-2 novikoff-1", "suspend"]
    page.close()


@pytest.mark.nocover
def test_a_package_takes_no_points_back(browser: Any, unpacked: Path) -> None:
    before = {"cmi.suspend_data": "", "cmi.core.score.raw": "100", "cmi.core.lesson_status": "completed"}
    page = opened_by_course(browser, unpacked, before)
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    assert page.evaluate("[told, kept.finished]") == [[], "yes"]
    page.close()
    page = opened_by_course(browser, unpacked, before)
    answer_novikoff_1(page, exercise("novikoff-1", "ada").answer, "Accepted")
    assert page.evaluate("[kept['cmi.core.score.raw'], kept['cmi.core.lesson_status']]") == ["100", "completed"]
    page.close()


@pytest.mark.nocover
@pytest.mark.parametrize("mode", ["review", "browse"])
def test_a_package_that_is_only_shown_sends_nothing(browser: Any, unpacked: Path, mode: str) -> None:
    page = opened_by_course(browser, unpacked, {"cmi.core.lesson_mode": mode})
    answer_novikoff_1(page, exercise("novikoff-1", "ada").answer, "Accepted")
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    assert page.inner_text("#course") == "2 of 11 points. The course only shows this sheet: no points are sent"
    assert page.evaluate("told") == []
    page.close()


def test_every_base_case_of_a_handout_says_why_it_holds() -> None:
    assert "base case: by algebra" in handout("hinge-root").html
