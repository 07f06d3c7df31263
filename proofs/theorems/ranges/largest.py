"""How large the losses of a run can be: the upper end of TD, exact for γ ≥ ‖u‖R, and within (γ + ‖u‖R)√M/2 of it for smaller γ.

In no source.  Let b = ‖u‖R, which no |⟨u, z⟩| exceeds.  For γ ≥ b each loss is γ − ⟨u, z⟩, so TD = γM − ⟨u, w⟩ ≤ γM + ‖u‖√Σ‖x‖², which is
attained (`range-attained-losses`).  For γ < b a loss is 0 where ⟨u, z⟩ > γ, so TD can be larger.  The loss as a function of ⟨u, z⟩
is convex, so it lies below its chord from −b to b: 2bξ ≤ (γ + b)(b − ⟨u, z⟩).  Summed up, 2b·TD ≤ (γ + b)(bM + ‖u‖‖w‖), so that
TD ≤ (γ + b)(M + √M)/2.  The seesaw z, −z, z, … with ⟨u, z⟩ = −b has TD = (γ + b)(M + 1)/2 for odd M.  Which TD between the two are
attained is open.
"""

from proofs.statements.authoring import (
    S2, TD, Callable, Derivation, Display, Draw, Fact, Formula, Fraction, Index, Instance, M, Multiple, Polynomial, R, Term, U, certificate,
    define, defined_run, dot, eq, every, formulas, gamma, ge, gt, inner, k, le, lemma, multiple, nat, number, perceptron, positive_margin,
    product, radius_sign, real, recurrence, replace, root_of, seq, sequence, slack, squares, strict, theorem, u, vec, w, xi, z,
)  # fmt: skip
from proofs.theorems.hinge.largest_losses import exact_slack
from proofs.theorems.ranges import necessary

b, v, s, turn, x = real("b"), real("√S₂"), real("√M"), seq("σ"), vec("x")
A, half = nat("a"), Fraction(1, 2)
m, span = number(M), U * R
losses = (*slack(), exact_slack)
steps = formulas(*recurrence(), *losses)
least = ("least progress", every(k, ge(inner(u, z(k)), -b), below=m))
most = ("most progress", every(k, le(inner(u, z(k)), b), below=m))


@lemma(*steps, ("wide margin", ge(gamma, b)), most, claim=le(TD(M) + inner(u, w(M)), gamma * number(M)))
def losses_all(d: Derivation) -> None:
    """TD ≤ γM − ⟨u, w⟩ where no ⟨u, z⟩ is above γ.

    Proof. Each loss is at most γ − ⟨u, z⟩.
    """

    def step(i: Index, before: str) -> None:
        d.have(le(xi(i), gamma - inner(u, z(i))))

    d.upto(M, lambda i: le(TD(i) + inner(u, w(i)), gamma * number(i)), step=step)


@lemma(
    (*steps, positive_margin(), ("b ≥ 0", ge(b, 0)), ("small margin", ge(b, gamma)), least, most),
    claim=le(2 * b * TD(M) + (gamma + b) * inner(u, w(M)), (gamma + b) * b * number(M)),
)
def losses_chord(d: Derivation) -> None:
    """2b·TD ≤ (γ + b)(bM − ⟨u, w⟩) where −b ≤ ⟨u, z⟩ ≤ b and γ ≤ b.

    Proof. 2bξ ≤ (γ + b)(b − ⟨u, z⟩).
    """
    both = d.have(ge(gamma + b, 0))

    def step(i: Index, before: str) -> str:
        long, short, exact, sign = d.at("least progress", i), d.at("most progress", i), d.at("ξ exactly", i), d.at("ξ ≥ 0", i)
        parts = product("z", both, short), product(2, "b ≥ 0", sign, "small margin", long)
        below = le(2 * b * xi(i), (gamma + b) * (b - inner(u, z(i))))
        d.have(below, by=certificate(strict("z", "z"), *parts, multiple(-4 * b**2, exact)))
        return d.have(phrase(i + 1))

    def phrase(i: Index) -> Formula:
        return le(2 * b * TD(i) + (gamma + b) * inner(u, w(i)), (gamma + b) * b * number(i))

    d.upto(M, phrase, (), step)


