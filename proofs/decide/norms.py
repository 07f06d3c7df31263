"""Other norms by coordinates: what defines them in a posed conjecture, and the values on a run.

A vector is known here by p(j), the sizes of its d coordinates, by their sum, which is its ‖·‖₁, and by the sum of their squares. Of the
examples three are named: the longest one, and those on which R_inf and R_1 are attained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from perceptron.numbers.exact import dot
from proofs.conjecture.surd import Surd
from proofs.decide.round_facts import entry, mark_facts, marked_values, running
from proofs.derive.authoring.terms import eq, every, ge, le, nat, number, real, seq
from proofs.kernel import Polynomial
from proofs.statements.constructors import sequence
from proofs.statements.definitions import Fact
from proofs.statements.evaluation import Coordinates
from proofs.statements.standard_facts import gamma, k

D = nat("d")
COORDINATES = number(D)
U_1, U_INF, R_1, R_INF = (real(name) for name in ("U_1", "U_inf", "R_1", "R_inf"))


class Sizes(NamedTuple):
    """The sequences that stand for a vector: the sizes of its coordinates, their sums, and the sums of their squares."""

    of: seq
    sums: seq
    squares: seq

    def facts(self, whose: str) -> Iterator[Fact]:
        p, of = self.of, self.of.name
        yield Fact(f"{of} ≥ 0", f"{of}(j) is the size of coordinate j of {whose}", every(k, ge(p(k), 0), below=COORDINATES))
        yield from sequence(self.sums.name, self.sums, 0, self.sums(k) + p(k), f"{self.sums.name} sums the sizes")
        yield from sequence(self.squares.name, self.squares, 0, self.squares(k) + p(k) ** 2, f"{self.squares.name} sums their squares")

    def at_most(self, most: Polynomial, words: str) -> Fact:
        return Fact(f"{self.of.name} at most", words, every(k, le(self.of(k), most), below=COORDINATES))

    def image(self) -> dict[str, Any]:
        """As the slacks of the lemmas about sums of slacks."""
        return {"ξ": lambda j: self.of(j), "TD": lambda j: self.sums(j), "Q": lambda j: self.squares(j), "M": D}


COMPARATOR, LONGEST, OF_R_INF, OF_R_1 = (Sizes(seq(p), seq(f"{p}₁"), seq(f"{p}₂")) for p in ("α", "β", "β′", "β″"))
ALONG, ALONGS = seq("ω"), seq("ω₁")  # ⟨u, x⟩ of the longest example, coordinate by coordinate


def norm_facts(
    names: frozenset[str], size: Polynomial, radii: Sequence[Polynomial], longest: Polynomial | None, far: bool
) -> Iterator[Fact]:
    """Define the norms that the claim names.

    size     the length of the comparator
    radii    no example is longer than any of them
    longest  the length of the longest example; None if it is not measured
    far      whether y⟨u, x⟩ ≥ γ with the right label
    """
    crossed = far and (("R_1" in names and "U_inf" in names) or ("R_inf" in names and "U_1" in names))
    if names & {"U_1", "U_inf"}:
        yield from COMPARATOR.facts("u")
        yield Fact("‖u‖ by coordinates", "‖u‖² is the sum of squares", eq(COMPARATOR.squares(D), size**2))
    if "U_1" in names:
        yield Fact("U_1", "‖u‖₁ is the sum of the sizes", eq(COMPARATOR.sums(D), U_1))
    if "U_inf" in names:
        yield from _largest("U_inf", U_INF, COMPARATOR, "u")
        yield COMPARATOR.at_most(U_INF, "no coordinate of u is larger than U_inf")
    if (longest is not None and names & {"R_1", "R_inf"}) or crossed:
        yield from LONGEST.facts("the longest example")
        if longest is not None:
            yield Fact("longest", "its squares sum up to its squared length", eq(LONGEST.squares(D), longest**2))
        if "R_1" in names:
            yield Fact("β sums", "no ‖x‖₁ is above R_1", le(LONGEST.sums(D), R_1))
        if "R_inf" in names:
            yield LONGEST.at_most(R_INF, "no coordinate is larger than R_inf")
    if "R_inf" in names and longest is not None:
        yield from OF_R_INF.facts("the example with the largest coordinate")
        yield from _largest("R_inf", R_INF, OF_R_INF, "an example")
        yield from _within(OF_R_INF, radii)
    elif "R_inf" in names:
        yield Fact("R_inf ≥ 0", "R_inf is the size of a coordinate", ge(R_INF, 0))
    if "R_1" in names and longest is not None:
        yield from OF_R_1.facts("the example with the largest ‖x‖₁")
        yield Fact("R_1", "R_1 is its ‖x‖₁", eq(OF_R_1.sums(D), R_1))
        yield from _within(OF_R_1, radii)
        if "R_inf" in names:
            yield OF_R_1.at_most(R_INF, "no coordinate is larger than R_inf")
    if crossed:
        below = every(k, le(ALONG(k), COMPARATOR.of(k) * LONGEST.of(k)), below=COORDINATES)
        yield Fact("ω at most", "ω(j) is the product of coordinates j of u and of the longest example times its label", below)
        yield from sequence("ω₁", ALONGS, 0, ALONGS(k) + ALONG(k), "ω₁ sums the products")
        yield Fact("ω₁ far", "y⟨u, x⟩ ≥ γ for this example", ge(ALONGS(D), gamma))


def _largest(name: str, value: Polynomial, sizes: Sizes, whose: str) -> Iterator[Fact]:
    yield Fact(f"{name} ≥ 0", f"{name} is the size of a coordinate", ge(value, 0))
    yield from mark_facts(name, sizes.of(k) ** 2, value**2, f"{name} is the size of the marked coordinate of {whose}", D)


def _within(sizes: Sizes, radii: Sequence[Polynomial]) -> Iterator[Fact]:
    for place, radius in enumerate(radii):
        yield Fact(f"{sizes.of.name} within{'′' * place}", "no example is longer than the radius", le(sizes.squares(D), radius**2))


def norm_values(rounds: Sequence[Coordinates], u: Coordinates) -> Mapping[str, Callable[[int], Surd]]:
    """The sequences on a run, from its examples times their labels."""
    longest, largest = max(rounds, key=lambda x: dot(x, x)), max(rounds, key=lambda x: max(map(abs, x)))
    widest = max(rounds, key=lambda x: sum(map(abs, x)))
    values: dict[str, Callable[[int], Surd]] = {}
    for sizes, vector in ((COMPARATOR, u), (LONGEST, longest), (OF_R_INF, largest), (OF_R_1, widest)):
        p = [abs(a) for a in vector]
        values |= {sizes.of.name: entry(p), sizes.sums.name: running(p), sizes.squares.name: running([a * a for a in p])}
    for name, vector in (("U_inf", u), ("R_inf", largest)):
        squares = [a * a for a in vector]
        values |= marked_values(name, squares.index(max(squares)), squares)
    sign = 1 if dot(u, longest) > 0 else -1
    along = [sign * a * b for a, b in zip(u, longest, strict=True)]
    return values | {"ω": entry(along), "ω₁": running(along)}
