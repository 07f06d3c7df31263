"""No test here is about time: a deadline would only punish the example that happens to load numba or SymPy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.sharing import once

if TYPE_CHECKING:
    from proofs.referees.coq.toolchain import Coq

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What `verify` says of each theorem of the catalogue."""
    from tests.commands.running import pp

    def make(file: Path) -> None:
        result = pp("verify", "--json", file)
        assert result.exit_code == 0, result.output

    text = once(tmp_path_factory, "verdicts.json", make).read_text(encoding="utf-8")
    return {record["id"]: record for record in json.loads(text)}


@pytest.fixture
def coq() -> Coq:
    """Coq, where it is installed."""
    from proofs.referees.coq.toolchain import INSTALL, find

    found = find()
    if found is None:
        pytest.skip(f"coqc not found: {INSTALL}")
    return found
