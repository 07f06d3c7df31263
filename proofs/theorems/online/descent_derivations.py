"""SymPy's way to the regret on strongly convex losses, and of Pegasos: distances telescope, and rates sum to a logarithm."""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.theorems.chain import Inequality, nonnegative, positive, real

lam, G, R = positive("lambda G R")
(U, e), (own, theirs) = nonnegative("U e"), real("f_w f_u")
k, n = sp.Symbol("k", integer=True, nonnegative=True), sp.Symbol("n", integer=True, nonnegative=True)
b, c, d, q, f, g, F, B = (sp.Function(name, real=True) for name in ("b", "c", "d", "q", "f", "g", "F", "B"))
D, E, V = (sp.Function(name, nonnegative=True) for name in ("D", "E", "V"))


def distance_step(
    of: str, length: sp.Expr, rate: sp.Expr, square: sp.Expr, changing: tuple[Any, ...], left: sp.Expr | None = None, **more: sp.Expr
) -> tuple[Inequality, dict[str, sp.Expr]]:
    """The change of the squared distance D to u by a step −ηv, and the names of the inner products, for the facts of the theorem `of`.

    `square` is ‖v‖², `changing` has D, ⟨u, w⟩, ⟨v, w⟩, ⟨u, v⟩ and ⟨v, w′⟩, each as a function of the round."""
    D, b, c, d, q = changing
    names = {
        "w(k+1)·w(k+1)": D(k + 1) + 2 * b(k + 1) - length**2,
        "w(k)·w(k)": D(k) + 2 * b(k) - length**2,
        "u·w(k+1)": b(k + 1),
        "u·w(k)": b(k),
        "v(k)·w(k)": c(k),
        "v(k)·w(k+1)": q(k),
        "u·v(k)": d(k),
        "v(k)·v(k)": square,
        "η": rate,
        **more,
    }
    step = Inequality(
        "with D = ‖w − u‖², c = ⟨v, w⟩, d = ⟨u, v⟩, and q = ⟨v, w′⟩ for the next w′, a step times w + w′ − 2u",
        rate * (q(k) + c(k) - 2 * d(k)),
        D(k) - D(k + 1),
        "=",
        by=f"{of}#step",
        against={"w(k+1)": 1, "w(k)": 1, "u": -2},
        **names,
    )
    along = step.cite("and times v", c(k) - rate * square, q(k), "=", by=f"{of}#step", against=["v(k)"], **names)
    step.combine("η times that added", along, rate, left=left, right=D(k) - D(k + 1) + rate * q(k))
    return step, names


def strongly_convex_regret() -> SymbolicDerivation:
    """A round costs λ(kD − (k + 1)D′)/2 + η‖v‖²/2 more than u."""
    of, rate = "strongly-convex-regret", 1 / (lam * (k + 1))
    lost = f(k + 1) - f(k) - (g(k + 1) - g(k))
    more = {"u·u": U**2, "λ": lam, "G": G, "f(w)": f(k + 1) - f(k), "f(u)": g(k + 1) - g(k)}
    step, names = distance_step(of, U, rate, V(k), (D, b, c, d, q), **more)
    step.multiply("divide by 2η", 1 / (2 * rate), right=lam * (k + 1) * (D(k) - D(k + 1)) / 2 + q(k) / 2)
    step.add("so", -q(k) / 2, left=c(k) - d(k) - rate * V(k) / 2, right=lam * (k + 1) * (D(k) - D(k + 1)) / 2)
    chain = step.cite(
        "f and g add up the losses, which are strongly convex", lost, c(k) - d(k) - lam * D(k) / 2, by=f"{of}#strongly convex", **names
    )
    chain.add("so", lam * D(k) / 2 - rate * V(k) / 2, right=c(k) - d(k) - rate * V(k) / 2)
    chain.follow("with the step", step)
    size = chain.cite("the slopes are short", V(k), G**2, by=f"{of}#slopes", **names)
    size.multiply("times η/2", rate / 2)
    chain.combine("so", size, left=lost + lam * D(k) / 2, right=lam * (k + 1) * (D(k) - D(k + 1)) / 2 + rate * G**2 / 2)
    chain.add(
        "that is", lam * (k + 1) * (D(k + 1) - D(k)) / 2, left=lost + lam * ((k + 1) * D(k + 1) - k * D(k)) / 2, right=rate * G**2 / 2
    )
    first = chain.copy()
    first.substitute("in the first round", {k: 0})
    chain.substitute("and in the next", {k: k + 1})
    later = {old(k + i): new(k + i - 1) for old, new in ((f, F), (g, B), (D, E)) for i in (1, 2)}
    chain.substitute("with F, B and E for f, g and D one round later", later)
    first.substitute("with the same letters", {f(1): F(0), g(1): B(0), D(1): E(0)})
    (t,) = positive("t")
    logs = chain.tangent("by the tangent of ln at t + 1, for t = k + 1", sp.log(t), t, k + 2, k + 1)
    logs.add("1/(t + 1) is at most", 1 / (k + 2) - sp.log(k + 1), left=1 / (k + 2), right=sp.log(k + 2) - sp.log(k + 1))
    logs.multiply("times G²/(2λ)", G**2 / (2 * lam), left=chain.right, right=G**2 / (2 * lam) * (sp.log(k + 2) - sp.log(k + 1)))
    chain.follow("so", logs)
    left = F(n) - F(0) - B(n) + B(0) + lam * ((n + 1) * E(n) - E(0)) / 2
    chain.sum_up("summed over the n rounds after the first", k, n, left=left, right=G**2 / (2 * lam) * sp.log(n + 1))
    chain.combine("with the first", first, left=left + first.left, right=G**2 / (2 * lam) * (1 + sp.log(n + 1)))
    chain.substitute("from no loss, with D = e ≥ 0 at the end", {F(n): own, B(n): theirs, f(0): 0, g(0): 0, E(n): e})
    chain.weaken("so", left=own - theirs)
    return chain.finish(of, n=n, G=G, λ=lam, **{"Σf(w)": own, "Σf(u)": theirs, "1/λ": 1 / lam})


