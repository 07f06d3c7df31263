"""The regret of online gradient descent (OGD): Σf_t(w(t)) − Σf_t(u) ≤ ‖u‖²/(2η) + (η/2)Σ‖v(t)‖², for every u and every rate η > 0.

Source: SS Theorem 21.15, which section 21.4 uses. OGD starts at 0 and goes w(t+1) = w(t) − ηv(t), with v(t) a subgradient of f_t at w(t);
the hypothesis class is all of ℝᵈ, so the projection is vacuous (Zinkevich, 2003, projects; from memory). Of convexity only the subgradient
inequality at the one point u is used.

The proof.  Mirror descent (`mirror_descent`) with Φ = ‖w‖²/2, whose gradient is w: the divergence of x from y is ‖x − y‖²/2. So η times the
regret is at most ‖u‖²/2 + Σ‖ηv(t)‖²/2.
"""

from perceptron.learners.ogd import move
from proofs.statements.authoring import (
    Callable, Coordinates, Derivation, Display, Draw, Fact, Formula, Fraction, Index, Instance, Polynomial, Sequence, Term, Vector,
    certificate, define, dot, eq, every, ge, gt, inner, k, le, multiple, nat, null, number, poly, product, real, reciprocal_fact, seq,
    sequence, square, strict, theorem, u, vec, vseq, w, z,
)  # fmt: skip


T = nat("T")
v = vseq("v")
eta, per_eta = real("η"), real("1/η")
f, g = seq("f(w)"), seq("f(u)")
loss, best, V = seq("Σf(w)"), seq("Σf(u)"), seq("V")
one, half = Fraction(1), Fraction(1, 2)


def running_sum(total: seq, of: Polynomial, name: str, words: str) -> tuple[Fact, ...]:
    """total(0) = 0 and total(k+1) = total(k) + of."""
    return sequence(name, total, 0, total(k) + of, f"{words}: nothing at first", words)


def descend(start: Coordinates, slopes: list[Coordinates], rate: Fraction) -> list[Coordinates]:
    """Where OGD goes from the start, by the step of `perceptron.learners.ogd`."""
    places = [start]
    for slope in slopes[:-1]:
        places.append(move(places[-1], rate, slope))
    return places


def sample(draw: Draw) -> Instance:
    rounds, d, rate = draw.upto(3), 1 + draw.upto(1), draw.positive()
    count = rounds + 2
    start = draw.vector(d) if draw.rarely() else (Fraction(0),) * d
    comparator, slopes = draw.vector(d), draw.vectors(count, d)
    places, values = descend(start, slopes, rate), draw.numbers(count)
    gaps = [-one if draw.rarely() else Fraction(draw.upto(2), 2) for _ in range(count)]
    lines = [
        value + dot(slope, comparator) - dot(slope, place) + gap
        for value, slope, place, gap in zip(values, slopes, places, gaps, strict=True)
    ]
    paths = {"w": places, "v": slopes}
    return Instance(rounds, {"T": rounds}, {"η": rate}, {"f(w)": values, "f(u)": lines}, {"u": comparator}, paths)


@theorem(
    Fact("zero start", "OGD starts at 0", null(w(0))),
    define("step", "w(t+1) = w(t) − ηv(t)", w(k + 1), w(k) - eta * v(k)),
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
    claim=Display("f - g <= norm(u)**2/(2*eta) + (eta/2)*V", {"f": loss(T), "g": best(T), "u": u, "eta": eta, "V": V(T)}),
    sample=sample,
)
def ogd_regret(d: Derivation) -> None:
    """OGD's regret: Σf(w) − Σf(u) ≤ ‖u‖²/(2η) + (η/2)Σ‖v‖², for every u and every rate η > 0.

    The learner's total loss exceeds that of any u by at most ‖u‖²/(2η) + (η/2)Σ‖v‖².

    Printed, and true with assumptions:
    - SS Theorem 21.15 (used in 21.4)

    Proof. Mirror descent with Φ = ‖w‖²/2, whose gradient is w: a divergence is half of a squared distance.
    """

    def apart(i: Index) -> Polynomial:
        return half * inner(w(i) - w(i + 1), w(i) - w(i + 1))

    total = d.sum("S", apart)
    d.square(w(T) - u)
    images = {"g": w, "Φ": lambda i: half * inner(w(i), w(i)), "φ": half * inner(u, u), "m": apart, "S": total[0]}
    bound = d.cite("mirror-descent", note="with Φ = ‖w‖²/2, where D(x, y) = ‖x − y‖²/2", **images)
    summed = d.upto(T, lambda i: eq(total[0](i), half * eta**2 * V(i)))
    from_0 = d.expand("zero start", w(0)), d.expand("zero start", u)
    d.have(gt(per_eta, 0))
    d.have(le(2 * eta * (loss(T) - best(T)), inner(u, u) + eta**2 * V(T)), bound, summed, *from_0)
    d.conclude(note="divide by 2η")


