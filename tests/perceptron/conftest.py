"""No test here is about time: Hypothesis's deadline would only punish the example that happens to load numba."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
