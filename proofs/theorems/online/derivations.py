"""SymPy's way to online convex optimisation: regret, the hinge as a surrogate of the 0–1 loss, and the labels that a tree asks for."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, eq, le, line, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive

M, gamma, U, H, S2, eta = map(symbol, ("M", "gamma", "U", "H", "S2", "eta"))
(T,) = positive("T")
a, c, e, V = nonnegative("a c e V")
first, second = nonnegative("s t")  # hinge losses at two points
m, n, t = (sp.Symbol(name, real=True) for name in ("m", "n", "t"))
k = sp.Symbol("k", integer=True, nonnegative=True)


def ssbd_21_16_regret() -> SymbolicDerivation:
    """The regret's right side minimised over η, which gives (3)."""
    bound = H + U**2 / (2 * gamma**2 * eta) + eta * S2 / 2
    squares = sp.Symbol("S2", positive=True)
    length = sp.Symbol("U", positive=True)
    free = bound.subs({S2: squares, U: length})
    slope = sp.diff(free, eta)
    best = sp.solve(slope, eta)[0]
    return SymbolicDerivation(
        (
            line("regret says, for every rate η", le(M, bound)),
            line("its derivative in η", slope),
            line("is 0 at", eq(eta, best)),
            line("where the second derivative is positive", sp.simplify(sp.diff(slope, eta).subs(eta, best))),
            line("and the right side is", sp.simplify(free.subs(eta, best))),
        ),
        bound,
    )


def ogd_regret() -> SymbolicDerivation:
    """The squared distance to u, and its change at a step."""
    k = sp.Symbol("k", integer=True, nonnegative=True)
    apart, size, inner = sp.Function("D"), sp.Function("v"), sp.Symbol("g", real=True)
    learner, other = sp.symbols("f_w f_u", real=True)
    moved = sp.Eq(apart(k + 1), apart(k) - 2 * eta * inner + eta**2 * size(k) ** 2)
    step = sp.expand(sp.solve(moved, inner)[0])
    chain = Inequality("the loss of w less that of u is at most g = ⟨v, w − u⟩, by the subgradient v", learner - other, inner)
    chain.note("with D = ‖w − u‖² a step has", moved)
    chain.note("solved for g", eq(inner, step))
    telescoped = sp.Sum(apart(k) - apart(k + 1), (k, 0, T - 1)).doit()
    chain.note("summed over T rounds, the distances telescope to", telescoped)
    first, last = apart(0), apart(T)
    whole = Inequality(
        "so with f for the sums of the losses and V for that of ‖v‖²",
        learner - other,
        (first - last) / (2 * eta) + eta * V / 2,
        after=chain,
    )
    whole.check("the telescoped sum", telescoped, first - last)
    whole.check("a round's share", step, (apart(k) - apart(k + 1)) / (2 * eta) + eta * size(k) ** 2 / 2)
    whole.substitute("w starts at 0, ‖u‖² away from u, and ends somewhere", {first: U**2, last: e})
    whole.weaken("so", right=U**2 / (2 * eta) + eta * V / 2)
    length, root = positive("U v")
    best, least = whole.minimum("the right side in η, for V = v²", whole.right.subs({V: root**2, U: length}), eta)
    whole.check("the best rate is ‖u‖ over √V", best, length / root)
    whole.check("and the regret there ‖u‖√V", least, length * root)
    return whole.finish(**{"Σf(w)": learner, "Σf(u)": other, "u·u": U**2, "η": eta, "1/η": 1 / eta, "V": V})


def littlestone() -> SymbolicDerivation:
    """The width of the interval that is left, and how far its midpoint stays from every node."""
    width, K = sp.Function("w"), sp.Symbol("K", integer=True, nonnegative=True)
    left = sp.rsolve(width(k + 1) - width(k) / 2, width(k), {width(0): 1})
    chain = Inequality("each label halves the interval, which after k labels has the width", width(k), left, "=")
    chain.at_most(
        "a is its midpoint after K labels; every node is one of its ends, or outside, so that y⟨w, v⟩ is at least",
        0,
        left.subs(k, K) / 2,
        strict=True,
    )
    B = sp.Symbol("B", real=True)
    return chain.conclude(
        "so w errs on none of the K nodes; each prediction is wrong, and a bound on the mistakes has", K, "<=", B, K=K, B=B
    )


def littlestone_line() -> SymbolicDerivation:
    """A product of three known signs."""
    w, v, x1, x2 = sp.symbols("w v x_1 x_2", real=True)
    first, second, same = positive("a b c")
    value = (v * x2).subs(sp.solve([w * x1 - first, w * x2 - second, v * x1 - same], [v, x1, x2], dict=True)[0])
    chain = Inequality("with a = wx₁, b = wx₂ and c = vx₁, all positive, vx₂ is", value, value, "=")
    chain.at_most("positive", 0, value, strict=True)
    return chain.conclude("so", 0, "<", v * x2, v=v, **{"x₂": x2})


def hinge_surrogate() -> SymbolicDerivation:
    """A mistake costs at least 1."""
    loss, zero_one, at = *nonnegative("f l"), 1 - m
    chain = Inequality("the hinge loss at the margin m = y⟨w, x⟩ is at least", at, loss)
    chain.at_most("on a mistake m = −a, a ≥ 0, and this is at least 1", 1, at, where={m: -a})
    return chain.conclude("else the 0–1 loss l is 0 and f ≥ 0; so", zero_one, "<=", loss, **{"f(w)": loss, "loss": zero_one})


def hinge_convex() -> SymbolicDerivation:
    """The argument is affine, and its positive part no less."""
    mixed, p = nonnegative("f p")
    over = {"f(w)": first, "f(u)": second}
    chain = Inequality(
        "at the margins m of w and n of u, the mixture's argument is", 1 - (t * m + (1 - t) * n), 1 - (t * m + (1 - t) * n), "="
    )
    chain.rewrite("the same mixture of the two arguments", right=t * (1 - m) + (1 - t) * (1 - n))
    chain.weaken(
        "each at most the loss s of w, t of u",
        right=t * first + (1 - t) * second,
        where={m: 1 - first + a, n: 1 - second + c, t: 1 / (1 + p)},
    )
    return chain.conclude(
        "nor is that mixture of losses negative; so for the mixture's loss f",
        mixed,
        "<=",
        t * first + (1 - t) * second,
        **over,
        **{"f(mix)": mixed, "t": t},
    )


def hinge_subgradient() -> SymbolicDerivation:
    """The gradient where the hinge is affine."""
    loss, tau = nonnegative("f")[0], sp.Symbol("tau", real=True)
    chain = Inequality("the loss f of u, at the margin n = ⟨u, z⟩, z = yx, is at least", 1 - n, loss)
    chain.equal(
        "on a mistake w has the margin m ≤ 0 and the loss 1 − m, near w as well; along u − w its slope is",
        sp.diff(1 - (m + tau * (n - m)), tau),
        -(n - m),
    )
    chain.rewrite("so the loss of w and that slope", left=(1 - m) - (n - m))
    return chain.finish(**{"f(w)": 1 - m, "f(u)": loss, "u·z": n, "w·z": m})
