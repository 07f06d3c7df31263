"""Winnow in the kernel's terms: the names and the facts that its lemmas and its bound share.

There are N = 2n weights w(i) = β^{g(i)}, two for each coordinate: for i < n the features are x, for the others −x (sign balance). The
weights before update k are a vector w(k), and the i-th weight is ⟨e(i), w(k)⟩, where the e(i) are the unit vectors. z(k) = y·(x, −x), and
g(k) is the sum of the earlier z. The entries of h(k) are those of w(k) times those of z(k), so y times the score is their sum. E(i) is the
sum of the first i of the e, so ⟨E(N), w⟩ is the total weight. V(i) is the sum of v(j)e(j), so V(N) is the comparator. A is the sum of v,
so A(N) is ‖u‖₁.
"""

from proofs.statements.authoring import (
    Derivation, Fact, Formula, Fraction, Index, M, Polynomial, axis, define, every, ge, gt, inner, k, le, ln, nat, null, number, power_of,
    real, reciprocal_fact, seq, sequence, vseq,
)  # fmt: skip

i, n, N = nat("i"), nat("n"), nat("N")
e, E, V, w, z, g, h = (vseq(name) for name in ("e", "E", "V", "w", "z", "g", "h"))
v, A = seq("v"), seq("A")
half = Fraction(1, 2)
beta, per_beta = real("β"), real("1/β")
eta, cosh = ln(beta), half * (beta + per_beta)
sinh = half * (beta - per_beta)
size = 2 * number(n)
m = number(M)
j = nat("j")


def total(at: Index) -> Polynomial:
    """Σ w(i) before update `at`."""
    return inner(E(N), w(at))


def each(body: Formula) -> Formula:
    return every(i, body, below=number(N))


def always(body: Formula) -> Formula:
    return every(k, each(body))


axes = (
    axis("unit vectors", "e(i) is the unit vector of weight i", e(i)),
    axis("coordinates", "⟨e(i), w⟩ is the i-th entry of w", e(i), across=e(j), over=(i, j), where=ge(number(j), number(i) + 1)),
    *sequence("E", E, 0, E(i) + e(i), "E adds up the unit vectors", over=i),
)
coordinates = (
    Fact("n", "there is a coordinate", ge(number(n), 1)),
    define("N", "there are two weights a coordinate", number(N), size),
    *axes,
)
comparator = (
    *sequence("V", V, 0, V(i) + v(i) * e(i), "V adds up the comparator's parts", over=i),
    *sequence("A", A, 0, A(i) + v(i), "A adds up their sizes", over=i),
)
positive_weights, powers = power_of("w", w(k), inner(e(i), g(k)) * eta, "a weight is β to the power g(i)", along=e(i), within=always)
zero_start = Fact("zero start", "all exponents start at 0, so all weights at 1", null(g(0)))
update = define("update", "update k adds z(k) = y·x to the exponents", g(k + 1), g(k) + z(k))
products = define("h", "h(k) has the entries w(i)z(i)", h(k), inner(e(i), w(k)) * inner(e(i), z(k)), along=e(i), within=always)
mistake_driven = Fact("mistake-driven", "an update happens only if y times the score is ≤ 0", every(k, le(inner(E(N), h(k)), 0), below=m))
bounded = Fact("bounded examples", "‖x‖∞ ≤ 1", every(k, each(le(inner(e(i), z(k)) ** 2, 1)), below=m))
balance = Fact("sign balance", "the comparator has no negative part: −u(i) is a weight on −x(i)", each(ge(v(i), 0)))
unit_comparator = Fact("unit comparator", "‖u‖₁ ≤ 1", le(A(N), 1))
factor = Fact("factor", "β > 1", gt(beta, 1))
reciprocal = reciprocal_fact("β", beta)


def signs(d: Derivation) -> tuple[str, str, str]:
    """The lines β > 0, 1/β > 0 and cosh η > 0."""
    positive = d.have(gt(beta, 0))
    per_beta_sign = d.have(gt(per_beta, 0))
    return positive, per_beta_sign, d.have(gt(cosh, 0))
