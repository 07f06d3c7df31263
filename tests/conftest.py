"""What all tests share: the tier that they run in, and Coq."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import tests.amounts  # noqa: F401  (registers the profiles)
from proofs.system import progress_bar

if TYPE_CHECKING:
    from proofs.referees.coq.toolchain import Coq

settings.load_profile("quick")  # before any test is read; --hypothesis-profile names another one
progress_bar.FIRST_LINE = 1e6  # seconds: on a busy machine any command may take five seconds; its tests compare stderr
signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts in the background ignores it, as does all that it starts


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Notebooks are whole stories, and belong to the second tier."""
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker("nocover")


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str, object], Path]:
    """Writes a file of some name into the test's folder: a text, or anything else as JSON."""

    def write(name: str, content: object) -> Path:
        file = tmp_path / name
        file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return file

    return write


@pytest.fixture
def coq() -> Coq:
    """Coq, where it is installed."""
    from proofs.referees.coq.toolchain import INSTALL, find

    found = find()
    if found is None:
        pytest.skip(f"coqc not found: {INSTALL}")
    return found
