"""Every page and lemma, in an order in which each cites only earlier ones."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from perceptron.errors import InputError
from proofs import core
from proofs.kernel import Proof
from proofs.page import Built, Page, Provable, build_all
from proofs.property import Property
from proofs.theorems import (
    admissible_loss,
    admissible_sharp,
    affine_minorant,
    affine_minorant_examples,
    augmented_space,
    batch_best,
    batch_confidence,
    dimension_one,
    dimension_three,
    dimension_three_attained,
    dimension_two,
    dimension_two_attained,
    dummy_input,
    final_weights,
    generalisation,
    gram_matrix,
    hinge_chain,
    hinge_dominates,
    hinge_family,
    hinge_l1,
    hinge_l2,
    hinge_l2_augmented,
    hinge_l2_best_delta,
    hinge_order,
    hinge_order_attained,
    hinge_order_bl,
    hinge_pareto,
    hinge_rescaled,
    hinge_root,
    hinge_simple,
    hinge_surrogate,
    indefinite_kernel,
    infima,
    kernel_perceptron,
    l1_dominates_l2,
    l1_root_below,
    learning_rate,
    littlestone,
    log_cosh,
    margin_perceptron,
    margin_perceptron_constant,
    margin_perceptron_epsilon,
    margin_perceptron_full,
    margin_perceptron_golden,
    margin_perceptron_rate,
    margin_perceptron_sharp,
    margin_perceptron_simple,
    margin_perceptron_spiral,
    norm_growth_equality,
    novikoff,
    novikoff_equality,
    novikoff_potential,
    ogd_perceptron,
    ogd_regret,
    online_to_batch,
    optimality,
    polynomial_kernel,
    polynomial_kernel_half,
    scaled_run,
    small_losses,
    small_margin,
    small_margin_exact,
    squared_hinge,
    squared_hinge_close,
    squared_hinge_printed,
    ssbd_21_16,
    ssbd_regret,
    string_kernel,
    subset_kernel,
    support_vectors,
    winnow,
    winnow_fixed_rate,
)  # fmt: skip

LEMMAS = (
    *final_weights.LEMMAS,
    *final_weights.LEMMAS, *core.LEMMAS, *augmented_space.LEMMAS, *dimension_two.LEMMAS, *dimension_two_attained.LEMMAS,
    *hinge_family.LEMMAS, *margin_perceptron_constant.LEMMAS, *online_to_batch.LEMMAS, *optimality.LEMMAS, *small_margin.LEMMAS,
    *small_margin_exact.LEMMAS, *log_cosh.LEMMAS, *winnow.LEMMAS,
)  # fmt: skip
PAGES: tuple[Page, ...] = (
    *core.PAGES,
    novikoff.page,
    novikoff_potential.page,
    dimension_one.page,
    dimension_two.page,
    dimension_three.page,
    hinge_root.page,
    hinge_simple.page,
    hinge_rescaled.page,
    hinge_pareto.page,
    ssbd_21_16.page,
    ssbd_regret.page,
    *hinge_l1.pages,
    *hinge_l2.pages,
    l1_dominates_l2.page,
    l1_root_below.page,
    *squared_hinge.pages,
    *final_weights.pages,
    *hinge_chain.pages,
    kernel_perceptron.trace,
    margin_perceptron.page,
    margin_perceptron_epsilon.page,
    margin_perceptron_simple.page,
    margin_perceptron_golden.page,
    margin_perceptron_sharp.page,
    margin_perceptron_constant.page,
    margin_perceptron_rate.page,
)

PROPERTIES: tuple[Property, ...] = (
    dimension_two_attained.page,
    dummy_input.page,
    *norm_growth_equality.pages,
    *novikoff_equality.pages,
    *optimality.pages,
    *dimension_three_attained.pages,
    *small_margin.pages,
    *small_margin_exact.pages,
    margin_perceptron_rate.below,
    *margin_perceptron_spiral.pages,
    *margin_perceptron_full.pages,
    learning_rate.page,
    *admissible_loss.pages,
    *affine_minorant.pages,
    *affine_minorant_examples.pages,
    *admissible_sharp.pages,
    hinge_dominates.page,
    *hinge_order.pages,
    *hinge_order_attained.pages,
    *hinge_order_bl.pages,
    *small_losses.pages,
    *squared_hinge_printed.pages,
    *squared_hinge_close.pages,
    *hinge_l2_augmented.pages,
    *hinge_l2_best_delta.pages,
    *infima.pages,
    *gram_matrix.pages,
    indefinite_kernel.page,
    *polynomial_kernel.pages,
    polynomial_kernel_half.page,
    subset_kernel.page,
    *string_kernel.pages,
    kernel_perceptron.page,
    *support_vectors.pages,
    *littlestone.pages,
    *hinge_surrogate.pages,
    ogd_regret.page,
    ogd_perceptron.page,
    *scaled_run.pages,
    *winnow.pages,
    winnow_fixed_rate.page,
    *online_to_batch.pages,
    *batch_confidence.pages,
    *batch_best.pages,
    *generalisation.pages,
)
THEOREMS: tuple[Page | Property, ...] = (*PAGES, *PROPERTIES)


@cache
def _by_id() -> dict[str, Provable]:
    items: list[Provable] = [*LEMMAS, *THEOREMS]
    return {item.id: item for item in items}


def page(id: str) -> Page:
    """The page of a bound on runs; raises InputError with the known ids."""
    found = _by_id().get(id)
    if isinstance(found, Property):
        raise InputError(f"{id!r} is no bound on a run: verify attacks it in its own way")
    if not isinstance(found, Page):
        raise _unknown(id, [p.id for p in PAGES])
    return found


def theorem(id: str) -> Page | Property:
    """A theorem of either kind; raises InputError with the known ids."""
    found = _by_id().get(id)
    if not isinstance(found, (Page, Property)):
        raise _unknown(id, [p.id for p in THEOREMS])
    return found


def _unknown(id: str, known: list[str]) -> InputError:
    """What to say of a name that is none: those that are like it, or else all."""
    like = [name for name in known if id and name.startswith(id)][:5] or get_close_matches(id, known, 3, 0.6)
    hint = f"did you mean {' or '.join(like)}?" if like else f"known: {', '.join(known)}"
    return InputError(f"there is no theorem {id!r:.60}; {hint}")


def needed(ids: Iterable[str]) -> list[Provable]:
    """Those pages and lemmas and all that they cite, each after what it cites."""
    order: dict[str, Provable] = {}

    def visit(id: str) -> None:
        item = _by_id()[id]
        for cited in item.cites:
            visit(cited)
        order.setdefault(id, item)

    for id in ids:
        visit(id)
    return list(order.values())


def built(ids: Iterable[str] | None = None) -> dict[str, Built]:
    """The proofs of those theorems (of all of them by default) and of all that they cite, written and replayed."""
    return build_all(needed(ids if ids is not None else [p.id for p in THEOREMS]))


def proofs(ids: Iterable[str] | None = None) -> list[Proof]:
    """The kernel proofs as data, in the order in which they are to be replayed."""
    return [b.proof for b in built(ids).values()]
