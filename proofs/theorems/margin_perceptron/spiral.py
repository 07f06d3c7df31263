"""The sharp bound of the Margin Perceptron is reached as γ → 0: a spiral in R³ goes on as long as that bound allows, but for a logarithm.

In no source.  Let every example be of length 1, γ ahead along u, and exactly at the threshold: ⟨w, z⟩ = cγ‖w‖ with c = 1−ε.  Then n = ‖w‖
grows as fast as it can, n² to n² + 2cγn + 1, and for Φ(n) = 2cγn − ln(1 + 2cγn), the potential of `margin-perceptron-sharp`,
Φ(n(k)) ≥ 2c²γ²(k − 1 − ln n(k)), where that page has Φ(n(k)) ≤ 2c²γ²k (`margin-perceptron-spiral-growth`).  In space there is such an
example as long as γk ≤ κn(k) with γ² ≤ (1−γ²)(1−κ²) (`margin-perceptron-spiral-room`).  And γk ≤ κn(k) for each k with Φ(N) ≤
2c²γ²(k − 1 − ln N), N = γk/κ (`margin-perceptron-spiral`).  With τ = γ²k that is 2cτ/κ − ln(1 + 2cτ/κ) ≤ 2c²τ − 2c²γ²(1 + ln(τ/(γκ))).  As
γ → 0 the last term goes to 0 and κ to 1, and the rest, 2c(1−c)τ ≤ ln(1 + 2cτ), is the sharp bound: each τ below its root is reached.
At ε = 1/2, γ = 1/1000 this reaches 2,512,837 vectors, and the sharp bound allows 2,512,862 (in balls of 120 bits).  So the
rate (1/ε) ln(1/ε) of `margin-perceptron-rate` is the learner's own.

The proofs.  With b = 1 + 2cγn, n′ the next length and D = n′ − n, D(n + n′) ≥ b.  The tangent of ln gives ΔΦ ≥ 4c²γ²nD/b ≥ 4c²γ²n/(n + n′),
which is 2c²γ²(1 − D/(n + n′)), and D/(n + n′) ≤ D/n′ ≤ Δ ln n.  If n(k) < N then Φ(N) ≥ Φ(n(k)) and ln n(k) < ln N: a contradiction.  In
space, with w = γke + hf, take z = γe + xf + yg: hx = γ(cn − γk), and x² ≤ 1 − γ² leaves a y.
"""

from math import isqrt

from proofs.statements.authoring import (
    Derivation, Display, Draw, Fact, Fraction, Index, Instance, Polynomial, Term, every, gamma, ge, gt, k, le, ln, ln_tangent, nat, number,
    poly, real, seq, theorem,
)  # fmt: skip

one = Fraction(1)
c, N, kappa = real("c"), real("N"), real("κ")
n, K = seq("n"), nat("K")
grain = 64
run = (
    Fact("threshold", "the threshold is cγ‖w‖ with c > 0", gt(c, 0)),
    Fact("positive margin", "γ > 0", gt(gamma, 0)),
    Fact("n(0)", "the first vector is of length 1", ge(n(0), 1)),
    Fact("n ≥ 0", "n(k) is the length after k + 1 vectors", every(k, ge(n(k), 0))),
    Fact(
        "fastest",
        "an update adds to n² no less than 2cγn + 1",
        every(k, ge(n(k + 1) ** 2, n(k) ** 2 + 2 * c * gamma * n(k) + 1), below=number(K)),
    ),
)
speed = 2 * c**2 * gamma**2


def argument(length: Polynomial) -> Polynomial:
    return 1 + 2 * c * gamma * length


def potential(length: Polynomial) -> Polynomial:
    return 2 * c * gamma * length - ln(argument(length))


def _lengths(draw: Draw, threshold: Fraction, first: Fraction, count: int) -> list[Fraction]:
    """Each the root of the square that it should have, rounded up."""
    lengths = [first]
    for _ in range(count):
        square = lengths[-1] ** 2 + 2 * threshold * lengths[-1] + 1
        if draw.rarely():
            square = Fraction(1, 16)
        scaled = square * grain**2
        root = isqrt(max(0, int(scaled)))
        lengths.append(Fraction(root if root**2 >= scaled else root + 1, grain))
    return lengths


def sample(draw: Draw) -> Instance:
    """Lengths for a few updates, a threshold and a margin, and N beside the last length; rarely one of them is below 0."""
    shares = (Fraction(1, 2), Fraction(3, 4), Fraction(1, 4), one, Fraction(0), -one)
    margins = (Fraction(1, 2), Fraction(1, 10), one, Fraction(0), -one)
    share, margin = (values[draw.upto(len(values) - 1) if draw.rarely() else draw.upto(2)] for values in (shares, margins))
    last = draw.upto(4)
    lengths = _lengths(draw, share * margin, one if not draw.rarely() else Fraction(1, 8), last + 2)
    if share * margin < 0:  # where the logarithm still has a value
        last, lengths = 1, [one, Fraction(1, 4), Fraction(1, 4), Fraction(1, 4)]
    elif draw.rarely():
        share, margin, last, lengths = one, one, 2, [one, -2 * one, one, 2 * one, 3 * one]
    far = lengths[last] * Fraction(1 + draw.upto(9), 8)
    return Instance(last + 1, {"K": last}, {"c": share, "γ": margin, "N": far or one}, {"n": lengths[: last + 3]})


