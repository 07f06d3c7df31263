"""‘How many substrings they have in common’ as a kernel on strings, in every way that the words can be read.  Source: BL, kernels.

A substring is a run of neighbouring letters, a subsequence need not be; both are not empty here.  Each reading is a sum over strings s
of features of x times features of z, which is what makes it a kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from perceptron.errors import InputError
from perceptron.kernels.base import Features, OfStrings

READINGS = ("product", "distinct", "minimum")
LONGEST = 14  # letters of a string whose subsequences are written out


@dataclass(frozen=True)
class CommonSubstrings(OfStrings):
    """The number of substrings that x and z have in common, with how often each occurs counted in one of three ways.

    count: "product" (pairs of occurrences, Σ n_s(x)·n_s(z)), "distinct" (each s once), or "minimum" (Σ min(n_s(x), n_s(z)), the size of
    the common multiset).  Raises InputError for another word.
    """

    count: str = "product"

    def __post_init__(self) -> None:
        if self.count not in READINGS:
            raise InputError(f"count must be one of {', '.join(READINGS)}, not {self.count!r}")

    def __call__(self, x: str, z: str) -> Fraction:
        """The number of substrings in common."""
        a, b = substrings(x), substrings(z)
        shared = [(a[s], b[s]) for s in (a if len(a) <= len(b) else b) if s in a and s in b]
        if self.count == "distinct":
            return Fraction(len(shared))
        return Fraction(sum(p * q if self.count == "product" else min(p, q) for p, q in shared))

    def features(self, x: str) -> Features:
        """By count: s ↦ n_s(x), s ↦ 1, or (s, k) ↦ 1 for every k ≤ n_s(x)."""
        found = substrings(x)
        if self.count == "minimum":
            return {(s, k): Fraction(1) for s, n in found.items() for k in range(1, n + 1)}
        return {s: Fraction(n if self.count == "product" else 1) for s, n in found.items()}

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "substrings", "count": self.count}


@dataclass(frozen=True)
class CommonSubsequences(OfStrings):
    """Σ over strings s of (ways to find s in x)·(ways to find s in z), where letters of s need not be neighbours there."""

    def __call__(self, x: str, z: str) -> Fraction:
        """The number of pairs of places, by the recurrence over prefixes: N(i, j) counts them with the empty pair."""
        row = [1] * (len(z) + 1)
        for a in x:
            above, row = row, [1]
            for j, b in enumerate(z):
                row.append(above[j + 1] + row[j] - (0 if a == b else above[j]))
        return Fraction(row[-1] - 1)

    def features(self, x: str) -> Features:
        """s ↦ in how many ways s is found in x.  InputError above 14 letters."""
        if len(x) > LONGEST:
            raise InputError(f"a string of {len(x)} letters has too many subsequences to write out")
        found: Counter[str] = Counter([""])
        for letter in x:
            found.update(Counter({s + letter: n for s, n in found.items()}))
        del found[""]
        return {s: Fraction(n) for s, n in found.items()}

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "subsequences"}


@lru_cache(maxsize=1024)
def substrings(x: str) -> Mapping[str, int]:
    """Every substring that is not empty, with how often it occurs."""
    return Counter(x[i:j] for i in range(len(x)) for j in range(i + 1, len(x) + 1))
