"""A conjecture from an envelope: γ²T ≤ C·b for T updates that take ‖w‖² to at most ‖w‖² + 2cγ‖w‖ + b.

The lemma has b = 1.  It is cited for ‖w‖/√b and γ/√b.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np

from perceptron.extremal.longest import sharp_root
from perceptron.numbers.exact import simplest
from proofs.conjecture import nodes
from proofs.decide.envelopes.lemma import ID, bounded_by, coefficients
from proofs.decide.envelopes.stated import StatedUpdate
from proofs.decide.families.orthogonal import BROKEN, broken
from proofs.decide.margin import from_bound
from proofs.decide.posed import Posed
from proofs.decide.prove import ProvedConjecture, library
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate import certificate, multiple, product, square, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.terms import ge, gt, le, number, poly
from proofs.kernel import Index, Polynomial
from proofs.statements.standard_facts import gamma, length, w, z
from proofs.theorems.margin_perceptron.common import vectors

CITED = ("margin-step", "weights-grow", "margin-at-most-one")
MARGINS = np.geomspace(1e-3, 1, 200)
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
        return [*known, _Application(d, posed, energy, constant).line()]

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
    constants = {} if energy.said is None else {name: np.full_like(MARGINS, float(x)) for name, x in energy.said.constants.items()}
    heights = energy.at(MARGINS)

    def holds(constant: float) -> bool:
        for part in (1.0, 0.5):
            count = part * constant * heights / MARGINS**2 - counted
            count = np.maximum(np.floor(count + 1e-9) if whole else count, 0)
            values = {"M": count, "gamma": MARGINS, "U": np.ones_like(MARGINS), "eps": np.full_like(MARGINS, float(posed.game.eps))}
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
    ((found, _),) = monomial
    return found


@dataclass
class _Application:
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
