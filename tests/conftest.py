"""For the whole suite: no deadlines, since the machines are shared and slow tests are not wrong ones."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("companion", deadline=None)
settings.load_profile("companion")
