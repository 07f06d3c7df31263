"""Learning with experts, of whom each predicts in each round: Halving, the weighted majority and Hedge.

`weights` has the weights and bounds their total; `bounds` has Halving and the weighted majority, `hedge` the third.
"""

from proofs.statements.page import gather
from proofs.theorems.experts import bounds, exponentiated, hedge, weights

THEOREMS, LEMMAS = gather(bounds, hedge, exponentiated, weights)
