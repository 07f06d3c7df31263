"""SymPy's way to Winnow's bounds: the total weight, the best rate, and the constant for which both kinds of mistake gain the same."""

from typing import Any

import sympy as sp

from proofs.derive.sympy.derivation import SymbolicDerivation
from proofs.derive.sympy.grammar import symbol
from proofs.theorems.chain import Inequality, nonnegative, positive, real

M, gamma, eta = symbol("M"), symbol("gamma"), symbol("eta")
n, beta = positive("n beta")
HALF = sp.Rational(1, 2)
COSH = (sp.exp(eta) + sp.exp(-eta)) / 2
k = sp.Symbol("k", integer=True, nonnegative=True)


def _rate(of: str = "winnow-rate") -> dict[str, Any]:
    return {"β": sp.exp(eta), "M": M, "n": n, "γ": gamma}


def winnow_rate() -> SymbolicDerivation:
    """The logarithm of the total weight, from below and from above, at a fixed rate η = ln β."""
    (z,), (total, part) = real("z"), real("T G")
    g = sp.Function("G")
    chord = COSH + z * (sp.exp(eta) - sp.exp(-eta)) / 2
    chain = Inequality(
        "a mistake multiplies the total weight W by cosh η at most; so, from W = 2n on, with T for ln W",
        total,
        M * sp.log(COSH) + sp.log(2 * n),
        by="winnow-energy",
        **_rate(),
        **{"E(N)·w(M)": sp.exp(total)},
    )
    for end in (1, -1):
        chain.equal(
            "for e^(ηz) lies below its chord, which meets it at z = ±1, and on a mistake the part in z sums to 0 or less",
            chord.subs(z, end),
            sp.exp(eta * end),
        )
    share = chain.cite(
        "no weight is more than W: with G = ⟨u, g⟩ for the logarithms g of the weights over η, ‖u‖₁ being 1",
        eta * part,
        total,
        by="winnow-share",
        **_rate(),
        **{"V(N)·g(M)": part, "A": 1, "E(N)·w(M)": sp.exp(total)},
    )
    share.follow("so", chain)
    gain = chain.cite(
        "an update adds the example to g",
        g(k + 1) - g(k),
        sp.Function("a")(k),
        "=",
        by="winnow-rate#update",
        against=["V(N)"],
        **{"V(N)·g(k+1)": g(k + 1), "V(N)·g(k)": g(k), "V(N)·z(k)": sp.Function("a")(k)},
    )
    margin = chain.cite(
        "the margin", gamma, sp.Function("a")(k), by="winnow-rate#separable", **{"V(N)·z(k)": sp.Function("a")(k), "γ": gamma}
    )
    margin.weaken("so G gains", right=g(k + 1) - g(k), since=[gain])
    margin.sum_up("summed over the M mistakes", k, M, left=gamma * M)
    margin.rewrite("the right side telescopes", right=g(M) - g(0))
    margin.substitute("from 0 to G", {g(0): 0, g(M): part})
    share.weaken("so", left=eta * gamma * M, since=[margin])
    return share.finish("winnow-rate", **_rate())


def winnow() -> SymbolicDerivation:
    """M(γη − ln cosh η) ≤ ln 2n at the rate that is best once ln cosh η is bounded by η²/2."""
    chain = Inequality("at any rate η", gamma * eta * M, M * sp.log(COSH) + sp.log(2 * n), by="winnow-rate", **_rate())
    chain.equal(
        "the exact factor of M, γη − ln cosh η, has the slope γ − tanh η, which is 0 where tanh η = γ", gamma - sp.tanh(sp.atanh(gamma)), 0
    )
    simple = chain.cite("and ln cosh η is at most", sp.log(COSH), eta**2 / 2, by="log-cosh", **_rate())
    chain.weaken("so", right=M * eta**2 / 2 + sp.log(2 * n), since=[simple])
    chain.add("all in M to the left", -M * eta**2 / 2, left=M * (gamma * eta - eta**2 / 2), right=sp.log(2 * n))
    chain.maximum("the factor of M is greatest at", gamma * eta - eta**2 / 2, eta, gamma)
    chain.substitute("so take that rate", {eta: gamma})
    chain.multiply("times 2/γ²", 2 / gamma**2, left=M, right=2 * sp.log(2 * n) / gamma**2)
    return chain.finish("winnow", β=sp.exp(gamma), n=n, M=M)


