"""Exercises that ask for a step of a proof: an identity that makes a claim obvious, which the kernel checks as a certificate.

The claim is p ≥ 0.  The answer writes p, or p times lines that are more than zero, as a sum.  Each of its summands is a positive number
times lines and squares, or any multiple of a line that is an equation.  A factor that is the left side of a line counts as that line.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from math import comb, prod

from perceptron.errors import InputError
from proofs.conjecture import Comparison, parse, term_of
from proofs.conjecture.nodes import Add, Div, Mul, Name, Neg, Node, Number, Pow, Sub, arithmetic
from proofs.conjecture.pretty import term
from proofs.kernel import Compare, Polynomial, Proof, Real, Rejected, Step, replay
from proofs.report.book.exercises.tasks import MarkedAnswer

POINTS = 200
MOST_TERMS = 1000  # of what is written, multiplied out


@dataclass(frozen=True)
class Proving:
    """Show `goal` from `lines`, name → comparison, all over `names`; `times` are the lines that the goal is multiplied by."""

    names: tuple[str, ...]
    lines: Mapping[str, str]
    goal: str
    times: tuple[str, ...] = ()

    @cached_property
    def facts(self) -> dict[str, Compare]:
        return {name: compare(parse(text, extra=self.names)) for name, text in self.lines.items()}

    @cached_property
    def claim(self) -> Compare:
        return compare(parse(self.goal, extra=self.names))

    def latex(self, text: str) -> str:
        """A line or the goal as a formula in Markdown."""
        return f"${parse(text, extra=self.names).latex()}$"

    @property
    def known_lines(self) -> str:
        """The lines with their names, as a list in Markdown."""
        return "\n".join(f"* `{name}`: {self.latex(text)}" for name, text in self.lines.items())

    @property
    def asks(self) -> str:
        goal = parse(self.goal, extra=self.names)
        left, right = (goal.right, goal.left) if goal.op == "<=" else (goal.left, goal.right)
        less = f"{term(left)} − {term(right, 2)}" if right != Number(Fraction(0)) else term(left)
        whole = f"{'·'.join(self.times)}·({less})" if self.times else less
        given = f"You may use\n\n{self.known_lines}\n\nand have to show" if self.lines else "Show"
        return (
            f"{given} {self.latex(self.goal)}. "
            f"Answer with a sum that equals `{whole}`, made of positive numbers times the names of lines and squares. "
            "A line counts as its larger side less its smaller one; an equation may be multiplied by anything."
        )

    def mark(self, answer: str) -> MarkedAnswer:
        written = term_of(answer, (*self.names, *self.lines))
        try:
            summands = [self._summand(sign, node) for sign, node in self._summands(written)]
        except Unsound as fault:
            return MarkedAnswer(False, str(fault), values=fault.values)
        left = prod((self.facts[name].left for name in self.times), start=self.claim.left)
        right = sum((summand.value for summand in summands), Polynomial.of(0))
        if left != right:
            point = _apart(left, right)
            sides = f"the left is {value_at(left, point)} and your sum is {value_at(right, point)}"
            words = f"the two sides are not equal: at these numbers {sides}."
            return MarkedAnswer(False, words, values=point)
        return self._replay(summands)

    def _replay(self, summands: list[Summand]) -> MarkedAnswer:
        data = {
            "strict": [Fraction(1), [*self.times, "z"]],
            "terms": [s.product for s in summands if s.product],
            "equations": [s.multiple for s in summands if s.multiple],
        }
        step = Step("goal", "certificate", self.claim, tuple(self.facts), data)
        try:
            replay(Proof("step", tuple(self.facts.items()), (step,), "goal"), {})
        except Rejected as reason:  # never met: what reaches the kernel has been read as a certificate
            return MarkedAnswer(False, f"the kernel rejects it: {reason}.")
        return MarkedAnswer(True, "the kernel has replayed your identity as a proof of this step.")

    def _summands(self, written: Node) -> list[tuple[int, Node]]:
        """The signed summands of a term.  A sum in a product is multiplied out, unless it is a line or the product has an equation.

        Raises InputError if they are more than MOST_TERMS."""
        left, found = list(_summands(written))[::-1], list[tuple[int, Node]]()
        while left:
            _bound(len(left) + len(found))
            sign, node = left.pop()
            parts = list(_factors(node))
            number, factors = prod(part for part in parts if isinstance(part, Fraction)), [p for p in parts if not isinstance(p, Fraction)]
            place = next((i for i, factor in enumerate(factors) if isinstance(factor, Add | Sub) and not self._line(factor)), None)
            if place is None or any((line := self._line(factor)) and self.facts[line].relation == "=" for factor in factors):
                found.append((sign, node))
                continue
            others = [*([Number(Fraction(number))] if number != 1 else []), *factors[:place], *factors[place + 1 :]]
            left += [(sign * inner, reduce(Mul, [*others, part])) for inner, part in _summands(factors[place])][::-1]
        return found

    def _summand(self, sign: int, node: Node) -> Summand:
        weight, factors = Fraction(sign), list(_factors(node))
        weight *= prod((f for f in factors if isinstance(f, Fraction)), start=Fraction(1))
        nodes = [f for f in factors if not isinstance(f, Fraction)]
        for position, factor in enumerate(nodes):
            if (line := self._line(factor)) and self.facts[line].relation == "=":
                rest = self._product(nodes[:position] + nodes[position + 1 :]) * weight
                return Summand(rest * self.facts[line].left, multiple=[rest, line])
        value = self._product(nodes) * weight
        if not weight:
            raise InputError("a summand is zero: leave it out")
        used = [self._sure(factor) for factor in nodes]
        if weight < 0 or None in used:
            raise Unsound(f"nothing says that the summand {'−' * (sign < 0)}{term(node)} is not negative", value)
        return Summand(value, product=[weight, used])

    def _sure(self, node: Node) -> str | Polynomial | None:
        """A factor that is certainly not negative: a line, or a square by its root."""
        if line := self._line(node):
            return line
        if isinstance(node, Pow) and node.exponent.denominator == 1 and node.exponent % 2 == 0:
            return _power(self._polynomial(node.base), int(node.exponent) // 2)
        return None

    def _line(self, node: Node) -> str:
        if isinstance(node, Name) and node.name in self.facts:
            return node.name
        value = self._polynomial(node)
        return next((name for name, fact in self.facts.items() if fact.left == value), "")

    def _product(self, nodes: list[Node]) -> Polynomial:
        return reduce(_times, map(self._polynomial, nodes), Polynomial.of(1))

    def _polynomial(self, node: Node) -> Polynomial:
        return _polynomial(node, {name: fact.left for name, fact in self.facts.items()})


@dataclass(frozen=True)
class Summand:
    """One summand, multiplied out, and as the certificate has it: a product of sure factors, or a multiple of an equation."""

    value: Polynomial
    product: list[object] | None = None
    multiple: list[object] | None = None


class Unsound(Exception):
    """A summand that may be negative, with numbers at which it is."""

    def __init__(self, words: str, value: Polynomial) -> None:
        point = next((p for p in _points(value) if value_at(value, p) < 0), {})
        super().__init__(f"{words}: at these numbers it is {value_at(value, point)}." if point else f"{words}.")
        self.values = point


def compare(comparison: Comparison) -> Compare:
    """A comparison as the kernel has it, with 0 on one side: the larger side less the smaller."""
    left, right = _polynomial(comparison.left, {}), _polynomial(comparison.right, {})
    if comparison.op in ("<=", "<"):
        return Compare(right - left, ">=" if comparison.op == "<=" else ">")
    return Compare(left - right, comparison.op)


def _summands(node: Node, sign: int = 1) -> Iterator[tuple[int, Node]]:
    match node:
        case Add(a, b):
            yield from (*_summands(a, sign), *_summands(b, sign))
        case Sub(a, b):
            yield from (*_summands(a, sign), *_summands(b, -sign))
        case Neg(a):
            yield from _summands(a, -sign)
        case _:
            yield sign, node


def _factors(node: Node) -> Iterator[Node | Fraction]:
    """The factors of a product; an odd power is one factor more than a square."""
    match node:
        case Mul(a, b):
            yield from (*_factors(a), *_factors(b))
        case Div(a, Number(value)) if value:
            yield from (*_factors(a), 1 / value)
        case Number(value):
            yield value
        case Neg(a):
            yield from (Fraction(-1), *_factors(a))
        case Pow(base, exponent) if exponent.denominator == 1 and exponent > 0 and exponent % 2:
            yield base
            if exponent > 1:
                yield Pow(base, exponent - 1)
        case _:
            yield node


def _polynomial(node: Node, lines: Mapping[str, Polynomial]) -> Polynomial:
    """The polynomial that is written, each line's name read as its left side.  Raises InputError for a root, a quotient and the like."""

    def of(inner: Node) -> Polynomial:
        return _polynomial(inner, lines)

    match node:
        case Number(value):
            return Polynomial.of(value)
        case Name(name):
            return lines[name] if name in lines else Polynomial.atom(Real(name))
        case Mul(a, b):
            return _times(of(a), of(b))
        case Neg() | Add() | Sub():
            return arithmetic(node, of)
        case Div(a, Number(value)) if value:
            return of(a) * (1 / value)
        case Pow(a, exponent) if exponent.denominator == 1 and 0 <= exponent <= 8:
            return _power(of(a), int(exponent))
    raise InputError(f"{term(node)} is no polynomial: name a root or a reciprocal, and use the line that defines it")


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    _bound(len(a.terms) * len(b.terms))
    return a * b


