"""MR Corollaries 3 and 4: the mistake bounds (1) and (7) as bounds on the risk of the chosen Perceptron, with probability 1 − δ.

Source: MR Corollaries 3 and 4, from Theorem 4 with the zero-one loss and Theorems 2 and 3.  They do not say “i.i.d.”, which Theorem 4
needs, and they bound Pr[y⟨ŵ, x⟩ < 0], which is at most the risk under every convention for sgn(0).  They print an infimum over u and the
loss, which may depend on the sample: so may u, the slope g and the losses here.  As a number the first term's infimum is M/T for the hinge
family, the loss being summed over updates.  The final weights, w(0) here, are not among h₁, …, h_T.

The proof.  On every sample the losses met count the updates of a Perceptron.  Σmet·⟨u, x⟩ ≤ √(Σmet·‖x‖²), by progress, energy and
Cauchy–Schwarz along that sample (`updates-of-a-sample`), so Σmet is at most the right side of (1), or of (7), and the bound of Theorem 4
at most the corollary's.
"""

from proofs.statements.authoring import (
    Callable, Derivation, Fact, Formula, Fraction, Images, Index, Polynomial, Property, Term, both, certificate, eq, every, ge, gt, inner,
    le, lemma, null, number, poly, product, real, reciprocal_fact, seq, sequel, square as square_of, termwise, theorem, vseq,
)  # fmt: skip
from proofs.theorems.batch import long_samples, samples
from proofs.theorems.batch.common import (
    N, P, T, bound, bounded, by_size, constant, delta, failure, h, k, learnt, left, likely, losses_met, lossy, met, n, of_samples, over,
    own_loss, risk, z,
)  # fmt: skip
from proofs.theorems.batch.online_to_batch import at_least_one, facts, large

w, x, u = vseq("w"), vseq("x"), vseq("u")
at_zero, per_at_zero = real("φ(0)"), real("1/φ(0)")
g, r, L, xi, H2, q = (seq(name) for name in ("g", "r", "L", "ξ", "H₂", "q"))
zero, half = Index(None), Fraction(1, 2)


def at(k: Index) -> Index:
    return sequel(h, k)


def keep(term: Callable[[Index], Term], h: Index = h) -> Callable[[Index], Polynomial]:
    """It where hypothesis k errs in its own round, else 0."""
    return lambda k: met(sequel(h, k)) * term(sequel(h, k))


def square(i: Index) -> Polynomial:
    return inner(x(i), x(i))


def along(i: Index) -> Polynomial:
    return inner(u(h), x(i))


run: tuple[tuple[str, str, Formula], ...] = (
    ("zero start", "the weights start at 0: w(k) are those with k examples to come", null(w(at(T)))),
    (
        "update",
        "where hypothesis k errs, the example x(k) of its round, times its label, is added to the weights",
        every(k, null(w(at(k)) - w(at(k + 1)) - met(at(k)) * x(at(k))), below=n),
    ),
    ("mistake-driven", "an update happens only if y⟨w, x⟩ ≤ 0", every(k, le(met(at(k)) * inner(w(at(k + 1)), x(at(k))), 0), below=n)),
    ("unit comparator", "‖u‖ ≤ 1; u may depend on the sample", le(inner(u(h), u(h)), 1)),
    ("r ≥ 0", "r is not negative", ge(r(h), 0)),
    ("r", "r is √Σ‖x‖² over the updates, or more", ge(r(h) ** 2, over(keep(square)))),
)
zero_one = every(k, eq(met(at(k)) ** 2, met(at(k))), below=n)
at_one_sample = (("zero-one", zero_one), *((name, formula) for name, _, formula in run))
slope = ("slope", "g ≥ 0; g may depend on the sample", ge(g(h), 0))


def give(*run_facts: tuple[str, str, Formula]) -> tuple[Fact, ...]:
    """The facts about every sample."""
    return tuple(Fact(name, words, of_samples(formula)) for name, words, formula in run_facts)


perceptron = (  # in place of losses from 0 to 1
    *(fact for fact in facts if fact not in bounded),
    Fact("zero-one", "a loss is 1, of an error, or 0, and so is what is met in a round", both(lossy, of_samples(zero_one))),
    *give(*run),
)


