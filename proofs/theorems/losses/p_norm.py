"""The p-norm loss |x|ᵖ for every real p, by powers and their tangents."""

from proofs.statements.authoring import (
    Derivation, Display, Draw, Fact, Fraction, Images, Instance, Polynomial, define, eq, ge, gt, le, lemma, ln, ln_product, ln_rises,
    ln_tangent, power_of, real, root_of, theorem, weight_of_mixture,
)  # fmt: skip
from proofs.theorems.losses.huber import distance, far, gap


# ------------------------------------------------------------------------------------------------------------------------------------------
# A power lies above its tangents, for every real exponent p ≥ 1: s(tᵖ − sᵖ) ≥ p·sᵖ(t − s) for s, t > 0.
#
# sᵖ is the number whose logarithm is p·ln s. With K = (tᵖ + (p−1)sᵖ)/p the tangents of ln at K give ln t + (p−1)ln s ≤ ln K, so t·sᵖ ≤ sK:
# that is the tangent of the power at s, which for s = 1 is Bernoulli's inequality.

p, s, t, S, T = (real(name) for name in ("p", "s", "t", "S", "T"))
exponent = Fact("exponent", "p ≥ 1, whole or not", ge(p, 1))


ROOTS = tuple(Fraction(a, b) for a, b in ((1, 1), (2, 1), (0, 1), (1, 2), (3, 1), (3, 2)))


def power(root: Fraction, p: Fraction) -> Fraction:
    """(root²)ᵖ, for an exponent p that is half of a whole number."""
    return root ** int(2 * p)


def sample_tangent(draw: Draw) -> Instance:
    p_ = Fraction(1, 2) if draw.rarely() else Fraction(2 + draw.upto(3), 2)
    a, b = (ROOTS[draw.upto(5)] or Fraction(1) for _ in range(2))
    return Instance(0, reals={"p": p_, "s": a * a, "t": b * b, "S": power(a, p_), "T": power(b, p_)})


@theorem(
    exponent,
    Fact("s > 0", "the base of a power is positive", gt(s, 0)),
    Fact("t > 0", "the base of a power is positive", gt(t, 0)),
    *power_of("S", S, p * ln(s), "its logarithm is p times that of the base"),
    *power_of("T", T, p * ln(t), "its logarithm is p times that of the base"),
    claim=Display("s*(T - S) >= p*S*(t - s)", {"s": s, "t": t, "S": S, "T": T, "p": p}),
    sample=sample_tangent,
)
def power_tangent(d: Derivation) -> None:
    """A power lies above its tangents, for every real exponent p ≥ 1: s(tᵖ − sᵖ) ≥ p·sᵖ(t − s) for s, t > 0.

    The tangent at s has the slope p·sᵖ/s; at s = 1 it is Bernoulli’s inequality tᵖ ≥ 1 + p(t − 1).

    Printed, and true with assumptions:
    - MR the list after Definition 1: of |1 − x|ᵖ; |x|ᵖ itself is 0 at 0
    """
    above = d.have(gt(p, 0))
    q, reciprocal = d.inverse(above, "1/p")
    q_sign = d.have(gt(q, 0))
    K = q * (T + (p - 1) * S)
    K_sign = d.have(gt(K, 0))
    first, second = ln_tangent(d, T, K, "T > 0", K_sign), ln_tangent(d, S, K, "S > 0", K_sign)
    both = d.have(
        ge(K * (ln(K) - ln(t) - (p - 1) * ln(s)), 0),
        first,
        q_sign,
        second,
        "exponent",
        "T",
        "S",
        reciprocal,
        note="both tangents at K, in the proportion 1 to p − 1",
    )
    high = d.have(ge(ln(K) - ln(t) - (p - 1) * ln(s), 0), both, K_sign, note="ln t + (p−1) ln s ≤ ln K")
    sides = d.have(gt(t * S, 0)), d.have(gt(s * K, 0), "s > 0", K_sign)
    logs = ln_product(d, t, S, "t > 0", "S > 0"), ln_product(d, s, K, "s > 0", K_sign)
    tangent = ln_tangent(d, s * K, t * S, sides[1], sides[0])
    met = d.have(ge(s * K, t * S), tangent, sides[0], high, *logs, "S", note="t·sᵖ ≤ sK")
    d.conclude(met, above, reciprocal)