def _power(a: Polynomial, exponent: int) -> Polynomial:
    _bound(comb(len(a.terms) + exponent - 1, exponent) if a.terms else 0)
    return a**exponent


def _bound(terms: int) -> None:
    if terms > MOST_TERMS:
        raise InputError(
            f"multiplied out this has up to {terms:,} terms, and {MOST_TERMS:,} are the most: name a part of it, or take a smaller step"
        )


def _points(*polynomials: Polynomial) -> Iterator[dict[str, Fraction]]:
    """Numbers for the variables of these: ones first, then small ones at random."""
    atoms = {atom for polynomial in polynomials for monomial in polynomial.terms for atom, _ in monomial}
    names = sorted(atom.name for atom in atoms if isinstance(atom, Real))
    rng = random.Random(0)
    yield dict.fromkeys(names, Fraction(1))
    for _ in range(POINTS):
        yield {name: Fraction(rng.randint(-4, 4)) for name in names}


def _apart(left: Polynomial, right: Polynomial) -> dict[str, Fraction]:
    """Numbers at which the two differ."""
    return next(point for point in _points(left, right) if value_at(left, point) != value_at(right, point))


def value_at(polynomial: Polynomial, point: Mapping[str, Fraction]) -> Fraction:
    def value(atom: object) -> Fraction:
        return point[atom.name] if isinstance(atom, Real) else Fraction(0)

    return sum((c * prod((value(atom) ** power for atom, power in m), start=Fraction(1)) for m, c in polynomial.terms.items()), Fraction(0))
