"""The letters of a trace and one way through the code: the known sign of each polynomial that was asked about.

A comparison in the code asks the `Way`. It answers a question that the answers so far settle. Else it takes the next answer of its prefix,
or yes, and notes that there is another. So all ways are gone by going again with other prefixes.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import ceil, floor, inf, prod
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import numpy
from sympy import QQ
from sympy import sqrt as sympy_root
from sympy.polys.fields import FracField
from sympy.polys.orderings import lex

from perceptron import learners
from perceptron.errors import InputError
from perceptron.numbers import enclosure

ALGEBRA = (str(Path(learners.__file__).parent / f"{name}.py") for name in ("vectors", "representations", "learner"))
OWN = (str(Path(__file__).parent), *ALGEBRA, enclosure.__file__, str(Path(numpy.__file__).parent))
Names = Sequence[str]
CALLERS = ("play", "begin")  # the functions here that call the learner
ROOTS = 6  # that one way through the code may take
SIGNS = frozenset({-1, 0, 1})
ABOVE, BELOW, ZERO = frozenset({1}), frozenset({-1}), frozenset({0})
MOST_QUESTIONS = 40  # on one way through the code
MOST_VALUES = 16  # of a number that counts the entries of a list


class Untraceable(InputError):
    """Code that the tracing cannot follow, with its place and what to write instead."""


class NeedsValues(Exception):
    """The remainder of a number of the state, or which of a few values it has, is wanted, and is not part of the state yet."""


class Impossible(Exception):
    """A way that no run takes: a square that is negative, say."""


def place() -> str:
    """The file and line of the learner's code that is running."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        if not name.startswith(("<", *OWN)):
            return f"{file_name(name)}:{frame.f_lineno}"
        if name.startswith(OWN[0]) and frame.f_code.co_name in CALLERS:
            break
        frame = frame.f_back
    way = PATH.get(None)
    return way.method if way else "?"


def line_of(method: Any) -> str:
    """The file and line that define a method."""
    code = getattr(method, "__code__", None)
    return f"{file_name(code.co_filename)}:{code.co_firstlineno}" if code else "?"


def fault_line(failure: BaseException) -> str:
    """The last line of the learner's code at which something failed."""
    frames = [f for f in traceback.extract_tb(failure.__traceback__) if not f.filename.startswith((*OWN, "<"))]
    return f"{file_name(frames[-1].filename)}:{frames[-1].lineno}" if frames else PATH.get().method


def file_name(path: str) -> str:
    """The name of a file of code, or that it is a cell of a notebook, whose file has a name that means nothing."""
    return "cell" if "ipykernel" in path else Path(path).name


def refuse(what: str, instead: str = "") -> NoReturn:
    """Raise Untraceable, with the line of the learner that asked for it. The way remembers it, for code that catches every exception."""
    reason = Untraceable(f"{place()}: {what}{f'; write {instead}' if instead else ''}")
    if (way := PATH.get(None)) is not None:
        way.refused = way.refused or reason
    raise reason


def without_powers(p: Any, roots: Sequence[Any]) -> Any:
    """A polynomial in which no root, whose generators are the first, has a power above 1."""
    for i, of in enumerate(roots):
        while any(m[i] > 1 for m in p):
            low = {m: c for m, c in p.items() if m[i] < 2}
            high = {(*m[:i], m[i] - 2, *m[i + 1 :]): c for m, c in p.items() if m[i] > 1}
            p = p.ring.from_dict(low) + p.ring.from_dict(high) * of
    return p


def is_ground(e: Any) -> bool:
    """Whether an element of a field is a number."""
    return bool(e.numer.is_ground and e.denom.is_ground)


@cache
def letters_of(of: Any) -> frozenset[str]:
    """The generators that occur in a polynomial or in an element of a field."""
    if hasattr(of, "numer"):
        return letters_of(of.numer) | letters_of(of.denom)
    return frozenset(symbol.name for symbol, e in zip(of.ring.symbols, of.degrees(), strict=True) if e > 0)


def evaluate(p: Any, values: Mapping[str, Any]) -> Any:
    """A polynomial at values of its generators: numbers, enclosures of numbers, or terms of the kernel."""
    names, total = [symbol.name for symbol in p.ring.symbols], Fraction(0)
    for m, c in p.terms():
        factors = (values[name] ** e if e > 1 else values[name] for name, e in zip(names, m, strict=True) if e)
        total = prod(factors, start=Fraction(int(c.numerator), int(c.denominator))) + total
    return total


def pair_name(a: str, b: str) -> str:
    """The generator that stands for ⟨a, b⟩."""
    first, second = sorted((a, b))
    return f"{first}·{second}"


