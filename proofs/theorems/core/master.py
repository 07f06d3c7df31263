"""The master inequality, and its form in √M from which a theorem's page solves for M."""

from perceptron.extremal.families import SLACK
from proofs.statements.authoring import (
    S2, SYMBOLS, TD, Derivation, Displayed, Game, M, R, Source, Statement, U, bounded, comparator_length, formulas, gamma, ge, inner, le,
    lemma, mistake_bound, number, perceptron, radius_sign, real, root_of, slack, squares, u, unit_comparator, w, z,
)  # fmt: skip
from proofs.theorems.core import derivations


@mistake_bound(
    Statement(
        sources=(
            Source("MR", "proof of Theorem 1"),
            Source("MR", "Theorem 2, with the hinge loss"),
            Source("BL", "√M ≥ γM − TD"),
            Source("SS", "Theorem 21.16", "from the book; the page at hand stops before it"),
        ),
        game=Game(setting="agnostic", norm="any", comparator="any"),
        bound="gamma*M - TD <= U*sqrt(S2)",
        facts=(*perceptron(), *slack(), *squares(), *comparator_length()),
        symbols=SYMBOLS,
    ),
    cites=("progress", "norm-growth", "cauchy-schwarz"),
    families=(SLACK,),
    derivation=derivations.master,
)
def master_inequality(d: Derivation) -> None:
    """Master inequality: γM − TD ≤ ‖u‖·√Σ‖x‖², for every u and every γ.

    For every vector u and number γ, with TD for the sum of what y⟨u, x⟩ lacked of γ at the M updates and S₂ for that of ‖x‖².

    Proof. γM − TD ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖ ≤ ‖u‖√Σ‖x‖².
    """
    root_S2 = real("√S₂")
    _, _, length_square, star = d.root(d.square(w(M)), "‖w‖")
    gained = d.cite("progress", note="progress")
    grown = d.cite("norm-growth", note="energy")
    joined = d.cite("cauchy-schwarz", a=u, b=w(M), note="Cauchy–Schwarz")
    below = d.have(le(inner(u, w(M)) ** 2, (U * root_S2) ** 2), grown, joined, length_square, d.square(u), "‖u‖", "√S₂")
    end = d.conclude(gained, below, "‖u‖ ≥ 0", "√S₂ ≥ 0")
    d.forget(end, star)


_root_of_updates = root_of("√M", real("√M"), number(M))


@lemma(
    formulas(*perceptron(), *slack(), *comparator_length(), radius_sign(), bounded(R), *_root_of_updates),
    cites=("master-inequality", "norm-growth", "bounded-sum"),
    claim=le(gamma * number(M) - TD(M), U * R * real("√M")),
    displayed=Displayed("gamma*M - TD <= U*R*sqrt(M)", {"gamma": gamma, "M": number(M), "TD": TD(M), "U": U, "R": R}),
)
def scaled_root_inequality(d: Derivation) -> None:
    """γM − TD ≤ ‖u‖R√M for any comparator and examples with ‖x‖ ≤ R."""
    root_S2, s = real("√S₂"), real("√M")
    sum_star = d.sum("S2", lambda k: inner(z(k), z(k)))[3]
    w_star = d.root(d.square(w(M)), "‖w‖")[3]
    grown = d.cite("norm-growth")
    _, S2_root_sign, S2_root, S2_star = d.root(d.have(ge(S2(M), 0), grown), "√S₂")
    master = d.cite("master-inequality", note="the master inequality")
    short = d.cite("bounded-sum")
    scaled = d.have(ge(R * s, 0), "R ≥ 0", "√M ≥ 0")
    squared = d.have(le(root_S2**2, (R * s) ** 2), short, S2_root, "√M")
    total = d.have(le(root_S2, R * s), squared, S2_root_sign, scaled)
    end = d.conclude(master, total, "‖u‖ ≥ 0")
    d.forget(end, sum_star, w_star, S2_star)


@lemma(
    formulas(*perceptron(), *slack(), unit_comparator(), radius_sign(), bounded(R), *_root_of_updates),
    cites=("scaled-root-inequality",),
    claim=le(gamma * number(M) - TD(M), R * real("√M")),
    displayed=Displayed("gamma*M - TD <= R*sqrt(M)", {"gamma": gamma, "M": number(M), "TD": TD(M), "R": R}),
)
def root_inequality(d: Derivation) -> None:
    """γM − TD ≤ R√M for a comparator with ‖u‖ ≤ 1 and examples with ‖x‖ ≤ R (BL: √M ≥ γM − TD)."""
    _, u_sign, u_square, u_star = d.root(d.square(u), "‖u‖")
    scaled = d.cite("scaled-root-inequality")
    unit = d.have(le(U, 1), "unit comparator", u_square, u_sign)
    size = d.have(ge(R * real("√M"), 0), "R ≥ 0", "√M ≥ 0")
    d.forget(d.conclude(scaled, unit, size), u_star)