# ------------------------------------------------------------------------------------------------------------------------------------------
# The p-norm losses meet Definition 1 on bounded domains: |v|ᵖ is convex, not negative and p·Bᵖ⁻¹-Lipschitz on |v| ≤ B, for real p ≥ 1.
#
# Source: MR Definition 1 and the list after it, “general p-norm losses over bounded domains”. What is meant is φ(x) = |1 − x|ᵖ, where φ(0)
# = 1; x and v = 1 − x have the same differences up to sign, and |x| ≤ r gives |v| ≤ B = 1 + r. p need not be whole: |v|ᵖ is the number
# whose logarithm is p ln|v|, and 0 where v = 0. p ≥ 1 is what makes it convex.
#
# The proofs. A power lies above its tangents (`power-tangent`). As |a|·|m| ≥ am, |v|ᵖ lies above a line through each of its points, of
# slope p|m|ᵖ⁻¹ in size, which is p·Bᵖ⁻¹ at most.

share, B, E = real("τ"), real("B"), real("E")


def size(v: str) -> Polynomial:
    return real(f"s({v})")


def value(v: str) -> Polynomial:
    return real(f"φ({v})")


def at(v: str) -> tuple[Fact, ...]:
    """|v| and |v|ᵖ."""
    said, inside = f"φ({v})", size(v)
    return (
        *root_of(f"s({v})", inside, real(v) ** 2, "a size is not negative", "the size squared is the square"),
        *power_of(said, value(v), p * ln(inside), f"ln |{v}|ᵖ is p ln |{v}|", where=gt(inside, 0)),
        define(f"{said} at 0", "a power of 0 is 0", value(v), 0, where=ge(0, inside)),
    )


def _at_zero(d: Derivation, zero: str, own: str, scale: str) -> str:
    """The claim where a = 0 and so φ(a) = 0."""
    a, m = real("a"), real("m")
    right = d.have(le(a * m, 0))
    return d.conclude(scale, right, "exponent", own, zero, "s(m)")


def line_example() -> Instance:
    """The line through 1 at 4, for p = 3/2."""
    four, one = {"a": 4, "s(a)": 4, "φ(a)": 8}, {"m": 1, "s(m)": 1, "φ(m)": 1}
    return Instance(0, reals={"p": Fraction(3, 2), **{name: Fraction(value) for name, value in (four | one).items()}})


@lemma(
    (exponent, *at("a"), *at("m"), ("m is not 0", gt(size("m"), 0))),
    claim=ge(size("m") ** 2 * (value("a") - value("m")), p * value("m") * real("m") * (real("a") - real("m"))),
    example=line_example,
)
def p_norm_line(d: Derivation) -> None:
    """φ(v) = |v|ᵖ lies above a line through each of its points.

    Proof. |m|²(φ(a) − φ(m)) ≥ p·φ(m)·m(a − m), where |m| > 0.
    """
    a, m, wide = real("a"), real("m"), size("m")
    own = d.apply("φ(m) > 0", "m is not 0")
    d.apply("φ(m)", "m is not 0")
    scale = d.have(ge(p * value("m"), 0))

    def at_zero(case: str) -> str:
        zero = d.apply("φ(a) at 0", case)
        d.have(le(a**2, 0))
        return _at_zero(d, zero, own, scale)

    def elsewhere(case: str) -> str:
        other = d.have(gt(size("a"), 0))
        d.apply("φ(a) > 0", other)
        d.apply("φ(a)", other)
        images: Images = {"s": wide, "t": size("a"), "S": value("m"), "T": value("a")}
        d.cite("power-tangent", note="the tangent at |m|", **images)
        d.have(ge(wide * size("a"), a * m), "s(a)", "s(m)", "s(m) ≥ 0", "s(a) ≥ 0", note="|a||m| ≥ am")
        return d.conclude()

    d.cases(-size("a"), at_zero, elsewhere)


