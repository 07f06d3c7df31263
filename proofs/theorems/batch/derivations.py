"""SymPy's way to the risk of a learner that was run online: MR Theorem 4's constants, and where what can fail comes to δ."""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, positive, real

gamma, H, H2, S2, M = map(symbol, ("gamma", "H", "H2", "S2", "M"))
T, delta, b, kappa, m, t = positive("T delta b kappa m t")
risk, loss, more, failed = nonnegative("r l e P")
k = sp.Symbol("k", integer=True, nonnegative=True)
HALF = 1 / sp.sqrt(2)
KAPPA = 4 + HALF
NAMES = {"√½": HALF, "b": b, "T": T, "δ": delta, "risk": risk, "loss": loss}


def _failure(chain: Inequality, of: str, share: Any) -> SymbolicDerivation:
    """The probability that one of 2T + 1 inequalities fails: each of 2T with q, and Azuma's, whose part of δ is `share`, with p."""
    (q, p), (n,), rounds = nonnegative("q p"), positive("n"), 2 + t
    total = chain.cite(
        "for T = 2 + t (at T = 1 the right side exceeds 1) the bound fails only where one of 2T inequalities does, each with "
        "probability q, or Azuma's with p",
        failed,
        2 * rounds * q + p,
        by="boole",
        **{"ΣΣ": 2 * rounds * q + p, "Σ": failed},
    )
    level = delta / (rounds * (rounds + 1))
    for name, part, words in (
        (q, level, "a mean of n draws is a from its expectation with e^(−2na²) at most; with 2na² = ln(T(T + 1)/δ)"),
        (p, share.subs(T, rounds), "and Azuma's, with the logarithm of what is left of δ"),
    ):
        size = sp.sqrt(sp.log(1 / part) / (2 * n))
        bound = chain.cite(words, name, part, by="azuma", **{"P(0)": name, "a": size, "T": n})
        total.weaken("so", right=total.right.subs(name, part), since=[bound])
    total.weaken("together at most", right=delta)
    return total.finish(of, **{"P(0)": failed, "δ": delta})


def _sum_of_penalties() -> Inequality:
    """Σ 1/√(k + 1) ≤ 2√T, part by part, which the penalties' sum needs."""
    (x,), (y,) = positive("x"), nonnegative("y")
    each = Inequality("a square over x is not negative", 0, (x - y) ** 2 / x)
    each.substitute("for x = √(k + 1) and y = √k", {x: sp.sqrt(k + 1), y: sp.sqrt(k)})
    each.rewrite("as x² − y² is 1", right=2 * sp.sqrt(k + 1) - 2 * sp.sqrt(k) - 1 / sp.sqrt(k + 1))
    each.add("so", 1 / sp.sqrt(k + 1), left=1 / sp.sqrt(k + 1), right=2 * sp.sqrt(k + 1) - 2 * sp.sqrt(k))
    each.equal(
        "summed over T rounds the right side telescopes to", sum(2 * sp.sqrt(j + 1) - 2 * sp.sqrt(j) for j in range(9)), 2 * sp.sqrt(9)
    )
    return each


def online_to_batch() -> SymbolicDerivation:
    """The mean of the penalised averages, with both logarithms brought to one; then the probability that it fails."""
    chain = _sum_of_penalties()
    deviation, ratio = b * HALF, (T + 1) / delta
    chain.equal(
        "with b² = ln((T + 1)/δ)/T Azuma's deviation is b/√2, and twice the penalties √(2·b²T/(2(k + 1))) sum to 4b a round",
        deviation + 2 * (b * sp.sqrt(T) * 2 * sp.sqrt(T)) / T,
        KAPPA * b,
    )
    chain.at_most(
        "for the other logarithm, of T(T + 1)/δ, is at most twice that one: with δ = 1/(1 + e)",
        (T * ratio).subs(delta, 1 / (1 + more)),
        (ratio**2).subs(delta, 1 / (1 + more)),
        strict=True,
    )
    return _failure(chain, "online-to-batch", delta / (T + 1))


def online_to_batch_best() -> SymbolicDerivation:
    """The direction in which two deviations, whose squares have a given sum, weigh most."""
    chain = _sum_of_penalties()
    factor, best = (4 + m) / sp.sqrt(1 + m**2), sp.Rational(1, 4)
    place = chain.maximum(
        "Azuma's deviation m times a penalty's, where the squares of both sum to a given one: they weigh most at", factor, m, best
    )
    chain.equal("where the constant is", factor.subs(m, place.right), sp.sqrt(17))
    return _failure(chain, "online-to-batch-best", (T - 1) * delta / (T + 1))


