"""Whole numbers among the reals, without ‘there is’: r is whole if it lies strictly between no two neighbours of them.

For all natural i and j, r is not strictly between i − j and i − j + 1: (r − i + j)(r − i + j − 1) ≥ 0.  That is one formula, and it holds
of the whole numbers alone.  0 is one; so is what is 1 more or 1 less than one; and one that is positive is at least 1.  A coordinate c of
an example of the cube, times its label, is −1, 0 or 1, which is c³ = c.
"""

from proofs.statements.authoring import (
    Derivation, Fact, Formula, Fraction, Index, Lemma, Polynomial, certificate, eq, every, formulas, ge, gt, le, multiple, nat, number,
    product, real, square,
)  # fmt: skip

i, j = nat("i"), nat("j")
r, s, c = real("r"), real("s"), real("c")
HALF = Fraction(1, 2)


def below(r: Polynomial) -> Polynomial:
    return r - number(i) + number(j)


def between(r: Polynomial) -> Formula:
    """r is not strictly between i − j and i − j + 1."""
    return ge(below(r) * (below(r) - 1), 0)


def whole(r: Polynomial) -> Formula:
    return every(i, every(j, between(r)))


def bit(c: Polynomial) -> Formula:
    """c is −1, 0 or 1."""
    return eq(c**3, c)


def everywhere(d: Derivation, line: str) -> str:
    return d.generalise(d.generalise(line, j), i)


def _at(d: Derivation, line: str, more: Index, less: Index) -> str:
    return d.at(d.at(line, more), less)


def _zero(d: Derivation) -> None:
    goal = between(Polynomial.of(0))

    def on(case: str) -> str:
        less = d.claims[case] == ge(number(i) - number(j), 0)
        return d.have(goal, case if less else d.integer(case, j, i), case)

    everywhere(d, d.cases(number(i) - number(j), on))


zero = Lemma("whole-zero", "0 is a whole number", (), _zero, claim=whole(Polynomial.of(0)))


def _plus(d: Derivation) -> None:
    """Each of the three values of c shifts r to a number that is whole; squares that are 1 at one value and 0 at the others join them."""
    p = below(r)
    down, same, up = _at(d, "whole", i + 1, j), _at(d, "whole", i, j), _at(d, "whole", i, j + 1)
    joined = certificate(
        product(same, square(1 - c**2)),
        product(up, square(HALF * (c**2 + c))),
        product(down, square(HALF * (c**2 - c))),
        multiple(-HALF * c * (3 * p**2 - 3 * p + 1) - 2 * p + 1, "bit"),
    )
    everywhere(d, d.have(between(r + c), by=joined))


plus = Lemma(
    "whole-plus-bit",
    "a whole number plus −1, 0 or 1 is a whole number",
    formulas(Fact("whole", "r is whole", whole(r)), Fact("bit", "c is −1, 0 or 1", bit(c))),
    _plus,
    claim=whole(r + c),
)


def _equal(d: Derivation) -> None:
    gap = d.have(eq(below(s) * (below(s) - 1), below(r) * (below(r) - 1)), "equal")
    everywhere(d, d.have(between(s), _at(d, "whole", i, j), gap))


equal = Lemma(
    "whole-equal",
    "what equals a whole number is one",
    formulas(Fact("whole", "r is whole", whole(r)), Fact("equal", "s = r", eq(s, r))),
    _equal,
    claim=whole(s),
)


def _gap(d: Derivation) -> None:
    d.conclude(_at(d, "whole", Index(None), Index(None)), "positive")


gap = Lemma(
    "whole-positive",
    "a whole number that is positive is at least 1",
    formulas(Fact("whole", "r is whole", whole(r)), Fact("positive", "r > 0", gt(r, 0))),
    _gap,
    claim=ge(r, 1),
)


def _most(d: Derivation) -> None:
    d.conclude(by=certificate(square(1 - c**2), product(2, square(HALF * (c**2 - c))), multiple(1 - 3 * HALF * c, "bit")))


most = Lemma("bit-at-most-one", "−1, 0 and 1 are at most 1", formulas(Fact("bit", "c is −1, 0 or 1", bit(c))), _most, claim=le(c, 1))
LEMMAS = (zero, plus, equal, gap, most)
