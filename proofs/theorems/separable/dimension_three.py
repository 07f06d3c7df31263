"""From dimension 3 on the worst case is Novikoff's bound with its floor: M ≤ ⌊R²/γ²⌋, and no better is true.

M is a whole number, so M ≤ R²/γ² says M ≤ ⌊R²/γ²⌋.  The sources print the bound without the floor (NG Theorem; BL Theorem 1; MR Theorem 1;
VE Theorem 1.1); with it, it is the exact worst case, and the printed lower bound of BL Theorem 2, 1/γ², is seen to miss a floor.

The proof.  Let F = ⌊R²/γ²⌋.  If M > F then M ≥ F + 1 > R²/γ² ≥ M.

Tight: already in space (`dimension-three-attained`). The spiral takes z = (γ, v) with ⟨w, z⟩ = 0 and ‖z‖ = 1; such a z exists exactly
while t ≤ 1/γ² − 1. In the plane half of that is the most (`dimension-two`), on a line 1 (`dimension-one`).
"""

from perceptron.extremal.families import SPHERE, SPIRAL
from proofs.statements.authoring import Derivation, Game, M, Source, Statement, ge, mistake_bound, nat, number
from proofs.theorems.separable import derivations
from proofs.theorems.separable.novikoff import novikoff

F = nat("⌊R²/γ²⌋")


@mistake_bound(
    Statement(
        sources=(
            Source("NG", "Theorem", "printed without the floor"),
            Source("BL", "Theorems 1 and 2", "a lower bound of 1/γ² instead of ⌊1/γ²⌋ is false where 1/γ² is not whole"),
            Source("MR", "Theorem 1", "printed without the floor"),
        ),
        game=Game(setting="separable", norm="any", comparator="ball", radius="declared", dimension=3),
        bound="M <= floor(R**2/gamma**2)",
        facts=novikoff.statement.facts,
        symbols=novikoff.statement.symbols,
        more_games=(Game(setting="separable", norm="any", comparator="ball", radius="declared"),),
    ),
    cites=("novikoff",),
    printed="true",
    families=(SPIRAL, SPHERE),
    derivation=derivations.space,
)
def dimension_three(d: Derivation) -> None:
    """Novikoff's bound in whole numbers: M ≤ ⌊R²/γ²⌋.

    Novikoff’s bound, rounded down, as M is whole; from R³ on some run makes so many: `dimension-three-attained`.
    """
    bound = d.cite("novikoff", note="M ≤ R²/γ²")
    above = "⌊R²/γ²⌋ + 1"

    def on(case: str) -> str:
        if d.claims[case] == ge(number(F) - number(M), 0):
            return case
        whole = d.integer(case, M, F, note="M ≥ F + 1, both being whole")
        return d.conclude(whole, bound, above, note="F + 1 > R²/γ² ≥ M")

    d.cases(number(F) - number(M), on)
