"""SymPy's way to the bounds of Passive-Aggressive learning: the decrease of the squared distance D to u in a round."""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.theorems.chain import Inequality, nonnegative, positive

C, K, R = positive("C K R")
U, e, A, L, E = nonnegative("U e A L E")
k, M = sp.Symbol("k", integer=True, nonnegative=True), sp.Symbol("M", integer=True, nonnegative=True)
tau, loss, n, m = (sp.Function(name, positive=True) for name in ("tau", "l", "n", "m"))
b, c, q, mistakes = (sp.Function(name, real=True) for name in ("b", "c", "q", "E"))
D, xi = (sp.Function(name, nonnegative=True) for name in ("D", "xi"))
names: dict[str, Any] = {
    "w(k+1)·w(k+1)": D(k + 1) + 2 * b(k + 1) - U**2,
    "w(k)·w(k)": D(k) + 2 * b(k) - U**2,
    "u·u": U**2,
    "u·w(k+1)": b(k + 1),
    "u·w(k)": b(k),
    "w(k)·z(k)": 1 - loss(k),
    "w(k+1)·z(k)": q(k),
    "u·z(k)": c(k),
    "z(k)·z(k)": n(k),
    "τ": tau(k),
    "ξ": xi(k),
    "C": C,
    "R": R,
    "K": K,
    "1/C": 1 / C,
    "l": loss(k),
    "m": m(k),
    "E(k+1)": mistakes(k + 1),
    "E(k)": mistakes(k),
}
taken = 2 * tau(k) * (c(k) - 1 + loss(k)) - tau(k) ** 2 * n(k)


def _round(of: str) -> Inequality:
    """2τ(c − 1 + l) − τ²n = D − D′ in a round with the loss l, c = ⟨u, z⟩ and n = ‖x‖²."""
    step = Inequality(
        "with D = ‖w − u‖², l = 1 − ⟨w, z⟩, c = ⟨u, z⟩ and q = ⟨w′, z⟩ for the next w′, a round times w + w′ − 2u",
        -tau(k) * (q(k) + 1 - loss(k) - 2 * c(k)),
        D(k) - D(k + 1),
        "=",
        by=f"{of}#update",
        against={"w(k+1)": 1, "w(k)": 1, "u": -2},
        **names,
    )
    after = 1 - loss(k) + tau(k) * n(k)
    along = step.cite("and times z, with n = ‖x‖²", q(k), after, "=", by=f"{of}#update", against=["z(k)"], **names)
    left = -tau(k) * (1 - loss(k) - 2 * c(k))
    step.combine("τ times that added", along, tau(k), left=left, right=D(k) - D(k + 1) + tau(k) * after)
    step.add("so", -tau(k) * after, left=taken, right=D(k) - D(k + 1))
    return step


def _soft(of: str) -> Inequality:
    """2τl − τ²n − 2τξ ≤ D − D′, where u has the hinge loss ξ."""
    step = _round(of)
    chain = step.cite("u has the hinge loss ξ", 1 - c(k), xi(k), by=f"{of}#ξ ≥ its argument", **names)
    chain.multiply("times 2τ", 2 * tau(k))
    left = 2 * tau(k) * loss(k) - tau(k) ** 2 * n(k) - 2 * tau(k) * xi(k)
    chain.add("so", taken - 2 * tau(k) * xi(k), left=left, right=taken)
    chain.follow("that is what a round takes", step)
    return chain


def _scale(chain: Inequality, of: str, factor: Any, rate: Inequality, soft: Any = 0) -> Inequality:
    """l² ≤ Kτl for K = R² + soft, from τ(n + soft) = l, which is the line `rate`."""
    long = chain.cite("the examples have", n(k), R**2, by=f"{of}#bounded examples", **names)
    long.multiply("times τl", tau(k) * loss(k))
    rate.multiply("times l", loss(k), left=tau(k) * n(k) * loss(k) + soft * tau(k) * loss(k), right=loss(k) ** 2)
    long.combine("so", rate, -1, left=-soft * tau(k) * loss(k), right=R**2 * tau(k) * loss(k) - loss(k) ** 2)
    long.add("that is", loss(k) ** 2 + soft * tau(k) * loss(k), left=loss(k) ** 2, right=factor * tau(k) * loss(k))
    return long


