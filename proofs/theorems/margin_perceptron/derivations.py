"""SymPy's way to the Margin Perceptron's bounds: one idea, an envelope for ‖w‖ that an update cannot leave, in three shapes.

After t vectors γt ≤ ‖w‖, and an update takes n = ‖w‖ to at most √(n² + 2cγn + 1), with c = 1 − ε. Whatever curve ‖w‖ stays below ends
where γt meets it: the straight line gives the lecture's bound, √t + aγt the golden one, a potential (a differential inequality) the sharp
one. That root grows with n, so that a step from below the curve ends no higher than one from the curve.
"""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, positive
from proofs.theorems.core.derivations import cauchy_schwarz, through_passes, unit

M, E, gamma, eps, s, P, R, U, W = map(symbol, ("M", "E", "gamma", "eps", "s", "P", "R", "U", "W"))
(beta,) = positive("beta")
n, m, N, c, a, t0 = nonnegative("n m N c a t")
x, y, Y, r, t, slope = positive("x y Y r t B")
HALF = sp.Rational(1, 2)


def _step(c: Any) -> Inequality:
    """m² ≤ n² + 2cγn + 1 from n = ‖w‖ before an update to m = ‖w‖ after it."""
    return Inequality(
        "an update takes the length n to a length m, ‖w + z‖² multiplied out, where y⟨w, x⟩ ≤ cγn",
        m**2,
        n**2 + 2 * c * gamma * n + 1,
        by="margin-step",
        **{"‖w‖(k+1)": m, "‖w‖(k)": n, "c": c},
    )


def _with_c(of: str) -> Inequality:
    """The step with the name c for 1 − ε, which is not negative."""
    chain = _step(1 - eps)
    chain.name("c is 1 − ε", c, 1 - eps, since=[chain.cite("ε is at most 1", eps, 1, by=f"{of}#ε ≤ 1")])
    chain.rewrite("so", right=n**2 + 2 * c * gamma * n + 1)
    return chain


def _grow(chain: Inequality, vectors: Any, length: sp.Symbol) -> Inequality:
    """γt ≤ ‖w‖ after t vectors."""
    return chain.cite(
        "progress and Cauchy–Schwarz: each vector adds γ to ⟨u, w⟩ ≤ ‖w‖",
        gamma * vectors,
        length,
        by="weights-grow",
        **{"‖w‖": length, "k": vectors},
    )


def _line(of: str, e: Any) -> SymbolicDerivation:
    """The line A/γ + Bγt, B chosen as well as can be; e is ε, and the threshold cγ‖w‖ has c = 1 − ε."""
    share = sp.sympify(1 - e) if e == HALF else c
    chain = _step(share) if e == HALF else _with_c(of)
    (size,) = positive("n")
    long = size + share * gamma + 1 / (2 * size)
    chain.at_most(
        "BL bounds m by n + cγ + 1/(2n), the part of z along w and the part across it apart; that is no less: in squares",
        size**2 + 2 * share * gamma * size + 1,
        long**2,
        strict=True,
    ) if e == HALF else None

    through = positive("A")[0]
    chain.equal(
        "a step of BL's from n = A/γ is Bγ long, with B = c + 1/(2A)",
        (long - size).subs(size, through / gamma),
        gamma * (share + 1 / (2 * through)),
    )
    height = 1 / (2 * (slope - share))
    crossing = 1 / (2 * gamma**2 * (slope - share) * (1 - slope))
    chain.equal(
        "with A = 1/(2(B − c)), the line A/γ + Bγt meets γt at the t with", height / gamma + slope * gamma * crossing, gamma * crossing
    )
    best = chain.maximum("which is least where (B − c)(1 − B) is greatest, at", (slope - share) * (1 - slope), slope, (1 + share) / 2)
    chain.equal("there A = 1/(2(B − c)) is", height.subs(slope, best.right), 1 / e)
    B = chain.equal("and B", best.right, 1 - sp.sympify(e) / 2).right
    first, start = nonnegative("n_1")[0], 1 / (e * gamma)
    short = chain.cite("the first vector, which is not counted, has length 1 at most", first, 1, by="first-length", **{"‖w‖": first})
    small = chain.cite("γ is at most 1", gamma, 1, by="margin-at-most-one")
    given = [small] if e == HALF else [small, chain.cite("and so is ε", eps, 1, by=f"{of}#ε ≤ 1")]
    short.weaken("so w starts below A/γ", right=start, since=given)

    line = start + B * gamma * t0
    below = chain.suppose("let the length be below the line after t updates", n, "<=", line)
    chain.at_most("n² + 2cγn + 1 grows with n", 0, sp.diff(chain.right, n), strict=e == HALF)
    chain.grow("so a step from below the line ends no higher than one from the line", below)
    chain.weaken(
        "on the line a step is Bγ at most: the square of the line a step later is more", right=(line + B * gamma) ** 2, since=given[1:]
    )
    chain.square_roots("roots", left=m, right=line + B * gamma, since=given[1:])
    chain = chain.induct("so by induction, after M updates", below, short, now=n, next=m, last=N, index=t0, start=first, from_=0, upto=M)
    grown = _grow(chain, M + 1, N)
    grown.follow("M + 1 vectors have been added; so", chain)
    grown.solve("solve for M, as B < 1", M)
    grown.rewrite("simplified", right=sp.expand(sp.simplify(grown.right)))
    return grown.finish(of)