@lemma(at_one_sample, claim=le(over(keep(along)), r(h)), example=samples.updates)
def updates_of_a_sample(d: Derivation) -> None:
    """Progress, energy and Cauchy–Schwarz on one sample: Σmet·⟨u, x⟩ ≤ √(Σmet·‖x‖²)."""
    d.unfold(keep(square)), d.unfold(keep(along))
    start = w(at(zero))

    d.induction(lambda i: le(inner(start, start), inner(w(at(i)), w(at(i))) + over(keep(square), i)), upto=T)
    d.induction(lambda i: eq(inner(u(h), start), inner(u(h), w(at(i))) + over(keep(along), i)), upto=T)
    d.cite("cauchy-schwarz", a=u(h), b=start)


def on_the_run(d: Derivation, lemma: str, *more: tuple[str, str, Formula]) -> str:
    """A lemma on one sample, at the one at hand, of which the facts of the run and these are taken."""
    for name in ("met is 0 or 1", *(name for name, _, _ in (*run, *more))):
        d.use(name, h)
    return d.cite(lemma)


def corollary(d: Derivation, most: Callable[[Index], Polynomial], shown: Callable[[Derivation], str]) -> None:
    """Theorem 4 with Σmet ≤ most, by the line that `render` writes for a sample."""
    d.line("part", lossy, ["zero-one"])
    d.line("part", of_samples(zero_one), ["zero-one"], name="met is 0 or 1")
    for claim in (ge(own_loss, 0), ge(1 - own_loss, 0)):
        with d.supposing(h, k, ge(n, number(k) + 1), learnt, z, ge(number(N), number(z) + 1)):
            d.have(claim)
    losses = most, shown
    by_size(d, constant, lambda: large(d, losses), lambda: at_least_one(d), losses)


def weigh(d: Derivation, loss: Callable[[Index], Term], first: Term, minorant: str) -> str:
    """first·Σmet ≤ Σmet·loss + g·Σmet·⟨u, x⟩, as each loss is at least first − g·⟨u, x⟩."""

    def one(i: Index) -> str:
        d.have(ge(met(at(i)), 0), d.at(d.find_line(zero_one), i))
        return d.have(ge(met(at(i)) * (loss(at(i)) + g(h) * along(at(i)) - first), 0))

    return d.at(termwise(d, [(1, keep(loss)), (g(h), keep(along)), (-1 * first, lambda k: met(at(k)))], one, upto=T, equal=False), T)


minorant = (
    Fact("positive at zero", "the loss at 0 is positive", gt(at_zero, 0)),
    reciprocal_fact("φ(0)", at_zero),
    *give(
        slope,
        ("minorant", "L(k) = φ(y⟨u, x⟩) ≥ φ(0) − g·y⟨u, x⟩ in each round", every(k, ge(L(at(k)), at_zero - g(h) * along(at(k))), below=n)),
    ),
)


def by_loss(h: Index) -> Polynomial:
    return per_at_zero * over(keep(L, h)) + per_at_zero * g(h) * r(h)


what = "a risk above (Σφ + g√Σ‖x‖²)/(φ(0)T) and (4 + √½)b"


@theorem(
    (*perceptron, *minorant, *failure(risk, bound(constant, by_loss), what)),
    claim=le(P(0), delta),
    displayed=likely(risk, bound(constant, by_loss), delta, w, x, u, g, r, L),
    sample=samples.sample_l1,
    tails=long_samples.play(constant, long_samples.PERCEPTRON),
)
def generalisation_l1(d: Derivation) -> None:
    """With probability at least 1 − δ, risk of the chosen Perceptron ≤ (ΣL + g√Σ‖x‖²)/(φ(0)T) + (4 + 1/√2)·√(ln((T+1)/δ)/T).

    Of T examples drawn independently from finitely many, the probability is at most δ that a hypothesis whose penalised average is least
    has a risk above the right side, for any u with ‖u‖ ≤ 1 and any slope g of a supporting line of the loss φ at 0, both of which may
    depend on the sample; ΣL is the loss of u over the updates.  With T ≤ 102 the right side is above 1 and the theorem says nothing.

    Printed, and true with assumptions:
    - MR Corollary 3: does not say i.i.d.; prints 6 and ln(2(T+1)/δ); for the hinge family the infimum of the first term is M/T
    """

    def render(d: Derivation) -> str:
        on_the_run(d, "updates-of-a-sample")
        weigh(d, L, at_zero, d.use("minorant", h))
        d.have(ge(g(h) * r(h) - g(h) * over(keep(along)), 0))
        d.have(ge(over(keep(L)) + g(h) * r(h) - at_zero * losses_met(h), 0))
        return d.have(ge(by_loss(h) - losses_met(h), 0))

    corollary(d, by_loss, render)


