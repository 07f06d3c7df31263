"""The modified Perceptron: w ← w − ⟨w, x⟩x from a start w(0), on updates where ⟨w, x⟩ is a share σ of ‖w‖ at least.

Blum, Frieze, Kannan, Vempala (1996) and, with rescaling, as the rescaled Perceptron, Dunagan, Vempala (2004) (both from memory): an update
leaves the part of w at right angles to x, so ‖w‖² shrinks by the factor 1 − σ², and ⟨u, w⟩ never falls. So there are few updates, however
small the margin is, but the learner halts already where every example has y⟨w, x⟩ > −σ‖w‖, which is nearly separated. A random unit vector
w(0) has ⟨u, w(0)⟩ of about 1/√d, and (ln d)/σ² updates are enough. Rescaling, which solves linear programmes by this learner, is not proved
here.

The proof. With z = yx of length 1 and s = ⟨w, z⟩ ≤ 0, ⟨u, w − sz⟩ ≥ ⟨u, w⟩ and ‖w − sz‖² = ‖w‖² − s². So ⟨u, w(0)⟩² ≤ ⟨u, w⟩² ≤ ‖w‖² ≤ (1 −
σ²)ᴹ. The first update may attain it: if z is across u and w(0) in their plane, w becomes the part of w(0) along u.
"""

from proofs.statements.authoring import (
    Coordinates, Derivation, Display, Draw, Fact, Fraction, Index, Instance, M, Root, UNITS, define, dot, eq, every, ge, gt, inner, k,
    le, ln, ln_product, ln_tangent, number, poly, real, seq, sequence, theorem, u, unit_comparator, w, z,
)  # fmt: skip

sigma, s, c = real("σ"), seq("s"), seq("c")
rules = (
    define("s", "s(k) is y⟨w, x⟩ at update k", s(k), inner(w(k), z(k))),
    define("step", "an update takes from w its part along x: w(k + 1) = w(k) − ⟨w, x⟩x", w(k + 1), w(k) - s(k) * z(k)),
    *sequence("c", c, 1, (1 - sigma**2) * c(k), "c(k) is (1 − σ²) to the power k"),
    Fact("mistake-driven", "an update happens only on a mistake: y⟨w, x⟩ ≤ 0", every(k, le(s(k), 0), below=number(M))),
    Fact("large", "and only where |⟨w, x⟩| ≥ σ‖w‖", every(k, ge(s(k) ** 2, sigma**2 * inner(w(k), w(k))), below=number(M))),
    Fact("unit examples", "‖x‖ = 1", every(k, eq(inner(z(k), z(k)), 1), below=number(M))),
    Fact("consistent", "y⟨u, x⟩ ≥ 0: u errs nowhere", every(k, ge(inner(u, z(k)), 0), below=number(M))),
    unit_comparator(),
    Fact("unit start", "‖w(0)‖ ≤ 1", le(inner(w(0), w(0)), 1)),
)
ahead = inner(u, w(0))


def sample(draw: Draw) -> Instance:
    """Up to three updates from a unit start on unit examples, σ mostly the least |⟨w, x⟩|/‖w‖ that is met; rarely a rule is broken."""
    units = [(sign * a, side * sign * b) for a, b in UNITS[2] for sign in (1, -1) for side in (1, -1)]
    at, start = (tuple((1 + draw.rarely() - draw.rarely()) * a for a in units[draw.upto(len(units) - 1)]) for _ in range(2))
    path, steps, careless, least, size = [start], list[Coordinates](), draw.rarely(), Fraction(1 + 3 * draw.rarely()), 1 + draw.rarely()
    for _ in range(draw.upto(3)):
        x = tuple(size * a for a in units[draw.upto(len(units) - 1)])
        score, long = dot(path[-1], x), dot(path[-1], path[-1])
        if careless or ((score < 0 or not long) and dot(at, x) >= 0):
            steps, path = [*steps, x], [*path, tuple(a - score * b for a, b in zip(path[-1], x, strict=True))]
            least = min(least, score**2 / long if long else least)
    least = Fraction(16, 25) if careless and draw.upto(1) else min(least, Fraction(1) if draw.upto(1) else Fraction(16, 25))
    share = 2 * draw.number() if draw.rarely() else Root(least)
    return Instance(len(steps), {"M": len(steps)}, {"σ": share}, {}, {"u": at}, {"w": [start], "z": [*steps, (), ()]})


