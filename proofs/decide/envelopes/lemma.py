"""The envelope's proof, as a lemma on numbers: lengths n(k) that grow by little and progress at least γk have γ²T ≤ C.

    n(0) ≤ 0,   n(k+1)² ≤ n(k)² + 2cγn(k) + 1   and   n(k) ≥ γk   give   γ²T ≤ C

By one induction: n(k) ≤ L(k) = √k + Σ aⱼγʲ√kʲ⁺¹ and γ²k ≤ C.  Two inequalities in one variable, the room and the lead of `coefficients`,
are searched for by semidefinite programmes; all else is written down.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate import Product, certificate, multiple, product, square, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.paired_induction import joined, pair, split
from proofs.derive.authoring.terms import both, eq, every, ge, gt, implies, le, nat, number, seq
from proofs.kernel import Formula, Index, Polynomial
from proofs.statements.page import Built, Lemma, build
from proofs.statements.standard_facts import gamma

Array = np.ndarray[Any, Any]
HIGHEST_DEGREE = 5
NEXT = 0.005  # a new coefficient to start from
DENOMINATORS = (10, 20, 50, 100, 200, 500, 1000, 5000, 20000, 10**5)
POINTS = 300
LEAST_ROOM = 1e-6


def squared(a: Sequence[Any]) -> list[Any]:
    """E₀, E₁, E₂, …, the coefficients of X²."""
    x = [0, 1, *a]
    found = [0 * x[0]] * (2 * len(x) - 1)
    for i, p in enumerate(x):
        for j, q in enumerate(x):
            found[i + j] = found[i + j] + p * q
    return found


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


n, s, T, k = seq("n"), seq("√"), nat("T"), nat("k")
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
    return build(Lemma(ID, title, facts, lambda d: _Proof(d, c, constant, a).write(), claim=claim), {})


def _polynomial(coefficients: Sequence[Fraction], x: Polynomial) -> Polynomial:
    return sum((c * x**power for power, c in enumerate(coefficients)), Polynomial({}))


class _Proof:
    def __init__(self, d: Derivation, c: Fraction, constant: Fraction, a: Sequence[Fraction]) -> None:
        self.d, self.c, self.constant, self.a = d, c, constant, a
        every_t = d.generalise(d.natural(k), k)
        self.star = d.line("root", every(k, both(ge(s(k), 0), eq(s(k) ** 2, number(k)))), [every_t], {"name": "√"})

    def envelope(self, i: Index) -> Polynomial:
        return s(i) + sum((a * gamma**j * s(i) ** (j + 1) for j, a in enumerate(self.a, 1)), Polynomial({}))

    def write(self) -> None:
        d = self.d

        def claim(i: Index) -> tuple[Formula, Formula]:
            return le(n(i), self.envelope(i)), le(gamma**2 * number(i), self.constant)

        def base() -> str:
            (sign, _), zero = self.root(Index(None)), Index(None)
            low = d.have(ge(self.envelope(zero), 0), by=certificate(*self.parts(zero, sign)))
            start = d.have(le(n(zero), self.envelope(zero)), by=certificate("start", low))
            return joined(d, start, d.have(le(gamma**2 * number(zero), self.constant)))

        def step(i: Index, before: str) -> str:
            return joined(d, *self.step(i, *split(d, before, *claim(i))))

        always = d.induction(lambda i: pair(*claim(i)), base, step, upto=T, note="‖w‖ stays below the envelope")
        d.known(ge(number(T), number(T)))
        d.forget(split(d, d.at(always, T), *claim(T))[1], self.star)

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
        x, _ = d.let("σ", gamma * s(i))
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
        d, low, high, most = self.d, s(i), s(i + 1), 2 * len(self.a) + 2
        apart = d.have(eq(high**2, low**2 + 1), root, next_root)
        rising = {1: d.have(ge(high, low), by=certificate(strict("z", "z"), product(2, "z", next_sign), product(1), multiple(1, apart)))}
        found: dict[int, str] = {2: d.have(ge(high**2 - low**2, 1), by=certificate(multiple(1, apart)))}
        if most > 2:
            half = d.have(ge(2 * high * (high - low), 1), by=certificate(product(rising[1], rising[1]), multiple(1, apart)))
            third = certificate(product(Fraction(1, 2), half, next_sign), product(Fraction(1, 2), rising[1]), multiple(low, apart))
            found[3] = d.have(ge(high**3 - low**3, Fraction(3, 2) * low), by=third)
        for p in range(2, most - 1):
            climbs = certificate(product(next_sign, rising[p - 1]), product(rising[1], *[sign] * (p - 1)))
            rising[p] = d.have(ge(high**p, low**p), by=climbs)
        for p in range(4, most + 1):
            steep = certificate(product(found[p - 2], square(low)), rising[p - 2], multiple(high ** (p - 2), apart))
            found[p] = d.have(ge(high**p - low**p, Fraction(p, 2) * low ** (p - 2)), by=steep)
        return found

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
        x, _ = d.let("σ′", gamma * s(i + 1))
        count, gained = d.natural(i), d.at("progress", i + 1)
        size = d.have(gt(s(i + 1), 0), by=certificate(strict(), count, product("z", sign), multiple(1, root)))
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
