"""How the hinge bounds compare: exact root ≤ SSBD 21.16 ≤ MR (4), exact root ≤ BL, by how much, and where they are equal.

In no source; MR 3.3 and the texts side by side ask for it.  With b = ‖w*‖R, H = t² the hinge loss and s the larger root of s² = bs + H, the
bounds on M are: exact root s²; SSBD H + b² + bt; MR (4) (b + t)²; BL b² + 2H.

The proofs.  SSBD − s² is b(b + t − s), and (b + t − s)(t + s) = bt; MR (4) has bt more.  BL − s² is (s − b)². BL −
SSBD is t(t − b), so SSBD is at most BL where t ≥ b, and BL at most SSBD where t ≤ b.  Relaxing costs little: MR (4) is at most 25/16 of the
exact root, as (5s − 4b)² − 16H = (3s − 4b)², with equality at H = 4b²/9; SSBD at most (405 + 51√17)/512 = 1.2017…, as s² times the
difference is (t − vs)² times what is not negative, with equality at t = vs, v = (√17 − 1)/8.  Where b > 0 and H > 0 all is strict.
"""

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.statements.authoring import (
    Callable, Derivation, Displayed, Draw, Fact, Formula, Fraction, Instance, Property, Root, Source, certificate, eq, ge, gt, le, multiple,
    multiples, product, real, root_of, square, strict, theorem,
)  # fmt: skip
from proofs.theorems.hinge import order_derivations

b, s, t, r, H = (real(name) for name in ("b", "s", "√H", "√17", "H"))
of_bl, of_ssbd = real("BL"), real("SSBD")
K = Fraction(1, 512) * (405 + 51 * r)
ssbd, mr, bl = t**2 + b**2 + b * t, (b + t) ** 2, b**2 + 2 * t**2
sources = (Source("BL", "M ≤ ‖w*‖² + 2·hinge"), Source("SS", "Theorem 21.16", "from the book"), Source("MR", "Corollary 1, (4)"))
length = Fact("b ≥ 0", "b = ‖w*‖R is not negative", ge(b, 0))
root_H = (
    Fact("H ≥ 0", "H, the hinge loss, is not negative", ge(H, 0)),
    *root_of("√H", t, H, "the root of the hinge loss", "√H squared is H, the hinge loss"),
)
NAMED = ("√H", "BL", "SSBD")
SYMBOLS = {"s": s, "b": b, "H": H}
two_bounds = (
    *root_H,
    Fact("BL", "BL is BL's bound", eq(of_bl, b**2 + 2 * H), defines=of_bl),
    Fact("SSBD", "SSBD is the bound of SSBD 21.16", eq(of_ssbd, H + b**2 + b * t), defines=of_ssbd),
)
much_loss = Fact("much loss", "√H is at least b = ‖w*‖R", ge(t, b))
little_loss = Fact("little loss", "√H is at most b = ‖w*‖R", le(t, b))
of_exact = (Fact("s ≥ b", "s is the larger root", ge(s, b), defines=s), Fact("s", "s² = bs + H", eq(s**2, b * s + t**2), defines=s))
root = (length, *root_H, *of_exact)
some_length = Fact("some length", "b = ‖w*‖R > 0", gt(b, 0))
some_loss = Fact("some loss", "H > 0", gt(t, 0))
root_17 = root_of("√17", r, 17, "a root", "of 17")


def sample(draw: Draw) -> Instance:
    """s and t = vs with 0 ≤ v ≤ 1, and so b = s − t²/s."""
    size, share = abs(draw.number()), Fraction(draw.upto(8), 8)
    low = share * size
    reals = {"b": size - share * low, "s": size, "√H": low, "H": low**2}
    if not size:
        reals = dict.fromkeys(reals, Fraction(0))
    return Instance(0, reals=dict(reals))


def sample_loss(draw: Draw) -> Instance:
    """b and √H, either of which may be the larger."""
    length, low = draw.number(), abs(draw.number())
    bounds = {"BL": length**2 + 2 * low**2, "SSBD": low**2 + length**2 + length * low}
    return Instance(0, reals={"b": length, "√H": low, "H": low**2, **bounds})


def sample_17(draw: Draw) -> Instance:
    found = sample(draw)
    return Instance(0, reals={**found.reals, "√17": Root(Fraction(17))})


