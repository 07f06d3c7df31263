"""The learning rate and the start: from any w(0) with any rate η > 0, M ≤ R²/γ² + 2‖w(0)‖/(ηγ) updates on separable data.

Sources: NG's footnote (the learning rate has no effect on the behaviour) and MR section 1 (w₀ ≠ 0 or η ≠ 1 allow for “similar guarantees”).
From 0 the rate only scales the weights (`ogd-perceptron`); from elsewhere the bound has a second term, and R²/γ² alone is false: from
w(0) = −10 on x = y = 1 the Perceptron errs at least ten times, with R²/γ² = 1.

The proof. Each update gains ηγ along u, which starts no lower than −‖w(0)‖, and lengthens ‖w‖² by at most η²R². So G = ηγM has (G −
‖w(0)‖)² ≤ ‖w(0)‖² + η²R²M, unless G ≤ ‖w(0)‖, where M is small anyway; the squares of ‖w(0)‖ cancel, and the rest is divided by η²γ²M.
"""

from proofs.conjecture.hypotheses import Hypothesis
from perceptron.extremal.families import FAR_START
from proofs.statements.authoring import (
    Derivation, Draw, Fact, Game, Index, Instance, M, R, Reach, FalseClaim, bounded, define, gamma, ge, gt, inner, k, le, mistake_driven,
    number, positive_margin, radius_sign, real, reciprocal_fact, root_of, separable, separable_run, theorem, u, unit_comparator, w, z,
)  # fmt: skip
from proofs.theorems.core.master import longer

eta, per_gamma, per_eta, W = real("η"), real("1/γ"), real("1/η"), real("‖w₁‖")
m = number(M)
bound = (R * per_gamma) ** 2 + 2 * W * per_eta * per_gamma


def sample(draw: Draw) -> Instance:
    rate = draw.positive()
    return separable_run(draw, rate).instance({"η": rate})


def _gain(d: Derivation) -> str:
    def step(k: Index, before: str) -> None:
        d.have(ge(eta * (inner(u, z(k)) - gamma), 0))

    return d.upto(M, lambda i: ge(inner(u, w(i)), inner(u, w(0)) + eta * gamma * number(i)), [], step)


def _growth(d: Derivation) -> str:
    def step(k: Index, before: str) -> None:
        longer(d, k, eta)
        d.have(le(eta * inner(w(k), z(k)), 0))
        d.have(le(eta**2 * inner(z(k), z(k)), eta**2 * R**2))

    return d.upto(M, lambda i: le(inner(w(i), w(i)), W**2 + eta**2 * R**2 * number(i)), (), step)


@theorem(
    define("update", "update k adds ηz(k) to the weights", w(k + 1), w(k) + eta * z(k)),
    *root_of("‖w(0)‖", W, inner(w(0), w(0))),
    Fact("positive rate", "the rate is positive, and the same at every update", gt(eta, 0)),
    mistake_driven(),
    positive_margin(),
    unit_comparator(),
    radius_sign(),
    bounded(R),
    separable(),
    reciprocal_fact("γ", gamma),
    reciprocal_fact("η", eta),
    claim=le(m, bound),
    sample=sample,
    refuted=FalseClaim("M ≤ r²/ρ² for w(0) ≠ 0 too", le(m, (R * per_gamma) ** 2)),
    reach=Reach(
        Game(norm="ball", dropped=frozenset({Hypothesis.ZERO_START})),
        "M <= 1/gamma**2 + 2*w1/(eta*gamma)",
        (FAR_START,),
        limit="once the start is undone every mistake adds 1 to ‖w‖², and undoing it costs O(γ²) of the bound",
    ),
)
def learning_rate(d: Derivation) -> None:
    """Any start, any rate: M ≤ R²/γ² + 2‖w(0)‖/(ηγ) on separable data.

    The Perceptron started at w(0) with rate η makes at most R²/γ² + 2‖w(0)‖/(ηγ) updates.

    Printed, and true with assumptions:
    - NG footnote on the learning rate: as it is meant, of one rate and θ = 0 at the start
    - MR section 1 and Figure 1: “similar guarantees” holds, the same bound does not
    """
    _gain(d), _growth(d)
    d.cite("cauchy-schwarz", a=u, b=w(M)), d.cite("cauchy-schwarz", a=u, b=w(0))
    d.have(le(inner(u, w(0)) ** 2, W**2))
    G = eta * gamma * m
    reached = d.have(ge(inner(u, w(M)), G - W), note="⟨u, w⟩ ≥ ηγM − ‖w(0)‖")
    long = d.have(le(inner(u, w(M)) ** 2, W**2 + eta**2 * R**2 * m))
    d.have(gt(per_eta, 0)), d.have(gt(per_gamma, 0))
    rest = d.have(ge(W * per_eta, 0))
    rest = d.have(ge(W * per_eta * per_gamma, 0))
    d.have(ge(bound, 0), rest)

    def at_first(case: str) -> str:
        few = d.have(le(gamma * m, per_eta * W))
        few = d.have(le(m, W * per_eta * per_gamma), note="few updates anyway")
        return d.conclude(few, rest)

    def later(case: str) -> str:
        scaled = d.have(le(G**2, 2 * G * W + eta**2 * R**2 * m), reached, long, case, note="the squares of ‖w(0)‖ cancel")
        rate = d.have(le((gamma * m) ** 2, 2 * gamma * m * per_eta * W + R**2 * m), scaled, "1/η", note="divide by η²")
        d.have(le(m * (m - bound), 0), rate, "1/γ", note="divide by γ²")
        return d.conclude()

    d.cases(W - G, at_first, later)
