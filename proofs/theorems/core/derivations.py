"""SymPy's way to the core: progress, energy, Cauchy–Schwarz and what they give at once; Lemma 1 as an identity."""

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation, eq, symbol
from proofs.derive.sympy.inequality_chain import Inequality, nonnegative, positive

M, gamma, R, U, H, S2, TD, W = map(symbol, ("M", "gamma", "R", "U", "H", "S2", "TD", "W"))
a, b, t, length = positive("a b t r")
p, rest = nonnegative("p e")
lam = sp.Symbol("lambda", real=True)
k = sp.Symbol("k", integer=True, nonnegative=True)


def _rounds(term: sp.Expr) -> sp.Expr:
    return sp.Sum(term, (k, 0, M - 1))


def progress() -> SymbolicDerivation:
    """⟨u, w⟩ gains γ less the slack at each update."""
    slack, along = sp.Function("xi")(k), sp.Function("P")
    chain = Inequality(
        "an update adds ⟨u, z⟩, at least γ − ξ, to P = ⟨u, w⟩; added up", _rounds(gamma - slack), _rounds(along(k + 1) - along(k))
    )
    chain.rewrite("the right side telescopes", right=_rounds(along(k + 1) - along(k)).doit())
    chain.rewrite("and the slacks are TD", left=gamma * M - _rounds(slack))
    chain.substitute("which starts at P(0) = 0", {_rounds(slack): TD, along(0): sp.Integer(0), along(M): symbol("P")})
    return chain.finish()


def norm_growth() -> SymbolicDerivation:
    """‖w + z‖² and its cross term."""
    square = sp.Function("n")
    longer = sp.expand((W + lam) ** 2).subs({2 * W * lam: -2 * p, lam**2: length**2})
    chain = Inequality("on a mistake 2⟨w, z⟩ = −2p, p ≥ 0, so that ‖w + z‖² is", sp.Symbol("n_1", nonnegative=True), longer, "=")
    chain.weaken("the cross term only helps", right=W**2 + length**2)
    total = Inequality(
        "with n(k) = ‖w‖² after k updates, added up", _rounds(square(k + 1) - square(k)), _rounds(sp.Function("r")(k) ** 2), after=chain
    )
    total.rewrite("the left side telescopes", left=_rounds(square(k + 1) - square(k)).doit())
    total.substitute(
        "from n(0) = 0, and the right side is Σ‖x‖²", {square(0): sp.Integer(0), square(M): W**2, _rounds(sp.Function("r")(k) ** 2): S2}
    )
    return total.finish()


def by_root(chain: Inequality, slope: sp.Expr, constant: sp.Expr, names: dict[str, sp.Expr]) -> SymbolicDerivation:
    """From M ≤ slope·√M + constant to M ≤ (slope + √constant)²."""
    s, b, h = positive("s b h")
    chain.check("M ≤ slope·√M + constant", sp.expand(chain.right), sp.expand(slope * sp.sqrt(M) + constant))
    solved = Inequality("with s = √M, b and h² for these", s**2, b * s + h**2, after=chain)
    solved.note("where", eq(b, slope), eq(h**2, constant))
    solved.solve("the larger root", s)
    solved.relax_root("relax the root: (b + 2h)² is more by 4bh", sp.sqrt(b**2 + 4 * h**2), b + 2 * h)
    solved.square("square")
    solved.rewrite("that is", right=(b + h) ** 2)
    return solved.conclude("put all back", M, "<=", (slope + sp.sqrt(constant)) ** 2, **names)


def cauchy_schwarz(chain: Inequality) -> None:
    """⟨u, w⟩² ≤ ‖u‖²‖w‖², from the shortest w − λu."""
    P, size = sp.Symbol("P", real=True), sp.Symbol("U", positive=True)
    _, least = chain.minimum("‖w − λu‖², with U for ‖u‖", W**2 - 2 * lam * P + lam**2 * size**2, lam)
    chain.equal(
        "it is not negative, nor is U² times it, so that P² is at most U²W² (where u = 0 so is P)", size**2 * least, size**2 * W**2 - P**2
    )


def master_inequality() -> SymbolicDerivation:
    """Progress, Cauchy–Schwarz, energy."""
    P = sp.Symbol("P", real=True)
    chain = Inequality("progress, with P = ⟨u, w⟩", gamma * M - TD, P)
    cauchy_schwarz(chain)
    chain.weaken("Cauchy–Schwarz", right=U * W, where={P: U * W - rest})
    chain.weaken("energy: W is at most √Σ‖x‖²", right=U * sp.sqrt(S2), where={W: sp.sqrt(S2) - rest})
    return chain.finish()


def first_loss(words: str = "the master inequality", reach: sp.Expr | None = None) -> Inequality:
    """M ≤ H + reach/γ, for √Σ‖x‖² or what takes its place, H the sum of the losses."""
    right = sp.sqrt(S2) if reach is None else reach
    chain = Inequality(words, gamma * M - TD, U * right)
    chain.weaken("with ‖u‖ ≤ 1", right=right, where={U: 1 / (1 + rest)})
    chain.substitute("with TD = γH", {TD: gamma * H})
    chain.multiply("divide by γ", 1 / gamma)
    chain.add("so", H)
    return chain


