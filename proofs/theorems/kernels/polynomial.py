"""(1 + ⟨x, z⟩)^d is a kernel for every whole d ≥ 0: its features are the products of at most d coordinates.

Source: BL section 2, the first of the examples, where d is not specified (for d = 1/2 it is none: `polynomial-kernel-half`).  ‘Kernel’ is
BL's word: there are features with K(x, z) = ⟨φ(x), φ(z)⟩.  They are built degree by degree, the same for every point: φ(0) = (1), and
φ(d+1) lists φ(d) and, in places of their own, the products of the entries of φ(d) with the coordinates of x.

The proof.  First, products: Σ over l and f of (x(l)a(f))(z(l)b(f)) is ⟨x, z⟩⟨a, b⟩, by summing over f and then over l.  So each degree
multiplies ⟨φ(x), φ(z)⟩ by 1 + ⟨x, z⟩.  With `gram-matrix` the matrix of these K is positive semi-definite.  `perceptron.kernels` puts equal
products together and has weights for how many there are.
"""

from __future__ import annotations

from fractions import Fraction

from perceptron.kernels import Polynomial
from proofs.derive.authoring.certificate import combination
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import both, eq, every, inner, nat, null, seq, vec, vseq
from proofs.derive.sympy.derivation import NoDerivation
from proofs.kernel import Index
from proofs.statements.instance import Draw, Instance, Vector, running
from proofs.statements.property import Property
from proofs.statements.standard_facts import k
from proofs.statements.statement import Fact, Source

zero, one = Fraction(0), Fraction(1)
i, j, F = nat("i"), nat("j"), nat("F")
p, e = vseq("p"), vseq("e")
coordinate_x, coordinate_z, a, b = seq("x"), seq("z"), seq("a"), seq("b")
X, S, total = seq("xz"), seq("ab"), seq("P")


def sample_products(draw: Draw) -> Instance:
    horizon = draw.upto(2)
    count, size = horizon + 2, draw.upto(horizon)
    xs, zs, first, second = (draw.numbers(count) for _ in range(4))
    table = [running([p * q * r * s for r, s in zip(first, second, strict=True)]) for p, q in zip(xs, zs, strict=True)]
    return Instance(
        horizon,
        {"F": size},
        {},
        {
            "x": xs,
            "z": zs,
            "a": first,
            "b": second,
            "xz": running([p * q for p, q in zip(xs, zs, strict=True)]),
            "ab": running([p * q for p, q in zip(first, second, strict=True)]),
            "P": running([r[size] for r in table]),
        },
        {},
        {"p": [tuple(r) for r in table], "e": [tuple(Fraction(int(m == f)) for m in range(count)) for f in range(count)]},
    )


def prove_products(d: Derivation) -> None:
    def part(f: Index) -> str:
        """Coordinate i alone, over the first f features."""
        return d.have(eq(inner(p(i), e(0)), coordinate_x(i) * coordinate_z(i) * S(0)), d.at("p starts", i), "⟨a, b⟩ starts")

    def more(f: Index, before: str) -> str:
        terms = before, d.at(d.at("p", i), f), d.at("ab", f)
        weight = coordinate_x(i) * coordinate_z(i)
        return d.have(eq(inner(p(i), e(f + 1)), weight * S(f + 1)), by=combination((1, terms[0]), (1, terms[1]), (-weight, terms[2])))

    rows = d.induction(lambda f: eq(inner(p(i), e(f)), coordinate_x(i) * coordinate_z(i) * S(f)), lambda: part(Index(None)), more)
    rows = d.generalise(d.at(rows, F), i, note="coordinate l gives x(l)z(l)⟨a, b⟩")

    def base() -> str:
        return d.have(eq(total(0), X(0) * S(F)), by=combination((1, "P starts"), (-S(F), "⟨x, z⟩ starts")))

    def step(m: Index, before: str) -> str:
        terms = before, d.at("P", m), d.at(rows, m)
        return d.have(eq(total(m + 1), X(m + 1) * S(F)), by=combination(*((1, line) for line in terms), (-S(F), d.at("xz", m))))

    d.induction(lambda m: eq(total(m), X(m) * S(F)), base, step)


products = Property(
    id="polynomial-kernel-products",
    title="Features multiplied by coordinates multiply the kernel: Σ (x(l)a(f))(z(l)b(f)) = ⟨x, z⟩⟨a, b⟩",
    sources=(Source("BL", "section 2, ‘all products of pairs of features’"),),
    facts=(
        Fact("p starts", "a sum over features f, for each coordinate l", every(i, eq(inner(p(i), e(0)), 0)), definition=True),
        Fact(
            "p",
            "feature f adds (x(l)a(f))(z(l)b(f)) to the sum of coordinate l",
            every(i, every(j, eq(inner(p(i), e(j + 1)), inner(p(i), e(j)) + coordinate_x(i) * a(j) * coordinate_z(i) * b(j)))),
            definition=True,
        ),
        Fact("P starts", "P sums over coordinates", eq(total(0), 0), definition=True),
        Fact("P", "coordinate l adds its sum over F features", every(k, eq(total(k + 1), total(k) + inner(p(k), e(F)))), definition=True),
        Fact("⟨x, z⟩ starts", "⟨x, z⟩ is a sum", eq(X(0), 0), definition=True),
        Fact("xz", "xz is ⟨x, z⟩: l adds x(l)z(l)", every(k, eq(X(k + 1), X(k) + coordinate_x(k) * coordinate_z(k))), definition=True),
        Fact("⟨a, b⟩ starts", "⟨a, b⟩ is a sum", eq(S(0), 0), definition=True),
        Fact("ab", "ab is ⟨a, b⟩: feature f adds a(f)b(f)", every(k, eq(S(k + 1), S(k) + a(k) * b(k))), definition=True),
    ),
    claim=every(k, eq(total(k), X(k) * S(F))),
    words="for any number of coordinates and of features, the products' inner product is ⟨x, z⟩⟨a, b⟩",
    sample=sample_products,
    prove=prove_products,
    derivation=NoDerivation("Nothing is to be found: a double sum of products is the product of two sums, by induction."),
    printed="true",
)

