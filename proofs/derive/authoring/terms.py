"""Writing kernel terms as on paper: `ge(inner(u, w(k)), gamma * k)`.

Nothing here is trusted: it only builds kernel objects that `replay` will judge.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from math import prod
from typing import Any

from proofs.kernel import Both, Compare, Fn, ForAll, Formula, Implies, Index, Null, Polynomial, Real, Sum, Vec, Vector
from proofs.kernel.formula import substitute
from proofs.kernel.polynomial import total
from proofs.kernel.term import Substitution, cast
from proofs.kernel.term import inner as inner  # a word of authors too

Term = Polynomial | Fraction | int

FRESH = count()


@dataclass(frozen=True, slots=True)
class RememberingSubstitution(Substitution):
    """A substitution for many lines: it keeps what each term became, and leaves alone the atoms that stay.

    The lines of a proof contain few atoms again and again, and most of these are not replaced. The kernel's own substitution, which is
    shorter, multiplies out every one each time."""

    became: dict[tuple[object, int], Polynomial] = field(default_factory=dict, compare=False, repr=False)

    def atom(self, a: object, depth: int) -> Polynomial:
        if (a, depth) not in self.became:
            self.became[a, depth] = Substitution.atom(self, a, depth)
        return self.became[a, depth]

    def real(self, p: Polynomial, depth: int = 0) -> Polynomial:
        if (p, depth) not in self.became:
            atoms = {a: self.atom(a, depth) for monomial in p.terms for a, _ in monomial}
            moved = {a: image for a, image in atoms.items() if image != Polynomial.atom(a)}
            parts = []
            for monomial, c in p.terms.items() if moved else ():
                kept = frozenset(power for power in monomial if power[0] not in moved)
                parts.append(prod((moved[a] if n == 1 else moved[a] ** n for a, n in monomial if a in moved), start=Polynomial({kept: c})))
            self.became[p, depth] = total(parts) if moved else p
        return self.became[p, depth]


def poly(term: Any) -> Polynomial:
    """A term as a polynomial. Raises TypeError, in formulas, for other objects."""
    if isinstance(term, Vector):
        from proofs.derive.typesetting.layout import vector
        from proofs.derive.typesetting.writers import UNICODE

        equal = "that two vectors are equal is said by defined(label, words, a, b), or by null(a - b)"
        raise TypeError(f"{UNICODE.write(vector(term))} is a vector, where a number is needed; {equal}")
    if not isinstance(term, Polynomial | Fraction | int):
        raise TypeError(f"{term} is no number")
    return Polynomial.of(term)


def real(name: str) -> Polynomial:
    """A real variable."""
    return Polynomial.atom(Real(name))


def vec(name: str) -> Vector:
    """A vector variable."""
    return Vector.basic(Vec(name))


def nat(name: str) -> Index:
    """A natural variable, as an index; `number` makes it a real term."""
    return Index(name)


def number(index: Any) -> Polynomial:
    """The natural number `index` as a real term."""
    if not isinstance(index, Index):
        raise TypeError(f"number(…) takes an index, such as k or M: {index} is none")
    return cast(index)


class Sequence:
    """A sequence, whose members occur in formulas."""

    name: str

    def __str__(self) -> str:
        return f"{self.name} is a sequence, whose members are {self.name}(0), {self.name}(k) and so on; a sequence by itself"

    def _refuse(self, other: object) -> Any:
        raise TypeError(f"{self} is no number")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse


@dataclass(frozen=True)
class seq(Sequence):
    """A sequence of reals: `TD = seq("TD"); TD(k)`."""

    name: str

    def __call__(self, index: Index | int) -> Polynomial:
        return Polynomial.atom(Real(self.name, as_number(index)))


@dataclass(frozen=True)
class vseq(Sequence):
    """A sequence of vectors: `w = vseq("w"); w(k + 1)`."""

    name: str

    def __call__(self, index: Index | int) -> Vector:
        return Vector.basic(Vec(self.name, as_number(index)))


def sequel(*indices: Index | int) -> Index:
    """The number that a list of indices stands for: x(sequel(i, j)) is x(i, j), and sequel(ν, z) the history ν followed by z."""
    return Index(tuple(as_number(i) for i in indices))


def sum_below(below: Index | int, term: Callable[[Index], Term]) -> Polynomial:
    """Σ term(i) over i < below."""
    name = f"·{next(FRESH)}"
    return Polynomial.atom(Sum(as_number(below).under(1), RememberingSubstitution(bound=name).real(poly(term(Index(name))))))


def exp(term: Term) -> Polynomial:
    """e to the power of a term."""
    return Polynomial.atom(Fn("exp", poly(term)))


def as_number(index: Index | int) -> Index:
    return Index(None, index) if isinstance(index, int) else index


def ge(a: Term, b: Term) -> Formula:
    """a ≥ b"""
    return Compare(poly(a) - poly(b), ">=")


def le(a: Term, b: Term) -> Formula:
    """a ≤ b"""
    return ge(b, a)


def gt(a: Term, b: Term) -> Formula:
    """a > b"""
    return Compare(poly(a) - poly(b), ">")


def eq(a: Term, b: Term) -> Formula:
    """a = b"""
    return Compare(poly(a) - poly(b), "=")


null, both, implies = Null, Both, Implies  # v is the null vector; a and b; if a, then b


def every(k: Index, body: Formula, below: Term | None = None) -> ForAll:
    """∀k body, or ∀k < below."""
    whole = body if below is None else Implies(ge(below, number(k) + 1), body)
    return ForAll(substitute(RememberingSubstitution(bound=str(k.name)), whole))


def whenever(*prefix: Index | Formula, then: Formula) -> Formula:
    """For all of these numbers and under these conditions, in this order: ∀h (left(h) = 0 ⇒ …); `Derivation.supposing` proves it."""
    for part in reversed(prefix):
        then = every(part, then) if isinstance(part, Index) else Implies(part, then)
    return then
