"""Theorems about a learner's own code: the table of what it does as facts, the proof by its potential, and conjectures that follow."""

from proofs.decide.traced_code.conjecture import bound_text, from_potential, posed_traced, proved_of_code
from proofs.decide.traced_code.facts import combined, spelt
from proofs.decide.traced_code.proof import TracedTheorem

__all__ = ["TracedTheorem", "bound_text", "combined", "from_potential", "posed_traced", "proved_of_code", "spelt"]
