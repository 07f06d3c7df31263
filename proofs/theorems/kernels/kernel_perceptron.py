"""The kernel Perceptron is the Perceptron in feature space, and √Tr K takes the place of √Σ‖x‖².

Sources: MR section 5 and Figure 2; BL on kernels.  With K(x, x′) = ⟨φ(x), φ(x′)⟩ Figure 2 keeps a number α(t) a round, 1 where it erred by
its own score h(x) = Σ α(s)y(s)K(x(s), x), and else 0.  With α₀ = 0 that score is ⟨w, φ(x)⟩ for the w of the Perceptron in feature space,
which updates by its own score; so the two err on the same rounds.  All theorems here are in terms of inner products, so they hold for
kernels as they stand; ‖x‖² is K(x, x).

The proof, by induction.  Where the scores agree at every point, they agree at x(t), so both learners err there or neither does, and both
scores at x move by α(t)y(t)K(x(t), x).  The formulas keep α(s)y(s) in a vector c, one coordinate e(s) a round, and have the kernel matrix
by its columns, ⟨e(s), K(j)⟩ = K(x(s), x(j)); then h(x(j)) is ⟨c, K(j)⟩.  (If α₀ ≠ 0, Figure 2's sum up to T reads examples that were not
yet received.)  `perceptron.kernels.run_kernel` is that learner.

Of the trace, MR prints that √Σ‖x‖² can be replaced by Tr[K]; it is √Tr[K], and Tr[K] is false where Tr[K] < 1: x = 1/2, u = 1, ρ = 1/2 has
M = 1 > 0 + (1/4)/(1/2).  BL prints φ(w)·φ(x) for the score, but w lies in feature space already.
"""

from perceptron.extremal.families import SLACK, STRINGS
from perceptron.kernels import Linear, Polynomial, Subsets, feature_vectors
from proofs.statements.authoring import (
    Derivation, Draw, Fact, Formula, Fraction, Index, Instance, FalseClaim, combination, define, eq, every, inner, k,
    mistake_bound, nat, null, real, seq, squares, theorem, unit_comparator, vseq, w,
)  # fmt: skip
from proofs.theorems import hinge, online

MISTAKE, TIE, RIGHT = online.ogd_regret.KINDS
where = online.ogd_regret.where

j = nat("j")
alpha, y, tau = seq("α"), seq("y"), seq("τ")
phi, e, c, K = vseq("φ"), vseq("e"), vseq("c"), vseq("K")
dual, primal = y(k) * inner(c(k), K(k)), y(k) * inner(w(k), phi(k))


facts = (
    Fact(
        "kernel",
        "K(x, x′) = ⟨φ(x), φ(x′)⟩: entry s of column j of the kernel matrix is ⟨φ(s), φ(j)⟩",
        every(k, every(j, eq(inner(e(k), K(j)), inner(phi(k), phi(j))))),
    ),
    Fact("zero start", "α₀ = 0: no example is in Figure 2's sum at first", null(c(0))),
    Fact("zero start of the Perceptron", "the weights in feature space start at 0", null(w(0))),
    define("α on a mistake", "α(t) = 1 where Figure 2's score has y(t)·Σ α(s)y(s)K(s, t) < 0", alpha(k), 1, where=where(dual, MISTAKE)),
    define(
        "α at a tie",
        "at a tie, where that is 0, α(t) = τ(t): 1 where a tie counts as a mistake, 0 where it does not",
        alpha(k),
        tau(k),
        where=where(dual, TIE),
    ),
    define("α else", "α(t) = 0 where that is positive", alpha(k), 0, where=where(dual, RIGHT)),
    define("coefficients", "c has α(s)y(s) for each round s so far", c(k + 1), c(k) + alpha(k) * y(k) * e(k)),
    define(
        "update on a mistake",
        "where y⟨w, φ(x)⟩ < 0 the Perceptron adds yφ(x)",
        w(k + 1),
        w(k) + y(k) * phi(k),
        where=where(primal, MISTAKE),
    ),
    define("update at a tie", "where it is 0, τ(t) times that", w(k + 1), w(k) + tau(k) * y(k) * phi(k), where=where(primal, TIE)),
    define("update else", "where y⟨w, φ(x)⟩ > 0 the Perceptron rests", w(k + 1), w(k), where=where(primal, RIGHT)),
)


def sample(draw: Draw) -> Instance:
    """A run of the kernel Perceptron on the kernel's matrix, beside one of the Perceptron on written-out features.

    Rarely a run starts elsewhere, or an entry of the matrix is another."""
    rounds, d = draw.upto(3), 1 + draw.upto(1)
    kernel = (Linear(), Polynomial(2), Subsets())[draw.upto(2)]
    points = [kernel.point(x) for x in draw.vectors(rounds + 2, d)]
    labels = [Fraction(1 - 2 * draw.upto(1)) for _ in points]
    features = feature_vectors(kernel, points)
    axes = [tuple(Fraction(s == i) for i in range(len(points))) for s in range(len(points))]
    columns = [tuple(kernel(x, at) for x in points) for at in points]
    if draw.rarely():
        columns[0] = draw.vector(1)
    starts = {name: [draw.vector(1)] for name in "cw" if draw.rarely()}
    ties = [Fraction(draw.upto(1)) for _ in points]
    return Instance(rounds, {}, {}, {"y": labels, "τ": ties}, {}, {"φ": features, "e": axes, "K": columns, **starts})


