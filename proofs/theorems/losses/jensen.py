"""From Definition 1 itself to MR (1): Jensen's inequality and the Lipschitz condition as steps, and the supporting line that they give.

Source: MR, proof of Theorem 2: ‘by convexity (1/M)Σφ(x) ≥ φ(mean)’, ‘using the Lipschitz property φ(mean) ≥ φ(0) − γ|mean|’, and so Mφ(0)
≤ Σφ + γ|Σ y⟨u, x⟩|.  Here g is MR's γ, x(k) = y⟨u, x⟩ the margin of update k, L(k) the loss there and h(k) the loss at the mean of the
first k margins.  That φ is convex is said of two points with rational weights: at the mean of k + 1 margins, which lies between the mean
of k of them and the next, (k+1)h(k+1) ≤ kh(k) + L(k).

The proofs.  Jensen by induction, so Mh(M) ≤ Σφ; and Mh(M) ≥ Mφ(0) − g|Σx|; then Cauchy–Schwarz and Lemma 1.  `supporting-line` finds the
line that `affine-minorant` uses in the place of all that.
"""

from proofs.statements.authoring import (
    Derivation, Draw, Fact, Fraction, Index, Instance, M, NoDerivation, Root, Source, Surd, any_run, certificate, combination, dot, eq,
    every, ge, gt, inner, k, le, multiple, number, perceptron, product, real, root_of, running, seq, sequence, square, squares, theorem, u,
    unit_comparator, w, z,
)  # fmt: skip
from proofs.theorems.losses import derivations
from proofs.theorems.losses.affine_minorant import at_zero, g, m, minorant, per_at_zero, phi, positive, root_S2, total, v

x, X, h = seq("x"), seq("X"), seq("h")
mean, off, size = real("μ"), real("d"), real("D")
PROOF = "proof of Theorem 2"
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
    zero, end, squared = loss(Fraction(0)), means[run.updates], running([dot(step, step) for step in run.steps])
    factor, end = draw.number() if draw.rarely() else steep, draw.number() if draw.rarely() else end
    reals: dict[str, Fraction | Root | Surd | int] = {
        "φ(0)": zero,
        "1/φ(0)": 1 / zero if zero else Fraction(0),
        "g": factor,
        "μ": end,
        "d": abs(end),
    }
    known = reals | {"D": abs(sums[run.updates]), "√S₂": Root(squared[run.updates])}
    sequences = {"x": at, "X": sums[: len(at)], "h": seen, "L": losses, "ΣL": running(losses), "S2": squared}
    return Instance(run.updates, {"M": run.updates}, known, sequences, {"u": run.u}, {"w": run.weights, "z": run.steps})


@theorem(
    sources=(Source("MR", PROOF, "it divides by M, which may be 0"),),
    facts=(convex, *total_loss),
    claim=le(m * h(M), total(M)),
    sample=sample,
    printed="true",
    derivation=NoDerivation("Nothing is to be found: convexity, added up."),
)
def jensen(d: Derivation) -> None:
    """Jensen: Mφ(x̄) ≤ Σφ, from convexity between two points.

    φ at the mean of the M margins is at most the mean of its values; h(M) is φ(x̄), ΣL(M) the sum of the values.
    """

    def step(i: Index, before: str) -> str:
        return d.have(le((number(i) + 1) * h(i + 1), total(i + 1)), before, d.at("convex", i), d.at("ΣL", i))

    always = d.induction(
        lambda i: le(number(i) * h(i), total(i)), lambda: d.have(le(number(Index(None)) * h(0), total(0)), "ΣL starts"), step, upto=M
    )
    d.at(always, M)


sizes = root_of("D", size, X(M) ** 2, "a size is not negative", "D is the size of the sum of the margins")


