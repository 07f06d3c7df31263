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


class Tester:
    """The examples in floats, made once, against which many weights are tested.

    learner     predicts the sign of ⟨w,x⟩, or of learner.score(w, x) if it has that method
    examples    T rounds
    ties        the prediction at 0: "mistake" (an error for either label), 1 or −1

    A float n̂ of an entry and ŵ of a weight are each within 2⁻⁵³ of it, relatively. So the float score is within (d + 8)·2⁻⁵³·‖n̂‖·‖ŵ‖
    of the exact one in whatever order it is summed, and beyond that it has the exact sign.
    """

    def __init__(self, learner: Learner, examples: Examples, ties: str | int) -> None:
        import numpy as np

        self.learner, self.examples, self.ties = learner, examples, ties
        self.score = getattr(learner, "score", None)
        top = examples.largest() or 1
        array = examples.array()
        rows = array / float(top) if array is not None else np.array([[n / top for n in row] for row in examples.numerators])
        self.rows = rows.reshape(len(examples), examples.dimension)
        self.labels = np.array(examples.labels)
        self.lengths = np.sqrt((self.rows * self.rows).sum(axis=1)) + SMALLEST

    def errors(self, w: Sequence[Fraction], first: int, last: int) -> list[int]:
        """Whether the weights w get the rounds first … last−1 wrong: 1 or 0 each."""
        import numpy as np

        floats = self._floats(w)
        if floats is None:
            return [self._error(w, t) for t in range(first, last)]
        length = float(np.sqrt((floats * floats).sum())) + SMALLEST
        scores = (self.rows[first:last] @ floats) * self.labels[first:last]
        unsure = ~(np.abs(scores) > (len(w) + 8) * UNIT * 1.001 * length * self.lengths[first:last])
        wrong = (scores < 0).astype(int)
        for t in np.flatnonzero(unsure).tolist():
            wrong[t] = self._error(w, first + t)
        answer: list[int] = wrong.tolist()
        return answer

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
