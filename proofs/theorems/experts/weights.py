"""The weights of N experts as one vector: ⟨e(i), w(k)⟩ is the weight of expert i before round k, and W(k) = ⟨E(N), w(k)⟩ the total.

There are N = n + 1 of them, and the good one is called the last, expert n. l(k) has the experts' losses in round k, from 0 to 1, and
h(k) the entries w·l, so that ⟨E(N), h⟩/W is the mean loss. An expert's weight is at most the total, so W cannot be small where one is good.
And W shrinks in a round by the factor 1 − (1 − β) times the mean loss, since β to the power l lies below its chord.
"""

from proofs.statements.authoring import (
    Callable, Coordinates, Derivation, Exact, Fact, Formula, Fraction, Index, Instance, M, Polynomial, Sequence, axis, certificate,
    complete, define, every, ge, gt, inner, k, le, lemma, ln, ln_product, ln_tangent, multiple, nat, number, poly, product, real,
    replace, seq, sequence, vec, vseq,
)  # fmt: skip

i, j, last = nat("i"), nat("j"), nat("n")
N = last + 1
OfRound = Callable[[Index], Polynomial]
e, E, w, h, loss = (vseq(name) for name in ("e", "E", "w", "h", "l"))
f, S, mean = seq("f"), seq("S"), seq("Λ")
beta, m, n = real("β"), number(M), number(N)


def total(at: Index) -> Polynomial:
    """W, the total weight before round `at`."""
    return inner(E(N), w(at))


def each(body: Formula) -> Formula:
    return every(i, body, below=n)


def always(body: Formula) -> Formula:
    return every(k, each(body))


def rounds(body: Formula) -> Formula:
    return every(k, each(body), below=m)


axes = (
    axis("unit vectors", "e(i) is the unit vector of expert i", e(i)),
    axis("coordinates", "⟨e(i), w⟩ is the entry of expert i", e(i), across=e(j), over=(i, j), where=ge(number(j), number(i) + 1)),
    *sequence("E", E, 0, E(i) + e(i), "E adds up the unit vectors", over=i),
)
start = define("w starts", "every weight is 1 at the start", w(0), 1, along=e(i), within=each)
products = define(
    "h", "h(k) has the entries w·l, weight times loss", h(k), inner(e(i), w(k)) * inner(e(i), loss(k)), along=e(i), within=always
)
losses = Fact("losses", "an expert loses from 0 to 1 in a round", rounds(ge(inner(e(i), loss(k)), inner(e(i), loss(k)) ** 2)))
v = vec("v")


@lemma(*axes[2:], ("weights", each(ge(inner(e(i), v), 0))), claim=ge(inner(E(N), v), inner(e(last), v)))
def expert_in_total(d: Derivation) -> None:
    """the last expert's weight is at most the total."""

    def step(i: Index, before: str) -> None:
        d.have(ge(n, number(i) + 1))

    d.upto(last, lambda i: ge(inner(E(i), v), 0), (), step)
    d.conclude(d.last, d.expand(d.at("E", last), v))


@lemma(
    *axes[2:],
    ("losing shrinks", rounds(le(inner(e(i), w(k + 1)), inner(e(i), w(k)) - (1 - beta) * inner(e(i), h(k))))),
    ("mean loss", every(k, ge((1 - beta) * (inner(E(N), h(k)) - mean(k) * total(k)), 0), below=m)),
    claim=every(k, ge((1 - (1 - beta) * mean(k)) * total(k) - total(k + 1), 0), below=m),
)
def experts_round(d: Derivation) -> None:
    """a round multiplies the total weight by 1 − (1 − β) times the mean loss at most."""
    j = Index("j")
    with d.supposing(j, ge(m, number(j) + 1)):
        d.upto(N, lambda i: le(inner(E(i), w(j + 1)), inner(E(i), w(j)) - (1 - beta) * inner(E(i), h(j))))
        d.have(ge((1 - (1 - beta) * mean(j)) * total(j) - total(j + 1), 0))


def fill_rounds(
    count: int, paths: dict[str, Sequence[Coordinates]], reals: dict[str, Exact | int], means: Sequence[Exact | int] = ()
) -> Instance:
    """An instance with `count` experts and as many rounds as there are losses: the unit vectors, and all vectors as long as these.

    Further rounds are without a loss, so that all other sequences stay as they are."""
    rounds = len(paths["l"])
    entries, zero = max(count, rounds) + 2, Fraction(0)
    units = [tuple(Fraction(a == b) for b in range(entries)) for a in range(entries)]
    wide = {"e": units}
    for name, values in paths.items():
        more = [*values, *([values[-1] if len(values) > rounds else ()] * entries)][:entries]
        wide[name] = [(*x, *[zero] * (entries - len(x))) for x in more]
    sequences = {"Λ": [*means, *[zero] * (entries - len(means))]} if means else {}
    return Instance(entries - 2, {"n": count - 1, "M": rounds}, reals, sequences, {}, wide)


