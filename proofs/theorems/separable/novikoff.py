"""Block (1962), Novikoff (1962): separable data cost the Perceptron at most (R/γ)² updates.

If every example has ‖x‖ ≤ R and some comparator u of length at most 1 has y⟨u, x⟩ ≥ γ > 0 on all of them, then M ≤ R²/γ²: the Perceptron
convergence theorem for linearly separable data.

Sources: NG Theorem with (2)–(5), where R is called D; BL Theorem 1 (R = 1); MR Theorem 1 (r, ρ); VE Theorem 1.1 (R = 1).

The proof. Each update gains γ along u, so γM ≤ ⟨u, w⟩; each lengthens ‖w‖² by at most R², because its cross term is not positive, so ‖w‖ ≤
R√M; Cauchy–Schwarz gives γM ≤ R√M. That much is the core, at slack 0. It remains to divide by γ√M, which the sources do without a word;
here √M ≤ R/γ is reached without dividing by √M, so that M = 0 needs no case of its own.

Tight: ⌊R²/γ²⌋ is attained by orthonormal examples in any dimension that has room, and by a spiral from R³ on.
"""

from perceptron.extremal.families import ORTHONORMAL, SPHERE, SPIRAL
from proofs.statements.authoring import (
    UNITS, Derivation, Display, Draw, Fact, Fraction, Game, Index, Instance, M, R, bounded, define, eq, every, gamma, ge, gt, inner, k,
    le, mistake_bound, nat, number, perceptron, positive_margin, quotient, radius_sign, real, root_of, separable, seq, theorem, u,
    unit_comparator, vec, vseq, w,
)  # fmt: skip


@mistake_bound(
    "M <= R**2/gamma**2",
    Game(setting="separable", norm="any", comparator="ball", radius="declared"),
    (*perceptron(), positive_margin(), unit_comparator(), radius_sign(), bounded(R), separable()),
    families=(ORTHONORMAL, SPIRAL, SPHERE),
)
def novikoff(d: Derivation) -> None:
    """Block–Novikoff: M ≤ R²/γ² on separable data.

    If some u with ‖u‖ ≤ 1 has y⟨u, x⟩ ≥ γ > 0 on all examples, and all are no longer than R, the Perceptron from 0 makes at most R²/γ²
    updates.

    Printed, and true with assumptions:
    - NG Theorem, (2)–(5): γ > 0 and w(0) = 0 are used but not stated
    - BL Theorem 1: examples scaled to length 1; x ≠ 0 and γ > 0 are used but not stated
    - MR Theorem 1
    - VE Theorem 1.1: its potential ⟨w, w*⟩/‖w‖ is 0/0 at the start
    """
    m = d.natural(M)
    s, s_sign, s_square, _ = d.root(m, "√M")
    per_gamma = real("1/γ")
    d.cite("progress", ξ=lambda k: 0, TD=lambda k: 0, note="NG (3); BL Claim 1")
    grown = d.cite("capped-energy", c=0, note="NG (5); BL Claim 2; MR Lemma 1")
    length, _, length_square, _ = d.root(d.square(w(M)), "‖w‖")
    joined = d.cite("cauchy-schwarz", a=u, b=w(M), note="Cauchy–Schwarz")
    d.have(le(inner(u, w(M)) ** 2, length**2))
    d.have(le(inner(u, w(M)), length))
    d.have(ge(R * s, 0))
    d.have(le(length**2, (R * s) ** 2), grown, length_square, s_square)
    d.have(le(length, R * s))
    joined = d.have(le(gamma * number(M), R * s), note="NG: √k D ≥ kγ; BL: γM ≤ √M")
    d.have(le(gamma * s, R), joined, s_square, s_sign, "positive margin", "R ≥ 0")
    d.have(gt(per_gamma, 0))
    d.have(le(s, R * per_gamma), note="√M ≤ R/γ")
    d.have(ge(R * per_gamma, 0))
    d.have(le(number(M), (R * per_gamma) ** 2), note="MR Theorem 1; NG: k ≤ (D/γ)²")


