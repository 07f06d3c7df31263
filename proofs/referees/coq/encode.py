"""The kernel's data as terms of the Coq theory `theory/Syntax`: a name becomes a number, and every list is in the theory's own order."""

from __future__ import annotations

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
    """What the theory has no word for, such as a function that no axiom speaks of; `id`: the proof in which it is."""

    id: str | None = None


class Encoder:
    """The terms of one proof, its names numbered in the order in which they are met."""

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
        return (3, tuple(order for order, _ in parts)), f"(Listed {_nested('ICons', [(text,) for _, text in parts], 'INil')})"

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
            self._polynomials[p] = order, _nested("PCons", [(fraction(c), text) for _, text, c in terms], "PNil")
        return self._polynomials[p]

    def monomial(self, m: frozenset[Any]) -> Coded:
        powers = sorted((*self.atom(a), e) for a, e in m)
        order = (*((0, a, -e) for a, _, e in powers), (1,))  # the end comes last: a constant after all else
        return order, _nested("MCons", [(text, str(e)) for _, text, e in powers], "MNil")

    def combination(self, v: Vector) -> str:
        parts = sorted((*self.basic(b), self.polynomial(c)[1]) for b, c in v.parts.items())
        return _nested("VCons", [(text, c) for _, text, c in parts], "VNil")

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
        return listed(self.polynomial(p)[1] for p in terms)


def fraction(c: Fraction) -> str:
    return f"({c.numerator}#{c.denominator})"


def _nested(constructor: str, entries: list[tuple[str, ...]], end: str) -> str:
    """(C a (C b end))"""
    opening = "".join(f"({constructor} {' '.join(entry)} " for entry in entries)
    return opening + end + ")" * len(entries)


def listed(items: Iterable[object]) -> str:
    return "[" + "; ".join(map(str, items)) + "]"


AXIOMS = {
    "ln-one": "LnOne", "ln-product": "LnProduct", "ln-tangent": "LnTangent",
    "ln-quadratic": "LnQuadratic", "ln-sinh": "LnSinh", "ln-exp": "LnExp",
}  # fmt: skip
Data = Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """A proof and what it is said to establish; `name` is what both are called in Coq."""

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
        hypotheses = listed(encoder.formula(f) for _, f in self.hypotheses)
        return f"Statement\n  {hypotheses}\n  {encoder.formula(self.conclusion)}"


def proof_term(entry: Entry, library: Mapping[str, Entry]) -> tuple[str, list[str]]:
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


