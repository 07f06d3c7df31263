"""An exercise: its text, what marks an answer to it, and how it is printed as Markdown."""

from __future__ import annotations

from dataclasses import dataclass

from perceptron.errors import InputError
from proofs.book.exercises.marking import Marked, Task

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
    task: Task

    @property
    def number(self) -> int:
        return int(self.id.rpartition("-")[2])

    def check(self, answer: str) -> Marked:
        """Mark an answer.  One that cannot be read is not accepted either, and the words say where it fails.

        >>> from proofs.book.exercises import exercise
        >>> exercise("hinge-3").check("M <= 1/gamma**2").accepted
        False
        """
        try:
            return self.task.mark(answer)
        except InputError as error:
            return Marked(False, f"it cannot be read: {error}.")

    def printed(self, form: str) -> str:
        """The exercise in a form of FORMS.  A page of the book puts a box for the answer there."""
        parts = [f"**Exercise {self.number}** · *{self.level}*", self.text, self.task.asks]
        solved = f"{self.solution}\n\nThe answer: `{self.answer}`"
        if form == "folded":
            parts += [_folded(f"Hint {number}", hint) for number, hint in enumerate(self.hints, 1)]
            parts += [_folded("Solution", solved), f'In a notebook: `exercise("{self.id}").check("…")`']
            parts = [f'<div class="pp-exercise" id="exercise-{self.id}" data-live="exercise" data-exercise="{self.id}">', *parts, "</div>"]
        if form == "solved":
            parts += [f"*Solution.* {solved}"]
        return "\n\n".join(parts)

    def __repr__(self) -> str:
        return f"<exercise {self.id}, {self.level}: {self.task.asks}>"

    def _repr_markdown_(self) -> str:
        return self.printed("folded")


def _folded(summary: str, text: str) -> str:
    return f"<details><summary>{summary}</summary>\n\n{text}\n\n</details>"
