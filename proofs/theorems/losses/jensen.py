"""From Definition 1 itself to MR (1): Jensen's inequality and the Lipschitz condition as steps, and the supporting line that they give.

Source: MR, proof of Theorem 2: by convexity (1/M)Σφ(x) ≥ φ(mean), by the Lipschitz property φ(mean) ≥ φ(0) − γ|mean|, and so Mφ(0)
≤ Σφ + γ|Σ y⟨u, x⟩|.  Here g is MR's γ, x(k) = y⟨u, x⟩ the margin of update k, L(k) the loss there and h(k) the loss at the mean of the
first k margins.  That φ is convex is said of two points with rational weights: at the mean of k + 1 margins, which lies between the mean
of k of them and the next, (k+1)h(k+1) ≤ kh(k) + L(k).

The proofs.  Jensen by induction, so Mh(M) ≤ Σφ; and Mh(M) ≥ Mφ(0) − g|Σx|; then Cauchy–Schwarz and Lemma 1.  `supporting-line` finds the
line that `affine-minorant` uses in the place of all that.
"""

from proofs.statements.authoring import (
    Derivation, Draw, Fact, Formula, Fraction, Index, Instance, M, Polynomial, any_run, define, dot, eq, every, ge, gt, implies, inner, k,
    le, nat, number, perceptron, quotient, real, root_of, running, seq, sequence, squares, theorem, u, unit_comparator, w, z,
)  # fmt: skip
from proofs.theorems.losses.affine_minorant import at_zero, g, m, minorant, per_at_zero, phi, positive, root_S2, total, v


x, X, h = seq("x"), seq("X"), seq("h")
mean, off, size = real("μ"), real("d"), real("D")
slope, total_loss = minorant[1], minorant[2:]

margins = sequence("X", X, 0, X(k) + x(k), "X is the sum of the margins", "X grows by the margin x(k) of update k")
convex = Fact(
    "convex",
    "φ is convex: h(k) is φ at the mean of the first k margins, L(k) is φ at x(k), and the next mean lies between the two",
    every(k, le((number(k) + 1) * h(k + 1), number(k) * h(k) + phi(k)), below=m),
)
lipschitz = (
    Fact("mean", "μ is the mean of the margins: M times it is their sum", eq(m * mean, X(M))),
    *root_of("d", off, mean**2, "a size is not negative", "d is the size of μ, |μ|"),
    Fact("Lipschitz", "φ is g-Lipschitz, here between 0 and the mean: φ(0) − φ(μ) ≤ g|μ|", le(at_zero - h(M), g * off)),
)


def sample(draw: Draw) -> Instance:
    """A run and a loss that is a maximum of a line and 0, or the distance from a point; rarely it is neither convex nor steep enough."""
    run = any_run(draw)
    steep, place = draw.positive(), draw.number(7)
    kink, below = draw.upto(1), draw.upto(3) if draw.rarely() else 0

    def loss(value: Fraction) -> Fraction:
        return (max(Fraction(0), steep * (place - value)) if kink else steep * abs(value - place)) - below

    at = [dot(run.u, step) for step in run.steps]
    sums = running([*at, Fraction(0)])
    means = [total / count if count else Fraction(0) for count, total in enumerate(sums)]
    losses = [loss(value) - (draw.positive() if draw.rarely() else 0) for value in at]
    seen = [loss(value) + (draw.positive() if draw.rarely() else 0) for value in means[: len(at)]]
    factor, end = draw.number() if draw.rarely() else steep, draw.number() if draw.rarely() else means[run.updates]
    return run.instance({"φ(0)": loss(Fraction(0)), "g": factor, "μ": end}, {"x": at, "X": sums, "h": seen, "L": losses})


@theorem(convex, *total_loss, claim=le(m * h(M), total(M)), sample=sample)
def jensen(d: Derivation) -> None:
    """Jensen: Mφ(x̄) ≤ Σφ, from convexity between two points.

    φ at the mean of the M margins is at most the mean of its values; h(M) is φ(x̄), ΣL(M) the sum of the values.

    Printed, and true:
    - MR proof of Theorem 2: it divides by M, which may be 0
    """

    always = d.induction(lambda i: le(number(i) * h(i), total(i)), upto=M)
    d.at(always, M)


sizes = root_of("D", size, X(M) ** 2, "a size is not negative", "D is the size of the sum of the margins")


