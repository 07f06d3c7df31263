"""Whole numbers among the reals, without ‘there is’: r is whole if it lies strictly between no two neighbours of them.

For all natural i and j, r is not strictly between i − j and i − j + 1: (r − i + j)(r − i + j − 1) ≥ 0.  That is one formula, and it holds
of the whole numbers alone.  0 is one; so is what is 1 more or 1 less than one; and one that is positive is at least 1.  A coordinate c of
an example of the cube, times its label, is −1, 0 or 1, which is c³ = c.
"""

from proofs.statements.authoring import (
    Derivation, Fact, Formula, Fraction, Index, Polynomial, certificate, eq, every, formulas, ge, gt, le, lemma, multiple, nat, number,
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


@lemma((), claim=whole(Polynomial.of(0)))
def whole_zero(d: Derivation) -> None:
    """0 is a whole number."""
    goal = between(Polynomial.of(0))

    def on(case: str) -> str:
        less = d.claims[case] == ge(number(i) - number(j), 0)
        return d.have(goal, case if less else d.integer(case, j, i), case)

    everywhere(d, d.cases(number(i) - number(j), on))


@lemma(formulas(Fact("whole", "r is whole", whole(r)), Fact("bit", "c is −1, 0 or 1", bit(c))), claim=whole(r + c))
def whole_plus_bit(d: Derivation) -> None:
    """a whole number plus −1, 0 or 1 is a whole number.

    Proof. Each of the three values of c shifts r to a number that is whole; squares that are 1 at one value and 0 at the others join them.
    """
    p = below(r)
    down, same, up = _at(d, "whole", i + 1, j), _at(d, "whole", i, j), _at(d, "whole", i, j + 1)
    joined = certificate(
        product(same, square(1 - c**2)),
        product(up, square(HALF * (c**2 + c))),
        product(down, square(HALF * (c**2 - c))),
        multiple(-HALF * c * (3 * p**2 - 3 * p + 1) - 2 * p + 1, "bit"),
    )
    everywhere(d, d.have(between(r + c), by=joined))


@lemma(formulas(Fact("whole", "r is whole", whole(r)), Fact("equal", "s = r", eq(s, r))), claim=whole(s))
def whole_equal(d: Derivation) -> None:
    """what equals a whole number is one."""
    gap = d.have(eq(below(s) * (below(s) - 1), below(r) * (below(r) - 1)), "equal")
    everywhere(d, d.have(between(s), _at(d, "whole", i, j), gap))


@lemma(formulas(Fact("whole", "r is whole", whole(r)), Fact("positive", "r > 0", gt(r, 0))), claim=ge(r, 1))
def whole_positive(d: Derivation) -> None:
    """a whole number that is positive is at least 1."""
    d.conclude(_at(d, "whole", Index(None), Index(None)), "positive")


@lemma(formulas(Fact("bit", "c is −1, 0 or 1", bit(c))), claim=le(c, 1))
def bit_at_most_one(d: Derivation) -> None:
    """−1, 0 and 1 are at most 1."""
    d.conclude(by=certificate(square(1 - c**2), product(2, square(HALF * (c**2 - c))), multiple(1 - 3 * HALF * c, "bit")))
