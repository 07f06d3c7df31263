"""Bounds for learners whose updates lengthen the weights by little, from an envelope of ‖w‖.

The envelope's proof is a lemma on numbers: lengths n(k) that grow by little and progress at least γk have γ²T ≤ C.

    n(0) ≤ 0,   n(k+1)² ≤ n(k)² + 2cγn(k) + 1   and   n(k) ≥ γk   give   γ²T ≤ C

By one induction: n(k) ≤ L(k) = √k + Σ aⱼγʲ√kʲ⁺¹ and γ²k ≤ C.  Two inequalities in one variable, the room and the lead of `coefficients`,
are searched for by semidefinite programmes; all else is written down.

The conjecture follows from the envelope by γ²T ≤ C·b for T updates that take ‖w‖² to at most ‖w‖² + 2cγ‖w‖ + b.

The lemma has b = 1.  It is cited for ‖w‖/√b and γ/√b."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from perceptron.extremal.longest import sharp_root
from perceptron.numbers.exact import simplest
from proofs.conjecture import nodes
from proofs.decide.cited_bounds import from_bound
from proofs.decide.declared_updates import StatedUpdate
from proofs.decide.orthogonal import BROKEN, broken
from proofs.decide.posed import Posed
from proofs.decide.prove import ProvedConjecture, library
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate import Product, certificate, multiple, product, square, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.steps import both_by_induction
from proofs.derive.authoring.terms import both, eq, every, ge, gt, implies, le, nat, number, poly, seq
from proofs.kernel import Formula, Index, Polynomial
from proofs.statements.page import Built, Lemma, build
from proofs.statements.standard_facts import gamma, length, w, z
from proofs.theorems.margin_perceptron.common import vectors

Array = np.ndarray[Any, Any]
HIGHEST_DEGREE = 5
NEXT = 0.005  # a new coefficient to start from
DENOMINATORS = (10, 20, 50, 100, 200, 500, 1000, 5000, 20000, 10**5)
POINTS = 300
LEAST_ROOM = 1e-6


def squared(a: Sequence[Any]) -> list[Any]:
    """E₀, E₁, E₂, …, the coefficients of X²."""
    x = [0, 1, *a]
    coefficients_of_square = [0 * x[0]] * (2 * len(x) - 1)
    for i, p in enumerate(x):
        for j, q in enumerate(x):
            coefficients_of_square[i + j] = coefficients_of_square[i + j] + p * q
    return coefficients_of_square


def room(a: Sequence[Any], c: Any) -> list[Any]:
    """The coefficients of the room, by power of σ."""
    e, x = squared(a), [0, 1, *a]
    return [Fraction(p, 2) * e[p] - (2 * c * x[p - 2] if p - 2 < len(x) else 0) for p in range(3, len(e))] if len(a) else []


def lead(a: Sequence[Any]) -> list[Any]:
    """The coefficients of the lead, by power of σ."""
    return [-1, 1 - a[0], *(-x for x in a[1:])] if len(a) else [-1, 1]


def coefficients(c: Fraction, constant: Fraction) -> list[Fraction] | None:
    """Rational a₁, a₂, … of the least degree that prove `constant`, with room to spare; None if there are none."""
    if c == 0:
        return [] if constant >= 1 else None
    start = np.array([2 * float(c) / 3 + 0.05, 0.0])
    for _ in range(2, HIGHEST_DEGREE + 1):
        best = _optimised(start, float(c), float(constant))
        if best[-1] > LEAST_ROOM and (found := _rounded(best, float(c), float(constant))) is not None:
            return found
        start = np.insert(best, -1, NEXT)  # the next degree begins where this one ended
    return None


def _margins(a: Sequence[float], c: float, constant: float) -> Array:
    """The room and the lead where each is to be positive."""
    below, above = np.linspace(0, np.sqrt(constant), POINTS), np.linspace(np.sqrt(constant), np.sqrt(constant + 1), POINTS // 3)
    parts = ((below, room(a, c)), (above, lead(a)))
    return np.concatenate([np.polynomial.polynomial.polyval(at, np.array([float(x) for x in p])) for at, p in parts])


def _optimised(start: Array, c: float, constant: float) -> Array:
    """The coefficients for which the least margin is largest, and that margin."""
    from scipy.optimize import minimize

    margins = {"type": "ineq", "fun": lambda x: _margins(x[:-1], c, constant) - x[-1]}
    squares = {"type": "ineq", "fun": lambda x: np.array(squared(x[:-1])[3:])}
    return np.asarray(minimize(lambda x: -x[-1], start, constraints=[margins, squares], method="SLSQP", options={"maxiter": 300}).x)


def _rounded(best: Array, c: float, constant: float) -> list[Fraction] | None:
    """The coefficients as coarse fractions that leave a quarter of the margin."""
    for denominator in DENOMINATORS:
        a = [Fraction(round(x * denominator), denominator) for x in best[:-1]]
        if min(squared(a)[3:]) >= 0 and _margins([float(x) for x in a], c, constant).min() > best[-1] / 4:
            return a
    return None


n, root_of, T, k = seq("n"), seq("√"), nat("T"), nat("k")
SECONDS = 8.0  # for one inequality in one variable
POSITIVE = "positive margin"
ID = "envelope"


def bounded_by(c: Fraction, constant: Fraction, a: Sequence[Fraction]) -> Built:
    """The lemma with the envelope's coefficients a₁, a₂, …, replayed by the kernel. Raises NotFound."""
    facts = (
        (POSITIVE, gt(gamma, 0)),
        ("n ≥ 0", every(k, ge(n(k), 0))),
        ("start", le(n(0), 0)),
        ("growth", every(k, le(n(k + 1) ** 2, n(k) ** 2 + 2 * c * gamma * n(k) + 1), below=number(T))),
        ("progress", every(k, implies(ge(number(T), number(k)), ge(n(k), gamma * number(k))))),
    )
    title = f"lengths with n(k+1)² ≤ n(k)² + {2 * c}·γn(k) + 1 and n(k) ≥ γk end at γ²T ≤ {constant}"
    claim = le(gamma**2 * number(T), constant)
    return build(Lemma(ID, title, "", lambda d: _LemmaProof(d, c, constant, a).write(), facts, claim=claim), {})


