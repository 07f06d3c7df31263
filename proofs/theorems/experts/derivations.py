"""SymPy's way to the bounds with experts: the logarithm of the total weight from below and from above, and the best rate of Hedge."""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, positive, real

M = symbol("M")
beta, N, W, total = positive("beta N w W")
k = sp.Symbol("k", integer=True, nonnegative=True)


def _energy(last: Any) -> dict[str, Any]:
    """The lemma that ln W is at most ln N and the sum of the factors' logarithms."""
    return {"by": "experts-energy", "E(n+1)·w(M)": total, "n": N - 1, "S": last}


def _share(chain: Inequality, weight: Any) -> Inequality:
    """No weight is more than the total."""
    most = chain.cite(
        "an expert’s weight is at most the total", weight, total, by="expert-in-total", **{"E(n+1)·v": total, "e(n)·v": weight}
    )
    most.apply("logarithms", "log")
    return most


def halving() -> SymbolicDerivation:
    """A mistake halves the total weight, which stays at 1 at least."""
    words = "a mistake halves the total weight W at least, from N on"
    chain = Inequality(words, sp.log(total), sp.log(N) - M * sp.log(2), **_energy(-M * sp.log(2)))
    below = _share(chain, sp.Integer(1))
    below.follow("so", chain)
    below.add("so", M * sp.log(2), left=M * sp.log(2), right=sp.log(N))
    return below.finish("halving", M=M, n=N - 1)


def weighted_majority() -> SymbolicDerivation:
    """A mistake of the majority shrinks the total weight by (1 + β)/2, and the expert's own by β for each loss of 1."""
    lost, (last,) = sp.Function("x", nonnegative=True), nonnegative("m")
    factor = sp.log(1 - (1 - beta) * lost(k))
    names = {"β": beta, "x": lost(k)}
    own = Inequality("a loss x multiplies its weight w by 1 − (1 − β)x", lost(k) * sp.log(beta), factor, by="expert-keeps", **names)
    own.sum_up("summed over the M rounds, in which its losses sum to m", k, M)
    rounds = {sp.Sum(lost(k) * sp.log(beta), (k, 0, M - 1)): last * sp.log(beta), sp.Sum(factor, (k, 0, M - 1)): sp.log(W)}
    own.substitute("the factors multiply to the weight w, from 1 on", rounds)
    chain = own.cite(
        "the mean loss is 1/2 or more, so each round multiplies the total weight W by (1 + β)/2 at most, from N on",
        sp.log(total),
        sp.log(N) + M * sp.log((1 + beta) / 2),
        **_energy(M * sp.log((1 + beta) / 2)),
    )
    own.follow("so", _share(own, W))
    own.follow("and so", chain)
    own.add("so", -last * sp.log(beta) - M * sp.log((1 + beta) / 2))
    return own.finish("weighted-majority", M=M, n=N - 1, c=last, β=beta)


def hedge() -> SymbolicDerivation:
    """ln W falls by the mean loss times η, up to η²/8, in a round, for η = ln(1/β); and the rate that makes the regret least."""
    mean, (all_, last) = sp.Function("a", nonnegative=True), nonnegative("G L")
    log = sp.log(beta)
    fall = Inequality(
        "with the mean loss a, a round multiplies the total weight by 1 − (1 − β)a at most",
        sp.log(1 - (1 - beta) * mean(k)),
        mean(k) * log + log**2 / 8,
        by="hedge-factor",
        **{"β": beta, "x": mean(k)},
    )
    left = sp.Sum(sp.log(1 - (1 - beta) * mean(k)), (k, 0, M - 1))
    (sum_,) = real("S")
    fall.sum_up("summed over the M rounds", k, M, right=log * sp.Sum(mean(k), (k, 0, M - 1)) + M * log**2 / 8)
    fall.substitute("the mean losses sum to G; with S for the left side", {left: sum_, sp.Sum(mean(k), (k, 0, M - 1)): all_})
    chain = fall.cite("from N on", sp.log(total), sp.log(N) + sum_, **_energy(sum_))
    chain.weaken("so", right=sp.log(N) + log * all_ + M * log**2 / 8, since=[fall])
    own = _share(chain, W)
    names = {"e(k)·w(j)": W, "L(j)·e(k)": last, "β": beta}
    weight = own.cite("the expert’s weight is β to its loss L", last * log, sp.log(W), "=", by="hedge#w", **names)
    weight.follow("so", own)
    weight.follow("and so", chain)
    return weight.finish("hedge", M=M, n=N - 1, G=all_, β=beta, **{"L(M)·e(n)": last})


def exponentiated_gradient() -> SymbolicDerivation:
    """Hedge's bound on the total weight, against u's mean of the logarithms of the weights; convexity makes it one for the losses f."""
    (rate,), (own, theirs, all_, at_u) = positive("eta"), real("F B G L")
    f, g, a, b = (sp.Function(name, real=True) for name in ("f", "g", "a", "b"))
    of, names = "exponentiated-gradient", {"l(k)·p(k)": a(k), "V(n+1)·l(k)": b(k), "f(p)": f(k), "f(u)": g(k)}
    words = "with a = ⟨l, p⟩ and b = ⟨l, u⟩, convexity in a round"
    regret = Inequality(words, f(k) - g(k), a(k) - b(k), by=f"{of}#subgradient", **names)
    F, B, G, L = (sp.Sum(term(k), (k, 0, M - 1)) for term in (f, g, a, b))
    regret.sum_up("summed over the M rounds", k, M, left=F - B, right=G - L)
    regret.substitute("with the sums F, B, G and L", {F: own, B: theirs, G: all_, L: at_u})
    regret.multiply("times η", rate, left=rate * (own - theirs), right=rate * (all_ - at_u))
    share = regret.cite(
        "u’s mean of the weights’ logarithms, −ηL, is at most that of the total",
        -rate * at_u,
        sp.log(total),
        by="winnow-share",
        **{"V(N)·g(M)": at_u, "A": 1, "E(N)·w(M)": total, "β": sp.exp(-rate)},
    )
    fall = sp.log(N) - rate * all_ + M * rate**2 / 8
    most = share.cite(
        "which falls from N on as Hedge’s does",
        sp.log(total),
        fall,
        by="hedge-energy",
        **{"E(n+1)·w(M)": total, "n": N - 1, "G": all_, "β": sp.exp(-rate)},
    )
    share.follow("so", most)
    regret.combine("together", share, left=rate * (own - theirs) - rate * at_u, right=sp.log(N) + M * rate**2 / 8 - rate * at_u)
    regret.add("so", rate * at_u, left=rate * (own - theirs), right=sp.log(N) + M * rate**2 / 8)
    return regret.finish(of, M=M, n=N - 1, β=sp.exp(-rate), **{"Σf(p)": own, "Σf(u)": theirs})
