"""OGD on the hinge surrogates is the Perceptron up to scale: from 0, with any rate η > 0, its weights are η times the Perceptron's.

Source: SS section 21.4, and the footnote of NG that the learning rate only scales θ.  SS's surrogates have the subgradient −z(t), z = yx,
on a mistake and 0 on the correct rounds.  Vectors enter by inner products only, so that o(t) = ηw(t) is said as: no vector a tells them
apart.  With a = x it says more, that both predict alike, for ⟨o(t), x⟩ = η⟨w(t), x⟩ have one sign.

The proof.  As long as o = ηw, the score y⟨o, x⟩ = η·y⟨w, x⟩ has the sign of y⟨w, x⟩, so both update, by η times the same vector, or neither
does.  If either starts elsewhere this fails: from w = −1 on x = y = 1, rate 1 errs twice and rate 1/10 eleven times, the last time at a
tie.
"""

from perceptron.learners.ogd import moved, surrogate
from proofs.statements.authoring import (
    Callable, Derivation, Displayed, Draw, Fact, Fraction, Index, Instance, NoDerivation, Polynomial, Source, Vector, certificate, every,
    ge, gt, implies, inner, k, le, multiple, nat, null, poly, product, real, square, strict, theorem, vec, vseq, w, z,
)  # fmt: skip

o, a, eta = vseq("o"), vec("a"), real("η")
one = Fraction(1)


def sample(draw: Draw) -> Instance:
    rounds, d, rate = draw.upto(3), 1 + draw.upto(1), draw.positive()
    zero = (Fraction(0),) * d
    steps, starts = draw.vectors(rounds + 2, d), [draw.vector(d) if draw.rarely() else zero for _ in range(2)]
    paths = []
    for start, by in zip(starts, (one, rate), strict=True):
        places = [start]
        for x in steps[:-1]:
            places.append(moved(places[-1], by, surrogate(places[-1], x, 1).subgradient(places[-1])))
        paths.append(places)
    probe = draw.vector(d)
    return Instance(rounds, {}, {"η": rate}, {}, {"a": probe}, {"w": paths[0], "o": paths[1], "z": steps})


def apart(i: Index) -> Vector:
    return o(i) - eta * w(i)


def alike(d: Derivation, i: Index, near: str, x: Vector) -> str:
    """⟨o(i) − ηw(i), x⟩² ≤ 0, from the line ‖o(i) − ηw(i)‖² ≤ 0 by Cauchy–Schwarz."""
    joined, length = d.cite("cauchy-schwarz", a=apart(i), b=x), d.square(x)
    return d.have(le(inner(apart(i), x) ** 2, 0), joined, near, length)


def together(d: Derivation, base: Callable[[], str]) -> str:
    """∀k ‖o(k) − ηw(k)‖² ≤ 0, from the line for k = 0."""

    def step(k: Index, near: str) -> str:
        score, scaled = inner(w(k), z(k)), inner(o(k), z(k))
        same = alike(d, k, near, z(k))

        def on(case: str) -> str:
            if d.claims[case] == ge(-score, 0):
                wrong(d, same, case, scaled)
                return carried(d, k, near, d.at("update on a mistake", k), d.at("OGD on a mistake", k))
            right(d, same, case, scaled)
            return carried(d, k, near, d.at("no update else", k), d.at("OGD rests else", k))

        return d.cases(-score, on)

    return d.induction(lambda i: le(inner(apart(i), apart(i)), 0), base, step, note="o(t) = ηw(t)")


def wrong(d: Derivation, same: str, case: str, scaled: Polynomial) -> None:
    """y⟨o, x⟩ ≤ 0 where y⟨w, x⟩ ≤ 0."""
    parts = same, product(2, "z", "positive rate", case), product(case, case, square(eta))
    d.have(le(scaled, 0), same, case, "positive rate", by=certificate(strict("z", "z"), *parts), note="both err")


def right(d: Derivation, same: str, case: str, scaled: Polynomial) -> None:
    """y⟨o, x⟩ > 0 where y⟨w, x⟩ > 0."""
    positive = strict("positive rate", "positive rate", case, case)
    parts = same, product(2, "z", "positive rate", case), product("z", "z")
    d.have(gt(scaled, 0), same, case, "positive rate", by=certificate(positive, *parts), note="neither errs")


def carried(d: Derivation, k: Index, near: str, perceptron: str, ogd: str) -> str:
    """‖o(k+1) − ηw(k+1)‖² ≤ 0: both have moved by the same, up to η."""
    moves = []
    for side in (apart(k + 1), apart(k)):
        moves += [multiple(-1, d.expand(ogd, side)), multiple(eta, d.expand(perceptron, side))]
    return d.have(le(inner(apart(k + 1), apart(k + 1)), 0), by=certificate(near, *moves))


def rule(name: str, words: str, path: vseq, by: Polynomial, mistake: bool) -> Fact:
    """What a learner does on a round on which it errs, or does not."""
    if mistake:
        return Fact(name, words, every(k, implies(le(inner(path(k), z(k)), 0), null(path(k + 1) - path(k) - by * z(k)))), defines=path)
    return Fact(name, words, every(k, implies(gt(inner(path(k), z(k)), 0), null(path(k + 1) - path(k)))), defines=path)


@theorem(
    sources=(
        Source("SS", "21.4, OGD on the surrogates"),
        Source("NG", "footnote on the learning rate", "true for θ = 0 at the start and a constant rate only"),
        Source("MR", "Figure 1, line 7"),
    ),
    facts=(
        Fact("zero start", "the Perceptron starts at 0", null(w(0))),
        Fact("zero start of OGD", "OGD starts at 0", null(o(0))),
        Fact("positive rate", "the rate is positive, and the same on every round", gt(eta, 0)),
        rule("update on a mistake", "where y⟨w, x⟩ ≤ 0 the Perceptron adds z = yx", w, poly(1), True),
        rule("no update else", "where y⟨w, x⟩ > 0 the Perceptron rests", w, poly(1), False),
        rule("OGD on a mistake", "where y⟨o, x⟩ ≤ 0 OGD subtracts η times the subgradient −z", o, eta, True),
        rule("OGD rests else", "where y⟨o, x⟩ > 0 the surrogate is 0, and so is its subgradient", o, eta, False),
    ),
    claim=every(k, le((inner(o(k), a) - eta * inner(w(k), a)) ** 2, 0)),
    sample=sample,
    cites=("cauchy-schwarz",),
    derivation=NoDerivation(
        "Nothing is to be found: the two learners take the same steps but for the factor η, by induction over the rounds."
    ),
    displayed=Displayed("(inner(o, a) - eta*inner(w, a))**2 <= 0", {"o": o(k), "a": a, "eta": eta, "w": w(k)}, (k,)),
)
def ogd_perceptron(d: Derivation) -> None:
    """OGD on the hinge surrogates is η times the Perceptron, for every rate η > 0: (⟨o(t), a⟩ − η⟨w(t), a⟩)² ≤ 0.

    Before every round t, ⟨o(t), a⟩ = η⟨w(t), a⟩ for every vector a.
    """

    def base() -> str:
        theirs, cross, ours = d.expand("zero start of OGD", o(0)), d.expand("zero start", o(0)), d.expand("zero start", w(0))
        nothing = certificate(multiple(-1, theirs), multiple(2 * eta, cross), multiple(-(eta**2), ours))
        return d.have(le(inner(apart(Index(None)), apart(Index(None))), 0), by=nothing)

    j = nat("j")
    always = together(d, base)
    d.generalise(alike(d, j, d.at(always, j), a), j, note="and so for every vector a")
