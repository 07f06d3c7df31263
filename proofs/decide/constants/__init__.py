"""The constants for which a bound holds: the exact set of two, the best value of one.

    region = best("M <= a/gamma**2 + b*TD/gamma", "a,b")
    region.cells, region.broken

From the question to the answer:

    answer        a bound with unknown constants, and the answer to it
    elimination   the polynomials among which the boundary is, by SymPy, and each piece as a theorem for all constants at once
    best          the order of attempts; what lies outside, shown by exact runs

That a cell is inside is a kernel proof, that a point is outside a run that the judge accepts.  That the cells are all there is rests on
SymPy's elimination wherever no run was tried: the answer says so.
"""

from proofs.decide.constants.answer import Cell, ConstantBracket, Constants
from proofs.decide.constants.best import best

__all__ = ["Cell", "ConstantBracket", "Constants", "best"]
