"""Finite probability spaces: Markov's, Boole's and Azuma's inequalities and Hoeffding's lemma, from facts about ln and e^x alone.

`randomised` has the mistakes that can be forced on a learner that draws, half of those of `lower_bounds.optimality` in expectation.
"""

from proofs.statements.page import gather
from proofs.theorems.probability import draws, finite, randomised, two_points

THEOREMS, LEMMAS = gather(two_points, finite, draws, randomised)
