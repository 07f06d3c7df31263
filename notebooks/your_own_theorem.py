"""A theorem in no source: updating whenever y⟨w, x⟩ ≤ 1/2 costs at most (R² + 1)/γ² updates.  `decide` writes the proof."""

from fractions import Fraction

from perceptron import Learner
from proofs.decide import decide
from proofs.statements.authoring import Game, mistake_bound


class FixedMargin(Learner):  # starts at 0 and steps to w + y·x
    def wants_update(self, w, x, y):
        return y * (w @ x) <= Fraction(1, 2)


@mistake_bound("M <= (R**2 + 1)/gamma**2", Game(norm="any", comparator="ball", radius="declared"), learner=FixedMargin(), by=decide)
def fixed_margin(d):
    """A fixed margin of 1/2: M ≤ (R² + 1)/γ²."""


page = fixed_margin
