"""The common core, proved once: progress, energy, Cauchy–Schwarz, and the master inequality that joins them.

Every mistake bound here is one argument.  The comparator's inner product with the weights grows by γ at an update, up to slack
(*progress*); their length grows at most like √Σ‖x‖², since an update happens only where y⟨w, x⟩ ≤ 0 (*energy*, `norm-growth`);
Cauchy–Schwarz joins the two into γM − TD ≤ ‖u‖·√Σ‖x‖² (*master inequality*).  A theorem's page then owes a little algebra in √M.

The facts speak of update rounds only, so they hold for every convention on ties, and of inner products only, so they hold in every
dimension and for every kernel.
"""

from __future__ import annotations

from fractions import Fraction

from proofs.derive.derivation import Derivation
from proofs.derive.terms import eq, every, ge, gt, implies, inner, le, number, real, vec
from proofs.game import Game
from proofs.kernel import Index
from proofs.page import Lemma, Page
from proofs.setting import (
    S2,
    SYMBOLS,
    TD,
    M,
    R,
    U,
    W,
    bounded,
    gamma,
    k,
    length,
    lengths,
    mistake_driven,
    norm,
    radius_sign,
    recurrence,
    separable,
    slack,
    squares,
    u,
    unit_comparator,
    w,
    z,
)  # fmt: skip
from proofs.statement import Source, Statement


def _cauchy_schwarz(d: Derivation) -> None:
    """Three squares and one identity; no division, so nothing need be definite."""
    a, b = vec("a"), vec("b")
    A, B, P = inner(a, a), inner(b, b), inner(a, b)
    over_a, over_b, cross = d.square(A * b - P * a), d.square(B * a - P * b), d.square(a - P * b)
    length_a, length_b = d.square(a), d.square(b)
    half = Fraction(1, 2)
    d.have(
        ge(A * B, P * P), over_a, over_b, cross, length_a, length_b,
        certificate={
            "strict": [Fraction(1), ["z", "z"]],
            "terms": [[Fraction(1), [length_a, length_b, "z"]], [half, [cross, "z"]], [half, [over_a]], [half, [over_b, P]]],
            "equations": [],
        },
    )  # fmt: skip


cauchy_schwarz = Lemma("cauchy-schwarz", "⟨a, b⟩² ≤ ⟨a, a⟩⟨b, b⟩ for any positive semi-definite inner product", (), _cauchy_schwarz)


def _quadratic_root(d: Derivation) -> None:
    a, b, s, r = real("a"), real("b"), real("s"), real("r")
    d.have(ge(b + r, 2 * a * s), "a > 0", "r ≥ 0", "r² is the discriminant", "a s² ≤ b s + c")


quadratic_root = Lemma(
    "quadratic-root",
    "a s² ≤ b s + c with a > 0 puts s below the larger root (b + √(b² + 4ac))/(2a)",
    (
        ("a > 0", gt(real("a"), 0)),
        ("r ≥ 0", ge(real("r"), 0)),
        ("r² is the discriminant", eq(real("r") ** 2, real("b") ** 2 + 4 * real("a") * real("c"))),
        ("a s² ≤ b s + c", le(real("a") * real("s") ** 2, real("b") * real("s") + real("c"))),
    ),
    _quadratic_root,
)


def _bounded_sum(d: Derivation) -> None:
    def base() -> str:
        return d.have(le(S2(0), 0), "S2 starts")

    def step(k: Index, before: str) -> str:
        return d.have(le(S2(k + 1), R**2 * (number(k) + 1)), before, d.at("S2", k), d.at("bounded", k))

    d.at(d.induction(lambda k: le(S2(k), R**2 * number(k)), base, step, upto=M), M)


bounded_sum = Lemma(
    "bounded-sum",
    "updates no longer than R have Σ‖x‖² ≤ R²M",
    (
        *((f.name, f.formula) for f in squares()),
        ("bounded", every(k, le(inner(z(k), z(k)), R**2), below=number(M))),
    ),
    _bounded_sum,
)


