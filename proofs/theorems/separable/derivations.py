"""SymPy's way to Novikoff's bound and to the worst case on a line, in the plane and in space."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, derived, le, line, quadratic, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive

M, gamma, R, W = map(symbol, ("M", "gamma", "R", "W"))
a, b, t = positive("a b t")
(rest,) = nonnegative("e")
phi, first = positive("phi phi_0")


def novikoff() -> SymbolicDerivation:
    """γM ≤ R√M."""
    return quadratic(gamma, R, sp.Integer(0))


def dimension_one() -> SymbolicDerivation:
    """A second mistake on a line contradicts the margin."""
    chain = Inequality(
        "on the line of u, ‖u‖²⟨z(0), z(1)⟩ = ⟨u, z(0)⟩⟨u, z(1)⟩; with margins γ + a and γ + b",
        sp.Symbol("U", positive=True) ** 2 * sp.Symbol("g", real=True),
        (gamma + a) * (gamma + b),
        "=",
    )
    size, inner = sp.Symbol("U", positive=True), sp.Symbol("g", real=True)
    product = sp.solve(sp.Eq(chain.left, chain.right), inner)[0]
    chain.at_most("so that ⟨z(0), z(1)⟩ is more than", gamma**2 / size**2, product, strict=True)
    chain.at_most("and that is more than 0, where a second mistake has ⟨w, z(1)⟩ = ⟨z(0), z(1)⟩ ≤ 0", 0, gamma**2 / size**2, strict=True)
    return chain.conclude("so there is none", M, "<=", sp.Integer(1))


def dimension_two() -> SymbolicDerivation:
    """M ≤ ⌊R²/(2γ²)⌋ + 1, by the trigonometry of two mistakes in a row.

    Take ‖x‖ ≤ 1 and write an update as (sin φ, ±cos φ) in the coordinates along u and across it, so that sin φ ≥ γ.  The kernel's proof of
    the same step has no angles: it is the algebra of (C − b)(C − c) ≥ 0.
    """
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
    return derived(
        line(
            "a mistake at ⟨u, w⟩ = a and one more after it, at angles φ and at least φ₀, the angle of γ, need",
            le(a * (sp.tan(phi) + sp.tan(first)), sp.cos(phi) - sp.sin(phi) * sp.tan(first)),
        ),
        line("divide: a is at most", short),
        line("its difference from the quotient is", differ),
        line("it falls in φ, its slope being", slope),
        line("so it is largest at φ₀, where sin φ₀ = γ", le(a, at_most)),
        line("t updates bring ⟨u, w⟩ to tγ at least, and a + γ has to be as much", le(t * gamma, at_most + gamma)),
        line("so the last mistake comes after t updates with", le(t, last)),
        line("in units of R, and one more for that mistake itself", le(symbol("M"), bound)),
    )


def dimension_three() -> SymbolicDerivation:
    """How long the spiral in R³ can go on: as long as Novikoff's bound lets it."""
    along, across = t * gamma, sp.sqrt(t - gamma**2 * t**2)
    room = Inequality(
        "after t updates by z = (γ, √(1 − γ²)v), ‖v‖ = 1, all with ⟨w, z⟩ = 0 and so ‖w‖² = t, w has γt along u and √(t − γ²t²) "
        "across; a next v needs γ·γt to be at most √(1 − γ²)√(t − γ²t²), or squared",
        (gamma * along) ** 2,
        (1 - gamma**2) * across**2,
    )
    room.multiply("divide by t", 1 / t)
    room.solve("so there is one while", t)
    room.equal("that is, while t + 1 is at most", room.right + 1, 1 / gamma**2)
    upper = R**2 / gamma**2
    room.note("so the spiral, of unit examples, makes ⌊1/γ²⌋ updates; no run makes more, by Novikoff's bound", le(M, upper))
    return room.conclude("M is whole", M, "<=", sp.floor(upper))


def novikoff_potential() -> SymbolicDerivation:
    """‖w‖ ≤ R√M and ⟨u, w⟩ ≥ γM, joined without a quotient."""
    P = sp.Symbol("P", nonnegative=True)
    chain = Inequality("energy", W**2, R**2 * M)
    chain.square_roots("roots")
    chain.multiply("times γ√M (or 0 on both sides, where M = 0)", gamma * sp.Symbol("s", positive=True))
    chain.substitute("that is", {sp.Symbol("s", positive=True): sp.sqrt(M)})
    chain.weaken("progress: γM is at most P = ⟨u, w⟩", right=R * P, where={P: gamma * M + rest})
    return chain.finish()