class Universe:
    """The generators of a trace: inner products of `vectors`, the learner's `numbers`, and roots that are still to come."""

    def __init__(
        self, vectors: Names, numbers: Names = (), positive: Names = (), counters: Names = (), begun: Names = (), whole: Names = ()
    ) -> None:
        """`positive`: letters; `counters`: numbers that are never negative; `begun`, `whole`: those that start above 0, that are whole."""
        self.above_0, self.whole = {*positive, *begun}, frozenset(whole)
        self.vectors, self.numbers, self.positive, self.counters = tuple(vectors), tuple(numbers), tuple(positive), tuple(counters)
        self.pairs = {pair: pair_name(*pair) for pair in combinations_with_replacement(sorted(self.vectors), 2)}
        names = [*(f"√{i}" for i in range(ROOTS)), *self.numbers, *self.pairs.values()]
        self.field = FracField(names, QQ, lex)
        self.generators = dict(zip(names, self.field.gens, strict=True))
        self.ring = self.field.ring
        self.in_ring = dict(zip(names, self.ring.gens, strict=True))
        squares = {pair_name(v, v) for v in self.vectors} | {*self.positive, *counters}
        one = self.in_ring
        pairs = combinations(self.vectors, 2)
        apart = [one[pair_name(a, a)] * one[pair_name(b, b)] - one[pair_name(a, b)] ** 2 for a, b in pairs]
        self.determinants = [d.primitive()[1] if d.LC > 0 else -d.primitive()[1] for d in apart]
        self.never_negative = [i for i, name in enumerate(names) if name in squares or name.startswith("√")]

    def fails_at_a_mistake(self, g: Guard) -> bool:
        """Whether a guard fails wherever ⟨w, z⟩ ≤ 0: each of its terms has the other sign there, or is 0."""
        at, even = self.ring.index(self.in_ring[pair_name("w", "z")]), {*self.never_negative}

        def term_fails(m: Sequence[int], c: Any) -> bool:
            return (c * sign > 0) == bool(m[at] % 2) and all(e % 2 == 0 or i in even or i == at for i, e in enumerate(m))

        (sign, *more) = g.signs
        return not more and sign != 0 and all(term_fails(m, c) for m, c in g.of.terms())

    def form_of(self, p: Any) -> dict[tuple[str, str], Any]:
        """A polynomial Σ aᵢⱼ⟨i, j⟩ as {(i, j): aᵢⱼ}, with polynomials of the other generators; {} if it is none."""
        places = {self.ring.index(self.in_ring[name]): pair for pair, name in self.pairs.items()}
        form: dict[tuple[str, str], Any] = {pair: self.ring.zero for pair in self.pairs}
        for m, c in p.terms():
            used = [i for i in places if m[i]]
            if len(used) != 1 or m[used[0]] != 1:
                return {}
            form[places[used[0]]] += self.ring.from_dict({(*m[: used[0]], 0, *m[used[0] + 1 :]): c})
        return form

    def is_square(self, p: Any) -> bool:
        """Whether a polynomial is a sum of squares ‖c‖² of combinations: Σ aᵢⱼ⟨i, j⟩ with a positive semi-definite matrix."""
        form, rows = self.form_of(p), sorted(self.vectors)
        full = [[self.field.field_new(form[min(a, b), max(a, b)]) / (1 if a == b else 2) for b in rows] for a in rows] if form else []
        for k in range(len(full)):  # elimination: each pivot is not negative, or its row is 0
            pivot = full[k][k]
            if self.never(pivot.numer * pivot.denom).isdisjoint(BELOW) or (not pivot and any(full[k][k:])):
                return False
            for i in range(k + 1, len(rows)) if pivot else ():
                factor = full[i][k] / pivot
                full[i] = [a - factor * b for a, b in zip(full[i], full[k], strict=True)]
        return bool(form)

    def pair(self, a: str, b: str) -> Any:
        """⟨a, b⟩ as an element of the field."""
        return self.generators[pair_name(a, b)]

    def never(self, p: Any) -> frozenset[int]:
        """The signs that a polynomial cannot have, from what its generators are: squares of lengths, roots, positive numbers."""
        even = all(c > 0 and all(e % 2 == 0 or i in self.never_negative for i, e in enumerate(m)) for m, c in p.terms())
        if not even:
            return BELOW if p in self.determinants or self.is_square(p) else frozenset()
        sure = any(all(e == 0 or self.ring.symbols[i].name in self.above_0 for i, e in enumerate(m)) for m, _ in p.terms())
        return BELOW | ZERO if sure else BELOW


