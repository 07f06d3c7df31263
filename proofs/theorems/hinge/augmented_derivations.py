"""SymPy's way along the printed proof of MR Theorem 3: Theorem 1 in the augmented space, and the best Δ."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, positive

gamma = symbol("gamma")
M, Delta, losses, squares = positive("M Delta Lambda S_2")
NAMES = {"M": M, "Δ": Delta, "H₂": losses, "S2": squares, "√M": sp.sqrt(M), "√S₂": sp.sqrt(squares)}


def hinge_l2_every_delta() -> SymbolicDerivation:
    """Theorem 1 in the augmented space: each example gets a coordinate Δ of its own, and u one that makes up for the loss."""
    a, b = positive("a b")
    chain = Inequality(
        "Cauchy–Schwarz for the augmented comparator, of square a, and weights, of square b, with P for their product",
        sp.Symbol("P", positive=True) ** 2,
        a * b,
        by="cauchy-schwarz",
        **{"a·b": sp.Symbol("P", positive=True), "a·a": a, "b·b": b},
    )
    longer = chain.cite(
        "energy there: each of the M examples is longer by Δ², so that Σ‖x‖² is S₂ + MΔ²",
        b,
        squares + M * Delta**2,
        by="norm-growth",
        W=sp.sqrt(b),
        S2=squares + M * Delta**2,
    )
    chain.weaken("so", right=a * (squares + M * Delta**2), since=[longer])
    gained = chain.cite(
        "progress there: with the losses made up for, every example has the margin γ",
        gamma * M,
        sp.Symbol("P", positive=True),
        by="progress",
        P=sp.Symbol("P", positive=True),
        TD=0,
        M=M,
    )
    gained.square("squared")
    gained.follow("so", chain)
    gained.substitute(
        "u has length 1 at most, and its new coordinates are ξ/Δ, whose squares sum to γ²Λ²/Δ²", {a: 1 + gamma**2 * losses**2 / Delta**2}
    )
    gained.multiply("divide by γ²", gamma**-2, left=M**2, right=(1 + gamma**2 * losses**2 / Delta**2) * (squares + M * Delta**2) / gamma**2)
    return gained.finish("hinge-l2-every-delta", **NAMES)


def hinge_l2_printed() -> SymbolicDerivation:
    """The right side least in Δ, and the root of both sides."""
    right = (1 + gamma**2 * losses**2 / Delta**2) * (squares + M * Delta**2) / gamma**2
    chain = Inequality("MR's bound for every Δ, with Λ for ‖L‖", M**2, right, by="hinge-l2-every-delta", **NAMES)
    best = sp.sqrt(gamma * losses * sp.sqrt(squares / M))
    chain.minimise("MR's best Δ", Delta, best)
    chain.rewrite("which is a square", right=(sp.sqrt(squares) / gamma + sp.sqrt(M) * losses) ** 2)
    chain.square_roots("roots", left=M, right=sp.sqrt(squares) / gamma + sp.sqrt(M) * losses)
    return chain.finish("hinge-l2-printed", **NAMES)
