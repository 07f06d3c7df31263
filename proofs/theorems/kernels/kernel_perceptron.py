"""The kernel Perceptron is the Perceptron in feature space, and √Tr K takes the place of √Σ‖x‖².

Sources: MR section 5 and Figure 2; BL on kernels.  With K(x, x′) = ⟨φ(x), φ(x′)⟩ and z = yφ(x), Figure 2 keeps a number α(t) a round, 1
where it erred and else 0, and predicts by the sign of h(x) = Σ α(s)y(s)K(x(s), x).  With α₀ = 0 that score is ⟨w, φ(x)⟩ for the
Perceptron's w, so the two err on the same rounds.  All theorems here are in terms of inner products, so they hold for kernels as they
stand; ‖x‖² is K(x, x).

The proof.  Both sides start at 0 and grow by α(t)⟨z(t), a⟩ at round t, for every vector a.  (If α₀ ≠ 0, Figure 2's sum up to T reads
examples that were not yet received.)  `perceptron.kernels.run_kernel` is that learner, and what the attack samples.

Of the trace, MR prints ‘√Σ‖x‖² can be replaced with Tr[K]’; it is √Tr[K], and Tr[K] is false where Tr[K] < 1: x = 1/2, u = 1, ρ = 1/2 has
M = 1 > 0 + (1/4)/(1/2).  BL prints φ(w)·φ(x) for the score, but w lies in feature space already.
"""

from __future__ import annotations

from fractions import Fraction

from perceptron.extremal.families import SLACK, STRINGS
from perceptron.kernels import Linear, Polynomial, Subsets, feature_vectors, run_kernel
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import eq, every, inner, null, real, seq, vec
from proofs.derive.sympy.derivation import NoDerivation
from proofs.kernel import Index
from proofs.statements.instance import Draw, Instance, running
from proofs.statements.page import Page
from proofs.statements.property import Property, Refuted
from proofs.statements.standard_facts import k, squares, unit_comparator, w, z
from proofs.statements.statement import Fact, Source, Statement
from proofs.theorems.core import derivations as core_derivations
from proofs.theorems.hinge.common import loss, run, symbols, unit_game

a, alpha, h = vec("a"), seq("α"), seq("h(a)")


def sample(draw: Draw) -> Instance:
    """A run of the kernel Perceptron with its own α and scores Σ α(s)y(s)K(x(s), x), beside the weights on written-out features.

    Rarely α is another one (the theorem is for every α), or the weights do not start at 0."""
    rounds, d = draw.upto(3), 1 + draw.upto(1)
    kernel = (Linear(), Polynomial(2), Subsets())[draw.upto(2)]
    points = [kernel.point(x) for x in draw.vectors(rounds + 3, d)]  # the last is where the scores are asked for
    labels = [1 - 2 * draw.upto(1) for _ in points[1:]]
    counts: list[Fraction] = [Fraction(value) for value in run_kernel(kernel, points[:-1], labels).alphas]
    if draw.rarely():
        counts = draw.numbers(len(labels))
    *features, probe = feature_vectors(kernel, points)
    steps = [tuple(y * value for value in x) for y, x in zip(labels, features, strict=True)]
    weights = [draw.vector(len(probe)) if draw.rarely() else (Fraction(0),) * len(probe)]
    for count, step in zip(counts, steps, strict=True):
        weights.append(tuple(p + count * q for p, q in zip(weights[-1], step, strict=True)))
    terms = zip(counts, labels, points, strict=False)
    scores = running([count * y * kernel(x, points[-1]) for count, y, x in terms])
    n = rounds + 2
    return Instance(rounds, {}, {}, {"α": counts, "h(a)": scores}, {"a": probe}, {"w": weights[:n], "z": steps})


def prove(d: Derivation) -> None:
    def base() -> str:
        return d.have(eq(inner(w(0), a), h(0)), d.expand("zero start", a), "h starts")

    def step(k: Index, before: str) -> str:
        return d.have(eq(inner(w(k + 1), a), h(k + 1)), before, d.expand(d.at("update", k), a), d.at("h", k))

    d.induction(lambda i: eq(inner(w(i), a), h(i)), base, step)


K_wx, K_x1, K_x2, x1, x2, x = real("φ(w)·φ(x)"), real("K(x₁, x)"), real("K(x₂, x)"), real("x₁"), real("x₂"), real("x")


