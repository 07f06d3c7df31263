"""Which losses give a mistake bound, and why one of them is enough: every admissible loss lies above a hinge."""

from proofs.derive.on_demand import on_demand

__getattr__ = on_demand(__name__, "derivations", "infima_derivations")

from proofs.theorems.losses import admissible_loss, admissible_sharp, affine_minorant, affine_minorant_examples, hinge_dominates, infima

LEMMAS = ()
THEOREMS = (
    *admissible_loss.pages,
    *affine_minorant.pages,
    *affine_minorant_examples.pages,
    *admissible_sharp.pages,
    hinge_dominates.page,
    *infima.pages,
)
