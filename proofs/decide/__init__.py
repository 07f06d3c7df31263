"""A verdict for every conjecture: a kernel proof, an exact run, or “undecided”.

    decision = decide("M <= 1/gamma**2 + 2*TD/gamma")
    decision.verdict, decision.proof, decision.counterexample

From the question to the answer:

    decide          the order of attempts
    extremes        the ends of the range: runs whose numbers have a closed form, thousands at once in floats
    refute          such a run in exact numbers, judged
    posed           a conjecture as a statement: the facts of its game, and its `translation` into the kernel's language
    range_facts     what the catalogue knows of the numbers of a run, as lines of a derivation
    named_terms     the roots, reciprocals, extremes and floors of the bound
    structure       a comparison taken apart by its shape; `logarithms` bounds what is transcendental
    margin          the Margin Perceptron, from its sharp bound
    envelopes       learners whose updates lengthen the weights by little, an object of the user's too
    prove           the derivation closed, pruned and replayed by the kernel
    ranges          which tuples of numbers a run can have, by which theorems, and what is open
    verdict         what is said of it; `lines` writes a proof in plain lines
"""

from proofs.decide.decide import at_once, decide, prove
from proofs.decide.verdict import Decision

__all__ = ["Decision", "at_once", "decide", "prove"]
