"""Which losses are admissible: the ρ-margin hinge loss is (1/ρ)-Lipschitz; the squared hinge, Huber's loss and |x|ᵖ are not admissible.

Source: MR Definition 1, which asks of φ: convex, φ ≥ 0, φ(0) > 0, g-Lipschitz on ℝ; and its list “the hinge-loss, the squared hinge-loss,
the Huber loss and general p-norm losses over bounded domains”, with “the ρ-margin squared hinge loss is (2r/ρ²)-admissible” before
Corollary 2. The hinge is (convexity is `hinge-convex`).  The squared hinge is Lipschitz on no range without a lower end; on [−r, r] the
constant is 2(ρ + r)/ρ²: at r = ρ = 1 its values at −1 and 0 differ by 3 > 2.  Huber's loss and |x|ᵖ are 0 at 0; of the losses that one
means, H(1 − x) and |1 − x|ᵖ, φ(0) is positive.  What Theorem 2 needs is weaker than all of this: see `affine-minorant`.

The proofs.  With a, b the arguments and s, t their positive parts, (s − t)² ≤ (s − t)(a − b), for s(s − a) = t(t − b) = 0, and s(t − b),
t(s − a) ≥ 0.  So |s − t| ≤ |a − b|; and s² − t² = (s − t)(s + t) has another factor of at most 2(1 + r/ρ).
"""

from proofs.statements.authoring import (
    Derivation, Display, Draw, Fact, FalseClaim, Fraction, Instance, Polynomial, at_least, certificate, define, eq, ge, gt, k, le,
    multiple, nat, number, positive_part, product, real, reciprocal_fact, seq, sequence, size, square, theorem,
)  # fmt: skip

x, y, per_rho, rho, r, s, t = (real(name) for name in ("x", "y", "1/ρ", "ρ", "r", "φ(x)", "φ(y)"))
one = Fraction(1)
symbols = {"x": x, "y": y, "rho": rho, "r": r, "at_x": s, "at_y": t}
margin = reciprocal_fact("ρ", rho)
hinges = (margin, *positive_part(s, 1 - per_rho * x, "φ(x)"), *positive_part(t, 1 - per_rho * y, "φ(y)"))


def sample(draw: Draw) -> Instance:
    rate, first, second, radius = draw.positive(), draw.number(), draw.number(), abs(draw.number())
    return Instance(0, reals={"x": first, "y": second, "ρ": 1 / rate if rate else Fraction(0), "r": radius})


def contraction(d: Derivation) -> str:
    """(s − t)² ≤ q²(x − y)²."""
    closer = d.have(le((s - t) ** 2, (s - t) * per_rho * (y - x)))
    return d.have(le((s - t) ** 2, per_rho**2 * (x - y) ** 2), closer, note="|φ(x) − φ(y)| ≤ |x − y|/ρ")


range_of = (Fact("x in range", "x ≥ −r: x is not left of the range [−r, r]", ge(x, -r)), Fact("y in range", "y ≥ −r: nor is y", ge(y, -r)))
upper = (Fact("x ≤ r", "x is in the range [−r, r]", le(x, r)), Fact("y ≤ r", "y is in the range [−r, r]", le(y, r)))
wide = size("r ≥ 0", "r bounds the range", r)
positive = Fact("positive margin", "ρ > 0", gt(per_rho, 0))


@theorem(
    hinges,
    claim=Display("(at_x - at_y)**2 <= (x - y)**2/rho**2", symbols),
    refuted=FalseClaim(
        "before Corollary 2: the squared hinge is (2r/ρ²)-Lipschitz on [−r, r]",
        le((s**2 - t**2) ** 2, (2 * r * per_rho**2) ** 2 * (x - y) ** 2),
        (*hinges, wide, *range_of, *upper, positive),
        sample,
    ),
)
def admissible_loss(d: Derivation) -> None:
    """The ρ-margin hinge loss is (1/ρ)-Lipschitz: (φ(x) − φ(y))² ≤ (x − y)²/ρ².

    Condition 4 of Definition 1 for the hinge loss; conditions 1 to 3 are convexity, φ ≥ 0 and φ(0) = 1.

    Printed, and false:
    - MR Definition 1 and the list after it: squared hinge, Huber and |x|ᵖ do not satisfy it; the hinge does
    """
    contraction(d)


