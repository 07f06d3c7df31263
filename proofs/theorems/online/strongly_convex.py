"""Strongly convex losses: descent with the rates 1/(λt) has a regret of order ln T, and Pegasos, which is that for the SVM.

Hazan, Agarwal, Kale (2007); Shalev-Shwartz, Singer, Srebro (2007) call the learner Pegasos, stochastic gradient descent (SGD) on λ‖w‖²/2
plus the hinge loss of the example that is drawn (both from memory). A loss is λ-strongly convex at u if it lies above its tangent
by λ‖u − w‖²/2.

The proofs. With D = ‖w − u‖², round t costs at most λ((t − 1)D − tD′)/2 + ‖v‖²/(2λt) more than u: the distances telescope, and 1/t ≤ ln t −
ln(t − 1). Pegasos' λw is a mean of examples times their labels, so that ‖λw‖ ≤ R and ‖v‖ ≤ 2R. The bound is attained at T = 1: with
f(w) = (w − 1)²/2 from w = 0, for u = 1, G = λ = 1.
"""

from proofs.statements.authoring import (
    Callable, Coordinates, Derivation, Display, Draw, Exact, Fact, Fraction, Index, Instance, Polynomial, R, Root, define, dot, eq, every,
    ge, gt, inner, k, le, ln, ln_tangent, nat, null, number, poly, positive_part, quotient, real, reciprocal_fact, seq, theorem, u, vseq,
    w, z,
)  # fmt: skip
from proofs.theorems.online.ogd_regret import best, f, g, loss, running_sum

half, last = Fraction(1, 2), nat("n")
T = last + 1
lam, G, v, eta, A = real("λ"), real("G"), vseq("v"), seq("η"), seq("A")
gap = w(k) - u
rate = (
    Fact("λ > 0", "λ is positive", gt(lam, 0)),
    reciprocal_fact("λ", lam),
    quotient("η", "the rate of round k + 1 is 1/(λ(k + 1))", eta(k), 1, lam * (number(k) + 1), over=(k,)),
    define("step", "w(k + 1) = w(k) − η(k)v(k)", w(k + 1), w(k) - eta(k) * v(k)),
)
sums = (
    *running_sum(loss, f(k), "Σf(w)", "the learner's loss, summed over the rounds"),
    *running_sum(best, g(k), "Σf(u)", "the comparator's loss, summed over the rounds"),
)
regret = {"f": loss(T), "g": best(T), "lam": lam, "T": number(T)}


def sample(draw: Draw) -> Instance:
    """Up to four rounds with losses that are mostly λ‖w − c‖²/2, whose slope is λ(w − c), and G mostly the longest slope."""
    rounds, d, bend = 1 + draw.upto(3), 1 + draw.upto(1), draw.positive()
    at, place = draw.vector(d), draw.vector(d)
    start, slopes, own, theirs = place, list[Coordinates](), list[Fraction](), list[Fraction]()
    for turn in range(rounds):
        centre = draw.vector(d)
        slopes.append(draw.vector(d) if draw.rarely() else tuple(bend * (a - b) for a, b in zip(place, centre, strict=True)))
        value, apart = draw.number(5), tuple(a - b for a, b in zip(at, place, strict=True))
        own, theirs = [*own, value], [*theirs, value + dot(slopes[-1], apart) + (bend * half - draw.rarely()) * dot(apart, apart)]
        place = tuple(a - b / (bend * (turn + 1)) for a, b in zip(place, slopes[-1], strict=True)) if bend else place
    most = draw.number() if draw.rarely() else Root(max(dot(v, v) for v in slopes))
    more = [Fraction(0)] * 2
    paths = {"w": [start], "v": [*slopes, (), ()]}
    return Instance(rounds, {"n": rounds - 1}, {"λ": bend, "G": most}, {"f(w)": own + more, "f(u)": theirs + more}, {"u": at}, paths)


