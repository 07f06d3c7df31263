"""The values of `points` for what a reader reads, and whether print and kernel say the same."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

from flint import fmpq

from proofs.kernel import Both, ForAll, Formula, Implies, Nat, Null
from tests.report.points import ZERO, Different, Point, exact
from tests.report.reading import Tree, Unreadable

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
                name, below, term = parts
                return sum((self.of(term, {**bound, name: i}) for i in range(int(self.of(below, bound)))), ZERO)
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
        if len(keys) != 1 or keys[0][0] not in kinds:
            raise Different(f"{text} is the name of {keys}")
        kind, name = keys[0]
        if kind == "nat":
            return self.point.nat(name)
        return self.point.vector(name, at) if kind in ("vec", "vseq") else self.point.drawn("real", name, at)


def decoded(text: str) -> str:
    """A name out of its quotation marks, in which letters may be told by their numbers."""
    return re.sub(r"\\u\{([0-9a-f]+)\}", lambda m: chr(int(m[1], 16)), text)


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


def compared(f: Formula, tree: Tree, text: Text, bound: tuple[int, ...], said: Mapping[str, int]) -> list[Pair]:
    """The comparisons of a formula, each beside the printed one.  Raises Different where the sentence is built otherwise."""
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
    if whole and f.relation == ">=" and tree.what in ("<", ">"):
        return [(">", tree.what, text.point.real(f.left, bound) + 1, gap)]
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