def pegasos() -> SymbolicDerivation:
    """The slopes are no longer than 2R, so that the bound holds with G = 2R."""
    names = {"Σf(w)": own, "Σf(u)": theirs, "λ": lam, "1/λ": 1 / lam, "n": n}
    right = G**2 / (2 * lam) * (1 + sp.log(n + 1))
    chain = Inequality("the losses are λ-strongly convex", own - theirs, right, by="strongly-convex-regret", G=G, **names)
    (x,) = nonnegative("x")
    size = chain.cite("the examples have", x, R**2, by="pegasos#bounded examples", **{"z(k)·z(k)": x, "R": R})
    size.multiply("and λw is a mean of them and of 0; ‖λw − z‖² is at most 2‖λw‖² + 2‖z‖²", 2)
    size.add("so with ‖λw‖ ≤ R", 2 * R**2, right=4 * R**2)
    chain.substitute("which is G² for G = 2R", {G: 2 * R}, since=[size])
    chain.rewrite("that is", right=2 * R**2 / lam * (1 + sp.log(n + 1)))
    return chain.finish("pegasos", R=R, **names)


def mirror_descent() -> SymbolicDerivation:
    """A round costs η⟨v, w − u⟩ at most, which the three-point identity telescopes."""
    of, (rate, (P,)) = "mirror-descent", (*positive("eta"), real("P"))
    a, h, m, T = *(sp.Function(name, real=True) for name in ("a", "h", "m")), sp.Symbol("T", integer=True, nonnegative=True)
    names = {
        "v(k)·w(k)": c(k),
        "u·v(k)": d(k),
        "η": rate,
        "f(w)": f(k),
        "f(u)": g(k),
        "φ": P,
        "m": m(k),
        **{f"Φ({at})": P - a(place) + h(place) - D(place) for at, place in (("k", k), ("k+1", k + 1))},
        **{f"g({at})·u": a(place) for at, place in (("k", k), ("k+1", k + 1))},
        **{f"g({at})·w({at})": h(place) for at, place in (("k", k), ("k+1", k + 1))},
    }
    words = "with D for the divergence of u, c = ⟨v, w⟩ and d = ⟨u, v⟩"
    step = Inequality(words, rate * (c(k) - d(k)), D(k) - D(k + 1) + m(k), "=", by="three-point-identity", **names)
    chain = step.cite("the losses are at most c − d apart, by the subgradient v", f(k) - g(k), c(k) - d(k), by=f"{of}#subgradient", **names)
    chain.multiply("times η", rate)
    chain.follow("so with the identity", step)
    sums = [sp.Sum(term, (k, 0, T - 1)) for term in (f(k), g(k), m(k))]
    (S,), (start,) = real("S"), real("D_0")
    chain.sum_up("summed over T rounds", k, T, left=rate * (sums[0] - sums[1]), right=D(0) - D(T) + sums[2])
    chain.substitute("with D = e ≥ 0 at the end", {sums[0]: own, sums[1]: theirs, sums[2]: S, D(0): start, D(T): e})
    chain.weaken("so", right=start + S)
    first, second = real("a_0 h_0")
    ends = {"Φ": P - first + second - start, "φ": P, "g(0)·u": first, "g(0)·w(0)": second}
    return chain.finish(of, η=rate, S=S, **{"Σf(w)": own, "Σf(u)": theirs}, **ends)
