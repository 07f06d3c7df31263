"""Thresholds by a dummy input: of size R ≥ max(‖x‖, |θ|) it leaves the Perceptron at most 4R²/δ² mistakes; of size 1 (BL), many more.

Source: BL section 1, ‘we can simulate a nonzero threshold with a dummy input x_0 that is always 1, so this can be done without loss of
generality’.  That is so for what can be represented, w·x > θ being (w, −θ)·(x, 1) > 0, but not for margin and mistakes: the points θ ± 1/2
of a line with θ = 1000 cost 2,000,002 mistakes with a dummy of 1 and 4001 with one of 1000
(`perceptron.extremal.start_and_encoding.dummy_input`).

Here p is y·x, the dummy adds yR along an axis e, and δ is the distance to the plane: y(⟨u, x⟩ − θ) ≥ δ with ‖u‖ ≤ 1.

The proof.  The lifted comparator Ru − θe has ‖Ru − θe‖² ≤ R² + θ² ≤ 2R² and gains R(⟨u, p⟩ − yθ) ≥ Rδ an update; an update lengthens
‖w‖² by at most ‖x‖² + R² ≤ 2R².  So RδM ≤ √(2R²)·√(2R²M) by Cauchy–Schwarz, which is M ≤ 4R²/δ².
"""

from __future__ import annotations

from fractions import Fraction

from perceptron.extremal.families import DUMMY
from proofs.conjecture.game import Game
from proofs.derive.authoring.certificate import certificate, combination, multiple, product, square, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import eq, every, ge, gt, inner, le, null, number, real, seq, vec, vseq
from proofs.kernel import Index
from proofs.statements.evaluation import dot
from proofs.statements.instance import Draw, Instance, Vector
from proofs.statements.property import Property
from proofs.statements.run_bound import Reach
from proofs.statements.standard_facts import M, R, k, mistake_driven, recurrence, u, unit_comparator, w, z
from proofs.statements.statement import Fact, Source
from proofs.theorems.lower_bounds import derivations

p, e, y = vseq("p"), vec("e"), seq("y")
theta, delta = real("θ"), real("δ")
lifted = R * u - theta * e

facts = (
    *recurrence(),
    mistake_driven(),
    unit_comparator(),
    Fact("positive margin", "δ > 0", gt(delta, 0)),
    Fact("separable", "y(⟨u, x⟩ − θ) ≥ δ on every example", every(k, ge(inner(u, p(k)) - theta * y(k), delta), below=number(M))),
    Fact("bounded examples", "‖x‖ ≤ R", every(k, le(inner(p(k), p(k)), R**2), below=number(M))),
    Fact("bounded threshold", "|θ| ≤ R", le(theta**2, R**2)),
    Fact("dummy", "z(k) = y(x, R): the dummy input is R", every(k, null(z(k) - p(k) - (y(k) * R) * e)), definition=True),
    Fact("labels", "a label is 1 or −1", every(k, eq(y(k) ** 2, 1))),
    Fact("R > 0", "R is the size of the dummy, which is none at 0", gt(R, 0), definition=True),
    Fact("axis", "e has length 1", eq(inner(e, e), 1), definition=True),
    Fact("u has no dummy", "u is at right angles to e", eq(inner(u, e), 0), definition=True),
    Fact("x has no dummy", "examples are at right angles to e before the dummy is added", every(k, eq(inner(p(k), e), 0)), definition=True),
)


def prove(d: Derivation) -> None:
    j = Index("j")
    guard = d.assume(ge(number(M), number(j) + 1))
    parts, shape = d.at("x has no dummy", j), d.at("dummy", j)
    along_u, along_e = d.expand(shape, u), d.expand(shape, e)
    gain_u = d.have(eq(inner(u, z(j)), inner(u, p(j))), along_u, "u has no dummy")
    gain_e = d.have(eq(inner(e, z(j)), y(j) * R), along_e, parts, "axis")
    apart = d.at("separable", j)
    gain = d.have(
        ge(inner(lifted, z(j)), R * delta),
        gain_u,
        gain_e,
        apart,
        "R > 0",
        by=certificate(product("R > 0", apart), multiple(R, gain_u), multiple(-theta, gain_e)),
    )
    d.generalise(d.discharge(gain, guard), j)
    gained = d.cite("progress", note="Ru − θe gains Rδ an update", u=lifted, γ=R * delta, ξ=lambda k: 0, TD=lambda k: 0)

    def base() -> str:
        return d.have(le(inner(w(0), w(0)), 0), d.expand("zero start", w(0)))

    def step(i: Index, before: str) -> str:
        moved, shape = d.at("update", i), d.at("dummy", i)
        sides = d.expand(moved, w(i + 1)), d.expand(moved, w(i)), d.expand(moved, z(i))
        ends = d.expand(shape, z(i)), d.expand(shape, p(i)), d.expand(shape, e)
        apart, label = d.at("x has no dummy", i), d.at("labels", i)
        along = d.have(eq(inner(e, z(i)), y(i) * R), ends[2], apart, "axis")
        onto = d.have(eq(inner(p(i), z(i)), inner(p(i), p(i))), ends[1], apart)
        size = d.have(
            eq(inner(z(i), z(i)), inner(p(i), p(i)) + R**2),
            ends[0],
            along,
            onto,
            label,
            note="‖z‖² = ‖x‖² + R²",
            by=combination((1, ends[0]), (1, onto), (y(i) * R, along), (R**2, label)),
        )
        return d.have(
            le(inner(w(i + 1), w(i + 1)), 2 * R**2 * (number(i) + 1)),
            before,
            *sides,
            d.at("mistake-driven", i),
            size,
            d.at("bounded examples", i),
        )

    grown = d.at(d.induction(lambda i: le(inner(w(i), w(i)), 2 * R**2 * number(i)), base, step, upto=M, note="‖w‖² ≤ 2R²k"), M)
    longer = d.have(ge(R**2 * (1 - inner(u, u)), 0), "unit comparator")
    short = d.have(le(inner(lifted, lifted), 2 * R**2), longer, "bounded threshold", "axis", "u has no dummy", note="‖Ru − θe‖² ≤ 2R²")
    joined = d.cite("cauchy-schwarz", a=lifted, b=w(M))
    _finish(d, gained, joined, short, grown)


