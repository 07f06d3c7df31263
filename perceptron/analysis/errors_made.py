"""Which examples given weights get wrong, exactly: floats decide where their error bound lets them, fractions elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perceptron.data.examples import Examples
from perceptron.learners.winnow import Winnow
from perceptron.numbers.exact import inner

if TYPE_CHECKING:
    from perceptron.learners.perceptron import Learner

UNIT = 2.0**-53
SMALLEST, LARGEST = 1e-140, 1e140  # lengths whose products are far from the ends of the floats
BLOCK = 1 << 12  # rounds that are tested at a time, so that their scores stay in the processor's cache


class Tester:
    """The examples in floats, made once, against which many weights are tested.

    learner     predicts the sign of ⟨w,x⟩, or of learner.score(w, x) if it has that method
    examples    T rounds
    ties        the prediction at 0: "mistake" (an error for either label), 1 or −1

    The vectors y·x and the weights are divided by their lengths. Each float of an entry is then within 2·2⁻⁵³ of a multiple of it that is
    the same for all, relatively. So a float score is within (d + 16)·2⁻⁵³ of that multiple of the exact one, in whatever order it is
    summed, and beyond that it has the exact sign.
    """

    def __init__(self, learner: Learner, examples: Examples, ties: str | int) -> None:
        import numpy as np

        self.learner, self.examples, self.ties = learner, examples, ties
        self.score = getattr(learner, "score", None)
        top = examples.largest() or 1
        array = examples.array()
        rows = array / float(top) if array is not None else np.array([[n / top for n in row] for row in examples.numerators])
        rows = rows.reshape(len(examples), examples.dimension)
        lengths = np.sqrt((rows * rows).sum(axis=1)) + SMALLEST
        self.labels = np.array(examples.labels)
        self.rows = rows * (self.labels / lengths)[:, None]
        self.error = (examples.dimension + 16) * UNIT * 1.001

    def errors(self, w: Sequence[Fraction], first: int, last: int) -> list[int]:
        """Whether the weights w get the rounds first … last−1 wrong: 1 or 0 each."""
        made: list[int] = self.wrong([(w, self.floats(w))], first, last)[:, 0].astype(int).tolist()
        return made

    def wrong(self, weights: Sequence[tuple[Sequence[Fraction], Any]], first: int, last: int) -> Any:
        """Whether the rounds first … last−1 are wrong by each of some weights, given with their `floats`: shape (rounds, weights)."""
        import numpy as np

        floats = np.array([known for _, known in weights]).reshape(len(weights), self.examples.dimension)
        scores = self.rows[first:last] @ floats.T
        wrong = scores < -self.error
        unsure = ~(wrong | (scores > self.error))
        for k in np.flatnonzero(~floats.any(axis=1)).tolist():  # w = 0, whose scores are 0
            wrong[:, k], unsure[:, k] = self.ties == "mistake" or self.labels[first:last] != self.ties, False
        if unsure.any():
            for t, k in np.argwhere(unsure).tolist():
                wrong[t, k] = self._error(weights[k][0], first + t)
        return wrong

    def floats(self, w: Sequence[Fraction]) -> Any:
        """The weights of the linear score in floats, divided by their length; NaN where there are none that can be trusted."""
        import numpy as np

        floats = self._floats(w)
        if floats is None:
            return np.full(len(w), np.nan)
        return floats / (np.sqrt(floats @ floats) + SMALLEST)

    def _floats(self, w: Sequence[Fraction]) -> Any:
        """A positive multiple of the linear score's weights in floats, or None if there is none that can be trusted."""
        import numpy as np

        if self.score is None:
            top = max(map(abs, w), default=Fraction(0)) or Fraction(1)
            return np.array([float(value / top) for value in w])
        if not isinstance(self.learner, Winnow) or self.learner.threshold:
            return None
        weights = np.array(self.learner.float_weights(w))
        return weights if np.abs(weights).max(initial=0.0) < LARGEST else None

    def _error(self, w: Sequence[Fraction], t: int) -> int:
        x, y = self.examples[t]
        score = inner(w, x) if self.score is None else self.score(tuple(w), x)
        return int(y * score < 0 or (score == 0 and self.ties != y))
