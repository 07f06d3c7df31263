"""SymPy's way to what makes a loss admissible: slopes, tangents at 0, and MR (1) and (2) from them."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, eq, le, quadratic, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive
from proofs.theorems.core.derivations import by_root

M, R, U, S2, W = map(symbol, ("M", "R", "U", "S2", "W"))
P = sp.Symbol("P", real=True)
rho, g, phi0, delta, v = positive("rho g phi_0 delta v")
a, c, e, losses, r = nonnegative("a c e L r")
x, y, m, n, t = (sp.Symbol(name, real=True) for name in ("x", "y", "m", "n", "t"))
first, second = nonnegative("s t")  # hinge losses at two points
s = sp.Symbol("s", positive=True)  # √M
NAMES = {"x": x, "y": y, "1/ρ": 1 / rho, "r": r, "φ(x)": first, "φ(y)": second}


def _contraction() -> Inequality:
    chain = Inequality("left of ρ the hinge loss is", 1 - x / rho, 1 - x / rho, "=")
    chain.equal("its slope there, and 0 right of ρ, is", sp.diff(1 - x / rho, x), -1 / rho)
    value = chain.right
    chain.equal("for two points left of ρ the squared difference is", (value - value.subs(x, y)) ** 2, (x - y) ** 2 / rho**2)
    chain.at_most("for ρ − a and ρ + c, one on each side, it is", (value.subs(x, rho - a) - 0) ** 2, (a + c) ** 2 / rho**2)
    return chain


def admissible_loss() -> SymbolicDerivation:
    """The hinge's Lipschitz constant is its slope."""
    return _contraction().conclude("so with s, t for the losses at x, y", (first - second) ** 2, "<=", (x - y) ** 2 / rho**2, **NAMES)


def squared_hinge_lipschitz() -> SymbolicDerivation:
    """The squared hinge's slope, steepest at the left end of a range."""
    chain = _contraction()
    slope = sp.factor(sp.diff((1 - x / rho) ** 2, x))
    chain.note("the squared hinge has the slope", slope)
    chain.at_most("which grows with x from below 0, so that it is steepest at −r", 0, sp.diff(slope, x), strict=True)
    most = chain.equal("there", -slope.subs(x, -r), 2 * (rho + r) / rho**2)
    chain.note("and not at r, which MR takes", slope.subs(x, r))
    sum_of = 2 * (1 + r / rho)
    chain.at_most(
        "for s² − t² = (s − t)(s + t), where s and t are at most 1 + r/ρ",
        first + second,
        sum_of,
        where={first: 1 + r / rho - a, second: 1 + r / rho - c},
    )
    chain.check("it is the slope", sum_of / rho, most)
    return chain.conclude("so", (first**2 - second**2) ** 2, "<=", most**2 * (x - y) ** 2, **NAMES)


def squared_hinge_not_lipschitz() -> SymbolicDerivation:
    """The squared hinge from 0 to −g, at ρ = 1."""
    loss = (1 - x) ** 2
    chain = Inequality("the squared hinge at −g", loss.subs(x, -g), loss.subs(x, -g), "=")
    chain.equal("its difference from the loss at 0, over g, is", sp.expand((loss.subs(x, -g) - 1) / g), g + 2)
    chain.at_most("more than g, whatever g is", g, g + 2, strict=True)
    chain.at_most("times g, and 1 more", g**2 + 1, sp.expand(loss.subs(x, -g)), strict=True)
    return chain.conclude("so", g**2 + 1, "<", (1 + g) ** 2, **{"g": g, "φ(x)": 1 + g})


def admissible_loss_huber() -> SymbolicDerivation:
    """Huber's loss as the integral of its slope."""
    narrow = sp.integrate(v, (v, 0, 1))
    wide = sp.integrate(v, (v, 0, delta)) + sp.integrate(delta, (v, delta, 1))
    chain = Inequality("Huber's loss has the slope v up to δ, and then δ; for δ ≥ 1 H(1) is", narrow, narrow, "=")
    chain.note("and for δ < 1", sp.factor(wide))
    chain.at_most("which at δ = 1/(1 + a) < 1 is positive", 0, wide, where={delta: 1 / (1 + positive("a")[0])}, strict=True)
    value = sp.Symbol("H", real=True)
    return chain.conclude("in both cases", 0, "<", value, **{"H(1)": value})


