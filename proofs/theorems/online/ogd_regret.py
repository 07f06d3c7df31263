"""The regret of online gradient descent (OGD): Σf_t(w(t)) − Σf_t(u) ≤ ‖u‖²/(2η) + (η/2)Σ‖v(t)‖², for every u and every rate η > 0.

Source: SS Theorem 21.15, which section 21.4 uses.  OGD starts at 0 and goes w(t+1) = w(t) − ηv(t), with v(t) a subgradient of f_t at w(t);
the hypothesis class is all of ℝᵈ, so the projection is vacuous.  Of convexity only the subgradient inequality at the one point u is used.

The proof.  ‖w(t+1) − u‖² = ‖w(t) − u‖² − 2η⟨v(t), w(t) − u⟩ + η²‖v(t)‖², and by the subgradient inequality the middle term is at most
−2η(f_t(w(t)) − f_t(u)).  Summed over the rounds, with ‖w(T) − u‖² ≥ 0 dropped, that is 2η times the claim.
"""

from perceptron.learners.ogd import moved
from proofs.statements.authoring import (
    Coordinates, Derivation, Displayed, Draw, Fact, Fraction, Index, Instance, Polynomial, Source, certificate, combination, dot, eq, every,
    ge, gt, inner, k, le, multiple, nat, null, number, product, real, reciprocal_fact, running, seq, sequence, theorem, u, vseq, w,
)  # fmt: skip
from proofs.theorems.online import derivations

T = nat("T")
v = vseq("v")
eta, per_eta = real("η"), real("1/η")
f, g = seq("f(w)"), seq("f(u)")
loss, best, V = seq("Σf(w)"), seq("Σf(u)"), seq("V")
one, half = Fraction(1), Fraction(1, 2)


def running_sum(total: seq, of: Polynomial, name: str, words: str) -> tuple[Fact, ...]:
    """total(0) = 0 and total(k+1) = total(k) + of."""
    return sequence(name, total, 0, total(k) + of, f"{words}: nothing at first", words)


def descended(start: Coordinates, slopes: list[Coordinates], rate: Fraction) -> list[Coordinates]:
    """Where OGD goes from the start, by the step of `perceptron.learners.ogd`."""
    places = [start]
    for slope in slopes[:-1]:
        places.append(moved(places[-1], rate, slope))
    return places


def sample(draw: Draw) -> Instance:
    rounds, d, rate = draw.upto(3), 1 + draw.upto(1), draw.positive()
    count = rounds + 2
    start = draw.vector(d) if draw.rarely() else (Fraction(0),) * d
    comparator, slopes = draw.vector(d), draw.vectors(count, d)
    places, values = descended(start, slopes, rate), draw.numbers(count)
    gaps = [-one if draw.rarely() else Fraction(draw.upto(2), 2) for _ in range(count)]
    lines = [
        value + dot(slope, comparator) - dot(slope, place) + gap
        for value, slope, place, gap in zip(values, slopes, places, gaps, strict=True)
    ]
    return Instance(
        rounds,
        {"T": rounds},
        {"η": rate, "1/η": 1 / rate if rate else 0},
        {"f(w)": values, "f(u)": lines, "Σf(w)": running(values), "Σf(u)": running(lines), "V": running([dot(s, s) for s in slopes])},
        {"u": comparator},
        {"w": places, "v": slopes},
    )


@theorem(
    sources=(Source("SS", "Theorem 21.15 (used in 21.4)"),),
    facts=(
        Fact("zero start", "OGD starts at 0", null(w(0))),
        Fact("step", "w(t+1) = w(t) − ηv(t)", every(k, null(w(k + 1) - w(k) + eta * v(k))), defines=w),
        Fact("positive rate", "the rate is positive", gt(eta, 0)),
        reciprocal_fact("η", eta),
        Fact(
            "subgradient",
            "v(t) is a subgradient of f_t at w(t): f_t(u) ≥ f_t(w(t)) + ⟨v(t), u − w(t)⟩",
            every(k, ge(g(k), f(k) + inner(v(k), u - w(k))), below=number(T)),
        ),
        *running_sum(loss, f(k), "Σf(w)", "the learner's loss, summed over the rounds"),
        *running_sum(best, g(k), "Σf(u)", "the comparator's loss, summed over the rounds"),
        *running_sum(V, inner(v(k), v(k)), "V", "the squared lengths of the subgradients, summed"),
    ),
    claim=le(loss(T) - best(T), half * per_eta * inner(u, u) + half * eta * V(T)),
    sample=sample,
    derivation=derivations.regret,
    displayed=Displayed("f - g <= norm(u)**2/(2*eta) + (eta/2)*V", {"f": loss(T), "g": best(T), "u": u, "eta": eta, "V": V(T)}),
)
def ogd_regret(d: Derivation) -> None:
    """OGD's regret: Σf(w) − Σf(u) ≤ ‖u‖²/(2η) + (η/2)Σ‖v‖², for every u and every rate η > 0.

    The learner's total loss exceeds that of any u by at most ‖u‖²/(2η) + (η/2)Σ‖v‖².

    Proof. ‖w(k) − u‖² + 2η(Σf(w) − Σf(u)) ≤ ‖u‖² + η²V, by induction on the rounds.
    """

    def potential(i: Index) -> Polynomial:
        return inner(w(i) - u, w(i) - u) + 2 * eta * (loss(i) - best(i)) - inner(u, u) - eta**2 * V(i)

    def base() -> str:
        start = d.expand("zero start", w(0)), d.expand("zero start", u)
        sums = "V starts", "Σf(w) starts", "Σf(u) starts"
        summed = multiple(-2 * eta, sums[1]), multiple(2 * eta, sums[2]), multiple(eta**2, sums[0])
        nothing = certificate(*summed, multiple(-1, start[0]), multiple(2, start[1]))
        return d.have(le(potential(Index(None)), 0), *start, *sums, by=nothing)

    def step(k: Index, before: str) -> str:
        line = d.at("step", k)
        sides = d.expand(line, w(k + 1)), d.expand(line, w(k)), d.expand(line, v(k)), d.expand(line, u)
        after = inner(w(k) - u, w(k) - u) - 2 * eta * inner(v(k), w(k) - u) + eta**2 * inner(v(k), v(k))
        moved = combination((1, sides[0]), (1, sides[1]), (-eta, sides[2]), (-2, sides[3]))
        closer = d.have(eq(inner(w(k + 1) - u, w(k + 1) - u), after), by=moved, note="‖w − ηv − u‖²")
        gap = d.at("subgradient", k, note="the subgradient inequality at u")
        scaled = d.have(ge(eta * (g(k) - f(k) - inner(v(k), u - w(k))), 0), gap, "positive rate")
        sums = d.at("Σf(w)", k), d.at("Σf(u)", k), d.at("V", k)
        summed = multiple(-2 * eta, sums[0]), multiple(2 * eta, sums[1]), multiple(eta**2, sums[2])
        kept = certificate(before, product(2, scaled), multiple(-1, closer), *summed)
        return d.have(le(potential(k + 1), 0), before, closer, scaled, *sums, by=kept)

    always = d.induction(lambda i: le(potential(i), 0), base, step, upto=T, note="the potential does not grow")
    last, distance = d.at(always, T), d.square(w(T) - u)
    sign = d.have(gt(per_eta, 0), "1/η", "positive rate")
    regret = loss(T) - best(T)
    total = d.have(le(2 * eta * regret, inner(u, u) + eta**2 * V(T)), last, distance)
    d.conclude(note="divide by 2η", by=certificate(product(half, total, sign), multiple(regret - half * eta * V(T), "1/η")))
