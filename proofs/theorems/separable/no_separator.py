"""XOR, and the reason why data have no separator: a combination of the y·x is 0.

If a non-negative combination of the y·x, not all of its weights 0, is the null vector, no u has y⟨u, x⟩ > 0 on all of them: the mean of its
hinge losses, with those weights, is 1 at least, as at u = 0. XOR is the best known case, by Minsky and Papert (1969) (from memory): two
points of label −1 and two of label 1 have the same midpoint. The Perceptron then errs in every pass, for ever.

Finitely many examples have one of the two, a separator or such a combination: Gordan's theorem of the alternative (1873, from memory; a
relative of Farkas' lemma). Here is the half that excludes both at once. Without a separator the weights stay bounded, by the Perceptron
cycling theorem (boundedness: Minsky and Papert, 1969; Block and Levin, 1970; from memory), which is not proved here: for given coordinates
`decide` exhausts the states of the weights.

The proofs. The hinge loss is 1 − y⟨u, x⟩ at least, and ⟨u, ·⟩ of the combination is 0. For XOR the scores of the one pair and of the other
have the same sum.
"""

from proofs.statements.authoring import (
    Derivation, Draw, Fact, Fraction, Index, Instance, every, ge, inner, k, le,
    nat, null, number, poly, positive_part, real, seq, sequence, theorem, u, vec, vseq, z,
)  # fmt: skip

n, a, A, V, h, L = nat("n"), seq("a"), seq("A"), vseq("V"), seq("h"), seq("L")


@theorem(
    *sequence("A", A, 0, A(k) + a(k), "A adds up the weights"),
    *sequence("V", V, 0, V(k) + a(k) * z(k), "V adds up the weighted vectors z = yx"),
    *positive_part(h(k), 1 - inner(u, z(k)), "h"),
    *sequence("L", L, 0, L(k) + a(k) * h(k), "L adds up the weighted hinge losses h = max(0, 1 − y⟨u, x⟩)"),
    Fact("weights", "no weight is negative", every(k, ge(a(k), 0), below=number(n))),
    Fact("combination", "the combination of the n vectors is 0", null(V(n))),
    claim=le(A(n), L(n)),
)
def no_separator(d: Derivation) -> None:
    """No separator where a combination of the y·x is 0: Σa(k)·max(0, 1 − y⟨u, x⟩) ≥ Σa(k) for every u.

    The a(k) are not negative, and Σa(k)y(k)x(k) = 0. So if they are not all 0, some example has a hinge loss of at least 1, that is y⟨u, x⟩
    ≤ 0.

    No derivation: SymPy has nothing to find: the losses are at least 1 − y⟨u, x⟩, and the combination of the y⟨u, x⟩ is 0.
    """

    def step(i: Index, before: str) -> None:
        d.have(ge(a(i) * (h(i) - 1 + inner(u, z(i))), 0), d.at("weights", i), d.at("h ≥ its argument", i))

    d.upto(n, lambda i: ge(L(i) + inner(u, V(i)), A(i)), lambda: d.have(ge(L(0) + inner(u, V(0)), A(0))), step)
    d.conclude(d.last, d.expand("combination", u))


w, b = vec("w"), real("b")
corners = p, q, r, s = vec("p"), vec("q"), vec("r"), vec("s")
losses = tuple(real(f"h{number}") for number in "₁₂₃₄")
signs = -1, -1, 1, 1


def sample_four(draw: Draw) -> Instance:
    """The corners of a parallelogram, at first those of XOR; any weights and bias."""
    corner, one, other = (draw.vector(2) if draw.rarely() else tuple(map(Fraction, v)) for v in ((0, 0), (1, 0), (0, 1)))
    far = draw.vector(2) if draw.rarely() else tuple(x + y - c for c, x, y in zip(corner, one, other, strict=True))
    return Instance(0, reals={"b": draw.number()}, vectors={"w": draw.vector(2), "p": corner, "q": far, "r": one, "s": other})


@theorem(
    Fact("parallelogram", "p and q have the same midpoint as r and s", null(p + q - r - s)),
    *(positive_part(loss, 1 - y * (inner(w, x) + b), f"h{i}") for i, loss, y, x in zip("₁₂₃₄", losses, signs, corners, strict=True)),
    claim=ge(sum(losses, poly(0)), 4),
    sample=sample_four,
)
def xor(d: Derivation) -> None:
    """XOR has no separator: the four hinge losses of any linear threshold sum to at least 4.

    p and q have label −1, r and s label 1, and p + q = r + s, as (0, 0), (1, 1), (1, 0) and (0, 1) do. Whatever w and the bias b are, one
    of the four has a hinge loss max(0, 1 − y(⟨w, x⟩ + b)) of at least 1: the threshold errs there, or its score is 0.

    No derivation: SymPy has nothing to find: the scores of p and q add up to those of r and s.
    """
    d.expand("parallelogram", w)
