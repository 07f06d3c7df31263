"""The space of MR's proof of Theorem 3, and what its axes are for: a new axis f(k) for each round, orthogonal to all else.

There are no coordinates in the kernel, so a vector of the new space is one of the old plus a sum of axes, and the new coordinates are what
axes give by inner products. Three lemmas say all that the proof needs: a coordinate is 0 until its own round; a vector without a component
along any axis has none along their sums; and two such sums have the inner product of their coordinates.
"""

from proofs.statements.authoring import (
    Derivation, Draw, Fact, Fraction, Index, Instance, M, Term, any_run, axis, dot, eq, every, ge, inner, k, lemma, nat, number, perceptron,
    positive_margin, real, separable_run, seq, sequence, slack, squares, u, unit_comparator, vec, vseq, xi, z,
)  # fmt: skip
from proofs.theorems.hinge.common import loss_length

j, m, root_S2 = nat("j"), number(M), real("√S₂")
delta, per_delta, x = real("Δ"), real("1/Δ"), vec("x")
f, g, v, t, o = vseq("f"), vseq("g"), vseq("v"), vseq("t"), vseq("w′")
a, b, P = seq("a"), seq("b"), seq("P")
one, half = Fraction(1), Fraction(1, 2)


def total(of: vseq, weight: Term, name: str) -> tuple[Fact, ...]:
    """A sum of axes with weights."""
    words = f"{name} is a sum of axes, one for each round"
    return sequence(name, of, 0, of(k) + weight * f(k), words)


later = ge(number(j), number(k) + 1)
apart = axis("orthogonal axes", "each round has an axis of its own", f(j), across=f(k), over=(k, j), where=later)
unit = axis("unit axes", "an axis has length 1", f(k))
new = axis("new axes", "no example has a component along an axis", f(k), across=z(j), over=(k, j))
aside = axis("u has no axes", "nor has u", f(k), across=u)


@lemma(apart, *total(t, a(k), "t"), claim=every(k, eq(inner(t(k), f(k)), 0)))
def fresh_coordinates(d: Derivation) -> None:
    """a coordinate is 0 until its own round: ⟨t(k), f(k)⟩ = 0 for a sum t of earlier axes.

    Proof. ⟨t(k), f(k)⟩ = 0: for a fixed j, ⟨t(i), f(j)⟩ = 0 as long as i ≤ j.
    """
    i = Index("j′")

    def step(k: Index, before: str) -> str:
        return d.have(eq(inner(t(k + 1), f(i)), 0))

    always = d.induction(lambda k: eq(inner(t(k), f(i)), 0), lambda: d.expand("t starts", f(i)), step, upto=i)
    d.find_line(ge(number(i), number(i)))
    d.generalise(d.at(always, i), i)


@lemma(*total(t, a(k), "t"), ("x has no axes", every(k, eq(inner(f(k), x), 0))), claim=every(k, eq(inner(t(k), x), 0)))
def orthogonal_to_axes(d: Derivation) -> None:
    """a vector orthogonal to all axes is orthogonal to their sums."""

    def step(k: Index, before: str) -> str:
        return d.have(eq(inner(t(k + 1), x), 0))

    d.induction(lambda k: eq(inner(t(k), x), 0), lambda: d.expand("t starts", x), step)


sums = (*total(t, a(k), "t"), *total(v, b(k), "v"))
products = (Fact("P starts", "", eq(P(0), 0)), Fact("P", "", every(k, eq(P(k + 1), P(k) + a(k) * b(k)))))


def _axes_added() -> Instance:
    axes = [tuple(Fraction(i == j) for j in range(3)) for i in range(3)]
    added = [tuple(Fraction(i < n) for i in range(3)) for n in range(3)]
    ones, counts = [Fraction(1)] * 3, [Fraction(n) for n in range(3)]
    return Instance(1, sequences={"a": ones, "b": ones, "P": counts}, vector_sequences={"f": axes, "t": added, "v": added})


@lemma(apart, unit, *sums, *products, claim=every(k, eq(inner(t(k), v(k)), P(k))), example=_axes_added)
def sums_of_axes(d: Derivation) -> None:
    """⟨Σ a(k)f(k), Σ b(k)f(k)⟩ = Σ a(k)b(k)."""
    d.cite("fresh-coordinates")
    d.cite("fresh-coordinates", t=v, a=b)
    d.induction(lambda k: eq(inner(t(k), v(k)), P(k)))


space = (apart, unit, new, aside, *total(g, 1, "g"), *total(v, xi(k), "v"))
run = (*perceptron(), positive_margin(), *slack(), unit_comparator(), *squares(), *loss_length)


def sample(draw: Draw) -> Instance:
    """A short run, its vectors in the first coordinates, and an axis for each round behind them."""
    run_ = any_run(draw) if draw.rarely() else separable_run(draw)
    count, inside = run_.updates + 2, len(run_.u)
    axes = [tuple(one if i == inside + n else Fraction(0) for i in range(inside + count)) for n in range(count)]
    slacks = [max(Fraction(0), run_.gamma - dot(run_.u, x)) + draw.rarely() for x in run_.steps]
    start = {"w′": [draw.vector(inside)]} if draw.rarely() else {}
    return run_.instance({"Δ": draw.positive() or one}, {"ξ": slacks}, {"f": axes, **start})
