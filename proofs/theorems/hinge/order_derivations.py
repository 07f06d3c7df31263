"""SymPy's way to how the hinge bounds compare: their ratios as functions of one variable, maximised.

With b = ‖w*‖R, H = h² and s the exact root, s² = bs + H.  In v = h/s, which lies in [0, 1] as b = s(1 − v²), each bound is s² times a
polynomial.
"""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, eq, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive

s, b, h, v, x = positive("s b h v x")
p = nonnegative("p")[0]
A, B = sp.Symbol("A", real=True), symbol("B")
SSBD, MR, BL = h**2 + b**2 + b * h, (b + h) ** 2, b**2 + 2 * h**2
NAMES = {"s": s, "b": b, "√H": h, "SSBD": SSBD, "BL": BL}
ROOT = {b: s - h**2 / s}


def _root(chain: Inequality) -> None:
    """That s is the larger root of s² = bs + H, and what b and H are in terms of s and h ≤ s."""
    chain.equal("solve s² = bs + H for s", sp.solve(x**2 - b * x - h**2, x)[-1], (b + sp.sqrt(b**2 + 4 * h**2)) / 2)
    chain.equal("or for b, so that h = √H is at most s", sp.solve(s**2 - b * s - h**2, b)[0], ROOT[b])


def hinge_order_ssbd() -> SymbolicDerivation:
    """SS's bound less s²."""
    chain = Inequality("the exact root's bound is", s**2, b * s + h**2, "=")
    _root(chain)
    chain.at_most("the root's square is at most (b + 2h)², so that s is at most b + h", b**2 + 4 * h**2, (b + 2 * h) ** 2)
    chain.weaken("so", right=SSBD, where={s: b + h - p})
    return chain.finish(**NAMES)


def hinge_order_mr() -> SymbolicDerivation:
    """MR (4) has bh more."""
    chain = Inequality("SS's bound", SSBD, SSBD, "=")
    chain.equal("what MR (4) has more is", sp.expand(MR - SSBD), b * h)
    chain.weaken("so", right=MR)
    return chain.finish(**NAMES)


def hinge_order_bl() -> SymbolicDerivation:
    """BL's bound less s²."""
    N = positive("N")[0]
    chain = Inequality("the exact root's bound is, with N = s²", N, b * sp.sqrt(N) + h**2, "=")
    chain.weaken("(b − s)² is not negative, so 2bs is at most b² + N", right=(b**2 + N) / 2 + h**2, where={N: s**2})
    chain.solve("solve for N", N)
    return chain.finish(**{**NAMES, "s": sp.sqrt(N)})


def hinge_order_ssbd_bl() -> SymbolicDerivation:
    """What BL's bound has more, where h ≥ b."""
    chain = Inequality("SS's bound", SSBD, SSBD, "=")
    chain.equal("what BL's has more is, with h for √H", sp.expand(BL - SSBD), sp.expand(h * (h - b)))
    chain.weaken("which is not negative for h ≥ b; so", right=BL, where={h: b + p})
    return chain.finish(**NAMES)


def hinge_order_bl_ssbd() -> SymbolicDerivation:
    """What SS's bound has more, where h ≤ b."""
    chain = Inequality("BL's bound", BL, BL, "=")
    chain.equal("what SS's has more is, with h for √H", sp.expand(SSBD - BL), sp.expand(h * (b - h)))
    chain.weaken("which is not negative for h ≤ b; so", right=SSBD, where={b: h + p})
    return chain.finish(**NAMES)


def _in_shares(words: str, bound: sp.Expr) -> Inequality:
    chain = Inequality(words, sp.Symbol("N"), bound, "=")
    _root(chain)
    chain.substitute("put in, with h = vs and 0 ≤ v ≤ 1", {b: ROOT[b].subs(h, v * s), h: v * s})
    chain.rewrite("times s²", right=s**2 * sp.expand(sp.simplify(sp.expand(chain.right) / s**2)))
    return chain


def hinge_order_mr_ratio() -> SymbolicDerivation:
    """(1 + v − v²)² at its greatest."""
    chain = _in_shares("MR (4) is", MR)
    at, most = chain.maximum("its root over s in v", 1 + v - v**2, v)
    chain.weaken("so at most", right=most**2 * s**2, where={v: 1 / (1 + p)})
    chain.equal("with equality where H over b² is", (at**2 / (1 - at**2) ** 2), sp.Rational(4, 9))
    return chain.conclude("times 16", 16 * MR, "<=", 16 * most**2 * s**2, **NAMES)


def hinge_order_ssbd_ratio() -> SymbolicDerivation:
    """A quartic in v at its greatest on [0, 1]."""
    chain = _in_shares("SS's bound is", SSBD)
    quartic = sp.expand(chain.right / s**2)
    chain.note("its slope in v", sp.factor(sp.diff(quartic, v)))
    at = max((root for root in sp.solve(sp.diff(quartic, v), v) if root != 1), key=lambda root: float(root))
    chain.note("is 0 inside (0, 1) only at", eq(v, at))
    most = sp.expand(quartic.subs(v, at))
    chain.equal("where it is", sp.nsimplify(most), (405 + 51 * sp.sqrt(17)) / 512)
    rest, none = sp.div(sp.Poly(most - quartic, v, extension=sp.sqrt(17)), sp.Poly(sp.expand((v - at) ** 2), v, extension=sp.sqrt(17)))
    chain.check("the square divides", none.as_expr(), 0)
    chain.note("elsewhere it is less by (v − that)² times", rest.as_expr())
    there = sum(c * (1 + p) ** (2 - power) for (power,), c in rest.terms())
    chain.at_most("which is not negative: at v = 1/(1 + p), times (1 + p)², it is", 0, sp.collect(sp.expand(there), p))
    return chain.conclude("so", SSBD, "<=", (405 + 51 * sp.sqrt(17)) / 512 * s**2, **NAMES, **{"√17": sp.sqrt(17)})


def hinge_order_strict() -> SymbolicDerivation:
    """Where b > 0 and h > 0, s falls short of b + h."""
    short = positive("e")[0]
    chain = Inequality("the exact root's bound is", s**2, b * s + h**2, "=")
    _root(chain)
    chain.at_most("the root's square is less than (b + 2h)²", b**2 + 4 * h**2, (b + 2 * h) ** 2, strict=True)
    chain.weaken("so that s is less than b + h, by e > 0, and", right=SSBD, where={s: b + h - short}, strict=True)
    return chain.finish(**NAMES)


def hinge_pareto_optimal() -> SymbolicDerivation:
    """The least A that one unit example with w* = x times it allows."""
    beta = positive("beta")[0]
    chain = Inequality(
        "one unit example z with w* = xz, x ≤ 1, has M = 1, ‖w*‖ = x and loss 1 − x; of the bound Ax² + BH, with β = B − 1",
        sp.Integer(1),
        A * x**2 + (1 + beta) * (1 - x),
    )
    chain.add("so", -(1 + beta) * (1 - x))
    chain.multiply("divide by x²", x**-2)
    at, most = chain.maximum("the left side in x", chain.left, x)
    chain.note("which is at most 1 where B is at most 2; in terms of B it is", sp.factor(at.subs(beta, B - 1)))
    chain.substitute("so", {x: at})
    chain.rewrite("simplified", left=most)
    return chain.finish(A=A, B=1 + beta)
