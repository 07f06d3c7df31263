"""A dummy input of 1 is a threshold, both ways: as functions, and as learners that err on the same rounds.

Source: BL section 1, “we can simulate a nonzero threshold with a dummy input x_0 that is always 1”.  Write e for the dummy's axis.  A
vector v on the examples x + e is the same as a vector u without a part along e and a threshold θ, by v = u − θe: θ is −⟨v, e⟩ and u the
rest.  And the Perceptron on the examples with the dummy is the learner of w and θ that predicts the sign of ⟨w, x⟩ − θ and on a mistake
adds yx to w and subtracts y from θ.

The proofs.  The first is bilinearity.  For the second, v − w + θe and ⟨w, e⟩ stay 0: as long as they are, both scores are equal, so that
both learners update, or neither does.
"""

from typing import Any

from proofs.statements.authoring import (
    Derivation, Display, Draw, Fact, Formula, Fraction, Index, Instance, Polynomial, Vector, certificate, combination, define, eq, every,
    inner, k, le, multiple, null, product, real, seq, strict, theorem, vec, vseq, w,
)  # fmt: skip
from proofs.theorems import online

_, TIE, _ = online.ogd_regret.KINDS

e, u, v, x = vec("e"), vec("u"), vec("v"), vec("x")
theta = real("θ")
V, p, y, b, tau = vseq("V"), vseq("p"), seq("y"), seq("θ"), seq("τ")
S, R = seq("s"), seq("r")
axis = (
    Fact("axis", "e, the axis of the dummy, has length 1", eq(inner(e, e), 1)),
    Fact("x has no dummy", "x is at right angles to e before the dummy is added", eq(inner(e, x), 0)),
)


def sample(draw: Draw) -> Instance:
    """In the plane, with the dummy as its second axis; rarely something has a part along it."""
    line = (Fraction(draw.number(9)), draw.number() if draw.rarely() else Fraction(0))
    shown = (Fraction(draw.number(9)), draw.number() if draw.rarely() else Fraction(0))
    dummy = (Fraction(0), draw.positive() if draw.rarely() else Fraction(1))
    at = draw.number(9)
    return Instance(0, {}, {"θ": at}, {}, {"e": dummy, "u": line, "x": shown})


@theorem(
    *axis,
    Fact("u has no dummy", "u is at right angles to e", eq(inner(e, u), 0)),
    define("v", "v is u less θ along the dummy; so θ is −⟨v, e⟩, and every v is of this form", v, u - theta * e),
    claim=Display("inner(v, x + e) = inner(u, x) - theta", {"v": v, "x": x, "e": e, "u": u, "theta": theta}),
    sample=sample,
)
def dummy_is_threshold(d: Derivation) -> None:
    """A vector on inputs with a dummy of 1 has the values of a vector with a threshold: ⟨v, x + e⟩ = ⟨u, x⟩ − θ for v = u − θe.

    u and θ make a v; and every v is made so, by θ = −⟨v, e⟩ and u = v + θe; both give every input the same value.

    Printed, and true with assumptions:
    - BL section 1, dummy input: true of the functions that can be represented, and of the predictions

    No derivation: SymPy has nothing to find: ⟨u − θe, x + e⟩ multiplied out.
    """


def lift(i: Index) -> Vector:
    """The example times its label, with the dummy."""
    return p(i) + y(i) * e


def cases(name: str, words: str, here: Any, after: Any, step: Any, score: Polynomial) -> tuple[Fact, ...]:
    """The changes on a round on which a learner errs, at a tie, and on one that is right."""
    said = words, "at a tie τ(k) times that: τ(k) is 1 where a tie counts as a mistake, 0 where it does not", "else nothing changes"
    return online.ogd_regret.by_kind(name, said, after, (here + step, here + tau(k) * step, here), score)


def sample_runs(draw: Draw) -> Instance:
    """Both learners on points of a line; rarely a start, a point or the axis is wrong."""
    rounds = draw.upto(3)
    dummy = (Fraction(0), draw.positive() if draw.rarely() else Fraction(1))
    labels = [Fraction(1 - 2 * draw.upto(1)) for _ in range(rounds + 2)]
    steps = [(label * draw.number(9), label * (draw.number() if draw.rarely() else 0)) for label in labels]
    start = draw.vector(2) if draw.rarely() else (Fraction(0), Fraction(0))
    at = draw.number() if draw.rarely() else Fraction(0)
    first = draw.vector(2) if draw.rarely() else tuple(a - at * c for a, c in zip(start, dummy, strict=True))
    shown = draw.number(9), draw.number() if draw.rarely() else Fraction(0)
    ties = [Fraction(draw.upto(1)) for _ in labels]
    return Instance(rounds, {}, {}, {"y": labels, "θ": [at], "τ": ties}, {"e": dummy, "x": shown}, {"w": [start], "V": [first], "p": steps})


def off(i: Index) -> Vector:
    """v − w + θe before round i, which stays 0."""
    return V(i) - w(i) + b(i) * e


