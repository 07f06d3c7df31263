"""A learner's own code as a table of what it does, and a potential for it. Nothing here is trusted: the kernel judges what comes of it.

From the code to the bound:

    symbols      numbers and coordinates that remember how they were made
    trace        every way through a round: the table
    held         the table and the code play the same rounds
    potential    what every counted round lowers, by a linear programme and then in exact numbers
"""

from proofs.derive.tracing.held import Held, hold
from proofs.derive.tracing.potential import Case, Factor, NoPotential, Potential, Problem, best_potential
from proofs.derive.tracing.symbols import Untraceable
from proofs.derive.tracing.trace import Guard, Row, Table, traced

__all__ = [
    "Case",
    "Factor",
    "Guard",
    "Held",
    "NoPotential",
    "Potential",
    "Problem",
    "Row",
    "Table",
    "Untraceable",
    "best_potential",
    "hold",
    "traced",
]
