"""Running a learner: `trace` (one run and its record), `passes` (the same examples again and again), `quantities` (the measurements in the
bounds) and the `engines`.
"""
