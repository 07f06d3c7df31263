"""Winnow: M ≤ 2 ln(2n)/γ² mistakes on examples with ‖x‖∞ ≤ 1 that some u with ‖u‖₁ ≤ 1 separates by γ, at the rate η = γ.

Source: BL, on L1 and L2 margins, prints O((1/γ²) log n).  That needs a rate that is tuned to the margin, and weights for both signs of
each coordinate: at a fixed rate, or without the second weights, a run may err for ever (`winnow-fixed-rate`, `sign-balance.json`).

The proof.  A mistake multiplies the total weight W, 2n at first, by cosh η at most (a power lies below its chord, and y times the score is
not positive).  On the other side η⟨u, g⟩ = Σ v(i) ln w(i) ≤ ln W, and ⟨u, g⟩ ≥ γM.  So M(γη − ln cosh η) ≤ ln 2n at any rate
(`winnow-rate`), and ln cosh η ≤ η²/2 makes that γ²/2 at η = γ.  The best rate is artanh γ, hardly another one for small γ.  At γ = 1 the
bound falls to log₂(2n) as the rate grows (`winnow-hadamard`, by ln x ≤ x − 1 at x = 1 + 1/β²), and that many mistakes are made on the rows
of a Hadamard matrix, where the Perceptron makes n (`hadamard`).
Nothing is cited but four facts about ln: neither Hoeffding's lemma nor the convexity of powers, which both follow from its tangents here.

The words of the facts are about all N = 2n weights as one vector; there is no condition on their features, so the theorem holds for every N
that is even.
"""

from perceptron.learners.winnow import Winnow
from proofs.statements.authoring import (
    Derivation, Display, Fact, Game, M, Polynomial, Reach, every, gamma, ge, gt, inner, k, ln, ln_product, ln_tangent, number, poly,
    theorem,
)  # fmt: skip
from proofs.theorems.winnow import sample_runs
from proofs.theorems.winnow.common import (
    A, N, V, balance, beta, bounded, comparator, coordinates, cosh, eta, factor, g, half, m, mistake_driven, per_beta, positive_weights,
    powers, products, reciprocal, signs, size, unit_comparator, update, z, zero_start,
)  # fmt: skip


def separable(by: Polynomial, words: str) -> Fact:
    return Fact("separable", words, every(k, ge(inner(V(N), z(k)), by), below=m))


def facts(by: Polynomial, words: str) -> tuple[Fact, ...]:
    return (
        *coordinates,
        *comparator,
        positive_weights,
        powers,
        zero_start,
        update,
        products,
        mistake_driven,
        bounded,
        balance,
        unit_comparator,
        factor,
        reciprocal,
        separable(by, words),
    )


def _sizes(d: Derivation) -> str:
    """‖u‖₁ ≥ 0."""

    return d.upto(N, lambda i: ge(A(i), 0))


at_any_rate = facts(gamma, "y⟨u, x⟩ ≥ γ on every example")


@theorem(
    at_any_rate,
    claim=Display("M*(gamma*log(beta) - log((beta + 1/beta)/2)) <= log(size)", {"beta": beta, "size": size}),
    sample=sample_runs.sample,
    reach=Reach(
        Game(learner="winnow", rate="beta=16"),
        "M*(gamma*log(16) - log(257/32)) <= log(2*d)",
        (sample_runs.hadamard_family(Winnow(beta=16)),),
    ),
    played=True,
    followed=sample_runs.follow,
)
def winnow_rate(d: Derivation) -> None:
    """Winnow at any rate η = ln β > 0: M(γη − ln cosh η) ≤ ln 2n.

    Winnow with factor β makes at most ln(2n)/(γ ln β − ln((β + 1/β)/2)) mistakes, if that is positive.

    Printed, and true with assumptions:
    - BL L2 margins and L1 margins: O((1/γ²) log n): with a rate tuned to γ, and weights for both signs
    """
    _, unit_sign = d.axiom("ln-one"), d.have(gt(1, 0))
    positive = signs(d)[0]
    ln_tangent(d, poly(1), beta, unit_sign, positive)
    d.have(ge(eta, 0), note="η > 0")

    d.upto(M, lambda i: ge(inner(V(N), g(i)), gamma * number(i)), note="⟨u, g⟩ ≥ γk")
    d.at(d.cite("winnow-positive"), M)
    d.cite("winnow-share")
    d.cite("winnow-energy")
    d.have(ge(size - 1, 0))
    d.cite("ln-monotone", a=poly(1), b=size)
    d.have(ge(cosh - 1, 0))
    d.cite("ln-monotone", a=poly(1), b=cosh)
    budget = ln(size) + m * ln(cosh)
    d.have(ge(budget, 0))
    _sizes(d)


@theorem(
    facts(eta, "y⟨u, x⟩ ≥ γ on every example, for the γ = ln β = η that the rate is tuned to"),
    claim=Display("M*log(beta)**2 <= 2*log(size)", {"beta": beta, "size": size}),
    sample=sample_runs.sample_tuned,
    reach=Reach(Game(learner="winnow"), "M <= 2*log(2*d)/gamma**2", (sample_runs.hadamard_family(Winnow(eta=1)),)),
    played=True,
    followed=sample_runs.follow,
)
def winnow(d: Derivation) -> None:
    """Winnow: M ≤ 2 ln(2n)/γ² for ‖x‖∞ ≤ 1, ‖u‖₁ ≤ 1 and the rate η = γ.

    Winnow at the rate η = γ makes at most 2 ln(2n)/γ² mistakes.

    Printed, and true with assumptions:
    - BL L2 margins and L1 margins: O((1/γ²) log n): with a rate tuned to γ, and weights for both signs
    """
    d.cite("winnow-rate", γ=eta)
    d.cite("log-cosh")
    d.conclude(note="ln cosh η ≤ η²/2")


@theorem(
    facts(poly(1), "y⟨u, x⟩ ≥ 1 on every example, as for features ±1 and a label that is one of them"),
    claim=Display("M*log(2) <= log(size) + M/beta**2", {"beta": beta, "size": size}),
    sample=sample_runs.sample_rows,
    reach=Reach(
        Game(learner="winnow", rate="beta=16"),
        "M*(log(2) - (1 - gamma)*log(16)) <= log(2*d) + M/256",
        (sample_runs.hadamard_family(Winnow(beta=16)),),
    ),
    played=True,
    followed=sample_runs.follow,
)
def winnow_hadamard(d: Derivation) -> None:
    """Winnow at the margin 1, as on Hadamard rows: M ln 2 ≤ ln 2n + M/β².

    Winnow makes at most 1 + log₂ n mistakes on the rows of a Hadamard matrix, labelled by a column, if n is a power of 2 and
    β² ln 2 > 2 + log₂ n: one mistake more would break the bound.
    """
    _, inverse, above = signs(d)
    level = d.have(gt(half * beta, 0))
    whole = ln_product(d, poly(2), half * beta, d.have(gt(2, 0)), level)
    tangent = ln_tangent(d, cosh, half * beta, above, level)
    d.have(ge(eta - ln(poly(2)) + per_beta**2, ln(cosh)), tangent, whole, inverse, "1/β", note="ln cosh η ≤ η − ln 2 + 1/β²")
    d.cite("winnow-rate", γ=poly(1))
