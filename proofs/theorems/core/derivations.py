"""SymPy's way to the core: progress, energy, Cauchy–Schwarz and what they give at once; Lemma 1 as an identity."""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, positive, real

M, gamma, R, U, H, H2, S2, TD, W, P = map(symbol, ("M", "gamma", "R", "U", "H", "H2", "S2", "TD", "W", "P"))
(eta,) = positive("eta")
(first,) = nonnegative("W_1")  # ‖w(0)‖
(lam,) = real("lambda")
k = sp.Symbol("k", integer=True, nonnegative=True)
n, p, r, along, slack = (sp.Function(name) for name in ("n", "p", "r", "P", "xi"))


def rounds(term: Any) -> sp.Expr:
    """The sum of a term over the updates."""
    return sp.Sum(term, (k, 0, M - 1))


def _gain(of: str, rate: Any = 1) -> Inequality:
    """γM − TD ≤ (P(M) − P(0))/η, for P = ⟨u, w⟩ after k updates."""
    g = sp.Function("g")
    names = {"ξ(k)": slack(k), "u·z(k)": g(k), "u·w(k+1)": along(k + 1), "u·w(k)": along(k), "η": rate}
    chain = Inequality("an example adds to ⟨u, w⟩ at least γ less its slack, in g = y⟨u, x⟩", gamma - slack(k), g(k), by=f"{of}#ξ", **names)
    gain = chain.cite(
        "an update adds the example to w; with P = ⟨u, w⟩ that is",
        rate * g(k),
        along(k + 1) - along(k),
        "=",
        by=f"{of}#update",
        against=["u"],
        **names,
    )
    if rate != 1:
        gain.multiply("divide by η", 1 / rate, left=g(k), right=(along(k + 1) - along(k)) / rate)
    chain.follow("so at each update", gain)
    chain.sum_up("summed over the M updates", k, M)
    chain.rewrite("the right side telescopes", right=(along(M) - along(0)) / rate)
    chain.rewrite("and the left side is", left=gamma * M - rounds(slack(k)))
    return chain


def progress() -> SymbolicDerivation:
    """⟨u, w⟩ gains γ less the slack at each update."""
    chain = _gain("progress")
    chain.substitute("the slacks sum to TD, and P starts at 0", {rounds(slack(k)): TD, along(0): 0, along(M): P})
    return chain.finish("progress")


def _longer(of: str, rate: Any = 1) -> Inequality:
    """‖w + ηz‖² multiplied out, in n = ‖w‖², p = ⟨w, z⟩ and r = ‖z‖."""
    names = {"w(k+1)·w(k+1)": n(k + 1), "w(k)·w(k)": n(k), "w(k)·z(k)": p(k), "z(k)·z(k)": r(k) ** 2, "η": rate}
    against = ["w(k+1)", "w(k)"] + (["z(k)"] if rate == 1 else [])
    if rate == 1:
        right = 2 * p(k) + r(k) ** 2
        return Inequality(
            "with n = ‖w‖², p = y⟨w, x⟩ and r = ‖x‖, an update multiplied out",
            n(k + 1) - n(k),
            right,
            "=",
            by=f"{of}#update",
            against=against,
            **names,
        )
    q = sp.Function("q")(k)  # ⟨w(k+1), z(k)⟩
    chain = Inequality(
        "with n = ‖w‖², p = y⟨w, x⟩, q = y⟨w′, x⟩ for the new weights w′, an update times w + w′",
        n(k + 1) - n(k),
        rate * (p(k) + q),
        "=",
        by=f"{of}#update",
        against=against,
        **names,
        **{"w(k+1)·z(k)": q},
    )
    new = chain.cite(
        "and times x, with r = ‖x‖", q, p(k) + rate * r(k) ** 2, "=", by=f"{of}#update", against=["z(k)"], **names, **{"w(k+1)·z(k)": q}
    )
    chain.combine("together", new, rate, left=n(k + 1) - n(k) + rate * q, right=rate * (p(k) + q) + rate * (p(k) + rate * r(k) ** 2))
    chain.add("so", -rate * q, left=n(k + 1) - n(k), right=2 * rate * p(k) + rate**2 * r(k) ** 2)
    return chain


