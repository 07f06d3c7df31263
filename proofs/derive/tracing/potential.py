"""A potential for a table: what every counted round lowers by δ and no round raises.

Φ = A‖w‖² − 2b⟨u, w⟩ + Σ c·n² + Σ c·‖v‖² + Σ e·n over the numbers n and vectors v of the state, with u scaled so that ⟨u, z⟩ ≥ 1.  If
Φ + δ·M never rises, then A·δ·M ≤ b²‖u‖² + A·Φ(0), since ‖A·w − b·u‖² ≥ 0.  That a row does not raise it is a polynomial inequality in the
row's inner products.  It is proved by products of the row's guards (Handelman): their weights, b, δ, c and e are the unknowns of a linear
programme.  A is a power of R², and b²/δ is made least by tangents.  Floats find the unknowns; they are rounded, and the weights are then
found anew in exact numbers.

A row may use a bound on ‖w‖² that every round keeps (`LengthBound`), ‖w‖² ≤ κ⟨u, w⟩ or ‖w‖² ≤ κt for a counter t. That it is kept is an
inequality of the same kind, in which κ is given: the κ that leads to itself is found from the least ones to which two others lead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

from sympy import QQ

from perceptron.numbers.rational_points import sqrt_exact
from proofs.derive.tracing.table import Row

GAP, SLACK, RADIUS, ALONG = "⟨u, z⟩ − 1", "ξ", "R", "⟨u, w⟩"
START = "start"  # the letter for γ‖w(0)‖, of weights that start away from 0
CAP = "K"  # a letter that is no less than R² and other numbers, for steps that are cut off: see `Problem.caps`
AT_REST = {"⟨w, z⟩ ≤ 0": ("w·z", -1), "⟨w, z⟩ ≥ 0": ("w·z", 1), "⟨u, w⟩ ≤ 0": (ALONG, -1), "⟨u, w⟩ ≥ 0": (ALONG, 1)}  # where ‖w‖² = 0


@dataclass(frozen=True)
class Factor:
    """Something that is not negative in a row: a name to find it by in the proof, and the polynomial."""

    name: str
    of: Any
    strict: bool = False


Weights = tuple[tuple[tuple[Fraction, tuple[Factor, ...]], ...], tuple[tuple[Any, Factor], ...]]  # of products, and of equations


@dataclass(frozen=True)
class Case:
    """A row as the programme sees it: its target is Σ unknown·parts[unknown], to be written as Σ weight·product + Σ multiplier·equation."""

    row: Row
    counted: bool
    below: Any
    parts: Mapping[str, Any]
    products: tuple[tuple[tuple[Factor, ...], Any], ...]  # factors, and their product in which roots have no power above 1
    equations: tuple[tuple[Any, Factor], ...]
    scale: Any = None  # what target and proof are multiplied with, besides below
    kept: Mapping[str, Any] = field(default_factory=dict)  # the parts of `LengthBound` afterwards, as `parts`
    null: str = ""  # why no round is by it: its example is 0 ("null"), or a multiple of the weights ("parallel")


@dataclass(frozen=True)
class LengthBound:
    """That ‖w‖² ≤ share·R^power·`of` in every round, which a proof may use: `of` is ⟨u, w⟩ or a counter.

    weights    show it, times R^more"""

    of: str
    share: Fraction = Fraction(1)
    power: int = 0
    more: int = 0
    weights: tuple[Weights, ...] = ()

    @property
    def name(self) -> str:
        """The name of its factor."""
        return f"{self.of} kept"


@dataclass(frozen=True)
class Potential:
    """An exact potential.

    A, b, delta, slack, others    polynomials in R and the letters: `slack` is by how much Φ + δ·M may rise for each unit of slack, and
                           `others` goes by the name of the square that each multiplies
    weights                for each case the products with their weights, and the equations with their multipliers"""

    ring: Any
    A: Any
    b: Any
    delta: Any
    slack: Any
    others: Mapping[str, Any]
    cases: tuple[Case, ...]
    weights: tuple[Weights, ...]
    kept: LengthBound | None = None  # a bound on ‖w‖² in every round, if one is used
    still: bool = False  # whether w = 0 in every round, so that the first counted round would contradict its own guards
    turned: bool = False  # whether numerator and denominator of the bound are written with the other sign
    quality: float = 0.0  # the sum of the bound over sample values of R and the letters

    @property
    def numbers(self) -> dict[str, Any]:
        """The coefficients of squares of the state's numbers."""
        return {name.removesuffix("²"): c for name, c in self.others.items() if not name.startswith("‖")}

    @property
    def vectors(self) -> dict[str, Any]:
        """The coefficients of ‖v‖² for the state's vectors."""
        return {name.strip("‖²"): c for name, c in self.others.items() if name.startswith("‖")}

    @property
    def reach(self) -> Any:
        """b, or b + A·γ‖w(0)‖: what ‖b·u − A·γw‖ starts at is not more."""
        start = next((g for symbol, g in zip(self.ring.symbols, self.ring.gens, strict=True) if symbol.name == START), None)
        return self.b if start is None else self.b + self.A * start

    @property
    def bound(self) -> Any:
        """C with M ≤ C·‖u‖²/γ², in the field of the ring."""
        field = self.ring.to_field()
        bound = field.field_new(self.reach) ** 2 / (field.field_new(self.A) * field.field_new(self.delta))
        return field.raw_new(-bound.numer, -bound.denom) if self.turned else bound


class NoPotential(Exception):
    """None of the shapes tried is one."""


def root_of(p: Any) -> Any:
    """The polynomial of which this is the square; None if there is none."""
    lead, factors = p.factor_list() if p else (QQ(0), [])
    size = sqrt_exact(Fraction(int(lead.numerator), int(lead.denominator))) if lead >= 0 else None
    if size is None or any(e % 2 for _, e in factors):
        return None
    return prod((q ** (e // 2) for q, e in factors), start=p.ring.one) * QQ(size.numerator, size.denominator)


def next_share(tried: Sequence[tuple[Fraction, float]]) -> Fraction:
    """The share to try after others, from the least one that each leads to: where the line through two of these meets its own argument.

    Raises NoPotential if it meets none."""
    if len(tried) < 2:
        return Fraction(tried[0][1] if tried else 1).limit_denominator(1000)
    (s, after_s), (t, after_t) = tried[-2:]
    slope = (after_t - after_s) / float(t - s) if t != s else 1.0
    if slope >= 1:
        raise NoPotential("no share is the one that it leads to")
    share = Fraction((after_t - slope * float(t)) / (1 - slope)).limit_denominator(1000)
    return share if all(share != one for one, _ in tried) else share + Fraction(1, 100)
