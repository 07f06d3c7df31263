"""The sign of a float score beyond its error bound is the exact score's: what the certified engine rests on.

After M updates let w be the exact weights, h those that the floats hold, ‖h − w‖ ≤ κN, and s the float score of h and x, off from ⟨h, x⟩ by
at most g‖h‖‖x‖ (`float-dot`).  N² ≥ Σ‖z‖² over the updates.  The test of the loop is s² > (g(1 + κ) + κ)²·N²‖x‖².

The proof.  As an update never has ⟨w, z⟩ > 0, ‖w‖² ≤ Σ‖z‖² ≤ N²: the norm growth lemma.  So ‖h‖ ≤ (1 + κ)N, and by Cauchy–Schwarz
|s − ⟨w, x⟩| ≤ |s − ⟨h, x⟩| + |⟨h − w, x⟩| ≤ (g(1 + κ) + κ)·N‖x‖ < |s|.  A number nearer to s than 0 is has the sign of s.

The loop adds to h in floats, and keeps what is rounded away.  An update moves h off by at most u‖h + z‖ ≤ u(1 + κ)N, so after K of them
since h was last w rounded, κ is 1.01u more than (1 + u)ᴷ − 1, or 2⁻³⁹·Mu more for what it keeps in digits.  With u = 2⁻⁵³ and
g = (1 + u)ᵐ⁺¹ − 1 for m entries, g(1 + κ) + κ is then below (m + K + 4 + 2⁻³⁹M)u·(1 + 10⁻⁶) for all m ≤ 2³¹ and K ≤ 2¹² (`float-growth`),
which is what the loop multiplies with.  That nothing is lost is Knuth's sum of two floats; like the error of one operation, and that
nothing under- or overflows, it is supposed here, and tests hold it against runs.
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Draw, Fact, Fraction, Index, Instance, M, NoDerivation, Polynomial, certificate, dot, every, ge, gt, inner, k,
    le, multiple, null, number, product, real, running, seq, square, strict, theorem, vec, w, z,
)  # fmt: skip

s, g, kappa, X = real("s"), real("g"), real("κ"), real("X")
h, x = vec("h"), vec("x")
Q = seq("Q")
exact, gap = w(M), h - w(M)
score = inner(exact, x)
off = g * (1 + kappa) + kappa


def _norm(d: Derivation) -> str:
    """‖w(M)‖² ≤ Q(M)."""

    def base() -> str:
        return d.have(ge(Q(0), inner(w(0), w(0))), d.expand("zero start", w(0)), "Q starts")

    def step(i: Index, before: str) -> str:
        new, old, added = (d.expand(d.at("update", i), v) for v in (w(i + 1), w(i), z(i)))
        by = certificate(before, d.at("Q", i), product(2, d.at("mistake", i)), *(multiple(-1, line) for line in (new, old, added)))
        return d.have(ge(Q(i + 1), inner(w(i + 1), w(i + 1))), by=by)

    return d.at(d.induction(lambda i: ge(Q(i), inner(w(i), w(i))), base, step, upto=M), M, note="‖w‖² ≤ N²")


def _gap(d: Derivation, norm: str, grown: str) -> str:
    """‖h‖ ≤ (1 + κ)N, from ‖h‖² = ‖w‖² + 2⟨w, h − w⟩ + ‖h − w‖²."""
    most = kappa * Q(M)
    d.have(ge(most, 0), "κ ≥ 0", grown)
    met = d.cite("cauchy-schwarz", a=exact, b=gap)
    d.have(le(inner(exact, gap) ** 2, most**2), by=certificate(met, product(d.square(gap), norm), product("weights", grown)))
    cross = d.cite("square-order", p=inner(exact, gap), q=most)
    return d.have(le(inner(h, h), (1 + kappa) ** 2 * Q(M)), by=certificate(norm, product(2, cross), "weights"), note="‖h‖ ≤ (1 + κ)N")


def _parts(d: Derivation, length: str, grown: str) -> tuple[tuple[Polynomial, Polynomial, str], ...]:
    """(s − ⟨h, x⟩)² ≤ (g(1 + κ))²·N²X and ⟨h − w, x⟩² ≤ κ²·N²X: each with what is squared."""
    row = d.square(x)
    first = certificate("score", product(length, row, square(g)), product("‖x‖²", grown, square(g * (1 + kappa))))
    met = d.cite("cauchy-schwarz", a=gap, b=x)
    second = certificate(met, product("weights", row), product("‖x‖²", grown, square(kappa)))
    area = Q(M) * X
    return tuple(
        (of, share, d.have(le(of**2, share**2 * area), by=by))
        for of, share, by in ((s - inner(h, x), g * (1 + kappa), first), (inner(gap, x), kappa, second))
    )


def sample(draw: Draw) -> Instance:
    """Up to two updates in the plane, weights and a score that are off by as much as they may; rarely, something is wrong."""
    updates, fault = draw.upto(2), draw.upto(11)
    shift, share = Fraction(draw.upto(2), 4), Fraction(draw.upto(2), 4)
    weights: list[Coordinates] = [(Fraction(0), Fraction(0)) if fault != 1 else draw.vector(2)]
    steps = []
    for _ in range(2):
        step = draw.vector(2)
        if dot(weights[-1], step) > 0 and fault != 2:
            step = tuple(-v for v in step)
        steps.append(step)
        weights.append(tuple(p + q for p, q in zip(weights[-1], step, strict=True)))
    lengths = running([*(dot(v, v) for v in steps), Fraction(0), Fraction(0)])
    if fault == 3:
        lengths = [Fraction(draw.upto(2), 4) for _ in lengths]
    held = weights[updates]
    scale = 1 + shift * (draw.upto(4) - 2) / 2 if fault != 4 else 1 + draw.number()
    near = tuple(scale * v for v in held)
    row = draw.vector(2)
    score = dot(near, row) * (1 + share * (draw.upto(4) - 2) / 2)
    if fault == 5:
        score = draw.number()
    size = dot(row, row) if fault != 6 else Fraction(draw.upto(2), 8)
    signs = {7: (-shift, share), 8: (shift, -share), 9: (-3 * abs(shift), share), 10: (shift, -3 * share)}
    kappa_, g_ = signs.get(fault, (shift, share))
    return Instance(
        2,
        {"M": updates},
        {"κ": kappa_, "g": g_, "s": score, "X": size},
        {"Q": lengths},
        {"h": near, "x": row},
        {"w": [*weights, weights[-1]], "z": [*steps, (Fraction(0),) * 2, (Fraction(0),) * 2]},
    )


@theorem(
    sources=(),
    facts=(
        Fact("zero start", "the weights start at 0", null(w(0))),
        Fact("update", "update k adds z(k), an example times its label", every(k, null(w(k + 1) - w(k) - z(k))), defines=w),
        Fact("mistake", "an update is made only where y⟨w, x⟩ ≤ 0", every(k, le(inner(w(k), z(k)), 0), below=number(M))),
        Fact("Q starts", "Q(k) is at least the sum of ‖z‖² over the first k updates; N² is Q(M)", ge(Q(0), 0)),
        Fact("Q", "an update adds ‖z‖², or more", every(k, ge(Q(k + 1), Q(k) + inner(z(k), z(k))), below=number(M))),
        Fact("κ ≥ 0", "κ ≥ 0", ge(kappa, 0)),
        Fact("g ≥ 0", "g ≥ 0", ge(g, 0)),
        Fact("weights", "the float weights h are within κN of the exact ones", le(inner(gap, gap), kappa**2 * Q(M))),
        Fact(
            "score",
            "the float score is off by at most g‖h‖‖x‖, by float-dot with g = (1 + u)ⁿ⁺¹ − 1",
            le((s - inner(h, x)) ** 2, g**2 * inner(h, h) * inner(x, x)),
        ),
        Fact("‖x‖²", "X is at least ‖x‖²", le(inner(x, x), X)),
        Fact("test", "the score is beyond the bound", gt(s**2, off**2 * Q(M) * X)),
    ),
    claim=gt(s * score, 0),
    sample=sample,
    cites=("cauchy-schwarz", "square-order"),
    printed="true",
    derivation=NoDerivation("Nothing is to be found: the errors of the score and of the weights add up, and Σ‖z‖² bounds ‖w‖²."),
)
def certified_sign(d: Derivation) -> None:
    """A float score s beyond (g(1 + κ) + κ)·N‖x‖ has the sign of ⟨w, x⟩, for N² ≥ Σ‖z‖² over the updates.

    s·⟨w, x⟩ > 0: the float score and the exact score are both positive or both negative.
    """
    norm = _norm(d)
    grown = d.have(ge(Q(M), 0), norm, d.square(exact))
    parts = _parts(d, _gap(d, norm, grown), grown)
    D, positive, squared, star = d.root(d.have(ge(Q(M) * X, 0), by=certificate(product(grown, "‖x‖²"), product(grown, d.square(x)))), "√")
    for of, share, line in parts:
        d.have(le(of**2, (share * D) ** 2), by=certificate(line, multiple(share**2, squared)))
    d.have(ge(g * (1 + kappa) * D, 0), by=certificate(product("g ≥ 0", positive), product("g ≥ 0", "κ ≥ 0", positive)))
    d.have(ge(kappa * D, 0), by=certificate(product("κ ≥ 0", positive)))

    def away(sign: int) -> str:
        lines = [d.cite("square-order", p=sign * of, q=share * D) for of, share, _ in parts]
        return d.have(le(sign * (s - score), off * D), by=certificate(*lines))

    far = d.have(le((s - score) ** 2, (off * D) ** 2), by=certificate(product(away(1), away(-1))), note="|s − ⟨w, x⟩| ≤ (g(1 + κ) + κ)N‖x‖")
    nearer = certificate(strict("test"), product(2, "z"), far, square(score), multiple(-(off**2), squared))
    d.forget(d.have(gt(s * score, 0), by=nearer), star)
