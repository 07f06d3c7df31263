"""A power lies above its tangents, for every real exponent p ≥ 1: s(tᵖ − sᵖ) ≥ p·sᵖ(t − s) for s, t > 0.

sᵖ is the number whose logarithm is p·ln s.  With K = (tᵖ + (p−1)sᵖ)/p the tangents of ln at K give ln t + (p−1)ln s ≤ ln K, so t·sᵖ ≤ sK:
that is the tangent of the power at s, which for s = 1 is Bernoulli's inequality.
"""

from proofs.statements.authoring import (
    Derivation, Displayed, Draw, Fact, Fraction, Instance, Polynomial, Source, certificate, eq, ge, gt, ln, ln_product, ln_tangent,
    multiple, product, real, theorem,
)  # fmt: skip
from proofs.theorems.losses import derivations

p, s, t, S, T = (real(name) for name in ("p", "s", "t", "S", "T"))
SOURCE = Source("MR", "the list after Definition 1", "of |1 − x|ᵖ; |x|ᵖ itself is 0 at 0")
exponent = Fact("exponent", "p ≥ 1, whole or not", ge(p, 1))


def powered(base: Polynomial, value: Polynomial, name: str) -> tuple[Fact, Fact]:
    """value is base to the power p, for a positive base."""
    return (
        Fact(f"{name} > 0", "a power is positive", gt(value, 0), defines=value),
        Fact(name, "its logarithm is p times that of the base", eq(ln(value), p * ln(base)), defines=value),
    )


ROOTS = tuple(Fraction(a, b) for a, b in ((1, 1), (2, 1), (0, 1), (1, 2), (3, 1), (3, 2)))


def power(root: Fraction, p: Fraction) -> Fraction:
    """(root²)ᵖ, for an exponent p that is half of a whole number."""
    return root ** int(2 * p)


def sample_tangent(draw: Draw) -> Instance:
    p_ = Fraction(1, 2) if draw.rarely() else Fraction(2 + draw.upto(3), 2)
    a, b = (ROOTS[draw.upto(5)] or Fraction(1) for _ in range(2))
    return Instance(0, reals={"p": p_, "s": a * a, "t": b * b, "S": power(a, p_), "T": power(b, p_)})


@theorem(
    sources=(SOURCE,),
    facts=(
        exponent,
        Fact("s > 0", "the base of a power is positive", gt(s, 0)),
        Fact("t > 0", "the base of a power is positive", gt(t, 0)),
        *powered(s, S, "S"),
        *powered(t, T, "T"),
    ),
    claim=ge(s * (T - S), p * S * (t - s)),
    sample=sample_tangent,
    derivation=derivations.power_tangent,
    displayed=Displayed("s*(T - S) >= p*S*(t - s)", {"s": s, "t": t, "S": S, "T": T, "p": p}),
)
def power_tangent(d: Derivation) -> None:
    """A power lies above its tangents, for every real exponent p ≥ 1: s(tᵖ − sᵖ) ≥ p·sᵖ(t − s) for s, t > 0.

    The tangent at s has the slope p·sᵖ/s; at s = 1 it is Bernoulli’s inequality tᵖ ≥ 1 + p(t − 1).
    """
    above = d.have(gt(p, 0), "exponent")
    q, reciprocal = d.inverse(above, "1/p")
    q_sign = d.have(gt(q, 0), reciprocal, above)
    K = q * (T + (p - 1) * S)
    rest = d.have(ge(q * (p - 1) * S, 0), by=certificate(product(q_sign, "exponent", "S > 0")))
    K_sign = d.have(gt(K, 0), d.have(gt(q * T, 0), q_sign, "T > 0"), rest)
    first, second = ln_tangent(d, T, K, "T > 0", K_sign), ln_tangent(d, S, K, "S > 0", K_sign)
    both = d.have(
        ge(K * (ln(K) - ln(t) - (p - 1) * ln(s)), 0),
        note="both tangents at K, in the proportion 1 to p − 1",
        by=certificate(
            product(first, q_sign),
            product(second, q_sign, "exponent"),
            multiple(q * K, "T"),
            multiple(q * (p - 1) * K, "S"),
            multiple(K * (ln(t) + (p - 1) * ln(s)) - K * ln(K) + K, reciprocal),
        ),
    )
    high = d.have(ge(ln(K) - ln(t) - (p - 1) * ln(s), 0), both, K_sign, note="ln t + (p−1) ln s ≤ ln K")
    sides = d.have(gt(t * S, 0), "t > 0", "S > 0"), d.have(gt(s * K, 0), "s > 0", K_sign)
    logs = ln_product(d, t, S, "t > 0", "S > 0"), ln_product(d, s, K, "s > 0", K_sign)
    tangent = ln_tangent(d, s * K, t * S, sides[1], sides[0])
    order = d.have(ge(ln(s * K) - ln(t * S), 0), high, *logs, "S")
    met = d.have(ge(s * K, t * S), tangent, sides[0], order, note="t·sᵖ ≤ sK")
    d.forget(d.conclude(by=certificate(product(met, above), multiple(-s * (T + (p - 1) * S), reciprocal))), reciprocal)
