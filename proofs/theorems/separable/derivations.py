"""SymPy's way to Novikoff's bound and to the worst case on a line, in the plane and in space."""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, positive, real
from proofs.theorems.core.derivations import cauchy_schwarz, through_passes, unit

M, gamma, R, W, U, P = map(symbol, ("M", "gamma", "R", "W", "U", "P"))
b, t = nonnegative("b t")
(s,) = nonnegative("s")


def novikoff() -> SymbolicDerivation:
    """Progress, Cauchy–Schwarz and energy: γM ≤ R√M, squared; the quadratic in √M has the roots 0 and R/γ."""
    chain = Inequality(
        "progress: each update adds γ at least to P = ⟨u, w⟩ (no slack on separable data)", gamma * M, P, by="progress", TD=0
    )
    chain.follow("Cauchy–Schwarz", cauchy_schwarz(chain))
    chain.weaken("so", right=W, since=[unit(chain, "novikoff")])
    energy = chain.cite("energy: each update adds R² at most to ‖w‖²", W**2, R**2 * M, by="capped-energy", c=0, **{"w·w": W**2})
    energy.square_roots("so", left=W, right=R * sp.sqrt(M))
    chain.weaken("put in", right=R * sp.sqrt(M), since=[energy])
    chain.name("write s for √M", s, sp.sqrt(M))
    chain.rewrite("a quadratic inequality in s", left=gamma * s**2, right=R * s)
    chain.equal("its roots are 0 and R/γ", gamma * s**2 - R * s, gamma * s * (s - R / gamma))
    chain.solve("γ > 0: the parabola opens upwards, so s is at most the larger root", s, R / gamma)
    chain.square("square: both sides are non-negative")
    chain.rewrite("s² is M", left=M)
    return chain.finish("novikoff")


def dimension_one() -> SymbolicDerivation:
    """A second mistake on a line contradicts the margin."""
    of = "dimension-one"
    (size,), (g, g0, g1) = positive("U"), real("g g_0 g_1")
    two = Inequality("a number is at most itself", gamma, gamma, "=").suppose("let there be two mistakes", 2, "<=", M)
    names = {"u·u": size**2, "u·z(k)": g1, "z(0)·z(k)": g}
    line = two.cite(
        "all examples are on the line of u: with g = ⟨z(0), z(1)⟩",
        size**2 * g,
        g1 * g0,
        "=",
        by=f"{of}#on a line",
        against=["z(0)"],
        **names,
        **{"u·z(0)": g0},
    )
    first = two.cite("the first has the margin", gamma, g0, by=f"{of}#separable", **{"u·z(k)": g0})
    second = two.cite("and so has the second", gamma, g1, by=f"{of}#separable", **{"u·z(k)": g1})
    second.weaken("in other words it is positive", left=sp.Integer(0), strict=True)
    first.multiply("so the product of both", g1, since=[second], left=gamma * g1, right=g0 * g1)
    again = two.cite("and", gamma, g1, by=f"{of}#separable", **{"u·z(k)": g1})
    first.weaken("is at least", left=gamma**2, since=[again])
    first.weaken("and that is", right=size**2 * g, since=[line])
    mistake = two.cite("the second is a mistake, where w = z(0)", g, 0, by=f"{of}#mistake-driven", **{"w(k)·z(k)": g})
    first.weaken("which is not positive", right=sp.Integer(0), since=[mistake])
    first.refute("so there is no second mistake", two)
    first.floor("M is whole")
    return first.finish(of)


