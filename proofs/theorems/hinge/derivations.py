"""SymPy's way to the hinge bounds: the quadratic in √M solved, relaxed, or minimised over a free parameter.

With b = ‖u‖R/γ the core says M ≤ b√M + H.  The exact root is that of `quadratic`; what the sources print gives some away.
"""

from dataclasses import replace

import sympy as sp

from proofs.derive.sympy.derivation import DerivationLine, SymbolicDerivation, derived, eq, le, line, quadratic, quadratic_roots, symbol
from proofs.theorems.core.derivations import mr_3

hinge_l1 = mr_3

M, gamma, R, U, H, H2, S2, TD, B, eta = map(symbol, ("M", "gamma", "R", "U", "H", "H2", "S2", "TD", "B", "eta"))
b, h, s, weight = (sp.Symbol(name, positive=True) for name in ("b", "h", "s", "lambda"))


def hinge_root() -> SymbolicDerivation:
    """γM ≤ √M + TD."""
    return quadratic(gamma, sp.Integer(1), TD)


def hinge_simple() -> SymbolicDerivation:
    """The exact root relaxed by √(1 + 4h) ≤ 1 + 2h."""
    exact = quadratic(gamma, sp.Integer(1), TD).right
    scaled = sp.expand(sp.simplify((gamma**2 * exact).subs(TD, h / gamma)))
    root = sp.sqrt(1 + 4 * h)
    relaxed = sp.simplify(scaled.subs(root, 1 + 2 * h))
    bound = sp.expand(relaxed.subs(h, gamma * TD) / gamma**2)
    gap = (1 + 2 * h) ** 2 - root**2
    return derived(
        line("the exact root, with h = γ·TD", le(gamma**2 * M, scaled)),
        line("relax the root: the squares differ by a square", eq((1 + 2 * h) ** 2 - (1 + 4 * h), sp.factor(sp.expand(gap)))),
        line("so the root is at most 1 + 2h", le(gamma**2 * M, relaxed)),
        line("divide by γ²", le(M, bound)),
    )


def hinge_distance() -> SymbolicDerivation:
    """Twice the loss and 1/γ², where TD is a distance."""
    return replace(hinge_simple(), atoms={"M": M, "1/γ": 1 / gamma, "ΣD": TD})


def _core(slope: sp.Expr) -> tuple[DerivationLine, ...]:
    return (line("the core gives, for s = √M", le(s**2, b * s + H)), line("where", eq(b, slope)))


def hinge_rescaled() -> SymbolicDerivation:
    """M ≤ b√M + H with 2b√M ≤ b² + M."""
    spare = sp.expand((b - s) ** 2)
    solved = sp.solve(sp.Eq(M, (b**2 + M) / 2 + H), M)[0]
    bound = solved.subs(b, U / gamma)
    return derived(
        *_core(U / gamma),
        line("a square is not negative", le(0, _unexpanded(spare))),
        line("so 2bs is at most b² + M; solve for M", le(M, solved)),
        line("put b back", le(M, bound)),
    )


def _unexpanded(term: sp.Expr) -> sp.Expr:
    return sp.factor(term)


def hinge_pareto() -> SymbolicDerivation:
    """The quadratic in √M with a weight in its square, and the weight that is best."""
    solved = sp.simplify(sp.solve(sp.Eq(M, (b**2 / weight + weight * M) / 2 + H), M)[0])
    loss_factor = sp.simplify(solved.diff(H))
    chosen = sp.solve(sp.Eq(B, loss_factor), weight)[0]
    family = sp.collect(sp.expand(sp.simplify(solved.subs(weight, chosen))), H)
    family = sp.factor(family.subs(H, 0)) + B * H
    positive_H = sp.Symbol("H", positive=True)
    best = next(at for at in sp.solve(sp.diff(family.subs(H, positive_H), B), B) if sp.simplify(at - 1).is_positive is not False)
    exact = quadratic(sp.Integer(1), b, positive_H).right
    least = sp.simplify(family.subs(H, positive_H).subs(B, best))
    return SymbolicDerivation(
        (
            *_core(R * U / gamma),
            line("for any weight λ", le(0, (b - weight * s) ** 2 / (2 * weight))),
            line("so bs is at most b²/(2λ) + λM/2; solve for M", le(M, solved)),
            line("call the factor of H by the name B", eq(B, loss_factor), eq(weight, chosen)),
            line("then", le(M, family)),
            line("the best B for a given loss is", eq(B, best)),
            line("there the family touches the exact root: the difference of the two is", sp.simplify(sp.expand(least - sp.expand(exact)))),
        ),
        family.subs(b, R * U / gamma),
    )


