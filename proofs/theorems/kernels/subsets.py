"""∏(1 + x(l)z(l)) is a kernel: its features are the products of the coordinates in every subset, 2ⁿ of them, computed in n steps.

Source: BL section 2, the second of the examples.  The list of products is built coordinate by coordinate, the same for every point: to
the subsets of the first l coordinates come, in places of their own, the same subsets with coordinate l, which is the list multiplied by
x(l).  Here φ' and ψ' are the lists moved to those places.

The proof.  ⟨φ(l+1), ψ(l+1)⟩ = ⟨φ(l), ψ(l)⟩ + x(l)z(l)⟨φ'(l), ψ'(l)⟩, since the old and the new places do not meet, and this is
⟨φ(l), ψ(l)⟩(1 + x(l)z(l)).  With `gram-matrix` the matrix of these products is positive semi-definite, for any number of points.
"""

from __future__ import annotations

from fractions import Fraction

from perceptron.kernels import Subsets
from proofs.derive.authoring.certificate import combination
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import both, eq, every, inner, null, seq, vseq
from proofs.derive.sympy.derivation import NoDerivation
from proofs.kernel import Index
from proofs.statements.instance import Draw, Instance, Vector
from proofs.statements.property import Property
from proofs.statements.standard_facts import k
from proofs.statements.statement import Fact, Source

phi, psi, copy_phi, copy_psi = vseq("φ"), vseq("ψ"), vseq("φ'"), vseq("ψ'")
x, z, K = seq("x"), seq("z"), seq("K")
zero, one = Fraction(0), Fraction(1)


def lists(point: Vector) -> tuple[list[Vector], list[Vector]]:
    """The list of products after each coordinate, and the same list moved to the places of the next."""
    size, entries = 2 ** len(point), [one]
    full, moved = [], []
    for value in point:
        rest = [zero] * (size - 2 * len(entries))
        full.append((*entries, *[zero] * len(entries), *rest))
        moved.append((*[zero] * len(entries), *entries, *rest))
        entries = entries + [value * product for product in entries]
    return full, moved


def sample(draw: Draw) -> Instance:
    count = 2 + draw.upto(3)
    points = draw.vector(count), draw.vector(count)
    (full_x, moved_x), (full_z, moved_z) = map(lists, points)
    values = [Subsets()(points[0][:m], points[1][:m]) for m in range(count)]
    return Instance(
        count - 2, {}, {}, {"x": points[0], "z": points[1], "K": values}, {}, {"φ": full_x, "ψ": full_z, "φ'": moved_x, "ψ'": moved_z}
    )


def prove(d: Derivation) -> None:
    def base() -> str:
        return d.have(eq(inner(phi(0), psi(0)), K(0)), "the empty subset", "K starts")

    def step(m: Index, before: str) -> str:
        more, other = d.at("φ", m), d.at("ψ", m)
        old_new, new_old = d.parts(d.at("own places", m))
        added = combination(
            (1, d.expand(more, psi(m + 1))),
            (1, d.expand(other, phi(m))),
            (x(m), d.expand(other, copy_phi(m))),
            (z(m), old_new),
            (x(m), new_old),
            (x(m) * z(m), d.at("moved", m)),
            (1 + x(m) * z(m), before),
            (-1, d.at("K", m)),
        )
        return d.have(eq(inner(phi(m + 1), psi(m + 1)), K(m + 1)), by=added)

    d.induction(lambda m: eq(inner(phi(m), psi(m)), K(m)), base, step)


page = Property(
    id="subset-kernel",
    title="The subset kernel, the product of all 1 + x(l)z(l), is ⟨φ(x), φ(z)⟩ for the products of coordinates in every subset",
    sources=(Source("BL", "section 2, second example"),),
    facts=(
        Fact("the empty subset", "without coordinates there is the empty product", eq(inner(phi(0), psi(0)), 1), definition=True),
        Fact(
            "φ", "coordinate l adds the list multiplied by x(l)", every(k, null(phi(k + 1) - phi(k) - x(k) * copy_phi(k))), definition=True
        ),
        Fact("ψ", "the same for z", every(k, null(psi(k + 1) - psi(k) - z(k) * copy_psi(k))), definition=True),
        Fact(
            "moved",
            "φ' and ψ' are the same lists in other places",
            every(k, eq(inner(copy_phi(k), copy_psi(k)), inner(phi(k), psi(k)))),
            definition=True,
        ),
        Fact(
            "own places",
            "where the lists before have zeros",
            every(k, both(eq(inner(phi(k), copy_psi(k)), 0), eq(inner(copy_phi(k), psi(k)), 0))),
            definition=True,
        ),
        Fact("K starts", "K(l) is a product", eq(K(0), 1), definition=True),
        Fact(
            "K",
            "K(l) is the product of 1 + x(i)z(i) over the first l coordinates",
            every(k, eq(K(k + 1), K(k) * (1 + x(k) * z(k)))),
            definition=True,
        ),
    ),
    claim=every(k, eq(inner(phi(k), psi(k)), K(k))),
    words="for any number of coordinates, the features of any two points have the product of all 1 + x(l)z(l) as inner product",
    sample=sample,
    prove=prove,
    derivation=NoDerivation(
        "Nothing is to be found: the product of all 1 + x(l)z(l) is multiplied out coordinate by coordinate, by induction."
    ),
    printed="true",
)
