"""Finite probability spaces: Hoeffding's lemma and what follows from it, with nothing cited but facts about ln."""

from proofs.theorems.probability import two_points

LEMMAS = (*two_points.LEMMAS,)
THEOREMS = ()
