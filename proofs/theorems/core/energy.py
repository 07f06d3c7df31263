"""Energy: an update on a mistake lengthens the weights by no more than the example."""

from perceptron.extremal.families import ORTHONORMAL
from proofs.statements.authoring import (
    S2, SYMBOLS, Derivation, Displayed, Fact, Game, Index, Lemma, M, Page, R, Source, Statement, bounded, eq, every, final_length, formulas,
    inner, k, le, number, perceptron, real, recurrence, squares, w, z,
)  # fmt: skip
from proofs.theorems.core import derivations


def _norm_growth(d: Derivation) -> None:
    """‖w‖² ≤ Σ‖x‖²: the cross term of each update is not positive."""

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


norm_growth = Page(
    statement=Statement(
        id="norm-growth",
        title="Energy: the weights are no longer than √Σ‖x‖² over the updates",
        sources=(
            Source("MR", "Lemma 1", "needs w₁ = 0"),
            Source("NG", "(4), (5)"),
            Source("BL", "Claim 2", "its proof prints ‘less than’; at w₁ = 0 there is equality"),
        ),
        game=Game(setting="agnostic", norm="any", comparator="any"),
        bound="W**2 <= S2",
        words="the final weights are no longer than √S₂, where S₂ is the sum of ‖x‖² over the updates",
        facts=(*perceptron(), *squares(), *final_length()),
        symbols=SYMBOLS,
    ),
    prove=_norm_growth,
    derivation=derivations.norm_growth,
    cites=(),
    families=(ORTHONORMAL,),
)


def _capped_energy(d: Derivation) -> None:
    """‖w‖² gains at most R² + 2c at an update."""

    def base() -> str:
        return d.have(le(inner(w(0), w(0)), 0), d.expand("zero start", w(0)))

    def step(k: Index, before: str) -> str:
        moved = d.at("update", k)
        sides = d.expand(moved, w(k + 1)), d.expand(moved, w(k)), d.expand(moved, z(k))
        grown = le(inner(w(k + 1), w(k + 1)), (R**2 + 2 * cap) * (number(k) + 1))
        return d.have(grown, before, *sides, d.at("capped rule", k), d.at("bounded examples", k))

    d.at(d.induction(lambda k: le(inner(w(k), w(k)), (R**2 + 2 * cap) * number(k)), base, step, upto=M), M)


cap = real("c")
capped_energy = Lemma(
    "capped-energy",
    "updates with y⟨w, x⟩ ≤ c on examples no longer than R leave ‖w‖² ≤ (R² + 2c)M: what a rule of one's own needs",
    formulas(
        *recurrence(),
        Fact("capped rule", "an update happens only if y⟨w, x⟩ ≤ c", every(k, le(inner(w(k), z(k)), cap), below=number(M))),
        bounded(R),
    ),
    _capped_energy,
    claim=le(inner(w(M), w(M)), (R**2 + 2 * cap) * number(M)),
    displayed=Displayed("norm(w)**2 <= (R**2 + 2*c)*M", {"w": w(M), "R": R, "c": cap, "M": number(M)}),
)


def _bounded_sum(d: Derivation) -> None:
    def base() -> str:
        return d.have(le(S2(0), 0), "S2 starts")

    def step(k: Index, before: str) -> str:
        return d.have(le(S2(k + 1), R**2 * (number(k) + 1)), before, d.at("S2", k), d.at("bounded", k))

    d.at(d.induction(lambda k: le(S2(k), R**2 * number(k)), base, step, upto=M), M)


bounded_sum = Lemma(
    "bounded-sum",
    "updates no longer than R have Σ‖x‖² ≤ R²M",
    (*((f.name, f.formula) for f in squares()), ("bounded", every(k, le(inner(z(k), z(k)), R**2), below=number(M)))),
    _bounded_sum,
)
