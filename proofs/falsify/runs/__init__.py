"""The exact material of a run: a `run` in integers, points of the `rational_sphere`, lengths by `four_squares`, points, lattice and
comparators of a kernel, and a session with somebody's own learner.
"""
