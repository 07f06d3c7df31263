"""SymPy's way to what makes a loss admissible: slopes, tangents at 0, and MR (1) and (2) from them."""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, positive, real
from proofs.theorems.core.derivations import STARTED, TOP, by_root, cauchy_schwarz, eta, unit
from proofs.theorems.core.derivations import first as start
from proofs.theorems.hinge.derivations import quadratic, s

M, R, U, S2, W, P = map(symbol, ("M", "R", "U", "S2", "W", "P"))
rho, g, phi0, delta = positive("rho g phi_0 delta")
losses, r, first, second, D, e = nonnegative("L r s q D e")  # first and second: hinge losses at two points
x, y, value = real("x y H")
k = sp.Symbol("k", integer=True, nonnegative=True)
NAMES = {"x": x, "y": y, "ρ": rho, "r": r, "φ(x)": first, "φ(y)": second}
SUMS = {"φ(0)": phi0, "g": g, "M": M, "ΣL": losses, "√(Σφ/φ(0))": sp.sqrt(losses / phi0)}


def _contraction(chain: Inequality | None = None) -> Inequality:
    """(s − q)² ≤ (x − y)²/ρ² for the hinge losses s, q at x, y."""
    base = (
        Inequality("left of ρ the hinge loss is 1 − x/ρ, of the slope", sp.diff(1 - x / rho, x), -1 / rho, "=") if chain is None else chain
    )
    arguments = {first: (1 - x / rho, x), second: (1 - y / rho, y)}
    return base.by_cases(
        "the losses s at x and q at y are the positive parts of 1 − x/ρ and 1 − y/ρ; in each of the four cases",
        (first - second) ** 2,
        (x - y) ** 2 / rho**2,
        arguments,
    )


def admissible_loss() -> SymbolicDerivation:
    """The hinge's Lipschitz constant is its slope."""
    return _contraction().finish("admissible-loss", **NAMES)


def _top(chain: Inequality, of: str, loss: sp.Symbol, at: sp.Symbol, name: str) -> Inequality:
    """loss ≤ 1 + r/ρ where the point is −r at least."""
    over = chain.suppose("let a loss be more than 1 + r/ρ", 1 + r / rho, "<", loss)
    some = over.copy()
    some.weaken("then it is positive", left=sp.Integer(0))
    top = chain.cite("it is 0 or its argument", at * loss / rho + loss**2, loss, "=", by=f"{of}#φ({name})", **NAMES)
    top.multiply("divide by it", 1 / loss, since=[some], left=at / rho + loss, right=sp.Integer(1))
    top.add("so", -at / rho, left=loss, right=1 - at / rho)
    low = chain.cite("where the point is at least −r", -r, at, by=f"{of}#{name} in range", **NAMES)
    top.weaken("so", right=1 + r / rho, since=[low])
    top.refute("which is false; so", over)
    return top


def squared_hinge_lipschitz() -> SymbolicDerivation:
    """The squared hinge's slope, steepest at the left end of a range."""
    of, slope = "squared-hinge-lipschitz", sp.diff((1 - x / rho) ** 2, x)
    chain = _contraction()
    chain.equal("the squared hinge has the slope", slope, -2 * (rho - x) / rho**2)
    chain.at_most(
        "which grows with x, from below 0, so that it is steepest at −r, not at r, which MR takes", 0, sp.diff(slope, x), strict=True
    )
    chain.equal("there its size is", -slope.subs(x, -r), 2 * (rho + r) / rho**2)
    tops = [_top(chain, of, first, x, "x"), _top(chain, of, second, y, "y")]
    chain.multiply(
        "times (s + q)²", (first + second) ** 2, left=(first**2 - second**2) ** 2, right=(first + second) ** 2 * (x - y) ** 2 / rho**2
    )
    chain.weaken("both are 1 + r/ρ at most", right=(2 * (1 + r / rho)) ** 2 * (x - y) ** 2 / rho**2, since=tops)
    chain.rewrite("which is the slope at −r, squared", right=(2 * (rho + r) / rho**2) ** 2 * (x - y) ** 2)
    return chain.finish(of, **NAMES)


