"""SymPy's way to the Margin Perceptron's bounds: one idea, an envelope for ‖w‖ that an update cannot leave, in three shapes.

After t vectors γt ≤ ‖w‖, and an update takes n = ‖w‖ to at most √(n² + 2cγn + 1), with c = 1 − ε.  Whatever curve ‖w‖ stays below ends
where γt meets it: the straight line gives the lecture's bound, √t + aγt the golden one, the differential equation the sharp one.
"""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, derived, eq, le, line, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative

M, gamma, eps = symbol("M"), symbol("gamma"), symbol("eps")
a, c, n, t, u, x, A, slope = (sp.Symbol(name, positive=True) for name in ("a", "c", "n", "t", "u", "x", "A", "B"))
tau = sp.Symbol("tau", positive=True)
(e,) = nonnegative("e")
HALF = sp.Rational(1, 2)


def margin_perceptron_epsilon(threshold: sp.Expr = 1 - eps) -> SymbolicDerivation:
    """The line A/γ + Bγt, B chosen as well as can be."""
    long = n + c * gamma + 1 / (2 * n)
    spare = sp.expand(long**2 - (n**2 + 2 * c * gamma * n + 1))
    step = sp.expand((long - n).subs(n, A / gamma) / gamma)
    start = sp.solve(eq(slope, step), A)[0]
    crossing = sp.factor(sp.solve(eq(gamma * t, start / gamma + slope * gamma * t), t)[0])
    best = sp.solve(sp.diff(crossing, slope), slope)[0]
    height = 1 / sp.simplify(1 / start.subs(slope, best))
    counted = sp.solve(eq(gamma * (M + 1), height / gamma + best * gamma * M), M)[0]
    bound = sp.expand(sp.simplify(counted.subs(c, threshold)))
    return derived(
        line("an update takes the length n to at most", sp.sqrt(n**2 + 2 * c * gamma * n + 1)),
        line("with c the threshold over γ", eq(c, threshold)),
        line("which is at most", long),
        line("for the squares differ by", spare),
        line("from n = A/γ on, a step is therefore at most Bγ, with", eq(slope, step), eq(A, start)),
        line("‖w‖ ≤ A/γ + Bγt and ‖w‖ ≥ γt cross at", eq(t, crossing)),
        line("which is least at", eq(slope, best), eq(A, height)),
        line("the first vector is not counted, and w starts below A/γ", le(gamma * (M + 1), height / gamma + best * gamma * M)),
        line("so", le(M, bound)),
    )


def margin_perceptron() -> SymbolicDerivation:
    """The line at ε = ½."""
    return margin_perceptron_epsilon(HALF)


def margin_perceptron_simple() -> SymbolicDerivation:
    """The curve √t + cγt, which an update cannot leave whatever t is."""
    here, later = sp.Symbol("x", positive=True), sp.Symbol("v", positive=True)  # √t, √(t + 1)
    curve, after = here + c * gamma * here**2, later + c * gamma * (here**2 + 1)
    room = sp.rem(sp.expand(after**2 - curve**2 - 2 * c * gamma * curve - 1), later**2 - here**2 - 1, later)
    parts = sp.Poly(room, c)
    roots = {here: sp.sqrt(t), later: sp.sqrt(t + 1)}
    gains = [sp.factor(parts.coeff_monomial(c**k)).subs(roots) * c**k for k in range(3)]
    crossing = 1 / sp.simplify(1 / sp.solve(eq(gamma * n**2, n + c * gamma * n**2), n)[0])
    bound = sp.simplify(crossing.subs(c, 1 - eps) ** 2)
    return derived(
        line("try the curve", eq(sp.Symbol("L"), curve.subs(roots))),
        line("from t to t + 1 its square gains, beyond what an update may add", sum(gains)),
        line("so ‖w‖ stays below it; γt meets it where, for n = √t", eq(gamma * n**2, n + c * gamma * n**2), eq(n, crossing)),
        line("with c = 1 − ε, for M + 1 vectors", le(M + 1, bound)),
    )


def margin_perceptron_golden() -> SymbolicDerivation:
    """The curve √t + aγt, a chosen so that the update's growth and the curve's run out of room at the moment of the crossing."""
    gain = 1 + 3 * a * gamma * sp.sqrt(t) + 2 * a**2 * gamma**2 * t
    needs = 1 + 2 * c * gamma * (sp.sqrt(t) + a * gamma * t)
    room = sp.factor(sp.expand((gain - needs).subs(gamma, u / sp.sqrt(t))))
    until = sp.solve(room, u)[0]
    crossing = 1 / sp.simplify(1 / sp.solve(eq(u, 1 + a * u), u)[0])
    quadratic = sp.Poly(sp.numer(sp.together(until - crossing)), a).monic().as_expr()
    roots = sp.solve(quadratic.subs(c, 1 - eps), a)
    chosen = min(roots, key=lambda root: float(root.subs(eps, HALF)))
    limit = sp.radsimp(sp.simplify(crossing.subs(a, chosen)))
    bound = sp.factor(limit) ** 2 / gamma**2
    return derived(
        line("try the curve", eq(sp.Symbol("L"), sp.sqrt(t) + a * gamma * t)),
        line("from t to t + 1 its square gains more than", gain),
        line("an update below it adds at most", needs),
        line("for u = γ√t the difference is", room),
        line("there is room until", eq(u, until)),
        line("and γt ≤ ‖w‖ ≤ L crosses at", eq(u, crossing)),
        line("both at once, if", eq(quadratic, 0)),
        line("so, with c = 1 − ε", eq(a, chosen)),
        line("and the crossing is at", eq(u, limit)),
        line("at ε = ½ the golden ratio", eq(u, limit.subs(eps, HALF))),
        line("M + 1 vectors have been added", le(M + 1, bound)),
    )