@theorem(
    *rules,
    Fact("share", "σ is at most 1", le(sigma**2, 1)),
    Fact("start", "w(0) is not behind: ⟨u, w(0)⟩ ≥ 0", ge(ahead, 0)),
    claim=Display("P**2 <= c", {"P": ahead, "c": c(M)}),
    sample=sample,
)
def modified_perceptron(d: Derivation) -> None:
    """The modified Perceptron: ⟨u, w(0)⟩² ≤ (1 − σ²)ᴹ.

    M updates w ← w − ⟨w, x⟩x on mistakes with |⟨w, x⟩| ≥ σ‖w‖, on unit examples that u puts on the right side, from a start w(0) no longer
    than 1.
    """

    def step_ahead(i: Index, before: str) -> None:
        d.have(ge(-1 * s(i) * inner(u, z(i)), 0), d.at("mistake-driven", i), d.at("consistent", i))

    def step_short(i: Index, before: str) -> list[str]:
        small = d.have(le(inner(w(i + 1), w(i + 1)), (1 - sigma**2) * inner(w(i), w(i))), note="‖w‖² loses s² at least")
        return [small, d.have(ge((1 - sigma**2) * (c(i) - inner(w(i), w(i))), 0), before, "share"), d.at("c", i)]

    d.upto(M, lambda i: ge(inner(u, w(i)), ahead), (), step_ahead, note="⟨u, w⟩ never falls")
    moved = d.have(le(ahead**2, inner(u, w(M)) ** 2))
    d.upto(M, lambda i: le(inner(w(i), w(i)), c(i)), lambda: d.have(le(inner(w(0), w(0)), c(0)), "unit start", "c starts"), step_short)
    short, joined = d.last, d.cite("cauchy-schwarz", a=u, b=w(M))
    d.conclude(moved, short, d.have(le(inner(u, w(M)) ** 2, inner(w(M), w(M))), joined, "unit comparator", d.square(w(M))))


@theorem(
    *rules,
    Fact("share", "σ is less than 1", gt(1 - sigma**2, 0)),
    Fact("start", "w(0) is ahead: ⟨u, w(0)⟩ > 0", gt(ahead, 0)),
    claim=Display("-M*log(rest) <= -2*log(P)", {"M": number(M), "rest": 1 - sigma**2, "P": ahead}),
    sample=sample,
)
def modified_perceptron_updates(d: Derivation) -> None:
    """Few updates of the modified Perceptron: M ln(1/(1 − σ²)) ≤ 2 ln(1/⟨u, w(0)⟩).

    Its logarithm: with ln(1/(1 − σ²)) ≥ σ², M ≤ (2/σ²) ln(1/⟨u, w(0)⟩), whatever the margin is.
    """
    d.have(ge(1, sigma**2)), d.have(ge(ahead, 0))
    d.cite("modified-perceptron", note="⟨u, w(0)⟩² ≤ c = (1 − σ²)ᴹ")
    rest = 1 - sigma**2

    def positive(i: Index, before: str) -> str:
        return d.have(gt(c(i + 1), 0), before, "share", d.at("c", i))

    sign = d.induction(lambda i: gt(c(i), 0), lambda: d.have(gt(c(0), 0), "c starts"), positive)

    def base() -> str:
        tangent = ln_tangent(d, c(0), poly(1), d.at(sign, 0), d.have(gt(1, 0)))
        return d.have(le(ln(c(0)), 0), tangent, d.axiom("ln-one"), "c starts")

    def power(i: Index, before: str) -> list[str]:
        d.at(sign, i), d.at(sign, i + 1)
        d.have(gt(rest * c(i), 0))
        d.have(ge(rest * c(i), c(i + 1)), d.at("c", i))
        return [ln_product(d, rest, c(i), "share", d.at(sign, i)), d.cite("ln-monotone", a=c(i + 1), b=rest * c(i))]

    d.upto(M, lambda i: le(ln(c(i)), number(i) * ln(rest)), base, power)
    d.at(sign, M), d.have(gt(ahead**2, 0))
    d.cite("ln-monotone", a=ahead**2, b=c(M))
    ln_product(d, ahead, ahead, "start", "start")
    d.conclude()