def _progress(d: Derivation) -> None:
    """⟨u, w⟩ ≥ γk − TD(k), by induction over the updates."""

    def base() -> str:
        start = d.expand("zero start", u)
        return d.have(ge(inner(u, w(0)), -TD(0)), start, "TD starts")

    def step(k: Index, before: str) -> str:
        moved = d.expand(d.at("update", k), u, note="NG before (3); BL Claim 1")
        missing = d.at("ξ", k)
        return d.have(ge(inner(u, w(k + 1)), gamma * (number(k) + 1) - TD(k + 1)), before, moved, missing, d.at("TD", k))

    always = d.induction(lambda k: ge(inner(u, w(k)), gamma * number(k) - TD(k)), base, step, upto=M, note="induction over updates, NG (3)")
    d.at(always, M)


progress = Page(
    statement=Statement(
        id="progress",
        title="Progress: the comparator gains γ at each update, up to slack",
        sources=(
            Source("NG", "(3)"), Source("BL", "Claim 1"), Source("BL", "after Theorem 2 (w·w* ≥ γM − TD)"), Source("VE", "Theorem 1.1"),
        ),
        game=Game(setting="agnostic", norm="any", comparator="any"),
        bound="P >= gamma*M - TD",
        facts=(*recurrence(), *slack()),
        symbols=SYMBOLS,
    ),
    prove=_progress,
    cites=(),
    printed="true",
)  # fmt: skip


def _norm_growth(d: Derivation) -> None:
    """‖w‖² ≤ Σ‖x‖²: the cross term of each update is not positive."""

    def base() -> str:
        return d.have(le(inner(w(0), w(0)), S2(0)), d.expand("zero start", w(0)), "S2 starts")

    def step(k: Index, before: str) -> str:
        moved = d.at("update", k)
        a, b, c = d.expand(moved, w(k + 1)), d.expand(moved, w(k)), d.expand(moved, z(k))
        longer = inner(w(k), w(k)) + 2 * inner(w(k), z(k)) + inner(z(k), z(k))
        squared = d.have(eq(inner(w(k + 1), w(k + 1)), longer), a, b, c, note="NG (4), second line")
        mistake = d.at("mistake-driven", k, note="NG (2)")
        return d.have(le(inner(w(k + 1), w(k + 1)), S2(k + 1)), before, squared, mistake, d.at("S2", k), note="NG (4); BL Claim 2")

    always = d.induction(lambda k: le(inner(w(k), w(k)), S2(k)), base, step, upto=M, note="NG (5); MR Lemma 1")
    total = d.at(always, M)
    d.conclude(total, "‖w‖")


norm_growth = Page(
    statement=Statement(
        id="norm-growth",
        title="Energy: the weights are no longer than √Σ‖x‖² over the updates",
        sources=(
            Source("MR", "Lemma 1", "needs w₁ = 0"), Source("NG", "(4), (5)"),
            Source("BL", "Claim 2", "its proof prints ‘less than’; at w₁ = 0 there is equality"),
        ),
        game=Game(setting="agnostic", norm="any", comparator="any"),
        bound="W**2 <= S2",
        facts=(*recurrence(), mistake_driven(), *squares(), *norm(W, inner(w(M), w(M)), "‖w‖")),
        symbols=SYMBOLS,
    ),
    prove=_norm_growth,
    cites=(),
    misprints=("BL's proof of Claim 2 says ‘less than’ and ‘w·x is negative’; at the first update w = 0 gives equality.",),
)  # fmt: skip


def _master(d: Derivation) -> None:
    """γM − TD ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖ ≤ ‖u‖√Σ‖x‖²."""
    root_S2 = real("√S₂")
    _, _, length_square, star = d.root(d.square(w(M)), "‖w‖")
    gained = d.cite("progress", note="progress")
    grown = d.cite("norm-growth", note="energy")
    joined = d.cite("cauchy-schwarz", a=u, b=w(M), note="Cauchy–Schwarz")
    below = d.have(le(inner(u, w(M)) ** 2, (U * root_S2) ** 2), grown, joined, length_square, d.square(u), "‖u‖", "√S₂")
    end = d.conclude(gained, below, "‖u‖ ≥ 0", "√S₂ ≥ 0")
    d.forget(end, star)


