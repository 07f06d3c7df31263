"""SymPy's way to the hinge bounds: the quadratic in √M solved, relaxed, or minimised over a free parameter.

With b = ‖u‖R/γ the core says M ≤ b√M + H. The sources' forms give some of its larger root away.
"""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, positive
from proofs.theorems.core.derivations import by_root, loss, mr_3

M, gamma, R, U, H, H2, S2, TD, B, W = map(symbol, ("M", "gamma", "R", "U", "H", "H2", "S2", "TD", "B", "W"))
s, b, h, c = nonnegative("s b h c")
SLOPE = R * U / gamma

hinge_l1 = mr_3
NOT_BY_DELTA = "put in (MR goes by a space with a coordinate Δ for each example, and the best Δ: hinge-l2-printed)"


def _core(words: str = "the core: progress, Cauchy–Schwarz and energy") -> Inequality:
    """√M ≥ γM − TD, as BL prints it, with s for √M."""
    chain = Inequality(words, gamma * M - TD, sp.sqrt(M), by="root-inequality", R=1)
    chain.name("write s for √M", s, sp.sqrt(M))
    chain.rewrite("a quadratic inequality in s", left=gamma * s**2 - TD, right=s)
    chain.add("with TD on the right", TD)
    return chain


def quadratic(chain: Inequality, a: Any, b: Any, c: Any) -> None:
    """From a·s² ≤ b·s + c, with a > 0 and c ≥ 0, to s below the larger root: the discriminant, its sign, both roots and theirs."""
    chain.add("take all to one side", -b * s - c, left=a * s**2 - b * s - c, right=sp.Integer(0))
    (under,) = nonnegative("Delta")
    chain.name("its discriminant, which is not negative", under, b**2 + 4 * a * c)
    low, high = ((b + sign * sp.sqrt(under)) / (2 * a) for sign in (-1, 1))
    chain.equal("so it has the roots s₁ and s₂, and is a product with the factor a", a * (s - low) * (s - high), a * s**2 - b * s - c)
    sign = chain.at_most("the discriminant is at least the square of the factor of s", b**2, b**2 + 4 * a * c)
    sign.rewrite("that is", right=under)
    sign.square_roots("so its root is at least that factor", left=b, right=sp.sqrt(under))
    chain.at_most("and the smaller root s₁ is not positive", low, 0, since=[sign])
    chain.solve("a > 0: the parabola opens upwards, so s is at most the larger root s₂", s, right=high)


def hinge_root() -> SymbolicDerivation:
    """√M ≥ γM − TD solved for M: the quadratic in √M, its discriminant, its roots, and their signs."""
    chain = _core()
    quadratic(chain, gamma, sp.Integer(1), TD)
    chain.rewrite("the discriminant put back", right=(1 + sp.sqrt(1 + 4 * gamma * TD)) / (2 * gamma))
    chain.square("square: both sides are non-negative")
    chain.rewrite("s² is M", left=M)
    return chain.finish("hinge-root")


def hinge_simple() -> SymbolicDerivation:
    """The exact root relaxed by √(1 + 4γTD) ≤ 1 + 2γTD."""
    chain = _core()
    quadratic(chain, gamma, sp.Integer(1), TD)
    root = sp.sqrt(1 + 4 * gamma * TD)
    chain.rewrite("the discriminant put back", right=(1 + root) / (2 * gamma))
    chain.square("square", right=(1 + 2 * root + root**2) / (4 * gamma**2))
    chain.relax_root(
        "relax the root: the square of 1 + 2γTD is more by 4γ²TD²",
        root,
        1 + 2 * gamma * TD,
        (1 + 2 * (1 + 2 * gamma * TD) + (1 + 4 * gamma * TD)) / (4 * gamma**2),
    )
    chain.rewrite("simplified, with M for s²", left=M, right=1 / gamma**2 + 2 * TD / gamma)
    return chain.finish("hinge-simple")


def hinge_distance() -> SymbolicDerivation:
    """TD is at most the total distance D of a move that separates, put into BL's bound."""
    (D,) = nonnegative("D")
    chain = Inequality("the hinge bound", M, 1 / gamma**2 + 2 * TD / gamma, by="hinge-simple")
    moved = chain.cite("TD is at most the total distance of the move", TD, D, by="total-distance", ΣD=D)
    chain.weaken("so", right=1 / gamma**2 + 2 * D / gamma, since=[moved])
    return chain.finish("hinge-distance", ΣD=D)