@theorem(convex, *total_loss, *margins, *lipschitz, *sizes, claim=le(m * at_zero, total(M) + g * size), sample=sample)
def admissible_step(d: Derivation) -> None:
    """From Definition 1: Mφ(0) ≤ Σφ + g|Σx|, by Jensen and the Lipschitz condition.

    D is the size |Σx| of the sum of the margins, ΣL(M) the sum of the losses; of Definition 1 convexity and the Lipschitz condition are
    used, and not that φ ≥ 0.

    Printed, and true with assumptions:
    - MR proof of Theorem 2: prints = for ≥ and divides by M
    """
    summed, count = d.cite("jensen", note="Jensen"), d.natural(M)
    near = d.have(ge(m * (g * off - at_zero + h(M)), 0), note="the Lipschitz condition, times M")
    d.have(ge(size, m * off))
    d.have(ge(m * off, size), "d", "mean", "D", "d ≥ 0", count)
    none = d.have(le((m * off - size) ** 2, 0), note="Md = D")
    d.have(le((g * (m * off - size)) ** 2, 0), none)
    d.conclude(summed, near, d.have(le(g * (m * off - size), 0)))


@theorem(
    *perceptron(),
    unit_comparator(),
    define("x", "x(k) = y⟨u, x⟩ is the margin of update k", x(k), inner(u, z(k))),
    *margins,
    convex,
    *total_loss,
    *lipschitz,
    slope,
    *positive,
    *squares(),
    *root_S2,
    claim=le(m, per_at_zero * total(M) + per_at_zero * g * v),
    sample=sample,
)
def admissible_definition(d: Derivation) -> None:
    """MR (1) from Definition 1: M ≤ ‖L_φ‖₁/φ(0) + (g/φ(0))√Σ‖x‖² for every convex g-Lipschitz φ with φ(0) > 0.

    As MR prove it: Jensen, the Lipschitz condition, Cauchy–Schwarz and Lemma 1, for any u with ‖u‖ ≤ 1.

    Printed, and true with assumptions:
    - MR Theorem 2, (1): for each u and φ; the printed infimum over them equals M for the hinge family
    """
    squared = d.have(ge(X(M) ** 2, 0))
    _, sign, _, _ = d.root(squared, "D")
    whole = d.cite("admissible-step", note="Mφ(0) ≤ Σφ + g|Σx|")

    def sum_index(i: Index, before: str) -> str:
        return d.have(eq(X(i + 1), inner(u, w(i + 1))))

    start = d.have(eq(X(0), inner(u, w(0))))
    d.at(d.induction(lambda i: eq(X(i), inner(u, w(i))), lambda: start, sum_index), M, note="Σx = ⟨u, w⟩")
    _, _, w_square, _ = d.root(d.square(w(M)), "‖w‖")
    grown, joined = d.cite("norm-growth"), d.cite("cauchy-schwarz", a=u, b=w(M))
    long = d.square(w(M))
    d.have(le(inner(u, w(M)) ** 2, v**2), joined, "unit comparator", long, grown, w_square, "√S₂")
    below = d.have(le(size**2, v**2))
    d.have(le(m * at_zero, total(M) + g * v), whole, "slope", below, sign, "√S₂ ≥ 0")


# ------------------------------------------------------------------------------------------------------------------------------------------
# Convex and Lipschitz gives the affine minorant that MR Theorem 2 needs: φ(x) ≥ φ(0) + c·x at every margin x, for some c with |c| ≤ g.
#
# Source: MR Definition 1, conditions 1 and 4, of which `affine-minorant` uses a line below φ through φ(0) only. c is the greatest of −g
# and the slopes (φ(0) − φ(x))/(−x) of the chords from 0 to the margins x < 0, one of finitely many numbers: no less than any, and no more
# than whatever is no less than all. With u turned round if c > 0 that is a minorant of slope −|c|, and |c| ≤ g.
#
# The proof. Left of 0 it is what c is. Right of 0 the chord from a margin on the left to one on the right lies above φ(0), so the slope
# from 0 to the right is no less than any from the left; nor is it less than −g, as φ is g-Lipschitz. So c is no more.

x_line, b, c = seq("x"), seq("b"), real("c")
i = nat("i")


def chord(j: Index, at: Index) -> Formula:
    """φ(0) is below the chord from the margin x(at) < 0 to x(j) > 0."""
    return le((x_line(j) - x_line(at)) * at_zero, x_line(j) * phi(at) - x_line(at) * phi(j))


def no_less(slope: Polynomial) -> Formula:
    """A number is no less than the slope of any chord to the left."""
    return every(i, implies(gt(0, x_line(i)), ge(-slope * x_line(i), at_zero - phi(i))), below=m)


