"""Which losses give a mistake bound, and why one of them is enough: every admissible loss lies above a hinge.

`admissible_loss` says which losses MR's definition admits.  `affine_minorant` proves MR Theorem 2 from a supporting line at 0,
`affine_minorant_examples` has two losses with such a line that the definition leaves out, and `admissible_sharp` the sharp forms.
`any_start` is Theorem 2 for weights that start elsewhere than at 0 and for any learning rate.
`hinge_dominates` puts a hinge below every admissible loss, and `infima` shows that the infima which MR prints are M itself.
"""

from proofs.derive.on_demand import on_demand

__getattr__ = on_demand(__name__, "derivations", "infima_derivations")

from proofs.theorems.losses import (
    admissible_loss,
    admissible_sharp,
    affine_minorant,
    affine_minorant_examples,
    any_start,
    hinge_dominates,
    infima,
)

LEMMAS = ()
THEOREMS = (
    *admissible_loss.pages,
    *affine_minorant.pages,
    *affine_minorant_examples.pages,
    *admissible_sharp.pages,
    *any_start.pages,
    hinge_dominates.page,
    *infima.pages,
)
