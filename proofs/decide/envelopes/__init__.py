"""Bounds from an envelope of ‖w‖, for learners whose updates lengthen the weights by little.

An update that takes ‖w‖² to at most ‖w‖² + 2cγ‖w‖ + b, with 0 ≤ c < 1, keeps ‖w‖ below an envelope of powers of √t after t updates.
Separable examples make ‖w‖ ≥ γt.  Together they give γ²T ≤ C·b for T updates, with a constant C that the envelope decides.

    stated          what a learner object says of its updates, and the conjecture with that as a hypothesis
    constants       which of its numbers a proof may have as constants
    held            runs that hold the object to it
    coefficients    the envelope, by optimisation
    lemma           its proof: one induction, by radicals alone
    prove           the conjecture from the lemma

The Margin Perceptron's rule gives its own c = 1 − ε and b = 1.
"""

from proofs.decide.envelopes.held import hold_to_it
from proofs.decide.envelopes.prove import from_envelope
from proofs.decide.envelopes.stated import posed_with, stated

__all__ = ["from_envelope", "hold_to_it", "posed_with", "stated"]