# ------------------------------------------------------------------------------------------------------------------------------------------
# The margin is a distance: that of the nearest example, scaled to length 1, from the plane ⟨u, x⟩ = 0.
#
# Source: BL after Theorem 1, “if we scale examples to have Euclidean length 1, then γ is the minimum distance of any example to the plane
# w* · x = 0”, with γ the least |w*·x|/‖x‖. An example may not be 0, and u has length 1; in the zero vector's place there is no plane.
#
# The proofs. Whoever is on the plane has ⟨u, e − p⟩ = ⟨u, e⟩ for e = x/‖x‖, so that ‖e − p‖ is no less, by Cauchy–Schwarz. The foot of the
# perpendicular, e − ⟨u, e⟩u, is on the plane, and |⟨u, e⟩| away.

n = nat("n")
x, e, p, v = vseq("x"), vseq("e"), vseq("p"), vseq("v")
size, score, far = seq("L"), seq("a"), seq("D")
unit = Fact("unit vector", "‖u‖ = 1", eq(inner(u, u), 1))
lengths = (
    *root_of("L", size(k), inner(x(k), x(k)), "a length", "L(k) is the length of example k"),
    quotient("e", "e(k) is example k scaled to length 1, x/‖x‖", e(k), x(k), size(k), where=gt(size(k), 0)),
    *root_of("a", score(k), inner(u, x(k)) ** 2, "a size", "a(k) is |⟨u, x⟩| for example k"),
    define("v", "v(k) leads from p(k) to e(k)", v(k), e(k) - p(k)),
    *root_of("D", far(k), inner(v(k), v(k)), "a distance", "D(k) is the distance of e(k) from p(k)"),
)


def sample_points(draw: Draw) -> Instance:
    """Examples of rational length, and points of the plane, mostly feet of perpendiculars; rarely a hypothesis is broken."""
    count, at = 1 + draw.upto(1), UNITS[2][draw.upto(2)]
    if draw.rarely():
        at = draw.vector(2)
    scales = [Fraction(0) if draw.rarely() else draw.positive() for _ in range(count)]
    units = [UNITS[2][draw.upto(2)] for _ in range(count)]
    shares = [a[0] * at[0] + a[1] * at[1] for a in units]
    feet = [tuple(b - share * c for b, c in zip(a, at, strict=True)) for a, share in zip(units, shares, strict=True)]
    points = [draw.vector(2) if draw.rarely() else a for a in feet]
    margin = draw.number() if draw.rarely() else min(map(abs, shares))
    inputs = [tuple(scale * b for b in a) for scale, a in zip(scales, units, strict=True)]
    return Instance(count, {"n": count}, {"γ": margin}, {}, {"u": at}, {"x": inputs, "p": points})


@theorem(
    unit,
    *lengths,
    Fact("not 0", "no example is 0", every(k, gt(size(k), 0), below=number(n))),
    Fact("margin", "γ‖x‖ ≤ |⟨u, x⟩| on every example", every(k, ge(score(k), gamma * size(k)), below=number(n))),
    Fact("on the plane", "p(k) is any point of the plane: ⟨u, p⟩ = 0", every(k, eq(inner(u, p(k)), 0), below=number(n))),
    claim=every(k, ge(far(k), gamma), below=number(n)),
    sample=sample_points,
)
def margin_distance(d: Derivation) -> None:
    """The margin is a distance: ‖x/‖x‖ − p‖ ≥ γ for every point p of the plane ⟨u, p⟩ = 0.

    Where |⟨u, x⟩|/‖x‖ ≥ γ on all examples, none of them, scaled to length 1, is nearer than γ to the plane; u has length 1.

    Printed, and true with assumptions:
    - BL after Theorem 1: x ≠ 0 is meant, and a γ that some example attains
    """
    i = Index("i")
    with d.supposing(i, ge(number(n), number(i) + 1)):
        positive, flat = d.at("not 0", i), d.at("on the plane", i)
        on_e, on_v = d.expand(d.at("e", i), u), d.expand(d.at("v", i), u)
        joined = d.cite("cauchy-schwarz", a=u, b=v(i))
        short = d.have(le(inner(u, v(i)) ** 2, far(i) ** 2), joined, "unit vector", d.at("D", i))
        same = d.have(eq(score(i) ** 2, (size(i) * inner(u, v(i))) ** 2), on_e, on_v, flat, d.at("a", i))
        squared = d.have(le(score(i) ** 2, (size(i) * far(i)) ** 2), short, same, note="⟨u, e⟩ = ⟨u, e − p⟩ ≤ ‖e − p‖")
        room = d.have(ge(size(i) * far(i), 0), positive, d.at("D ≥ 0", i))
        below = d.have(le(score(i), size(i) * far(i)), squared, room, note="|⟨u, x⟩| ≤ ‖x‖·‖e − p‖")
        d.have(ge(far(i), gamma), below, d.at("margin", i), positive)


