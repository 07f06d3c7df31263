"""The separator with the greatest margin is a combination of support vectors: BL section 2, “not hard to see”.

Source: BL section 2, after the kernel Perceptron.  Write z(i) = y·x and let p be the point of their convex hull that is nearest to 0,
p = Σ λ(i)z(i) with λ ≥ 0 and Σ λ = 1.  (That there is one is compactness, which is not shown here.)  Nothing needs coordinates, so all of
it holds for kernels.

The proofs. Nearest: were ⟨p, s⟩ < ‖p‖² for a point s of the hull, a short step from p towards s would make it shorter. So ⟨p, z(i)⟩ ≥ ‖p‖²
for every i: if p ≠ 0, p/‖p‖ separates with margin ‖p‖. Greatest: a unit vector u with ⟨u, z(i)⟩ ≥ ‖p‖ for every i has ⟨u, p⟩ = Σ λ(i)⟨u,
z(i)⟩ ≥ ‖p‖, so ‖‖p‖u − p‖² = 2‖p‖² − 2‖p‖⟨u, p⟩ ≤ 0: it is p/‖p‖, and no vector has a greater margin. Support: ‖p‖² is the λ-weighted mean
of the numbers ⟨p, z(i)⟩ ≥ ‖p‖², so those of positive weight are equal to it: they lie on the margin. Optimal: weights w = Σ λ(i)z(i) with
⟨w, z(i)⟩ ≤ 1 where λ(i) > 0 have ‖w‖² ≤ Σ λ, so a vector that separates by γ has γ‖w‖² ≤ γΣ λ ≤ ⟨u, w⟩ ≤ ‖w‖.
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Display, Draw, Fact, Fraction, Index, Instance, Polynomial, Vector, define, dot, eq, every, gamma, ge, gt,
    inner, k, le, nat, number, real, root_of, seq, sequence, theorem, u, unit_comparator, vec, vseq, z,
)  # fmt: skip

n = nat("n")
p, s, w = vec("p"), vec("s"), vec("w")
hull, weight, total = vseq("hull"), seq("λ"), seq("Λ")
rho, t, mu = real("‖p‖"), real("t"), real("μ")
zero, one = Fraction(0), Fraction(1)


def sample_nearest(draw: Draw) -> Instance:
    d = 1 + draw.upto(1)
    a, b = draw.vector(d), draw.vector(d)
    gap, length = dot(a, a) - dot(a, b), dot(a, a) - 2 * dot(a, b) + dot(b, b)
    share = draw.number() if draw.rarely() or not length else min(one, gap / length)
    return Instance(0, reals={"t": share}, vectors={"p": a, "s": b})


hulls = (
    Fact("weights", "λ(i) ≥ 0", every(k, ge(weight(k), 0), below=number(n))),
    *sequence("hull", hull, 0, hull(k) + weight(k) * z(k), "a sum of weighted points", "point k comes with weight λ(k)"),
    *sequence("Λ", total, 0, total(k) + weight(k), "Λ is a sum of weights", "Λ grows by λ(k)"),
)


def sample_greatest(draw: Draw) -> Instance:
    """Points on the margin (h, ±c) around p = (h, 0), or nearly so, and a vector that separates them."""
    h = abs(draw.number(9)) or one
    count = 1 + draw.upto(1)
    spread = draw.number(9)
    on_margin: list[Coordinates] = [(h, spread), (h, -spread)]
    points = on_margin[:count] if draw.upto(3) else draw.vectors(count, 2)
    if count == 1 and not draw.rarely():
        points = [(h, zero)]
    shares = [one / count] * count if not draw.rarely() else draw.numbers(count)
    if count == 2 and draw.rarely():  # an affine combination, which leaves the hull
        points, shares = [(h, h / 2), (2 * h, zero)], [Fraction(2), -one]
    unit = (one, zero) if not draw.rarely() else draw.vector(2)
    return Instance(count, {"n": count}, {}, {"λ": shares}, {"u": unit}, {"z": points})


def sample(draw: Draw) -> Instance:
    """p = (h, 0) from points on the margin, with one point beyond it of weight 0; rarely, something is wrong."""
    h, spread = abs(draw.number(9)) or one, draw.number(9)
    points: list[Coordinates] = [(h, spread), (h + abs(draw.number(9)), draw.number(9))]
    special: Coordinates = (h, -spread)
    share = Fraction(1, 2)
    shares = [share, zero]
    if draw.rarely():
        special, points, shares = draw.vector(2), draw.vectors(2, 2), draw.numbers(2)
    if draw.rarely():
        share, shares = draw.number(), draw.numbers(2)
    if draw.rarely():  # an affine combination, which leaves the hull
        special, points, share, shares = (h + 1, zero), [(h + 2, zero)] * 2, Fraction(2), [-one, zero]
    return Instance(2, {"n": 2}, {"μ": share}, {"λ": shares}, {"s": special}, {"z": points})


def add(d: Derivation, along: Vector, least: Polynomial, each: str, note: str = "") -> str:
    """⟨along, Σ λ(i)z(i)⟩ ≥ least·Σ λ(i), from the line `each`, which says ⟨along, z(i)⟩ ≥ least of every point."""

    def step(m: Index, before: str) -> None:
        d.have(ge(weight(m) * (inner(along, z(m)) - least), 0))

    start = [d.expand("hull starts", along), "Λ starts"]
    return d.at(d.induction(lambda m: ge(inner(along, hull(m)), least * total(m)), start, step, upto=n), n, note=note)


@theorem(
    *hulls,
    Fact("weights sum", "μ + Λ(n) = 1", eq(mu + total(n), 1)),
    define("p", "p = μs + Σ λ(i)z(i): any one of the points may be listed as s", p, mu * s + hull(n)),
    Fact("nearest", "⟨p, z(i)⟩ ≥ ‖p‖², by support-vectors-nearest", every(k, ge(inner(p, z(k)), inner(p, p)), below=number(n))),
    claim=Display("mu*(inner(p, s) - norm(p)**2) <= 0", {"mu": mu, "p": p, "s": s}),
    sample=sample,
)
def support_vectors(d: Derivation) -> None:
    """Only support vectors carry weight: μ(⟨p, s⟩ − ‖p‖²) ≤ 0 for a point s of weight μ in a p with ⟨p, z⟩ ≥ ‖p‖² for all others.

    For μ > 0 this is ⟨p, s⟩ ≤ ‖p‖². The nearest point has ⟨p, s⟩ ≥ ‖p‖² too (`support-vectors-nearest`), so that s lies on the margin.

    Printed, and true:
    - BL section 2, “support vectors”: true for separable data; existence of the nearest point is compactness
    """

    add(d, p, inner(p, p), "nearest")


def sample_margin_one(draw: Draw) -> Instance:
    """w = (c, 0) from two points on the margin 1, and one beyond it of weight 0; rarely, something is wrong."""
    c = abs(draw.number(9)) or one
    height, fault = draw.number(9), draw.upto(7)
    points: list[Coordinates] = [(1 / c, height), (1 / c, -height), (2 / c, draw.number())]
    shares, unit, margin = [c**2 / 2] * 2 + [zero], (one, zero), 1 / c
    if fault == 1:  # a negative weight, and the rest in order
        points, shares, margin = [(one, zero), (Fraction(5), Fraction(3)), (Fraction(9), zero)], [Fraction(3), Fraction(-2, 5), zero], one
    elif fault == 2:
        shares = [2 * share for share in shares]
    elif fault == 3:
        margin = draw.number() * 3
    elif fault == 4:
        unit, margin = (2 * one, zero), 2 / c
    return Instance(3, {"n": 3}, {"γ": margin}, {"λ": shares}, {"u": unit}, {"z": points})


@theorem(
    Fact("s before p", "⟨p, s⟩ < ‖p‖²", gt(inner(p, p), inner(p, s))),
    Fact("a step", "t > 0", gt(t, 0)),
    Fact(
        "short",
        "t‖s − p‖² ≤ ‖p‖² − ⟨p, s⟩; t ≤ 1 keeps it in the hull, and 1 may be such a t",
        le(t * inner(s - p, s - p), inner(p, p) - inner(p, s)),
    ),
    claim=Display("norm((1 - t)*p + t*s)**2 < norm(p)**2", {"t": t, "p": p, "s": s}),
    sample=sample_nearest,
)
def support_vectors_nearest(d: Derivation) -> None:
    """A short step from p towards a point s with ⟨p, s⟩ < ‖p‖² ends nearer to 0.

    If p is the point of a convex hull that is nearest to 0, then ⟨p, s⟩ ≥ ‖p‖² for each s of the hull.

    Printed, and true:
    - BL section 2, “support vectors”: true for separable data; existence of the nearest point is compactness
    """
    d.conclude(*(f.name for f in support_vectors_nearest.facts))


@theorem(
    *hulls,
    Fact("weights sum", "Λ(n) = 1", eq(total(n), 1)),
    define("p", "p = Σ λ(i)z(i)", p, hull(n)),
    *root_of("‖p‖", rho, inner(p, p), "a length", "of p"),
    unit_comparator(),
    Fact("margin", "y⟨u, x⟩ ≥ ‖p‖ on every example", every(k, ge(inner(u, z(k)), rho), below=number(n))),
    claim=Display("norm(length*u - p)**2 <= 0", {"length": rho, "u": u, "p": p}),
    sample=sample_greatest,
)
def support_vectors_greatest(d: Derivation) -> None:
    """A unit vector whose margin is at least ‖p‖, for a p in the hull of the y·x, is p/‖p‖.

    ‖p‖u = p, said as ‖‖p‖u − p‖² ≤ 0: the separator of greatest margin is a combination of the examples.

    Printed, and true:
    - BL section 2, “support vectors”: true for separable data; existence of the nearest point is compactness
    """

    add(d, u, rho, "margin", note="⟨u, p⟩ ≥ ‖p‖")
    d.have(ge(inner(u, p), rho))


@theorem(
    *hulls,
    define("w", "w = Σ λ(i)z(i)", w, hull(n)),
    Fact("support", "only points with ⟨w, z⟩ ≤ 1 carry weight", every(k, le(weight(k) * (inner(w, z(k)) - 1), 0), below=number(n))),
    unit_comparator(),
    Fact("γ ≥ 0", "γ ≥ 0", ge(gamma, 0)),
    Fact("margin", "y⟨u, x⟩ ≥ γ on every example", every(k, ge(inner(u, z(k)), gamma), below=number(n))),
    claim=Display("gamma**2*norm(w)**2 <= 1", {"w": w}),
    sample=sample_margin_one,
)
def support_vectors_optimal(d: Derivation) -> None:
    """Weights w = Σ λz with λ ≥ 0, and λ > 0 only where ⟨w, z⟩ ≤ 1: no unit vector has a greater margin than 1/‖w‖.

    Where some u separates by γ, γ‖w‖ ≤ 1; if w is right by 1 on every example, then w/‖w‖ has the margin 1/‖w‖, the greatest.

    Printed, and true:
    - BL section 2, “support vectors”: true for separable data; existence of the nearest point is compactness
    """

    add(d, u, gamma, "margin", note="⟨u, w⟩ ≥ γΣλ")
    d.at(d.induction(lambda m: le(inner(w, hull(m)), total(m)), upto=n), n, note="‖w‖² ≤ Σλ")
    d.have(le(inner(w, w), total(n)))
    d.have(ge(inner(u, w), gamma * total(n)))
    least = d.have(ge(inner(u, w), gamma * inner(w, w)))
    square = d.have(le(inner(u, w) ** 2, inner(w, w)), d.cite("cauchy-schwarz", a=u, b=w), "unit comparator", d.square(w))

    def otherwise(case: str) -> str:
        return d.have(le(gamma**2 * inner(w, w), 1), square, least, "γ ≥ 0", case)

    d.cases(-inner(w, w), lambda case: d.have(le(gamma**2 * inner(w, w), 1)), otherwise)
