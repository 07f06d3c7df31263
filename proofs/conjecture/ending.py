"""How it ends with a conjecture: one word for each ending, and the exit code of a command that ends so."""

from __future__ import annotations

from enum import Enum


class Ending(Enum):
    """An ending, with its `word` and its exit `code`.

    PROVED      the kernel accepts a proof, and its hypotheses are the rules of the game
    DECLARED    the kernel accepts a proof that rests on what a learner object declares of itself: drawn runs are so, others may not be
    SURVIVED    no run that was tried breaks it
    UNTRIED     the budget ended before the first run
    UNDECIDED   `decide` found neither a proof nor a run that breaks it
    REFUTED     an exact run breaks it, and the judge agrees
    """

    PROVED = "proved", 0
    REFUTED = "refuted", 1
    UNDECIDED = "undecided", 3
    UNTRIED = "not tried", 3
    SURVIVED = "survived", 4
    DECLARED = "proved as declared", 5

    @property
    def word(self) -> str:
        return self.value[0]

    @property
    def code(self) -> int:
        return self.value[1]


def weakest(*parts: Ending) -> Ending:
    """How it ends with a claim of several parts: it is refuted with any of them, and else no surer than the least sure one."""
    order = (Ending.PROVED, Ending.DECLARED, Ending.SURVIVED, Ending.UNDECIDED, Ending.UNTRIED, Ending.REFUTED)
    return max(parts, key=order.index)
