"""Data that no comparator separates: the deficit to the margin is paid for as hinge loss.

The bounds. `root` solves the master inequality √M ≥ γM − TD exactly, and relaxes that root to the sources' forms. `norms` has MR's bounds
by the L1 and the L2 norm of the losses, and `squared_hinge` repairs those that MR prints for the squared hinge. `final_weights` puts ‖w‖ in
the place of √Σ‖x‖², and `any_start` has MR (3)–(8) for weights that start elsewhere and for any learning rate. `total_distance` says that
TD is a distance, as BL does. `largest_losses` has the upper end of what losses can be, and
`multiclass` the mistakes on structured outputs and on several classes.

How they compare.  `order` ranks the bounds as numbers and says which factors cannot be smaller, and `chain` carries it to runs.  `norms`
and `small_losses` compare the norms; `squared_hinge_printed` says where MR (5) and (6) are false as printed and where they are true.

MR's own proof for the L2 norm: `augmented_space`, then `l2_augmented`.  `common` is what these pages share.
"""

from proofs.statements.page import gather
from proofs.theorems.hinge import (
    any_start, augmented_space, chain, common, final_weights, norms, l2_augmented, largest_losses, multiclass, order, root, small_losses,
    squared_hinge, squared_hinge_printed, total_distance,
)  # fmt: skip

THEOREMS, LEMMAS = gather(
    root, common, norms, augmented_space, squared_hinge, final_weights, any_start, largest_losses, total_distance, chain, order,
    small_losses, squared_hinge_printed, l2_augmented, multiclass,
)  # fmt: skip
