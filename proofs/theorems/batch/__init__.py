"""From online to batch: one hypothesis of the run has a small risk, with probability 1 − δ over samples drawn from finitely many examples.

`online_to_batch` is MR Theorem 4 with what surrounds it and its best constant, and `generalisation` MR's corollaries from the mistake
bounds. `one_draw` has the draws and the learnt hypotheses, and from there `concentration` and `choice` lead to the probability of a
failure. `samples` has small exact instances.
"""

from proofs.statements.page import gather
from proofs.theorems.batch import choice, common, concentration, expected_risk, generalisation, held_out, one_draw, online_to_batch

THEOREMS, LEMMAS = gather(online_to_batch, one_draw, generalisation, held_out, concentration, choice, common, expected_risk)
