"""Energy: an update on a mistake lengthens the weights by no more than the example."""

from perceptron.extremal.families import ORTHONORMAL
from proofs.statements.authoring import (
    S2, SYMBOLS, Derivation, Displayed, Fact, Game, Index, M, R, Source, Statement, bounded, eq, every, final_length, formulas, inner, k,
    le, lemma, mistake_bound, number, perceptron, real, recurrence, squares, w, z,
)  # fmt: skip
from proofs.theorems.core import derivations


@mistake_bound(
    Statement(
        sources=(
            Source("MR", "Lemma 1", "needs w₁ = 0"),
            Source("NG", "(4), (5)"),
            Source("BL", "Claim 2", "its proof prints ‘less than’; at w₁ = 0 there is equality"),
        ),
        game=Game(setting="agnostic", norm="any", comparator="any"),
        bound="W**2 <= S2",
        facts=(*perceptron(), *squares(), *final_length()),
        symbols=SYMBOLS,
    ),
    cites=(),
    families=(ORTHONORMAL,),
    derivation=derivations.norm_growth,
)
def norm_growth(d: Derivation) -> None:
    """Energy: the weights are no longer than √Σ‖x‖² over the updates.

    The final weights are no longer than √S₂, where S₂ is the sum of ‖x‖² over the updates.

    Proof. ‖w‖² ≤ Σ‖x‖²: the cross term of each update is not positive.
    """

    def base() -> str:
        return d.have(le(inner(w(0), w(0)), S2(0)), d.expand("zero start", w(0)), "S2 starts")

    def step(k: Index, before: str) -> str:
        moved = d.at("update", k)
        a, b, c = d.expand(moved, w(k + 1)), d.expand(moved, w(k)), d.expand(moved, z(k))
        longer = inner(w(k), w(k)) + 2 * inner(w(k), z(k)) + inner(z(k), z(k))
        squared = d.have(eq(inner(w(k + 1), w(k + 1)), longer), a, b, c, note="NG (4), second line")
        mistake = d.at("mistake-driven", k, note="NG (2)")
        return d.have(le(inner(w(k + 1), w(k + 1)), S2(k + 1)), before, squared, mistake, d.at("S2", k), note="NG (4); BL Claim 2")

    always = d.induction(lambda k: le(inner(w(k), w(k)), S2(k)), base, step, upto=M, note="NG (5); MR Lemma 1")
    total = d.at(always, M)
    d.conclude(total, "‖w‖")


cap = real("c")


@lemma((*((f.name, f.formula) for f in squares()), ("bounded", every(k, le(inner(z(k), z(k)), R**2), below=number(M)))))
def bounded_sum(d: Derivation) -> None:
    """updates no longer than R have Σ‖x‖² ≤ R²M."""

    def base() -> str:
        return d.have(le(S2(0), 0), "S2 starts")

    def step(k: Index, before: str) -> str:
        return d.have(le(S2(k + 1), R**2 * (number(k) + 1)), before, d.at("S2", k), d.at("bounded", k))

    d.at(d.induction(lambda k: le(S2(k), R**2 * number(k)), base, step, upto=M), M)


@lemma(
    formulas(
        *recurrence(),
        Fact("capped rule", "an update happens only if y⟨w, x⟩ ≤ c", every(k, le(inner(w(k), z(k)), cap), below=number(M))),
        bounded(R),
    ),
    claim=le(inner(w(M), w(M)), (R**2 + 2 * cap) * number(M)),
    displayed=Displayed("norm(w)**2 <= (R**2 + 2*c)*M", {"w": w(M), "R": R, "c": cap, "M": number(M)}),
)
def capped_energy(d: Derivation) -> None:
    """updates with y⟨w, x⟩ ≤ c on examples no longer than R leave ‖w‖² ≤ (R² + 2c)M: what a rule of one's own needs.

    Proof. ‖w‖² gains at most R² + 2c at an update.
    """

    def base() -> str:
        return d.have(le(inner(w(0), w(0)), 0), d.expand("zero start", w(0)))

    def step(k: Index, before: str) -> str:
        moved = d.at("update", k)
        sides = d.expand(moved, w(k + 1)), d.expand(moved, w(k)), d.expand(moved, z(k))
        grown = le(inner(w(k + 1), w(k + 1)), (R**2 + 2 * cap) * (number(k) + 1))
        return d.have(grown, before, *sides, d.at("capped rule", k), d.at("bounded examples", k))

    d.at(d.induction(lambda k: le(inner(w(k), w(k)), (R**2 + 2 * cap) * number(k)), base, step, upto=M), M)