def norm_growth() -> SymbolicDerivation:
    """‖w + z‖² and its cross term."""
    chain = _longer("norm-growth")
    mistake = chain.cite("an update happens only on a mistake", p(k), 0, by="norm-growth#mistake-driven", **{"w(k)·z(k)": p(k)})
    chain.weaken("so the cross term only helps", right=r(k) ** 2, since=[mistake])
    chain.sum_up("summed over the M updates", k, M)
    chain.rewrite("the left side telescopes", left=n(M) - n(0))
    chain.substitute("n starts at 0 and ends at ‖w‖²; the right side is S₂ = Σ‖x‖²", {n(0): 0, n(M): W**2, rounds(r(k) ** 2): S2})
    return chain.finish("norm-growth")


def norm_growth_identity() -> SymbolicDerivation:
    """‖w + z‖² multiplied out and added up."""
    total, squares, scores = real("N S C")
    chain = _longer("norm-growth-identity")
    chain.sum_up("summed over the M updates", k, M)
    chain.rewrite("the left side telescopes", left=n(M) - n(0))
    chain.rewrite("and the right side is two sums", right=rounds(r(k) ** 2) + 2 * rounds(p(k)))
    values = {n(0): sp.Integer(0), n(M): total, rounds(r(k) ** 2): squares, rounds(p(k)): scores}
    chain.substitute("from n(0) = 0, with N = ‖w‖², S and C for the sums", values)
    return chain.finish("norm-growth-identity", **{"w·w": total, "S2": squares, "C": scores})


def cauchy_schwarz(chain: Inequality) -> Inequality:
    """P ≤ ‖u‖W for P = ⟨u, w⟩, from the kernel's lemma; SymPy finds the same as the least of ‖‖u‖²w − λu‖²."""
    size = sp.Symbol("U", positive=True)
    square = W**2 - 2 * lam * P + lam**2 * size**2
    place = chain.minimum("‖w − λu‖² is least in λ, with U for ‖u‖, at", square, lam, P / size**2)
    chain.equal("there it is", square.subs(lam, place.right), W**2 - P**2 / size**2)
    joined = chain.cite(
        "it is not negative: Cauchy–Schwarz", P**2, U**2 * W**2, by="cauchy-schwarz", **{"a·a": U**2, "b·b": W**2, "a·b": P}
    )
    joined.square_roots("so, whatever the sign of P", left=P, right=U * W)
    return joined


def master_inequality() -> SymbolicDerivation:
    """Progress, Cauchy–Schwarz, energy."""
    chain = Inequality("progress, with P = ⟨u, w⟩", gamma * M - TD, P, by="progress")
    chain.follow("so with progress", cauchy_schwarz(chain))
    energy = chain.cite("energy", W**2, S2, by="norm-growth")
    energy.square_roots("so W is at most", left=W, right=sp.sqrt(S2))
    chain.weaken("so", right=U * sp.sqrt(S2), since=[energy])
    return chain.finish("master-inequality")


def before_energy() -> SymbolicDerivation:
    """Progress and Cauchy–Schwarz, no energy."""
    chain = Inequality("progress, with P = ⟨u, w⟩", gamma * M - TD, P, by="progress")
    chain.follow("so with progress", cauchy_schwarz(chain))
    return chain.finish("weights-master")


def unit(chain: Inequality, of: str) -> Inequality:
    """‖u‖ ≤ 1, a fact of the theorem."""
    length = chain.cite("the comparator has length 1 at most", U**2, 1, by=f"{of}#unit comparator")
    length.square_roots("that is", left=U, right=sp.Integer(1))
    return length