def _polynomial(coefficients: Sequence[Fraction], x: Polynomial) -> Polynomial:
    return sum((c * x**power for power, c in enumerate(coefficients)), Polynomial({}))


class _LemmaProof:
    def __init__(self, d: Derivation, c: Fraction, constant: Fraction, a: Sequence[Fraction]) -> None:
        self.d, self.c, self.constant, self.a = d, c, constant, a
        every_t = d.generalise(d.natural(k), k)
        self.star = d.line("root", every(k, both(ge(root_of(k), 0), eq(root_of(k) ** 2, number(k)))), [every_t], {"name": "√"})

    def envelope(self, i: Index) -> Polynomial:
        return root_of(i) + sum((a * gamma**j * root_of(i) ** (j + 1) for j, a in enumerate(self.a, 1)), Polynomial({}))

    def write(self) -> None:
        d = self.d

        def claim(i: Index) -> tuple[Formula, Formula]:
            return le(n(i), self.envelope(i)), le(gamma**2 * number(i), self.constant)

        def base() -> tuple[str, str]:
            (sign, _), zero = self.root(Index(None)), Index(None)
            low = d.have(ge(self.envelope(zero), 0), by=certificate(*self.parts(zero, sign)))
            start = d.have(le(n(zero), self.envelope(zero)), by=certificate("start", low))
            return start, d.have(le(gamma**2 * number(zero), self.constant))

        always = both_by_induction(d, claim, base, self.step, upto=T, note="‖w‖ stays below the envelope")
        d.known(ge(number(T), number(T)))
        d.forget(always(T)[1], self.star)

    def root(self, i: Index) -> tuple[str, str]:
        """The lines √i ≥ 0 and (√i)² = i."""
        return self.d.parts(self.d.at(self.star, i))

    def parts(self, i: Index, sign: str) -> list[Product]:
        """The summands of L(i), each ≥ 0."""
        return [product(sign), *(product(a, *[POSITIVE] * j, *[sign] * (j + 1)) for j, a in enumerate(self.a, 1) if a)]

    def step(self, i: Index, below: str, inside: str) -> tuple[str, str]:
        """n(i+1) ≤ L(i+1) and γ²(i+1) ≤ C, from the same at i."""
        d = self.d
        (sign, root), (next_sign, next_root) = self.root(i), self.root(i + 1)
        n_sign = d.at("n ≥ 0", i)
        spare = self.room(i, sign, root, inside)
        above = d.have(ge(self.envelope(i), 0), by=certificate(below, n_sign))
        grown = self.grown(i, below, above, n_sign, spare, self.powers(i, sign, root, next_sign, next_root))
        high = d.have(ge(self.envelope(i + 1), 0), by=certificate(*self.parts(i + 1, next_sign)))
        twice = certificate(strict("z", "z"), product(2, "z", high), grown)
        later = d.have(le(n(i + 1), self.envelope(i + 1)), by=twice)
        return later, self.kept(i, later, inside, next_sign, next_root)

    def room(self, i: Index, sign: str, root: str, inside: str) -> str:
        """room(σ) ≥ 0 at σ = γ√i."""
        d = self.d
        x, _ = d.let("σ", gamma * root_of(i))
        x_sign = d.have(ge(x, 0), by=certificate(product(POSITIVE, sign)))
        short = d.have(le(x**2, self.constant), by=certificate(inside, multiple(-(gamma**2), root)))
        spare = self.univariate(x, x_sign, ge(_polynomial(room(self.a, self.c), x), 0), short)
        self.sigma = x, x_sign
        return spare

    def univariate(self, x: Polynomial, sign: str, claim: Formula, *facts: str) -> str:
        arithmetic = Arithmetic(self.d)
        arithmetic.sign(x, sign)
        arithmetic.fact(*facts)
        return arithmetic.prove(claim, SECONDS)

    def powers(self, i: Index, sign: str, root: str, next_sign: str, next_root: str) -> dict[int, str]:
        """By p, the line √(i+1)ᵖ − √iᵖ ≥ (p/2)√iᵖ⁻²."""
        d, low, high, most = self.d, root_of(i), root_of(i + 1), 2 * len(self.a) + 2
        apart = d.have(eq(high**2, low**2 + 1), root, next_root)
        rising = {1: d.have(ge(high, low), by=certificate(strict("z", "z"), product(2, "z", next_sign), product(1), multiple(1, apart)))}
        growth: dict[int, str] = {2: d.have(ge(high**2 - low**2, 1), by=certificate(multiple(1, apart)))}
        if most > 2:
            half = d.have(ge(2 * high * (high - low), 1), by=certificate(product(rising[1], rising[1]), multiple(1, apart)))
            third = certificate(product(Fraction(1, 2), half, next_sign), product(Fraction(1, 2), rising[1]), multiple(low, apart))
            growth[3] = d.have(ge(high**3 - low**3, Fraction(3, 2) * low), by=third)
        for p in range(2, most - 1):
            climbs = certificate(product(next_sign, rising[p - 1]), product(rising[1], *[sign] * (p - 1)))
            rising[p] = d.have(ge(high**p, low**p), by=climbs)
        for p in range(4, most + 1):
            steep = certificate(product(growth[p - 2], square(low)), rising[p - 2], multiple(high ** (p - 2), apart))
            growth[p] = d.have(ge(high**p - low**p, Fraction(p, 2) * low ** (p - 2)), by=steep)
        return growth

    def grown(self, i: Index, below: str, above: str, n_sign: str, spare: str, powers: dict[int, str]) -> str:
        """n(i+1)² ≤ L(i+1)²: what the envelope gains is what an update may add."""
        weights = squared(self.a)
        gains = [product(e, powers[p], *[POSITIVE] * (p - 2)) for p, e in enumerate(weights) if p >= 2 and e]
        lengths = [product(below, n_sign), product(below, above), *([product(2 * self.c, below, POSITIVE)] if self.c else [])]
        extra = [product(spare, self.sigma[1])] if self.a else []
        parts = certificate(self.d.at("growth", i), *lengths, *gains, *extra)
        return self.d.have(le(n(i + 1) ** 2, self.envelope(i + 1) ** 2), by=parts)

    def kept(self, i: Index, later: str, inside: str, sign: str, root: str) -> str:
        """γ²(i+1) ≤ C: from γ(i+1) ≤ n(i+1) ≤ L(i+1), as one update does not lead beyond √(C + 1)."""
        d = self.d
        x, _ = d.let("σ′", gamma * root_of(i + 1))
        count, gained = d.natural(i), d.at("progress", i + 1)
        size = d.have(gt(root_of(i + 1), 0), by=certificate(strict(), count, product("z", sign), multiple(1, root)))
        positive = d.have(gt(x, 0), by=certificate(strict(POSITIVE, size), product("z")))
        ahead = _polynomial(lead(self.a), x)
        met = certificate(product(later, POSITIVE), product(gained, POSITIVE), multiple(-(gamma**2), root))
        behind = d.have(le(x * ahead, 0), by=met)
        low = d.have(le(ahead, 0), by=certificate(strict("z", positive), behind))
        one = self.at_most_one(i)
        reach = certificate(inside, product(one, POSITIVE), one, multiple(-(gamma**2), root))
        wide = d.have(le(x**2, self.constant + 1), by=reach)
        short = self.univariate(x, positive, le(x**2, self.constant), low, wide)
        return d.have(le(gamma**2 * number(i + 1), self.constant), by=certificate(short, multiple(gamma**2, root)))

    def at_most_one(self, i: Index) -> str:
        """γ ≤ 1, as γ ≤ n(1) ≤ 1."""
        d = self.d
        d.have(ge(number(T), 1), by=certificate(d.known(ge(number(T), number(i) + 1)), d.natural(i)))
        first, gained = d.at("growth", 0), d.at("progress", 1)
        zero, sign = d.at("n ≥ 0", 0), d.at("n ≥ 0", 1)
        none = [product("start", zero), *([product(2 * self.c, "start", POSITIVE)] if self.c else [])]
        short = d.have(le(n(1) ** 2, 1), by=certificate(first, *none))
        squares = certificate(strict("z", "z"), product(2, "z"), short, product(gained, sign), product(gained, POSITIVE))
        return d.have(le(gamma, 1), by=squares)


