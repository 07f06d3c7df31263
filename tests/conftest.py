"""What all tests share: the tier that they run in, and the verdicts on the catalogue."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

import tests.amounts  # noqa: F401  (registers the profiles)
from tests.sharing import once

if TYPE_CHECKING:
    from proofs.referees.coq.toolchain import Coq

settings.load_profile("quick")  # before any test is read; --hypothesis-profile names another one
signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts in the background ignores it, as does all that it starts


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Notebooks are whole stories, and belong to the second tier."""
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker("nocover")


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What `verify` says of each theorem of the catalogue."""
    from tests.cli.running import pp

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
