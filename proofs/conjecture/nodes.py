"""The abstract syntax of conjectures: immutable nodes that other rooms walk (the kernel's translation, the printers,
the judge).

A node holds exact numbers only and never a Python object that came from the text: text is parsed, never evaluated.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

NAMES: dict[str, str] = {
    "M": "updates made (Margin Perceptron: without the first example, which only initialises)",
    "gamma": "the margin: separable, 0 < gamma <= y<u,x> on every round; agnostic, any gamma > 0",
    "R": "the largest ||x|| over all rounds (or the declared radius)",
    "S2": "the sum of ||x||^2 over the update rounds",
    "TD": "the sum of max(0, gamma - y<u,x>) over the update rounds",
    "H": "TD / gamma",
    "H2": "the square root of the sum of max(0, 1 - y<u,x>/gamma)^2 over the update rounds",
    "U": "||u||",
    "d": "the dimension",
    "T": "the number of rounds",
    "eps": "the Margin Perceptron's epsilon",
    "W": "the norm of the final weights",
    "P": "<u, final weights>",
    "E": "mistakes, updates or not: rounds with y<w,x> < 0 before the learner sees y, or = 0 unless it predicts y at 0",
    "L": "the sum of the learner's losses max(0, 1 - y<w,x>) over all rounds",
    "L2": "the square root of the sum of the squares of these losses",
    "F": "the least y<w,x> over all rounds, w the final weights; F/W is their margin",
    "S2_all": "S2 over all rounds",
    "TD_all": "TD over all rounds",
    "H_all": "H over all rounds",
    "H2_all": "H2 over all rounds",
    "G2": "the sum of <u,x>^2 over the update rounds",
    "G2_all": "the sum of <u,x>^2 over all rounds",
    "R_min": "the smallest ||x|| over all rounds",
    "R_1": "the largest ||x||_1, the sum of the sizes of the entries, over all rounds",
    "R_inf": "the largest entry of an example, by its size",
    "U_1": "||u||_1, the sum of the sizes of the entries",
    "U_inf": "the largest entry of u, by its size",
}
OF_COORDINATES = frozenset({"G2", "G2_all", "R_min", "R_1", "R_inf", "U_1", "U_inf"})
ALL_ROUNDS = OF_COORDINATES | {"E", "L", "L2", "F", "S2_all", "TD_all", "H_all", "H2_all"}  # names that ask about every round of a run
SIGNED = frozenset({"P", "F", "gamma", "eps", "H", "H_all", "S2", "S2_all"})  # may be negative, some where a hypothesis is dropped
CONSTANTS: dict[str, str] = {"phi": "(1 + sqrt(5))/2", "e": "2.71828...", "pi": "3.14159..."}
FUNCTIONS: dict[str, tuple[int, int | None]] = {  # name -> least and greatest number of arguments
    "sqrt": (1, 1),
    "log": (1, 1),
    "exp": (1, 1),
    "floor": (1, 1),
    "ceil": (1, 1),
    "min": (2, None),
    "max": (2, None),
}
RELATIONS = ("<=", "<", ">=", ">", "=")


@dataclass(frozen=True, slots=True)
class Number:
    """A rational literal, read exactly."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Name:
    """A quantity of a run (a key of NAMES, or one that the caller declared) or a constant (a key of CONSTANTS)."""

    name: str


@dataclass(frozen=True, slots=True)
class Neg:
    """−arg"""

    arg: Node


@dataclass(frozen=True, slots=True)
class Binary:
    """An operation on two terms."""

    left: Node
    right: Node


class Add(Binary):
    """left + right"""

    __slots__ = ()


class Sub(Binary):
    """left − right"""

    __slots__ = ()


class Mul(Binary):
    """left · right"""

    __slots__ = ()


class Div(Binary):
    """left / right"""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Pow:
    """base ** exponent, for a rational exponent that the text fixes."""

    base: Node
    exponent: Fraction


@dataclass(frozen=True, slots=True)
class VariablePow:
    """base ** exponent, for an exponent that depends on the run or is irrational, such as 2**d or gamma**phi."""

    base: Node
    exponent: Node


@dataclass(frozen=True, slots=True)
class Call:
    """fn(args), for a key fn of FUNCTIONS."""

    fn: str
    args: tuple[Node, ...]


OPERATIONS: Mapping[type, Callable[..., Any]] = {Neg: operator.neg, Add: operator.add, Sub: operator.sub, Mul: operator.mul}

Node: TypeAlias = Number | Name | Neg | Add | Sub | Mul | Div | Pow | VariablePow | Call


def children(node: Node) -> tuple[Node, ...]:
    """The direct subterms of a node, left to right."""
    match node:
        case Number() | Name():
            return ()
        case Neg(arg):
            return (arg,)
        case Binary(left, right):
            return (left, right)
        case Pow(base, _):
            return (base,)
        case VariablePow(base, exponent):
            return (base, exponent)
        case Call(_, args):
            return args


def arithmetic(node: Neg | Add | Sub | Mul, of: Callable[[Node], T]) -> T:
    """The operation of a node, on what `of` makes of the parts, in whatever ring that is: polynomials, vectors, terms of SymPy or Z3."""
    value: T = OPERATIONS[type(node)](*map(of, children(node)))
    return value


def walk(node: Node) -> Iterator[Node]:
    """Every subterm, the node itself first."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(children(top))


def substitute(node: Node, terms: Mapping[str, Node]) -> Node:
    """The term with other terms in the places of names."""

    def inside(part: Node) -> Node:
        return substitute(part, terms)

    match node:
        case Number():
            return node
        case Name(name):
            return terms.get(name, node)
        case Pow(base, exponent):
            return Pow(inside(base), exponent)
        case Call(fn, args):
            return Call(fn, tuple(map(inside, args)))
    return type(node)(*map(inside, children(node)))


TURNED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "="}


@dataclass(frozen=True)
class Relation:
    """A comparison as syntax alone: left op right. `proofs.conjecture.Comparison` adds judgement and printing.

    text: one of its spellings, which equality leaves out; conditions: what must hold for it to say anything of a run."""

    text: str = field(compare=False)
    left: Node
    op: str
    right: Node
    conditions: tuple[Relation, ...] = ()

    @cached_property
    def names(self) -> frozenset[str]:
        """The quantities of a run that occur (constants are not among them)."""
        nodes = (*walk(self.left), *walk(self.right))
        own = frozenset(n.name for n in nodes if isinstance(n, Name) and n.name not in CONSTANTS)
        return own.union(*(condition.names for condition in self.conditions))

    def held_to(self, name: str) -> tuple[str, Node] | None:
        """The sign and the other side, if this holds a quantity to a constant: (">=", 7/10) for γ ≥ 7/10 and for 7/10 ≤ γ."""
        for side, sign, other in ((self.left, self.op, self.right), (self.right, TURNED[self.op], self.left)):
            if side == Name(name) and self.names == {name} and Name(name) not in walk(other):
                return sign, other
        return None
