"""The rest of the tuple: the losses of a run with equal progress, a further round that is no update, and runs of one update.

In no source.  `range-attained` builds M examples with ⟨u, z⟩ = P/M each.  At a margin γ with γM = P + t, t ≥ 0, each loss is t/M, so that
TD = t and Σξ² = t²/M, the least that TD allows.  One more round along w is no update, has any length R ≥ √(S/M), and no less progress
than γ where P ≥ γM > 0; so T > M and R are free.  With M = 1 the weights are the example, S = W², and P is anything up to UW.

The proofs.  (Mξ − t)² = −t(Mξ − t) ≤ 0 for ξ = 0 and for ξ = γ − ⟨u, z⟩; then sums.  For c = R/W·w: ⟨u, c⟩ = RP/W ≥ γRM/W ≥ γ, as
W² ≤ MR² ≤ (MR)².
"""

from math import isqrt

from proofs.statements.authoring import (
    TD, Coordinates, Derivation, Display, Draw, Exact, Fact, Fraction, Index, Instance, M, Polynomial, R, Root, certificate, define, dot,
    eq, every, gamma, ge, gt, inner, k, le, multiple, nat, number, positive_margin, product, real, reciprocal_fact, root_of, slack, square,
    strict, theorem, u, vec, xi, z,
)  # fmt: skip
from proofs.theorems.hinge.common import Q, loss_squares
from proofs.theorems.hinge.largest_losses import exact_slack

one, zero = Fraction(1), Fraction(0)
A, m = nat("a"), number(M)
t, P, W, U, beta, per_W = (real(name) for name in ("t", "P", "W", "U", "β", "1/W"))
w, c, e, f, x = vec("w"), vec("c"), vec("e"), vec("f"), vec("x")
some_updates = Fact("M ≥ 1", "there is an update", ge(m, 1))
per_length = reciprocal_fact("W", W)
some_weights = Fact("some weights", "W > 0", gt(W, 0))


def sample_losses(draw: Draw) -> Instance:
    """Up to three equal examples on a line, u along them, and exact slacks; rarely another example or slack."""
    count, length, along = draw.upto(3), draw.positive(), draw.number()
    gamma_ = length * along + draw.upto(3) if not draw.rarely() else draw.number()
    zs: list[Coordinates] = [*[(length,)] * count, (zero,), (zero,)]
    if draw.rarely():
        zs[0] = (2 * length,)
    missing = count * (gamma_ - length * along) if not draw.rarely() else draw.number()
    return Instance(count, {"M": count}, {"γ": gamma_, "t": missing, "P": gamma_ * count - missing}, {}, {"u": (along,)}, {"z": zs})


@theorem(
    some_updates,
    Fact("progress", "u makes the same progress at each update", every(k, eq(m * inner(u, z(k)), P), below=m)),
    Fact("t ≥ 0", "t is not negative", ge(t, 0)),
    Fact("P", "P = γM − t", eq(P, gamma * m - t)),
    *slack(),
    exact_slack,
    *loss_squares,
    claim=Display("(TD - t)**2 + (M*Q - t**2)**2 <= 0", {"t": t, "Q": Q(M)}),
    sample=sample_losses,
)
def range_attained_losses(d: Derivation) -> None:
    """With equal progress ⟨u, z⟩ = P/M and γM = P + t, t ≥ 0, the losses add up to TD = t and their squares to t²/M.

    A sum of two squares is at most 0, so TD = t and MΣξ² = t². On the run of `range-attained` TD can have any value from max(0, γM − U√S)
    to γM + U√S.

    Printed, and true with assumptions:
    - MR Theorem 2: the converse, which it does not state

    No derivation: SymPy has nothing to solve: equal losses have these sums.
    """

    def each(i: Index) -> tuple[str, str]:
        """Mξ ≥ t, and Mξ ≤ t."""
        exact, missing, equal = d.at("ξ exactly", i), d.at("ξ", i), d.at("progress", i)
        low = d.have(ge(m * xi(i), t), d.natural(M), missing, equal, "P")
        d.have(le((m * xi(i) - t) ** 2, 0), "t ≥ 0", low, exact, equal, "P")
        return low, d.have(le(m * xi(i), t))

    def both(i: Index, more: bool) -> str:
        low, high = each(i)
        return low if more else high

    def total(more: bool) -> str:
        side = ge if more else le
        d.induction(lambda i: side(m * TD(i), number(i) * t), (), lambda i, old: [both(i, more), d.at("TD", i)], upto=M)
        d.have(gt(m, 0))
        return d.have(side(TD(M), t))

    def total_squares(more: bool) -> str:
        side = ge if more else le

        def step(i: Index, old: str) -> str:
            low, high = each(i)
            rest = (square(m * xi(i) - t), product(2, low, "t ≥ 0")) if more else (product(high, low), product(2, high, "t ≥ 0"))
            grown = multiple(m**2 if more else -(m**2), d.at("Q", i))
            return d.have(side(m**2 * Q(i + 1), (number(i) + 1) * t**2), by=certificate(old, *rest, grown))

        d.upto(M, lambda i: side(m**2 * Q(i), number(i) * t**2), (), step)
        d.have(gt(m, 0))
        return d.have(side(m * Q(M), t**2))

    least, most = total(True), total(False)
    d.conclude(least, most, total_squares(True), total_squares(False))


def _further() -> Polynomial:
    return number(A) * (gamma - inner(u, c)) + (inner(c, c) - R**2) ** 2 + (inner(w, c) - R * W) ** 2


