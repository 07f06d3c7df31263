"""A fixed margin β: the Perceptron that updates wherever y⟨w, x⟩ ≤ β ends with a margin of βγ/(R² + 2β) at least.

The learner knows neither γ nor ‖w‖, and yet its margin is a guaranteed share of the greatest one: γ/3 at β = R², nearly γ/2 for large β.
Krauth and Mézard (1987, MinOver) let β grow without limit, and Li et al. (2002, PAUM: uneven margins) have such a bound (both from memory).

The proof. Progress is γM ≤ ⟨u, w⟩ ≤ ‖w‖, and energy ‖w‖² ≤ (R² + 2β)M. So γ‖w‖² ≤ (R² + 2β)‖w‖. Where the learner halts, each example has
y⟨w, x⟩ > β, which is β/‖w‖ of the length. At β = 0 the first bound is attained by orthonormal examples.
"""

from perceptron.extremal.families import ORTHONORMAL
from proofs.statements.authoring import (
    Derivation, Draw, Fact, Game, Index, Instance, M, R, Reach, W, any_run, bounded, dot, every, final_length, gamma, ge, inner, k, le,
    nat, number, real, recurrence, replace, separable, theorem, u, unit_comparator, vseq, w, z,
)  # fmt: skip

beta, n, x = real("β"), nat("n"), vseq("x")
most = R**2 + 2 * beta
run = (
    *recurrence(),
    Fact("fixed margin", "an update happens only if y⟨w, x⟩ ≤ β", every(k, le(inner(w(k), z(k)), beta), below=number(M))),
    unit_comparator(),
    bounded(R),
    separable(),
    *final_length(),
)


def sample(draw: Draw) -> Instance:
    """A run of the learner, and up to two examples among which it halts, mostly one that is only just no update; rarely others."""
    margin = draw.number() if draw.rarely() else abs(draw.number())
    played = any_run(draw, apart=not draw.rarely(), most=margin)
    last, shown = played.weights[played.updates], [draw.vector(len(played.u)) for _ in range(draw.upto(2))]
    shown[:1] = [tuple(margin / dot(last, last) * a for a in last)] if shown and any(last) else shown[:1]
    left = [v for v in shown if dot(last, v) >= margin or draw.rarely()]
    run = played.instance({"β": margin}, paths={"x": [*left, *played.steps[played.updates :]]})
    return replace(run, horizon=max(run.horizon, len(left)), naturals={**run.naturals, "n": len(left)})


@theorem(
    run,
    Fact("β ≥ 0", "the margin that is asked for is not negative", ge(beta, 0)),
    claim=le(gamma * W, most),
    sample=sample,
    reach=Reach(Game(), "gamma*W <= R**2", (ORTHONORMAL,)),
    played=True,
)
def fixed_margin_length(d: Derivation) -> None:
    """The Perceptron with a fixed margin β has short weights: γ‖w‖ ≤ R² + 2β.

    A learner from 0 that adds y·x only where y⟨w, x⟩ ≤ β has γ‖w‖ ≤ R² + 2β after any number of updates; so the Perceptron, where β is 0,
    has γ‖w‖ ≤ R².
    """
    d.cite("progress", ξ=lambda k: 0, TD=lambda k: 0, note="γM ≤ ⟨u, w⟩")
    d.cite("capped-energy", c=beta, note="‖w‖² ≤ (R² + 2β)M")
    d.cite("cauchy-schwarz", a=u, b=w(M)), d.square(w(M))
    d.have(ge(most, 0))

    def positive(case: str) -> str:
        d.have(le(inner(u, w(M)) ** 2, W**2))
        d.have(le(gamma * number(M), W))
        d.have(ge(W * (most - gamma * W), 0))
        return d.cite("divide-out", x=W, K=most, g=gamma)

    d.cases(gamma, positive, lambda case: d.conclude())


@theorem(
    run,
    Fact("halts", "no example is an update: y⟨w, x⟩ ≥ β on all n of them", every(k, ge(inner(w(M), x(k)), beta), below=number(n))),
    claim=every(k, le(beta * gamma * W, most * inner(w(M), x(k))), below=number(n)),
    sample=sample,
)
def fixed_margin_halts(d: Derivation) -> None:
    """A margin when it halts: y⟨w, x⟩/‖w‖ ≥ βγ/(R² + 2β) on every example.

    Where the learner with the fixed margin β finds nothing to update on, βγ‖w‖ ≤ (R² + 2β)·y⟨w, x⟩ on every example; x(k) stands for yx.
    """
    i = Index("i")
    with d.supposing(i, ge(number(n), number(i) + 1)):
        score, claim = inner(w(M), x(i)), le(beta * gamma * W, most * inner(w(M), x(i)))
        d.at("halts", i), d.natural(M)

        def with_margin(case: str) -> str:
            d.cite("fixed-margin-length", note="γ‖w‖ ≤ R² + 2β")
            d.have(ge(most, 0))
            d.have(le(beta * gamma * W, beta * most))
            return d.have(claim)

        def never(case: str) -> str:
            d.cite("capped-energy", c=beta), d.cite("cauchy-schwarz", a=w(M), b=x(i))
            d.have(ge(0, number(M)), d.integer(case, Index(None, 1), M))
            d.have(le(most * number(M), 0))
            d.have(le(W, 0), d.have(le(W**2, 0)))
            d.have(le(score**2, 0))
            d.have(ge(score, 0)), d.have(le(score, 0)), d.have(ge(W, 0))
            return d.have(claim)

        def at_start(case: str) -> str:
            d.have(ge(beta, 0), d.at("fixed margin", 0), d.expand("zero start", z(0)), note="the first update has ⟨w, x⟩ = 0")
            return with_margin(case)

        d.cases(beta, with_margin, lambda _: d.cases(number(M) - 1, at_start, never))