def hinges(power: int) -> tuple[tuple[str, str, Formula], ...]:
    """ξ(k) is the hinge loss at the margin γ, where g is `power`/γ."""
    words = f"g is {power}/γ for a margin γ > 0, or 0; both may depend on the sample"
    least = "ξ(k) is the hinge loss 1 − y⟨u, x⟩/γ of the round, or more"
    return (("slope", words, ge(g(h), 0)), ("ξ", least, every(k, ge(power * xi(at(k)), power - g(h) * along(at(k))), below=n)))


def by_hinge(power: int) -> Callable[[Index], Polynomial]:
    return lambda h: over(keep(lambda i: xi(i) ** power, h)) + g(h) * r(h)


def hinge_page(power: int) -> Callable[[Callable[[Derivation], None]], Property]:
    """The corollary for the hinge loss to a power."""
    most = by_hinge(power)
    said = f"a risk above (Σξ{'²' * (power - 1)} + {'2' * (power - 1)}√Σ‖x‖²/γ)/T and (4 + √½)b"
    return theorem(
        (*perceptron, *give(*hinges(power)), *failure(risk, bound(constant, most), said)),
        claim=le(P(0), delta),
        displayed=likely(risk, bound(constant, most), delta, w, x, u, g, r, xi),
        sample=samples.sample_hinge if power == 1 else samples.sample_squared_hinge,
        tails=long_samples.play(constant, long_samples.PERCEPTRON),
    )


def _from_l1(d: Derivation, power: int) -> None:
    """From `generalisation-l1`: ξ^power lies above the line 1 − g·⟨u, x⟩."""
    j = Index("j")
    with d.supposing(h, eq(left(h), 0), j, ge(n, number(j) + 1)):
        if power > 1:
            d.have(ge(xi(at(j)) ** 2, 1 - g(h) * along(at(j))), note="ξ² ≥ 2ξ − 1")
    images: Images = {"L": lambda i: xi(i) ** power, "φ(0)": 1, "1/φ(0)": 1}
    d.cite("generalisation-l1", **images)


@hinge_page(1)
def generalisation_hinge(d: Derivation) -> None:
    """With probability at least 1 − δ, risk of the chosen Perceptron ≤ (H + √Σ‖x‖²/γ)/T + (4 + 1/√2)·√(ln((T+1)/δ)/T).

    H is the hinge loss of u at the margin γ over the updates, where u with ‖u‖ ≤ 1 and γ > 0 may depend on the sample; the chosen
    hypothesis is one whose penalised average is least, and the T examples are drawn independently from finitely many.
    With T ≤ 102 the right side is above 1 and the theorem says nothing.

    Printed, and true with assumptions:
    - MR Corollary 3: for the hinge loss; does not say i.i.d.; prints 6 and ln(2(T+1)/δ)
    """
    _from_l1(d, 1)


@hinge_page(2)
def generalisation_squared_hinge(d: Derivation) -> None:
    """With probability at least 1 − δ, risk of the chosen Perceptron ≤ (H₂² + 2√Σ‖x‖²/γ)/T + (4 + 1/√2)·√(ln((T+1)/δ)/T).

    H₂² is the squared hinge loss of u at the margin γ over the updates, where u with ‖u‖ ≤ 1 and γ > 0 may depend on the sample; the
    chosen hypothesis is one whose penalised average is least, and the T examples are drawn independently from finitely many.
    With T ≤ 102 the right side is above 1 and the theorem says nothing.

    Printed, and true with assumptions:
    - MR Corollary 3: for the squared hinge, with (5) repaired
    """
    _from_l1(d, 2)


