"""The exercises of a chapter as one piece of Markdown."""

from __future__ import annotations

from dataclasses import dataclass

from perceptron.errors import InputError
from proofs.book.exercises.exercise import FORMS, Exercise
from proofs.book.exercises.library import TITLES, chapter


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
