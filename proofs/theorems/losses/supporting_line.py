"""Convex and Lipschitz gives the affine minorant that MR Theorem 2 needs: φ(x) ≥ φ(0) + c·x at every margin x, for some c with |c| ≤ g.

Source: MR Definition 1, conditions 1 and 4, of which `affine-minorant` uses a line below φ through φ(0) only.  c is the greatest of −g and
the slopes (φ(0) − φ(x))/(−x) of the chords from 0 to the margins x < 0, one of finitely many numbers: no less than any, and no more than
whatever is no less than all.  With u turned round if c > 0 that is a minorant of slope −|c|, and |c| ≤ g.

The proof.  Left of 0 it is what c is.  Right of 0 the chord from a margin on the left to one on the right lies above φ(0), so the slope
from 0 to the right is no less than any from the left; nor is it less than −g, as φ is g-Lipschitz.  So c is no more.
"""

from proofs.statements.authoring import (
    Derivation, Draw, Fact, Formula, Fraction, Implies, Index, Instance, NoDerivation, Polynomial, Source, certificate, eq, every, ge, gt,
    implies, k, le, nat, number, product, real, seq, square, theorem,
)  # fmt: skip
from proofs.theorems.losses.affine_minorant import at_zero, g, m, phi

x, b, c = seq("x"), seq("b"), real("c")
i = nat("i")


def chord(j: Index, at: Index) -> Formula:
    """φ(0) is below the chord from the margin x(at) < 0 to x(j) > 0."""
    return le((x(j) - x(at)) * at_zero, x(j) * phi(at) - x(at) * phi(j))


def no_less(slope: Polynomial) -> Formula:
    """A number is no less than the slope of any chord to the left."""
    return every(i, implies(gt(0, x(i)), ge(-slope * x(i), at_zero - phi(i))), below=m)


facts = (
    Fact(
        "convex",
        "φ is convex: φ(0) is below the chord from a margin x(i) < 0 to a margin x(k) > 0; L(k) is φ at x(k)",
        every(k, every(i, implies(gt(x(k), 0), implies(gt(0, x(i)), chord(k, i))), below=m), below=m),
    ),
    Fact(
        "Lipschitz right",
        "φ is g-Lipschitz: φ(0) − φ(x) ≤ gx for a margin x ≥ 0",
        every(k, implies(ge(x(k), 0), le(at_zero - phi(k), g * x(k))), below=m),
    ),
    Fact(
        "b",
        "b(k) is the slope of the chord from 0 to a margin x(k) > 0",
        every(k, implies(gt(x(k), 0), eq(x(k) * b(k), phi(k) - at_zero)), below=m),
        defines=b,
    ),
    Fact("c is no less", "c is no less than the slope of any chord from 0 to the left", no_less(c)),
    Fact(
        "c is no more",
        "c is no more than a slope b(k) that is no less than −g and those",
        every(k, implies(gt(x(k), 0), implies(ge(b(k), -g), implies(no_less(b(k)), le(c, b(k))))), below=m),
    ),
)


def sample(draw: Draw) -> Instance:
    """A maximum of a line and 0, or the distance from a point; rarely it is another function, or c another number."""
    steep, place, kink = draw.positive(), draw.number(7), draw.upto(1)

    def loss(value: Fraction) -> Fraction:
        return max(Fraction(0), steep * (place - value)) if kink else steep * abs(value - place)

    count = draw.upto(3)
    at = [draw.number(9) for _ in range(count + 2)]
    losses = [loss(value) + (draw.number() if draw.rarely() else 0) for value in at]
    zero, most = loss(Fraction(0)), draw.number() if draw.rarely() else steep
    left = [(zero - value) / -place for place, value in zip(at[:count], losses, strict=False) if place < 0]
    greatest = draw.number() if draw.rarely() else max([-most, *left])
    right = [(value - zero) / place if place > 0 else Fraction(0) for place, value in zip(at, losses, strict=True)]
    return Instance(
        count + 1,
        {"M": count},
        {"φ(0)": zero, "g": most, "c": greatest},
        {"x": [*at, Fraction(0)], "L": [*losses, zero], "b": [*right, Fraction(0)]},
    )


def above(j: Index) -> Formula:
    return ge(phi(j), at_zero + c * x(j))