def scaled_core(words: str = "the core, for a comparator of any length", **given: Any) -> Inequality:
    """s² ≤ bs + H with s = √M and b = ‖u‖R/γ."""
    chain = Inequality(words, gamma * M - TD, U * R * sp.sqrt(M), by="scaled-root-inequality")
    chain.weaken("put in", left=gamma * M - gamma * H, since=[loss(chain)])
    chain.multiply("divide by γ", 1 / gamma, left=M - H, right=U * R * sp.sqrt(M) / gamma)
    chain.add("so", H, left=M)
    if given:
        chain.substitute("for examples of length 1 at most, R being 1", {R: given["R"]})
    chain.name("write s for √M", s, sp.sqrt(M))
    chain.name("and b for the factor of √M", b, SLOPE.subs(R, given.get("R", R)))
    chain.rewrite("a quadratic inequality in s", left=s**2, right=b * s + H)
    return chain


def hinge_rescaled() -> SymbolicDerivation:
    """M ≤ b√M + H with 2b√M ≤ b² + M."""
    chain = scaled_core(R=1)
    spare = chain.at_most("a square is not negative", 0, (b - s) ** 2)
    spare.rewrite("multiplied out", right=b**2 - 2 * b * s + s**2)
    spare.add("so", 2 * b * s)
    chain.weaken("half of that in place of bs", right=(b**2 + s**2) / 2 + H, since=[spare])
    chain.add("take s²/2 to the left", -(s**2) / 2)
    chain.multiply("times 2", 2)
    chain.rewrite("s and b put back", left=M, right=(U / gamma) ** 2 + 2 * H)
    return chain.finish("hinge-rescaled")


def hinge_pareto() -> SymbolicDerivation:
    """2bs ≤ b²/λ + λs² for any weight λ, named by the factor B of H; and the B that is best for a given loss."""
    chain = scaled_core()
    (weight,), (over,) = positive("lambda"), positive("beta")
    spare = chain.at_most("for any weight λ > 0", 0, (b - weight * s) ** 2 / (2 * weight))
    spare.rewrite("multiplied out", right=b**2 / (2 * weight) - b * s + weight * s**2 / 2)
    spare.add("so", b * s)
    chain.weaken("put in", right=b**2 / (2 * weight) + weight * s**2 / 2 + H, since=[spare])
    chain.substitute("take λ = 2β/(1 + β), which gives H the factor B = 1 + β", {weight: 2 * over / (1 + over)})
    chain.add("take the part in s² to the left", -over * s**2 / (1 + over), left=s**2 / (1 + over))
    chain.multiply("times 1 + β", 1 + over, left=s**2, right=(1 + over) ** 2 * b**2 / (4 * over) + (1 + over) * H)
    (size, losses), at = positive("b_1 H_1"), sp.Symbol("beta", positive=True)
    family = (1 + at) ** 2 * size**2 / (4 * at) + (1 + at) * losses
    best = size / sp.sqrt(size**2 + 4 * losses)
    chain.minimum("for b₁ = b > 0 and H₁ = H > 0 the right side is least in β at", family, at, best)
    exact = ((size + sp.sqrt(size**2 + 4 * losses)) / 2) ** 2
    chain.equal("there the family touches the exact root: the difference is", family.subs(at, best) - exact, 0)
    above = chain.cite("B = 1 + β is any number that is more than 1", 1, B, "<", by="hinge-pareto#B above 1")
    chain.substitute("so with β = B − 1", {over: B - 1}, since=[above])
    chain.rewrite("s and b put back", left=M, right=B**2 / (4 * (B - 1)) * SLOPE**2 + B * H)
    return chain.finish("hinge-pareto")


def _short(chain: Inequality) -> None:
    """s ≤ b + √H, from s² ≤ bs + H."""
    chain.name("write h for √H", h, sp.sqrt(H))
    chain.rewrite("so", right=b * s + h**2)
    chain.solve("s is at most the larger root", s)
    chain.relax_root("(b + 2h)² is more than the square of the root, by 4bh", sp.sqrt(b**2 + 4 * h**2), b + 2 * h)


def ssbd_21_16() -> SymbolicDerivation:
    """√M ≤ b + √H put back into M ≤ b√M + H. SS go by the regret: that way is `ssbd-21-16-regret`."""
    core = scaled_core("the core, for a comparator of any length; SS go by the regret of gradient descent instead: ssbd-21-16-regret")
    root = core.copy()
    _short(root)
    core.weaken("put it back", right=b * (b + h) + H, since=[root])
    core.rewrite("s, b and h put back", left=M, right=H + SLOPE * sp.sqrt(H) + SLOPE**2)
    return core.finish("ssbd-21-16")


