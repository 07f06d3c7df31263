"""From online to batch: one hypothesis of the run has a small risk, given Hoeffding's and Azuma's inequalities.

`online_to_batch` is MR Theorem 4, `confidence` what surrounds it, `best_constant` its best constant, and `generalisation` MR's corollaries
from the mistake bounds.  `samples` has small exact instances for all of them.
"""

from proofs.derive.on_demand import on_demand

__getattr__ = on_demand(__name__, "derivations")

from proofs.theorems.batch import best_constant, confidence, generalisation, online_to_batch

LEMMAS = (*online_to_batch.LEMMAS,)
THEOREMS = (*online_to_batch.pages, *confidence.pages, *best_constant.pages, *generalisation.pages)
