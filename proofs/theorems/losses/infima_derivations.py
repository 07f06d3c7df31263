"""SymPy's way to MR's infima: at u = 0 every loss is 1, and as ρ grows each right side falls to M."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, eq, symbol
from proofs.derive.sympy.inequality_chain import Inequality, positive

gamma, R, eps = symbol("gamma"), symbol("R"), symbol("eps")
M, delta, squares = positive("M delta S_2")
AT = {
    "M": M,
    "H": M,
    "√H": sp.sqrt(M),
    "√M": sp.sqrt(M),
    "H₂": sp.sqrt(M),
    "ε": eps,
    "1/γ": 1 / gamma,
    "γ": gamma,
    "R": R,
    "√S₂": sp.sqrt(squares),
    "√(H₂²/4 + √S₂/γ)": sp.sqrt(M / 4 + sp.sqrt(squares) / gamma),
}


def _limit(chain: Inequality, bound: sp.Expr) -> None:
    chain.equal("as ρ = γ grows it falls to", sp.limit(bound, gamma, sp.oo), M)


def _largest(chain: Inequality) -> None:
    """δ from 2δ√M + δ² = ε."""
    share = sp.solve(2 * delta * sp.sqrt(M) + delta**2 - eps, delta)[-1]
    chain.note("2δ√M + δ² is ε at", eq(delta, share))
    chain.substitute("take that δ", {delta: share})
    chain.rewrite("so", right=M + eps)


def infima() -> SymbolicDerivation:
    """MR (3)."""
    bound = M + sp.sqrt(squares) / gamma
    chain = Inequality("at u = 0 each of the M losses is 1, so the right side of (3) is", bound, bound, "=")
    _limit(chain, bound)
    far = Inequality("it is within ε once ρ is so large that", sp.sqrt(squares), eps * gamma, after=chain)
    far.multiply("divide by ρ", 1 / gamma)
    far.add("add M", M)
    return far.finish(**AT)


def _radius(words: str) -> SymbolicDerivation:
    bound = (R / gamma + sp.sqrt(M)) ** 2
    chain = Inequality(words, bound, bound, "=")
    _limit(chain, bound)
    far = Inequality("let ρ be so large that", R, delta * gamma, after=chain)
    far.multiply("divide by ρ", 1 / gamma)
    far.add("add √M", sp.sqrt(M))
    far.square("square")
    _largest(far)
    return far.finish(**AT)


def infima_radius() -> SymbolicDerivation:
    """MR (4)."""
    return _radius("at u = 0 the M losses sum to M, so the right side of (4) is")


def infima_l2_radius() -> SymbolicDerivation:
    """MR (8)."""
    return _radius("at u = 0 the squares of the M losses sum to H₂² = M, so the right side of (8) is")


def infima_l2() -> SymbolicDerivation:
    """MR (7)."""
    bound = (sp.sqrt(M) / 2 + sp.sqrt(M / 4 + sp.sqrt(squares) / gamma)) ** 2
    chain = Inequality("at u = 0 the squares of the M losses sum to H₂² = M, so the right side of (7) is", bound, bound, "=")
    _limit(chain, bound)
    far = Inequality("let ρ be so large that", sp.sqrt(squares) / gamma, delta * (sp.sqrt(M) + delta), after=chain)
    far.add("add M/4", M / 4)
    far.rewrite("the right side is a square", right=(sp.sqrt(M) / 2 + delta) ** 2)
    far.square_roots("roots")
    far.add("add √M/2", sp.sqrt(M) / 2)
    far.square("square")
    _largest(far)
    return far.finish(**AT)