def _in_a_row() -> Inequality:
    """2aγ + 2γ² ≤ R², what two mistakes in a row need, where ⟨u, w⟩ = a before the first: the other lines of the plane are b, c, c′."""
    of = "two-in-a-row"
    (a, b, q, g, h), (d,), (C,) = nonnegative("a b q g h"), real("d"), nonnegative("C")
    names = {"a": a, "b": b, "c": -q, "c'": d, "g": g, "g'": h, "R": sp.sqrt(C**2 + gamma**2)}
    first = Inequality(
        "w is (a, b) along u and across it, the first example (g, −q), b ≥ 0 (else mirrored); it is a mistake",
        a * g - b * q,
        0,
        by=f"{of}#mistake",
        **names,
    )
    ahead = first.cite("it has the margin γ", gamma, g, by=f"{of}#g ≥ γ", **names)
    first.weaken("so", left=a * gamma - b * q, since=[ahead])
    second = first.cite("the next example is (h, d), a mistake too", a * h + g * h + (b - q) * d, 0, by=f"{of}#next mistake", **names)
    further = first.cite("with the margin γ", gamma, h, by=f"{of}#g' ≥ γ", **names)
    second.weaken("so", left=a * gamma + g * h + (b - q) * d, since=[further])
    second.weaken("and", left=a * gamma + gamma**2 + (b - q) * d, since=[ahead, further])
    sides = {}
    for side, fact in ((b, "|b| ≤ C"), (q, "|c| ≤ C"), (d, "|c'| ≤ C")):
        sides[side] = first.cite("with C² = R² − γ², nothing swings farther across u than C", side**2, C**2, by=f"{of}#{fact}", **names)
    less = sides[d].copy()
    less.square_roots("that is", left=-d, right=C)
    for side, bound in sides.items():
        bound.square_roots("that is", left=side, right=C)

    total = second.copy()
    total.combine("both mistakes together", first, left=2 * a * gamma + gamma**2 + (b - q) * d - b * q, right=sp.Integer(0))
    total.add("so", b * q - (b - q) * d, left=2 * a * gamma + gamma**2, right=b * q - (b - q) * d)
    other = total.copy()
    false = total.suppose("were that more than C²", C**2, "<", 2 * a * gamma + gamma**2)
    case = total.suppose("and b no more than q", b, "<=", q)
    total.weaken("then, d being at most C,", right=b * q + (q - b) * C, since=[sides[d], case])
    total.weaken("(C − q)(C + b) is not negative; so", right=C**2, since=[sides[q]])
    total.refute("which is false; so", case, since=[false])
    other.weaken("else, −d being at most C,", right=b * q + (b - q) * C, since=[less, total])
    other.weaken("(C − b)(C + q) is not negative; so", right=C**2, since=[sides[b]])
    other.refute("which is false, too; so", false, since=[])
    other.add("add γ²", gamma**2, left=2 * a * gamma + 2 * gamma**2, right=C**2 + gamma**2)
    return other.cite("as the kernel's lemma says, in a and R", 2 * a * gamma + 2 * gamma**2, R**2, by=of, a=a)


def dimension_two() -> SymbolicDerivation:
    """M ≤ ⌊R²/(2γ²)⌋ + 1: the last two of M mistakes, after M − 2 updates that brought ⟨u, w⟩ to (M − 2)γ."""
    chain = _in_a_row()
    (a,) = nonnegative("a")
    before = chain.cite(
        "before the last two mistakes there were M − 2 updates (for M ≥ 2; else the claim holds)",
        gamma * (M - 2),
        a,
        by="progress",
        TD=0,
        M=M - 2,
        P=a,
    )
    chain.weaken("so", left=2 * gamma**2 * (M - 2) + 2 * gamma**2, since=[before])
    chain.add("so", 2 * gamma**2, left=2 * gamma**2 * M, right=R**2 + 2 * gamma**2)
    chain.multiply("divide by 2γ²", 1 / (2 * gamma**2))
    chain.floor("M is whole")
    return chain.finish("dimension-two")


def dimension_three() -> SymbolicDerivation:
    """Novikoff's bound, in whole numbers; and how long the spiral in R³ can go on, which attains it."""
    chain = Inequality("Novikoff's bound", M, R**2 / gamma**2, by="novikoff")
    chain.floor("M is whole")
    across, along = (1 - gamma**2) * (t - gamma**2 * t**2), (gamma**2 * t) ** 2
    chain.equal(
        "the spiral goes on after t unit updates, each a tie, while γ·γt is at most √(1 − γ²)√(t − γ²t²); in squares the difference is",
        across - along,
        t * (1 - gamma**2 * (t + 1)),
    )
    return chain.finish("dimension-three")


def novikoff_potential() -> SymbolicDerivation:
    """‖w‖ ≤ R√M and ⟨u, w⟩ ≥ γM, joined without a quotient."""
    root = sp.sqrt(M)
    energy = Inequality("energy", W**2, R**2 * M, by="capped-energy", c=0, **{"w·w": W**2})
    energy.square_roots("roots", left=W, right=R * root)
    chain = energy.equal("VE's product", gamma * root * W, gamma * root * W)
    chain.weaken("so with energy", right=gamma * R * M, since=[energy])
    gained = chain.cite("progress", gamma * M, P, by="progress", TD=0)
    chain.weaken("and so with progress", right=R * P, since=[gained])
    return chain.finish("novikoff-potential")


