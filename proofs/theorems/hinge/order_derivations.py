"""SymPy's way to how the hinge bounds compare: their ratios as functions of one variable, maximised; and to MR's infima, as limits.

With b = ‖w*‖R, H = h² and s the exact root, s² = bs + H.  In v = h/s, which lies in [0, 1] as b = s(1 − v²), each bound is s² times a
polynomial.
"""

from __future__ import annotations

import sympy as sp

from proofs.derive.sympy.derivation import Worked, symbol
from proofs.derive.sympy.inequality_chain import Way, nonnegative, positive

s, b, h, v, x = positive("s b h v x")
p = nonnegative("p")[0]
A, B = sp.Symbol("A", real=True), symbol("B")
SSBD, MR, BL = h**2 + b**2 + b * h, (b + h) ** 2, b**2 + 2 * h**2
NAMES = {"s": s, "b": b, "√H": h}
ROOT = {b: s - h**2 / s}


def _root(way: Way) -> None:
    """That s is the larger root of s² = bs + H, and what b and H are in terms of s and h ≤ s."""
    way.same("solve s² = bs + H for s", sp.solve(x**2 - b * x - h**2, x)[-1], (b + sp.sqrt(b**2 + 4 * h**2)) / 2)
    way.same("or for b, so that h = √H is at most s", sp.solve(s**2 - b * s - h**2, b)[0], ROOT[b])


def ssbd() -> Worked:
    """SSBD's bound less s²."""
    way = Way("the exact root's bound is", s**2, b * s + h**2, "=")
    _root(way)
    way.less("the root's square is at most (b + 2h)², so that s is at most b + h", b**2 + 4 * h**2, (b + 2 * h) ** 2)
    way.weaken("so", right=SSBD, where={s: b + h - p})
    return way.end(**NAMES)


def mr() -> Worked:
    """MR (4) has bh more."""
    way = Way("SSBD's bound", SSBD, SSBD, "=")
    way.same("what MR (4) has more is", sp.expand(MR - SSBD), b * h)
    way.weaken("so", right=MR)
    return way.end(**NAMES)


def bl() -> Worked:
    """BL's bound less s²."""
    N = positive("N")[0]
    way = Way("the exact root's bound is, with N = s²", N, b * sp.sqrt(N) + h**2, "=")
    way.weaken("(b − s)² is not negative, so 2bs is at most b² + N", right=(b**2 + N) / 2 + h**2, where={N: s**2})
    way.solve("solve for N", N)
    return way.end(**{**NAMES, "s": sp.sqrt(N)})


def against() -> Worked:
    """BL's bound less SSBD's."""
    way = Way("the difference of the two", BL - SSBD, BL - SSBD, "=")
    way.rewrite("which has the sign of h − b, with h for √H", right=h * (h - b))
    return way.end(**NAMES)


def _in_shares(words: str, bound: sp.Expr) -> Way:
    way = Way(words, sp.Symbol("N"), bound, "=")
    _root(way)
    way.put("put in, with h = vs and 0 ≤ v ≤ 1", {b: ROOT[b].subs(h, v * s), h: v * s})
    way.rewrite("times s²", right=s**2 * sp.expand(sp.simplify(sp.expand(way.right) / s**2)))
    return way


def mr_ratio() -> Worked:
    """(1 + v − v²)² at its greatest."""
    way = _in_shares("MR (4) is", MR)
    at, most = way.most("its root over s in v", 1 + v - v**2, v)
    way.weaken("so at most", right=most**2 * s**2, where={v: 1 / (1 + p)})
    way.same("with equality where H over b² is", (at**2 / (1 - at**2) ** 2), sp.Rational(4, 9))
    return way.conclude("times 16", 16 * MR, "<=", 16 * most**2 * s**2, **NAMES)


def ssbd_ratio() -> Worked:
    """A quartic in v at its greatest on [0, 1]."""
    way = _in_shares("SSBD's bound is", SSBD)
    quartic = sp.expand(way.right / s**2)
    way.note("its slope in v", sp.factor(sp.diff(quartic, v)))
    at = max((root for root in sp.solve(sp.diff(quartic, v), v) if root != 1), key=lambda root: float(root))
    way.note("is 0 inside (0, 1) only at", sp.Eq(v, at, evaluate=False))
    most = sp.expand(quartic.subs(v, at))
    way.same("where it is", sp.nsimplify(most), (405 + 51 * sp.sqrt(17)) / 512)
    rest, none = sp.div(sp.Poly(most - quartic, v, extension=sp.sqrt(17)), sp.Poly(sp.expand((v - at) ** 2), v, extension=sp.sqrt(17)))
    way.check("the square divides", none.as_expr(), 0)
    way.note("elsewhere it is less by (v − that)² times", rest.as_expr())
    there = sum(c * (1 + p) ** (2 - power) for (power,), c in rest.terms())
    way.less("which is not negative: at v = 1/(1 + p), times (1 + p)², it is", 0, sp.collect(sp.expand(there), p))
    return way.conclude("so", SSBD, "<=", (405 + 51 * sp.sqrt(17)) / 512 * s**2, **NAMES, **{"√17": sp.sqrt(17)})


def strict() -> Worked:
    """Where b > 0 and h > 0, s falls short of b + h."""
    short = positive("e")[0]
    way = Way("the exact root's bound is", s**2, b * s + h**2, "=")
    _root(way)
    way.less("the root's square is less than (b + 2h)²", b**2 + 4 * h**2, (b + 2 * h) ** 2, strict=True)
    way.weaken("so that s is less than b + h, by e > 0, and", right=SSBD, where={s: b + h - short}, strict=True)
    return way.end(**NAMES)


def pareto_factor() -> Worked:
    """The least A that one unit example with w* = x times it allows."""
    beta = positive("beta")[0]
    way = Way(
        "one unit example z with w* = xz, x ≤ 1, has M = 1, ‖w*‖ = x and loss 1 − x; of the bound Ax² + BH, with β = B − 1",
        sp.Integer(1),
        A * x**2 + (1 + beta) * (1 - x),
    )
    way.add("so", -(1 + beta) * (1 - x))
    way.multiply("divide by x²", x**-2)
    at, most = way.most("the left side in x", way.left, x)
    way.note("which is at most 1 where B is at most 2; in terms of B it is", sp.factor(at.subs(beta, B - 1)))
    way.put("so", {x: at})
    way.rewrite("simplified", left=most)
    return way.end(A=A, B=1 + beta)
