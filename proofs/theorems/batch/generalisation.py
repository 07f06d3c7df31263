"""MR Corollaries 3 and 4: the mistake bounds (1) and (7) as bounds on the error of the chosen Perceptron, with probability 1 − δ.

Source: MR Corollaries 3 and 4, from Theorem 4 with the zero-one loss and Theorems 2 and 3.  They print an infimum over u and the loss,
which is harmless, as (1) and (7) hold on every run; as a number it is M/T for the hinge family, the loss being summed over updates.  They
do not say “i.i.d.”, which Theorem 4 needs, and they bound Pr[y⟨ŵ, x⟩ < 0], which is at most the error under every convention for sgn(0).
The final weights w(T+1) are not among h₁, …, h_T.  They are stated at a sample on which the bound of Theorem 4 holds; that it holds with
probability 1 − δ is `online-to-batch`.

The proof.  While learning, the zero-one loss counts the rounds on which the learner errs, and those are updates: Σloss ≤ M.  So the error
is at most M/T + (4 + 1/√2)√(ln((T+1)/δ)/T), and M is at most the right side of (1), or of (7).
"""

from proofs.statements.authoring import (
    Derivation, Displayed, Fact, Fraction, M, Polynomial, ge, gt, le, number, real, root_at_least, theorem,
)  # fmt: skip
from proofs.theorems import hinge, losses
from proofs.theorems.batch import samples
from proofs.theorems.batch.common import T, b, constant, half_root, level, log, per_T, reciprocal_T

error, risk, loss_sum = real("P(error)"), real("risk"), real("Σloss")
theorem_4 = (
    *level,
    *reciprocal_T,
    *half_root,
    *root_at_least("b", b, per_T * log, "b is √(ln((T+1)/δ)/T), or more"),
    Fact(
        "Theorem 4",
        "at this sample the chosen hypothesis has a risk of at most that, as a sample has with probability 1 − δ (online-to-batch)",
        le(risk, per_T * loss_sum + constant * b),
    ),
)
errs = (
    Fact("mistakes", "each round on which the learner errs is an update: the zero-one losses sum to at most M", le(loss_sum, number(M))),
    Fact("zero-one", "the error is at most the risk for the zero-one loss, in which a tie may count", le(error, risk)),
)


def conclude(d: Derivation, cited: str, bound: Polynomial, words: str) -> None:
    """error ≤ (the bound on M)/T + (4 + √½)b."""
    updates = d.cite(cited, note=words)
    share = d.have(gt(per_T, 0), "1/T", "T ≥ 1")
    most = d.have(ge(bound, loss_sum), updates, "mistakes")
    d.conclude("Theorem 4", "zero-one", most, share)


first, second = losses.affine_minorant.admissible_bound, hinge.norms.hinge_l2.statement
v, per_at_zero = real("√S₂"), losses.affine_minorant.per_at_zero
l1_bound: Polynomial = per_at_zero * losses.affine_minorant.total(M) + per_at_zero * losses.affine_minorant.g * v
l2_bound = (Fraction(1, 2) * hinge.common.H2 + real("√(H₂²/4 + √S₂/γ)")) ** 2


@theorem(
    facts=(*first.facts, *theorem_4, *errs),
    claim=le(error, per_T * l1_bound + constant * b),
    sample=samples.sample_l1,
    cites=("admissible-bound",),
    displayed=Displayed(
        "error <= (L/phi + (g/phi)*sqrt(S2))/T + (4 + h)*b",
        {**losses.affine_minorant.symbols, "error": error, "T": number(T), "h": real("√½"), "b": b},
    ),
)
def generalisation_l1(d: Derivation) -> None:
    """Error of the chosen Perceptron ≤ (ΣL + g√Σ‖x‖²)/(φ(0)T) + (4 + 1/√2)·√(ln((T+1)/δ)/T), where the bound of Theorem 4 holds.

    At every sample where the bound of Theorem 4 holds, which has probability at least 1 − δ (`online-to-batch`), for every u with ‖u‖ ≤ 1
    and every loss with a supporting line at 0.

    Printed, and true with assumptions:
    - MR Corollary 3: does not say i.i.d.; prints 6 and ln(2(T+1)/δ); for the hinge family the infimum of the first term is M/T
    """
    conclude(d, "admissible-bound", l1_bound, "(1)")


@theorem(
    facts=(*second.hypotheses, *theorem_4, *errs),
    claim=le(error, per_T * l2_bound + constant * b),
    sample=samples.sample_l2,
    cites=("hinge-l2",),
    displayed=Displayed(
        "error <= (H2/2 + sqrt(H2**2/4 + sqrt(S2)/gamma))**2/T + (4 + h)*b",
        {**second.symbols, "error": error, "T": number(T), "h": real("√½"), "b": b},
    ),
)
def generalisation_l2(d: Derivation) -> None:
    """Error of the chosen Perceptron ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))²/T + (4 + 1/√2)·√(ln((T+1)/δ)/T), where the bound of Theorem 4 holds.

    At every sample where the bound of Theorem 4 holds, which has probability at least 1 − δ (`online-to-batch`), for every u with ‖u‖ ≤ 1
    and every γ > 0.

    Printed, and true with assumptions:
    - MR Corollary 4: does not say i.i.d.; prints 6 and ln(2(T+1)/δ); for the hinge family the infimum of the first term is M/T
    """
    conclude(d, "hinge-l2", l2_bound, "(7)")
