"""Conjectures from one bound on γ and M: that of learners whose updates lengthen the weights by little, and Winnow's.

For such a learner an update takes ‖w‖² to at most ‖w‖² + 2cγ‖w‖ + b, with 0 ≤ c < 1. The Margin Perceptron is one, with c = 1 − ε and
b = 1. After k updates the weights are at least γk long, so that T updates have

    2c(1−c)τ ≤ ln(1 + 2cτ)   for τ = γ²T,        τ ≤ 1   for c = 0

by `margin-perceptron-sharp`, and by the lemma here, which is about m = γ‖w‖ and σ = γ². Let C be a rational number a little above
the root of that equation. The tangent at 1 + 2cC turns it into τ ≤ C, provided that ln(1 + 2cC) ≤ 2c(1−c)C, which square roots show. Of
the C for which γ²T ≤ C implies the conjecture a simple one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import ceil, inf

import numpy as np

from perceptron.extremal.longest import sharp_root
from perceptron.numbers.exact import simplest
from proofs.conjecture import nodes
from proofs.conjecture.pretty import number as decimal
from proofs.decide.logarithms import ln_at_least, ln_at_most
from proofs.decide.posed import MISTAKES, PosedClaim
from proofs.decide.prove import ProvedConjecture, close, library
from proofs.decide.range_facts import NO_LOSS, add_first_mistake, add_rounds, assumed_facts, s, with_margin
from proofs.decide.refute import BROKEN, shortfall
from proofs.decide.round_facts import WINNOW_COUNT
from proofs.derive.authoring.certificate import certificate, combination, product, square, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.steps import ln_below_by_roots, ln_product, ln_tangent, root_above
from proofs.derive.authoring.terms import eq, every, ge, gt, implies, inner, le, nat, number, poly, real, seq
from proofs.kernel import Compare, Formula, Index, Polynomial
from proofs.kernel.axioms import ln
from proofs.statements.page import BuiltProof, Lemma, build
from proofs.statements.standard_facts import M, gamma, length, u, w, z
from proofs.system.work_clock import work_time
from proofs.theorems.margin_perceptron.common import vectors
from proofs.theorems.ranges.all_rounds import E, tau
from proofs.theorems.winnow import common as winnow

CITED = (
    "margin-perceptron-sharp", "margin-step", "weights-grow", "margin-at-most-one", "margin-mistakes", "margin-mistakes-most",
    "updates-are-rounds",
    "updates-at-least-one", "progress", "cauchy-schwarz",
)  # fmt: skip
OF_WINNOW_ROUNDS = ("updates-are-rounds", "updates-at-least-one")
COMPARED_MARGINS = np.geomspace(1e-3, 1, 200)
LOOSEST, HALVINGS = 64.0, 40  # times the least constant: where the looked-for one ends
DIGITS = (2, 4, 6)  # of the constant, from coarse to fine, where floats do not say which is enough
MOST_ROOTS = 48
m, T, k, j, c, sigma = seq("m"), nat("T"), Index("k"), Index("j"), real("c"), real("σ")


def from_bound(
    posed: PosedClaim, facts: Callable[[Derivation], Iterable[str]], built: Mapping[str, BuiltProof], deadline: float, how: str
) -> ProvedConjecture:
    """The conjecture from lines about γ and M. Raises NotFound."""
    d = Derivation(posed.id, posed.named_facts, {id: b.theorem for id, b in built.items()}, posed.conclusion)
    arithmetic, introduced = with_margin(d)
    arithmetic.sign(number(M), d.natural(M))
    if "√M" in d.claims:
        arithmetic.sign(s, "√M ≥ 0")
        arithmetic.equation("√M", number(M))
    image = {"N": lambda t: WINNOW_COUNT(t)} if posed.game.learner == "winnow" else {}
    updates = number(M if image else vectors)
    if image:
        add_first_mistake(d, updates, **image)
    arithmetic.fact(*facts(d))
    assumed_facts(arithmetic, posed.assumptions)
    if "M rounds" in d.claims and "M rounds" not in posed.optional:
        add_rounds(arithmetic, updates, **image)
    if "mistake where ≤ 0" in d.claims:
        most = d.cite("margin-mistakes", c=1 - posed.game.eps)
        least = d.have(ge(MISTAKES, 1), d.cite("updates-at-least-one", χ=lambda t: tau(t), N=lambda t: E(t)), "E")
        arithmetic.sign(MISTAKES, d.have(ge(MISTAKES, 0), least))
        arithmetic.fact(d.have(le(MISTAKES, number(vectors)), most, "E", "M rounds"), least)
        if posed.game.eps >= Fraction(1, 2):
            below_novikoff = d.cite("margin-mistakes-most", c=1 - posed.game.eps)
            arithmetic.fact(d.have(le(gamma**2 * MISTAKES, 1), below_novikoff, "E"))
    return close(arithmetic, posed, introduced, built, deadline, how)


# -- updates that lengthen the weights by little -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Growth:
    """An update takes ‖w‖² to at most ‖w‖² + 2cγ‖w‖ + 1."""

    c: Fraction

    @property
    def least(self) -> float:
        """The constant that none can be below."""
        return sharp_root(float(self.c)) if self.c else 1.0

    def constants(self, posed: PosedClaim) -> Iterator[Fraction]:
        """Such as may be enough for the conjecture, above the least one. Raises NotFound if none is."""
        if (largest := self.enough(posed)) is None:
            raise NotFound(f"not even γ²T ≤ {self.least:.4g} would be enough, and the argument gives no less")
        if not self.c:
            yield Fraction(1)
            return
        if largest < inf:
            yield simplest(max(0.985 * largest, (largest + self.least) / 2), largest)
        for digits in DIGITS:
            if (constant := Fraction(ceil(self.least * 10**digits * (1 + 1e-13)), 10**digits)) <= largest:
                yield constant

    def enough(self, posed: PosedClaim) -> float | None:
        """About the largest C for which γ²T ≤ C implies the conjecture, in floats; infinite if each seems to, None if there is none."""
        comparison, margins = posed.comparison, COMPARED_MARGINS
        walked = (node for side in (comparison.left, comparison.right) for node in nodes.walk(side))
        whole = any(isinstance(node, nodes.Call) and node.fn in ("floor", "ceil") for node in walked)
        numbers = {"U": Fraction(1), "eps": posed.game.eps}
        known = {"gamma": margins, **{name: np.full_like(margins, float(value)) for name, value in numbers.items()}}

        def holds(constant: float) -> bool:
            for part in (1.0, 0.5):
                count = part * constant / margins**2 - 1
                values = known | {"M": np.maximum(np.floor(count + 1e-9) if whole else count, 0)}
                if comparison.names <= values.keys() and (shortfall(comparison, values) > BROKEN).any():
                    return False
            return True  # of other names nothing is known in floats

        low, high = self.least * (1 + 1e-6 * bool(self.c)), LOOSEST * self.least
        if not holds(low):
            return None
        if holds(high):
            return inf
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if holds(middle) else (low, middle)
        return low


def from_growth(posed: PosedClaim, deadline: float, how: str) -> ProvedConjecture:
    """The conjecture from γ²T ≤ C, for one C after the other. Raises NotFound."""
    growth, reasons = Growth(1 - posed.game.eps), dict[str, None]()
    built = {**library(CITED), **({} if growth.c else lemmas())}
    for constant in growth.constants(posed):

        def facts(d: Derivation, constant: Fraction = constant) -> Iterator[str]:
            yield d.cite("margin-at-most-one")
            yield at_most(d, growth, constant)
            if posed.comparison.names & {"W", "P"}:
                yield from _progress(d)

        try:
            until = work_time() + (deadline - work_time()) / 2
            return from_bound(posed, facts, built, until, f"{how}, γ²(M + 1) ≤ {decimal(constant)}")
        except NotFound as reason:
            reasons[str(reason)] = None
    raise NotFound("; ".join(reasons))


def at_most(d: Derivation, growth: Growth, constant: Fraction) -> str:
    """The line γ²T ≤ C."""
    T, c = vectors, growth.c
    count, tau = d.have(ge(number(T), 0), d.natural(M)), gamma**2 * number(T)
    if c:
        sharp, size = d.cite("margin-perceptron-sharp", ε=1 - c), d.have(ge(tau, 0), by=certificate(product(count, square(gamma))))
        return below_root(d, sharp, tau, size, c, constant)
    d.have(gt(gamma**2, 0), by=certificate(strict("positive margin", "positive margin"), product("z")))
    d.generalise(d.have(ge(gamma * length(j), 0), by=certificate(product("positive margin", d.at("‖w‖ ≥ 0", j)))), j)
    start = d.have(le(length(0), 0), d.at("‖w‖", 0), d.expand("zero start", w(0)))
    d.have(le(gamma * length(0), 0), by=certificate(product("positive margin", start)))
    moved, gained = d.cite("margin-step", c=c, M=T), d.cite("weights-grow", M=T)
    within = d.assume(ge(number(T), number(j)))
    far = d.have(ge(gamma * length(j), gamma**2 * number(j)), by=certificate(product("positive margin", d.at(gained, j))))
    d.generalise(d.discharge(far, within), j)
    guard = d.assume(ge(number(T), number(j) + 1))
    claim = longer(gamma * length(j), gamma * length(j + 1), gamma**2, c)
    d.generalise(d.discharge(d.have(claim, by=certificate(product(d.at(moved, j), square(gamma)))), guard), j)
    return d.have(le(tau, constant), d.cite("plain-growth", T=T, m=lambda i: gamma * length(i), σ=gamma**2))


def longer(before: Polynomial, after: Polynomial, sigma: Polynomial, c: Polynomial | Fraction) -> Formula:
    """The growth by an update: m(k+1)² ≤ m(k)² + σ(2cm(k) + 1)."""
    return le(after**2, before**2 + sigma * (2 * c * before + 1))


def below_root(d: Derivation, sharp: str, tau: Polynomial, size: str, c: Fraction, constant: Fraction) -> str:
    """τ ≤ C from 2c(1−c)τ ≤ ln(1 + 2cτ), the line `sharp`, by the tangent at 1 + 2cC; `size` is τ ≥ 0."""
    argument, value, most = 1 + 2 * c * tau, 1 + 2 * c * constant, 2 * c * (1 - c) * constant
    tangent = ln_tangent(d, argument, poly(value), d.have(gt(argument, 0), size), d.have(gt(value, 0)))
    return d.have(le(tau, constant), sharp, tangent, ln_below_by_roots(d, _roots(value, most), most=most))


def _roots(value: Fraction, bound: Fraction) -> list[Fraction]:
    """value, and decimals a little above its square root, that one's root, … until 2ⁿ(last − 1) ≤ bound."""
    for count in range(4, MOST_ROOTS + 1, 4):
        chain = [value]
        for _ in range(count):
            chain.append(root_above(chain[-1], 8 + count // 2))
        if (chain[-1] - 1) * 2**count <= bound:
            return chain
    raise NotFound("the logarithm's bound is too near")


@cache
def lemmas() -> dict[str, BuiltProof]:
    """The bound for any lengths that grow so, replayed by the kernel."""
    lengths = (
        ("σ > 0", gt(sigma, 0)),
        ("m ≥ 0", every(k, ge(m(k), 0))),
        ("start", le(m(0), 0)),
        ("progress", every(k, implies(ge(number(T), number(k)), ge(m(k), sigma * number(k))))),
    )
    tau = sigma * number(T)

    growth = ("growth", every(k, longer(m(k), m(k + 1), sigma, poly(0)), below=number(T)))
    said = "lengths that begin at 0, with m(k+1)² ≤ m(k)² + σ and m(k) ≥ σk up to T, for σ > 0, have σT ≤ 1"
    return {"plain-growth": build(Lemma("plain-growth", said, "", _plain, (*lengths, growth), claim=le(tau, 1)), {})}


def _gain(d: Derivation) -> str:
    d.find_line(ge(number(T), number(T)))
    return d.at("progress", T)


def _plain(d: Derivation) -> None:
    def base() -> str:
        return d.have(le(m(0) ** 2, 0), by=certificate(product("start", d.at("m ≥ 0", 0))))

    tau = sigma * number(T)
    squares = d.induction(lambda i: le(m(i) ** 2, sigma * number(i)), base, lambda i, _: [d.at("growth", i)], upto=T)
    d.find_line(ge(number(T), number(T)))
    size = d.have(ge(tau, 0), by=certificate(product("σ > 0", d.natural(T))))
    far = d.have(le(tau**2, tau), d.at(squares, T), _gain(d), size)
    d.conclude(far, size)


def _progress(d: Derivation) -> Iterator[str]:
    """γ(M + 1) ≤ ⟨u, w⟩ ≤ ‖w‖, the first example among the M + 1."""
    last = length(vectors)
    yield d.cite("progress", M=vectors, **NO_LOSS)
    joined, square, sign = d.cite("cauchy-schwarz", a=u, b=w(vectors)), d.at("‖w‖", vectors), d.at("‖w‖ ≥ 0", vectors)
    squared = d.have(le(inner(u, w(vectors)) ** 2, last**2), joined, "unit comparator", square, d.square(w(vectors)))
    yield d.have(le(inner(u, w(vectors)), last), squared, sign)


# -- Winnow --------------------------------------------------------------------------------------------------------------------------------


def from_winnow(posed: PosedClaim, deadline: float, how: str) -> ProvedConjecture:
    """The conjecture from M(γη − ln cosh η) ≤ ln 2d, at the rate γ from Mγ² ≤ 2 ln 2d, and from 0 < γ ≤ 1. Raises NotFound."""
    name, value = posed.game.rate.split("=")
    if value == "gamma":
        return from_bound(posed, lambda d: (*_of_winnow(d), _at_margin(d)), library(("winnow", *OF_WINNOW_ROUNDS)), deadline, how)
    at = partial(_at_rate if name == "eta" else _at_factor, value=Fraction(value))
    built = library(("winnow-rate", "log-cosh", "ln-monotone", *OF_WINNOW_ROUNDS))
    return from_bound(posed, lambda d: (*_of_winnow(d), *at(d)), built, deadline, how)


def _at_margin(d: Derivation) -> str:
    """Mγ² ≤ 2 ln 2d."""
    return d.have(le(number(M) * gamma**2, 2 * ln(2 * number(winnow.n))), d.cite("winnow"), "rate")


def _at_rate(d: Derivation, value: Fraction) -> Iterator[str]:
    """M(γη − ln cosh η) ≤ ln 2d for a number η, with (e^η + e^(−η))/2 for cosh η where the conjecture has these; M(γη − η²/2) ≤ ln 2d."""
    least = d.have(ge(winnow.eta, value), "rate")
    square = d.have(ge(Fraction(1, 2) * value**2, ln(winnow.cosh)), d.cite("log-cosh"), "rate")
    yield from (_share(d, poly(value), least), _share(d, poly(value), least, poly(Fraction(1, 2) * value**2), square))
    powers = {c: name for name, c in _exponentials(d) if c in (value, -value)}
    if len(powers) == 2:
        above, below = (real(powers[c]) for c in (value, -value))
        sign, inverse = _signs(d)
        whole = winnow.beta * winnow.per_beta
        d.have(gt(whole, 0), "1/β")
        d.have(gt(1, 0))
        for one, other in ((whole, poly(1)), (poly(1), whole)):
            d.have(ge(other, one), "1/β")
        ones = [d.cite("ln-monotone", a=whole, b=poly(1)), d.cite("ln-monotone", a=poly(1), b=whole)]
        parts = ln_product(d, winnow.beta, winnow.per_beta, sign, inverse)
        known, turned = (parts, *ones, d.axiom("ln-one"), "rate"), ln(winnow.per_beta) + value
        sides = [d.have(side, *known) for side in (le(turned, 0), ge(turned, 0))]
        lines = [
            *_same(d, above, winnow.beta, f"{powers[value]} > 0", sign, powers[value], "rate"),
            *_same(d, below, winnow.per_beta, f"{powers[-value]} > 0", inverse, powers[-value], *sides),
        ]
        half = Fraction(1, 2) * (above + below)
        yield _share(d, poly(value), least, ln(half), _monotone(d, winnow.cosh, half, *lines))


def _at_factor(d: Derivation, value: Fraction) -> Iterator[str]:
    """M(γ ln β − ln((β + 1/β)/2)) ≤ ln 2d for a number β."""
    cosh = (value + 1 / value) / 2
    least = _monotone(d, poly(value), winnow.beta, "rate")
    inverse = d.have(eq(winnow.per_beta, 1 / value), by=combination((1 / value, "1/β"), (1 / value * winnow.per_beta, "rate")))
    most = _monotone(d, winnow.cosh, poly(cosh), "rate", inverse)
    yield _share(d, ln(poly(value)), least, ln(poly(cosh)), most)
    (low, above), (high, below) = ln_at_least(d, value), ln_at_most(d, cosh)
    yield from (above, below)
    lines = d.have(ge(winnow.eta, low), least, above), d.have(ge(high, ln(winnow.cosh)), most, below)
    yield _share(d, poly(low), lines[0], poly(high), lines[1])


def _share(d: Derivation, eta: Polynomial, least: str, energy: Polynomial | None = None, most: str = "") -> str:
    """M(γη − energy) ≤ ln 2d from `winnow-rate` and the lines ln β ≥ η and energy ≥ ln cosh ln β, which is the energy if none is given."""
    count, cited = d.natural(M), d.cite("winnow-rate")
    energy, more = (ln(winnow.cosh), []) if energy is None else (energy, [product(count, most)])
    by = certificate(product(cited), product(count, "positive margin", least), *more)
    return d.have(le(number(M) * (gamma * eta - energy), ln(winnow.size)), by=by)


def _monotone(d: Derivation, a: Polynomial, b: Polynomial, *equal: str) -> str:
    """ln a ≤ ln b for a > 0, which has no letter but β and 1/β, from lines by which a ≤ b."""
    d.have(gt(a, 0), *_signs(d))
    d.have(ge(b, a), *equal)
    return d.cite("ln-monotone", a=a, b=b)


def _signs(d: Derivation) -> tuple[str, str]:
    """β > 0 and 1/β > 0."""
    sign = d.have(gt(winnow.beta, 0), "factor")
    return sign, d.have(gt(winnow.per_beta, 0), "1/β", sign)


def _same(d: Derivation, a: Polynomial, b: Polynomial, above: str, also: str, *logarithms: str) -> list[str]:
    """a ≤ b and a ≥ b from the lines a > 0, b > 0 and others by which ln a = ln b."""
    pairs = (a, b, above, also), (b, a, also, above)
    return [d.have(ge(y, x), ln_tangent(d, y, x, second, first), *logarithms) for x, y, first, second in pairs]


def _exponentials(d: Derivation) -> Iterator[tuple[str, Fraction]]:
    """The names of e^c for a number c, each with c."""
    for line, claim in d.hypotheses:
        if isinstance(claim, Compare) and claim.relation == "=":
            rest = {c for c in (claim.left - sign * ln(real(line)) for sign in (1, -1)) if set(c.terms) <= {frozenset()}}
            for c in rest:
                value = c.terms.get(frozenset(), Fraction(0))
                yield line, -value if claim.left == ln(real(line)) + value else value


def _of_winnow(d: Derivation) -> Iterator[str]:
    """ln 2d = ln 2 + ln d and ln d ≤ d − 1; γ ≤ 1; M ≥ 1 and d ≥ 1."""
    size = number(winnow.n)
    yield from ("first mistake", "n")
    two = d.have(gt(2, 0))
    apart = ln_product(d, poly(2), size, two, d.have(gt(size, 0), "n"))
    parts = ln(poly(2)) + ln(size)
    yield from (d.have(le(ln(2 * size), parts), apart), d.have(ge(ln(2 * size), parts), apart))
    yield from (ln_at_least(d, Fraction(2))[1], ln_at_most(d, Fraction(2))[1], d.cite("ln-monotone", a=poly(1), b=size), d.axiom("ln-one"))
    yield d.have(le(ln(size), size - 1), ln_tangent(d, size, poly(1), d.have(gt(size, 0), "n"), d.have(gt(1, 0))), d.axiom("ln-one"))
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
