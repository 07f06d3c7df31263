"""Running a learner: `trace` (one run and its record), `passes` (the same examples again and again), `quantities` (the measurements that
the bounds speak of) and the `engines`.
"""