def margin_perceptron_sharp() -> SymbolicDerivation:
    """The fastest growth that the rule allows, as a differential equation."""
    v = sp.Symbol("v", positive=True)
    time = sp.simplify(sp.integrate(sp.apart(2 * v / (1 + 2 * c * gamma * v), v), (v, 0, n)))
    crossing = sp.expand(2 * c**2 * gamma**2 * time.subs(n, gamma * t)).subs(t, tau / gamma**2)
    left = 2 * c * (1 - c) * tau
    right = sp.log(1 + 2 * c * tau)
    value = -1 - 2 * sp.LambertW(-HALF * sp.exp(-HALF), -1)
    closed = -(1 + sp.LambertW(-eps * sp.exp(-eps), -1) / eps) / (2 * c)
    of, bound = (side.subs({c: 1 - eps}).subs(tau, gamma**2 * (M + 1)) for side in (left, right))
    return derived(
        line("the length grows no faster than", eq(sp.Derivative(n**2, t), 1 + 2 * c * gamma * n)),
        line("so to reach n takes at least", eq(t, sp.Integral(2 * v / (1 + 2 * c * gamma * v), (v, 0, n)))),
        line("that is", eq(t, sp.expand(time))),
        line("where it meets γt; with τ = γ²t, times 2c²γ²", eq(2 * c**2 * tau, sp.simplify(crossing))),
        line("so up to there", le(left, right)),
        line("whose positive root is, by Lambert's W", eq(tau, closed)),
        line("at ε = ½", eq(tau, value)),
        line("which is about", sp.N(value, 8)),
        line("with c = 1 − ε and t = M + 1", le(of, bound)),
    )


def margin_perceptron_rate() -> SymbolicDerivation:
    """The sharp bound under a tangent of the logarithm, near the root for small ε."""
    (X, A, L), s = (sp.Symbol(name, positive=True) for name in ("X", "A", "L")), symbol("s")
    tangent = sp.log(A) + (1 + X - A) / A
    at = (1 + s) / eps
    above = tangent.subs(sp.log(A), L + s).subs(A, at)
    solved = sp.expand(sp.simplify(eps * sp.solve(eq(eps * X, above), X)[0]))
    free = L + s + (L - 1 + eps) / s
    best = sp.solve(sp.diff(free, s), s)
    chosen = next(root for root in best if root.subs({L: 2, eps: HALF}) > 0)
    bound = free.subs(L, -sp.log(eps))
    of = 2 * eps * (1 - eps) * gamma**2 * (M + 1)
    return derived(
        line("with X for 2(1−ε)τ the sharp bound is", le(eps * X, sp.log(1 + X))),
        line("the tangent of the logarithm at A", le(sp.log(1 + X), tangent)),
        line("near the root for small ε", eq(A, at)),
        line("where, with L for ln(1/ε)", le(sp.log(A), L + s)),
        line("solved for εX", le(eps * X, solved)),
        line("that is", free, sp.simplify(free - solved)),
        line("which is least at", eq(s, chosen)),
        line("and is there", sp.simplify(free.subs(s, chosen))),
        line("so for every s", le(of, bound)),
    )


def margin_perceptron_constant() -> SymbolicDerivation:
    """The root of τ/2 = ln(1 + τ), rounded up."""
    value = -1 - 2 * sp.LambertW(-HALF * sp.exp(-HALF), -1)
    residue = sp.simplify(sp.log(1 + value) - value / 2)
    rounded = sp.Rational(int(sp.ceiling(sp.N(value, 30) * 1000)), 1000)
    return derived(
        line("at ε = ½ the sharp bound says", le(tau / 2, sp.log(1 + tau))),
        line("equality holds at", eq(tau, value)),
        line("which is about", sp.N(value, 8)),
        line("where the two sides differ by", sp.N(residue, 30, chop=True)),
        line("rounded up to three decimals", le(tau, rounded)),
        line("so", le(M + 1, rounded / gamma**2)),
    )


def margin_perceptron_rate_below() -> SymbolicDerivation:
    """The sharp bound's two sides at εX = ln(1/ε)."""
    L = sp.Symbol("L", real=True)
    chain = Inequality("1/ε, against 1 + X at X = L/ε with L = ln(1/ε)", 1 / eps, 1 / eps, "=")
    chain.weaken("the tangent of ln at 1 gives L ≥ 1 − ε, by e", right=1 + L / eps, where={L: 1 - eps + e})
    return chain.conclude("in logarithms", sp.log(1 / eps), "<=", sp.log(1 + L / eps).subs(L, sp.log(1 / eps)), **{"1/ε": 1 / eps})


def margin_perceptron_passes() -> SymbolicDerivation:
    """Passes from updates, and rounds from passes."""
    runs, rounds, examples = (sp.Symbol(name, nonnegative=True) for name in "PTn")
    vectors = 1 / (eps * gamma) ** 2
    chain = Inequality("all passes but the last have an update, and M + 1 vectors are added", runs, M + 2)
    chain.weaken(
        "the simple bound: M + 1 is at most 1/(ε²γ²)", right=vectors + 1, where={M: vectors - 1 - sp.Symbol("e", nonnegative=True)}
    )
    chain.multiply("times n rounds a pass", sp.Symbol("n", positive=True))
    chain.substitute("T = nP", {sp.Symbol("n", positive=True): examples, runs: rounds / examples})
    return chain.finish(**{"T": rounds, "n": examples, "1/ε": 1 / eps, "1/γ": 1 / gamma})