def _sum_of_roots(slope: sp.Expr, constant: sp.Expr) -> tuple[tuple[DerivationLine, ...], sp.Expr]:
    """s ≤ b + √c, from s² ≤ bs + c."""
    c = sp.Symbol("c", positive=True)
    root = quadratic_roots(sp.Integer(1), b, c)[1]
    gap = sp.expand((b + 2 * sp.sqrt(c)) ** 2 - (b**2 + 4 * c))
    return (
        line("the core gives, for s = √M", le(s**2, b * s + c)),
        line("where", eq(b, slope), eq(c, constant)),
        line("its larger root", le(s, root)),
        line("relax the root: the squares differ by", eq((b + 2 * sp.sqrt(c)) ** 2 - (b**2 + 4 * c), gap)),
        line("so", le(s, sp.simplify(root.subs(sp.sqrt(b**2 + 4 * c), b + 2 * sp.sqrt(c))))),
    ), slope + sp.sqrt(constant)


def ssbd_21_16() -> SymbolicDerivation:
    """√M ≤ b + √H put back into M ≤ b√M + H."""
    lines, root = _sum_of_roots(R * U / gamma, H)
    bound = sp.expand(R * U / gamma * root + H)
    return derived(*lines, line("put it back into M ≤ b√M + H", le(M, bound)))


def hinge_l1_radius() -> SymbolicDerivation:
    """The square of √M ≤ r/ρ + √‖L‖₁."""
    lines, root = _sum_of_roots(R / gamma, H)
    return derived(*lines, line("square", le(M, root**2)))


def squared_hinge_radius() -> SymbolicDerivation:
    """The square of √M ≤ 2r/ρ + Λ."""
    lines, root = _sum_of_roots(2 * R / gamma, H2**2)
    return derived(*lines, line("square", le(M, root**2)))


def hinge_l2() -> SymbolicDerivation:
    """s² ≤ Λs + √Σ‖x‖²/ρ."""
    return quadratic(sp.Integer(1), H2, sp.sqrt(S2) / gamma)


def hinge_l2_radius() -> SymbolicDerivation:
    """s² ≤ (Λ + r/ρ)s."""
    return quadratic(sp.Integer(1), H2 + R / gamma, sp.Integer(0))


def l1_dominates_l2() -> SymbolicDerivation:
    """With x the root of x² = Λx + c, (3) is at most Λx + c."""
    c, x = sp.Symbol("c", positive=True), sp.Symbol("x", positive=True)
    root = quadratic_roots(sp.Integer(1), H2, c)[1]
    bound = sp.simplify(root**2).subs(c, sp.sqrt(S2) / gamma)
    return SymbolicDerivation(
        (
            line("(7) solves", eq(x**2, H2 * x + c)),
            line("where", eq(c, sp.sqrt(S2) / gamma)),
            line("that is", eq(x, root)),
            line("the difference of its two sides there is", sp.simplify(root**2 - H2 * root - c)),
            line("‖L‖₁ is at most Λ√M by Cauchy–Schwarz, and √M is at most x by (7)", le(H + c, H2 * x + c)),
            line("whose right side is x²", le(H + sp.sqrt(S2) / gamma, root.subs(c, sp.sqrt(S2) / gamma) ** 2)),
        ),
        bound,
        H + sp.sqrt(S2) / gamma,
    )


def squared_hinge() -> SymbolicDerivation:
    """The squared hinge above its tangent at 0: (1 − v)² ≥ 1 − 2v."""
    v = sp.Symbol("v", real=True)
    loss = (1 - v) ** 2
    minorant = loss.subs(v, 0) + sp.diff(loss, v).subs(v, 0) * v
    solved = sp.expand(sp.solve(sp.Eq(M, (H2**2 + M) / 2 + sp.sqrt(S2) / gamma), M)[0])
    return derived(
        line("the tangent of the squared loss at v = 0", minorant),
        line("the loss lies above it by a square", eq(loss - minorant, sp.factor(sp.expand(loss - minorant)))),
        line("for v = 1 − ξ/γ, summed over the updates", le(2 * H - M, H2**2)),
        line("with (3)", le(M, H + sp.sqrt(S2) / gamma)),
        line("solve for M", le(M, solved)),
    )