def name(a: str, m: str) -> Images:
    """The line through m at a."""
    pairs = (("a", a), ("m", m))
    return {k: image for own, v in pairs for k, image in ((own, real(v)), (f"s({own})", size(v)), (f"φ({own})", value(v)))}


def not_negative(d: Derivation, v: str) -> str:
    """φ(v) ≥ 0."""

    def otherwise(case: str) -> str:
        return d.have(ge(value(v), 0), d.apply(f"φ({v}) > 0", d.have(gt(size(v), 0))))

    return d.cases(-size(v), lambda case: d.have(ge(value(v), 0), d.apply(f"φ({v}) at 0", case)), otherwise)


def sample(draw: Draw) -> Instance:
    """Points whose sizes are squares, and an exponent that is half of a whole number, so that the powers are rational."""
    p_ = Fraction(1, 2) if draw.rarely() else Fraction(2 + draw.upto(3), 2)
    mixed, weight = draw.upto(2), Fraction(draw.upto(4), 4)
    roots = {name: ROOTS[draw.upto(5)] for name in "xy"}
    points = {name: (1 - 2 * draw.upto(1)) * root**2 for name, root in roots.items()}
    if mixed == 0:
        points["y"], roots["y"] = -points["x"], roots["x"]
    middle = ROOTS[draw.upto(5)]
    points["m"], roots["m"] = (1 - 2 * draw.upto(1)) * middle**2, middle
    gap = points["x"] - points["y"]
    if not draw.rarely():
        weight = (points["m"] - points["y"]) / gap if gap else weight
    high = (max(roots["x"], roots["y"]) if not draw.rarely() else ROOTS[draw.upto(1)]) or Fraction(1)
    powers = {f"φ({name})": power(root, p_) if root else Fraction(0) for name, root in roots.items()}
    return Instance(0, reals={"p": p_, "τ": weight, "B": high**2, "E": power(high, p_ - 1), **points, **powers})


@theorem(
    exponent,
    *weight_of_mixture(share),
    *at("x"),
    *at("y"),
    define("m", "m is the mixture", real("m"), share * real("x") + (1 - share) * real("y")),
    *at("m"),
    claim=Display("fm <= t*fx + (1 - t)*fy", {"fm": value("m"), "t": share, "fx": value("x"), "fy": value("y")}),
    sample=sample,
)
def p_norm_convex(d: Derivation) -> None:
    """|v|ᵖ is convex for every real p ≥ 1: |m|ᵖ ≤ τ|x|ᵖ + (1−τ)|y|ᵖ for m = τx + (1−τ)y.

    Condition 1 of Definition 1: φ(v) is |v|ᵖ, whose logarithm is p ln|v|, or 0 where v = 0.

    Printed, and true:
    - MR the list after Definition 1: of |1 − x|ᵖ; |x|ᵖ itself is 0 at 0
    - MR Definition 1, condition 1: for p-norm losses, p ≥ 1 real

    No derivation: SymPy has nothing to add to power-tangent: the kernel takes that tangent at the mixture, case by case for the
    signs.
    """
    mix = share * value("x") + (1 - share) * value("y") - value("m")

    def at_zero(case: str) -> str:
        zero = d.apply("φ(m) at 0", case)
        return d.conclude(zero, "weight from 0", "weight to 1", not_negative(d, "x"), not_negative(d, "y"))

    def elsewhere(case: str) -> str:
        lines = [d.cite("p-norm-line", **name(v, "m")) for v in ("x", "y")]
        squared = d.have(ge(size("m") ** 2 * mix, 0), "weight from 0", lines[0], "weight to 1", lines[1], "m")
        return d.conclude(case, squared)

    d.cases(-size("m"), at_zero, elsewhere)


@theorem(at("x"), claim=ge(value("x"), 0), sample=sample)
def p_norm_nonnegative(d: Derivation) -> None:
    """|x|ᵖ is not negative.

    Condition 2 of Definition 1, for every real p.

    Printed, and true:
    - MR the list after Definition 1: of |1 − x|ᵖ; |x|ᵖ itself is 0 at 0
    - MR Definition 1, condition 2: for p-norm losses, p real

    No derivation: SymPy has nothing to compute: a power of a positive number is positive, and at 0 the loss is defined as 0.
    """
    not_negative(d, "x")


