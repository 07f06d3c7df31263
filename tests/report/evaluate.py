"""The value of shown mathematics: reads a layout back as a reader would, so that what is printed can be compared with the kernel's term."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from proofs.kernel import Compare, Polynomial
from proofs.report.typesetting.arrange import arranged
from proofs.report.typesetting.layout import NO_NAMES, Names, atom
from proofs.report.typesetting.nodes import Node, Number, Power, Product, Quotient, Row, Sum, Words
from proofs.report.typesetting.writers import UNICODE


class Point:
    """A value for every quantity, by what is printed for it: γ, ‖w(k)‖, ⟨u, z(k)⟩, √M; labels have the values given."""

    def __init__(self, seed: int, labels: Mapping[str, Fraction] | None = None) -> None:
        self.chance = random.Random(seed)
        self.values: dict[str, Fraction] = dict(labels or {})

    def of(self, node: Node) -> Fraction:
        match node:
            case Number(value):
                return value
            case Power(base, exponent):
                return self.of(base) ** exponent
            case Product(factors):
                total = Fraction(1)
                for f in factors:
                    total *= self.of(f)
                return total
            case Quotient(top, bottom):
                return self.of(top) / self.of(bottom)
            case Sum(terms):
                return sum((-self.of(t) if less else self.of(t) for less, t in terms), Fraction(0))
        name = UNICODE.write(node)
        assert not isinstance(node, Row)
        assert not isinstance(node, Words) or name in self.values, name
        return self.values.setdefault(name, Fraction(self.chance.randint(1, 60), self.chance.randint(1, 9)))

    def kernel(self, p: Polynomial, names: Names = NO_NAMES) -> Fraction:
        """The value of a kernel term, each atom by what is printed for it."""
        total = Fraction(0)
        for monomial, c in p.terms.items():
            for a, power in monomial:
                c *= self.of(atom(a, 1, names)) ** power
            total += c
        return total

    def difference(self, f: Compare, names: Names = NO_NAMES) -> Fraction:
        """Larger side minus smaller, or left minus right, of a comparison as it is shown."""
        shown = arranged(f, names)
        gap = self.of(shown.left) - self.of(shown.right)
        return -gap if shown.op in ("≤", "<") else gap


def identity(row: Any) -> tuple[Node, Node]:
    """The two sides of a check."""
    left, equals, right = row.items
    assert equals == Words(" = ")
    return left, right
