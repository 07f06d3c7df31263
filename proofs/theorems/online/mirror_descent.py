"""Mirror descent: the three-point identity, from which the regret of gradient descent, of Winnow and of Hedge has its form.

Nemirovsky and Yudin (1983); Kivinen and Warmuth (1997) for learning (both from memory). A potential Φ with the gradient g = ∇Φ is chosen,
and a step is taken in its gradient: g(t + 1) = g(t) − ηv(t). Bregman's divergence of x from y is Φ(x) − Φ(y) − ⟨∇Φ(y), x − y⟩. Φ = ‖w‖²/2
is online gradient descent, where it is ‖x − y‖²/2 (`ogd-regret`); the negative entropy multiplies weights, as Winnow and Hedge do; Σwᵖ/p
with an even p has the gradient wᵖ⁻¹. Here Φ is any numbers, one for each place: only convexity at the last place is used.

The proofs. The divergences of u from w(t) and from w(t + 1), and that of w(t) from w(t + 1), have Φ(u), Φ(w(t)) and Φ(w(t + 1)) twice, with
either sign: ⟨ηv(t), w(t) − u⟩ = D(u, w(t)) − D(u, w(t + 1)) + D(w(t), w(t + 1)). Equality where f is linear and D(u, w(T)) = 0.
"""

from itertools import pairwise

from proofs.statements.authoring import (
    Derivation, Display, Draw, Fact, Fraction, Index, Instance, Polynomial, define, dot, eq, every, ge, gt, inner, k, le, number, real,
    seq, theorem, u, vseq, w,
)  # fmt: skip
from proofs.theorems.online.ogd_regret import T, best, eta, f, g, loss, running_sum, v

phi, at_u, slope, moved, S = seq("Φ"), real("φ"), vseq("g"), seq("m"), seq("S")
steps = (
    define("step", "a step in the gradient: g(t + 1) = g(t) − ηv(t)", slope(k + 1), slope(k) - eta * v(k)),
    define(
        "m",
        "m(t) is the divergence of w(t) from w(t + 1): Φ(w(t)) − Φ(w(t + 1)) − ⟨g(t + 1), w(t) − w(t + 1)⟩",
        moved(k),
        phi(k) - phi(k + 1) - inner(slope(k + 1), w(k) - w(k + 1)),
    ),
)


def from_u(i: Index) -> Polynomial:
    """The divergence of u from w(i)."""
    return at_u - phi(i) - inner(slope(i), u - w(i))


def sample(draw: Draw) -> Instance:
    """Any path w, with Φ the sum of w²/2 or of w⁴/4 and its gradients, and v as they ask for it; rarely other numbers."""
    rounds, d, rate, power = draw.upto(3), 1 + draw.upto(1), draw.positive() or Fraction(1), 2 + 2 * draw.upto(1)
    path, at = draw.vectors(rounds + 2, d), draw.vector(d)
    if draw.upto(1):
        path = [*path[:rounds], at, *path[rounds + 1 :]]
    slopes = [tuple(c ** (power - 1) for c in place) for place in path]
    steps_ = [tuple((a - b) / rate for a, b in zip(*pair, strict=True)) for pair in pairwise(slopes)] + [(Fraction(0),) * d]
    values = [draw.number() if draw.rarely() else sum((c**power / power for c in place), Fraction(0)) for place in path]
    own, gaps = draw.numbers(rounds + 2), [Fraction(draw.upto(1) - draw.rarely()) for _ in path]
    theirs = [a + dot(b, at) - dot(b, place) + gap for a, b, place, gap in zip(own, steps_, path, gaps, strict=True)]
    reals = {"η": rate, "φ": draw.number() if draw.rarely() else sum((c**power / power for c in at), Fraction(0))}
    paths = {"w": path, "v": steps_, "g": slopes[:1]}
    return Instance(rounds, {"T": rounds}, reals, {"Φ": values, "f(w)": own, "f(u)": theirs}, {"u": at}, paths)


@theorem(*steps, claim=every(k, eq(eta * inner(v(k), w(k) - u), from_u(k) - from_u(k + 1) + moved(k))), sample=sample)
def three_point_identity(d: Derivation) -> None:
    """The three-point identity of mirror descent: η⟨v, w − u⟩ = D(u, w) − D(u, w′) + D(w, w′) for the next w′.

    D(x, y) = Φ(x) − Φ(y) − ⟨∇Φ(y), x − y⟩, for any numbers Φ and any gradients g that the step takes from g to g − ηv.

    No derivation: SymPy has nothing to find: the potentials cancel, and the gradients differ by ηv.
    """
    i = d.fresh("k")
    d.generalise(d.have(eq(eta * inner(v(i), w(i) - u), from_u(i) - from_u(i + 1) + moved(i))), i)


@theorem(
    *steps,
    Fact("positive rate", "the rate is positive", gt(eta, 0)),
    Fact(
        "subgradient",
        "v(t) is a subgradient of f_t at w(t): f_t(u) ≥ f_t(w(t)) + ⟨v(t), u − w(t)⟩",
        every(k, ge(g(k), f(k) + inner(v(k), u - w(k))), below=number(T)),
    ),
    Fact("convex", "Φ lies above its tangent at w(T): the divergence of u from w(T) is not negative", ge(from_u(T), 0)),
    *running_sum(loss, f(k), "Σf(w)", "the learner's loss, summed over the rounds"),
    *running_sum(best, g(k), "Σf(u)", "the comparator's loss, summed over the rounds"),
    *running_sum(S, moved(k), "S", "the divergences m, summed over the rounds"),
    claim=Display("eta*(f - g) <= D + S", {"eta": eta, "f": loss(T), "g": best(T), "D": from_u(Index(None)), "S": S(T)}),
    sample=sample,
)
def mirror_descent(d: Derivation) -> None:
    """Mirror descent: η(Σf(w) − Σf(u)) ≤ D(u, w(0)) + ΣD(w(t), w(t + 1)), for every u and every rate η > 0.

    D is the divergence of a potential Φ with the gradients g(t) at w(t), and a step is g(t + 1) = g(t) − ηv(t) with a subgradient v(t).
    """
    d.cite("three-point-identity", note="summed over the rounds")

    def step(i: Index, before: str) -> None:
        d.have(ge(eta * (g(i) - f(i) - inner(v(i), u - w(i))), 0), d.at("subgradient", i), "positive rate")

    start = from_u(Index(None))
    d.upto(T, lambda i: le(eta * (loss(i) - best(i)) + from_u(i), start + S(i)), (), step)
    d.conclude(d.last, "convex")