def _minorant() -> Inequality:
    P = sp.Symbol("P", real=True)
    loss = sp.Function("phi")
    chain = Inequality(
        "the tangent of slope −g at 0 lies below the loss; summed over the updates, with P = ⟨u, w⟩ and L = Σφ", phi0 * M - g * P, losses
    )
    chain.note("for one loss it says", le(phi0 - g * x, loss(x)))
    chain.add("so", g * P)
    chain.weaken("Cauchy–Schwarz and energy: P is at most ‖u‖√Σ‖x‖²", right=losses + g * U * sp.sqrt(S2), where={P: U * sp.sqrt(S2) - e})
    return chain


def _names() -> dict[str, sp.Expr]:
    return {
        "φ(0)": phi0,
        "1/φ(0)": 1 / phi0,
        "g": g,
        "M": M,
        "ΣL": losses,
        "‖u‖": U,
        "√S₂": sp.sqrt(S2),
        "R": R,
        "√(Σφ/φ(0))": sp.sqrt(losses / phi0),
    }


def affine_minorant() -> SymbolicDerivation:
    """The losses lie above their tangents at 0."""
    return _minorant().finish(**_names())


def unit_minorant() -> Inequality:
    """M ≤ (Σφ + g√Σ‖x‖²)/φ(0)."""
    chain = _minorant()
    chain.weaken("with ‖u‖ ≤ 1", right=losses + g * sp.sqrt(S2), where={U: 1 / (1 + a)})
    chain.multiply("divide by φ(0)", 1 / phi0)
    return chain


def admissible_bound() -> SymbolicDerivation:
    """The tangents, for a unit comparator."""
    return unit_minorant().finish(**_names())


def admissible_bound_radius() -> SymbolicDerivation:
    """The quadratic in √M, and its root relaxed."""
    chain = unit_minorant()
    chain.weaken("Σ‖x‖² is at most R²M", right=losses / phi0 + g * R * sp.sqrt(M) / phi0, where={S2: R**2 * M / (1 + a) ** 2})
    return by_root(chain, g * R / phi0, losses / phi0, _names())


def hinge_dominates() -> SymbolicDerivation:
    """Where the tangent at 0 meets 0."""
    value, part = nonnegative("phi h")
    chain = Inequality("the tangent at 0 lies below the loss", phi0 - g * x, value)
    at = sp.solve(phi0 - g * x, x)[0]
    chain.note("it is 0 at", eq(rho, at))
    chain.substitute("call that ρ", {g: sp.solve(sp.Eq(rho, at), g)[0]})
    chain.rewrite("so the tangent is φ(0) times the hinge's argument", left=phi0 * (1 - x / rho))
    return chain.conclude(
        "as the loss is not negative either, it is above φ(0) times the hinge h",
        phi0 * part,
        "<=",
        value,
        **{"φ(0)": phi0, "φ(x)": value, "h": part},
    )


def admissible_bound_root() -> SymbolicDerivation:
    """MR (2) before the roots are taken apart."""
    r, g, phi0, losses = positive("r g phi_0 L")
    square = quadratic(sp.Integer(1), g * r / phi0, losses / phi0).right
    chain = Inequality("(1) with √Σ‖x‖² ≤ r√M, for s = √M", s**2, g * r / phi0 * s + losses / phi0)
    chain.solve("s is at most the larger root", s)
    chain.square("squared")
    chain.rewrite("in which s² is M", right=square)
    return chain.conclude(
        "so",
        M,
        "<=",
        square,
        M=M,
        g=g,
        R=r,
        **{"1/φ(0)": 1 / phi0, "ΣL": losses, "√(b² + 4Σφ/φ(0))": sp.sqrt((g * r / phi0) ** 2 + 4 * losses / phi0)},
    )


def admissible_bound_weights() -> SymbolicDerivation:
    """The tangent of a loss, progress and Cauchy–Schwarz."""
    g, phi0, losses = positive("g phi_0 L")
    chain = Inequality("a loss above φ(0) − gx, summed over the updates, with P = ⟨u, w⟩", phi0 * M - g * P, losses)
    chain.add("so", g * P)
    chain.weaken("Cauchy–Schwarz, with ‖u‖ ≤ 1", right=losses + g * W, where={P: W - e})
    chain.multiply("divide by φ(0)", 1 / phi0)
    return chain.finish(M=M, g=g, **{"1/φ(0)": 1 / phi0, "ΣL": losses, "‖w‖": W})


def _away() -> tuple[sp.Expr, sp.Expr, dict[str, sp.Expr]]:
    """‖w(0)‖/η, and what takes the place of √Σ‖x‖²."""
    eta, first = positive("eta")[0], sp.Symbol("W_1", nonnegative=True)
    root = sp.sqrt(first**2 / eta**2 + S2)
    return first / eta, first / eta + root, {"1/η": 1 / eta, "‖w₁‖": first, "√(‖w₁‖²/η² + S₂)": root}


