"""‘How many substrings of length p two strings have in common’ as a kernel, in each sense that the words can have. Source: BL, kernels.

A substring consists of neighbouring letters; the letters of a subsequence may be apart. Both have length p, or any length ≥ 1 if no p
is given. Each sense is a sum over strings s of features of x times features of z, so it is a kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from perceptron.errors import InputError
from perceptron.kernels.base import Features, OfStrings, whole

COUNTS = ("product", "distinct", "minimum")
MAX_SUBSEQUENCE_LETTERS = 14  # of a string whose subsequences are written out
MAX_SUBSTRING_LETTERS = 2 * 10**6  # in all substrings of a string together
MAX_STEPS = 10**7  # of the count of common subsequences


@dataclass(frozen=True)
class CommonSubstrings(OfStrings):
    """The number of substrings that x and z have in common, with repeated ones counted in one of three ways.

    count     "product": pairs of occurrences, Σ n_s(x)·n_s(z); "distinct": each s once; "minimum": Σ min(n_s(x), n_s(z)), the size
              of the common multiset
    length    the letters of a substring; None for any number ≥ 1

    Raises InputError. Source: BL, kernels.

        >>> CommonSubstrings()("aab", "ab"), CommonSubstrings("distinct", length=1)("aab", "ab")
        (Fraction(4, 1), Fraction(2, 1))
    """

    count: str = "product"
    length: int | None = None

    def __post_init__(self) -> None:
        _check(self.length)
        if self.count not in COUNTS:
            raise InputError(f"count must be one of {', '.join(COUNTS)}, not {self.count!r}")

    def __call__(self, x: str, z: str) -> Fraction:
        """The number of substrings in common."""
        a, b = substrings(x, self.length), substrings(z, self.length)
        shared = [(a[s], b[s]) for s in (a if len(a) <= len(b) else b) if s in a and s in b]
        if self.count == "distinct":
            return Fraction(len(shared))
        return Fraction(sum(p * q if self.count == "product" else min(p, q) for p, q in shared))

    def features(self, x: str) -> Features:
        """s ↦ n_s(x) for "product", s ↦ 1 for "distinct", and (s, k) ↦ 1 for every k ≤ n_s(x) for "minimum"."""
        counts = substrings(x, self.length)
        if self.count == "minimum":
            return {(s, k): Fraction(1) for s, n in counts.items() for k in range(1, n + 1)}
        return {s: Fraction(n if self.count == "product" else 1) for s, n in counts.items()}

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "substrings", "count": self.count} | ({} if self.length is None else {"length": self.length})


@dataclass(frozen=True)
class CommonSubsequences(OfStrings):
    """Σ n_s(x)·n_s(z) over strings s, where n_s(x) is the number of places of s in x as a subsequence.

    length    the letters of s; None for any number ≥ 1

        >>> CommonSubsequences(length=2)("aab", "ab")
        Fraction(2, 1)
    """

    length: int | None = None

    def __post_init__(self) -> None:
        _check(self.length)

    def __call__(self, x: str, z: str) -> Fraction:
        """The number of pairs of places. Raises InputError if counting takes more than 10 million steps."""
        most = min(len(x), len(z), self.length or len(x))
        if len(x) * len(z) * most > MAX_STEPS:
            raise InputError(f"strings of {len(x)} and {len(z)} letters are too long for subsequences of up to {most}")
        sums = [[1] * (len(z) + 1) for _ in range(len(x) + 1)]  # sums[i][j]: pairs of places in x[:i] and z[:j], n letters each
        total = 0
        for n in range(1, most + 1):
            longer = [[0] * (len(z) + 1) for _ in range(len(x) + 1)]
            for i, a in enumerate(x):
                for j, b in enumerate(z):
                    ends = sums[i][j] if a == b else 0
                    longer[i + 1][j + 1] = longer[i][j + 1] + longer[i + 1][j] - longer[i][j] + ends
            sums = longer
            total += sums[-1][-1] if self.length in (None, n) else 0
        return Fraction(total)

    def features(self, x: str) -> Features:
        """s ↦ n_s(x). Raises InputError for a string of more than 14 letters."""
        if len(x) > MAX_SUBSEQUENCE_LETTERS:
            raise InputError(f"a string of {len(x)} letters has too many subsequences to write out")
        counts: Counter[str] = Counter([""])
        for letter in x:
            counts.update(Counter({s + letter: n for s, n in counts.items()}))
        return {s: Fraction(n) for s, n in counts.items() if s and self.length in (None, len(s))}

    def spec(self) -> dict[str, Any]:
        """The kernel as JSON data."""
        return {"name": "subsequences"} | ({} if self.length is None else {"length": self.length})


@lru_cache(maxsize=256)
def substrings(x: str, length: int | None = None) -> Mapping[str, int]:
    """How often each substring of that length, or of any length ≥ 1, occurs. Raises InputError above 2 million letters in all."""
    lengths = range(1, len(x) + 1) if length is None else (length,)
    if (letters := sum(n * max(0, len(x) - n + 1) for n in lengths)) > MAX_SUBSTRING_LETTERS:
        raise InputError(f"the substrings of a string of {len(x)} letters have {letters} letters, too many to write out")
    return Counter(x[i : i + n] for n in lengths for i in range(len(x) - n + 1))


def _check(length: int | None) -> None:
    if length is not None and (type(length) is not int or whole(length, "length") < 1):
        raise InputError(f"length must be a whole number from 1 on, not {length!r}")
