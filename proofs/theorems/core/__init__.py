"""The common core, proved once: progress, energy, Cauchy–Schwarz, and the master inequality that joins them.

Every mistake bound here is one argument.  The comparator's inner product with the weights grows by γ at an update, up to slack
(progress); their length grows at most like √Σ‖x‖², since an update happens only where y⟨w, x⟩ ≤ 0 (energy); Cauchy–Schwarz joins the two
into γM − TD ≤ ‖u‖·√Σ‖x‖².  All of it is in `master`, also for updates that happen on small margins.  A theorem then owes a little algebra
in √M.

`any_start` is the same from weights other than 0 and with a learning rate, `norm_growth_equality` says when no length is wasted, and
`orthonormal` has sums of orthonormal vectors.

The facts are about update rounds only, so they hold for every convention on ties, and about inner products only, so they hold in every
dimension and for every kernel.
"""

from proofs.statements.page import gather
from proofs.theorems.core import any_start, master, norm_growth_equality, orthonormal

THEOREMS, LEMMAS = gather(master, norm_growth_equality, any_start, orthonormal)
