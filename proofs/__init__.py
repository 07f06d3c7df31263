"""Proofs and attacks: the statements, the kernel that judges their proofs, and the searches that try to break them.

from proofs import exercise, mistake_bound, theorem
theorem("novikoff")         # in a notebook: the statement, and the kernel's verdict on its proof, replayed now
exercise("hinge-3").check("M <= 1/gamma**2")        # an answer, marked: this one gets the run that breaks it
mistake_bound(model, X, y).best        # the least bound on the mistakes of a fitted classifier's learner
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from perceptron.estimators.base import ExactClassifier
    from proofs.audit import Audit, KernelAudit, OneAgainstTheRest
    from proofs.report.book.exercises import Exercise, Sheet
    from proofs.report.notebook import Exhibit

__all__ = ["exercise", "mistake_bound", "sheet", "theorem"]


def _check_perceptron_is_ours() -> None:
    """Raise ImportError if a file of the user, such as a `perceptron.py` beside a notebook, hides the package `perceptron`."""
    loaded, spec = sys.modules.get("perceptron"), PathFinder.find_spec("perceptron")
    found = getattr(loaded, "__file__", None) or (spec and spec.origin)
    ours = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "perceptron")
    if found and os.path.dirname(os.path.realpath(found)) != ours:
        theirs = found if os.path.basename(found) != "__init__.py" else os.path.dirname(found)
        raise ImportError(
            f"proofs needs its own package perceptron, but {theirs} hides it: rename {theirs}, then start Python (or the kernel) again",
            name="perceptron",
            path=theirs,
        )


_check_perceptron_is_ours()


def __dir__() -> list[str]:
    """The public names, so that completion offers no imports."""
    return __all__


def theorem(id: str) -> Exhibit:
    """A theorem or lemma of the catalogue, as an object that Jupyter shows (see `proofs.report.notebook`).

    id    an id of the catalogue, such as "novikoff", or a file of your own, such as "your_own_theorem.py"

    Raises InputError for another id and suggests similar ones.

    >>> theorem("novikoff").id
    'novikoff'
    """
    from proofs.report.notebook import exhibit

    return exhibit(id)


def exercise(id: str, seed: str = "") -> Exercise:
    """An exercise of the book, as an object that Jupyter shows (see `proofs.report.book.exercises`).

    id      chapter and number, such as "hinge-3"
    seed    whose variant of it, such as a student's name; without one it is as in the book

    Raises InputError for another id.

    >>> exercise("start-2").check("u = (1); gamma = 1; +(1)").accepted
    True
    """
    from proofs.report.book.exercises import exercise as found

    return found(id, seed)


def sheet(chapter: str, form: str = "folded", first: int = 1) -> Sheet:
    """The exercises of a chapter of the book, as one object that Jupyter shows.

    form     "folded" with hints and solutions behind a click, "plain" without them, "solved" with the solutions
    first    the number to begin with

    Raises InputError for another chapter or form.
    """
    from proofs.report.book.exercises import sheet as of_chapter

    return of_chapter(chapter, form, first)


def mistake_bound(model: ExactClassifier, X: Any, y: Any, passes: int | None = None) -> Audit | KernelAudit | OneAgainstTheRest:
    """The bounds of all theorems on the mistakes of a fitted classifier's learner on these rows (see `proofs.audit.of_model`).

    X, y      as for the model's `fit`
    passes    how often the learner goes over the rows at most; by default as often as in the fit

    Raises InputError.
    """
    from proofs.audit import mistake_bound as of_model

    return of_model(model, X, y, passes)
