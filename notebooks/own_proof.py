"""A theorem in no source: updating whenever y⟨w, x⟩ ≤ β costs at most (R² + 2β)/γ² updates.  `perceptron-proofs verify` takes this file."""

from fractions import Fraction

from perceptron import Learner
from proofs.statements.authoring import (
    SYMBOLS, Fact, Game, M, Page, R, Statement, bounded, every, gamma, ge, inner, k, le, number, positive_margin, radius_sign, real,
    recurrence, separable, u, unit_comparator, w, z,
)  # fmt: skip

beta, m, K = real("β"), number(M), R**2 + 2 * real("β")


class FixedMargin(Learner):  # starts at 0 and steps to w + y·x
    def wants_update(self, w, x, y):
        return y * (w @ x) <= Fraction(1, 2)


rule = Fact("fixed margin", "an update happens only if y⟨w, x⟩ ≤ β", every(k, le(inner(w(k), z(k)), beta), below=m))
pos = Fact("β ≥ 0", "the margin is not negative", ge(beta, 0))
statement = Statement(
    "fixed-margin", "A fixed margin: M ≤ (R² + 2β)/γ²", (), Game(norm="any", comparator="ball", radius="declared"),
    "M <= (R**2+2*beta)/gamma**2", (*recurrence(), rule, positive_margin(), unit_comparator(), radius_sign(), bounded(R), separable(), pos),
    SYMBOLS | {"beta": beta}, parameters={"beta": ("1/2",)}, learner=FixedMargin(),
)  # fmt: skip


def prove(d):
    gained, grown = d.cite("progress", ξ=lambda k: 0, TD=lambda k: 0), d.cite("capped-energy", c=beta)  # γM ≤ ⟨u, w⟩, ‖w‖² ≤ KM
    squared = d.have(le(inner(u, w(M)) ** 2, K * m), grown, d.cite("cauchy-schwarz", a=u, b=w(M)), "unit comparator", d.square(w(M)))
    d.have(ge(m * (K - gamma**2 * m), 0), gained, squared, "positive margin", d.natural(M))
    d.have(ge(K, 0), "β ≥ 0")
    solved, q = d.cite("divide-out", x=m, K=K, g=gamma**2), d.have(ge(real("1/γ"), 0), "1/γ", "positive margin")  # γ²M ≤ K
    d.conclude(d.have(le(gamma * m, K * real("1/γ")), solved, q, "1/γ"), q, "1/γ")


page = Page(statement, prove)