def squared_hinge_not_lipschitz() -> SymbolicDerivation:
    """The squared hinge from 0 to −g, at ρ = 1."""
    of = "squared-hinge-not-lipschitz"
    names = {"x": -g, "g": g, "φ(x)": first}
    chain = Inequality("the hinge loss at −g, at ρ = 1, is at least its argument", 1 + g, first, by=f"{of}#φ(x) ≥ its argument", **names)
    chain.square("square")
    chain.weaken("and (1 + g)² is more, by 2g, than", left=g**2 + 1, strict=True)
    return chain.finish(of, **names)


def admissible_loss_huber() -> SymbolicDerivation:
    """Huber's loss as the integral of its slope, which is v up to δ and then δ."""
    of, (v,) = "admissible-loss-huber", positive("v")
    names = {"H(1)": value, "δ": delta}
    narrow = Inequality("for δ ≥ 1 the loss at 1 is the integral of the slope v", sp.integrate(v, (v, 0, 1)), sp.Rational(1, 2), "=")
    wide = sp.integrate(v, (v, 0, delta)) + sp.integrate(delta, (v, delta, 1))
    narrow.equal("and for δ < 1 the slope is δ from there on", wide, delta - delta**2 / 2)
    none = narrow.suppose("let the loss not be positive", value, "<=", 0)
    case = narrow.suppose("for δ ≥ 1", 1, "<=", delta)
    one = narrow.cite("it is", sp.Rational(1, 2), value, "=", by=f"{of}#narrow", **names)
    one.weaken("which would not be positive", right=sp.Integer(0), since=[none])
    one.refute("which is false; so", case)
    two = narrow.cite("then it is", delta - delta**2 / 2, value, "=", by=f"{of}#wide", **names)
    two.weaken("which would not be positive", right=sp.Integer(0), since=[none])
    two.refute("which is false, too; so", none, since=[one])
    return two.finish(of, **names)


def huber_lipschitz() -> SymbolicDerivation:
    """Huber's loss lies above its tangents, whose slopes are at most δ in size."""
    of, (p, q), (h, c, other) = "huber-lipschitz", nonnegative("p q"), real("h c H_y")
    names = {"x": y + h, "y": y, "p(x)": p, "q(x)": q, "H(x)": value, "H(y)": other, "D": D, "h": h, "δ": delta}
    chain = Inequality(
        "the loss at x = y + h, with p and q for what x exceeds δ and −x exceeds δ by",
        2 * value,
        (y + h) ** 2 - p**2 - q**2,
        "=",
        by=f"{of}#H(x)",
        **names,
    )
    chain.name("the slope at x is", c, y + h + q - p)
    at = {"δ": delta, "a": y + h, "p(a)": p, "q(a)": q}
    steep = chain.cite("it is at most δ", y + h + q, p + delta, by="huber-slope", **at)
    steep.add("that is", -p, left=c, right=delta)
    back = chain.cite(
        "nor less than −δ, by the same for −x", p - y - h, q + delta, by="huber-slope", **{"δ": delta, "a": -y - h, "p(a)": q, "q(a)": p}
    )
    back.add("that is", -q, left=-c, right=delta)
    steep.multiply("times δ + c", delta + c, since=[back], left=c * (delta + c), right=delta * (delta + c))
    steep.add("so its square is", -c * delta, left=c**2, right=delta**2)
    size = chain.cite("D is the size of h", h**2, D**2, "=", by=f"{of}#D", **names)
    steep.multiply("times h²", h**2, left=(c * h) ** 2, right=delta**2 * h**2)
    steep.weaken("so", right=(delta * D) ** 2, since=[size])
    steep.square_roots("roots", left=c * h, right=delta * D)
    chain.rewrite("in c", right=2 * (y + h) * c - c**2 - 2 * p * q)
    chain.weaken("so at most the tangent at x, whose value there is", right=2 * (y + h) * c - c**2)
    low = chain.cite(
        "at y the loss is above that tangent",
        2 * y * (y + h + q - p),
        (y + h + q - p) ** 2 + 2 * other,
        by="huber-line",
        **{"a": y, "c": y + h + q - p, "H(a)": other},
    )
    low.rewrite("that is", left=2 * y * c, right=c**2 + 2 * other)
    chain.weaken("so", right=2 * other + 2 * c * h, since=[low])
    chain.weaken("and so", right=2 * other + 2 * delta * D, since=[steep])
    chain.multiply("halved", sp.Rational(1, 2))
    return chain.finish(of, **names)


