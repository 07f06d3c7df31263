"""SymPy's way along the printed proof of MR Theorem 3: Theorem 1 in the augmented space, and the best Δ."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, symbol
from proofs.derive.sympy.inequality_chain import Inequality, positive

gamma = symbol("gamma")
M, Delta, losses, squares = positive("M Delta Lambda S_2")
NAMES = {"M": M, "Δ": Delta, "1/Δ": 1 / Delta, "H₂": losses, "S2": squares, "1/γ": 1 / gamma, "√S₂": sp.sqrt(squares), "√M": sp.sqrt(M)}


def _joined() -> Inequality:
    chain = Inequality(
        "⟨u′Z, w′⟩ ≥ γM, ‖u′Z‖² ≤ 1 + γ²Λ²/Δ² and ‖w′‖² ≤ Σ‖x‖² + MΔ², with Λ for ‖L‖ and S₂ for Σ‖x‖²; Cauchy–Schwarz",
        (gamma * M) ** 2,
        (1 + gamma**2 * losses**2 / Delta**2) * (squares + M * Delta**2),
    )
    chain.multiply("divide by γ²", gamma**-2)
    return chain


def hinge_l2_every_delta() -> SymbolicDerivation:
    """Theorem 1 in the augmented space."""
    return _joined().finish(**NAMES)


def hinge_l2_printed() -> SymbolicDerivation:
    """The right side least in Δ, and the root of both sides."""
    chain = _joined()
    chain.minimise("the right side in Δ", Delta)
    chain.rewrite("which is a square", right=(sp.sqrt(squares) / gamma + sp.sqrt(M) * losses) ** 2)
    chain.square_roots("roots")
    return chain.finish(**NAMES)
