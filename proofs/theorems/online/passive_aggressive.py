"""Passive-Aggressive learning: the nearest weights with y⟨w, x⟩ = 1, and its two soft forms, PA-I and PA-II.

Crammer, Dekel, Keshet, Shalev-Shwartz, Singer (2006), Theorems 2, 4 and 5 (from memory). Where the loss l = 1 − y⟨w, x⟩ is positive, the
weights become w + τyx. PA has τ = l/‖x‖², PA-I has τ = min(C, l/‖x‖²), and PA-II has τ = l/(‖x‖² + 1/(2C)). The M rounds are those with a
loss.

The proofs. A round takes τ(2l − 2ξ − τ‖x‖²) at least from ‖w − u‖², where ξ is the loss of u; and ‖w − u‖² starts at ‖u‖². Each bound is
attained in one round with x = 1: PA's and PA-I's with u = 1 and C = 1, PA-II's with u = 1/2 and C = 1/2.
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Display, Draw, Exact, Fact, Fraction, Index, Instance, M, Polynomial, R, Root, bounded, define, dot, eq, every,
    ge, gt, inner, k, larger_of, le, null, number, positive_part, quotient, real, reciprocal_fact, seq, sequence,
    theorem, u, w, z,
)  # fmt: skip

loss, rate, xi, size, A, E, L = map(seq, ("l", "τ", "ξ", "m", "A", "E", "L"))
C, K, per_C = map(real, ("C", "K", "1/C"))
norm2 = inner(z(k), z(k))
rules = (
    Fact("zero start", "the weights start at 0", null(w(0))),
    define("update", "a round adds τ(k)z(k) to the weights, z = yx", w(k + 1), w(k) + rate(k) * z(k)),
    define("l", "l(k) = 1 − y⟨w, x⟩ is the loss of round k", loss(k), 1 - inner(w(k), z(k))),
    Fact("only on a loss", "the weights change only where the loss is positive", every(k, gt(loss(k), 0), below=number(M))),
)
squared = sequence("A", A, 0, A(k) + loss(k) ** 2, "A adds up the squared losses")
comparator = positive_part(xi(k), 1 - inner(u, z(k)), "ξ")
positive = Fact("C > 0", "C is positive", gt(C, 0))


def drawn_rate(form: int, lost: Fraction, long: Fraction, most: Fraction) -> Fraction:
    """τ by the form of the learner; any number where a division by 0 asks for it."""
    if form == 2:
        return lost / (long + 1 / (2 * most)) if most and long + 1 / (2 * most) else Fraction(1)
    exact = lost / long if long else Fraction(1)
    return min(most, exact) if form else exact


def play(draw: Draw, form: int) -> Instance:
    """Up to four rounds with a loss, on at most two examples that come again; R is mostly their length, and rarely a rule is broken.

    Half of the time u has the margin 1 on them."""
    dimension, most = 1 + draw.upto(1), draw.positive()
    shown, at = draw.vectors(1 + draw.upto(1), dimension), draw.vector(dimension)
    if draw.upto(1):
        shown = [tuple(a / dot(at, x) for a in x) for x in shown if dot(at, x)]
    weights = draw.vector(dimension) if draw.rarely() else (Fraction(0),) * dimension
    start, steps, rates, off, loose = weights, list[Coordinates](), list[Fraction](), draw.rarely(), draw.rarely()
    for turn in range(draw.upto(4) if shown else 0):
        x = shown[turn % len(shown)]
        lost = 1 - dot(weights, x)
        if lost > 0 or loose:
            steps, rates = [*steps, x], [*rates, Fraction(draw.upto(2)) if off else drawn_rate(form, lost, dot(x, x), most)]
            weights = tuple(a + rates[-1] * b for a, b in zip(weights, x, strict=True))
    longest = Root(max((dot(x, x) for x in steps), default=Fraction(0)))
    reals: dict[str, Exact | int] = {"C": most, "R": draw.number() if draw.rarely() else longest}
    given = {"τ": [*rates, Fraction(0), Fraction(0)]} if form < 2 else {}
    return Instance(len(steps), {"M": len(steps)}, reals, given, {"u": at}, {"w": [start], "z": [*steps, (), ()]})


def distance(i: Index) -> Polynomial:
    """‖w(i) − u‖²."""
    return inner(w(i) - u, w(i) - u)


def approach(d: Derivation, i: Index) -> Polynomial:
    """The decrease of ‖w − u‖² in round i, which is 2τ(⟨u, z⟩ − 1 + l) − τ²‖x‖²."""
    gain = distance(i) - distance(i + 1)
    d.have(eq(gain, 2 * rate(i) * (inner(u, z(i)) - 1 + loss(i)) - rate(i) ** 2 * inner(z(i), z(i))))
    return gain


@theorem(
    *rules,
    Fact("rate", "τ‖x‖² = l, so that the new weights have y⟨w, x⟩ = 1", every(k, eq(rate(k) * norm2, loss(k)), below=number(M))),
    *squared,
    bounded(R),
    Fact("margin 1", "y⟨u, x⟩ ≥ 1 on every example", every(k, ge(inner(u, z(k)), 1), below=number(M))),
    claim=Display("A <= R**2*norm(u)**2", {"A": A(M), "R": R, "u": u}),
    sample=lambda draw: play(draw, 0),
)
def passive_aggressive(d: Derivation) -> None:
    """Passive-Aggressive (PA): the squared losses sum to at most R²‖u‖².

    Each round with a loss l takes the nearest weights without one; u has y⟨u, x⟩ ≥ 1 on all examples, and ‖x‖ ≤ R. A mistake has l ≥ 1, so
    there are at most R²‖u‖² mistakes.
    """

    def step(i: Index, before: str) -> str:
        n, t, lost, gain = inner(z(i), z(i)), rate(i), loss(i), approach(d, i)
        exact, equal, some, short = d.last, d.at("rate", i), d.at("only on a loss", i), d.at("bounded examples", i)
        sign = d.have(gt(t, 0), equal, some, d.square(z(i)))
        near = d.have(ge(gain, t * lost), exact, equal, d.have(ge(t * (inner(u, z(i)) - 1), 0), d.at("margin 1", i), sign))
        whole = d.have(ge(R**2 * t * lost, lost**2), d.have(ge(t * lost * (R**2 - n), 0), sign, some, short), equal)
        far = d.have(ge(R**2 * (gain - t * lost), 0), near)
        return d.have(le(A(i + 1) + R**2 * distance(i + 1), most), before, far, whole, d.at("A", i))

    most = R**2 * inner(u, u)
    d.upto(M, lambda i: le(A(i) + R**2 * distance(i), most), (), step, note="a round with a loss comes nearer to u")
    d.conclude(d.last, d.have(ge(R**2 * distance(M), 0), d.square(w(M) - u)))


@theorem(
    *rules,
    positive,
    *larger_of(
        size(k),
        norm2,
        loss(k),
        ("m ≥ ‖x‖²", "m is no less than ‖x‖²"),
        ("m ≥ l/C", "and no less than l/C"),
        ("m", "m is the larger of ‖x‖² and l/C"),
        leads=(1, C),
    ),
    Fact("rate", "τm = l, that is τ = min(C, l/‖x‖²)", every(k, eq(rate(k) * size(k), loss(k)), below=number(M))),
    define("E starts", "E counts the mistakes", E(0), 0),
    define("E at a mistake", "a round with y⟨w, x⟩ ≤ 0 is one", E(k + 1), E(k) + 1, where=le(inner(w(k), z(k)), 0)),
    define("E else", "else E rests", E(k + 1), E(k), where=gt(inner(w(k), z(k)), 0)),
    *comparator,
    *sequence("L", L, 0, L(k) + xi(k), "L adds up the hinge losses ξ = max(0, 1 − y⟨u, x⟩)"),
    bounded(R),
    *larger_of(
        K,
        R**2,
        1,
        ("K ≥ R²", "K is no less than R²"),
        ("K ≥ 1/C", "and no less than 1/C"),
        ("K", "K is the larger of R² and 1/C"),
        leads=(1, C),
    ),
    claim=Display("E <= K*(norm(u)**2 + 2*C*L)", {"E": E(M), "K": K, "u": u, "C": C, "L": L(M)}),
    sample=lambda draw: play(draw, 1),
)
def passive_aggressive_i(d: Derivation) -> None:
    """PA-I: at most max(R², 1/C)·(‖u‖² + 2C·Σξ) mistakes, for every u with the hinge losses ξ.

    PA-I moves to weights without a loss, but by τ ≤ C. E counts its mistakes on examples with ‖x‖ ≤ R; ξ = max(0, 1 − y⟨u, x⟩), and K is
    the larger of R² and 1/C.
    """
    d.have(ge(K, 0), "K ≥ R²", name="K ≥ 0")

    def step(i: Index, before: str) -> str:
        n, t, lost, x, m, gain = inner(z(i), z(i)), rate(i), loss(i), xi(i), size(i), approach(d, i)
        exact, equal, some, own = d.last, d.at("rate", i), d.at("only on a loss", i), d.at("l", i)
        larger, share = d.at("m ≥ ‖x‖²", i), d.at("m ≥ l/C", i)
        long = d.have(gt(m, 0), share, some, "C > 0")
        sign = d.have(gt(t, 0), equal, some, long)
        small = d.have(le(t, C), equal, share, long)
        scaled = d.have(ge(t * (lost - t * n), 0), sign, d.have(ge(lost - t * n, 0), equal, d.have(ge(t * (m - n), 0), sign, larger)))
        missing = d.have(ge(t * (inner(u, z(i)) - 1 + x), 0), sign, d.at("ξ ≥ its argument", i))
        near = d.have(ge(gain, t * lost - 2 * C * x), exact, scaled, missing, d.have(ge((C - t) * x, 0), small, d.at("ξ ≥ 0", i)))
        far = d.have(ge(K * (gain - t * lost + 2 * C * x), 0), near, "K ≥ 0")

        def right(case: str) -> str:
            kept = d.have(ge(K * t * lost, 0), d.have(ge(K * t, 0), sign, "K ≥ 0"), some)
            return d.have(le(E(i + 1) + K * distance(i + 1), most(i + 1)), before, far, kept, d.use("E else", i), d.at("L", i))

        def wrong(case: str) -> str:
            one = d.have(ge(lost, 1), own, case)
            if_long = d.have(ge(K * lost - n, 0), "K ≥ R²", d.at("bounded examples", i), one, "K ≥ 0")
            if_lossy = d.have(ge(C * K * lost - lost, 0), "K ≥ 1/C", some)

            def lossy(case: str) -> str:
                equal_ = d.have(le(C * m - lost, 0), d.at("m", i), case)
                return d.have(ge(K * lost - m, 0), d.have(ge(C * (K * lost - m), 0), equal_, if_lossy), "C > 0")

            whole = d.cases(n - m, lambda case: d.have(ge(K * lost - m, 0), if_long, case), lossy)
            kept = d.have(ge(K * t * lost, 1), whole, equal, sign, one)
            return d.have(le(E(i + 1) + K * distance(i + 1), most(i + 1)), before, far, kept, d.use("E at a mistake", i), d.at("L", i))

        return d.cases(-inner(w(i), z(i)), wrong, right)

    def most(i: Index) -> Polynomial:
        return K * (inner(u, u) + 2 * C * L(i))

    d.upto(M, lambda i: le(E(i) + K * distance(i), most(i)), (), step, note="a mistake takes 1/K at least, but for 2Cξ")
    d.conclude(d.last, d.have(ge(K * distance(M), 0), d.square(w(M) - u), "K ≥ 0"))


soft = Fraction(1, 2) * per_C


@theorem(
    *rules,
    positive,
    reciprocal_fact("C", C),
    quotient("rate", "τ = l/(‖x‖² + 1/(2C))", rate(k), loss(k), norm2 + soft, over=(k,)),
    *squared,
    *comparator,
    *sequence("L", L, 0, L(k) + xi(k) ** 2, "L adds up the squares of the hinge losses ξ = max(0, 1 − y⟨u, x⟩)"),
    bounded(R),
    claim=Display("A <= (R**2 + 1/(2*C))*(norm(u)**2 + 2*C*L)", {"A": A(M), "R": R, "u": u, "C": C, "L": L(M)}),
    sample=lambda draw: play(draw, 2),
)
def passive_aggressive_ii(d: Derivation) -> None:
    """PA-II: the squared losses sum to at most (R² + 1/(2C))·(‖u‖² + 2C·Σξ²), for every u with the hinge losses ξ.

    The step is τ = l/(‖x‖² + 1/(2C)), on examples with ‖x‖ ≤ R, and ξ = max(0, 1 − y⟨u, x⟩).
    """
    K = R**2 + soft
    above = d.have(gt(per_C, 0), "1/C", "C > 0")
    d.have(ge(K, 0), above, name="K ≥ 0")

    def step(i: Index, before: str) -> str:
        n, t, lost, x, gain = inner(z(i), z(i)), rate(i), loss(i), xi(i), approach(d, i)
        exact, equal, some = d.last, d.at("rate", i), d.at("only on a loss", i)
        sign = d.have(ge(t, 0), equal, some, d.have(gt(n + soft, 0), d.square(z(i)), above))
        missing = d.have(ge(t * (inner(u, z(i)) - 1 + x), 0), sign, d.at("ξ ≥ its argument", i))
        between = d.have(ge(soft * t**2 - 2 * t * x + 2 * C * x**2, 0), d.have(ge(per_C * (t - 2 * C * x) ** 2, 0), above), "1/C")
        near = d.have(ge(gain, t * lost - 2 * C * x**2), exact, missing, equal, between)
        whole = d.have(ge(K * t * lost, lost**2), d.have(ge(t * lost * (R**2 - n), 0), sign, some, d.at("bounded examples", i)), equal)
        far = d.have(ge(K * (gain - t * lost + 2 * C * x**2), 0), near, "K ≥ 0")
        return d.have(le(A(i + 1) + K * distance(i + 1), most(i + 1)), before, far, whole, d.at("A", i), d.at("L", i))

    def most(i: Index) -> Polynomial:
        return K * (inner(u, u) + 2 * C * L(i))

    d.upto(M, lambda i: le(A(i) + K * distance(i), most(i)), (), step, note="a round takes l²/K at least, but for 2Cξ²")
    last, never = d.last, d.have(ge(K * distance(M), 0), d.square(w(M) - u), "K ≥ 0")
    d.conclude(last, never, "1/C")
