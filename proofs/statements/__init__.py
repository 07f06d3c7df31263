"""The statement of a theorem, which proof, attack and report share.

A `Statement` is a bound on runs and a `Page` holds it with its proof; a `Property` is any other claim; a `Lemma` a fact that proofs cite.
`standard_facts` says the learners to the kernel; `evaluation` holds kernel formulas against exact runs (`run_model`), `instance` holds them
against small structures; `misprint` has a source's false sentence and an instance in which it is false.
"""

from proofs.conjecture.game import Game
from proofs.statements.page import Lemma, Page
from proofs.statements.property import Property
from proofs.statements.statement import Fact, Source, Statement

__all__ = ["Fact", "Game", "Lemma", "Page", "Property", "Source", "Statement"]
