"""Engines that fold a learner over a sequence. They agree on every round and on every bit of w, so the choice only changes the time.

    fraction   any learner, by its own methods, on tuples of Fractions: the definition of a run, and slow
    int        learners that add y·x when their `rule` says so, on Python integers of any size; for sparse data, on the entries alone
    certified  the Perceptron and the Margin Perceptron from 0 on integers up to 2^53, by floats with a certified bound on their
               error; sparse data too (it needs Numba, which the extra `fast` installs; `auto` does without it)

`auto` chooses by the size of the work. Winnow has an engine of its own, "balls", which much work compiles. Any other learner goes to
"fraction", whatever engine the caller names.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Union

from perceptron.errors import InputError
from perceptron.extras import is_installed, require
from perceptron.learners.perceptron import MarginPerceptron, Perceptron
from perceptron.learners.winnow import Winnow, WinnowFold
from perceptron.runs.engines.fraction import FractionFold
from perceptron.runs.engines.integer import IntegerFold, is_known

if TYPE_CHECKING:
    from perceptron.data.examples import Examples
    from perceptron.learners.perceptron import AnyLearner, Vector
    from perceptron.runs.engines.certified.fold import MatrixFold

ENGINES = ("auto", "fraction", "int", "certified")

Fold = Union[FractionFold, IntegerFold, "MatrixFold", WinnowFold]

# Entries of data (rounds × dimension) from which compiled floats are worth loading, which takes half a second: of tables that are held
# as arrays, and of others, which have to be turned into one.
LARGE_MATRIX, LARGE_LISTS = 300_000, 3_000_000


def start_fold(learner: AnyLearner, examples: Examples, engine: str = "auto") -> Fold:
    """A fold at the learner's start. Each `go()` runs once over the examples and returns the update rounds."""
    if engine not in ENGINES:
        raise InputError(f"engine must be one of {', '.join(ENGINES)}, not {engine!r}")
    if isinstance(learner, Winnow) and engine != "fraction":
        return winnow_fold(learner, examples)
    if engine == "fraction" or not is_known(learner):
        return FractionFold(learner, examples)
    if engine == "certified":
        require("numba", "compiled loops")
        return _certified_fold(learner, examples)
    if (
        engine == "auto"
        and len(examples) * examples.dimension >= (LARGE_LISTS if examples.integer_matrix is None else LARGE_MATRIX)
        and is_installed("numba")
    ):
        try:
            return _certified_fold(learner, examples)
        except InputError:
            pass  # entries beyond 2^53, a start, or another rule
    return IntegerFold(learner, examples)


def final_weights(fold: Fold) -> tuple[Fraction, ...]:
    """The weights that a fold has reached."""
    below = fold.denominator
    return tuple(Fraction(n, below) for n in fold.weights)


def winnow_fold(learner: Winnow, examples: Examples, start: Vector | None = None) -> WinnowFold:
    """Winnow from some exponents, by default 0: compiled where that saves time."""
    if len(examples) * examples.dimension < LARGE_MATRIX or not is_installed("numba"):
        return WinnowFold(learner, examples, start)
    from perceptron.runs.engines.certified.fold import CompiledWinnow

    return CompiledWinnow(learner, examples, start)


def _certified_fold(learner: AnyLearner, examples: Examples) -> MatrixFold:
    from perceptron.runs.engines.certified.fold import MatrixFold

    if not isinstance(learner, (Perceptron, MarginPerceptron)):
        raise InputError(f"the engine certified knows the Perceptron and the Margin Perceptron, not {type(learner).__name__}")
    return MatrixFold(learner, examples)


__all__ = ["ENGINES", "Fold", "FractionFold", "IntegerFold", "final_weights", "start_fold", "winnow_fold"]