@theorem(
    *rate,
    Fact(
        "strongly convex",
        "f_t lies above its tangent at w(t) by λ‖u − w(t)‖²/2 at u",
        every(k, ge(g(k), f(k) - inner(v(k), gap) + half * lam * inner(gap, gap)), below=number(T)),
    ),
    Fact("slopes", "‖v‖ ≤ G", every(k, le(inner(v(k), v(k)), G**2), below=number(T))),
    *sums,
    claim=Display("f - g <= G**2/(2*lam)*(1 + log(T))", regret | {"G": G}),
    sample=sample,
)
def strongly_convex_regret(d: Derivation) -> None:
    """Descent on strongly convex losses: regret at most (G²/(2λ))(1 + ln T) after T rounds, against every u.

    From any start, w(t + 1) = w(t) − v(t)/(λt) with a subgradient v(t) of the loss, no longer than G; T = n + 1.
    """
    m, per = number(T), real("1/λ")
    d.have(gt(per, 0), "1/λ", "λ > 0", name="1/λ > 0")
    total = d.sum("A", eta)

    def distance(i: Index) -> Polynomial:
        return inner(w(i) - u, w(i) - u)

    def step(i: Index, before: str) -> str:
        t, now, slope = number(i) + 1, distance(i), inner(v(i), v(i))
        unit = d.at("η", i)
        sign = d.have(gt(eta(i), 0), unit, "λ > 0", d.have(gt(lam * t, 0), "λ > 0", d.natural(i)))
        near = d.have(eq(distance(i + 1), now - 2 * eta(i) * inner(v(i), w(i) - u) + eta(i) ** 2 * slope))
        scaled = d.have(eq(lam * t * (now - distance(i + 1)), 2 * inner(v(i), w(i) - u) - eta(i) * slope), near, unit)
        short = d.have(ge(eta(i) * (G**2 - slope), 0), sign, d.at("slopes", i))
        facts = d.at("strongly convex", i), d.at("Σf(w)", i), d.at("Σf(u)", i), d.at(total[2], i)
        return d.have(le(excess(i + 1), half * G**2 * total[0](i + 1)), before, scaled, short, *facts)

    def excess(i: Index) -> Polynomial:
        return half * lam * number(i) * distance(i) + loss(i) - best(i)

    d.upto(T, lambda i: le(excess(i), half * G**2 * total[0](i)), (), step, note="the distances to u telescope")
    summed, apart = d.last, d.have(ge(lam * m * distance(T), 0), d.square(w(T) - u), "λ > 0", d.natural(last))

    def first() -> str:
        return d.have(le(lam * total[0](1), 1 + ln(poly(1))), d.at(total[2], 0), total[1], d.at("η", 0), d.axiom("ln-one"))

    def more(i: Index, before: str) -> list[str]:
        t = number(i) + 1
        signs = d.have(gt(t, 0), d.natural(i)), d.have(gt(t + 1, 0), d.natural(i))
        tangent, unit = ln_tangent(d, t, t + 1, *signs), d.at("η", i + 1)
        below = d.have(ge((t + 1) * (ln(t + 1) - ln(t) - lam * eta(i + 1)), 0), tangent, unit)
        return [d.have(le(lam * eta(i + 1), ln(t + 1) - ln(t)), below, signs[1]), d.at(total[2], i + 1)]

    rates = d.at(d.induction(lambda i: le(lam * total[0](i + 1), 1 + ln(number(i) + 1)), first, more, note="1/t ≤ ln t − ln(t − 1)"), last)
    few = d.have(le(total[0](T), per * (1 + ln(m))), d.have(ge(per * (1 + ln(m) - lam * total[0](T)), 0), rates, "1/λ > 0"), "1/λ")
    d.conclude(summed, apart, d.have(ge(G**2 * (per * (1 + ln(m)) - total[0](T)), 0), few))


# ------------------------------------------------------------------------------------------------------------------------------------------
# Pegasos: the loss of round t is λ‖w‖²/2 + max(0, 1 − y⟨w, x⟩), and the learner starts at 0.

h, xi = seq("h"), seq("ξ")
short = gt(1, inner(w(k), z(k)))


def sample_pegasos(draw: Draw) -> Instance:
    """Up to four examples, λ and u; R is mostly the greatest length."""
    d, rounds, bend = 1 + draw.upto(1), 1 + draw.upto(3), draw.positive()
    start, shown = draw.vector(d) if draw.rarely() else (Fraction(0),) * d, draw.vectors(rounds, d)
    longest: Exact = draw.number() if draw.rarely() else Root(max(dot(x, x) for x in shown))
    paths = {"w": [start], "z": [*shown, (), ()]}
    return Instance(rounds, {"n": rounds - 1}, {"λ": bend, "R": longest}, {}, {"u": draw.vector(d)}, paths)