def margin_perceptron() -> SymbolicDerivation:
    """The line at ε = ½. BL's proof bounds a step from A/γ on; the steps that start below A/γ need that a step's end grows with n."""
    return _line("margin-perceptron", HALF)


def margin_perceptron_epsilon() -> SymbolicDerivation:
    """The line A/γ + Bγt for any threshold (1 − ε)γ‖w‖."""
    return _line("margin-perceptron-epsilon", eps)


def _curve(of: str, chain: Inequality, a: sp.Symbol, gain: Any) -> Inequality:
    """γT ≤ √T + aγT for T = M + 1 vectors, where the curve √t + aγt rises by what `gain` shows; T is written Y²."""
    chain.name("write x for √t", x, sp.sqrt(t))
    chain.name("and y for √(t + 1)", y, sp.sqrt(t + 1))
    curve = x + a * gamma * x**2
    below = chain.suppose("let the length after t vectors be below the curve √t + aγt", n, "<=", sp.sqrt(t) + a * gamma * t)
    chain.grow("n² + 2cγn + 1 grows with n, so a step from below the curve ends no higher than one from the curve", below)
    chain.rewrite("with x", right=curve**2 + 2 * c * gamma * curve + 1)
    gain(chain, below)
    chain.rewrite("which is the square of the curve at t + 1", right=(y + a * gamma * y**2) ** 2)
    chain.square_roots("roots", left=m, right=y + a * gamma * y**2)
    chain.rewrite("in t", right=sp.sqrt(t + 1) + a * gamma * (t + 1))
    case = below.copy()
    (first,) = nonnegative("n_1")
    short = chain.cite("the first vector has length 1 at most", first, 1, by="first-length", **{"‖w‖": first})
    short.weaken("so it starts below the curve", right=1 + a * gamma)
    chain = chain.induct(
        "so by induction, after M + 1 vectors", case, short, now=n, next=m, last=N, index=t, start=first, from_=1, upto=M + 1
    )
    chain.name("write Y for √(M + 1)", Y, sp.sqrt(M + 1))
    grown = _grow(chain, M + 1, N)
    grown.follow("so", chain)
    grown.rewrite("with Y", left=gamma * Y**2, right=Y + a * gamma * Y**2)
    grown.add("take aγY² to the left", -a * gamma * Y**2, left=(1 - a) * gamma * Y**2, right=Y)
    grown.multiply("divide by Y", 1 / Y, left=(1 - a) * gamma * Y, right=sp.Integer(1))
    return grown


