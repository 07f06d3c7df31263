"""The ratios between the hinge bounds are attained, so 25/16 and (405 + 51√17)/512 are the smallest factors possible.

In no source; `hinge-order-mr-ratio` and `hinge-order-ssbd-ratio` prove that the factors suffice.  With b = ‖w*‖R, H = t² and s the larger
root of s² = bs + H: at H = 4b²/9 MR (4) is 25/16 of the exact root, and at √H = (√17 − 1)s/8 SSBD 21.16 is (405 + 51√17)/512 of it.  A run
with such b and H exists: one unit example with w* = ¾x has b = 3/4, H = 1/4, exact root 1 = M, and (b + √H)² = 25/16.

The proofs.  At t = 2b/3 the root is 4b/3, as (3s − 4b)(3s + b) = 0 and s, b are not both 0 unless all is.  At t = vs, v = (√17 − 1)/8,
s(b − s(1 − v²)) = 0 puts b at s(1 − v²), where SSBD is (v² + (1 − v²)² + v(1 − v²))s².  A factor C that suffices there is no smaller.
"""

from proofs.statements.authoring import (
    Derivation, Displayed, Draw, Exact, Fact, Fraction, Instance, Polynomial, Root, Surd, certificate, combination, eq, ge, gt, le, real,
    strict, theorem,
)  # fmt: skip
from proofs.theorems.hinge import sharper_derivations
from proofs.theorems.hinge.order import SYMBOLS, K, b, mr, of_exact, r, root, root_17, root_H, s, some_length, sources, ssbd, t

C = real("C")
at_mr = Fact("worst loss", "√H is 2b/3", eq(3 * t, 2 * b))
at_ssbd = Fact("worst loss", "√H is (√17 − 1)/8 of s", eq(8 * t, (r - 1) * s))


def factor(bound: Polynomial) -> Fact:
    return Fact("the factor", "the bound is at most C times the exact root's bound s²", le(bound, C * s**2))


def sample_mr(draw: Draw) -> Instance:
    """s and √H = vs with v = 1/2, that is H = 4b²/9; rarely another v."""
    size = abs(draw.number())
    return _values(draw, size, Surd.rational(Fraction(1, 2) if not draw.rarely() else Fraction(draw.upto(4), 4)), Fraction(25, 16))


def sample_ssbd(draw: Draw) -> Instance:
    """s and √H = vs with v = (√17 − 1)/8, rarely with v = 1/2."""
    worst = Surd({1: Fraction(-1, 8), 17: Fraction(1, 8)})
    found = _values(draw, abs(draw.number()), worst if not draw.rarely() else Surd.rational(Fraction(1, 2)), Fraction(61, 50))
    return Instance(0, reals={**found.reals, "√17": Root(Fraction(17))})


def _values(draw: Draw, size: Fraction, v: Surd, enough: Fraction) -> Instance:
    """b = s(1 − v²), and C mostly enough, or rarely 19/16."""
    scale = Surd.rational(size)
    least = Fraction(19, 16) if draw.rarely() else draw.number() if draw.rarely() else enough + draw.upto(2)
    reals: dict[str, Exact | int] = {"b": scale - v * v * scale, "√H": v * scale, "H": v * scale * v * scale, "s": size, "C": least}
    return Instance(0, reals=reals)


@theorem(
    sources,
    (*root_H, *of_exact, at_mr),
    ge(16 * mr, 25 * s**2),
    sample_mr,
    printed="true",
    derivation=sharper_derivations.mr_worst,
    displayed=Displayed("16*(b + sqrt(H))**2 >= 25*s**2", SYMBOLS),
)
def hinge_order_mr_ratio_attained(d: Derivation) -> None:
    """MR (4) is 25/16 of the exact root at H = 4b²/9: 16(b + √H)² ≥ 25s².

    Equality with `hinge-order-mr-ratio`, at H = 4b²/9.
    """
    factors = d.have(eq((3 * s - 4 * b) * (3 * s + b), 0), "s", "worst loss")
    sign = d.have(ge(b, 0), "worst loss", "√H ≥ 0")
    least = d.have(ge(s, 0), "s ≥ b", sign)
    short = d.have(le(3 * s, 4 * b), factors, least, sign, note="s ≤ 4b/3")
    d.conclude(short, "worst loss", least, sign)


@theorem(
    sources,
    (*root_H, *of_exact, at_mr, some_length, factor(mr)),
    ge(16 * C, 25),
    sample_mr,
    ("hinge-order-mr-ratio-attained",),
    printed="true",
)
def hinge_order_mr_ratio_optimal(d: Derivation) -> None:
    """No factor below 25/16 takes the exact root to MR (4).

    (b + √H)² ≤ C·s² at H = 4b²/9, b > 0, needs C ≥ 25/16.

    Proof. C·s² ≥ the bound ≥ (the ratio)·s², and s > 0.
    """
    attained = d.cite("hinge-order-mr-ratio-attained")
    size = d.have(gt(s, 0), "s ≥ b", "some length")
    d.conclude(attained, "the factor", size)


@theorem(
    sources,
    (*root, at_ssbd, *root_17),
    ge(ssbd, K * s**2),
    sample_ssbd,
    printed="true",
    derivation=sharper_derivations.ssbd_worst,
    displayed=Displayed("sqrt(H)**2 + b**2 + b*sqrt(H) >= (405 + 51*sqrt(17))/512*s**2", SYMBOLS),
)
def hinge_order_ssbd_ratio_attained(d: Derivation) -> None:
    """SSBD 21.16 is (405 + 51√17)/512 of the exact root at √H = (√17 − 1)s/8.

    Equality with `hinge-order-ssbd-ratio`, at √H = (√17 − 1)s/8.
    """
    v, rest = Fraction(1, 8) * (r - 1), Fraction(1, 32) * (23 + r)
    low = d.have(eq(t, v * s), "worst loss")
    factors = d.have(eq(s * (b - rest * s), 0), by=combination((-1, "s"), (-(t + v * s), low), (-Fraction(1, 64) * s**2, "√17")))
    length = d.have(ge(b, rest * s), factors, "b ≥ 0", note="b = s(1 − v²)")
    sign = d.have(ge(rest * s, 0), d.have(ge(s, 0), "s ≥ b", "b ≥ 0"), "√17 ≥ 0")
    long = d.have(ge(b**2, (rest * s) ** 2), length, sign, "b ≥ 0")
    cross = d.have(ge(b * t, rest * s * t), length, "√H ≥ 0")
    d.conclude(long, cross, low, "√17")


@theorem(
    sources,
    (*root_H, *of_exact, at_ssbd, *root_17, some_length, factor(ssbd)),
    ge(C, K),
    sample_ssbd,
    ("hinge-order-ssbd-ratio-attained",),
    printed="true",
)
def hinge_order_ssbd_ratio_optimal(d: Derivation) -> None:
    """No factor below (405 + 51√17)/512 takes the exact root to SSBD 21.16.

    H + b² + b√H ≤ C·s² there, with b > 0, needs C ≥ (405 + 51√17)/512.
    """
    d.have(ge(b, 0), "some length")
    attained = d.cite("hinge-order-ssbd-ratio-attained")
    size = d.have(gt(s, 0), "s ≥ b", "some length")
    d.conclude(by=certificate(attained, "the factor", strict("z", size, size)))
