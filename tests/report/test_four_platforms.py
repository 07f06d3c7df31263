"""One table of answers, four platforms, one mark: `exercises mark`, the notebooks for nbgrader and Otter, and the page of a SCORM package.

A page has no search.  There an answer that needs one is undecided, which is a verdict of its own: it gets no points until an instructor
enters them.  This is the one reason for which two platforms may differ, and `SEARCHED` says how the mark shows it.

The real nbgrader and Otter take the whole table too, where they are installed; else the test cells of their notebooks mark."""

import csv
import io
import json
import re
import shutil
import sqlite3
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from proofs.report.book.exercises import CHAPTERS, Sheet, chapter, sheet
from proofs.report.book.exercises.library import ROOMS
from proofs.report.book.exercises.marking import Mark, marks
from proofs.report.book.lectures import courses
from tests.amounts import sampled, spread, tries
from tests.report.answer_table import VERDICTS, WRONG, TypedAnswer, table, variants
from tests.report.conftest import npm_file, package, with_nothing_but_the_runtime

SEARCHED = re.compile(r"the kernel has just accepted a proof of it|neither a proof nor a run|on this run the sides are")
PAGE = """
from proofs.report.book.exercises.library import mark_text
said = [json.loads(mark_text(json.dumps({"id": id, "seed": seed, "answer": answer}))) for id, seed, answer in given]
"""


def by_command(answers: list[TypedAnswer]) -> list[Mark]:
    """The marks of `exercises mark`: each answer is that of a student."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(("student", "seed", "exercise", "answer"))
    writer.writerows((f"s{number}", answer.one.seed, answer.one.id, answer.text) for number, answer in enumerate(answers))
    return marks(file.getvalue(), "answers.csv")


def by_cells(platform: str, answers: list[TypedAnswer]) -> list[str]:
    """The verdicts of the test cells in the notebook for a platform, as a run of each cell shows them."""
    cells = {}
    for name, seed in {(answer.one.id.rpartition("-")[0], answer.one.seed): None for answer in answers}:
        notebook = json.loads(courses.notebook(sheet(name, "plain", seed=seed), platform))
        sources = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        cells |= {(at[1], seed): source for source in sources if (at := re.search(r"exercise\('([^']*)'", source))}
    space: dict[str, object] = {}
    exec(courses.BEGIN, space)
    return [_verdict(cells[answer.one.id, answer.one.seed], space | {answer.one.id.replace("-", "_"): answer.text}) for answer in answers]


def _verdict(cell: str, space: dict[str, object]) -> str:
    try:
        exec(cell, space)
    except AssertionError as told:
        return next(verdict for verdict in ("undecided", "unreadable", "not accepted") if f"{verdict}: " in str(told))
    return "accepted"


@pytest.mark.parametrize("name", sampled(CHAPTERS, 1))
def test_platforms_give_each_answer_of_the_table_one_mark(tmp_path: Path, name: str) -> None:
    everything = table(name)
    answers = [everything[place] for place in spread(len(everything), tries(40, 20))]
    mine = by_command(answers)
    page = with_nothing_but_the_runtime(tmp_path, PAGE, [(answer.one.id, answer.one.seed, answer.text) for answer in answers], ROOMS)
    seeded, plain = ([answer for answer in answers if bool(answer.one.seed) is wanted] for wanted in (True, False))
    cells = iter(by_cells("otter", plain) + by_cells("nbgrader", seeded))  # as `answers` come
    for answer, mark, shown, cell in zip(answers, mine, page, cells, strict=True):
        assert mark.verdict == VERDICTS.get(answer.made, mark.verdict), (answer, mark)
        assert mark.points == mark.of * (mark.verdict == "accepted") and cell == mark.verdict, (answer, mark, cell)
        assert shown["verdict"] == mark.verdict or (shown["verdict"] == "undecided" and SEARCHED.search(mark.reason)), (answer, mark, shown)
        assert answer.made != WRONG or shown["verdict"] == "undecided" or "<table>" in shown["shown"] or "alone" in shown["words"], (
            answer,
            shown,
        )


# --- in a browser, told to a SCORM run-time that others wrote

EACH_KIND = "start-1,start-2,hinge-3,novikoff-1,margin-3,prove-1,prove-10"
SHOWN = {"Accepted": "accepted", "Not settled here": "undecided", "Unreadable": "unreadable"}  # else it is not accepted


@pytest.mark.nocover
@pytest.mark.parametrize("seed", sampled(["", "ada"], 0))
def test_page_marks_the_table_and_a_run_time_gets_the_points(browser: Any, tmp_path: Path, seed: str) -> None:
    """scorm-again checks each call of the page against SCORM 1.2, as a platform does."""
    pyodide, run_time = package(), npm_file("scorm-again@3.4.3", "dist/scorm12.min.js")
    if pyodide is None or run_time is None:
        pytest.skip("npm is missing, or has no network")
    asked, points, page = sheet(EACH_KIND, "plain", seed=seed), 0, browser.new_page()
    zipfile.ZipFile(io.BytesIO(courses.scorm(asked, pyodide))).extractall(tmp_path)
    page.set_default_timeout(120_000)
    page.add_init_script(run_time + "; window.API = new Scorm12API({autocommit: false});")
    page.goto((tmp_path / "index.html").as_uri())
    for one in asked.exercises:
        answers = [TypedAnswer(one, made, text) for made, text in variants(one)]
        answers.sort(key=lambda answer: VERDICTS.get(answer.made) == "accepted")
        answers = [*(answers[place] for place in spread(len(answers) - 1, tries(3))), answers[-1]]
        for answer, mark in zip(answers, by_command(answers), strict=True):
            shown = shown_by(page, answer)
            assert shown == mark.verdict or (shown == "undecided" and SEARCHED.search(mark.reason)), (answer, mark)
        points += one.points
        score, status = page.evaluate("['score.raw', 'lesson_status'].map((name) => API.LMSGetValue(`cmi.core.${name}`))")
        whole = sum(one.points for one in asked.exercises)
        assert (score, status) == (str(round(100 * points / whole)), "completed" if points == whole else "incomplete")
        assert page.evaluate("API.LMSGetLastError()") == "0"
    page.close()


def shown_by(page: Any, answer: TypedAnswer) -> str:
    """The verdict of the page on an answer, behind which no line of another answer stands."""
    box = page.locator(f"#exercise-{answer.one.id}")
    while (back := box.get_by_role("button", name="Take the last line back")).count() and back.is_enabled():
        back.click()
    status = f"document.querySelector('#exercise-{answer.one.id} .live-status')"
    if box.locator(".live-status").count():
        page.evaluate(f"{status}.textContent = ''")
    box.locator("input[type=text]").fill(answer.text.replace("\n", "; "))
    box.locator("input[type=text]").press("Enter")
    words = "/^(Accepted|Not accepted|Not settled here|Unreadable|So far so good): /"
    page.wait_for_function(
        f"{words}.test({status}.textContent) && !document.querySelector('#exercise-{answer.one.id} [type=submit]').disabled"
    )
    return SHOWN.get(page.evaluate(f"{status}.textContent").partition(":")[0], "not accepted")


# --- by the real nbgrader and Otter, which take several exercises of each kind


def several_of_each_kind() -> str:
    kinds: dict[str, list[str]] = {}
    for one in (one for name in CHAPTERS for one in chapter(name)):
        kinds.setdefault(one.kind, []).append(one.id)
    return ",".join(ids[place] for ids in kinds.values() for place in spread(len(ids), tries(6, 3)))


def grader(name: str) -> str:
    """The command of a platform; it sees this Python's libraries behind its own."""
    command = shutil.which(name)
    if command is None:
        pytest.skip(f"{name} is not installed: pip install nbgrader otter-grader, in an environment that has perceptron-proofs too")
    return command