def winnow_hadamard() -> SymbolicDerivation:
    """The margin 1 and a rate so fast that ln cosh η is η − ln 2, almost."""
    chain = Inequality("at the margin 1", eta * M, M * sp.log(COSH) + sp.log(2 * n), by="winnow-rate", **_rate() | {"γ": 1})
    (x,) = positive("x")
    tangent = chain.grows("the slope of x − ln(1 + x) is not negative", x - sp.log(1 + x), x)
    tangent.add("so", sp.log(1 + x), left=sp.log(1 + x), right=x)
    tangent.apply("that is", "exp", left=1 + x, right=sp.exp(x))
    tangent.substitute("at x = e^(−2η)", {x: sp.exp(-2 * eta)})
    tangent.multiply("times e^η/2", sp.exp(eta) / 2, left=COSH, right=sp.exp(sp.exp(-2 * eta) + eta) / 2)
    tangent.apply("in logarithms", "log", left=sp.log(COSH), right=sp.exp(-2 * eta) + eta - sp.log(2))
    chain.weaken("so", right=M * (sp.exp(-2 * eta) + eta - sp.log(2)) + sp.log(2 * n), since=[tangent])
    chain.add("all but the small term to the left", M * (sp.log(2) - eta), left=M * sp.log(2), right=sp.log(2 * n) + M * sp.exp(-2 * eta))
    return chain.finish("winnow-hadamard", **_rate())


def _threshold(of: str, kappa: Any, **given: Any) -> tuple[Inequality, sp.Symbol, sp.Symbol]:
    """Winnow with a threshold, for κ of r among N variables and any factor β; and r and N."""
    (r,), (N,), (c,) = nonnegative("r"), positive("N"), positive("c")
    rate = sp.log(beta)
    start = Inequality(
        "a mistake on label 1 gains κcη less the weight that is added, one on label −1 the weight that is taken less (κ − 1)cη; "
        "with the c that makes both the same, the first is",
        kappa * c * rate - (beta - 1) * N,
        kappa * c * rate - (beta - 1) * N,
        "=",
    )
    best = N * (beta - 1 / beta) / ((2 * kappa - 1) * rate)
    start.equal(
        "the gains are equal at c = N(β − 1/β)/((2κ − 1) ln β)",
        kappa * best * rate - (beta - 1) * N,
        (1 - 1 / beta) * N - (kappa - 1) * best * rate,
    )
    (w,) = positive("w")
    start.maximum("a relevant weight w gains c ln w − w at most, which is greatest at", c * sp.log(w) - w, w, c)
    claim = start.cite(
        "so, summed over M mistakes",
        M * (kappa - (kappa - 1) * beta) * (beta - 1) * rate,
        (2 * kappa - 1) * beta * rate + r * (beta**2 - 1) * sp.log(N),
        by="winnow-threshold",
        **{"β": beta, "κ": kappa, "M": M, "N": N, "r": r},
    )
    return claim, r, N


def winnow_or() -> SymbolicDerivation:
    """The factor 2 and one relevant variable that is enough: κ = 1."""
    chain, r, N = _threshold("winnow-or", sp.Integer(1))
    chain.substitute("with β = 2", {beta: 2})
    return chain.finish("winnow-or", M=M, N=N, r=r)


