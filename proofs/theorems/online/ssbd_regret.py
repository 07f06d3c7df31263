"""SS's own way to Theorem 21.16: the regret of OGD gives M ≤ H + ‖w*‖²/(2η) + (η/2)Σ‖x‖² for every rate η > 0.

Source: SS Theorem 21.16 from Theorem 21.15.  The book then takes η = ‖w*‖/(R√M) in hindsight, where the right side is H + ‖w*‖R√M, its
(21.6); that η is 0 or undefined for w* = 0, R = 0 or M = 0.  With η free nothing is degenerate, and any η will do, since the Perceptron
is OGD for every one of them (`ogd-perceptron`).  The direct proof (`ssbd-21-16`) is shorter.  Here ‖w*‖ = ‖u‖/γ and H = TD/γ.

The proof.  The Perceptron is OGD with rate 1 on the hinge losses of margin 1/η: on an update f(w) = 1/η − y⟨w, x⟩ ≥ 1/η, and w*/η has the
loss ξ/(ηγ).  So M/η ≤ Σf(w) ≤ H/η + ‖w*/η‖²/2 + Σ‖x‖²/2.
"""

from perceptron.extremal.families import ORTHONORMAL, SLACK
from proofs.statements.authoring import (
    S2, TD, Beyond, Derivation, Fact, Fraction, Index, M, comparator_length, eq, ge, gt, inner, le, mistake_bound, number, real, squares, u,
    w, xi, z,
)  # fmt: skip
from proofs.theorems.hinge.common import anything, loss, per_gamma, reciprocal, run

eta, per_eta = real("η"), real("1/η")
half = Fraction(1, 2)


@mistake_bound(
    "M <= H + U**2/(2*eta*gamma**2) + eta*S2/2",
    anything,
    (*run, *comparator_length(), *squares(), loss, Fact("positive rate", "the rate is positive", gt(eta, 0))),
    symbols={"eta": eta},
    parameters={"eta": ("1", "1/4", "3")},
    beyond={"positive rate": Beyond("M <= H - U**2/(2*gamma**2) - S2/2", anything)},  # η = −1
    families=(ORTHONORMAL, SLACK),
)
def ssbd_21_16_regret(d: Derivation) -> None:
    """SS 21.16 by regret: M ≤ H + ‖w*‖²/(2η) + (η/2)Σ‖x‖² for every η > 0.

    The consequence of the regret of online gradient descent on the hinge surrogates for w* = u/γ at any rate η; minimised over η it is H +
    ‖w*‖√Σ‖x‖², as in MR (3).

    Printed, and true with assumptions:
    - SS Theorem 21.16, proof: from the book; its η is undefined for w* = 0, R = 0 or M = 0
    """
    m, _, _ = number(M), reciprocal(d), d.have(gt(per_eta, 0))
    total = d.sum("Σf(w)", lambda i: per_eta - inner(w(i), z(i)))[0]
    j = Index("j")
    d.generalise(d.have(eq(per_eta * per_gamma * TD(j + 1), per_eta * per_gamma * TD(j) + per_eta * per_gamma * xi(j))), j)
    d.have(eq(per_eta * per_gamma * TD(0), 0))
    with d.supposing(j, ge(m, number(j) + 1)):
        _, above = d.have(gt(per_eta * per_gamma, 0)), per_eta - per_eta * per_gamma * inner(u, z(j))
        d.have(ge(per_eta * per_gamma * xi(j), above), note="−z is a subgradient")
    images = {
        "w": w,
        "v": lambda i: -1 * z(i),
        "u": per_eta * per_gamma * u,
        "η": 1,
        "1/η": 1,
        "T": M,
        "V": S2,
        "Σf(w)": total,
        "f(w)": lambda i: per_eta - inner(w(i), z(i)),
        "f(u)": lambda i: per_eta * per_gamma * xi(i),
        "Σf(u)": lambda i: per_eta * per_gamma * TD(i),
    }
    d.cite("ogd-regret", note="Theorem 21.15, at rate 1", **images)

    d.induction(lambda i: ge(total(i), per_eta * number(i)), upto=M)
    few = d.have(
        le(per_eta * m, per_eta * per_gamma * TD(M) + half * (per_eta * per_gamma) ** 2 * inner(u, u) + half * S2(M)), note="M/η ≤ Σf(w)"
    )
    bound = per_gamma * TD(M) + half * per_eta * per_gamma**2 * inner(u, u) + half * eta * S2(M)
    solved = d.have(le(m, bound), few, "positive rate", "1/η", note="times η")
    d.conclude(solved, "H", "1/γ", "‖u‖")
