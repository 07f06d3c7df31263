"""Running a learner: `trace` (one run and its record), `passes` (the same examples again and again), `quantities` (what the bounds speak
of, measured) and the `engines` that fold.
"""
