"""Whether two terms are the same by algebra: equal on every run, and defined there.

A term becomes a quotient of two polynomials over ℚ.  Their letters are the quantities, and roots, logarithms, floors and the like; two
letters of one kind are one if their arguments are the same by algebra, and of a root r it is used that r² is its radicand.  The answer yes
is a proof.  The answer no proves nothing: √(x²), for instance, is x only where x is a monomial that cannot be negative."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

from proofs.conjecture.nodes import Add, Call, Div, Mul, Name, Neg, Node, Number, Pow, Sub, VariablePow, children
from proofs.kernel.polynomial import Polynomial, Rejected, limited

MOST_SQUARE = 1000  # the greatest number whose square is taken out of a root
NEGATIVE = frozenset({"P", "F"})  # the quantities that may be below 0 in a game with a positive margin
ABOVE_ZERO = frozenset({"gamma", "T", "d", "eps"})
MEANING: dict[str, Node] = {
    "H": Div(Name("TD"), Name("gamma")),
    "H_all": Div(Name("TD_all"), Name("gamma")),
    "phi": Div(Add(Number(Fraction(1)), Call("sqrt", (Number(Fraction(5)),))), Number(Fraction(2))),
}
ONE = Polynomial.of(1)
Quotient = tuple[Polynomial, Polynomial]  # the second is above 0


class Unsure(Exception):
    """A part of a term may have no value on some run."""


def same(one: Node, other: Node, above_zero: frozenset[str] = frozenset()) -> bool:
    """Whether two terms are the same by algebra in a game with a positive margin, where `above_zero` names further quantities above 0.

    >>> from proofs.conjecture import parse
    >>> same(parse("M <= (R/gamma)**2").right, parse("M <= R**2/gamma**2").right)
    True
    """

    def compare() -> bool:
        letters = Letters(ABOVE_ZERO | above_zero)
        return letters.equal(letters.quotient(one), letters.quotient(other))

    try:
        return limited(compare)
    except (Unsure, Rejected, RecursionError):
        return False


class Letters:
    """The letters of some terms: which cannot be negative, which are above 0, and of the roots the radicands."""

    def __init__(self, above_zero: frozenset[str]) -> None:
        self.above_zero, self.negative = {"e", "pi", *above_zero}, set(NEGATIVE)
        self.radicands: dict[str, Polynomial] = {}
        self.calls: list[tuple[str, Sequence[Quotient], str]] = []

    def quotient(self, node: Node) -> Quotient:
        """A term as a quotient. Raises Unsure."""
        match node:
            case Number(value):
                return Polynomial.of(value), ONE
            case Name(name) if name in MEANING:
                return self.quotient(MEANING[name])
            case Name(name):
                return Polynomial.atom(name), ONE
            case Neg() | Add() | Sub() | Mul():
                return self.combine(node)
            case Div(left, right):
                (n, d), (p, q) = self.quotient(left), self.inverse(self.quotient(right))
                return n * p, d * q
            case Pow(base, exponent) if exponent.denominator <= 2:
                n, d = self.root(self.quotient(base)) if exponent.denominator == 2 else self.quotient(base)
                n, d = self.inverse((n, d)) if exponent < 0 else (n, d)
                return n ** abs(exponent.numerator), d ** abs(exponent.numerator)
            case Pow(base, exponent):
                return self.call("power", (base, Number(exponent)), above=self.is_above_zero(self.quotient(base)[0]))
            case VariablePow(base, _):
                return self.call("power", children(node), above=self.is_above_zero(self.quotient(base)[0]))
            case Call("sqrt", (radicand,)):
                return self.root(self.quotient(radicand))
            case Call("log", (argument,)):
                self.is_above_zero(self.quotient(argument)[0])
        return self.call(node.fn, node.args)

    def combine(self, node: Neg | Add | Sub | Mul) -> Quotient:
        parts = [self.quotient(part) for part in children(node)]
        if isinstance(node, Neg):
            return -parts[0][0], parts[0][1]
        (n, d), (p, q) = parts
        if isinstance(node, Mul):
            return n * p, d * q
        return (n * q + p * d if isinstance(node, Add) else n * q - p * d), d * q

    def inverse(self, quotient: Quotient) -> Quotient:
        """Raises Unsure where it may be 0."""
        n, d = quotient
        if self.has_sign(-n, strictly=True):
            n, d = -n, -d
        elif not self.has_sign(n, strictly=True):
            raise Unsure
        return d, n

    def has_sign(self, p: Polynomial, strictly: bool = False) -> bool:
        """Whether each term of a polynomial is ≥ 0 whatever its letters are; `strictly`: whether one of them is above 0."""
        p = self.reduce_roots(p)
        letters = [{str(letter) for letter, _ in monomial} for monomial in p.terms]
        some = any(names <= self.above_zero for names in letters)
        return all(c > 0 for c in p.terms.values()) and not any(names & self.negative for names in letters) and (some or not strictly)

    def root(self, quotient: Quotient) -> Quotient:
        """√(n/d) = √(nd)/d, with the squares taken out. Raises Unsure where n may be negative."""
        n, d = quotient
        radicand = self.reduce_roots(n * d)
        if not self.has_sign(radicand):
            raise Unsure
        if not radicand.terms:
            return radicand, ONE
        outside, radicand = without_squares(radicand)
        if radicand == ONE:
            return outside, d
        known = next((name for name, other in self.radicands.items() if other == radicand), None)
        if known is None:
            known = f"√{len(self.radicands)}"
            self.radicands[known] = radicand
            self.above_zero |= {known} if self.has_sign(radicand, strictly=True) else set()
        return outside * Polynomial.atom(known), d

    def call(self, kind: str, arguments: Sequence[Node], above: bool = False) -> Quotient:
        """The letter of a call: that of an equal one, if there is one."""
        quotients = [self.quotient(argument) for argument in arguments]
        for other, known, name in self.calls:
            if kind == other and len(known) == len(quotients) and self.match(kind, quotients, known):
                return Polynomial.atom(name), ONE
        name = f"{kind} {len(self.calls)}"
        self.calls.append((kind, quotients, name))
        if kind in ("exp", "power"):
            self.above_zero.add(name)
        elif kind == "log" or not all(self.has_sign(n) for n, _ in quotients):
            self.negative.add(name)
        return Polynomial.atom(name), ONE

    def match(self, kind: str, some: Sequence[Quotient], others: Sequence[Quotient]) -> bool:
        """Whether the arguments are equal; those of min and max in any order."""
        if kind in ("min", "max"):
            return all(any(self.equal(a, b) for b in others) for a in some) and all(any(self.equal(a, b) for a in some) for b in others)
        return all(self.equal(a, b) for a, b in zip(some, others, strict=True))

    def is_above_zero(self, p: Polynomial) -> bool:
        """Raises Unsure where the polynomial may be 0 or less."""
        if not self.has_sign(p, strictly=True):
            raise Unsure
        return True

    def equal(self, one: Quotient, other: Quotient) -> bool:
        return not self.reduce_roots(one[0] * other[1] - other[0] * one[1]).terms

    def reduce_roots(self, p: Polynomial) -> Polynomial:
        """With r² replaced by its radicand, the newest root first, as it may be of an older one."""
        for root, radicand in reversed(self.radicands.items()):
            while any(power > 1 for monomial in p.terms for letter, power in monomial if letter == root):
                parts = []
                for monomial, c in p.terms.items():
                    power = dict(monomial).get(root, 0)
                    rest = Polynomial({frozenset((x, k) for x, k in monomial if x != root): c})
                    parts.append(rest * radicand ** (power // 2) * Polynomial.atom(root) ** (power % 2))
                p = sum(parts, Polynomial({}))
        return p


def without_squares(p: Polynomial) -> tuple[Polynomial, Polynomial]:
    """A monomial m and a polynomial q with p = m²q; the letters of p are not negative."""
    powers = [dict(monomial) for monomial in p.terms]
    shared = {letter: min(each.get(letter, 0) for each in powers) // 2 for letter in powers[0]}
    outside = frozenset((letter, k) for letter, k in shared.items() if k)
    content = Fraction(gcd(*(c.numerator for c in p.terms.values())), lcm(*(c.denominator for c in p.terms.values())))
    inside, factor = content.numerator * content.denominator, Fraction(1, content.denominator)
    for k in range(2, MOST_SQUARE):
        while inside % (k * k) == 0:
            inside, factor = inside // (k * k), factor * k
    rest = {
        frozenset((letter, k - 2 * shared.get(letter, 0)) for letter, k in monomial if k > 2 * shared.get(letter, 0)): c / content * inside
        for monomial, c in p.terms.items()
    }
    return Polynomial({outside: factor}), Polynomial(rest)