def _rises(d: Derivation) -> str:
    """∀k ≤ K: n(k) ≥ 1."""
    d.have(ge(c * gamma, 0))

    return d.induction(lambda i: ge(n(i), 1), upto=K, note="n(k) ≥ 1")


def _positive(d: Derivation, length: Polynomial, least: str) -> str:
    """1 + 2cγ·length > 0, for a length that is not negative."""
    return d.have(gt(argument(length), 0), d.have(ge(c * gamma * length, 0)))


@theorem(
    run,
    claim=Display("2*c*gamma*n - log(1 + 2*c*gamma*n) >= 2*c**2*gamma**2*(K - log(n))", {"c": c, "n": n(K), "K": number(K)}),
    sample=sample,
)
def margin_perceptron_spiral_growth(d: Derivation) -> None:
    """Exactly at its threshold the Margin Perceptron's weights grow as fast as the sharp bound lets them, but for a logarithm.

    The length n of the weights after K + 1 vectors has Φ(n) ≥ 2c²γ²(K − ln n), for Φ(n) = 2cγn − ln(1 + 2cγn).

    Printed, and true with assumptions:
    - BL Theorem 3: prints 8/γ², which no run comes near

    No derivation: SymPy cannot sum the growth of a potential over the rounds: the kernel bounds each round and goes on by induction.
    """
    _rises(d)

    def claim(i: Index) -> Term:
        return potential(n(i)) - speed * (number(i) - ln(n(i)))

    def base() -> None:
        first = d.have(gt(n(0), 0))
        least = _positive(d, n(0), d.have(ge(n(0), 0)))
        _, unit_sign = d.axiom("ln-one"), d.have(gt(1, 0))
        ln_tangent(d, argument(n(0)), poly(1), least, unit_sign)
        ln_tangent(d, poly(1), n(0), unit_sign, first)
        d.have(ge(ln(n(0)), 0))
        d.have(ge(speed * ln(n(0)), 0))

    def step(i: Index, before: str) -> list[str]:
        low, high = n(i), n(i + 1)
        gap, total, b = high - low, high + low, argument(low)
        grown = d.at("fastest", i)
        d.have(ge(gap, 0))
        low_sign, high_sign = d.have(gt(low, 0)), d.have(gt(high, 0))
        b_sign = _positive(d, low, d.have(ge(low, 0)))
        a_sign = _positive(d, high, d.have(ge(high, 0)))
        change = potential(high) - potential(low)
        ln_tangent(d, argument(high), b, a_sign, b_sign)
        once = d.have(ge(b * change, 2 * speed * low * gap), note="the tangent at 1 + 2cγn")
        twice = d.have(ge(b * (total * change - 2 * speed * low), 0), once, grown, low_sign, high_sign, note="(n′ − n)(n′ + n) ≥ 1 + 2cγn")
        gained = d.have(ge(total * change, 2 * speed * low), twice, b_sign)
        logs = ln(high) - ln(low)
        ln_tangent(d, low, high, low_sign, high_sign)
        wide = d.have(ge(total * logs, gap))
        d.have(ge(total * (change - speed * (1 - logs)), 0), gained, wide)
        d.have(gt(total, 0))
        last = d.have(ge(change - speed * (1 - logs), 0))
        return [last]

    d.induction(lambda i: ge(claim(i), 0), base, step, upto=K, note="Φ(n) ≥ 2c²γ²(k − ln n)")


@theorem(
    (*run, Fact("time", "Φ(N) ≤ 2c²γ²(K − ln N)", ge(speed * (number(K) - ln(N)) - potential(N), 0))), claim=ge(n(K), N), sample=sample
)
def margin_perceptron_spiral(d: Derivation) -> None:
    """The spiral goes on: N ≤ ‖w‖ after K + 1 vectors, for each N with Φ(N) ≤ 2c²γ²(K − ln N).

    The claim is N ≤ n, for the length n of the weights. With N = γ(K + 1)/κ this is the condition on the next example.

    Printed, and true with assumptions:
    - BL Theorem 3: prints 8/γ², which no run comes near

    No derivation: SymPy cannot invert Φ: the claim is that of margin-perceptron-spiral-growth, with a function that grows.
    """
    _rises(d)
    grows = d.cite("margin-perceptron-spiral-growth", note="Φ(n) ≥ 2c²γ²(K − ln n)")
    low, b = n(K), argument(n(K))

    def otherwise(case: str) -> str:
        low_sign, high_sign = d.have(gt(low, 0)), d.have(gt(N, 0))
        b_sign = _positive(d, low, d.have(ge(low, 0)))
        a_sign = _positive(d, N, d.have(ge(N, 0)))
        tangent = ln_tangent(d, argument(N), b, a_sign, b_sign)
        scaled = d.have(ge(b * (potential(N) - potential(low)), 0), tangent, case, low_sign)
        slope = ln_tangent(d, low, N, low_sign, high_sign)
        pace = d.have(gt(c**2 * gamma**2, 0), "threshold", "positive margin")
        absurd = d.have(gt(speed * (ln(N) - ln(low)), 0), slope, case, high_sign, pace)
        return d.have(ge(n(K) - N, 0), scaled, b_sign, grows, absurd, "time")

    d.cases(n(K) - N, lambda case: case, otherwise)


