"""Winnow, whose weights grow by factors: 2 ln(2n)/γ² at the rate γ, and a fixed rate that may err for ever.

`bound` is the theorem. Its two halves are in `total_weight`, with the estimate ln cosh η ≤ η²/2, on the facts in `common`; `sample_runs`
makes exact runs. `fixed_rate` is the example that no fixed rate is safe. `irrelevant` has the changes that leave its margin as it is, the
cases in which its bound is smaller than the Perceptron's, and the margin of an OR.
"""

from proofs.statements.page import gather
from proofs.theorems.winnow import bound, fixed_rate, irrelevant, total_weight

THEOREMS, LEMMAS = gather(bound, total_weight, fixed_rate, irrelevant)