def power_tangent() -> SymbolicDerivation:
    """A power lies above its tangents, as its second derivative is not negative for p = 1 + e."""
    base, at, v = positive("s t v")
    p = 1 + e
    chain = Inequality("the power's second derivative, at p = 1 + e", sp.diff(v**p, v, 2), p * e * v ** (e - 1), "=")
    chain = chain.tangent("so it lies above its tangent at s", v**p, v, base, at, convex=True)
    chain.add("so", -(base**p), left=p * base**e * (at - base), right=at**p - base**p)
    chain.multiply("times s", base, left=p * base**p * (at - base), right=base * (at**p - base**p))
    return chain.finish("power-tangent", p=p, s=base, t=at, S=base**p, T=at**p)


def p_norm_lipschitz() -> SymbolicDerivation:
    """The tangent of the power at the point that is farther from 0, and the greatest slope of the range."""
    of, (base, B, v), (t,), (h,) = "p-norm-lipschitz", positive("s B v"), nonnegative("t"), real("h")
    p = 1 + e
    names = {"p": p, "s(x)": base, "s(y)": t, "x": y + h, "y": y, "h": h, "D": D, "B": B, "E": B**e, "φ(x)": base**p, "φ(y)": t**p}
    size = Inequality("with t for |y|", y**2, t**2, "=", by=f"{of}#s(y)", **names)
    apart = size.cite("and D for |x − y|, x = y + h", h**2, D**2, "=", by=f"{of}#D", **names)
    mixed = size.copy()
    mixed.multiply("times h²", h**2, left=(y * h) ** 2, right=t**2 * h**2)
    mixed.weaken("so", right=(t * D) ** 2, since=[apart])
    mixed.square_roots("roots", left=y * h, right=t * D)
    far = size.cite("s is |x|, and not 0 (at 0 there is nothing to show)", base**2, (y + h) ** 2, "=", by=f"{of}#s(x)", **names)
    far.weaken("so", right=y**2 + 2 * t * D + h**2, since=[mixed])
    far.exchange("with t", size, right=t**2 + 2 * t * D + h**2)
    far.exchange("and D", apart, right=t**2 + 2 * t * D + D**2)
    far.square_roots("roots", left=base, right=t + D)
    chain = far.tangent("a power lies above its tangent at s", v**p, v, base, t, convex=True)
    chain.add("so", p * base**e * (base - t), left=base**p, right=t**p + p * base**e * (base - t))
    chain.weaken("and with the distance", right=t**p + p * base**e * D, since=[far])
    inside = chain.cite("x is in the range", base, B, by=f"{of}#x in range", **names)
    slope = chain.equal("the slope is greatest at its end", base**e, base**e)
    slope.grow("so", inside)
    chain.weaken("put in", right=t**p + p * B**e * D, since=[slope])
    return chain.finish(of, **names)


def jensen() -> SymbolicDerivation:
    """Convexity at each running mean, added up: k times the loss h at the mean of k telescopes."""
    h, L, (last, total) = sp.Function("h"), sp.Function("L"), real("h L")
    chain = Inequality(
        "the mean of k + 1 points is a mixture of that of k and the last; the loss is convex",
        (k + 1) * h(k + 1),
        k * h(k) + L(k),
        by="jensen#convex",
        **{"h(k+1)": h(k + 1), "h(k)": h(k), "L(k)": L(k), "k": k},
    )
    chain.add("so", -k * h(k), left=(k + 1) * h(k + 1) - k * h(k), right=L(k))
    chain.sum_up("summed over the M updates", k, M)
    chain.rewrite("the left side telescopes", left=M * h(M))
    chain.substitute("with h for the loss at the mean and L for the sum", {h(M): last, sp.Sum(L(k), (k, 0, M - 1)): total})
    return chain.finish("jensen", **{"h(M)": last, "ΣL": total})


