"""No smaller factor of b² = ‖w*‖²R² is possible beside B·H, for 1 < B ≤ 2: a bound A·b² + B·H has A ≥ B²/(4(B−1)), as `hinge-pareto` has.

In no source.  One unit example, with w* = 2(B−1)/B times it, attains the Pareto bound.  For B > 2 that w* has a margin above 1, and BL's
b² + 2H ≤ b² + BH shows that the factor 1 will do.
"""

from proofs.statements.authoring import (
    Derivation, Displayed, Draw, Fact, Fraction, Instance, Source, certificate, eq, ge, gt, inner, le, multiple, null, positive_part,
    product, real, square, theorem, vec,
)  # fmt: skip
from proofs.theorems.hinge import order_derivations

A, B, c, H = (real(name) for name in ("A", "B", "c", "H"))
z, u = vec("z"), vec("u")
one = Fraction(1)


def sample_optimal(draw: Draw) -> Instance:
    weight = draw.positive() or Fraction(2)
    rate = 2 * (weight - 1) / weight
    loss = max(Fraction(0), 1 - rate)
    least = (1 - weight * loss) / rate**2 if rate else draw.number()
    factor = draw.number() if draw.rarely() else least + draw.upto(2)
    reals = {"A": factor, "B": weight, "c": rate, "H": loss}
    return Instance(0, reals=dict(reals), vectors={"z": (one,), "u": (rate,)})


@theorem(
    (Source("BL", "M ≤ ‖w*‖² + 2·hinge"),),
    (
        Fact("B > 1", "B > 1", gt(B, 1)),
        Fact("B ≤ 2", "B ≤ 2", le(B, 2)),
        Fact("unit example", "one example of length 1", eq(inner(z, z), 1)),
        Fact("c", "c is 2(B − 1)/B", eq(c * B, 2 * (B - 1)), defines=c),
        Fact("comparator", "w* is c times the example", null(u - c * z), defines=u),
        *positive_part(H, 1 - inner(u, z), "H"),
        Fact("the bound", "M ≤ A‖w*‖²R² + B·H holds of that run, where M = R = 1", le(1, A * inner(u, u) + B * H)),
    ),
    ge(4 * (B - 1) * A, B**2),
    sample_optimal,
    printed="true",
    derivation=order_derivations.pareto_factor,
    displayed=Displayed("4*(B - 1)*A >= B**2", {"A": A, "B": B}),
)
def hinge_pareto_optimal(d: Derivation) -> None:
    """No smaller factor beside B·H: A ≥ B²/(4(B−1)) for 1 < B ≤ 2.

    A bound A‖w*‖²R² + B·H that holds of one unit example has A ≥ B²/(4(B−1)).
    """
    least, along = d.have(le(c, 1), "c", "B > 1", "B ≤ 2"), d.expand("comparator", z)
    gain, far = d.have(eq(inner(u, z), c), along, "unit example"), d.expand("comparator", u)
    size = d.have(eq(inner(u, u), c**2), far, gain)
    room = d.have(ge(1 - c, 0), least)
    part = d.have(eq(H * (H - 1 + c), 0), "H", gain)
    loss = d.have(le(H, 1 - c), part, room, note="H = 1 − c")
    weighed = d.have(le(B * H, B * (1 - c)), loss, "B > 1")
    count = d.have(eq(A * inner(u, u), A * c**2), size)
    met = d.have(ge(A * c**2, B - 1), "the bound", weighed, count, "c")
    scaled = d.have(
        ge(4 * A * (B - 1) ** 2, B**2 * (B - 1)),
        note="B² times that",
        by=certificate(product(met, square(B)), multiple(-A * (c * B + 2 * (B - 1)), "c")),
    )
    d.conclude(scaled, "B > 1")
