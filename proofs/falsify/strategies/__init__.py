"""How to look for a counterexample: where to start (`extremal_starts`, `kernel_extremal_starts`), how to climb from there
(`coordinate_climb`, `group_moves`, `local_optimiser` with `learner_derivatives`), in bulk (`compiled_batches`), and very long runs
(`streamed_runs`, `predicted_long_runs`).
"""
