"""SymPy's way to how the hinge bounds compare: their ratios as functions of one variable, maximised.

With b = ‖w*‖R, H = h² and s the exact root, s² = bs + H. In v = h/s, which lies in [0, 1] as b = s(1 − v²), each bound is s² times a
polynomial. Where s is written in a denominator, it is positive: at s = 0 all three numbers are 0.
"""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.theorems.chain import Inequality, nonnegative, positive, real

b, h, s, v, beta = nonnegative("b h s v beta")
length, losses, root, x = positive("b h s x")  # the same where they are not 0
A, C = real("A C")
NAMES = {"s": s, "b": b, "√H": h}
STRICT = {"s": root, "b": length, "√H": losses}


def ssbd(b: Any, h: Any) -> sp.Expr:
    """SS's bound."""
    return h**2 + b**2 + b * h


def _root(of: str, b: Any = b, h: Any = h, s: Any = s) -> Inequality:
    """s² = bs + H, a fact of the page."""
    names = {"s": s, "b": b, "√H": h}
    return Inequality("the exact root s solves, with h for √H", s**2, sp.expand(b * s + h**2), "=", by=f"{of}#s", **names)


def _short(chain: Inequality, b: Any, h: Any, strict: bool = False) -> Inequality:
    """s ≤ b + h."""
    below = chain.copy()
    below.rewrite("so s is at most the larger root of that quadratic", op="<=")
    below.solve("which is", chain.left.free_symbols.pop())
    square = chain.at_most("the root's square is at most", b**2 + 4 * h**2, (b + 2 * h) ** 2, strict=strict)
    square.square_roots("so the root is", left=sp.sqrt(b**2 + 4 * h**2), right=b + 2 * h)
    below.weaken("and s", right=b + h, since=[square], strict=strict)
    return below


def hinge_order_ssbd() -> SymbolicDerivation:
    """SS's bound less s²."""
    chain = _root("hinge-order-ssbd")
    chain.weaken("so", right=ssbd(b, h), since=[_short(chain, b, h)])
    return chain.finish("hinge-order-ssbd", **NAMES)


def hinge_order_strict() -> SymbolicDerivation:
    """Where b > 0 and h > 0, s falls short of b + h."""
    chain = _root("hinge-order-strict", length, losses, root)
    chain.weaken("so", right=ssbd(length, losses), since=[_short(chain, length, losses, strict=True)], strict=True)
    return chain.finish("hinge-order-strict", **STRICT)


def hinge_order_mr() -> SymbolicDerivation:
    """MR (4) has bh more."""
    chain = Inequality("what MR (4) has more is not negative", 0, b * h)
    chain.add("so", ssbd(b, h), left=ssbd(b, h), right=(b + h) ** 2)
    return chain.finish("hinge-order-mr", **NAMES)


def _twice(chain: Inequality, b: Any, s: Any) -> Inequality:
    """2bs ≤ b² + s²."""
    spare = chain.at_most("a square is not negative", 0, (b - s) ** 2)
    spare.add("so", 2 * b * s, left=2 * b * s, right=b**2 + s**2)
    return spare


def hinge_order_bl() -> SymbolicDerivation:
    """BL's bound less s²."""
    chain = _root("hinge-order-bl")
    chain.weaken("put in", right=(b**2 + s**2) / 2 + h**2, since=[_twice(chain, b, s)])
    chain.add("take s²/2 to the left", -(s**2) / 2)
    chain.multiply("times 2", 2)
    return chain.finish("hinge-order-bl", **NAMES)


def hinge_order_bl_strict() -> SymbolicDerivation:
    """s² = b² + 2h² − (s − b)², and s − b = h²/s is not 0."""
    chain = _root("hinge-order-bl-strict", b, losses, root)
    apart = chain.copy()
    apart.add("so", -b * root, left=root * (root - b), right=losses**2)
    apart.multiply("divide by s", 1 / root, left=root - b, right=losses**2 / root)
    apart.square("square", right=losses**4 / root**2)
    some = chain.at_most("the right side is positive", 0, losses**4 / root**2, strict=True)
    some.weaken("so the left one is", right=(root - b) ** 2, since=[apart])
    some.add("add 2bs", 2 * b * root, left=2 * b * root, right=b**2 + root**2)
    some.weaken("2bs is 2s² − 2h²", left=2 * root**2 - 2 * losses**2, since=[chain])
    some.add("so", 2 * losses**2 - root**2)
    return some.finish("hinge-order-bl-strict", s=root, b=b, **{"√H": losses})


