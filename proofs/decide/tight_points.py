"""Where a claim is nearly an equality, in floats: among runs without loss that have the largest margin which M updates allow."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from proofs.conjecture import nodes
from proofs.conjecture.approx import compile_term
from proofs.decide.families.orthogonal import FUNCTIONS

UPDATES = np.geomspace(1, 1e6, 600)
SIMPLE = 4  # the largest denominator of a point
NO_LOSS = ("TD", "H", "H2", "TD_all", "H_all", "H2_all")
UNIT = ("R", "U")
AS_MANY = ("M", "T", "d", "S2", "S2_all")


def runs() -> dict[str, Any]:
    """The quantities of such runs, as arrays of one length."""
    none, root = np.zeros_like(UPDATES), np.sqrt(UPDATES)
    known = {"gamma": 1 / root, "W": root, "P": root}
    return known | dict.fromkeys(NO_LOSS, none) | dict.fromkeys(UNIT, none + 1) | dict.fromkeys(AS_MANY, UPDATES)


def tight_values(term: nodes.Node, left: nodes.Node, right: nodes.Node, roots: int) -> Iterator[Fraction]:
    """A simple number near x^(1/2ⁿ) for the term x and n roots, where left ≤ right is tightest; nothing if it is not defined there."""
    values = runs()
    names = {n.name for n in nodes.walk(nodes.Sub(left, right)) if isinstance(n, nodes.Name)}
    if names - values.keys() - nodes.CONSTANTS.keys():
        return
    with np.errstate(all="ignore"):
        low, high, x = (np.broadcast_to(compile_term(node, FUNCTIONS)(values), UPDATES.shape) for node in (left, right, term))
        room = (high - low) / (1 + np.abs(low) + np.abs(high))
    defined = np.isfinite(room) & np.isfinite(x) & (x > 0)
    if defined.any():
        at = np.argmin(np.where(defined, room, np.inf))
        if (point := Fraction(float(x[at]) ** 0.5**roots).limit_denominator(SIMPLE)) > 0:
            yield point
