"""Thresholds by a dummy input: of size R ≥ max(‖x‖, |θ|) it leaves the Perceptron at most 4R²/δ² mistakes; of size 1 (BL), many more.

Source: BL section 1, “we can simulate a nonzero threshold with a dummy input x_0 that is always 1, so this can be done without loss of
generality”.  That is so for what can be represented, w·x > θ being (w, −θ)·(x, 1) > 0, but not for margin and mistakes: the points θ ± 1/2
of a line with θ = 1000 cost 2,000,002 mistakes with a dummy of 1 and 4001 with one of 1000
(`perceptron.extremal.sequences.dummy_input`).

Here p is y·x, the dummy adds yD along an axis e, and δ is the distance to the plane: y(⟨u, x⟩ − θ) ≥ δ with ‖u‖ ≤ 1.

The proof.  The lifted comparator Du − θe has ‖Du − θe‖² ≤ D² + θ² and gains D(⟨u, p⟩ − yθ) ≥ Dδ an update; an update lengthens ‖w‖² by at
most ‖x‖² + D².  So DδM ≤ √(D² + θ²)·√((R² + D²)M) by Cauchy–Schwarz.  With D = R ≥ |θ| that is M ≤ 4R²/δ², and with BL's D = 1 it is
M ≤ (1 + θ²)(1 + R²)/δ².
"""

from perceptron.extremal.families import DUMMY
from proofs.statements.authoring import (
    Coordinates, Derivation, Display, Draw, Fact, Fraction, Game, Index, Instance, M, Polynomial, R, Reach, axis, certificate, define,
    dot, eq, every, ge, gt, inner, k, le, lemma, number, perceptron, product, real, reciprocal_fact, seq, theorem, u, unit_comparator, vec,
    vseq, w, z,
)  # fmt: skip

p, e, y = vseq("p"), vec("e"), seq("y")
theta, delta, D = real("θ"), real("δ"), real("D")
lifted = D * D * u - D * theta * e
wide = (D**2 + theta**2) * (R**2 + D**2)


def dummy(size: Polynomial | int, words: str) -> Fact:
    return define("z", f"z(k) = y(x, {words}): the dummy input is {words}", z(k), p(k) + (y(k) * size) * e)


run = (
    *perceptron(),
    unit_comparator(),
    Fact("positive margin", "δ > 0", gt(delta, 0)),
    Fact("separable", "y(⟨u, x⟩ − θ) ≥ δ on every example", every(k, ge(inner(u, p(k)) - theta * y(k), delta), below=number(M))),
    Fact("bounded examples", "‖x‖ ≤ R", every(k, le(inner(p(k), p(k)), R**2), below=number(M))),
    Fact("labels", "a label is 1 or −1", every(k, eq(y(k) ** 2, 1))),
    axis("axis", "e has length 1", e),
    axis("u has no dummy", "u is at right angles to e", e, across=u),
    axis("x has no dummy", "examples are at right angles to e before the dummy is added", e, across=p(k), over=(k,)),
)


def _size(d: Derivation, i: Index) -> str:
    """‖z‖² = ‖x‖² + D²."""
    d.have(eq(inner(e, z(i)), y(i) * D))
    return d.have(eq(inner(z(i), z(i)), inner(p(i), p(i)) + D**2), note="‖z‖² = ‖x‖² + D²")


def _finish(d: Derivation, gained: str, grown: str) -> None:
    """D²(DδM)² ≤ D²(D² + θ²)(R² + D²)M; the rest is to divide by D²M, which is done without dividing."""
    short = d.have(
        le(inner(lifted, lifted), D**2 * (D**2 + theta**2)), "unit comparator", "axis", "u has no dummy", note="‖Du − θe‖² ≤ D² + θ²"
    )
    joined, length = d.cite("cauchy-schwarz", a=lifted, b=w(M)), d.square(w(M))
    d.have(ge(D**2 * delta * number(M), 0), "positive margin", d.natural(M))
    gain = d.have(ge(inner(lifted, w(M)) ** 2, (D**2 * delta * number(M)) ** 2))
    squared = d.have(
        le(D**2 * (D * delta * number(M)) ** 2, D**2 * wide * number(M)),
        short,
        length,
        grown,
        joined,
        gain,
        note="(DδM)² ≤ (D² + θ²)(R² + D²)M, times D²",
    )
    room = d.have(ge(wide, 0))
    d.conclude(squared, room)


def _nothing(d: Derivation, case: str) -> str:
    """For R = 0 there is no example at a distance from the threshold: ⟨u, x⟩ = θ = 0."""
    apart, short, within = d.at("separable", 0), d.at("bounded examples", 0), d.cite("cauchy-schwarz", a=u, b=p(0))
    along = d.have(le(inner(u, p(0)) ** 2, 0), by=certificate(within, product(short, d.square(u)), product(case, d.square(u))))
    threshold = d.have(le((theta * y(0)) ** 2, 0))
    gap = inner(u, p(0)) - theta * y(0)
    no_gap = d.have(le(gap**2, 0), along, threshold)
    return d.conclude(apart, "positive margin", no_gap)