def sample_positive(draw: Draw) -> Instance:
    """The loss at v = 1, or rarely at 0 too."""
    drawn = sample(draw)
    v = Fraction(draw.upto(1)) if draw.rarely() else Fraction(1)
    return Instance(0, reals={"p": drawn.reals["p"], "v": v, "s(v)": v, "φ(v)": v})


@theorem(Fact("v at 0", "v = 1 − x is 1 at x = 0", eq(real("v"), 1)), *at("v"), claim=gt(value("v"), 0), sample=sample_positive)
def p_norm_positive(d: Derivation) -> None:
    """|1 − x|ᵖ is positive at x = 0, for every real p.

    Condition 3 of Definition 1 for φ(x) = |1 − x|ᵖ, which is |v|ᵖ with v = 1 at x = 0.

    Printed, and true:
    - MR the list after Definition 1: of |1 − x|ᵖ; |x|ᵖ itself is 0 at 0
    - MR Definition 1, condition 3: for p-norm losses, p real

    No derivation: SymPy has nothing to compute: 1 to any power is 1.
    """
    inside = d.have(gt(size("v"), 0))
    d.conclude(d.apply("φ(v) > 0", inside))


def _below_edge(d: Derivation, wide: str) -> str:
    """|x|ᵖ ≤ |x|·Bᵖ⁻¹, from the line |x| > 0."""
    inside, own = size("x"), d.apply("φ(x) > 0", wide)
    log = d.apply("φ(x)", wide)
    rises = ln_rises(d, inside, B, wide, "B > 0", "x in range")
    both = d.have(gt(inside * E, 0))
    split = ln_product(d, inside, E, wide, "E > 0")
    power_tangent = ln_tangent(d, inside * E, value("x"), both, own)
    return d.have(le(value("x"), inside * E), power_tangent, own, rises, "exponent", split, "E", log)


@theorem(
    exponent,
    *at("x"),
    *at("y"),
    *distance,
    Fact("x in range", "|x| ≤ B: x is in the domain", le(size("x"), B)),
    Fact("B > 0", "there is more than one point in the domain", gt(B, 0)),
    *power_of("E", E, (p - 1) * ln(B), "its logarithm is p − 1 times that of B"),
    claim=le(value("x") - value("y"), p * E * far),
    sample=sample,
)
def p_norm_lipschitz(d: Derivation) -> None:
    """|v|ᵖ is p·Bᵖ⁻¹-Lipschitz on |v| ≤ B, for every real p ≥ 1: |x|ᵖ − |y|ᵖ ≤ p·Bᵖ⁻¹|x − y|.

    Condition 4 of Definition 1 for |1 − x|ᵖ on |x| ≤ r, where v = 1 − x has |v| ≤ B = 1 + r; with x and y changed about, y being in the
    domain too, it bounds the size of the difference.

    Printed, and true:
    - MR the list after Definition 1: of |1 − x|ᵖ; |x|ᵖ itself is 0 at 0
    - MR Definition 1, condition 4: for p-norm losses on a bounded domain, p ≥ 1 real
    """

    def at_zero(case: str) -> str:
        zero = d.apply("φ(x) at 0", case)
        return d.conclude(zero, not_negative(d, "y"), d.have(ge(p * E, 0)), "D ≥ 0")

    def elsewhere(case: str) -> str:
        wide = d.have(gt(size("x"), 0))
        below, most = d.cite("p-norm-line", **name("y", "x")), _below_edge(d, wide)
        along = d.have(le(real("x") * gap, size("x") * far), "s(x)", "D", wide, "D ≥ 0")
        scale = d.have(ge(p * value("x"), 0))
        room = d.have(ge(p * size("x") * far, 0))
        scaled = d.have(le(size("x") ** 2 * (value("x") - value("y")), size("x") ** 2 * p * E * far), below, scale, along, room, most, "h")
        return d.conclude(wide, scaled)

    d.cases(-size("x"), at_zero, elsewhere)
