"""A sheet as a course's platform takes it: a SCORM 1.2 package, whose page marks with the kernel in it and sends the score, a notebook
with the cells of nbgrader or of Otter, and GIFT questions for a quiz, which the platform marks by the key.

A test of either gives all points or none. An answer that is undecided gets none, and the test says that it is to be marked by hand:
instructors enter its points themselves, in nbgrader's formgrader or in Otter's table of grades.

The answers are in the handed-out files: the marking code needs them, and here page and notebook mark. A student can find them inside the
package. Where that matters, `exercises mark` marks the submissions.
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from proofs.report.book.contents import PROSE
from proofs.report.book.exercises import Exercise, Sheet
from proofs.report.book.exercises.library import ROOMS
from proofs.report.book.lectures.paper import Paper, convert, parser
from proofs.report.live import files
from proofs.system.files import write_bytes, write_text

Cell = dict[str, Any]
BEGIN = "from proofs import exercise"
QUIET = f'import warnings\n\n{BEGIN}\n\nwarnings.simplefilter("ignore")  # nbgrader takes a warning in a test for a failure'
COPIED = "Leave the cells as they are and copy none: nbgrader stops at a notebook that has one of them twice."
BY_HAND = "to be marked by hand, no points until then"
SAID = f"Where a test says “{BY_HAND}”, your answer is neither proved nor refuted: the instructor enters its points."


def notebook(sheet: Sheet, platform: str) -> str:
    """The instructor's notebook of a sheet, for `nbgrader generate_assignment` or `otter assign`: each exercise with answer and test."""
    cells = [cell | {"id": f"cell-{number}"} for number, cell in enumerate(CELLS[platform](sheet))]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps(
        {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}, ensure_ascii=False, indent=1
    )


def _cell(kind: str, source: str, **metadata: Any) -> Cell:
    code: Cell = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "metadata": metadata, "source": source, **code}


def _ask(one: Exercise) -> tuple[str, str, str]:
    """The name that the answer has in a notebook, how it is given, and what tests it."""
    name, seed = one.id.replace("-", "_"), f", {one.seed!r}" if one.seed else ""
    marked = f"mark = exercise({one.id!r}{seed}).check(str({name}))"
    return name, f"{name} = {one.answer!r}", f'{marked}\nassert not mark.undecided, f"{BY_HAND}: {{mark}}"\nassert mark, mark'


def _nbgrader(sheet: Sheet) -> Iterator[Cell]:
    yield _lock("markdown", "sheet", f"# {sheet.title}\n\n{SAID} {COPIED}")
    yield _lock("code", "begin", QUIET)
    for one in sheet.exercises:
        name, given, test = _ask(one)
        yield _lock("markdown", f"{one.id}-text", one.print_form("graded"))
        yield _lock("code", f"{one.id}-answer", f'{name} = ""\n### BEGIN SOLUTION\n{given}\n### END SOLUTION', solution=True, locked=False)
        yield _lock("code", f"{one.id}-mark", test, grade=True, points=one.points)


def _lock(kind: str, name: str, source: str, **grading: Any) -> Cell:
    """A cell that students cannot change, unless `grading` says so."""
    usual = {"schema_version": 3, "grade_id": name, "grade": False, "solution": False, "locked": True, "task": False}
    return _cell(kind, source, nbgrader=usual | grading)


SOURCE = """# No package index has perceptron-proofs: put in its repository's address, or a wheel that `make dist` has built.
requirements: ["perceptron-proofs @ git+https://REPOSITORY"]"""


def _otter(sheet: Sheet) -> Iterator[Cell]:
    yield _cell("raw", f"# ASSIGNMENT CONFIG\n{SOURCE}\nexport_cell: false")
    yield _cell("markdown", f"# {sheet.title}\n\n{SAID}")
    yield _cell("code", BEGIN)
    for one in sheet.exercises:
        name, given, test = _ask(one)
        yield _cell("raw", f"# BEGIN QUESTION\nname: {name}\npoints: {one.points}")
        yield _cell("markdown", one.print_form("graded"))
        yield _cell("raw", "# BEGIN SOLUTION")
        yield _cell("code", f"{given}  # SOLUTION")
        yield _cell("raw", "# END SOLUTION")
        yield _cell("raw", "# BEGIN TESTS")
        yield _cell("code", test)
        yield _cell("raw", "# END TESTS")
        yield _cell("raw", "# END QUESTION")


CELLS: dict[str, Callable[[Sheet], Iterator[Cell]]] = {"nbgrader": _nbgrader, "otter": _otter}

RESERVED = re.compile(r"([\\~=#{}:])")