def _proof_term(entry: Entry, library: Mapping[str, Entry]) -> tuple[str, list[str]]:
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
        premises = listed(f"{line(p)}%positive" for p in step.premises)
        rule = rules.rule(step)
        steps.append(f"Step {line(step.name)} {rule} {encoder.formula(step.claim)} {premises}")
    body = ";\n   ".join(steps)
    return f"Proof {listed(given)}\n  [{body}]\n  {line(proof.conclusion)}", cited


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
        translate = getattr(self, f"_{step.rule}", None)
        return step.rule.capitalize() if translate is None else f"({translate(step.data, step.claim)})"

    def _certificate(self, data: Data, claim: Formula) -> str:
        """The theory takes integer multiples of all polynomials; the coefficients here make up for them, and become integers too."""
        equations = [(m * Fraction(1, self._scale(x, claim)), self.line(x)) for m, x in data["equations"]]
        if isinstance(claim, Compare) and claim.relation == "=":  # a combination of equations, and nothing more
            return f"Certificate ({fraction(Fraction(1))}, []) [] {self._equations(equations)}"
        products = [self._product(c, factors, claim) for c, factors in (data["strict"], *data["terms"])]
        whole = lcm(*(c.denominator for c, _ in products), *(c.denominator for m, _ in equations for c in m.terms.values()))
        strict, *terms = (f"({fraction(c * whole)}, {factors})" for c, factors in products)
        return f"Certificate {strict} {listed(terms)} {self._equations([(m * whole, x) for m, x in equations])}"

    def _equations(self, equations: Iterable[tuple[Polynomial, int]]) -> str:
        return listed(f"({self.e.polynomial(m)[1]}, {x}%positive)" for m, x in equations)

    def _product(self, coefficient: Fraction, factors: list[Any], claim: Formula) -> tuple[Fraction, str]:
        """Equal factors become a power, which the theory computes by squaring."""
        for factor in factors:
            coefficient = coefficient / self._scale(factor, claim) ** (2 if isinstance(factor, Polynomial) else 1)
        powers = Counter(map(self._factor, factors))
        return coefficient, listed(f"({factor}, {e}%positive)" for factor, e in powers.items())

    def _scale(self, factor: Any, claim: Any) -> int:
        """The least common denominator of a factor."""
        f: Any = factor if isinstance(factor, Polynomial) else (claim if factor == "z" else self.claims[factor]).left
        return lcm(*(c.denominator for c in f.terms.values()))

    def _factor(self, factor: Any) -> str:
        if isinstance(factor, Polynomial):
            return f"Square {self.e.polynomial(factor)[1]}"
        return "Goal" if factor == "z" else f"Premise {self.line(factor)}"

    def _expand(self, data: Data, claim: Formula) -> str:
        return f"Expand {self.e.combination(data['with'])}"

    def _square(self, data: Data, claim: Formula) -> str:
        return f"SquareOf {self.e.combination(data['of'])}"

    def _natural(self, data: Data, claim: Formula) -> str:
        return f"Natural {self.e.index(data['index'])[1]}"

    def _integer(self, data: Data, claim: Formula) -> str:
        return f"Integer {self.e.index(data['more'])[1]} {self.e.index(data['less'])[1]}"

    def _instantiate(self, data: Data, claim: Formula) -> str:
        return f"Instantiate {self.e.index(data['at'])[1]}"

    def _generalise(self, data: Data, claim: Formula) -> str:
        return f"Generalise {self.e.number('nat', data['over'])}"

    def _root(self, data: Data, claim: Formula) -> str:
        return f"Root {self.e.number('seq' if isinstance(claim, ForAll) else 'real', data['name'])}"

    def _inverse(self, data: Data, claim: Formula) -> str:
        return f"Inverse {self.e.number('real', data['name'])}"

    def _sum(self, data: Data, claim: Formula) -> str:
        return f"SumOf {self.e.polynomial(data['of'])[1]}"

    def _axiom(self, data: Data, claim: Formula) -> str:
        return f"Known {AXIOMS[data['name']]} {self.e.polynomials(data['at'])}"

    def _cut(self, data: Data, claim: Formula) -> str:
        place, theirs = self.cited[data["theorem"]]
        images = {(kind, name): image for kind, name, image in data["substitution"]}  # of two the kernel takes the last
        named = [(kind, n, images.get((kind, name), _itself(kind, name))) for (kind, name), n in theirs.numbers.items()]
        return f"Cut {place} {listed(self._image(*entry) for entry in named)}"

    def _image(self, kind: str, number: int, image: Any) -> str:
        if kind in ("real", "seq"):
            return f"For{kind.capitalize()} {number} {self.e.polynomial(image)[1]}"
        if kind in ("vec", "vseq"):
            return f"For{kind.capitalize()} {number} {self.e.combination(image)}"
        return f"ForNat {number} {self.e.index(image)[1]}"


def _itself(kind: str, name: str) -> Polynomial | Vector | Index:
    """What stands for a name that a citation leaves alone: the name, which has another number in the theorem that is cited."""
    at = Index(0) if kind in ("seq", "vseq") else None
    if kind == "nat":
        return Index(name)
    return Polynomial.atom(Real(name, at)) if kind in ("real", "seq") else Vector.basic(Vec(name, at))