def _tangents(of: str, by: str = "affine-minorant#affine minorant") -> Inequality:
    """φ(0)M − gP ≤ L, the sum of the losses' tangents, with P for Σ⟨u, z⟩."""
    a, L = sp.Function("a")(k), sp.Function("L")(k)
    chain = Inequality(
        "each loss lies above the tangent of slope −g at 0: with a = y⟨u, x⟩",
        phi0 - g * a,
        L,
        by=by,
        **{"φ(0)": phi0, "g": g, "u·z(k)": a, "L(k)": L},
    )
    left = phi0 * M - g * sp.Sum(a, (k, 0, M - 1))
    chain.sum_up("summed over the M updates", k, M, left=left)
    chain.substitute("with P and L for the sums", {sp.Sum(a, (k, 0, M - 1)): P, sp.Sum(L, (k, 0, M - 1)): losses})
    chain.add("so", g * P)
    return chain


def _reach(chain: Inequality) -> Inequality:
    """P ≤ ‖u‖√S₂."""
    reach = cauchy_schwarz(chain)
    energy = chain.cite("energy", W**2, S2, by="norm-growth")
    energy.square_roots("so W is at most", left=W, right=sp.sqrt(S2))
    reach.weaken("so", right=U * sp.sqrt(S2), since=[energy])
    return reach


def _minorant() -> Inequality:
    chain = _tangents("affine-minorant")
    chain.weaken("P is ⟨u, w⟩, so", right=losses + g * U * sp.sqrt(S2), since=[_reach(chain)])
    return chain


def affine_minorant() -> SymbolicDerivation:
    """The losses lie above their tangents at 0."""
    return _minorant().finish("affine-minorant", **SUMS)


def _unit_minorant(of: str) -> Inequality:
    """M ≤ (Σφ + g√S₂)/φ(0)."""
    chain = Inequality("the losses lie above their tangents at 0", phi0 * M, losses + g * U * sp.sqrt(S2), by="affine-minorant", **SUMS)
    chain.weaken("so", right=losses + g * sp.sqrt(S2), since=[unit(chain, of)])
    chain.multiply("divide by φ(0)", 1 / phi0)
    return chain


def admissible_bound() -> SymbolicDerivation:
    """The tangents, for a unit comparator."""
    return _unit_minorant("admissible-bound").finish("admissible-bound", **SUMS)


def _within(of: str) -> Inequality:
    """M ≤ Σφ/φ(0) + (gR/φ(0))√M."""
    chain = _unit_minorant(of)
    sums = chain.cite("no example is longer than R", S2, R**2 * M, by="bounded-sum")
    sums.square_roots("so", left=sp.sqrt(S2), right=R * sp.sqrt(M))
    chain.weaken("put in", right=losses / phi0 + g * R * sp.sqrt(M) / phi0, since=[sums])
    return chain


def admissible_bound_radius() -> SymbolicDerivation:
    """The quadratic in √M, and its root relaxed."""
    return by_root(_within("admissible-bound-radius"), g * R / phi0, losses / phi0, "admissible-bound-radius", **SUMS)


def admissible_bound_root() -> SymbolicDerivation:
    """MR (2) before the roots are taken apart."""
    of, (b, c) = "admissible-bound-root", nonnegative("b c")
    chain = _within(of)
    chain.name("write s for √M", s, sp.sqrt(M))
    chain.name("b for its factor", b, g * R / phi0)
    chain.name("and c for the rest", c, losses / phi0)
    chain.rewrite("a quadratic inequality in s", left=s**2, right=b * s + c)
    quadratic(chain, sp.Integer(1), b, c)
    root = sp.sqrt((g * R / phi0) ** 2 + 4 * losses / phi0)
    chain.square("square: both sides are non-negative")
    chain.rewrite("s, b and c put back", left=M, right=((g * R / phi0 + root) / 2) ** 2)
    return chain.finish(of, **SUMS, **{"√(b² + 4Σφ/φ(0))": root})