def sample(draw: Draw) -> Instance:
    """A short run with exact slacks, and a margin on either side of ‖u‖R."""
    drawn = necessary.sample(draw)
    steps_, u_ = drawn.vector_sequences["z"], drawn.vectors["u"]
    margin = draw.positive() * (1 + 4 * draw.upto(1)) / (1 + 7 * draw.upto(1))
    missing = [max(Fraction(0), margin - dot(u_, x)) + draw.rarely() * draw.rarely() for x in steps_]
    return replace(drawn, reals={**drawn.reals, "γ": margin}, sequences={"ξ": missing})


run = (*perceptron(), *losses, *necessary.lengths_known)


@theorem(
    (*run, *squares(), *root_of("√S₂", v, S2(M)), radius_sign(), Fact("wide margin", "γ ≥ ‖u‖R", ge(gamma, span))),
    claim=le(TD(M), gamma * m + U * v),
    sample=sample,
)
def range_losses_most(d: Derivation) -> None:
    """For γ ≥ ‖u‖R the losses are at most TD ≤ γM + ‖u‖√Σ‖x‖².

    For such γ the losses TD of a run lie between max(0, γM − ‖u‖√Σ‖x‖²) and γM + ‖u‖√Σ‖x‖², and every value between is attained:
    `range-attained-losses`.

    Printed, and true with assumptions:
    - MR Theorem 2: bounds M by the losses; how large they can be is not asked

    No derivation: SymPy has nothing to compute: where no loss is capped at 0, their sum is γM − ⟨u, w⟩.
    """
    necessary.ends(d, d.have(ge(span, 0)))
    whole = d.cite("losses-all", b=span)
    *_, length, _ = d.root(d.square(w(M)), "‖w‖")
    joined, grown = d.cite("cauchy-schwarz", a=u, b=w(M)), d.cite("norm-growth")
    d.have(le(inner(u, w(M)) ** 2, (U * v) ** 2), grown, joined, length, d.square(u), "‖u‖", "√S₂")
    d.conclude(whole, d.have(ge(inner(u, w(M)), -U * v)))


@theorem(
    (*run, positive_margin(), *root_of("√M", s, m), Fact("small margin", "γ ≤ ‖u‖R", ge(span, gamma))),
    claim=Display("2*TD <= (gamma + U*R)*(M + s)", {"s": s}),
    sample=sample,
)
def range_losses_most_small(d: Derivation) -> None:
    """For γ ≤ ‖u‖R the losses are at most TD ≤ (γ + ‖u‖R)(M + √M)/2.

    (γ + ‖u‖R)(M + 1)/2 is attained for odd M: `range-losses-seesaw`.

    Printed, and true with assumptions:
    - MR Theorem 2: bounds M by the losses; how large they can be is not asked

    No derivation: SymPy has nothing to compute: each loss lies below the chord of the positive part, and the chords are added.
    """
    size = d.have(ge(span, 0))
    necessary.ends(d, size)
    d.sum("S2", lambda i: inner(z(i), z(i)))
    chord = d.cite("losses-chord", b=span)
    d.root(d.square(w(M)), "‖w‖")
    d.cite("cauchy-schwarz", a=u, b=w(M)), d.cite("norm-growth"), d.cite("bounded-sum")
    d.have(le(inner(w(M), w(M)), (R * s) ** 2))
    d.have(le(inner(u, w(M)) ** 2, (span * s) ** 2))
    low = d.have(ge(inner(u, w(M)), -span * s))
    both, positive = d.have(gt(gamma + span, 0)), d.have(gt(span, 0))
    d.conclude(positive, chord, both, low)


def _swings(i: Index) -> Polynomial:
    return 4 * TD(i) - (gamma + b) * (2 * number(i) + 1 - turn(i))


def _claim(i: Index) -> Polynomial:
    return number(A) * inner(w(i), z(i)) + _swings(M) ** 2


def _start(which: int) -> tuple[Multiple, Multiple]:
    c = 1 if which else -1
    return multiple(-4 * c, "TD starts"), multiple(-c * (gamma + b), "σ starts")


def _tie(d: Derivation, i: Index) -> str:
    """2⟨w(i), z(i)⟩ = (1 − σ)⟨x, z(i)⟩ = (σ − 1)‖x‖²."""
    along = inner(x, z(i))
    d.induction(lambda j: eq(2 * inner(w(j), z(i)), (1 - turn(j)) * along))
    d.have(ge(1 - turn(i), 0))
    return d.have(le(inner(w(i), z(i)), 0))


