"""How the hinge bounds compare: exact root ≤ SS 21.16 ≤ MR (4), exact root ≤ BL, by how much, and where they are equal.

In no source; MR 3.3 and the texts side by side ask for it.  With b = ‖w*‖R, H = t² the hinge loss and s the larger root of s² = bs + H, the
bounds on M are: exact root s²; SSBD H + b² + bt; MR (4) (b + t)²; BL b² + 2H.

The proofs.  SSBD − s² is b(b + t − s), and (b + t − s)(t + s) = bt; MR (4) has bt more.  BL − s² is (s − b)². BL −
SSBD is t(t − b), so SSBD is at most BL where t ≥ b, and BL at most SSBD where t ≤ b.  Relaxing costs little: MR (4) is at most 25/16 of the
exact root, as (5s − 4b)² − 16H = (3s − 4b)², with equality at H = 4b²/9; SSBD at most (405 + 51√17)/512 = 1.2017…, as s² times the
difference is (t − vs)² times a factor that is not negative, with equality at t = vs, v = (√17 − 1)/8.  Where b > 0 and H > 0 all is strict.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Display, Draw, Exact, Fact, Fraction, Instance, Polynomial, Property, Source, Surd, certificate, define, eq, ge,
    greater_root, gt, inner, le, multiple, multiples, positive_part, product, quotient, real, root_of, square, strict, theorem, vec,
)  # fmt: skip


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
    define("BL", "BL is BL's bound", of_bl, b**2 + 2 * H),
    define("SSBD", "SSBD is the bound of SS 21.16", of_ssbd, H + b**2 + b * t),
)
much_loss = Fact("much loss", "√H is at least b = ‖w*‖R", ge(t, b))
little_loss = Fact("little loss", "√H is at most b = ‖w*‖R", le(t, b))
of_exact = greater_root("s", s, b, t**2, b, ("s ≥ b", "s is the larger root"), "s² = bs + H")
root = (length, *root_H, *of_exact)
some_length = Fact("some length", "b = ‖w*‖R > 0", gt(b, 0))
some_loss = Fact("some loss", "H > 0", gt(t, 0))
root_17 = root_of("√17", r, 17, "a root", "of 17")


def sample(draw: Draw) -> Instance:
    """s and t = vs with 0 ≤ v ≤ 1, and so b = s − t²/s."""
    size, share = abs(draw.number()), Fraction(draw.upto(8), 8)
    low = share * size
    return Instance(0, reals={"b": size - share * low, "H": low**2})


def order(text: str) -> Callable[[Callable[[Derivation], object]], Property]:
    """A theorem on the exact root."""
    return theorem(root, claim=Display(text, SYMBOLS), sample=sample, sources=sources, printed="true")


@order("s**2 <= sqrt(H)**2 + b**2 + b*sqrt(H)")
def hinge_order_ssbd(d: Derivation) -> None:
    """The exact root's bound is at most SS 21.16: s² ≤ H + b² + b√H.

    The exact root’s bound s², s² = bs + H with b = ‖w*‖R, is at most SS’s.

    Proof. (b + √H − s)(√H + s) = b√H, so that b(b + √H − s) is not negative where √H + s > 0; elsewhere √H is 0.
    """

    def nothing(case: str) -> str:
        least = d.have(le(t, 0), "√H ≥ 0", "s ≥ b", case, "s")
        d.cases(b, lambda sign: d.have(ge(b * t, 0), sign, "√H ≥ 0"), lambda sign: d.have(ge(b * t, 0), sign, least))
        return d.conclude()

    d.cases(-(t + s), nothing, lambda case: d.conclude(case, "√H ≥ 0", "s"))


@order("sqrt(H)**2 + b**2 + b*sqrt(H) <= (b + sqrt(H))**2")
def hinge_order_mr(d: Derivation) -> None:
    """SS 21.16 is at most MR (4): H + b² + b√H ≤ (b + √H)².

    SS’s bound is at most that of MR (4), with b = ‖w*‖R.
    """


@order("s**2 <= b**2 + 2*sqrt(H)**2")
def hinge_order_bl(d: Derivation) -> None:
    """The exact root's bound is at most BL's: s² ≤ b² + 2H.

    The exact root’s bound s², s² = bs + H with b = ‖w*‖R, is at most BL’s.
    """


@theorem(*two_bounds, much_loss, claim=le(of_ssbd, of_bl))
def hinge_order_ssbd_bl(d: Derivation) -> None:
    """SS 21.16 is at most BL's bound where √H ≥ b: H + b² + b√H ≤ b² + 2H.

    SS's bound is at most BL's where the root of the hinge loss is at least b = ‖w*‖R; they agree where H = b² or H = 0.

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    - SS Theorem 21.16: from the book
    """
    d.conclude(note="BL − SSBD is √H(√H − b)", by=certificate(product("√H ≥ 0", "much loss"), *multiples((-1, 1, -1), NAMED)))


@theorem(*two_bounds, little_loss, claim=le(of_bl, of_ssbd))
def hinge_order_bl_ssbd(d: Derivation) -> None:
    """BL's bound is at most SS 21.16 where √H ≤ b: b² + 2H ≤ H + b² + b√H.

    BL's bound is at most SS's where the root of the hinge loss is at most b = ‖w*‖R.

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    - SS Theorem 21.16: from the book
    """
    d.conclude(note="SSBD − BL is √H(b − √H)", by=certificate(product("√H ≥ 0", "little loss"), *multiples((1, -1, 1), NAMED)))


@order("16*(b + sqrt(H))**2 <= 25*s**2")
def hinge_order_mr_ratio(d: Derivation) -> None:
    """MR (4) is at most 25/16 of the exact root's bound: 16(b + √H)² ≤ 25s².

    Where b = ‖w*‖R and s² is the exact root’s bound; with equality at H = 4b²/9, `hinge-order-mr-ratio-attained`.
    """
    d.have(le(16 * t**2, (5 * s - 4 * b) ** 2), "s", note="the difference is (3s − 4b)²")
    d.have(le(4 * (b + t), 5 * s))


@theorem(*root, *root_17, claim=Display("sqrt(H)**2 + b**2 + b*sqrt(H) <= (405 + 51*sqrt(17))/512*s**2", SYMBOLS))
def hinge_order_ssbd_ratio(d: Derivation) -> None:
    """SS 21.16 is at most (405 + 51√17)/512 = 1.2017… of the exact root's bound.

    Where b = ‖w*‖R and s² is the exact root’s bound; with equality at √H = (√17 − 1)s/8, `hinge-order-ssbd-ratio-attained`.

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    - SS Theorem 21.16: from the book
    - MR Corollary 1, (4)
    """
    rest = Fraction(1, 32) * (11 * r - 3) * s**2 + Fraction(1, 4) * (5 - r) * s * t - t**2
    d.have(ge(r, 4)), d.have(le(r, 5))
    d.have(ge(s * t, 0))
    d.have(le(t**2, s**2), d.have(ge(b * s, 0)), "s", note="√H ≤ s")
    room = d.have(ge(rest, 0))

    def null(case: str) -> str:
        d.have(le(b**2, 0))
        d.have(le(b * t, 0))
        return d.conclude()

    d.cases(-s, null, lambda case: d.conclude(room, case, "s", "√17", note="s² times the difference is (t − vs)²·(…)"))


@theorem(*root_H, *of_exact, some_length, some_loss, claim=Display("s**2 < sqrt(H)**2 + b**2 + b*sqrt(H)", SYMBOLS))
def hinge_order_strict(d: Derivation) -> None:
    """The relaxations are strict: s² < H + b² + b√H where ‖w*‖R > 0 and H > 0.

    SS 21.16, and MR (4) above it, are attained only if H = 0 or ‖w*‖R = 0.

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    - SS Theorem 21.16: from the book
    - MR Corollary 1, (4)
    """
    d.have(ge(t, 0))
    d.have(ge(b, 0))
    d.have(gt(b + t, s), note="s < b + √H")
    d.conclude(d.have(gt(b * (b + t), b * s)), "s")


# ------------------------------------------------------------------------------------------------------------------------------------------
# No smaller factor of b² = ‖w*‖²R² is possible beside B·H, for 1 < B ≤ 2: a bound A·b² + B·H has A ≥ B²/(4(B−1)), as `hinge-pareto` has.
#
# In no source. One unit example, with w* = 2(B−1)/B times it, attains the Pareto bound. For B > 2 that w* has a margin above 1, and BL's
# b² + 2H ≤ b² + BH shows that the factor 1 will do.

A, B, c, H_pareto = (real(name) for name in ("A", "B", "c", "H"))
z, u = vec("z"), vec("u")
one = Fraction(1)


def sample_optimal(draw: Draw) -> Instance:
    weight = draw.positive() or Fraction(2)
    rate = 2 * (weight - 1) / weight
    loss = max(Fraction(0), 1 - rate)
    least = (1 - weight * loss) / rate**2 if rate else draw.number()
    factor = draw.number() if draw.rarely() else least + draw.upto(2)
    return Instance(0, reals={"A": factor, "B": weight}, vectors={"z": (one,)})


@theorem(
    Fact("B > 1", "B > 1", gt(B, 1)),
    Fact("B ≤ 2", "B ≤ 2", le(B, 2)),
    Fact("unit example", "one example of length 1", eq(inner(z, z), 1)),
    quotient("c", "c is 2(B − 1)/B", c, 2 * (B - 1), B),
    define("comparator", "w* is c times the example", u, c * z),
    *positive_part(H_pareto, 1 - inner(u, z), "H"),
    Fact("the bound", "M ≤ A‖w*‖²R² + B·H holds of that run, where M = R = 1", le(1, A * inner(u, u) + B * H_pareto)),
    claim=Display("4*(B - 1)*A >= B**2", {"A": A, "B": B}),
    sample=sample_optimal,
)
def hinge_pareto_optimal(d: Derivation) -> None:
    """No smaller factor beside B·H: A ≥ B²/(4(B−1)) for 1 < B ≤ 2.

    A bound A‖w*‖²R² + B·H that holds of one unit example has A ≥ B²/(4(B−1)).

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    """
    d.have(le(c, 1))
    gain, far = d.have(eq(inner(u, z), c)), d.expand("comparator", u)
    loss = d.have(le(H_pareto, 1 - c), note="H = 1 − c")
    d.have(ge(A * c**2, B - 1), "the bound", loss, "B > 1", far, gain, "c")
    d.have(ge(4 * A * (B - 1) ** 2, B**2 * (B - 1)), note="B² times that")


# ------------------------------------------------------------------------------------------------------------------------------------------
# The ratios between the hinge bounds are attained, so 25/16 and (405 + 51√17)/512 are the smallest factors possible.
#
# In no source; `hinge-order-mr-ratio` and `hinge-order-ssbd-ratio` prove that the factors suffice. With b = ‖w*‖R, H = t² and s the larger
# root of s² = bs + H: at H = 4b²/9 MR (4) is 25/16 of s², and at √H = (√17 − 1)s/8 SS 21.16 is (405 + 51√17)/512 of it. A
# run with such b and H exists: one unit example with w* = ¾x has b = 3/4, H = 1/4, exact root 1 = M, and (b + √H)² = 25/16.
#
# The proofs. At t = 2b/3 the root is 4b/3, as (3s − 4b)(3s + b) = 0 and s, b are not both 0 unless all is. At t = vs, v = (√17 − 1)/8, s(b
# − s(1 − v²)) = 0 puts b at s(1 − v²), where SSBD is (v² + (1 − v²)² + v(1 − v²))s². A factor C that suffices there is no smaller.

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
    return _values(draw, abs(draw.number()), worst if not draw.rarely() else Surd.rational(Fraction(1, 2)), Fraction(61, 50))


def _values(draw: Draw, size: Fraction, v: Surd, enough: Fraction) -> Instance:
    """b = s(1 − v²), and C mostly enough, or rarely 19/16."""
    scale = Surd.rational(size)
    least = Fraction(19, 16) if draw.rarely() else draw.number() if draw.rarely() else enough + draw.upto(2)
    reals: dict[str, Exact | int] = {"b": scale - v * v * scale, "√H": v * scale, "H": v * scale * v * scale, "s": size, "C": least}
    return Instance(0, reals=reals)  # the roots are given, for that of a sum of roots need not be found


@theorem(*root_H, *of_exact, at_mr, claim=Display("16*(b + sqrt(H))**2 >= 25*s**2", SYMBOLS), sample=sample_mr)
def hinge_order_mr_ratio_attained(d: Derivation) -> None:
    """MR (4) is 25/16 of the exact root's bound at H = 4b²/9: 16(b + √H)² ≥ 25s².

    Equality with `hinge-order-mr-ratio`, at H = 4b²/9.

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    - SS Theorem 21.16: from the book
    - MR Corollary 1, (4)
    """
    d.have(ge(b, 0))
    d.have(le(3 * s, 4 * b), note="s ≤ 4b/3")


@theorem(*root_H, *of_exact, at_mr, some_length, factor(mr), claim=ge(16 * C, 25), sample=sample_mr)
def hinge_order_mr_ratio_optimal(d: Derivation) -> None:
    """No factor below 25/16 takes the exact root's bound to MR (4).

    (b + √H)² ≤ C·s² at H = 4b²/9, b > 0, needs C ≥ 25/16.

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    - SS Theorem 21.16: from the book
    - MR Corollary 1, (4)

    Proof. C·s² ≥ the bound ≥ (the ratio)·s², and s > 0.
    """
    d.cite("hinge-order-mr-ratio-attained")


@theorem(
    *root, at_ssbd, *root_17, claim=Display("sqrt(H)**2 + b**2 + b*sqrt(H) >= (405 + 51*sqrt(17))/512*s**2", SYMBOLS), sample=sample_ssbd
)
def hinge_order_ssbd_ratio_attained(d: Derivation) -> None:
    """SS 21.16 is (405 + 51√17)/512 of the exact root's bound at √H = (√17 − 1)s/8.

    Equality with `hinge-order-ssbd-ratio`, at √H = (√17 − 1)s/8.

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    - SS Theorem 21.16: from the book
    - MR Corollary 1, (4)
    """
    v, rest = Fraction(1, 8) * (r - 1), Fraction(1, 32) * (23 + r)
    low = d.have(eq(t, v * s))
    length = d.have(ge(b, rest * s), "s", low, "√17", "b ≥ 0", note="b = s(1 − v²)")
    d.conclude(d.have(ge(s, 0)), "√17 ≥ 0", "b ≥ 0", length, "√H ≥ 0", low, "√17")


@theorem(*root_H, *of_exact, at_ssbd, *root_17, some_length, factor(ssbd), claim=ge(C, K), sample=sample_ssbd)
def hinge_order_ssbd_ratio_optimal(d: Derivation) -> None:
    """No factor below (405 + 51√17)/512 takes the exact root's bound to SS 21.16.

    H + b² + b√H ≤ C·s² there, with b > 0, needs C ≥ (405 + 51√17)/512.

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    - SS Theorem 21.16: from the book
    - MR Corollary 1, (4)
    """
    d.cite("hinge-order-ssbd-ratio-attained")


# ------------------------------------------------------------------------------------------------------------------------------------------
# BL's hinge bound against the exact root: strictly above it where there is loss, at most twice it, and 2 is the smallest such factor.
#
# Source: BL M ≤ ‖w*‖² + 2·hinge. With b = ‖w*‖R, H = t² and s² = bs + H: BL is b² + 2H (`hinge-order-bl`).
#
# The proofs. BL − s² is (s − b)², and s = b would put H = s(s − b) at 0. 2s² − BL is b(2s − b). At b = 0 the root is √H, and BL 2H; that
# is a limit of b > 0, where BL is less than twice the root.

two = Fraction(2)


def sample_bl(draw: Draw) -> Instance:
    """Any s and √H ≤ s; mostly b = 0 and a factor of 2 or more, for the last page."""
    drawn = sample(draw)
    size = abs(draw.number())
    reals = dict(drawn.reals) if draw.rarely() else {"b": Fraction(0), "H": size**2}
    return Instance(0, reals={**reals, "C": draw.number() if draw.rarely() else two + draw.upto(2)})


@theorem(*root_H, of_exact[1], some_loss, claim=Display("s**2 < b**2 + 2*sqrt(H)**2", SYMBOLS))
def hinge_order_bl_strict(d: Derivation) -> None:
    """BL's bound is strictly above the exact root's where H > 0: s² < b² + 2H.

    BL's bound is attained only if H = 0.

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    """
    d.conclude(
        note="(s − b)², and s(s − b) = H",
        by=certificate(multiple(-(s**2 - t**2 + b * s), "s"), strict(*["some loss"] * 4), product("z", square(s))),
    )


@theorem(root, claim=Display("b**2 + 2*sqrt(H)**2 <= 2*s**2", SYMBOLS), sample=sample)
def hinge_order_bl_ratio(d: Derivation) -> None:
    """BL's bound is at most twice the exact root's: b² + 2H ≤ 2s².

    With equality at b = ‖w*‖R = 0.

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    """
    d.conclude(note="2s² − b² − 2H is b(2s − b)")


@theorem(*root_H, *of_exact, Fact("no length", "b = 0", eq(b, 0)), some_loss, factor(bl), claim=ge(C, 2), sample=sample_bl)
def hinge_order_bl_ratio_optimal(d: Derivation) -> None:
    """No factor below 2 takes the exact root's bound to BL's.

    b² + 2H ≤ C·s² at b = 0 < H needs C ≥ 2; as b → 0 the ratio tends to 2.

    Printed, and true:
    - BL M ≤ ‖w*‖² + 2·hinge
    """
    d.conclude("the factor", "no length", "s", "some loss", note="2H ≤ C·H")
