"""BL's hinge bound against the exact root: strictly above it where there is loss, at most twice it, and 2 is the smallest such factor.

Source: BL M ≤ ‖w*‖² + 2·hinge.  With b = ‖w*‖R, H = t² and s² = bs + H: BL is b² + 2H (`hinge-order-bl`).

The proofs.  BL − s² is (s − b)², and s = b would put H = s(s − b) at 0.  2s² − BL is b(2s − b).  At b = 0 the root is √H, and BL 2H; that
is a limit of b > 0, where BL is less than twice the root.
"""

from proofs.statements.authoring import (
    Derivation, Displayed, Draw, Fact, Fraction, Instance, certificate, eq, ge, gt, le, multiple, product, square, strict, theorem,
)  # fmt: skip
from proofs.theorems.hinge import order
from proofs.theorems.hinge.order import b, bl, of_exact, root, root_H, s, some_loss, sources, t
from proofs.theorems.hinge.order_attained import C, factor

two = Fraction(2)


def sample(draw: Draw) -> Instance:
    """Any s and √H ≤ s; mostly b = 0 and a factor of 2 or more, for the last page."""
    found = order.sample(draw)
    size = abs(draw.number())
    reals = dict(found.reals) if draw.rarely() else {"b": Fraction(0), "s": size, "√H": size, "H": size**2}
    return Instance(0, reals={**reals, "C": draw.number() if draw.rarely() else two + draw.upto(2)})


@theorem(
    sources[:1],
    (*root_H, of_exact[1], some_loss),
    gt(bl, s**2),
    order.sample,
    printed="true",
    displayed=Displayed("s**2 < b**2 + 2*sqrt(H)**2", order.SYMBOLS),
)
def hinge_order_bl_strict(d: Derivation) -> None:
    """BL's bound is strictly above the exact root where H > 0: s² < b² + 2H.

    BL's bound is attained only if H = 0.
    """
    d.conclude(
        note="(s − b)², and s(s − b) = H",
        by=certificate(multiple(-(s**2 - t**2 + b * s), "s"), strict(*["some loss"] * 4), product("z", square(s))),
    )


@theorem(
    sources[:1], root, le(bl, 2 * s**2), order.sample, printed="true", displayed=Displayed("b**2 + 2*sqrt(H)**2 <= 2*s**2", order.SYMBOLS)
)
def hinge_order_bl_ratio(d: Derivation) -> None:
    """BL's bound is at most twice the exact root: b² + 2H ≤ 2s².

    With equality at b = ‖w*‖R = 0.
    """
    d.conclude("s", "b ≥ 0", "s ≥ b", note="2s² − b² − 2H is b(2s − b)")


@theorem(sources[:1], (*root_H, *of_exact, Fact("no length", "b = 0", eq(b, 0)), some_loss, factor(bl)), ge(C, 2), sample, printed="true")
def hinge_order_bl_ratio_optimal(d: Derivation) -> None:
    """No factor below 2 takes the exact root to BL's bound.

    b² + 2H ≤ C·s² at b = 0 < H needs C ≥ 2; as b → 0 the ratio tends to 2.
    """
    size = d.have(eq(s**2, t**2), "s", "no length")
    d.conclude(
        note="2H ≤ C·H", by=certificate("the factor", multiple(b, "no length"), multiple(-C, size), strict("z", "some loss", "some loss"))
    )