def _sum_up(chain: Inequality, of: str, left: Any, factor: Any, losses: Any = 0, **ends: Any) -> SymbolicDerivation:
    """The rounds summed: D starts at ‖u‖² and ends e ≥ 0 away; `losses` are what u's loss adds in a round, in terms of ξ(k)."""
    own, theirs = sp.Sum(loss(k) ** 2, (k, 0, M - 1)), sp.Sum(losses, (k, 0, M - 1)) if losses else sp.Integer(0)
    before, values = (mistakes(M) - mistakes(0), {mistakes(M): E, mistakes(0): 0}) if left is E else (own, {own: A})
    chain.sum_up("summed over the M rounds", k, M, left=before / factor, right=D(0) - D(M) + 2 * C * theirs)
    chain.substitute("D starts at ‖u‖² and ends e ≥ 0 away", values | {D(0): U**2, D(M): e} | ({theirs: L} if losses else {}))
    most = U**2 + (2 * C * L if losses else 0)
    chain.weaken("so", right=most)
    chain.multiply("multiply again", factor, left=left, right=factor * most)
    return chain.finish(of, **ends, **{"u·u": U**2})


def passive_aggressive() -> SymbolicDerivation:
    """A round takes l²/R² at least from D."""
    of = "passive-aggressive"
    step = _round(of)
    rate = step.cite("the rate has", tau(k) * n(k), loss(k), "=", by=f"{of}#rate", **names)
    chain = step.cite("u has the margin 1", 1, c(k), by=f"{of}#margin 1", **names)
    chain.multiply("times 2τ", 2 * tau(k), left=2 * tau(k), right=2 * tau(k) * c(k))
    chain.add("so", 2 * tau(k) * (loss(k) - 1) - tau(k) ** 2 * n(k), left=2 * tau(k) * loss(k) - tau(k) ** 2 * n(k), right=taken)
    chain.follow("that is what a round takes", step)
    scaled = rate.copy()
    scaled.multiply("times τ", tau(k), left=tau(k) ** 2 * n(k), right=tau(k) * loss(k))
    chain.combine("so", scaled, left=2 * tau(k) * loss(k), right=D(k) - D(k + 1) + tau(k) * loss(k))
    chain.add("less τl", -tau(k) * loss(k), left=tau(k) * loss(k), right=D(k) - D(k + 1))
    long = _scale(chain, of, R**2, rate)
    long.multiply("divide by R²", 1 / R**2, left=loss(k) ** 2 / R**2, right=tau(k) * loss(k))
    long.follow("so", chain)
    return _sum_up(long, of, A, R**2, A=A, R=R)


