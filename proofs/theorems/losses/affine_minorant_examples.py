"""Two losses with an affine minorant: e^(−x) ≥ 1 − x, which no Lipschitz condition covers, and ln(1 + e^(−x)) ≥ ln 2 − x/2.

Source: MR Definition 1 asks for a Lipschitz loss, which e^(−x) is not, and gives the logistic loss its Lipschitz constant 1 where 1/2 will
do in Theorem 2: `affine-minorant` needs a supporting line at 0 and no more.

The proofs.  Said with E = e^x, so that x = ln E.  The first is the tangent of ln at E.  For the second, (1 + 1/E)²E = E + 2 + 1/E ≥ 4, and
ln rises.
"""

from proofs.statements.authoring import (
    Derivation, Displayed, Draw, Fact, Fraction, Instance, Source, certificate, eq, ge, gt, ln, ln_product, ln_tangent, multiple, poly,
    product, real, square, theorem,
)  # fmt: skip

one, half = Fraction(1), Fraction(1, 2)
E, per_E = real("E"), real("1/E")
facts = (
    Fact("E > 0", "E is e to the power x: any positive number, x being ln E", gt(E, 0)),
    Fact("1/E", "1/E is e to the power −x", eq(per_E * E, 1), defines=per_E),
)
SOURCE = Source("MR", "Definition 1", "asks for more than Theorem 2 needs")


def sample(draw: Draw) -> Instance:
    value = abs(draw.number()) * abs(draw.number()) or one
    return Instance(0, reals={"E": value, "1/E": 1 / value})


@theorem(sources=(SOURCE,), facts=facts, claim=ge(per_E, 1 - ln(E)), sample=sample, displayed=Displayed("1/E >= 1 - log(E)", {"E": E}))
def affine_minorant_exponential(d: Derivation) -> None:
    """The exponential loss has the affine minorant 1 − x: g = 1 in MR Theorem 2, without a Lipschitz condition.

    e^(−x) ≥ 1 − x.
    """
    tangent, unit = ln_tangent(d, poly(1), E, d.have(gt(1, 0)), "E > 0"), d.axiom("ln-one")
    sign = d.have(gt(per_E, 0), "1/E", "E > 0")
    d.conclude(tangent, unit, sign, "1/E", note="times 1/E")


@theorem(
    sources=(SOURCE,),
    facts=facts,
    claim=ge(ln(1 + per_E), ln(poly(2)) - half * ln(E)),
    sample=sample,
    cites=("ln-monotone",),
    displayed=Displayed("log(1 + 1/E) >= log(2) - log(E)/2", {"E": E}),
)
def affine_minorant_logistic(d: Derivation) -> None:
    """The logistic loss has the affine minorant ln 2 − x/2: g = 1/2 in MR Theorem 2, half its Lipschitz constant.

    ln(1 + e^(−x)) ≥ ln 2 − x/2.
    """
    sign = d.have(gt(per_E, 0), "1/E", "E > 0")
    up, two = d.have(gt(1 + per_E, 0), sign), d.have(gt(2, 0))
    squared = d.have(gt((1 + per_E) * (1 + per_E), 0), up)
    d.have(gt((1 + per_E) * (1 + per_E) * E, 0), squared, "E > 0")
    doubled = ln_product(d, 1 + per_E, 1 + per_E, up, up)
    whole = ln_product(d, (1 + per_E) * (1 + per_E), E, squared, "E > 0")
    four = ln_product(d, poly(2), poly(2), two, two)
    d.have(gt(4, 0))
    d.have(
        ge((1 + per_E) * (1 + per_E) * E, 4),
        note="(1 + 1/E)²E = E + 2 + 1/E ≥ 4",
        by=certificate(multiple(4 + per_E - E, "1/E"), product(sign, square(E - 1))),
    )
    rises = d.cite("ln-monotone", a=poly(4), b=(1 + per_E) * (1 + per_E) * E, note="ln rises")
    d.conclude(rises, doubled, whole, four)