def winnow_k_of_r_mistakes() -> SymbolicDerivation:
    """The factor 1 + 1/(2κ), and ln(1 + x) ≥ x − x²/2."""
    of, (kappa, x), (L,) = "winnow-k-of-r-mistakes", positive("kappa x"), nonnegative("L")
    chain, r, N = _threshold(of, kappa)
    least = chain.cite("κ is at least 1", 1, kappa, by=f"{of}#threshold", κ=kappa)
    chain.substitute("with β = 1 + 1/(2κ)", {beta: 1 + 1 / (2 * kappa)})
    many = chain.cite("N is at least 1", 1, N, by=f"{of}#N", N=N)
    many.apply("so its logarithm is not negative", "log")
    chain.name("write L for it", L, sp.log(N), since=[many])
    (rate,) = positive("eta")
    low = chain.grows("the slope of ln(1 + x) − x + x²/2 is not negative", sp.log(1 + x) - x + x**2 / 2, x)
    low.add("so", x - x**2 / 2)
    low.substitute("at x = 1/(2κ)", {x: 1 / (2 * kappa)})
    low.weaken("for ln β, which is positive", left=(4 * kappa - 1) / (8 * kappa**2))
    some = low.copy()
    some.weaken("as κ is at least 1", left=sp.Integer(0), since=[least], strict=True)
    chain.name("write η for ln β", rate, sp.log(1 + 1 / (2 * kappa)), since=[some])
    low.rewrite("so", right=rate)
    chain.rewrite(
        "simplified",
        left=M * (kappa + 1) * rate / (4 * kappa**2),
        right=(4 * kappa**2 - 1) * rate / (2 * kappa) + r * (4 * kappa + 1) * L / (4 * kappa**2),
    )
    chain.multiply(
        "times 4κ²/((κ + 1)η)",
        4 * kappa**2 / ((kappa + 1) * rate),
        left=M,
        right=2 * kappa * (4 * kappa**2 - 1) / (kappa + 1) + r * (4 * kappa + 1) * L / ((kappa + 1) * rate),
    )
    chain.weaken("the first term is at most", right=8 * kappa**2 + r * (4 * kappa + 1) * L / ((kappa + 1) * rate))
    low.multiply(
        "η from below, times 8κ(κ + 1)",
        8 * kappa * (kappa + 1),
        left=(4 * kappa - 1) * (kappa + 1) / kappa,
        right=8 * kappa * (kappa + 1) * rate,
    )
    low.weaken("so, as κ is at least 1", left=4 * kappa + 1, since=[least])
    low.multiply(
        "times rL/((κ + 1)η)", r * L / ((kappa + 1) * rate), left=r * (4 * kappa + 1) * L / ((kappa + 1) * rate), right=8 * kappa * r * L
    )
    chain.weaken("so", right=8 * kappa**2 + 8 * kappa * r * L, since=[low])
    chain.rewrite("L put back", right=8 * kappa**2 + 8 * kappa * r * sp.log(N))
    return chain.finish(of, κ=kappa, M=M, N=N, r=r)


def winnow_fixed_rate() -> SymbolicDerivation:
    """The score of the next example at a rate with β ≥ 1/t²."""
    of, (t, p, r) = "winnow-fixed-rate", positive("t p r")
    rate, (e,), (last, B), count = sp.Symbol("eta", positive=True), real("e"), real("m B"), sp.Function("M")
    fast = Inequality("the rate is so fast that", 1, t**2 * sp.exp(rate), by=f"{of}#fast rate", t=t, β=sp.exp(rate))
    fast.apply("in logarithms", "log", right=2 * sp.log(t) + rate)
    names = {"g·h": e, "g·l": e - (1 + t) / 2, "p": p, "r": r, "β": sp.exp(rate)}
    chain = fast.cite(
        "the weights of the two coordinates that are not 0 are p and r, their exponents (1 + t)/2 apart",
        sp.log(r),
        rate * (e - (1 + t) / 2),
        "=",
        by=f"{of}#r",
        **names,
    )
    upper = fast.cite("so with e for that of p", rate * e, sp.log(p), "=", by=f"{of}#p", **names)
    chain.weaken("as (1 + t)/2 is at least 1/2", right=rate * e - rate / 2)
    chain.weaken("put in", right=sp.log(p) - rate / 2, since=[upper])
    chain.weaken("and with the rate", right=sp.log(p) + sp.log(t), since=[fast])
    chain.apply("so", "exp", left=r, right=t * p)
    small = chain.cite("t is less than 1", t, 1, "<", by=f"{of}#small entry", t=t)
    score = chain.at_most(
        "the positive part of the score is less than the other one", r + t / p, t * p + 1 / r, since=[chain, small], strict=True
    )
    each = score.cite(
        "so each round is a mistake", count(k + 1) - count(k), 1, "=", by=f"{of}#a mistake", **{"M(k+1)": count(k + 1), "M(k)": count(k)}
    )
    (rounds,) = nonnegative("n")
    each.sum_up("summed over n rounds", k, rounds, right=rounds)
    each.rewrite("the left side telescopes", left=count(rounds) - count(0))
    each.substitute("the first example is a mistake, too", {count(0): 1, count(rounds): last})
    bound = each.cite("a bound B on the mistakes m has", last, B, by=f"{of}#mistake bound", **{"M(n)": last, "B": B})
    bound.add("so", -1)
    bound.weaken("that is", left=rounds, since=[each])
    bound.add("add 1", 1)
    return bound.finish(of, n=rounds, B=B)


