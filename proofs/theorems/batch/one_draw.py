"""All averages are near their risks, and the losses met near their risks as well: 2T inequalities of Hoeffding's and Azuma's, at once.

The proof.  At every history each of these inequalities has an exponential that shrinks in the mean with every draw (`deviation`): for
hypothesis k and either sign

    e^(±4c(tested·risk − total) − 4c²(k + 1) + 2c²(k + 1 − tested)),

and e^(4a(Σrisk − Σmet − Ta) + 2a²·left) for the losses met.  At the start they are e^(−2c²(k + 1)), which is at most e^(−Λ), and e^(−2Ta²);
in the end one whose inequality fails is at least 1.  So their sum bounds the probability that any of them fails (`draws`).
"""

from proofs.statements.authoring import (
    Callable, Derivation, Index, Lemma, Polynomial, Term, certificate, combination, eq, exp, formulas, ge, multiple, nat, number, real, seq,
    sequel,
)  # fmt: skip
from proofs.theorems.batch.sample_trees import still
from proofs.theorems.batch.sampling import j, loss, met, over, risk, tested, total, tree
from proofs.theorems.probability.draws import for_examples, h, left, n, used
from proofs.theorems.probability.finite import D, mean

a, Lambda, c, m = real("a"), real("Λ"), seq("c"), nat("m")
zero = Index(None)
level = ("level", eq(left(h), number(j) + 1))
of_all = ("m < T", ge(n, number(m) + 1))


def exponent(sign: int, h: Index, k: Index) -> Polynomial:
    """What the exponential of hypothesis k has in it."""
    seen, size = tested(sequel(h, k + 1)), number(k) + 1
    return 4 * sign * c(k) * (seen * risk(sequel(h, k)) - total(sequel(h, k))) - 4 * c(k) ** 2 * size + 2 * c(k) ** 2 * (size - seen)


def tail(sign: int) -> Callable[[Index, Index], Polynomial]:
    return lambda h, k: exp(exponent(sign, h, k))


def tails(h: Index, k: Index) -> Polynomial:
    """Both exponentials of hypothesis k."""
    return tail(1)(h, k) + tail(-1)(h, k)


def step(h: Index, k: Index) -> Polynomial:
    """1 if the example of hypothesis k's own round has come, else 0."""
    return tested(sequel(h, k + 1)) - tested(sequel(h, k))


def excess(h: Index, k: Index) -> Polynomial:
    """Risk less loss of hypothesis k, once the example of its round has come."""
    return step(h, k) * risk(sequel(h, k)) - met(sequel(h, k))


def middle_exponent(h: Index) -> Polynomial:
    return 4 * a * (over(lambda k: excess(h, k)) - n * a) + 2 * a**2 * left(h)


def potential(h: Index) -> Polynomial:
    return over(lambda k: tails(h, k)) + exp(middle_exponent(h))


def small_power(d: Derivation, low: Polynomial, high: Polynomial, *equal: tuple[Term, str]) -> str:
    """e^low ≤ e^high, where these multiples of equations add up to low − high."""
    same = d.have(eq(low - high, 0), by=combination(*equal))
    d.have(ge(high, low), by=certificate(multiple(-1, same)))
    return d.cite("exp-monotone", a=low, b=high)


def _present(d: Derivation, z: Index) -> tuple[Index, str]:
    """The history with one more example, and how many are left then."""
    after = sequel(h, z)
    return after, d.have(eq(left(after), number(j)), used(d, "left", h, z), "level")


def kept(d: Derivation, z: Index) -> str:
    """The risk of a hypothesis that is learnt does not change."""
    after = sequel(h, z)
    d.have(ge(number(m) + 1, left(after)), used(d, "left", h, z), d.known(ge(number(m) + 1, left(h))))
    used(d, "loss kept", h, z, m)
    same = d.cite("mean-same", f=lambda y: loss(sequel(after, m, y)), g=lambda y: loss(sequel(h, m, y)))
    first, second = used(d, "risk", after, m), used(d, "risk", h, m)
    return d.have(eq(risk(sequel(after, m)), risk(sequel(h, m))), by=combination((1, first), (-1, second), (1, same)))


def _tail(d: Derivation, sign: int) -> None:
    d.have(ge(left(h), 1), "level", d.natural(j))
    d.have(ge(n + 2, number(m) + 2), "m < T")
    d.cases(number(m) - number(j), lambda case: _tested(d, case, sign) if is_learnt(d, case) else _early(d, case, sign))


