"""Counterexamples that teach, beside the smallest: each is valid for its theorem without its hypothesis, and larger."""

from __future__ import annotations

import pytest

from proofs.counterexample import Counterexample, judge
from proofs.statements.instance import Instance
from proofs.statements.property import Property
from proofs.statements.provable import Provable
from proofs.theorems import catalogue, witnesses
from proofs.theorems.witnesses import TEACHES, models
from proofs.verify.checks.evidence import evidence, lesson

LESSONS = [(item, name) for item in catalogue.THEOREMS for name in item.hypotheses if lesson(item, name) is not None]
MAIN = {"novikoff", "dimension-two", "dimension-three", "hinge-root", "hinge-simple", "hinge-l2", "squared-hinge", "ssbd-21-16"}
MAIN |= {"margin-perceptron", "margin-perceptron-golden", "margin-perceptron-sharp", "kernel-perceptron", "ogd-regret"}


def test_the_main_theorems_have_lessons_and_each_file_is_one() -> None:
    assert {item.id for item, _ in LESSONS} >= MAIN
    assert len(LESSONS) == len(list(witnesses.FOLDER.glob("*/*-lesson.json")))
    assert {name for _, name in LESSONS} == set(TEACHES)


@pytest.mark.parametrize(("item", "name"), LESSONS, ids=lambda value: getattr(value, "id", value))
def test_a_lesson_breaks_the_theorem_and_is_longer_than_the_smallest(item: Provable, name: str) -> None:
    taught, smallest = lesson(item, name), evidence(item, name)
    assert smallest is not None
    if isinstance(taught, Counterexample):
        assert isinstance(smallest.found, Counterexample)
        assert judge(taught).valid and len(taught.rounds) > len(smallest.found.rounds)
    else:
        assert isinstance(taught, Instance) and isinstance(item, Property) and isinstance(smallest.found, Instance)
        assert models.judge(item, name, taught).valid
        assert taught != smallest.found
