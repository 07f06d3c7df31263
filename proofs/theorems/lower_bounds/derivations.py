"""SymPy's way to constants of separation: the dummy input, orthonormal examples, Fibonacci weights, any rate."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, positive, real
from proofs.theorems.core.derivations import STARTED, TOP, first, unit

M, gamma, R, eta, U, S2 = map(symbol, ("M", "gamma", "R", "eta", "U", "S2"))
delta, D, root = positive("delta D t")
(theta,) = real("theta")
k = sp.Symbol("k", integer=True, nonnegative=True)
DUMMY = {"δ": delta, "D": D, "θ": theta}


def _dummy() -> Inequality:
    """Any dummy D."""
    square = theta**2 * D**2 + theta**2 * R**2 + D**4 + D**2 * R**2
    chain = Inequality(
        "Novikoff for the examples (x, D) and the comparator (u, −θ/D), whose margin is δ",
        delta**2 * D**2 * M,
        square,
        by="dummy-input-squares",
        **DUMMY,
    )
    chain.multiply("divide by D²", D**-2, left=delta**2 * M, right=(R**2 + D**2) * (1 + theta**2 / D**2))
    return chain


def dummy_input_any() -> SymbolicDerivation:
    """Any dummy and any threshold."""
    return _dummy().finish("dummy-input-any", **DUMMY)


def dummy_input_one() -> SymbolicDerivation:
    """A dummy of 1."""
    chain = _dummy()
    chain.substitute("with D = 1", {D: sp.Integer(1)})
    return chain.finish("dummy-input-one", **DUMMY)


def dummy_input() -> SymbolicDerivation:
    """The best dummy, and its bound at the worst threshold."""
    chain = _dummy()
    size = chain.minimum("for t = |θ| > 0 the right side is least in D at", (R**2 + D**2) * (1 + root**2 / D**2), D, sp.sqrt(R * root))
    chain.equal("which is R where θ is as large as R", size.right.subs(root, R), R)
    chain.substitute("so take D = R", {D: R})
    bounded = chain.cite("the threshold is at most R in size", theta**2, R**2, by="dummy-input#bounded threshold", **DUMMY)
    chain.weaken("so", right=4 * R**2, since=[bounded])
    return chain.finish("dummy-input", **DUMMY)


def optimality_unit() -> SymbolicDerivation:
    """‖Σz‖² = n for n orthonormal vectors, so that Σz/√n has length 1."""
    of, (n,), (a, q) = "optimality-unit", positive("n"), real("a q")
    names = {"u·u": a, "U(n)·u": q, "U(n)·U(n)": n, "1/√n": 1 / sp.sqrt(n), "n": n}
    total = Inequality("n orthonormal vectors have a sum of the squared length", n, n, "=", by="sum-length", **{"U·U": n, "n": n})
    one = total.cite("u is the sum over √n: times the sum", q, n / sp.sqrt(n), "=", by=f"{of}#u", against=["U(n)"], **names)
    chain = total.cite("and times u", a, q / sp.sqrt(n), "=", by=f"{of}#u", against=["u"], **names)
    one.multiply("divide by √n", 1 / sp.sqrt(n), left=q / sp.sqrt(n), right=sp.Integer(1))
    chain.follow("so", one)
    return chain.finish(of, **names)


def optimality() -> SymbolicDerivation:
    """The margin of the sum of n orthonormal examples, made a unit vector; each prediction on them is a mistake."""
    of, n, (B, last), count = "optimality", sp.Symbol("n", integer=True, positive=True), real("B m"), sp.Function("E")
    chain = Inequality("n is so small that", gamma**2 * n, 1, by=f"{of}#few", n=n)
    chain.multiply("divide by n", 1 / n)
    chain.square_roots("so γ is at most 1/√n, the margin of the unit vector along the sum", left=gamma, right=1 / sp.sqrt(n))
    each = chain.cite(
        "each label is the opposite of the prediction, a mistake",
        count(k + 1) - count(k),
        1,
        "=",
        by=f"{of}#a mistake",
        **{"E(k+1)": count(k + 1), "E(k)": count(k)},
    )
    each.sum_up("summed over n rounds", k, n, right=n)
    each.rewrite("the left side telescopes", left=count(n) - count(0))
    each.substitute("from 0 mistakes to m", {count(0): 0, count(n): last})
    bound = chain.cite(
        "on data with that margin a bound B on the mistakes has", last, B, by=f"{of}#mistake bound", **{"E(n)": last, "B": B}
    )
    bound.weaken("so", left=n, since=[each])
    return bound.finish(of, n=n, B=B)


def _fibonacci(chain: Inequality) -> None:
    """The weights that the odd-max-bit examples force, W(k) = 1 + W(k−1) + W(k−3) + … in units of the margin, in closed form."""
    weight = sp.Function("W")
    forced = [1, 1]  # W(1) = 1; bit 0 is none, and W(0) = 1 only carries the recurrence down
    for at in range(2, 12):
        forced.append(1 + sum(forced[at - 1 : 0 : -2]))
    closed = sp.rsolve(weight(k + 2) - weight(k + 1) - weight(k), weight(k), {weight(0): 1, weight(1): 1})
    for at in (5, 11):
        chain.equal(
            f"a weight is what the bits below pull and 1 more, 1 + W(k−1) + W(k−3) + …, a Fibonacci number; the closed form at k = {at}",
            closed.subs(k, at),
            forced[at],
        )
    growth = sp.solve(sp.Symbol("x") ** 2 - sp.Symbol("x") - 1)[1]
    chain.equal(
        "so a bit more makes it greater by the golden ratio in the limit",
        sp.limit(sp.fibonacci(k + 1) / sp.fibonacci(k), k, sp.oo).rewrite(sp.sqrt),
        growth,
    )


def small_margin() -> SymbolicDerivation:
    """The weights that the odd-max-bit examples force, at margin γ."""
    of, (F,), (w, size, length) = "small-margin", nonnegative("F"), nonnegative("w_n f U")
    chain = Inequality(
        "the weight of the last bit is at least γ times a number F",
        gamma * F,
        w,
        by="odd-max-bit",
        **{"u·f(n)": w, "f(n)·u": w, "F": F, "F(n)": F},
    )
    _fibonacci(chain)
    joined = chain.cite("Cauchy–Schwarz", w**2, length**2 * size**2, by="cauchy-schwarz", **{"a·b": w, "a·a": length**2, "b·b": size**2})
    axis = chain.cite("a bit's axis is no longer than 1", size**2, 1, by=f"{of}#axes", **{"f(k)·f(k)": size**2})
    joined.weaken("so", right=length**2, since=[axis])
    short = chain.cite("nor is u", length**2, 1, by=f"{of}#unit comparator", **{"u·u": length**2})
    joined.weaken("so", right=sp.Integer(1), since=[short])
    joined.square_roots("roots", left=w, right=sp.Integer(1))
    chain.follow("so", joined)
    return chain.finish(of, F=F)


def _updates(of: str, chain: Inequality, weight: sp.Symbol) -> Inequality:
    """weight ≤ M: an update moves a weight by at most 1."""
    a, c = sp.Function("a"), sp.Function("c")
    names = {"f(n)·w(k+1)": a(k + 1), "f(n)·w(k)": a(k), "f(n)·x(k)": c(k)}
    (bit,) = real("c")
    one = chain.cite("an entry of an example is −1, 0 or 1, so at most 1", bit, 1, by="bit-at-most-one", c=bit)
    one.substitute("at each update", {bit: c(k)})
    moved = chain.cite("an update adds it to the weight a", a(k + 1) - a(k), c(k), "=", by=f"{of}#update", against=["f(n)"], **names)
    moved.follow("so", one)
    moved.sum_up("summed over the M updates", k, M, right=M)
    moved.rewrite("the left side telescopes", left=a(M) - a(0))
    moved.substitute("from 0 to the weight", {a(0): 0, a(M): weight})
    return moved


def small_margin_mistakes() -> SymbolicDerivation:
    """The weights that the odd-max-bit examples force, which come from updates by at most 1."""
    of, (F, w) = "small-margin-mistakes", nonnegative("F w_n")
    chain = Inequality(
        "whole weights that are right have margin 1, so that of the last bit is at least a number F",
        F,
        w,
        by="odd-max-bit",
        γ=1,
        **{"f(n)·u": w, "F": F},
    )
    _fibonacci(chain)
    chain.follow("so", _updates(of, chain, w))
    return chain.finish(of, F=F, M=M)


def small_margin_exponential() -> SymbolicDerivation:
    """Two of the golden ratio's powers are more than 2."""
    F, P = nonnegative("F P")
    chain = Inequality("2ⁿ = P is at most twice the square of the Fibonacci number F", P, 2 * F**2, by="fibonacci-squared", P=P, F=F)
    growth = sp.solve(sp.Symbol("x") ** 2 - sp.Symbol("x") - 1)[1]
    chain.at_most("(in the limit a number's square is φ² times the last, more than twice)", 2, sp.expand(growth**2), strict=True)
    many = chain.cite("the updates are at least F", F, M, by="small-margin-mistakes", F=F)
    chain.weaken("so", right=2 * M**2, since=[many])
    return chain.finish("small-margin-exponential", P=P)


def learning_rate() -> SymbolicDerivation:
    """The quadratic in M for any start and rate."""
    of, away = "learning-rate", first / eta
    bound = R**2 / gamma**2 + 2 * first / (eta * gamma)
    chain = Inequality(
        "the master inequality from any start, with no slack", gamma * M, U * (away + TOP), by="any-start-master", TD=0, **STARTED
    )
    chain.weaken("so", right=away + TOP, since=[unit(chain, of)])
    chain.add("take ‖w(0)‖/η to the left", -away, left=gamma * M - away, right=TOP)
    more = chain.suppose("let M be more than the bound", bound, "<", M)
    chain.square("then the left side is not negative: square", since=[more], right=S2 + away**2)
    sums = chain.cite("no example is longer than R", S2, R**2 * M, by="bounded-sum")
    chain.weaken("so", right=R**2 * M + away**2, since=[sums])
    chain.add("all to the left", -(R**2) * M - away**2, left=gamma**2 * M * (M - bound), right=sp.Integer(0))
    chain.refute("which is false beyond the root that is not 0; so", more)
    return chain.finish(of, **STARTED)
