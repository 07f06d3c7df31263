"""The envelope's proof, as a lemma on numbers: lengths n(k) that grow by little and progress at least γk have γ²T ≤ C.

    n(0) ≤ 0,   n(k+1)² ≤ n(k)² + 2cγn(k) + 1   and   n(k) ≥ γk   give   γ²T ≤ C

By one induction: n(k) ≤ L(k) = √k + Σ aⱼγʲ√kʲ⁺¹ and γ²k ≤ C.  Two inequalities in one variable, the room and the lead of `coefficients`,
are searched for by semidefinite programmes; all else is written down.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofs.decide.envelopes.coefficients import lead, room, squared
from proofs.derive.authoring.arithmetic import Arithmetic
from proofs.derive.authoring.certificate import Product, certificate, multiple, product, square, strict
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.paired_induction import joined, pair, split
from proofs.derive.authoring.terms import both, eq, every, ge, gt, implies, le, nat, number, seq
from proofs.kernel import Formula, Index, Polynomial
from proofs.statements.page import Built, Lemma, build
from proofs.statements.standard_facts import gamma

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
