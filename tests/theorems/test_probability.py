"""Azuma's inequality on trees of examples drawn at random: what the kernel proved holds where everything can be counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.statements.evaluation import Model, holds
from proofs.statements.instance import Instance
from proofs.theorems.probability.azuma import azuma

half = Fraction(1, 2)
LOSSES = (Fraction(0), half, Fraction(1))
T, N = 2, 2
NODES = 7  # the root 0, then 2h + 1 and 2h + 2 after h
INNER = 3


def tree(weight: Fraction, losses: tuple[Fraction, ...], a: Fraction, failing: Mapping[int, Fraction] | None = None) -> Model:
    """Two examples, one after the other, of two kinds; `losses` are those of the nodes 1, …, 6."""
    D, loss = [weight, 1 - weight], [Fraction(0), *losses]
    left = [2, 1, 1, 0, 0, 0, 0]
    risk = [D[0] * loss[2 * h + 1] + D[1] * loss[2 * h + 2] for h in range(INNER)]
    gap = [Fraction(0)] * NODES
    for h, z in product(range(INNER), range(N)):
        gap[2 * h + z + 1] = gap[h] + risk[h] - loss[2 * h + z + 1]
    P = [Fraction(gap[h] > T * a) for h in range(NODES)]
    for h in (*range(INNER - 1, -1, -1),):
        P[h] = D[0] * P[2 * h + 1] + D[1] * P[2 * h + 2]
    values = {"D": D, "left": left, "loss": loss, "risk": risk, "gap": gap, "P": P}
    entries = {name: [*v, *[Fraction(0)] * (NODES + 1 - len(v))] for name, v in values.items()}
    model = Instance(NODES - 1, {"N": N, "T": T}, {"a": a}, entries).model()
    return replace(model, base=N)


@given(
    st.sampled_from([Fraction(1, 10), half, Fraction(9, 10)]),
    st.tuples(*[st.sampled_from(LOSSES)] * 6),
    st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(2, 5)]),
)
def test_azuma_on_every_small_tree(weight: Fraction, losses: tuple[Fraction, ...], a: Fraction) -> None:
    model = tree(weight, losses, a)
    assert [name for name, f in azuma.named if not holds(f, model)] == []
    assert azuma.claim is not None and holds(azuma.claim, model)


def test_the_probability_may_be_more_than_nothing() -> None:
    model = tree(half, (Fraction(0), Fraction(1)) * 3, Fraction(1, 4))
    assert model.sequences["P"](0).as_rational() == Fraction(1, 4)


@pytest.mark.parametrize("dropped", ["loss ≤ 1", "P ≤ 1", "gap"])
def test_a_tree_that_breaks_a_hypothesis_is_told(dropped: str) -> None:
    model = tree(half, (Fraction(0), Fraction(9)) * 3, Fraction(1, 4)) if dropped == "loss ≤ 1" else tree(half, LOSSES * 2, half)
    if dropped != "loss ≤ 1":
        name, value = {"P ≤ 1": ("P", 2), "gap": ("gap", 1)}[dropped]
        values = model.sequences[name]
        changed = {
            **model.sequences,
            name: lambda k: values(k) if k != NODES - 1 else values(0) * 0 + type(values(0)).rational(Fraction(value)),
        }
        model = replace(model, sequences=changed)
    assert dropped in [name for name, f in azuma.named if not holds(f, model)]