def _generalise(of: str, by: str, right: Any, **names: Any) -> SymbolicDerivation:
    """A mistake bound put in for the losses that were met: the right side of MR Theorem 4 is no less, and fails no more often."""
    chain = Inequality("the mistakes are at most", M, right, by=by, **names)
    chain.multiply("over T, the average loss while learning", 1 / T, left=M / T, right=right / T)
    chain.add(
        "so the right side of MR Theorem 4 is at most the one claimed", KAPPA * b, left=M / T + KAPPA * b, right=right / T + KAPPA * b
    )
    last = chain.cite(
        "and a risk exceeds that one no more often than MR Theorem 4's, which is with probability",
        failed,
        delta,
        by="online-to-batch",
        **{"P(0)": failed, "δ": delta},
    )
    return last.finish(of, **{"P(0)": failed, "δ": delta})


def generalisation_l1() -> SymbolicDerivation:
    """MR (1) in MR Theorem 4."""
    (g, phi0), (losses,) = positive("g phi_0"), nonnegative("L")
    names = {"φ(0)": phi0, "g": g, "ΣL": losses}
    return _generalise("generalisation-l1", "admissible-bound", (losses + g * sp.sqrt(S2)) / phi0, **names)


def generalisation_hinge() -> SymbolicDerivation:
    """MR (3) in MR Theorem 4."""
    return _generalise("generalisation-hinge", "hinge-l1", H + sp.sqrt(S2) / gamma)


def generalisation_squared_hinge() -> SymbolicDerivation:
    """MR (5), repaired, in MR Theorem 4."""
    return _generalise("generalisation-squared-hinge", "squared-hinge", H2**2 + 2 * sp.sqrt(S2) / gamma)


def generalisation_l2() -> SymbolicDerivation:
    """MR (7) in MR Theorem 4."""
    right = (H2 / 2 + sp.sqrt(H2**2 / 4 + sp.sqrt(S2) / gamma)) ** 2
    return _generalise("generalisation-l2", "hinge-l2", right)


def online_to_batch_single() -> SymbolicDerivation:
    """At T = 1 the right side exceeds 1."""
    of = "online-to-batch-single"
    chain = Inequality("a risk is at most", risk, 1, by=f"{of}#at most one", **NAMES)
    least = chain.cite("the square of b is at least", sp.log(2 / delta), b**2, by=f"{of}#b", **NAMES)
    level = chain.cite("δ is at most 1", delta, 1, by=f"{of}#a probability", **NAMES)
    level.multiply("so 2/δ is", 2 / delta, left=sp.Integer(2), right=2 / delta)
    level.apply("and its logarithm", "log", left=sp.log(2), right=sp.log(2 / delta))
    level.follow("so", least)
    level.square_roots("roots", left=sp.sqrt(sp.log(2)), right=b)
    level.multiply("times 4 + 1/√2", KAPPA)
    chain.weaken("(4 + 1/√2)√ln 2 is more", right=KAPPA * sp.sqrt(sp.log(2)))
    chain.follow("so", level)
    chain.weaken("and the loss is not negative", right=KAPPA * b + loss)
    return chain.finish(of, **NAMES)


def online_to_batch_constant() -> SymbolicDerivation:
    """4 + 1/√2 against 6."""
    of, (printed,) = "online-to-batch-constant", nonnegative("b_1")
    names = NAMES | {"b′": printed, "T": T}
    proved = Inequality("the square of b is", b**2, sp.log((T + 1) / delta) / T, by=f"{of}#b", **names)
    wider = proved.cite("and of the printed b₁", sp.log(2 * (T + 1) / delta) / T, printed**2, by=f"{of}#b′", **names)
    grows = proved.at_most(
        "the logarithm of twice the number is more by ln 2",
        sp.log((T + 1) / delta) / T,
        (sp.log((T + 1) / delta) + sp.log(2)) / T,
        strict=True,
    )
    grows.rewrite("that is", right=sp.log(2 * (T + 1) / delta) / T, op="<=")
    proved.follow("so", grows)
    proved.follow("and so", wider)
    proved.square_roots("roots", left=b, right=printed)
    proved.multiply("times 4 + 1/√2", KAPPA)
    proved.weaken("which is less than 6", right=6 * printed)
    return proved.finish(of, **names)


def expected_risk_bound() -> SymbolicDerivation:
    """The mean of the mistakes is at most their bound."""
    of, (r, m, B), share, mistakes = "expected-risk-bound", real("r m B"), sp.Function("p", nonnegative=True), sp.Function("m", real=True)
    j, N = (sp.Symbol(name, integer=True, nonnegative=True) for name in ("j", "N"))
    chain = Inequality("the expected risk r of a hypothesis drawn from a run has", T * r, m, "=", by="expected-risk", T=T, r=r, E=m)
    each = chain.cite("after T examples the mistakes are", mistakes(j), B, by=f"{of}#mistake bound", **{"met": mistakes(j), "B": B})
    each.multiply("times the probability p of these examples", share(j))
    sums = sp.Sum(share(j) * mistakes(j), (j, 0, N - 1)), sp.Sum(B * share(j), (j, 0, N - 1))
    each.sum_up("summed over all histories", j, N, left=sums[0], right=sums[1])
    each.substitute("the p sum to 1, and m is the mean of the mistakes", {sums[0]: m, sums[1]: B})
    chain.follow("so", each)
    return chain.finish(of, T=T, r=r, B=B)
