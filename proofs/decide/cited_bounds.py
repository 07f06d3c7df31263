"""Conjectures from a bound of the catalogue: the Margin Perceptron's sharp theorem, and Winnow's.

The theorem `margin-perceptron-sharp` says 2c(1−c)τ ≤ ln(1 + 2cτ) for τ = γ²(M + 1) and c = 1 − ε.  Let C be a rational number a little
above the root of that equation.  The tangent at 1 + 2cC turns the theorem into γ²(M + 1) ≤ C, provided that ln(1 + 2cC) ≤ 2c(1−c)C, which
square roots show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import ceil
from time import monotonic
from typing import Any

from perceptron.extremal.longest import sharp_root
from proofs.decide.logarithms import ln_at_least
from proofs.decide.posed import ROUNDS, Posed
from proofs.decide.prove import ProvedConjecture, finished, library
from proofs.decide.range_facts import NO_LOSS, assumed_facts, learn, s, with_margin
from proofs.decide.structure import Structure
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate import certificate, product, square
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.steps import ln_below_by_roots, ln_product, ln_tangent, root_above
from proofs.derive.authoring.terms import ge, gt, inner, le, number, poly
from proofs.kernel import Index
from proofs.kernel.axioms import ln
from proofs.statements.page import Built
from proofs.statements.standard_facts import M, gamma, length, u, w, z
from proofs.theorems.margin_perceptron.common import vectors
from proofs.theorems.winnow import common as winnow

CITED_SHARP = ("margin-perceptron-sharp", "margin-perceptron-simple", "margin-at-most-one", "progress", "cauchy-schwarz")
CITED_WINNOW = ("winnow",)
DIGITS = (2, 4, 6)  # of the constant, from coarse to fine
MOST_ROOTS = 48


def from_sharp_bound(posed: Posed, deadline: float, how: str) -> ProvedConjecture:
    """The conjecture from γ²(M + 1) ≤ C, for finer and finer C. Raises NotFound."""
    c = 1 - posed.game.eps
    if c == 0:  # the plain Perceptron, but for the first example
        return from_bound(posed, _at_one, library(CITED_SHARP), deadline, how)
    reasons = []
    for digits in DIGITS:
        constant = Fraction(ceil(sharp_root(float(c)) * 10**digits * (1 + 1e-13)), 10**digits)
        try:
            bounded = partial(_bounded, posed=posed, c=c, constant=constant)
            said = f"{how}, γ²(M + 1) ≤ {float(constant)}"
            return from_bound(posed, bounded, library(CITED_SHARP), monotonic() + (deadline - monotonic()) / 2, said)
        except NotFound as reason:
            reasons.append(str(reason))
    raise NotFound("; ".join(dict.fromkeys(reasons)))


def from_bound(
    posed: Posed, facts: Callable[[Derivation], Iterable[str]], built: Mapping[str, Built], deadline: float, how: str
) -> ProvedConjecture:
    """The conjecture from lines about γ and M."""
    d = Derivation(posed.id, posed.named, {id: b.theorem for id, b in built.items()}, posed.conclusion)
    arithmetic, introduced = _arithmetic(d)
    arithmetic.fact(*facts(d))
    assumed_facts(arithmetic, posed.assumed)
    if "T" in d.claims:
        arithmetic.sign(ROUNDS, d.have(ge(ROUNDS, 0), "T", d.natural(M)))
        arithmetic.fact("T")
    if posed.game.learner == "margin" and posed.comparison.names & {"W", "P"}:
        arithmetic.fact(*_progress(d))
    learn(arithmetic, posed)
    structure = Structure(arithmetic, posed.translation, deadline)
    line = structure.line(posed.comparison.left, posed.comparison.op, posed.comparison.right)
    return finished(d, posed, line, [*introduced, *structure.logarithms.introduced], built, how)


def _arithmetic(d: Derivation) -> tuple[Arithmetic[Derivation], list[str]]:
    """γ, 1/γ and M with their signs."""
    arithmetic, introduced = with_margin(d)
    arithmetic.sign(number(M), d.natural(M))
    if "√M" in d.claims:
        arithmetic.sign(s, "√M ≥ 0")
        arithmetic.equation("√M", number(M))
    return arithmetic, introduced


def _progress(d: Derivation) -> Iterator[str]:
    """γ(M + 1) ≤ ⟨u, w⟩ ≤ ‖w‖, the first example among the M + 1."""
    last = length(vectors)
    yield d.cite("progress", M=vectors, **NO_LOSS)
    joined, square, sign = d.cite("cauchy-schwarz", a=u, b=w(vectors)), d.at("‖w‖", vectors), d.at("‖w‖ ≥ 0", vectors)
    squared = d.have(le(inner(u, w(vectors)) ** 2, last**2), joined, "unit comparator", square, d.square(w(vectors)))
    yield d.have(le(inner(u, w(vectors)), last), squared, sign)


def _at_one(d: Derivation) -> list[str]:
    """γ ≤ 1 and M + 1 ≤ 1/γ², for ε = 1."""
    images: dict[str, Any] = {"ε": 1, "1/ε": 1}
    return [d.cite("margin-at-most-one"), d.cite("margin-perceptron-simple", **images)]


def _bounded(d: Derivation, posed: Posed, c: Fraction, constant: Fraction) -> list[str]:
    """γ ≤ 1 and γ²(M + 1) ≤ C."""
    tau = gamma**2 * number(vectors)
    argument, at = 1 + 2 * c * tau, poly(1 + 2 * c * constant)
    sharp = d.cite("margin-perceptron-sharp", ε=posed.game.eps)
    count = d.have(ge(number(vectors), 0), d.natural(M))
    size = d.have(ge(tau, 0), by=certificate(product(count, square(gamma))))
    tangent = ln_tangent(d, argument, at, d.have(gt(argument, 0), size), d.have(gt(at, 0)))
    value, bound = 1 + 2 * c * constant, 2 * c * (1 - c) * constant
    low = ln_below_by_roots(d, _roots(value, bound), most=bound)
    return [d.cite("margin-at-most-one"), d.have(le(tau, constant), sharp, tangent, low)]


def _roots(value: Fraction, bound: Fraction) -> list[Fraction]:
    """value, and decimals a little above its square root, that one's root, … until 2ⁿ(last − 1) ≤ bound."""
    for count in range(4, MOST_ROOTS + 1, 4):
        chain = [value]
        for _ in range(count):
            chain.append(root_above(chain[-1], 8 + count // 2))
        if (chain[-1] - 1) * 2**count <= bound:
            return chain
    raise NotFound("the logarithm's bound is too near")


def from_winnow(posed: Posed, deadline: float, how: str) -> ProvedConjecture:
    """The conjecture from Mγ² ≤ 2 ln 2d and 0 < γ ≤ 1. Raises NotFound."""
    return from_bound(posed, _of_winnow, library(CITED_WINNOW), deadline, how)


def _of_winnow(d: Derivation) -> Iterator[str]:
    """Mγ² ≤ 2 ln 2d, where ln 2d = ln 2 + ln d; γ ≤ 1; M ≥ 1 and d ≥ 1."""
    size, count = number(winnow.n), number(M)
    yield from ("first mistake", "n")
    yield d.have(le(count * gamma**2, 2 * ln(2 * size)), d.cite("winnow"), "rate")
    two = d.have(gt(2, 0))
    apart = ln_product(d, poly(2), size, two, d.have(gt(size, 0), "n"))
    parts = ln(poly(2)) + ln(size)
    yield from (d.have(le(ln(2 * size), parts), apart), d.have(ge(ln(2 * size), parts), apart))
    yield from (ln_at_least(d, Fraction(2))[1], d.cite("ln-monotone", a=poly(1), b=size), d.axiom("ln-one"))
    yield _margin_at_most_one(d)


def _margin_at_most_one(d: Derivation) -> str:
    """γ ≤ ⟨u, z(0)⟩ ≤ ‖u‖₁ ≤ 1, coordinate by coordinate."""
    A, V, N, e = winnow.A, winnow.V, winnow.N, winnow.e

    def base() -> str:
        return d.have(le(inner(V(0), z(0)), A(0)), d.expand("V starts", z(0)), "A starts")

    def step(i: Index, before: str) -> str:
        moved, short = d.expand(d.at("V", i), z(0)), d.at(d.at("bounded examples", 0), i)
        entry = d.have(le(inner(e(i), z(0)), 1), short)
        return d.have(le(inner(V(i + 1), z(0)), A(i + 1)), before, moved, entry, d.at("A", i), d.at("sign balance", i))

    below = d.upto(N, lambda i: le(inner(V(i), z(0)), A(i)), base, step)
    return d.have(le(gamma, 1), below, d.at("separable", 0), "rate", "unit comparator")
