"""Formulas as plain Coq, as one would write them by hand.

The text is what `theory/Meaning` makes of the formula, sign by sign: terms in the theory's order, an inequality with its negative terms on
the other side.  So Coq sees that the two are the same by unfolding definitions, and a wrong print is a type error there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from proofs.kernel import Both, Compare, Fn, Formula, Implies, Index, Inner, Nat, Null, Polynomial, Real, Sum, Vec, Vector
from proofs.referees.coq.encode import Encoder, Name

RELATIONS = {">=": "<=", ">": "<"}
TYPES = {"real": "ℝ", "seq": "ℕ -> ℝ", "vec": "E", "vseq": "ℕ -> E", "nat": "ℕ"}
FIELDS = {"real": "0%R", "seq": "fun _ => 0%R", "vec": "vzero", "vseq": "fun _ => vzero", "nat": "O"}
WORDS = {"1/": "inverse_", "√": "root_", "/": "_over_", "·": "_", "+": "_plus_", "−": "_minus_", "-": "_minus_", "½": "half", "′": "'",
         "⌊": "floor_", "²": "2", "³": "3"}  # fmt: skip
NOTATIONS = "E S O INR sum ln exp list code vzero same inner vadd vscale here"
KEYWORDS = "forall exists fun match let in if then else at as end return with where fix cofix for Prop Set Type using"
TAKEN = frozenset(f"{NOTATIONS} {KEYWORDS}".split())
BOUND = ("k", "j", "i", "l", "m", "n", "p", "q")


def plain_name(name: str) -> str:
    """A Coq identifier that reads like the name."""
    text = re.sub(r"‖([^‖]*)‖", r"norm_\1_", name)
    for sign, word in WORDS.items():
        text = text.replace(sign, word)
    text = "".join(c if c in "_'" or unicodedata.category(c)[0] in "LN" else "_" for c in text)
    text = re.sub(r"_+", "_", text).strip("_")
    return f"{text}_" if text in TAKEN or not text or text[0].isdigit() else text


class Plain:
    """The plain text of the formulas of one statement."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder, self.names = encoder, dict[Name, str]()
        for key in encoder.numbers:
            self.names[key] = _unused(plain_name(key[1]), self.names.values())
        self.lists = False  # whether a list of indices occurs

    def formula(self, f: Formula, stack: tuple[str, ...] = (), tight: bool = False) -> str:
        """`tight`: in parentheses where it is not one word."""
        text = self._formula(f, stack)
        return f"({text})" if tight and not isinstance(f, Compare) and not isinstance(f, Null) else text

    def _formula(self, f: Formula, stack: tuple[str, ...]) -> str:
        if isinstance(f, Compare):
            more, less = (self.polynomial(side, stack) for side in _sides(f.left))
            return f"{more} = {less}" if f.relation == "=" else f"{less} {RELATIONS[f.relation]} {more}"
        if isinstance(f, Null):
            more, less = (self._combination(side, stack) for side in self._vector_sides(f.vector))
            return f"{more} ≡ {less}"
        if isinstance(f, Both):
            return f"{self.formula(f.first, stack, True)} /\\ {self.formula(f.second, stack, True)}"
        if isinstance(f, Implies):
            return f"{self.formula(f.premise, stack, True)} -> {self.formula(f.conclusion, stack)}"
        k = self._bound(BOUND, stack)
        return f"forall {k} : ℕ, {self.formula(f.body, (k, *stack))}"

    def _bound(self, wanted: Iterable[str], stack: tuple[str, ...]) -> str:
        """A name for a bound index that nothing around it has."""
        taken = {*self.names.values(), *stack}
        return next(name for n in range(9) for name in (f"{w}{'_' * n}" for w in wanted) if name not in taken)

    # numbers

    def polynomial(self, p: Polynomial, stack: tuple[str, ...]) -> str:
        text = ""
        for _, m, c in sorted((self.encoder.monomial(m)[0], m, c) for m, c in p.terms.items()):
            term = self._term(abs(c), m, stack)
            if text:
                text += f" - {term}" if c < 0 else f" + {term}"
            else:
                text = (f"- ({term})" if m else f"- {term}") if c < 0 else term
        return text or "0"

    def _term(self, c: Fraction, m: frozenset[Any], stack: tuple[str, ...]) -> str:
        powers = sorted((self.encoder.atom(a)[0], e, a) for a, e in m)
        factors = [self.atom(a, stack) + (f" ^ {e}" if e > 1 else "") for _, e, a in powers]
        if c != 1 or not factors:
            factors.insert(0, str(c.numerator) if c.denominator == 1 else f"{c.numerator} / {c.denominator}")
        return " * ".join(factors)

    def atom(self, a: Any, stack: tuple[str, ...]) -> str:
        if isinstance(a, Real):
            return self._value("real" if a.index is None else "seq", a, stack)
        if isinstance(a, Nat):
            return f"INR {self.index(Index(a.name), stack)}"
        if isinstance(a, Inner):
            _, ends = zip(*sorted((self.encoder.basic(v)[0], v) for v in a.pair), strict=True)
            return f"⟨{self._vec(ends[0], stack)}, {self._vec(ends[-1], stack)}⟩"
        if isinstance(a, Fn):
            return f"{a.name} {_tight(self.polynomial(a.argument, stack))}"
        assert isinstance(a, Sum)
        k = self._bound(BOUND[1:], stack)
        return f"sum (fun {k} => {self.polynomial(a.term, (k, *stack))}) {self.index(a.upto, ('O', *stack))}"

    def _value(self, kind: str, a: Real | Vec, stack: tuple[str, ...]) -> str:
        name = self.names[kind, a.name]
        return name if a.index is None else f"{name} {self.index(a.index, stack)}"

    def index(self, i: Index, stack: tuple[str, ...]) -> str:
        """As an argument: one word or in parentheses."""
        text = self._base(i.name, stack)
        if text == "O" and i.offset:
            return f"{i.offset}%nat"
        if i.offset > 3:
            return f"({i.offset} + {text})%nat"
        for _ in range(i.offset):
            text = f"(S {text})"
        return text

    def _base(self, name: Any, stack: tuple[str, ...]) -> str:
        if name is None:
            return "O"
        if isinstance(name, str):
            return self.names["nat", name]
        if isinstance(name, int):
            return stack[name]
        self.lists = True
        return f"(code [{'; '.join(self.index(i, stack) for i in name)}])"

    # vectors

    def _vec(self, v: Vec, stack: tuple[str, ...]) -> str:
        return self._value("vec" if v.index is None else "vseq", v, stack)

    def _vector_sides(self, v: Vector) -> tuple[list[tuple[Vec, Polynomial]], list[tuple[Vec, Polynomial]]]:
        more: list[tuple[Vec, Polynomial]] = []
        less: list[tuple[Vec, Polynomial]] = []
        for _, b, c in sorted((self.encoder.basic(b)[0], b, c) for b, c in v.parts.items()):
            _, first = min((self.encoder.monomial(m)[0], k) for m, k in c.terms.items())
            (less if first < 0 else more).append((b, -c if first < 0 else c))
        return more, less

    def _combination(self, parts: list[tuple[Vec, Polynomial]], stack: tuple[str, ...]) -> str:
        multiples = []
        for b, c in parts:
            factor = "" if c == Polynomial.of(1) else f"{_tight(self.polynomial(c, stack))} ⊙ "
            multiples.append(factor + self._vec(b, stack))
        return " ⊕ ".join(multiples) or "vzero"

    # the names and their values

    def variables(self) -> list[str]:
        """The space, the names, and `code` if a list of indices occurs; in the order of `binders`."""
        return ["E", *(name for names in self._by_type().values() for name in names)]

    def _by_type(self) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for (kind, _), name in self.names.items():
            groups.setdefault(TYPES[kind], []).append(name)
        return groups | ({"list ℕ -> ℕ": ["code"]} if self.lists else {})

    def binders(self) -> str:
        """The names with their types, those of one type together."""
        return " ".join(["(E : space)", *(f"({' '.join(names)} : {type_})" for type_, names in self._by_type().items())])

    def values(self) -> str:
        """The environment of `theory/Meaning` in which each number stands for its name."""
        fields = []
        for kind, otherwise in FIELDS.items():
            cases = [f"{self.encoder.numbers[key]} => {name} | " for key, name in self.names.items() if key[0] == kind]
            value = f"(fun here => match here with {''.join(cases)}_ => {otherwise} end)%positive"
            fields.append(value if cases else f"(fun _ => {otherwise})")
        return f"(Env E {' '.join(fields)} {'code' if self.lists else '(fun _ => O)'})"


def _sides(p: Polynomial) -> tuple[Polynomial, Polynomial]:
    more: Mapping[Any, Fraction] = {m: c for m, c in p.terms.items() if c > 0}
    return Polynomial(more), Polynomial({m: -c for m, c in p.terms.items() if c < 0})


def _tight(text: str) -> str:
    return f"({text})" if " " in text or text.startswith("-") else text


def _unused(name: str, used: Iterable[str]) -> str:
    def candidates() -> Iterator[str]:
        yield name
        yield from (f"{name}{'_' * n}" for n in range(1, 9))

    taken = set(used)
    return next(c for c in candidates() if c not in taken)
