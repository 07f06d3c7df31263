"""From which float score on the sign is that of the exact score: rounding, an inner product in floats, and the certified test."""

from proofs.statements.authoring import (
    Callable, Coordinates, Derivation, Display, Draw, Fact, Formula, Fraction, Images, Index, Instance, M, Polynomial, both_by_induction,
    certificate, define, dot, every, ge, gt, inner, k, le, lemma, multiple, nat, null, number, product, real, root_of, running, seq,
    sequence, square, strict, sum_below, termwise, theorem, vec, w, z,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------------------------------
# What rounding does: to the sum of two numbers that are off already, and to a number that is rounded n times.
#
# The model is the standard one: an operation gives its exact result times 1 + δ with |δ| ≤ u. That floats of 64 bits keep to it with u =
# 2⁻⁵³, where nothing under- or overflows, is IEEE-754 and not shown here.
#
# The proofs. If two computed sums are off by at most (G − 1)A and (G − 1)A′, where A, A′ bound the sizes of their terms, then their
# rounded sum is off by at most (A + A′)((G − 1)(1 + u) + u) = ((1 + u)G − 1)(A + A′). And (1 + u)ⁿ(1 − nu) ≤ 1 is Bernoulli's inequality.

n = nat("n")
u, G = real("u"), real("G")
s, t, S, T, A, B, eps = (real(name) for name in ("s", "t", "S", "T", "A", "B", "ε"))
P = seq("P")


def within(name: str, words: str, of: Polynomial, most: Polynomial) -> tuple[Fact, Fact]:
    """−most ≤ of ≤ most, as two facts."""
    return Fact(f"{name} ≤", words, ge(most - of, 0)), Fact(f"{name} ≥", f"{words}, from below", ge(most + of, 0))


def sample_sum(draw: Draw) -> Instance:
    """Two sums that are off by as much as they may, or not so much, and a rounding."""
    unit, grown = Fraction(draw.upto(2), 4), 1 + Fraction(draw.upto(4), 4)
    values = {"u": unit, "G": grown, "ε": unit * Fraction(draw.upto(4) - 2, 2)}
    for exact, computed, most in (("S", "s", "A"), ("T", "t", "B")):
        values[exact] = draw.number(9)
        values[most] = abs(values[exact]) + Fraction(draw.upto(2), 2)
        values[computed] = values[exact] + (grown - 1) * values[most] * Fraction(draw.upto(4) - 2, 2)
    if draw.rarely():
        values["sStTABεuG"[draw.upto(8)]] = 3 * draw.number()
    return Instance(0, reals=values)


@theorem(
    *within("s − S", "the first computed sum is off by at most (G − 1)A", s - S, (G - 1) * A),
    *within("t − T", "the second computed sum is off by at most (G − 1)B", t - T, (G - 1) * B),
    *within("S", "A bounds the sizes of the terms of the first", S, A),
    *within("T", "B bounds the sizes of the terms of the second", T, B),
    *within("ε", "a rounding is at most u", eps, u),
    claim=Display(
        "(s + t)*(1 + epsilon) - (S + T) <= ((1 + u)*G - 1)*(A + B)",
        {"s": s, "t": t, "epsilon": eps, "S": S, "T": T, "u": u, "G": G, "A": A, "B": B},
    ),
    sample=sample_sum,
)
def float_sum(d: Derivation) -> None:
    """Two sums, off by at most (G − 1)A and (G − 1)B, and one rounding: their float sum is off by at most ((1 + u)G − 1)(A + B).

    (s + t)(1 + ε) exceeds S + T by at most ((1 + u)G − 1)(A + B); nor does it fall short by more, which is the same with all signs turned.
    In whatever order a sum is made, this is each step of it.

    Printed, and true:

    No derivation: SymPy has nothing to find: (G − 1)(1 + u) + u = (1 + u)G − 1.
    """
    d.conclude()


growth = sequence("P", P, 1 + u, (1 + u) * P(k), "P(k) is (1 + u)ᵏ⁺¹", "one more rounding")


def growing(d: Derivation) -> str:
    """∀k P(k) ≥ 1 + u."""

    return d.induction(lambda i: ge(P(i), 1 + u))


# ------------------------------------------------------------------------------------------------------------------------------------------
# How far a sum of n products in floats is from the exact one: by at most ((1 + u)ⁿ⁺¹ − 1)·‖a‖‖b‖, for roundings of at most u.
#
# The proof. Each step of the sum is one of `float-sum`, in whatever order the terms are added up; a fused multiplication is one where the
# second sum is exact. Added up one after the other, n products have G = (1 + u)ⁿ⁺¹ by induction. The terms |a(i)b(i)| sum to at most
# ‖a‖‖b‖, which is Cauchy–Schwarz, term by term.

ZERO = Index(None)
a, b, c, in_floats, delta, rounded = seq("a"), seq("b"), seq("c"), seq("s"), seq("δ"), seq("ε")


@lemma(("q ≥ 0", ge(real("q"), 0)), ("p² ≤ q²", le(real("p") ** 2, real("q") ** 2)), claim=le(real("p"), real("q")))
def square_order(d: Derivation) -> None:
    """p² ≤ q² with q ≥ 0 gives p ≤ q."""


def exact_dot(size: Index) -> Polynomial:
    return sum_below(size, lambda i: a(i) * b(i))


def sizes(size: Index) -> Polynomial:
    return sum_below(size, c)


def squares(of: seq, size: Index) -> Polynomial:
    return sum_below(size, lambda i: of(i) ** 2)


def _sizes_bound(d: Derivation, sign: int) -> tuple[str, str]:
    """∀k ±a(k)b(k) ≤ c(k), and ∀k ±Σ ab ≤ Σ c."""
    term = sign * a(k) * b(k)
    each = d.generalise(d.cite("square-order", p=term, q=c(k)), k)

    return each, termwise(d, [(-sign, lambda i: a(i) * b(i)), (1, c)], lambda i: d.at(each, i), equal=False)


def _product_off(d: Derivation, i: Index, sign: int) -> str:
    """±(ab(1 + δ) − ab) ≤ (P − 1)c."""
    return d.have(ge((P(i) - 1) * c(i), sign * a(i) * b(i) * delta(i)))


def _round(d: Derivation) -> tuple[str, str]:
    """∀k ±(s(k) − Σ ab) ≤ (P(k) − 1)·Σ c."""
    growing(d)
    each, whole = {}, {}
    for sign in (1, -1):
        each[sign], whole[sign] = _sizes_bound(d, sign)
    some, others = d.unfold(lambda i: a(i) * b(i)), d.unfold(c)

    def claims(i: Index) -> tuple[Formula, Formula]:
        most, gap = (P(i) - 1) * sizes(i), in_floats(i) - exact_dot(i)
        return ge(most - gap, 0), ge(most + gap, 0)

    def base() -> tuple[str, str]:
        def off(sign: int, claim: Formula) -> str:
            none = multiple(P(0) - 1, others[0]), multiple(-sign, "s starts"), multiple(sign, some[0])
            return d.have(claim, by=certificate(*none))

        above, below = claims(ZERO)
        return off(1, above), off(-1, below)

    def step(i: Index, *before: str) -> tuple[str, str]:
        now = d.at("P", i), d.at(others[1], i), d.at("s", i), d.at(some[1], i)
        for sign in (1, -1):
            _product_off(d, i, sign)

        def off(sign: int, claim: Formula) -> str:
            term = sign * a(i) * b(i)
            images: Images = {"s": sign * in_floats(i), "S": sign * exact_dot(i), "A": sizes(i), "G": P(i), "ε": rounded(i), "u": u}
            images |= {"t": term * (1 + delta(i)), "T": term, "B": c(i)}
            turned = (sizes(i + 1), now[0]), ((1 + u) * P(i) - 1, now[1]), (-sign, now[2]), (sign, now[3])
            return d.have(claim, by=certificate(d.cite("float-sum", **images), *(multiple(m, line) for m, line in turned)))

        above, below = claims(i + 1)
        return off(1, above), off(-1, below)

    return both_by_induction(d, claims, base, step, note="off by at most (P − 1)·Σ|ab|")(n)


def _cauchy_schwarz(d: Derivation) -> str:
    """(Σ c)² ≤ Σ a²·Σ b²."""
    all_ = d.unfold(c), d.unfold(lambda i: a(i) ** 2), d.unfold(lambda i: b(i) ** 2)

    def positive(term: Callable[[Index], Polynomial], each: Callable[[Index], str]) -> str:
        return termwise(d, [(1, term)], each, equal=False)

    lengths = (
        positive(c, lambda i: d.at("c ≥ 0", i)),
        positive(lambda i: a(i) ** 2, lambda i: d.have(ge(a(i) ** 2, 0))),
        positive(lambda i: b(i) ** 2, lambda i: d.have(ge(b(i) ** 2, 0))),
    )

    def step(i: Index, before: str) -> str:
        A, U, V = sizes(i), squares(a, i), squares(b, i)
        half, equal = U * b(i) ** 2 + V * a(i) ** 2, d.at("c", i)
        signs = [d.at(line, i) for line in lengths]
        d.have(ge(half, 0), by=certificate(product(signs[1], square(b(i))), product(signs[2], square(a(i)))))
        cross = square(U * b(i) ** 2 - V * a(i) ** 2), product(4, before, square(a(i) * b(i))), multiple(-4 * A**2, equal)
        d.have(le((2 * A * c(i)) ** 2, half**2), by=certificate(*cross))
        mixed = d.cite("square-order", p=2 * A * c(i), q=half)
        nexts = [d.at(more, i) for _, more in all_]
        first = d.have(ge((U + a(i) ** 2) * (V + b(i) ** 2), (A + c(i)) ** 2), by=certificate(before, mixed, multiple(-1, equal)))
        turned = (multiple(-sizes(i + 1) - A - c(i), nexts[0]), multiple(squares(b, i + 1), nexts[1]), multiple(U + a(i) ** 2, nexts[2]))
        return d.have(ge(squares(a, i + 1) * squares(b, i + 1), sizes(i + 1) ** 2), by=certificate(first, *turned))

    return d.at(d.induction(lambda i: ge(squares(a, i) * squares(b, i), sizes(i) ** 2), step=step, note="Cauchy–Schwarz"), n)


def sample_dot(draw: Draw) -> Instance:
    """Up to three products, with roundings as large as they may be, or smaller."""
    terms, unit = draw.upto(3), Fraction(draw.upto(2), 4)
    rows: dict[str, list[Fraction]] = {name: draw.numbers(5) for name in "ab"}
    if draw.rarely():
        rows["b"] = [abs(v) for v in rows["b"]]
        rows["a"] = [abs(v) for v in rows["a"]]
    for name in ("δ", "ε"):
        rows[name] = [unit * Fraction(draw.upto(4) - 2, 2) for _ in range(5)]
        if draw.rarely():
            rows[name] = [unit] * 5
        if draw.rarely():
            rows[name] = [3 * draw.number() for _ in range(5)]
    if draw.rarely():
        unit = -abs(draw.number())
    return Instance(3, {"n": terms}, {"u": unit}, rows)


def bound(name: str, words: str, of: seq) -> tuple[Fact, Fact]:
    return (Fact(f"{name} ≤", words, every(k, le(of(k), u))), Fact(f"{name} ≥", f"{words}, from below", every(k, ge(of(k), -u))))


@theorem(
    *bound("δ", "the rounding of a product is at most u", delta),
    *bound("ε", "the rounding of a sum is at most u", rounded),
    *sequence(
        "s",
        in_floats,
        0,
        (in_floats(k) + a(k) * b(k) * (1 + delta(k))) * (1 + rounded(k)),
        "s(k) is the float sum of the first k products",
        "one more product, rounded, and the sum, rounded",
    ),
    *root_of("c", c(k), a(k) ** 2 * b(k) ** 2, "c(k) is |a(k)b(k)|", "c(k)² is its square"),
    *growth,
    claim=Display(
        "(s - E)**2 <= (P - 1)**2*U*V", {"s": in_floats(n), "E": exact_dot(n), "P": P(n), "U": squares(a, n), "V": squares(b, n)}
    ),
    sample=sample_dot,
)
def float_dot(d: Derivation) -> None:
    """A sum of n products in floats, one after the other, is off by at most ((1 + u)ⁿ⁺¹ − 1)·‖a‖‖b‖.

    (s − ⟨a, b⟩)² ≤ ((1 + u)ⁿ⁺¹ − 1)²·‖a‖²‖b‖² for the float score s of two lists of n numbers; nothing may over- or underflow; in floats
    the first sum, 0 and a product, rounds nothing, so that n would do for n + 1.

    Printed, and true:

    No derivation: SymPy has nothing to find: each product is rounded at most n + 1 times.
    """
    d.have(ge(u, 0), d.at("δ ≤", 0), d.at("δ ≥", 0), name="u ≥ 0")
    above, below = _round(d)
    d.conclude(by=certificate(product(above, below), product(_cauchy_schwarz(d), square(P(n) - 1))))


def sample_growth(draw: Draw) -> Instance:
    unit = draw.number() if draw.rarely() else Fraction(draw.upto(3), 4)
    return Instance(4, {"n": draw.upto(4)}, {"u": unit})


@theorem(
    (Fact("u ≥ 0", "u ≥ 0", ge(u, 0)), *growth),
    claim=Display("P*(1 - (n + 1)*u) <= 1", {"P": P(n), "n": number(n), "u": u}),
    sample=sample_growth,
)
def float_growth(d: Derivation) -> None:
    """n + 1 roundings are off by a factor of at most 1/(1 − (n + 1)u).

    (1 + u)ⁿ⁺¹(1 − (n + 1)u) ≤ 1, Bernoulli's inequality: so (1 + u)ⁿ⁺¹ − 1 ≤ (n + 1)u/(1 − (n + 1)u) where (n + 1)u < 1.

    Printed, and true:

    No derivation: SymPy has nothing to find: by induction.
    """
    growing(d)

    d.at(d.induction(lambda i: le(P(i) * (1 - (number(i) + 1) * u), 1)), n)


# ------------------------------------------------------------------------------------------------------------------------------------------
# The sign of a float score beyond its error bound is the exact score's: what the certified engine rests on.
#
# After M updates let w be the exact weights, h those that the floats hold, ‖h − w‖ ≤ κN, and s the float score of h and x, off from ⟨h, x⟩
# by at most g‖h‖‖x‖ (`float-dot`). N² ≥ Σ‖z‖² over the updates. The test of the loop is s² > (g(1 + κ) + κ)²·N²‖x‖².
#
# The proof. As an update never has ⟨w, z⟩ > 0, ‖w‖² ≤ Σ‖z‖² ≤ N²: the norm growth lemma. So ‖h‖ ≤ (1 + κ)N, and by Cauchy–Schwarz |s − ⟨w,
# x⟩| ≤ |s − ⟨h, x⟩| + |⟨h − w, x⟩| ≤ (g(1 + κ) + κ)·N‖x‖ < |s|. A number nearer to s than 0 is has the sign of s.
#
# The loop adds to h in floats, and keeps what is rounded away. An update moves h off by at most u‖h + z‖ ≤ u(1 + κ)N, so after K of them
# since h was last w rounded, κ is 1.01u more than (1 + u)ᴷ − 1, or 2⁻³⁹·Mu more for what it keeps in digits. With u = 2⁻⁵³ and g = (1 +
# u)ᵐ⁺¹ − 1 for m entries, g(1 + κ) + κ is then below (m + K + 4 + 2⁻³⁹M)u·(1 + 10⁻⁶) for all m ≤ 2³¹ and K ≤ 2¹² (`float-growth`), which
# is what the loop multiplies with. That nothing is lost is Knuth's sum of two floats; like the error of one operation, and that nothing
# under- or overflows, it is supposed here, and tests hold it against runs.

g, kappa, X = real("g"), real("κ"), real("X")
h, x = vec("h"), vec("x")
Q = seq("Q")
exact, gap = w(M), h - w(M)
score = inner(exact, x)
off = g * (1 + kappa) + kappa


def _norm(d: Derivation) -> str:
    """‖w(M)‖² ≤ Q(M)."""

    return d.at(d.induction(lambda i: ge(Q(i), inner(w(i), w(i))), upto=M), M, note="‖w‖² ≤ N²")


def _gap(d: Derivation, norm: str, grown: str) -> str:
    """‖h‖ ≤ (1 + κ)N, from ‖h‖² = ‖w‖² + 2⟨w, h − w⟩ + ‖h − w‖²."""
    most = kappa * Q(M)
    met = d.cite("cauchy-schwarz", a=exact, b=gap)
    d.have(le(inner(exact, gap) ** 2, most**2), by=certificate(met, product(d.square(gap), norm), product("weights", grown)))
    cross = d.cite("square-order", p=inner(exact, gap), q=most)
    return d.have(le(inner(h, h), (1 + kappa) ** 2 * Q(M)), by=certificate(norm, product(2, cross), "weights"), note="‖h‖ ≤ (1 + κ)N")


def _parts(d: Derivation, length: str, grown: str) -> tuple[tuple[Polynomial, Polynomial, str], ...]:
    """(s − ⟨h, x⟩)² ≤ (g(1 + κ))²·N²X and ⟨h − w, x⟩² ≤ κ²·N²X: each with its square."""
    row = d.square(x)
    first = certificate("score", product(length, row, square(g)), product("‖x‖²", grown, square(g * (1 + kappa))))
    met = d.cite("cauchy-schwarz", a=gap, b=x)
    second = certificate(met, product("weights", row), product("‖x‖²", grown, square(kappa)))
    area = Q(M) * X
    return tuple(
        (of, share, d.have(le(of**2, share**2 * area), by=by))
        for of, share, by in ((s - inner(h, x), g * (1 + kappa), first), (inner(gap, x), kappa, second))
    )


def sample(draw: Draw) -> Instance:
    """Up to two updates in the plane, weights and a score that are off by as much as they may; rarely, something is wrong."""
    updates, fault = draw.upto(2), draw.upto(11)
    shift, share = Fraction(draw.upto(2), 4), Fraction(draw.upto(2), 4)
    weights: list[Coordinates] = [(Fraction(0), Fraction(0)) if fault != 1 else draw.vector(2)]
    steps = []
    for _ in range(2):
        step = draw.vector(2)
        if dot(weights[-1], step) > 0 and fault != 2:
            step = tuple(-v for v in step)
        steps.append(step)
        weights.append(tuple(p + q for p, q in zip(weights[-1], step, strict=True)))
    lengths = running([*(dot(v, v) for v in steps), Fraction(0), Fraction(0)])
    if fault == 3:
        lengths = [Fraction(draw.upto(2), 4) for _ in lengths]
    held = weights[updates]
    scale = 1 + shift * (draw.upto(4) - 2) / 2 if fault != 4 else 1 + draw.number()
    near = tuple(scale * v for v in held)
    row = draw.vector(2)
    score = dot(near, row) * (1 + share * (draw.upto(4) - 2) / 2)
    if fault == 5:
        score = draw.number()
    size = dot(row, row) if fault != 6 else Fraction(draw.upto(2), 8)
    signs = {7: (-shift, share), 8: (shift, -share), 9: (-3 * abs(shift), share), 10: (shift, -3 * share)}
    kappa_, g_ = signs.get(fault, (shift, share))
    return Instance(
        2,
        {"M": updates},
        {"κ": kappa_, "g": g_, "s": score, "X": size},
        {"Q": lengths},
        {"h": near, "x": row},
        {"w": weights[:1], "z": steps},
    )


@theorem(
    Fact("zero start", "the weights start at 0", null(w(0))),
    define("update", "update k adds z(k), an example times its label", w(k + 1), w(k) + z(k)),
    Fact("mistake", "an update is made only where y⟨w, x⟩ ≤ 0", every(k, le(inner(w(k), z(k)), 0), below=number(M))),
    Fact("Q starts", "Q(k) is at least the sum of ‖z‖² over the first k updates; N² is Q(M)", ge(Q(0), 0)),
    Fact("Q", "an update adds ‖z‖², or more", every(k, ge(Q(k + 1), Q(k) + inner(z(k), z(k))), below=number(M))),
    Fact("κ ≥ 0", "κ ≥ 0", ge(kappa, 0)),
    Fact("g ≥ 0", "g ≥ 0", ge(g, 0)),
    Fact("weights", "the float weights h are within κN of the exact ones", le(inner(gap, gap), kappa**2 * Q(M))),
    Fact(
        "score",
        "the float score is off by at most g‖h‖‖x‖, by float-dot with g = (1 + u)ⁿ⁺¹ − 1",
        le((s - inner(h, x)) ** 2, g**2 * inner(h, h) * inner(x, x)),
    ),
    Fact("‖x‖²", "X is at least ‖x‖²", le(inner(x, x), X)),
    Fact("test", "the score is beyond the bound", gt(s**2, off**2 * Q(M) * X)),
    claim=gt(s * score, 0),
    sample=sample,
)
def certified_sign(d: Derivation) -> None:
    """A float score s beyond (g(1 + κ) + κ)·N‖x‖ has the sign of ⟨w, x⟩, for N² ≥ Σ‖z‖² over the updates.

    s·⟨w, x⟩ > 0: the float score and the exact score are both positive or both negative.

    Printed, and true:

    No derivation: SymPy has nothing to find: the errors of the score and of the weights add up, and Σ‖z‖² bounds ‖w‖².
    """
    norm = _norm(d)
    grown = d.have(ge(Q(M), 0), norm, d.square(exact))
    parts = _parts(d, _gap(d, norm, grown), grown)
    D, _, squared, _ = d.root(d.have(ge(Q(M) * X, 0), by=certificate(product(grown, "‖x‖²"), product(grown, d.square(x)))), "√")
    for of, share, line in parts:
        d.have(le(of**2, (share * D) ** 2), by=certificate(line, multiple(share**2, squared)))

    def away(sign: int) -> str:
        lines = [d.cite("square-order", p=sign * of, q=share * D) for of, share, _ in parts]
        return d.have(le(sign * (s - score), off * D), by=certificate(*lines))

    far = d.have(le((s - score) ** 2, (off * D) ** 2), by=certificate(product(away(1), away(-1))), note="|s − ⟨w, x⟩| ≤ (g(1 + κ) + κ)N‖x‖")
    nearer = certificate(strict("test"), product(2, "z"), far, square(score), multiple(-(off**2), squared))
    d.have(gt(s * score, 0), by=nearer)
