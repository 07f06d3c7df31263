"""Whole formulas as sentences: "for all k < M: ⟨w(k), z(k)⟩ ≤ 0". The body of a quantifier or an implication is in brackets.

A claim that its author displays is written as in the conjecture's grammar: nothing is multiplied out and no side is changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache

from proofs.conjecture import nodes
from proofs.conjecture.pretty import number as decimal
from proofs.derive.typesetting.layout import NO_NAMES, Names, arrange, free, null, polynomial, vector
from proofs.derive.typesetting.names import canonical, meanings, spell
from proofs.derive.typesetting.writers import (
    UNICODE,
    At,
    Bracket,
    Decimal,
    Factors,
    Floor,
    Node,
    Norm,
    Numeral,
    Power,
    Quotient,
    Radical,
    SignedTerms,
    Strung,
    Symbol,
    Words,
)
from proofs.kernel import Both, Compare, ForAll, Formula, Implies, Index, Nat, Null, Polynomial, Vector
from proofs.kernel.formula import names as names_in
from proofs.kernel.formula import opened

Key = tuple[str, str]


def sentence(f: Formula, names: Names = NO_NAMES, matrix: Callable[[Names], Node] | None = None) -> Node:
    """`f` as it is to be read, with names for its bound indices; `matrix` writes the body under its quantifiers, if an author did."""
    return names.once(_sentence, f) if matrix is None else _sentence(f, names, matrix)


def _sentence(f: Formula, names: Names, matrix: Callable[[Names], Node] | None = None) -> Node:
    if isinstance(f, ForAll) and (alone := _at_the_same(f)) is not None:
        return sentence(alone, names.inside(free(f, names)), matrix)
    if isinstance(f, ForAll):
        inside = names.inside(free(f, names))
        k, body = inside.natural(0), f.body
        if isinstance(body, Implies) and isinstance(body.premise, Compare):
            guard = arrange(body.premise, inside)
            if guard.left == k and guard.op in ("≤", "<"):
                return Strung((Words("for all "), guard.row, Words(": "), _scope(body.conclusion, inside, matrix)))
        return Strung((Words("for all "), k, Words(": "), _scope(body, inside, matrix)))
    if matrix is not None:
        if isinstance(f, Implies):
            return Strung((_group(f.premise, names), Words(" ⇒ "), sentence(f.conclusion, names, matrix)))
        return matrix(names)
    if isinstance(f, Compare):
        return arrange(f, names).row
    if isinstance(f, Null):
        return null(f.vector, names)
    if isinstance(f, Both):
        return Strung((_part(f.first, names), Words(" and "), _part(f.second, names)))
    return Strung((_group(f.premise, names), Words(" ⇒ "), _group(f.conclusion, names)))


def _at_the_same(f: ForAll) -> Formula | None:
    """φ(i), inside the ∀, if `f` is "for all j: i ≤ j and j ≤ i give φ(j)" for another natural i; else None.

    The kernel has no equality of indices, so pages write it in this way.  Only ±(j − i) ≥ 0 twice, once each way, is shortened, and only if
    φ(i) still says something: at j = i the claim x(j) = x(i) would be 0 = 0."""
    match f.body:
        case Implies(Compare(up, ">="), Implies(Compare(down, ">="), said)) if down == -up:
            signs = {m: c for m, c in up.terms.items() if m != _BOUND}
            (m, c), *more = signs.items() or [(frozenset(), Fraction(0))]
            atoms = [a.name for a, power in m if isinstance(a, Nat) and power == 1]
            if not more and up.terms.get(_BOUND) == -c and abs(c) == 1 and len(atoms) == len(m) == 1 and not isinstance(atoms[0], tuple):
                alone = opened(ForAll(said), Index(atoms[0]))
                return alone if all(c.left.terms for c in _comparisons(alone)) else None
    return None


def _comparisons(f: Formula) -> Iterator[Compare]:
    """Every comparison in a formula."""
    if isinstance(f, Compare):
        yield f
    elif not isinstance(f, Null):
        for part in fields(f):
            yield from _comparisons(getattr(f, part.name))


_BOUND = frozenset({(Nat(0), 1)})  # the number that the innermost ∀ is about


def _group(f: Formula, names: Names, matrix: Callable[[Names], Node] | None = None) -> Node:
    whole = sentence(f, names, matrix)
    return whole if isinstance(f, (Compare, Null)) else Strung((Words("("), whole, Words(")")))


def _part(f: Formula, names: Names) -> Node:
    """A side of a conjunction, which may be one itself."""
    return sentence(f, names) if isinstance(f, Both) else _group(f, names)


def _scope(f: Formula, names: Names, matrix: Callable[[Names], Node] | None) -> Node:
    """The body of a quantifier, which may begin with another one."""
    bare = isinstance(f, ForAll) or (matrix is not None and not isinstance(f, Implies))
    return sentence(f, names, matrix) if bare else _group(f, names, matrix)


@lru_cache(maxsize=20_000)
def _free(f: object) -> tuple[Key, ...]:
    """The free names of a formula, each once."""
    return tuple(dict.fromkeys((kind, name) for kind, name in names_in(f) if isinstance(name, str)))


def theorem_names(
    stated: Iterable[Formula | Polynomial | Vector], groups: Iterable[Sequence[Formula]] = (), defining: Iterable[Formula] = ()
) -> Names:
    """Names for everything in a theorem: its statement, and `groups` of formulas of its proof that are read together.

    A composite name is laid out as its definition in the statement or in `defining`. Naturals that a derivation numbered (k17) are called
    by letters, each by one of its own in the statement, and in the proof by one that nothing beside it has.
    """
    stated, groups = list(stated), [list(group) for group in groups]
    meant = meanings([*stated, *defining])
    own = dict.fromkeys(key for f in stated for key in _free(f))
    together = [dict.fromkeys(key for f in group for key in _free(f)) for group in groups]
    everything = {*own, *(key for keys in together for key in keys)}
    said = spell(everything - set(meant) - {key for key in everything if _number(key)})
    beside: dict[Key, set[Key]] = {}
    for keys in together:
        for key in filter(_number, keys):
            beside.setdefault(key, set()).update(keys)
    used = {*said.values()}
    for key in _numbered_in(own):
        said[key] = _letter(used)
        used.add(said[key])
    reserved = frozenset(said[key] for key in own if key in said)
    for key in _numbered_in(beside):
        if key not in own:
            said[key] = _letter(used | {said[other] for other in beside[key] if other in said})
    return Names(said, meant, reserved=reserved)


def print_formula(f: Formula, among: Sequence[Formula] = ()) -> str:
    """A formula in unicode, as it is printed among others."""
    return UNICODE.write(sentence(f, theorem_names(among or [f])))


def _number(key: Key) -> bool:
    return key[0] == "nat" and re.fullmatch("k[0-9]{1,6}", key[1]) is not None


def _numbered_in(keys: Iterable[Key]) -> list[Key]:
    """In the order of their numbers, which is that of the derivation."""
    return sorted(filter(_number, keys), key=lambda key: int(key[1][1:]))


def _letter(used: set[str]) -> str:
    letters: tuple[str, ...] = (*"kjilmn", *(canonical(f"k{i}") for i in range(len(used) + 1)))
    return next(x for x in letters if x not in used)


def trivial(f: Formula) -> bool:
    """A comparison of natural numbers: bookkeeping about indices."""
    return isinstance(f, Compare) and all(isinstance(a, Nat) for m in f.left.terms for a, _ in m)


def evident(f: Formula) -> bool:
    """M + 1 ≥ 0 and the like."""
    return isinstance(f, Compare) and trivial(f) and f.relation == ">=" and all(c > 0 for c in f.left.terms.values())


RELATIONS = {"<=": "≤", ">=": "≥"}
Symbols = Mapping[str, Polynomial | Vector]


def relation(r: nodes.Relation, symbols: Symbols, names: Names) -> Node:
    """A comparison; `symbols` gives the kernel term of each name in it."""
    sides = (term(side, symbols, names) for side in (r.left, r.right))
    return Strung((next(sides), Words(f" {RELATIONS.get(r.op, r.op)} "), next(sides)))


def term(node: nodes.Node, symbols: Symbols, names: Names) -> Node:
    def inside(part: nodes.Node) -> Node:
        return term(part, symbols, names)

    match node:
        case nodes.Number(value):
            return Numeral(value) if value.denominator == 1 else Decimal(decimal(value))
        case nodes.Name(name):
            symbol = symbols[name]
            return polynomial(symbol, names) if isinstance(symbol, Polynomial) else vector(symbol, names)
        case nodes.Neg(arg):
            return SignedTerms(((True, inside(arg)),))
        case nodes.Add(left, right) | nodes.Sub(left, right):
            first = inside(left)
            return SignedTerms(
                (*(first.terms if isinstance(first, SignedTerms) else ((False, first),)), (isinstance(node, nodes.Sub), inside(right)))
            )
        case nodes.Mul(left, right):
            factors = (inside(left), inside(right))
            return Factors(tuple(f for part in factors for f in (part.factors if isinstance(part, Factors) else (part,))))
        case nodes.Div(left, right):
            return Quotient(inside(left), inside(right))
        case nodes.Pow(base, exponent) if exponent.denominator == 1 and exponent > 0:
            return Power(inside(base), exponent.numerator)
        case nodes.Call("sqrt", (arg,)):
            return Radical(inside(arg))
        case nodes.Call("norm", (arg,)):
            return Norm(inside(arg))
        case nodes.Call("inner", (left, right)):
            return Bracket(inside(left), inside(right))
        case nodes.Call("floor", (arg,)):
            return Floor(inside(arg))
        case nodes.Call("log", (arg,)):
            return At(Symbol("ln"), inside(arg))
    raise ValueError(f"no layout for {node}")