def one_wrong_of_two() -> Instance:
    """A round in which one of two experts is wrong: the total weight is halved."""
    one, zero = Fraction(1), Fraction(0)
    run = fill_rounds(2, {"l": [(one, zero)], "w": [(one, one), (zero, one)]}, {})
    entries = run.horizon + 2
    return complete(replace(run, sequences={"f": [Fraction(1, 2)] * entries, "S": [zero] * entries}), axes)


@lemma(
    *axes[2:],
    ("w starts", each(le(inner(e(i), w(0)), 1))),
    ("total", every(k, gt(total(k), 0), below=m + 1)),
    ("factor", every(k, gt(f(k), 0), below=m)),
    ("round", every(k, ge(f(k) * total(k) - total(k + 1), 0), below=m)),
    ("S starts", ge(S(0), 0)),
    ("S", every(k, le(ln(f(k)), S(k + 1) - S(k)), below=m)),
    claim=le(ln(total(M)), ln(n) + S(M)),
    example=one_wrong_of_two,
)
def experts_energy(d: Derivation) -> None:
    """the total weight grows slowly: ln W ≤ ln N + S, where S adds up the logarithms of the factors."""

    def base() -> str:
        d.upto(N, lambda i: le(inner(E(i), w(0)), number(i)), (), lambda i, before: [d.expand(d.at("E", i), w(0)), d.at("w starts", i)])
        d.at("total", 0)
        d.have(ge(n, total(Index(None))))
        return d.have(le(ln(total(Index(None))), ln(n) + S(0)), d.cite("ln-monotone", a=total(Index(None)), b=n), "S starts")

    def step(k: Index, before: str) -> list[str]:
        now, sign = d.at("total", k), d.at("factor", k)
        d.at("total", k + 1)
        d.have(ge(f(k) * total(k), total(k + 1)), d.at("round", k))
        below = d.cite("ln-monotone", a=total(k + 1), b=f(k) * total(k))
        return [below, ln_product(d, f(k), total(k), sign, now), d.at("S", k)]

    d.upto(M, lambda k: le(ln(total(k)), ln(n) + S(k)), base, step)


x = real("x")
loses = ("β > 0", gt(beta, 0)), ("0 ≤ x ≤ 1", ge(x, x**2))


@lemma(*loses, claim=gt(1 - (1 - beta) * x, 0), example=lambda: Instance(0, reals={"β": 1, "x": 1}))
def expert_stays(d: Derivation) -> None:
    """1 − (1 − β)x > 0 for β > 0 and 0 ≤ x ≤ 1."""
    d.have(ge(x, 0), "0 ≤ x ≤ 1"), d.have(ge(1 - x, 0), "0 ≤ x ≤ 1")

    def large(case: str) -> str:
        d.have(gt(beta * x, 0), "β > 0", d.have(gt(x, 0), case))
        return d.conclude()

    spread = d.have(ge(beta * x, 0))
    d.cases(x - Fraction(1, 2), large, lambda case: d.conclude(case, spread))


@lemma(*loses, claim=le(x * ln(beta), ln(1 - (1 - beta) * x)), example=lambda: Instance(0, reals={"β": 1, "x": 1}))
def expert_keeps(d: Derivation) -> None:
    """β to the power x lies below its chord: x ln β ≤ ln(1 − (1 − β)x) for 0 ≤ x ≤ 1.

    Proof. Two tangents of ln, at 1 − (1 − β)x through 1 and through β, weighted by 1 − x and x.
    """
    kept, least, most = 1 - (1 - beta) * x, d.have(ge(x, 0), "0 ≤ x ≤ 1"), d.have(ge(1 - x, 0), "0 ≤ x ≤ 1")
    one, sign = d.have(gt(1, 0)), d.cite("expert-stays")
    first, second = ln_tangent(d, poly(1), kept, one, sign), ln_tangent(d, beta, kept, "β > 0", sign)
    none = d.axiom("ln-one")
    parts = product(first, most), product(second, least), multiple((1 - x) * kept, none)
    scaled = d.have(ge(kept * (ln(kept) - x * ln(beta)), 0), first, second, most, least, none, by=certificate(*parts))
    d.conclude(scaled, sign)
