"""What of a proof carries its claim: every field altered in every way, each mutant replayed by the kernel.

A mutant that the kernel rejects shows that the field matters. One that it accepts is a proof too: of the same theorem, or of another one
that is as true. `mutation` makes the mutants, `resumed` replays them quickly, `verdicts` tells what became of each.
"""

from proofs.referees.tampering.mutation import Field, Mutant, mutants
from proofs.referees.tampering.resumed import Resumed
from proofs.referees.tampering.verdicts import ANOTHER, REJECTED, SAME, FieldVerdict, Tampering, tampering

__all__ = ["ANOTHER", "REJECTED", "SAME", "Field", "FieldVerdict", "Mutant", "Resumed", "Tampering", "mutants", "tampering"]