# ------------------------------------------------------------------------------------------------------------------------------------------
# OGD on the hinge surrogates is the Perceptron up to scale: from 0, with any rate η > 0, its weights are η times the Perceptron's.
#
# Source: SS section 21.4, and the footnote of NG that the learning rate only scales θ. SS's surrogates have the subgradient −z(t), z = yx,
# on a mistake and 0 on the correct rounds. Vectors enter by inner products only, so that o(t) = ηw(t) is said as: no vector a tells them
# apart. With a = x it says more, that both predict alike, for ⟨o(t), x⟩ = η⟨w(t), x⟩ have one sign. Both may treat a tie in any way, if
# only they treat it alike: τ(t) is 1 where it counts as a mistake, and else 0.
#
# The proof. As long as o = ηw, the score y⟨o, x⟩ = η·y⟨w, x⟩ has the sign of y⟨w, x⟩, so both update, by η times the same vector, or
# neither does. If either starts elsewhere this fails: from w = −1 on x = y = 1, rate 1 errs twice and rate 1/10 eleven times, the last
# time at a tie.

o, a, tau, eta_perceptron = vseq("o"), vec("a"), seq("τ"), real("η")


def sample_perceptron(draw: Draw) -> Instance:
    rounds, d, rate = draw.upto(3), 1 + draw.upto(1), draw.positive()
    zero = (Fraction(0),) * d
    steps, starts = draw.vectors(rounds + 2, d), [draw.vector(d) if draw.rarely() else zero for _ in range(2)]
    counted = {"τ": draw_ties(draw, rounds)}
    return Instance(rounds, {}, {"η": rate}, counted, {"a": draw.vector(d)}, {"w": starts[:1], "o": starts[1:], "z": steps})


def draw_ties(draw: Draw, rounds: int) -> list[Fraction]:
    """Whether a tie counts as a mistake, round by round."""
    return [Fraction(draw.upto(1)) for _ in range(rounds + 2)]


def apart(i: Index) -> Vector:
    return o(i) - eta_perceptron * w(i)


def alike(d: Derivation, i: Index, near: str, x: Vector) -> str:
    """⟨o(i) − ηw(i), x⟩² ≤ 0, from the line ‖o(i) − ηw(i)‖² ≤ 0 by Cauchy–Schwarz."""
    d.cite("cauchy-schwarz", a=apart(i), b=x)
    return d.have(le(inner(apart(i), x) ** 2, 0))


def together(d: Derivation, base: Callable[[], str]) -> str:
    """∀k ‖o(k) − ηw(k)‖² ≤ 0, from the line for k = 0."""

    def step(k: Index, near: str) -> str:
        same = alike(d, k, near, z(k))

        def on(kind: str, case: str) -> str:
            both(d, same, kind, case, k)
            return carry(d, k, near, d.at(f"the Perceptron {kind}", k), d.at(f"OGD {kind}", k))

        return by_sign(d, inner(w(k), z(k)), on)

    return d.induction(lambda i: le(inner(apart(i), apart(i)), 0), base, step, note="o(t) = ηw(t)")


KINDS = MISTAKE, TIE, RIGHT = "on a mistake", "at a tie", "else"


def where(score: Polynomial, kind: str) -> Formula:
    """The condition of a score on its round."""
    return {MISTAKE: gt(0, score), TIE: le(score**2, 0), RIGHT: gt(score, 0)}[kind]


def by_sign(d: Derivation, score: Polynomial, on: Callable[[str, str], str]) -> str:
    """A claim that `on` proves of a mistake, of a tie and of a round that is right."""

    def no_mistake(case: str) -> str:
        tie = lambda other: on(TIE, d.have(le(score**2, 0), note="a tie"))  # noqa: E731
        return d.cases(-score, tie, lambda other: on(RIGHT, other))

    return d.cases(score, no_mistake, lambda case: on(MISTAKE, case))