@dataclass(frozen=True)
class Guard:
    """A question of the code: the polynomial has one of the signs. `line` is where it asked."""

    of: Any
    signs: frozenset[int]
    line: str


def limits(guards: Iterable[Guard], n: str, low: float | Fraction = -inf, high: float | Fraction = inf) -> tuple[Any, Any]:
    """Between which numbers the guards on a number alone leave it, of an interval: the least and the greatest."""
    for g in guards:
        if letters_of(g.of) == {n} and max(map(sum, g.of)) == 1:
            a = Fraction(str(next(c for m, c in g.of.terms() if any(m))))
            edge = -Fraction(str(g.of.coeff(1))) / a
            below, above = (g.signs & {-1}, g.signs & {1}) if a > 0 else (g.signs & {1}, g.signs & {-1})
            low, high = (low if below else max(low, edge)), (high if above else min(high, edge))
    return low, high


@dataclass
class Way:
    """One way through the code.

    prefix      the answers to the first questions; all others are answered yes
    answers     those that were given
    questions   polynomial -> its signs on this way
    roots       polynomials, of which the generators √0, √1, … are the roots
    method      where the method is that was called last
    refused     what could not be followed, also if the code went on; `impossible`: that no run takes this path
    begins      whether it is the way through `start`
    known       the values of remainders, by their letters such as k%5, and of numbers that have a few; `needed`: one that is not there"""

    universe: Universe
    prefix: tuple[bool, ...] = ()
    answers: list[bool] = field(default_factory=list)
    questions: dict[Any, Guard] = field(default_factory=dict)
    roots: list[Any] = field(default_factory=list)
    method: str = "?"
    refused: Untraceable | None = None
    impossible: bool = False
    begins: bool = False
    known: dict[str, Fraction] = field(default_factory=dict)
    needed: str = ""

    def know_zero(self, p: Any) -> None:
        """Keep that a polynomial is 0 on this way."""
        self.questions[p] = Guard(p, ZERO, "")

    def guards(self) -> tuple[Guard, ...]:
        """The questions that not every state answers alike."""
        return tuple(q for q in self.questions.values() if q.signs != SIGNS - self.universe.never(q.of))

    def check(self) -> None:
        """Raise the error of this way again, for code, or numpy, that catches every exception."""
        if self.refused is not None or self.impossible or self.needed:
            raise self.refused or (Impossible() if self.impossible else NeedsValues())

    def choose(self) -> bool:
        """The next answer."""
        if len(self.answers) >= MOST_QUESTIONS:
            refuse(f"more than {MOST_QUESTIONS} decisions in one round", "a loop that ends after a number of turns, as for _ in range(5)")
        given = self.prefix[len(self.answers)] if len(self.answers) < len(self.prefix) else True
        self.answers.append(given)
        return given

    def remainder(self, e: Any, n: int) -> Fraction:
        """The remainder by n of a whole number, or of a number of the state and a whole number."""
        for letter in ("", *(n for n in self.universe.numbers if n not in self.universe.positive)):
            rest = e - self.universe.generators[letter] if letter else e
            if is_ground(rest):
                whole = Fraction(str(rest))
                if whole.denominator == 1 and letter and f"{letter}%{n}" not in self.known:
                    self.needed = f"{letter}%{n}"
                    raise NeedsValues
                return (whole + (self.known[f"{letter}%{n}"] if letter else 0)) % n
        self.need_values(e)
        refuse("a remainder of a number that is not counted in whole numbers", "a counter that begins anew as k + 1 if k < 4 else 0")

    def need_values(self, e: Any) -> None:
        """Ask for the values of a number of the state, if an element is made of such numbers alone. Raises NeedsValues."""
        letters = letters_of(e)
        if letters and letters <= {*self.universe.numbers} - {*self.universe.positive}:
            self.needed = min(letters)
            raise NeedsValues

    def whole(self, e: Any) -> int:
        """The whole number that an element is: a number of the state within limits, or numbers with a few values, and a constant."""
        n = min(letters_of(e), default="")
        shift = e - self.universe.generators[n] if n else e
        low, high = limits(self.questions.values(), n, 0 if n in self.universe.counters else -inf) if n else (0, 0)
        if not is_ground(shift) or n not in ("", *self.universe.numbers) or n in self.universe.positive or high - low > MOST_VALUES:
            self.need_values(e)
            refuse("an entry of a list by a number that is not counted", "a if k == 0 else b, or a counter as self.k = (self.k + 1) % 3")
        start = Fraction(str(shift))
        for whole in range(ceil(low + start), floor(high + start) + 1):
            if self.sign(e - whole, ZERO):
                return whole
        if n in self.universe.whole and start.denominator == 1:
            self.impossible = True
            raise Impossible
        raise ValueError("the entry of a list is no whole number")

    def reduced(self, p: Any) -> Any:
        """A polynomial in which no root has a power above 1."""
        return without_powers(p, self.roots)

    def is_zero(self, e: Any) -> bool:
        return not self.reduced(e.numer)

    def allowed(self, p: Any) -> tuple[Any, frozenset[int], bool]:
        """The polynomial in its normal form, the signs that it can have on this way, and whether its sign was turned."""
        p = self.reduced(p)
        if p.is_ground:
            value = p.LC if p else 0
            return p, frozenset({(value > 0) - (value < 0)}), False
        p = p.primitive()[1]
        turned = p.LC < 0
        p = -p if turned else p
        known = self.questions[p].signs if p in self.questions else SIGNS - self.universe.never(p)
        if not known:
            self.impossible = True
            raise Impossible
        return p, known, turned

    def answer(self, p: Any, yes: frozenset[int]) -> bool:
        """Whether the polynomial's sign is one of `yes`."""
        p, known, turned = self.allowed(p)
        yes = frozenset(-s for s in yes) if turned else yes
        if known <= yes or not known & yes:
            return known <= yes
        given = self.choose()
        self.note(p, known & yes if given else known - yes)
        return given

    def note(self, p: Any, signs: frozenset[int]) -> None:
        """Keep the known sign of a polynomial."""
        self.questions[p] = Guard(p, signs, self.questions[p].line if p in self.questions else place())

    def sign(self, e: Any, yes: frozenset[int]) -> bool:
        """Whether an element's sign is one of `yes`: of its numerator times its denominator, factor by factor."""
        product = self.reduced(e.numer) * self.reduced(e.denom)
        if not product:
            return 0 in yes
        lead, factors = product.factor_list()
        rest, sign = self.universe.ring.one, 1 if lead > 0 else -1
        for factor, power in factors:
            factor = self.inside(factor)  # √p has the sign of p, which is not negative
            _, known, turned = self.allowed(factor)
            if len(known) == 1 and 0 not in known:
                (its,) = known
                sign *= (-its if turned else its) if power % 2 else 1
            else:
                rest *= factor ** (power if power < 3 else 2 - power % 2)
        return self.answer(rest * sign, yes)

    def inside(self, factor: Any) -> Any:
        """The radicand of a polynomial that is one of the roots; else the polynomial."""
        for i, of in enumerate(self.roots):
            if factor == self.universe.in_ring[f"√{i}"]:
                return of
        return factor

    def root(self, e: Any) -> Any:
        """The root of an element that is not negative."""
        if self.sign(e, BELOW):
            raise InputError("the square root of a negative number")
        if self.is_zero(e):
            return self.universe.field.zero
        below = self.universe.field.field_new(self.reduced(e.denom))
        inside = self.reduced(self.reduced(e.numer) * self.reduced(e.denom))
        lead, factors = inside.factor_list()
        if lead < 0:
            lead, factors = -lead, [(-factors[0][0], factors[0][1]), *factors[1:]]
        outside, left = self.universe.field.one, self.universe.ring.one
        for factor, power in factors:
            outside *= self.absolute(self.universe.field.field_new(factor ** (power // 2))) if power > 1 else 1
            left *= factor ** (power % 2)
        numerator, denominator = square_part(int(lead.numerator)), square_part(int(lead.denominator))
        outside *= QQ(numerator, denominator)
        left *= lead / QQ(numerator**2, denominator**2)
        for part in self.split(left):
            if part not in self.roots:
                if len(self.roots) == ROOTS:
                    refuse(f"more than {ROOTS} roots in one round")
                self.roots.append(part)
            outside *= self.universe.generators[f"√{self.roots.index(part)}"]
        return outside / self.absolute(below)

    def split(self, p: Any) -> list[Any]:
        """The radicands for the root of a polynomial: of a counter and of its cofactor, each by itself."""
        counters = [self.universe.in_ring[n] for n in self.universe.counters if not p % self.universe.in_ring[n]]
        if not counters:
            return [] if p == 1 else [p]
        size, whole = (p // prod(counters)).primitive()
        fresh = self.universe.ring.from_dict(dict(whole))  # a quotient may remember another hash
        return [*counters, *(q for q in (self.universe.ring.one * size, fresh) if q != 1)]

    def absolute(self, e: Any) -> Any:
        """|e| of an element."""
        return -e if self.sign(e, BELOW) else e


def square_part(n: int) -> int:
    """The largest m that SymPy finds with m² dividing n, √n if n is a square."""
    return int(sympy_root(n).as_coeff_Mul()[0])


PATH: ContextVar[Way] = ContextVar("way")
