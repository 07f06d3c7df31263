"""Engines that fold a learner over a sequence. They agree on every round and on every bit of w, so the choice only changes the time.

    fraction   any learner, by its own methods, on tuples of Fractions: the definition of a run, and slow
    int        the Perceptron, the Margin Perceptron and Hebb on Python integers of any size; for sparse data, on the entries alone
    flint      the same on python-flint's integer matrices, for many dimensions or long integers
    numba      the same in compiled int64, as long as no intermediate result can reach 2^63; from there on as "int"
               (the extra `fast` installs Numba; `auto` does without it)
    certified  the Perceptron and the Margin Perceptron from 0 on integers up to 2^53, by floats with a certified bound on their
               error; sparse data too (it needs Numba)

`auto` chooses by the size of the work. Any other learner goes to its own engine if it has the method `fold(examples)` (Winnow:
"balls"), else to "fraction", whichever engine is asked for.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Union, cast

from perceptron.errors import InputError
from perceptron.extras import installed, require
from perceptron.learners.perceptron import Hebb
from perceptron.runs.engines.fraction import FractionFold
from perceptron.runs.engines.integer import IntegerFold, is_known

if TYPE_CHECKING:
    from perceptron.data.examples import Examples
    from perceptron.learners.perceptron import Learner
    from perceptron.learners.winnow import WinnowFold
    from perceptron.runs.engines.certified.examples import MatrixFold
    from perceptron.runs.engines.integer import Known

ENGINES = ("auto", "fraction", "int", "flint", "numba", "certified")

Fold = Union[FractionFold, IntegerFold, "MatrixFold", "WinnowFold"]

# Entries of data (rounds × dimension) from which an engine saves more time than it takes to start.
LARGE, LARGE_FOR_COLD_NUMBA = 3_000, 3_000_000
LARGE_MATRIX = 300_000  # from which compiled floats are worth loading, which takes half a second
FLINT_BITS = 1200  # from which flint is faster than Python's integers, in 5 to 3,000 dimensions; with 100 bits it takes five times as long


def start_fold(learner: Learner, examples: Examples, engine: str = "auto") -> Fold:
    """A fold at the learner's start. Each `go()` runs once over the examples and returns the update rounds."""
    if engine not in ENGINES:
        raise InputError(f"engine must be one of {', '.join(ENGINES)}, not {engine!r}")
    if engine == "fraction" or not is_known(learner):
        own = None if engine == "fraction" else getattr(learner, "fold", None)
        return FractionFold(learner, examples) if own is None else cast("Fold", own(examples))
    known = cast("Known", learner)
    return _automatic(known, examples) if engine == "auto" else _named(engine, known, examples)


def _named(engine: str, learner: Known, examples: Examples) -> IntegerFold | MatrixFold:
    if engine == "certified":
        require("numba", "compiled loops")
        from perceptron.runs.engines.certified.examples import MatrixFold

        if isinstance(learner, Hebb):
            raise InputError("the engine certified knows the Perceptron and the Margin Perceptron, not Hebb's rule")
        return MatrixFold(learner, examples)
    if engine == "numba":
        require("numba", "compiled loops")
        from perceptron.runs.engines.int64 import Int64Fold

        return Int64Fold(learner, examples)
    if engine == "flint":
        from perceptron.runs.engines.flint import FlintFold

        return FlintFold(learner, examples)
    if examples.sparse is None:
        return IntegerFold(learner, examples)
    from perceptron.runs.engines.sparse import SparseFold

    return SparseFold(learner, examples)


def _automatic(learner: Known, examples: Examples) -> IntegerFold | MatrixFold:
    size = len(examples) * examples.dimension
    if (
        (examples.holds_array or examples.sparse is not None or examples.dyadic is not None)
        and size >= LARGE_MATRIX
        and installed("numba")
        and not isinstance(learner, Hebb)
    ):
        try:
            return _named("certified", learner, examples)
        except InputError:
            pass  # entries beyond 2^53, or a start
    if examples.sparse is not None:
        return _named("int", learner, examples)
    warm = "perceptron.runs.engines.compiled_loops" in sys.modules and (examples.holds_array or size >= LARGE)
    if (warm or size >= LARGE_FOR_COLD_NUMBA) and installed("numba"):
        from perceptron.runs.engines.int64 import Int64Fold

        fold = Int64Fold(learner, examples)
        if fold.is_worth_it():
            return fold
    heavy = examples.largest().bit_length() >= FLINT_BITS
    return _named("flint" if size >= LARGE and heavy else "int", learner, examples)


__all__ = ["ENGINES", "Fold", "FractionFold", "IntegerFold", "start_fold"]
