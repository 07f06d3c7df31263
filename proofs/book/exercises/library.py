"""The exercises of all chapters, read from their files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from proofs.book.exercises import sample
from proofs.book.exercises.bounds import Bounding
from proofs.book.exercises.exercise import Exercise
from proofs.book.exercises.marking import Task
from proofs.book.exercises.numbers import Choosing
from proofs.book.exercises.runs import Breaking, Measuring
from proofs.book.exercises.steps import Proving
from proofs.conjecture.game import Game

DATA = Path(__file__).parent / "data"
TITLES = {
    "start": "What a mistake bound is",
    "novikoff": "Novikoff in ten minutes",
    "separable": "Separable data",
    "hinge": "The hinge bound",
    "margin": "The Margin Perceptron",
    "losses": "Losses",
    "l1-l2": "L1 and L2",
    "descent": "Gradient descent and Littlestone's tree",
    "kernels": "Kernels",
    "winnow": "Winnow",
    "batch": "From online to batch",
    "tight": "How tight is tight",
    "break": "Break it yourself",
    "data": "Real data",
    "decide": "Proved or refuted",
    "atlas": "Which bound is below which",
    "coq": "The same proofs in Coq",
    "own": "Write your own theorem",
}
CHAPTERS = tuple(TITLES)
_TEXTS = {"id", "level", "text", "hints", "solution", "kind", "answer", "wrong"}


def exercise(id: str) -> Exercise:
    """An exercise by its id.  Raises InputError with the known chapters."""
    name = id.rpartition("-")[0]
    found = {one.id: one for one in chapter(name)} if name in CHAPTERS else {}
    if id not in found:
        known = ", ".join(found) if found else ", ".join(f"{name}-1" for name in CHAPTERS)
        raise InputError(f"no exercise {id!r:.40}; there are {known}")
    return found[id]


@cache
def chapter(name: str) -> tuple[Exercise, ...]:
    """The exercises of a chapter, in order.  Raises InputError with the known chapters."""
    if name not in CHAPTERS:
        raise InputError(f"no chapter {name!r:.40}; there are {', '.join(CHAPTERS)}")
    data = tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))
    return tuple(_exercise(f"{name}-{number}", record) for number, record in enumerate(data["exercise"], 1))


def _exercise(id: str, record: Mapping[str, Any]) -> Exercise:
    wanted = {name: value for name, value in record.items() if name not in _TEXTS}
    return Exercise(
        id=id,
        level=record["level"],
        text=record["text"].strip(),
        hints=tuple(hint.strip() for hint in record["hints"]),
        solution=record["solution"].strip(),
        kind=record["kind"],
        answer=record["answer"],
        wrong=tuple(record["wrong"]),
        task=_KINDS[record["kind"]](wanted, record["answer"]),
    )


def _game(record: Mapping[str, Any]) -> Game:
    changes = dict(record)
    if "eps" in changes:
        changes["eps"] = Fraction(changes["eps"])
    return Game(**changes | {"dropped": frozenset(changes.get("dropped", ()))})


def _bound(record: Mapping[str, Any], answer: str) -> Task:
    against = tuple(record.get("against", ()))
    return Bounding(record.get("conjecture", "{}"), _game(record["game"]), answer, record["theorem"], against)


def _run(record: Mapping[str, Any], answer: str) -> Task:
    return Breaking(record["conjecture"], _game(record["game"]), record["rounds"])


def _measure(record: Mapping[str, Any], answer: str) -> Task:
    return Measuring(record["conjecture"], _game(record["game"]), sample.named(record["run"]), record["run"])


def _step(record: Mapping[str, Any], answer: str) -> Task:
    return Proving(tuple(record["names"]), record["lines"], record["goal"], tuple(record.get("times", ())))


def _numbers(record: Mapping[str, Any], answer: str) -> Task:
    return Choosing(tuple(record["names"]), tuple(record["conditions"]))


_KINDS: dict[str, Callable[[Mapping[str, Any], str], Task]] = {
    "bound": _bound,
    "run": _run,
    "measure": _measure,
    "step": _step,
    "numbers": _numbers,
}
