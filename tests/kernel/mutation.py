"""Mutants of a proof file: every place in it altered in every way that this module knows, one at a time.

`mutants(record)` walks the JSON of a proof (`record_of(proof)`) and yields each with a word on what was done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.derive.authoring.encoding import write
from proofs.kernel import Proof
from proofs.kernel.rules import RULES

RELATIONS = (">=", ">", "=")


@dataclass(frozen=True)
class Mutant:
    """A mutated theorem record; `step` is the position of the altered step, None if something else was altered."""

    what: str
    record: dict[str, Any]
    step: int | None


def record_of(proof: Proof) -> dict[str, Any]:
    """The proof as its file has it."""
    document: Any = write([proof])
    theorem: dict[str, Any] = document["theorems"][0]
    return theorem


def mutants(theorem: dict[str, Any]) -> Iterator[Mutant]:
    names = [name for name, _ in theorem["hypotheses"]] + [s["name"] for s in theorem["steps"]]
    words = sorted(set(symbols(theorem)))
    for i, (name, formula) in enumerate(theorem["hypotheses"]):
        for what, altered in node(formula, words):
            yield Mutant(f"hypothesis {name}: {what}", {**theorem, "hypotheses": put(theorem["hypotheses"], i, [name, altered])}, None)
        yield Mutant(f"hypothesis {name}: dropped", {**theorem, "hypotheses": drop(theorem["hypotheses"], i)}, None)
        yield Mutant(f"hypothesis {name}: renamed", {**theorem, "hypotheses": put(theorem["hypotheses"], i, [name + "'", formula])}, None)
    for i, step in enumerate(theorem["steps"]):
        for what, altered in of_step(step, names, len(theorem["hypotheses"]) + i, words):
            yield Mutant(f"step {step['name']} ({step['rule']}): {what}", {**theorem, "steps": put(theorem["steps"], i, altered)}, i)
        yield Mutant(f"step {step['name']}: dropped", {**theorem, "steps": drop(theorem["steps"], i)}, None)
        if i:
            swapped = put(put(theorem["steps"], i, theorem["steps"][i - 1]), i - 1, step)
            yield Mutant(f"step {step['name']}: before its predecessor", {**theorem, "steps": swapped}, None)
    for other in names:
        if other != theorem["conclusion"]:
            yield Mutant(f"conclusion: {other}", {**theorem, "conclusion": other}, None)


def of_step(step: dict[str, Any], names: list[str], position: int, words: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for rule in RULES:
        if rule != step["rule"]:
            yield f"rule {rule}", {**step, "rule": rule}
    for what, altered in node(step["claim"], words):
        yield f"claim: {what}", {**step, "claim": altered}
    for name in {names[position - 1], names[0], "z", step["name"] + "'"} - {step["name"]}:
        yield f"called {name}", {**step, "name": name}
    for i, premise in enumerate(step["premises"]):
        yield f"premise {premise} dropped", {**step, "premises": drop(step["premises"], i)}
        for other in names:
            if other != premise:
                yield f"premise {premise} becomes {other}", {**step, "premises": put(step["premises"], i, other)}
        if i:
            swapped = put(put(step["premises"], i, step["premises"][i - 1]), i - 1, premise)
            yield f"premise {premise} moved up", {**step, "premises": swapped}
    yield "premise added", {**step, "premises": [*step["premises"], names[0]]}
    for key, value in step["data"].items():
        yield f"data {key} dropped", {**step, "data": {k: v for k, v in step["data"].items() if k != key}}
        texts = [*step["premises"], "z"] if step["rule"] == "certificate" else words
        for what, altered in node(value, words, texts):
            yield f"data {key}: {what}", {**step, "data": {**step["data"], key: altered}}


def node(value: Any, words: list[str], texts: list[str] | None = None) -> Iterator[tuple[str, Any]]:
    """Every single alteration of a value; a text is replaced by each of `texts` (or `words`)."""
    texts = words if texts is None else texts
    if isinstance(value, dict):
        ((kind, content),) = value.items()
        if kind == "Fraction":
            yield from ((w, {kind: c}) for w, c in number(content))
            return
        yield from ((f"{kind}: {w}", {kind: c}) for w, c in of_kind(kind, content, words))
        if kind in ("Both", "Implies"):
            yield f"{kind} turned", {kind: content[::-1]}
            yield f"{kind} halved", content[1]
            yield f"{kind} halved", content[0]
            yield f"{kind} becomes the other", {"Implies" if kind == "Both" else "Both": content}
        if kind == "ForAll":
            yield "∀ dropped", content[0]
        if kind in ("Compare", "Null", "Both", "Implies", "ForAll"):
            yield "∀ added", {"ForAll": [value]}
    elif isinstance(value, list):
        for i, entry in enumerate(value):
            yield f"entry {i} dropped", drop(value, i)
            yield f"entry {i} doubled", [*value, entry]
            yield from ((f"[{i}] {w}", put(value, i, c)) for w, c in node(entry, words, texts))
    elif isinstance(value, str):
        yield from ((f"{value} becomes {t}", t) for t in [*texts, value + "'"] if t != value)
    elif isinstance(value, int):
        yield f"{value} + 1", value + 1
        yield f"{value} − 1", value - 1
    elif value is None:
        yield "none becomes 0", 0
        yield "none becomes a name", words[0]
        yield "none becomes an index", {"Index": [None, 0]}


def of_kind(kind: str, content: list[Any], words: list[str]) -> Iterator[tuple[str, list[Any]]]:
    if kind == "Polynomial":
        for i, (coefficient, monomial) in enumerate(content):
            yield "term dropped", drop(content, i)
            for what, c in number(coefficient):
                yield f"coefficient {what}", put(content, i, [c, monomial])
            for j, (atom, exponent) in enumerate(monomial):
                yield "factor dropped", put(content, i, [coefficient, drop(monomial, j)])
                for e in (exponent + 1, exponent - 1, exponent + 2):
                    yield f"exponent {exponent} becomes {e}", put(content, i, [coefficient, put(monomial, j, [atom, e])])
                for what, altered in node(atom, words):
                    yield what, put(content, i, [coefficient, put(monomial, j, [altered, exponent])])
        for c in ("1", "-1", "-1/1000000"):
            yield f"{c} added", [*content, [c, []]]
        yield "negated", [[str(-Fraction(c)), m] for c, m in content]
        return
    if kind == "Vector":
        for i, (vector, coefficient) in enumerate(content):
            yield "part dropped", drop(content, i)
            yield from ((w, put(content, i, [v, coefficient])) for w, v in node(vector, words))
            yield from ((w, put(content, i, [vector, c])) for w, c in node(coefficient, words))
        return
    if kind == "Compare":
        yield from ((f"{content[1]} becomes {r}", [content[0], r]) for r in RELATIONS if r != content[1])
        yield from ((w, [c, content[1]]) for w, c in node(content[0], words))
        return
    for i, field in enumerate(content):
        if field is None:  # an index that is absent
            yield "index added", put(content, i, {"Index": [None, 0]} if kind in ("Vec", "Real") else words[0])
        else:
            yield from ((w, put(content, i, f)) for w, f in node(field, words))
            if isinstance(field, dict) and "Index" in field:
                yield "index dropped", put(content, i, None)


def number(text: str) -> Iterator[tuple[str, str]]:
    c = Fraction(text)
    for altered in (-c, c + 1, c - 1, 2 * c, c + Fraction(1, 10**6), Fraction(0)):
        if altered != c:
            yield f"{c} becomes {altered}", str(altered)


def symbols(value: Any) -> Iterator[str]:
    """Every name in a theorem's formulas."""
    if isinstance(value, dict):
        for key, content in value.items():
            if key in ("Vec", "Real", "Nat", "Index", "Fn") and isinstance(content[0], str):
                yield content[0]
            yield from symbols(content)
    elif isinstance(value, list):
        for entry in value:
            yield from symbols(entry)


def put(values: list[Any], i: int, value: Any) -> list[Any]:
    return [*values[:i], value, *values[i + 1 :]]


def drop(values: list[Any], i: int) -> list[Any]:
    return [*values[:i], *values[i + 1 :]]
