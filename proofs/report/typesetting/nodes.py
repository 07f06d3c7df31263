"""The pieces of which shown mathematics is laid out; `layout` builds them and `writers` print them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Words:
    """Prose, or punctuation with its own spaces."""

    text: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """A plain name: γ, M, TD, S₂, φ(0)."""

    text: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """A name that is no plain one, already in quotation marks and escaped."""

    text: str


@dataclass(frozen=True, slots=True)
class Number:
    value: Fraction


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number that its author wrote with a point: 2.513."""

    text: str


@dataclass(frozen=True, slots=True)
class At:
    """A sequence at an index, or a function at an argument."""

    name: Node
    argument: Node


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of numbers, itself a number or an index: (i, j), (i,), ()."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Norm:
    inside: Node


@dataclass(frozen=True, slots=True)
class Bracket:
    """⟨left, right⟩"""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Root:
    inside: Node


@dataclass(frozen=True, slots=True)
class Floor:
    inside: Node


@dataclass(frozen=True, slots=True)
class Power:
    base: Node
    exponent: int


@dataclass(frozen=True, slots=True)
class Product:
    factors: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Quotient:
    top: Node
    bottom: Node


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms with their signs: (False, t) is added, (True, t) subtracted."""

    terms: tuple[tuple[bool, Node], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One after the other."""

    items: tuple[Node, ...]


Node = Words | Symbol | Quoted | Number | Decimal | At | Listed | Norm | Bracket | Root | Floor | Power | Product | Quotient | Sum | Row
