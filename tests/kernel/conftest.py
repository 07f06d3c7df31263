"""The shipped proofs, written and replayed once a session."""

import pytest

from proofs.kernel import Proof, Theorem
from proofs.theorems import catalogue

EVERY = [item.id for item in (*catalogue.LEMMAS, *catalogue.THEOREMS)]  # lemmas that nothing cites too


@pytest.fixture(scope="session")
def proofs() -> list[Proof]:
    return catalogue.proofs(EVERY)


@pytest.fixture(scope="session")
def library() -> dict[str, Theorem]:
    return {id: b.theorem for id, b in catalogue.build_ids(EVERY).items()}
