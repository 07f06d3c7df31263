"""SymPy's way to where the printed (5) and (6) fail."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive

M, gamma, R, H2, S2, W = map(symbol, ("M", "gamma", "R", "H2", "S2", "W"))
(scored,) = nonnegative("P")
far, at_least = positive("f h")
RUN = {"M": M, "H₂": H2, "√S₂": sp.sqrt(S2), "R": R, "1/γ": 1 / gamma, "√M": sp.sqrt(M)}


def _along_weights() -> Inequality:
    words = "at u = w/‖w‖ the squares (1 − ⟨u, z⟩/ρ)² sum to M − 2‖w‖/ρ + P/ρ², with P = Σ⟨u, z⟩² and ρ = γ; the loss Λ² is no more"
    return Inequality(words, H2**2, M - 2 * W / gamma + scored / gamma**2)


def squared_hinge_never() -> SymbolicDerivation:
    """From which ρ on (5) falls below M."""
    chain, extra = _along_weights(), 2 * R * sp.sqrt(S2) / gamma**2
    chain.add("what (5) adds", extra)
    chain.note("less than M for every ρ above", sp.solve(chain.right - M, gamma)[0])
    needed = (scored + 2 * R * sp.sqrt(S2)) / (2 * gamma)
    chain.weaken("there ‖w‖ is more, by f > 0, than is needed", right=M, where={W: needed + far}, strict=True)
    return chain.finish(**RUN)


def squared_hinge_never_radius() -> SymbolicDerivation:
    """From which ρ on (6) falls below M."""
    chain, short = _along_weights(), 2 * R**2 / gamma**2
    less = M - 2 * short * sp.sqrt(M)
    needed = (scored + 4 * R**2 * sp.sqrt(M)) / (2 * gamma)
    chain.weaken("where 2ρ‖w‖ > P + 4r²√M, ‖w‖ exceeding what is needed by f, less than", right=less, where={W: needed + far}, strict=True)
    chain.weaken("and than", right=less + short**2)
    chain.substitute("with √M = 2r²/ρ² + h, h > 0, as ρ is large", {M: (short + at_least) ** 2})
    chain.rewrite("a square", right=at_least**2)
    chain.square_roots("roots")
    chain.add("add 2r²/ρ²", short)
    chain.square("square")
    chain.substitute("and put M back", {at_least: sp.sqrt(M) - short})
    chain.rewrite("so", right=M)
    return chain.finish(**RUN)