@theorem(
    sources=(Source("MR", PROOF, "prints ‘=’ for ‘≥’ and divides by M"),),
    facts=(convex, *total_loss, *lipschitz, *sizes),
    claim=le(m * at_zero, total(M) + g * size),
    sample=sample,
    cites=("jensen",),
    derivation=derivations.jensen_step,
)
def admissible_step(d: Derivation) -> None:
    """From Definition 1: Mφ(0) ≤ Σφ + g|Σx|, by Jensen and the Lipschitz condition.

    D is the size |Σx| of the sum of the margins, ΣL(M) the sum of the losses; of Definition 1 convexity and the Lipschitz condition are
    used, and not that φ ≥ 0.
    """
    summed, count = d.cite("jensen", note="Jensen"), d.natural(M)
    near = d.have(ge(m * (g * off - at_zero + h(M)), 0), "Lipschitz", count, note="the Lipschitz condition, times M")
    far = d.have(ge(m * off, 0), "d ≥ 0", count)
    parts = combination((m**2, "d"), (m * mean + X(M), "mean"), (-1, "D"))
    same = d.have(eq((m * off) ** 2, size**2), by=parts)
    low, high = d.have(ge(size, m * off), same, "D ≥ 0"), d.have(ge(m * off, size), same, far)
    none = d.have(le((m * off - size) ** 2, 0), low, high, note="Md = D")
    scaled = d.have(le((g * (m * off - size)) ** 2, 0), by=certificate(product(none, square(g))))
    d.conclude(summed, near, d.have(le(g * (m * off - size), 0), scaled))


@theorem(
    sources=(Source("MR", "Theorem 2, (1)", "for each u and φ; the printed infimum over them equals M for the hinge family"),),
    facts=(
        *perceptron(),
        unit_comparator(),
        Fact("x", "x(k) = y⟨u, x⟩ is the margin of update k", every(k, eq(x(k), inner(u, z(k)))), defines=x),
        *margins,
        convex,
        *total_loss,
        *lipschitz,
        slope,
        *positive,
        *squares(),
        *root_S2,
    ),
    claim=le(m, per_at_zero * total(M) + per_at_zero * g * v),
    sample=sample,
    cites=("admissible-step", "norm-growth", "cauchy-schwarz"),
    derivation=derivations.mr_1,
)
def admissible_definition(d: Derivation) -> None:
    """MR (1) from Definition 1: M ≤ ‖L_φ‖₁/φ(0) + (g/φ(0))√Σ‖x‖² for every convex g-Lipschitz φ with φ(0) > 0.

    As MR prove it: Jensen, the Lipschitz condition, Cauchy–Schwarz and Lemma 1, for any u with ‖u‖ ≤ 1.
    """
    squared = d.have(ge(X(M) ** 2, 0))
    _, sign, root, star = d.root(squared, "D")
    whole = d.cite("admissible-step", note="Mφ(0) ≤ Σφ + g|Σx|")

    def summed(i: Index, before: str) -> str:
        return d.have(eq(X(i + 1), inner(u, w(i + 1))), before, d.at("X", i), d.at("x", i), d.expand(d.at("update", i), u))

    start = d.have(eq(X(0), inner(u, w(0))), "X starts", d.expand("zero start", u))
    along = d.at(d.induction(lambda i: eq(X(i), inner(u, w(i))), lambda: start, summed), M, note="Σx = ⟨u, w⟩")
    _, _, w_square, w_star = d.root(d.square(w(M)), "‖w‖")
    grown, joined = d.cite("norm-growth"), d.cite("cauchy-schwarz", a=u, b=w(M))
    long = d.square(w(M))
    parts = certificate(joined, product("unit comparator", long), grown, multiple(1, w_square), multiple(1, "√S₂"))
    short = d.have(le(inner(u, w(M)) ** 2, v**2), by=parts)
    below = d.have(le(size**2, v**2), short, root, along)
    most = d.have(le(size, v), below, sign, "√S₂ ≥ 0")
    short = d.have(le(m * at_zero, total(M) + g * v), whole, "slope", most)
    per = d.have(gt(per_at_zero, 0), "1/φ(0)", "positive at zero")
    d.forget(d.conclude(short, per, "1/φ(0)"), star, w_star)
