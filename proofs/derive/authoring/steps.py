"""Steps that many proofs take: estimates of logarithms, and two claims by one induction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from proofs.derive.authoring.certificate import certificate, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, gt, implies, le, poly
from proofs.kernel import Compare, ForAll, Formula, Implies, Index, Polynomial
from proofs.kernel.axioms import ln
from proofs.kernel.formula import opened

# ------------------------------------------------------------------------------------------------------------------------------------------
# What is known of logarithms, as steps of a proof: the kernel's axioms at given numbers, and what follows from two of them at once.


def ln_product(d: Derivation, a: Polynomial, b: Polynomial, *positive: str) -> str:
    """ln(ab) = ln a + ln b, from the lines a > 0 and b > 0."""
    return _applied(d, "ln-product", a, b, positive)


def ln_tangent(d: Derivation, a: Polynomial, b: Polynomial, *positive: str) -> str:
    """b(ln a − ln b) ≤ a − b, the tangent at b, from the lines a > 0 and b > 0."""
    return _applied(d, "ln-tangent", a, b, positive)


def ln_quadratic(d: Derivation, a: Polynomial, b: Polynomial, *conditions: str) -> str:
    """ln(a/b) ≥ δ/b − δ²/(2b²) for δ = a − b, times 2b², from the lines a − b ≥ 0 and b > 0."""
    return _applied(d, "ln-quadratic", a, b, conditions)


def ln_sinh(d: Derivation, a: Polynomial, b: Polynomial, *conditions: str) -> str:
    """ln(a/b) ≤ (a/b − b/a)/2, times 2ab, from the lines a − b ≥ 0 and b > 0."""
    return _applied(d, "ln-sinh", a, b, conditions)


def ln_below(d: Derivation, a: Polynomial, positive: str, note: str = "") -> str:
    """a ln a ≥ a − 1, from the line a > 0: the tangent at a, where ln 1 is 0."""
    tangent = ln_tangent(d, poly(1), a, d.have(gt(1, 0)), positive)
    return d.have(ge(a * ln(a), a - 1), tangent, d.axiom("ln-one"), note=note)


def ln_rises(d: Derivation, low: Polynomial, high: Polynomial, low_sign: str, high_sign: str, order: str, note: str = "") -> str:
    """ln high ≥ ln low, from the lines low > 0, high > 0 and one that gives high ≥ low."""
    tangent = ln_tangent(d, low, high, low_sign, high_sign)
    scaled = d.have(ge(high * (ln(high) - ln(low)), 0), tangent, order)
    return d.have(ge(ln(high), ln(low)), note=note, by=certificate(scaled, strict(high_sign, "z")))


def ln_below_by_roots(d: Derivation, chain: Sequence[Fraction], note: str = "") -> str:
    """ln a₀ ≤ 2ⁿ(aₙ − 1) for numbers a₀, …, aₙ > 0 with aᵢ ≤ aᵢ₊₁²: roots rounded up, and the tangent at 1."""
    one, last, total = d.have(gt(1, 0)), poly(chain[-1]), chain[-1] - 1
    tangent = ln_tangent(d, last, poly(1), d.have(gt(last, 0)), one)
    line = d.have(le(ln(last), total), tangent, d.axiom("ln-one"), note=note)
    for larger, smaller in zip(chain[-2::-1], chain[:0:-1], strict=True):
        sign, squared = d.have(gt(smaller, 0)), d.have(gt(smaller**2, 0))
        below = ln_tangent(d, poly(larger), poly(smaller**2), d.have(gt(larger, 0)), squared)
        doubled = ln_product(d, poly(smaller), poly(smaller), sign, sign)
        total *= 2
        line = d.have(le(ln(poly(larger)), total), below, doubled, line)
    return line


def root_above(value: Fraction, digits: int = 15) -> Fraction:
    """The least decimal with that many digits whose square is at least `value`."""
    scale = 10**digits
    below = isqrt(int(value * scale * scale))
    return Fraction(below if Fraction(below, scale) ** 2 >= value else below + 1, scale)


def _applied(d: Derivation, axiom: str, a: Polynomial, b: Polynomial, conditions: tuple[str, ...]) -> str:
    """An axiom at a and b, its conditions met one after the other."""
    line = d.axiom(axiom, a, b)
    for condition in conditions:
        claim = d.claims[line]
        if isinstance(claim, Implies):
            line = d.line("apply", claim.conclusion, [line, condition])
    return line


# ------------------------------------------------------------------------------------------------------------------------------------------
# Two claims as one formula for an induction: ‘P and Q’ is written as ‘not (P implies not Q)’.
#
# The kernel can split a conjunction, but it has no rule that forms one. With ⊥ for −1 ≥ 0 its rules for implication and cases suffice.

FALSE = ge(-1, 0)


def pair(p: Formula, q: Formula) -> Formula:
    """The formula ‘P and Q’."""
    return implies(implies(p, implies(q, FALSE)), FALSE)


def joined(d: Derivation, p: str, q: str) -> str:
    """The line ‘P and Q’ from the lines P and Q."""
    denied = d.assume(implies(d.claims[p], implies(d.claims[q], FALSE)))
    half = d.line("apply", implies(d.claims[q], FALSE), [denied, p])
    return d.discharge(d.line("apply", FALSE, [half, q]), denied)


def split(d: Derivation, both: str, p: Formula, q: Formula) -> tuple[str, str]:
    """The lines P and Q, each p ≥ 0 or for all numbers p ≥ 0, from the line ‘P and Q’."""
    return _part(d, both, p, q, 0), _part(d, both, p, q, 1)


def _part(d: Derivation, both: str, p: Formula, q: Formula, which: int) -> str:
    wanted, over = (p, q)[which], list[Index]()
    while isinstance(wanted, ForAll):
        over.append(Index(f"k{len(d.steps)}_{len(over)}"))
        wanted = opened(wanted, over[-1])
    if not isinstance(wanted, Compare) or wanted.relation != ">=":
        raise TypeError("only a claim p ≥ 0 can be taken out of a pair")

    def on(case: str) -> str:
        if d.claims[case] == wanted:
            return case
        assumed = d.assume(p), d.assume(q)
        line = assumed[which]
        for index in over:
            line = d.at(line, index)
        absurd = d.have(FALSE, line, case)
        denied = d.discharge(d.discharge(absurd, assumed[1]), assumed[0])
        return d.have(wanted, d.line("apply", FALSE, [both, denied]))

    line = d.cases(wanted.left, on)
    for index in reversed(over):
        line = d.generalise(line, index)
    return line
