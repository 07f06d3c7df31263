"""SymPy's way to constants of separation: the dummy input, orthonormal examples, Fibonacci weights, any rate."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, derived, eq, le, line, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive

M, gamma, R, eta = map(symbol, ("M", "gamma", "R", "eta"))
delta, theta, size, D, n, t = positive("delta theta X D n t")
p, q, rest = nonnegative("p q e")


def _dummy() -> Inequality:
    """Any dummy D, for examples of length X."""
    return Inequality(
        "Novikoff for the examples (x, D), where ‖x‖ = X, and the comparator (u, −θ/D), whose margin is δ",
        delta**2 * M,
        (size**2 + D**2) * (1 + theta**2 / D**2),
    )


def dummy_input_any() -> SymbolicDerivation:
    """Any dummy and any threshold."""
    chain = _dummy()
    chain.weaken("X is at most R", right=(R**2 + D**2) * (1 + theta**2 / D**2), where={size: R / (1 + p)})
    return chain.finish(**{"δ": delta, "M": M, "R": R, "D": D, "1/D": 1 / D, "θ": theta})


def dummy_input_one() -> SymbolicDerivation:
    """A dummy of 1."""
    chain = _dummy()
    chain.substitute("with D = 1", {D: sp.Integer(1)})
    chain.weaken("X is at most R", right=(R**2 + 1) * (1 + theta**2), where={size: R / (1 + p)})
    return chain.finish(δ=delta, M=M, R=R, θ=theta)


def dummy_input() -> SymbolicDerivation:
    """The best dummy, and what the worst threshold and examples make of it."""
    chain = _dummy()
    best = chain.minimum("the right side in D", chain.right, D)[0]
    chain.equal("where X and θ are as large as R, the best dummy is", best.subs({size: R, theta: R}), R)
    chain.substitute("so take D = R", {D: R})
    chain.weaken("θ is at most R", right=2 * (size**2 + R**2), where={theta: R / (1 + q)})
    chain.weaken("and so is X", right=4 * R**2, where={size: R / (1 + p)})
    return chain.finish(δ=delta, M=M, R=R)


def optimality() -> SymbolicDerivation:
    """The margin of the sum of n orthonormal examples, made a unit vector."""
    chain = Inequality("n is at most", n, 1 / gamma**2)
    chain.note("the sum of n orthonormal examples has length √n, so the unit vector u along it has the margin", 1 / sp.sqrt(n))
    chain.multiply("times γ²/n", gamma**2 / n)
    chain.square_roots("so γ is at most that margin")
    B = sp.Symbol("B", real=True)
    words = "each of the n predictions is wrong, on data with that margin; so a bound on the mistakes has"
    return chain.conclude(words, n, "<=", B, n=n, B=B)


def fibonacci(chain: Inequality) -> sp.Expr:
    """The weights that the odd-max-bit examples force, W(k) = 1 + W(k−1) + W(k−3) + … in units of the margin, in closed form."""
    weight, k = sp.Function("W"), sp.Symbol("k", integer=True, nonnegative=True)
    forced = [1, 1]  # W(1) = 1; bit 0 is none, and W(0) = 1 only carries the recurrence down
    for at in range(2, 12):
        forced.append(1 + sum(forced[at - 1 : 0 : -2]))
    chain.note(
        "a weight is at least the margin and what the bits below pull, in all W(k) = 1 + W(k−1) + W(k−3) + …; less that of k−2",
        eq(weight(k) - weight(k - 2), weight(k - 1)),
    )
    closed = sp.rsolve(weight(k + 2) - weight(k + 1) - weight(k), weight(k), {weight(0): 1, weight(1): 1})
    for at, value in enumerate(forced):
        chain.check("the closed form is the sum", closed.subs(k, at), value)
    chain.note("solved, from W(1) = 1 and W(2) = 2", eq(weight(k), closed))
    growth = sp.solve(sp.Symbol("x") ** 2 - sp.Symbol("x") - 1)[1]
    chain.equal(
        "so a bit more makes it greater by the golden ratio in the limit",
        sp.limit(sp.fibonacci(k + 1) / sp.fibonacci(k), k, sp.oo).rewrite(sp.sqrt),
        growth,
    )
    return growth


def small_margin() -> SymbolicDerivation:
    """The weights that the odd-max-bit examples force, at margin γ."""
    weight, F = sp.Symbol("w_n", positive=True), symbol("F")
    chain = Inequality("the weight of the last bit is at least γ times a number F", gamma * F, weight)
    fibonacci(chain)
    chain.weaken("‖u‖ ≤ 1, and so is each weight", right=sp.Integer(1), where={weight: 1 / (1 + p)})
    return chain.finish(γ=gamma, F=F)


def small_margin_mistakes() -> SymbolicDerivation:
    """The weights that the odd-max-bit examples force, which come from updates by at most 1."""
    weight, F = sp.Symbol("w_n", positive=True), symbol("F")
    chain = Inequality("whole weights that are right have margin 1, so that of the last bit is at least a number F", F, weight)
    fibonacci(chain)
    chain.weaken("an update moves a weight by at most 1", right=M, where={weight: M / (1 + p)})
    return chain.finish(F=F, M=M)


def small_margin_exponential() -> SymbolicDerivation:
    """Two of the golden ratio's powers are more than 2."""
    F, P = positive("F P")
    chain = Inequality("2ⁿ = P is at most twice the square of the Fibonacci number F", P, 2 * F**2)
    x, y = nonnegative("x y")
    chain.at_most(
        "for the next number after x + y, x and y ≤ x has a square more than twice as large",
        2 * (x + y) ** 2,
        (2 * x + y) ** 2,
        where={x: y + rest},
    )
    growth = sp.solve(sp.Symbol("x") ** 2 - sp.Symbol("x") - 1)[1]
    chain.at_most("(in the limit, φ² times as large)", 2, sp.expand(growth**2), strict=True)
    chain.weaken("the updates are at least F", right=2 * M**2, where={M: F + p})
    return chain.finish(P=P, M=M)


def learning_rate() -> SymbolicDerivation:
    """The quadratic in M for any start and rate."""
    start = sp.Symbol("W", positive=True)
    updates = sp.Symbol("M", positive=True)
    squared = (eta * gamma * updates - start) ** 2 - start**2 - eta**2 * R**2 * updates
    root = next(at for at in sp.solve(squared, updates) if at != 0)
    bound = sp.expand(root)
    return derived(
        line(
            "progress and energy, where ηγM is at least W, the length of the first weights",
            le((eta * gamma * M - start) ** 2, start**2 + eta**2 * R**2 * M),
        ),
        line("take all to one side", le(sp.factor(sp.expand(squared)), 0)),
        line("the root that is not 0", eq(updates, bound)),
        line("so", le(M, bound)),
        **{"M": M, "R": R, "1/γ": 1 / gamma, "1/η": 1 / eta, "‖w₁‖": start},
    )