def winnow_against_perceptron() -> SymbolicDerivation:
    """The difference of the two bounds, and where it changes its sign."""
    of, (r, s, count), (side,) = "winnow-against-perceptron", positive("r s n"), real("sigma")
    log = sp.log(2 * count)
    chain = Inequality(
        "the variables are dense or sparse: with σ = ±1 for which",
        2 * side * log * r,
        side * s,
        by=f"{of}#dense or sparse",
        **{"r": r, "s": s, "n": count, "σ": side},
    )
    chain.equal(
        "the Perceptron's bound ‖u‖²‖x‖² less Winnow's 2 ln(2n)‖u‖₁²‖x‖∞², both times μ², is a product",
        r * s - 2 * log * r**2,
        r * (s - 2 * log * r),
    )
    chain.multiply("times r", r)
    return chain.finish(of, **{"Q": r, "r": r, "P": s, "s": s, "n": count, "σ": side})


def winnow_k_of_r() -> SymbolicDerivation:
    """The margin of κ of r variables: the score S is a whole number and a half, so 1/2 from 0, and ‖u‖₁ is r + κ − 1/2."""
    of, (r,), (y,) = "winnow-k-of-r", nonnegative("r"), real("y")
    ones, j = (sp.Symbol(name, integer=True, nonnegative=True) for name in "cj")
    kappa, score, size = 1 + j, ones - HALF - j, r + j + HALF  # κ is at least 1
    names = {"r": r, "κ": kappa, "c": ones, "y": y, "S": score, "A": size}
    twice = Inequality("with κ = 1 + j, twice ‖u‖₁ = r + κ − 1/2 is", 2 * size, 2 * r + 2 * kappa - 1, "=")
    false = twice.suppose("let y times the score S = c + 1/2 − κ, for c ones, be less than the claim", y * score * 2 * size, "<", size)
    case = twice.suppose("for κ ones or more", kappa, "<=", ones)
    one = twice.cite("the label is", y, 1, "=", by=f"{of}#label 1", **names)
    chain = twice.at_most("and the score at least", HALF, score, since=[case])
    chain.weaken("so", right=y * score, since=[one])
    chain.multiply("times 2‖u‖₁", 2 * size, left=size, right=y * score * 2 * size)
    chain.refute("which is false; so", case, since=[false])
    chain.floor("c is whole")
    two = twice.cite("there the label is", y, -1, "=", by=f"{of}#label −1", **names)
    other = twice.at_most("and the score at most −1/2", HALF, -score, since=[chain])
    other.weaken("so", right=y * score, since=[two])
    other.multiply("times 2‖u‖₁", 2 * size, left=size, right=y * score * 2 * size)
    other.refute("which is false, too; so", false)
    return other.finish(of, **names)
