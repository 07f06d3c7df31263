"""Ways to better runs: from a good genome (`group_moves`), from a short run (`local_optimiser`), the parameters
of a family (`known_families`), the margin that presses hardest (`margin_windows`), and very long runs (`long_runs`)."""
