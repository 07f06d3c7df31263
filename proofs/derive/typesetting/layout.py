"""Formulas as they are to be read: kernel terms arranged into a small tree of layout, which `writers` prints in three notations.

The kernel keeps p ≥ 0 and nameless bound indices.  A reader wants terms on both sides without minus signs, ‖w(k)‖² for ⟨w(k), w(k)⟩, a
fraction for a reciprocal, k < M for M − k − 1 ≥ 0, and names for indices.  Nothing here is trusted or read back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any, TypeVar

from perceptron.numbers.rational_points import sqrt_exact
from proofs.derive.typesetting.names import FLOOR, FUNCTIONS, INVERSE_ROOT, RECIPROCAL, Meaning, canonical, composite, key_of, plain
from proofs.derive.typesetting.writers import (
    At,
    Bracket,
    Factors,
    Floor,
    Node,
    Norm,
    NumberList,
    Numeral,
    Power,
    QuotedName,
    Quotient,
    Radical,
    SignedTerms,
    Strung,
    Symbol,
    Words,
)
from proofs.kernel import Compare, Fn, Index, Inner, Nat, Polynomial, Real, Vec, Vector
from proofs.kernel import Sum as Total
from proofs.kernel.formula import names as names_in
from proofs.kernel.polynomial import Monomial
from proofs.kernel.term import key
from proofs.system.escaping import quote

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def divide(m: Monomial, by: Monomial) -> Monomial:
    """m / by, for a divisor."""
    exponents = dict(m)
    for atom, power in by:
        exponents[atom] -= power
    return frozenset((a, p) for a, p in exponents.items() if p)


def common(entries: Sequence[tuple[Monomial, Fraction]]) -> tuple[Monomial, Fraction]:
    """The greatest monomial in every term, and 1/d if every coefficient has the denominator d."""
    exponents = dict(entries[0][0])
    for m, _ in entries[1:]:
        powers = dict(m)
        exponents = {a: min(p, powers[a]) for a, p in exponents.items() if a in powers}
    denominators = {c.denominator for _, c in entries}
    return frozenset(exponents.items()), Fraction(1, denominators.pop()) if len(denominators) == 1 else Fraction(1)


def square_root(p: Polynomial) -> Polynomial | None:
    """A polynomial whose square is p, or None; by long division, leading term first."""
    order = {a: i for i, a in enumerate(sorted({a for m in p.terms for a, _ in m}, key=repr))}

    def lead(q: Polynomial) -> tuple[Monomial, Fraction]:
        def exponents(entry: tuple[Monomial, Fraction]) -> list[int]:
            powers: dict[Hashable, int] = dict(entry[0])
            return [powers.get(a, 0) for a in order]

        return max(q.terms.items(), key=exponents)

    top, coefficient = lead(p)
    scale = sqrt_exact(coefficient)
    if scale is None or any(power % 2 for _, power in top):
        return None
    first = frozenset((a, power // 2) for a, power in top)
    root = Polynomial({first: scale})
    for _ in range(len(p.terms)):
        rest = p - root * root
        if not rest.terms:
            return root
        m, c = lead(rest)
        if any(power > dict(m).get(a, 0) for a, power in first):
            return None
        root = root + Polynomial({divide(m, first): c / (2 * scale)})
    return None


ONE = Numeral(Fraction(1))


@dataclass(frozen=True)
class Sample:
    """The history that random numbers do not mention in print, and how the examples are drawn: z < N with the probability D(z)."""

    history: Index
    N: Index
    D: str


@dataclass(frozen=True)
class Names:
    """How the names of one theorem are shown: as spelled, or as the terms that they stand for; and what its bound indices are called,
    innermost last."""

    spelled: Mapping[tuple[str, str], str] = field(default_factory=dict)
    meant: Mapping[tuple[str, str], Meaning] = field(default_factory=dict)
    bound: tuple[str, ...] = ()
    lengths: frozenset[Node] = frozenset()  # ‖u‖ that are reals here, so that ⟨u, u⟩ has to be written out
    reserved: frozenset[str] = frozenset()  # what is in the statement of the theorem, which no bound index may be called
    sample: Sample | None = None  # where random numbers are read as of one sample
    made: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def once(self, make: Callable[[K, Names], T], of: K) -> T:
        """`make(of, self)`, made once: a proof has the same atoms and claims in many places."""
        if (make, of) not in self.made:
            self.made[make, of] = make(of, self)
        made: T = self.made[make, of]
        return made

    def symbol(self, kind: str, name: str) -> Node:
        """A free name."""
        text = self.spelled.get((kind, name)) or (canonical(name) if plain(name) else quote(name))
        return QuotedName(text) if text.endswith("”") else Symbol(text)

    def natural(self, name: str | int) -> Node:
        if isinstance(name, str):
            return stands_for(Nat(name), self) or self.symbol("nat", name)
        return Symbol(self.bound[-1 - name]) if name < len(self.bound) else QuotedName(f"“#{name}”")

    def inside(self, used: set[str]) -> Names:
        """With one more bound index, called by a letter that is not used, not even as φ is in φ(0)."""
        return self.once(_one_more_bound, frozenset(used))


def _one_more_bound(used: frozenset[str], names: Names) -> Names:
    used = used | names.reserved | set(names.bound)
    used |= {text.partition("(")[0] for text in used}
    letter = next(x for x in (*"kjilmnpqrst", *(f"k{canonical(str(i))}" for i in range(len(used) + 1))) if x not in used)
    return replace(names, bound=(*names.bound, letter))


NO_NAMES = Names()
Entry = tuple[Monomial, Fraction]


# Terms --------------------------------------------------------------------------------------------------------------------------------


def index(i: Index, names: Names) -> Node:
    if i.name is None:
        return Numeral(Fraction(i.offset))
    if isinstance(i.name, tuple):
        listed = i.name[names.sample is not None and i.name[0] == names.sample.history :]
        base: Node = index(listed[0], names) if len(listed) == 1 < len(i.name) else NumberList(tuple(index(j, names) for j in listed))
    else:
        base = names.natural(i.name)
    return SignedTerms(((False, base), (False, Numeral(Fraction(i.offset))))) if i.offset else base


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
        elif isinstance(shown := names.symbol(*key), (Symbol, QuotedName)):
            texts.add(shown.text)
    return texts


def total(a: Total, names: Names) -> Node:
    """Σ(i < n: term). The kernel lets i occur in n itself; it knows nothing of such a sum, which is no sum over a range."""
    if (mean := _mean(a, names)) is not None:
        return mean
    inside = names.inside(free(a, names))
    below = Words(" < its own ") if _mentions(a.upto, 0) else Words(" < ")
    return At(Symbol("Σ"), Strung((Symbol(inside.bound[-1]), below, index(a.upto, inside), Words(": "), polynomial(a.term, inside))))


def _mean(a: Total, names: Names) -> Node | None:
    """E of the summand without its probability; of a sum of probabilities alone there is none."""
    if names.sample is None or a.upto != names.sample.N:
        return None
    weight = frozenset({(Real(names.sample.D, Index(0)), 1)})
    if not all(weight < m for m in a.term.terms):
        return None
    inside = replace(names, bound=(*names.bound, "z"))
    return At(Symbol("E"), polynomial(Polynomial({divide(m, weight): c for m, c in a.term.terms.items()}), inside))


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
        return Quotient(ONE, Radical(polynomial(term, names)))
    if meaning.kind == FLOOR:
        return Floor(polynomial(term, names))
    vector = _square(term)
    return Norm(basic(vector, names)) if vector is not None else Radical(polynomial(term, names))


def _square(p: Polynomial) -> Vec | None:
    """v if p is ⟨v, v⟩."""
    atoms = [a for m, c in p.terms.items() if c == 1 and len(m) == 1 for a, power in m if power == 1 and isinstance(a, Inner)]
    return next(iter(atoms[0].pair)) if len(p.terms) == len(atoms) == 1 and len(atoms[0].pair) == 1 else None


def value(a: Real, names: Names) -> Node:
    """A number, or a sequence at an index."""
    meant = stands_for(a, names)
    if meant is not None:
        return meant
    name = names.symbol(*key(a))
    return name if a.index is None or _sample(a.index, names) else At(name, index(a.index, names))


def _sample(i: Index, names: Names) -> bool:
    """Whether this is the history that is not mentioned."""
    return names.sample is not None and i == names.sample.history


def basic(v: Vec, names: Names) -> Node:
    name = names.symbol(*key(v))
    return name if v.index is None or _sample(v.index, names) else At(name, index(v.index, names))


def atom(a: Hashable, names: Names) -> Node:
    return names.once(_atom, a)


def _atom(a: object, names: Names) -> Node:
    if isinstance(a, Inner):
        ends = [basic(v, names) for v in sorted(a.pair, key=_vector_order)]
        if len(ends) == 1 and Norm(ends[0]) not in names.lengths:
            return Power(Norm(ends[0]), 2)
        return Bracket(ends[0], ends[-1])
    if isinstance(a, Fn):
        name = Symbol(a.name) if a.name in FUNCTIONS else QuotedName(f"function {quote(a.name, strictly=True)}")
        return At(name, polynomial(a.argument, names))
    if isinstance(a, Total):
        return total(a, names)
    if not isinstance(a, (Real, Nat)):
        raise TypeError(f"{a!r} is no atom")
    return index(Index(a.name), names) if isinstance(a, Nat) else value(a, names)


def _vector_order(v: Vec) -> tuple[bool, str, str, int]:
    return v.index is not None, v.name, *((str(v.index.name), v.index.offset) if v.index else ("", 0))  # ⟨u, w(k)⟩


def _raise(base: Node, power: int) -> Node:
    if power == 1:
        return base
    if isinstance(base, Power):
        return Power(base.base, base.exponent * power)
    if isinstance(base, Quotient) and base.top == ONE:
        return Quotient(ONE, _raise(base.bottom, power))
    return Power(base, power)


@lru_cache(maxsize=50_000)
def _order(entry: tuple[object, int]) -> tuple[int, bool, str, str]:
    a, _ = entry
    if isinstance(a, Inner):
        ends = sorted(a.pair, key=_vector_order)
        return 4, False, ends[0].name + ends[-1].name, repr(ends)
    if isinstance(a, Total):  # not by its repr, which has an address
        return 1, True, f"Sum(upto={a.upto!r}", repr(sorted(map(_rank, a.term.terms.items())))
    at = getattr(a, "index", None)
    name = str(getattr(a, "name", a))
    if isinstance(a, Fn):
        return 3, name.islower(), name, repr(sorted(map(_rank, a.argument.terms.items())))
    if at is not None:
        return 3, name.islower(), name, repr(at)
    return 2 if isinstance(a, Nat) else 1, not name.islower(), name, ""


def monomial(m: Monomial, coefficient: Fraction, names: Names, *more: Node) -> Node:
    """c·m (times `more`) for c ≥ 0, as one fraction if it has named reciprocals or a denominator."""
    top: list[Node] = []
    bottom: list[Node] = []
    once = {a: atom(a, names) for a, _ in m}  # laid out once each: functions in functions would double the work at every level
    above = set(once.values())
    for a, power in sorted(m, key=_order):
        shown = _raise(once[a], power)
        if isinstance(shown, Quotient) and (shown.bottom.base if isinstance(shown.bottom, Power) else shown.bottom) not in above:
            bottom.append(shown.bottom)
        else:
            top.append(shown)
    top += more
    if coefficient.numerator != 1 or not top:
        top.insert(0, Numeral(Fraction(coefficient.numerator)))
    if coefficient.denominator != 1:
        bottom.insert(0, Numeral(Fraction(coefficient.denominator)))
    return Quotient(_product(top), _product(bottom)) if bottom else _product(top)


def _product(factors: list[Node]) -> Node:
    return factors[0] if len(factors) == 1 else Factors(tuple(factors))


def _rank(entry: Entry) -> tuple[bool, bool, int, list[tuple[int, bool, str, str]]]:
    """Positive first; inner products first, constants last; by degree and name between."""
    m, c = entry
    inner = any(isinstance(a, Inner) for a, _ in m)
    return c < 0, not inner, -sum(p for _, p in m), sorted(map(_order, m))  # each once: functions in functions would double the work


def sum_entries(entries: list[Entry], names: Names) -> Node:
    """A sum in reading order: a perfect square as one, a factor of every term in front."""
    if not entries:
        return Numeral(Fraction(0))
    if len(entries) > 2 and (base := square_root(Polynomial(dict(entries)))) is not None:
        return Power(sum_entries(list(base.terms.items()), names), 2)
    shared, scale = common(entries) if len(entries) > 1 else (frozenset(), Fraction(1))
    if any(isinstance(a, Real) and composite(a.name) == RECIPROCAL for m, _ in entries for a, _ in divide(m, shared)):
        shared, scale = frozenset(), Fraction(1)  # a fraction inside a fraction helps nobody
    rest = [(divide(m, shared), c / scale) for m, c in entries]
    terms = tuple((c < 0, monomial(m, abs(c), names)) for m, c in sorted(rest, key=_rank))
    total = terms[0][1] if len(terms) == 1 and not terms[0][0] else SignedTerms(terms)
    return monomial(shared, scale, names, total) if shared or scale != 1 else total


def polynomial(p: Polynomial, names: Names = NO_NAMES) -> Node:
    return sum_entries(list(p.terms.items()), names)


def vector(v: Vector, names: Names = NO_NAMES) -> Node:
    return vector_sum(list(v.parts.items()), names)


def vector_sum(parts: list[tuple[Vec, Polynomial]], names: Names) -> Node:
    terms = []
    for b, c in sorted(parts, key=lambda part: (negative(part[1]), repr(part[0]))):
        less = negative(c)
        scale = polynomial(-c if less else c, names)
        one = scale == ONE
        terms.append((less, basic(b, names) if one else Factors((scale, basic(b, names)))))
    if not terms:
        return Numeral(Fraction(0))
    return terms[0][1] if len(terms) == 1 and not terms[0][0] else SignedTerms(tuple(terms))


def negative(c: Polynomial) -> bool:
    return all(x < 0 for x in c.terms.values())


@dataclass(frozen=True, slots=True)
class ArrangedComparison:
    """left op right, with p = scale·(larger side − smaller side − slack), or scale·(left − right) for an equation.

    The slack is 1 where k + 1 ≤ M is shown as k < M, and else 0."""

    left: Node
    op: str
    right: Node
    scale: Fraction
    slack: int = 0

    @property
    def row(self) -> Node:
        return Strung((self.left, Words(f" {self.op} "), self.right))


TURNED = {"=": "=", ">=": "≤", ">": "<"}
STRAIGHT = {"=": "=", ">=": "≥", ">": ">"}


def arrange(f: Compare, names: Names = NO_NAMES) -> ArrangedComparison:
    """`f` for reading; over the naturals k + 1 ≤ M is k < M."""
    names = names.once(_with_lengths, _lengths(f.left, names))
    scale = _content(f.left)
    entries = [(m, c / scale) for m, c in f.left.terms.items()]
    ups, downs = [e for e in entries if e[1] > 0], [e for e in entries if e[1] < 0]
    strict = _indices(f.left) and all(c.denominator == 1 for _, c in entries) and (frozenset(), Fraction(-1)) in entries
    if _indices(f.left) and f.relation == ">=" and len(downs) > strict:
        less = [e for e in downs if e[0]] if strict else downs
        return ArrangedComparison(sum_entries(_minus(less), names), "<" if strict else "≤", sum_entries(ups, names), scale, int(strict))
    left, turn = (_leading if f.relation == "=" else _subject)(ups, downs)
    right = [e for e in entries if e not in left]
    if turn:
        shown = ArrangedComparison(sum_entries(_minus(left), names), TURNED[f.relation], sum_entries(right, names), scale)
        return replace(shown, scale=-scale) if f.relation == "=" else shown
    return ArrangedComparison(sum_entries(left, names), STRAIGHT[f.relation], sum_entries(_minus(right), names), scale)


def null(v: Vector, names: Names = NO_NAMES) -> Node:
    """v null as an equation between vectors, negative parts moved over."""
    ups = [(b, c) for b, c in v.parts.items() if not negative(c)]
    downs = [(b, -c) for b, c in v.parts.items() if negative(c)]
    return Strung((vector_sum(ups, names), Words(" = "), vector_sum(downs, names)))


def _minus(entries: list[Entry]) -> list[Entry]:
    return [(m, -c) for m, c in entries]


def _subject(ups: list[Entry], downs: list[Entry]) -> tuple[list[Entry], bool]:
    """The subject of an inequality, and whether it is the smaller side: the one inner product, else the lighter side."""
    inner = [e for e in ups + downs if _has_inner(e)]
    if len(inner) == 1 and abs(inner[0][1]) == 1:
        return inner, inner[0] in downs
    side = downs if downs and _weight(downs) < _weight(ups) else ups
    bare = [e for e in side if e[0]]
    return (bare if len(bare) == 1 else side), side is downs


def _leading(ups: list[Entry], downs: list[Entry]) -> tuple[list[Entry], bool]:
    """The left of an equation: a named root or length, the newest sequence value, else the lighter side."""

    def newness(side: list[Entry]) -> tuple[int, int]:
        ages = [_age(a) for m, _ in side for x, _ in m for a in (x.pair if isinstance(x, Inner) else (x,))]
        named = len(side) == 1 and any(isinstance(a, Real) and a.name[:1] in ("√", "‖") for a, _ in side[0][0])
        return named, max(ages, default=0) if len(side) == 1 else 0

    new, old = newness(ups), newness(downs)
    turn = new < old or (new == old and bool(downs) and _weight(downs) < _weight(ups))
    return (downs, True) if turn else (ups, False)


def _age(a: object) -> int:
    index = getattr(a, "index", None)
    return index.offset if isinstance(index, Index) else 0


def _has_inner(e: Entry) -> bool:
    return any(isinstance(a, Inner) for a, _ in e[0])


def _lengths(p: Polynomial, names: Names) -> frozenset[Node]:
    shown = (stands_for(a, names) for m in p.terms for a, _ in m)
    return frozenset(n for n in shown if isinstance(n, Norm))


def _with_lengths(lengths: frozenset[Node], names: Names) -> Names:
    return names if lengths == names.lengths else replace(names, lengths=lengths)


def _content(p: Polynomial) -> Fraction:
    """The divisor: 1 if the author left some term without a factor, else the common factor."""
    coefficients = list(p.terms.values())
    if not coefficients or any(abs(c) == 1 for c in coefficients):
        return Fraction(1)
    return Fraction(gcd(*(c.numerator for c in coefficients)), lcm(*(c.denominator for c in coefficients)))


def _indices(p: Polynomial) -> bool:
    return all(isinstance(a, Nat) for m in p.terms for a, _ in m)


def _weight(entries: list[Entry]) -> tuple[bool, bool, bool, int, bool, int, Fraction]:
    """The lighter side: not a bare number, with inner products, no reciprocals, fewer terms, lengths, lower degree."""
    constant = all(not m for m, _ in entries)
    degree = sum(p for m, _ in entries for _, p in m)
    plain, named = not any(map(_has_inner, entries)), [a.name for m, _ in entries for a, _ in m if isinstance(a, Real)]
    fraction, length = any(n.startswith("1/") for n in named), any(n.startswith("‖") for n in named)
    return constant, plain, fraction, len(entries), not length, degree, sum((abs(c) for _, c in entries), Fraction(0))
