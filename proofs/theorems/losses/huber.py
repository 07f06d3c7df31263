"""Huber's loss meets Definition 1: H is convex, not negative and δ-Lipschitz on all of ℝ, so φ(x) = H(1 − x) is δ-admissible.

Source: MR Definition 1 and the list after it. H(v) is v²/2 where |v| ≤ δ, and δ|v| − δ²/2 beyond; with p = (v − δ)₊ and q = (−v − δ)₊ that
is (v² − p² − q²)/2. Condition 3, φ(0) = H(1) > 0, is `admissible-loss-huber`; of H(x) itself it fails. x and v = 1 − x have the same
differences up to sign, so a claim about H here is one about φ.

The proofs.  H(v) ≥ cv − c²/2 for every slope c with |c| ≤ δ, as 2H − 2cv + c² = (v − c − p + q)² + 2p(δ − c) + 2q(δ + c) + 2pq; there is
equality at c = v − p + q, which is such a slope.  So H lies above a line through each of its points with a slope of at most δ in size.
"""

from proofs.statements.authoring import (
    Derivation, Display, Fact, Images, Polynomial, define, ge, gt, le, lemma, poly, positive_part, quotient,
    real, root_of, theorem, weight_of_mixture,
)  # fmt: skip

delta, c, t = real("δ"), real("c"), real("t")
width = Fact("positive width", "Huber's loss is v²/2 up to |v| = δ and straight from there on", gt(delta, 0))


def over(v: str) -> Polynomial:
    return real(f"p({v})")


def under(v: str) -> Polynomial:
    return real(f"q({v})")


def loss(v: str) -> Polynomial:
    return real(f"H({v})")


def slope(v: str) -> Polynomial:
    """The slope of the line through the point."""
    return real(v) - over(v) + under(v)


def at(v: str, argument: Polynomial | None = None) -> tuple[Fact, ...]:
    """The value of H at a point."""
    v_ = real(v) if argument is None else argument
    return (
        *positive_part(over(v), v_ - delta, f"p({v})"),
        *positive_part(under(v), -v_ - delta, f"q({v})"),
        quotient(f"H({v})", "Huber's loss", loss(v), v_**2 - over(v) ** 2 - under(v) ** 2, poly(2)),
    )


bounds = (("c ≤ δ", le(c, delta)), ("c ≥ −δ", ge(c, -delta)))


@lemma(*at("a"), *bounds, claim=ge(2 * loss("a"), 2 * c * real("a") - c**2))
def huber_line(d: Derivation) -> None:
    """H(a) ≥ ca − c²/2 for every slope c with |c| ≤ δ."""
    d.conclude("p(a) ≥ 0", "c ≤ δ", "q(a) ≥ 0", "c ≥ −δ", "H(a)", "p(a)", "q(a)")


@lemma(width, *at("a"), claim=le(slope("a"), delta))
def huber_slope(d: Derivation) -> None:
    """the slope of Huber's loss is at most δ."""


def above(d: Derivation, v: str, at_: str) -> str:
    """2H(v) ≥ 2H(at) + 2·slope·(v − at): the line through another point."""
    c_ = slope(at_)
    images: Images = {"a": real(v), "p(a)": over(v), "q(a)": under(v), "H(a)": loss(v), "c": c_}
    d.cite("huber-line", **images)
    d.have(ge(2 * c_ * real(at_) - c_**2, 2 * loss(at_)), note="the line meets H there")
    return d.have(ge(2 * loss(v), 2 * loss(at_) + 2 * c_ * (real(v) - real(at_))))


def limits(d: Derivation, v: str) -> tuple[str, str]:
    """The slope at v is at most δ, and at least −δ."""
    images: Images = {"a": real(v), "p(a)": over(v), "q(a)": under(v)}
    high = d.cite("huber-slope", **images)
    mirrored: Images = {"a": -real(v), "p(a)": under(v), "q(a)": over(v)}
    d.cite("huber-slope", **mirrored)
    return d.have(ge(slope(v), -delta)), high


@theorem(
    width,
    *weight_of_mixture(t),
    *at("x"),
    *at("y"),
    define("m", "m is the mixture", real("m"), t * real("x") + (1 - t) * real("y")),
    *at("m"),
    claim=Display("Hm <= t*Hx + (1 - t)*Hy", {"Hm": loss("m"), "t": t, "Hx": loss("x"), "Hy": loss("y")}),
)
def huber_convex(d: Derivation) -> None:
    """Huber's loss is convex: H(t·x + (1−t)·y) ≤ t·H(x) + (1−t)·H(y).

    Condition 1 of Definition 1: the value at a mixture m is at most the mixture of the values.

    Printed, and true:
    - MR the list after Definition 1: of H(1 − x); Huber's loss itself is 0 at 0
    - MR Definition 1, condition 1: for Huber's loss

    No derivation: SymPy has no case distinction for three pieces at three points: the kernel takes the tangent at the mixture, as
    huber-lipschitz does.
    """
    limits(d, "m")
    first, second = (above(d, v, "m") for v in ("x", "y"))
    d.conclude("weight from 0", first, "weight to 1", second, "m")


@theorem(width, *at("x"), claim=ge(loss("x"), 0))
def huber_nonnegative(d: Derivation) -> None:
    """Huber's loss is not negative.

    Condition 2 of Definition 1.

    Printed, and true:
    - MR the list after Definition 1: of H(1 − x); Huber's loss itself is 0 at 0
    - MR Definition 1, condition 2: for Huber's loss

    No derivation: SymPy has nothing to compute: it is the tangent of slope 0.
    """
    d.have(le(0, delta))
    images: Images = {"a": real("x"), "p(a)": over("x"), "q(a)": under("x"), "H(a)": loss("x"), "c": 0}
    d.conclude(d.cite("huber-line", **images))


gap, far = real("h"), real("D")
distance = (
    define("h", "the difference of the two points", gap, real("x") - real("y")),
    *root_of("D", far, gap**2, "their distance is not negative", "it is the size of their difference"),
)


@theorem(width, *at("x"), *at("y"), *distance, claim=le(loss("x") - loss("y"), delta * far))
def huber_lipschitz(d: Derivation) -> None:
    """Huber's loss is δ-Lipschitz: H(x) − H(y) ≤ δ|x − y|.

    Condition 4 of Definition 1, on all of ℝ, with the constant δ; with x and y changed about it bounds the size of the difference.

    Printed, and true:
    - MR the list after Definition 1: of H(1 − x); Huber's loss itself is 0 at 0
    - MR Definition 1, condition 4: for Huber's loss
    """
    limits(d, "x")
    d.have(ge(delta * far, 0))
    size = d.have(le(slope("x") ** 2, delta**2))
    d.have(le((slope("x") * gap) ** 2, (delta * far) ** 2), size, "D")
    d.conclude(above(d, "y", "x"), "h", d.have(le(slope("x") * gap, delta * far)))
