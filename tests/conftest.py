"""No test here is about time: a deadline would only punish the example that happens to load numba or SymPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from proofs.referees.coq.toolchain import Coq

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def coq() -> Coq:
    """Coq, where it is installed."""
    from proofs.referees.coq.toolchain import INSTALL, find

    found = find()
    if found is None:
        pytest.skip(f"coqc not found: {INSTALL}")
    return found
