"""A certificate as it is written on paper, for a proof that does not leave it to the search.

A claim p ≥ 0 or p > 0 holds if, with z = −p, a strictly positive product plus products and squares with positive weights plus multiples
of equations is zero.  That z + 2ab + (a − b)² + c·(qT − 1) is zero, say, with "1/T" the name of the equation qT = 1, is written

    certificate(product(2, "a", "b"), square(a - b), multiple(c, "1/T"))

A line goes by its name, and z by "z"; a name by itself is a product of that line alone.  The strict product is z unless `strict` says
which.  An equation p = 0 follows from equations: `combination((c, "1/T"), (1, "a"))` says which multiples of them add up to p.

Nothing here is trusted: it builds the data of the kernel's rule `certificate`, which multiplies everything out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from proofs.derive.authoring.terms import Term, poly
from proofs.kernel import Polynomial
from proofs.kernel.polynomial import total

Data = dict[str, Any]
Weight = Fraction | int


class Certificate(NamedTuple):
    """The data of the rule, and the lines that it names in the order of writing: the step's premises."""

    data: Data
    lines: tuple[str, ...]


class Square(NamedTuple):
    """The square of a polynomial, which is never negative; a product may have it among its factors."""

    of: Polynomial


Factor = str | Square


class Product(NamedTuple):
    """A positive weight times lines and squares.  One product is more than zero (`strict`), so that the whole cannot be zero."""

    weight: Fraction
    factors: tuple[Factor, ...]
    strict: bool = False

    def data(self) -> list[Any]:
        return [self.weight, [factor.of if isinstance(factor, Square) else factor for factor in self.factors]]


class Multiple(NamedTuple):
    """A multiple of an equation."""

    multiplier: Term
    equation: str

    def data(self) -> list[Any]:
        return [poly(self.multiplier), self.equation]


def product(first: Weight | Factor, *factors: Factor) -> Product:
    """The product of the factors, with a weight in front if it is not 1."""
    if isinstance(first, (Fraction, int)):
        return Product(Fraction(first), factors)
    return Product(Fraction(1), (first, *factors))


def strict(first: Weight | str = 1, *factors: str) -> Product:
    """The product of strict lines, with a weight in front if it is not 1; without any, the number 1."""
    return product(first, *factors)._replace(strict=True)


square, multiple = Square, Multiple  # the words of authors


def multiples(multipliers: Iterable[Term], equations: Iterable[str]) -> list[Multiple]:
    """Each of these equations times its multiplier."""
    return [Multiple(*pair) for pair in zip(multipliers, equations, strict=True)]


def certificate(*parts: Product | Factor | Multiple) -> Certificate:
    """An inequality: the parts add up to zero."""
    products = [part if isinstance(part, Product) else product(part) for part in parts if isinstance(part, (str, Square, Product))]
    first, *more = [p for p in products if p.strict] or [product("z")]
    if more:
        raise ValueError("a certificate has one strict product")
    equations = [part for part in parts if isinstance(part, Multiple)]
    data = {"strict": first.data(), "terms": [p.data() for p in products if not p.strict], "equations": [e.data() for e in equations]}
    return Certificate(data, _distinct(name for part in parts for name in _lines(part)))


def combination(*pairs: tuple[Term, str]) -> Certificate:
    """An equation: these multiples of equations add up to its left side."""
    return Certificate({"equations": [Multiple(*pair).data() for pair in pairs]}, _distinct(name for _, name in pairs))


def added_up(data: Mapping[str, Any], left: Mapping[str, Polynomial]) -> Polynomial:
    """The sum of a certificate's products and multiples, where its lines have these left sides."""
    products = [data["strict"], *data["terms"]]
    parts = [prod((f * f if isinstance(f, Polynomial) else left[f] for f in fs), start=Polynomial.of(weight)) for weight, fs in products]
    return total([*parts, *(m * left[name] for m, name in data["equations"])])


def _lines(part: Product | Factor | Multiple) -> Iterator[str]:
    """The lines that a part names, other than z."""
    match part:
        case Product(_, factors, _):
            yield from (name for factor in factors for name in _lines(factor))
        case Multiple(_, equation):
            yield equation
        case str() if part != "z":
            yield part


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
