"""Winnow, whose weights grow by factors: 2 ln(2n)/γ² at the rate γ, and a fixed rate that may err for ever."""

from proofs.derive.on_demand import on_demand

__getattr__ = on_demand(__name__, "derivations")

from proofs.theorems.winnow import bound, fixed_rate, log_cosh

LEMMAS = (*log_cosh.LEMMAS, *bound.LEMMAS)
THEOREMS = (*bound.pages, fixed_rate.page)
