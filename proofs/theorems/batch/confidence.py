"""What surrounds MR Theorem 4: the probability with which it holds, the case of one example, and the printed constant 6.

Source: MR Theorem 4, (9); see `online-to-batch`, which is the bound itself at every sample where three cited inequalities hold.

The proofs.  They fail with probability 2T·δ/(T(T+1)) + δ/(T+1) = 3δ/(T+1) in all, by Hoeffding, Azuma and Boole.  For T = 1, the right side
is more than 1, which no risk is, as ln(2/δ) ≥ 1 − δ/2.  (4 + 1/√2)√(ln((T+1)/δ)/T) ≤ 6√(ln(2(T+1)/δ)/T), since ln rises.
"""

from __future__ import annotations

from proofs.derive.authoring.certificate import certificate, multiple, product
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.logarithm_steps import ln_below, ln_rises
from proofs.derive.authoring.terms import every, ge, gt, le, number, real, seq
from proofs.kernel import Index
from proofs.kernel.axioms import ln
from proofs.statements.property import Property
from proofs.statements.standard_facts import k
from proofs.statements.statement import Fact, Source
from proofs.theorems.batch import derivations
from proofs.theorems.batch.online_to_batch import AZUMA, HOEFFDING, T, b, confidence, delta, h, half, half_root, log, n, per_delta, summed
from proofs.theorems.batch.samples import sample_confidence, sample_constant, sample_single

above, below, fails = seq("P(above)"), seq("P(below)"), real("P(fails)")
aboves, belows, azuma = seq("ΣP(above)"), seq("ΣP(below)"), real("P(Azuma)")


def prove_confidence(d: Derivation) -> None:
    def share(total: seq, name: str) -> str:
        """(T + 1)·(the sum of T such probabilities) ≤ δ."""

        def step(j: Index, before: str) -> str:
            return d.have(le(n * (n + 1) * total(j + 1), (number(j) + 1) * delta), before, d.at(name, j), d.at(total.name, j))

        first = d.have(le(n * (n + 1) * total(0), 0), f"{total.name} starts")
        always = d.induction(lambda j: le(n * (n + 1) * total(j), number(j) * delta), lambda: first, step, upto=T)
        return d.have(le((n + 1) * total(T), delta), d.at(always, T), "two examples")

    sums = share(aboves, "Hoeffding above"), share(belows, "Hoeffding below")
    joined = d.have(le((n + 1) * fails, 3 * delta), *sums, "Azuma", "union", d.natural(T), note="3δ/(T + 1)")
    d.conclude(joined, "two examples", "not negative")


failure = Property(
    id="online-to-batch-confidence",
    title="The cited inequalities hold at once with probability 1 − 3δ/(T+1), which for T ≥ 2 is at least 1 − δ",
    sources=(Source("MR", "Theorem 4, ‘with probability at least 1 − δ’", "for T = 1 see online-to-batch-single"),),
    facts=(
        Fact("two examples", "T ≥ 2", ge(n, 2)),
        Fact("not negative", "δ ≥ 0", ge(delta, 0)),
        Fact(
            "Hoeffding above",
            "a risk exceeds the average by more than c with probability δ/(T(T+1)) at most",
            every(k, le(n * (n + 1) * above(k), delta), below=n),
            cited=HOEFFDING,
        ),
        Fact(
            "Hoeffding below",
            "an average exceeds the risk by more than c with probability δ/(T(T+1)) at most",
            every(k, le(n * (n + 1) * below(k), delta), below=n),
            cited=HOEFFDING,
        ),
        Fact(
            "Azuma",
            "on average the risks exceed the losses by more than a with probability δ/(T+1) at most",
            le((n + 1) * azuma, delta),
            cited=AZUMA,
        ),
        Fact(
            "union",
            "that any of them fails has at most the sum of these probabilities",
            le(fails, aboves(T) + belows(T) + azuma),
            cited="Boole’s inequality",
        ),
        *summed(aboves, above),
        *summed(belows, below),
    ),
    claim=le(fails, delta),
    words="all of them hold with probability at least 1 − δ",
    sample=sample_confidence,
    prove=prove_confidence,
    derivation=derivations.confidence,
)

