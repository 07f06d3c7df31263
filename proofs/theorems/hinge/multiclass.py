"""Freund and Schapire's ((R + D)/γ)², with its forms for structured and for multiclass prediction.

Freund and Schapire (1999) call D the length of the vector of the losses max(0, γ − y⟨u, x⟩), so that D = γH₂ and the bound is MR (8).
Collins (2002), Theorem 2, has it for structured outputs: a learner predicts the output with the highest score ⟨w, Φ(x, output)⟩, and where
it errs it adds p = Φ(x, truth) and subtracts q = Φ(x, prediction). Crammer and Singer (2003) have K classes with a weight vector each:
their weights are one long vector, and Φ(x, class) is x in the block of that class and 0 in the others, Kesler's construction (all from
memory).

The proofs. The learner is the Perceptron on the differences p − q. Blocks of two classes are at right angles, so that ‖p − q‖² = 2‖x‖².
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Display, Draw, Exact, Fact, Fraction, Instance, M, Polynomial, R, Root, Vector, bounded, define, dot,
    eq, every, gamma, ge, gt, inner, k, le, null, number, perceptron, positive_margin, positive_part, radius_sign, real, root_of, size,
    theorem, u, unit_comparator, vseq, w, xi, z,
)  # fmt: skip
from proofs.theorems.hinge.common import Q, loss_squares

D, p, q, r = real("D"), vseq("p"), vseq("q"), real("√2R")
m = number(M)
common = (positive_margin(), unit_comparator())
losses = (*loss_squares, *root_of("D", D, Q(M), "D is a length", "D is the length of the vector of losses ξ"))


def loss(gain: Vector) -> tuple[Fact, ...]:
    """ξ(k) = max(0, γ − ⟨u, gain⟩), and D."""
    return *positive_part(xi(k), gamma - inner(u, gain), "ξ"), *losses


def play(draw: Draw, classes: int = 0) -> Instance:
    """Up to three mistakes on any two Φ, or on x in the blocks of two classes; u on one axis or two, and γ often the least gain."""
    d, count = 1 + draw.upto(1), max(classes, 1)
    wide, careless, zero = d * count, draw.rarely(), Fraction(0)
    at = tuple(draw.number(3) * (1 + draw.rarely()) if i in (0, wide - 1) else zero for i in range(wide))
    at = tuple(c * Fraction(3 + i % 2, 5) for i, c in enumerate(at)) if dot(at, at) > 1 and not draw.rarely() else at
    weights = draw.vector(wide) if draw.rarely() else (zero,) * wide
    start, pairs = weights, list[tuple[Coordinates, Coordinates]]()
    for _ in range(draw.upto(4)):
        x, label, other = draw.vector(d), draw.upto(count - 1), draw.upto(count - 1)
        own, rival = ((*(zero,) * (d * block), *x, *(zero,) * (wide - d * block - d)) for block in (label, other))
        own, rival = (own, rival) if classes else (own, draw.vector(d))
        if (dot(weights, own) <= dot(weights, rival) and (label != other or not classes)) or careless:
            pairs.append((own, rival))
            weights = tuple(a + b - c for a, b, c in zip(weights, own, rival, strict=True))
    gains = [tuple(a - b for a, b in zip(*pair, strict=True)) for pair in pairs]
    least = min((dot(at, gain) for gain in gains), default=Fraction(1))
    long = [*(dot(v, v) for pair in pairs for v in pair)] if classes else [dot(v, v) for v in gains]
    margin = abs(draw.number()) if draw.upto(1) or (least <= 0 and not draw.rarely()) else least
    reals: dict[str, Exact | int] = {"γ": margin, "R": draw.number() if draw.rarely() else Root(max(long, default=zero))}
    paths = {"p": [a for a, _ in pairs], "q": [b for _, b in pairs], "z": gains}
    padded = {name: [*path, (), ()] for name, path in paths.items()}
    return Instance(len(pairs), {"M": len(pairs)}, reals, {}, {"u": at}, {"w": [start], **padded})


@theorem(perceptron(), common, radius_sign(), bounded(R), loss(z(k)), claim=Display("gamma**2*M <= (R + D)**2", {"D": D}), sample=play)
def freund_schapire(d: Derivation) -> None:
    """Freund and Schapire: at most ((R + D)/γ)² updates of the Perceptron, where D is the length of the losses.

    For every u with ‖u‖ ≤ 1 and every γ > 0, D is the root of Σξ² with the losses ξ = max(0, γ − y⟨u, x⟩), on examples with ‖x‖ ≤ R.
    """
    per, star = d.inverse("positive margin", "1/γ")
    sign, total, i = d.have(gt(per, 0), star, "positive margin"), d.sum("TD", xi), d.fresh("i")
    for name in ("ξ ≥ 0", "ξ ≥ its argument"):
        with d.supposing(i, ge(m, number(i) + 1)):
            d.at(name, i)
    d.have(ge(per * D, 0), sign, "D ≥ 0"), d.have(eq((per * D) ** 2 * gamma**2, Q(M)), "D", star)
    bound = d.cite("hinge-l2-radius", "MR (8)", **{"H₂": per * D, "1/γ": per, "TD": total[0]})
    d.conclude(d.have(ge(gamma**2 * ((per * R + per * D) ** 2 - m), 0), bound), star)


gain = p(k) - q(k)
outputs = (
    Fact("zero start", "the weights start at 0", null(w(0))),
    define("update", "a mistake adds p = Φ(x, truth) and subtracts q = Φ(x, prediction)", w(k + 1), w(k) + gain),
    Fact("mistake-driven", "the prediction has no lower score: ⟨w, q⟩ ≥ ⟨w, p⟩", every(k, le(inner(w(k), gain), 0), below=m)),
    *common,
)


@theorem(
    outputs,
    radius_sign(),
    Fact("bounded examples", "‖p − q‖ ≤ R", every(k, le(inner(gain, gain), R**2), below=m)),
    loss(gain),
    claim=Display("gamma**2*M <= (R + D)**2", {"D": D}),
    sample=play,
)
def structured_perceptron(d: Derivation) -> None:
    """Collins: the structured Perceptron makes at most ((R + D)/γ)² mistakes, where D is the length of the losses.

    Outputs may be sequences or trees: p and q are what Φ makes of the input with the true output and with the predicted one. ξ is max(0,
    γ − ⟨u, p − q⟩), so that D = 0 where u has the margin γ.
    """
    d.cite("freund-schapire", z=lambda i: p(i) - q(i))


blocks = (
    size("R ≥ 0", "R is a length", R),
    Fact("bounded examples", "‖x‖ ≤ R for the truth’s block", every(k, le(inner(p(k), p(k)), R**2), below=m)),
    Fact("bounded predictions", "and in the prediction’s block", every(k, le(inner(q(k), q(k)), R**2), below=m)),
    Fact("blocks", "two classes have different blocks: ⟨p, q⟩ = 0", every(k, eq(inner(p(k), q(k)), 0), below=m)),
)


def apart(d: Derivation, most: Polynomial, *lines: str) -> None:
    """∀k < M ‖p − q‖² ≤ `most`."""
    i = d.fresh("i")
    with d.supposing(i, ge(m, number(i) + 1)):
        d.have(le(inner(p(i) - q(i), p(i) - q(i)), most))


@theorem(
    outputs,
    blocks,
    Fact("separable", "u scores the truth by γ more: ⟨u, p⟩ ≥ ⟨u, q⟩ + γ", every(k, ge(inner(u, gain), gamma), below=m)),
    claim=Display("gamma**2*M <= 2*R**2"),
    sample=lambda draw: play(draw, 3),
)
def multiclass(d: Derivation) -> None:
    """The multiclass Perceptron: at most 2R²/γ² mistakes.

    K classes have a weight vector each, all of them together one long vector w, and u likewise with ‖u‖ ≤ 1; p is the example x in the
    block of its class, and q in that of the prediction.
    """
    r, _, square, _ = d.root(d.have(ge(2 * R**2, 0)), "√2R")
    apart(d, r**2, square)
    per, star = d.inverse("positive margin", "1/γ")
    bound = d.cite("novikoff", "M ≤ 2R²/γ²", z=lambda i: p(i) - q(i), R=r, **{"1/γ": per})
    d.conclude(d.have(ge(gamma**2 * ((r * per) ** 2 - m), 0), bound), square, star)


@theorem(
    outputs,
    blocks,
    loss(gain),
    root_of("√2R", r, 2 * R**2, "√2R is a length", "√2R squared is 2R²"),
    claim=Display("gamma**2*M <= (r + D)**2", {"D": D, "r": r}),
    sample=lambda draw: play(draw, 3),
)
def multiclass_hinge(d: Derivation) -> None:
    """The multiclass Perceptron with losses: at most ((√2R + D)/γ)² mistakes, where D is the length of the losses.

    As in `multiclass`, for any u with ‖u‖ ≤ 1 and any γ > 0: ξ is max(0, γ − ⟨u, p − q⟩), by which the truth misses a lead of γ.
    """
    apart(d, r**2, "√2R")
    d.cite("structured-perceptron", R=r)
