"""MR Corollaries 3 and 4: the mistake bounds (1) and (7) as bounds on the error of the chosen Perceptron, with probability 1 − δ.

Source: MR Corollaries 3 and 4, from Theorem 4 with the zero-one loss and Theorems 2 and 3.  They print an infimum over u and the loss,
which is harmless, as (1) and (7) hold on every run, but says nothing: with the loss summed over updates, it is M/T.  They do not say
‘i.i.d.’, which Theorem 4 needs, and they bound Pr[y⟨ŵ, x⟩ < 0], which is at most the error under every convention for sgn(0).  The final
weights w(T+1) are not among h₁, …, h_T.  What is cited is what `online-to-batch` cites; that all of it holds at once with probability 1 − δ
is `online-to-batch-confidence`.

The proof.  While learning, the zero-one loss counts the rounds on which the learner errs, and those are updates: Σloss ≤ M.  So the error
is at most M/T + (4 + 1/√2)√(ln((T+1)/δ)/T), and M is at most the right side of (1), or of (7).
"""

from __future__ import annotations

from fractions import Fraction

from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, gt, le, number, real
from proofs.kernel import Polynomial
from proofs.statements.property import Property
from proofs.statements.standard_facts import M
from proofs.statements.statement import Fact, Source
from proofs.theorems.batch import derivations, online_to_batch
from proofs.theorems.batch.online_to_batch import T, b, h, i, losses, n, per_T, risk
from proofs.theorems.batch.samples import sample_l1, sample_l2
from proofs.theorems.hinge import l2 as hinge_l2
from proofs.theorems.hinge.common import H2
from proofs.theorems.losses import affine_minorant

error = real("P(error)")
errs = (
    Fact("mistakes", "each round on which the learner errs is an update: the zero-one losses sum to at most M", le(losses(T), number(M))),
    Fact("zero-one", "the error is at most the risk for the zero-one loss, in which a tie may count", le(error, risk(i))),
)


def conclude(d: Derivation, cited: str, words: str) -> None:
    """error ≤ (the bound on M)/T + (4 + √½)b."""
    chosen, updates = d.cite("online-to-batch", note="Theorem 4"), d.cite(cited, note=words)
    count = d.have(ge(n, 1), "i", d.natural(i))
    d.conclude(chosen, updates, "mistakes", "zero-one", d.have(gt(per_T, 0), "1/T", count))


first, second = affine_minorant.first, hinge_l2.page.statement
v, per_at_zero = real("√S₂"), affine_minorant.per_at_zero
l1_bound: Polynomial = per_at_zero * affine_minorant.total(M) + per_at_zero * affine_minorant.g * v
l2_bound = (Fraction(1, 2) * H2 + real("√(H₂²/4 + √S₂/γ)")) ** 2

l1 = Property(
    id="generalisation-l1",
    title="Error of the chosen Perceptron ≤ (‖L_φ‖₁ + g√Σ‖x‖²)/(φ(0)T) + (4 + 1/√2)·√(ln((T+1)/δ)/T), with probability 1 − δ",
    sources=(Source("MR", "Corollary 3", "does not say i.i.d.; prints 6 and ln(2(T+1)/δ); for the hinge family the infimum equals M/T"),),
    facts=(*first.facts, *online_to_batch.facts, *errs),
    claim=le(error, per_T * l1_bound + (4 + h) * b),
    words="at every sample where the cited inequalities hold, for every u with ‖u‖ ≤ 1 and every loss with a supporting line at 0",
    sample=sample_l1,
    prove=lambda d: conclude(d, "admissible-bound", "(1)"),
    derivation=derivations.generalise_l1,
    cites=("online-to-batch", "admissible-bound"),
)
l2 = Property(
    id="generalisation-l2",
    title="Error of the chosen Perceptron ≤ (Λ/2 + √(Λ²/4 + √Σ‖x‖²/ρ))²/T + (4 + 1/√2)·√(ln((T+1)/δ)/T), with probability 1 − δ",
    sources=(Source("MR", "Corollary 4", "does not say i.i.d.; prints 6 and ln(2(T+1)/δ); for the hinge family the infimum equals M/T"),),
    facts=(*second.hypotheses, *online_to_batch.facts, *errs),
    claim=le(error, per_T * l2_bound + (4 + h) * b),
    words="at every sample where the cited inequalities hold, for every u with ‖u‖ ≤ 1 and every ρ > 0",
    sample=sample_l2,
    prove=lambda d: conclude(d, "hinge-l2", "(7)"),
    derivation=derivations.generalise_l2,
    cites=("online-to-batch", "hinge-l2"),
)
pages = (l1, l2)
