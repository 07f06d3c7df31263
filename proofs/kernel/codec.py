"""Proof files: every kernel object to plain JSON data and strictly back.

A node is {"Class": [fields]}; a polynomial lists [coefficient, [[atom, exponent], …]], a vector lists [basic vector, coefficient].
Anything else than what `encode` writes is rejected, with bounds on size so that a hostile file ends in a refusal, not in a long run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import fields
from fractions import Fraction

from .formula import Both, Compare, ForAll, Implies, Null
from .polynomial import Polynomial, Rejected, need
from .replay import Proof, Step
from .term import Fn, Index, Inner, Nat, Real, Vec, Vector

FORMAT = "perceptron-proofs/proof-1"
NODES = {c.__name__: c for c in (Index, Vec, Real, Nat, Fn, Compare, Null, Both, Implies, ForAll)}
FORMULA = (Compare, Null, Both, Implies, ForAll)
TYPES = {  # what each field of a node may be
    "Index": ((str, int, type(None)), int), "Vec": (str, (Index, type(None))), "Real": (str, (Index, type(None))),
    "Nat": ((str, int),), "Fn": (str, Polynomial), "Compare": (Polynomial, str), "Null": (Vector,), "Both": (FORMULA, FORMULA),
    "Implies": (FORMULA, FORMULA), "ForAll": (FORMULA,),
}  # fmt: skip
LARGEST = 60  # digits of a coefficient, exponents, offsets and nesting stay below this (or this many digits)


def encode(value: object) -> object:
    if isinstance(value, Polynomial):
        terms = [[str(c), [[encode(a), p] for a, p in sorted(m, key=repr)]] for m, c in value.terms.items()]
        return {"Polynomial": sorted(terms, key=repr)}
    if isinstance(value, Vector):
        return {"Vector": [[encode(b), encode(c)] for b, c in sorted(value.parts.items(), key=lambda part: repr(part[0]))]}
    if isinstance(value, Inner):
        ends = sorted(value.pair, key=repr)
        return {"Inner": [encode(ends[0]), encode(ends[-1])]}
    if isinstance(value, Fraction):
        return {"Fraction": str(value)}
    if isinstance(value, (list, tuple)):
        return [encode(v) for v in value]
    if value is None or isinstance(value, (str, int)):
        return value
    return {type(value).__name__: [encode(getattr(value, f.name)) for f in fields(value)]}  # type: ignore[arg-type]


def fraction(text: object) -> Fraction:
    need(isinstance(text, str) and re.fullmatch(r"-?[0-9]{1,60}(/[1-9][0-9]{0,59})?", text) is not None, f"{text!r:.80} is no fraction")
    return Fraction(str(text))


def small(n: object) -> int:
    need(type(n) is int and 0 < n <= LARGEST, f"{n!r:.80} is no small exponent")
    return n  # type: ignore[return-value]


def expect(value: object, kind: type | tuple[type, ...]) -> object:
    need(isinstance(value, kind) and not isinstance(value, bool), f"{value!r:.80} is out of place")
    need(type(value) is not int or 0 <= value <= 10**6, "a number is out of range")
    return value


def pairs(entries: Sequence[object]) -> Iterable[tuple[object, object]]:
    for entry in entries:
        need(isinstance(entry, list) and len(entry) == 2, f"{entry!r:.80} is no pair")
        yield entry[0], entry[1]  # type: ignore[index]


def decode(value: object, depth: int = 0) -> object:
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
        total = Polynomial({})
        for coefficient, monomial in pairs(content):
            need(isinstance(monomial, list), "a monomial is a list")
            powers = [(expect(decode(a, depth + 1), (Real, Nat, Inner, Fn)), small(p)) for a, p in pairs(monomial)]  # type: ignore[arg-type]
            need(len({a for a, _ in powers}) == len(powers), "an atom occurs twice in a monomial")
            total = total + Polynomial({frozenset(powers): fraction(coefficient)})
        return total
    if kind == "Vector":
        parts = [(decode(b, depth + 1), decode(c, depth + 1)) for b, c in pairs(content)]
        need(all(isinstance(b, Vec) and isinstance(c, Polynomial) for b, c in parts), "a vector lists [vector, coefficient]")
        need(len({b for b, _ in parts}) == len(parts), "a vector occurs twice in a combination")
        return Vector(dict(parts))  # type: ignore[arg-type]
    if kind == "Inner":
        ends = [expect(decode(v, depth + 1), Vec) for v in content]
        need(len(ends) == 2, "an inner product has two ends")
        return Inner(frozenset(ends))  # type: ignore[arg-type]
    need(kind in NODES and len(content) == len(TYPES[kind]), f"{kind!r:.80} is no such node")
    arguments = [expect(decode(v, depth + 1), t) for v, t in zip(content, TYPES[kind], strict=True)]  # type: ignore[arg-type]
    return NODES[kind](*arguments)


def write(proofs: Iterable[Proof]) -> dict[str, object]:
    """The JSON document of some proofs, in the order in which they are to be replayed."""
    return {
        "format": FORMAT,
        "theorems": [
            {
                "id": p.id,
                "hypotheses": [[name, encode(f)] for name, f in p.hypotheses],
                "steps": [
                    {"name": s.name, "rule": s.rule, "claim": encode(s.claim), "premises": list(s.premises),
                     "data": {k: encode(v) for k, v in s.data.items()}}
                    for s in p.steps
                ],
                "conclusion": p.conclusion,
            }
            for p in proofs
        ],
    }  # fmt: skip


def record(value: object, **kinds: type) -> list[object]:
    need(isinstance(value, dict) and set(value) == set(kinds), f"a record with {', '.join(kinds)} is needed")
    for key, kind in kinds.items():
        need(isinstance(value[key], kind), f"{key!r} must be a {kind.__name__}")  # type: ignore[index]
    return [value[key] for key in kinds]  # type: ignore[index]


def read(document: object) -> list[Proof]:
    """The proofs of a JSON document; raises `Rejected` for anything malformed.  Their truth is for `replay` to judge."""
    try:
        format_, theorems = record(document, format=str, theorems=list)
        need(format_ == FORMAT, f"the format is not {FORMAT}")
        return [_proof(t) for t in theorems]  # type: ignore[attr-defined]
    except RecursionError:
        raise Rejected("the data is nested too deeply") from None


def _proof(value: object) -> Proof:
    id_, hypotheses, steps, conclusion = record(value, id=str, hypotheses=list, steps=list, conclusion=str)
    named = tuple((str(expect(n, str)), expect(decode(f), FORMULA)) for n, f in pairs(hypotheses))  # type: ignore[arg-type]
    return Proof(str(id_), named, tuple(_step(s) for s in steps), str(conclusion))  # type: ignore[arg-type, attr-defined]


def _step(value: object) -> Step:
    name, rule, claim, premises, data = record(value, name=str, rule=str, claim=dict, premises=list, data=dict)
    cited = tuple(str(expect(p, str)) for p in premises)  # type: ignore[attr-defined]
    return Step(str(name), str(rule), expect(decode(claim), FORMULA), cited, {k: decode(v) for k, v in data.items()})  # type: ignore[arg-type, attr-defined]