def ordered(
    claim: Formula, text: str, derivation: Callable[[], SymbolicDerivation]
) -> Callable[[Callable[[Derivation], object]], Property]:
    """A theorem on the exact root."""
    displayed = Displayed(text, SYMBOLS)
    return theorem(sources, root, claim, sample, printed="true", derivation=derivation, displayed=displayed)


@ordered(ge(ssbd, s**2), "s**2 <= sqrt(H)**2 + b**2 + b*sqrt(H)", order_derivations.ssbd)
def hinge_order_ssbd(d: Derivation) -> None:
    """The exact root is at most SSBD 21.16: s² ≤ H + b² + b√H.

    The exact root’s bound s², s² = bs + H with b = ‖w*‖R, is at most SSBD’s.

    Proof. (b + √H − s)(√H + s) = b√H, so that b(b + √H − s) is not negative where √H + s > 0; elsewhere √H is 0.
    """

    def on(case: str) -> str:
        if d.claims[case] == gt(t + s, 0):
            return d.conclude(by=certificate(strict("z", case), product("√H ≥ 0", square(b)), multiple(-(b + t + s), "s")))
        gone = d.have(le(t**2, 0), "√H ≥ 0", "s ≥ b", case, "s")
        least = d.have(le(t, 0), gone)

        def signed(sign: str) -> str:
            return d.have(ge(b * t, 0), sign, "√H ≥ 0" if d.claims[sign] == ge(b, 0) else least)

        return d.conclude(by=certificate(square(b - s), gone, d.cases(b, signed), multiple(-2, "s")))

    d.cases(-(t + s), on)


@ordered(ge(mr, ssbd), "sqrt(H)**2 + b**2 + b*sqrt(H) <= (b + sqrt(H))**2", order_derivations.mr)
def hinge_order_mr(d: Derivation) -> None:
    """SSBD 21.16 is at most MR (4): H + b² + b√H ≤ (b + √H)².

    SSBD’s bound is at most that of MR (4), with b = ‖w*‖R.
    """
    d.conclude(d.have(ge(b * t, 0), "b ≥ 0", "√H ≥ 0"))


@ordered(ge(bl, s**2), "s**2 <= b**2 + 2*sqrt(H)**2", order_derivations.bl)
def hinge_order_bl(d: Derivation) -> None:
    """The exact root is at most BL's bound: s² ≤ b² + 2H.

    The exact root’s bound s², s² = bs + H with b = ‖w*‖R, is at most BL’s.
    """
    d.conclude(by=certificate(square(s - b), multiple(-2, "s")))


@theorem(sources[:2], (*two_bounds, much_loss), le(of_ssbd, of_bl), sample_loss, printed="true", derivation=order_derivations.ssbd_below)
def hinge_order_ssbd_bl(d: Derivation) -> None:
    """SSBD 21.16 is at most BL's bound where √H ≥ b: H + b² + b√H ≤ b² + 2H.

    SSBD's bound is at most BL's where the root of the hinge loss is at least b = ‖w*‖R; they agree where H = b² or H = 0.
    """
    d.conclude(note="BL − SSBD is √H(√H − b)", by=certificate(product("√H ≥ 0", "much loss"), *multiples((-1, 1, -1), NAMED)))


@theorem(sources[:2], (*two_bounds, little_loss), le(of_bl, of_ssbd), sample_loss, printed="true", derivation=order_derivations.bl_below)
def hinge_order_bl_ssbd(d: Derivation) -> None:
    """BL's bound is at most SSBD 21.16 where √H ≤ b: b² + 2H ≤ H + b² + b√H.

    BL's bound is at most SSBD's where the root of the hinge loss is at most b = ‖w*‖R.
    """
    d.conclude(note="SSBD − BL is √H(b − √H)", by=certificate(product("√H ≥ 0", "little loss"), *multiples((1, -1, 1), NAMED)))


