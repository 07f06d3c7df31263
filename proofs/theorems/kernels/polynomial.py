"""(1 + ⟨x, z⟩)ᵈ is a kernel for every whole d ≥ 0: its features are the products of at most d coordinates.

Source: BL section 2, the first of the examples, where d is not specified (for d = 1/2 it is none: `polynomial-kernel-half`).  ‘Kernel’ is
BL's word: there are features with K(x, z) = ⟨φ(x), φ(z)⟩, the same for all points.  A feature is a list of d entries from 0 to n, and φ of
it is the product of the coordinates in the list, where the entry 0 stands for none.  `perceptron.kernels` puts equal products together and
has weights for how many there are.

The proof.  An entry more multiplies the sum over all lists by 1 or by a coordinate of both points, so by 1 + ⟨x, z⟩ in all (`features`).
That products of all pairs of features multiply inner products, BL's remark, is the first page.  With `gram-matrix` the matrix of these K
is positive semi-definite.
"""

from math import prod

from proofs.statements.authoring import (
    Derivation, Draw, Fact, Fraction, Index, Instance, NoDerivation, Polynomial, Source, combination, eq, nat, seq, sequel, summed, theorem,
)  # fmt: skip
from proofs.theorems.kernels.features import (
    at, claim as claim_of_features, empty, entry, everywhere, f, i, j, kernel, pair, phi, powers, prove as prove_by_features,
    sample as sample_of_features, sums, total, x,
)  # fmt: skip
from proofs.theorems.probability.finite import unfold

n, F = nat("n"), nat("F")
first, second, a, b = seq("x"), seq("z"), seq("a"), seq("b")
across = summed(n, lambda c: x(sequel(i, c)) * x(sequel(j, c)))


def sample_products(draw: Draw) -> Instance:
    sizes = {"n": draw.upto(3), "F": draw.upto(3)}
    return Instance(3, sizes, {}, {name: draw.numbers(5) for name in "xzab"})


def _inside(c: Index, g: Index) -> Polynomial:
    return first(c) * a(g) * (second(c) * b(g))


@theorem(
    sources=(Source("BL", "section 2, ‘all products of pairs of features’"),),
    facts=(),
    claim=eq(
        summed(n, lambda c: summed(F, lambda g: _inside(c, g))),
        summed(n, lambda c: first(c) * second(c)) * summed(F, lambda g: a(g) * b(g)),
    ),
    sample=sample_products,
    printed="true",
    derivation=NoDerivation("Nothing is to be found: a double sum of products is the product of two sums, by induction."),
)
def polynomial_kernel_products(d: Derivation) -> None:
    """Features multiplied by coordinates multiply the kernel: Σ (x(l)a(f))(z(l)b(f)) = ⟨x, z⟩⟨a, b⟩.

    For any number of coordinates and of features, the products' inner product is ⟨x, z⟩⟨a, b⟩.
    """
    lines = unfold(d, lambda g: a(g) * b(g)), unfold(d, lambda g: _inside(i, g))

    def row(size: Index) -> Polynomial:
        return summed(size, lambda g: _inside(i, g)) - first(i) * second(i) * summed(size, lambda g: a(g) * b(g))

    def more(size: Index, before: str) -> str:
        parts = (1, before), (1, d.at(lines[1][1], size)), (-first(i) * second(i), d.at(lines[0][1], size))
        return d.have(eq(row(size + 1), 0), by=combination(*parts))

    start = combination((1, lines[1][0]), (-first(i) * second(i), lines[0][0]))
    rows = d.induction(lambda size: eq(row(size), 0), lambda: d.have(eq(row(Index(None)), 0), by=start), more)
    rows = d.generalise(d.at(rows, F), i, note="coordinate l gives x(l)z(l)⟨a, b⟩")
    outer, dots = unfold(d, lambda c: summed(F, lambda g: _inside(c, g))), unfold(d, lambda c: first(c) * second(c))
    inner = summed(F, lambda g: a(g) * b(g))

    def whole(size: Index) -> Polynomial:
        both = summed(size, lambda c: summed(F, lambda g: _inside(c, g)))
        return both - summed(size, lambda c: first(c) * second(c)) * inner

    def further(size: Index, before: str) -> str:
        parts = (1, before), (1, d.at(outer[1], size)), (-inner, d.at(dots[1], size)), (1, d.at(rows, size))
        return d.have(eq(whole(size + 1), 0), by=combination(*parts))

    none = combination((1, outer[0]), (-inner, dots[0]))
    d.at(d.induction(lambda size: eq(whole(size), 0), lambda: d.have(eq(whole(Index(None)), 0), by=none), further), n)