def sample_literal(draw: Draw) -> Instance:
    first, second, at = draw.numbers(3)
    values = {"K(x₁, x)": (1 + first * at) ** 2, "K(x₂, x)": (1 + second * at) ** 2, "φ(w)·φ(x)": (1 + (first + second) * at) ** 2}
    return Instance(0, reals=values | {"x₁": first, "x₂": second, "x": at})


literal = Refuted(
    "BL: the score after the updates x₁ and x₂ is φ(w)·φ(x) with w = x₁ + x₂, here for K(x, x′) = (1 + xx′)²",
    eq(K_wx, K_x1 + K_x2),
    (
        Fact("K(x₁, x)", "the kernel at x₁ and x", eq(K_x1, (1 + x1 * x) ** 2), definition=True),
        Fact("K(x₂, x)", "the kernel at x₂ and x", eq(K_x2, (1 + x2 * x) ** 2), definition=True),
        Fact("φ(w)·φ(x)", "the kernel at x₁ + x₂ and x", eq(K_wx, (1 + (x1 + x2) * x) ** 2), definition=True),
    ),
    sample_literal,
)
page = Property(
    id="kernel-perceptron",
    title="The kernel Perceptron's score is the Perceptron's in feature space: Σ α(s)y(s)K(x(s), x) = ⟨w, φ(x)⟩",
    sources=(
        Source("MR", "section 5, Figure 2", "needs α₀ = 0; the sum up to T else reads examples not yet received"),
        Source("BL", "kernels", "prints φ(w)·φ(x), which is false, for w·φ(x); its last index is misprinted"),
    ),
    facts=(
        Fact("zero start", "α₀ = 0: the weights in feature space start at 0", null(w(0))),
        Fact("update", "round t adds α(t)z(t), z = yφ(x)", every(k, null(w(k + 1) - w(k) - alpha(k) * z(k))), definition=True),
        Fact("h starts", "h(a) = Σ α(s)⟨z(s), a⟩ over the rounds before", eq(h(0), 0), definition=True),
        Fact(
            "h",
            "h(a) grows by α(t)⟨z(t), a⟩, that is α(t)y(t)K(x(t), x) at a = φ(x)",
            every(k, eq(h(k + 1), h(k) + alpha(k) * inner(z(k), a))),
            definition=True,
        ),
    ),
    claim=every(k, eq(inner(w(k), a), h(k))),
    words="before every round, the score of Figure 2 at any point is the inner product with the Perceptron's weights",
    sample=sample,
    prove=prove,
    derivation=NoDerivation(
        "Nothing is to be found: ⟨w, φ(x)⟩ is the sum over the updates of which w is made, by induction over the rounds."
    ),
    printed="false",
    misprints=("BL: φ(w)·φ(x) with w in input space; for K = (1 + xx′)² and two updates x = 1 it is 9 at 1, the score is 8.",),
    refuted=literal,
)


def prove_trace(d: Derivation) -> None:
    d.cite("hinge-l1", note="(3) with ‖x‖² = K(x, x), so that Σ‖x‖² over the updates is Tr K")


trace = Page(
    statement=Statement(
        id="kernel-trace",
        title="MR section 5 repaired: M ≤ ‖L‖₁ + √Tr[K]/ρ, K the kernel matrix of the updates",
        sources=(Source("MR", "section 5", "prints Tr[K] for √Tr[K], false where Tr[K] < 1"),),
        game=unit_game,
        bound="M <= H + sqrt(S2)/gamma",
        words="MR (3) for a kernel: ‖x‖² is K(x, x), so S₂, the sum of that over the updates, is the trace of their kernel matrix; "
        "H is ‖L‖₁ and γ is ρ",
        facts=(*run, unit_comparator(), *squares(), loss),
        symbols=symbols,
    ),
    prove=prove_trace,
    derivation=core_derivations.trace,
    cites=("hinge-l1",),
    printed="false",
    refuted="M <= H + S2/gamma",
    misprints=("MR section 5: √Σ‖x‖² is √Tr[K], not Tr[K]; x = 1/2, u = 1, ρ = 1/2: 1 > 1/2.",),
    families=(STRINGS, SLACK),
)
pages = (page, trace)