def margin_perceptron_simple() -> SymbolicDerivation:
    """The curve √t + cγt, which an update cannot leave whatever t is."""
    of = "margin-perceptron-simple"
    chain = _with_c(of)

    def gain(chain: Inequality, below: Inequality) -> None:
        later = chain.at_most("t + 1 is more than t", t, t + 1)
        later.square_roots("so y is at least x", left=x, right=y)
        right = chain.right + 2 * c * gamma * (x**2 + 1) * (y - x) + c**2 * gamma**2
        chain.weaken("from t to t + 1 the square of the curve gains more than that", right=right, since=[later])

    grown = _curve(of, chain, c, gain)
    grown.multiply("divide by (1 − c)γ = εγ", 1 / (eps * gamma), left=Y, right=1 / (eps * gamma))
    grown.square("square")
    grown.rewrite("Y² is M + 1", left=M + 1)
    return grown.finish(of)


def margin_perceptron_golden() -> SymbolicDerivation:
    """The curve √t + aγt, a chosen so that the update's growth and the curve's run out of room at the moment of the crossing."""
    of = "margin-perceptron-golden"
    u, free, share = positive("u a c")
    room = 3 * free * u + 2 * free**2 * u**2 - 2 * share * (u + free * u**2)
    until = (3 * free - 2 * share) / (2 * free * (share - free))
    chain = _with_c(of)
    chain.equal(
        "from t to t + 1 the square of √t + aγt gains more than 1 + 3au + 2a²u², u = γ√t, an update below it 1 + 2c(u + au²) at most; "
        "the first is more by",
        room,
        u * (3 * free - 2 * share - 2 * free * (share - free) * u),
    )
    chain.equal("there is room until u is", room.subs(u, until), 0)
    chain.equal("and γt meets the curve at u = 1/(1 − a)", 1 / (1 - free), 1 + free / (1 - free))
    both = (until - 1 / (1 - free)) * 2 * free * (share - free) * (1 - free)
    chain.equal("both at once, if a² − 3a + 2c = 0", both, 3 * free - 2 * share - free**2)

    low = chain.at_most("the root of 1 + 8ε is", 1, 1 + 8 * eps, strict=True)
    chain.name("write r for √(1 + 8ε)", r, sp.sqrt(1 + 8 * eps))
    low.square_roots("more than 1,", left=sp.Integer(1), right=r)
    small = chain.cite("ε is at most 1", eps, 1, by=f"{of}#ε ≤ 1")
    small.multiply("times 8", 8)
    small.add("so r² is", 1)
    small.square_roots("and r at most 3", left=r, right=sp.Integer(3))
    chain.name("the smaller root of a² − 3a + 2c, with c = 1 − ε, is", a, (3 - r) / 2, since=[small])
    chain.equal("so 2c is", 2 * (1 - eps), 3 * a - a**2)
    chain.equal("at ε = ½ the crossing, 1/(1 − a), is the golden ratio", (2 / (r - 1)).subs(r, sp.sqrt(5)), sp.GoldenRatio.rewrite(sp.sqrt))

    def gain(chain: Inequality, below: Inequality) -> None:
        room = _grow(chain, t, n)
        room.follow("which is below the curve, so", below)
        room.rewrite("with x", left=gamma * x**2, right=x + a * gamma * x**2)
        room.add("take aγx² to the left", -a * gamma * x**2, left=(1 - a) * gamma * x**2, right=x)
        room.multiply("divide by x: there is room", 1 / x, left=(1 - a) * gamma * x, right=sp.Integer(1))
        cubes = chain.at_most("a square, times what is positive", 0, (y - x) ** 2 * (y + x / 2))
        cubes.rewrite("as y² is x² + 1, that is", right=y**3 - x**3 - 3 * x / 2)
        curve = x + a * gamma * x**2
        chain.rewrite("with 2c in terms of a", right=curve**2 + (3 * a - a**2) * gamma * curve + 1)
        chain.weaken("so the right side is at most", right=chain.right + 2 * a * gamma * (y**3 - x**3 - 3 * x / 2), since=[cubes])
        chain.weaken("with the room", right=chain.right + a**2 * gamma * x * (1 - (1 - a) * gamma * x), since=[room])
        chain.weaken("and a square more", right=chain.right + a**2 * gamma**2)

    grown = _curve(of, chain, a, gain)
    grown.multiply("divide by (1 − a)γ", 1 / ((1 - a) * gamma), since=[low], left=Y, right=1 / ((1 - a) * gamma))
    grown.square("square")
    grown.rewrite("in ε", left=M + 1, right=(1 + sp.sqrt(1 + 8 * eps)) ** 2 / (16 * eps**2 * gamma**2))
    return grown.finish(of)