def hinge_order_bl_ratio() -> SymbolicDerivation:
    """2s² = 2bs + 2h², and s is at least b."""
    chain = Inequality("the exact root s solves, with h for √H", b * s + h**2, s**2, "=", by="hinge-order-bl-ratio#s", **NAMES)
    low = chain.cite("and is at least b", b, s, by="hinge-order-bl-ratio#s ≥ b", **NAMES)
    chain.weaken("so", left=b**2 + h**2, since=[low])
    chain.multiply("times 2", 2)
    chain.weaken("b² less", left=b**2 + 2 * h**2)
    return chain.finish("hinge-order-bl-ratio", **NAMES)


def hinge_order_bl_ratio_optimal() -> SymbolicDerivation:
    """At b = 0 the exact root is h."""
    at = {"b": 0, "s": losses, "√H": losses, "C": C}
    chain = Inequality("at b = 0 the exact root is", losses**2, losses**2, "=", by="hinge-order-bl-ratio-optimal#s", **at)
    chain = chain.cite("so the factor C has", 2 * losses**2, losses**2 * C, by="hinge-order-bl-ratio-optimal#the factor", **at)
    chain.multiply("divide by h²", losses**-2)
    return chain.finish("hinge-order-bl-ratio-optimal", **at)


def _compare(of: str, case: str, left: sp.Expr, right: sp.Expr, less: Any, more: Any) -> SymbolicDerivation:
    chain = Inequality("the smaller bound", left, left, "=")
    chain.weaken(
        "what the other has more is not negative",
        right=right,
        since=[chain.cite("the case", less, more, by=f"{of}#{case}", b=b, **{"√H": h})],
    )
    return chain.finish(of, b=b, H=h**2, SSBD=ssbd(b, h), BL=b**2 + 2 * h**2)


def hinge_order_ssbd_bl() -> SymbolicDerivation:
    """The excess of BL's bound, where h ≥ b."""
    return _compare("hinge-order-ssbd-bl", "much loss", ssbd(b, h), b**2 + 2 * h**2, b, h)


def hinge_order_bl_ssbd() -> SymbolicDerivation:
    """The excess of SS's bound, where h ≤ b."""
    return _compare("hinge-order-bl-ssbd", "little loss", b**2 + 2 * h**2, ssbd(b, h), h, b)


def _length(of: str, h: Any = h) -> Inequality:
    """b = s − h²/s."""
    chain = _root(of, b, h, root)
    chain.add("solved for b", -(h**2), left=root**2 - h**2, right=b * root)
    chain.multiply("divide by s", 1 / root, left=sp.expand((root**2 - h**2) / root), right=b)
    return chain


def hinge_order_mr_ratio() -> SymbolicDerivation:
    """b + h = s + h − h²/s at its greatest in h."""
    equation = _length("hinge-order-mr-ratio")
    chain = equation.equal("four roots of MR (4)", 4 * (b + h), 4 * (b + h))
    chain.weaken("with that b", right=4 * (root - h**2 / root + h), since=[equation])
    chain.maximum("the right side is greatest in h at", 4 * (root - losses**2 / root + losses), losses, root / 2)
    chain.weaken("where it is 5s, and elsewhere less by a square", right=5 * root)
    chain.square("square")
    return chain.finish("hinge-order-mr-ratio", s=root, b=b, **{"√H": h})


WORST = (sp.sqrt(17) - 1) / 8
FACTOR = (405 + 51 * sp.sqrt(17)) / 512


def hinge_order_ssbd_ratio() -> SymbolicDerivation:
    """A quartic in v = h/s at its greatest on [0, 1]."""
    equation = _length("hinge-order-ssbd-ratio")
    chain = equation.equal("SS's bound", ssbd(b, h), ssbd(b, h))
    chain.weaken("with that b", right=ssbd(root - h**2 / root, h), since=[equation])
    chain.name("write v for h/s", v, h / root)
    quartic = sp.expand(ssbd(1 - v**2, v))
    chain.rewrite("so", right=root**2 * quartic)
    share = chain.at_most("b is not negative", 0, b)
    share.weaken("so that", right=root - h**2 / root, since=[equation])
    share.add("add h²/s", h**2 / root)
    share.multiply("divide by s", 1 / root, left=v**2, right=sp.Integer(1))
    share.square_roots("so v is at most 1", left=v, right=sp.Integer(1))
    rest, _ = sp.div(sp.Poly(FACTOR - quartic, v, extension=sp.sqrt(17)), sp.Poly(sp.expand((v - WORST) ** 2), v, extension=sp.sqrt(17)))
    chain.equal(
        "the quartic is (405 + 51√17)/512 less (v − (√17 − 1)/8)² times a quadratic", FACTOR - quartic, (v - WORST) ** 2 * rest.as_expr()
    )
    good = chain.at_most("which is positive for v ≤ 1", 0, rest.as_expr(), since=[share], strict=True)
    (q,) = nonnegative("q")
    chain.name("write q for it", q, rest.as_expr(), since=[good])
    chain.rewrite("so", right=root**2 * (FACTOR - (v - WORST) ** 2 * q))
    chain.weaken("which is largest where the square is 0", right=FACTOR * root**2)
    return chain.finish("hinge-order-ssbd-ratio", s=root, b=b, **{"√H": h, "√17": sp.sqrt(17)})


