"""Random exact values for the names of a theorem, as the kernel has its terms and as a reader reads them, and whether both say the same.

Numbers are rational, vectors have rational lengths, sequences are tables.  Naturals are small: sums nest, and have that many terms.  A root
is the rational one, if there is one, and else a number out of a table; so is a logarithm.  What is compared is the same function of the
same values.  A name that is spelled like a term (1/γ) has the value that its defining facts give it.
"""

import random
import re
from collections import UserDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import floor
from typing import Any

from flint import fmpq

from proofs.derive.typesetting.layout import Names
from proofs.derive.typesetting.writers import HTML, LATEX, UNICODE, Node, QuotedName
from proofs.kernel import Both, Compare, Fn, ForAll, Formula, Implies, Index, Inner, Nat, Null, Polynomial, Real, Sum, Vec, Vector
from proofs.kernel.formula import names as names_in
from proofs.statements.page import BuiltProof
from proofs.theorems import catalogue
from tests.amounts import exhaustive, some, spread
from tests.report.reading import Tree, Unreadable, from_latex, from_mathml

NOTATIONS: dict[str, Callable[[Node], str]] = {  # each as one line
    "unicode": UNICODE.write,
    "LaTeX": lambda node: from_latex(LATEX.write(node)),
    "MathML": lambda node: from_mathml(HTML.write(node)),
}
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
        return fmpq(self.natural_drawn("nat", name))

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
        """The value that a fact gives a composite name; of one that none defines, which has to be printed in quotes, any value."""
        key = ("defined", name, at)
        if key not in self.table:
            self.table[key] = self.drawn("real", name, at)  # also for a definition that comes back to its name
            if (parts := self.definition(name, at is not None)) is not None:
                root = 2 in parts
                free, factor = (self.real(parts.get(i, Polynomial({})), () if at is None else (at,)) for i in (0, 2 if root else 1))
                x = -free / factor
                self.table[key] = x if not root else 1 / self.root(1 / x) if name[:2] == "1/" else self.root(x)
        return self.table[key]

    def definition(self, name: str, many: bool) -> dict[int, Polynomial] | None:
        """The shortest equation for a composite name that is linear, or purely quadratic and a fact says that the name is not negative:
        the factor of each power."""
        own = Real(name, Index(0) if many else None)
        signs = [c.left.terms for f in self.facts for every, c in flat(f) if every is many and c.relation != "="]
        signed = any(len(terms) == 1 and terms.get(frozenset({(own, 1)}), 0) > 0 for terms in signs)
        equations = [c.left for f in self.facts for every, c in flat(f) if every is many and c.relation == "="]
        for p in sorted(equations, key=lambda p: sum(1 + sum(power for _, power in m) for m in p.terms)):
            parts: dict[int, Polynomial] = {}
            for m, x in p.terms.items():
                power = dict(m).get(own, 0)
                parts[power] = parts.get(power, Polynomial({})) + Polynomial({frozenset(e for e in m if e[0] != own): x})
            constant = {power for power, part in parts.items() if set(part.terms) == {frozenset()}}
            powers = {*parts}
            if name[:2] == "1/" and 0 in constant and (powers == {0, 1} or (powers == {0, 2} and signed)):
                return parts
            if name[:2] != "1/" and 2 in constant and powers <= {0, 2} and signed:
                return parts
        return None

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


# --- The values of `Point` for what a reader reads, and whether print and kernel say the same


Value = Any  # a rational number of flint, which is ten times as fast as a Fraction; or a vector as a tuple of three
SUBSCRIPTS = str.maketrans("0123456789'", "₀₁₂₃₄₅₆₇₈₉′")


