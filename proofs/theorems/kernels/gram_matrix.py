"""Properties of a kernel: its matrix is positive semi-definite, for two points Cauchy–Schwarz for K; without that the bounds fail.

Sources: BL's definition, “for some mapping φ, K(x, y) = φ(x)·φ(y)”; MR section 5, “PDS kernel”; BL Theorem 1 divides by ‖x‖, which for a
kernel is √K(x, x).  Row i of the matrix is a vector K(i), its entries are ⟨K(i), e(j)⟩, and q(n) is the vector (c(0), …, c(n−1), 0, …), so
that ⟨K(i), q(n)⟩ is the i-th entry of Kc.

The proof.  ⟨K(i), q(j)⟩ and ⟨φ(i), v(j)⟩ with v = Σ c(j)φ(j) grow alike in j, and so do the sum Q of c(i)⟨K(i), q(n)⟩ and ⟨v(i), v(n)⟩ in
i.  So Q(n) = ‖v(n)‖² ≥ 0.  The second page is this for two points: |K(x, z)| ≤ √K(x, x)√K(z, z).

Without φ both are false: K = [[1, −5], [−5, 1]] has ⟨c, Kc⟩ = −8 at c = (1, 1), and |K(x, z)| = 5.  What then becomes of the Perceptron is
`indefinite-kernel`.
"""

from proofs.statements.authoring import (
    Derivation, Draw, Fact, Formula, Fraction, Index, Instance, both_by_induction, define, dot, eq, every, ge, gt, inner, k, le, nat,
    number, quotient, real, root_of, seq, sequence, theorem, vec, vseq,
)  # fmt: skip


i, j, n = nat("i"), nat("j"), nat("n")
row, e, phi, q, v = vseq("K"), vseq("e"), vseq("φ"), vseq("q"), vseq("v")
c, Q = seq("c"), seq("Q")
zero = Fraction(0)


def sample(draw: Draw) -> Instance:
    horizon = 1 + draw.upto(2)
    count = horizon + 2
    features = [tuple(draw.number(9) for _ in range(2)) for _ in range(count)]
    rows = [[dot(a, b) for b in features] for a in features]
    if draw.rarely():
        rows[draw.upto(1)][draw.upto(1)] = draw.number()
    units = [tuple(Fraction(int(a == b)) for b in range(count)) for a in range(count)]
    paths = {"K": [tuple(r) for r in rows], "e": units, "φ": features}
    return Instance(horizon, {"n": draw.upto(horizon)}, {}, {"c": draw.numbers(count)}, {}, paths)


@theorem(
    Fact("features", "K(i, j) = ⟨φ(i), φ(j)⟩: K is a kernel", every(i, every(j, eq(inner(row(i), e(j)), inner(phi(i), phi(j)))))),
    *sequence("q", q, 0, q(k) + c(k) * e(k), "no coefficient yet", "q(n) is the vector of the first n coefficients"),
    *sequence("v", v, 0, v(k) + c(k) * phi(k), "v is a sum of features", "v grows by c(k)φ(k)"),
    *sequence("Q", Q, 0, Q(k) + c(k) * inner(row(k), q(n)), "Q is ⟨c, Kc⟩, a sum", "Q grows by c(i) times the i-th entry of Kc"),
    claim=ge(Q(n), 0),
    sample=sample,
)
def gram_matrix(d: Derivation) -> None:
    """The matrix of a kernel is positive semi-definite: ⟨c, Kc⟩ = Σ c(i)c(j)K(i, j) ≥ 0.

    For any n points and coefficients, ⟨c, Kc⟩ is not negative: in the proof it is ‖Σ c(i)φ(i)‖².

    Printed, and true:
    - BL section 2, definition of a kernel
    - MR section 5, Figure 2: “PDS kernel”: needed, though the update rule would run without

    No derivation: SymPy has nothing to find: ⟨c, Kc⟩ is multiplied out into the square ‖Σ c(i)φ(i)‖².
    """

    alike = d.induction(lambda m: eq(inner(row(i), q(m)), inner(phi(i), v(m))), note="Kc is ⟨φ, Σ cφ⟩")
    alike = d.generalise(d.at(alike, n), i)

    d.at(d.induction(lambda m: eq(Q(m), inner(v(m), v(n))), note="⟨c, Kc⟩ is ‖Σ cφ‖²"), n)


x, z = vec("φ(x)"), vec("φ(z)")
Kxx, Kxz, Kzz, value = real("K(x, x)"), real("K(x, z)"), real("K(z, z)"), real("K'(x, z)")
root_x, root_z = real("√K(x, x)"), real("√K(z, z)")
directions = ((zero, Fraction(1)), (Fraction(3, 5), Fraction(4, 5)), (Fraction(1), zero), (Fraction(-5, 13), Fraction(12, 13)))


def sample_normalised(draw: Draw) -> Instance:
    lengths = abs(draw.number()) or Fraction(1), abs(draw.number()) or Fraction(1)
    cosine = directions[draw.upto(3)]
    a, b = (lengths[0], zero), (lengths[1] * cosine[0], lengths[1] * cosine[1])
    kernel = draw.number() if draw.rarely() else dot(a, b)
    if draw.rarely():
        a, b = ((zero, zero), b) if draw.upto(1) else (a, (zero, zero))
        return Instance(0, reals={"K(x, z)": zero, "K'(x, z)": draw.number()}, vectors={"φ(x)": a, "φ(z)": b})
    return Instance(0, reals={"K(x, z)": kernel}, vectors={"φ(x)": a, "φ(z)": b})