def is_learnt(d: Derivation, case: str) -> bool:
    return d.claims[case] == ge(number(m) - number(j), 0)


def _tested(d: Derivation, case: str, sign: int) -> str:
    """Hypothesis m is learnt, and tested on the next example."""
    s, r, q = 4 * sign * c(m), risk(sequel(h, m)), total(sequel(h, m))
    here = number(m) - number(j)
    u = s * (here * r - q) - 4 * c(m) ** 2 * (number(m) + 1) + 2 * c(m) ** 2 * number(j)
    d.have(ge(number(m) + 1, left(h)), "level", case)

    def one(z: Index) -> str:
        after, now = _present(d, z)
        d.have(ge(number(m) + 1, left(after)), now, case)
        same = kept(d, z)
        seen = d.have(eq(tested(sequel(after, m + 1)), here + 1), by=combination((1, used(d, "tested", after, m + 1)), (-1, now)))
        added = used(d, "total", h, z, m)
        r1 = risk(sequel(after, m))
        return small_power(
            d,
            exponent(sign, after, m),
            u + s * (r - loss(sequel(h, m, z))),
            (s * r1 - 2 * c(m) ** 2, seen),
            (s * (here + 1), same),
            (-s, added),
        )

    for_examples(d, one)
    spread = d.cite("mean-monotone", f=lambda z: tail(sign)(sequel(h, z), m), g=lambda z: exp(u + s * (r - loss(sequel(h, m, z)))))
    used(d, "loss ≥ 0", h, m), used(d, "loss ≤ 1", h, m), used(d, "risk", h, m)
    shrinks = d.cite("deviation", x=lambda z: loss(sequel(h, m, z)), r=r, s=s, u=u)
    start = d.have(eq(tested(sequel(h, m + 1)), here), by=combination((1, used(d, "tested", h, m + 1)), (-1, "level")))
    top = small_power(d, u + 2 * c(m) ** 2, exponent(sign, h, m), (2 * c(m) ** 2 - s * r, start))
    return d.have(ge(tail(sign)(h, m) - mean(lambda z: tail(sign)(sequel(h, z), m)), 0), by=certificate(spread, shrinks, top))


def _early(d: Derivation, case: str, sign: int) -> str:
    """Hypothesis m is not yet learnt: nothing changes."""
    gap = d.integer(case, j, m)
    low, s = -2 * c(m) ** 2 * (number(m) + 1), 4 * sign * c(m)
    d.have(ge(left(h), number(m) + 1), "level", gap)

    def one(z: Index) -> str:
        after, now = _present(d, z)
        d.have(ge(left(after), number(m) + 1), now, gap)
        seen, sum_ = used(d, "tested before", after, m + 1), used(d, "total before", after, m)
        return small_power(d, exponent(sign, after, m), low, (s * risk(sequel(after, m)) - 2 * c(m) ** 2, seen), (-s, sum_))

    for_examples(d, one)
    spread = d.cite("mean-monotone", f=lambda z: tail(sign)(sequel(h, z), m), g=lambda z: exp(low))
    constant = d.cite("mean-linear", a=exp(low), b=0, f=D)
    seen, sum_ = used(d, "tested before", h, m + 1), used(d, "total before", h, m)
    top = small_power(d, low, exponent(sign, h, m), (2 * c(m) ** 2 - s * risk(sequel(h, m)), seen), (s, sum_))
    parts = certificate(spread, top, multiple(-1, constant), multiple(-exp(low), "ΣD = 1"))
    return d.have(ge(tail(sign)(h, m) - mean(lambda z: tail(sign)(sequel(h, z), m)), 0), by=parts)


facts = formulas(*tree)


def shrinks(sign: int, id: str) -> Lemma:
    return Lemma(
        id,
        "An exponential of a hypothesis shrinks in the mean with every draw",
        (*facts, level, of_all),
        lambda d: _tail(d, sign),
        cites=("mean-same", "mean-monotone", "mean-linear", "exp-monotone", "deviation"),
        claim=ge(tail(sign)(h, m) - mean(lambda z: tail(sign)(sequel(h, z), m)), 0),
        example=still,
    )


upper, lower = shrinks(1, "upper-tail"), shrinks(-1, "lower-tail")
LEMMAS = (upper, lower)