def hinge_order_mr_ratio_attained() -> SymbolicDerivation:
    """MR (4) over the exact root at H = 4b²/9."""
    chain = _root("hinge-order-mr-ratio-attained", b, 2 * b / 3)
    chain.rewrite("so at √H = 2b/3", op="<=")
    chain.solve("s is at most the larger root", s, 4 * b / 3)
    chain.square("square")
    chain.multiply("times 25", 25)
    chain.rewrite("which is 16 times MR (4)", right=(4 * b + 4 * (2 * b / 3)) ** 2)
    return chain.finish("hinge-order-mr-ratio-attained", s=s, b=b, **{"√H": 2 * b / 3})


def hinge_order_mr_ratio_optimal() -> SymbolicDerivation:
    """There the factor has to be 25/16."""
    at = {"b": length, "s": 4 * length / 3, "√H": 2 * length / 3, "C": C}
    chain = Inequality(
        "at √H = 2b/3 the exact root is 4b/3",
        at["s"] ** 2,
        at["b"] * at["s"] + at["√H"] ** 2,
        "=",
        by="hinge-order-mr-ratio-optimal#s",
        **at,
    )
    chain = chain.cite(
        "so the factor C has", (5 * length / 3) ** 2, (4 * length / 3) ** 2 * C, by="hinge-order-mr-ratio-optimal#the factor", **at
    )
    chain.multiply("divide by b²/9", 9 / length**2)
    return chain.finish("hinge-order-mr-ratio-optimal", **at)


def hinge_order_ssbd_ratio_attained() -> SymbolicDerivation:
    """SSBD over the exact root at √H = vs."""
    equation = _length("hinge-order-ssbd-ratio-attained", WORST * root)
    size = root * (1 - WORST**2)
    chain = equation.equal("the factor times s² is", FACTOR * root**2, ssbd(size, WORST * root))
    chain.weaken("which is SS's bound at that b", right=ssbd(b, WORST * root), since=[equation])
    return chain.finish("hinge-order-ssbd-ratio-attained", b=b, s=root, **{"√H": WORST * root, "√17": sp.sqrt(17)})


def hinge_order_ssbd_ratio_optimal() -> SymbolicDerivation:
    """There the factor has to be (405 + 51√17)/512."""
    at = {"b": root * (1 - WORST**2), "s": root, "√H": WORST * root, "C": C, "√17": sp.sqrt(17)}
    chain = Inequality(
        "at √H = vs, v = (√17 − 1)/8, b is s(1 − v²)",
        root**2,
        at["b"] * root + at["√H"] ** 2,
        "=",
        by="hinge-order-ssbd-ratio-optimal#s",
        **at,
    )
    chain = chain.cite("so the factor C has", ssbd(at["b"], at["√H"]), root**2 * C, by="hinge-order-ssbd-ratio-optimal#the factor", **at)
    chain.multiply("divide by s²", root**-2, left=FACTOR, right=C)
    return chain.finish("hinge-order-ssbd-ratio-optimal", **at)


def hinge_pareto_optimal() -> SymbolicDerivation:
    """The least A that one unit example with w* = xz allows it."""
    (over,) = positive("beta")
    chain = Inequality(
        "one unit example z with w* = xz, x ≤ 1, has M = 1, ‖w*‖ = x and loss 1 − x; the bound Ax² + BH says, with B = 1 + β",
        1,
        A * x**2 + (1 + over) * (1 - x),
        by="hinge-pareto-optimal#the bound",
        **{"A": A, "u·u": x**2, "B": 1 + over, "H": 1 - x},
    )
    chain.add("so", -(1 + over) * (1 - x))
    chain.multiply("divide by x²", x**-2)
    small = chain.cite("B is at most 2", 1 + over, 2, by="hinge-pareto-optimal#B ≤ 2", B=1 + over)
    small.add("so β is at most 1", -1)
    chain.at_most("and the x that is chosen, 2β/(1 + β), at most 1", 2 * over / (1 + over), 1, since=[small])
    chain.maximise("the best x", x, 2 * over / (1 + over), (1 + over) ** 2 / (4 * over))
    return chain.finish("hinge-pareto-optimal", A=A, B=1 + over)
