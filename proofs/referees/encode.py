"""Kernel formulas as Z3 formulas, in three readings; written apart from the kernel's own arithmetic on purpose.

* `Opaque`: every atom (a variable, a sequence value, an inner product) is a real number of its own; for claims by algebra;
* `IndexedNames`: sequences are functions of an integer, so that a ∀ is a quantifier and Z3 makes its instances; a Σ is one function of
  its summand and of its upper end;
* `Coordinates`: vectors are rows of a triangular matrix; n vectors span at most n dimensions, so this loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import z3

from proofs.kernel import Both, Compare, Fn, ForAll, Formula, Implies, Index, Inner, Nat, Null, Polynomial, Real, Sum, Vec, Vector
from proofs.kernel.polynomial import Monomial


class Reading:
    """Polynomials and comparisons, given the meaning of an atom."""

    def atom(self, atom: object) -> Any:
        raise NotImplementedError

    def polynomial(self, p: Polynomial) -> Any:
        return total(self.product_of(c, m) for m, c in p.terms.items())

    def product_of(self, coefficient: Fraction, monomial: Monomial) -> Any:
        factors = [self.atom(a) for a, power in monomial for _ in range(power)]
        if coefficient != 1 or not factors:
            factors.insert(0, rational(coefficient))
        return factors[0] if len(factors) == 1 else z3.Product(factors)

    def compare(self, f: Compare) -> Any:
        left = self.polynomial(f.left)
        return left >= 0 if f.relation == ">=" else left > 0 if f.relation == ">" else left == 0


def rational(c: Fraction) -> Any:
    return z3.RealVal(str(c))


def total(terms: Iterable[Any]) -> Any:
    """The sum of Z3 terms."""
    listed = list(terms)
    return listed[0] if len(listed) == 1 else z3.Sum(listed) if listed else z3.RealVal(0)


class Opaque(Reading):
    def __init__(self) -> None:
        self.atoms: dict[object, Any] = {}
        self.terms: dict[Polynomial, Any] = {}
        self.formulas: dict[Formula, Any] = {}
        self.written: dict[Polynomial, Any] = {}

    def polynomial(self, p: Polynomial) -> Any:
        if p not in self.written:  # the same term stands in many lines
            self.written[p] = super().polynomial(p)
        return self.written[p]

    def atom(self, atom: object) -> Any:
        if atom not in self.atoms:
            self.atoms[atom] = z3.Real(f"x{len(self.atoms)}")
        return self.atoms[atom]

    def outline(self, f: Formula) -> Any:
        """The propositional shape of `f`: p ≥ 0 is a condition on a number named after p; a ∀ or a null vector is a proposition."""
        if isinstance(f, Both):
            return z3.And(self.outline(f.first), self.outline(f.second))
        if isinstance(f, Implies):
            return z3.Implies(self.outline(f.premise), self.outline(f.conclusion))
        if f not in self.formulas:
            self.formulas[f] = self.leaf(f) if isinstance(f, Compare) else z3.Bool(f"p{len(self.formulas)}")
        return self.formulas[f]

    def leaf(self, f: Compare) -> Any:
        if -f.left not in self.terms:
            self.terms.setdefault(f.left, z3.Real(f"t{len(self.terms)}"))
        number = self.terms[f.left] if f.left in self.terms else -self.terms[-f.left]
        return number >= 0 if f.relation == ">=" else number > 0 if f.relation == ">" else number == 0


class Undecidable(Exception):
    """A formula outside what this reading can say truthfully."""


PLACE = z3.Int("place")  # where a ∀ is opened


class IndexedNames(Reading):
    def __init__(self) -> None:
        self.bound: list[Any] = []
        self.naturals: dict[str, Any] = {}
        self.functions: dict[object, Any] = {}

    def index(self, i: Index) -> Any:
        if i.name is None:
            return z3.IntVal(i.offset)
        base = self.encode_list([self.index(j) for j in i.name]) if isinstance(i.name, tuple) else self.natural(i.name)
        return base + i.offset if i.offset else base

    def encode_list(self, indices: list[Any]) -> Any:
        """The number that a list stands for: any function of its entries, which is never negative."""
        value = z3.Function(f"list of {len(indices)}", *[z3.IntSort()] * (len(indices) + 1))(*indices)
        return z3.If(value >= 0, value, -value)

    def natural(self, name: str | int) -> Any:
        if isinstance(name, int):
            return self.bound[-1 - name]
        if name not in self.naturals:
            self.naturals[name] = z3.Int(f"n{len(self.naturals)}")
        return self.naturals[name]

    def known(self) -> list[Any]:
        return [n >= 0 for n in self.naturals.values()]

    def call(self, key: object, arguments: list[Any]) -> Any:
        full = (key, len(arguments))
        if full not in self.functions:
            sorts = [*[z3.IntSort()] * len(arguments), z3.RealSort()]
            self.functions[full] = z3.Function(f"f{len(self.functions)}", *sorts)
        return self.functions[full](*arguments)

    def atom(self, atom: object) -> Any:
        if isinstance(atom, Nat):
            return z3.ToReal(self.index(Index(atom.name)))
        if isinstance(atom, Real):
            return self.call(("real", atom.name), [] if atom.index is None else [self.index(atom.index)])
        if isinstance(atom, Inner):
            ends = sorted(atom.pair, key=lambda v: (v.name, repr(v.index)))
            return self.product(ends[0], ends[-1])
        if isinstance(atom, Fn):
            return z3.Function(f"function {atom.name}", z3.RealSort(), z3.RealSort())(self.polynomial(atom.argument))
        if isinstance(atom, Sum):
            k = self.next_number()
            with self.within(k):  # `upto` too is written as if it stood inside the Σ
                terms, upto = z3.Lambda([k], self.polynomial(atom.term)), self.index(atom.upto)
            return z3.Function("sum", terms.sort(), z3.IntSort(), z3.RealSort())(terms, upto)
        raise Undecidable(f"{type(atom).__name__} is no atom")

    def product(self, a: Vec, b: Vec) -> Any:
        i, j = ([] if v.index is None else [self.index(v.index)] for v in (a, b))
        key = ("inner", a.name, len(i), b.name, len(j))
        if a.name == b.name and len(i) == len(j) == 1 and a != b:  # ⟨w(i), w(j)⟩ = ⟨w(j), w(i)⟩
            return (self.call(key, i + j) + self.call(key, j + i)) / 2
        return self.call(key, i + j)

    def formula(self, f: Formula, positive: bool = True) -> Any:
        if isinstance(f, Compare):
            return self.compare(f)
        if isinstance(f, Both):
            return z3.And(self.formula(f.first, positive), self.formula(f.second, positive))
        if isinstance(f, Implies):
            return z3.Implies(self.formula(f.premise, not positive), self.formula(f.conclusion, positive))
        if isinstance(f, Null):
            if not positive:
                raise Undecidable("a null vector as a condition")
            return self.null(f.vector)
        k = self.next_number()
        with self.within(k):
            return z3.ForAll([k], z3.Implies(k >= 0, self.formula(f.body, positive)))

    def open(self, f: ForAll) -> tuple[Any, Any]:
        """A number and the body of the ∀ at it, in which it is to be replaced."""
        with self.within(PLACE):
            return PLACE, self.formula(f.body)

    def next_number(self) -> Any:
        """The number of the next ∀ or Σ, by how deep it stands in the formula: a formula that occurs twice is one term."""
        return z3.Int(f"bound {sum(k is not PLACE for k in self.bound)}")

    @contextmanager
    def within(self, k: Any) -> Iterator[None]:
        """A block in which k is the innermost bound number."""
        self.bound.append(k)
        try:
            yield
        finally:
            self.bound.pop()

    def null(self, v: Vector) -> Any:
        """⟨v, ◦⟩ = 0 for one arbitrary vector ◦, the same in premises and claim."""
        anything = Vec("\0")
        return total(self.polynomial(c) * self.product(anything, b) for b, c in v.parts.items()) == 0


class Integers(Reading):
    """Whole combinations of natural numbers, as integers."""

    def __init__(self) -> None:
        self.numbers: dict[object, Any] = {}

    def atom(self, atom: object) -> Any:
        if not isinstance(atom, Nat):
            raise Undecidable("not a natural number")
        return self.numbers.setdefault(atom, z3.Int(f"i{len(self.numbers)}"))

    def product_of(self, coefficient: Fraction, monomial: Monomial) -> Any:
        if coefficient.denominator != 1:
            raise Undecidable("not a whole number")
        return z3.Product([z3.IntVal(coefficient.numerator), *(self.atom(a) for a, power in monomial for _ in range(power))])


class Coordinates(Reading):
    def __init__(self, opaque: Opaque) -> None:
        self.opaque = opaque
        self.rows: dict[Vec, list[Any]] = {}

    def row(self, v: Vec) -> list[Any]:
        if v not in self.rows:
            n = len(self.rows)
            self.rows[v] = [z3.Real(f"v{n}_{j}") for j in range(n + 1)]
        return self.rows[v]

    def atom(self, atom: object) -> Any:
        if isinstance(atom, Inner):
            ends = list(atom.pair)
            return total(x * y for x, y in zip(self.row(ends[0]), self.row(ends[-1]), strict=False))
        return self.opaque.atom(atom)

    def vector(self, v: Vector) -> list[Any]:
        """The coordinates of a combination, in all dimensions met so far."""
        for b in v.parts:
            self.row(b)
        parts = [(self.polynomial(c), self.row(b)) for b, c in v.parts.items()]
        return [total(c * row[j] for c, row in parts if j < len(row)) for j in range(len(self.rows))]


def comparison(f: Formula) -> Compare:
    if not isinstance(f, Compare):
        raise Undecidable("a comparison is needed")
    return f


def equal(p: Any, q: Any) -> bool:
    """Whether Z3 brings p − q to 0 as a sum of monomials.  One pass may leave (½·x)·(−1)·y beside ½·x·y: a second one collects them."""
    difference = z3.simplify(z3.simplify(p - q, som=True), som=True)
    return bool(z3.is_rational_value(difference) and difference.as_fraction() == 0)
