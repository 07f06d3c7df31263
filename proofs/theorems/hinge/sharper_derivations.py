"""SymPy's way to sharper forms: the final weights' length kept, the exact root for any comparator, ratios that are attained."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, quadratic, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive
from proofs.theorems.core.derivations import cauchy_schwarz

M, gamma, R, U, H, H2, S2, TD, W = map(symbol, ("M", "gamma", "R", "U", "H", "H2", "S2", "TD", "W"))
b, h, s, rho, v, x = positive("b h s rho v x")
e, p, root = nonnegative("e p r")
P = sp.Symbol("P", real=True)


def weights_master() -> SymbolicDerivation:
    """Progress and Cauchy–Schwarz, no energy."""
    chain = Inequality("progress, with P = ⟨u, w⟩", gamma * M - TD, P)
    cauchy_schwarz(chain)
    chain.weaken("Cauchy–Schwarz", right=U * W, where={P: U * W - e})
    return chain.finish()


def _unit(left: sp.Expr) -> Inequality:
    chain = Inequality("progress and Cauchy–Schwarz", left, U * W)
    chain.weaken("with ‖u‖ ≤ 1", right=W, where={U: 1 / (1 + e)})
    return chain


def weights_separable() -> SymbolicDerivation:
    """γM ≤ ‖w‖."""
    chain = _unit(gamma * M)
    chain.multiply("divide by γ", 1 / gamma)
    return chain.finish()


def weights_l1() -> SymbolicDerivation:
    """γM − TD ≤ ‖w‖ divided by γ."""
    chain = _unit(gamma * M - TD)
    chain.substitute("with TD = γH", {TD: gamma * H})
    chain.multiply("divide by γ", 1 / gamma)
    chain.add("so", H)
    return chain.finish()


def weights_l2() -> SymbolicDerivation:
    """s² ≤ Λs + ‖w‖/ρ."""
    return quadratic(sp.Integer(1), H2, W / gamma)


def hinge_root_any() -> SymbolicDerivation:
    """s² ≤ bs + H."""
    return quadratic(sp.Integer(1), R * U / gamma, H)


def hinge_chain_ssbd() -> SymbolicDerivation:
    """The exact root relaxed once."""
    exact = (b + sp.sqrt(b**2 + 4 * h**2)) / 2
    chain = Inequality("the exact root's square is, with h for √H", exact**2, b * exact + h**2, "=")
    chain.relax_root("the root is at most b + 2h, whose square has 4bh more", sp.sqrt(b**2 + 4 * h**2), b + 2 * h)
    chain.rewrite("multiplied out", right=b**2 + b * h + h**2)
    chain.substitute("with b and h put back", {b: R * U / gamma, h: sp.sqrt(H)})
    return chain.finish()


def hinge_chain_mr() -> SymbolicDerivation:
    """MR (4) has b√H more."""
    ssbd = h**2 + b * h + b**2
    chain = Inequality("SS's bound, with h for √H", ssbd, ssbd, "=")
    chain.weaken("and bh more is a square", right=(b + h) ** 2)
    chain.substitute("with b and h put back", {b: R * U / gamma, h: sp.sqrt(H)})
    return chain.finish()


def squared_hinge_order() -> SymbolicDerivation:
    """(5′) less (7) is a square."""
    seven = (x / 2 + root) ** 2
    chain = Inequality("(7), with r for its root", seven, seven, "=")
    chain.weaken("a square more", right=seven + (x / 2 - root) ** 2)
    chain.rewrite("is H₂² + 2c, as c = r² − H₂²/4", right=x**2 + 2 * (root**2 - x**2 / 4))
    return chain.finish(**{"H₂": x, "c": root**2 - x**2 / 4, "√(H₂²/4 + c)": root})


def squared_hinge_close() -> SymbolicDerivation:
    """2/ρ ≤ 2r/ρ² for ρ ≤ r."""
    chain = Inequality("the repaired (5)", M, H2**2 + 2 * sp.sqrt(S2) / rho)
    chain.weaken("for ρ ≤ r, at ρ = r/(1 + e)", right=H2**2 + 2 * R * sp.sqrt(S2) / rho**2, where={rho: R / (1 + e)})
    return chain.finish(M=M, R=R, **{"H₂": H2, "1/γ": 1 / rho, "√S₂": sp.sqrt(S2)})


def squared_hinge_close_radius() -> SymbolicDerivation:
    """2r/ρ ≤ 2r²/ρ² for ρ ≤ r."""
    chain = Inequality("the repaired (6)", M, (2 * R / rho + H2) ** 2)
    chain.weaken("for ρ ≤ r, at ρ = r/(1 + e)", right=(2 * R**2 / rho**2 + H2) ** 2, where={rho: R / (1 + e)})
    return chain.finish(M=M, R=R, **{"H₂": H2, "1/γ": 1 / rho})


def hinge_order_mr_ratio_attained() -> SymbolicDerivation:
    """MR (4) over the exact root at H = 4b²/9."""
    size = (b + sp.sqrt(b**2 + 4 * h**2)) / 2
    chain = Inequality("25 times the exact root's square at h = √H", 25 * s**2, 25 * size**2, "=")
    chain.substitute("at h = 2b/3", {h: 2 * b / 3})
    chain.rewrite("is 16 times MR (4) there", right=16 * (b + 2 * b / 3) ** 2)
    chain.op = "<="
    return chain.finish(b=b, s=s, **{"√H": 2 * b / 3})


def hinge_order_ssbd_ratio_attained() -> SymbolicDerivation:
    """SSBD over the exact root at √H = vs."""
    at, factor = (sp.sqrt(17) - 1) / 8, (405 + 51 * sp.sqrt(17)) / 512
    chain = Inequality("at √H = vs the root's equation s² = bs + H says for b", b, s * (1 - v**2), "=")
    chain.check("it does", s**2 - b * s - (v * s) ** 2, s * (s * (1 - v**2) - b))
    size, low = b / (1 - at**2), at * b / (1 - at**2)
    chain.note("so that s and √H are, at v = (√17 − 1)/8,", sp.radsimp(size), sp.radsimp(low))
    chain.left, chain.right = factor * s**2, factor * size**2
    chain.rewrite("and the factor times s², which is SS's bound", right=low**2 + b**2 + b * low)
    chain.op = "<="
    return chain.finish(b=b, s=s, **{"√H": low, "√17": sp.sqrt(17)})


def l1_root_below_l2() -> SymbolicDerivation:
    """x² = bx + ‖L‖₁ with ‖L‖₁ ≤ xΛ."""
    exact = (b + sp.sqrt(b**2 + 4 * h)) / 2
    chain = Inequality("the exact root x satisfies, with h for ‖L‖₁", x**2, b * x + h, "=")
    chain.equal("it is", sp.solve(x**2 - b * x - h, x)[-1], exact)
    chain.weaken("‖L‖₁ is at most Λ√M by Cauchy–Schwarz, and √M at most x", right=b * x + H2 * x, where={h: H2 * x - e})
    chain.multiply("divide by x", 1 / x)
    chain.square("square")
    return chain.conclude("put x and b back", (exact**2).subs({h: H}).subs(b, R / gamma), "<=", (R / gamma + H2) ** 2)


def hinge_l2_order() -> SymbolicDerivation:
    """x² = xΛ + c with c ≤ (r/ρ)x."""
    seven = (H2 / 2 + sp.sqrt(H2**2 / 4 + h)) ** 2
    chain = Inequality("the root x of (7) satisfies, with h for √Σ‖x‖²/ρ and b for r/ρ", x**2, H2 * x + h, "=")
    chain.equal("it is", sp.solve(x**2 - H2 * x - h, x)[-1], H2 / 2 + sp.sqrt(H2**2 / 4 + h))
    chain.weaken("√Σ‖x‖² is at most r√M, and √M at most x by (7)", right=H2 * x + b * x, where={h: b * x - e})
    chain.multiply("divide by x", 1 / x)
    chain.square("square")
    return chain.conclude("put x and b back", seven.subs(h, sp.sqrt(S2) / gamma), "<=", (R / gamma + H2) ** 2)
