"""Data that no comparator separates: what is missing from the margin is paid for as hinge loss.

The exact root of γM ≤ √M + TD, what the sources relax it to and in which order those bounds stand, L1 and L2 norms of the losses, and
MR's squared hinge, repaired.
"""

from proofs.derive.on_demand import on_demand

__getattr__ = on_demand(
    __name__, "derivations", "order_derivations", "augmented_derivations", "sharper_derivations", "misprint_derivations"
)

from proofs.theorems.hinge import (
    augmented_space,
    chain,
    common,
    final_weights,
    l1,
    l1_dominates_l2,
    l1_root_below,
    l2,
    l2_augmented,
    l2_best_delta,
    order,
    order_attained,
    order_bl,
    pareto,
    rescaled,
    root,
    simple,
    small_losses,
    squared_hinge,
    squared_hinge_close,
    squared_hinge_printed,
    ssbd_21_16,
)

LEMMAS = (*common.LEMMAS, *augmented_space.LEMMAS, *final_weights.LEMMAS)
THEOREMS = (
    root.page,
    simple.page,
    rescaled.page,
    pareto.page,
    ssbd_21_16.page,
    *l1.pages,
    *l2.pages,
    l1_dominates_l2.page,
    l1_root_below.page,
    *squared_hinge.pages,
    *final_weights.pages,
    *chain.pages,
    *order.pages,
    *order_attained.pages,
    *order_bl.pages,
    *small_losses.pages,
    *squared_hinge_printed.pages,
    *squared_hinge_close.pages,
    *l2_augmented.pages,
    *l2_best_delta.pages,
)
