"""A class is marked: a table of answers in, a table of marks out, a row for each student and exercise."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from multiprocessing import get_context

from perceptron.errors import InputError
from proofs.report.book.exercises.library import CHAPTERS, exercise
from proofs.report.book.exercises.tasks import MarkedAnswer
from proofs.system.escaping import near, visible
from proofs.system.processes import cores, possible

ANSWER = ("student", "exercise", "answer")
FEW = 24  # different answers, for which a further process does not pay


@dataclass(frozen=True)
class Mark:
    """A student's mark for an exercise: as many points as its level, from 1 for a first reading on, or none."""

    student: str
    exercise: str
    verdict: str
    points: int
    of: int
    reason: str


def marks(text: str, name: str, seeds: Mapping[str, str] | None = None) -> list[Mark]:
    """The marks of a CSV file with the columns student, exercise and answer, or student and a column for each exercise.

    Its cells end with commas, semicolons or tabs: the mark that the first line has most often.  A column `seed` names the student's
    variants.  An empty cell is no answer.  An exercise that does not exist gets the verdict "unknown exercise".  Raises InputError, which
    names the row, for another form, a second answer to an exercise, a student outside the class and a seed that is not the class's.

    seeds    of the students of a class; a column `seed` is then left out, or says the same
    """
    answers = list(_answers(text, name, seeds))
    distinct = list(dict.fromkeys(answer[1:] for answer in answers))
    workers = min(cores(), len(distinct) // FEW) if possible() else 1
    if workers < 2:
        found = [_mark(answer) for answer in distinct]
    else:
        with ProcessPoolExecutor(workers, get_context("fork")) as pool:
            found = list(pool.map(_mark, distinct))
    by_answer = dict(zip(distinct, found, strict=True))
    return [replace(by_answer[answer[1:]], student=answer[0]) for answer in answers]


def class_list(text: str, name: str) -> dict[str, str]:
    """The students in a CSV file with the column student, and their seeds: the column seed, or else the student's name.

    Raises InputError, which names the row, for another form, a student without a name and a name listed twice."""
    seeds: dict[str, str] = {}
    for number, row in _rows(text, name, lambda heads: "student" in heads, "student, and seed where it is not the student's name"):
        student = row["student"].strip()
        if not student or student in seeds:
            why = f"{visible(student)} is listed twice" if student else "a student has no name"
            raise InputError(f"{name}, row {number}: {why}")
        seeds[student] = (row.get("seed") or "").strip() or student
    return seeds


def _rows(text: str, name: str, is_form: Callable[[Sequence[str]], bool], form: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table, each behind its number.  `form` lists the columns that `is_form` finds."""
    head = text.partition("\n")[0]
    table = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), strict=True)
    try:
        rows, heads = list(table), [head.strip() for head in table.fieldnames or ()]
    except csv.Error as error:
        raise InputError(f"{name}: not CSV ({error})") from None
    if twice := [head for i, head in enumerate(heads) if head and head in heads[:i]]:
        raise InputError(f"{name}: two columns have the name {visible(twice[0])}; leave one of the two out")
    if not is_form([head for head in table.fieldnames or () if head]):
        raise InputError(f"{name}: its first line names the columns: {form}")
    if not rows:
        raise InputError(f"{name}: it ends after the names of the columns; write a row for each student")
    for number, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise InputError(f"{name}, row {number}: it has not as many cells as the first")
        yield number, row


def _answers(text: str, name: str, seeds: Mapping[str, str] | None) -> Iterator[tuple[str, str, str, str]]:
    def wide(heads: Sequence[str]) -> list[str]:
        return [head for head in heads if head.strip().rpartition("-")[0] in CHAPTERS]

    def is_form(heads: Sequence[str]) -> bool:
        return set(ANSWER) <= {*heads} or ("student" in heads and bool(wide(heads)))

    first: dict[tuple[str, str], int] = {}
    for number, row in _rows(text, name, is_form, "student, exercise and answer, or student and exercises such as hinge-3"):
        student, columns = row["student"].strip(), wide(list(row))
        if seeds is not None and student not in seeds:
            raise InputError(f"{name}, row {number}: {visible(student)} is not in the class list{near(student, seeds)}")
        seed = (row.get("seed") or "").strip()
        if seeds is not None and seed not in ("", seeds[student]):
            raise InputError(
                f"{name}, row {number}: {visible(student)} has the seed {visible(seeds[student])} in the class list, not {visible(seed)}"
            )
        seed = seed if seeds is None else seeds[student]
        answers = [(head.strip(), row[head]) for head in columns] if columns else [(row["exercise"].strip(), row["answer"])]
        for id, answer in answers:
            if (before := first.setdefault((student, id), number)) != number:
                again = f"{visible(student)} has an answer to {visible(id)} in row {before} already"
                raise InputError(f"{name}, row {number}: {again}; leave one of the two out")
            yield student, id, seed, answer.strip()


@cache
def marked_answer(id: str, seed: str, answer: str) -> MarkedAnswer:
    """The mark of an answer; equal answers are marked once in a process."""
    return exercise(id, seed).check(answer)


def _mark(answered: tuple[str, str, str]) -> Mark:
    """The mark of an answer, of no student."""
    id, seed, answer = answered
    try:
        asked = exercise(id, seed)
    except InputError as error:
        return Mark("", id, "unknown exercise", 0, 0, str(error))
    if not answer:
        return Mark("", asked.id, "no answer", 0, asked.points, "")
    marked = marked_answer(asked.id, asked.seed, answer)
    numbers = ", ".join(f"{name} = {value}" for name, value in marked.values.items())
    run = "" if marked.found is None else marked.choices
    reason = " ".join(filter(None, (marked.words, f"({numbers or run})" if numbers or run else "")))
    return Mark("", asked.id, marked.verdict, asked.points * marked.accepted, asked.points, reason)


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
