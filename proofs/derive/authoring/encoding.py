"""Proof files, written: kernel objects to the plain JSON data that `proofs.kernel.codec` reads.  Nothing here is trusted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from proofs.kernel import Inner, Polynomial, Proof, Step, Vector
from proofs.kernel.codec import FORMAT


def text(pair: tuple[object, object]) -> str:
    """A sort key that is the same in every run."""
    return repr(encode(pair[0]))


@lru_cache(maxsize=50_000)
def _polynomial(value: Polynomial) -> object:
    """The same polynomial stands in many lines."""
    terms = [[str(c), [[encode(a), p] for a, p in sorted(m, key=text)]] for m, c in value.terms.items()]
    return {"Polynomial": sorted(terms, key=repr)}


def encode(value: Any) -> object:
    """A kernel object as JSON data, to be read and not changed."""
    if isinstance(value, Polynomial):
        return _polynomial(value)
    if isinstance(value, Vector):
        return {"Vector": [[encode(b), encode(c)] for b, c in sorted(value.parts.items(), key=text)]}
    if isinstance(value, Inner):
        ends = sorted(value.pair, key=repr)
        return {"Inner": [encode(ends[0]), encode(ends[-1])]}
    if isinstance(value, Fraction):
        return {"Fraction": str(value)}
    if isinstance(value, (list, tuple)):
        return [encode(v) for v in value]
    if value is None or isinstance(value, (str, int)):
        return value
    return {type(value).__name__: [encode(getattr(value, f.name)) for f in fields(value)]}


def write(proofs: Iterable[Proof]) -> dict[str, object]:
    """The JSON document of some proofs, in the order in which they are to be replayed."""

    def plain(record: Proof | Step) -> dict[str, object]:
        return {f.name: _plain(getattr(record, f.name)) for f in fields(record)}

    def _plain(value: object) -> object:
        if isinstance(value, tuple) and all(isinstance(v, Step) for v in value):
            return [plain(v) for v in value]
        return {k: encode(v) for k, v in value.items()} if isinstance(value, Mapping) else encode(value)

    return {"format": FORMAT, "theorems": [plain(p) for p in proofs]}
