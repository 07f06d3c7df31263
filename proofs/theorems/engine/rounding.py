"""What rounding does: to the sum of two numbers that are off already, and to a number that is rounded n times.

The model is the standard one: an operation gives its exact result times 1 + δ with |δ| ≤ u.  That floats of 64 bits keep to it with
u = 2⁻⁵³, where nothing under- or overflows, is IEEE-754 and not shown here.

The proofs.  If two computed sums are off by at most (G − 1)A and (G − 1)A′, where A, A′ bound the sizes of their terms, then their rounded
sum is off by at most (A + A′)((G − 1)(1 + u) + u) = ((1 + u)G − 1)(A + A′).  And (1 + u)ⁿ(1 − nu) ≤ 1 is Bernoulli's inequality.
"""

from proofs.statements.authoring import (
    Derivation, Displayed, Draw, Fact, Formula, Fraction, Index, Instance, NoDerivation, Polynomial, certificate, ge, k, le, multiple, nat,
    number, product, real, seq, sequence, square, theorem,
)  # fmt: skip

HALF = Fraction(1, 2)
n = nat("n")
u, G = real("u"), real("G")
s, t, S, T, A, B, eps = (real(name) for name in ("s", "t", "S", "T", "A", "B", "ε"))
P = seq("P")


def within(name: str, words: str, of: Polynomial, most: Polynomial) -> tuple[Fact, Fact]:
    """−most ≤ of ≤ most, as two facts."""
    return Fact(f"{name} ≤", words, ge(most - of, 0)), Fact(f"{name} ≥", f"{words}, from below", ge(most + of, 0))


def sample_sum(draw: Draw) -> Instance:
    """Two sums that are off by as much as they may, or not so much, and a rounding."""
    unit, grown = Fraction(draw.upto(2), 4), 1 + Fraction(draw.upto(4), 4)
    values = {"u": unit, "G": grown, "ε": unit * Fraction(draw.upto(4) - 2, 2)}
    for exact, computed, most in (("S", "s", "A"), ("T", "t", "B")):
        values[exact] = draw.number(9)
        values[most] = abs(values[exact]) + Fraction(draw.upto(2), 2)
        values[computed] = values[exact] + (grown - 1) * values[most] * Fraction(draw.upto(4) - 2, 2)
    if draw.rarely():
        values["sStTABεuG"[draw.upto(8)]] = 3 * draw.number()
    return Instance(0, reals=values)


@theorem(
    sources=(),
    facts=(
        *within("s − S", "the first computed sum is off by at most (G − 1)A", s - S, (G - 1) * A),
        *within("t − T", "the second computed sum is off by at most (G − 1)B", t - T, (G - 1) * B),
        *within("S", "A bounds the sizes of the terms of the first", S, A),
        *within("T", "B bounds the sizes of the terms of the second", T, B),
        *within("ε", "a rounding is at most u", eps, u),
    ),
    claim=le((s + t) * (1 + eps) - (S + T), ((1 + u) * G - 1) * (A + B)),
    sample=sample_sum,
    printed="true",
    derivation=NoDerivation("Nothing is to be found: (G − 1)(1 + u) + u = (1 + u)G − 1."),
    displayed=Displayed(
        "(s + t)*(1 + epsilon) - (S + T) <= ((1 + u)*G - 1)*(A + B)",
        {"s": s, "t": t, "epsilon": eps, "S": S, "T": T, "u": u, "G": G, "A": A, "B": B},
    ),
)
def float_sum(d: Derivation) -> None:
    """Two sums, off by at most (G − 1)A and (G − 1)B, and one rounding: their float sum is off by at most ((1 + u)G − 1)(A + B).

    (s + t)(1 + ε) exceeds S + T by at most ((1 + u)G − 1)(A + B); nor does it fall short by more, which is the same with all signs turned.
    In whatever order a sum is made, this is each step of it.
    """
    low, high = "ε ≥", "ε ≤"
    pairs = ("s − S", "t − T", "S", "T")
    crossed = [product(HALF, f"{name} ≤", low) for name in pairs] + [product(HALF, f"{name} ≥", high) for name in pairs]
    d.conclude(by=certificate("s − S ≤", "t − T ≤", *crossed))


growth = sequence("P", P, 1 + u, (1 + u) * P(k), "P(k) is (1 + u)ᵏ⁺¹", "one more rounding")


def growing(d: Derivation) -> str:
    """∀k P(k) ≥ 1 + u."""

    def more(i: Index, before: str) -> str:
        by = certificate(before, product("u ≥ 0", before), "u ≥ 0", square(u), multiple(1, d.at("P", i)))
        return d.have(ge(P(i + 1), 1 + u), by=by)

    return d.induction(lambda i: ge(P(i), 1 + u), lambda: d.have(ge(P(0), 1 + u), "P starts"), more)


def sample_growth(draw: Draw) -> Instance:
    unit = draw.number() if draw.rarely() else Fraction(draw.upto(3), 4)
    return Instance(4, {"n": draw.upto(4)}, {"u": unit}, {"P": [(1 + unit) ** (i + 1) for i in range(6)]})


@theorem(
    sources=(),
    facts=(Fact("u ≥ 0", "u ≥ 0", ge(u, 0)), *growth),
    claim=le(P(n) * (1 - (number(n) + 1) * u), 1),
    sample=sample_growth,
    printed="true",
    derivation=NoDerivation("Nothing is to be found: by induction."),
    displayed=Displayed("P*(1 - (n + 1)*u) <= 1", {"P": P(n), "n": number(n), "u": u}),
)
def float_growth(d: Derivation) -> None:
    """n + 1 roundings are off by a factor of at most 1/(1 − (n + 1)u).

    (1 + u)ⁿ⁺¹(1 − (n + 1)u) ≤ 1, Bernoulli's inequality: so (1 + u)ⁿ⁺¹ − 1 ≤ (n + 1)u/(1 − (n + 1)u) where (n + 1)u < 1.
    """
    grown = growing(d)

    def claim(i: Index) -> Formula:
        return le(P(i) * (1 - (number(i) + 1) * u), 1)

    def step(i: Index, before: str) -> str:
        sign, count = d.have(ge(P(i), 0), d.at(grown, i), "u ≥ 0"), d.natural(i)
        rest = product(sign, count, square(u)), product(2, sign, square(u))
        return d.have(claim(i + 1), by=certificate(before, *rest, multiple(-(1 - (number(i) + 2) * u), d.at("P", i))))

    d.at(d.induction(claim, lambda: d.have(claim(Index(None)), by=certificate(square(u), multiple(u - 1, "P starts"))), step), n)
