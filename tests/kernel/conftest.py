"""The shipped proofs, written once a session."""

from __future__ import annotations

import pytest

from proofs.kernel import Proof, Theorem, replay_all
from proofs.theorems import catalogue


@pytest.fixture(scope="session")
def proofs() -> list[Proof]:
    return catalogue.proofs([item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)])  # lemmas that nothing cites too


@pytest.fixture(scope="session")
def library(proofs: list[Proof]) -> dict[str, Theorem]:
    return replay_all(proofs)
