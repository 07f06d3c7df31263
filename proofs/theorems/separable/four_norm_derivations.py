"""SymPy's way to the bound of the p-norm Perceptron at p = 4: the growth of ‖θ‖₄² by induction, and Hölder's inequality."""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, real

M, gamma = map(symbol, ("M", "gamma"))


def four_norm_perceptron() -> SymbolicDerivation:
    """‖θ‖₄² grows by 3Y at most in a mistake, and ⟨u, θ⟩ by γ at least."""
    of, k = "four-norm-perceptron", sp.Symbol("k", integer=True, nonnegative=True)
    n, m, N, first, t, b, Y, B, D, last, _across, size, length = nonnegative("n m N n_0 t b Y B D P_M q s c")
    G, C = real("G C")
    along, gain = (sp.Function(name, real=True) for name in ("P", "g"))
    names: dict[str, Any] = {"S(k+1)·S(k+1)": m, "S(k)·S(k)": n, "Z(k)·Z(k)": D, "P(k)·P(k)": B, "Z(k)·S(k)": B}
    names |= {"P(k)·S(k)": G, "P(k)·Z(k)": C, "C·V(k+1)": along(k + 1), "C·V(k)": along(k), "C·v(k)": gain(k), "Y": Y}
    names |= {"·".join(reversed(key.split("·"))): value for key, value in names.items()}
    pieces = {"P·P": B, "S·Z": B, "S·S": n, "Z·Z": D, "P·S": G, "P·Z": C, "b": b, "y": Y}
    grown = Inequality(
        "with n = Σθ⁴ and its next value m, a mistake gives",
        m,
        n + 6 * B + D + 4 * G + 4 * C,
        "=",
        by=f"{of}#update",
        against={"S(k+1)": 1, "S(k)": 1, "P(k)": 2, "Z(k)": 1},
        **names,
    )
    sizes = [
        grown.cite("it is a mistake", G, 0, by=f"{of}#mistake-driven", **names),
        grown.cite("the example is short", D, Y**2, by=f"{of}#bounded examples", **names),
        grown.suppose("let Σθ⁴ be small after t mistakes", n, "<=", (3 * Y * t) ** 2),
    ]
    step = grown.cite(
        "for b² = Σθ⁴ or more, by Cauchy–Schwarz", n + 6 * B + D + 4 * G + 4 * C, (b + 3 * Y) ** 2, by="four-norm-step", **pieces
    )
    step.substitute("with b = 3Yt", {b: 3 * Y * t}, since=sizes)
    grown.follow("so", step)
    grown.rewrite("that is", right=(3 * Y * (t + 1)) ** 2)
    start = grown.cite("θ is 0 at first", first, 0, by=f"{of}#zero start", against=["S(0)"], **{"S(0)·S(0)": first})
    start.weaken("so", right=(3 * Y * 0) ** 2)
    chain = grown.induct("so by induction", sizes[2], start, now=n, next=m, last=N, index=t, start=first, from_=0, upto=M)
    ahead = chain.cite("u has the margin", gamma, gain(k), by=f"{of}#separable", **names)
    moved = chain.cite("which a mistake adds to P = ⟨u, θ⟩", gain(k), along(k + 1) - along(k), "=", by=f"{of}#gain", against=["C"], **names)
    ahead.follow("so", moved)
    ahead.sum_up("summed over the mistakes", k, M, left=gamma * M)
    ahead.rewrite("the right side telescopes", right=along(M) - along(0))
    ahead.substitute("from 0 to P", {along(0): 0, along(M): last})
    ahead.square("squared")
    holder = chain.cite("Cauchy–Schwarz", last**2, length * size, by="cauchy-schwarz", **{"a·a": length, "b·b": size, "a·b": last})
    unit = chain.cite("u is no longer than 1", length, 1, by=f"{of}#unit comparator", **{"C·C": length})
    holder.weaken("so", right=size, since=[unit])
    again = chain.cite("and again, for Σc²θ²", size**2, length * N, by="cauchy-schwarz", **{"a·a": length, "b·b": N, "a·b": size})
    again.weaken("so", right=N, since=[unit])
    again.follow("so", chain)
    again.square_roots("so", left=size, right=3 * Y * M)
    ahead.follow("with both", holder)
    ahead.follow("and so", again)
    ahead.solve("a quadratic inequality in M, with the roots 0 and 3Y/γ²", M, 3 * Y / gamma**2)
    ahead.multiply("times γ²", gamma**2, left=gamma**2 * M, right=3 * Y)
    return ahead.finish(of, Y=Y)