def _applied(d: Derivation, line: str, *premises: str) -> str:
    """What an implication gives where its premises hold, one after the other."""
    for premise in premises:
        claim = d.claims[line]
        assert isinstance(claim, Implies)
        line = d.line("apply", claim.conclusion, [line, premise])
    return line


def _beside(d: Derivation, j: Index, case: str, other: str, steep: str) -> str:
    """The claim at x(j) = 0, or at x(j) > 0, from the line φ(0) − φ(x) ≤ gx."""
    if d.claims[other] == ge(-x(j), 0):
        flat = d.have(le(x(j) ** 2, 0), case, other)
        small = d.have(le(((g + c) * x(j)) ** 2, 0), by=certificate(product(flat, square(g + c))))
        return d.have(above(j), steep, d.have(le((g + c) * x(j), 0), small))
    right = d.have(gt(x(j), 0), other)
    value = _applied(d, d.at("b", j), right)
    low = d.have(ge(b(j), -g), right, steep, value)
    o = Index("o")
    among = d.assume(ge(m, number(o) + 1))
    left = d.assume(gt(0, x(o)))
    between = _applied(d, d.at(d.at("convex", j), o), right, left)
    slope = d.have(ge(-b(j) * x(o), at_zero - phi(o)), right, between, value)
    every_left = d.generalise(d.discharge(d.discharge(slope, left), among), o)
    most = _applied(d, d.at("c is no more", j), right, low, every_left)
    return d.have(above(j), most, right, value)


@theorem(
    sources=(
        Source("MR", "Definition 1", "conditions 1 and 4 give the supporting line at 0 that Theorem 2 needs"),
        Source("MR", "proof of Theorem 2", "in the place of Jensen’s inequality"),
    ),
    facts=facts,
    claim=every(k, above(k), below=m),
    sample=sample,
    derivation=NoDerivation("Nothing is to be found: a chord from the left of 0 to its right lies above φ(0)."),
)
def supporting_line(d: Derivation) -> None:
    """Convex and Lipschitz gives the affine minorant: φ(x) ≥ φ(0) + c·x at every margin.

    c is the greatest of −g and the slopes of the chords from 0 to the margins on its left; L(k) is φ at x(k), for the M margins.
    """
    j = Index("j")
    inside = d.assume(ge(m, number(j) + 1))

    def on(case: str) -> str:
        if d.claims[case] == ge(x(j), 0):
            steep = _applied(d, d.at("Lipschitz right", j), case)
            return d.cases(-x(j), lambda other: _beside(d, j, case, other, steep))
        return d.have(above(j), _applied(d, d.at("c is no less", j), d.have(gt(0, x(j)), case)))

    d.generalise(d.discharge(d.cases(x(j), on), inside), j)


@theorem(
    sources=(Source("MR", "Definition 1", "condition 4 bounds the slope of the line at 0"),),
    facts=(
        Fact("slope", "g ≥ 0", ge(g, 0)),
        Fact(
            "Lipschitz left",
            "φ is g-Lipschitz: φ(0) − φ(x) ≤ g|x| for a margin x < 0",
            every(k, implies(gt(0, x(k)), le(at_zero - phi(k), -g * x(k))), below=m),
        ),
        Fact(
            "c is no more than g",
            "c is no more than g, if that is no less than −g and the slopes",
            implies(ge(g, -g), implies(no_less(g), le(c, g))),
        ),
    ),
    claim=le(c, g),
    sample=sample,
    derivation=NoDerivation("Nothing is to be found: no chord of a g-Lipschitz loss is steeper than g."),
)
def supporting_line_slope(d: Derivation) -> None:
    """The supporting line at 0 of a g-Lipschitz loss has a slope of at most g.

    c, the greatest of −g and the slopes of the chords from 0 to the margins on its left, is at most g, and at least −g anyway.
    """
    o = Index("o")
    among = d.assume(ge(m, number(o) + 1))
    left = d.assume(gt(0, x(o)))
    steep = _applied(d, d.at("Lipschitz left", o), left)
    every_left = d.generalise(d.discharge(d.discharge(d.have(ge(-g * x(o), at_zero - phi(o)), steep), left), among), o)
    _applied(d, "c is no more than g", d.have(ge(g, -g), "slope"), every_left)