length, count = real("n"), real("k")


def sample_room(draw: Draw) -> Instance:
    """A threshold, a margin and a length; rarely one of them is out of its range."""
    values = {"c": Fraction(draw.upto(4), 4), "γ": Fraction(draw.upto(4), 5), "κ": Fraction(draw.upto(5), 5), "n": Fraction(draw.upto(8))}
    two = 2 * one
    unlike = ({"c": draw.number()}, {"γ": -values["γ"]}, {"γ": two, "κ": two}, {"κ": two}, {"n": -values["n"], "κ": -values["κ"]})
    if draw.rarely():
        values |= unlike[draw.upto(4)]
    most = abs(values["κ"] * values["n"] / values["γ"]) if values["γ"] else 4 * one
    return Instance(0, reals={**values, "k": most * Fraction(draw.upto(6), 5) * (-1 if draw.rarely() else 1)})


room_left = le(gamma**2 * (c * length - gamma * count) ** 2, (1 - gamma**2) * (length**2 - (gamma * count) ** 2))


@theorem(
    Fact("c ≥ 0", "the threshold is not negative", ge(c, 0)),
    Fact("a threshold", "nor is it more than the margin, c ≤ 1", le(c, 1)),
    Fact("γ ≥ 0", "γ is not negative", ge(gamma, 0)),
    Fact("γ ≤ 1", "and at most 1", le(gamma, 1)),
    Fact("n ≥ 0", "n is a length", ge(length, 0)),
    Fact("k ≥ 0", "k vectors were added", ge(count, 0)),
    Fact("behind", "γk ≤ κn", le(gamma * count, kappa * length)),
    Fact("small margin", "γ² ≤ (1−γ²)(1−κ²)", le(gamma**2, (1 - gamma**2) * (1 - kappa**2))),
    claim=Display("gamma**2*(c*n - gamma*k)**2 <= (1 - gamma**2)*(n**2 - gamma**2*k**2)", {"c": c, "n": length, "k": count}),
    sample=sample_room,
)
def margin_perceptron_spiral_room(d: Derivation) -> None:
    """The room for an example at the threshold, if γk ≤ κn and γ² ≤ (1−γ²)(1−κ²): γ²(cn − γk)² ≤ (1−γ²)(n² − γ²k²).

    The claim is an inequality between numbers, n being ‖w‖. With it x² ≤ 1 − γ² for x = γ(cn − γk)/√(n² − γ²k²), so that some y has
    y² = 1 − γ² − x², and in space such an example can be chosen.

    Printed, and true with assumptions:
    - BL Theorem 3: prints 8/γ², which no run comes near

    Proof. If κ ≤ 1, |cn − γk| ≤ n, so γ²(cn − γk)² ≤ γ²n² ≤ (1−γ²)(1−κ²)n² ≤ (1−γ²)(n² − γ²k²); and κ > 1 leaves γ = 0 alone.

    No derivation: SymPy finds no sign here: the difference is a polynomial in six letters under six conditions, which the kernel's
    certificate multiplies out.
    """
    gap = c * length - gamma * count
    forth = d.have(ge(length, c * length))
    part = d.have(ge(c * length, 0))
    ahead = d.have(ge(gamma * count, 0))
    rest = d.have(ge(1 - gamma**2, 0))
    second = d.have(le(gamma**2 * length**2, (1 - gamma**2) * (1 - kappa**2) * length**2))

    def below_one(case: str) -> str:
        inside = d.have(le(gap**2, length**2), forth, part, ahead, "behind", case, "n ≥ 0")
        first = d.have(le(gamma**2 * gap**2, gamma**2 * length**2), inside)
        return d.have(room_left, first, second, "behind", ahead, rest)

    def above_one(case: str) -> str:
        none = d.have(le(gamma**2, 0), "small margin", rest, case, note="γ = 0")
        left = d.have(le(gamma**2 * gap**2, 0), none)
        d.have(ge(length**2 - (gamma * count) ** 2, 0))
        return d.have(room_left, left, d.have(ge((1 - gamma**2) * (length**2 - (gamma * count) ** 2), 0)))

    d.cases(1 - kappa, below_one, above_one)
