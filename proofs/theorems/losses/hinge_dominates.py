"""One hinge implies them all: φ(x)/φ(0) ≥ (1 − x/ρ)₊ with ρ = φ(0)/g, for every admissible loss φ.

In no source; MR Definition 1 and Theorem 2 are what it is about.  A loss φ ≥ 0 with φ(0) > 0 and a supporting line φ(x) ≥ φ(0) − g·x at 0
(every admissible one has it, with g the Lipschitz constant or less) lies, once divided by φ(0), above one hinge loss.  So MR's bounds (1)
and (2) for φ never say more than Corollary 1 at the one margin ρ = φ(0)/g: the generality of Theorem 2 is only apparent.

The proof.  Let h = (1 − x/ρ)₊.  Where h = 0, the claim is φ ≥ 0; elsewhere φ(0)h = φ(0) − g·x, the supporting line.  That φ(0) > 0 is
needed to divide by it, not for φ ≥ φ(0)·h; and g may have either sign.
"""

from proofs.statements.authoring import (
    Derivation, Displayed, Draw, Fact, Fraction, Instance, Source, combination, eq, ge, gt, le, positive_part, real, theorem,
)  # fmt: skip
from proofs.theorems.losses import derivations

phi, at_zero, g, x, h, share = real("φ(x)"), real("φ(0)"), real("g"), real("x"), real("h"), real("s")


def sample(draw: Draw) -> Instance:
    zero, slope, at = draw.positive(), draw.number(), draw.number()
    value = zero - slope * at + draw.number() if draw.rarely() else max(zero - slope * at, Fraction(0)) + draw.upto(1)
    rate = slope / zero if zero else Fraction(0)
    return Instance(0, reals={"φ(x)": value, "φ(0)": zero, "g": slope, "x": at, "s": rate, "h": max(Fraction(0), 1 - rate * at)})


def _above(d: Derivation, sign: str) -> str:
    """With z = φ(0)h − φ > 0: z² + zφ + φ(0)h(φ − φ(0) + gx) is φ(0)h times φ(0)h − φ(0) + gx, which is 0."""
    height = d.have(ge(at_zero * h, 0), sign, "h ≥ 0")
    tight = d.have(eq(at_zero * h * (at_zero * h - at_zero + g * x), 0), by=combination((at_zero**2, "h"), (-at_zero * h * x, "s")))
    return d.conclude("not negative", "supporting line", height, tight)


@theorem(
    sources=(Source("MR", "Definition 1 and Theorem 2", "the generality over the hinge loss is only apparent"),),
    facts=(
        Fact("supporting line", "φ(x) ≥ φ(0) − g·x: convex and g-Lipschitz give it", ge(phi, at_zero - g * x)),
        Fact("not negative", "a loss is not negative", ge(phi, 0)),
        Fact("positive at zero", "the loss at 0 is positive", gt(at_zero, 0)),
        Fact("s", "s is 1/ρ = g/φ(0)", eq(share * at_zero, g), defines=share),
        *positive_part(h, 1 - share * x, "h"),
    ),
    claim=le(at_zero * h, phi),
    sample=sample,
    derivation=derivations.dominated,
    displayed=Displayed("phi >= phi0*h", {"phi": phi, "phi0": at_zero, "h": h}),
)
def hinge_dominates(d: Derivation) -> None:
    """An admissible loss lies above a hinge: φ(x) ≥ φ(0)·(1 − x/ρ)₊ with ρ = φ(0)/g.

    Divided by its value at 0, the loss is at least the hinge loss with margin ρ = φ(0)/g.
    """

    def on(case: str) -> str:
        if d.claims[case] == ge(at_zero, 0):
            return _above(d, case)
        return d.conclude("not negative", case, "h ≥ 0", note="for φ(0) < 0 there is nothing to show")

    d.cases(at_zero, on)
