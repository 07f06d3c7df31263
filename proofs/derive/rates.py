"""SymPy's way to Winnow's bound: the best rate, exactly and after ln cosh η ≤ η²/2."""

from __future__ import annotations

import sympy as sp

from proofs.derive.worked import Chain, Worked, line, symbol

M, gamma, eta = symbol("M"), symbol("gamma"), symbol("eta")
n = sp.Symbol("n", positive=True)


def winnow() -> Worked:
    """M(γη − ln cosh η) ≤ ln 2n, minimised over η."""
    exact = gamma * eta - sp.log(sp.cosh(eta))
    best = sp.atanh(gamma)  # tanh η = γ
    residue = sp.simplify(sp.diff(exact, eta).subs(eta, best))
    series = sp.series(sp.log(sp.cosh(eta)), eta, 0, 6).removeO()
    simple = gamma * eta - eta**2 / 2
    chosen = sp.solve(sp.diff(simple, eta), eta)[0]
    room = sp.factor(simple.subs(eta, chosen))
    bound = sp.log(2 * n) / room
    return Chain(
        (
            line("the total weight gives, at any rate η", sp.Le(M * exact, sp.log(2 * n), evaluate=False)),
            line("the factor of M has the slope", sp.diff(exact, eta)),
            line("it is largest where tanh η = γ", sp.Eq(eta, best, evaluate=False)),
            line("for there the slope is", residue),
            line("for small η, ln cosh η is about", series),
            line("and never more than the first term; so the factor is at least", simple),
            line("which is largest at", sp.Eq(eta, chosen, evaluate=False)),
            line("and there", room),
            line("so", sp.Le(M, bound, evaluate=False)),
        ),
        bound,
    )
