"""The hinge bound rescaled: M ≤ ‖w*‖² + 2·(hinge loss of w* at margin 1), for any w*.

Source: BL after Theorem 2, M ≤ min over w* of ‖w*‖² + 2·hinge.  With w* = u/γ, of any length, ‖w*‖ = ‖u‖/γ and the hinge loss is H = TD/γ.
(That a separator with nearly the fewest errors is NP-hard to find, as BL adds, is an outside theorem on which nothing here rests.)

The proof.  The core gives M ≤ b√M + H with b = ‖u‖/γ for examples of length at most 1; twice that and (b − √M)² ≥ 0 give M ≤ b² + 2H.
"""

from perceptron.extremal.families import ORTHONORMAL, SLACK
from proofs.statements.authoring import Derivation, Source, Statement, U, bounded, comparator_length, mistake_bound, replace
from proofs.theorems.hinge import derivations
from proofs.theorems.hinge.common import anything, loss, per_gamma, quadratic, root_of_updates, run, symbols


@mistake_bound(
    Statement(
        sources=(Source("BL", "M ≤ ‖w*‖² + 2·hinge", "examples of length at most 1; H counts an example at each update on it"),),
        game=replace(anything, norm="ball"),
        bound="M <= (U/gamma)**2 + 2*H",
        facts=(*run, *comparator_length(), bounded(), loss),
        symbols=symbols,
    ),
    cites=("scaled-root-inequality",),
    families=(ORTHONORMAL, SLACK),
    derivation=derivations.rescaled,
)
def hinge_rescaled(d: Derivation) -> None:
    """The hinge bound, rescaled: M ≤ ‖w*‖² + 2H.

    For every vector w* = u/γ, H being its hinge loss Σ(1 − y⟨w*, x⟩)₊ over the updates.
    """
    _, square, star = root_of_updates(d)
    solved = quadratic(d, square, per_gamma * U, R=1)
    d.forget(d.conclude(solved, square, note="add (‖w*‖ − √M)² ≥ 0"), star)
