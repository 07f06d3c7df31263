"""One small campaign, really run, for the tests that read it or damage copies of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.campaign import Campaign

CONJECTURES = [
    {"conjecture": "M <= 1/gamma**2 + TD/gamma", "name": "halved", "expected": "falls"},
    "novikoff",
    {"conjecture": "M <= 2/gamma", "name": "linear 2"},
]


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose campaign is over: two broken, one survived."""
    store = tmp_path_factory.mktemp("campaign") / "finished.db"
    Campaign(store).run(CONJECTURES, budget=2, workers=2)
    return store
