"""The kernel's data as terms of the Coq theory `theory/Syntax`: a name becomes a number, and every list is in the theory's own order.

Formulas are written as plain Coq too, as one would by hand. That text is what `theory/Meaning` makes of the formula, sign by sign: terms
in the theory's order, an inequality with its negative terms on the other side.  So Coq sees that the two are the same by unfolding
definitions, and a wrong print is a type error there."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from proofs.kernel import (
    Both,
    Compare,
    Fn,
    ForAll,
    Formula,
    Implies,
    Index,
    Inner,
    Nat,
    Null,
    Polynomial,
    Proof,
    Real,
    Step,
    Sum,
    Vec,
    Vector,
)
from proofs.kernel.formula import names
from proofs.kernel.rules import RULES

Name = tuple[str, str]
RELATIONS = {">=": "Weak", ">": "Strict", "=": "Equal"}
FUNCTIONS = {"ln": (0, "Ln"), "exp": (1, "Exp")}
Coded = tuple[Any, str]  # where a term comes in the theory's order, and its text


class Untranslatable(Exception):
    """A term that the Coq theory lacks, such as a function without an axiom; `id`: the proof in which it occurs."""

    id: str | None = None


class Encoder:
    """The terms of one proof, its names numbered in the order in which they occur."""

    def __init__(self) -> None:
        self.numbers: dict[Name, int] = {}
        self._polynomials: dict[Polynomial, Coded] = {}

    def meet(self, nodes: Iterable[object]) -> None:
        """Number the names in each of these terms and formulas: those of one in alphabetical order, for a set has none of its own."""
        for node in nodes:
            for kind, name in sorted((kind, str(name)) for kind, name in names(node) if kind != "loose"):
                self.number(kind, name)

    def number(self, kind: str, name: str) -> int:
        return self.numbers.setdefault((kind, name), len(self.numbers) + 1)

    def index(self, i: Index) -> Coded:
        order, text = self._base(i.name)
        return (order, i.offset), f"(At {text} {i.offset})"

    def _base(self, name: object) -> Coded:
        if name is None:
            return (0,), "Zero"
        if isinstance(name, str):
            n = self.number("nat", name)
            return (1, n), f"(Free {n})"
        if isinstance(name, int):
            return (2, name), f"(Bound {name})"
        parts = [self.index(i) for i in name]  # type: ignore[attr-defined]
        return (3, tuple(order for order, _ in parts)), f"(Listed {_nest('ICons', [(text,) for _, text in parts], 'INil')})"

    def basic(self, v: Vec) -> Coded:
        if v.index is None:
            n = self.number("vec", v.name)
            return (0, n), f"(Vec {n})"
        n, (order, text) = self.number("vseq", v.name), self.index(v.index)
        return (1, n, order), f"(VecAt {n} {text})"

    def atom(self, a: object) -> Coded:
        if isinstance(a, Real) and a.index is None:
            n = self.number("real", a.name)
            return (0, n), f"(Real {n})"
        if isinstance(a, Real) and a.index is not None:
            n, (order, text) = self.number("seq", a.name), self.index(a.index)
            return (1, n, order), f"(RealAt {n} {text})"
        if isinstance(a, Nat):
            order, text = self._base(a.name)
            return (2, order), f"(Nat {text})"
        if isinstance(a, Inner):
            ends = sorted(self.basic(v) for v in a.pair)
            return (3, ends[0][0], ends[-1][0]), f"(Inner {ends[0][1]} {ends[-1][1]})"
        if isinstance(a, Fn):
            if a.name not in FUNCTIONS:
                raise Untranslatable(f"the function {a.name!r:.40} is none of {', '.join(FUNCTIONS)}")
            (rank, function), (order, text) = FUNCTIONS[a.name], self.polynomial(a.argument)
            return (4, rank, order), f"(Fn {function} {text})"
        if isinstance(a, Sum):
            (first, upto), (second, term) = self.index(a.upto), self.polynomial(a.term)
            return (5, first, second), f"(Sum {upto} {term})"
        raise Untranslatable(f"a {type(a).__name__} is no atom")

    def polynomial(self, p: Polynomial) -> Coded:
        if p not in self._polynomials:
            terms = sorted((*self.monomial(m), c) for m, c in p.terms.items())
            order = tuple((m, (c.numerator, c.denominator)) for m, _, c in terms)
            self._polynomials[p] = order, _nest("PCons", [(fraction(c), text) for _, text, c in terms], "PNil")
        return self._polynomials[p]

    def monomial(self, m: frozenset[Any]) -> Coded:
        powers = sorted((*self.atom(a), e) for a, e in m)
        order = (*((0, a, -e) for a, _, e in powers), (1,))  # the end comes last: a constant after all else
        return order, _nest("MCons", [(text, str(e)) for _, text, e in powers], "MNil")

    def combination(self, v: Vector) -> str:
        parts = sorted((*self.basic(b), self.polynomial(c)[1]) for b, c in v.parts.items())
        return _nest("VCons", [(text, c) for _, text, c in parts], "VNil")

    def formula(self, f: Formula) -> str:
        if isinstance(f, Compare):
            return f"({RELATIONS[f.relation]} {self.polynomial(f.left)[1]})"
        if isinstance(f, Null):
            return f"(Null {self.combination(f.vector)})"
        if isinstance(f, Both):
            return f"(And {self.formula(f.first)} {self.formula(f.second)})"
        if isinstance(f, Implies):
            return f"(Imp {self.formula(f.premise)} {self.formula(f.conclusion)})"
        return f"(All {self.formula(f.body)})"

    def polynomials(self, terms: Iterable[Polynomial]) -> str:
        return list_items(self.polynomial(p)[1] for p in terms)


def fraction(c: Fraction) -> str:
    return f"({c.numerator}#{c.denominator})"


def _nest(constructor: str, entries: list[tuple[str, ...]], end: str) -> str:
    """(C a (C b end))"""
    opening = "".join(f"({constructor} {' '.join(entry)} " for entry in entries)
    return opening + end + ")" * len(entries)


def list_items(items: Iterable[object]) -> str:
    return "[" + "; ".join(map(str, items)) + "]"


AXIOMS = {
    "ln-one": "LnOne", "ln-product": "LnProduct", "ln-tangent": "LnTangent",
    "ln-quadratic": "LnQuadratic", "ln-sinh": "LnSinh", "ln-exp": "LnExp",
}  # fmt: skip
Data = Mapping[str, Any]
WRITTEN: Mapping[str, Callable[[Encoder, Data], str]] = {  # rules whose data is a term or two of the proof's own
    "expand": lambda e, data: f"Expand {e.combination(data['with'])}",
    "square": lambda e, data: f"SquareOf {e.combination(data['of'])}",
    "natural": lambda e, data: f"Natural {e.index(data['index'])[1]}",
    "integer": lambda e, data: f"Integer {e.index(data['more'])[1]} {e.index(data['less'])[1]}",
    "instantiate": lambda e, data: f"Instantiate {e.index(data['at'])[1]}",
    "generalise": lambda e, data: f"Generalise {e.number('nat', data['over'])}",
    "inverse": lambda e, data: f"Inverse {e.number('real', data['name'])}",
    "sum": lambda e, data: f"SumOf {e.polynomial(data['of'])[1]}",
    "axiom": lambda e, data: f"Known {AXIOMS[data['name']]} {e.polynomials(data['at'])}",
}


@dataclass(frozen=True)
class CoqDefinition:
    """A proof and its statement; `name` is what both are called in Coq."""

    proof: Proof
    hypotheses: tuple[tuple[str, Formula], ...]
    conclusion: Formula
    name: str

    def encoder(self) -> Encoder:
        """An encoder that has met the names of the statement, and no others."""
        encoder = Encoder()
        encoder.meet(f for _, f in self.hypotheses)
        encoder.meet([self.conclusion])
        return encoder

    def statement(self) -> str:
        """The statement as a term."""
        encoder = self.encoder()
        hypotheses = list_items(encoder.formula(f) for _, f in self.hypotheses)
        return f"Statement\n  {hypotheses}\n  {encoder.formula(self.conclusion)}"


def proof_term(entry: CoqDefinition, library: Mapping[str, CoqDefinition]) -> tuple[str, list[str]]:
    """The proof as a term, and the ids that it cites, in the order of its library.  Raises Untranslatable for data of no rule."""
    try:
        return _proof_term(entry, library)
    except Untranslatable as error:
        error.id = entry.proof.id
        raise
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        refusal = Untranslatable(f"data of another form than its rule's ({type(error).__name__}: {error})")
        refusal.id = entry.proof.id
        raise refusal from None


def _proof_term(entry: CoqDefinition, library: Mapping[str, CoqDefinition]) -> tuple[str, list[str]]:
    proof, encoder = entry.proof, entry.encoder()
    lines: dict[str, int] = {}

    def line(name: str) -> int:
        return lines.setdefault(name, len(lines) + 1)

    cited = sorted({str(step.data["theorem"]) for step in proof.steps if step.rule == "cut"})
    rules = Rules(proof, encoder, {id: (place, library[id].encoder()) for place, id in enumerate(cited)}, line)
    encoder.meet(f for _, f in proof.hypotheses)
    given = [f"({line(name)}%positive, {encoder.formula(f)})" for name, f in proof.hypotheses]
    steps = []
    for step in proof.steps:
        encoder.meet([step.claim, *_terms(step.data)])
        premises = list_items(f"{line(p)}%positive" for p in step.premises)
        rule = rules.rule(step)
        steps.append(f"Step {line(step.name)} {rule} {encoder.formula(step.claim)} {premises}")
    body = ";\n   ".join(steps)
    return f"Proof {list_items(given)}\n  [{body}]\n  {line(proof.conclusion)}", cited


def _terms(value: object) -> Iterator[object]:
    """The terms in the data of a rule."""
    if isinstance(value, (Polynomial, Vector, Index)):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _terms(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _terms(part)


class Rules:
    """The data of each rule; names of lines are numbered as those of terms are, and images by the names of the theorem that is cited."""

    def __init__(self, proof: Proof, encoder: Encoder, cited: Mapping[str, tuple[int, Encoder]], line: Callable[[str], int]) -> None:
        self.e, self.cited, self.line = encoder, cited, line
        self.claims: dict[str, Any] = {**dict(proof.hypotheses), **{step.name: step.claim for step in proof.steps}}

    def rule(self, step: Step) -> str:
        """The rule of a step with its data."""
        if step.rule not in RULES:
            raise Untranslatable(f"there is no rule {step.rule!r:.40}")
        if step.rule == "certificate" and not all(isinstance(self.claims.get(p), Compare) for p in step.premises):
            raise Untranslatable("a premise of a certificate is no comparison")  # also one that the theory would not look at
        if step.rule in WRITTEN:
            return f"({WRITTEN[step.rule](self.e, step.data)})"
        translate = {"certificate": self._certificate, "root": self._root, "cut": self._cut}.get(step.rule)
        return step.rule.capitalize() if translate is None else f"({translate(step.data, step.claim)})"

    def _certificate(self, data: Data, claim: Formula) -> str:
        """The theory takes integer multiples of all polynomials; the coefficients here make up for them, and become integers too."""
        equations = [(m * Fraction(1, self._scale(x, claim)), self.line(x)) for m, x in data["equations"]]
        if isinstance(claim, Compare) and claim.relation == "=":  # a combination of equations, and nothing more
            return f"Certificate ({fraction(Fraction(1))}, []) [] {self._equations(equations)}"
        products = [self._product(c, factors, claim) for c, factors in (data["strict"], *data["terms"])]
        whole = lcm(*(c.denominator for c, _ in products), *(c.denominator for m, _ in equations for c in m.terms.values()))
        strict, *terms = (f"({fraction(c * whole)}, {factors})" for c, factors in products)
        return f"Certificate {strict} {list_items(terms)} {self._equations([(m * whole, x) for m, x in equations])}"

    def _equations(self, equations: Iterable[tuple[Polynomial, int]]) -> str:
        return list_items(f"({self.e.polynomial(m)[1]}, {x}%positive)" for m, x in equations)

    def _product(self, coefficient: Fraction, factors: list[Any], claim: Formula) -> tuple[Fraction, str]:
        """Equal factors become a power, which the theory computes by squaring."""
        for factor in factors:
            coefficient = coefficient / self._scale(factor, claim) ** (2 if isinstance(factor, Polynomial) else 1)
        powers = Counter(map(self._factor, factors))
        return coefficient, list_items(f"({factor}, {e}%positive)" for factor, e in powers.items())

    def _scale(self, factor: Any, claim: Any) -> int:
        """The least common denominator of a factor."""
        f: Any = factor if isinstance(factor, Polynomial) else (claim if factor == "z" else self.claims[factor]).left
        return lcm(*(c.denominator for c in f.terms.values()))

    def _factor(self, factor: Any) -> str:
        if isinstance(factor, Polynomial):
            return f"Square {self.e.polynomial(factor)[1]}"
        return "Goal" if factor == "z" else f"Premise {self.line(factor)}"

    def _root(self, data: Data, claim: Formula) -> str:
        return f"Root {self.e.number('seq' if isinstance(claim, ForAll) else 'real', data['name'])}"

    def _cut(self, data: Data, claim: Formula) -> str:
        place, theirs = self.cited[data["theorem"]]
        images = {(kind, name): image for kind, name, image in data["substitution"]}  # of two the kernel takes the last
        named = [(kind, n, images.get((kind, name), _itself(kind, name))) for (kind, name), n in theirs.numbers.items()]
        return f"Cut {place} {list_items(self._image(*entry) for entry in named)}"

    def _image(self, kind: str, number: int, image: Any) -> str:
        if kind in ("real", "seq"):
            return f"For{kind.capitalize()} {number} {self.e.polynomial(image)[1]}"
        if kind in ("vec", "vseq"):
            return f"For{kind.capitalize()} {number} {self.e.combination(image)}"
        return f"ForNat {number} {self.e.index(image)[1]}"


def _itself(kind: str, name: str) -> Polynomial | Vector | Index:
    """The image of a name that a citation leaves alone: the name, which has another number in the cited theorem."""
    at = Index(0) if kind in ("seq", "vseq") else None
    if kind == "nat":
        return Index(name)
    return Polynomial.atom(Real(name, at)) if kind in ("real", "seq") else Vector.basic(Vec(name, at))


PLAIN_RELATIONS = {">=": "<=", ">": "<"}
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
            self.names[key] = _choose(plain_name(key[1]), self.names.values())
        self.lists = False  # whether a list of indices occurs

    def formula(self, f: Formula, stack: tuple[str, ...] = (), tight: bool = False) -> str:
        """`tight`: in parentheses where it is not one word."""
        text = self._formula(f, stack)
        return f"({text})" if tight and not isinstance(f, Compare) and not isinstance(f, Null) else text

    def _formula(self, f: Formula, stack: tuple[str, ...]) -> str:
        if isinstance(f, Compare):
            more, less = (self.polynomial(side, stack) for side in _sides(f.left))
            return f"{more} = {less}" if f.relation == "=" else f"{less} {PLAIN_RELATIONS[f.relation]} {more}"
        if isinstance(f, Null):
            more, less = (self._combination(side, stack) for side in self._vector_sides(f.vector))
            return f"{more} ≡ {less}"
        if isinstance(f, Both):
            return f"{self.formula(f.first, stack, True)} /\\ {self.formula(f.second, stack, True)}"
        if isinstance(f, Implies):
            return f"{self.formula(f.premise, stack, True)} -> {self.formula(f.conclusion, stack)}"
        k = self._bound(BOUND, stack)
        return f"forall {k} : ℕ, {self.formula(f.body, (k, *stack))}"

    def fresh_name(self, name: str) -> str:
        """The name, or one like it that no name of the statement has."""
        return _choose(name, self.names.values())

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


def _choose(name: str, used: Iterable[str]) -> str:
    def candidates() -> Iterator[str]:
        yield name
        yield from (f"{name}{'_' * n}" for n in range(1, 9))

    taken = set(used)
    return next(c for c in candidates() if c not in taken)
