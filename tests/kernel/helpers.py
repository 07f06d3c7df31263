"""Small proofs, built by hand: what the rules are tried on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from proofs.kernel import Formula, Proof, Rejected, Step, Theorem, replay

NOTHING: dict[str, Theorem] = {}


def step(name: str, rule: str, claim: Formula, /, *premises: str, **data: Any) -> Step:
    return Step(name, rule, claim, premises, {key.rstrip("_"): value for key, value in data.items()})


def proof(hypotheses: Mapping[str, Formula], *steps: Step, id: str = "test", conclusion: str | None = None) -> Proof:
    return Proof(id, tuple(hypotheses.items()), steps, conclusion or (steps[-1].name if steps else next(iter(hypotheses))))


def proved(hypotheses: Mapping[str, Formula], *steps: Step, library: Mapping[str, Theorem] = NOTHING, id: str = "test") -> Theorem:
    return replay(proof(hypotheses, *steps, id=id), library)


def refused(
    why: str, hypotheses: Mapping[str, Formula], *steps: Step, library: Mapping[str, Theorem] = NOTHING, at: str | None = None
) -> None:
    """The proof is rejected for that reason (a part of the message), at the last step unless another is named."""
    with pytest.raises(Rejected, match=why) as caught:
        replay(proof(hypotheses, *steps), library)
    if at is not None or steps:
        assert f"step {at or steps[-1].name!r}" in str(caught.value)


def certificate(
    name: str, claim: Formula, *premises: str, strict: list[Any] | None = None, terms: Sequence[Any] = (), equations: Sequence[Any] = ()
) -> Step:
    """A certificate step; by default the negated claim z itself is the strict product."""
    data = {"strict": [Fraction(1), ["z"]] if strict is None else strict, "terms": list(terms), "equations": list(equations)}
    return Step(name, "certificate", claim, premises, data)
