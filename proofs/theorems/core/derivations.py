"""SymPy's way to the core: progress, energy, Cauchy–Schwarz and what they give at once; Lemma 1 as an identity."""

from __future__ import annotations

import sympy as sp

from proofs.derive.sympy.derivation import Worked, symbol
from proofs.derive.sympy.inequality_chain import Way, nonnegative, positive

M, gamma, R, U, H, S2, TD, W = map(symbol, ("M", "gamma", "R", "U", "H", "S2", "TD", "W"))
a, b, t, length = positive("a b t r")
p, rest = nonnegative("p e")
lam = sp.Symbol("lambda", real=True)
k = sp.Symbol("k", integer=True, nonnegative=True)


def _rounds(term: sp.Expr) -> sp.Expr:
    return sp.Sum(term, (k, 0, M - 1))


def progress() -> Worked:
    """⟨u, w⟩ gains γ less the slack at each update."""
    slack, along = sp.Function("xi")(k), sp.Function("P")
    way = Way("an update adds ⟨u, z⟩, at least γ − ξ, to P = ⟨u, w⟩; added up", _rounds(gamma - slack), _rounds(along(k + 1) - along(k)))
    way.rewrite("the right side telescopes", right=_rounds(along(k + 1) - along(k)).doit())
    way.rewrite("and the slacks are TD", left=gamma * M - _rounds(slack))
    way.put("which starts at P(0) = 0", {_rounds(slack): TD, along(0): sp.Integer(0), along(M): symbol("P")})
    return way.end()


def norm_growth() -> Worked:
    """‖w + z‖² and its cross term."""
    square = sp.Function("n")
    longer = sp.expand((W + lam) ** 2).subs({2 * W * lam: -2 * p, lam**2: length**2})
    way = Way("on a mistake 2⟨w, z⟩ = −2p, p ≥ 0, so that ‖w + z‖² is", sp.Symbol("n_1", nonnegative=True), longer, "=")
    way.weaken("the cross term only helps", right=W**2 + length**2)
    total = Way("with n(k) = ‖w‖² after k updates, added up", _rounds(square(k + 1) - square(k)), _rounds(sp.Function("r")(k) ** 2))
    total.rewrite("the left side telescopes", left=_rounds(square(k + 1) - square(k)).doit())
    total.put(
        "from n(0) = 0, and the right side is Σ‖x‖²", {square(0): sp.Integer(0), square(M): W**2, _rounds(sp.Function("r")(k) ** 2): S2}
    )
    total.lines[:0] = way.lines
    return total.end()


def cauchy_schwarz(way: Way) -> None:
    """⟨u, w⟩² ≤ ‖u‖²‖w‖², from the shortest w − λu."""
    P, size = sp.Symbol("P", real=True), sp.Symbol("U", positive=True)
    _, least = way.least("‖w − λu‖², with U for ‖u‖", W**2 - 2 * lam * P + lam**2 * size**2, lam)
    way.same(
        "it is not negative, nor is U² times it, so that P² is at most U²W² (where u = 0 so is P)", size**2 * least, size**2 * W**2 - P**2
    )


def master() -> Worked:
    """Progress, Cauchy–Schwarz, energy."""
    P = sp.Symbol("P", real=True)
    way = Way("progress, with P = ⟨u, w⟩", gamma * M - TD, P)
    cauchy_schwarz(way)
    way.weaken("Cauchy–Schwarz", right=U * W, where={P: U * W - rest})
    way.weaken("energy: W is at most √Σ‖x‖²", right=U * sp.sqrt(S2), where={W: sp.sqrt(S2) - rest})
    return way.end()


def _first_loss() -> Way:
    way = Way("the master inequality", gamma * M - TD, U * sp.sqrt(S2))
    way.weaken("with ‖u‖ ≤ 1", right=sp.sqrt(S2), where={U: 1 / (1 + rest)})
    way.put("with TD = γH", {TD: gamma * H})
    way.multiply("divide by γ", 1 / gamma)
    way.add("so", H)
    return way


def mr_3() -> Worked:
    """The master inequality for a unit comparator, divided by γ."""
    return _first_loss().end()


def trace() -> Worked:
    """The same, Σ‖x‖² being the trace of the updates' kernel matrix."""
    way, diagonal, small = _first_loss(), sp.Function("K"), positive("q")[0]
    way.note("‖x‖² is K(x, x), so that Σ‖x‖² is the sum of the diagonal", sp.Eq(S2, _rounds(diagonal(k, k)), evaluate=False))
    way.less(
        "Tr K itself, as printed, is less than its root where the root is 1/(1 + q) < 1", (1 + small) ** -2, 1 / (1 + small), strict=True
    )
    return way.end("so it is the root that is right")


def identity() -> Worked:
    """‖w + z‖² multiplied out and added up."""
    k = sp.Symbol("k", integer=True, nonnegative=True)
    size, score, length = (sp.Function(name) for name in ("n", "p", "r"))
    total, squares, scores = sp.symbols("N S C", real=True)
    added, lengths, products = (sp.Sum(term, (k, 0, M - 1)) for term in (size(k + 1) - size(k), length(k) ** 2, score(k)))
    way = Way(
        "with n = ‖w‖², r = ‖x‖ and p = y⟨w, x⟩ an update adds r² + 2p to n; added up",
        added,
        sp.Sum(length(k) ** 2 + 2 * score(k), (k, 0, M - 1)),
        "=",
    )
    way.rewrite("the left side telescopes", left=added.doit())
    way.rewrite("and the right side is two sums", right=lengths + 2 * products)
    way.put("from n(0) = 0, with S and C for them", {size(0): sp.Integer(0), size(M): total, lengths: squares, products: scores})
    return way.end(**{"w·w": total, "S2": squares, "C": scores})