def sample_round(draw: Draw) -> Instance:
    """Weights and a comparator in the plane, and the round along the weights; rarely another one."""
    weights: Coordinates = draw.vector(2) if draw.rarely() else ((3 * one, 4 * one), (one, zero), (-8 * one, 6 * one))[draw.upto(2)]
    length = Root(dot(weights, weights))
    exact = isqrt(int(dot(weights, weights)))
    comparator = draw.vector(2)
    count, radius = draw.upto(5), draw.positive() * (exact or 1)
    gain = dot(comparator, weights)
    gamma_ = gain / max(count, 1) / (1 + draw.upto(1)) if not draw.rarely() else draw.number()
    reals: dict[str, Exact | int] = {"γ": gamma_, "R": radius, "W": length}
    return Instance(5, {"M": count}, reals, {}, {"u": comparator, "w": weights})


@theorem(
    positive_margin(),
    some_weights,
    per_length,
    Fact("length", "W is the length of w", eq(W**2, inner(w, w))),
    define("P", "P is ⟨u, w⟩", P, inner(u, w)),
    Fact("margin", "P ≥ γM", ge(P, gamma * m)),
    Fact("R ≥ 0", "R is a length", ge(R, 0)),
    Fact("room", "W² ≤ MR²", le(W**2, m * R**2)),
    define("round", "the further example is (R/W)·w", c, R * per_W * w),
    claim=every(A, le(_further(), 0)),
    sample=sample_round,
    displayed=Display(
        "a*(gamma - inner(u, c)) + (norm(c)**2 - R**2)**2 + (inner(w, c) - R*W)**2 <= 0",
        {"a": number(A), "u": u, "c": c, "w": w, "W": W},
        (A,),
    ),
)
def range_attained_round(d: Derivation) -> None:
    """A further round along w is no update, may have any length R with ‖w‖² ≤ MR², and keeps the margin where ⟨u, w⟩ ≥ γM.

    The formula holds with any natural weight, so it says three things: ‖c‖ = R, ⟨w, c⟩ = R‖w‖, which is no update where R > 0, and ⟨u, c⟩ ≥
    γ. So R and the number of rounds are free in a separable game.

    Printed, and true with assumptions:
    - MR Theorem 2: the converse, which it does not state

    No derivation: SymPy has nothing to solve: the round is given, and its numbers are products of its one vector.
    """
    along, share = d.expand("round", w), R * per_W
    d.have(eq(inner(c, c), R**2), d.expand("round", c), along, "length", "1/W")
    d.have(eq(inner(w, c), R * W), along, "length", "1/W")
    gain = d.have(eq(inner(u, c), share * P))
    several = d.have(gt(m, 0))
    updates = d.integer(several, M, Index(None))
    room = strict("z", "some weights"), product("z", d.natural(M), "R ≥ 0"), product(d.natural(M), updates, square(R))
    wide = d.have(ge(m * R, W), note="W ≤ √M·R ≤ MR", by=certificate(*room, "room"))
    positive = d.have(gt(per_W, 0))
    d.have(ge(inner(u, c), gamma), gain, d.have(ge(share * P, gamma), "R ≥ 0", positive, "margin", "positive margin", wide, "1/W"))
    d.generalise(d.have(le(_further(), 0)), A)


def sample_single(draw: Draw) -> Instance:
    """Axes, a length and a progress; rarely other vectors."""
    along, beside = (one, zero), (zero, one)
    kind = draw.upto(5)
    along = (2 * one, zero) if kind == 1 else along
    beside = (zero, 2 * one) if kind == 2 else (one, zero) if kind == 3 else beside
    length, part, rest = draw.positive(), draw.number(), abs(draw.number())
    size = (part**2 + rest**2) / length**2 if length else zero
    return Instance(0, {}, {"W": length, "P": part, "U": Root(size)}, {}, {"e": along, "f": beside})


@theorem(
    Fact("e", "e is a unit vector", eq(inner(e, e), 1)),
    Fact("f", "f is a unit vector", eq(inner(f, f), 1)),
    Fact("apart", "e and f are at right angles", eq(inner(e, f), 0)),
    some_weights,
    Fact("room", "P² ≤ U²W²", le(P**2, U**2 * W**2)),
    per_length,
    *root_of("β", beta, U**2 * W**2 - P**2, "β is a root", "β² = U²W² − P²"),
    define("example", "x = W·e", x, W * e),
    define("u", "u = P/W·e + β/W·f", u, per_W * P * e + per_W * beta * f),
    claim=Display("(norm(x)**2 - W**2)**2 + (inner(u, x) - P)**2 + (norm(u)**2 - U**2)**2 <= 0", {"x": x, "u": u, "W": W, "P": P, "U": U}),
    sample=sample_single,
)
def range_attained_one(d: Derivation) -> None:
    """A run of one update: ‖x‖ = W, ⟨u, x⟩ = P and ‖u‖ = U for any W > 0 and P² ≤ U²W².

    A sum of three squares is at most 0, so three equations hold. The first example is a tie at w = 0, and after it w = x.

    Printed, and true with assumptions:
    - MR Theorem 2: the converse, which it does not state

    No derivation: SymPy has nothing to solve: the example and the comparator are given in two orthonormal vectors.
    """
    beside = d.have(eq(inner(x, f), 0))
    along = d.have(eq(inner(x, e), W))
    d.have(eq(inner(x, x), W**2))
    d.have(eq(inner(u, x), P), d.expand("u", x), along, beside, "1/W")
    d.have(eq(inner(u, u), U**2), d.expand("u", u), d.expand("u", e), d.expand("u", f), "e", "apart", "f", "β", "1/W")
    d.conclude()
