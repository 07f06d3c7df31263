"""SymPy's way to Winnow's bound: the best rate, exactly and after ln cosh η ≤ η²/2."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, derived, eq, le, line, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive

M, gamma, eta = symbol("M"), symbol("gamma"), symbol("eta")
n = sp.Symbol("n", positive=True)
HALF = sp.Rational(1, 2)


def winnow() -> SymbolicDerivation:
    """M(γη − ln cosh η) ≤ ln 2n, minimised over η."""
    exact = gamma * eta - sp.log(sp.cosh(eta))
    best = sp.atanh(gamma)  # tanh η = γ
    residue = sp.simplify(sp.diff(exact, eta).subs(eta, best))
    series = sp.series(sp.log(sp.cosh(eta)), eta, 0, 6).removeO()
    simple = gamma * eta - eta**2 / 2
    chosen = sp.solve(sp.diff(simple, eta), eta)[0]
    room = sp.factor(simple.subs(eta, chosen))
    bound = sp.log(2 * n) / room
    return derived(
        line("the total weight gives, at any rate η", le(M * exact, sp.log(2 * n))),
        line("the factor of M has the slope", sp.diff(exact, eta)),
        line("it is largest where tanh η = γ", eq(eta, best)),
        line("for there the slope is", residue),
        line("for small η, ln cosh η is about", series),
        line("and never more than the first term; so the factor is at least", simple),
        line("which is largest at", eq(eta, chosen)),
        line("and there", room),
        line("so", le(M, bound)),
        **{"β": sp.exp(gamma), "M": M, "n": n},
    )


def winnow_rate() -> SymbolicDerivation:
    """The total weight at a fixed rate."""
    total, z, e = positive("W z e")
    chord = sp.cosh(eta) + z * sp.sinh(eta)
    chain = Inequality("W starts at 2n, and a mistake multiplies it by at most cosh η; after M of them", total, 2 * n * sp.cosh(eta) ** M)
    for end in (1, -1):
        chain.check("the chord meets the power", chord.subs(z, end).rewrite(sp.exp), sp.exp(eta * end))
    chain.note("for e^(ηz) lies below its chord on [−1, 1], and the part in z sums to ηy⟨w, x⟩ ≤ 0 or less", chord)
    logs = Inequality("in logarithms", sp.log(total), sp.log(2 * n) + M * sp.log(sp.cosh(eta)), after=chain)
    chain.check("the logarithm", sp.expand_log(sp.log(chain.right)), logs.right)
    logs.weaken(
        "a weight is no more than W, and u's mean of their logarithms at least ηγM",
        left=eta * gamma * M,
        where={total: sp.exp(eta * gamma * M) * (1 + e)},
    )
    logs.rewrite("cosh in powers of β = e^η", right=sp.log(2 * n) + M * sp.log(sp.cosh(eta).rewrite(sp.exp)))
    return logs.finish(**{"γ": gamma, "M": M, "n": n, "β": sp.exp(eta), "1/β": sp.exp(-eta)})


def winnow_fixed_rate() -> SymbolicDerivation:
    """The score of the next example at a rate with β ≥ 1/t²."""
    t, p, r = positive("t p r")
    a, c, e = nonnegative("a c e")
    beta = sp.Symbol("beta", positive=True)
    chain = Inequality("the exponents are d = (1 + t)/2 ≥ 1/2 apart, so that r/p is β to the power −d, at most", r / p, beta**-HALF)
    chain.substitute("with √β = (1 + c)/t, c ≥ 0", {beta: (1 + c) ** 2 / t**2})
    chain.weaken("so r is at most tp", right=t)
    score = Inequality("the positive part of the score is", r + t / p, r + t / p, "=", after=chain)
    score.weaken("for t < 1 at most the other one, as 1/r ≥ 1/(tp) ≥ t/p", right=t * p + 1 / r, where={r: t * p / (1 + e), t: 1 / (1 + a)})
    n, B = sp.Symbol("n", integer=True, nonnegative=True), sp.Symbol("B", real=True)
    return score.conclude("so each of n rounds after the first is a mistake, and a bound on the mistakes has", n + 1, "<=", B, n=n, B=B)


def winnow_against_perceptron() -> SymbolicDerivation:
    """The difference of the two bounds, and where it changes its sign."""
    r, s, count = (sp.Symbol(name, positive=True) for name in ("r", "s", "n"))
    log = sp.log(2 * count)
    perceptron, winnow, side = r * s, 2 * log * r**2, sp.Symbol("sigma", real=True)
    difference = perceptron - winnow
    return derived(
        line("the Perceptron's bound, ‖u‖²‖x‖²/μ², times μ²", perceptron),
        line("Winnow's, 2 ln(2n)‖u‖₁²‖x‖∞²/μ², times μ²", winnow),
        line("they are equal for", eq(s, sp.solve(sp.Eq(perceptron, winnow), s)[0])),
        line("their difference is", eq(difference, sp.factor(difference))),
        line("σ = ±1 says on which side of it s is, so it has the sign of σ", sp.Ge(side * difference, 0, evaluate=False)),
        **{"Q": r, "r": r, "P": s, "s": s, "n": count, "σ": side},
    )