def by_length(h: Index) -> Polynomial:
    return (half * H2(h) + q(h)) ** 2


lengths = (
    ("H₂ ≥ 0", "H₂ is not negative", ge(H2(h), 0)),
    ("H₂", "H₂ is √Σξ² over the updates, or more", ge(H2(h) ** 2, over(keep(lambda i: xi(i) ** 2)))),
    ("q ≥ 0", "q is not negative", ge(q(h), 0)),
    ("q", "q is √(H₂²/4 + √Σ‖x‖²/γ), or more", ge(q(h) ** 2, Fraction(1, 4) * H2(h) ** 2 + g(h) * r(h))),
)


@lemma(
    (*at_one_sample, *((name, formula) for name, _, formula in (*hinges(1), *lengths))),
    claim=ge(by_length(h) - losses_met(h), 0),
    example=samples.updates,
)
def squares_of_a_sample(d: Derivation) -> None:
    """MR (7) on one sample: Σmet ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))²."""
    lost, squared, M = over(keep(xi)), over(keep(lambda i: xi(i) ** 2)), losses_met(h)
    d.cite("updates-of-a-sample")
    scaled = d.have(ge(g(h) * r(h) - g(h) * over(keep(along)), 0))
    d.have(ge(lost + g(h) * r(h) - M, 0), weigh(d, xi, poly(1), "ξ"), scaled)

    def sign(i: Index) -> str:
        return d.have(ge(met(at(i)), 0))

    def spread(i: Index) -> str:
        return d.have(ge(met(at(i)) * (M * xi(at(i)) - lost) ** 2, 0), by=certificate(product(sign(i), square_of(M * xi(at(i)) - lost))))

    parts = [(M**2, keep(lambda i: xi(i) ** 2)), (-2 * M * lost, keep(xi)), (lost**2, lambda k: met(at(k)))]
    d.at(termwise(d, parts, spread, upto=T, equal=False), T)
    some = d.at(termwise(d, [(1, lambda k: met(at(k)))], sign, upto=T, equal=False), T)
    s, _, s_square, _ = d.root(some, "√M")
    d.have(ge(half * H2(h) + q(h), 0))

    def several(case: str) -> str:
        apart = d.have(ge(M * squared - lost**2, 0), note="(Σξ)² ≤ M·Σξ²")
        wide = d.have(le(lost**2, (s * H2(h)) ** 2), apart, "H₂", s_square, some)
        d.have(le(lost, s * H2(h)), wide, d.have(ge(s * H2(h), 0)))
        d.have(le((s - half * H2(h)) ** 2, q(h) ** 2))
        d.have(le(s, half * H2(h) + q(h)))
        return d.have(ge(by_length(h) - M, 0))

    d.cases(-M, lambda case: d.have(ge(by_length(h) - M, 0), by=certificate(case, product(square_of(half * H2(h) + q(h))))), several)


@theorem(
    *perceptron,
    *give(*hinges(1), *lengths),
    *failure(risk, bound(constant, by_length), "a risk above (H₂/2 + q)²/T and (4 + √½)b"),
    claim=le(P(0), delta),
    displayed=likely(risk, bound(constant, by_length), delta, w, x, u, g, r, xi, H2, q),
    sample=samples.sample_l2,
    tails=long_samples.play(constant, long_samples.PERCEPTRON),
)
def generalisation_l2(d: Derivation) -> None:
    """With probability at least 1 − δ, risk of the chosen Perceptron ≤ (H₂/2 + √(H₂²/4 + √Σ‖x‖²/γ))²/T + (4 + 1/√2)·√(ln((T+1)/δ)/T).

    H₂ is the root of the squared hinge losses of u at the margin γ over the updates, where u with ‖u‖ ≤ 1 and γ > 0 may depend on the
    sample; the chosen hypothesis is one whose penalised average is least, and the T examples are drawn independently from finitely many.
    With T ≤ 102 the right side is above 1 and the theorem says nothing.

    Printed, and true with assumptions:
    - MR Corollary 4: does not say i.i.d.; prints 6 and ln(2(T+1)/δ); for the hinge family the infimum of the first term is M/T
    """
    corollary(d, by_length, lambda d: on_the_run(d, "squares-of-a-sample", *hinges(1), *lengths))