def unit_core() -> Inequality:
    """M ≤ H + R√M/γ for a unit comparator."""
    chain = Inequality("the core", gamma * M - TD, R * sp.sqrt(M), by="root-inequality")
    chain.weaken("put in", left=gamma * M - gamma * H, since=[loss(chain)])
    chain.multiply("divide by γ", 1 / gamma, left=M - H, right=R * sp.sqrt(M) / gamma)
    chain.add("so", H, left=M)
    return chain


def hinge_l1_radius() -> SymbolicDerivation:
    """The square of √M ≤ r/ρ + √‖L‖₁."""
    return by_root(unit_core(), R / gamma, H, "hinge-l1-radius")


def losses_root(chain: Inequality) -> Inequality:
    """H ≤ H₂√M, Cauchy–Schwarz on the losses: the idea of the L2 bounds."""
    (Q,) = nonnegative("Q")
    short = chain.cite("Cauchy–Schwarz on the losses ξ, with Q = Σξ²", TD**2, M * Q, by="losses-cauchy-schwarz", Q=Q)
    short.substitute("which are γ times the hinge losses: TD = γH and Q = γ²H₂²", {TD: gamma * H, Q: gamma**2 * H2**2})
    short.multiply("divide by γ²", gamma**-2, left=H**2, right=M * H2**2)
    short.square_roots("so", left=H, right=H2 * sp.sqrt(M))
    return short


def _first_losses() -> Inequality:
    """M ≤ H + √S₂/γ, which is MR (3)."""
    return Inequality("MR (3)", M, H + sp.sqrt(S2) / gamma, by="hinge-l1")


def larger_root(chain: Inequality, rest: sp.Expr, of: str) -> SymbolicDerivation:
    """From M ≤ H₂√M + rest to M ≤ (H₂/2 + √(H₂²/4 + rest))²."""
    chain.name("write s for √M", s, sp.sqrt(M))
    chain.name("and c for the rest", c, rest)
    chain.rewrite("a quadratic inequality in s", left=s**2, right=H2 * s + c)
    quadratic(chain, sp.Integer(1), H2, c)
    chain.rewrite("the discriminant put back", right=H2 / 2 + sp.sqrt(H2**2 / 4 + c))
    chain.square("square: both sides are non-negative")
    chain.rewrite("s and c put back", left=M, right=(H2 / 2 + sp.sqrt(H2**2 / 4 + rest)) ** 2)
    return chain.finish(of)


def hinge_l2() -> SymbolicDerivation:
    """MR (3) with H ≤ H₂√M, solved. MR goes another way, by an augmented space and the best Δ: `hinge-l2-printed` has that."""
    chain = _first_losses()
    chain.weaken(NOT_BY_DELTA, right=H2 * sp.sqrt(M) + sp.sqrt(S2) / gamma, since=[losses_root(chain)])
    return larger_root(chain, sp.sqrt(S2) / gamma, "hinge-l2")


def hinge_l2_radius() -> SymbolicDerivation:
    """M ≤ H + r√M/ρ with H ≤ H₂√M: s² ≤ (H₂ + r/ρ)s."""
    chain = _first_losses()
    chain.weaken(NOT_BY_DELTA, right=H2 * sp.sqrt(M) + sp.sqrt(S2) / gamma, since=[losses_root(chain)])
    sums = chain.cite("no example is longer than R", S2, R**2 * M, by="bounded-sum")
    sums.square_roots("so", left=sp.sqrt(S2), right=R * sp.sqrt(M))
    chain.weaken("put in", right=H2 * sp.sqrt(M) + R * sp.sqrt(M) / gamma, since=[sums])
    chain.name("write s for √M", s, sp.sqrt(M))
    chain.name("and b for its factor", b, H2 + R / gamma)
    chain.rewrite("so", left=s**2, right=b * s)
    chain.equal("its roots are 0 and b", s**2 - b * s, s * (s - b))
    chain.solve("the parabola opens upwards, so s is at most the larger root", s, b)
    chain.square("square")
    chain.rewrite("s and b put back", left=M, right=(R / gamma + H2) ** 2)
    return chain.finish("hinge-l2-radius")


