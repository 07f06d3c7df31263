"""∏(1 + x(l)z(l)) is a kernel: its features are the products of the coordinates in every subset, 2ⁿ of them, computed in n steps.

Source: BL section 2, the second of the examples.  A subset is the list of its coordinates, the greatest first, and φ of it is their
product.  From the last coordinate down, each is left out or added to the list.

The proof.  Coordinate l multiplies the sum over all lists by 1 where it is left out, and by x(l)z(l) where it is added, so by 1 + x(l)z(l)
in all (`features`).  With `gram-matrix` the matrix of these products is positive semi-definite, for any number of points.
"""

from math import prod

from proofs.statements.authoring import (
    Derivation, Draw, Fact, Fraction, Index, Instance, NoDerivation, Source, combination, eq, sequel, theorem,
)  # fmt: skip
from proofs.theorems.kernels import features
from proofs.theorems.kernels.features import empty, entry, everywhere, f, i, j, kernel, m, pair, phi, powers, sums, total, x


def sample(draw: Draw) -> Instance:
    def has(point: list[Fraction], entries: list[int]) -> Fraction:
        return prod((point[e] for e in entries), start=Fraction(1))

    return features.sample(draw, has, lambda p, q, step: 1 + p[step] * q[step], 0)


@theorem(
    sources=(Source("BL", "section 2, second example"),),
    facts=(
        empty,
        Fact(
            "φ",
            "one more coordinate multiplies by it",
            everywhere(eq(phi(sequel(sequel(f, entry), i)), phi(sequel(f, i)) * x(sequel(i, entry))), f, entry, i),
            defines=phi,
        ),
        *sums(lambda of, g: of(g) + of(sequel(g, m)), "coordinate m is left out, or added to the list"),
        *powers(lambda at: 1 + x(sequel(i, at)) * x(sequel(j, at)), "K(i, j, n) is the product of 1 + x(i, l)x(j, l) over l < n"),
    ),
    claim=features.claim,
    sample=sample,
    printed="true",
    derivation=NoDerivation(
        "Nothing is to be found: the product of all 1 + x(l)z(l) is multiplied out coordinate by coordinate, by induction."
    ),
)
def subset_kernel(d: Derivation) -> None:
    """The subset kernel, the product of all 1 + x(l)z(l), is ⟨φ(x), φ(z)⟩ for the products of coordinates in every subset.

    For any number of coordinates, the inner product of the features of any two points is the product of all 1 + x(l)z(l).
    """

    def step(g: Index, steps: Index, before: str) -> str:
        longer = sequel(g, steps)
        out, added = d.at(before, g), d.at(before, longer)
        one, other = (features.at(d, "φ", g, steps, point) for point in (i, j))
        turned = (kernel(steps) * phi(sequel(longer, j)), one), (kernel(steps) * phi(sequel(g, i)) * x(sequel(i, steps)), other)
        grown = (1, features.at(d, "S", steps, g, i, j)), (-pair(g), features.at(d, "K", i, j, steps))
        return d.have(eq(total(g, steps + 1), pair(g) * kernel(steps + 1)), by=combination((1, out), (1, added), *turned, *grown))

    features.prove(d, step)