x, z = vec("x"), vec("z")
phi, psi, more_phi, more_psi = vseq("φ"), vseq("ψ"), vseq("φ'"), vseq("ψ'")
K = seq("K")


def sample(draw: Draw) -> Instance:
    """Two points and their features as lists: each degree repeats the list of the one before and adds its products."""
    degrees, d = 2, 1 + draw.upto(1)
    points = [draw.vector(d) for _ in range(2)]
    size = (d + 1) ** degrees * (d + 1)
    lists: list[list[Vector]] = []
    added: list[list[Vector]] = []
    for point in points:
        entries, full, new = [one], [], []
        for _ in range(degrees + 1):
            products = [value * factor for value in entries for factor in point]
            full.append(_padded(entries, size))
            new.append(_padded([zero] * len(entries) + products, size))
            entries = entries + products
        lists.append(full)
        added.append(new)
    values = [Polynomial(m)(*points) for m in range(degrees + 1)]
    return Instance(
        degrees - 1,
        {},
        {},
        {"K": values},
        {"x": _padded(points[0], size), "z": _padded(points[1], size)},
        {"φ": lists[0], "ψ": lists[1], "φ'": added[0], "ψ'": added[1]},
    )


def _padded(values: list[Fraction] | Vector, size: int) -> Vector:
    return (*values, *(zero,) * (size - len(values)))


def prove(d: Derivation) -> None:
    def base() -> str:
        return d.have(eq(inner(phi(0), psi(0)), K(0)), "degree 0", "K starts")

    def step(m: Index, before: str) -> str:
        up, other = d.at("φ", m), d.at("ψ", m)
        sides = d.expand(up, psi(m + 1)), d.expand(other, phi(m)), d.expand(other, more_phi(m))
        both, apart = d.at("products", m), d.at("own places", m)
        ones = [(1, line) for line in (*sides, both, *d.parts(apart))]
        added = combination(*ones, (1 + inner(x, z), before), (-1, d.at("K", m)))
        return d.have(eq(inner(phi(m + 1), psi(m + 1)), K(m + 1)), by=added)

    d.induction(lambda m: eq(inner(phi(m), psi(m)), K(m)), base, step)


page = Property(
    id="polynomial-kernel",
    title="The polynomial kernel: (1 + ⟨x, z⟩)^d = ⟨φ(x), φ(z)⟩ for every whole d ≥ 0",
    sources=(Source("BL", "section 2, first example", "d is not specified: it must be a whole number, see polynomial-kernel-half"),),
    facts=(
        Fact("degree 0", "φ(0) and ψ(0), the features of x and z, are the constant 1", eq(inner(phi(0), psi(0)), 1), definition=True),
        Fact(
            "φ",
            "a degree more: the list of before, and its products with x",
            every(k, null(phi(k + 1) - phi(k) - more_phi(k))),
            definition=True,
        ),
        Fact("ψ", "the same for z", every(k, null(psi(k + 1) - psi(k) - more_psi(k))), definition=True),
        Fact(
            "products",
            "by polynomial-kernel-products",
            every(k, eq(inner(more_phi(k), more_psi(k)), inner(x, z) * inner(phi(k), psi(k)))),
            definition=True,
        ),
        Fact(
            "own places",
            "products have places of their own in the list",
            every(k, both(eq(inner(phi(k), more_psi(k)), 0), eq(inner(more_phi(k), psi(k)), 0))),
            definition=True,
        ),
        Fact("K starts", "K(d) is a power", eq(K(0), 1), definition=True),
        Fact("K", "K(d) = (1 + ⟨x, z⟩)^d", every(k, eq(K(k + 1), K(k) * (1 + inner(x, z)))), definition=True),
    ),
    claim=every(k, eq(inner(phi(k), psi(k)), K(k))),
    words="for every degree d, the features of any two points have the inner product (1 + ⟨x, z⟩)^d",
    sample=sample,
    prove=prove,
    derivation=NoDerivation("Nothing is to be found: (1 + ⟨x, z⟩)ᵈ is multiplied out, one factor for each degree, by induction."),
    misprints=("BL leaves d open; (1 + x·y)^(1/2) is no kernel: 0, x, −x with x = (2/5, 2/5, 4/5) and v = (−2, 1, 1) give −4/5.",),
)

pages = (products, page)