def loss(chain: Inequality) -> Inequality:
    """TD = γH, the definition of H."""
    return chain.cite("H is the hinge loss in units of γ", TD, gamma * H, "=", by="hinge-l1#H")


def first_loss(of: str, by: str = "master-inequality", reach: Any = None, **atoms: Any) -> Inequality:
    """M ≤ H + reach/γ, for √S₂ or what takes its place; `by` gives γM − TD ≤ ‖u‖·reach."""
    right = sp.sqrt(S2) if reach is None else reach
    chain = Inequality(
        "the master inequality" + (" from any start" if reach is not None else ""), gamma * M - TD, U * right, by=by, **atoms
    )
    chain.weaken("so", right=right, since=[unit(chain, of)])
    chain.weaken("put in", left=gamma * M - gamma * H, since=[loss(chain)])
    chain.multiply("divide by γ", 1 / gamma, left=M - H, right=sp.expand(right / gamma))
    chain.add("so", H, left=M)
    return chain


def mr_3() -> SymbolicDerivation:
    """The master inequality for a unit comparator, divided by γ."""
    return first_loss("hinge-l1").finish("hinge-l1")


def trace() -> SymbolicDerivation:
    """The master inequality where S₂ is the trace of the updates' kernel matrix, divided by γ."""
    chain, small = first_loss("kernel-trace"), positive("q")[0]
    chain.at_most(
        "Tr K itself, as printed, is less than its root where the root is 1/(1 + q) < 1", (1 + small) ** -2, 1 / (1 + small), strict=True
    )
    return chain.finish("kernel-trace")


def any_start_energy() -> SymbolicDerivation:
    """‖w + ηz‖² and its cross term, added up from ‖w(0)‖²."""
    chain = _longer("any-start-energy", eta)
    mistake = chain.cite("an update happens only on a mistake", p(k), 0, by="any-start-energy#mistake-driven", **{"w(k)·z(k)": p(k)})
    chain.weaken("so the cross term only helps", right=eta**2 * r(k) ** 2, since=[mistake])
    chain.sum_up("summed over the M updates", k, M, right=eta**2 * rounds(r(k) ** 2))
    chain.rewrite("the left side telescopes", left=n(M) - n(0))
    chain.substitute("from n(0) = ‖w(0)‖² to n(M) = ‖w‖²", {n(0): first**2, n(M): W**2, rounds(r(k) ** 2): S2})
    chain.add("so", first**2)
    return chain.finish("any-start-energy", **{"w(M)·w(M)": W**2, "‖w₁‖": first, "S2": S2, "η": eta})


TOP = sp.sqrt(first**2 / eta**2 + S2)
STARTED = {"‖w₁‖": first, "√(‖w₁‖²/η² + S₂)": TOP, "η": eta}


def _distance(chain: Inequality | None = None) -> tuple[Inequality, sp.Expr]:
    """D² ≤ (‖w(0)‖/η + √(‖w(0)‖²/η² + S₂))² for the length D of the updates' sum, by the triangle and energy; and D² itself."""
    (Q,) = real("Q")
    names = {"w(M)·w(M)": W**2, "‖w₁‖": first, "η": eta}
    if chain is None:
        energy = Inequality("energy", W**2, first**2 + eta**2 * S2, by="any-start-energy", **names)
    else:
        energy = chain.cite("energy", W**2, first**2 + eta**2 * S2, by="any-start-energy", **names)
    squared = energy.copy()
    energy.square_roots("so ‖w‖ is at most", left=W, right=eta * TOP)
    square = (W**2 - 2 * Q + first**2) / eta**2
    away = energy.equal("the updates sum to (w − w(0))/η, whose square is, with Q = ⟨w(0), w⟩", square, square)
    joined = energy.cite("Cauchy–Schwarz", Q**2, first**2 * W**2, by="cauchy-schwarz", **{"a·a": first**2, "b·b": W**2, "a·b": Q})
    joined.square_roots("so, whatever the sign of Q", left=-Q, right=first * W)
    away.weaken("so it is at most", right=(W**2 + 2 * first * W + first**2) / eta**2, since=[joined])
    away.weaken("and with energy", right=(eta**2 * TOP**2 + 2 * first * W + first**2) / eta**2, since=[squared])
    away.weaken("twice", right=(eta**2 * TOP**2 + 2 * first * eta * TOP + first**2) / eta**2, since=[energy])
    away.rewrite("a square", right=(first / eta + TOP) ** 2)
    return away, square


