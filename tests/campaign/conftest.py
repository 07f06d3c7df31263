"""One small campaign, really run, for the tests that read it or damage copies of it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from proofs.campaign import Campaign
from proofs.campaign.status import Events

CONJECTURES = [
    {"conjecture": "M <= 1/gamma**2 + TD/gamma", "name": "halved", "expected": "falls"},
    "novikoff",
    {"conjecture": "M <= 2/gamma", "name": "linear 2"},
]


@pytest.fixture(scope="session")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    """A store whose campaign is over, and the events of it."""
    store, heard = tmp_path_factory.mktemp("campaign") / "finished.db", io.StringIO()
    Campaign(store).run(CONJECTURES, budget=1, workers=2, view=Events(heard, pulse=0.2))
    return store, [json.loads(line) for line in heard.getvalue().splitlines()]


@pytest.fixture(scope="session")
def finished(watched: tuple[Path, object]) -> Path:
    """The store alone: two broken, one survived."""
    return watched[0]