def margin_distance() -> SymbolicDerivation:
    """⟨u, x/‖x‖ − p⟩ is ⟨u, x⟩/‖x‖, and no more than the distance."""
    of, (L, a, far), (c, q) = "margin-distance", positive("L a D"), real("c q")
    names: dict[str, Any] = {"u·x(k)": q, "e(k)·u": q / L, "L(k)": L, "a(k)": a, "p(k)·u": 0, "u·v(k)": c, "D(k)": far, "v(k)·v(k)": far**2}
    chain = Inequality("with L = ‖x‖, q = ⟨u, x⟩ and a = |q|, the margin is", gamma * L, a, by=f"{of}#margin", **names)
    chain.multiply("divide by L", 1 / L)
    plane = chain.cite("p lies on the plane, so for v = x/‖x‖ − p", c, q / L, "=", by=f"{of}#v", against=["u"], **names)
    plane.square("squared", right=q**2 / L**2)
    size = chain.cite("a is the size of q", q**2, a**2, "=", by=f"{of}#a", **names)
    joined = chain.cite("Cauchy–Schwarz, for ‖u‖ = 1 and D = ‖v‖", c**2, far**2, by="cauchy-schwarz", **{"a·b": c, "a·a": 1, "b·b": far**2})
    size.multiply("over L²", L**-2)
    joined.exchange("with q", plane, left=q**2 / L**2)
    joined.exchange("and a", size, left=a**2 / L**2)
    joined.square_roots("roots", left=a / L, right=far)
    chain.follow("so", joined)
    return chain.finish(of, **names)


def passes() -> SymbolicDerivation:
    """Passes from updates."""
    chain = through_passes("passes", M, "summed over the M updates")
    runs = chain.left
    bound = chain.cite("Novikoff’s bound", M, R**2 / gamma**2, by="novikoff")
    chain.weaken("put in", right=R**2 / gamma**2 + 1, since=[bound])
    return chain.finish("passes", P=runs)


def modified_perceptron() -> SymbolicDerivation:
    """⟨u, w⟩ does not fall, and ‖w‖² shrinks by a factor at each update."""
    of, k = "modified-perceptron", sp.Symbol("k", integer=True, nonnegative=True)
    along, far, ahead = sp.Function("P"), sp.Function("r", nonnegative=True), sp.Function("a", nonnegative=True)
    n, m, N, first, t, start, last, share, q = nonnegative("n m N n_0 t P_0 P_M sigma q")
    names = {"w(k+1)·w(k+1)": m, "w(k)·w(k)": n, "s(k)": -far(k), "w(k)·z(k)": -far(k), "z(k)·z(k)": 1, "σ": share}
    names |= {"u·w(k+1)": along(k + 1), "u·w(k)": along(k), "u·z(k)": ahead(k)}
    gain = Inequality(
        "with r = −⟨w, z⟩ and a = ⟨u, z⟩, an update adds ra",
        along(k + 1) - along(k),
        far(k) * ahead(k),
        "=",
        by=f"{of}#step",
        against=["u"],
        **names,
    )
    rises = gain.at_most("neither is negative", 0, far(k) * ahead(k))
    rises.weaken("so ⟨u, w⟩ does not fall", right=along(k + 1) - along(k), since=[gain])
    rises.sum_up("summed over the M updates", k, M, left=sp.Integer(0))
    rises.rewrite("the right side telescopes", right=along(M) - along(0))
    rises.substitute("from P₀ to P", {along(0): start, along(M): last})
    rises.add("so", start)
    chain = gain.cite(
        "‖w − ⟨w, z⟩z‖², multiplied out",
        m,
        n - far(k) ** 2,
        "=",
        by=f"{of}#step",
        against={"w(k+1)": 1, "w(k)": 1, "z(k)": far(k)},
        **names,
    )
    large = chain.cite("the update is large", share**2 * n, far(k) ** 2, by=f"{of}#large", **names)
    chain.weaken("so ‖w‖² shrinks", right=(1 - share**2) * n, since=[large])
    chain.name("write q for the factor", q, 1 - share**2, since=[chain.cite("σ is at most 1", share**2, 1, by=f"{of}#share", **names)])
    chain.rewrite("that is", right=q * n)
    short = chain.suppose("let it be short after t updates", n, "<=", q**t)
    chain.grow("then so it is after one more", short)
    chain.rewrite("that is", right=q ** (t + 1))
    one = chain.cite("the start is no longer than 1", first, 1, by=f"{of}#unit start", **{"w·w": first})
    chain = chain.induct("so by induction", short, one, now=n, next=m, last=N, index=t, start=first, from_=0, upto=M)
    joined = chain.cite("Cauchy–Schwarz", last**2, U**2 * N, by="cauchy-schwarz", **{"a·a": U**2, "b·b": N, "a·b": last})
    unit_length = chain.cite("u is no longer than 1", U**2, 1, by=f"{of}#unit comparator")
    joined.weaken("so", right=N, since=[unit_length])
    rises.square("squared")
    rises.follow("so", joined)
    rises.follow("and so", chain)
    rises.rewrite("that is", right=(1 - share**2) ** M)
    return rises.finish(of, **{"u·w": start, "c": (1 - share**2) ** M})


