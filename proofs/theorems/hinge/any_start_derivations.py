"""SymPy's way to MR (3)–(8) from any start: what takes the place of √Σ‖x‖², and the quadratics in √M."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, eq, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive
from proofs.theorems.core.derivations import by_root, first_loss

M, gamma, R, U, H, H2, S2, TD = map(symbol, ("M", "gamma", "R", "U", "H", "H2", "S2", "TD"))
eta, s = positive("eta s")
first, rest = nonnegative("W_1 e")
away = first / eta
length = away + sp.sqrt(away**2 + S2)
NAMES = {"M": M, "H": H, "H₂": H2, "R": R, "1/γ": 1 / gamma, "1/η": 1 / eta, "‖w₁‖": first, "√(‖w₁‖²/η² + S₂)": sp.sqrt(away**2 + S2)}


def _first(reach: sp.Expr) -> Inequality:
    return first_loss("the master inequality from any start", reach)


def _within() -> Inequality:
    """The master inequality from any start where ‖x‖ ≤ R, divided by γ."""
    reach = 2 * away + R * sp.sqrt(M)
    note = Inequality("a + √(a² + Σ‖x‖²), where a = ‖w(0)‖/η and Σ‖x‖² is at most R²M", length, length, "=")
    note.at_most("is at most this, by their squares", (away**2 + R**2 * M), sp.expand((away + R * sp.sqrt(M)) ** 2))
    chain = _first(reach)
    chain.lines[:0] = note.lines
    return chain


def any_start_l1() -> SymbolicDerivation:
    """The master inequality for a unit comparator, divided by γ."""
    return _first(length).finish(**NAMES)


def _tangent(chain: Inequality) -> None:
    chain.weaken(
        "the squared hinge is above its tangent: 2H is at most H₂² + M",
        right=chain.right - H + (H2**2 + M) / 2,
        where={H: (H2**2 + M) / 2 - rest},
    )
    chain.add("take M/2 to the left", -M / 2)
    chain.multiply("times 2", 2)


def any_start_squared() -> SymbolicDerivation:
    """(3) and the tangent of the square."""
    chain = _first(length)
    _tangent(chain)
    return chain.finish(**NAMES)


def any_start_l1_radius() -> SymbolicDerivation:
    """The quadratic in √M, and its root relaxed."""
    return by_root(_within(), R / gamma, H + 2 * away / gamma, NAMES | {"√(H + 2a/γ)": sp.sqrt(H + 2 * away / gamma)})


def any_start_squared_radius() -> SymbolicDerivation:
    """(4)'s quadratic with the tangent of the square."""
    chain = _within()
    _tangent(chain)
    return by_root(chain, 2 * R / gamma, H2**2 + 4 * away / gamma, NAMES | {"√(H₂² + 4a/γ)": sp.sqrt(H2**2 + 4 * away / gamma)})


def _cauchy(chain: Inequality) -> None:
    chain.weaken(
        "Cauchy–Schwarz on the losses: H is at most H₂√M", right=chain.right - H + H2 * sp.sqrt(M), where={H: H2 * sp.sqrt(M) - rest}
    )


def any_start_l2() -> SymbolicDerivation:
    """s² ≤ Λs + ℓ/ρ, solved."""
    chain = _first(length)
    _cauchy(chain)
    c = positive("c")[0]
    solved = Inequality("with s = √M and c for what is left", s**2, H2 * s + c, after=chain)
    solved.check("the quadratic", chain.right, H2 * sp.sqrt(M) + length / gamma)
    solved.note("where", eq(c, length / gamma))
    solved.solve("the larger root", s)
    root = sp.sqrt(H2**2 / 4 + length / gamma)
    solved.check("halved", solved.right.subs(c, length / gamma), H2 / 2 + root)
    return solved.conclude("square, and put c back", M, "<=", (H2 / 2 + root) ** 2, **NAMES, **{"√(H₂²/4 + ℓ/γ)": root})


def any_start_l2_radius() -> SymbolicDerivation:
    """s² ≤ (r/ρ + Λ)s + 2a/ρ, and its root relaxed."""
    chain = _within()
    _cauchy(chain)
    return by_root(chain, R / gamma + H2, 2 * away / gamma, NAMES | {"√(2a/γ)": sp.sqrt(2 * away / gamma)})