F, K_x1, x1, x, y1 = real("F"), real("K₁"), real("x₁"), real("x"), real("y₁")


def sample_literal(draw: Draw) -> Instance:
    first, at = draw.numbers(2)
    return Instance(0, reals={"x₁": first, "x": at, "y₁": Fraction(1 - 2 * draw.upto(1))})


literal = FalseClaim(
    "BL: after a mistake on x₁ with label y₁, y₁K₁ is F = φ(w)·φ(x) with w = y₁x₁; here K(x, x′) = (1 + xx′)² and K₁ = K(x₁, x)",
    eq(F, y1 * K_x1),
    (
        Fact("label", "y₁ is 1 or −1", eq(y1**2, 1)),
        define("K₁", "the kernel at x₁ and x", K_x1, (1 + x1 * x) ** 2),
        define("F", "the kernel at y₁x₁ and x", F, (1 + y1 * x1 * x) ** 2),
    ),
    sample_literal,
)


@theorem(facts, claim=every(k, every(j, eq(inner(c(k), K(j)), inner(w(k), phi(j))))), sample=sample, refuted=literal)
def kernel_perceptron(d: Derivation) -> None:
    """The kernel Perceptron's score is the Perceptron's in feature space: Σ α(s)y(s)K(x(s), x) = ⟨w, φ(x)⟩.

    Before every round the score of Figure 2 equals the Perceptron's score ⟨w, φ(x)⟩ at every point, so both err in that round or neither
    does, whatever both do at a tie, y⟨w, φ(x)⟩ = 0. Here c(k) = Σ α(s)y(s)e(s) holds the coefficients of the first k rounds. K(j)
    is the column of x(j) in the kernel matrix: ⟨e(s), K(j)⟩ = K(x(s), x(j)).

    Printed, and true with assumptions:
    - MR section 5, Figure 2: for α₀ = 0; else its sum up to T reads labels not yet received

    Printed, and false:
    - BL kernels: prints φ(w)·φ(x), which is false, for w·φ(x); its last index is misprinted

    No derivation: SymPy has nothing to find: equal scores make equal updates, and equal updates make equal scores, by induction over the
    rounds.
    """

    def alike(i: Index) -> Formula:
        return every(j, eq(inner(c(i), K(j)), inner(w(i), phi(j))))

    def base() -> str:
        return d.generalise(d.have(eq(inner(c(0), K(j)), inner(w(0), phi(j)))), j)

    def step(i: Index, before: str) -> str:
        score, scaled = y(i) * inner(c(i), K(i)), y(i) * inner(w(i), phi(i))

        def on(kind: str, case: str) -> str:
            entry = d.at("kernel", i, j)
            if kind == TIE:
                d.have(where(scaled, kind), note="both tie")
            else:
                d.have(where(scaled, kind), note="both err" if kind == MISTAKE else "neither errs")
            count, theirs = d.at(f"α {kind}", i), d.expand(d.at(f"update {kind}", i), phi(j))
            taken = {MISTAKE: [(y(i), entry)], TIE: [(tau(i) * y(i), entry)], RIGHT: []}[kind]
            old, ours = d.at(before, j), d.expand(d.at("coefficients", i), K(j))
            parts = combination((1, old), (1, ours), (-1, theirs), (y(i) * inner(e(i), K(j)), count), *taken)
            return d.have(eq(inner(c(i + 1), K(j)), inner(w(i + 1), phi(j))), by=parts)

        return d.generalise(online.ogd_regret.by_sign(d, score, on), j)

    d.induction(alike, base, step)


@mistake_bound(
    "M <= H + sqrt(S2)/gamma",
    hinge.common.unit_game,
    (*hinge.common.run, unit_comparator(), *squares(), hinge.common.loss),
    refuted="M <= H + S2/gamma",
    families=(STRINGS, SLACK),
)
def kernel_trace(d: Derivation) -> None:
    """MR section 5 repaired: M ≤ H + √S₂/γ, where S₂ is the trace of the kernel matrix of the updates.

    MR (3) for a kernel: ‖x‖² is K(x, x), so S₂, the sum of that over the updates, is the trace of their kernel matrix; MR writes ‖L‖₁ for H
    and ρ for γ.

    Printed, and false:
    - MR section 5: prints Tr[K] for √Tr[K], false where Tr[K] < 1
    """
    d.cite("hinge-l1", note="(3) with ‖x‖² = K(x, x), so that Σ‖x‖² over the updates is Tr K")