@dataclass
class Text:
    """Values of what is read; `names` are those of the theorem by what is printed for them."""

    point: Point
    names: Mapping[str, Sequence[tuple[str, str]]]
    labels: Mapping[str, fmpq] = field(default_factory=dict)  # what (5), (b) and ζ stand for

    def of(self, tree: Tree, bound: Mapping[str, int]) -> Value:
        parts = tree.parts
        match tree.what:
            case "number":
                return exact(Fraction(parts[0]))
            case "sum":
                total: Value = ZERO
                for sign, term in parts:
                    value = self.of(term, bound)
                    total = plus(total, value if sign == "+" else times(fmpq(-1), value))
                return total
            case "·":
                return times(self.of(parts[0], bound), self.of(parts[1], bound))
            case "/":
                return times(self.of(parts[0], bound), 1 / self.of(parts[1], bound))
            case "list":
                return fmpq(self.point.listed([int(self.of(part, bound)) for part in parts]))
            case "Σ":
                name, below, term, own = parts
                most = int(self.of(below, {**bound, name: 0} if own else bound))
                return sum((self.of(term, {**bound, name: i}) for i in range(most)), ZERO)
            case "power" if parts[0].what == "‖" and parts[1] % 2 == 0:  # ‖v‖² is ⟨v, v⟩, which no table of roots need know
                v = self.of(parts[0].parts[0], bound)
                return dot(v, v) ** (parts[1] // 2)
            case "power":
                return self.of(parts[0], bound) ** parts[1]
            case "√":
                return self.point.root(self.of(parts[0], bound))
            case "⌊":
                return fmpq(floor(self.of(parts[0], bound)))
            case "‖":
                v = self.of(parts[0], bound)
                return self.point.root(dot(v, v))
            case "⟨":
                return dot(self.of(parts[0], bound), self.of(parts[1], bound))
            case "label":
                return self.labels[parts[0]]
            case "name" if parts[0] in self.labels:
                return self.labels[parts[0]]
            case "name":
                if parts[0] in bound:
                    return fmpq(bound[parts[0]])
                return self.named(parts[0], ("real", "nat", "vec"), None)
            case "at":
                argument = self.of(parts[1], bound)
                if parts[0] in ("ln", "exp") or parts[0].startswith("function "):
                    return self.point.drawn("fn", decoded(parts[0].removeprefix("function ").strip("“”")), argument)
                if not isinstance(argument, fmpq) or argument.q != 1:
                    raise Different(f"{parts[0]} at a fraction")
                return self.named(parts[0], ("seq", "vseq"), int(argument))
        raise Unreadable(tree.what)

    def named(self, text: str, kinds: tuple[str, ...], at: int | None) -> Value:
        keys = self.names.get(text, ())
        if text.startswith("“") and len(keys) > 1:  # of two names that are spelled alike one may be laid out as a term
            keys = [key for key in keys if key[0] not in ("real", "seq") or self.point.definition(key[1], key[0] == "seq") is None]
        if len(keys) != 1 or keys[0][0] not in kinds:
            raise Different(f"{text} is the name of {keys}")
        kind, name = keys[0]
        if kind == "nat":
            return self.point.nat(name)
        if kind in ("vec", "vseq"):
            return self.point.vector(name, at)
        return self.point.defined(name, at) if name.startswith(COMPOSITE) else self.point.drawn("real", name, at)


def decoded(text: str) -> str:
    """A name out of its quotation marks, in which letters may be told by their numbers."""
    return re.sub(r"\\u\{([0-9a-f]+)\}", lambda m: chr(int(m[1], 16)), text)


KINDS = {"real": "real", "nat": "natural", "vec": "vector", "seq": "sequence", "vseq": "vectors"}


class Spelled(UserDict[str, list[tuple[str, str]]]):
    """Which of some formulas' names a spelling may stand for: each as it is, in quotation marks, and with its kind before them.

    A natural that a derivation numbered has a letter that nothing else has, in the order of the numbers."""

    def __init__(self, formulas: Iterable[Formula]) -> None:
        super().__init__()
        named = sorted({(kind, str(name)) for f in formulas for kind, name in names_in(f) if kind != "loose"})
        numbered = [key for key in named if key[0] == "nat" and re.fullmatch("k[0-9]{1,6}", key[1])]
        plain = {key: plainly(key[1]) for key in named if key not in numbered}
        letters = [letter for letter in "kjilmn" if letter not in plain.values()]
        plain |= dict(zip(sorted(numbered, key=lambda key: int(key[1][1:])), letters, strict=False))
        for kind, name in named:
            for text in {plain.get((kind, name), ""), f"“{name}”", f"{KINDS[kind]} “{name}”"}:
                self.setdefault(text, []).append((kind, name))

    def get(self, text: str, otherwise: object = ()) -> object:  # type: ignore[override]
        return self.data.get(decoded(text), otherwise)


def plainly(name: str) -> str:
    """A name with its number lowered."""
    head, bracket, inside = name.partition("(")
    return head.translate(SUBSCRIPTS) + bracket + inside.replace("'", "′")


def plus(a: Value, b: Value) -> Value:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return tuple(x + y for x, y in zip(a, b, strict=True))
    if isinstance(a, tuple) or isinstance(b, tuple):
        return a if b == 0 else b
    return a + b


def times(a: Value, b: Value) -> Value:
    if isinstance(a, tuple):
        a, b = b, a
    return tuple(a * x for x in b) if isinstance(b, tuple) else a * b


def dot(a: Value, b: Value) -> fmpq:
    return sum((x * y for x, y in zip(a, b, strict=True)), ZERO)


# Formula and sentence -----------------------------------------------------------------------------------------------------------------

Pair = tuple[str, str, Value, Value]  # the kernel's relation, the printed one, and what both compare with 0


def only_one(f: ForAll) -> tuple[Nat, Formula] | None:
    """k and φ, as they are called inside, if f says "for all j: k ≤ j and j ≤ k give φ(j)". That is φ(k), and so it may be printed."""
    match f.body:
        case Implies(Compare(up, ">="), Implies(Compare(down, ">="), rest)):
            for atom in {a for m in up.terms for a, _ in m if isinstance(a, Nat) and type(a.name) is not tuple} - {Nat(0)}:
                gap = Polynomial.atom(atom) - Polynomial.atom(Nat(0))
                if {up, down} == {gap, -gap}:
                    return atom, rest
    return None


def compared(f: Formula, tree: Tree, text: Text, bound: tuple[int, ...], said: Mapping[str, int]) -> list[Pair]:
    """The comparisons of a formula, each beside the printed one.  Raises Different where the sentence is built otherwise."""
    if isinstance(f, ForAll) and (pinned := only_one(f)) is not None:
        other, rest = pinned
        with suppress(Different):
            return compared(rest, tree, text, (int(text.point.number(other, (0, *bound))), *bound), said)
    if isinstance(f, ForAll):
        if tree.what != "for all":
            raise Different("no quantifier is printed")
        name, guard, body = tree.parts
        k = text.point.natural_drawn("for all", bound, name)
        inside, heard, rest = (k, *bound), {**said, name: k}, f.body
        if guard is None:
            return compared(rest, body, text, inside, heard)
        if not isinstance(rest, Implies):
            raise Different("a guard is printed, and there is none")
        return compared(rest.premise, guard, text, inside, heard) + compared(rest.conclusion, body, text, inside, heard)
    if isinstance(f, Implies):
        if tree.what != "⇒":
            raise Different("no implication is printed")
        return compared(f.premise, tree.parts[0], text, bound, said) + compared(f.conclusion, tree.parts[1], text, bound, said)
    if isinstance(f, Both):
        sides, heard_sides = conjuncts(f), tree.parts
        if tree.what != "and" or len(sides) != len(heard_sides):
            raise Different("no such conjunction is printed")
        return [pair for a, b in zip(sides, heard_sides, strict=True) for pair in compared(a, b, text, bound, said)]
    if tree.what not in ("≤", "≥", "<", ">", "="):
        raise Different(f"{tree.what} is printed for a comparison")
    left, right = (text.of(part, said) for part in tree.parts)
    if tree.what in ("≤", "<"):
        left, right = right, left
    gap = plus(left, times(fmpq(-1), right))
    if isinstance(f, Null):
        return [("null", tree.what, text.point.combination(f.vector, bound), gap)]
    whole = all(isinstance(a, Nat) for m in f.left.terms for a, _ in m)
    if whole and f.relation == ">=" and tree.what in ("<", ">") and gap.q == 1:  # of whole numbers the larger one is so by 1 at least
        return [(">=", "≥", text.point.real(f.left, bound), gap - 1)]
    return [(f.relation, tree.what, text.point.real(f.left, bound), gap)]


def conjuncts(f: Formula) -> list[Formula]:
    return conjuncts(f.first) + conjuncts(f.second) if isinstance(f, Both) else [f]


def agree(points: Sequence[list[Pair]]) -> None:
    """At every point the printed differences are the kernel's, times one constant that is positive in an inequality.  Raises Different."""
    for pairs in zip(*points, strict=True):
        relation, shown = pairs[0][:2]
        strict, loose = relation == ">" and shown in ("<", ">"), relation == ">=" and shown in ("≤", "≥")
        if not (strict or loose or (relation in ("=", "null") and shown == "=")):
            raise Different(f"{shown} is printed for {relation}")
        values = [entry for _, _, a, b in pairs for entry in entries(a, b)]
        ratios = {b / a for a, b in values if a}
        if any(b for a, b in values if not a) or len(ratios) > 1 or (relation in (">", ">=") and any(r <= 0 for r in ratios)):
            raise Different(f"printed values {[b for _, b in values]} for {[a for a, _ in values]}")


def entries(a: Value, b: Value) -> list[tuple[fmpq, fmpq]]:
    if isinstance(a, tuple):
        b = b if isinstance(b, tuple) else (b,) * 3
        return list(zip(a, b, strict=True))
    return [(a, b)]


# --- The built catalogue, and what the names of a theorem look like in print


SEEDS = (1, 2, 3)


@cache
def built() -> dict[str, BuiltProof]:
    return catalogue.build_ids([item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)])


