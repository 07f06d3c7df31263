"""Winnow, whose weights grow by factors: 2 ln(2n)/γ² at the rate γ, and a fixed rate that may err for ever."""

from proofs.derive.on_demand import on_demand

__getattr__ = on_demand(__name__, "derivations")

from proofs.theorems.winnow import bound, comparator_share, fixed_rate, log_cosh, total_weight

LEMMAS = (*log_cosh.LEMMAS, *total_weight.LEMMAS, comparator_share.share)
THEOREMS = (*bound.pages, fixed_rate.page)