def sample_seesaw(draw: Draw) -> Instance:
    """Up to four examples ±x on a line; rarely a margin that is too wide, or a slack that is not exact."""
    length, count = draw.positive(), draw.upto(4)
    comparator = -draw.positive() if not draw.rarely() else draw.number()
    reach = -comparator * length if not draw.rarely() else draw.number()
    margin = reach / (1 + draw.upto(2)) if not draw.rarely() else draw.number()
    return Instance(count, {"M": count}, {"γ": margin, "b": reach}, {}, {"u": (comparator,), "x": (length,)})


@theorem(
    *defined_run(),
    positive_margin(),
    *losses,
    *sequence("σ", turn, 1, -turn(k), "the sides σ(k) start at 1", "and alternate"),
    define("examples", "the examples times their labels are x, −x, x, …", z(k), turn(k) * x),
    Fact("opposite", "u is opposite to x", eq(inner(u, x), -b)),
    Fact("γ ≤ b", "γ is at most b", ge(b, gamma)),
    claim=every(k, every(A, le(_claim(k), 0)), below=m),
    sample=sample_seesaw,
    displayed=Display(
        "a*inner(w, z) + (4*TD - (gamma + b)*(2*M + 1 - side))**2 <= 0",
        {"a": number(A), "w": w(k), "z": z(k), "b": b, "side": turn(M)},
        (k, A),
    ),
)
def range_losses_seesaw(d: Derivation) -> None:
    """The seesaw x, −x, x, … with ⟨u, x⟩ = −b, b ≥ γ: each round is a mistake, and 4TD = (γ + b)(2M + 1 − (−1)ᴹ).

    The formula says two things. For j = 0 a square is at most 0, which gives TD; it is (γ + b)(M + 1)/2 for odd M. As j may be as large as
    one likes, ⟨w(k), z(k)⟩ ≤ 0: each round is a mistake.

    Printed, and true with assumptions:
    - MR Theorem 2: bounds M by the losses; how large they can be is not asked

    No derivation: SymPy has nothing to solve: the run alternates between x and −x, and its scores follow by induction.
    """
    signs = d.induction(lambda i: eq(turn(i) ** 2, 1))
    sum_ = d.have(ge(gamma + b, 0))

    def sides(i: Index) -> tuple[str, str]:
        """1 + σ ≥ 0 and 1 − σ ≥ 0, as they are half their squares."""
        return tuple(  # type: ignore[return-value]
            d.have(ge(1 + c * turn(i), 0)) for c in (1, -1)
        )

    def loss(i: Index) -> tuple[str, str]:
        """2ξ ≥ (1 + σ)(γ + b), and ≤."""
        plus, minus = sides(i)
        value, sign = half * (1 + turn(i)) * (gamma + b), d.at(signs, i)
        gain = d.have(eq(inner(u, z(i)), -b * turn(i)))
        shares = product(half, plus, d.at("ξ", i)), product(half, minus, d.at("ξ ≥ 0", i))
        equal = multiple(-half * (1 + turn(i)), gain), multiple(half * b, sign)
        low = d.have(ge(xi(i), value), by=certificate(*shares, *equal))
        parts = product(half, d.at("ξ ≥ 0", i), minus, "γ ≤ b"), product(half, plus, sum_, low)
        d.have(le((xi(i) - value) ** 2, 0), by=certificate(*parts, multiple(-1, d.at("ξ exactly", i)), multiple(xi(i), gain)))
        return low, d.have(le(xi(i), value))

    def total(side: Callable[[Term, Term], Formula], which: int) -> str:
        start = lambda: d.have(side(_swings(Index(None)), 0), by=certificate(*_start(which)))  # noqa: E731

        def step(i: Index, old: str) -> str:
            c = 1 if which else -1
            equal = multiple(-4 * c, d.at("TD", i)), multiple(-c * (gamma + b), d.at("σ", i))
            return d.have(side(_swings(i + 1), 0), by=certificate(old, product(4, loss(i)[which]), *equal))

        return d.upto(M, lambda i: side(_swings(i), 0), start, step)

    least_, most_ = total(ge, 0), total(le, 1)
    i = Index("i")
    with d.supposing(i, ge(m, number(i) + 1), A):
        d.have(le(_claim(i), 0), by=certificate(product(d.natural(A), _tie(d, i)), product(least_, most_)))