def passive_aggressive_i() -> SymbolicDerivation:
    """A mistake takes 1/K at least from D, but for 2Cξ."""
    of = "passive-aggressive-i"
    chain = _soft(of)
    rate = chain.cite("the rate has", tau(k) * m(k), loss(k), "=", by=f"{of}#rate", **names)
    large = chain.cite("where m is no less than n", n(k), m(k), by=f"{of}#m ≥ ‖x‖²", **names)
    large.multiply("times τ", tau(k))
    large.follow("so", rate)
    large.multiply("times τ", tau(k), left=tau(k) ** 2 * n(k), right=tau(k) * loss(k))
    chain.combine("so", large, left=2 * tau(k) * (loss(k) - xi(k)), right=D(k) - D(k + 1) + tau(k) * loss(k))
    chain.add("less τl", -tau(k) * loss(k), left=tau(k) * loss(k) - 2 * tau(k) * xi(k), right=D(k) - D(k + 1))
    most = chain.cite("and m is no less than l/C", loss(k), C * m(k), by=f"{of}#m ≥ l/C", **names)
    small = rate.copy()
    small.follow("so the rate is at most C", most)
    small.multiply("that is", xi(k) / m(k), left=tau(k) * xi(k), right=C * xi(k))
    chain.combine("so", small, 2, left=tau(k) * loss(k), right=D(k) - D(k + 1) + 2 * C * xi(k))

    false = chain.suppose("let the mistakes E grow by more than Kτl", K * tau(k) * loss(k), "<", mistakes(k + 1) - mistakes(k))
    mistake = false.suppose("on a mistake", 1 - loss(k), "<=", 0)
    one = mistake.copy()
    one.add("then", loss(k), left=1, right=loss(k))
    over = one.suppose("let m be more than Kl", K * loss(k), "<", m(k))
    short = one.copy()
    short.multiply("K ≤ Kl", K)
    near = one.cite("n ≤ R²", n(k), R**2, by=f"{of}#bounded examples", **names)
    near.follow("R² ≤ K", one.cite("and K is no less", R**2, K, by=f"{of}#K ≥ R²", **names))
    near.follow("so", short)
    near.follow("and so", over)
    near.add("that is", -n(k), left=0, right=m(k) - n(k))
    lossy = one.cite("K is no less than 1/C", 1, C * K, by=f"{of}#K ≥ 1/C", **names)
    lossy.multiply("times l", loss(k))
    above = over.copy()
    above.multiply("times C", C)
    lossy.follow("so", above)
    lossy.add("that is", -loss(k), left=0, right=C * m(k) - loss(k))
    near.multiply("times that", C * m(k) - loss(k), since=[lossy], left=0, right=(m(k) - n(k)) * (C * m(k) - loss(k)))
    near.follow("but m is one of the two", one.cite("m is n or l/C", (m(k) - n(k)) * (C * m(k) - loss(k)), 0, "=", by=f"{of}#m", **names))
    near.refute("which is false; so", over)
    near.multiply("times τ", tau(k), left=tau(k) * m(k), right=K * tau(k) * loss(k))
    grown = one.cite("a mistake counts", mistakes(k + 1), mistakes(k) + 1, "=", by=f"{of}#E at a mistake", **names)
    grown.add("so", -mistakes(k), left=mistakes(k + 1) - mistakes(k), right=1)
    grown.follow("and", one)
    grown.follow("where", one.cite("the rate has", loss(k), tau(k) * m(k), "=", by=f"{of}#rate", **names))
    grown.follow("so", near)
    grown.follow("but", false)
    grown.refute("which is false; so", mistake, since=[false])
    other = grown.cite("else E rests", mistakes(k + 1), mistakes(k), "=", by=f"{of}#E else", **names)
    other.add("so", -mistakes(k), left=mistakes(k + 1) - mistakes(k), right=0)
    other.weaken("and", right=K * tau(k) * loss(k), strict=True)
    other.follow("but", false)
    other.refute("which is false, too; so", false)
    other.multiply("divide by K", 1 / K, left=(mistakes(k + 1) - mistakes(k)) / K, right=tau(k) * loss(k))
    other.follow("with what a round takes", chain)
    return _sum_up(other, of, E, K, xi(k), E=E, K=K, C=C, L=L)


def passive_aggressive_ii() -> SymbolicDerivation:
    """A round takes l²/K at least from D, but for 2Cξ², where K = R² + 1/(2C)."""
    of, factor = "passive-aggressive-ii", R**2 + 1 / (2 * C)
    chain = _soft(of)
    rate = chain.cite("the rate has", tau(k) * (n(k) + 1 / (2 * C)), loss(k), "=", by=f"{of}#rate", **names)
    scaled = rate.copy()
    scaled.multiply("times τ", tau(k), left=tau(k) ** 2 * n(k) + tau(k) ** 2 / (2 * C), right=tau(k) * loss(k))
    left = 2 * tau(k) * (loss(k) - xi(k)) + tau(k) ** 2 / (2 * C)
    chain.combine("so", scaled, left=left, right=D(k) - D(k + 1) + tau(k) * loss(k))
    chain.weaken("as the square of τ − 2Cξ is not negative", left=2 * tau(k) * loss(k) - 2 * C * xi(k) ** 2)
    chain.add("less τl", 2 * C * xi(k) ** 2 - tau(k) * loss(k), left=tau(k) * loss(k), right=D(k) - D(k + 1) + 2 * C * xi(k) ** 2)
    long = _scale(chain, of, factor, rate, 1 / (2 * C))
    long.multiply("divide by R² + 1/(2C)", 1 / factor, left=loss(k) ** 2 / factor, right=tau(k) * loss(k))
    long.follow("so", chain)
    return _sum_up(long, of, A, factor, xi(k) ** 2, A=A, R=R, C=C, L=L)
