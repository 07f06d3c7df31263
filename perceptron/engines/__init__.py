"""How a learner is folded over a sequence: three engines, one result.

    fraction   any learner, by its own methods, on lists of Fractions: the definition, and the baseline of the benchmark
    int        the three learners of this package on Python integers of any size
    numba      the same in compiled int64, where no intermediate result can reach 2^63; elsewhere it goes on as "int"

`auto` takes numba for long work (or once its code is in memory) and int otherwise; a learner of somebody else's goes to
"fraction". The engines agree on every bit, so the choice only ever concerns time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron.engines.fraction import FractionFold
from perceptron.engines.integer import IntegerFold, is_known
from perceptron.errors import InputError

if TYPE_CHECKING:
    from perceptron.examples import Examples
    from perceptron.learners import Learner

ENGINES = ("auto", "fraction", "int", "numba")


def start_fold(learner: Learner, examples: Examples, engine: str = "auto") -> FractionFold | IntegerFold:
    """A fold at the learner's start: each `go()` runs it once over the examples and returns the update rounds."""
    if engine not in ENGINES:
        raise InputError(f"engine must be one of {', '.join(ENGINES)}, not {engine!r}")
    if engine == "fraction" or not is_known(learner):
        return FractionFold(learner, examples)
    return IntegerFold(learner, examples)


__all__ = ["ENGINES", "FractionFold", "IntegerFold", "start_fold"]
