"""SymPy's way to sharper forms: the final weights' length kept, the exact root for any comparator, bounds compared on every run."""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.theorems.chain import Inequality, nonnegative
from proofs.theorems.core.derivations import TD, before_energy, loss
from proofs.theorems.hinge.derivations import (
    H2,
    S2,
    SLOPE,
    H,
    M,
    R,
    W,
    b,
    gamma,
    h,
    larger_root,
    losses_root,
    quadratic,
    s,
    scaled_core,
    unit_core,
)

x, root = nonnegative("x r")

weights_master = before_energy


def _unit(**given: Any) -> Inequality:
    return Inequality("progress and Cauchy–Schwarz for a unit comparator", gamma * M - given.get("TD", TD), W, by="weights-unit", **given)


def weights_separable() -> SymbolicDerivation:
    """γM ≤ ‖w‖, there being no loss."""
    chain = _unit(TD=0)
    chain.multiply("divide by γ", 1 / gamma)
    return chain.finish("weights-separable")


def _first_losses() -> Inequality:
    """M ≤ H + ‖w‖/γ."""
    chain = _unit()
    chain.weaken("put in", left=gamma * M - gamma * H, since=[loss(chain)])
    chain.multiply("divide by γ", 1 / gamma, left=M - H, right=W / gamma)
    chain.add("so", H, left=M)
    return chain


def weights_l1() -> SymbolicDerivation:
    """γM − TD ≤ ‖w‖ divided by γ."""
    return _first_losses().finish("weights-l1")


def weights_l2() -> SymbolicDerivation:
    """s² ≤ Λs + ‖w‖/ρ."""
    chain = _first_losses()
    chain.weaken("put in", right=H2 * sp.sqrt(M) + W / gamma, since=[losses_root(chain)])
    return larger_root(chain, W / gamma, "weights-l2")


def hinge_root_any() -> SymbolicDerivation:
    """s² ≤ bs + H."""
    chain = scaled_core()
    quadratic(chain, sp.Integer(1), b, H)
    chain.rewrite("the discriminant put back", right=(b + sp.sqrt(b**2 + 4 * H)) / 2)
    chain.square("square: both sides are non-negative")
    chain.rewrite("s and b put back", left=M, right=((SLOPE + sp.sqrt(SLOPE**2 + 4 * H)) / 2) ** 2)
    return chain.finish("hinge-root-any")


def hinge_chain_ssbd() -> SymbolicDerivation:
    """The exact root relaxed once."""
    exact = (b + sp.sqrt(b**2 + 4 * h**2)) / 2
    chain = Inequality("the exact root's square is, with h for √H", exact**2, b * exact + h**2, "=")
    chain.relax_root("the root is at most b + 2h, whose square has 4bh more", sp.sqrt(b**2 + 4 * h**2), b + 2 * h)
    chain.rewrite("multiplied out", right=b**2 + b * h + h**2)
    chain.substitute("with b and h put back", {b: SLOPE, h: sp.sqrt(H)})
    return chain.finish("hinge-chain-ssbd")


def hinge_chain_mr() -> SymbolicDerivation:
    """MR (4) has b√H more."""
    chain = Inequality("what MR (4) has more, with h for √H, is not negative", 0, b * h)
    chain.add("so with SS's bound", h**2 + b * h + b**2, left=h**2 + b * h + b**2, right=(b + h) ** 2)
    chain.substitute("with b and h put back", {b: SLOPE, h: sp.sqrt(H)})
    return chain.finish("hinge-chain-mr")


def squared_hinge_order() -> SymbolicDerivation:
    """(5′) less (7) is a square."""
    seven = (x / 2 + root) ** 2
    chain = Inequality("a square is not negative, r being the root in (7)", 0, (x / 2 - root) ** 2)
    chain.add("so with (7)", seven, left=seven, right=x**2 / 2 + 2 * root**2)
    chain.rewrite("which is H₂² + 2c, as c = r² − H₂²/4", right=x**2 + 2 * (root**2 - x**2 / 4))
    return chain.finish("squared-hinge-order", **{"H₂": x, "c": root**2 - x**2 / 4, "√(H₂²/4 + c)": root})


