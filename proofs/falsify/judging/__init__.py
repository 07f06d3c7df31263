"""What the search makes of a run: an evaluator for each geometry measures it (`choose` picks), within the `time_budget`."""