def shortest_first() -> list[BuiltProof]:
    """In the order in which an error that is everywhere is soonest seen."""
    return sorted(built().values(), key=lambda b: len(b.proof.steps))


def printed_in(notation: str, few: int) -> list[BuiltProof]:
    """The whole catalogue in unicode, or `few` in the quick tier; sixty proofs where only the writer of the signs is another."""
    every = list(built().values())
    return some(every, few) if notation == "unicode" else [every[i] for i in spread(len(every), 60 if exhaustive() else few)]


def definitions(b: BuiltProof) -> list[Formula]:
    """The formulas that may define a composite name of a proof."""
    return [f for _, f in b.proof.hypotheses] + [s.claim for s in b.proof.steps if s.rule in ("root", "inverse")]


@cache
def defining_names(id: str) -> frozenset[tuple[str, str | int]]:
    """The names in the definitions of a proof of the catalogue."""
    return frozenset(key for f in definitions(built()[id]) for key in names_in(f) if isinstance(key[1], str))


def printed_names(b: BuiltProof, names: Names, here: Iterable[Formula]) -> dict[str, list[tuple[str, str]]]:
    """The (kind, name) that each printed name may mean in some formulas; naturals that a derivation numbered only if they occur there."""
    met = {key for f in here for key in names_in(f) if isinstance(key[1], str)}
    numbered = {key for key in met if key[0] == "nat" and re.fullmatch("k[0-9]+", str(key[1]))}
    known: dict[str, list[tuple[str, str]]] = {}
    for kind, name in met | defining_names(b.proof.id):
        text = plainly(str(name))
        if re.fullmatch("k[0-9]+", str(name)):
            if (kind, name) not in numbered:
                continue
            text = names.spelled[kind, str(name)]
        shown = names.symbol(kind, str(name))
        text = shown.text if isinstance(shown, QuotedName) else text
        known.setdefault(text, []).append((kind, str(name)))
    return known