def both(d: Derivation, same: str, kind: str, case: str, k: Index) -> None:
    """y⟨w, x⟩ and y⟨o, x⟩ have the same sign: both are negative, 0 or positive."""
    score, scaled = inner(w(k), z(k)), inner(o(k), z(k))
    if kind == TIE:
        parts = product(2, same), product(2, case, square(eta_perceptron)), product(square(scaled - 2 * eta_perceptron * score))
        d.have(where(scaled, kind), same, case, by=certificate(strict("z"), *parts), note="both tie")
        return
    positive = strict("positive rate", "positive rate", case, case)
    parts = product(same), product(2, "z", "positive rate", case), product("z", "z")
    note = "both err" if kind == MISTAKE else "neither errs"
    d.have(where(scaled, kind), same, case, "positive rate", by=certificate(positive, *parts), note=note)


def carry(d: Derivation, k: Index, near: str, perceptron: str, ogd: str) -> str:
    """‖o(k+1) − ηw(k+1)‖² ≤ 0: both have moved by the same, up to η."""
    moves = []
    for side in (apart(k + 1), apart(k)):
        moves += [multiple(-1, d.expand(ogd, side)), multiple(eta_perceptron, d.expand(perceptron, side))]
    return d.have(le(inner(apart(k + 1), apart(k + 1)), 0), by=certificate(near, *moves))


def by_kind(
    name: str, words: Sequence[str], after: Polynomial | Vector, steps: Sequence[Term | Vector], score: Polynomial
) -> tuple[Fact, ...]:
    """The new value of a name on a mistake, at a tie, and on a round that is right."""
    kinds = zip(KINDS, words, steps, strict=True)
    return tuple(define(f"{name} {kind}", said, after, step, where=where(score, kind)) for kind, said, step in kinds)


def rules(name: str, path: vseq, by: Polynomial, learner: str, adds: str, score: str = "y⟨w, x⟩") -> tuple[Fact, ...]:
    """A learner's rules on a round on which it errs, at a tie, and on one that is right."""
    words = (
        f"where {score} < 0 {learner} {adds}",
        f"at a tie, {score} = 0, τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not",
        f"where {score} > 0 it rests",
    )
    return by_kind(name, words, path(k + 1), (path(k) + by * z(k), path(k) + by * tau(k) * z(k), path(k)), inner(path(k), z(k)))


@theorem(
    Fact("zero start", "the Perceptron starts at 0", null(w(0))),
    Fact("zero start of OGD", "OGD starts at 0", null(o(0))),
    Fact("positive rate", "the rate is positive, and the same on every round", gt(eta_perceptron, 0)),
    *rules("the Perceptron", w, poly(1), "the Perceptron", "adds z = yx"),
    *rules("OGD", o, eta_perceptron, "OGD", "subtracts η times the subgradient −z", "y⟨o, x⟩"),
    claim=every(k, le((inner(o(k), a) - eta_perceptron * inner(w(k), a)) ** 2, 0)),
    sample=sample_perceptron,
    displayed=Display("(inner(o, a) - eta*inner(w, a))**2 <= 0", {"o": o(k), "a": a, "eta": eta_perceptron, "w": w(k)}, (k,)),
)
def ogd_perceptron(d: Derivation) -> None:
    """OGD on the hinge surrogates is η times the Perceptron, for every rate η > 0: (⟨o(t), a⟩ − η⟨w(t), a⟩)² ≤ 0.

    Before every round t, ⟨o(t), a⟩ = η⟨w(t), a⟩ for every vector a, whatever both do at a tie.

    Printed, and true with assumptions:
    - SS 21.4, OGD on the surrogates
    - NG footnote on the learning rate: true for θ = 0 at the start and a constant rate only
    - MR Figure 1, line 7

    No derivation: SymPy has nothing to find: the two learners take the same steps but for the factor η, by induction over the rounds.
    """

    def base() -> str:
        return d.have(le(inner(apart(Index(None)), apart(Index(None))), 0))

    j = nat("j")
    always = together(d, base)
    d.generalise(alike(d, j, d.at(always, j), a), j, note="and so for every vector a")
