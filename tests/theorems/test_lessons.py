"""Counterexamples that teach, beside the smallest: each is valid for its theorem without its hypothesis."""

from __future__ import annotations

import pytest

from proofs.counterexample import judge
from proofs.theorems import catalogue, witnesses

LESSONS = [(page, name) for page in catalogue.PAGES for name in page.hypotheses if witnesses.lesson_path(page.id, name).is_file()]


def test_there_are_lessons_and_each_belongs_to_a_hypothesis() -> None:
    assert LESSONS and len(LESSONS) == len(list(witnesses.FOLDER.glob("*/*-lesson.json")))


@pytest.mark.parametrize(("page", "name"), LESSONS, ids=lambda value: getattr(value, "id", value))
def test_a_lesson_breaks_the_bound_and_is_longer_than_the_smallest(page: catalogue.Page, name: str) -> None:
    lesson, smallest = witnesses.lesson(page.statement, name), witnesses.load(page.statement, name)
    assert lesson is not None and smallest is not None
    assert judge(lesson).valid and len(lesson.rounds) > len(smallest.rounds)
