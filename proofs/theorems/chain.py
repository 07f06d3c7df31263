"""Derivations that cite the catalogue: an `Inequality` that finds what the kernel has proved by a theorem's id.

`by="progress"` is the claim of a theorem or lemma; `by="hinge-l2#unit comparator"` is a fact that the theorem assumes.
"""

from __future__ import annotations

from functools import cache

from proofs.conjecture import Comparison, parse
from proofs.derive.sympy import inequality_chain
from proofs.derive.sympy.inequality_chain import nonnegative as nonnegative
from proofs.derive.sympy.inequality_chain import positive as positive
from proofs.derive.sympy.inequality_chain import real as real
from proofs.kernel import Formula
from proofs.statements.page import Page
from proofs.theorems import catalogue


@cache
def claim_of(by: str) -> Formula | Comparison:
    """The claim of a theorem or lemma, or after # a fact of it. Raises KeyError if there is none."""
    id, _, fact = by.partition("#")
    item = catalogue.shipped()[id]
    if fact:
        return dict(item.named)[fact]
    if isinstance(item, Page):
        return parse(item.statement.bound, extra=item.statement.parameters)
    if item.claim is not None:
        return item.claim
    proof = catalogue.built([id])[id].proof
    return next(step.claim for step in proof.steps if step.name == proof.conclusion)


class Inequality(inequality_chain.Inequality):
    """A relation, left ≤ right, of a derivation in the catalogue."""

    def claim_of(self, by: str) -> Formula | Comparison:
        return claim_of(by)
