"""The hinge bounds for any comparator: what their pages share.

With H = TD/γ the hinge loss, q = 1/γ and b = ‖u‖R/γ, the core says M ≤ b√M + H.  Every page solves that inequality, or relaxes it, in its
own way.  Scaling u by q gives the form in which the sources state some of them: ‖w*‖ = ‖u‖/γ and a margin of 1.
"""

from proofs.statements.authoring import (
    TD, Derivation, Display, Game, Index, M, Polynomial, R, U, bounded, eq, gamma, ge, gt, k, le, lemma, number, perceptron,
    positive_margin, quotient, radius_sign, real, reciprocal_fact, root_of, seq, sequence, slack, u, xi,
)  # fmt: skip

per_gamma, H, H2, s = real("1/γ"), real("H"), real("H₂"), real("√M")
Q = seq("Q")

anything = Game(setting="agnostic", norm="any", comparator="any")
unit_game = Game(setting="agnostic", norm="any", comparator="ball")
radius_game = Game(setting="agnostic", norm="any", comparator="ball", radius="declared")

gamma_reciprocal = reciprocal_fact("γ", gamma)
loss = quotient("H", "H = TD/γ is the hinge loss at margin γ", H, TD(M), gamma)
loss_squares = sequence("Q", Q, 0, Q(k) + xi(k) ** 2, "Q is a sum of squared slacks", "Q grows by ξ(k)² at update k")
loss_length = (*loss_squares, *root_of("H₂", H2, Q(M), "H₂ is a length", "H₂γ is the length of the vector of slacks", times=gamma**2))
run = (*perceptron(), positive_margin(), *slack())
radius = (radius_sign(), bounded(R))  # declared by the adversary, or the greatest ‖x‖


def root_of_updates(d: Derivation) -> tuple[str, str, str]:
    """√M: the lines √M ≥ 0 and (√M)² = M, and the line to forget."""
    _, sign, square, star = d.root(d.natural(M), "√M")
    return sign, square, star


def reciprocal(d: Derivation, positive: str = "positive margin") -> str:
    """The line 1/γ > 0, from the line γ > 0."""
    return d.have(gt(per_gamma, 0))


def quadratic(d: Derivation, square: str, slope: Polynomial, **images: object) -> str:
    """The line M ≤ slope·√M + H, where slope is ‖u‖R/γ as the page has it; `images` are passed to the scaled root inequality."""
    joined = d.cite("scaled-root-inequality", note="γM − TD ≤ ‖u‖R√M", **images)
    return d.have(le(s**2, slope * s + H), joined, square, "H", reciprocal(d), "1/γ", note="a quadratic in √M")


def by_lengths(d: Derivation, per_gamma_sign: str) -> tuple[str, str]:
    """MR (3), M ≤ TD/γ + √Σ‖x‖²/γ for ‖u‖ ≤ 1, and the line to forget; from the line 1/γ > 0."""
    v = real("√S₂")
    _, _, _, star = d.root(d.square(u), "‖u‖")
    d.cite("master-inequality", note="γM − TD ≤ ‖u‖√Σ‖x‖²")
    d.have(le(U, 1))
    d.have(le(gamma * number(M) - TD(M), v))
    return d.have(le(number(M), per_gamma * TD(M) + per_gamma * v), note="(3)"), star


def by_radius(d: Derivation, per_gamma_sign: str) -> str:
    """M ≤ TD/γ + √M·R/γ where ‖u‖ ≤ 1 and ‖x‖ ≤ R; from the line 1/γ > 0."""
    d.cite("root-inequality", note="γM − TD ≤ R√M")
    return d.have(le(number(M), per_gamma * TD(M) + per_gamma * R * s), note="M ≤ H + √M·R/γ")


@lemma(slack()[0], *slack()[2:], claim=ge(TD(M), 0))
def losses_sign(d: Derivation) -> None:
    """a sum of slacks is not negative."""

    d.upto(M, lambda k: ge(TD(k), 0))


@lemma((*loss_squares, *slack()[2:]), claim=ge(real("a") ** 2 * Q(M) - 2 * real("a") * real("b") * TD(M) + real("b") ** 2 * number(M), 0))
def losses_square(d: Derivation) -> None:
    """Σ(aξ − b)² ≥ 0 for all a and b: what Cauchy–Schwarz needs on sums."""
    a, b = real("a"), real("b")

    def step(k: Index, before: str) -> list[str]:
        after = a**2 * Q(k + 1) - 2 * a * b * TD(k + 1) + b**2 * (number(k) + 1)
        grown = d.have(eq(after, a**2 * Q(k) - 2 * a * b * TD(k) + b**2 * number(k) + (a * xi(k) - b) ** 2))
        return [grown]

    claim = d.induction(lambda k: ge(a**2 * Q(k) - 2 * a * b * TD(k) + b**2 * number(k), 0), (), step)
    d.at(claim, M)


@lemma(*loss_squares, *slack()[2:], claim=Display("TD**2 <= M*Q", {"Q": Q(M)}))
def losses_cauchy_schwarz(d: Derivation) -> None:
    """TD² ≤ M·Σξ²."""
    m, sum_, squares_ = number(M), TD(M), Q(M)
    d.cite("losses-square", a=sum_, b=squares_)
    d.cite("losses-square", a=m, b=sum_)
    d.cite("losses-square", a=1, b=sum_)
    d.cite("losses-square", a=1, b=0)
    d.have(ge(squares_ * m, sum_**2))
