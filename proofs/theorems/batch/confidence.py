"""What surrounds MR Theorem 4: the case of one example, and the printed constant 6.

Source: MR Theorem 4, (9); the bound itself is `online-to-batch`.

The proofs.  For T = 1, the right side is more than 1, which no risk is, as ln(2/δ) ≥ 1 − δ/2.  (4 + 1/√2)√(ln((T+1)/δ)/T) ≤
6√(ln(2(T+1)/δ)/T), since ln rises.
"""

from proofs.statements.authoring import Derivation, Fact, Source, certificate, ge, gt, le, ln, ln_rises, product, real, theorem
from proofs.theorems.batch import derivations, samples
from proofs.theorems.batch.common import b, b_sign, delta, half_root, level, log, n, per_T, per_delta, reciprocal_T, root_half as h

risk, loss = real("risk"), real("loss")


@theorem(
    sources=(Source("MR", "Theorem 4, (9) for T = 1", "losses are not negative and δ ≤ 1, neither of which is printed"),),
    facts=(
        *level,
        Fact("a probability", "δ ≤ 1", le(delta, 1)),
        *half_root,
        b_sign,
        Fact("b", "b is √ln(2/δ), or more", ge(b**2, ln(2 * per_delta)), defines=b),
        Fact("at most one", "the loss is at most 1, and so is the risk", le(risk, 1)),
        Fact("not negative", "the loss is not negative", ge(loss, 0)),
    ),
    claim=le(risk, loss + (4 + h) * b),
    sample=samples.sample_single,
    cites=("deviation-at-least-half",),
    derivation=derivations.single,
)
def online_to_batch_single(d: Derivation) -> None:
    """For T = 1 the bound holds on every sample: risk ≤ loss + (4 + 1/√2)·√ln(2/δ).

    With one example the right side is more than 1.

    Proof. b ≥ 1/2.
    """
    least = d.cite("deviation-at-least-half", note="ln(2/δ) ≥ 1 − δ/2 ≥ 1/2, the tangent of ln at 1")
    d.conclude("at most one", "not negative", least, d.have(ge(h * b, 0), "√½ ≥ 0", "b ≥ 0"))


wider = real("b′")


@theorem(
    sources=(Source("MR", "Theorem 4, (9)", "the printed constant is 6"),),
    facts=(
        *level,
        *half_root,
        *reciprocal_T,
        Fact("b", "b is √(ln((T+1)/δ)/T), or less", le(b**2, per_T * log)),
        Fact("b′ ≥ 0", "b′ is a root", ge(wider, 0)),
        Fact("b′", "b′ is √(ln(2(T+1)/δ)/T), or more", ge(wider**2, per_T * ln(2 * (n + 1) * per_delta))),
    ),
    claim=le((4 + h) * b, 6 * wider),
    sample=samples.sample_constant,
    derivation=derivations.constant,
)
def online_to_batch_constant(d: Derivation) -> None:
    """(9) follows: (4 + 1/√2)·√(ln((T+1)/δ)/T) ≤ 6√(ln(2(T+1)/δ)/T).

    What MR prints is weaker than what is proved here.
    """
    large, small = 2 * (n + 1) * per_delta, (n + 1) * per_delta
    per_delta_sign = d.have(gt(per_delta, 0), "1/δ", "δ > 0")
    room = d.have(ge(n * per_delta, per_delta), per_delta_sign, "T ≥ 1")
    first, second = d.have(gt(large, 0), room, per_delta_sign), d.have(gt(small, 0), room, per_delta_sign)
    order = ln_rises(d, small, large, second, first, second, note="ln rises")
    share_of = d.have(gt(per_T, 0), "1/T", "T ≥ 1")
    shorter = d.have(le(b**2, wider**2), by=certificate("b", "b′", product(order, share_of)))
    root = d.have(le(b, wider), shorter, "b′ ≥ 0")
    share = d.have(le(h, 1), "√½", "√½ ≥ 0")
    d.conclude(root, share, "√½ ≥ 0", "b′ ≥ 0")
