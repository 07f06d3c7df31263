"""The Perceptron against Halving: on the rows of a Hadamard matrix it errs n times, where Halving errs at most log₂ n times.

Kivinen, Warmuth, Auer (1997) (from memory). A Hadamard matrix has entries ±1 and orthogonal rows; the label of a row is one of its entries,
always in the same column, so that u, the axis of that column, has y⟨u, x⟩ = 1. To the Perceptron each row is at right angles to its
weights: a tie, and a mistake. To Halving each column is an expert of whom one is never wrong (`halving`): at most log₂ n mistakes.
Winnow at a fast rate makes at most one more (`winnow-hadamard`).

The proof. As long as all rows were mistakes, the weights are their sum, and the next row is at right angles to each of them.
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Draw, Fact, Formula, Fraction, Index, Instance, define, eq, every, ge, gt, implies, inner, k, le, null, number,
    seq, theorem, w, z,
)  # fmt: skip
from proofs.theorems.core.orthonormal import n, orthogonal

E = seq("E")
ROWS: tuple[Coordinates, ...] = tuple(tuple(map(Fraction, row)) for row in ((1, 1, 1, 1), (1, -1, 1, -1), (1, 1, -1, -1), (1, -1, -1, 1)))


def sample(draw: Draw) -> Instance:
    """Up to four rows of a Hadamard matrix with their labels by one column, rarely another example, or another start."""
    column = draw.upto(3)
    rows = [tuple(row[column] * c for c in row) for row in ROWS[draw.upto(1) :][: draw.upto(4)]]
    rows = [draw.vector(4) if draw.rarely() else row for row in rows]
    start = draw.vector(4) if draw.rarely() else (Fraction(0),) * 4
    return Instance(len(rows), {"n": len(rows)}, {}, {}, {}, {"w": [start], "z": [*rows, (), ()]})


@theorem(
    orthogonal,
    Fact("zero start", "the weights start at 0", null(w(0))),
    define("update", "where y⟨w, x⟩ ≤ 0 the Perceptron adds z = yx", w(k + 1), w(k) + z(k), where=le(inner(w(k), z(k)), 0)),
    define("no update", "where y⟨w, x⟩ > 0 it rests", w(k + 1), w(k), where=gt(inner(w(k), z(k)), 0)),
    define("E starts", "E counts the mistakes", E(0), 0),
    define("a mistake", "a round with y⟨w, x⟩ ≤ 0 is one", E(k + 1), E(k) + 1, where=le(inner(w(k), z(k)), 0)),
    define("no mistake", "else E rests", E(k + 1), E(k), where=gt(inner(w(k), z(k)), 0)),
    claim=ge(E(n), number(n)),
    sample=sample,
)
def hadamard(d: Derivation) -> None:
    """Hadamard rows: the Perceptron errs on each of n orthogonal examples.

    The examples may be the rows of a Hadamard matrix, and the labels one of its columns: then an axis u has y⟨u, x⟩ = 1 on all of them, and
    Halving over the columns makes at most log₂ n mistakes.

    No derivation: SymPy has nothing to find: each score is a sum of inner products that are 0.
    """
    i = d.fresh("i")

    def across(k: Index) -> Formula:
        return every(i, implies(ge(number(i), number(k)), implies(ge(number(n), number(i) + 1), eq(inner(w(k), z(i)), 0))))

    def base() -> str:
        with d.supposing(i, ge(number(i), 0), ge(number(n), number(i) + 1)):
            d.expand("zero start", z(i))
            d.have(eq(inner(w(0), z(i)), 0))
        return d.last

    def tie(k: Index, before: str) -> str:
        own = d.use(before, k)
        return d.have(le(inner(w(k), z(k)), 0), own)

    def step(k: Index, before: str) -> str:
        tie(k, before)
        moved = d.use("update", k)
        with d.supposing(i, ge(number(i), number(k) + 1), ge(number(n), number(i) + 1)):
            d.have(ge(number(i), number(k)))
            d.have(eq(inner(w(k + 1), z(i)), 0), d.use(before, i), d.use("orthogonal", k, i), d.expand(moved, z(i)))
        return d.last

    always = d.induction(across, base, step, upto=n, note="the weights are across all rows to come")

    def count(k: Index, before: str) -> None:
        d.have(ge(number(n), number(k)))
        tie(k, d.at(always, k))

    d.upto(n, lambda k: ge(E(k), number(k)), (), count)
