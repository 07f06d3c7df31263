"""Which losses give a mistake bound, and why one of them is enough: every admissible loss lies above a hinge.

`admissible_loss` says which losses MR's definition admits, `huber` and `p_norm` that two more are among them.  `jensen` has MR Theorem 2
from the definition as MR do, and the line below a convex loss; `affine_minorant` has it from any line below the loss through its value at
0, and two losses with such a line that the definition leaves out.  `admissible_sharp` has the sharp forms, those from other weights than 0
and at any learning rate, and a hinge below every admissible loss.  `infima` shows that the infima which MR prints for the hinge are M
itself.
"""

from proofs.statements.page import gather
from proofs.theorems.losses import admissible_loss, admissible_sharp, affine_minorant, huber, infima, jensen, p_norm

THEOREMS, LEMMAS = gather(admissible_loss, huber, p_norm, affine_minorant, jensen, admissible_sharp, infima)