@ordered(le(16 * mr, 25 * s**2), "16*(b + sqrt(H))**2 <= 25*s**2", order_derivations.mr_ratio)
def hinge_order_mr_ratio(d: Derivation) -> None:
    """MR (4) is at most 25/16 of the exact root: 16(b + √H)² ≤ 25s².

    Where b = ‖w*‖R and s² is the exact root’s bound; with equality at H = 4b²/9, `hinge-order-mr-ratio-attained`.
    """
    sign = d.have(ge(5 * s - 4 * b, 0), "s ≥ b", "b ≥ 0")
    apart = d.have(
        le(16 * t**2, (5 * s - 4 * b) ** 2), note="the difference is (3s − 4b)²", by=certificate(square(3 * s - 4 * b), multiple(16, "s"))
    )
    short = d.have(le(4 * (b + t), 5 * s), apart, sign, "√H ≥ 0")
    d.conclude(short, d.have(ge(b + t, 0), "b ≥ 0", "√H ≥ 0"))


@theorem(
    sources,
    (*root, *root_17),
    le(ssbd, K * s**2),
    sample_17,
    printed="true",
    derivation=order_derivations.ssbd_ratio,
    displayed=Displayed("sqrt(H)**2 + b**2 + b*sqrt(H) <= (405 + 51*sqrt(17))/512*s**2", SYMBOLS),
)
def hinge_order_ssbd_ratio(d: Derivation) -> None:
    """SSBD 21.16 is at most (405 + 51√17)/512 = 1.2017… of the exact root.

    Where b = ‖w*‖R and s² is the exact root’s bound; with equality at √H = (√17 − 1)s/8, `hinge-order-ssbd-ratio-attained`.
    """
    share = Fraction(1, 8) * (r - 1)
    rest = Fraction(1, 32) * (11 * r - 3) * s**2 + Fraction(1, 4) * (5 - r) * s * t - t**2
    four, five = d.have(ge(r, 4), "√17", "√17 ≥ 0"), d.have(le(r, 5), "√17", "√17 ≥ 0")
    s_sign = d.have(ge(s, 0), "s ≥ b", "b ≥ 0")
    both = d.have(ge(s * t, 0), s_sign, "√H ≥ 0")
    small = d.have(le(t**2, s**2), d.have(ge(b * s, 0), "b ≥ 0", s_sign), "s", note="√H ≤ s")
    room = d.have(
        ge(rest, 0),
        four,
        five,
        both,
        small,
        by=certificate(
            product(Fraction(11, 32), four, square(s)), product(Fraction(1, 4), both, five), small, product(Fraction(9, 32), square(s))
        ),
    )

    def on(case: str) -> str:
        if d.claims[case] == ge(-s, 0):
            none = d.have(le(b, 0), case, "s ≥ b")
            nil, gone = d.have(le(b**2, 0), none, "b ≥ 0"), d.have(le(b * t, 0), none, "√H ≥ 0")
            size = d.have(
                ge(K * s**2, 0), by=certificate(product(Fraction(51, 512), four, square(s)), product(Fraction(609, 512), square(s)))
            )
            nought = d.have(le(s**2, 0), case, s_sign)
            return d.conclude(small, nil, gone, size, nought)
        left = Fraction(11, 2048) * r * s**4 - Fraction(1, 256) * r * s**3 * t - Fraction(25, 2048) * s**4
        left += Fraction(3, 64) * s**2 * t**2 - Fraction(15, 256) * s**3 * t
        return d.conclude(
            note="s² times the difference is (t − vs)²·(…)",
            by=certificate(
                product(room, square(t - share * s)),
                strict("z", case, case),
                multiple(b * s + s**2 - t**2 + t * s, "s"),
                multiple(-left, "√17"),
            ),
        )

    d.cases(-s, on)


@theorem(
    sources,
    (*root_H, *of_exact, some_length, some_loss),
    gt(ssbd, s**2),
    sample,
    printed="true",
    derivation=order_derivations.strict,
    displayed=Displayed("s**2 < sqrt(H)**2 + b**2 + b*sqrt(H)", SYMBOLS),
)
def hinge_order_strict(d: Derivation) -> None:
    """The relaxations are strict: s² < H + b² + b√H where ‖w*‖R > 0 and H > 0.

    SSBD 21.16, and MR (4) above it, are attained only if H = 0 or ‖w*‖R = 0.
    """
    t_sign, b_sign = d.have(ge(t, 0), "some loss"), d.have(ge(b, 0), "some length")
    short = d.have(gt(b + t, s), "s", t_sign, b_sign, "some length", "some loss", note="s < b + √H")
    d.conclude(d.have(gt(b * (b + t), b * s), short, "some length"), "s")