first_risk, first_loss = real("risk"), real("loss")


def prove_single(d: Derivation) -> None:
    """ln(2/δ) ≥ 1 − δ/2 ≥ 1/2, the tangent of ln at 1, and (4 + √½)²/2 ≥ 1."""
    per_delta_sign = d.have(gt(per_delta, 0), "1/δ", "δ > 0")
    positive = d.have(gt(2 * per_delta, 0), per_delta_sign)
    grows = ln_below(d, 2 * per_delta, positive)
    log = d.have(
        ge(ln(2 * per_delta), 1 - half * delta),
        grows,
        "1/δ",
        "δ > 0",
        by=certificate(product(half, grows, "δ > 0"), multiple(1 - ln(2 * per_delta), "1/δ")),
    )
    size = d.have(ge(4 * b**2, 1), "b", log, "a probability")
    root = d.have(ge(2 * b, 1), size, "b ≥ 0")
    d.conclude("at most one", "not negative", root, d.have(ge(h * b, 0), "√½ ≥ 0", "b ≥ 0"))


single = Property(
    id="online-to-batch-single",
    title="For T = 1 the bound holds on every sample: risk ≤ loss + (4 + 1/√2)·√ln(2/δ)",
    sources=(Source("MR", "Theorem 4, (9) for T = 1", "false for a loss that may be negative, and for δ > 1"),),
    facts=(
        *confidence,
        *half_root,
        Fact("b ≥ 0", "b is a root", ge(b, 0), definition=True),
        Fact("b", "b is √ln(2/δ), or more", ge(b**2, ln(2 * per_delta)), definition=True),
        Fact("at most one", "the loss is at most 1, and so is the risk", le(first_risk, 1)),
        Fact("not negative", "the loss is not negative", ge(first_loss, 0)),
    ),
    claim=le(first_risk, first_loss + (4 + h) * b),
    words="with one example the right side is more than 1",
    sample=sample_single,
    prove=prove_single,
    derivation=derivations.single,
)

wider = real("b′")


def prove_constant(d: Derivation) -> None:
    large, small = 2 * (n + 1) * per_delta, (n + 1) * per_delta
    per_delta_sign = d.have(gt(per_delta, 0), "1/δ", "δ > 0")
    room = d.have(ge(n * per_delta, per_delta), per_delta_sign, "T ≥ 1")
    first, second = d.have(gt(large, 0), room, per_delta_sign), d.have(gt(small, 0), room, per_delta_sign)
    order = ln_rises(d, small, large, second, first, second, note="ln rises")
    shorter = d.have(le(b**2, wider**2), d.have(le(n * b**2, n * wider**2), "b", "b′", order), "T ≥ 1")
    root = d.have(le(b, wider), shorter, "b′ ≥ 0")
    share = d.have(le(h, 1), "√½", "√½ ≥ 0")
    d.conclude(root, share, "b ≥ 0", "√½ ≥ 0", "b′ ≥ 0")


constant = Property(
    id="online-to-batch-constant",
    title="(9) follows: (4 + 1/√2)·√(ln((T+1)/δ)/T) ≤ 6√(ln(2(T+1)/δ)/T)",
    sources=(Source("MR", "Theorem 4, (9)", "the printed constant is 6"),),
    facts=(
        *confidence[:2],
        *half_root,
        Fact("T ≥ 1", "there is an example", ge(n, 1), definition=True),
        Fact("b ≥ 0", "b is a root", ge(b, 0), definition=True),
        Fact("b", "b is √(ln((T+1)/δ)/T), or less", le(n * b**2, log), definition=True),
        Fact("b′ ≥ 0", "b′ is a root", ge(wider, 0), definition=True),
        Fact("b′", "b′ is √(ln(2(T+1)/δ)/T), or more", ge(n * wider**2, ln(2 * (n + 1) * per_delta)), definition=True),
    ),
    claim=le((4 + h) * b, 6 * wider),
    words="what MR prints is weaker than what is proved here",
    sample=sample_constant,
    prove=prove_constant,
    derivation=derivations.constant,
)
pages = (failure, single, constant)
