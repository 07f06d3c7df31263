"""Answers are read as students type them, by one function for the page, the notebook, the command and a class."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from proofs.report.book.exercises import exercise
from proofs.report.book.exercises.answers import plain
from proofs.report.book.exercises.library import mark_text
from tests.cli.running import answered, pp

ROOT = r"M \le \frac{1 + 2\gamma\mathrm{TD} + \sqrt{1+4\gamma \mathrm{TD}}}{2\gamma^{2}}"
TYPED = [
    ("hinge-1", "TD = 2"),
    ("hinge-1", "= 2"),
    ("hinge-1", "$2$"),
    ("hinge-1", r"$\mathrm{TD} = \frac{4}{2}$"),
    ("hinge-1", r"\(\frac42\)"),
    ("hinge-1", "1 \u2212 \u22121"),
    ("hinge-3", ROOT),
    ("novikoff-2", r"M \leq \left(\frac{R}{\gamma}\right)^2"),
    ("novikoff-2", "\u2264 R\u00b2/\u03b3\u00b2"),
    ("novikoff-5", r"\lfloor R^2/\gamma^2 \rfloor"),
]


@pytest.mark.parametrize(("id", "answer"), TYPED)
def test_answer_typed_as_printed_or_in_latex_is_accepted(id: str, answer: str) -> None:
    """The form in the question invites the whole comparison, and students paste formulas."""
    assert exercise(id).check(answer).accepted


@pytest.mark.parametrize("answer", ["TD = 3", "$3$", r"\frac{1}{2}", "= 1"])
def test_wrong_value_in_a_printed_form_is_still_refused(answer: str) -> None:
    """Reading more forms must not accept more values."""
    mark = exercise("hinge-1").check(answer)
    assert mark.verdict == "not accepted" and mark.found is not None


@pytest.mark.parametrize(
    ("answer", "words"),
    [("4ga", "did you mean gamma"), ("TD <= 2", "in `TD = …`"), ("M = 2", "in `TD = …`"), (r"\foo", "in `TD = …`"), ("", "in `TD = …`")],
)
def test_unreadable_answer_has_its_verdict_everywhere(answer: str, words: str) -> None:
    """A slip of the pen is no mistake: the words say what to write instead, in the page as in Python."""
    mark = exercise("hinge-1").check(answer)
    said = json.loads(mark_text(json.dumps({"id": "hinge-1", "answer": answer})))
    assert mark.verdict == said["verdict"] == "unreadable" and not mark
    assert words in mark.words == said["words"] and "known names" not in mark.words
    answered(pp("exercises", "hinge-1", "--answer", answer), "unreadable: ", words, code=2)


def test_class_with_unreadable_answers_counts_them_at_the_end(tmp_path: Path) -> None:
    """A lecturer finds the typing slips by their verdict."""
    (tmp_path / "a.csv").write_text("student,exercise,answer\nAda,hinge-1,TD = 2\nBob,hinge-1,4ga\nEve,hinge-1,3\n")
    result = pp("exercises", "mark", tmp_path / "a.csv")
    assert "1 accepted, 1 unreadable: the reason says what to write" in result.stderr
    verdicts = [row["verdict"] for row in csv.DictReader(io.StringIO(result.stdout))]
    assert verdicts == ["accepted", "unreadable", "not accepted"]


def test_run_and_numbers_in_latex_are_read_as_typed() -> None:
    """Entries of vectors and named values are plain rational numbers."""
    assert plain(r"u = (\frac{3}{5}, -\frac{4}{5}); \gamma = \frac{1}{2}; +(1, 0)") == "u = (3/5, -4/5); gamma = 1/2; +(1, 0)"
    assert plain(r"2\frac{1}{2}") == r"2((1)/(2))" and plain(r"\frac{1}{2}^2") == "((1)/(2))^2"


@pytest.mark.parametrize("id", ["novikoff-2", "hinge-3", "own-4", "hinge-4"])
def test_variant_of_a_bound_says_what_is_multiplied(id: str) -> None:
    """The factor stands in the text, so that a right answer to the question as asked is not lost."""
    one = exercise(id, "bob")
    if one.text != exercise(id).text and (factor := re.search(r"multiplied by \$(\d)\$", one.text)):
        assert f"{factor[1]}*" in one.task.asks or f"/{factor[1]}" in one.task.asks
    assert one.check(one.answer) and "… /" not in one.task.asks
    assert not re.search(r"= …/\d`", one.task.asks)
