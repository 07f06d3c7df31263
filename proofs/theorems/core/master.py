"""The argument that all mistake bounds share: progress, energy, and the master inequality that joins them."""

from perceptron.extremal.families import ORTHONORMAL, SLACK
from proofs.statements.authoring import (
    S2, TD, Derivation, Display, Fact, Game, Index, M, R, Term, bounded, comparator_length, define, eq, every, final_length, gamma, ge, gt,
    implies, inner, k, le, lemma, length, lengths, margin_rule, mistake_bound, null, number, perceptron, radius_sign, real, recurrence,
    root_of, separable, slack, squares, u, unit_comparator, vec, vseq, w, z,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------------------------------------
# Two facts without a run: Cauchy–Schwarz, and where a quadratic inequality puts its variable.


@lemma()
def cauchy_schwarz(d: Derivation) -> None:
    """⟨a, b⟩² ≤ ⟨a, a⟩⟨b, b⟩ for any positive semi-definite inner product.

    Proof. Three squares and one identity; no division, so nothing need be definite.
    """
    a, b = vec("a"), vec("b")
    A, B, P = inner(a, a), inner(b, b), inner(a, b)
    d.square(A * b - P * a), d.square(B * a - P * b), d.square(a - P * b)
    d.have(ge(A * B, P * P))


@lemma(
    ("a > 0", gt(real("a"), 0)),
    ("r ≥ 0", ge(real("r"), 0)),
    ("r² is the discriminant", eq(real("r") ** 2, real("b") ** 2 + 4 * real("a") * real("c"))),
    ("a s² ≤ b s + c", le(real("a") * real("s") ** 2, real("b") * real("s") + real("c"))),
)
def quadratic_root(d: Derivation) -> None:
    """a s² ≤ b s + c with a > 0 puts s below the larger root (b + √(b² + 4ac))/(2a)."""
    a, b, s, r = real("a"), real("b"), real("s"), real("r")
    d.have(ge(b + r, 2 * a * s))


@lemma(
    (("K ≥ 0", ge(real("K"), 0)), ("g ≥ 0", ge(real("g"), 0)), ("x(K − gx) ≥ 0", ge(real("x") * (real("K") - real("g") * real("x")), 0)))
)
def divide_out(d: Derivation) -> None:
    """x(K − gx) ≥ 0 gives gx ≤ K for K ≥ 0 and g ≥ 0: dividing by x without asking whether x is 0."""
    d.have(le(real("g") * real("x"), real("K")))


# ------------------------------------------------------------------------------------------------------------------------------------------
# Progress: an update moves the weights along the comparator.


@mistake_bound("P >= gamma*M - TD", Game(setting="agnostic", norm="any", comparator="any"), *recurrence(), *slack(), families=(SLACK,))
def progress(d: Derivation) -> None:
    """Progress: the weights gain γ along the comparator at each update, up to slack.

    After M updates ⟨u, w⟩ ≥ γM − TD, for every vector u and number γ. TD is the sum of what y⟨u, x⟩ lacked of γ at the updates.

    Printed, and true:
    - NG (3)
    - BL Claim 1
    - BL after Theorem 2 (w·w* ≥ γM − TD)
    - VE Theorem 1.1

    Proof. ⟨u, w⟩ ≥ γk − TD(k), by induction over the updates.
    """

    d.induction(
        lambda k: ge(inner(u, w(k)), gamma * number(k) - TD(k)),
        (),
        lambda k, before: [d.expand(d.at("update", k), u, note="NG before (3); BL Claim 1"), d.at("ξ", k), d.at("TD", k)],
        upto=M,
        note="induction over updates, NG (3)",
    )


# ------------------------------------------------------------------------------------------------------------------------------------------
# Energy: an update on a mistake lengthens the weights by no more than the example.


def longer(d: Derivation, i: Index, by: Term = 1, path: vseq = w, step: vseq = z, update: str = "update", note: str = "") -> str:
    """‖w + ηz‖² = ‖w‖² + 2η⟨w, z⟩ + η²‖z‖² at an update."""
    squared = inner(path(i), path(i)) + 2 * by * inner(path(i), step(i)) + by**2 * inner(step(i), step(i))
    return d.have(eq(inner(path(i + 1), path(i + 1)), squared), note=note)


@mistake_bound(
    "W**2 <= S2",
    Game(setting="agnostic", norm="any", comparator="any"),
    (*perceptron(), *squares(), *final_length()),
    families=(ORTHONORMAL,),
)
def norm_growth(d: Derivation) -> None:
    """Energy: the weights are no longer than √Σ‖x‖² over the updates.

    The final weights are no longer than √S₂, where S₂ is the sum of ‖x‖² over the updates.

    Printed, and true with assumptions:
    - MR Lemma 1: needs w(0) = 0
    - NG (4), (5)
    - BL Claim 2: its proof prints “less than”; at w = 0 there is equality

    Proof. ‖w‖² ≤ Σ‖x‖²: the cross term of each update is not positive.
    """

    def step(k: Index, before: str) -> str:
        longer(d, k, note="NG (4), second line")
        d.at("mistake-driven", k, note="NG (2)")
        return d.have(le(inner(w(k + 1), w(k + 1)), S2(k + 1)), note="NG (4); BL Claim 2")

    d.induction(lambda k: le(inner(w(k), w(k)), S2(k)), (), step, upto=M, note="NG (5); MR Lemma 1")


cap = real("c")


@lemma(*((f.name, f.formula) for f in squares()), ("bounded", every(k, le(inner(z(k), z(k)), R**2), below=number(M))))
def bounded_sum(d: Derivation) -> None:
    """updates no longer than R have Σ‖x‖² ≤ R²M."""

    d.upto(M, lambda k: le(S2(k), R**2 * number(k)))


@lemma(
    *recurrence(),
    Fact("capped rule", "an update happens only if y⟨w, x⟩ ≤ c", every(k, le(inner(w(k), z(k)), cap), below=number(M))),
    bounded(R),
    claim=Display("norm(w)**2 <= (R**2 + 2*c)*M", {"w": w(M), "c": cap}),
)
def capped_energy(d: Derivation) -> None:
    """updates with y⟨w, x⟩ ≤ c on examples no longer than R leave ‖w‖² ≤ (R² + 2c)M, for a rule of one's own.

    Proof. ‖w‖² gains at most R² + 2c at an update.
    """

    d.upto(M, lambda k: le(inner(w(k), w(k)), (R**2 + 2 * cap) * number(k)))


rate = real("η")
RATED = (
    Fact("zero start", "the weights start at 0", null(w(0))),
    define("update", "an update adds η·z(k)", w(k + 1), w(k) + rate * z(k)),
    Fact("η ≥ 0", "the rate is not negative", ge(rate, 0)),
)


@lemma(*RATED, separable(), claim=Display("P >= eta*gamma*M", {"eta": rate}))
def scaled_progress(d: Derivation) -> None:
    """steps of η times the example gain ηγ along the comparator at each update.

    Proof. Induction; ⟨u, ηz⟩ = η⟨u, z⟩ ≥ ηγ.
    """

    d.upto(M, lambda k: ge(inner(u, w(k)), rate * gamma * number(k)))


@lemma(
    *RATED,
    Fact("capped rule", "an update happens only if y⟨w, x⟩ ≤ c", every(k, le(inner(w(k), z(k)), cap), below=number(M))),
    bounded(R),
    claim=Display("norm(w)**2 <= (eta**2*R**2 + 2*eta*c)*M", {"w": w(M), "eta": rate, "c": cap}),
)
def scaled_energy(d: Derivation) -> None:
    """steps of η times the example, made where y⟨w, x⟩ ≤ c on examples no longer than R, leave ‖w‖² ≤ (η²R² + 2ηc)M.

    Proof. ‖w‖² gains at most η²R² + 2ηc at an update.
    """

    def step(k: Index, before: str) -> list[str]:
        return [longer(d, k, rate), d.at("capped rule", k), d.at("bounded examples", k), "η ≥ 0"]

    d.upto(M, lambda k: le(inner(w(k), w(k)), (rate**2 * R**2 + 2 * rate * cap) * number(k)), step=step)


# ------------------------------------------------------------------------------------------------------------------------------------------
# The master inequality, and its form in √M from which a theorem's page solves for M.


@mistake_bound(
    "gamma*M - TD <= U*sqrt(S2)",
    Game(setting="agnostic", norm="any", comparator="any"),
    (*perceptron(), *slack(), *squares(), *comparator_length()),
    families=(SLACK,),
)
def master_inequality(d: Derivation) -> None:
    """Master inequality: γM − TD ≤ ‖u‖·√Σ‖x‖², for every u and every γ.

    For every vector u and number γ, with TD for the sum of what y⟨u, x⟩ lacked of γ at the M updates and S₂ for that of ‖x‖².

    Printed, and true with assumptions:
    - MR proof of Theorem 1
    - MR Theorem 2, with the hinge loss
    - BL √M ≥ γM − TD
    - SS Theorem 21.16: from the book; the page at hand stops before it

    Proof. γM − TD ≤ ⟨u, w⟩ ≤ ‖u‖‖w‖ ≤ ‖u‖√Σ‖x‖².
    """
    _, _, length_square, _ = d.root(d.square(w(M)), "‖w‖")
    gained = d.cite("progress", note="progress")
    grown = d.cite("norm-growth", note="energy")
    joined = d.cite("cauchy-schwarz", a=u, b=w(M), note="Cauchy–Schwarz")
    d.conclude(gained, grown, joined, length_square, d.square(u), "‖u‖", "√S₂", "‖u‖ ≥ 0", "√S₂ ≥ 0")


_root_of_updates = root_of("√M", real("√M"), number(M))


@lemma(
    (*perceptron(), *slack(), *comparator_length(), radius_sign(), bounded(R), *_root_of_updates),
    claim=Display("gamma*M - TD <= U*R*sqrt(M)"),
)
def scaled_root_inequality(d: Derivation) -> None:
    """γM − TD ≤ ‖u‖R√M for any comparator and examples with ‖x‖ ≤ R."""
    root_S2, s = real("√S₂"), real("√M")
    d.sum("S2", lambda k: inner(z(k), z(k)))
    d.root(d.square(w(M)), "‖w‖")
    d.cite("norm-growth")
    _, S2_root_sign, S2_root, _ = d.root(d.have(ge(S2(M), 0)), "√S₂")
    master = d.cite("master-inequality", note="the master inequality")
    short = d.cite("bounded-sum")
    scaled = d.have(ge(R * s, 0))
    squared = d.have(le(root_S2**2, (R * s) ** 2), short, S2_root, "√M")
    d.conclude(master, squared, S2_root_sign, scaled, "‖u‖ ≥ 0")


@lemma(
    (*perceptron(), *slack(), unit_comparator(), radius_sign(), bounded(R), *_root_of_updates), claim=Display("gamma*M - TD <= R*sqrt(M)")
)
def root_inequality(d: Derivation) -> None:
    """γM − TD ≤ R√M for a comparator with ‖u‖ ≤ 1 and examples with ‖x‖ ≤ R (BL: √M ≥ γM − TD)."""
    _, u_sign, u_square, _ = d.root(d.square(u), "‖u‖")
    scaled = d.cite("scaled-root-inequality")
    d.conclude(scaled, "unit comparator", u_square, u_sign, "R ≥ 0", "√M ≥ 0")


# ------------------------------------------------------------------------------------------------------------------------------------------
# What the Margin Perceptron's theorems share: the weights are never null, one update's growth, and γ ≤ 1.

c = real("c")


@lemma(
    (*recurrence(), separable(), unit_comparator(), *lengths()),
    claim=every(k, implies(ge(number(M), number(k)), ge(length(k), gamma * number(k)))),
)
def weights_grow(d: Derivation) -> None:
    """on separable data the weights after k updates are at least γk long, so never 0 after the first."""
    k = Index("j")
    with d.supposing(k, ge(number(M), number(k))) as (within,):
        d.narrow("separable", k, within)
        d.cite("progress", ξ=lambda k: 0, TD=lambda k: 0, M=k)
        d.cite("cauchy-schwarz", a=u, b=w(k))
        d.have(ge(length(k), gamma * number(k)))


@lemma(
    (recurrence()[1], margin_rule(c, M), *lengths(), bounded()),
    claim=every(k, le(length(k + 1) ** 2, length(k) ** 2 + 2 * c * gamma * length(k) + 1), below=number(M)),
    displayed=Display("v**2 <= w**2 + 2*c*gamma*w + 1", {"v": length(k + 1), "w": length(k), "c": c}, (k,)),
)
def margin_step(d: Derivation) -> None:
    """an update below the threshold cγ‖w‖ takes ‖w‖² to at most ‖w‖² + 2cγ‖w‖ + 1."""
    j = Index("j")
    with d.supposing(j, ge(number(M), number(j) + 1)):
        d.have(le(length(j + 1) ** 2, length(j) ** 2 + 2 * c * gamma * length(j) + 1))


@lemma(unit_comparator(), bounded(updates=M + 1), separable(M + 1), claim=le(gamma, 1))
def margin_at_most_one(d: Derivation) -> None:
    """one example of length at most 1 with margin γ against a comparator of length at most 1 has γ ≤ 1."""
    gain, short = d.at("separable", 0), d.at("bounded examples", 0)
    joined = d.cite("cauchy-schwarz", a=u, b=z(0))
    d.have(le(gamma, 1), gain, joined, short, "unit comparator", d.square(z(0)))


@lemma(*recurrence(), *lengths(), bounded(updates=M + 1), claim=le(length(1), 1))
def first_length(d: Derivation) -> None:
    """the first example, of length at most 1, leaves weights no longer than 1."""
    d.conclude()
