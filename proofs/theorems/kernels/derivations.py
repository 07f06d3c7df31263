"""SymPy's way to what is true of kernels and their matrices, and of support vectors."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive
from proofs.theorems.core.derivations import trace

kernel_trace = trace

a, e = nonnegative("a e")
(t,) = positive("t")
k = sp.Symbol("k", integer=True, nonnegative=True)


def normalised_kernel() -> SymbolicDerivation:
    """The least of ‖φ(x) − λφ(z)‖²."""
    K, lam = sp.Symbol("K", real=True), sp.Symbol("lambda", real=True)
    first, second = positive("p q")
    square = first**2 - 2 * lam * K + lam**2 * second**2
    chain = Inequality("‖φ(x) − λφ(z)‖², with p² = K(x, x), q² = K(z, z) and K = K(x, z), is not negative", sp.Integer(0), square)
    least = chain.minimum("in λ", square, lam)[1]
    chain.right = least
    chain.multiply("nor is that over p²", first**-2)
    chain.add("so", K**2 / (first * second) ** 2)
    return chain.finish(**{"K'": K / (first * second), "K'(x, z)": K / (first * second)})


def indefinite_kernel() -> SymbolicDerivation:
    """The negative eigenvalue of [[1, −5], [−5, 1]], and the scores it feeds."""
    matrix = sp.Matrix([[1, -5], [-5, 1]])
    s, updates = sp.Function("s"), sp.Function("M")
    low = min(matrix.eigenvals())
    chain = Inequality("the eigenvalue of K along (1, 1), the direction of the updates", (matrix * sp.ones(2, 1))[0], low, "=")
    score = sp.rsolve(s(k + 1) - s(k) - low, s(k), {s(0): 0})
    chain.note("a pair of rounds adds it to each score, which after k pairs is", score)
    chain.at_most("so point 0 is a mistake", score, 0)
    chain.at_most("and point 1, whose score has K(0, 1) = −5 more, is another", score - 5, 0, strict=True)
    count = sp.rsolve(updates(k + 1) - updates(k) - 2, updates(k), {updates(0): 0})
    M = sp.Symbol("M")
    return chain.conclude("so every round is one", M, "=", count, M=M, **{"0": k})


def polynomial_kernel_half() -> SymbolicDerivation:
    """⟨v, Kv⟩ as a function of ‖x‖²."""
    t = sp.Symbol("t", positive=True)
    plus, minus = sp.sqrt(1 + t), sp.sqrt(1 - t)
    K, v = sp.Matrix([[1, 1, 1], [1, plus, minus], [1, minus, plus]]), sp.Matrix([-2, 1, 1])
    value = sp.expand((v.T * K * v)[0])
    chain = Inequality("with t = ‖x‖², ⟨v, Kv⟩ is", value, value, "=")
    chain.note("for small t", sp.series(value, t, 0, 4).removeO())
    r = sp.Symbol("r", nonnegative=True)
    chain.equal("and in general: the square of half of ⟨v, Kv⟩ + 4 is", sp.expand(((value + 4) / 2) ** 2).subs(plus * minus, r), 2 + 2 * r)
    chain.at_most("where r = √(1 − t²) < 1, so it is less than 4", 2 + 2 * r, 4, where={r: 1 / (1 + t)}, strict=True)
    return chain.conclude("so", plus + minus, "<", sp.Integer(2), **{"√(1+‖x‖²)": plus, "√(1−‖x‖²)": minus})


def support_vectors() -> SymbolicDerivation:
    """‖p‖² as the mean of the ⟨p, z⟩."""
    mu, P, g = nonnegative("mu")[0], sp.Symbol("P", positive=True), sp.Symbol("g", real=True)
    rest = sp.Symbol("q", real=True)
    chain = Inequality(
        "P = ‖p‖² is the mean, with weights μ and 1 − μ, of g = ⟨p, s⟩ and of the other ⟨p, z⟩, whose mean is q",
        mu * g + (1 - mu) * rest,
        P,
        "=",
    )
    chain.weaken("none is less than P", left=mu * g + (1 - mu) * P, where={rest: P + e, mu: 1 / (1 + a)})
    chain.add("so", -(1 - mu) * P)
    return chain.finish(**{"μ": mu, "p·p": P, "p·s": g})


def support_vectors_greatest() -> SymbolicDerivation:
    """The square of ‖p‖u − p."""
    r, g, U = sp.Symbol("r", positive=True), sp.Symbol("g", real=True), sp.Symbol("U", nonnegative=True)
    size = r**2 * U**2 + r**2
    chain = Inequality("with r = ‖p‖, U = ‖u‖ and g = ⟨p, u⟩, ‖ru − p‖² is −2rg and", size, size, "=")
    chain.weaken("‖u‖ is at most 1", right=2 * r**2, where={U: 1 / (1 + a)})
    chain.weaken("and all margins, so their mean g, at least r", right=2 * r * g, where={g: r + e})
    return chain.finish(**{"‖p‖": r, "p·p": r**2, "p·u": g, "u·u": U**2})


def support_vectors_nearest() -> SymbolicDerivation:
    """The distance along a step towards s."""
    P, S, inner, gap = sp.Symbol("P", positive=True), sp.Symbol("S", positive=True), sp.Symbol("g", real=True), positive("a")[0]
    step = t**2 * S + 2 * t * (1 - t) * inner + (1 - t) ** 2 * P
    chain = Inequality("the square of ‖(1−t)p + ts‖, with P = ‖p‖², S = ‖s‖² and g = ⟨p, s⟩, is", sp.Symbol("N"), step, "=")
    chain.equal("its slope at t = 0, which is negative where g < P, is", sp.diff(step, t).subs(t, 0), -2 * (P - inner))
    best = sp.solve(sp.diff(step, t).subs(S, gap + 2 * inner - P), t)[0]
    chain.equal("it is least, with a for ‖s − p‖² = S − 2g + P, at", best, (P - inner) / gap)
    shorter = nonnegative("h")[0]
    there = P - t * gap - shorter
    chain.substitute("at any t that is no greater, P − g = ta + h with h ≥ 0; so it is", {S: gap + 2 * there - P, inner: there})
    chain.rewrite("simplified", right=P - t**2 * gap - 2 * t * shorter)
    chain.weaken("and less than P", right=P, strict=True)
    return chain.conclude("that is", step, "<", P, **{"p·p": P, "p·s": inner, "s·s": S, "t": t})