@theorem(
    (*hinges, *range_of, positive),
    claim=Display("(at_x**2 - at_y**2)**2 <= (2*(1 + r/rho)/rho)**2*(x - y)**2", symbols),
    refuted=admissible_loss.refuted,
)
def squared_hinge_lipschitz(d: Derivation) -> None:
    """The ρ-margin squared hinge φ² is 2(ρ + r)/ρ²-Lipschitz on [−r, ∞): (φ(x)² − φ(y)²)² ≤ (2(1 + r/ρ)/ρ)²(x − y)².

    The constant that takes the place of MR's 2r/ρ²; the slope is steepest at −r, not at r.

    Printed, and false:
    - MR before Corollary 2: prints 2r/ρ², false
    """
    near, high = contraction(d), 1 + per_rho * r

    def below(name: str, at: Polynomial, edge: str) -> str:
        """φ² ≤ (1 + r/ρ)²: it is 0 or 1 − x/ρ."""
        room = d.have(ge(per_rho * (at + r), 0))
        squares = certificate(square(high - real(name)), product(2, f"{name} ≥ 0", room), multiple(-2, name))
        return d.have(le(real(name) ** 2, high**2), room, f"{name} ≥ 0", name, by=squares)

    below("φ(x)", x, "x in range")
    below("φ(y)", y, "y in range")
    steep = d.have(le((s + t) ** 2, 4 * high**2))
    d.conclude(near, steep, note="(s² − t²)² = (s − t)²(s + t)²")


slope = real("g")


@theorem(
    Fact("positive slope", "g > 0 stands for what would be a Lipschitz constant", gt(slope, 0)),
    define("x", "x = −g", x, -slope),
    *at_least(s, ("φ(x) ≥ its argument", "the hinge loss at x is at least 1 − x", 1 - x)),
    claim=Display("at_x**2 - 1 > g**2", {"at_x": s, "g": slope}),
    refuted=admissible_loss.refuted,
)
def squared_hinge_not_lipschitz(d: Derivation) -> None:
    """The squared hinge φ² has no Lipschitz constant: φ(x)² − 1 > g·|x − 0| at x = −g, for every g > 0 (ρ = 1).

    For every g there are two points whose values are further apart than g times their distance.

    Printed, and false:
    - MR the list after Definition 1

    Proof. φ(−g)^(1/2) ≥ 1 + g, so φ(−g) − 1 ≥ 2g + g².
    """
    d.have(ge(s, 1 + slope))


h, delta = real("H(1)"), real("δ")


@theorem(
    Fact("positive width", "Huber's loss is v²/2 up to |v| = δ and straight from there on", gt(delta, 0)),
    define("narrow", "H(1) = 1/2 where δ ≥ 1", h, Fraction(1, 2), where=ge(delta, 1)),
    define("wide", "H(1) = δ(1 − δ/2) where δ < 1", h, delta - delta**2 * Fraction(1, 2), where=gt(1, delta)),
    claim=gt(h, 0),
    refuted=FalseClaim(
        "the list: Huber's loss φ(x) = H(x) has φ(0) > 0",
        gt(real("φ(0)"), 0),
        (define("φ(0)", "Huber's loss is v²/2 for |v| ≤ δ, so 0 at 0", real("φ(0)"), 0),),
        lambda draw: Instance(0, reals={"φ(0)": Fraction(0)}),
    ),
)
def admissible_loss_huber(d: Derivation) -> None:
    """Huber's loss of 1 − x is positive at 0: H(1) > 0.

    Condition 3 of Definition 1 holds for φ(x) = H(1 − x); for φ(x) = H(x) it fails, as H(0) = 0, which refutes the printed form.

    Printed, and true with assumptions:
    - MR the list after Definition 1: Huber's loss itself violates condition 3
    """

    def otherwise(case: str) -> str:
        d.apply("wide", d.have(gt(1, delta)))
        return d.conclude()

    d.cases(delta - 1, lambda case: d.conclude(d.apply("narrow", case)), otherwise)


n, P, base = nat("p"), seq("power"), real("v")


def sample_power(draw: Draw) -> Instance:
    exponent, value = draw.upto(3), draw.number() if draw.rarely() else one
    return Instance(exponent, {"p": exponent}, {"v": value})


powers = sequence("power", P, 1, base * P(k), "the zeroth power is 1", "the next power is v times as much")


@theorem(
    (Fact("shifted", "the loss |1 − x|ᵖ at x = 0 is 1ᵖ", eq(base, 1)), *powers),
    claim=gt(P(n), 0),
    sample=sample_power,
    refuted=FalseClaim(
        "the list: φ(x) = |x|ᵖ has φ(0) > 0",
        gt(P(n), 0),
        (*powers, Fact("v = 0", "the loss |x|ᵖ at x = 0 is 0ᵖ", eq(base, 0)), Fact("p ≥ 1", "convex: p ≥ 1", ge(number(n), 1))),
        lambda draw: Instance(1, {"p": 1}, {"v": Fraction(0)}, {"power": [one, Fraction(0), Fraction(0)]}),
    ),
)
def admissible_loss_power(d: Derivation) -> None:
    """|1 − x|ᵖ is positive at x = 0, for whole p.

    Condition 3 of Definition 1 holds for φ(x) = |1 − x|ᵖ, here for whole p; for φ(x) = |x|ᵖ it fails, as |0|ᵖ is 0 from p = 1 on, which
    refutes the printed form.

    Printed, and true with assumptions:
    - MR the list after Definition 1: “general p-norm losses”: |x|ᵖ violates condition 3

    No derivation: SymPy has nothing to find: 1ᵖ = 1 > 0, where the printed 0ᵖ is 0.
    """

    d.at(d.induction(lambda i: gt(P(i), 0)), n)
