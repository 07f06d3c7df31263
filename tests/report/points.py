"""Random exact values for the names of a theorem, as the kernel has its terms.

Numbers are rational, vectors have rational lengths, sequences are tables.  Naturals are small: sums nest, and have that many terms.  A root
is the rational one, if there is one, and else a number out of a table; so is a logarithm.  What is compared is the same function of the
same values.  A name that is spelled like a term (1/γ) has the value that its defining facts give it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

from flint import fmpq

from proofs.kernel import Both, Compare, Fn, ForAll, Formula, Index, Inner, Nat, Polynomial, Real, Sum, Vec, Vector

COMPOSITE = ("1/", "√", "‖", "⌊")
NATURALS = range(3, 13)
ZERO = fmpq(0)


def exact(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


class Different(Exception):
    """What is printed is not what the kernel has."""


def flat(f: Formula, many: bool = False) -> Iterator[tuple[bool, Compare]]:
    if isinstance(f, Compare):
        yield many, f
    elif isinstance(f, Both):
        yield from flat(f.first, many)
        yield from flat(f.second, many)
    elif isinstance(f, ForAll) and not many:
        yield from flat(f.body, True)


@dataclass
class Point:
    """Values for one theorem; `facts` define its composite names."""

    seed: int
    facts: Sequence[Formula]
    table: dict[Any, Any] = field(default_factory=dict)

    def drawn(self, *key: Any) -> fmpq:
        if key not in self.table:
            chance = random.Random(repr((self.seed, key)))
            self.table[key] = fmpq(chance.randint(2, 97), chance.randint(1, 7))
        return self.table[key]

    def natural_drawn(self, *key: Any) -> int:
        if key not in self.table:
            self.table[key] = random.Random(repr((self.seed, key))).choice(NATURALS)
        return int(self.table[key])

    def vector(self, *key: Any) -> tuple[fmpq, ...]:
        """A vector of rational length: the stereographic image of a rational point of the plane, stretched."""
        s, t, size = (self.drawn("vector", *key, part) for part in "stl")
        d = s * s + t * t + 1
        return 2 * s * size / d, 2 * t * size / d, (d - 2) * size / d

    def root(self, x: fmpq) -> fmpq:
        top, bottom = abs(x.p).isqrt(), x.q.isqrt()
        return fmpq(top, bottom) if top * top == x.p and bottom * bottom == x.q else self.drawn("root", x)

    # the kernel's terms

    def natural(self, index: Index, bound: tuple[int, ...]) -> int:
        if index.name is None:
            return index.offset
        if isinstance(index.name, int):
            return bound[index.name] + index.offset
        if isinstance(index.name, tuple):
            return self.listed([self.natural(i, bound) for i in index.name]) + index.offset
        return int(self.nat(index.name)) + index.offset

    def listed(self, entries: Sequence[int]) -> int:
        """The number that a list of numbers stands for."""
        key = ("list", *entries)
        if key not in self.table:
            self.table[key] = random.Random(repr((self.seed, key))).randint(0, 10**6)
        return int(self.table[key])

    def nat(self, name: str) -> fmpq:
        if not name.startswith("⌊"):
            return fmpq(self.natural_drawn("nat", name))
        for _, c in (pair for f in self.facts for pair in flat(f)):
            own = frozenset({(Nat(name), 1)})
            if c.relation == ">=" and c.left.terms.get(own) == -1:
                return fmpq(floor(self.real(Polynomial({m: x for m, x in c.left.terms.items() if m != own}), ())))
        raise Different(f"nothing defines {name}")

    def number(self, atom: object, bound: tuple[int, ...]) -> fmpq:
        match atom:
            case Nat(name):
                return fmpq(self.natural(Index(name), bound))
            case Sum(upto, term):
                return sum((self.real(term, (i, *bound)) for i in range(self.natural(upto, (0, *bound)))), ZERO)
            case Inner(pair):
                ends = [self.basic(v, bound) for v in pair]
                return sum((a * b for a, b in zip(ends[0], ends[-1], strict=True)), ZERO)
            case Fn(name, argument):
                return self.drawn("fn", name, self.real(argument, bound))
            case Real(name, index):
                at = None if index is None else self.natural(index, bound)
                return self.defined(name, at) if name.startswith(COMPOSITE) else self.drawn("real", name, at)
        raise TypeError(atom)

    def defined(self, name: str, at: int | None) -> fmpq:
        """The value that a fact gives a composite name: a linear or a purely quadratic equation."""
        key = ("defined", name, at)
        if key not in self.table:
            own = Real(name, None if at is None else Index(0))
            equations = [c.left for f in self.facts for many, c in flat(f) if many is (at is not None) and c.relation == "="]
            for p in sorted(equations, key=lambda p: sum(1 + sum(power for _, power in m) for m in p.terms)):
                parts: dict[int, Polynomial] = {}
                for m, x in p.terms.items():
                    power = dict(m).get(own, 0)
                    rest = Polynomial({frozenset(e for e in m if e[0] != own): x})
                    parts[power] = parts.get(power, Polynomial({})) + rest
                if set(parts) in ({0, 1}, {0, 2}) and (name[:2] != "1/" or set(parts[0].terms) == {frozenset()}):
                    root = 2 in parts
                    if not root and name[:2] != "1/":
                        continue
                    free, factor = (self.real(parts[i], () if at is None else (at,)) for i in (0, 2 if root else 1))
                    x = -free / factor
                    self.table[key] = x if not root else 1 / self.root(1 / x) if name[:2] == "1/" else self.root(x)
                    break
            else:
                return self.drawn("real", name, at)  # a name like any other, which has to be printed in quotes
        return self.table[key]

    def basic(self, v: Vec, bound: tuple[int, ...]) -> tuple[fmpq, ...]:
        return self.vector(v.name, None if v.index is None else self.natural(v.index, bound))

    def real(self, p: Polynomial, bound: tuple[int, ...]) -> fmpq:
        total = ZERO
        for m, c in p.terms.items():
            product = exact(c)
            for atom, power in m:
                product *= self.number(atom, bound) ** power
            total += product
        return total

    def combination(self, v: Vector, bound: tuple[int, ...]) -> tuple[fmpq, ...]:
        parts = [(self.real(c, bound), self.basic(b, bound)) for b, c in v.parts.items()]
        return tuple(sum((c * b[i] for c, b in parts), ZERO) for i in range(3))