@theorem(
    define("K(x, x)", "a squared length", Kxx, inner(x, x)),
    define("K(z, z)", "a squared length", Kzz, inner(z, z)),
    Fact("features", "K(x, z) = ⟨φ(x), φ(z)⟩: K is a kernel", eq(Kxz, inner(x, z))),
    Fact("x has features", "K(x, x) > 0: φ(x) is not 0", gt(Kxx, 0)),
    *root_of("√K(x, x)", root_x, Kxx, "a root", "a root"),
    Fact("z has features", "K(z, z) > 0: φ(z) is not 0", gt(Kzz, 0)),
    *root_of("√K(z, z)", root_z, Kzz, "a root", "a root"),
    quotient("K'", "K'(x, z) = K(x, z)/(√K(x, x)·√K(z, z))", value, Kxz, root_x * root_z),
    claim=le(value**2, 1),
    sample=sample_normalised,
)
def normalised_kernel(d: Derivation) -> None:
    """Normalisation for kernels: |K(x, z)|/√(K(x, x)K(z, z)) ≤ 1.

    The square of the normalised kernel, whose features are those of K made unit vectors, is at most 1.

    Printed, and true with assumptions:
    - BL Theorem 1 with section 2: w·x/‖x‖ is K(·, x)/√K(x, x); the normalised kernel is K/√(K(x, x)K(z, z))
    """
    d.cite("cauchy-schwarz", a=x, b=z)
    squares = d.have(eq(value**2 * Kxx * Kzz, Kxz**2), "√K(x, x)", "√K(z, z)", "K'")
    bound = d.have(le(Kxz**2, Kxx * Kzz), note="Cauchy–Schwarz for K")
    d.conclude(squares, bound, "x has features", "z has features")


# ------------------------------------------------------------------------------------------------------------------------------------------
# Why “PDS kernel” is said: with K = [[1, −5], [−5, 1]] the kernel Perceptron errs on every round for ever, though K(x, x) = 1.
#
# Source: MR section 5 and Figure 2, whose update rule asks nothing of K. The points come in turn, 0, 1, 0, 1, …, both with the label 1.
# Any bound of Novikoff's form is a number, and M is not bounded; by `gram-matrix` no features have these products, since c = (1, 1) gives
# −8.
#
# The proof. Before the k-th pair of rounds let s and t be the scores of the two points. If both are at most 0, point 0 is a mistake and
# takes 5 from t, so point 1 is a mistake too and takes 5 from s, while each gains 1 of its own: both are 4 lower. So M = 2k for every k.

s, t, first, second, errors = seq("s"), seq("t"), seq("α"), seq("β"), seq("M")


@theorem(
    define("s starts", "α₀ = 0: point 0 has the score 0", s(0), 0),
    define("t starts", "α₀ = 0: point 1 has the score 0", t(0), 0),
    define("α", "point 0, label 1: a mistake if its score is at most 0", first(k), 1, where=le(s(k), 0)),
    define(
        "β", "point 1, label 1: the same, after an update at point 0 has added K(0, 1) = −5", second(k), 1, where=le(t(k) - 5 * first(k), 0)
    ),
    define("s", "updates add K(0, 0) = 1 and K(0, 1) = −5", s(k + 1), s(k) + first(k) - 5 * second(k)),
    define("t", "updates add K(0, 1) = −5 and K(1, 1) = 1", t(k + 1), t(k) - 5 * first(k) + second(k)),
    *sequence("M", errors, 0, errors(k) + first(k) + second(k), "M counts the updates", "of k pairs of rounds"),
    claim=every(k, eq(errors(k), 2 * number(k))),
)
def indefinite_kernel(d: Derivation) -> None:
    """Without positive semi-definiteness nothing bounds M: K = [[1, −5], [−5, 1]] makes every round a mistake.

    After k pairs of rounds M = 2k, for every k.

    Printed, and true:
    - MR section 5, Figure 2: “PDS kernel”: needed
    """

    def low(i: Index) -> tuple[Formula, Formula]:
        return ge(-s(i), 0), ge(-t(i), 0)

    def mistakes(i: Index, below: tuple[str, ...]) -> tuple[str, str]:
        """α(i) = 1 and β(i) = 1."""
        one = d.at("α", i)
        d.have(le(t(i) - 5 * first(i), 0))
        return one, d.at("β", i)

    def base() -> tuple[str, str]:
        return d.have(ge(-s(0), 0)), d.have(ge(-t(0), 0))

    def step(i: Index, *below: str) -> tuple[str, str]:
        mistakes(i, below)
        return d.have(ge(-s(i + 1), 0)), d.have(ge(-t(i + 1), 0))

    always = both_by_induction(d, low, base, step, note="the scores are never above 0")

    def further(i: Index, before: str) -> list[str]:
        return [*mistakes(i, always(i)), d.at("M", i)]

    d.induction(lambda i: eq(errors(i), 2 * number(i)), (), further)
