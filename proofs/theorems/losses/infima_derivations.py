"""SymPy's way to MR's infima: at u = 0 every loss is 1, and as ρ grows each right side falls to M."""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, positive

gamma, R, eps, H, H2, S2, M = map(symbol, ("gamma", "R", "eps", "H", "H2", "S2", "M"))
delta, x = nonnegative("delta x")
k = sp.Symbol("k", integer=True, nonnegative=True)
xi = sp.Function("xi", nonnegative=True)(k)
NAMES = {"√H": sp.sqrt(H), "δ": delta, "√(H₂²/4 + √S₂/γ)": sp.sqrt(H2**2 / 4 + sp.sqrt(S2) / gamma)}


def _slack(of: str, far: Inequality) -> Inequality:
    """ξ ≤ γ at u = 0."""
    chain = far.cite("at u = 0 a slack is 0 or γ", x**2, gamma * x, "=", by=f"{of}#ξ is tight", **{"ξ(k)": x, "u·z(k)": 0})
    more = chain.suppose("were it more than γ", gamma, "<", x)
    chain.refute("its square were more than γ times it; so", more)
    chain.substitute("at each update", {x: xi})
    return chain


def _losses(of: str, far: Inequality) -> Inequality:
    """H ≤ M."""
    chain, total = _slack(of, far), sp.Sum(xi, (k, 0, M - 1))
    chain.sum_up("summed over the M updates", k, M, right=gamma * M)
    chain.substitute("the slacks sum to γH", {total: gamma * H})
    chain.multiply("divide by γ", 1 / gamma)
    return chain


def _squares(of: str, far: Inequality) -> Inequality:
    """H₂ ≤ √M."""
    chain, total = _slack(of, far), sp.Sum(xi**2, (k, 0, M - 1))
    chain.square("squared")
    chain.sum_up("summed over the M updates", k, M, right=gamma**2 * M)
    chain.substitute("the squares of the slacks sum to γ²H₂²", {total: gamma**2 * H2**2})
    chain.multiply("divide by γ²", gamma**-2)
    chain.square_roots("roots", left=H2, right=sp.sqrt(M))
    return chain


def _far(of: str, left: Any, right: Any) -> Inequality:
    """The hypothesis ‘far’ at γ = ρ, divided by γ."""
    chain = Inequality("let γ = ρ be so large that", left, gamma * right, "<", by=f"{of}#far", δ=delta)
    chain.multiply("divide by γ", 1 / gamma)
    chain.rewrite("so", op="<=")
    squares, rate = positive("S gamma")
    chain.equal("as ρ grows, what is added falls to", sp.limit(squares / rate, rate, sp.oo), 0)
    return chain


def infima() -> SymbolicDerivation:
    """MR (3)."""
    of = "infima"
    chain = _far(of, sp.sqrt(S2), eps)
    chain.combine("with the losses", _losses(of, chain))
    return chain.finish(of, **NAMES)


def _largest(chain: Inequality, of: str) -> SymbolicDerivation:
    """From a root that is at most √M + δ to the bound M + ε."""
    share = chain.cite("δ is so small that", 2 * delta * sp.sqrt(M) + delta**2, eps, by=f"{of}#small share", δ=delta)
    whole = sp.solve(2 * delta * sp.sqrt(M) + delta**2 - eps, delta)[-1]
    chain.equal("the largest such δ is", whole, sp.sqrt(M + eps) - sp.sqrt(M))
    chain.square("squared")
    chain.weaken("so", right=M + eps, since=[share])
    return chain.finish(of, **NAMES)


def infima_radius() -> SymbolicDerivation:
    """MR (4)."""
    of = "infima-radius"
    chain = _far(of, R, delta)
    loss = _losses(of, chain)
    loss.square_roots("roots", left=sp.sqrt(H), right=sp.sqrt(M))
    chain.combine("with the losses", loss)
    return _largest(chain, of)


def infima_l2_radius() -> SymbolicDerivation:
    """MR (8)."""
    of = "infima-l2-radius"
    chain = _far(of, R, delta)
    chain.combine("with the losses", _squares(of, chain))
    return _largest(chain, of)


def infima_l2() -> SymbolicDerivation:
    """MR (7)."""
    of = "infima-l2"
    chain = _far(of, sp.sqrt(S2), delta**2)
    loss = _squares(of, chain)
    chain.add("add H₂²/4", H2**2 / 4)
    chain.weaken("so", right=(H2 / 2 + delta) ** 2)
    chain.square_roots("roots", left=sp.sqrt(H2**2 / 4 + sp.sqrt(S2) / gamma), right=H2 / 2 + delta)
    chain.add("add H₂/2", H2 / 2)
    chain.weaken("with the losses", right=sp.sqrt(M) + delta, since=[loss])
    return _largest(chain, of)
