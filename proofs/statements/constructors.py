"""The words in which a definition is written: a root, a reciprocal, a power, a sequence by its steps, a positive part.

A constructor gives the facts that introduce one name, in words and as kernel formulas; facts about N(k) hold for every k. In all of them
`where` says when it is so, if not always; `below` which number, or `over` all of which numbers; or `within` says all that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofs.derive.authoring.terms import Term, every, implies, nat, number, poly, real, seq, vseq
from proofs.kernel import Formula, Index, Polynomial, Vector
from proofs.statements.definitions import (
    AtLeast,
    Axis,
    Definition,
    Fact,
    Floor,
    GreaterRoot,
    Larger,
    Power,
    Quotient,
    Root,
    RootAtLeast,
    Size,
    Value,
    Within,
)  # fmt: skip


def _facts(
    definition: Definition,
    *said: tuple[str, str],
    where: Formula | None = None,
    below: Term | None = None,
    over: Sequence[Index] | None = None,
    within: Within | None = None,
) -> tuple[Fact, ...]:
    """The facts about the name, each with its label and words; if its place is N(k), for every k."""
    index = definition.index
    every_one = over if over is not None else [nat(index.name)] if index is not None and isinstance(index.name, str) else []

    def around(body: Formula) -> Formula:
        formula = body if where is None else implies(where, body)
        for k in reversed(every_one):
            formula = every(k, formula, below)
        return formula

    opened = definition.open_within(within or around)
    return tuple(Fact(label, words, (within or around)(body), opened) for (label, words), body in zip(said, definition.bodies, strict=True))


def _term(term: Term | Vector) -> Any:
    return term if isinstance(term, Vector) else poly(term)


def define(label: str, words: str, top: Polynomial | Vector, is_: Term | Vector, along: Vector | None = None, **said: Any) -> Fact:
    """That a name is this: N, or N(k), or N(k + 1) by what comes before it; or that its entry along an axis is.

    An indicator is 1 where something holds and 0 where it does not; a count grows by 1 there, and rests elsewhere."""
    zero = isinstance(top, Vector) and along is None and not isinstance(is_, Vector)
    (fact,) = _facts(Value(top, Vector({}) if zero else _term(is_), along=along), (label, words), **said)
    return fact


def sequence(
    label: str, name: seq | vseq, first: Term | Vector, then: Term | Vector, is_: str, grows: str = "", over: Index | None = None
) -> tuple[Fact, Fact]:
    """name(0) = first and name(k + 1) = then, in which name(k) may occur: a sum, a power, a path, a turning sign."""
    return define(f"{label} starts", is_, name(0), first), define(label, grows or is_, name((over or nat("k")) + 1), then)


def root_of(
    label: str, name: Polynomial, of: Term, is_: str = "", squared: str = "", times: Term = 1, below: Term | None = None
) -> tuple[Fact, ...]:
    """A length as the non-negative root of a squared length, or another root; name² · times is the given term."""
    length = label.startswith("‖")
    sign_ = is_ or f"{label} is a {'length' if length else 'root'}"
    under = label.removeprefix("√").removeprefix("(").removesuffix(")") if label.startswith("√") else "what it is the root of"
    square_ = squared or f"{label} squared is {'the inner product' if length else under}"
    return _facts(Root(name, poly(of), poly(times)), (f"{label} ≥ 0", sign_), (label, square_), below=below)


def root_at_least(label: str, name: Polynomial, of: Term, words: str, times: Term = 1, **said: Any) -> tuple[Fact, ...]:
    """That a root is √(of/times), or more: a program has to round it."""
    return _facts(RootAtLeast(name, poly(of), poly(times)), (f"{label} ≥ 0", f"{label} is a root"), (label, words), **said)


def greater_root(
    label: str, name: Polynomial, slope: Term, rest: Term, least: Polynomial, at_least_: tuple[str, str], words: str
) -> tuple[Fact, ...]:
    """The greater root of N² = slope·N + rest, which is at least `least`."""
    return _facts(GreaterRoot(name, least, poly(slope), poly(rest)), at_least_, (label, words))


def quotient(label: str, words: str, name: Polynomial | Vector, is_: Term | Vector, by: Polynomial, **said: Any) -> Fact:
    """That a name is is_/by."""
    (fact,) = _facts(Quotient(name, by, _term(is_)), (label, words), **said)
    return fact


def reciprocal_fact(label: str, of: Polynomial, words: str = "", name: Polynomial | None = None) -> Fact:
    """1/label as the reciprocal of the term with that label."""
    top = real(f"1/{label}") if name is None else name
    return quotient(f"1/{label}", words or f"1/{label} is the reciprocal of {label}", top, 1, of)


def power_of(
    label: str, name: Polynomial | Vector, logarithm: Polynomial, words: str, along: Vector | None = None, **said: Any
) -> tuple[Fact, ...]:
    """e to the power of a number, or b to the power p where that is p·ln b; or an entry that is."""
    return _facts(Power(name, logarithm, along=along), (f"{label} > 0", "a power is positive"), (label, words), **said)


def positive_part(value: Polynomial, of: Polynomial, name: str) -> tuple[Fact, ...]:
    """value = max(0, of), by three facts."""
    return larger_of(
        value,
        0,
        of,
        (f"{name} ≥ 0", "a positive part is not negative"),
        (f"{name} ≥ its argument", "a positive part is no less than what it is the part of"),
        (name, "a positive part is 0 or its argument"),
    )


def larger_of(
    name: Polynomial, one: Term, other: Term, *said: tuple[str, str], leads: tuple[Term, Term] = (1, 1), below: Term | None = None
) -> tuple[Fact, ...]:
    """The larger of one/a and other/c, with a and c as `leads`, by three facts: it is no less than either, and it is one of them."""
    return _facts(Larger(name, poly(one), poly(other), *map(poly, leads)), *said, below=below)


def at_least(name: Polynomial, *said: tuple[str, str, Term], below: Term | None = None) -> tuple[Fact, ...]:
    """Anything no less than each of these: label, words, term."""
    bounds = tuple(poly(bound) for _, _, bound in said)
    return _facts(AtLeast(name, bounds), *((label, words) for label, words, _ in said), below=below)


def floor_of(label: str, whole: Index, of: Term, words: str, greatest: str) -> tuple[Fact, ...]:
    """The whole part of a term that is not negative."""
    return _facts(Floor(number(whole), poly(of)), (label, words), (f"{label} + 1", greatest))


def axis(label: str, words: str, name: Vector, across: Vector | None = None, **said: Any) -> Fact:
    """A vector of length 1 of which nothing else is said, or that one is at right angles to another."""
    (fact,) = _facts(Axis(name, name if across is None else across, poly(1 if across is None else 0)), (label, words), **said)
    return fact


def size(label: str, words: str, name: Polynomial) -> Fact:
    """N ≥ 0 for a number of which only N² and |N| are spoken."""
    (fact,) = _facts(Size(name), (label, words))
    return fact
