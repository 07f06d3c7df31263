"""SymPy's way to the worst case in the plane: the trigonometry of two mistakes in a row.

Take ‖x‖ ≤ 1 and write an update as (sin φ, ±cos φ) in the coordinates along u and across it, so that sin φ ≥ γ.  The kernel's proof of the
same step has no angles: it is the algebra of (C − b)(C − c) ≥ 0.
"""

import sympy as sp

from proofs.derive.sympy.derivation import ListedDerivation, SymbolicDerivation, line, symbol

gamma, R = symbol("gamma"), symbol("R")
a, phi, first, t = (sp.Symbol(name, positive=True) for name in ("a", "phi", "phi_0", "t"))


def dimension_two() -> SymbolicDerivation:
    """M ≤ ⌊R²/(2γ²)⌋ + 1."""
    room = (sp.cos(phi) - sp.sin(phi) * sp.tan(first)) / (sp.tan(phi) + sp.tan(first))
    short = sp.cos(phi) * sp.cot(phi + first)
    angles = {sp.tan(at): sp.sin(at) / sp.cos(at) for at in (phi, first)} | {sp.cot(at): sp.cos(at) / sp.sin(at) for at in (phi, first)}
    differ = sp.simplify((room - sp.expand_trig(short)).subs(angles))
    slope = sp.diff(short, phi)
    C = sp.Symbol("C", positive=True)  # cos φ₀
    double = sp.cos(first) * sp.cos(2 * first) / sp.sin(2 * first)  # short at φ₀
    at_most = sp.expand_trig(double).subs({sp.sin(first): gamma, sp.cos(first): C})
    at_most = sp.expand(sp.simplify(at_most.subs(C, sp.sqrt(1 - gamma**2))))
    last = sp.solve(sp.Eq(t * gamma, at_most + gamma), t)[0]
    bound = sp.floor(sp.simplify(last.subs(gamma, gamma / R))) + 1
    return ListedDerivation(
        (
            line(
                "a mistake at ⟨u, w⟩ = a and one more after it, at angles φ and at least φ₀, the angle of γ, need",
                sp.Le(a * (sp.tan(phi) + sp.tan(first)), sp.cos(phi) - sp.sin(phi) * sp.tan(first), evaluate=False),
            ),
            line("divide: a is at most", short),
            line("its difference from the quotient is", differ),
            line("it falls in φ, its slope being", slope),
            line("so it is largest at φ₀, where sin φ₀ = γ", sp.Le(a, at_most, evaluate=False)),
            line("t updates bring ⟨u, w⟩ to tγ at least, and a + γ has to be as much", sp.Le(t * gamma, at_most + gamma, evaluate=False)),
            line("so the last mistake comes after t updates with", sp.Le(t, last, evaluate=False)),
            line("in units of R, and one more for that mistake itself", sp.Le(symbol("M"), bound, evaluate=False)),
        ),
        bound,
    )
