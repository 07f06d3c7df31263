"""Exercises that mark themselves: a wrong bound is answered by a run that breaks it, a wrong step by numbers at which it fails.

    from proofs import exercise, sheet
    exercise("hinge-3")                               its text, with hints and the solution folded
    exercise("hinge-3").check("M <= 1/gamma**2")      rejected, with the exact run that breaks it
    sheet("hinge")                                    a chapter's exercises, as Markdown

`data/` has the exercises, a file for each chapter; `library` reads and prints them; `tasks`, `steps` and `building` mark the seven kinds of
answer. Marking needs exact arithmetic, the judge and the kernel only. Search and prover are used only for a bound that equals the reference
on all drawn runs and is not the reference by algebra; a page in a browser has neither, and leaves such an answer unsettled.
"""

from proofs.report.book.exercises.library import CHAPTERS, LEVELS, TITLES, Exercise, Sheet, chapter, exercise, exercises_about, sheet
from proofs.report.book.exercises.tasks import MarkedAnswer

__all__ = ["CHAPTERS", "LEVELS", "TITLES", "Exercise", "MarkedAnswer", "Sheet", "chapter", "exercise", "exercises_about", "sheet"]