def sample(draw: Draw, dummy: Fraction | None = None) -> Instance:
    """A Perceptron on lifted points of a line, with a dummy of R or of another size; now and then it starts elsewhere, updates always,
    meets a wrong label or another radius, or labels of another size than 1."""
    threshold, way = draw.number(9), draw.positive() if draw.rarely() else Fraction(1)
    points, wrong, always = [draw.number(9) for _ in range(1 + draw.upto(4))] * 2, draw.rarely(), draw.rarely()
    size = draw.positive() if draw.rarely() else max(Fraction(1), abs(threshold), *map(abs, points))
    loud, high = draw.positive() if draw.rarely() else 1, size if dummy is None else dummy
    weights: list[Coordinates] = [(Fraction(0), Fraction(0))]
    if draw.rarely():
        weights, points = [(draw.number(), draw.number())], points[:1] * 8
    labels, steps = [], []
    for x in points:
        label = Fraction(1 if way * x > threshold else -1) * (1 - 2 * (wrong and draw.upto(1))) * loud
        step = (label * x, label * high)
        if always or dot(weights[-1], step) <= 0:
            labels.append(label)
            steps.append(step)
            weights.append((weights[-1][0] + step[0], weights[-1][1] + step[1]))
    gains = [way * step[0] - threshold * label for label, step in zip(labels, steps, strict=True)]
    distance = draw.number() if draw.rarely() else max(min(gains, default=Fraction(1)), Fraction(1, 8))
    reals, axes = {"R": size, "D": high, "θ": threshold, "δ": distance}, {"u": (way,), "e": (Fraction(0), Fraction(1))}
    points_ = [(step[0],) for step in steps]
    return Instance(len(steps), {"M": len(steps)}, reals, {"y": [*labels, 1, 1]}, axes, {"w": weights[:1], "p": points_})


facts = (*run, dummy(R, "R"), Fact("bounded threshold", "|θ| ≤ R", le(theta**2, R**2)))


@lemma(*run, dummy(D, "D"), claim=le((D * delta) ** 2 * number(M), wide))
def dummy_input_squares(d: Derivation) -> None:
    """(Dδ)²M ≤ (D² + θ²)(R² + D²) with a dummy input of D."""
    j = Index("j")
    with d.supposing(j, ge(number(M), number(j) + 1)):
        parts, shape = d.at("x has no dummy", j), d.at("z", j)
        along_e = d.expand(shape, e)
        gain_u = d.have(eq(inner(u, z(j)), inner(u, p(j))))
        gain_e = d.have(eq(inner(e, z(j)), y(j) * D), along_e, parts, "axis")
        d.have(ge(inner(lifted, z(j)), D**2 * delta), d.at("separable", j), gain_u, gain_e)
    gained = d.cite("progress", note="D(Du − θe) gains D²δ an update", u=lifted, γ=D**2 * delta, ξ=lambda k: 0, TD=lambda k: 0)

    def step(i: Index, before: str) -> None:
        _size(d, i)

    always = d.induction(lambda i: le(inner(w(i), w(i)), (R**2 + D**2) * number(i)), (), step, upto=M, note="‖w‖² ≤ (R² + D²)k")
    _finish(d, gained, d.at(always, M))


SYMBOLS = {"M": number(M), "delta": delta, "theta": theta, "R": R}


@theorem(
    (*run, dummy(D, "D"), Fact("D > 0", "D is the size of the dummy, which is none at 0", gt(D, 0)), reciprocal_fact("D", D)),
    claim=Display("M*delta**2 <= (1 + (theta/D)**2)*(R**2 + D**2)", {**SYMBOLS, "D": D}),
    sample=lambda draw: sample(draw, draw.positive()),
)
def dummy_input_any(d: Derivation) -> None:
    """A threshold by a dummy input of any size D: M ≤ (1 + θ²/D²)(R² + D²)/δ².

    With a dummy input of D for the threshold θ, from which examples keep a distance δ; R is at least ‖x‖.

    Printed, and true with assumptions:
    - BL section 1, dummy input: the size of the dummy matters
    """
    whole = d.cite("dummy-input-squares")
    d.conclude(whole, "1/D", note="divided by D²")


@theorem(
    *run, dummy(1, "1"), claim=Display("M*delta**2 <= (1 + theta**2)*(1 + R**2)", SYMBOLS), sample=lambda draw: sample(draw, Fraction(1))
)
def dummy_input_one(d: Derivation) -> None:
    """A threshold by a dummy input that is always 1: M ≤ (1 + θ²)(1 + R²)/δ².

    BL’s dummy: with an input that is always 1 for the threshold θ, from which examples keep a distance δ; R is at least ‖x‖.

    Printed, and true with assumptions:
    - BL section 1, dummy input: no loss for what can be represented; the bound may grow by a factor of about R²
    """
    d.cite("dummy-input-squares", D=1)


@theorem(
    facts,
    claim=Display("M*delta**2 <= 4*R**2", SYMBOLS),
    sample=sample,
    reach=Reach(Game(norm="any", comparator="any"), "M <= 4*R0**2/delta**2", (DUMMY,)),
)
def dummy_input(d: Derivation) -> None:
    """A threshold by a dummy input of size R ≥ max(‖x‖, |θ|): M ≤ 4R²/δ².

    With a dummy input of R for the threshold θ, from which examples keep a distance δ, there are at most 4R²/δ² updates.

    Printed, and true with assumptions:
    - BL section 1, dummy input: without loss of generality for what can be represented, not for the margin
    """

    def no_radius(case: str) -> str:
        return d.cases(number(M) - 1, lambda _: _nothing(d, case), lambda none: d.conclude(d.integer(none, Index(None, 1), M)))

    d.cases(-(R**2), no_radius, lambda case: d.conclude(case, d.cite("dummy-input-squares", D=R), "bounded threshold"))
