"""A class is marked: a table of answers in, a table of marks out, a row for each student and exercise."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from functools import cache

from perceptron.errors import InputError
from proofs.report.book.exercises.library import CHAPTERS, exercise
from proofs.report.book.exercises.tasks import MarkedAnswer
from proofs.system.escaping import visible

ANSWER = ("student", "exercise", "answer")


@dataclass(frozen=True)
class Mark:
    """A student's mark for an exercise: as many points as its level, from 1 for a first reading on, or none."""

    student: str
    exercise: str
    verdict: str
    points: int
    of: int
    reason: str


def marks(text: str, name: str) -> list[Mark]:
    """The marks of a CSV file with the columns student, exercise and answer, or student and a column for each exercise.

    A column `seed` says whose variants a student had.  An empty cell is no answer.  An exercise that does not exist gets the verdict
    "unknown exercise".  Raises InputError, which names the line, for another form.
    """
    return [_mark(*answered) for answered in _answers(text, name)]


def _answers(text: str, name: str) -> Iterator[tuple[str, str, str, str]]:
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise InputError(f"{name}: not CSV ({error})") from None
    heads = list(rows[0]) if rows else []
    wide = [head for head in heads if head and head.strip().rpartition("-")[0] in CHAPTERS]
    if not (set(ANSWER) <= {*heads} or ("student" in heads and wide)):
        raise InputError(
            f"{name}: its first line names the columns: student, exercise and answer, or student and exercises such as hinge-3"
        )
    for number, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise InputError(f"{name}, row {number}: it has not as many cells as the first")
        answers = [(head.strip(), row[head]) for head in wide] if wide else [(row["exercise"].strip(), row["answer"])]
        for id, answer in answers:
            yield row["student"], id, (row.get("seed") or "").strip(), answer.strip()


@cache
def marked_answer(id: str, seed: str, answer: str) -> MarkedAnswer:
    """The mark of an answer; equal answers are marked once in a process."""
    return exercise(id, seed).check(answer)


def _mark(student: str, id: str, seed: str, answer: str) -> Mark:
    try:
        asked = exercise(id, seed)
    except InputError as error:
        return Mark(student, id, "unknown exercise", 0, 0, str(error))
    if not answer:
        return Mark(student, asked.id, "no answer", 0, asked.points, "")
    marked = marked_answer(asked.id, asked.seed, answer)
    numbers = ", ".join(f"{name} = {value}" for name, value in marked.values.items())
    run = "" if marked.found is None else marked.choices
    reason = " ".join(filter(None, (marked.words, f"({numbers or run})" if numbers or run else "")))
    return Mark(student, asked.id, marked.verdict, asked.points * marked.accepted, asked.points, reason)


# Signs that begin a formula, full-width ones too; also behind a mark that ends a cell where semicolons do.
FORMULA = re.compile(r"(^|[;\t\r\n])(?=\s*[-=+@\u2212\uff0d\uff1d\uff0b\uff20])")


def write(marks: list[Mark]) -> str:
    """As CSV.  An apostrophe stands before all that a spreadsheet would take for a formula, wherever it ends cells."""
    out = io.StringIO(newline="")
    table = csv.writer(out, lineterminator="\n")
    table.writerow(field.name for field in fields(Mark))
    for mark in marks:
        table.writerow(FORMULA.sub(r"\1'", visible(str(cell))) for cell in asdict(mark).values())
    return out.getvalue()
