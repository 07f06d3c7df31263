"""Formulas as they are to be read: kernel terms arranged into a small tree of layout, which `writers` prints in three notations.

The kernel keeps p ≥ 0 and nameless bound indices.  A reader wants terms on both sides without minus signs, ‖w(k)‖² for ⟨w(k), w(k)⟩, a
fraction for a reciprocal, k < M for M − k − 1 ≥ 0, and names for indices.  Nothing here is trusted or read back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from proofs.kernel import Fn, Index, Inner, Nat, Polynomial, Real, Vec, Vector
from proofs.kernel import Sum as Total
from proofs.kernel.formula import names as names_in
from proofs.kernel.polynomial import Monomial
from proofs.kernel.term import key
from proofs.report.typesetting.factors import common, divided, square_root
from proofs.report.typesetting.meanings import FLOOR, INVERSE_ROOT, RECIPROCAL, Meaning, composite, key_of
from proofs.report.typesetting.nodes import (
    At,
    Bracket,
    Floor,
    Listed,
    Node,
    Norm,
    Number,
    Power,
    Product,
    Quoted,
    Quotient,
    Root,
    Row,
    Sum,
    Symbol,
    Words,
)
from proofs.report.typesetting.spelling import FUNCTIONS, canonical, plain
from proofs.system.escaping import quoted

ONE = Number(Fraction(1))


@dataclass(frozen=True)
class Names:
    """How the names of one theorem are shown: as spelled, or as the terms that they stand for; and what its bound indices are called,
    innermost last."""

    spelled: Mapping[tuple[str, str], str] = field(default_factory=dict)
    meant: Mapping[tuple[str, str], Meaning] = field(default_factory=dict)
    bound: tuple[str, ...] = ()
    lengths: frozenset[Node] = frozenset()  # ‖u‖ that are reals here, so that ⟨u, u⟩ has to be written out
    reserved: frozenset[str] = frozenset()  # what is in the statement of the theorem, which no bound index may be called

    def symbol(self, kind: str, name: str) -> Node:
        """A free name."""
        text = self.spelled.get((kind, name)) or (canonical(name) if plain(name) else quoted(name))
        return Quoted(text) if text.endswith("”") else Symbol(text)

    def natural(self, name: str | int) -> Node:
        if isinstance(name, str):
            return stands_for(Nat(name), self) or self.symbol("nat", name)
        return Symbol(self.bound[-1 - name]) if name < len(self.bound) else Quoted(f"“#{name}”")

    def inside(self, used: set[str]) -> Names:
        """With one more bound index, called by a letter that is not used, not even as φ is in φ(0)."""
        used = used | self.reserved | set(self.bound)
        used |= {text.partition("(")[0] for text in used}
        letter = next(x for x in (*"kjilmnpqrst", *(f"k{canonical(str(i))}" for i in range(len(used) + 1))) if x not in used)
        return replace(self, bound=(*self.bound, letter))


NO_NAMES = Names()
Entry = tuple[Monomial, Fraction]


# Terms --------------------------------------------------------------------------------------------------------------------------------


def index(i: Index, names: Names) -> Node:
    if i.name is None:
        return Number(Fraction(i.offset))
    if isinstance(i.name, tuple):
        base: Node = Listed(tuple(index(j, names) for j in i.name))
    else:
        base = names.natural(i.name)
    return Sum(((False, base), (False, Number(Fraction(i.offset))))) if i.offset else base


def free(f: object, names: Names) -> set[str]:
    """How the free names of a formula or a term are printed; of one that is laid out as a term, those in that term."""
    texts: set[str] = set()
    seen: set[object] = set()
    waiting: list[object] = list(names_in(f))
    while waiting:
        key = waiting.pop()
        if key in seen or not isinstance(key, tuple) or not isinstance(key[1], str):
            continue
        seen.add(key)
        if key in names.meant:
            waiting += names_in(names.meant[key].term)
        elif isinstance(shown := names.symbol(*key), (Symbol, Quoted)):
            texts.add(shown.text)
    return texts


def total(a: Total, names: Names) -> Node:
    """Σ(i < n: term).  The kernel lets n speak of i itself; it knows nothing of such a sum, which is no sum over a range."""
    inside = names.inside(free(a, names))
    below = Words(" < its own ") if _mentions(a.upto, 0) else Words(" < ")
    return At(Symbol("Σ"), Row((Symbol(inside.bound[-1]), below, index(a.upto, inside), Words(": "), polynomial(a.term, inside))))


def _mentions(i: Index, bound: int) -> bool:
    return i.name == bound or (isinstance(i.name, tuple) and any(_mentions(j, bound) for j in i.name))


def stands_for(a: object, names: Names) -> Node | None:
    """The term that a composite name has been defined as; None for any other atom."""
    meaning = names.meant.get(key_of(a) or ("", ""))
    if meaning is None:
        return None
    term = meaning.at(a.index) if isinstance(a, Real) and a.index is not None else meaning.term
    if meaning.kind == RECIPROCAL:
        return Quotient(ONE, polynomial(term, names))
    if meaning.kind == INVERSE_ROOT:
        return Quotient(ONE, Root(polynomial(term, names)))
    if meaning.kind == FLOOR:
        return Floor(polynomial(term, names))
    vector = _squared(term)
    return Norm(basic(vector, names)) if vector is not None else Root(polynomial(term, names))


def _squared(p: Polynomial) -> Vec | None:
    """v if p is ⟨v, v⟩."""
    atoms = [a for m, c in p.terms.items() if c == 1 and len(m) == 1 for a, power in m if power == 1 and isinstance(a, Inner)]
    return next(iter(atoms[0].pair)) if len(p.terms) == len(atoms) == 1 and len(atoms[0].pair) == 1 else None


def value(a: Real, names: Names) -> Node:
    """A number, or a sequence at an index."""
    meant = stands_for(a, names)
    if meant is not None:
        return meant
    name = names.symbol(*key(a))
    return name if a.index is None else At(name, index(a.index, names))


def basic(v: Vec, names: Names) -> Node:
    name = names.symbol(*key(v))
    return name if v.index is None else At(name, index(v.index, names))


def atom(a: object, names: Names) -> Node:
    if isinstance(a, Inner):
        ends = [basic(v, names) for v in sorted(a.pair, key=_vector_order)]
        if len(ends) == 1 and Norm(ends[0]) not in names.lengths:
            return Power(Norm(ends[0]), 2)
        return Bracket(ends[0], ends[-1])
    if isinstance(a, Fn):
        name = Symbol(a.name) if a.name in FUNCTIONS else Quoted(f"function {quoted(a.name, strictly=True)}")
        return At(name, polynomial(a.argument, names))
    if isinstance(a, Total):
        return total(a, names)
    if not isinstance(a, (Real, Nat)):
        raise TypeError(f"{a!r} is no atom")
    return index(Index(a.name), names) if isinstance(a, Nat) else value(a, names)


def _vector_order(v: Vec) -> tuple[bool, str, str, int]:
    return v.index is not None, v.name, *((str(v.index.name), v.index.offset) if v.index else ("", 0))  # ⟨u, w(k)⟩


def _raised(base: Node, power: int) -> Node:
    if power == 1:
        return base
    if isinstance(base, Power):
        return Power(base.base, base.exponent * power)
    if isinstance(base, Quotient) and base.top == ONE:
        return Quotient(ONE, _raised(base.bottom, power))
    return Power(base, power)


def _order(entry: tuple[object, int]) -> tuple[int, bool, str, str]:
    a, _ = entry
    if isinstance(a, Inner):
        ends = sorted(a.pair, key=_vector_order)
        return 4, False, ends[0].name + ends[-1].name, repr(ends)
    if isinstance(a, Total):  # not by its repr, which has an address
        return 1, True, f"Sum(upto={a.upto!r}", repr(sorted(map(_rank, a.term.terms.items())))
    at = getattr(a, "index", None)
    name = str(getattr(a, "name", a))
    if at is not None or isinstance(a, Fn):
        return 3, name.islower(), name, repr(at)
    return 2 if isinstance(a, Nat) else 1, not name.islower(), name, ""


def monomial(m: Monomial, coefficient: Fraction, names: Names, *more: Node) -> Node:
    """c·m (times `more`) for c ≥ 0, as one fraction if it has named reciprocals or a denominator."""
    top: list[Node] = []
    bottom: list[Node] = []
    once = {a: atom(a, names) for a, _ in m}  # laid out once each: functions in functions would double the work at every level
    above = set(once.values())
    for a, power in sorted(m, key=_order):
        shown = _raised(once[a], power)
        if isinstance(shown, Quotient) and (shown.bottom.base if isinstance(shown.bottom, Power) else shown.bottom) not in above:
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
    if any(isinstance(a, Real) and composite(a.name) == RECIPROCAL for m, _ in entries for a, _ in divided(m, shared)):
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
        one = scale == ONE
        terms.append((less, basic(b, names) if one else Product((scale, basic(b, names)))))
    if not terms:
        return Number(Fraction(0))
    return terms[0][1] if len(terms) == 1 and not terms[0][0] else Sum(tuple(terms))


def negative(c: Polynomial) -> bool:
    return all(x < 0 for x in c.terms.values())
