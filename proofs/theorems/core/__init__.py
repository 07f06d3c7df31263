"""The common core, proved once: progress, energy, Cauchy–Schwarz, and the master inequality that joins them.

Every mistake bound here is one argument.  The comparator's inner product with the weights grows by γ at an update, up to slack
(`progress`); their length grows at most like √Σ‖x‖², since an update happens only where y⟨w, x⟩ ≤ 0 (`energy`); Cauchy–Schwarz, in
`algebra`, joins the two into γM − TD ≤ ‖u‖·√Σ‖x‖² (`master`).  A theorem's page then owes a little algebra in √M.

`any_start` is the same from weights other than 0 and with a learning rate.

`margin_rule` has the same steps for updates that also happen on small margins, `norm_growth_equality` says when no length is
wasted, and `positive_part`, `orthonormal` and `sample_runs` are what pages of every family use: max(0, t) as facts,
sums of orthonormal vectors, and short exact runs.

The facts speak of update rounds only, so they hold for every convention on ties, and of inner products only, so they hold in every
dimension and for every kernel.
"""

from proofs.derive.on_demand import on_demand

__getattr__ = on_demand(__name__, "derivations")

from proofs.theorems.core import any_start, norm_growth_equality, orthonormal
from proofs.theorems.core.algebra import cauchy_schwarz, divide_out, quadratic_root
from proofs.theorems.core.energy import bounded_sum, capped_energy, norm_growth
from proofs.theorems.core.margin_rule import first_length, margin_at_most_one, margin_step, weights_grow
from proofs.theorems.core.master import master_inequality, root_inequality, scaled_root_inequality
from proofs.theorems.core.progress import progress

LEMMAS = (
    cauchy_schwarz,
    quadratic_root,
    divide_out,
    bounded_sum,
    capped_energy,
    scaled_root_inequality,
    root_inequality,
    weights_grow,
    margin_step,
    margin_at_most_one,
    first_length,
    *any_start.LEMMAS,
    *orthonormal.LEMMAS,
)
THEOREMS = (progress, norm_growth, master_inequality, *norm_growth_equality.pages, *any_start.pages)

__all__ = [
    "LEMMAS",
    "THEOREMS",
    "bounded_sum",
    "capped_energy",
    "cauchy_schwarz",
    "divide_out",
    "first_length",
    "margin_at_most_one",
    "margin_step",
    "master_inequality",
    "norm_growth",
    "progress",
    "quadratic_root",
    "root_inequality",
    "scaled_root_inequality",
    "weights_grow",
]