def margin_perceptron_sharp() -> SymbolicDerivation:
    """The fastest growth that the rule allows, by a potential: the solution of a differential equation."""
    of, (q,) = "margin-perceptron-sharp", positive("q")
    chain = _with_c(of)

    def potential(length: Any) -> Any:
        return 2 * c * gamma * length - sp.log(1 + 2 * c * gamma * length)

    v = sp.Symbol("v", positive=True)
    chain.equal(
        "were the growth of n² per step a rate, n would take the time Φ(n)/(2c²γ²) to grow to n, with Φ(n) = 2cγn − ln(1 + 2cγn)",
        sp.diff(potential(v), v) / (2 * c**2 * gamma**2),
        2 * v / (1 + 2 * c * gamma * v),
    )
    bent = chain.tangent("Φ is concave as a function of n²: it lies below its tangents", potential(sp.sqrt(q)), q, n**2, m**2)
    bent.weaken("with the growth of n²", right=potential(n) + 2 * c**2 * gamma**2, since=[chain])
    below = chain.suppose("let Φ after t vectors be at most 2c²γ²t", potential(n), "<=", 2 * c**2 * gamma**2 * t0)
    bent.weaken("then after one more", right=2 * c**2 * gamma**2 * (t0 + 1), since=[below])
    start = chain.equal("it starts at", potential(sp.Integer(0)), 0)
    total = bent.induct("so by induction, after M + 1 vectors", below, start, now=n, next=m, last=N, index=t0, start=0, from_=0, upto=M + 1)
    total.grow("Φ grows with the length, which is at least γ(M + 1)", _grow(total, M + 1, N), "left")
    T = gamma**2 * (M + 1)
    total.add("so", sp.log(1 + 2 * c * T) - 2 * c**2 * T, left=2 * c * (1 - c) * T, right=sp.log(1 + 2 * c * T))
    total.rewrite("in ε", left=2 * eps * (1 - eps) * T, right=sp.log(1 + 2 * (1 - eps) * T))
    return total.finish(of)


ROUNDED = sp.Rational(2513, 1000)


def margin_perceptron_constant() -> SymbolicDerivation:
    """The root of τ/2 = ln(1 + τ), rounded up to 2.513: the tangent of the logarithm there."""
    (tau,) = nonnegative("tau")
    T = gamma**2 * (M + 1)
    chain = Inequality("the sharp bound at ε = ½", T / 2, sp.log(1 + T), by="margin-perceptron-sharp", eps=HALF)
    chain.name("write τ for γ²(M + 1)", tau, T)
    chain.rewrite("so", left=tau / 2, right=sp.log(1 + tau))
    line = chain.tangent("the logarithm lies below its tangent at 2.513", sp.log(1 + tau), tau, ROUNDED, tau)
    chain.follow("so", line)
    known = chain.cite("where it is", sp.log(1 + ROUNDED), ROUNDED / 2, by="ln-3513")
    chain.weaken("so", right=ROUNDED / 2 + (tau - ROUNDED) / (1 + ROUNDED), since=[known])
    chain.solve("solve for τ", tau)
    chain.multiply("divide by γ²", gamma**-2)
    chain.rewrite("τ put back", left=M + 1, right=ROUNDED / gamma**2)
    return chain.finish("margin-perceptron-constant")


