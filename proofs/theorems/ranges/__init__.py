"""The joint range: which tuples of numbers M, γ, TD, R, Σ‖x‖², ‖u‖, ‖w‖ and ⟨u, w⟩ a run of the Perceptron can have.

`necessary` has the inequalities that every run keeps to, `attained` and `attained_losses` the runs with given numbers, `largest` how large
the losses can be, `sums` what squares of losses and of progress keep to.  `proofs.decide` proves conjectures from the one half and refutes
them with runs of the other.
"""

from proofs.statements.page import gather
from proofs.theorems.ranges import all_rounds, attained, attained_losses, largest, necessary, sums

THEOREMS, LEMMAS = gather(necessary, attained, attained_losses, largest, sums, all_rounds)
