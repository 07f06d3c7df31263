"""SymPy's way to where the printed (5) and (6) fail."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative

M, gamma, R, H2, S2, W = map(symbol, ("M", "gamma", "R", "H2", "S2", "W"))
P, s = nonnegative("P s")  # Σ⟨u, z⟩², √M
k = sp.Symbol("k", integer=True, nonnegative=True)
xi, g = sp.Function("xi", real=True)(k), sp.Function("g", real=True)(k)


def _along_weights(of: str) -> Inequality:
    """H₂² ≤ M − 2‖w‖/ρ + P/ρ² for u = w/‖w‖ and ρ = γ."""
    names = {"ξ(k)": xi, "u·z(k)": g}
    chain = Inequality("a slack ξ is 0 or what g = ⟨u, z⟩ lacks of γ", xi * (g + xi), gamma * xi, "=", by=f"{of}#ξ is tight", **names)
    chain.add("so", -g * xi, left=xi**2, right=(gamma - g) * xi)
    chain.multiply("twice", 2, left=2 * xi**2, right=2 * (gamma - g) * xi)
    spare = chain.at_most("a square is not negative", 0, (gamma - g - xi) ** 2)
    chain.combine("added", spare, left=2 * xi**2, right=(gamma - g) ** 2 + xi**2)
    chain.add("so in either case", -(xi**2), left=xi**2, right=gamma**2 - 2 * gamma * g + g**2)
    sums = {one: sp.Sum(one, (k, 0, M - 1)) for one in (xi**2, g, g**2)}
    chain.sum_up("summed over the M updates", k, M, left=sums[xi**2], right=gamma**2 * M - 2 * gamma * sums[g] + sums[g**2])
    values = {sums[xi**2]: gamma**2 * H2**2, sums[g]: W, sums[g**2]: P}
    chain.substitute("at u = w/‖w‖ the products sum to ‖w‖; P is the sum of their squares, and γ²H₂² that of the slacks", values)
    chain.multiply("divide by γ²", gamma**-2)
    return chain


def squared_hinge_never() -> SymbolicDerivation:
    """From which ρ on (5) falls below M."""
    chain, extra = _along_weights("squared-hinge-never"), 2 * R * sp.sqrt(S2) / gamma**2
    chain.add("what (5) adds", extra)
    far = chain.cite("γ is so large that", P + 2 * R * sp.sqrt(S2), 2 * gamma * W, "<", by="squared-hinge-never#far", P=P)
    chain.weaken("then the right side is less than M", right=M, since=[far], strict=True)
    return chain.finish("squared-hinge-never")


def squared_hinge_never_radius() -> SymbolicDerivation:
    """From which ρ on (6) falls below M."""
    chain, short = _along_weights("squared-hinge-never-radius"), 2 * R**2 / gamma**2
    far = chain.cite("γ is so large that", P + 4 * R**2 * sp.sqrt(M), 2 * gamma * W, "<", by="squared-hinge-never-radius#far", P=P)
    chain.weaken("then the right side is less than", right=M - 2 * short * sp.sqrt(M), since=[far], strict=True)
    chain.weaken("and than a square", right=(sp.sqrt(M) - short) ** 2)

    chain.name("write s for √M", s, sp.sqrt(M))
    joined = chain.cite("Cauchy–Schwarz on the M products", W**2, M * P, by="losses-cauchy-schwarz", TD=W, Q=P)
    joined.rewrite("that is", right=s**2 * P)
    some = far.copy()
    some.weaken("the weights are not 0", left=sp.Integer(0))
    some.multiply("divide by 2γ", 1 / (2 * gamma))
    some.square("square")
    some.follow("so", joined)
    none = some.suppose("if P were 0", P, "<=", 0)
    some.weaken("that would be", right=sp.Integer(0), since=[none])
    some.refute("so P is positive", none)

    large = chain.at_most("a square is not negative", 0, (P - 4 * R**2 * s) ** 2)
    large.add("add 16R²sP", 16 * R**2 * s * P, right=(P + 4 * R**2 * s) ** 2)
    squared = far.copy()
    squared.rewrite("with s", left=P + 4 * R**2 * s)
    squared.square("γ's size, squared")
    large.follow("so", squared)
    joined.multiply("Cauchy–Schwarz times 4γ²", 4 * gamma**2)
    large.follow("and with it", joined)
    large.multiply("divide by P", 1 / P, since=[some], left=16 * R**2 * s, right=4 * gamma**2 * s**2)
    case = large.suppose("were s no more than 2R²/γ²,", s, "<=", short)
    large.weaken("that would be", right=8 * R**2 * s, since=[case])
    large.refute("which is false", case)

    chain.rewrite("with s", right=(s - short) ** 2)
    chain.square_roots("roots", left=H2, right=s - short, since=[large])
    chain.add("add 2R²/γ²", short)
    chain.square("square")
    chain.rewrite("s² is M", right=M)
    return chain.finish("squared-hinge-never-radius")
