"""Lower bounds: the mistakes that no deterministic learner avoids, the smallest margin on the cube, the cost of a start, a rate or a dummy
input.

`optimality` forces ⌊1/γ²⌋ mistakes on any deterministic learner, and any number of them on the Perceptron by one wrong label. For learners
that draw see `probability.randomised`.
`small_margin` and `small_margin_exact` find margins on {0,1}ⁿ that are exponentially small, and `small_margin_mistakes` as many mistakes,
since weights on the cube stay whole.
`learning_rate` and `dummy_input` bound runs from another start and with a threshold, which `threshold` says a dummy input is.
"""

from proofs.statements.page import gather
from proofs.theorems.lower_bounds import (
    dummy_input, hadamard, learning_rate, optimality, small_margin, small_margin_exact, small_margin_mistakes, threshold,
)  # fmt: skip

THEOREMS, LEMMAS = gather(
    optimality, hadamard, small_margin, small_margin_mistakes, small_margin_exact, learning_rate, dummy_input, threshold
)