def margin_perceptron_mistakes() -> SymbolicDerivation:
    """A bound on γ‖w‖ by γ⟨u, w⟩ and the mistakes, by the kernel's induction; then Cauchy–Schwarz."""
    of = "margin-perceptron-mistakes"
    chain = Inequality(
        "each update adds γ at least to ⟨u, w⟩, and a mistake less to ‖w‖ than other updates; with W for ‖w‖ and P for ⟨u, w⟩ in the end",
        gamma**2 * E + 2 * gamma * W - 1,
        2 * gamma * P,
        by="mistakes-below-growth",
        **{"σ": gamma**2, "m": gamma * W, "p": gamma * P, "E′": E},
    )
    short = cauchy_schwarz(chain)
    short.weaken("and as ‖u‖ ≤ 1", right=W, since=[unit(chain, of)])
    chain.weaken("so", right=2 * gamma * W, since=[short])
    chain.add("take 2γW − 1 to the right", 1 - 2 * gamma * W, left=gamma**2 * E, right=sp.Integer(1))
    chain.solve("solve for E", E)
    return chain.finish(of)


def margin_perceptron_rate() -> SymbolicDerivation:
    """The sharp bound under a tangent of the logarithm, near the root for small ε."""
    of, (X,), (L, K), (p,) = "margin-perceptron-rate", nonnegative("X"), positive("L K"), positive("s")
    T = gamma**2 * (M + 1)
    chain = Inequality("the sharp bound", 2 * eps * (1 - eps) * T, sp.log(1 + 2 * (1 - eps) * T), by="margin-perceptron-sharp")
    small = chain.cite(
        "ε is at most 1 (above 1 the left side is negative, and the kernel takes that case apart)",
        eps,
        1,
        by="margin-perceptron-sharp#ε ≤ 1",
    )
    chain.name("write X for 2(1 − ε)γ²(M + 1)", X, 2 * (1 - eps) * T, since=[small])
    chain.rewrite("so", left=eps * X, right=sp.log(1 + X))
    at, (v,) = (1 + p) / eps, positive("v")
    chain.follow("the logarithm lies below its tangent at (1 + s)/ε", chain.tangent("ln v is concave", sp.log(v), v, at, 1 + X))
    chain.rewrite("that is", right=sp.log(1 + p) + sp.log(1 / eps) + eps * (1 + X) / (1 + p) - 1)
    one = chain.tangent("and the tangent at 1 gives", sp.log(v), v, 1, 1 + p)
    chain.weaken("so", right=p + sp.log(1 / eps) + eps * (1 + X) / (1 + p) - 1, since=[one])
    chain.add("take εX/(1 + s) to the left", -eps * X / (1 + p), left=eps * X * p / (1 + p), right=p + sp.log(1 / eps) + eps / (1 + p) - 1)
    chain.multiply("times (1 + s)/s", (1 + p) / p, left=eps * X, right=sp.log(1 / eps) + p + (sp.log(1 / eps) - 1 + eps) / p)
    chain.minimum("with L for ln(1/ε) and K > 0 for L − 1 + ε it is least at", L + p + K / p, p, sp.sqrt(K))
    chain.rewrite("X put back", left=2 * eps * (1 - eps) * T)
    return chain.finish(of, s=p)


def margin_perceptron_rate_below() -> SymbolicDerivation:
    """The sharp bound's two sides at εX = ln(1/ε)."""
    (v,) = positive("v")
    one = Inequality("a number is at most itself", eps, eps, "=")
    chain = one.tangent("the logarithm lies below its tangent at 1", sp.log(v), v, 1, eps)
    chain.add("so with ln(1/ε) = −ln ε", 1 - eps - sp.log(eps), left=1 - eps, right=-sp.log(eps))
    chain.multiply("divide by ε", 1 / eps)
    chain.add("add 1", 1)
    chain.apply("logarithms", "log")
    return chain.finish("margin-perceptron-rate-below")