CITED = ("margin-step", "weights-grow", "margin-at-most-one")
COMPARED_MARGINS = np.geomspace(1e-3, 1, 200)
LOOSEST = 64.0  # times the constant of degree 2; a weaker conjecture follows from that
HALVINGS = 40
j = Index("j")


@dataclass(frozen=True)
class Energy:
    """An update takes ‖w‖² to at most ‖w‖² + 2cγ‖w‖ + b, for each of the `updates`.

    said    what a learner object states of itself; None for the Margin Perceptron"""

    c: Fraction
    height: Polynomial
    updates: Index
    said: StatedUpdate | None = None

    @staticmethod
    def of(posed: Posed, said: StatedUpdate | None) -> Energy:
        """Raises NotFound where the weights may grow as fast as they progress, or where the step has another form."""
        if said is None:
            return Energy(1 - posed.game.eps, poly(1), vectors)
        slope, height = said.step
        share = slope.terms.get(frozenset(((_atom(gamma), 1),)), Fraction(0)) / 2
        if slope != 2 * share * gamma or share < 0:
            raise NotFound(f"an envelope is known for ‖w‖² + a‖w‖ + b with a = 2cγ and c ≥ 0, not for a = {said.texts[0]}")
        if share >= 1:
            raise NotFound("with a ≥ 2γ the weights may grow as fast as their progress, so that no bound follows")
        return Energy(share, height, said.updates, said)

    @cached_property
    def least(self) -> float:
        """The constant that no envelope can beat."""
        return sharp_root(float(self.c)) if self.c else 1.0

    @cached_property
    def simple(self) -> float:
        """The constant of degree 2."""
        eps = 1 - float(self.c)
        return (1 + sqrt(1 + 8 * eps)) ** 2 / (16 * eps * eps)

    def at(self, margins: np.ndarray) -> np.ndarray:
        """b at these margins, in floats."""
        terms = self.height.terms.items()
        return sum((float(c) * margins ** sum(e for _, e in m) for m, c in terms), np.zeros_like(margins))