def _near(d: Derivation, i: Index, before: str, at: Vector) -> str:
    """⟨v − w + θe, at⟩² ≤ 0, by Cauchy–Schwarz."""
    none = d.have(le(inner(off(i), off(i)), 0))
    joined, long = d.cite("cauchy-schwarz", a=off(i), b=at), d.square(at)
    return d.have(le(inner(off(i), at) ** 2, 0), joined, none, long)


def _carry(d: Derivation, i: Index, before: str, theirs: str, ours: str, threshold: str) -> str:
    """Both have moved alike."""
    both = off(i + 1) + off(i)
    turned = d.have(eq(inner(e, w(i + 1)), inner(e, w(i))))
    same = d.have(eq(inner(off(i + 1), off(i + 1)), inner(off(i), off(i))), d.expand(theirs, both), d.expand(ours, both), threshold)
    return d.have(le(inner(off(i + 1), off(i + 1)) + inner(e, w(i + 1)) ** 2, 0), before, same, turned)


@theorem(
    Fact("zero start", "w starts at 0", null(w(0))),
    Fact("same start", "v starts at w less the first threshold along the dummy, so at 0 with it", null(V(0) - w(0) + b(0) * e)),
    Fact("axis", "e, the axis of the dummy, has length 1", eq(inner(e, e), 1)),
    Fact("x has no dummy", "the examples p = yx are at right angles to e", every(k, eq(inner(e, p(k)), 0))),
    Fact("right angle", "so is the input x", eq(inner(e, x), 0)),
    define("r", "r = y⟨v, x + e⟩ is the score of the learner with the dummy", R(k), inner(V(k), lift(k))),
    define("s", "s = y(⟨w, x⟩ − θ) is the score of the other", S(k), inner(w(k), p(k)) - y(k) * b(k)),
    *cases("dummy", "where r < 0 the learner with the dummy adds y(x + e)", V(k), V(k + 1), lift(k), R(k)),
    *cases("w", "where s < 0 the other adds yx to w", w(k), w(k + 1), p(k), S(k)),
    *cases("θ", "and subtracts y from θ", b(k), b(k + 1), -y(k), S(k)),
    claim=every(k, le((inner(V(k), x + e) - inner(w(k), x) + b(k)) ** 2, 0)),
    sample=sample_runs,
    displayed=Display("(inner(v, x + e) - (inner(w, x) - theta))**2 <= 0", {"v": V(k), "x": x, "e": e, "w": w(k), "theta": b(k)}, (k,)),
)
def dummy_learns_threshold(d: Derivation) -> None:
    """The Perceptron with a dummy of 1 is the one that learns a threshold: ⟨v, x + e⟩ = ⟨w, x⟩ − θ before every round.

    Before every round both give every input x the same value, and so err on the same rounds; v is the learner with the dummy, w and θ the
    one with a threshold.  Both may do anything at a tie, if they do it alike.

    Printed, and true with assumptions:
    - BL section 1, dummy input: true of the functions that can be represented, and of the predictions

    No derivation: SymPy has nothing to find: both learners take the same steps, by induction over the rounds.
    """

    def flat(i: Index) -> Formula:
        return le(inner(off(i), off(i)) + inner(e, w(i)) ** 2, 0)

    def base() -> str:
        at = Index(None)
        return d.have(flat(at))

    def step(i: Index, before: str) -> str:
        ours, theirs, scores = S(i), R(i), (d.at("s", i), d.at("r", i))
        near = _near(d, i, before, lift(i))
        d.at("x has no dummy", i)
        spread = inner(V(i), lift(i)) - (inner(w(i), p(i)) - y(i) * b(i))
        gap = d.have(eq(spread, inner(off(i), lift(i)) + y(i) * inner(e, w(i))))
        alone = d.have(le(inner(e, w(i)) ** 2, 0), before, d.square(off(i)))
        none = d.have(le(spread**2, 0), near, alone, gap)
        said = d.have(eq(theirs - ours, spread), by=combination((-1, scores[0]), (1, scores[1])))
        parts = product(none), multiple(-(theirs - ours + spread), said)
        d.have(le((theirs - ours) ** 2, 0), by=certificate(strict("z"), *parts), note="both scores are equal")

        def on(kind: str, case: str) -> str:
            if kind == TIE:
                d.have(online.ogd_regret.where(theirs, kind), note="both tie")
            else:
                d.have(online.ogd_regret.where(theirs, kind))
            theirs_moved, ours_moved, threshold_moved = (d.at(f"{name} {kind}", i) for name in ("dummy", "w", "θ"))
            return _carry(d, i, before, theirs_moved, ours_moved, threshold_moved)

        return online.ogd_regret.by_sign(d, ours, on)

    j = Index("j")
    before = d.at(d.induction(flat, base, step), j)
    near, alone = _near(d, j, before, x + e), d.have(le(inner(e, w(j)) ** 2, 0), before, d.square(off(j)))
    score = inner(V(j), x + e) - inner(w(j), x) + b(j)
    gap = d.have(eq(score, inner(off(j), x + e) + inner(e, w(j))))
    d.generalise(d.have(le(score**2, 0), near, alone, gap), j)
