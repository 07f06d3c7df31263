"""SymPy's way to sharper forms: the final weights' length kept, the exact root for any comparator, ratios that are attained."""

from __future__ import annotations

import sympy as sp

from proofs.derive.sympy.derivation import Quadratic, Worked, symbol
from proofs.derive.sympy.inequality_chain import Way, nonnegative, positive
from proofs.theorems.core.derivations import cauchy_schwarz

M, gamma, R, U, H, H2, S2, TD, W = map(symbol, ("M", "gamma", "R", "U", "H", "H2", "S2", "TD", "W"))
b, h, s, rho, v, x = positive("b h s rho v x")
e, p, root = nonnegative("e p r")
P = sp.Symbol("P", real=True)


def weights_master() -> Worked:
    """Progress and Cauchy–Schwarz, no energy."""
    way = Way("progress, with P = ⟨u, w⟩", gamma * M - TD, P)
    cauchy_schwarz(way)
    way.weaken("Cauchy–Schwarz", right=U * W, where={P: U * W - e})
    return way.end()


def _unit(left: sp.Expr) -> Way:
    way = Way("progress and Cauchy–Schwarz", left, U * W)
    way.weaken("with ‖u‖ ≤ 1", right=W, where={U: 1 / (1 + e)})
    return way


def weights_separable() -> Worked:
    """γM ≤ ‖w‖."""
    way = _unit(gamma * M)
    way.multiply("divide by γ", 1 / gamma)
    return way.end()


def weights_l1() -> Worked:
    """γM − TD ≤ ‖w‖ divided by γ."""
    way = _unit(gamma * M - TD)
    way.put("with TD = γH", {TD: gamma * H})
    way.multiply("divide by γ", 1 / gamma)
    way.add("so", H)
    return way.end()


def weights_l2() -> Worked:
    """s² ≤ Λs + ‖w‖/ρ."""
    return Quadratic(sp.Integer(1), H2, W / gamma)


def any_root() -> Worked:
    """s² ≤ bs + H."""
    return Quadratic(sp.Integer(1), R * U / gamma, H)


def chain_ssbd() -> Worked:
    """The exact root relaxed once."""
    exact = (b + sp.sqrt(b**2 + 4 * h**2)) / 2
    way = Way("the exact root's square is, with h for √H", exact**2, b * exact + h**2, "=")
    way.relax("the root is at most b + 2h, whose square has 4bh more", sp.sqrt(b**2 + 4 * h**2), b + 2 * h)
    way.rewrite("multiplied out", right=b**2 + b * h + h**2)
    way.put("with b and h put back", {b: R * U / gamma, h: sp.sqrt(H)})
    return way.end()


def chain_mr() -> Worked:
    """MR (4) has b√H more."""
    ssbd = h**2 + b * h + b**2
    way = Way("SSBD's bound, with h for √H", ssbd, ssbd, "=")
    way.weaken("and bh more is a square", right=(b + h) ** 2)
    way.put("with b and h put back", {b: R * U / gamma, h: sp.sqrt(H)})
    return way.end()


def order() -> Worked:
    """(5′) less (7) is a square."""
    seven = (x / 2 + root) ** 2
    way = Way("(7), with r for its root", seven, seven, "=")
    way.weaken("a square more", right=seven + (x / 2 - root) ** 2)
    way.rewrite("is Λ² + 2c, as c = r² − Λ²/4", right=x**2 + 2 * (root**2 - x**2 / 4))
    return way.end(**{"Λ": x, "√Σ‖x‖²/ρ": root**2 - x**2 / 4, "√(Λ²/4 + c)": root})


def close() -> Worked:
    """2/ρ ≤ 2r/ρ² for ρ ≤ r."""
    way = Way("the repaired (5)", M, H2**2 + 2 * sp.sqrt(S2) / rho)
    way.weaken("for ρ ≤ r, at ρ = r/(1 + e)", right=H2**2 + 2 * R * sp.sqrt(S2) / rho**2, where={rho: R / (1 + e)})
    return way.end(M=M, R=R, **{"H₂": H2, "1/γ": 1 / rho, "√S₂": sp.sqrt(S2)})


def close_radius() -> Worked:
    """2r/ρ ≤ 2r²/ρ² for ρ ≤ r."""
    way = Way("the repaired (6)", M, (2 * R / rho + H2) ** 2)
    way.weaken("for ρ ≤ r, at ρ = r/(1 + e)", right=(2 * R**2 / rho**2 + H2) ** 2, where={rho: R / (1 + e)})
    return way.end(M=M, R=R, **{"H₂": H2, "1/γ": 1 / rho})


def mr_worst() -> Worked:
    """MR (4) over the exact root at H = 4b²/9."""
    size = (b + sp.sqrt(b**2 + 4 * h**2)) / 2
    way = Way("25 times the exact root's square at h = √H", 25 * s**2, 25 * size**2, "=")
    way.put("at h = 2b/3", {h: 2 * b / 3})
    way.rewrite("is 16 times MR (4) there", right=16 * (b + 2 * b / 3) ** 2)
    way.op = "<="
    return way.end(b=b, s=s, **{"√H": 2 * b / 3})


def ssbd_worst() -> Worked:
    """SSBD over the exact root at √H = vs."""
    at, factor = (sp.sqrt(17) - 1) / 8, (405 + 51 * sp.sqrt(17)) / 512
    way = Way("at √H = vs the root's equation s² = bs + H says for b", b, s * (1 - v**2), "=")
    way.check("it does", s**2 - b * s - (v * s) ** 2, s * (s * (1 - v**2) - b))
    size, low = b / (1 - at**2), at * b / (1 - at**2)
    way.note("so that s and √H are, at v = (√17 − 1)/8,", sp.radsimp(size), sp.radsimp(low))
    way.left, way.right = factor * s**2, factor * size**2
    way.rewrite("and the factor times s², which is SSBD's bound", right=low**2 + b**2 + b * low)
    way.op = "<="
    return way.end(b=b, s=s, **{"√H": low, "√17": sp.sqrt(17)})


def root_below_8() -> Worked:
    """x² = bx + ‖L‖₁ with ‖L‖₁ ≤ xΛ."""
    exact = (b + sp.sqrt(b**2 + 4 * h)) / 2
    way = Way("the exact root x satisfies, with h for ‖L‖₁", x**2, b * x + h, "=")
    way.same("it is", sp.solve(x**2 - b * x - h, x)[-1], exact)
    way.weaken("‖L‖₁ is at most Λ√M by Cauchy–Schwarz, and √M at most x", right=b * x + H2 * x, where={h: H2 * x - e})
    way.multiply("divide by x", 1 / x)
    way.square("square")
    return way.conclude("put x and b back", (exact**2).subs({h: H}).subs(b, R / gamma), "<=", (R / gamma + H2) ** 2)
