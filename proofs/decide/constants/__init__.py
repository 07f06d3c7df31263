"""The constants for which a bound holds: the exact set of two, the best value of one.

    region = best("M <= a/gamma**2 + b*TD/gamma", "a,b")
    region.cells, region.broken

From the question to the answer:

    question      a bound with unknown constants, and which way they weaken it
    numbers       the least first constant for a value of the second, in floats, over the runs at the ends of the range
    elimination   the polynomials among which the boundary is, by SymPy: discriminants, resultants, values at the ends
    pieces        which of them it is, and where one piece follows another
    cells         each piece as a theorem, proved by the kernel for all constants at once
    best          the order of attempts; what lies outside, shown by exact runs
    answer        what is said of it

That a cell is inside is a kernel proof, that a point is outside a run that the judge accepts.  That the cells are all there is rests on
SymPy's elimination wherever no run was tried: the answer says so.
"""

from proofs.decide.constants.answer import Bracket, Cell, Constants
from proofs.decide.constants.best import best

__all__ = ["Bracket", "Cell", "Constants", "best"]
