"""Proof files, read strictly: plain JSON data to proofs.

A node is {"Class": [fields]}; a polynomial lists [coefficient, [[atom, exponent], …]], a vector lists [vector variable, coefficient].
Whatever is not of that form is rejected, with bounds on size so that a hostile file ends in a refusal, not in a long run.  Writing such
files needs no trust and is done outside the kernel.
"""

import re
from fractions import Fraction
from typing import Any

from .formula import Both, Compare, ForAll, Formula, Implies, Null
from .polynomial import Polynomial, need
from .replay import Proof
from .rules import Step
from .term import Fn, Index, Inner, Nat, Real, Sum, Vec, Vector

FORMAT = "perceptron-proofs/proof-1"
NODES: dict[str, Any] = {c.__name__: c for c in (Vec, Real, Nat, Fn, Sum, Compare, Null, Both, Implies, ForAll)}
NODES["Inner"] = lambda a, b: Inner(frozenset({a, b}))
NODES["Index"] = lambda name, offset: Index(tuple(name) if isinstance(name, list) else name, offset)
TYPES = {  # what each field of a node may be
    "Index": ((str, int, list, type(None)), int), "Vec": (str, (Index, type(None))), "Real": (str, (Index, type(None))),
    "Nat": ((str, int),), "Inner": (Vec, Vec), "Fn": (str, Polynomial), "Sum": (Index, Polynomial),
    "Compare": (Polynomial, str), "Null": (Vector,), "Both": (Formula, Formula), "Implies": (Formula, Formula), "ForAll": (Formula,),
}  # fmt: skip
LARGEST = 60  # digits of a coefficient, exponents, offsets and nesting stay below this (or this many digits)


def fraction(text: object) -> Fraction:
    need(isinstance(text, str) and re.fullmatch(r"-?[0-9]{1,60}(/[1-9][0-9]{0,59})?", text) is not None, "a coefficient is no fraction")
    return Fraction(str(text))


def expect(value: Any, kind: Any) -> Any:
    """`value`, if it is of that kind."""
    need(isinstance(value, kind) and not isinstance(value, bool), f"a {type(value).__name__} is out of place")
    need(type(value) is not int or 0 <= value <= 10**6, "a number is out of range")
    return value


def pairs(entries: Any) -> list[Any]:
    need(all(isinstance(entry, list) and len(entry) == 2 for entry in expect(entries, list)), "a list of pairs is needed")
    return list(entries)


def decode(value: object, depth: int = 0) -> Any:
    need(depth < LARGEST, "the data is nested too deeply")
    if isinstance(value, list):
        return [decode(v, depth + 1) for v in value]
    if not isinstance(value, dict):
        return expect(value, (str, int, type(None)))
    need(len(value) == 1, "a node has one key")
    ((kind, content),) = value.items()
    if kind == "Fraction":
        return fraction(content)
    need(isinstance(content, list), f"{kind!r:.80} needs a list")
    if kind == "Polynomial":
        terms = {}
        for coefficient, monomial in pairs(content):
            powers = [(expect(decode(a, depth + 1), (Real, Nat, Inner, Fn, Sum)), expect(p, int)) for a, p in pairs(monomial)]
            need(all(0 < p <= LARGEST for _, p in powers), "an exponent is out of range")
            need(len({a for a, _ in powers}) == len(powers), "an atom occurs twice in a monomial")
            terms[frozenset(powers)] = fraction(coefficient)
        need(len(terms) == len(content), "a monomial occurs twice in a polynomial")
        return Polynomial(terms)
    if kind == "Vector":
        parts = [(expect(decode(b, depth + 1), Vec), expect(decode(c, depth + 1), Polynomial)) for b, c in pairs(content)]
        need(len({b for b, _ in parts}) == len(parts), "a vector occurs twice in a combination")
        return Vector(dict(parts))
    need(kind in NODES and len(content) == len(TYPES[kind]), f"{kind!r:.80} is no such node")
    return NODES[kind](*(expect(decode(v, depth + 1), t) for v, t in zip(content, TYPES[kind], strict=True)))


def record(value: Any, **kinds: type) -> list[Any]:
    need(isinstance(value, dict) and set(value) == set(kinds), f"a record with {', '.join(kinds)} is needed")
    return [expect(value[key], kind) for key, kind in kinds.items()]


def read(document: object) -> list[Proof]:
    """The proofs of a JSON document; raises `Rejected` for anything malformed.  Their truth is for `replay` to judge."""
    form, theorems = record(document, format=str, theorems=list)
    need(form == FORMAT, f"the format is not {FORMAT}")
    proofs = []
    for theorem in theorems:
        id_, hypotheses, steps, conclusion = record(theorem, id=str, hypotheses=list, steps=list, conclusion=str)
        named = tuple((expect(name, str), expect(decode(f), Formula)) for name, f in pairs(hypotheses))
        proofs.append(Proof(id_, named, tuple(_step(s) for s in steps), conclusion))
    return proofs


def _step(value: object) -> Step:
    name, rule, claim, premises, data = record(value, name=str, rule=str, claim=dict, premises=list, data=dict)
    formula, cited = expect(decode(claim), Formula), tuple(expect(p, str) for p in premises)
    return Step(name, rule, formula, cited, {k: decode(v) for k, v in data.items()})
