"""An exercise: its text, what marks an answer to it, and how it is printed as Markdown."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from perceptron.errors import InputError
from proofs.conjecture.game import Game
from proofs.report.book.exercises import tasks
from proofs.report.book.exercises.building import Building
from proofs.report.book.exercises.steps import Proving
from proofs.report.book.exercises.tasks import Bounding, Breaking, Choosing, ExerciseTask, Marked, Measuring
from proofs.system.files import write_text

LEVELS = ("first reading", "practice", "hard", "research")
FORMS = ("folded", "plain", "solved")  # in a chapter, on a problem sheet, on the lecturer's copy


@dataclass(frozen=True, repr=False)
class Exercise:
    """One exercise.

    id         chapter and number, such as "hinge-3"
    level      one of LEVELS
    text       what is asked, in Markdown with $…$
    hints      from the first push to all but the answer
    solution   how the answer is found, in Markdown
    answer     an answer that is accepted
    wrong      answers that are not
    task       what marks an answer
    """

    id: str
    level: str
    text: str
    hints: tuple[str, ...]
    solution: str
    kind: str
    answer: str
    wrong: tuple[str, ...]
    task: ExerciseTask

    @property
    def number(self) -> int:
        return int(self.id.rpartition("-")[2])

    def check(self, answer: str) -> Marked:
        """Mark an answer.  One that cannot be read is not accepted either, and the words say where it fails.

        >>> from proofs.report.book.exercises import exercise
        >>> exercise("hinge-3").check("M <= 1/gamma**2").accepted
        False
        """
        try:
            return self.task.mark(answer)
        except InputError as error:
            return Marked(False, f"it cannot be read: {error}.")

    def begin(self) -> Attempt:
        """A proof to be built line by line.  Raises InputError for an exercise that asks for something else."""
        if not isinstance(self.task, Building):
            raise InputError(f"{self.id} asks for no proof: check an answer to it")
        return Attempt(self)

    def printed(self, form: str) -> str:
        """The exercise in a form of FORMS.  A page of the book puts a box for the answer there."""
        parts = [f"**Exercise {self.number}** · *{self.level}*", self.text, self.task.asks]
        solved = f"{self.solution}\n\nThe answer: `{self.answer}`"
        if form == "folded":
            call = "begin()" if isinstance(self.task, Building) else 'check("…")'
            parts += [_folded(f"Hint {number}", hint) for number, hint in enumerate(self.hints, 1)]
            parts += [_folded("Solution", solved), f'In a notebook: `exercise("{self.id}").{call}`']
            facts = f' data-facts="{" ".join(self.task.lines)}"' if isinstance(self.task, Building) else ""
            parts = [
                f'<div class="pp-exercise" id="exercise-{self.id}" data-live="exercise" data-exercise="{self.id}"{facts}>',
                *parts,
                "</div>",
            ]
        if form == "solved":
            parts += [f"*Solution.* {solved}"]
        return "\n\n".join(parts)

    def __repr__(self) -> str:
        return f"<exercise {self.id}, {self.level}: {self.task.asks}>"

    def _repr_markdown_(self) -> str:
        return self.printed("folded")


@dataclass(repr=False)
class Attempt:
    """A proof in the making, in a notebook: `line` adds one if it stands, `hint` tells more each time, `save` keeps it as a file."""

    exercise: Exercise
    lines: list[str] = field(default_factory=list)
    hinted: int = 0

    def line(self, text: str) -> Marked:
        """Have a further line marked, which is kept if it stands."""
        mark = self.exercise.check("\n".join([*self.lines, text]))
        if mark.right > len(self.lines):
            self.lines.append(text)
        return mark

    def hint(self) -> str:
        """The next hint; the last one again when there are no more."""
        self.hinted = min(self.hinted + 1, len(self.exercise.hints))
        return self.exercise.hints[self.hinted - 1]

    def save(self, path: str | Path) -> None:
        """Write the lines to a file.  Raises OSError."""
        write_text(path, "\n".join(self.lines) + "\n")

    def __repr__(self) -> str:
        return "\n".join([self.exercise.task.asks, *(f"{number}. {line}" for number, line in enumerate(self.lines, 1))])

    def _repr_markdown_(self) -> str:
        listed = "\n".join(f"{number}. `{line}`" for number, line in enumerate(self.lines, 1))
        return f"{self.exercise.text}\n\n{self.exercise.task.asks}\n\n{listed}"


def _folded(summary: str, text: str) -> str:
    return f"<details><summary>{summary}</summary>\n\n{text}\n\n</details>"


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
    "bound": "A learner in, a bound out",
    "atlas": "Which bound is below which",
    "coq": "The same proofs in Coq",
    "own": "Write your own theorem",
    "prove": "Prove it yourself",
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


def _bound(record: Mapping[str, Any], answer: str) -> ExerciseTask:
    against = tuple(record.get("against", ()))
    return Bounding(record.get("conjecture", "{}"), _game(record["game"]), answer, record["theorem"], against)


def _run(record: Mapping[str, Any], answer: str) -> ExerciseTask:
    return Breaking(record["conjecture"], _game(record["game"]), record["rounds"])


def _measure(record: Mapping[str, Any], answer: str) -> ExerciseTask:
    return Measuring(record["conjecture"], _game(record["game"]), tasks.named(record["run"]), record["run"])


def _step(record: Mapping[str, Any], answer: str) -> ExerciseTask:
    return Proving(tuple(record["names"]), record["lines"], record["goal"], tuple(record.get("times", ())))


def _proof(record: Mapping[str, Any], answer: str) -> ExerciseTask:
    return Building(tuple(record["names"]), record["lines"], record["goal"])


def _numbers(record: Mapping[str, Any], answer: str) -> ExerciseTask:
    return Choosing(tuple(record["names"]), tuple(record["conditions"]))


_KINDS: dict[str, Callable[[Mapping[str, Any], str], ExerciseTask]] = {
    "bound": _bound,
    "run": _run,
    "measure": _measure,
    "step": _step,
    "proof": _proof,
    "numbers": _numbers,
}


@dataclass(frozen=True)
class Sheet:
    """Exercises in a form of FORMS; Jupyter and the book show them as Markdown."""

    exercises: tuple[Exercise, ...]
    form: str
    title: str = ""

    def __str__(self) -> str:
        head = f"# {self.title}\n\n" if self.title else ""
        return head + "\n\n".join(one.printed(self.form) for one in self.exercises) + "\n"

    def __repr__(self) -> str:
        return f"<{len(self.exercises)} exercises>"

    def _repr_markdown_(self) -> str:
        return str(self)


def sheet(name: str, form: str = "folded", first: int = 1) -> Sheet:
    """A chapter's exercises: "folded" with hints and solutions behind a click, "plain" without them, "solved" with the solutions.

    first    the number to begin with, where a chapter shows those before it by themselves

    Raises InputError for another chapter or form.
    """
    exercises = chapter(name)
    if form not in FORMS:
        raise InputError(f"no form {form!r:.40}; there are {', '.join(FORMS)}")
    return Sheet(
        exercises[first - 1 :], form, {"folded": "", "plain": f"Problems: {TITLES[name]}", "solved": f"Solutions: {TITLES[name]}"}[form]
    )


# What marking imports, beyond what kernel and judge need in a page.
ROOMS = (
    "proofs/report/book/exercises",
    "proofs/derive",
    "proofs/derive/authoring/certificates.json",
    "proofs/report/pictures",
    "proofs/report/tables",
    "proofs/theorems",
)


def marked(text: str) -> str:
    """{"id", "answer"} to {"accepted", "words", "shown", "right"}: why, as HTML the run or the numbers that show it, if there
    are any, and how many lines of a proof stand."""
    asked = json.loads(text)
    mark = exercise(asked["id"]).check(asked["answer"])
    return json.dumps({"accepted": mark.accepted, "words": mark.words, "shown": mark.evidence, "right": mark.right})