facts = (
    Fact(
        "convex",
        "φ is convex: φ(0) is below the chord from a margin x(i) < 0 to a margin x(k) > 0; L(k) is φ at x(k)",
        every(k, every(i, implies(gt(x_line(k), 0), implies(gt(0, x_line(i)), chord(k, i))), below=m), below=m),
    ),
    Fact(
        "Lipschitz right",
        "φ is g-Lipschitz: φ(0) − φ(x) ≤ gx for a margin x ≥ 0",
        every(k, implies(ge(x_line(k), 0), le(at_zero - phi(k), g * x_line(k))), below=m),
    ),
    quotient(
        "b",
        "b(k) is the slope of the chord from 0 to a margin x(k) > 0",
        b(k),
        phi(k) - at_zero,
        by=x_line(k),
        where=gt(x_line(k), 0),
        below=m,
    ),
    Fact("c is no less", "c is no less than the slope of any chord from 0 to the left", no_less(c)),
    Fact(
        "c is no more",
        "c is no more than a slope b(k) that is no less than −g and those",
        every(k, implies(gt(x_line(k), 0), implies(ge(b(k), -g), implies(no_less(b(k)), le(c, b(k))))), below=m),
    ),
)


def above(j: Index) -> Formula:
    return ge(phi(j), at_zero + c * x_line(j))


def _right(d: Derivation, j: Index, other: str, steep: str) -> str:
    """The claim at x(j) > 0, from the line φ(0) − φ(x) ≤ gx."""
    right = d.have(gt(x_line(j), 0))
    value = d.apply(d.at("b", j), right)
    low = d.have(ge(b(j), -g))
    o = Index("o")
    with d.supposing(o, ge(m, number(o) + 1), gt(0, x_line(o))) as (_, left):
        between = d.apply(d.at("convex", j, o), right, left)
        d.have(ge(-b(j) * x_line(o), at_zero - phi(o)), right, between, value)
    every_left = d.last
    d.apply(d.at("c is no more", j), right, low, every_left)
    return d.have(above(j))


@theorem(facts, claim=every(k, above(k), below=m))
def supporting_line(d: Derivation) -> None:
    """A convex Lipschitz loss has an affine minorant: φ(x) ≥ φ(0) + c·x at every margin.

    c is the greatest of −g and the slopes of the chords from 0 to the margins on its left; L(k) is φ at x(k), for the M margins.

    Printed, and true with assumptions:
    - MR Definition 1: conditions 1 and 4 give the supporting line at 0 that Theorem 2 needs
    - MR proof of Theorem 2: in the place of Jensen’s inequality

    No derivation: SymPy has nothing to compute: the slope c is chosen among finitely many chords, and a chord from the left of 0 to its
    right lies above φ(0).
    """
    j = Index("j")

    def no_left(case: str) -> str:
        steep = d.apply(d.at("Lipschitz right", j), case)
        at_zero_ = lambda other: d.have(above(j), steep, d.have(le((g + c) * x_line(j), 0), case, other))  # noqa: E731
        return d.cases(-x_line(j), at_zero_, lambda other: _right(d, j, other, steep))

    def left(case: str) -> str:
        return d.have(above(j), d.apply(d.at("c is no less", j), d.have(gt(0, x_line(j)))))

    with d.supposing(j, ge(m, number(j) + 1)):
        d.cases(x_line(j), no_left, left)


@theorem(
    Fact("slope", "g ≥ 0", ge(g, 0)),
    Fact(
        "Lipschitz left",
        "φ is g-Lipschitz: φ(0) − φ(x) ≤ g|x| for a margin x < 0",
        every(k, implies(gt(0, x_line(k)), le(at_zero - phi(k), -g * x_line(k))), below=m),
    ),
    Fact(
        "c is no more than g",
        "c is no more than g, if that is no less than −g and the slopes",
        implies(ge(g, -g), implies(no_less(g), le(c, g))),
    ),
    claim=le(c, g),
)
def supporting_line_slope(d: Derivation) -> None:
    """The supporting line at 0 of a g-Lipschitz loss has a slope of at most g.

    c, the greatest of −g and the slopes of the chords from 0 to the margins on its left, is at most g, and at least −g anyway.

    Printed, and true with assumptions:
    - MR Definition 1: condition 4 bounds the slope of the line at 0

    No derivation: SymPy has nothing to compute: c is the least of the slopes that serve, and g serves.
    """
    o = Index("o")
    with d.supposing(o, ge(m, number(o) + 1), gt(0, x_line(o))) as (_, left):
        d.have(ge(-g * x_line(o), at_zero - phi(o)), d.apply(d.at("Lipschitz left", o), left))
    every_left = d.last
    d.apply("c is no more than g", d.have(ge(g, -g)), every_left)
