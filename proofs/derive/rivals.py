"""SymPy's way to Lemma 1 as an identity, to where the printed (5) and (6) fail, to √17 in place of 6, and to the sharp rate from below."""

from __future__ import annotations

import sympy as sp

from proofs.derive.way import Way, nonnegative, positive
from proofs.derive.worked import Worked, symbol

M, gamma, R, H2, S2, W, eps = map(symbol, ("M", "gamma", "R", "H2", "S2", "W", "eps"))
T, delta, t = positive("T delta t")
e, losses, risk, scored = nonnegative("e l r P")
far, at_least = positive("f h")
RUN = {"M": M, "H₂": H2, "√S₂": sp.sqrt(S2), "R": R, "1/γ": 1 / gamma, "√M": sp.sqrt(M)}


def identity() -> Worked:
    """‖w + z‖² multiplied out and added up."""
    k = sp.Symbol("k", integer=True, nonnegative=True)
    size, score, length = (sp.Function(name) for name in ("n", "p", "r"))
    total, squares, scores = sp.symbols("N S C", real=True)
    added, lengths, products = (sp.Sum(term, (k, 0, M - 1)) for term in (size(k + 1) - size(k), length(k) ** 2, score(k)))
    way = Way("with n = ‖w‖², r = ‖x‖ and p = y⟨w, x⟩ an update adds r² + 2p to n; added up", added,
              sp.Sum(length(k) ** 2 + 2 * score(k), (k, 0, M - 1)), "=")  # fmt: skip
    way.rewrite("the left side telescopes", left=added.doit())
    way.rewrite("and the right side is two sums", right=lengths + 2 * products)
    way.put("from n(0) = 0, with S and C for them", {size(0): sp.Integer(0), size(M): total, lengths: squares, products: scores})
    return way.end(**{"w·w": total, "S2": squares, "C": scores})


def _along_weights() -> Way:
    words = "at u = w/‖w‖ the squares (1 − ⟨u, z⟩/ρ)² sum to M − 2‖w‖/ρ + P/ρ², with P = Σ⟨u, z⟩² and ρ = γ; the loss Λ² is no more"
    return Way(words, H2**2, M - 2 * W / gamma + scored / gamma**2)


def never_5() -> Worked:
    """From which ρ on (5) falls below M."""
    way, extra = _along_weights(), 2 * R * sp.sqrt(S2) / gamma**2
    way.add("what (5) adds", extra)
    way.note("less than M for every ρ above", sp.solve(way.right - M, gamma)[0])
    needed = (scored + 2 * R * sp.sqrt(S2)) / (2 * gamma)
    way.weaken("there ‖w‖ is more, by f > 0, than is needed", right=M, where={W: needed + far}, strict=True)
    return way.end(**RUN)


def never_6() -> Worked:
    """From which ρ on (6) falls below M."""
    way, short = _along_weights(), 2 * R**2 / gamma**2
    less = M - 2 * short * sp.sqrt(M)
    needed = (scored + 4 * R**2 * sp.sqrt(M)) / (2 * gamma)
    way.weaken("where 2ρ‖w‖ > P + 4r²√M, ‖w‖ exceeding what is needed by f, less than", right=less, where={W: needed + far}, strict=True)
    way.weaken("and than", right=less + short**2)
    way.put("with √M = 2r²/ρ² + h, h > 0, as ρ is large", {M: (short + at_least) ** 2})
    way.rewrite("a square", right=at_least**2)
    way.roots("roots")
    way.add("add 2r²/ρ²", short)
    way.square("square")
    way.put("and put M back", {at_least: sp.sqrt(M) - short})
    way.rewrite("so", right=M)
    return way.end(**RUN)


def best_batch() -> Worked:
    """The direction in which two deviations, whose squares have a given sum, weigh most."""
    m, b, kappa = positive("m b kappa")
    way = Way("as for MR Theorem 4, with m² = ln(T(T+1)/δ)/2, Azuma's deviation a = tm/√T and l for Σloss", risk,
              losses / T + (4 + t) * m / sp.sqrt(T))  # fmt: skip
    way.weaken("m² + Ta² = m²(1 + t²) is at most b²T", right=losses / T + (4 + t) / sp.sqrt(1 + t**2) * b,
               where={m: b * sp.sqrt(T) / sp.sqrt(1 + t**2) / (1 + e)})  # fmt: skip
    most = way.most("the factor of b in t", (4 + t) / sp.sqrt(1 + t**2), t)[1]
    way.less("(squared, 17 is more by a square)", (4 + t) ** 2 / (1 + t**2), most**2)
    last = Way("so with κ for it", risk, losses / T + kappa * b)
    last.lines[:0] = way.lines
    last.weaken("at most", right=losses / T + most * b, where={kappa: most / (1 + e)})
    return last.end(**{"risk": risk, "Σloss": losses, "1/T": 1 / T, "b": b, "√17": sp.sqrt(17)})


def best_confidence() -> Worked:
    """What is left of δ goes to Azuma."""
    fails = sp.Symbol("P", nonnegative=True)
    way = Way("2T events of probability δ/(T(T+1)) at most, and one of (T−1)δ/(T+1)", fails,
              2 * T * delta / (T * (T + 1)) + (T - 1) * delta / (T + 1))  # fmt: skip
    way.rewrite("together", right=delta)
    return way.end(**{"P(fails)": fails, "δ": delta})


def rate_below() -> Worked:
    """The sharp bound's two sides at εX = ln(1/ε)."""
    L = sp.Symbol("L", real=True)
    way = Way("1/ε, against 1 + X at X = L/ε with L = ln(1/ε)", 1 / eps, 1 / eps, "=")
    way.weaken("the tangent of ln at 1 gives L ≥ 1 − ε, by e", right=1 + L / eps, where={L: 1 - eps + e})
    return way.conclude("in logarithms", sp.log(1 / eps), "<=", sp.log(1 + L / eps).subs(L, sp.log(1 / eps)), **{"1/ε": 1 / eps})