def any_start_lemma() -> SymbolicDerivation:
    """The triangle from 0 by w(0) to w."""
    chain, square = _distance()
    return chain.finish("any-start-lemma", **{"Z·Z": square}, **STARTED)


def any_start_master() -> SymbolicDerivation:
    """Progress along the updates' sum, Cauchy–Schwarz, the triangle."""
    chain, (D,) = _gain("any-start-master", eta), nonnegative("D")
    chain.substitute("the slacks sum to TD; with P for the right side", {rounds(slack(k)): TD, along(0): 0, along(M): eta * P})
    triangle = chain.cite(
        "the updates' sum has a length D with", D**2, (first / eta + TOP) ** 2, by="any-start-lemma", **{"Z·Z": D**2}, **STARTED
    )
    triangle.square_roots("that is", left=D, right=first / eta + TOP)
    joined = chain.cite(
        "P is the inner product of u and that sum: Cauchy–Schwarz",
        P**2,
        U**2 * D**2,
        by="cauchy-schwarz",
        **{"a·a": U**2, "b·b": D**2, "a·b": P},
    )
    joined.square_roots("so, whatever the sign of P", left=P, right=U * D)
    chain.follow("so", joined)
    chain.weaken("and with the triangle", right=U * (first / eta + TOP), since=[triangle])
    return chain.finish("any-start-master", **STARTED)


def by_root(chain: Inequality, slope: sp.Expr, constant: sp.Expr, of: str, **names: Any) -> SymbolicDerivation:
    """From M ≤ slope·√M + constant to M ≤ (slope + √constant)²."""
    s, b, h = nonnegative("s b h")
    chain.name("write s for √M", s, sp.sqrt(M))
    chain.name("b for its factor", b, slope)
    chain.name("and h for the root of the rest", h, sp.sqrt(constant))
    chain.rewrite("so", left=s**2, right=b * s + h**2)
    chain.solve("s is at most the larger root", s)
    chain.relax_root("(b + 2h)² is more than the square of the root, by 4bh", sp.sqrt(b**2 + 4 * h**2), b + 2 * h)
    chain.square("square", right=(b + h) ** 2)
    chain.rewrite("with s, b and h put back", left=M, right=(slope + sp.sqrt(constant)) ** 2)
    return chain.finish(of, **names)


def through_passes(of: str, vectors: sp.Expr, words: str) -> Inequality:
    """P ≤ 1 + the number of vectors that are added: every pass but the last adds one. P(k) passes have begun before vector k."""
    k, p, (runs, last) = sp.Symbol("k", integer=True, nonnegative=True), sp.Function("p"), nonnegative("P q")
    each = Inequality(
        "a pass that is not the last has an update, so the passes so far grow by 1 at most with each",
        p(k + 1),
        p(k) + 1,
        by=f"{of}#one pass each",
        **{"p(k+1)": p(k + 1), "p(k)": p(k)},
    )
    each.add("so", -p(k))
    each.sum_up(words, k, vectors)
    each.rewrite("the left side telescopes", left=p(vectors) - p(0), right=vectors)
    each.substitute("from p(0) = 0, with q for the last", {p(0): 0, p(vectors): last})
    chain = each.cite("the learner halts in the pass after", runs, last + 1, by=f"{of}#halts", P=runs, p=last)
    chain.weaken("so", right=vectors + 1, since=[each])
    return chain