@theorem(
    *rate,
    Fact("zero start", "the weights start at 0", null(w(0))),
    define("v where short", "the slope is λw − yx where y⟨w, x⟩ < 1", v(k), lam * w(k) - z(k), where=short),
    define("v else", "and else λw", v(k), lam * w(k), where=le(1, inner(w(k), z(k)))),
    *positive_part(h(k), 1 - inner(w(k), z(k)), "h"),
    *positive_part(xi(k), 1 - inner(u, z(k)), "ξ"),
    *running_sum(loss, half * lam * inner(w(k), w(k)) + h(k), "Σf(w)", "λ‖w‖²/2 and the hinge loss h of w, summed over the rounds"),
    *running_sum(best, half * lam * inner(u, u) + xi(k), "Σf(u)", "λ‖u‖²/2 and the hinge loss ξ of u, summed over the rounds"),
    Fact("bounded examples", "‖x‖ ≤ R", every(k, le(inner(z(k), z(k)), R**2), below=number(T))),
    claim=Display("f - g <= 2*R**2/lam*(1 + log(T))", regret | {"R": R}),
    sample=sample_pegasos,
)
def pegasos(d: Derivation) -> None:
    """Pegasos: regret at most (2R²/λ)(1 + ln T) after T rounds, against every u.

    The loss of a round is λ‖w‖²/2 + max(0, 1 − y⟨w, x⟩), that of the support vector machine on one example with ‖x‖ ≤ R; its subgradient is
    taken with the rate 1/(λt); T = n + 1.
    """

    def by_case(i: Index, on: Callable[[str, int, str], str]) -> str:
        score = inner(w(i), z(i)) - 1
        return d.cases(score, lambda case: on("v else", 0, case), lambda case: on("v where short", 1, case))

    def slope(i: Index, sure: Callable[[int, str, str], str]) -> str:
        """A claim on round i, from ‖v‖² and ⟨v, w⟩, where v = λw − z or, with 0 in the place of 1, λw."""

        def on(fact: str, takes: int, case: str) -> str:
            null_, own, cross, x = d.use(fact, i), inner(w(i), w(i)), takes * inner(w(i), z(i)), takes * inner(z(i), z(i))
            along = d.have(eq(inner(v(i), w(i)), lam * own - cross), d.expand(null_, w(i)))
            square = eq(inner(v(i), v(i)), lam**2 * own - 2 * lam * cross + x)
            return sure(takes, along, d.have(square, d.expand(null_, v(i) + lam * w(i) - takes * z(i))))

        return by_case(i, on)

    def size(i: Index) -> Polynomial:
        return lam**2 * inner(w(i), w(i))

    def step(i: Index, before: str) -> str:
        a, cross, x, unit = lam * eta(i), inner(w(i), z(i)), inner(z(i), z(i)), d.at("η", i)
        sign = d.have(gt(a, 0), unit, d.natural(i))
        rest = d.have(ge(1 - a, 0), unit, d.have(ge(a * number(i), 0), sign, d.natural(i)))
        moved, now = d.expand(d.at("step", i), w(i + 1) + w(i) - eta(i) * v(i)), inner(w(i), w(i))

        def on(takes: int, along: str, square: str) -> str:
            exact = (1 - a) ** 2 * lam**2 * now + 2 * a * (1 - a) * takes * lam * cross + a**2 * takes * x
            d.have(eq(size(i + 1), exact), moved, along, square)
            d.have(ge(a * (1 - a) * (lam**2 * now - 2 * takes * lam * cross + takes * x), 0), sign, rest, square, d.square(v(i)))
            d.have(ge((1 - a) * (R**2 - size(i)), 0), rest, before), d.have(ge(a * (R**2 - takes * x), 0))
            return d.have(le(size(i + 1), R**2))

        return slope(i, on)

    d.induction(lambda i: le(size(i), R**2), (), step, upto=T, note="‖λw‖ ≤ R")
    i = d.fresh("i")
    with d.supposing(i, ge(number(T), number(i) + 1)):
        d.have(ge(number(T), number(i)))
        slope(i, lambda takes, along, square: d.have(le(inner(v(i), v(i)), 4 * R**2)))
    with d.supposing(i, ge(number(T), number(i) + 1)):

        def below(fact: str, takes: int, case: str) -> str:
            lost = h(i) - takes * (1 - inner(w(i), z(i)))
            d.have(le(lost, 0))
            tangent = inner(v(i), w(i) - u) - half * lam * inner(w(i) - u, w(i) - u)
            return d.have(ge(half * lam * inner(u, u) + xi(i), half * lam * inner(w(i), w(i)) + h(i) - tangent))

        by_case(i, below)
    losses = {"f(w)": lambda i: half * lam * inner(w(i), w(i)) + h(i), "f(u)": lambda i: half * lam * inner(u, u) + xi(i)}
    d.cite("strongly-convex-regret", "‖v‖ is at most 2R", G=2 * R, **losses)
    d.conclude()
