"""(1 + ⟨x, z⟩)ᵈ is a kernel for every whole d ≥ 0: its features are the products of at most d coordinates.

Source: BL section 2, the first of the examples, where d is not specified (for d = 1/2 it is none: `polynomial-kernel-half`).  ‘Kernel’ is
BL's word: there are features with K(x, z) = ⟨φ(x), φ(z)⟩, the same for all points.  A feature is a list of d entries from 0 to n, and φ of
it is the product of the coordinates in the list, where the entry 0 stands for none.  `perceptron.kernels` puts equal products together and
has weights for how many there are.

The proof.  An entry more multiplies the sum over all lists by 1 or by a coordinate of both points, so by 1 + ⟨x, z⟩ in all (`features`).
That products of all pairs of features multiply inner products, BL's remark, is the first page.  With `gram-matrix` the matrix of these K
is positive semi-definite.
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Draw, Fact, FalseClaim, Fraction, Index, Instance, Polynomial, Summed, Term, added_up, combination, define,
    eq, ge, gt, inner, le, nat, prod, real, root_of, seq, sequel, sum_below, termwise, theorem, vec,
)  # fmt: skip
from proofs.theorems.kernels import features
from proofs.theorems.kernels.features import (
    claim as claim_of_features, empty, entry, f, i, j, kernel, m, pair, phi, powers, prove as prove_by_features,
    sample as sample_of_features, sums, total, x,
)  # fmt: skip


n, F = nat("n"), nat("F")
first, second, a, b = seq("x"), seq("z"), seq("a"), seq("b")
across = sum_below(n, lambda c: x(sequel(i, c)) * x(sequel(j, c)))


def _inside(c: Index, g: Index) -> Polynomial:
    return first(c) * a(g) * (second(c) * b(g))


@theorem(
    claim=eq(
        sum_below(n, lambda c: sum_below(F, lambda g: _inside(c, g))),
        sum_below(n, lambda c: first(c) * second(c)) * sum_below(F, lambda g: a(g) * b(g)),
    )
)
def polynomial_kernel_products(d: Derivation) -> None:
    """Features multiplied by coordinates multiply the kernel: Σ (x(l)a(f))(z(l)b(f)) = ⟨x, z⟩⟨a, b⟩.

    For any number of coordinates and of features, the products' inner product is ⟨x, z⟩⟨a, b⟩.

    Printed, and true:
    - BL section 2, “all products of pairs of features”

    No derivation: SymPy has nothing to find: a double sum of products is the product of two sums, by induction.
    """
    feature_products = lambda g: a(g) * b(g)  # noqa: E731
    row = added_up(d, F, None, (1, lambda g: _inside(i, g)), (-first(i) * second(i), feature_products))
    rows = d.generalise(row, i, note="coordinate l gives x(l)z(l)⟨a, b⟩")
    whole = (1, lambda c: sum_below(F, lambda g: _inside(c, g))), (-sum_below(F, feature_products), lambda c: first(c) * second(c))
    added_up(d, n, rows, *whole)


def sample(draw: Draw) -> Instance:
    n = draw.upto(2)

    def has(point: list[Fraction], entries: list[int]) -> Fraction:
        return prod((point[e - 1] for e in entries if e), start=Fraction(1))

    return sample_of_features(draw, has, lambda p, q, step: 1 + sum((p[c] * q[c] for c in range(n)), Fraction(0)), n)


@theorem(
    empty,
    define("φ with none", "an entry 0 changes nothing", phi(sequel(sequel(f, 0), i)), phi(sequel(f, i)), over=(f, i)),
    define(
        "φ",
        "an entry l + 1 multiplies by coordinate l",
        phi(sequel(sequel(f, entry + 1), i)),
        phi(sequel(f, i)) * x(sequel(i, entry)),
        over=(f, entry, i),
    ),
    *sums(
        lambda of, g: of(sequel(g, 0)) + sum_below(n, lambda c: of(sequel(g, c + 1))),
        "a step is an entry from 0 to n: S adds up over the lists with that entry",
    ),
    *powers(lambda _: 1 + across, "K(i, j, d) = (1 + ⟨x(i), x(j)⟩)ᵈ"),
    claim=claim_of_features,
    sample=sample,
)
def polynomial_kernel(d: Derivation) -> None:
    """The polynomial kernel: (1 + ⟨x, z⟩)ᵈ = ⟨φ(x), φ(z)⟩ for every whole d ≥ 0.

    For every degree d, the features of any two points have the inner product (1 + ⟨x, z⟩)ᵈ.

    Printed, and true with assumptions:
    - BL section 2, first example: d is not specified: it must be a whole number, see polynomial-kernel-half
    """

    def step(g: Index, steps: Index, before: str) -> str:
        """Over the next entry: none, or one of n coordinates."""
        scale = pair(g) * kernel(steps)

        def entry_more(size: Index) -> str:
            own = total(sequel(g, size + 1), steps) - scale * (x(sequel(i, size)) * x(sequel(j, size)))
            return d.have(eq(own, 0))

        lists: list[Summed] = [(1, lambda c: total(sequel(g, c + 1), steps)), (-scale, lambda c: x(sequel(i, c)) * x(sequel(j, c)))]
        same = d.at(termwise(d, lists, entry_more), n)
        none = sequel(g, 0)
        skipped = d.have(eq(total(none, steps), scale))
        grown = (1, d.at("S", steps, g, i, j)), (-pair(g), d.at("K", i, j, steps))
        return d.have(eq(total(g, steps + 1), pair(g) * kernel(steps + 1)), by=combination((1, same), (1, skipped), *grown))

    prove_by_features(d, step)


# ------------------------------------------------------------------------------------------------------------------------------------------
# (1 + ⟨x, z⟩)^(1/2) is not a kernel: the d in BL's first example has to be a whole number.
#
# Source: BL section 2, where d is not specified. Take the points 0, x, −x with 0 < ‖x‖ ≤ 1, so that the roots exist, and v = (−2, 1, 1).
#
# The proof. ⟨v, Kv⟩ = 4 − 8 + 2s + 2t with s = √(1+‖x‖²) and t = √(1−‖x‖²). As s² + t² = 2 and s ≠ t, s + t < 2, and so ⟨v, Kv⟩ < 0: no
# features have these inner products, since ⟨v, Kv⟩ would be a square (`gram-matrix`). At x = (2/5, 2/5, 4/5) all is rational: −4/5.

zero, x_half = Fraction(0), vec("x")
up, down = real("√(1+‖x‖²)"), real("√(1−‖x‖²)")
v0, v1, v2 = real("v₀"), real("v₁"), real("v₂")
SHORT: tuple[Coordinates, ...] = (  # with rational roots
    (Fraction(2, 5), Fraction(2, 5), Fraction(4, 5)),
    (zero, zero, zero),
    (Fraction(2, 3), Fraction(2, 3), zero),
)


def form(a: Term, b: Term, c: Term) -> Term:
    return a * a + 2 * a * b + 2 * a * c + (b * b + c * c) * up + 2 * b * c * down


@theorem(
    Fact("x is not 0", "‖x‖ > 0", gt(inner(x_half, x_half), 0)),
    *root_of("√(1+‖x‖²)", up, 1 + inner(x_half, x_half), "K(x, x) = K(−x, −x) is a root", "of 1 + ⟨x, x⟩"),
    Fact("short", "‖x‖ ≤ 1", le(inner(x_half, x_half), 1)),
    *root_of("√(1−‖x‖²)", down, 1 - inner(x_half, x_half), "K(x, −x) is a root", "of 1 + ⟨x, −x⟩"),
    claim=gt(0, form(-2, 1, 1)),
    refuted=FalseClaim("(1 + x·y)ᵈ is a kernel for d = 1/2: ⟨v, Kv⟩ ≥ 0 on 0, x, −x for all v", ge(form(v0, v1, v2), 0)),
)
def polynomial_kernel_half(d: Derivation) -> None:
    """(1 + ⟨x, z⟩)^(1/2) is not a kernel: ⟨v, Kv⟩ < 0 on 0, x, −x for v = (−2, 1, 1).

    On the points 0, x, −x the matrix of K = √(1 + ⟨x, z⟩) has the first row (1, 1, 1). For v = (−2, 1, 1), ⟨v, Kv⟩ is twice the sum of the
    two roots, less 4: so it is negative.

    Printed, and true with assumptions:
    - BL section 2, first example: d is a whole number, which it does not say; for d = 1/2 it is false

    Proof. With s and t for the roots, s² + t² = 2 and (s² − t²)² = 4‖x‖⁴ > 0, so that s + t < 2.
    """
    d.conclude(*(f.name for f in polynomial_kernel_half.facts))


# ------------------------------------------------------------------------------------------------------------------------------------------
# ∏(1 + x(l)z(l)) is a kernel: its features are the products of the coordinates in every subset, 2ⁿ of them, computed in n steps.
#
# Source: BL section 2, the second of the examples. A subset is the list of its coordinates, the greatest first, and φ of it is their
# product. From the last coordinate down, each is left out or added to the list.
#
# The proof. Coordinate l multiplies the sum over all lists by 1 where it is left out, and by x(l)z(l) where it is added, so by 1 +
# x(l)z(l) in all (`features`). With `gram-matrix` the matrix of these products is positive semi-definite, for any number of points.


def sample_subsets(draw: Draw) -> Instance:
    def has(point: list[Fraction], entries: list[int]) -> Fraction:
        return prod((point[e] for e in entries), start=Fraction(1))

    return features.sample(draw, has, lambda p, q, step: 1 + p[step] * q[step], 0)


@theorem(
    empty,
    define(
        "φ",
        "one more coordinate multiplies by it",
        phi(sequel(sequel(f, entry), i)),
        phi(sequel(f, i)) * x(sequel(i, entry)),
        over=(f, entry, i),
    ),
    *sums(lambda of, g: of(g) + of(sequel(g, m)), "coordinate m is left out, or added to the list"),
    *powers(lambda at: 1 + x(sequel(i, at)) * x(sequel(j, at)), "K(i, j, n) is the product of 1 + x(i, l)x(j, l) over l < n"),
    claim=features.claim,
    sample=sample_subsets,
)
def subset_kernel(d: Derivation) -> None:
    """The subset kernel, the product of all 1 + x(l)z(l), is ⟨φ(x), φ(z)⟩ for the products of coordinates in every subset.

    For any number of coordinates, the inner product of the features of any two points is the product of all 1 + x(l)z(l).

    Printed, and true:
    - BL section 2, second example
    """

    def step(g: Index, steps: Index, before: str) -> str:
        longer = sequel(g, steps)
        out, added = d.at(before, g), d.at(before, longer)
        one, other = (d.at("φ", g, steps, point) for point in (i, j))
        return d.have(
            eq(total(g, steps + 1), pair(g) * kernel(steps + 1)), out, added, one, other, d.at("S", steps, g, i, j), d.at("K", i, j, steps)
        )

    features.prove(d, step)