def admissible_bound_weights() -> SymbolicDerivation:
    """The tangents and Cauchy–Schwarz, no energy."""
    of = "admissible-bound-weights"
    chain = _tangents(of, f"{of}#affine minorant")
    reach = cauchy_schwarz(chain)
    reach.weaken("so", right=W, since=[unit(chain, of)])
    chain.weaken("P is ⟨u, w⟩, so", right=losses + g * W, since=[reach])
    chain.multiply("divide by φ(0)", 1 / phi0)
    return chain.finish(of, **SUMS)


def _from_anywhere(of: str, reach: Any) -> Inequality:
    """M ≤ (Σφ + g·reach)/φ(0), for D ≤ reach in `reach`."""
    chain = _tangents(of, f"{of}#affine minorant")
    triangle = chain.cite(
        "the updates' sum Z has a length D with", D**2, (start / eta + TOP) ** 2, by="any-start-lemma", **{"Z·Z": D**2}, **STARTED
    )
    triangle.square_roots("that is", left=D, right=start / eta + TOP)
    joined = chain.cite("P is ⟨u, Z⟩: Cauchy–Schwarz", P**2, U**2 * D**2, by="cauchy-schwarz", **{"a·a": U**2, "b·b": D**2, "a·b": P})
    joined.square_roots("so, whatever the sign of P", left=P, right=U * D)
    joined.weaken("so", right=D, since=[unit(chain, of)])
    joined.follow("and so", triangle)
    if reach is not None:
        sums = chain.cite("no example is longer than R", S2, R**2 * M, by="bounded-sum")
        sums.add("add ‖w(0)‖²/η²", start**2 / eta**2)
        sums.weaken("at most a square", right=(start / eta + R * sp.sqrt(M)) ** 2)
        sums.square_roots("roots", left=TOP, right=start / eta + R * sp.sqrt(M))
        joined.weaken("put in", right=reach, since=[sums])
    chain.weaken("so", right=sp.expand(losses + g * joined.right), since=[joined])
    chain.multiply("divide by φ(0)", 1 / phi0)
    return chain


def any_start_loss() -> SymbolicDerivation:
    """MR (1) with a + √(a² + S₂) for √S₂, a = ‖w(0)‖/η."""
    return _from_anywhere("any-start-loss", None).finish("any-start-loss", **SUMS, **STARTED)


def any_start_loss_radius() -> SymbolicDerivation:
    """The quadratic in √M, and its root relaxed."""
    of, away = "any-start-loss-radius", start / eta
    rest = (losses + 2 * g * away) / phi0
    names = SUMS | STARTED | {"√((ΣL + 2ga)/φ(0))": sp.sqrt(rest)}
    return by_root(_from_anywhere(of, 2 * away + R * sp.sqrt(M)), g * R / phi0, rest, of, **names)


def hinge_dominates() -> SymbolicDerivation:
    """The tangent at 0 is φ(0) times the hinge's argument, 0 at ρ = φ(0)/g."""
    of, (loss, part), (slope,) = "hinge-dominates", nonnegative("phi h"), real("s")
    names = {"φ(0)": phi0, "φ(x)": loss, "h": part, "x": x, "g": slope * phi0, "s": slope}
    line = Inequality(
        "with s = g/φ(0) = 1/ρ, the tangent at 0 lies below the loss", phi0 - slope * phi0 * x, loss, by=f"{of}#supporting line", **names
    )
    less = line.suppose("let the loss be less than φ(0) times the hinge h", loss, "<", phi0 * part)
    some = less.copy()
    some.weaken("then that is positive", left=sp.Integer(0))
    some.multiply("divide by φ(0)", 1 / phi0)
    hinge = line.cite("h is 0 or its argument", part * (slope * x + part), part, "=", by=f"{of}#h", **names)
    hinge.multiply("divide by h", 1 / part, since=[some], left=slope * x + part, right=sp.Integer(1))
    hinge.add("so", -slope * x, left=part, right=1 - slope * x)
    hinge.multiply("times φ(0)", phi0)
    hinge.follow("so", line)
    hinge.refute("which is false; so", less)
    return hinge.finish(of, **names)


