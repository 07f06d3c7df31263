"""At ε = 0, the threshold being the greatest margin itself, the Margin Perceptron need not halt; above it, it never does.

Source: BL before Theorem 3 lets γ/2 become (1−ε)γ and does not say ε > 0.  With orthonormal e, i and j, take the positive examples
a = γe + cj, b = γe + ci and b′ = γe − ci, of length 1 if γ² + c² = 1: say (3/5, 0, 4/5), (3/5, 4/5, 0) and (3/5, −4/5, 0), all rational.
Their greatest margin is γ, at u = e.  The learner that starts at a and knows γ updates on b and b′ in turn, for ever, and on no other
order of the examples does it halt either, nor on one that starts at b and goes on to a.

The proofs.  If p of the vectors in w are a, then ⟨w, j⟩ = pc, so that ‖w‖² ≥ ⟨w, e⟩² + p²c², which is more than ⟨w, e⟩².  As b + b′ = 2γe,
⟨w, b⟩ + ⟨w, b′⟩ = 2γ⟨w, e⟩ < 2γ‖w‖: one of the two is below the threshold γ‖w‖ and will be added.  No unit u has more than γ on both, for
⟨u, b + b′⟩ = 2γ⟨u, e⟩ ≤ 2γ.  Last, a learner with the threshold θ that finds nothing to update on has y⟨w, x⟩ ≥ θ‖w‖ everywhere, so w/‖w‖
has the margin θ: with θ above every margin, as on x = 1 with θ = 2, it never halts; with θ = (1−ε)γ it halts with that margin.  At w = 0
no example is an update, so that a learner whose steps lead there halts, as on x = 1 with both labels; a separator rules that out.
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Display, Draw, Fact, Fraction, Index, Instance, Surd, W, axis, define, dot, eq, every, gamma, ge, gt,
    implies, inner, k, le, nat, number, positive_margin, quotient, real, reciprocal_fact, root_of, theorem, u, unit_comparator, vec, z,
)  # fmt: skip
from proofs.conjecture.surd import sign
from proofs.theorems.core.passes import P, no_more_passes, pass_counts
from proofs.theorems.margin_perceptron.common import eps, facts, vectors


one, zero = Fraction(1), Fraction(0)
c, g, theta, G = real("c"), real("g"), real("θ"), real("G")
n = nat("n")
p, q, r = (number(nat(name)) for name in ("p", "q", "r"))
e, i, j, w = vec("e"), vec("i"), vec("j"), vec("w")
a, b, b_ = vec("a"), vec("b"), vec("b′")
two = (define("b", "b is γe + ci", b, gamma * e + c * i), define("b′", "b′ is γe − ci", b_, gamma * e - c * i))


directions = (
    axis("e", "e has length 1", e),
    axis("j", "j is an axis of its own, of length 1", j),
    axis("j across e", "it is orthogonal to e", e, across=j),
    axis("j across i", "and to i", j, across=i),
)
apart = Fact("a beside e", "a is not on the line of e", gt(c**2, 0))


def sample_counts(draw: Draw) -> Instance:
    """Counts, some of them 0, and numbers γ and c, mostly those of unit examples; the axes as they are."""
    counts = {name: draw.upto(5) for name in "pqr"}
    shape = ((Fraction(3, 5), Fraction(4, 5)), (Fraction(5, 13), Fraction(12, 13)), (Fraction(1, 3), Fraction(2, 3)))[draw.upto(2)]
    margin, side = (draw.number(), draw.number()) if draw.rarely() else shape
    axes: dict[str, Coordinates] = {"e": (one,), "i": (zero, one), "j": (zero, zero, one)}
    return Instance(5, counts, {"γ": margin, "c": side}, {}, axes)


@theorem(
    *directions,
    define("a", "a is γe + cj", a, gamma * e + c * j),
    *two,
    positive_margin(),
    apart,
    Fact("a came first", "a was added p ≥ 1 times", ge(p, 1)),
    define("w", "b was added q times and b′ r times, in any order", w, p * a + q * b + r * b_),
    *root_of("‖w‖", W, inner(w, w)),
    claim=Display("inner(w, b) + inner(w, c) < 2*gamma*W", {"w": w, "b": b, "c": b_}),
    sample=sample_counts,
)
def margin_perceptron_full(d: Derivation) -> None:
    """Given the greatest margin itself (ε = 0), the Margin Perceptron may never halt: three rational unit examples.

    ⟨w, b⟩ + ⟨w, b′⟩ < 2γ‖w‖, so that one of b and b′ is below the threshold γ‖w‖, however many updates have been made.

    Printed, and true with assumptions:
    - BL before Theorem 3, (1−ε)γ: does not say that ε must be above 0

    Proof. ‖w‖² > ⟨w, e⟩² by Cauchy–Schwarz for w − pcj and e.

    No derivation: SymPy has nothing to solve: the weights are a combination of three vectors, and the two scores are multiplied out.
    """
    unit_e, unit_j, right, side = "e", "j", "j across e", "j across i"
    across = d.expand("w", j)
    of_a, of_b, of_b_ = d.expand("a", j), d.expand("b", j), d.expand("b′", j)
    d.have(eq(inner(w, j), p * c), across, of_a, of_b, of_b_, unit_j, right, side, note="only a has a part along j")
    rest, P = w - p * c * j, inner(w, e)
    within = d.cite("cauchy-schwarz", a=rest, b=e)
    shorter = d.have(eq(inner(rest, rest), inner(w, w) - p**2 * c**2), note="‖w‖² ≥ ⟨w, e⟩² + p²c²")
    d.have(gt(W, P), "‖w‖", "a came first", "a beside e", within, unit_e, right, shorter, "‖w‖ ≥ 0")
    d.have(eq(inner(w, b) + inner(w, b_), 2 * gamma * P), note="b + b′ = 2γe")


def sample_margin(draw: Draw) -> Instance:
    axes: dict[str, Coordinates] = {"e": (one, zero), "i": (zero, one)}
    margin, side = (draw.number(), draw.number()) if draw.rarely() else (Fraction(3, 5), Fraction(4, 5))
    units = ((one, zero), (Fraction(3, 5), Fraction(4, 5)), (Fraction(12, 13), Fraction(5, 13)))
    at = draw.vector(2) if draw.rarely() else units[draw.upto(2)]
    least = margin * at[0] - abs(side * at[1])
    claimed = draw.number() if draw.rarely() else least
    return Instance(0, {}, {"γ": margin, "c": side, "g": claimed}, {}, {**axes, "u": at})


@theorem(
    Fact("e", "‖e‖ = 1", eq(inner(e, e), 1)),
    *two,
    Fact("not negative", "the examples lie on the side of e", ge(gamma, 0)),
    Fact("margin on b", "u has the margin g on b", ge(inner(u, b), g)),
    Fact("margin on the other", "u has the margin g on b′", ge(inner(u, b_), g)),
    unit_comparator(),
    claim=le(g, gamma),
    sample=sample_margin,
)
def margin_perceptron_full_margin(d: Derivation) -> None:
    """No unit vector has a margin above γ on both γe + ci and γe − ci.

    g ≤ γ for every u with ‖u‖ ≤ 1; with i at right angles to e, e has the margin γ, so that the margin given to the learner of
    `margin-perceptron-full` is right.

    Printed, and true with assumptions:
    - BL before Theorem 3, (1−ε)γ: does not say that ε must be above 0

    No derivation: SymPy has nothing to solve: the two margins are added, and the parts across e cancel.
    """
    d.cite("cauchy-schwarz", a=u, b=e)
    d.have(le(inner(u, e), 1))
    sum_b = d.have(eq(inner(u, b) + inner(u, b_), 2 * gamma * inner(u, e)), note="b + b′ = 2γe")
    d.conclude("margin on b", "margin on the other", sum_b, d.have(ge(gamma * (1 - inner(u, e)), 0)))


def sample_halted(draw: Draw) -> Instance:
    """Weights, mostly of rational length, and up to three examples; a threshold, and a number that is mostly no smaller."""
    at: Coordinates = ((Fraction(3), Fraction(4)), (one, zero), (zero, zero))[draw.upto(2)]
    threshold, count = draw.number(), draw.upto(2)
    most = draw.number() if draw.rarely() else threshold + draw.upto(1)
    return Instance(count, {"n": count}, {"θ": threshold, "G": most}, {}, {"w": at}, {"z": draw.vectors(count + 2, 2)})


some_weights = Fact("w is not 0", "‖w‖ > 0", gt(W, 0))
length = root_of("‖w‖", W, inner(w, w))
direction = quotient("u", "u is w/‖w‖", u, w, W)
no_update = Fact("no update", "no example has y⟨w, x⟩ < θ‖w‖", every(k, ge(inner(w, z(k)), theta * W), below=number(n)))
margin = every(k, ge(inner(u, z(k)), theta), below=number(n))


@theorem(*length, some_weights, direction, no_update, claim=margin, sample=sample_halted)
def margin_perceptron_halts(d: Derivation) -> None:
    """Where the Margin Perceptron halts at some w ≠ 0, w/‖w‖ has the margin of its threshold on every example.

    If none of the n examples is an update at w ≠ 0, each has y⟨u, x⟩ ≥ θ for u = w/‖w‖; z(k) stands for yx.

    Printed, and true with assumptions:
    - BL before Theorem 3: “to approximately maximize the margin”: so it does where w is not 0
    - BL before Theorem 3, (1−ε)γ: does not say that ε must be above 0
    """
    k = Index("k")
    with d.supposing(k, ge(number(n), number(k) + 1)):
        d.have(ge(inner(u, z(k)), theta))


@theorem(
    *length,
    some_weights,
    direction,
    Fact("greatest margin", "no unit vector has a margin above G: if w/‖w‖ has the margin θ, θ ≤ G", implies(margin, le(theta, G))),
    no_update,
    claim=le(theta, G),
    sample=sample_halted,
)
def margin_perceptron_endless(d: Derivation) -> None:
    """Where the Margin Perceptron halts at a w ≠ 0, its threshold θ is at most the greatest margin G: above G it never halts there.

    If none of the n examples is an update at w ≠ 0, reachable or not, the threshold θ is at most the greatest margin G; so with θ > G there
    is an update at every w ≠ 0, and where the examples are separable w is never 0.

    Printed, and true with assumptions:
    - BL before Theorem 3: “to approximately maximize the margin”: so it does where w is not 0
    - BL before Theorem 3, (1−ε)γ: does not say that ε must be above 0

    No derivation: SymPy has nothing to compute: it is the definition of the greatest margin, applied to w/‖w‖.
    """
    halted = d.cite("margin-perceptron-halts", note="else w/‖w‖ has the margin θ")
    d.apply("greatest margin", halted)


# ------------------------------------------------------------------------------------------------------------------------------------------
# Passes and rounds until the Margin Perceptron halts: cycling over n examples, at most n(1/(ε²γ²) + 1) rounds.
#
# Source: BL before Theorem 3, “guaranteed to halt in a number of rounds that is polynomial in 1/γ”, and polynomial in 1/(εγ) with the
# threshold (1−ε)γ; at ε = 1/2 it is n(4/γ² + 1). The learner goes over the examples in passes of n rounds and halts after the first pass
# without an update. Where it halts the margin is (1−ε)γ at least: `margin-perceptron-halts`.
#
# The proof. Every pass but the last has an update, and each update lies in one pass: so there is at most one pass more than vectors that
# are added, and `margin-perceptron-simple` bounds those.

T, n_passes, per_eps, per_gamma = real("T"), nat("n"), real("1/ε"), real("1/γ")
rounds = define("T", "a pass has n rounds: T is n times P", T, number(n_passes) * P)
BEYOND = (Fraction(5, 2), Fraction(-1, 2))  # shares ε that are out of range
POINTS: tuple[Coordinates, ...] = ((Fraction(1), Fraction(0)), (Fraction(3, 5), Fraction(4, 5)), (Fraction(3, 5), Fraction(-4, 5)))


def sample(draw: Draw) -> Instance:
    """The learner, cycling over up to three unit vectors until a pass has no update; rarely ε or a count is wrong."""
    shown = [POINTS[draw.upto(2)] for _ in range(1 + draw.upto(2))]
    share = Fraction(1 + draw.upto(3), 4) if not draw.rarely() else BEYOND[draw.upto(1)]
    along = POINTS[0] if not draw.rarely() else draw.vector(2)
    margin = min(dot(along, x) for x in shown) if not draw.rarely() else draw.positive()
    steps, counts, ran = cycle_shown(shown, (1 - share) * margin)
    if draw.rarely():
        counts = [count + 3 * (i > 0) for i, count in enumerate(counts)]
    early = 3 * draw.rarely()
    ran += draw.upto(3) * draw.rarely() + early
    more = max(0, len(shown) - len(steps))
    passed = [count + early for count in counts + counts[-1:] * (1 + more)]
    naturals, reals = {"M": len(steps) - 1, "n": len(shown)}, {"ε": share, "γ": margin, "P": Fraction(ran)}
    return Instance(len(steps) + more, naturals, reals, {"p": passed}, {"u": along}, {"z": steps})


def cycle_shown(shown: list[Coordinates], threshold: Fraction) -> tuple[list[Coordinates], list[Fraction], int]:
    """The vectors that are added, the passes in which the first of them were, and the passes that are made, at most six."""
    steps: list[Coordinates] = []
    counts, turns = [Fraction(0)], 0
    while turns < 6 and (not turns or counts[-1] == turns):
        turns += 1
        for x in shown:
            w = total(steps)
            if not steps or sign(Surd.rational(dot(w, x)) - Surd.root(dot(w, w)) * Surd.rational(threshold)) < 0:
                steps.append(x)
                counts.append(Fraction(turns))
    return steps, counts, turns


def total(steps: list[Coordinates]) -> Coordinates:
    return sum((x[0] for x in steps), Fraction(0)), sum((x[1] for x in steps), Fraction(0))


@theorem(
    (*facts, reciprocal_fact("γ", gamma), reciprocal_fact("ε", eps), *pass_counts(vectors), rounds),
    claim=le(T, number(n_passes) * ((per_eps * per_gamma) ** 2 + 1)),
    sample=sample,
)
def margin_perceptron_passes(d: Derivation) -> None:
    """In passes over n examples the Margin Perceptron halts within n(1/(ε²γ²) + 1) rounds, n(4/γ² + 1) at ε = 1/2.

    T is the number of rounds of all passes, the last one without an update included; the threshold is (1−ε)γ, z(0) is the first example
    times its label, and M updates follow it.

    Printed, and true with assumptions:
    - BL before Theorem 3: rounds and not only updates; the margin where it halts is margin-perceptron-halts
    """
    d.cite("margin-perceptron-simple", note="M + 1 ≤ 1/(ε²γ²)")
    no_more_passes(d, vectors)
