"""What all tests share: the tier that they run in, and Coq."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from proofs.system import progress_bar
from tests.amounts import is_drawn, is_optional

if TYPE_CHECKING:
    from proofs.referees.coq.toolchain import Coq

settings.load_profile("quick")  # before any test is read; --hypothesis-profile names another one
progress_bar.FIRST_LINE = 1e6  # seconds: on a busy machine any command may take five seconds; its tests compare stderr
os.environ.setdefault("PERCEPTRON_PROOFS_STORE", "off")  # a test verifies what it patches, and not what an earlier run has found
os.environ["OPENBLAS_CORETYPE"] = "Nehalem"  # OpenBLAS chooses its kernels by the processor, and they round differently
signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts in the background ignores it, as does all that it starts


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--one-in", type=int, default=1, metavar="N", help="run one in N of the tests of which `make test` runs a part")
    parser.addoption("--draw", metavar="NAME", help="name of the draw: the same name draws the same tests (default: the commit)")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.one_in > 1 and config.option.draw is None:  # the workers get the name from the process that starts them
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=config.rootpath, capture_output=True, text=True)
        config.option.draw = head.stdout.strip()[:12] or "none"


def pytest_report_header(config: pytest.Config) -> str | None:
    every = config.option.one_in
    return f"one in {every} of the tests that `make test` runs in part, by --draw={config.option.draw}" if every > 1 else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests to other commits that are not in this one's draw."""
    every, draw = config.option.one_in, config.option.draw
    left = [item for item in items if every > 1 and is_optional(item) and not is_drawn(item.nodeid, every, draw)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in {*left}]


@pytest.fixture(autouse=True)
def no_theorem_of_a_user_is_left() -> Iterator[None]:
    """A theorem of a user's file is known to the end of the process, and would stand in the book of another test."""
    yield
    if (catalogue := sys.modules.get("proofs.theorems.catalogue")) is not None:
        catalogue.OWN.clear()


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
