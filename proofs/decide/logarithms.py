"""Logarithms and exponentials in a bound: rational bounds on them, as fine as is needed.

ln x lies between 1 − 1/x and x − 1.  Taking square roots first, ln x = 2ⁿ ln x^(1/2ⁿ), makes both as near as one likes.  The tangent at
another point, ln x ≤ ln c + x/c − 1, is near where the claim is tight.  An exponential E = exp(x) is the number with ln E = x, so the same
bounds serve it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations
from itertools import product as product_of
from math import ceil
from typing import Any

import numpy as np

from perceptron.errors import InputError
from proofs.conjecture import nodes
from proofs.conjecture.evaluate import compile_term, constant_value, exact
from proofs.conjecture.pretty import term as unicode_text
from proofs.conjecture.surd import Undefined
from proofs.decide.posed import PI
from proofs.decide.refute import FUNCTIONS
from proofs.derive.authoring.arithmetic import Arithmetic, atom, by_power, compare_claim
from proofs.derive.authoring.certificate import Product, certificate, multiple, product, strict
from proofs.derive.authoring.certificate_search import NotFound
from proofs.derive.authoring.derivation import Derivation
from proofs.derive.authoring.steps import ln_below, ln_below_by_roots, ln_product, ln_rises, ln_sinh, ln_tangent, number_above_0, root_above
from proofs.derive.authoring.terms import eq, ge, gt, le, poly, real
from proofs.derive.semialgebraic.laurent import atoms
from proofs.kernel import Fn, Formula, Polynomial
from proofs.kernel.axioms import ln
from proofs.statements.statement import Translation

UPDATES = np.geomspace(1, 1e6, 600)
SIMPLE = 4  # the largest denominator of a point
EULER, E_BETWEEN = nodes.Name("e"), (Fraction("2.718"), Fraction("2.7183"))
PER_GAMMA = nodes.Div(nodes.Number(Fraction(1)), nodes.Name("gamma"))
NO_LOSS = ("TD", "H", "H2", "TD_all", "H_all", "H2_all")
UNIT = ("R", "U")
AS_MANY = ("M", "T", "d", "S2", "S2_all")


def runs() -> dict[str, Any]:
    """The quantities of such runs, as arrays of one length."""
    none, root = np.zeros_like(UPDATES), np.sqrt(UPDATES)
    known = {"gamma": 1 / root, "W": root, "P": root}
    return known | dict.fromkeys(NO_LOSS, none) | dict.fromkeys(UNIT, none + 1) | dict.fromkeys(AS_MANY, UPDATES)


def tight_values(term: nodes.Node, left: nodes.Node, right: nodes.Node, roots: int) -> Iterator[Fraction]:
    """A simple number near x^(1/2ⁿ) for the term x and n roots, where left ≤ right is tightest; nothing if it is not defined there."""
    values = runs()
    names = {n.name for n in nodes.walk(nodes.Sub(left, right)) if isinstance(n, nodes.Name)}
    if names - values.keys() - nodes.CONSTANTS.keys():
        return
    with np.errstate(all="ignore"):
        low, high, x = (np.broadcast_to(compile_term(node, FUNCTIONS)(values), UPDATES.shape) for node in (left, right, term))
        room = (high - low) / (1 + np.abs(low) + np.abs(high))
    defined = np.isfinite(room) & np.isfinite(x) & (x > 0)
    if defined.any():
        at = np.argmin(np.where(defined, room, np.inf))
        if (point := Fraction(float(x[at]) ** 0.5**roots).limit_denominator(SIMPLE)) > 0:
            yield point


def values_at_counts(node: nodes.Node, most: int) -> Iterator[Fraction]:
    """The argument of a logarithm at M = 1, 2, …, where it depends on M alone and is a positive rational number."""
    if not isinstance(node, nodes.Call) or node.fn != "log":
        return
    for count in range(1, most + 1):
        with suppress(InputError, Undefined):
            if (root := exact(node.args[0], {"M": count})) is not None and (value := root.as_rational()) is not None and value > 0:
                yield value


SECONDS = 2.0  # for the sign of an argument
MOST_FACTORS = 8  # of a power whose logarithm is taken apart
ROOTS, DIGITS, COARSE = 20, 15, 10**5  # of the bound on ln c: roots taken, their digits, the denominator of the bound
Root = tuple[Polynomial, str, str]  # r, and the lines r ≥ 0 and r² = p
Bound = tuple[Fraction, str]  # a number, and the line which says that it is a bound


@dataclass(frozen=True)
class Link:
    """y = x^(1/2ⁿ), the line y > 0, n, and the lines ln x ≤ 2ⁿ ln y and ≥, which are none for n = 0."""

    term: Polynomial
    positive: str
    level: int = 0
    same: tuple[str, ...] = ()


@dataclass
class Chain:
    """x and its roots x^(1/2), x^(1/4), … so far."""

    x: Polynomial
    links: list[Link]

    @property
    def last(self) -> Link:
        return self.links[-1]


@dataclass
class Logarithms:
    arithmetic: Arithmetic[Derivation]
    translation: Translation
    roots: Mapping[Polynomial, Root] = field(default_factory=dict)  # those that the derivation has already
    chains: dict[str, Chain] = field(default_factory=dict)
    numbers: dict[Fraction, tuple[Bound, Bound]] = field(default_factory=dict)  # q ≤ ln c ≤ q'
    introduced: list[str] = field(default_factory=list)

    def learn(self, *sides: nodes.Node) -> None:
        """1 − 1/x ≤ ln x ≤ x − 1 for each logarithm, and ln x ≥ 0 where x ≥ 1."""
        for node in occurring(*sides):
            if (name := unicode_text(node)) in self.chains:
                continue
            with suppress(NotFound):
                self.chains[name] = chain = self.start(node, name)
                if node == EULER:
                    self.arithmetic.fact(*self.near_e(chain.x))
                    continue
                self.bounds(chain)
                if _is_log(node):
                    self.sign(chain)

    def near_e(self, e: Polynomial) -> Iterator[str]:
        """2.718 ≤ e ≤ 2.7183: ln e = 1 lies below the tangent at the one, and ln c for the other below that at e."""
        d = self.arithmetic.derivation
        low, high = poly(E_BETWEEN[0]), poly(E_BETWEEN[1])
        positive = [d.have(gt(c, 0)) for c in (low, high)]
        yield (least := d.have(ge(e, low), ln_tangent(d, e, low, "e > 0", positive[0]), ln_at_most(d, E_BETWEEN[0])[1], "e"))
        if "first mistake" in d.claims:
            rest = compare_claim(d.claims["first mistake"]).left
            yield d.have(ge((e - low) * rest, 0), by=certificate(strict("z"), product(least, "first mistake")))
        log = d.have(ge(ln(high), 1), ln_at_least(d, E_BETWEEN[1])[1])
        below = ln_tangent(d, high, e, positive[1], "e > 0")
        yield d.have(le(e, high), by=certificate(strict("z"), product(log, "e > 0"), product(below), multiple(-e, "e")))

    def apart(self, x: nodes.Node) -> tuple[nodes.Node, list[str]]:
        """ln x as a term, the logarithms of products, quotients, powers and exponentials taken apart, and the equations that say so."""
        d, term = self.arithmetic.derivation, self.translation.term
        if (known := constant_value(x)) is not None and not isinstance(x, nodes.Number):
            x = nodes.Number(known)  # ln 3/2 stays one number, of which a theorem may say something
        match x:
            case nodes.Number(value) if value == 1:
                return nodes.Number(Fraction(0)), [d.axiom("ln-one")]
            case nodes.Name("e"):
                return nodes.Number(Fraction(1)), ["e"]
            case nodes.Name("gamma"):  # of 1/γ ≥ 1 more is known
                return nodes.Neg(nodes.Call("log", (PER_GAMMA,))), [*self.of_reciprocal(term(PER_GAMMA), term(x), self.positive(x))]
            case nodes.Call("exp", (y,)):
                return y, [unicode_text(x)]
            case nodes.VariablePow(base, y):
                factor, lines = self.apart(base)
                return nodes.Mul(y, factor), [unicode_text(x), *lines]
            case nodes.Div(a, nodes.Number(c)) if c:
                return self.apart(nodes.Mul(nodes.Number(1 / c), a))
            case nodes.Mul(nodes.Number(c), a) | nodes.Mul(a, nodes.Number(c)) if c == 1:
                return self.apart(a)
            case nodes.Mul(a, b):
                product = ln_product(d, term(a), term(b), self.positive(a), self.positive(b))
                (first, one), (second, two) = self.apart(a), self.apart(b)
                return nodes.Add(first, second), [product, *one, *two]
            case nodes.Div(nodes.Number(c), b) if c == 1 and b in occurring(b):
                inside, lines = self.apart(b)
                return nodes.Neg(inside), [*self.of_reciprocal(term(x), term(b), self.positive(b)), *lines]
            case nodes.Div(nodes.Number(c), b) if c != 1:
                return self.apart(nodes.Mul(nodes.Number(c), nodes.Div(nodes.Number(Fraction(1)), b)))
            case nodes.Div(nodes.Number(), nodes.Pow(b, k)):
                return self.apart(nodes.Pow(nodes.Div(nodes.Number(Fraction(1)), b), k))
            case nodes.Div(a, b) if not isinstance(a, nodes.Number):
                return self.apart(nodes.Mul(a, nodes.Div(nodes.Number(Fraction(1)), b)))
            case nodes.Pow(a, k) if k.denominator == 1 and 1 < k <= MOST_FACTORS:
                lines, positive = [], self.positive(a)
                for n in range(1, int(k)):
                    several = positive if n == 1 else self.arithmetic.prove(gt(term(a) ** n, 0), SECONDS)
                    lines.append(ln_product(d, term(a), term(a) ** n, positive, several))
                one_factor, more = self.apart(a)
                return nodes.Mul(nodes.Number(k), one_factor), [*lines, *more]
        return nodes.Call("log", (x,)), []

    def of_reciprocal(self, q: Polynomial, b: Polynomial, positive: str) -> tuple[str, str]:
        """ln q = −ln b where qb = 1, from both sides: ln qb lies between 1 − 1/(qb) and qb − 1. Raises NotFound."""
        d, one = self.arithmetic.derivation, poly(1)
        equation = next((line for line, claim in d.claims.items() if claim == eq(q * b, 1)), None)
        if equation is None:
            raise NotFound("")
        both = ln_product(d, q, b, d.have(gt(q, 0), equation, positive), positive)
        whole, certain = d.have(gt(q * b, 0), equation), d.have(gt(one, 0))
        above, below = ln_tangent(d, q * b, one, whole, certain), ln_tangent(d, one, q * b, certain, whole)
        order, none = ln(q) + ln(b), d.axiom("ln-one")
        return d.have(le(order, 0), both, above, none, equation), d.have(ge(order, 0), both, below, none, equation)

    def positive(self, x: nodes.Node) -> str:
        return self.arithmetic.prove(gt(self.translation.term(x), 0), SECONDS)

    def start(self, node: nodes.Node, name: str) -> Chain:
        if isinstance(node, nodes.Call) and node.fn == "log":
            x = self.translation.term(node.args[0])
            return Chain(x, [Link(x, self.arithmetic.prove(gt(x, 0), SECONDS))])
        value = real(name)
        self.arithmetic.sign(value, f"{name} > 0")
        self.arithmetic.equation(name, ln(value))
        return Chain(value, [Link(value, f"{name} > 0")])

    def lift(self, chain: Chain, line: str, times: Polynomial, most: Polynomial, *sign: str, factor: int = 1, least: bool = False) -> str:
        """t·ln x ≤ 2ⁿp from t·ln y ≤ p, a line (≥ where `least`), for y = x^(1/2ⁿ); t is `factor` times what `sign` says is > 0."""
        link, side = chain.last, ge if least else le
        if not link.same:
            return line
        times_x = side(times * ln(chain.x), 2**link.level * most)
        by = certificate(product(2**link.level, line), product(factor, link.same[least], *sign))
        return self.arithmetic.derivation.have(times_x, by=by)

    def bounds(self, chain: Chain) -> None:
        """ln x ≤ 2ⁿ(y − 1) and y ln x ≥ 2ⁿ(y − 1) for y = x^(1/2ⁿ)."""
        d, link = self.arithmetic.derivation, chain.last
        y = link.term
        tangent = ln_tangent(d, y, poly(1), link.positive, d.have(gt(1, 0)))
        upper = self.lift(chain, d.have(le(ln(y), y - 1), tangent, d.axiom("ln-one")), poly(1), y - 1)
        lower = self.lift(chain, ln_below(d, y, link.positive), y, y - 1, link.positive, least=True)
        self.arithmetic.fact(upper, lower)
        if "e" in d.claims:
            self.at_e(chain)
        with suppress(NotFound):
            self.by_sinh(chain)

    def by_sinh(self, chain: Chain) -> None:
        """2y ln y ≤ y² − 1 for y ≥ 1."""
        d, link, one = self.arithmetic.derivation, chain.last, poly(1)
        y = link.term
        above = self.arithmetic.prove(ge(y, 1), 0)
        line = d.have(le(2 * y * ln(y), y**2 - 1), ln_sinh(d, y, one, above, d.have(gt(1, 0))), d.axiom("ln-one"))
        self.arithmetic.fact(self.lift(chain, line, 2 * y, y**2 - 1, link.positive, factor=2))

    def at_e(self, chain: Chain) -> None:
        """e ln y ≤ y, the tangent at e; and e·y ln y ≥ −1, from ln(ey) ≥ 1 − 1/(ey)."""
        d, link, e = self.arithmetic.derivation, chain.last, real("e")
        if (y := link.term) == e:
            return
        line = d.have(le(e * ln(y), y), ln_tangent(d, y, e, link.positive, "e > 0"), "e")
        scaled = d.have(gt(e * y, 0), by=certificate(strict("e > 0", link.positive), product("z")))
        both = ln_product(d, e, y, "e > 0", link.positive)
        low = d.have(ge(e * y * ln(y), -1), ln_below(d, e * y, scaled), both, "e")
        self.arithmetic.fact(self.lift(chain, line, e, y, "e > 0"), self.lift(chain, low, e * y, poly(-1), scaled, least=True))

    def plain(self) -> list[str]:
        """The facts without logarithms."""
        claims = self.arithmetic.derivation.claims
        return [line for line in self.arithmetic.facts if not any(isinstance(a, Fn) for a in atoms(compare_claim(claims[line]).left))]

    def touch(self, node: nodes.Node, at: Fraction) -> str:
        """ln x ≤ 2ⁿ(ln c + y/c − 1) for y = x^(1/2ⁿ): the tangent at c, with ln c itself where the claim has it, else with a number above
        it. Raises NotFound where x may be negative."""
        chain = self.chains.get(unicode_text(node))
        if chain is None:
            raise NotFound("the argument of a logarithm may be negative")
        d, link, c = self.arithmetic.derivation, chain.last, poly(at)
        y = link.term
        lines = [] if at in self.numbers else [ln_at_most(d, at)]
        most = lines[0][0] if lines else ln(c)
        tangent = ln_tangent(d, y, c, link.positive, d.have(gt(c, 0)))
        height = y * (1 / at) + (most - 1)
        line = self.lift(chain, d.have(le(ln(y), height), tangent, *(line for _, line in lines)), poly(1), height)
        self.arithmetic.fact(line)
        return line

    def enclose(self, node: nodes.Node) -> list[str]:
        """Both bounds of the logarithm of a number."""
        d = self.arithmetic.derivation
        match node:
            case nodes.Call("log", (nodes.Number(c),)) if c > 0 and c != 1:
                if c not in self.numbers:
                    self.numbers[c] = (ln_at_least(d, c), ln_at_most(d, c))
                    self.arithmetic.fact(*(line for _, line in self.numbers[c]))
                return [line for _, line in self.numbers[c]]
            case nodes.Call("log", (nodes.Name("pi"),)):
                return list(self.of_pi())
        return []

    def of_pi(self) -> Iterator[str]:
        """ln π ≥ ln of the decimal below, and ≤ ln of the one above."""
        d, pi = self.arithmetic.derivation, self.translation.term(nodes.Name("pi"))
        (low, least), (high, most) = (PI[0], ln_at_least(d, PI[0])), (PI[1], ln_at_most(d, PI[1]))
        below, above, positive = (d.have(gt(x, 0), "π above") for x in (poly(low), poly(high), pi))
        rises = ln_rises(d, poly(low), pi, below, positive, d.have(ge(pi, low), "π above"))
        tops = ln_rises(d, pi, poly(high), positive, above, d.have(le(pi, high), "π below"))
        for bound, line, rise in ((least[0], least[1], rises), (most[0], most[1], tops)):
            claim = ge(ln(pi), bound) if rise == rises else le(ln(pi), bound)
            self.arithmetic.fact(shown := d.have(claim, line, rise))
            yield shown

    def prove(self, claim: Formula, seconds: float, using: Sequence[str] | None) -> str:
        """The line of p ≥ 0 or p > 0, with rational bounds for the logarithms of numbers. Raises NotFound."""
        goal = compare_claim(claim)
        less, products = self.rounding(goal.left, seconds / 4)
        line = self.arithmetic.prove(replace(goal, left=less), seconds, using)
        if not products:
            return line
        first = (strict("z"), line) if goal.relation == ">=" else (strict(line), "z")
        return self.arithmetic.derivation.have(claim, by=certificate(*first, *products))

    def rounding(self, p: Polynomial, seconds: float) -> tuple[Polynomial, list[Product]]:
        """A polynomial that is at most p, and the products ±(ln c − q)·K ≥ 0 that it lacks.

        q is a rational bound for ln c, and K its factor in p. Where K has no plain sign, ln c stays."""
        products = []
        plain = self.plain()
        for c, ((least, below), (most, above)) in self.numbers.items():
            powers = by_power(p, atom(ln(poly(c))))
            if powers.keys() - {0, 1} or 1 not in powers:
                continue
            for sign, bound, line in ((1, least, below), (-1, most, above)):
                with suppress(NotFound):
                    factor = self.arithmetic.prove(ge(sign * powers[1], 0), seconds, plain)
                    p = powers.get(0, poly(0)) + powers[1] * bound
                    products.append(product(line, factor))
                    break
        return p, products

    def compare(self, logs: Sequence[nodes.Call], seconds: float) -> None:
        """ln x ≤ ln y where x ≤ y, for the arguments of two of these logarithms or roots of them."""
        d = self.arithmetic.derivation
        plain = self.plain()
        chains = [self.chains[name] for name in map(unicode_text, logs) if name in self.chains]  # others may be of a negative number
        for small, large in permutations(chains, 2):
            for x, y in product_of(small.links, large.links):
                with suppress(NotFound):
                    order = self.arithmetic.prove(ge(y.term, x.term), seconds, plain)
                    line = ln_rises(d, x.term, y.term, x.positive, y.positive, order)
                    ratio = Fraction(2**x.level, 2**y.level)
                    self.arithmetic.fact(d.have(ge(ratio * ln(large.x), ln(small.x)), line, *x.same[:1], *y.same[1:]))

    def sign(self, chain: Chain) -> None:
        """ln x ≥ 0 from x ≥ 1."""
        d = self.arithmetic.derivation
        big = self.arithmetic.prove(ge(chain.x, 1), SECONDS)
        positive = chain.links[0].positive
        lower = ln_below(d, chain.x, positive)
        line = d.have(ge(ln(chain.x), 0), by=certificate(strict("z", positive), lower, big))
        if len(ln(chain.x).terms) == 1:
            self.arithmetic.sign(ln(chain.x), line)
        else:
            self.arithmetic.fact(line)

    def refine(self, left: nodes.Node, right: nodes.Node, level: int) -> None:
        """One square root more for each logarithm."""
        for node in occurring(left, right):
            chain = self.chains.get(unicode_text(node))
            if chain is not None and chain.last.level < level:
                self.halve(chain, f"{unicode_text(node)}^(1/{2**level})")
                self.bounds(chain)

    def root(self, of: Polynomial, positive: str, name: str) -> Root:
        """A root that is known, or a new one."""
        if of in self.roots:
            return self.roots[of]
        root, sign, square, star = self.arithmetic.derivation.root(self.arithmetic.derivation.have(ge(of, 0), positive), name)
        self.introduced.append(star)
        self.arithmetic.equation(square, root**2)
        return root, sign, square

    def halve(self, chain: Chain, name: str) -> None:
        """With r² = y: ln y = 2 ln r, by the product and the tangent at r² both ways."""
        d, link = self.arithmetic.derivation, chain.last
        y = link.term
        root, sign, square = self.root(y, link.positive, name)
        positive = d.have(gt(root, 0), sign, square, link.positive)
        self.arithmetic.sign(root, positive)
        doubled = ln_product(d, root, root, positive, positive)
        squared = d.have(gt(root * root, 0), square, link.positive)
        up = ln_tangent(d, y, root * root, link.positive, squared)
        down = ln_tangent(d, root * root, y, squared, link.positive)
        above = d.have(le(ln(y), 2 * ln(root)), up, doubled, square, squared)
        below = d.have(ge(ln(y), 2 * ln(root)), down, doubled, square, link.positive)
        if link.same:
            factor = 2**link.level
            above = d.have(le(ln(chain.x), 2 * factor * ln(root)), above, link.same[0])
            below = d.have(ge(ln(chain.x), 2 * factor * ln(root)), below, link.same[1])
        chain.links.append(Link(root, positive, link.level + 1, (above, below)))


def ln_at_most(d: Derivation, c: Fraction) -> Bound:
    """A number that ln c is at most, and the line."""
    roots = [c]
    for _ in range(ROOTS):
        roots.append(root_above(roots[-1], DIGITS))
    most = Fraction(ceil(2**ROOTS * (roots[-1] - 1) * COARSE), COARSE)
    return most, ln_below_by_roots(d, roots, most=most)


def ln_at_least(d: Derivation, c: Fraction) -> Bound:
    """A number that ln c is at least: ln c = −ln(1/c)."""
    both = ln_product(d, poly(c), poly(1 / c), *(number_above_0(d, x) for x in (c, 1 / c)))
    most, line = ln_at_most(d, 1 / c)
    return -most, d.have(ge(ln(poly(c)), -most), by=certificate(line, multiple(-1, both), multiple(1, d.axiom("ln-one"))))


def occurring(*sides: nodes.Node) -> list[nodes.Node]:
    """Every logarithm, exponential and e, and powers with the exponent unknown."""
    occurrences = (n for side in sides for n in nodes.walk(side))
    return [
        n
        for n in occurrences
        if n == nodes.Name("e") or isinstance(n, nodes.VariablePow) or (isinstance(n, nodes.Call) and n.fn in ("log", "exp"))
    ]


def curve(*sides: nodes.Node) -> list[nodes.Node]:
    """The logarithms and exponentials that occur, without e, which is a number between two decimals."""
    return [n for n in occurring(*sides) if n != EULER]


def _is_log(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and node.fn == "log"