def modified_perceptron_updates() -> SymbolicDerivation:
    """The logarithm of both sides."""
    start, q = positive("P_0 q")
    chain = Inequality("with q for 1 − σ²", start**2, q**M, by="modified-perceptron", **{"u·w": start, "c": q**M})
    chain.apply("logarithms", "log", left=2 * sp.log(start), right=M * sp.log(q))
    chain.add("so", -M * sp.log(q) - 2 * sp.log(start))
    return chain.finish("modified-perceptron-updates", **{"u·w": start, "σ": sp.sqrt(1 - q)})


def prank() -> SymbolicDerivation:
    """‖w‖² and ⟨u, w⟩ over the rounds, for the number of wrong thresholds in each."""
    of, k = "prank", sp.Symbol("k", integer=True, nonnegative=True)
    P, s, c, t, f, g = (sp.Function(name, real=True) for name in ("P", "s", "c", "t", "f", "g"))
    Q, e = (sp.Function(name, nonnegative=True) for name in ("Q", "e"))
    (N,), (X, K, last, long) = positive("N"), nonnegative("X K P_M Q_M")
    names: dict[str, Any] = {"w(k+1)·w(k+1)": Q(k + 1), "w(k)·w(k)": Q(k), "w(k)·x(k)": c(k), "w(k)·τ(k)": t(k), "s(k)": s(k)}
    names |= {"x(k)·x(k)": X, "τ(k)·τ(k)": e(k), "x(k)·τ(k)": 0, "u·w(k+1)": P(k + 1), "u·w(k)": P(k), "u·x(k)": f(k), "u·τ(k)": g(k)}
    grown = Inequality(
        "with Q = ‖w‖², e = ‖τ‖² and X = ‖x‖²",
        Q(k + 1) - Q(k),
        2 * (s(k) * c(k) - t(k)) + s(k) ** 2 * X + e(k),
        "=",
        by=f"{of}#update",
        against={"w(k+1)": 1, "w(k)": 1, "x(k)": s(k), "τ(k)": -1},
        **names,
    )
    wrong = grown.cite("each threshold is on the wrong side", s(k) * c(k) - t(k), 0, by=f"{of}#mistake-driven", **names)
    grown.weaken("so", right=s(k) ** 2 * X + e(k), since=[wrong])
    grown.grow("‖x‖ ≤ R", grown.cite("the example has", X, R**2, by=f"{of}#bounded examples", **names))
    signs = {"a·a": K - 1, "b·b": e(k), "a·b": s(k)}
    few = grown.cite("Cauchy–Schwarz, with ‖E‖² = K − 1", s(k) ** 2, (K - 1) * e(k), by="cauchy-schwarz", **signs)
    few.multiply("times R²", R**2, left=s(k) ** 2 * R**2, right=(K - 1) * R**2 * e(k))
    grown.combine("so", few, left=Q(k + 1) - Q(k) + s(k) ** 2 * R**2, right=s(k) ** 2 * R**2 + ((K - 1) * R**2 + 1) * e(k))
    most, rounds = (K - 1) * R**2 + 1, sp.Sum(e(k), (k, 0, M - 1))
    grown.add("so", -(s(k) ** 2) * R**2, left=Q(k + 1) - Q(k), right=most * e(k))
    grown.sum_up("summed over the rounds", k, M, right=most * rounds)
    grown.rewrite("the left side telescopes", left=Q(M) - Q(0))
    grown.substitute("from 0 to Q, and N for the sum of e", {Q(0): 0, Q(M): long, rounds: N})
    gain = grown.cite("with f = ⟨u, x⟩ and g = ⟨u, τ⟩", gamma * e(k), s(k) * f(k) - g(k), by=f"{of}#separable", **names)
    gain.follow(
        "which is added to P = ⟨u, w⟩",
        gain.cite("an update times u", s(k) * f(k) - g(k), P(k + 1) - P(k), "=", by=f"{of}#update", against=["u"], **names),
    )
    gain.sum_up("summed over the rounds", k, M, left=gamma * rounds)
    gain.rewrite("the right side telescopes", right=P(M) - P(0))
    gain.substitute("from 0 to P", {P(0): 0, P(M): last, rounds: N})
    joined = gain.cite("Cauchy–Schwarz", last**2, U**2 * long, by="cauchy-schwarz", **{"a·a": U**2, "b·b": long, "a·b": last})
    joined.weaken("so", right=long, since=[joined.cite("u is no longer than 1", U**2, 1, by=f"{of}#unit comparator")])
    gain.square("squared")
    gain.follow("so", joined)
    gain.follow("and so", grown)
    gain.multiply("divide by N, where it is not 0", 1 / N, left=gamma**2 * N, right=most)
    return gain.finish(of, N=N, K=K)