shown, scaled, foot, apart = vec("x"), vec("e"), vec("p"), vec("v")
long, along, away = real("‖x‖"), real("a"), real("D")


def sample_foot(draw: Draw) -> Instance:
    """An example of rational length, and its margin; rarely a hypothesis is broken."""
    drawn = sample_points(draw)
    return Instance(0, reals={"γ": drawn.reals["γ"]}, vectors={"u": drawn.vectors["u"], "x": drawn.vector_sequences["x"][0]})


@theorem(
    unit,
    *root_of("‖x‖", long, inner(shown, shown)),
    Fact("not 0", "the example is not 0", gt(long, 0)),
    quotient("e", "e is the example scaled to length 1, x/‖x‖", scaled, shown, long),
    *root_of("|⟨u, x⟩|", along, inner(u, shown) ** 2, "a size", "a is the size of ⟨u, x⟩"),
    Fact("margin", "γ is |⟨u, x⟩|/‖x‖ on this example, a/‖x‖", eq(along, gamma * long)),
    define("foot", "p is the foot of the perpendicular from e: e − ⟨u, e⟩u", foot, scaled - inner(u, scaled) * u),
    define("v", "v leads from p to e", apart, scaled - foot),
    *root_of("D", away, inner(apart, apart), "a distance", "D is the distance of e from p"),
    claim=Display("inner(u, p)**2 + (D - gamma)**2 <= 0", {"u": u, "p": foot, "D": away}),
    sample=sample_foot,
)
def margin_distance_attained(d: Derivation) -> None:
    """The margin is attained as a distance: the foot p of the perpendicular has ⟨u, p⟩ = 0 and ‖x/‖x‖ − p‖ = γ.

    For the example with |⟨u, x⟩|/‖x‖ = γ, the foot p of the perpendicular from x/‖x‖ is on the plane and at the distance D = γ; so γ is
    the least distance of all.

    Printed, and true with assumptions:
    - BL after Theorem 1: x ≠ 0 is meant, and a γ that some example attains

    No derivation: SymPy has nothing to find: x/‖x‖ − p is ⟨u, x⟩/‖x‖ times u.
    """
    flat = d.have(eq(inner(u, foot), 0), d.expand("foot", u), "unit vector", note="⟨u, p⟩ = 0")
    d.have(eq(away**2, inner(u, scaled) ** 2), note="v = ⟨u, e⟩u, and so ‖v‖² = ⟨u, e⟩²")
    same = d.have(eq((long * away) ** 2, along**2))
    far_ = d.have(ge(long * away, 0), "‖x‖ ≥ 0", "D ≥ 0")
    first, second = d.have(le(long * away, along), same, far_, "|⟨u, x⟩| ≥ 0"), d.have(ge(long * away, along), same, far_, "|⟨u, x⟩| ≥ 0")
    near, not_nearer = (d.have(claim, first, second, "margin", "not 0") for claim in (le(away, gamma), ge(away, gamma)))
    d.conclude(flat, near, not_nearer, note="D = γ")