def _step(of: str) -> Inequality:
    """φ(0)M ≤ L + gD, from the Lipschitz condition at the mean and Jensen's inequality."""
    (d,), (mean, mu, X) = nonnegative("d"), real("h mu X")
    names = {"φ(0)": phi0, "g": g, "d": d, "h(M)": mean, "μ": mu, "X(M)": X, "D": D, "M": M}
    chain = Inequality(
        "the Lipschitz condition: the mean of the y⟨u, x⟩ is d away from 0", phi0, d * g + mean, by=f"{of}#Lipschitz", **names
    )
    chain.multiply("times M", M)
    convex = chain.cite(
        "Jensen: M times the loss at the mean is at most L = Σφ", M * mean, losses, by="jensen", **{"h(M)": mean, "ΣL": losses}
    )
    chain.weaken("so", right=M * d * g + losses, since=[convex])
    size = chain.cite("d is the size of the mean μ", d**2, mu**2, "=", by=f"{of}#d", **names)
    size.multiply("times M²", M**2, left=(d * M) ** 2, right=(mu * M) ** 2)
    whole = chain.cite("which times M is the sum X", mu * M, X, "=", by=f"{of}#mean", **names)
    whole.square("squared")
    size.follow("so", whole)
    far = chain.cite("D is the size of X", X**2, D**2, "=", by="admissible-step#D", **names)
    size.follow("so", far)
    size.square_roots("roots", left=d * M, right=D)
    chain.weaken("put in", right=losses + g * D, since=[size])
    return chain


def admissible_step() -> SymbolicDerivation:
    """Jensen's inequality, and the Lipschitz condition at the mean."""
    return _step("admissible-step").finish("admissible-step", **SUMS, D=D)


def admissible_definition() -> SymbolicDerivation:
    """MR's way from Definition 1: Jensen and Lipschitz at the mean, then Cauchy–Schwarz and energy for |⟨u, w⟩|."""
    of = "admissible-definition"
    chain = _step(of)
    chord = chain.cite("D is |⟨u, w⟩|: Cauchy–Schwarz", D**2, U**2 * W**2, by="cauchy-schwarz", **{"a·b": D, "a·a": U**2, "b·b": W**2})
    chord.square_roots("roots", left=D, right=U * W)
    chord.weaken("so", right=W, since=[unit(chain, of)])
    energy = chain.cite("energy", W**2, S2, by="norm-growth")
    energy.square_roots("so W is at most", left=W, right=sp.sqrt(S2))
    chord.follow("so", energy)
    chain.weaken("put in", right=losses + g * sp.sqrt(S2), since=[chord])
    chain.multiply("divide by φ(0)", 1 / phi0)
    return chain.finish(of, **SUMS)


def affine_minorant_exponential() -> SymbolicDerivation:
    """The tangent of the logarithm at 1."""
    E, v = positive("E v")
    chain = Inequality("e⁻ˣ, with E for eˣ, is", 1 / E, 1 / E, "=").tangent(
        "the logarithm lies below its tangent at 1", sp.log(v), v, 1, 1 / E
    )
    chain.add("so", 1 + sp.log(E), left=sp.Integer(1), right=1 / E + sp.log(E))
    return chain.finish("affine-minorant-exponential", E=E)


def affine_minorant_logistic() -> SymbolicDerivation:
    """(1 + 1/E)²E is at least 4, a square more."""
    (E,) = positive("E")
    chain = Inequality("with E for eˣ, a square more than 4 is", 4, (1 + 1 / E) ** 2 * E)
    chain.apply("logarithms", "log", left=2 * sp.log(2), right=2 * sp.log(1 + 1 / E) + sp.log(E))
    chain.multiply("halved", sp.Rational(1, 2))
    return chain.finish("affine-minorant-logistic", E=E)
