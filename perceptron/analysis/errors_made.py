"""Which examples given weights get wrong, exactly: floats where their error bound lets them, whole numbers and fractions elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from perceptron.data.examples import Examples
from perceptron.data.integer_rows import INT64_MAX, scaled_rows
from perceptron.learners.custom import own_score
from perceptron.learners.perceptron import Hebb, MarginPerceptron, Perceptron
from perceptron.learners.winnow import Winnow
from perceptron.numbers.exact import clear_values
from perceptron.runs.engines.certified.float_errors import UNIT

if TYPE_CHECKING:
    from perceptron.learners.perceptron import AnyLearner
    from perceptron.runs.trace import Trace

SMALLEST, LARGEST = 1e-140, 1e140  # lengths whose products are far from the ends of the floats
BLOCK = 1 << 12  # rounds that are tested at a time, so that their scores stay in the processor's cache


class TestedWeights(NamedTuple):
    """Weights in the forms in which they are tested.

    exact     integers that are a positive multiple of them, as an array; for Winnow the exponents, as Fractions
    floats    those of its linear score, divided by their length; NaN where there are none that can be trusted
    """

    exact: Any
    floats: Any


class Tester:
    """The examples in floats, made once, against which many weights are tested.

    learner     predicts the sign of ⟨w,x⟩, or of learner.score(w, x) if it has that method
    examples    T rounds
    ties        the prediction at 0: "mistake" (an error for either label), 1 or −1

    The vectors y·x and the weights are divided by their lengths. Each float of an entry is then within 6·2⁻⁵³ of a multiple of it that is
    the same for all, relatively. So a float score is within (d + 16)·2⁻⁵³ of that multiple of the exact one, in whatever order it is
    summed, and beyond that it has the exact sign. Integers decide whether a score is exactly 0, which is frequent on a grid.
    """

    def __init__(self, learner: AnyLearner, examples: Examples, ties: str | int) -> None:
        import numpy as np

        self.learner, self.examples = learner, examples
        self.score = own_score(learner)
        self.tied = np.full(len(examples), True) if ties == "mistake" else np.array(examples.labels) != ties  # wrong at a score of 0
        rows = examples.in_floats(range(len(examples)), Fraction(examples.largest() or 1))
        lengths2 = rows.multiply(rows).sum(axis=1) if hasattr(rows, "indptr") else np.einsum("ij,ij->i", rows, rows)
        self.rows = scaled_rows(rows, 1 / (np.sqrt(lengths2) + SMALLEST))
        self.error = (examples.dimension + 16) * UNIT * 1.001

    def errors(self, w: Sequence[Fraction], first: int, last: int) -> list[int]:
        """Whether the weights w get the rounds first … last−1 wrong: 1 or 0 each."""
        wrong: list[int] = self.wrong([self.prepare(w)], first, last)[:, 0].astype(int).tolist()
        return wrong

    def wrong(self, weights: Sequence[TestedWeights], first: int, last: int) -> Any:
        """Whether the rounds first … last−1 are wrong by each of some weights, which `known` gives: shape (rounds, weights)."""
        import numpy as np

        floats = np.array([known.floats for known in weights]).reshape(len(weights), self.examples.dimension)
        scores = self.rows[first:last] @ floats.T
        wrong = scores < -self.error
        unsure = ~(wrong | (scores > self.error))
        for k in np.flatnonzero(~floats.any(axis=1)).tolist():  # w = 0, whose scores are 0
            wrong[:, k], unsure[:, k] = self.tied[first:last], False
        for k in np.flatnonzero(unsure.any(axis=0)).tolist():
            at = np.flatnonzero(unsure[:, k])
            wrong[at, k] = self._exactly(weights[k], first + at)
        return wrong

    def prepare(self, w: Sequence[Fraction]) -> TestedWeights:
        """The weights w in the forms that `wrong` asks for."""
        import numpy as np

        if self.score is not None:
            return TestedWeights(w, self._unit(self._of_winnow(w)))
        return self._of_integers(np.array(clear_values(w)[0], dtype=object))

    def _of_integers(self, w: Any) -> TestedWeights:
        """The argument of `wrong` for weights in an array of int64 or of Python's integers."""
        import numpy as np

        sizes = np.abs(w)
        floats = self._unit((w / (sizes.max(initial=0) or 1)).astype(np.float64))
        return TestedWeights(w.copy(), floats)

    def _unit(self, floats: Any) -> Any:
        """A vector divided by its length, or NaN for None."""
        import numpy as np

        if floats is None:
            return np.full(self.examples.dimension, np.nan)
        return floats / (np.sqrt(floats @ floats) + SMALLEST)

    def _of_winnow(self, w: Sequence[Fraction]) -> Any:
        """The weights of Winnow's score in floats, or None if it is another learner or floats are too large or too small for them."""
        import numpy as np

        if not isinstance(self.learner, Winnow) or self.learner.threshold:
            return None
        weights = np.array(self.learner.float_weights(w))
        greatest = np.abs(weights).max(initial=0.0)
        return weights if SMALLEST < greatest < LARGEST or not any(w) else None

    def _exactly(self, known: TestedWeights, rounds: Any) -> Any:
        """Whether each of some rounds is wrong, without floats."""
        import numpy as np

        if self.score is None:
            scores = np.array(self.examples.against(known.exact.tolist(), rounds.tolist()))
        else:
            w, examples = tuple(known.exact), [self.examples[t] for t in rounds.tolist()]
            scores = np.array([y * ((s > 0) - (s < 0)) for y, s in ((y, self.score(w, x)) for x, y in examples)])
        return (scores < 0) | ((scores == 0) & self.tied[rounds])

    def test(self, trace: Trace) -> Iterator[tuple[int, int, TestedWeights]]:
        """Yield as `Trace.lives` does, with the weights in the forms that `wrong` takes: whole numbers in place of fractions where that is
        possible."""
        if not adds_up(trace):
            for first, last, w in trace.lives():
                yield first, last, self.prepare(w)
            return
        whole, first = no_sum(trace.examples, len(trace.updates)), 0
        for t in (*trace.updates, trace.T):
            if first < (end := min(t + 1, trace.T)):
                yield first, end, self._of_integers(whole)
            if t < trace.T:
                add_row(whole, trace.examples, t, trace.examples.labels[t])
                first = t + 1


def adds_up(trace: Trace) -> bool:
    """Whether the weights of a run are the sums of y·x over its updates."""
    return type(trace.learner) in (Perceptron, MarginPerceptron, Hebb) and getattr(trace.learner, "origin", None) is None


def no_sum(examples: Examples, most: int) -> Any:
    """The zero vector, to which rows of numerators may be added: of int64 if that holds sums with factors of altogether `most`."""
    import numpy as np

    return np.zeros(examples.dimension, dtype=np.int64 if most * examples.largest() <= INT64_MAX else object)


def add_row(total: Any, examples: Examples, t: int, factor: int) -> None:
    """Add a multiple of the numerators of round t to a vector that began as `no_sum`, in place."""
    held = examples.integer_matrix
    if total.dtype == object or held is None:
        for i, n in examples.entries(t):
            total[i] += factor * n
    else:
        part: Any = slice(held.indptr[t], held.indptr[t + 1]) if held.sparse else t
        total[held.indices[part] if held.sparse else slice(None)] += factor * held.parts[0][part].astype(total.dtype)
