"""At a fixed rate Winnow errs for ever on separable examples in the plane: the margin that it needs does not go to 0 with γ.

Source: BL prints O((1/γ²) log n) without a word on the rate.  For each β > 1 and each t < 1 with t² ≥ 1/β take three positive examples:
((3−t)/4, (1−3t)/4) comes once, and then (−t, 1) and (1, −t) in turn.  All have the margin γ = (1−t)/2 for u = (1/2, 1/2), with ‖x‖∞ ≤ 1
and ‖u‖₁ = 1.  The first is a tie, a mistake, and sets the exponents (1+t)/2 apart (`perceptron.extremal.sequences.fixed_rate`); then every
round is a mistake, so that no number bounds the mistakes.

The proof.  Let h be the axis on which x is −t and l the one on which it is 1; the next example has them the other way round.  Let hi and
lo be the exponents on h and l, p = β^hi and r = β^lo.  A mistake makes them lo + 1 and hi − t, so their difference d = (1+t)/2 stays.  As
β^(−d) ≤ β^(−1/2) ≤ t, r ≤ tp; then 1/r ≥ t/p for t < 1, and the score (r − 1/r) − t(p − 1/p) is not positive.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Draw, Fact, Fraction, Index, Instance, Polynomial, Vector, axis, combination, define, eq, every, ge, gt, implies,
    inner, k, le, ln, ln_product, ln_tangent, multiple, nat, null, number, poly, power_of, real, reciprocal_fact, seq, sequence, theorem,
    vec, vseq,
)  # fmt: skip
from proofs.theorems.winnow import sample_runs
from proofs.theorems.winnow.common import beta, eta, half


# ------------------------------------------------------------------------------------------------------------------------------------------
# Two axes of a plane that take turns: h is a, b, a, … and l is b, a, b, …; h = (1 + s)/2·a + (1 − s)/2·b for s = 1, −1, 1, …

h, other, a, b = vseq("h"), vseq("l"), vec("a"), vec("b")
turn = seq("s")  # 1 and −1 in turn
ways = half * (1 + turn(k)), half * (1 - turn(k))
plane = (
    axis("a", "a is an axis of the plane", a),
    axis("b", "b is the other axis", b),
    axis("b across a", "b is at right angles to a", a, across=b),
    *sequence("s", turn, 1, -turn(k), "s is 1 and −1 in turn"),
    define("h", "h is a and b in turn", h(k), ways[0] * a + ways[1] * b),
    define("l", "l is the other of the two", other(k), ways[1] * a + ways[0] * b),
)


def signs_squared(d: Derivation) -> None:
    """The line "s² = 1", on which what follows rests."""
    d.induction(lambda i: eq(turn(i) ** 2, 1), name="s² = 1")


def along(d: Derivation, i: Index, v: Vector) -> tuple[str, str]:
    """⟨h, v⟩ and ⟨l, v⟩ at i, by the parts of v along the two axes."""
    return d.expand(d.at("h", i), v), d.expand(d.at("l", i), v)


def axes(d: Derivation, i: Index) -> tuple[tuple[str, str], str]:
    """⟨h, h⟩ = 1, ⟨l, l⟩ = 1 and ⟨h, l⟩ = 0 at i."""
    c, e = half * (1 + turn(i)), half * (1 - turn(i))
    of_h, of_l = along(d, i, h(i)), along(d, i, other(i))
    (h_a, l_a), (h_b, l_b), one = along(d, i, a), along(d, i, b), d.at("s² = 1", i)

    def make(
        p: Polynomial, q: Polynomial, line: str, of_a: str, of_b: str, r: Polynomial, s: Polynomial
    ) -> tuple[tuple[Polynomial | int, str], ...]:
        return (1, line), (p, of_a), (q, of_b), (p * r, "a"), (q * s, "b"), (p * s + q * r, "b across a")

    unit_h = d.have(eq(inner(h(i), h(i)), 1), by=combination(*make(c, e, of_h[0], h_a, h_b, c, e), (half, one)))
    unit_l = d.have(eq(inner(other(i), other(i)), 1), by=combination(*make(e, c, of_l[1], l_a, l_b, e, c), (half, one)))
    across = d.have(eq(inner(h(i), other(i)), 0), by=combination(*make(c, e, of_l[0], l_a, l_b, e, c), (-half, one)))
    return (unit_h, unit_l), across


def swap(d: Derivation, i: Index, at: Vector) -> tuple[str, str]:
    """⟨h(i+1), at⟩ = ⟨l(i), at⟩ and ⟨l(i+1), at⟩ = ⟨h(i), at⟩: the axes change places."""

    def change(new: str, one: vseq, old: str, next_: vseq) -> str:
        lines = d.expand(d.at(new, i + 1), at), d.expand(d.at(old, i), at)
        return d.have(eq(inner(one(i + 1), at), inner(next_(i), at)), lines[0], lines[1], d.at("s", i))

    return change("h", h, "l", other), change("l", other, "h", h)


# ------------------------------------------------------------------------------------------------------------------------------------------
# The three examples, and Winnow on them.

t, gamma, B, n = real("t"), real("γ"), real("B"), nat("n")
x, g, u, first = vseq("x"), vseq("g"), vec("u"), vec("x₀")
p, r, per_p, per_r, M = seq("p"), seq("r"), seq("1/p"), seq("1/r"), seq("M")
apart = half * (1 + t)
FIRST = Fraction(1, 4) * (3 - t), Fraction(1, 4) * (1 - 3 * t)  # the first example's entries


def hi(i: Index) -> Polynomial:
    """The exponent where x is −t."""
    return inner(g(i), h(i))


def lo(i: Index) -> Polynomial:
    """The exponent where x is 1."""
    return inner(g(i), other(i))


def score(i: Index) -> Polynomial:
    """Σ (w⁺ − w⁻)x, where x is −t at hi and 1 at lo."""
    return r(i) - per_r(i) - t * (p(i) - per_p(i))


def sample(draw: Draw) -> Instance:
    """Winnow on the examples, β a sixteenth power; rarely the exponents start elsewhere, or a number is out of its range."""
    bases = tuple(Fraction(a, b) for a, b in ((5, 4), (3, 2), (2, 1), (6, 5), (9, 8), (7, 8), (1, 2)))
    entries = tuple(Fraction(a, 4) for a in (2, 3, 1, 0, -1, 4, -4, 16))
    rate = bases[draw.upto(6 if draw.rarely() else 3)] ** 16
    second = entries[draw.upto(7 if draw.rarely() else 2)]
    rounds, basis = draw.upto(3), ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    place = draw.vector(2) if draw.rarely() else ((3 - second) / 4, (1 - 3 * second) / 4)
    start, columns, mistakes = place, dict[str, list[Fraction]](p=[], r=[]), 1
    for i in range(rounds + 2):
        high, low = (sample_runs.power(rate, place[(i + side) % 2]) for side in (0, 1))
        columns["p"].append(high)
        columns["r"].append(low)
        wrong = low - 1 / low <= second * (high - 1 / high)
        place = tuple(a + wrong * (1 if (i + axis) % 2 else -second) for axis, a in enumerate(place))
        mistakes += wrong and i < rounds
    most = draw.number() if draw.rarely() else Fraction(mistakes + draw.upto(1))
    return Instance(
        rounds, {"n": rounds}, {"β": rate, "t": second, "B": most}, dict(columns), dict(zip("ab", basis, strict=True)), {"g": [start]}
    )


def _rates(d: Derivation) -> tuple[str, str]:
    """The lines η ≥ 0 and 2·ln t + η ≥ 0."""
    unit, unit_sign = d.axiom("ln-one"), d.have(gt(1, 0))
    square = d.have(gt(t * t, 0))
    positive = d.have(gt(beta, 0))
    ln_tangent(d, poly(1), beta, unit_sign, positive)
    rate = d.have(ge(eta, 0))
    scaled = d.have(gt(beta * (t * t), 0))
    ln_product(d, t, t, "positive entry", "positive entry")
    ln_product(d, beta, t * t, positive, square)
    least = ln_tangent(d, poly(1), beta * (t * t), unit_sign, scaled)
    d.have(ge(ln(beta * (t * t)), 0), least, "fast rate", unit, scaled)
    return rate, d.have(ge(2 * ln(t) + eta, 0), note="1/√β ≤ t")


def _wrong(d: Derivation) -> Callable[[Index, str], str]:
    """Writes the line score(i) ≤ 0, from that of the gap at i."""
    rate, root = _rates(d)

    def wrong(i: Index, gap: str) -> str:
        high, low = d.at("p", i), d.at("r", i)
        p_sign, r_sign = d.at("p > 0", i), d.at("r > 0", i)
        top = d.have(gt(t * p(i), 0))
        split = ln_product(d, t, p(i), "positive entry", p_sign)
        below = d.have(ge(ln(t * p(i)) - ln(r(i)), 0), split, high, low, gap, root, rate, "positive entry")
        tangent = ln_tangent(d, t * p(i), r(i), top, r_sign)
        d.have(ge(t * p(i) - r(i), 0), tangent, below, r_sign, note="r ≤ tp")
        room = d.have(ge(p(i) - t * r(i), 0))
        of_p, of_r = d.at("1/p", i), d.at("1/r", i)
        per_p_sign, per_r_sign = d.have(gt(per_p(i), 0)), d.have(gt(per_r(i), 0))
        d.have(ge(per_r(i) - t * per_p(i), 0), room, per_p_sign, per_r_sign, of_p, of_r, note="1/r ≥ t/p")
        return d.have(le(score(i), 0))

    return wrong


def _margin(d: Derivation, i: Index, example: Vector, shape: str, entries: tuple[Polynomial, Polynomial]) -> str:
    """⟨u, example⟩ ≥ γ, for the example that has these entries along the axes at i, by the line `shape`."""
    (unit_h, unit_l), right = axes(d, i)
    whole, turned = d.expand("u", example), along(d, i, example)
    parts = d.expand(shape, h(i)), d.expand(shape, other(i))
    p, q = entries
    sides = (1, whole), (-half, turned[0]), (-half, turned[1]), (half, parts[0]), (half, parts[1])
    lines = (*sides, (half * p, unit_h), (half * q, unit_l), (half * (p + q), right), (-1, "γ"))
    d.have(eq(inner(u, example), gamma), by=combination(*lines))
    return d.have(ge(inner(u, example), gamma))


separated = every(k, ge(inner(u, x(k)), gamma), below=number(n))


@theorem(
    Fact("positive entry", "t is positive", gt(t, 0)),
    Fact("small entry", "t < 1, so that the margin is positive", gt(1, t)),
    Fact("fast rate", "β is at least 1/t²", ge(beta * t * t, 1)),
    *plane,
    define("x", "x is −t along h and 1 along l", x(k), other(k) - t * h(k)),
    define("first example", "x₀, before them, is (3 − t)/4 along h and (1 − 3t)/4 along l", first, FIRST[0] * h(0) + FIRST[1] * other(0)),
    define("u", "u is 1/2 along both axes", u, half * (a + b)),
    define("γ", "γ is (1 − t)/2", gamma, half * (1 - t)),
    Fact("first mistake", "from equal weights x₀ is a tie, a mistake: g is x₀ after it", null(g(0) - first)),
    define("update", "a mistake adds x to the exponents", g(k + 1), g(k) + x(k), where=le(score(k), 0)),
    define("no update", "else they stay", g(k + 1), g(k), where=gt(score(k), 0)),
    *power_of("p", p(k), hi(k) * eta, "p is β to the power hi = ⟨g, h⟩"),
    *power_of("r", r(k), lo(k) * eta, "r is β to the power lo = ⟨g, l⟩"),
    reciprocal_fact("p", p(k), "the second weight at hi", per_p(k)),
    reciprocal_fact("r", r(k), "the second weight at lo", per_r(k)),
    define("M starts", "M counts the mistakes, x₀ among them", M(0), 1),
    define("a mistake", "M grows where the score is at most 0", M(k + 1), M(k) + 1, where=le(score(k), 0)),
    define("no mistake", "else it stays", M(k + 1), M(k), where=gt(score(k), 0)),
    Fact(
        "mistake bound",
        "at most B mistakes are made on x₀ and n examples with the margin γ",
        implies(ge(inner(u, first), gamma), implies(separated, le(M(n), B))),
    ),
    claim=ge(B, number(n) + 1),
    sample=sample,
)
def winnow_fixed_rate(d: Derivation) -> None:
    """At a fixed rate Winnow errs for ever on three separable examples in the plane, γ = (1−t)/2 for any t < 1 with t² ≥ 1/β.

    After x₀ every round is a mistake, while u has the margin γ on every example: whatever bounds the mistakes in x₀ and n rounds after it
    is at least n + 1, for every n.

    Printed, and true with assumptions:
    - BL L2 margins and L1 margins: O((1/γ²) log n) is refuted by this theorem for every rate that is fixed; it needs a rate tuned to γ
    """
    wrong = _wrong(d)
    signs_squared(d)

    def start() -> str:
        (unit_h, unit_l), right = axes(d, Index(None))
        sides = multiple(1, d.expand("first mistake", h(0))), multiple(-1, d.expand("first mistake", other(0)))
        shown = d.expand("first example", h(0)), d.expand("first example", other(0))
        near, far = FIRST
        parts = (*sides, (1, shown[0]), (-1, shown[1]), (near, unit_h), (-far, unit_l), (far - near, right))
        return d.have(eq(hi(Index(None)) - lo(Index(None)), apart), by=combination(*parts))

    def stay(i: Index, gap: str) -> list[str]:
        wrong(i, gap)
        moved, (unit_h, unit_l), right = d.at("update", i), *axes(d, i)
        swaps = swap(d, i, g(i + 1))
        steps = d.expand(moved, other(i)), d.expand(moved, h(i))
        entry = d.at("x", i)
        shown = d.expand(entry, other(i)), d.expand(entry, h(i))
        return [*swaps, *steps, *shown, unit_l, unit_h, right]

    always = d.induction(lambda i: eq(hi(i) - lo(i), apart), start, stay, note="the exponents stay apart")

    def count_index(i: Index, before: str) -> list[str]:
        wrong(i, d.at(always, i))
        return [d.at("a mistake", i)]

    count = d.induction(lambda i: eq(M(i), number(i) + 1), (), count_index)
    bounded = d.apply("mistake bound", _margin(d, Index(None), first, "first example", FIRST))
    with d.supposing(i := nat("i"), ge(number(n), number(i) + 1)):
        _margin(d, i, x(i), d.at("x", i), (-t, poly(1)))
    d.conclude(d.apply(bounded, d.last), d.at(count, n))