def l1_dominates_l2() -> SymbolicDerivation:
    """‖L‖₁ is at most Λ√M, √M at most the root x of (7), and Λx + c is x²."""
    (x,) = nonnegative("x")
    seven = Inequality("MR (7)", M, (H2 / 2 + sp.sqrt(H2**2 / 4 + sp.sqrt(S2) / gamma)) ** 2, by="hinge-l2")
    seven.name("write x for the root on the right", x, H2 / 2 + sp.sqrt(H2**2 / 4 + sp.sqrt(S2) / gamma))
    seven.rewrite("so", right=x**2)
    seven.square_roots("roots", left=sp.sqrt(M), right=x)
    short = losses_root(seven)
    short.weaken("and with √M ≤ x", right=H2 * x, since=[seven])
    short.add("add √S₂/γ", sp.sqrt(S2) / gamma)
    short.rewrite("x solves x² = H₂x + √S₂/γ, so the right side is x²", right=x**2)
    short.rewrite("x put back", right=(H2 / 2 + sp.sqrt(H2**2 / 4 + sp.sqrt(S2) / gamma)) ** 2)
    return short.finish("l1-dominates-l2")


def tangent(chain: Inequality) -> Inequality:
    """2H ≤ H₂² + M: the squared hinge above its tangent, summed."""
    Q, f = nonnegative("Q f")
    chain.equal("the squared loss f² less its tangent at f = 1 is a square", f**2 - (2 * f - 1), (f - 1) ** 2)
    above = chain.cite(
        "its sum over the updates is not negative, with Q = Σξ² for the slacks ξ",
        2 * gamma * TD,
        Q + gamma**2 * M,
        by="losses-square",
        a=1,
        b=gamma,
        Q=Q,
    )
    above.substitute("which are γ times the hinge losses: TD = γH and Q = γ²H₂²", {TD: gamma * H, Q: gamma**2 * H2**2})
    above.multiply("divide by γ²", gamma**-2, left=2 * H, right=H2**2 + M)
    return above


def _square(chain: Inequality) -> None:
    """From M ≤ H + rest to M ≤ H₂² + 2·rest."""
    rest = sp.expand(chain.right - H)
    chain.weaken("half of that in place of H", right=(H2**2 + M) / 2 + rest, since=[tangent(chain)])
    chain.add("take M/2 to the left", -M / 2)
    chain.multiply("times 2", 2)


def squared_hinge() -> SymbolicDerivation:
    """MR (3) and the tangent of the squared hinge: (1 − v)² ≥ 1 − 2v."""
    chain = _first_losses()
    _square(chain)
    return chain.finish("squared-hinge")


def squared_hinge_radius() -> SymbolicDerivation:
    """The square of √M ≤ 2r/ρ + Λ."""
    chain = unit_core()
    _square(chain)
    return by_root(chain, 2 * R / gamma, H2**2, "squared-hinge-radius")


def _either(of: str, fact: str) -> Inequality:
    """ξ² beside γξ, as a fact of the page says, summed."""
    k = sp.Symbol("k", integer=True, nonnegative=True)
    xi = sp.Function("xi", nonnegative=True)(k)
    (left, right), words = (
        ((gamma * xi, xi**2), "a loss that is not 0 is at least 1: γξ is at most")
        if of == "large-losses"
        else ((xi, gamma), "no loss is more than 1")
    )
    chain = Inequality(words, left, right, by=f"{of}#{fact}", **{"ξ(k)": xi})
    if of == "small-losses":
        chain.multiply("times ξ", xi)
    sums = {one: sp.Sum(one, (k, 0, M - 1)) for one in (xi, xi**2)}
    whole = (sums[xi**2], gamma * sums[xi]) if of == "small-losses" else (gamma * sums[xi], sums[xi**2])
    chain.sum_up("summed over the M updates", k, M, left=whole[0], right=whole[1])
    chain.substitute("the slacks sum to γH, their squares to γ²H₂²", {sums[xi]: gamma * H, sums[xi**2]: gamma**2 * H2**2})
    chain.multiply("divide by γ²", gamma**-2)
    return chain


def small_losses() -> SymbolicDerivation:
    """ξ² ≤ γξ for losses of 1 at most, summed."""
    return _either("small-losses", "losses at most 1").finish("small-losses")


def large_losses() -> SymbolicDerivation:
    """ξ² ≥ γξ for losses that are 0 or at least 1, summed."""
    return _either("large-losses", "no small loss").finish("large-losses")
