"""Formulas as they are to be read: kernel terms arranged into a small tree of layout, which `writers` prints in three notations.

The kernel keeps p ≥ 0 and nameless bound indices.  A reader wants terms on both sides without minus signs, ‖w(k)‖² for ⟨w(k), w(k)⟩, a
fraction for a named reciprocal, k < M for M − k − 1 ≥ 0, and names for indices.  Nothing here is trusted or read back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from proofs.kernel import Fn, Index, Inner, Nat, Polynomial, Real, Vec, Vector
from proofs.kernel.polynomial import Monomial
from proofs.report.typesetting.factors import common, divided, square_root
from proofs.report.typesetting.nodes import At, Bracket, Node, Norm, Number, Power, Product, Quotient, Root, Sum, Symbol


@dataclass(frozen=True)
class Names:
    """How free naturals are shown, and what the bound indices (innermost last) are called."""

    shown: dict[str, str]
    bound: tuple[str, ...] = ()
    lengths: frozenset[Node] = frozenset()  # ‖u‖ that are reals here, so that ⟨u, u⟩ has to be written out

    def natural(self, name: str | int) -> str:
        if isinstance(name, str):
            return self.shown.get(name, name)
        return self.bound[-1 - name] if name < len(self.bound) else f"#{name}"

    def inside(self, taken: set[str]) -> Names:
        """With one more bound index, called by a letter that is not taken."""
        used = taken | set(self.bound)
        letter = next(x for x in (*"kjilmnpqrst", *(f"k{i}" for i in range(len(used) + 1))) if x not in used)
        return replace(self, bound=(*self.bound, letter))


NO_NAMES = Names({})
Entry = tuple[Monomial, Fraction]


# Terms --------------------------------------------------------------------------------------------------------------------------------


def index(i: Index, names: Names) -> Node:
    if i.name is None:
        return Number(Fraction(i.offset))
    base = Symbol(names.natural(i.name))
    return Sum(((False, base), (False, Number(Fraction(i.offset))))) if i.offset else base


def named(name: str) -> Node:
    """A real by its name, which may spell a root (√S₂), a length (‖u‖) or a reciprocal (1/γ)."""
    if name.startswith("1/"):
        return Quotient(Number(Fraction(1)), named(bare(name[2:])))
    if name.startswith("√"):
        return Root(named(bare(name[1:])))
    inside = re.fullmatch(r"‖(\w+)‖", name)
    return Norm(Symbol(inside[1])) if inside else Symbol(name)


def bare(text: str) -> str:
    """Without parentheses around the whole."""
    depth = 0
    for position, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and position < len(text) - 1:
            return text
    return text[1:-1] if text.startswith("(") else text


def basic(v: Vec, names: Names) -> Node:
    return Symbol(v.name) if v.index is None else At(v.name, index(v.index, names))


def atom(a: object, power: int, names: Names) -> Node:
    if isinstance(a, Inner):
        ends = [basic(v, names) for v in sorted(a.pair, key=_vector_order)]
        if len(ends) == 1 and Norm(ends[0]) not in names.lengths:
            return Power(Norm(ends[0]), 2 * power)
        return _raised(Bracket(ends[0], ends[-1]), power)
    if isinstance(a, Nat):
        return _raised(Symbol(names.natural(a.name)), power)
    if isinstance(a, Fn):
        return _raised(At(a.name, polynomial(a.argument, names)), power)
    if not isinstance(a, Real):
        raise TypeError(f"{a!r} is no atom")
    if a.index is None:
        return _raised(named(a.name), power)
    at, inside = index(a.index, names), re.fullmatch(r"‖(\w+)‖", a.name)
    return _raised(Norm(At(inside[1], at)) if inside else At(a.name, at), power)


def _vector_order(v: Vec) -> tuple[bool, str, str, int]:
    return v.index is not None, v.name, *((str(v.index.name), v.index.offset) if v.index else ("", 0))  # ⟨u, w(k)⟩


def _raised(base: Node, power: int) -> Node:
    if power == 1:
        return base
    return Quotient(base.top, _raised(base.bottom, power)) if isinstance(base, Quotient) else Power(base, power)


def _order(entry: tuple[object, int]) -> tuple[int, bool, str, str]:
    a, _ = entry
    if isinstance(a, Inner):
        ends = sorted(a.pair, key=_vector_order)
        return 4, False, ends[0].name + ends[-1].name, repr(ends)
    at = getattr(a, "index", None)
    name = str(getattr(a, "name", a))
    if at is not None or isinstance(a, Fn):
        return 3, name.islower(), name, repr(at)
    return 2 if isinstance(a, Nat) else 1, not name.islower(), name, ""


def monomial(m: Monomial, coefficient: Fraction, names: Names, *more: Node) -> Node:
    """c·m (times `more`) for c ≥ 0, as one fraction if it has named reciprocals or a denominator."""
    top: list[Node] = []
    bottom: list[Node] = []
    plain = {a.name for a, _ in m if isinstance(a, Real) and a.index is None}
    for a, power in sorted(m, key=_order):
        shown = atom(a, power, names)
        if isinstance(shown, Quotient) and isinstance(a, Real) and a.name[2:] not in plain:
            bottom.append(shown.bottom)
        else:
            top.append(shown)
    top += more
    if coefficient.numerator != 1 or not top:
        top.insert(0, Number(Fraction(coefficient.numerator)))
    if coefficient.denominator != 1:
        bottom.insert(0, Number(Fraction(coefficient.denominator)))
    return Quotient(_product(top), _product(bottom)) if bottom else _product(top)


def _product(factors: list[Node]) -> Node:
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def _rank(entry: Entry) -> tuple[bool, bool, int, list[tuple[int, bool, str, str]]]:
    """Positive first; inner products first, constants last; by degree and name between."""
    m, c = entry
    inner = any(isinstance(a, Inner) for a, _ in m)
    return c < 0, not inner, -sum(p for _, p in m), [_order(e) for e in sorted(m, key=_order)]


def summed(entries: list[Entry], names: Names) -> Node:
    """A sum in reading order: a perfect square as one, a factor of every term in front."""
    if not entries:
        return Number(Fraction(0))
    if len(entries) > 2 and (base := square_root(Polynomial(dict(entries)))) is not None:
        return Power(summed(list(base.terms.items()), names), 2)
    shared, scale = common(entries) if len(entries) > 1 else (frozenset(), Fraction(1))
    if any(isinstance(a, Real) and a.name.startswith("1/") for m, _ in entries for a, _ in divided(m, shared)):
        shared, scale = frozenset(), Fraction(1)  # a fraction inside a fraction helps nobody
    rest = [(divided(m, shared), c / scale) for m, c in entries]
    terms = tuple((c < 0, monomial(m, abs(c), names)) for m, c in sorted(rest, key=_rank))
    total = terms[0][1] if len(terms) == 1 and not terms[0][0] else Sum(terms)
    return monomial(shared, scale, names, total) if shared or scale != 1 else total


def polynomial(p: Polynomial, names: Names = NO_NAMES) -> Node:
    return summed(list(p.terms.items()), names)


def vector(v: Vector, names: Names = NO_NAMES) -> Node:
    return vector_sum(list(v.parts.items()), names)


def vector_sum(parts: list[tuple[Vec, Polynomial]], names: Names) -> Node:
    terms = []
    for b, c in sorted(parts, key=lambda part: (negative(part[1]), repr(part[0]))):
        less = negative(c)
        scale = polynomial(-c if less else c, names)
        one = scale == Number(Fraction(1))
        terms.append((less, basic(b, names) if one else Product((scale, basic(b, names)))))
    if not terms:
        return Number(Fraction(0))
    return terms[0][1] if len(terms) == 1 and not terms[0][0] else Sum(tuple(terms))


def negative(c: Polynomial) -> bool:
    return all(x < 0 for x in c.terms.values())