def from_envelope(posed: Posed, deadline: float, how: str, said: StatedUpdate | None = None) -> ProvedConjecture:
    """Raises NotFound."""
    energy = Energy.of(posed, said)
    largest = implied(posed, energy)
    if largest is None:
        raise NotFound(f"{how}: not even γ²T ≤ {energy.least:.4g}·b would be enough, and no envelope proves less")
    constant = Fraction(1) if not energy.c else simplest(max(0.985 * largest, (largest + energy.least) / 2), largest)
    a = coefficients(energy.c, constant)
    if a is None:
        raise NotFound(f"{how}: no envelope of low degree proves γ²T ≤ {float(constant):.6g}·b")
    lemma = bounded_by(energy.c, constant, a)
    built = {**library(CITED), ID: lemma}

    def facts(d: Derivation) -> list[str]:
        known = [d.cite("margin-at-most-one")] if energy.updates == vectors else []
        return [*known, _AppliedLemma(d, posed, energy, constant).line()]

    return from_bound(posed, facts, built, deadline, f"{how} {shown(a, constant, energy.height == poly(1))}")


def shown(a: list[Fraction], constant: Fraction, plain: bool) -> str:
    """The envelope after t updates, and the bound that it gives."""
    powers = " + ".join(["σ", *(f"{c}·σ{'⁰¹²³⁴⁵⁶⁷⁸⁹'[n]}" for n, c in enumerate(a, 2) if c)])
    if plain:
        return f"γ‖w‖ ≤ {powers} for σ = γ√t, so that γ²t ≤ {constant}"
    return f"γ‖w‖/b ≤ {powers} for σ = γ√(t/b), so that γ²t ≤ {constant}·b"


