"""Ways to better runs: climbs from a good genome (`coordinate_climb`, `group_moves`), from a short run (`local_optimiser` with
`learner_derivatives`), many runs at once (`compiled_batches`), and very long runs (`streamed_runs`, `predicted_long_runs`)."""
