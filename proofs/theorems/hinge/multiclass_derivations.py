"""SymPy's way to the bounds on structured and on multiclass prediction, from MR (8) and Novikoff's."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative

M, gamma, R, H2 = map(symbol, ("M", "gamma", "R", "H2"))
D, S, a, b, c = nonnegative("D S a b c")
PAIR = {"p(k)·p(k)": a, "q(k)·q(k)": b, "p(k)·q(k)": c}


def freund_schapire() -> SymbolicDerivation:
    """MR (8) in terms of D = γH₂."""
    chain = Inequality("MR (8), with H₂ = D/γ", M, (R / gamma + H2) ** 2, by="hinge-l2-radius")
    chain.substitute("as H₂ is the length of the losses, divided by γ", {H2: D / gamma})
    chain.multiply("times γ²", gamma**2, left=gamma**2 * M, right=(R + D) ** 2)
    return chain.finish("freund-schapire", D=D)


def structured_perceptron() -> SymbolicDerivation:
    """A mistake adds the difference of two Φ, as an update of the Perceptron adds an example."""
    words = "the Perceptron on the differences p − q, with their losses D"
    chain = Inequality(words, gamma**2 * M, (R + D) ** 2, by="freund-schapire", D=D)
    chain.cite("which are no longer than R", a - 2 * c + b, R**2, by="structured-perceptron#bounded examples", **PAIR)
    return chain.finish("structured-perceptron", D=D)


def _apart(chain: Inequality, of: str) -> Inequality:
    """‖p − q‖² ≤ 2R²."""
    one = chain.cite("the block of the truth has", a, R**2, by=f"{of}#bounded examples", **PAIR)
    two = chain.cite("that of the prediction", b, R**2, by=f"{of}#bounded predictions", **PAIR)
    cross = chain.cite("and they are at right angles", c, 0, "=", by=f"{of}#blocks", **PAIR)
    one.combine("so together", two, left=a + b, right=2 * R**2)
    one.combine("and ‖p − q‖² is", cross, -2, left=a + b - 2 * c, right=2 * R**2)
    return one


def multiclass() -> SymbolicDerivation:
    """Novikoff's bound with √2R in the place of R."""
    chain = Inequality("the Perceptron on the differences p − q, no longer than S", M, S**2 / gamma**2, by="novikoff", R=S)
    far = _apart(chain, "multiclass")
    chain.substitute("for S² = 2R²", {S: sp.sqrt(2) * R}, since=[far])
    chain.multiply("times γ²", gamma**2, left=gamma**2 * M, right=2 * R**2)
    return chain.finish("multiclass")


def multiclass_hinge() -> SymbolicDerivation:
    """Collins' bound with √2R in the place of R."""
    chain = Inequality("the structured Perceptron, with S for R", gamma**2 * M, (S + D) ** 2, by="structured-perceptron", R=S, D=D)
    far = _apart(chain, "multiclass-hinge")
    chain.substitute("for S² = 2R²", {S: sp.sqrt(2) * R}, since=[far])
    return chain.finish("multiclass-hinge", D=D, **{"√2R": sp.sqrt(2) * R})
