"""Ways to better runs: climbs from a good genome (`coordinate_climb`, `group_moves`), from a short run (`local_optimiser`), the parameters
of a family (`known_families`), the margin that presses hardest (`margin_windows`), and very long runs (`long_runs`)."""