def hand_in(platform: str, folder: Path, asked: Sheet) -> tuple[Path, dict[str, int]]:
    """The instructor's notebook, and by the name of a student the points: student n gives to each exercise its n-th answer of the table."""
    source = folder / "source" / "sheet" / "sheet.ipynb"
    source.parent.mkdir(parents=True)
    source.write_text(courses.notebook(asked, platform), encoding="utf-8")
    each = [[TypedAnswer(one, made, text) for made, text in variants(one)] for one in asked.exercises]
    columns = [[answers[n % len(answers)] for answers in each] for n in range(max(map(len, each)))]
    return source, {json.dumps([a.text for a in column]): sum(mark.points for mark in by_command(column)) for column in columns}


def fill_in(release: Path, asked: Sheet, texts: list[str]) -> str:
    """A student's notebook: each empty answer cell is given the student's text."""
    given = json.loads(release.read_text(encoding="utf-8"))
    names = {one.id.replace("-", "_"): text for one, text in zip(asked.exercises, texts, strict=True)}
    for cell in given["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and (name := source.partition(" = ")[0]) in names:
            cell["source"] = f"{name} = {names.pop(name)!r}"
    assert not names, names
    return json.dumps(given)


@pytest.mark.nocover
def test_nbgrader_gives_the_points_of_the_table(tmp_path: Path) -> None:
    command, asked = grader("nbgrader"), sheet(several_of_each_kind(), "plain", seed="ada")
    _, points = hand_in("nbgrader", tmp_path, asked)
    subprocess.run([command, "generate_assignment", "sheet"], cwd=tmp_path, check=True)
    for number, texts in enumerate(points):
        handed_in = tmp_path / "submitted" / f"s{number}" / "sheet" / "sheet.ipynb"
        handed_in.parent.mkdir(parents=True)
        handed_in.write_text(fill_in(tmp_path / "release" / "sheet" / "sheet.ipynb", asked, json.loads(texts)), encoding="utf-8")
    subprocess.run([command, "autograde", "sheet"], cwd=tmp_path, check=True)
    with sqlite3.connect(tmp_path / "gradebook.db") as book:
        query = (
            "select submitted_assignment.student_id, sum(grade.auto_score) from grade "
            "join submitted_notebook on grade.notebook_id = submitted_notebook.id "
            "join submitted_assignment on submitted_notebook.assignment_id = submitted_assignment.id group by 1"
        )
        scores = dict(book.execute(query).fetchall())
    assert scores == {f"s{number}": whole for number, whole in enumerate(points.values())} and len(set(scores.values())) > 2


@pytest.mark.nocover
def test_otter_gives_the_points_of_the_table(tmp_path: Path) -> None:
    command, asked = grader("otter"), sheet(several_of_each_kind(), "plain", seed="ada")
    source, points = hand_in("otter", tmp_path, asked)
    done = subprocess.run([command, "assign", source, "out", "-v"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "All autograder tests passed" in done.stderr + done.stdout
    release, (archive,) = tmp_path / "out" / "student" / "sheet.ipynb", (tmp_path / "out" / "autograder").glob("*.zip")
    assert asked.exercises[-1].answer not in release.read_text(encoding="utf-8")
    for texts, whole in points.items():
        (tmp_path / "handed.ipynb").write_text(fill_in(release, asked, json.loads(texts)), encoding="utf-8")
        subprocess.run([command, "run", "-a", archive, "-o", tmp_path, "handed.ipynb"], cwd=tmp_path, capture_output=True, check=True)
        tests = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["tests"]
        assert sum(test.get("score", 0) for test in tests) == whole, texts
