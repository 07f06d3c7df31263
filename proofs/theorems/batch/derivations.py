"""SymPy's way to the risk of a learner that was run online: MR Theorem 4's constants, and where what can fail comes to δ."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive

eta, U, S2, gamma, H2 = map(symbol, ("eta", "U", "S2", "gamma", "H2"))
T, delta, log, b, t = positive("T delta L b t")
e, p, total, penalties, losses, risk, V = nonnegative("e p rho C l r V")
KAPPA = 4 + 1 / sp.sqrt(2)
NAMES = {"√½": 1 / sp.sqrt(2), "b": b, "1/T": 1 / T, "δ": delta}


def online_to_batch() -> SymbolicDerivation:
    """The mean of the penalised averages, with both logarithms brought to one."""
    chain = Inequality(
        "the chosen risk r is at most the mean of all risks and twice the penalties, with ρ for Σrisk and C for Σc",
        risk,
        (total + 2 * penalties) / T,
    )
    deviation = sp.sqrt(log / (2 * T))
    chain.weaken(
        "Azuma, with L = ln((T+1)/δ) and l for Σloss",
        right=(losses + T * deviation + 2 * penalties) / T,
        where={total: losses + T * deviation - e},
    )
    ratio = (T + 1) / delta
    chain.at_most("for δ ≤ 1 the other logarithm, of T(T+1)/δ, is at most 2L", T * ratio, ratio**2, where={delta: 1 / (1 + p)})
    x, y, k = positive("x y k")
    penalty = sp.simplify(sp.sqrt(2 * log / (2 * k)))
    chain.note("so a penalty, with k examples left, is at most", penalty)
    part = sp.integrate(1 / sp.sqrt(x), (x, k, k + 1))
    chain.equal(
        "the sum of 1/√k is at most an integral from 0 to T, whose part from k to k + 1 is", part, 2 / (sp.sqrt(k + 1) + sp.sqrt(k))
    )
    chain.at_most("which with x = √(k + 1) and y = √k < x is no less than 1/x", 1 / x, 2 / (x + y), where={x: y + p})
    at_most = sp.integrate(penalty, (k, 0, T))
    chain.weaken("together", right=(losses + T * sp.sqrt(log / (2 * T)) + 2 * at_most) / T, where={penalties: at_most - e})
    chain.substitute("with b = √(L/T)", {log: b**2 * T})
    chain.rewrite("the constant comes out", right=losses / T + KAPPA * b)
    fails = sp.Symbol("P", nonnegative=True)
    last = Inequality(
        "this fails where one of 2T inequalities does, each with probability δ/(T(T+1)) at most, or that of Azuma, with δ/(T+1)",
        fails,
        2 * T * delta / (T * (T + 1)) + delta / (T + 1),
        after=chain,
    )
    last.check("together", last.right, 3 * delta / (T + 1))
    last.note("at most δ from here on", sp.Ge(T, sp.solve(sp.Eq(3 * delta / (T + 1), delta), T)[0], evaluate=False))
    last.weaken("so for T = 2 + p", right=delta, where={T: 2 + p})
    return last.finish(**{"P": fails, "δ": delta})


def online_to_batch_single() -> SymbolicDerivation:
    """At T = 1 the right side exceeds 1."""
    chain = Inequality("a risk is at most", risk, sp.Integer(1))
    least = KAPPA * sp.sqrt(sp.log(2))
    chain.at_most("for δ ≤ 1, b = √ln(2/δ) is at least √ln 2, and (4 + 1/√2)b at least", 1, least, strict=True)
    chain.note("about", sp.N(least, 6))
    chain.weaken("so", right=KAPPA * b + losses, where={b: (1 + e) / KAPPA})
    return chain.finish(**NAMES, **{"risk": risk, "loss": losses})


def online_to_batch_constant() -> SymbolicDerivation:
    """4 + 1/√2 against 6."""
    printed = sp.Symbol("b_1", positive=True)
    chain = Inequality("what is proved", KAPPA * b, KAPPA * b, "=")
    chain.weaken("with the printed b₁ = √(ln(2(T+1)/δ)/T), which is b or more", right=KAPPA * printed, where={b: printed / (1 + e)})
    chain.weaken("the constant is less than 6", right=6 * printed)
    chain.note("namely", sp.N(KAPPA, 6))
    return chain.finish(**NAMES, **{"b′": printed})


def online_to_batch_best() -> SymbolicDerivation:
    """The direction in which two deviations, whose squares have a given sum, weigh most."""
    m, b, kappa = positive("m b kappa")
    chain = Inequality(
        "as for MR Theorem 4, with m² = ln(T(T+1)/δ)/2, Azuma's deviation a = tm/√T and l for Σloss",
        risk,
        losses / T + (4 + t) * m / sp.sqrt(T),
    )
    chain.weaken(
        "m² + Ta² = m²(1 + t²) is at most b²T",
        right=losses / T + (4 + t) / sp.sqrt(1 + t**2) * b,
        where={m: b * sp.sqrt(T) / sp.sqrt(1 + t**2) / (1 + e)},
    )
    most = chain.maximum("the factor of b in t", (4 + t) / sp.sqrt(1 + t**2), t)[1]
    chain.at_most("(squared, 17 is more by a square)", (4 + t) ** 2 / (1 + t**2), most**2)
    last = Inequality("so with κ for it", risk, losses / T + kappa * b, after=chain)
    last.weaken("at most", right=losses / T + most * b, where={kappa: most / (1 + e)})
    fails = sp.Symbol("P", nonnegative=True)
    end = Inequality(
        "this fails where one of 2T inequalities does, each with probability δ/(T(T+1)) at most, or that of Azuma, with (T−1)δ/(T+1)",
        fails,
        2 * T * delta / (T * (T + 1)) + (T - 1) * delta / (T + 1),
        after=last,
    )
    end.rewrite("together", right=delta)
    return end.finish(**{"P": fails, "δ": delta})
