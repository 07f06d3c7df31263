"""Two facts without a run: Cauchy–Schwarz, and where a quadratic inequality puts its variable."""

from proofs.statements.authoring import Derivation, Fraction, certificate, eq, ge, gt, inner, le, lemma, product, real, square, strict, vec


@lemma(())
def cauchy_schwarz(d: Derivation) -> None:
    """⟨a, b⟩² ≤ ⟨a, a⟩⟨b, b⟩ for any positive semi-definite inner product.

    Proof. Three squares and one identity; no division, so nothing need be definite.
    """
    a, b = vec("a"), vec("b")
    A, B, P = inner(a, a), inner(b, b), inner(a, b)
    over_a, over_b, cross = d.square(A * b - P * a), d.square(B * a - P * b), d.square(a - P * b)
    length_a, length_b = d.square(a), d.square(b)
    half = Fraction(1, 2)
    d.have(
        ge(A * B, P * P),
        over_a,
        over_b,
        cross,
        length_a,
        length_b,
        by=certificate(
            strict("z", "z"),
            product(length_a, length_b, "z"),
            product(half, cross, "z"),
            product(half, over_a),
            product(half, over_b, square(P)),
        ),
    )


@lemma(
    (
        ("a > 0", gt(real("a"), 0)),
        ("r ≥ 0", ge(real("r"), 0)),
        ("r² is the discriminant", eq(real("r") ** 2, real("b") ** 2 + 4 * real("a") * real("c"))),
        ("a s² ≤ b s + c", le(real("a") * real("s") ** 2, real("b") * real("s") + real("c"))),
    )
)
def quadratic_root(d: Derivation) -> None:
    """a s² ≤ b s + c with a > 0 puts s below the larger root (b + √(b² + 4ac))/(2a)."""
    a, b, s, r = real("a"), real("b"), real("s"), real("r")
    d.have(ge(b + r, 2 * a * s), "a > 0", "r ≥ 0", "r² is the discriminant", "a s² ≤ b s + c")


@lemma(
    (("K ≥ 0", ge(real("K"), 0)), ("g ≥ 0", ge(real("g"), 0)), ("x(K − gx) ≥ 0", ge(real("x") * (real("K") - real("g") * real("x")), 0)))
)
def divide_out(d: Derivation) -> None:
    """x(K − gx) ≥ 0 gives gx ≤ K for K ≥ 0 and g ≥ 0: dividing by x without asking whether x is 0."""
    d.have(le(real("g") * real("x"), real("K")), "K ≥ 0", "g ≥ 0", "x(K − gx) ≥ 0")
