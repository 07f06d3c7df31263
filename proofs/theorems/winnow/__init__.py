"""Winnow, whose weights grow by factors: 2 ln(2n)/γ² at the rate γ, and a fixed rate that may err for ever.

`bound` is the theorem.  Its two halves are `total_weight` and `comparator_share`, on the facts in `common`; `log_cosh` has the estimate
ln cosh η ≤ η²/2, and `sample_runs` exact runs.  `fixed_rate` is the example that no fixed rate is safe.
`irrelevant` says what leaves its margin as it is, and `against_perceptron` where its bound is the smaller one.
"""

from proofs.derive.on_demand import on_demand
from proofs.statements.page import gathered

__getattr__ = on_demand(__name__, "derivations")

from proofs.theorems.winnow import bound, fixed_rate, irrelevant, total_weight

THEOREMS, LEMMAS = gathered(bound, total_weight, fixed_rate, irrelevant)
