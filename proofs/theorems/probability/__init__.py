"""Finite probability spaces: Markov's, Boole's and Azuma's inequalities and Hoeffding's lemma, from facts about ln and e^x alone."""

from proofs.theorems.probability import azuma, draws, finite, two_points

LEMMAS = (*two_points.LEMMAS, *finite.LEMMAS, *draws.LEMMAS, *azuma.LEMMAS)
THEOREMS = ()
