"""Steps that many proofs take: estimates of logarithms, finite sums term by term, and two claims by one induction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

from proofs.derive.authoring.certificate import Certificate, certificate, combination, multiple, product, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import Term, eq, ge, gt, implies, le, poly, sum_below
from proofs.kernel import Compare, ForAll, Formula, Implies, Index, Polynomial
from proofs.kernel.axioms import ln
from proofs.kernel.formula import opened

# ------------------------------------------------------------------------------------------------------------------------------------------
# What is known of logarithms, as steps of a proof: the kernel's axioms at given numbers, and what follows from two of them at once.


def ln_product(d: Derivation, a: Polynomial, b: Polynomial, *positive: str) -> str:
    """ln(ab) = ln a + ln b, from the lines a > 0 and b > 0."""
    return d.apply(d.axiom("ln-product", a, b), *positive)


def ln_tangent(d: Derivation, a: Polynomial, b: Polynomial, *positive: str) -> str:
    """b(ln a − ln b) ≤ a − b, the tangent at b, from the lines a > 0 and b > 0."""
    return d.apply(d.axiom("ln-tangent", a, b), *positive)


def ln_quadratic(d: Derivation, a: Polynomial, b: Polynomial, *conditions: str) -> str:
    """ln(a/b) ≥ δ/b − δ²/(2b²) for δ = a − b, times 2b², from the lines a − b ≥ 0 and b > 0."""
    return d.apply(d.axiom("ln-quadratic", a, b), *conditions)


def ln_sinh(d: Derivation, a: Polynomial, b: Polynomial, *conditions: str) -> str:
    """ln(a/b) ≤ (a/b − b/a)/2, times 2ab, from the lines a − b ≥ 0 and b > 0."""
    return d.apply(d.axiom("ln-sinh", a, b), *conditions)


def ln_below(d: Derivation, a: Polynomial, positive: str, note: str = "") -> str:
    """a ln a ≥ a − 1, from the line a > 0: the tangent at a, where ln 1 is 0."""
    tangent = ln_tangent(d, poly(1), a, d.have(gt(1, 0)), positive)
    return d.have(ge(a * ln(a), a - 1), tangent, d.axiom("ln-one"), note=note)


def ln_rises(d: Derivation, low: Polynomial, high: Polynomial, low_sign: str, high_sign: str, order: str, note: str = "") -> str:
    """ln high ≥ ln low, from the lines low > 0, high > 0 and one that gives high ≥ low."""
    tangent = ln_tangent(d, low, high, low_sign, high_sign)
    scaled = d.have(ge(high * (ln(high) - ln(low)), 0), tangent, order)
    return d.have(ge(ln(high), ln(low)), note=note, by=certificate(scaled, strict(high_sign, "z")))


def ln_below_by_roots(d: Derivation, chain: Sequence[Fraction], note: str = "", most: Fraction | None = None) -> str:
    """ln a₀ ≤ 2ⁿ(aₙ − 1) for numbers a₀, …, aₙ > 0 with aᵢ ≤ aᵢ₊₁²: roots rounded up, and the tangent at 1.

    With `most` the claim is ln a₀ ≤ `most`, and each line has its certificate: to search for one takes half a second, and a verdict on
    logarithms needs many.  The certificates of a page are stored."""

    def above_0(c: Fraction) -> str:
        return d.have(gt(c, 0)) if most is None else number_above_0(d, c)

    def weigh(*parts: Any, rest: Fraction = Fraction(0)) -> Certificate | None:
        return None if most is None else certificate(*parts, *([product(rest)] if rest else []))

    one, last, total = above_0(Fraction(1)), poly(chain[-1]), chain[-1] - 1
    tangent = ln_tangent(d, last, poly(1), above_0(chain[-1]), one)
    none = d.axiom("ln-one")
    line = d.have(le(ln(last), total), tangent, none, note=note, by=weigh(tangent, multiple(-1, none)))
    for larger, root in zip(chain[-2::-1], chain[:0:-1], strict=True):
        sign, squared = above_0(root), above_0(root**2)
        below = ln_tangent(d, poly(larger), poly(root**2), above_0(larger), squared)
        doubled = ln_product(d, poly(root), poly(root), sign, sign)
        total *= 2
        parts = product(1 / root**2, below), product(2, line), multiple(-1, doubled)
        line = d.have(le(ln(poly(larger)), total), below, doubled, line, by=weigh(*parts, rest=1 - larger / root**2))
    return line if most is None else d.have(le(ln(poly(chain[0])), most), by=weigh(line, rest=most - total))


def number_above_0(d: Derivation, c: Fraction) -> str:
    """The line c > 0 of a number."""
    return d.have(gt(c, 0), by=certificate(strict(c), "z"))


def root_above(value: Fraction, digits: int = 15) -> Fraction:
    """The least decimal with that many digits whose square is at least `value`."""
    scale = 10**digits
    below = isqrt(int(value * scale * scale))
    return Fraction(below if Fraction(below, scale) ** 2 >= value else below + 1, scale)


# ------------------------------------------------------------------------------------------------------------------------------------------
# Finite sums: what holds of their terms holds of the sums, and two sums change places.

Summed = tuple[Term, Callable[[Index], Term]]  # a weight, and what is summed


def weighted_sum(parts: Sequence[Summed], below: Index | int) -> Polynomial:
    """Σ weight·(Σ(k < below) term(k))."""
    return sum((poly(weight) * sum_below(below, term) for weight, term in parts), Polynomial({}))


def termwise(
    d: Derivation, parts: Sequence[Summed], each: Callable[[Index], str] | None, upto: Index | None = None, equal: bool = True
) -> str:
    """For all i (≤ upto) Σ weight·(Σ(k < i) term(k)) is 0 (or not negative), as by `each` Σ weight·term(k) is.

    There is nothing to show of the terms, if they cancel by themselves."""
    sums, relation = [d.unfold(term) for _, term in parts], eq if equal else ge

    def have(i: Index, lines: Sequence[str], *more: str) -> str:
        used = [(weight, line) for (weight, _), line in zip(parts, lines, strict=True)]
        parts_ = combination(*used, *((1, line) for line in more)) if equal else certificate(*more, *(multiple(*pair) for pair in used))
        return d.have(relation(weighted_sum(parts, i), 0), by=parts_)

    def step(i: Index, before: str) -> str:
        own = [] if each is None else [each(i)]
        return have(i + 1, [d.at(line, i) for _, line in sums], before, *own)

    return d.induction(
        lambda i: relation(weighted_sum(parts, i), 0), lambda: have(Index(None), [line for line, _ in sums]), step, upto=upto
    )


def added_up(d: Derivation, below: Index, each: str | None, *parts: Summed) -> str:
    """From ‘for all k: c·f(k) + c′·g(k) + … = 0’, the line `each`, the same of the sums Σ f, Σ g, … over k < `below`."""
    return d.at(termwise(d, parts, None if each is None else lambda i: d.at(each, i)), below)


def swap_sums(d: Derivation, rows: Index, columns: Index, term: Callable[[Index, Index], Polynomial]) -> str:
    """Σ(l < rows) Σ(a < columns) term(l, a) − Σ(a < columns) Σ(l < rows) term(l, a) = 0."""
    outer, column = d.unfold(lambda row: sum_below(columns, lambda a: term(row, a))), Index("column")

    def by_columns(size: Index) -> Polynomial:
        return sum_below(columns, lambda a: sum_below(size, lambda row: term(row, a)))

    def gap(size: Index) -> Polynomial:
        return sum_below(size, lambda row: sum_below(columns, lambda a: term(row, a))) - by_columns(size)

    def base() -> str:
        none = d.generalise(d.unfold(lambda row: term(row, column))[0], column)
        empty = added_up(d, columns, none, (1, lambda a: sum_below(0, lambda row: term(row, a))))
        return d.have(eq(gap(Index(None)), 0), outer[0], empty)

    def step(size: Index, before: str) -> list[str]:
        grown = d.generalise(d.at(d.unfold(lambda row: term(row, column))[1], size), column)
        sums = (1, lambda a: sum_below(size + 1, lambda row: term(row, a))), (-1, lambda a: sum_below(size, lambda row: term(row, a)))
        more = added_up(d, columns, grown, *sums, (-1, lambda a: term(size, a)))
        return [d.at(outer[1], size), more]

    return d.at(d.induction(lambda size: eq(gap(size), 0), base, step), rows)


# ------------------------------------------------------------------------------------------------------------------------------------------
# Two claims as one formula for an induction: ‘P and Q’ is written as ‘not (P implies not Q)’.
#
# The kernel can split a conjunction, but it has no rule that forms one. With ⊥ for −1 ≥ 0 its rules for implication and cases suffice.

FALSE = ge(-1, 0)


def pair(p: Formula, q: Formula) -> Formula:
    """The formula ‘P and Q’."""
    return implies(implies(p, implies(q, FALSE)), FALSE)


def join(d: Derivation, p: str, q: str) -> str:
    """The line ‘P and Q’ from the lines P and Q."""
    denied = d.assume(implies(d.claims[p], implies(d.claims[q], FALSE)))
    return d.discharge(d.apply(denied, p, q), denied)


def split(d: Derivation, both: str, p: Formula, q: Formula) -> tuple[str, str]:
    """The lines P and Q, each p ≥ 0, for all numbers or under premises, from the line ‘P and Q’."""
    return _part(d, both, p, q, 0), _part(d, both, p, q, 1)


def both_by_induction(
    d: Derivation,
    claims: Callable[[Index], tuple[Formula, Formula]],
    base: Callable[[], tuple[str, str]],
    step: Callable[[Index, str, str], tuple[str, str]],
    upto: Index | None = None,
    note: str = "",
) -> Callable[[Index], tuple[str, str]]:
    """Two claims for every k (≤ upto), each p ≥ 0, for all numbers or under premises: what gives the lines of both at an index."""

    def further(i: Index, before: str) -> str:
        return join(d, *step(i, *split(d, before, *claims(i))))

    always = d.induction(lambda i: pair(*claims(i)), lambda: join(d, *base()), further, upto=upto, note=note)

    def at(i: Index) -> tuple[str, str]:
        both = d.line("instantiate", pair(*claims(i)), [always], {"at": i}) if upto is None else d.at(always, i)
        return split(d, both, *claims(i))

    return at


def _part(d: Derivation, both: str, p: Formula, q: Formula, which: int) -> str:
    wanted, over, within = (p, q)[which], list[Index](), list[str]()
    while isinstance(wanted, ForAll):
        over.append(d.fresh("k"))
        wanted = opened(wanted, over[-1])
    while isinstance(wanted, Implies):
        within.append(d.assume(wanted.premise))
        wanted = wanted.conclusion
    if not isinstance(wanted, Compare) or wanted.relation != ">=":
        raise TypeError("only a claim p ≥ 0 can be taken out of a pair")

    def otherwise(case: str) -> str:
        assumed = d.assume(p), d.assume(q)
        absurd = d.have(FALSE, d.apply(d.at(assumed[which], *over), *within), case)
        denied = d.discharge(d.discharge(absurd, assumed[1]), assumed[0])
        return d.have(wanted, d.apply(both, denied))

    line = d.cases(wanted.left, lambda case: case, otherwise)
    for premise in reversed(within):
        line = d.discharge(line, premise)
    for index in reversed(over):
        line = d.generalise(line, index)
    return line
