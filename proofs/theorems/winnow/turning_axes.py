"""Two axes of a plane that take turns: h is a, b, a, … and l is b, a, b, …; h = (1 + s)/2·a + (1 − s)/2·b for s = 1, −1, 1, …"""

from proofs.statements.authoring import (
    Derivation, Fact, Index, Polynomial, Vector, combination, eq, every, inner, k, null, seq, sequence, vec, vseq,
)  # fmt: skip
from proofs.theorems.winnow.common import half

h, other, a, b = vseq("h"), vseq("l"), vec("a"), vec("b")
turn = seq("s")  # 1 and −1 in turn
ways = half * (1 + turn(k)), half * (1 - turn(k))
plane = (
    Fact("a", "a is an axis of the plane", eq(inner(a, a), 1), defines=a),
    Fact("b", "b is the other axis", eq(inner(b, b), 1), defines=b),
    Fact("b across a", "b is at right angles to a", eq(inner(a, b), 0), defines=a),
    *sequence("s", turn, 1, -turn(k), "s is 1 and −1 in turn"),
    Fact("h", "h is a and b in turn", every(k, null(h(k) - ways[0] * a - ways[1] * b)), defines=h),
    Fact("l", "l is the other of the two", every(k, null(other(k) - ways[1] * a - ways[0] * b)), defines=other),
)


def signs_squared(d: Derivation) -> None:
    """The line "s² = 1", on which what follows rests."""
    d.induction(
        lambda i: eq(turn(i) ** 2, 1),
        lambda: d.have(eq(turn(0) ** 2, 1), "s starts"),
        lambda i, before: d.have(eq(turn(i + 1) ** 2, 1), d.at("s", i), before),
        name="s² = 1",
    )


def along(d: Derivation, i: Index, v: Vector) -> tuple[str, str]:
    """⟨h, v⟩ and ⟨l, v⟩ at i, by the parts of v along the two axes."""
    return d.expand(d.at("h", i), v), d.expand(d.at("l", i), v)


def axes(d: Derivation, i: Index) -> tuple[tuple[str, str], str]:
    """⟨h, h⟩ = 1, ⟨l, l⟩ = 1 and ⟨h, l⟩ = 0 at i."""
    c, e = half * (1 + turn(i)), half * (1 - turn(i))
    of_h, of_l = along(d, i, h(i)), along(d, i, other(i))
    (h_a, l_a), (h_b, l_b), one = along(d, i, a), along(d, i, b), d.at("s² = 1", i)

    def made(
        p: Polynomial, q: Polynomial, line: str, of_a: str, of_b: str, r: Polynomial, s: Polynomial
    ) -> tuple[tuple[Polynomial | int, str], ...]:
        return (1, line), (p, of_a), (q, of_b), (p * r, "a"), (q * s, "b"), (p * s + q * r, "b across a")

    unit_h = d.have(eq(inner(h(i), h(i)), 1), by=combination(*made(c, e, of_h[0], h_a, h_b, c, e), (half, one)))
    unit_l = d.have(eq(inner(other(i), other(i)), 1), by=combination(*made(e, c, of_l[1], l_a, l_b, e, c), (half, one)))
    across = d.have(eq(inner(h(i), other(i)), 0), by=combination(*made(c, e, of_l[0], l_a, l_b, e, c), (-half, one)))
    return (unit_h, unit_l), across


def swapped(d: Derivation, i: Index, at: Vector) -> tuple[str, str]:
    """⟨h(i+1), at⟩ = ⟨l(i), at⟩ and ⟨l(i+1), at⟩ = ⟨h(i), at⟩: the axes change places."""

    def change(sign: int, new: str, one: vseq, old: str, next_: vseq) -> str:
        lines = d.expand(d.at(new, i + 1), at), d.expand(d.at(old, i), at)
        return d.have(eq(inner(one(i + 1), at), inner(next_(i), at)), lines[0], lines[1], d.at("s", i))

    return change(1, "h", h, "l", other), change(-1, "l", other, "h", h)
