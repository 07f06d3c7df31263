"""SymPy's way to the mistakes that a learner makes which draws."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, real

gamma, k = symbol("gamma"), sp.Symbol("k", integer=True, nonnegative=True)


def randomised_optimality() -> SymbolicDerivation:
    """A mistake has the probability (1 − yΠ)/2, at least 1/2, as the answer has yΠ = −|Π|."""
    of, n, (B, last) = "randomised-optimality", sp.Symbol("n", integer=True, positive=True), real("B m")
    size, q = sp.Function("p", nonnegative=True), sp.Function("q", real=True)
    chain = Inequality("n is so small that", gamma**2 * n, 1, by=f"{of}#few", n=n)
    chain.multiply("divide by n", 1 / n)
    chain.square_roots("so γ is at most 1/√n, the margin of the unit vector along the sum", left=gamma, right=1 / sp.sqrt(n))
    half = sp.Rational(1, 2)
    each = chain.at_most("with p = |Π| the answer has yΠ = −p, and a mistake the probability (1 + p)/2", half, (1 + size(k)) / 2)
    each.substitute("called q", {size(k): 2 * q(k) - 1})
    each.rewrite("that is", right=q(k))
    each.sum_up("summed over n rounds", k, n, left=n / 2, right=sp.Sum(q(k), (k, 0, n - 1)))
    each.substitute("which is the expected number m of mistakes", {sp.Sum(q(k), (k, 0, n - 1)): last})
    words = "on data with that margin a bound B on the expected mistakes has"
    bound = chain.cite(words, last, B, by=f"{of}#mistake bound", **{"ΣΣ": last, "B": B})
    bound.weaken("so", left=n / 2, since=[each])
    bound.multiply("times 2", 2, left=n, right=2 * B)
    return bound.finish(of, n=n, B=B)
