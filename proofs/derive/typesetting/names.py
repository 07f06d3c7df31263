"""How a name is printed: as it is, quoted, or as the term that the facts define it as.

A name comes from a page or from any file, so a name that is not plain is quoted and escaped. A plain name is a letter or a word, perhaps
with a number or a prime, perhaps applied to such names: γ, TD, x₂, b′, φ(0), Σφ. Letters that look like others (Greek ν, Cyrillic М) and
words that formulas are written with (ln, exp, and) are not among them. Of two names that would look alike both are quoted, with their kinds
before them. So the print identifies the name: the kind is outside the quotation marks, and nothing inside them is one.

A composite name means nothing by its spelling: 1/p (q·p = 1), √p or ‖v‖ (r ≥ 0 and r² = p), ⌊p⌋ (F ≤ p < F + 1). It is laid out as the
term that its definition gives, or else quoted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from proofs.kernel import Both, Compare, ForAll, Index, Nat, Polynomial, Real
from proofs.kernel.formula import names as names_in
from proofs.kernel.polynomial import Monomial
from proofs.kernel.term import Substitution
from proofs.system.escaping import GREEK, quote

_WORD = rf"Σ?(?:[{GREEK}]|[A-Za-z]{{1,12}})(?:[0-9]{{1,3}}|[₀-₉]{{1,3}})?[′']?"
_INSIDE = rf"(?:{_WORD}|[0-9]{{1,3}})"
PLAIN = re.compile(rf"{_WORD}(?:\({_INSIDE}(?:, {_INSIDE})*\))?")
FUNCTIONS = ("ln", "exp")
WORDS = ("for", "all", "and", "if", "where", "its", "own", "function", "Σ")
KINDS = {"real": "real", "nat": "natural", "vec": "vector", "seq": "sequence", "vseq": "vectors"}
_SUBSCRIPTS = str.maketrans("0123456789'", "₀₁₂₃₄₅₆₇₈₉′")
RESERVED = frozenset((*FUNCTIONS, *WORDS, *KINDS.values()))
LOOKS = str.maketrans(  # signs that a reader may take for others
    dict(zip("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹−′·⟨⟩⌊⌋", "01234567890123456789-'.<>[]", strict=True))
    | {"‖": "||", "½": "1/2", "…": "...", "≤": "<=", "≥": ">=", "⇒": "=>", "±": "+-"}
)


def plain(name: str) -> bool:
    """Whether a name may be printed as it is."""
    return PLAIN.fullmatch(name) is not None and name.partition("(")[0] not in RESERVED


def canonical(name: str) -> str:
    """How a plain name is written: its number lowered, x₂ for x2, and one kind of prime."""
    head, bracket, inside = name.partition("(")
    return head.translate(_SUBSCRIPTS) + bracket + inside.replace("'", "′")


def spell(names: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """How each (kind, name) of one theorem is printed: the same for the same, and different for different ones."""
    names = sorted(set(names))
    applied = {canonical(name) for kind, name in names if kind in ("seq", "vseq")}
    said = {key: canonical(key[1]) if plain(key[1]) else quote(key[1]) for key in names}
    often = Counter(text.translate(LOOKS) for text in said.values())

    def alike(text: str) -> bool:
        return often[text.translate(LOOKS)] > 1 or text.partition("(")[0] in applied - {text}

    return {key: f"{KINDS[key[0]]} {quote(key[1], strictly=True)}" if alike(text) else text for key, text in said.items()}


RECIPROCAL, ROOT, INVERSE_ROOT, FLOOR = "1/", "√", "1/√", "⌊"
STARTS = {"1/": RECIPROCAL, "√": ROOT, "‖": ROOT, "⌊": FLOOR}
LARGEST = 80  # names in a term that is laid out in place of a name
DEEPEST = 8  # names within names
Key = tuple[str, str]


@dataclass(frozen=True)
class Meaning:
    """The reciprocal, the root, the reciprocal of the root or the floor of `term`, which for a sequence mentions the bound index 0."""

    kind: str
    term: Polynomial

    def at(self, index: Index) -> Polynomial:
        """The term at an index."""
        return Substitution(opened=index).real(self.term)


def composite(name: str) -> str:
    """The kind of term that a name is spelled like; empty for other names."""
    return next((kind for start, kind in STARTS.items() if name.startswith(start)), "")


def meanings(facts: Iterable[object]) -> dict[Key, Meaning]:
    """The terms that the composite names among `facts` stand for, of those that the facts define."""
    comparisons = [part for f in facts for part in _comparisons(f)]
    signs = {key for many, c in comparisons if (key := _not_negative(many, c)) is not None}
    above = {name: x for many, c in comparisons if not many and c.relation == ">" for name, x in _floors(c.left, Fraction(1))}
    defined: dict[Key, Meaning] = {}
    for many, c in comparisons:
        if c.relation == "=":
            for key, meaning in _equal(c.left, many, signs):
                if key not in defined or _length(meaning) < _length(defined[key]):  # a hypothesis may have the form of a definition as well
                    defined[key] = meaning
        if c.relation == ">=" and not many:
            for name, x in _floors(c.left, Fraction(-1)):
                if above.get(name) == Polynomial({}) - x + 1:
                    defined.setdefault(("nat", name), Meaning(FLOOR, x))
    return {key: meaning for key, meaning in defined.items() if _size(key, defined, ()) <= LARGEST}


def defines(f: object, meant: Mapping[Key, Meaning], many: bool = False) -> bool:
    """Whether a fact only says what composite names stand for, as their layouts do: q·p = 1, or r ≥ 0 and r² = p, or F ≤ p < F + 1."""
    if isinstance(f, Both):
        return defines(f.first, meant, many) and defines(f.second, meant, many)
    if isinstance(f, ForAll) and not many:
        return defines(f.body, meant, True)
    if not isinstance(f, Compare):
        return False
    if f.relation == "=":
        return any(meant.get(key) == meaning for key, meaning in _equal(f.left, many, set(meant)))
    if (key := _not_negative(many, f)) is not None and key in meant:
        return meant[key].kind == INVERSE_ROOT or (meant[key].kind == ROOT and f.relation == ">=")
    coefficient = Fraction(-1 if f.relation == ">=" else 1)
    floors = ((name, x if f.relation == ">=" else Polynomial({}) - x + 1) for name, x in _floors(f.left, coefficient))
    return any(meant.get(("nat", name)) == Meaning(FLOOR, x) for name, x in floors)


def _length(meaning: Meaning) -> int:
    return sum(1 + sum(power for _, power in m) for m in meaning.term.terms)


def _comparisons(f: object, many: bool = False) -> Iterator[tuple[bool, Compare]]:
    """The comparisons of a fact: (True, …) for one about every number, (False, …) for others."""
    if isinstance(f, Compare):
        yield many, f
    elif isinstance(f, Both):
        yield from _comparisons(f.first, many)
        yield from _comparisons(f.second, many)
    elif isinstance(f, ForAll) and not many:
        yield from _comparisons(f.body, True)


def key_of(atom: object) -> Key | None:
    """(kind, name) of a composite name: a number, or the value of a sequence."""
    if isinstance(atom, Nat) and isinstance(atom.name, str):
        return ("nat", atom.name)
    if isinstance(atom, Real):
        return ("real" if atom.index is None else "seq", atom.name)
    return None


def _name(atom: object, many: bool) -> Key | None:
    """The composite real that a definition may be of; for a sequence at the bound index itself."""
    if not isinstance(atom, Real) or not composite(atom.name) or atom.index != (Index(0) if many else None):
        return None
    return key_of(atom)


def _not_negative(many: bool, c: Compare) -> Key | None:
    if c.relation == "=" or len(c.left.terms) != 1:
        return None
    ((monomial, coefficient),) = c.left.terms.items()
    atoms = list(monomial)
    return _name(atoms[0][0], many) if len(atoms) == 1 and atoms[0][1] == 1 and coefficient > 0 else None


def _equal(p: Polynomial, many: bool, signs: set[Key]) -> Iterator[tuple[Key, Meaning]]:
    """The definitions that p = 0 may be."""
    for atom in {a for m in p.terms for a, _ in m}:
        key = _name(atom, many)
        if key is None:
            continue
        having = {m: c for m, c in p.terms.items() if dict(m).get(atom)}
        rest = Polynomial({m: c for m, c in p.terms.items() if m not in having})
        kind, constant = composite(key[1]), rest.terms.get(frozenset(), Fraction(0))
        powers = {dict(m)[atom] for m in having}
        if kind == RECIPROCAL and constant and len(rest.terms) == 1 and (powers == {1} or (powers == {2} and key in signs)):
            product = Polynomial({_without(m, atom): -c / constant for m, c in having.items()})
            yield key, Meaning(kind if powers == {1} else INVERSE_ROOT, product)
        if kind == ROOT and list(having) == [frozenset({(atom, 2)})] and key in signs:
            yield key, Meaning(kind, rest * (-1 / having[frozenset({(atom, 2)})]))


def _without(m: Monomial, atom: object) -> Monomial:
    return frozenset(entry for entry in m if entry[0] != atom)


def _floors(p: Polynomial, coefficient: Fraction) -> Iterator[tuple[str, Polynomial]]:
    """Naturals that are spelled as floors and occur with that coefficient, each with the rest of p."""
    for m, c in p.terms.items():
        for atom, power in m:
            if (
                isinstance(atom, Nat)
                and isinstance(atom.name, str)
                and atom.name.startswith(FLOOR)
                and (len(m), power, c) == (1, 1, coefficient)
            ):
                yield atom.name, p - Polynomial({m: c})


def _size(key: Key, defined: Mapping[Key, Meaning], within: tuple[Key, ...]) -> int:
    """The number of names in its layout; more than all bounds if the name stands for itself in a circle."""
    if key in within or len(within) > DEEPEST:
        return LARGEST + 1
    total = 1
    for inner in names_in(defined[key].term):  # those in functions, sums and indices too
        total += _size(inner, defined, (*within, key)) if inner in defined else 1  # type: ignore[arg-type]
        if total > LARGEST:
            break
    return total