def mr_3() -> SymbolicDerivation:
    """The master inequality for a unit comparator, divided by γ."""
    return first_loss().finish()


def trace() -> SymbolicDerivation:
    """The master inequality where Σ‖x‖² is the trace of the updates' kernel matrix, divided by γ."""
    chain, diagonal, small = first_loss(), sp.Function("K"), positive("q")[0]
    chain.note("‖x‖² is K(x, x), so that Σ‖x‖² is the sum of the diagonal", eq(S2, _rounds(diagonal(k, k))))
    chain.at_most(
        "Tr K itself, as printed, is less than its root where the root is 1/(1 + q) < 1", (1 + small) ** -2, 1 / (1 + small), strict=True
    )
    return chain.finish("so it is the root that is right")


def norm_growth_identity() -> SymbolicDerivation:
    """‖w + z‖² multiplied out and added up."""
    k = sp.Symbol("k", integer=True, nonnegative=True)
    size, score, length = (sp.Function(name) for name in ("n", "p", "r"))
    total, squares, scores = sp.symbols("N S C", real=True)
    added, lengths, products = (sp.Sum(term, (k, 0, M - 1)) for term in (size(k + 1) - size(k), length(k) ** 2, score(k)))
    chain = Inequality(
        "with n = ‖w‖², r = ‖x‖ and p = y⟨w, x⟩ an update adds r² + 2p to n; added up",
        added,
        sp.Sum(length(k) ** 2 + 2 * score(k), (k, 0, M - 1)),
        "=",
    )
    chain.rewrite("the left side telescopes", left=added.doit())
    chain.rewrite("and the right side is two sums", right=lengths + 2 * products)
    chain.substitute("from n(0) = 0, with S and C for them", {size(0): sp.Integer(0), size(M): total, lengths: squares, products: scores})
    return chain.finish(**{"w·w": total, "S2": squares, "C": scores})


def any_start_energy() -> SymbolicDerivation:
    """‖w + ηz‖² and its cross term, added up from ‖w(0)‖²."""
    eta, first = positive("eta")[0], sp.Symbol("W_1", nonnegative=True)
    square = sp.Function("n")
    longer = sp.expand((W + eta * lam) ** 2).subs({2 * W * eta * lam: -2 * eta * p, lam**2: length**2})
    chain = Inequality("on a mistake 2⟨w, ηz⟩ = −2ηp, p ≥ 0, so that ‖w + ηz‖² is", sp.Symbol("n_1", nonnegative=True), longer, "=")
    chain.weaken("the cross term only helps", right=W**2 + eta**2 * length**2)
    terms = _rounds(eta**2 * sp.Function("r")(k) ** 2)
    total = Inequality("with n(k) = ‖w‖² after k updates, added up", _rounds(square(k + 1) - square(k)), terms, after=chain)
    total.rewrite("the left side telescopes", left=_rounds(square(k + 1) - square(k)).doit())
    total.substitute("from n(0) = ‖w(0)‖²", {square(0): first**2, square(M): W**2, terms: eta**2 * S2})
    total.add("so", first**2)
    return total.finish(**{"w·w": W**2, "‖w₁‖": first, "S2": S2, "η": eta})


def _any_distance() -> tuple[Inequality, sp.Symbol, sp.Symbol]:
    """‖w − w(0)‖/η."""
    eta, first = positive("eta")[0], sp.Symbol("W_1", nonnegative=True)
    chain = Inequality("the updates add up to (w − w(0))/η, whose length is D", sp.Symbol("D", nonnegative=True), (first + W) / eta)
    top = sp.sqrt(first**2 + eta**2 * S2)
    chain.weaken("energy: ‖w‖ is at most", right=(first + top) / eta, where={W: top - rest})
    chain.rewrite("that is", right=first / eta + sp.sqrt(first**2 / eta**2 + S2))
    return chain, eta, first


def any_start_lemma() -> SymbolicDerivation:
    """The triangle from 0 by w(0) to w."""
    chain, eta, first = _any_distance()
    distance = chain.left
    chain.square("square")
    chain.rewrite("that is", right=(first / eta + sp.sqrt(first**2 / eta**2 + S2)) ** 2)
    names = {"Z·Z": distance**2, "1/η": 1 / eta, "‖w₁‖": first, "√(‖w₁‖²/η² + S₂)": sp.sqrt(first**2 / eta**2 + S2)}
    return chain.finish(**names)


def any_start_master() -> SymbolicDerivation:
    """Progress along the updates' sum, Cauchy–Schwarz, the triangle."""
    triangle, eta, first = _any_distance()
    along, distance = sp.Symbol("P", real=True), triangle.left
    chain = Inequality("progress, with P = ⟨u, w − w(0)⟩/η", gamma * M - TD, along)
    chain.weaken("Cauchy–Schwarz", right=U * distance, where={along: U * distance - rest})
    chain.lines += triangle.lines
    chain.weaken("so", right=U * triangle.right, where={distance: triangle.right - rest})
    names = {"M": M, "γ": gamma, "TD": TD, "‖u‖": U, "1/η": 1 / eta, "‖w₁‖": first}
    return chain.finish(**names, **{"√(‖w₁‖²/η² + S₂)": sp.sqrt(first**2 / eta**2 + S2)})