def gift(sheet: Sheet) -> str:
    """The sheet as questions in GIFT, which Moodle imports: a number to be typed, or else a choice between the answer and wrong ones.

    Formulas are LaTeX between \\( and \\), which MathJax sets there.  The platform marks by itself and has no points of ours.
    """
    questions = []
    for one in sheet.exercises:
        text, solution = (_gift_text(part) for part in (f"{one.text}\n\n{_choose(one)}", one.solution))
        number = one.answer if one.kind == "measure" and re.fullmatch(r"-?\d+", one.answer) else ""
        wrong = "".join(f"\n~[html]{_gift_code(answer)}" for answer in dict.fromkeys(one.wrong) if answer != one.answer)
        answers = f"#{number}:0" if number else f"\n={'[html]' + _gift_code(one.answer)}{wrong}"
        questions.append(f"::{one.id}::[html]{text}{{{answers}\n####[html]{solution}\n}}\n")
    return f"// {sheet.title}\n$CATEGORY: {RESERVED.sub(_escape, sheet.title)}\n\n" + "\n".join(questions)


def _choose(one: Exercise) -> str:
    """The instructions for an answer, which is chosen from a list and not written, unless it is a number."""
    return one.task.asks if one.kind == "measure" else f"{one.task.asks} Choose the answer that is accepted."


def _escape(sign: re.Match[str]) -> str:
    return f"\\{sign[1]}"


def _gift_text(markdown: str) -> str:
    """Markdown as HTML in a line, with what GIFT reserves escaped."""
    made = parser(lambda latex, options: rf"\({html.escape(latex)}\)").render(markdown)
    return RESERVED.sub(_escape, " ".join(str(made).split()))


def _gift_code(answer: str) -> str:
    return RESERVED.sub(_escape, f"<code>{html.escape(' '.join(answer.split()))}</code>")


PLAYGROUND = "playground-in-one-file.html"


def playground(runtime: Path) -> str:
    """The book's playground as one page that loads nothing.  Raises InputError unless `runtime` is the unpacked npm package `pyodide`."""
    body = convert((PROSE / "playground.md").read_text(encoding="utf-8"), unfolded=False)
    held = f'<script type="text/plain" id="runtime.js">{files.runtime(runtime)}</script>'
    return Paper("The Perceptron playground", f"{body}{held}<script>{files.page_script(True)}</script>", ("course", "live")).html


@cache
def _live_files(runtime: Path) -> dict[str, bytes]:
    """The files by which a page marks: the same in the packages of a whole class."""
    with tempfile.TemporaryDirectory() as aside:
        files.write(Path(aside), {}, runtime, ROOMS)
        return {f"{files.FOLDER}/{file.name}": file.read_bytes() for file in sorted(Path(aside).iterdir())}


MANIFEST = Path(__file__).parent / "imsmanifest.xml"
PAGE = "index.html"


def scorm(sheet: Sheet, runtime: Path) -> bytes:
    """The sheet as a SCORM 1.2 package, a zip file.  Raises InputError unless `runtime` is the unpacked npm package `pyodide`."""
    live = _live_files(runtime)
    scoring = (files.SCRIPTS / "course.js").read_text(encoding="utf-8")
    boxes = "\n\n".join(one.box([one.print_form("graded")]) for one in sheet.exercises)
    body = convert(f"# {sheet.title}\n\n<p class='live-status' id='course' role='status'></p>\n\n{boxes}", unfolded=False)
    head = f'<link rel="stylesheet" href="{files.FOLDER}/live.css"><script src="{files.FOLDER}/live.js"></script><script>{scoring}</script>'
    parts = {PAGE: Paper(sheet.title, f"{head}{body}", ("course",)).html.encode(), **live}
    listed = "".join(f'      <file href="{name}"/>\n' for name in parts)
    manifest, id = MANIFEST.read_text(encoding="utf-8"), f"perceptron-proofs-{sheet.exercises[0].id.rpartition('-')[0]}"
    parts = {"imsmanifest.xml": manifest.format(id=id, title=html.escape(sheet.title), files=listed).encode(), **parts}
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return package.getvalue()


LIST = "class.csv"
LONGEST = 200  # bytes of a file's name: file systems take 255, and a file that is written has a longer name until it is complete


def write_class(folder: Path, seeds: Mapping[str, str], suffix: str, make: Callable[[str], bytes]) -> None:
    """Write to a new or empty folder a file for each student, made of the student's seed, and the list of the class with their names.

    Raises InputError if the folder has files, or if the file name of a student is too long or another's; OSError."""
    if folder.is_dir() and any(folder.iterdir()):
        raise InputError(f"{folder}: the folder is not empty; name a new one")
    names: dict[str, str] = {}
    for student in seeds:
        name = re.sub(r"[^\w.-]+", "-", student).strip("-.") or "student"
        if (other := names.setdefault(name.casefold(), student)) != student:
            raise InputError(f"{other} and {student} would have the same file, {name}{suffix}; change one of the names")
        if len(f"{name}{suffix}".encode()) > LONGEST:
            raise InputError(f"{student:.30}…: a file name has at most {LONGEST} bytes, and this student's has more; shorten the name")
    folder.mkdir(parents=True, exist_ok=True)
    listed = io.StringIO(newline="")
    table = csv.writer(listed, lineterminator="\n")
    table.writerow(("student", "seed", "file"))
    for name, (student, seed) in zip(names, seeds.items(), strict=True):
        write_bytes(folder / f"{name}{suffix}", make(seed))
        table.writerow((student, seed, f"{name}{suffix}"))
    write_text(folder / LIST, listed.getvalue())