def margin_perceptron_passes() -> SymbolicDerivation:
    """Passes from updates, and rounds from passes."""
    chain = through_passes("margin-perceptron-passes", M + 1, "summed over the M + 1 vectors")
    runs, (rounds, examples) = chain.left, nonnegative("T n")
    simple = chain.cite("the simple bound", M + 1, 1 / (eps * gamma) ** 2, by="margin-perceptron-simple")
    chain.weaken("put in", right=1 / (eps * gamma) ** 2 + 1, since=[simple])
    total = chain.cite("a pass has n rounds", rounds, runs * examples, "=", by="margin-perceptron-passes#T", T=rounds, P=runs, n=examples)
    total.weaken("so", right=examples * (1 / (eps * gamma) ** 2 + 1), since=[chain])
    return total.finish("margin-perceptron-passes", T=rounds, n=examples)


def margin_perceptron_halts() -> SymbolicDerivation:
    """⟨w, z⟩ ≥ θ‖w‖ divided by ‖w‖."""
    (size,), theta, along = positive("W"), sp.Symbol("theta", real=True), sp.Symbol("g", real=True)
    chain = Inequality(
        "no update: with W for ‖w‖ and g = ⟨u, z⟩, where w = Wu",
        theta * size,
        size * along,
        by="margin-perceptron-halts#no update",
        **{"w·z": size * along, "‖w‖": size, "θ": theta},
    )
    chain.multiply("divide by W", 1 / size)
    return chain.finish("margin-perceptron-halts", **{"u·z": along, "θ": theta})


def fixed_margin_length() -> SymbolicDerivation:
    """Energy times γ, and progress put in; where ‖w‖ is 0 there is nothing to show."""
    (W,), most = positive("W"), R**2 + 2 * beta
    of = "fixed-margin-length"
    chain = Inequality("energy: with the cap β an update adds R² + 2β at most", W**2, most * M, by="capped-energy", c=beta, **{"w·w": W**2})
    gained = chain.cite("progress, with P for ⟨u, w⟩", gamma * M, P, by="progress", TD=0)
    joined = chain.cite("Cauchy–Schwarz, for ‖u‖ ≤ 1", P**2, U**2 * W**2, by="cauchy-schwarz", **{"a·a": U**2, "b·b": W**2, "a·b": P})
    joined.weaken("so", right=W**2, since=[unit(chain, of)])
    joined.square_roots("roots", left=P, right=W)
    gained.follow("so", joined)
    chain.multiply("times γ", gamma, left=gamma * W**2, right=most * gamma * M)
    chain.weaken("so with progress", right=most * W, since=[gained])
    chain.multiply("divide by W", 1 / W, left=gamma * W, right=most)
    return chain.finish(of, **{"‖w‖": W, "β": beta})


def fixed_margin_halts() -> SymbolicDerivation:
    """β times the bound on ‖w‖, and no update."""
    (W,), (score,), of = positive("W"), nonnegative("p"), "fixed-margin-halts"
    chain = Inequality("the weights are short", gamma * W, R**2 + 2 * beta, by="fixed-margin-length", **{"‖w‖": W, "β": beta})
    chain.multiply("times β", beta, left=beta * gamma * W, right=(R**2 + 2 * beta) * beta)
    halts = chain.cite("no example is an update, with p for y⟨w, x⟩", beta, score, by=f"{of}#halts", **{"w(M)·x(k)": score, "β": beta})
    chain.weaken("so", right=(R**2 + 2 * beta) * score, since=[halts])
    return chain.finish(of, **{"‖w‖": W, "β": beta, "w(M)·x(k)": score})