def implied(posed: Posed, energy: Energy) -> float | None:
    """About the largest C for which γ²T ≤ C·b implies the conjecture, in floats; None if there is none in reach."""
    comparison, counted = posed.comparison, 1 if energy.updates == vectors else 0
    walked = (node for side in (comparison.left, comparison.right) for node in nodes.walk(side))
    whole = any(isinstance(node, nodes.Call) and node.fn in ("floor", "ceil") for node in walked)
    constants = {} if energy.said is None else {name: np.full_like(COMPARED_MARGINS, float(x)) for name, x in energy.said.constants.items()}
    heights = energy.at(COMPARED_MARGINS)

    def holds(constant: float) -> bool:
        for part in (1.0, 0.5):
            count = part * constant * heights / COMPARED_MARGINS**2 - counted
            count = np.maximum(np.floor(count + 1e-9) if whole else count, 0)
            values = {
                "M": count,
                "gamma": COMPARED_MARGINS,
                "U": np.ones_like(COMPARED_MARGINS),
                "eps": np.full_like(COMPARED_MARGINS, float(posed.game.eps)),
            }
            if comparison.names - values.keys() - constants.keys():
                return True  # of other names nothing is known in floats
            if (broken(comparison, values | constants) > BROKEN).any():
                return False
        return True

    low, high = energy.least * (1 if not energy.c else 1 + 1e-6), LOOSEST * energy.simple
    if not holds(low):
        return None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return min(low, 1.5 * energy.simple)


def _atom(p: Polynomial) -> object:
    ((monomial, _),) = p.terms.items()
    ((atom, _),) = monomial
    return atom


