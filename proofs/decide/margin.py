"""The Margin Perceptron: its sharp theorem, a tangent of the logarithm in rational numbers, then algebra.

The theorem `margin-perceptron-sharp` says 2c(1−c)τ ≤ ln(1 + 2cτ) for τ = γ²(M + 1) and c = 1 − ε.  Let C be a rational number a little
above the root of that equation.  The tangent at 1 + 2cC turns the theorem into γ²(M + 1) ≤ C, provided that ln(1 + 2cC) ≤ 2c(1−c)C, which
square roots show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from math import ceil
from time import monotonic
from typing import Any

from perceptron.extremal.longest import sharp_root
from proofs.decide.named_terms import learn
from proofs.decide.posed import Posed
from proofs.decide.prove import ProvedConjecture, finished, library
from proofs.decide.range_facts import per_gamma, s
from proofs.decide.structure import Structure
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate import certificate, product, square
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.logarithm_steps import ln_below_by_roots, ln_tangent, root_above
from proofs.derive.authoring.terms import ge, gt, le, number, poly
from proofs.kernel.axioms import ln
from proofs.statements.page import Built
from proofs.statements.standard_facts import M, gamma
from proofs.theorems.margin_perceptron.common import vectors

CITED = ("margin-perceptron-sharp", "margin-perceptron-simple", "margin-at-most-one")
DIGITS = (2, 4, 6)  # of the constant, from coarse to fine
MOST_ROOTS = 48


def from_sharp_bound(posed: Posed, deadline: float, how: str) -> ProvedConjecture:
    """The conjecture from γ²(M + 1) ≤ C, for finer and finer C. Raises NotFound."""
    c = 1 - posed.game.eps
    if c == 0:  # the plain Perceptron, but for the first example
        return from_bound(posed, _at_one, library(CITED), deadline, how)
    reasons = []
    for digits in DIGITS:
        constant = Fraction(ceil(sharp_root(float(c)) * 10**digits * (1 + 1e-13)), 10**digits)
        try:
            bounded = partial(_bounded, posed=posed, c=c, constant=constant)
            said = f"{how}, γ²(M + 1) ≤ {float(constant)}"
            return from_bound(posed, bounded, library(CITED), monotonic() + (deadline - monotonic()) / 2, said)
        except NotFound as reason:
            reasons.append(str(reason))
    raise NotFound("; ".join(dict.fromkeys(reasons)))


def from_bound(
    posed: Posed, facts: Callable[[Derivation], Iterable[str]], built: Mapping[str, Built], deadline: float, how: str
) -> ProvedConjecture:
    """The conjecture from lines about γ and M."""
    d = Derivation(posed.id, posed.named, {id: b.theorem for id, b in built.items()}, posed.conclusion)
    arithmetic, introduced = _arithmetic(d)
    arithmetic.fact(*posed.assumed, *facts(d))
    learn(arithmetic, posed)
    structure = Structure(arithmetic, posed.translation, deadline)
    line = structure.line(posed.comparison.left, posed.comparison.op, posed.comparison.right)
    return finished(d, posed, line, [*introduced, *structure.logarithms.introduced], built, how)


def _arithmetic(d: Derivation) -> tuple[Arithmetic[Derivation], list[str]]:
    """γ, 1/γ and M with their signs."""
    arithmetic, introduced, line = Arithmetic(d), [], "1/γ"
    arithmetic.sign(gamma, "positive margin")
    if line not in d.claims:
        _, line = d.inverse("positive margin", "1/γ")
        introduced.append(line)
    arithmetic.sign(per_gamma, d.have(gt(per_gamma, 0), line, "positive margin"))
    arithmetic.reciprocal(per_gamma, gamma, line)
    arithmetic.sign(number(M), d.natural(M))
    if "√M" in d.claims:
        arithmetic.sign(s, "√M ≥ 0")
        arithmetic.equation("√M", number(M))
    return arithmetic, introduced


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
    low = log_below(d, 1 + 2 * c * constant, 2 * c * (1 - c) * constant)
    return [d.cite("margin-at-most-one"), d.have(le(tau, constant), sharp, tangent, low)]


def log_below(d: Derivation, value: Fraction, bound: Fraction) -> str:
    """The line ln(value) ≤ bound, by square roots rounded up and ln x ≤ x − 1. Raises NotFound if the bound is too near."""
    return d.have(le(ln(poly(value)), bound), ln_below_by_roots(d, _roots(value, bound)))


def _roots(value: Fraction, bound: Fraction) -> list[Fraction]:
    """value, and decimals a little above its square root, that one's root, … until 2ⁿ(last − 1) ≤ bound."""
    for count in range(4, MOST_ROOTS + 1, 4):
        chain = [value]
        for _ in range(count):
            chain.append(root_above(chain[-1], 8 + count // 2))
        if (chain[-1] - 1) * 2**count <= bound:
            return chain
    raise NotFound("the logarithm's bound is too near")