def squared_hinge_close() -> SymbolicDerivation:
    """2/ρ ≤ 2r/ρ² for ρ ≤ r."""
    chain = Inequality("the repaired (5)", M, H2**2 + 2 * sp.sqrt(S2) / gamma, by="squared-hinge")
    small = chain.cite("γ = ρ is at most R", gamma, R, by="squared-hinge-close#ρ ≤ r")
    chain.weaken("so", right=H2**2 + 2 * R * sp.sqrt(S2) / gamma**2, since=[small])
    return chain.finish("squared-hinge-close")


def squared_hinge_close_radius() -> SymbolicDerivation:
    """2r/ρ ≤ 2r²/ρ² for ρ ≤ r."""
    chain = Inequality("the repaired (6)", M, (2 * R / gamma + H2) ** 2, by="squared-hinge-radius")
    small = chain.cite("γ = ρ is at most R", gamma, R, by="squared-hinge-close-radius#ρ ≤ r")
    chain.weaken("so", right=(2 * R**2 / gamma**2 + H2) ** 2, since=[small])
    return chain.finish("squared-hinge-close-radius")


def _root_at_most(chain: Inequality, slope: Any) -> None:
    """From x² ≤ slope·x, for a root x, to x² ≤ slope²."""
    more = chain.suppose("were x more than that factor", slope, "<", x)
    chain.refute("x² were more than the factor times x; so", more)
    chain.square("square")


def l1_root_below_l2() -> SymbolicDerivation:
    """The root of x² = bx + H, where H ≤ H₂√M and √M ≤ x."""
    below = unit_core()
    below.name("write s for √M", s, sp.sqrt(M))
    below.name("and b for its factor", b, R / gamma)
    below.rewrite("a quadratic inequality in s", left=s**2, right=b * s + H)
    quadratic(below, sp.Integer(1), b, H)
    exact = (b + sp.sqrt(b**2 + 4 * H)) / 2
    below.name("write x for that root", x, exact)
    below.rewrite("so", right=x)
    chain = below.equal("it satisfies", x**2, b * x + H)
    chain.weaken("the idea of L2", right=b * x + H2 * sp.sqrt(M), since=[losses_root(chain)])
    chain.rewrite("with s", right=b * x + H2 * s)
    chain.weaken("s is at most x", right=b * x + H2 * x, since=[below])
    _root_at_most(chain, b + H2)
    chain.rewrite("x and b put back", left=((R / gamma + sp.sqrt((R / gamma) ** 2 + 4 * H)) / 2) ** 2, right=(R / gamma + H2) ** 2)
    return chain.finish("l1-root-below-l2")


def hinge_l2_order() -> SymbolicDerivation:
    """The root of x² = H₂x + √S₂/γ, where √S₂ ≤ R√M and √M ≤ x."""
    seven = (H2 / 2 + sp.sqrt(H2**2 / 4 + sp.sqrt(S2) / gamma)) ** 2
    below = Inequality("MR (7)", M, seven, by="hinge-l2")
    below.name("write x for the root in it", x, sp.sqrt(seven))
    below.square_roots("roots", left=sp.sqrt(M), right=x)
    chain = below.equal("x satisfies", x**2, H2 * x + sp.sqrt(S2) / gamma)
    sums = chain.cite("no example is longer than R", S2, R**2 * M, by="bounded-sum")
    sums.square_roots("so", left=sp.sqrt(S2), right=R * sp.sqrt(M))
    chain.weaken("put in", right=H2 * x + R * sp.sqrt(M) / gamma, since=[sums])
    chain.weaken("and √M ≤ x", right=H2 * x + R * x / gamma, since=[below])
    _root_at_most(chain, H2 + R / gamma)
    chain.rewrite("x put back", left=seven, right=(R / gamma + H2) ** 2)
    return chain.finish("hinge-l2-order")