@dataclass
class _AppliedLemma:
    """γ²T ≤ C·b, by the lemma at ‖w‖/√b and γ/√b."""

    d: Derivation
    posed: Posed
    energy: Energy
    constant: Fraction

    def line(self) -> str:
        d, T, b = self.d, self.energy.updates, self.energy.height
        grows, gained = self.grows(), d.cite("weights-grow", M=T)
        zero = d.expand("zero start", w(0))
        start = d.have(le(length(0), 0), by=certificate(strict("z", "z"), multiple(-1, d.at("‖w‖", 0)), multiple(-1, zero)))
        if b == poly(1):
            return d.cite(ID, n=length, γ=gamma, T=T)
        q, r, positive, stars, root, inverse = self.scale(b)
        d.have(gt(q * gamma, 0), by=certificate(strict(positive, "positive margin"), product("z")))
        d.generalise(d.have(ge(q * length(j), 0), by=certificate(product(positive, d.at("‖w‖ ≥ 0", j)))), j)
        d.have(le(q * length(0), 0), by=certificate(product(positive, start)))
        self.scaled_growth(grows, q, r, root, inverse)
        within = d.assume(ge(number(T), number(j)))
        far = d.have(ge(q * length(j), q * gamma * number(j)), by=certificate(product(positive, d.at(gained, j))))
        d.generalise(d.discharge(far, within), j)
        cited = d.cite(ID, n=lambda i: q * length(i), γ=q * gamma, T=T)
        back = multiple(-self.constant, root), multiple(gamma**2 * number(T) * (r * q + 1), inverse)
        line = d.have(le(gamma**2 * number(T), self.constant * b), by=certificate(product(cited, square(r)), *back))
        return d.forget(line, *stars)

    def grows(self) -> str:
        """∀k < T: ‖w(k+1)‖² ≤ ‖w(k)‖² + 2cγ‖w(k)‖ + b."""
        d, energy = self.d, self.energy
        if energy.said is None:
            return d.cite("margin-step", c=energy.c, M=energy.updates)
        if energy.said.kind == "energy_step":
            return "energy step"
        guard = d.assume(ge(number(energy.updates), number(j) + 1))
        moved = d.at("update", j)
        sides = d.expand(moved, w(j + 1)), d.expand(moved, w(j)), d.expand(moved, z(j))
        facts = d.at("‖w‖", j), d.at("‖w‖", j + 1), d.at("update rule", j), d.at("bounded examples", j)
        slope, height = energy.said.step
        grown = d.have(le(length(j + 1) ** 2, length(j) ** 2 + slope * length(j) + height), *sides, *facts)
        return d.generalise(d.discharge(grown, guard), j)

    def scale(self, b: Polynomial) -> tuple[Polynomial, Polynomial, str, tuple[str, str], str, str]:
        """q = 1/√b and r = √b, the line q > 0, what to forget, and the lines r² = b and qr = 1."""
        d, arithmetic = self.d, Arithmetic(self.d)
        arithmetic.sign(gamma, "positive margin")
        above = arithmetic.prove(gt(b, 0), 5)
        r, sign, root, star = d.root(d.have(ge(b, 0), by=certificate(above)), "√b")
        size = d.have(gt(r, 0), by=certificate(strict(above), product("z", sign), multiple(1, root)))
        q, inverse = d.inverse(size, "1/√b")
        positive = d.have(gt(q, 0), by=certificate(strict(), product("z", size), multiple(1, inverse)))
        return q, r, positive, (star, inverse), root, inverse

    def scaled_growth(self, grows: str, q: Polynomial, r: Polynomial, root: str, inverse: str) -> str:
        """∀k < T: (q‖w(k+1)‖)² ≤ (q‖w(k)‖)² + 2c(qγ)(q‖w(k)‖) + 1."""
        d, c = self.d, self.energy.c
        guard = d.assume(ge(number(self.energy.updates), number(j) + 1))
        raw = product(d.at(grows, j), square(q))
        claim = le((q * length(j + 1)) ** 2, (q * length(j)) ** 2 + 2 * c * (q * gamma) * (q * length(j)) + 1)
        one = multiple(q * q, root), multiple(-(q * r + 1), inverse)
        return d.generalise(d.discharge(d.have(claim, by=certificate(raw, *one)), guard), j)
