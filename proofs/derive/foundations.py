"""SymPy's way to the core: progress, energy, Cauchy–Schwarz and what they give at once; and the worst case on a line and in space."""

from __future__ import annotations

import sympy as sp

from proofs.derive.way import Way, nonnegative, positive
from proofs.derive.worked import Worked, symbol

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
    total.put("from n(0) = 0, and the right side is Σ‖x‖²",
              {square(0): sp.Integer(0), square(M): W**2, _rounds(sp.Function("r")(k) ** 2): S2})  # fmt: skip
    total.lines[:0] = way.lines
    return total.end()


def cauchy_schwarz(way: Way) -> None:
    """⟨u, w⟩² ≤ ‖u‖²‖w‖², from the shortest w − λu."""
    P, size = sp.Symbol("P", real=True), sp.Symbol("U", positive=True)
    _, least = way.least("‖w − λu‖², with U for ‖u‖", W**2 - 2 * lam * P + lam**2 * size**2, lam)
    way.same("it is not negative, nor is U² times it, so that P² is at most U²W² (where u = 0 so is P)",
             size**2 * least, size**2 * W**2 - P**2)  # fmt: skip


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
    way.less("Tr K itself, as printed, is less than its root where the root is 1/(1 + q) < 1",
             (1 + small) ** -2, 1 / (1 + small), strict=True)  # fmt: skip
    return way.end("so it is the root that is right")


def line() -> Worked:
    """A second mistake on a line contradicts the margin."""
    way = Way("on the line of u, ‖u‖²⟨z(0), z(1)⟩ = ⟨u, z(0)⟩⟨u, z(1)⟩; with margins γ + a and γ + b",
              sp.Symbol("U", positive=True) ** 2 * sp.Symbol("g", real=True), (gamma + a) * (gamma + b), "=")  # fmt: skip
    size, inner = sp.Symbol("U", positive=True), sp.Symbol("g", real=True)
    product = sp.solve(sp.Eq(way.left, way.right), inner)[0]
    way.less("so that ⟨z(0), z(1)⟩ is more than", gamma**2 / size**2, product, strict=True)
    way.less("and that is more than 0, where a second mistake has ⟨w, z(1)⟩ = ⟨z(0), z(1)⟩ ≤ 0", 0, gamma**2 / size**2, strict=True)
    return way.conclude("so there is none", M, "<=", sp.Integer(1))


def space() -> Worked:
    """How long the spiral in R³ can go on: as long as Novikoff's bound lets it."""
    along, across = t * gamma, sp.sqrt(t - gamma**2 * t**2)
    room = Way("after t updates by z = (γ, √(1 − γ²)v), ‖v‖ = 1, all with ⟨w, z⟩ = 0 and so ‖w‖² = t, w has γt along u and √(t − γ²t²) "
               "across; a next v needs γ·γt to be at most √(1 − γ²)√(t − γ²t²), or squared",
               (gamma * along) ** 2, (1 - gamma**2) * across**2)  # fmt: skip
    room.multiply("divide by t", 1 / t)
    room.solve("so there is one while", t)
    room.same("that is, while t + 1 is at most", room.right + 1, 1 / gamma**2)
    upper = R**2 / gamma**2
    room.note("so the spiral, of unit examples, makes ⌊1/γ²⌋ updates; no run makes more, by Novikoff's bound",
              sp.Le(M, upper, evaluate=False))  # fmt: skip
    return room.conclude("M is whole", M, "<=", sp.floor(upper))


def potential() -> Worked:
    """‖w‖ ≤ R√M and ⟨u, w⟩ ≥ γM, joined without a quotient."""
    P = sp.Symbol("P", nonnegative=True)
    way = Way("energy", W**2, R**2 * M)
    way.roots("roots")
    way.multiply("times γ√M (or 0 on both sides, where M = 0)", gamma * sp.Symbol("s", positive=True))
    way.put("that is", {sp.Symbol("s", positive=True): sp.sqrt(M)})
    way.weaken("progress: γM is at most P = ⟨u, w⟩", right=R * P, where={P: gamma * M + rest})
    return way.end()