def _finish(d: Derivation, gained: str, joined: str, short: str, grown: str) -> None:
    """(RδM)² ≤ 2R²·2R²M; the rest is to divide by R² and by M, which is done without dividing."""
    size = d.have(ge(R * delta * number(M), 0), d.have(ge(R * delta, 0), "R > 0", "positive margin"), d.natural(M))
    gain = d.have(ge(inner(lifted, w(M)) ** 2, (R * delta * number(M)) ** 2), gained, size)
    length = d.square(w(M))
    squared = d.have(
        le((R * delta * number(M)) ** 2, 4 * R**4 * number(M)),
        gain,
        joined,
        short,
        grown,
        length,
        note="(RδM)² ≤ 2R²·2R²M",
        by=certificate(product(short, length), product(2, grown, square(R)), joined, gain),
    )
    positive = strict("z", "z", "R > 0", "R > 0")
    d.conclude(by=certificate(product(squared, square(delta)), positive, product(4, "z", square(R**2))))


def sample(draw: Draw) -> Instance:
    """A Perceptron on lifted points of a line; now and then it starts elsewhere, updates always, meets a wrong label or another size, or
    labels of another size than 1."""
    threshold, way = draw.number(9), draw.positive() if draw.rarely() else Fraction(1)
    points, wrong, always = [draw.number(9) for _ in range(1 + draw.upto(4))] * 2, draw.rarely(), draw.rarely()
    size = draw.positive() if draw.rarely() else max(Fraction(1), abs(threshold), *map(abs, points))
    loud = draw.positive() if draw.rarely() else 1
    weights: list[Vector] = [(Fraction(0), Fraction(0))]
    if draw.rarely():
        weights, points = [(draw.number(), draw.number())], points[:1] * 8
    labels, steps = [], []
    for x in points:
        label = Fraction(1 if way * x > threshold else -1) * (1 - 2 * (wrong and draw.upto(1))) * loud
        step = (label * x, label * size)
        if always or dot(weights[-1], step) <= 0:
            labels.append(label)
            steps.append(step)
            weights.append((weights[-1][0] + step[0], weights[-1][1] + step[1]))
    gains = [way * step[0] - threshold * label for label, step in zip(labels, steps, strict=True)]
    distance = draw.number() if draw.rarely() else max(min(gains, default=Fraction(1)), Fraction(1, 8))
    m, more = len(steps), [(Fraction(0), size)] * 2
    return Instance(
        m,
        {"M": m},
        {"R": size, "θ": threshold, "δ": distance},
        {"y": [*labels, 1, 1]},
        {"u": (way, Fraction(0)), "e": (Fraction(0), Fraction(1))},
        {
            "w": [*weights, (weights[-1][0], weights[-1][1] + size)],
            "z": [*steps, *more],
            "p": [(step[0], Fraction(0)) for step in (*steps, *more)],
        },
    )


page = Property(
    id="dummy-input",
    title="A threshold by a dummy input of size R ≥ max(‖x‖, |θ|): M ≤ 4R²/δ²",
    sources=(Source("BL", "section 1, dummy input", "without loss of generality for what can be represented, not for the margin"),),
    facts=facts,
    claim=le(delta**2 * number(M), 4 * R**2),
    words="with a dummy input of R for the threshold θ, from which examples keep a distance δ, there are at most 4R²/δ² updates",
    sample=sample,
    prove=prove,
    derivation=derivations.dummy,
    cites=("progress", "cauchy-schwarz"),
    reach=Reach(Game(norm="any", comparator="any"), "M <= 4*R0**2/delta**2", (DUMMY,)),
    misprints=(
        "BL: a dummy of 1 is no loss for what can be represented, but may cost the margin a factor of about R²; it has to be added before"
        " the examples are scaled to length 1.",
    ),
)
