"""Two terms that differ are printed differently, whatever their names are, and what is printed of them is read back as it was meant.

Names come from anybody's file. The reader is that of the catalogue; it knows which names there are, and takes a spelling that two of them
might have for a fault.
"""

from __future__ import annotations

import re
from collections import UserDict
from collections.abc import Iterator
from itertools import combinations

import pytest

from proofs.derive.typesetting.sentences import sentence, theorem_names
from proofs.derive.typesetting.writers import HTML, LATEX, UNICODE
from proofs.kernel import Compare, Fn, Formula, Index, Inner, Nat, Polynomial, Real, Sum, Vec
from proofs.kernel.formula import names as names_in
from tests.report.evaluating import NOTATIONS, SUBSCRIPTS, Point, Text, agree, compared, decoded
from tests.report.reading import read

KINDS = {"real": "real", "nat": "natural", "vec": "vector", "seq": "sequence", "vseq": "vectors"}
GROUPS = (  # names that may be taken for one another, or for what is written with them
    ("x", "x(k)", "x2", "x₂", "x'", "x′", "x (real)", "real", "“x”", "√x", "1/x"),
    ("k", "j", "i, j", "(k)", "k,", "k + 1", "k17", "for all k", "⌊k⌋"),
    ("exp", "exp(3)", "ln", "ln(2)", "function “f”", "f", "e"),
    ("Σ", "Σ(k)", "ΣΩ", "Ω", "φ", "φ(0)", "π"),
    ("a b", "a  b", "ab", "a−b", "a-b", "a--b", "-", "−", "''", '"', "", " ", "2", "М", "a\nb", "$x$", "~", "its"),
)
NAMES = tuple(name for group in GROUPS for name in group)
HERE, LISTED = Index("k"), (Index("k"), Index("j"))
PLACES = (Index(None), Index(None, 2), HERE, Index((HERE,)), Index(LISTED), Index(()), Index((HERE, Index((HERE,)))), Index((HERE,), 1))


def named(name: str) -> list[object]:
    """An atom of every kind with that name."""
    vectors = (Inner(frozenset({Vec(name)})), Inner(frozenset({Vec(name, HERE), Vec("x")})))
    return [Real(name), Nat(name), *(f for at in (2, Nat("k")) for f in called(name, at)), *vectors]


def called(name: str, at: object) -> tuple[object, ...]:
    """A function and a sequence with that name, at a number."""
    return Fn(name, Polynomial.of(at) if at == 2 else Polynomial.atom(at)), Real(name, Index(None, 2) if at == 2 else HERE)  # type: ignore[arg-type]


def pairs() -> Iterator[tuple[object, object]]:
    for name in NAMES:
        yield from combinations(named(name), 2)
    for group in GROUPS:
        yield from combinations(
            [atom for name in group for atom in (Real(name), Nat(name), Fn(name, Polynomial.of(2)), Real(name, HERE))], 2
        )
    yield from combinations(map(Real, NAMES), 2)
    listed = [atom for at in PLACES for atom in (Real("x", at), Sum(at.under(1), Polynomial.atom(Real("x", Index(0)))))]
    yield from combinations([*listed, Nat((HERE,)), Nat(LISTED), Nat(()), Nat("k"), Real("x"), Real("x(k)")], 2)


def test_terms_that_differ_are_printed_differently() -> None:
    """In the letters that a theorem about both gives them; blanks count as a browser shows them."""
    alike = set()
    for a, b in pairs():
        p, q = Polynomial.atom(a), Polynomial.atom(b)
        names = theorem_names([p, q])
        one, other = sentence(Compare(p, ">"), names), sentence(Compare(q, ">"), names)
        alike |= {
            write(one)
            for write in (UNICODE.write, LATEX.write, HTML.write)
            if a != b and " ".join(write(one).split()) == " ".join(write(other).split())
        }
    assert alike == set()


class Spelled(UserDict[str, list[tuple[str, str]]]):
    """Which of a formula's names a spelling may stand for: each as it is, in quotation marks, and with its kind before them."""

    def __init__(self, f: Formula) -> None:
        super().__init__()
        named = {(kind, name) for kind, name in names_in(f) if isinstance(name, str)}
        for kind, name in named:
            head, bracket, inside = name.partition("(")
            plain = head.translate(SUBSCRIPTS) + bracket + inside.replace("'", "′")
            numbered = kind == "nat" and re.fullmatch("k[0-9]+", name)  # by a derivation: it gets a letter that nothing else has
            letters = set("kjilmn") - {name for _, name in named} if numbered else {plain}
            for text in {*letters, f"“{name}”", f"{KINDS[kind]} “{name}”"}:
                self.setdefault(text, []).append((kind, name))

    def get(self, text: str, otherwise: object = ()) -> object:  # type: ignore[override]
        return self.data.get(decoded(text), otherwise)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_what_is_printed_of_hostile_names_is_read_as_it_was_meant(notation: str) -> None:
    """A name as one kind and as another, in one claim: a > b + 1."""
    for name in [name for name in NAMES if not name.startswith("⌊")]:  # a floor has a value only where it is defined
        for a, b in combinations(map(Polynomial.atom, named(name)), 2):
            f = Compare(a - b - 1, ">")
            spelled = Spelled(f)
            line = NOTATIONS[notation](sentence(f, theorem_names([f])))
            tree = read(line, frozenset(text for text in spelled if "(" in text and "“" not in text))
            agree([compared(f, tree, Text(Point(seed, [f]), spelled), (), {}) for seed in (1, 2)])  # type: ignore[arg-type]