def _from_anywhere(reach: sp.Expr) -> Inequality:
    """M ≤ (Σφ + g·reach)/φ(0)."""
    chain = Inequality("the losses lie above their tangents at 0; the master inequality from any start", phi0 * M - losses, g * U * reach)
    chain.weaken("with ‖u‖ ≤ 1", right=g * reach, where={U: 1 / (1 + a)})
    chain.add("so", losses)
    chain.multiply("divide by φ(0)", 1 / phi0)
    return chain


def any_start_loss() -> SymbolicDerivation:
    """MR (1) with a + √(a² + Σ‖x‖²) for √Σ‖x‖²."""
    _, reach, names = _away()
    return _from_anywhere(reach).finish(**(_names() | names))


def any_start_loss_radius() -> SymbolicDerivation:
    """The quadratic in √M, and its root relaxed."""
    away, _, names = _away()
    slope, constant = g * R / phi0, (losses + 2 * g * away) / phi0
    names |= {"√((ΣL + 2ga)/φ(0))": sp.sqrt(constant)}
    return by_root(_from_anywhere(2 * away + R * sp.sqrt(M)), slope, constant, _names() | names)


def huber_lipschitz() -> SymbolicDerivation:
    """The slope of Huber's loss, which stops growing at δ."""
    inside, outside = sp.diff(v**2 / 2, v), sp.diff(delta * v - delta**2 / 2, v)
    chain = Inequality("Huber's loss has, right of 0 and up to δ, the slope", inside, inside, "=")
    chain.note("beyond δ the slope", outside)
    chain.at_most("inside, where v = δ/(1 + a), it is at most δ", inside, delta, where={v: delta / (1 + a)})
    value, other = (sp.Symbol(name, real=True) for name in ("H_x", "H_y"))
    return chain.conclude(
        "so with H_x, H_y for the losses at x, y, which are e apart",
        value - other,
        "<=",
        delta * e,
        **{"H(x)": value, "H(y)": other, "D": e, "δ": delta},
    )


def power_tangent() -> SymbolicDerivation:
    """Where the power less its tangent is least."""
    p, base, at = sp.Symbol("p", positive=True), *positive("s t")
    slope = sp.diff(base**p, base)
    chain = Inequality("the slope of the power at s is", slope, slope, "=")
    chain.note("so its tangent there is", base**p + slope * (at - base))
    chain.equal("the slope of the difference, at t = s", sp.diff(at**p - slope * at, at).subs(at, base), 0)
    chain.note("and its slope in turn is not negative for p ≥ 1", sp.simplify(sp.diff(at**p, at, 2)))
    S, T = positive("S T")
    return chain.conclude(
        "so the difference is least there, where it is 0; with S, T for the powers, times s",
        p * S * (at - base),
        "<=",
        base * (T - S),
        **{"p": p, "s": base, "t": at, "S": S, "T": T},
    )


def p_norm_lipschitz() -> SymbolicDerivation:
    """The slope of the power, which is greatest at the end of the range."""
    p, base, most = sp.Symbol("p", positive=True), *positive("s B")
    slope = sp.simplify(sp.diff(base**p, base))
    chain = Inequality("the slope of the power at s is", slope, slope, "=")
    chain.note("which is no less farther from 0 for p ≥ 1, and so at most, at B", slope.subs(base, most))
    value, other = (sp.Symbol(name, real=True) for name in ("phi_x", "phi_y"))
    edge = positive("E")[0]
    return chain.conclude(
        "so with E for B to the power p − 1, where x and y are e apart",
        value - other,
        "<=",
        p * edge * e,
        **{"φ(x)": value, "φ(y)": other, "D": e, "p": p, "E": edge},
    )


def admissible_step() -> SymbolicDerivation:
    """Jensen's inequality, and the Lipschitz condition at the mean."""
    at_mean, far = sp.Symbol("phi_mean", real=True), positive("X")[0]
    chain = Inequality("the Lipschitz condition, as the mean is X/M away from 0", phi0 - at_mean, g * far / s**2)
    chain.multiply("times M = s²", s**2)
    chain.add("so", s**2 * at_mean)
    chain.weaken("Jensen: M times the loss at the mean is at most Σφ", right=losses + g * far, where={at_mean: (losses - e) / s**2})
    chain.rewrite("that is", left=s**2 * phi0)
    return chain.conclude("with M put back", M * phi0, "<=", losses + g * far, **(_names() | {"D": far}))


admissible_definition = admissible_bound