master_inequality = Page(
    statement=Statement(
        id="master-inequality",
        title="Master inequality: γM − TD ≤ ‖u‖·√Σ‖x‖², for every u and every γ",
        sources=(
            Source("MR", "proof of Theorem 1"), Source("MR", "Theorem 2, with the hinge loss"), Source("BL", "√M ≥ γM − TD"),
            Source("SS", "Theorem 21.16"),
        ),
        game=Game(setting="agnostic", norm="any", comparator="any"),
        bound="gamma*M - TD <= U*sqrt(S2)",
        facts=(*recurrence(), mistake_driven(), *slack(), *squares(), *norm(U, inner(u, u), "‖u‖")),
        symbols=SYMBOLS,
    ),
    prove=_master,
    cites=("progress", "norm-growth", "cauchy-schwarz"),
)  # fmt: skip


def _root_inequality(d: Derivation) -> None:
    root_S2, s = real("√S₂"), real("√M")
    sum_star = d.sum("S2", lambda k: inner(z(k), z(k)))[3]
    w_star = d.root(d.square(w(M)), "‖w‖")[3]
    grown = d.cite("norm-growth")
    S2_sign = d.have(ge(S2(M), 0), grown)
    _, S2_root_sign, S2_root, S2_star = d.root(S2_sign, "√S₂")
    _, u_sign, u_square, u_star = d.root(d.square(u), "‖u‖")
    master = d.cite("master-inequality", note="the master inequality")
    short = d.cite("bounded-sum")
    scaled = d.have(ge(R * s, 0), "R ≥ 0", "√M ≥ 0")
    squared = d.have(le(root_S2**2, (R * s) ** 2), short, S2_root, "√M")
    total = d.have(le(root_S2, R * s), squared, S2_root_sign, scaled)
    unit = d.have(le(U, 1), "unit comparator", u_square, u_sign)
    end = d.conclude(master, total, unit, S2_root_sign, u_sign)
    d.forget(end, sum_star, w_star, S2_star, u_star)


root_inequality = Lemma(
    "root-inequality",
    "γM − TD ≤ R√M for a comparator with ‖u‖ ≤ 1 and examples with ‖x‖ ≤ R (BL: √M ≥ γM − TD)",
    tuple(
        (f.name, f.formula)
        for f in (
            *recurrence(), mistake_driven(), *slack(), unit_comparator(), radius_sign(), bounded(R),
            *norm(real("√M"), number(M), "√M"),
        )
    ),
    _root_inequality,
    cites=("master-inequality", "norm-growth", "bounded-sum"),
    claim=le(gamma * number(M) - TD(M), R * real("√M")),
)  # fmt: skip


def _weights_grow(d: Derivation) -> None:
    k = Index("j")
    within = d.assume(ge(number(M), number(k)))
    d.narrow("separable", k, within)
    gained = d.cite("progress", ξ=lambda k: 0, TD=lambda k: 0, M=k)
    joined = d.cite("cauchy-schwarz", a=u, b=w(k))
    shorter = d.have(le(inner(u, w(k)) ** 2, length(k) ** 2), joined, "unit comparator", d.at("‖w‖", k), d.square(w(k)))
    along = d.have(le(inner(u, w(k)), length(k)), shorter, d.at("‖w‖ ≥ 0", k))
    d.generalise(d.discharge(d.have(ge(length(k), gamma * number(k)), gained, along), within), k)


weights_grow = Lemma(
    "weights-grow",
    "on separable data the weights after k updates are at least γk long, so never 0 after the first",
    tuple((f.name, f.formula) for f in (*recurrence(), separable(), unit_comparator(), *lengths())),
    _weights_grow,
    cites=("progress", "cauchy-schwarz"),
    claim=every(k, implies(ge(number(M), number(k)), ge(length(k), gamma * number(k)))),
)

LEMMAS = (cauchy_schwarz, quadratic_root, bounded_sum, root_inequality, weights_grow)
PAGES = (progress, norm_growth, master_inequality)
