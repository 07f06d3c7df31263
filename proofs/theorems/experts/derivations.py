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