def sample(draw: Draw) -> Instance:
    n = draw.upto(2)

    def has(point: list[Fraction], entries: list[int]) -> Fraction:
        return prod((point[e - 1] for e in entries if e), start=Fraction(1))

    return sample_of_features(draw, has, lambda p, q, step: 1 + sum((p[c] * q[c] for c in range(n)), Fraction(0)), n)


@theorem(
    sources=(Source("BL", "section 2, first example", "d is not specified: it must be a whole number, see polynomial-kernel-half"),),
    facts=(
        empty,
        Fact(
            "φ with none", "an entry 0 changes nothing", everywhere(eq(phi(sequel(sequel(f, 0), i)), phi(sequel(f, i))), f, i), defines=phi
        ),
        Fact(
            "φ",
            "an entry l + 1 multiplies by coordinate l",
            everywhere(eq(phi(sequel(sequel(f, entry + 1), i)), phi(sequel(f, i)) * x(sequel(i, entry))), f, entry, i),
            defines=phi,
        ),
        *sums(
            lambda of, g: of(sequel(g, 0)) + summed(n, lambda c: of(sequel(g, c + 1))),
            "a step is an entry from 0 to n: S adds up over the lists with that entry",
        ),
        *powers(lambda _: 1 + across, "K(i, j, d) = (1 + ⟨x(i), x(j)⟩)ᵈ"),
    ),
    claim=claim_of_features,
    sample=sample,
    misprints=(
        "BL section 2: d is left open; (1 + x·y)^(1/2) is no kernel, as 0, x, −x with x = (2/5, 2/5, 4/5) and v = (−2, 1, 1) give −4/5.",
    ),
    derivation=NoDerivation("Nothing is to be found: (1 + ⟨x, z⟩)ᵈ is multiplied out, one factor for each degree, by induction."),
)
def polynomial_kernel(d: Derivation) -> None:
    """The polynomial kernel: (1 + ⟨x, z⟩)ᵈ = ⟨φ(x), φ(z)⟩ for every whole d ≥ 0.

    For every degree d, the features of any two points have the inner product (1 + ⟨x, z⟩)ᵈ.
    """

    def step(g: Index, steps: Index, before: str) -> str:
        """Over the next entry: none, or one of n coordinates."""
        scale = pair(g) * kernel(steps)
        lists, dots = unfold(d, lambda c: total(sequel(g, c + 1), steps)), unfold(d, lambda c: x(sequel(i, c)) * x(sequel(j, c)))

        def gap(size: Index) -> Polynomial:
            every_list = summed(size, lambda c: total(sequel(g, c + 1), steps))
            return every_list - scale * summed(size, lambda c: x(sequel(i, c)) * x(sequel(j, c)))

        def more(size: Index, smaller: str) -> str:
            longer = sequel(g, size + 1)
            here = d.at(before, longer)
            one, other = (at(d, "φ", g, size, point) for point in (i, j))
            grown = (1, d.at(lists[1], size)), (-scale, d.at(dots[1], size)), (1, here)
            turned = (kernel(steps) * phi(sequel(longer, j)), one), (kernel(steps) * phi(sequel(g, i)) * x(sequel(i, size)), other)
            return d.have(eq(gap(size + 1), 0), by=combination((1, smaller), *grown, *turned))

        start = combination((1, lists[0]), (-scale, dots[0]))
        same = d.at(d.induction(lambda size: eq(gap(size), 0), lambda: d.have(eq(gap(Index(None)), 0), by=start), more), n)
        none = sequel(g, 0)
        here, one, other = d.at(before, none), at(d, "φ with none", g, i), at(d, "φ with none", g, j)
        turned = (kernel(steps) * phi(sequel(none, j)), one), (kernel(steps) * phi(sequel(g, i)), other)
        skipped = d.have(eq(total(none, steps), scale), by=combination((1, here), *turned))
        grown = (1, at(d, "S", steps, g, i, j)), (-pair(g), at(d, "K", i, j, steps))
        return d.have(eq(total(g, steps + 1), pair(g) * kernel(steps + 1)), by=combination((1, same), (1, skipped), *grown))

    prove_by_features(d, step)
