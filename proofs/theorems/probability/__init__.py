"""Finite probability spaces: Markov's, Boole's and Azuma's inequalities and Hoeffding's lemma, from facts about ln and e^x alone."""

from proofs.statements.page import gather
from proofs.theorems.probability import draws, finite, two_points

THEOREMS, LEMMAS = gather(two_points, finite, draws)
