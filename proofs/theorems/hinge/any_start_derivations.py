"""SymPy's way to MR (3)–(8) from any start: what takes the place of √S₂, and the quadratics in √M."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.theorems.chain import Inequality
from proofs.theorems.core.derivations import H, H2, STARTED, TOP, M, R, by_root, eta, first, first_loss, gamma
from proofs.theorems.hinge.derivations import c, losses_root, quadratic, s, tangent

AWAY = first / eta
LENGTH = AWAY + TOP


def _first(of: str) -> Inequality:
    return first_loss(of, "any-start-master", LENGTH, **STARTED)


def _within(of: str) -> Inequality:
    """M ≤ H + (2a + R√M)/γ where ‖x‖ ≤ R, with a = ‖w(0)‖/η."""
    return first_loss(of, "any-start-radius", 2 * AWAY + R * sp.sqrt(M), **STARTED)


def any_start_l1() -> SymbolicDerivation:
    """The master inequality for a unit comparator, divided by γ."""
    return _first("any-start-l1").finish("any-start-l1", **STARTED)


def _square(chain: Inequality) -> None:
    """From M ≤ H + rest to M ≤ H₂² + 2·rest."""
    half = sp.expand(chain.right - H + (H2**2 + M) / 2)
    chain.weaken("half of that in place of H", right=half, since=[tangent(chain)])
    chain.add("take M/2 to the left", -M / 2)
    chain.multiply("times 2", 2)


def any_start_squared() -> SymbolicDerivation:
    """(3) and the tangent of the square."""
    chain = _first("any-start-squared")
    _square(chain)
    return chain.finish("any-start-squared", **STARTED)


def any_start_l1_radius() -> SymbolicDerivation:
    """The quadratic in √M, and its root relaxed."""
    rest = H + 2 * AWAY / gamma
    return by_root(_within("any-start-l1-radius"), R / gamma, rest, "any-start-l1-radius", **STARTED, **{"√(H + 2a/γ)": sp.sqrt(rest)})


def any_start_squared_radius() -> SymbolicDerivation:
    """(4)'s quadratic with the tangent of the square."""
    chain = _within("any-start-squared-radius")
    _square(chain)
    rest = H2**2 + 4 * AWAY / gamma
    return by_root(chain, 2 * R / gamma, rest, "any-start-squared-radius", **STARTED, **{"√(H₂² + 4a/γ)": sp.sqrt(rest)})


def _cauchy(chain: Inequality) -> None:
    chain.weaken("put in", right=sp.expand(chain.right - H + H2 * sp.sqrt(M)), since=[losses_root(chain)])


def any_start_l2() -> SymbolicDerivation:
    """s² ≤ Λs + ℓ/ρ, solved."""
    chain = _first("any-start-l2")
    _cauchy(chain)
    chain.name("write s for √M", s, sp.sqrt(M))
    chain.name("and c for the rest", c, LENGTH / gamma)
    chain.rewrite("a quadratic inequality in s", left=s**2, right=H2 * s + c)
    quadratic(chain, sp.Integer(1), H2, c)
    root = sp.sqrt(H2**2 / 4 + LENGTH / gamma)
    chain.rewrite("the discriminant put back", right=H2 / 2 + sp.sqrt(H2**2 / 4 + c))
    chain.square("square: both sides are non-negative")
    chain.rewrite("s and c put back", left=M, right=(H2 / 2 + root) ** 2)
    return chain.finish("any-start-l2", **STARTED, **{"√(H₂²/4 + ℓ/γ)": root})


def any_start_l2_radius() -> SymbolicDerivation:
    """s² ≤ (r/ρ + Λ)s + 2a/ρ, and its root relaxed."""
    chain = _within("any-start-l2-radius")
    _cauchy(chain)
    rest = 2 * AWAY / gamma
    return by_root(chain, R / gamma + H2, rest, "any-start-l2-radius", **STARTED, **{"√(2a/γ)": sp.sqrt(rest)})
