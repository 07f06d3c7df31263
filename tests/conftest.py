"""No test here is about time: a deadline would only punish the example that happens to load numba or SymPy."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
